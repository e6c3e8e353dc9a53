//! Texts of a page made comparable with the word tables: lower case, no diacritics, no marks, words
//! separated by one space. Identifiers are divided where their case or digits change.

use crate::bind::fold::{narrow, push_plain};

/// Characters of a text that are looked at. What a label asks for is said at its beginning.
const LIMIT: usize = 300;

/// A text's words, separated by one space. `firstName2` → `first name 2`, `CCNumber` → `cc number`,
/// `l’adresse` → `l adresse`.
pub(super) fn normalise(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len().min(LIMIT) + 8);
    let mut chars = raw.chars().take(LIMIT).map(narrow).peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        if !c.is_ascii() && is_mark(c) {
            continue;
        }
        if divides(before, c, chars.peek().copied()) {
            gap(&mut out);
        }
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            c.to_lowercase().for_each(|c| push(&mut out, c));
        } else if is_sign(c) {
            gap(&mut out);
            out.push(c);
            gap(&mut out);
        } else {
            gap(&mut out);
        }
        before = c;
    }
    out.truncate(out.trim_end().len());
    out
}

/// Signs that mean something by themselves: `№`, `#`, `+` (dial codes), `º`, `@`, `〒`.
fn is_sign(c: char) -> bool {
    matches!(c, '№' | '#' | '+' | '@' | '〒')
}

/// What is not seen: combining and Arabic vowel marks, zero-width and direction marks, soft hyphens.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36f}'
            | '\u{ad}'
            | '\u{591}'..='\u{5c7}'
            | '\u{610}'..='\u{61a}'
            | '\u{640}'
            | '\u{64b}'..='\u{65f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// Whether a word ends between `before` and `c`.
fn divides(before: char, c: char, next: Option<char>) -> bool {
    if before.is_ascii_lowercase() && c.is_ascii_lowercase() {
        return false;
    }
    let digit_edge = before.is_alphanumeric()
        && c.is_alphanumeric()
        && before.is_ascii_digit() != c.is_ascii_digit();
    let camel = before.is_lowercase() && c.is_uppercase();
    let acronym_end =
        before.is_uppercase() && c.is_uppercase() && next.is_some_and(char::is_lowercase);
    digit_edge || camel || acronym_end
}

fn gap(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn push(out: &mut String, c: char) {
    match c {
        '\u{300}'..='\u{36f}' => {}
        'º' | 'ª' => out.push('o'),
        'ά' => out.push('α'),
        'έ' => out.push('ε'),
        'ή' => out.push('η'),
        'ί' | 'ϊ' | 'ΐ' => out.push('ι'),
        'ό' => out.push('ο'),
        'ύ' | 'ϋ' | 'ΰ' => out.push('υ'),
        'ώ' => out.push('ω'),
        'ς' => out.push('σ'),
        'ё' => out.push('е'),
        'أ' | 'إ' | 'آ' => out.push('ا'),
        'ى' => out.push('ي'),
        'ة' => out.push('ه'),
        '\u{80}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => push_plain(out, c),
        c => out.push(c),
    }
}

/// Whether words of this script are written without spaces between them.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// How many words a normalised text has; two characters of an unspaced script count as one.
pub(super) fn word_count(text: &str) -> f32 {
    let words = text.split(' ').filter(|word| !word.is_empty());
    if text.is_ascii() { words.count() as f32 } else { words.map(weight_of_word).sum() }
}

fn weight_of_word(word: &str) -> f32 {
    let unspaced = word.chars().filter(|&c| is_unspaced(c)).count();
    if unspaced == 0 { 1.0 } else { (unspaced as f32 / 2.0).max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_words() {
        for (raw, expected) in [
            ("First Name *", "first name"),
            ("firstName2", "first name 2"),
            ("CCNumber", "cc number"),
            ("billing[address1]", "billing address 1"),
            ("Complément d’adresse", "complement d adresse"),
            ("Straße", "strasse"),
            ("e\u{200b}mail\u{200f}", "email"),
            ("ΔΙΕΎΘΥΝΣΗ", "διευθυνση"),
            ("Ё-mail", "е mail"),
            ("お名前（全角）", "お名前 全角"),
            ("N° de téléphone", "n de telephone"),
            ("العنوان", "العنوان"),
        ] {
            assert_eq!(normalise(raw), expected, "{raw}");
        }
        assert_eq!(normalise(&"a".repeat(1_000_000)).len(), LIMIT);
        assert_eq!(word_count("郵便番号"), 2.0);
        assert_eq!(word_count("first name"), 2.0);
    }
}
