//! Recipes: what worked on a form, for the next visit. Names of entries and fingerprints, never a value.
//!
//! The format is described in `docs/MEMORY.md`. A recipe says which entry a field took, or that it is left alone; what a
//! page may be given is decided elsewhere, as for every plan.

mod agreed;
mod file;
mod learn;
pub mod list;
mod look;
pub mod merge;
mod page;
mod replay;
mod set;

use serde::{Deserialize, Serialize};
use shared_types::{ProfileKey, Tier};

pub use agreed::{Agreed, Other};
pub use file::{Fault, Reason, is_digest, read, too_large, write};
pub use learn::{Held, Seen, Wrote, learn, of_pages, page_of};
pub(super) use look::words as words_of;
pub use look::{of as look_of, place_of, signature as signature_of};
pub use page::test_page;
pub use replay::{Decided, Recipes, Refusal, Relative, Replay, replay};
pub use set::{
    Advice, Kept, Listed, MOST, RecipeSet, Taught, keep, prints_of_page, prints_of_recipe, site_of,
};

/// The newest format that is read.
pub const SCHEMA: u32 = 1;
/// Fields of a recipe, at most.
pub const MAX_FIELDS: usize = 400;
/// Changes that are kept.
const MAX_HISTORY: usize = 50;
/// Failures in a row after which a recipe is used no longer.
const FAILURES: u32 = 2;

/// What worked on a form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Recipe {
    /// Its format: [`SCHEMA`].
    pub schema: u32,
    /// Goes up by one with each change.
    pub version: u32,
    /// The site.
    pub origin: String,
    /// Read-backs that failed in a row.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failures: u32,
    /// The pages of the form, in order.
    pub steps: Vec<Step>,
    /// What was changed, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Change>,
}

/// A page of a form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Step {
    /// Path of its address; `*` stands for a part that differs from visit to visit.
    pub path: String,
    /// Which fields it had.
    pub signature: String,
    /// The button that led on, or sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submit: Option<Submit>,
    /// Lists of the profile that its repeated sections were filled from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Repeat>,
    /// What its fields took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Known>,
}

/// The button that ended a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Submit {
    /// The button.
    pub fingerprint: String,
    /// A digest of where it sends to.
    pub target: String,
}

/// A list that sections of a page repeat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Repeat {
    /// `resume.experiences`, `resume.education`.
    pub list: String,
    /// How many of its entries were asked for.
    pub blocks: u32,
}

/// A field, and what it took.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Known {
    /// The field's fingerprint.
    pub fingerprint: String,
    /// A digest of what people read of it, the heading above included.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// A digest of what programmers call it; empty where that says nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub names: String,
    /// A digest of what explains it beside that: what stands in it, and what describes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more: String,
    /// What the rules took it for, as roles are spelled.
    pub role: String,
    /// How carefully it was handled.
    #[serde(default)]
    pub tier: Tier,
    /// The entry that it took, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<ProfileKey>,
    /// The same, of an entry that the person named: a digest of its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// Whether it took the person's answer to its own question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answer: bool,
    /// Whether it is left alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
    /// Whether nothing is known: what it took was no entry the last time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// How it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Way>,
}

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// At once.
    Set,
    /// As if pasted.
    Inserted,
    /// A letter after the other.
    Typed,
    /// By pressing.
    Pressed,
}

/// What a field takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// This entry.
    Key(ProfileKey),
    /// The entry of the person's own with a name of this digest.
    Own(String),
    /// The answer to its own question.
    Answer,
    /// Nothing.
    Leave,
    /// What the person says each time.
    Open,
}

/// A change of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Change {
    /// The version that it made.
    pub version: u32,
    /// When: seconds since 1970.
    pub at: u64,
    /// The field as it was before.
    pub before: Known,
}

impl Known {
    /// What it takes; `None` where that is not clear.
    pub fn used(&self) -> Option<Use> {
        let all = [
            self.key.clone().map(Use::Key),
            self.own.clone().map(Use::Own),
            self.answer.then_some(Use::Answer),
            self.leave.then_some(Use::Leave),
            self.open.then_some(Use::Open),
        ];
        let mut all = all.into_iter().flatten();
        all.next().filter(|_| all.next().is_none())
    }

    fn take(&mut self, used: Use) {
        (self.key, self.own, self.answer, self.leave, self.open) =
            (None, None, false, false, false);
        match used {
            Use::Key(key) => self.key = Some(key),
            Use::Own(digest) => self.own = Some(digest),
            Use::Answer => self.answer = true,
            Use::Leave => self.leave = true,
            Use::Open => self.open = true,
        }
    }
}

/// What an entry is called in a recipe: profile keys by their names, those that the person named by a digest.
pub fn use_of(key: &ProfileKey) -> Use {
    if key.as_str().starts_with("answers.") {
        Use::Answer
    } else if key.is_own() || key.in_named_address().is_some() {
        Use::Own(look::digest(&[key.as_str()]))
    } else {
        Use::Key(key.clone())
    }
}

