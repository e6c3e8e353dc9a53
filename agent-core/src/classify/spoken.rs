//! The language of a page, by its words: pages often name none, or that of the program that made them.

use std::collections::BTreeSet;

use shared_types::Observation;

use super::matcher;
use crate::text::label_words;

/// Texts that are looked at; a long page says no more.
const TEXTS: usize = 120;
/// Letters of known words that there must be.
const FEWEST: usize = 16;
/// How much more of the texts its words cover than those of any other, and than those of the language that the page
/// names.
const CLEARLY: f32 = 1.5;
const AGAINST_NAMED: f32 = 2.0;

/// The language that a page's labels, headings and buttons are in, else the one that it names.
pub(super) fn spoken(page: &Observation) -> Option<u8> {
    let named = page.lang.as_deref().and_then(matcher::language);
    let covered = matcher::covered(&texts(page));
    let of = |language: u8| covered.get(usize::from(language)).copied().unwrap_or_default();
    let (best, most) = (0_u8..).zip(covered.iter().copied()).max_by_key(|(_, most)| *most)?;
    let others = (0_u8..).zip(covered.iter().copied()).filter(|(other, _)| *other != best);
    let second = others.map(|(_, sum)| sum).max().unwrap_or_default();
    let exceeds = |sum: usize, times: f32| {
        #[expect(clippy::cast_precision_loss, reason = "lengths of labels are small")]
        let exceeds = most as f32 >= sum as f32 * times;
        exceeds
    };
    let is_clear = most >= FEWEST && exceeds(second, CLEARLY);
    match named {
        Some(named) if named == best || !exceeds(of(named), AGAINST_NAMED) => Some(named),
        _ if is_clear => Some(best),
        named => named,
    }
}

/// What people read on a page, each text once, as words are compared.
fn texts(page: &Observation) -> BTreeSet<String> {
    let of_fields = page.fields.iter().flat_map(|field| {
        let more = [&field.group, &field.section].into_iter().flatten();
        [&field.label, &field.placeholder].into_iter().chain(more)
    });
    let of_buttons = page.buttons.iter().map(|button| &button.text);
    let texts = of_fields.chain(of_buttons).filter(|text| !text.trim().is_empty());
    texts.take(TEXTS).map(|text| label_words(text)).collect()
}
