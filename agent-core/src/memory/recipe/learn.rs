//! A recipe of what a job wrote, after its form was sent.

use std::collections::BTreeMap;

use shared_types::{Field, Observation, ProfileKey};

use super::{
    Known, MAX_FIELDS, Recipe, Repeat, SCHEMA, Step, Submit, Use, Way, file::is_entry, look, use_of,
};
use crate::{
    gate::{self, Kind},
    role::Role,
    site,
};

/// A page of the form as it was seen, classified, and what led on from it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The page.
    pub observation: &'a Observation,
    /// Fingerprint of the button that was pressed.
    pub pressed: Option<&'a str>,
    /// What was written.
    pub wrote: &'a [Wrote],
}

/// A field that was written, or that the person corrected afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrote {
    /// The field.
    pub fingerprint: String,
    /// The entry that it holds; none where the person emptied it: it is left alone.
    pub key: Option<ProfileKey>,
    /// How it was written, where that is known.
    pub way: Option<Way>,
}

/// The recipe of a form that was sent. `is_clean` says whether a text holds nothing of the person's: words that hold
/// something are not even kept as a digest. `None` where nothing can be learned.
pub fn learn(pages: &[Seen<'_>], is_clean: impl Fn(&str) -> bool) -> Option<Recipe> {
    let origin = site::origin_of(&pages.first()?.observation.url);
    of_pages(origin, pages.iter().map(|page| page_of(page, &is_clean)).collect())
}

/// The recipe of a form whose pages were noted one by one, as [`page_of`] does. `None` where nothing can be learned.
pub fn of_pages(origin: String, steps: Vec<Step>) -> Option<Recipe> {
    let count: usize = steps.iter().map(|step| step.fields.len()).sum();
    let is_worth_it = (1..=MAX_FIELDS).contains(&count) && !origin.is_empty();
    is_worth_it.then(|| Recipe { schema: SCHEMA, version: 1, origin, steps, ..Recipe::default() })
}

/// What is kept of one page of a form.
pub fn page_of(page: &Seen<'_>, is_clean: &impl Fn(&str) -> bool) -> Step {
    let observation = page.observation;
    let mut fields = Vec::new();
    let mut blocks: BTreeMap<String, u32> = BTreeMap::new();
    for field in &observation.fields {
        let Some(print) = field.fingerprint.as_deref() else { continue };
        // What was corrected last is what holds.
        let Some(wrote) = page.wrote.iter().rev().find(|one| one.fingerprint == print) else {
            continue;
        };
        let is_told = |key: &ProfileKey| match use_of(key) {
            Use::Key(key) => is_entry(&key),
            Use::Own(_) | Use::Answer | Use::Leave => !gate::is_secret_by_name(key),
        };
        if wrote.key.as_ref().is_some_and(|key| !is_told(key)) || gate::is_agreement(field) {
            continue;
        }
        fields.extend(known(field, print, wrote, is_clean));
        if let Some((list, number)) = wrote.key.as_ref().and_then(entry_of) {
            let most = blocks.entry(list.to_owned()).or_default();
            *most = (*most).max(number.saturating_add(1));
        }
    }
    let pressed = page.pressed.and_then(|print| {
        observation.buttons.iter().find(|one| one.fingerprint.as_deref() == Some(print))
    });
    Step {
        path: look::pattern(look::path_of(&observation.url)),
        signature: look::signature(observation),
        submit: pressed.map(|button| Submit {
            fingerprint: button.fingerprint.clone().unwrap_or_default(),
            target: target(button.form_action.as_deref().unwrap_or_default()),
        }),
        repeats: blocks.into_iter().map(|(list, blocks)| Repeat { list, blocks }).collect(),
        fields,
    }
}

/// A digest of where a form is sent to, without what differs from visit to visit.
pub(super) fn target(address: &str) -> String {
    look::digest(&[&site::origin_of(address), &look::pattern(look::path_of(address))])
}

fn known(
    field: &Field,
    print: &str,
    wrote: &Wrote,
    is_clean: &impl Fn(&str) -> bool,
) -> Option<Known> {
    let is_plain = [Some(&field.label), field.group.as_ref(), field.section.as_ref()];
    let is_plain = is_plain.into_iter().flatten().all(|text| is_clean(text));
    let names_are_plain = is_clean(&field.name) && is_clean(&field.id);
    let tier = Kind::of_field(field).tier();
    if tier == shared_types::Tier::Secret {
        return None;
    }
    let mut known = Known {
        fingerprint: print.to_owned(),
        words: if is_plain { look::words(field) } else { String::new() },
        names: if names_are_plain { look::names(field) } else { String::new() },
        role: Role::spelling(Role::of(field)).to_owned(),
        tier,
        way: wrote.way,
        ..Known::default()
    };
    known.take(wrote.key.as_ref().map_or(Use::Leave, use_of));
    Some(known)
}

/// The list that a key is in, and its place there.
fn entry_of(key: &ProfileKey) -> Option<(&str, u32)> {
    let path = key.as_str();
    let list = ["resume.experiences", "resume.education"].into_iter();
    let list = list.filter(|list| path.starts_with(list)).max_by_key(|list| list.len())?;
    let number = path.strip_prefix(list)?.strip_prefix('.')?.split('.').next()?;
    Some((list, number.parse().ok()?))
}
