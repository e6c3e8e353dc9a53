//! A text as it is shown to the person, wherever it comes from: without marks that turn its direction, without what
//! nobody sees, in lines of a bounded number and length. What a card says is what it looks like.
//!
//! Right-to-left text needs none of these marks: each text stands in an element of its own direction.

/// Characters of one text that are shown.
pub const MAX_SHOWN: usize = 4_000;
/// Lines of one text that are shown.
const MAX_LINES: usize = 200;
/// Marks on one letter that are shown.
const MAX_MARKS: usize = 3;

/// The text as it is shown.
pub fn shown(text: &str) -> String {
    cleaned(text, MAX_SHOWN, MAX_LINES)
}

/// A text of ours that is shown however long it is, such as all that is understood of a page.
pub fn shown_whole(text: &str) -> String {
    cleaned(text, usize::MAX, usize::MAX)
}

fn cleaned(text: &str, most: usize, most_lines: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    let (mut count, mut lines, mut marks) = (0, 1, 0);
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '\n' | '\t' | ' ' => c,
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' => '\n',
            c if is_turned_or_unseen(c) || c.is_control() => continue,
            // Joiners shape letters and emoji, and hide between others.
            '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => {
                let shapes = |c: &char| !c.is_ascii() && !is_mark(*c) && !is_joiner(*c);
                let next = chars.peek().is_none_or(|next| shapes(next) || c >= '\u{fe00}');
                if !(before.as_ref().is_some_and(shapes) && next) {
                    continue;
                }
                c
            }
            c if is_mark(c) => {
                marks += 1;
                if marks > MAX_MARKS || before.is_none_or(char::is_whitespace) {
                    continue;
                }
                c
            }
            c => c,
        };
        if !is_mark(c) {
            marks = 0;
        }
        lines += usize::from(c == '\n');
        count += 1;
        if count > most || lines > most_lines {
            out.push('…');
            break;
        }
        out.push(c);
        before = Some(c);
    }
    out
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Marks of direction (Unicode, Bidi_Control), format characters, fillers, tags, private use.
fn is_turned_or_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{61c}'
        | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{10ffff}')
}

/// Marks that are stacked on the letter before (Unicode blocks of combining marks).
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_shown_is_what_it_looks_like() {
        for (text, expected) in [
            ("Send application", "Send application"),
            ("Pay 10 \u{202e}€ 0001\u{202c}", "Pay 10 € 0001"),
            ("a\u{2066}b\u{2069}c\u{200f}d\u{61c}", "abcd"),
            ("so\u{ad}ft\u{200b}\u{feff}\u{2060}", "soft"),
            ("a\u{0}b\u{7}c\u{1b}[31m", "abc[31m"),
            ("one\r\ntwo\rthree\u{2028}four", "one\ntwo\nthree\nfour"),
            ("a\tb", "a\tb"),
            ("a\u{200d}b\u{200c}c", "abc"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("👩\u{200d}💻 ❤\u{fe0f}", "👩\u{200d}💻 ❤\u{fe0f}"),
            ("שלום, أهلاً", "שלום, أهلاً"),
            ("e\u{301}", "e\u{301}"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}"),
            ("\u{301}a \u{301}b", "a b"),
            ("tag\u{e0041}\u{e000}", "tag"),
            ("日本語 Ελληνικά", "日本語 Ελληνικά"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_texts_end() {
        let long = shown(&"x".repeat(MAX_SHOWN + 10));
        assert_eq!(long.chars().count(), MAX_SHOWN + 1);
        assert!(long.ends_with('…'));
        assert_eq!(shown(&"x".repeat(MAX_SHOWN)).chars().count(), MAX_SHOWN);
        let lines = shown(&"\n".repeat(MAX_LINES + 10));
        assert_eq!(lines.lines().count(), MAX_LINES);
    }

    proptest! {
        #[test]
        fn nothing_shown_turns_or_hides(text in any::<String>()) {
            let shown = shown(&text);
            prop_assert!(!shown.contains(is_turned_or_unseen));
            prop_assert!(!shown.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
            prop_assert_eq!(super::shown(&shown), shown);
        }
    }
}
