//! Letters and digits alone, as a person could read them: what looks alike is alike (in the sense of a
//! *skeleton* of Unicode's UTS 39). For finding what may be hidden: generous, and never for letting through.

use super::letter::{is_unseen, narrow, push_as_typed};

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
    ('e', "еε"),
    ('h', "һ"),
    ('i', "іιїɩ"),
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

/// The letters and digits of a text, run together: of one case, one width, one alphabet's digits, without marks,
/// look-alikes of Latin letters as these.
pub(crate) fn skeleton(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_unseen(*c)) {
        push_skeleton(c, &mut out);
    }
    out
}

/// Adds what a character is in a [`skeleton`]; nothing, if it is no letter and no digit.
pub(crate) fn push_skeleton(c: char, out: &mut String) {
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
        push_read(out, c);
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

/// Adds a letter in lower case, Cyrillic й as it is often typed, too.
fn push_read(out: &mut String, c: char) {
    match c {
        'й' => out.push('и'),
        _ => push_as_typed(out, c),
    }
}

/// The Latin letter that a letter looks like.
fn latin(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    LOOK_ALIKES.iter().find(|(_, others)| others.contains(c)).map(|(latin, _)| *latin)
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
            assert_eq!(skeleton(text), expected, "{text:?}");
        }
    }
}
