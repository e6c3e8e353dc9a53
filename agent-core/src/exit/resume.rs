//! The résumé as it leaves for a draft: without what says who the person is.

use std::collections::BTreeMap;

use shared_types::{Private, Profile, ProfileKey};

use crate::{bind::Source, observe::Scrubber};

/// The résumé's parts without name, addresses and numbers: they are left out, for a key in the place of a value
/// tells a model nothing.
pub(super) fn parts(profile: &Profile) -> BTreeMap<ProfileKey, Private> {
    let who = Profile {
        first_name: profile.first_name.clone(),
        middle_name: profile.middle_name.clone(),
        last_name: profile.last_name.clone(),
        full_name: profile.full_name.clone(),
        email: profile.email.clone(),
        phone: profile.phone.clone(),
        birth_date: profile.birth_date.clone(),
        address: profile.address.clone(),
        linked_in: profile.linked_in.clone(),
        website: profile.website.clone(),
        github: profile.github.clone(),
        username: profile.username.clone(),
        password: profile.password.clone(),
        payment: profile.payment.clone(),
        custom: profile.custom.clone(),
        ..Profile::default()
    };
    let scrubber = Scrubber::new(&Source { profile: &who, record: None, today: None });
    let all = Source { profile, record: None, today: None }.values();
    let of_resume = all.into_iter().filter(|(key, _)| key.as_str().starts_with("resume."));
    of_resume
        .map(|(key, value)| (key, Private::new(without_marks(&scrubber.text(value.reveal())))))
        .collect()
}

/// The text without `{{key}}`.
fn without_marks(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        rest = after.split_once("}}").map_or("", |(_, rest)| rest);
    }
    out + rest
}
