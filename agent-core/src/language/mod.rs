//! The words that people write beside fields and on buttons, and what programmers name fields: one table a
//! language, with every word of it that a rule looks for.
//!
//! A table is a text file called by its BCP 47 tag: lines of `name: phrase, phrase, …`. An indented line goes on
//! with the one above, `#` begins a remark; a phrase in quotation marks keeps the blanks in them. A line is of a
//! kind that its name says:
//! - `given-name:` has the words for a role, as the role is spelled for everybody.
//! - `~repeat:` has a hint: words that tell about the form or the neighbours instead of the field.
//! - `!passport:` has a sense: what is secret, sensitive, an agreement or a signature, looked for by itself.
//! - `+sponsor:` has what questions speak of, beyond what single fields are called ([`crate::question`]).
//! - `@submit:` has a [`List`] that some rule reads. These lines stand behind all others; where the order of the
//!   phrases means something, as of months, [`List`] says so.
//!
//! Phrases of roles, hints, senses and questions are compared as [`crate::text::label_words`] leaves them (lower case, no
//! diacritics, apostrophes and hyphens as spaces), and as whole words:
//! - `strasse*` also stands at the beginning of a word, `*strasse` at its end, `*strasse*` anywhere:
//!   for compounds and inflections. Chinese, Japanese and Korean stand anywhere without saying so.
//! - `?word` is only a hint, for words that also mean other things.
//! - A phrase also matches as one word: `first name` finds `firstname`, too.
//! - Of overlapping matches the longest counts, so a phrase that means something else than its parts
//!   ("company name") needs only to be listed under its own role.
//!
//! Phrases of lists have no such marks and are compared as [`List`] says of each. Folded means lower case and
//! without diacritics.
//!
//! To add a language, copy a file and translate it; nothing else names it, and the tests tell what is misspelled
//! or missing. English comes first: its words are in the names of fields everywhere, and other tables need not
//! repeat them. A table that no labelled page of its language was scored with says "Unmeasured" in its first line.

mod akin;
pub(crate) mod find;
mod lists;
mod table;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

pub(crate) use akin::akin;
pub(crate) use lists::List;
use table::phrases;
pub(crate) use table::{LANGUAGES, Language};

/// The lines of lists of all languages: which list, whose language, and the phrases. In the order of the lists.
static LINES: LazyLock<Vec<(List, &'static str, &'static str)>> = LazyLock::new(|| {
    let of = |language: &'static Language| {
        let known = language.lists().filter_map(|(name, line)| Some((List::named(name)?, line)));
        known.map(|(list, line)| (list, language.tag, line))
    };
    let mut lines: Vec<_> = LANGUAGES.iter().flat_map(of).collect();
    lines.sort_by_key(|(list, ..)| *list as usize);
    lines
});

/// The lines of a list, with their languages.
fn lines(list: List) -> impl Iterator<Item = (&'static str, &'static str)> {
    let start = LINES.partition_point(|line| (line.0 as usize) < list as usize);
    let lines = LINES.iter().skip(start).take_while(move |line| line.0 == list);
    lines.map(|(_, tag, line)| (*tag, *line))
}

/// Whether pages in this language (BCP 47) can be read: its words are in the tables.
pub(crate) fn is_known(lang: &str) -> bool {
    let tag = lang.split(['-', '_']).next().unwrap_or_default();
    LANGUAGES.iter().any(|language| language.tag.eq_ignore_ascii_case(tag))
}

/// The phrases of a list in all languages, sorted, each once.
pub(crate) fn words(list: List) -> &'static [&'static str] {
    static WORDS: [OnceLock<Vec<&'static str>>; List::ALL.len()] =
        [const { OnceLock::new() }; List::ALL.len()];
    let Some(words) = WORDS.get(list as usize) else { return &[] };
    words.get_or_init(|| {
        let mut words: Vec<&str> = lines(list).flat_map(|(_, line)| phrases(line)).collect();
        words.sort_unstable();
        words.dedup();
        words
    })
}

/// Whether a text is a phrase of a list, in any language.
pub(crate) fn has(list: List, text: &str) -> bool {
    words(list).binary_search(&text).is_ok()
}

/// The phrases of each line of a list, in their order; the languages follow each other as in [`LANGUAGES`].
pub(crate) fn rows(list: List) -> impl Iterator<Item = Vec<&'static str>> {
    lines(list).map(|(_, line)| phrases(line).collect())
}

/// As [`rows`], of one language.
pub(crate) fn rows_of(tag: &str, list: List) -> impl Iterator<Item = Vec<&'static str>> {
    lines(list).filter(move |(own, _)| *own == tag).map(|(_, line)| phrases(line).collect())
}

/// The phrases of a list in these languages.
pub(crate) fn words_of(tags: &[&str], list: List) -> Vec<&'static str> {
    let own = lines(list).filter(|(tag, _)| tags.contains(tag));
    own.flat_map(|(_, line)| phrases(line)).collect()
}

/// Whether a phrase stands anywhere in a text: it is of a script that leaves no blanks between words.
pub(crate) fn stands_anywhere(phrase: &str) -> bool {
    phrase.starts_with(crate::text::is_unspaced)
}
