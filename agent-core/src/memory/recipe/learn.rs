//! A recipe of what a job wrote, after its form was sent.

use std::collections::BTreeMap;

use shared_types::{Field, Observation, ProfileKey};

use super::{
    Known, MAX_FIELDS, Recipe, Repeat, SCHEMA, Step, Submit, Use, Way,
    file::{MAX_PATH, is_entry},
    look, use_of,
};
use crate::{
    gate::{self, Kind},
    role::Role,
    site,
};

/// Digits of a number that says who somebody is.
const LONG_NUMBER: usize = 9;

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
    /// What it holds.
    pub held: Held,
    /// How it was written, where that is known.
    pub way: Option<Way>,
}

/// What a field held when its form was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// This entry.
    Entry(ProfileKey),
    /// Nothing, for the person emptied it: it is left alone from then on.
    Nothing,
    /// Something else, of which nothing is learned but that what was known of the field does not hold.
    Other,
}

impl Held {
    fn entry(&self) -> Option<&ProfileKey> {
        match self {
            Self::Entry(key) => Some(key),
            Self::Nothing | Self::Other => None,
        }
    }
}

/// The recipe of a form that was sent. `is_clean` says whether a text holds nothing of the person's: of a field whose words
/// hold something not even a digest is kept. `None` where nothing can be learned.
pub fn learn(pages: &[Seen<'_>], is_clean: impl Fn(&str) -> bool) -> Option<Recipe> {
    let origin = site::origin_of(&pages.first()?.observation.url);
    of_pages(origin, pages.iter().filter_map(|page| page_of(page, &is_clean)).collect())
}

/// The recipe of a form whose pages were noted one by one, as [`page_of`] does. `None` where nothing can be learned.
pub fn of_pages(origin: String, steps: Vec<Step>) -> Option<Recipe> {
    let count: usize = steps.iter().map(|step| step.fields.len()).sum();
    let is_worth_it = (1..=MAX_FIELDS).contains(&count) && !origin.is_empty();
    is_worth_it.then(|| Recipe { schema: SCHEMA, version: 1, origin, steps, ..Recipe::default() })
}

/// What is kept of one page of a form. `None` where it is sent to an address that holds something of the person's, and where
/// its own is longer than any is.
pub fn page_of(page: &Seen<'_>, is_clean: &impl Fn(&str) -> bool) -> Option<Step> {
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
            Use::Own(_) | Use::Answer | Use::Leave | Use::Open => !gate::is_secret_by_name(key),
        };
        if wrote.held.entry().is_some_and(|key| !is_told(key)) || gate::is_agreement(field) {
            continue;
        }
        fields.extend(known(field, print, wrote, is_clean));
        if let Some((list, number)) = wrote.held.entry().and_then(entry_of) {
            let most = blocks.entry(list.to_owned()).or_default();
            *most = (*most).max(number.saturating_add(1));
        }
    }
    let pressed = page.pressed.and_then(|print| {
        observation.buttons.iter().find(|one| one.fingerprint.as_deref() == Some(print))
    });
    let submit = match pressed {
        Some(button) => {
            let address = button.form_action.as_deref().unwrap_or_default();
            let path = look::path_of(address);
            if !path.split('/').all(is_clean) {
                return None;
            }
            Some(Submit {
                fingerprint: button.fingerprint.clone().unwrap_or_default(),
                target: target(address),
            })
        }
        None => None,
    };
    let path = look::pattern_where(look::path_of(&observation.url), is_clean);
    if path.len() > MAX_PATH {
        return None;
    }
    Some(Step {
        path,
        signature: look::signature(observation),
        submit,
        repeats: blocks.into_iter().map(|(list, blocks)| Repeat { list, blocks }).collect(),
        fields,
    })
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
    let more = [
        field.group.as_deref(),
        field.section.as_deref(),
        field.described_by.as_deref(),
        field.nearby.as_deref(),
    ];
    let mut texts =
        [field.label.as_str(), field.placeholder.as_str(), field.name.as_str(), field.id.as_str()]
            .into_iter()
            .chain(more.into_iter().flatten());
    let marks = [field.name.as_str(), field.id.as_str()].into_iter();
    let read = [Some(field.label.as_str()), field.group.as_deref(), field.section.as_deref()];
    let read = || read.into_iter().flatten();
    let is_somebodys = marks.chain(read()).any(has_address) || read().any(has_number);
    if is_somebodys || !texts.all(is_clean) {
        return None;
    }
    let tier = Kind::of_field(field).tier();
    if tier == shared_types::Tier::Secret {
        return None;
    }
    let mut known = Known {
        fingerprint: print.to_owned(),
        words: look::words(field),
        names: look::names(field),
        more: look::more(field),
        role: Role::spelling(Role::of(field)).to_owned(),
        tier,
        way: wrote.way,
        ..Known::default()
    };
    known.take(match &wrote.held {
        Held::Entry(key) => use_of(key),
        Held::Nothing => Use::Leave,
        Held::Other => Use::Open,
    });
    Some(known)
}

/// Whether a text has an e-mail address: somebody's, whether or not they have a profile here.
fn has_address(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    text.match_indices('@').any(|(at, _)| {
        let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..));
        let host = after.unwrap_or_default().split(|c| !is_part(c)).next().unwrap_or_default();
        before.ends_with(is_part) && host.trim_matches('.').contains('.')
    })
}

/// Whether a text has a number that is long enough for an account, a phone or a document.
fn has_number(text: &str) -> bool {
    let mut longest = 0;
    let mut here = 0;
    for c in text.chars() {
        if c.is_numeric() {
            here += 1;
            longest = longest.max(here);
        } else if !matches!(c, ' ' | '-' | '.' | '\u{a0}') {
            here = 0;
        }
    }
    longest >= LONG_NUMBER
}

/// The list that a key is in, and its place there.
fn entry_of(key: &ProfileKey) -> Option<(&str, u32)> {
    let path = key.as_str();
    let list = ["resume.experiences", "resume.education"].into_iter();
    let list = list.filter(|list| path.starts_with(list)).max_by_key(|list| list.len())?;
    let number = path.strip_prefix(list)?.strip_prefix('.')?.split('.').next()?;
    Some((list, number.parse().ok()?))
}
