//! What people write beside fields, and what programmers name them: one table per language.
//!
//! A table is a text file: `role: phrase, phrase, …`, the role as it is spelled for everybody
//! ([`Role::as_str`](crate::role::Role::as_str)); an indented line goes on with the role above, `#` begins a remark. Phrases are
//! compared as [`crate::text::label_words`] leaves them (lower case, no diacritics, apostrophes and
//! hyphens as spaces), and as whole words:
//! - `strasse*` also stands at the beginning of a word, `*strasse` at its end, `*strasse*` anywhere:
//!   for compounds and inflections. Chinese, Japanese and Korean stand anywhere without saying so.
//! - `?word` is only a hint, for words that also mean other things.
//! - A phrase also matches as one word: `first name` finds `firstname`, too.
//! - Of overlapping matches the longest counts, so a phrase that means something else than its parts
//!   ("company name") needs only to be listed under its own role.
//!
//! To add a language, copy a file, translate it, and name it here with its BCP 47 tag; tests tell what
//! is misspelled or missing. English stays first: its words are in the names of fields everywhere, and
//! other tables need not repeat them. Roles that begin with `~` are hints: words that tell about the
//! form or the neighbours instead of the field; those that begin with `!` are senses ([`super::sense`]):
//! what is secret, sensitive, an agreement or a signature, looked for by themselves. A table that no labelled page of its language was
//! scored with says "Unmeasured" in its first line.

use super::cue::Topic;

/// A language's table.
pub(super) struct Language {
    /// Primary language subtag.
    pub(super) tag: &'static str,
    /// Its words.
    words: &'static str,
}

impl Language {
    /// The lines: a topic and the phrases that speak of it, separated by commas. A topic that does not
    /// exist is `None`.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Option<Topic>, &'static str)> {
        let mut topic = None;
        let lines = self.words.lines().filter(|line| !line.starts_with('#'));
        lines.map(move |line| match line.split_once(':') {
            Some((name, phrases)) => {
                topic = Topic::spelled(name);
                (topic, phrases)
            }
            None => (topic, line),
        })
    }
}

/// All languages. English is first.
pub(super) const LANGUAGES: &[Language] = &[
    Language { tag: "en", words: include_str!("en.txt") },
    Language { tag: "de", words: include_str!("de.txt") },
    Language { tag: "fr", words: include_str!("fr.txt") },
    Language { tag: "es", words: include_str!("es.txt") },
    Language { tag: "it", words: include_str!("it.txt") },
    Language { tag: "pt", words: include_str!("pt.txt") },
    Language { tag: "nl", words: include_str!("nl.txt") },
    Language { tag: "pl", words: include_str!("pl.txt") },
    Language { tag: "cs", words: include_str!("cs.txt") },
    Language { tag: "da", words: include_str!("da.txt") },
    Language { tag: "sv", words: include_str!("sv.txt") },
    Language { tag: "nb", words: include_str!("nb.txt") },
    Language { tag: "fi", words: include_str!("fi.txt") },
    Language { tag: "hu", words: include_str!("hu.txt") },
    Language { tag: "ro", words: include_str!("ro.txt") },
    Language { tag: "tr", words: include_str!("tr.txt") },
    Language { tag: "el", words: include_str!("el.txt") },
    Language { tag: "ru", words: include_str!("ru.txt") },
    Language { tag: "uk", words: include_str!("uk.txt") },
    Language { tag: "ja", words: include_str!("ja.txt") },
    Language { tag: "ko", words: include_str!("ko.txt") },
    Language { tag: "zh", words: include_str!("zh.txt") },
    Language { tag: "ar", words: include_str!("ar.txt") },
    Language { tag: "he", words: include_str!("he.txt") },
];
