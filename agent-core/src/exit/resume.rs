//! The résumé as it leaves for a draft: without what says who the person is.

use std::collections::BTreeMap;

use shared_types::{Private, Profile, ProfileKey, Tier};

use crate::{bind::Source, observe::Scrubber, question};

/// The résumé's parts without name, addresses and numbers: they are left out, for a key in the place of a value
/// tells a model nothing.
pub(super) fn parts(source: &Source<'_>) -> BTreeMap<ProfileKey, Private> {
    // All that the person has is taken out of it, but for what a résumé is about: the work, and what they can do.
    let says_who = |name: &String| {
        let key = format!("facts.{name}");
        let tier = question::fact_of(&key).map_or(Tier::Secret, |fact| fact.tier);
        tier != Tier::Ordinary || question::says_who(&key)
    };
    let says_who = |profile: &Profile| {
        let mut who = profile.clone();
        who.resume = Default::default();
        who.company = Private::default();
        who.job_title = Private::default();
        who.facts.retain(|name, _| says_who(name));
        who
    };
    let others: Vec<Profile> = source.others.iter().map(says_who).collect();
    let who = says_who(source.profile);
    let who = Source { profile: &who, record: None, today: None, others: &others, site: "" };
    let scrubber = Scrubber::new(&who);
    let all = Source { record: None, today: None, ..*source }.values();
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
