//! What people write beside fields, and what programmers name them: one table per language.
//!
//! A table is a list of `(role, "phrase, phrase, …")`. Phrases are compared as
//! [`super::text::normalise`] leaves them (lower case, no diacritics, apostrophes and hyphens as
//! spaces), and as whole words:
//! - `strasse*` also stands at the beginning of a word, `*strasse` at its end, `*strasse*` anywhere:
//!   for compounds and inflections. Chinese, Japanese and Korean stand anywhere without saying so.
//! - `?word` is only a hint, for words that also mean other things.
//! - A phrase also matches as one word: `first name` finds `firstname`, too.
//! - Of overlapping matches the longest counts, so a phrase that means something else than its parts
//!   ("company name") needs only to be listed under its own role.
//!
//! To add a language, copy a file, translate it, and name it here with its BCP 47 tag. English stays
//! first: its words are in the names of fields everywhere. Roles that begin with `~` ([`Role`]) are
//! hints: words that tell about the form or the neighbours instead of the field.

mod ar;
mod cs;
mod da;
mod de;
mod el;
mod en;
mod es;
mod fi;
mod fr;
mod he;
mod hu;
mod it;
mod ja;
mod ko;
mod nb;
mod nl;
mod pl;
mod pt;
mod ro;
mod ru;
mod sv;
mod tr;
mod uk;
mod zh;

use super::role::Role;

/// A role and the phrases that ask for it.
pub(super) type Words = &'static [(Role, &'static str)];

/// A language's table.
pub(super) struct Language {
    /// Primary language subtag.
    pub(super) tag: &'static str,
    /// Its words.
    pub(super) words: Words,
}

/// All languages. English is first.
pub(super) const LANGUAGES: &[Language] = &[
    Language { tag: "en", words: en::WORDS },
    Language { tag: "de", words: de::WORDS },
    Language { tag: "fr", words: fr::WORDS },
    Language { tag: "es", words: es::WORDS },
    Language { tag: "it", words: it::WORDS },
    Language { tag: "pt", words: pt::WORDS },
    Language { tag: "nl", words: nl::WORDS },
    Language { tag: "pl", words: pl::WORDS },
    Language { tag: "cs", words: cs::WORDS },
    Language { tag: "da", words: da::WORDS },
    Language { tag: "sv", words: sv::WORDS },
    Language { tag: "nb", words: nb::WORDS },
    Language { tag: "fi", words: fi::WORDS },
    Language { tag: "hu", words: hu::WORDS },
    Language { tag: "ro", words: ro::WORDS },
    Language { tag: "tr", words: tr::WORDS },
    Language { tag: "el", words: el::WORDS },
    Language { tag: "ru", words: ru::WORDS },
    Language { tag: "uk", words: uk::WORDS },
    Language { tag: "ja", words: ja::WORDS },
    Language { tag: "ko", words: ko::WORDS },
    Language { tag: "zh", words: zh::WORDS },
    Language { tag: "ar", words: ar::WORDS },
    Language { tag: "he", words: he::WORDS },
];
