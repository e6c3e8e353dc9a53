//! Texts made comparable. Every comparison of texts is one of these (but for names of hosts, which `gate/host.rs`
//! compares by what looks alike), and each is made of the same steps, a character at a time ([`letter`]):
//!
//! | function | for | words | punctuation | letters |
//! |---|---|---|---|---|
//! | [`caseless`] | finding an element by a text that was read from the page | as they stand, one blank between | stays | only their case does not count |
//! | [`unaccented`] | looking for words on a button, where what stands beside them tells | as they stand | stays | Latin and Greek without accents |
//! | [`fold`] | whether two texts say the same | divided at signs and at `camelCase` | apostrophes vanish, `&` is *and*, `+ # < > %` stay | Latin without accents |
//! | [`label_words`] | finding phrases of the tables in labels and identifiers | divided at signs, digits and `camelCase` | apostrophes divide, `№ # + @ 〒` are words | as `unaccented`, and what people type in each other's stead |
//! | [`skeleton`] | finding a value in a text that may hide it | run together | vanishes | as `label_words`, and letters that look alike, digits of every script |
//!
//! The further down, the more is alike. What lets something through (a press without a yes, a value for a field)
//! compares no further down than it must; what holds something back may be as generous as it likes.
//!
//! In all but `caseless`, what nobody sees is not there ([`letter::is_unseen`]), and full-width letters, digits
//! and signs are ASCII's. ß is *ss*, œ *oe*, æ *ae*, ø and ö *o*, ı and İ *i*.

mod fold;
mod label;
mod letter;
mod skeleton;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use letter::is_stray;

pub(crate) use fold::{compact, digits, fold, words};
pub(crate) use label::{LIMIT as MAX_LABEL, is_unspaced, label_words, word_count};
pub(crate) use letter::{is_unseen, narrow};
pub(crate) use skeleton::{push_skeleton, skeleton};

/// White space collapsed to single blanks, none at the ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A text as it stands, in lower case and with white space collapsed.
pub(crate) fn caseless(text: &str) -> String {
    let lower = collapse(text).to_lowercase();
    // The dot that lower-casing İ leaves on an i.
    if lower.is_ascii() { lower } else { lower.replace("i\u{307}", "i") }
}

/// A text in lower case, without the accents of Latin and Greek letters and without what nobody sees.
/// Punctuation and white space stay, so that it can be told where a word begins and ends.
pub(crate) fn unaccented(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_unseen(*c)) {
        narrow(c).to_lowercase().for_each(|c| letter::push_unaccented(&mut out, c));
    }
    out
}

/// A text as it stands, and, where something [stray](letter::is_stray) is in it, divided there: a page may part
/// two words by it as well as hide one. For words that hold something back: found in either reading, they do.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let divided = text.contains(is_stray).then(|| Cow::Owned(text.replace(is_stray, " ")));
    std::iter::once(Cow::Borrowed(text)).chain(divided)
}

/// Ends a word.
fn gap(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}
