//! The steps that all comparisons are made of, one character at a time.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

/// Latin letters that Unicode does not take apart, by what they are compared as.
const LATIN: &[(char, &str)] = &[
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ł', "l"),
    ('ŀ', "l"),
    ('ŉ', "n"),
    ('ŧ', "t"),
    ('þ', "th"),
];

/// Full-width ASCII as ASCII, and the wide and hard blanks as a blank.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        other => other,
    }
}

/// Adds a letter in lower case; a Latin one without its accents (Unicode, canonical decomposition).
pub(super) fn push_latin(out: &mut String, c: char) {
    match c {
        '\0'..='\x7f' => out.push(c),
        'À'..='ɏ' | 'Ḁ'..='ỿ' => {
            let letter = base(c);
            match LATIN.iter().find(|(listed, _)| *listed == letter) {
                Some((_, plain)) => out.push_str(plain),
                None => out.push(letter),
            }
        }
        // Lower-casing a capital with a dot leaves the dot as a mark.
        '\u{300}'..='\u{36f}' => {}
        _ => out.push(c),
    }
}

/// Adds a letter in lower case; a Latin or Greek one without its accents, a final sigma as any sigma.
pub(super) fn push_unaccented(out: &mut String, c: char) {
    match c {
        'ς' => out.push('σ'),
        'Ͱ'..='Ͽ' | 'ἀ'..='῿' => out.push(base(c)),
        _ => push_latin(out, c),
    }
}

/// Adds a letter in lower case as [`push_unaccented`]; letters of other scripts that people type in each
/// other's stead are one.
pub(super) fn push_as_typed(out: &mut String, c: char) {
    match c {
        'ё' => out.push('е'),
        'أ' | 'إ' | 'آ' => out.push('ا'),
        'ى' => out.push('ي'),
        'ة' => out.push('ه'),
        _ => push_unaccented(out, c),
    }
}

/// The letter that a letter with marks is made of.
fn base(c: char) -> char {
    const PARTS: CanonicalDecompositionBorrowed<'static> = CanonicalDecompositionBorrowed::new();
    let mut letter = c;
    loop {
        match PARTS.decompose(letter) {
            Decomposed::Default => return letter,
            Decomposed::Singleton(inner) | Decomposed::Expansion(inner, _) => letter = inner,
        }
    }
}

/// Whether nobody sees this character by itself: marks that sit on the letter before, hyphens and joiners that
/// spelling needs, and what is [stray](is_stray).
pub(crate) fn is_unseen(c: char) -> bool {
    is_stray(c)
        || matches!(c,
            '\u{ad}'
            | '\u{300}'..='\u{36f}'
            | '\u{5b0}'..='\u{5bd}'
            | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
            | '\u{610}'..='\u{61a}'
            | '\u{640}'
            | '\u{64b}'..='\u{657}'
            | '\u{659}'..='\u{65f}'
            | '\u{670}'
            | '\u{6d6}'..='\u{6dc}'
            | '\u{6e1}'..='\u{6e4}'
            | '\u{200b}'..='\u{200d}')
}

/// Whether nobody sees this character by itself and no word of a form is spelled with it: control and format
/// characters, marks of direction, variation selectors, fillers, tags, and marks for singing, phonetics and
/// symbols, or that belong into the letter before.
pub(super) fn is_stray(c: char) -> bool {
    if c.is_ascii() {
        return c.is_control() && !c.is_whitespace();
    }
    matches!(c,
        '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5af}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{658}'
        | '\u{6dd}' | '\u{6df}' | '\u{6e0}'
        | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{200e}' | '\u{200f}'
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
