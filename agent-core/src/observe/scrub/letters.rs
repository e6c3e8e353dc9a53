//! A text as it is compared: its letters and digits alone, in one case, one width, one alphabet's digits,
//! without marks and without what nobody sees; and where each of them stands in the text.

use crate::bind::fold::{narrow, push_plain};

/// What stands for a part of a text that is never looked into and that no match spans.
pub(super) const WALL: char = '\0';

/// Zeros of the decimal digits of other scripts (Unicode 17, general category Nd; the nine follow).
const ZEROS: &[u32] = &[
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0x2080, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60, 0x16ac0,
    0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950,
    0x1fbf0,
];

/// Letters of other alphabets that look like Latin ones, by these.
const LOOK_ALIKES: &[(char, &str)] = &[
    ('a', "аαɑ"),
    ('c', "сϲ"),
    ('e', "еεё"),
    ('h', "һ"),
    ('i', "іιїıɩ"),
    ('j', "ј"),
    ('k', "кκ"),
    ('l', "ӏ"),
    ('n', "ո"),
    ('o', "оοօ"),
    ('p', "рρ"),
    ('s', "ѕ"),
    ('u', "υս"),
    ('v', "νѵ"),
    ('w', "ԝ"),
    ('x', "хχ"),
    ('y', "уγ"),
    ('t', "τ"),
];

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
        fold(c, &mut folded);
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

/// The letters and digits of a text, as they are compared.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_unseen(*c)) {
        fold(c, &mut out);
    }
    out
}

fn fold(c: char, out: &mut String) {
    if c.is_ascii() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        }
        return;
    }
    if let Some(digit) = digit(c) {
        out.push(digit);
        return;
    }
    let c = styled(narrow(c));
    if !c.is_alphanumeric() {
        return;
    }
    for c in c.to_lowercase() {
        let from = out.len();
        push_plain(out, c);
        let alone = out.get(from..).and_then(|added| {
            let mut chars = added.chars();
            chars.next().filter(|_| chars.next().is_none())
        });
        if let Some(latin) = alone.and_then(latin) {
            out.truncate(from);
            out.push(latin);
        }
    }
}

fn latin(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let accents: &[(char, char)] = &[
        ('ά', 'a'),
        ('έ', 'e'),
        ('ί', 'i'),
        ('ό', 'o'),
        ('ύ', 'u'),
        ('ή', 'η'),
        ('ώ', 'ω'),
        ('й', 'и'),
        ('ς', 'σ'),
        ('أ', 'ا'),
        ('إ', 'ا'),
        ('آ', 'ا'),
    ];
    let plain = accents.iter().find(|(marked, _)| *marked == c).map(|(_, plain)| *plain);
    LOOK_ALIKES.iter().find(|(_, others)| others.contains(c)).map(|(latin, _)| *latin).or(plain)
}

/// The ASCII digit of a decimal digit of any script, raised, lowered and circled ones included.
fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let value = match code {
        0xb2 => 2,
        0xb3 => 3,
        0xb9 => 1,
        0x2070 => 0,
        0x2074..=0x2079 => code - 0x2070,
        0x2460..=0x2468 => code - 0x2460 + 1,
        0x24ea => 0,
        _ => {
            let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
            code - zero
        }
    };
    char::from_digit(value, 10)
}

/// Letters of mathematics (Unicode block 1D400) and in circles, as plain ones.
fn styled(c: char) -> char {
    let code = u32::from(c);
    let latin = match code {
        0x1d400..=0x1d6a3 => (code - 0x1d400) % 52,
        0x24b6..=0x24e9 => (code - 0x24b6) % 26,
        _ => return c,
    };
    let base = if latin < 26 { u32::from('a') } else { u32::from('a') - 26 };
    char::from_u32(base + latin).unwrap_or(c)
}

/// Whether nobody sees this character by itself: format characters, joiners, marks of direction, variation
/// selectors, fillers, and marks that sit on the letter before.
pub(super) fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5bd}'
        | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{600}'..='\u{605}'
        | '\u{610}'..='\u{61a}'
        | '\u{61c}'
        | '\u{640}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{6d6}'..='\u{6dd}'
        | '\u{6df}'..='\u{6e4}'
        | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}' | '\u{309a}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || c.is_control() && !c.is_whitespace()
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
    fn what_looks_alike_is_alike() {
        for (text, expected) in [
            ("Ada Lovelace", "adalovelace"),
            ("A\u{ad}d\u{200b}a", "ada"),
            ("ÁDÀ", "ada"),
            ("A\u{301}da", "ada"),
            ("Ａｄａ　１２", "ada12"),
            ("٤٩٢٩", "4929"),
            ("४९²③₄", "49234"),
            ("𝐀𝗱𝘢 𝟙𝟐", "ada12"),
            ("Ⓐⓓⓐ", "ada"),
            ("Аdа", "ada"),
            ("Straße", "strasse"),
            ("\u{202e}ada\u{202c}", "ada"),
            ("مُحَمَّد", "محمد"),
            ("山田", "山田"),
            ("a\u{0}b", "ab"),
        ] {
            assert_eq!(folded(text), expected, "{text:?}");
        }
    }

    #[test]
    fn gaps_are_what_can_be_seen() {
        let text: Vec<char> = "a\u{ad}b c-d".chars().collect();
        let gaps: Vec<bool> =
            letters(&text, |_| false).iter().map(|letter| letter.after_gap).collect();
        assert_eq!(gaps, [true, false, true, true]);
    }
}
