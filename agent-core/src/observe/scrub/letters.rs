//! A text as values are found in it: its [`skeleton`](crate::text::skeleton), and where each letter of it stands
//! in the text.

use crate::text::{is_unseen, push_skeleton};

/// What stands for a part of a text that is never looked into and that no match spans.
pub(super) const WALL: char = '\0';

/// A letter or digit, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// As it is compared.
    pub(super) c: char,
    /// Position of the character in the text.
    pub(super) at: usize,
    /// Whether something that can be seen, or white space, stands between it and the one before.
    pub(super) after_gap: bool,
}

/// The letters and digits of a text; `is_wall` names the characters that are not looked into.
pub(super) fn letters(text: &[char], is_wall: impl Fn(usize) -> bool) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::with_capacity(text.len());
    let mut after_gap = true;
    let mut folded = String::new();
    for (at, &c) in text.iter().enumerate() {
        if is_wall(at) {
            if letters.last().is_none_or(|last| last.c != WALL) {
                letters.push(Letter { c: WALL, at, after_gap: true });
            }
            after_gap = true;
            continue;
        }
        if is_unseen(c) {
            continue;
        }
        folded.clear();
        push_skeleton(c, &mut folded);
        if folded.is_empty() {
            after_gap = true;
        }
        for c in folded.chars() {
            letters.push(Letter { c, at, after_gap });
            after_gap = false;
        }
    }
    letters
}

/// Whether a letter is of a script that is written without spaces, or with endings on names: Thai, Kana, Han,
/// Hangul (Unicode 17, blocks).
pub(super) fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_can_be_seen() {
        let text: Vec<char> = "a\u{ad}b c-d".chars().collect();
        let gaps: Vec<bool> =
            letters(&text, |_| false).iter().map(|letter| letter.after_gap).collect();
        assert_eq!(gaps, [true, false, true, true]);
    }
}
