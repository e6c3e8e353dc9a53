//! Corrections: what an act of the person's says of a single field. It holds digests, a label and the name of an entry.

use serde::{Deserialize, Serialize};
use shared_types::{Field, Tier};

use super::recipe::{Use, words_of};
use crate::gate::{self, Kind};

/// Whether people read the same of two fields.
pub fn read_alike(one: &Field, other: &Field) -> bool {
    words_of(one) == words_of(other)
}

/// What the person made of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// A digest of the field's words.
    pub(super) words: String,
    /// The field's label, for the list that the person sees.
    pub(super) label: String,
    /// What it takes by that; `open` for what could not be offered again, which only contradicts what was learned.
    pub(super) used: Use,
    /// Whether it is by what stood in the page, which a page can write itself; else by the person's act on a sheet.
    #[serde(default)]
    pub(super) by_page: bool,
}

impl Correction {
    /// Of a field, if anything may be learned of it. `is_clean` says whether a text holds nothing of the person's.
    pub fn of(field: &Field, used: Use, is_clean: impl Fn(&str) -> bool) -> Option<Self> {
        let texts = [Some(&field.label), field.group.as_ref(), field.section.as_ref()];
        let is_plain = texts.into_iter().flatten().all(|text| is_clean(text));
        let words = words_of(field);
        let is_barred = gate::is_agreement(field) || Kind::of_field(field).tier() == Tier::Secret;
        let may_be = !words.is_empty() && is_plain && !is_barred;
        may_be.then(|| Self { words, label: field.label.clone(), used, by_page: false })
    }

    /// The same by what stood in the page.
    pub fn in_page(self) -> Self {
        Self { by_page: true, ..self }
    }

    /// Whether it may be of this field, by its words.
    pub fn is_of(&self, field: &Field) -> bool {
        self.words == words_of(field)
    }
}