impl Step {
    /// How many of its fields another page has.
    fn shared_with(&self, other: &Self) -> usize {
        let is_there = |known: &&Known| {
            other.fields.iter().any(|one| {
                one.fingerprint == known.fingerprint
                    || !one.words.is_empty() && one.words == known.words
            })
        };
        self.fields.iter().filter(is_there).count()
    }
}

impl Recipe {
    /// Whether it failed too often to be used.
    pub fn is_quarantined(&self) -> bool {
        self.failures >= FAILURES
    }

    /// What it wrote was read back, and held or did not. Two failures in a row quarantine it; a person's correction or a
    /// success after it was put back ends that.
    pub fn ended(&mut self, held: bool) {
        self.failures = if held { 0 } else { self.failures.saturating_add(1) };
    }

    /// The person corrected what a field takes: a new version. `at` is in seconds since 1970. Whether the recipe knows
    /// the field.
    pub fn correct(&mut self, fingerprint: &str, used: Use, at: u64) -> bool {
        let mut fields = self.steps.iter_mut().flat_map(|step| &mut step.fields);
        let Some(field) = fields.find(|field| field.fingerprint == fingerprint) else {
            return false;
        };
        let before = field.clone();
        field.take(used);
        if before == *field {
            return true;
        }
        self.version = self.version.saturating_add(1);
        self.failures = 0;
        self.history.push(Change { version: self.version, at, before });
        let more = self.history.len().saturating_sub(MAX_HISTORY);
        self.history.drain(..more);
        true
    }

    /// Whether another recipe is of the same form: at the same address, with fields in common.
    fn is_of(&self, other: &Self) -> bool {
        let is_known = |their: &Step| self.same_page(their).is_some();
        self.origin == other.origin && other.steps.first().is_some_and(is_known)
    }

    /// The page of this form that another one's is: that at the same address with the very fields, else with most of them
    /// in common. A form may show all of its pages at one address.
    fn same_page(&self, their: &Step) -> Option<usize> {
        let here = || self.steps.iter().enumerate().filter(|(_, own)| own.path == their.path);
        let exact = here().find(|(_, own)| own.signature == their.signature);
        let near = || {
            let shared = here().map(|(at, own)| (own.shared_with(their), at));
            shared.filter(|(shared, _)| *shared > 0).max().map(|(_, at)| at)
        };
        exact.map(|(at, _)| at).or_else(near)
    }

    /// What another visit to the form taught, or a file that the person took in: what a field takes now is a correction,
    /// what is new is added. `at` is in seconds since 1970. Whether something changed.
    pub fn extend(&mut self, fresh: &Self, at: u64) -> bool {
        let (version, before) = (self.version, self.steps.clone());
        for their in &fresh.steps {
            let own = self.same_page(their).and_then(|at| self.steps.get_mut(at));
            let Some(own) = own else {
                self.steps.push(their.clone());
                continue;
            };
            own.signature.clone_from(&their.signature);
            own.submit.clone_from(&their.submit);
            own.repeats.clone_from(&their.repeats);
            let mut corrected = Vec::new();
            for known in &their.fields {
                let Some(own) =
                    own.fields.iter_mut().find(|own| own.fingerprint == known.fingerprint)
                else {
                    if !known.open {
                        own.fields.push(known.clone());
                    }
                    continue;
                };
                let (used, was) = (known.used(), own.used());
                *own = known.clone();
                if let Some(was) = was.filter(|was| Some(was) != used.as_ref()) {
                    own.take(was);
                    corrected.extend(used.map(|used| (own.fingerprint.clone(), used)));
                }
            }
            for (fingerprint, used) in corrected {
                self.correct(&fingerprint, used, at);
            }
        }
        let is_other = self.steps != before;
        if is_other && self.version == version {
            self.version = self.version.saturating_add(1);
        }
        is_other
    }

    /// Puts a field back as it was before a version was made, as a new version. Whether that version is known.
    pub fn put_back(&mut self, version: u32, at: u64) -> bool {
        let made = self.history.iter().find(|change| change.version == version);
        let before = made.map(|change| change.before.clone());
        let put = before.and_then(|before| Some((before.fingerprint.clone(), before.used()?)));
        put.is_some_and(|(fingerprint, used)| self.correct(&fingerprint, used, at))
    }

    /// Whether a field is one of its own, be it by its place, its words or its name.
    pub fn knows(&self, field: &shared_types::Field) -> bool {
        let (words, names) = (look::words(field), look::names(field));
        self.fields().any(|known| {
            field.fingerprint.as_ref() == Some(&known.fingerprint)
                || !words.is_empty() && known.words == words
                || !names.is_empty() && known.names == names
        })
    }

    fn fields(&self) -> impl Iterator<Item = &Known> {
        self.steps.iter().flat_map(|step| &step.fields)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests;
