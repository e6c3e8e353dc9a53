//! Labels and identifiers of a page, made comparable with the phrases of the tables.

use super::{
    gap,
    letter::{is_unseen, narrow, push_as_typed},
};

/// Characters of a text that are looked at. What a label asks for is said at its beginning.
pub(crate) const LIMIT: usize = 300;

/// A text's words, separated by one space. `firstName2` → `first name 2`, `CCNumber` → `cc number`,
/// `l’adresse` → `l adresse`.
pub(crate) fn label_words(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len().min(LIMIT) + 8);
    let seen = raw.chars().take(LIMIT).filter(|c| !is_unseen(*c));
    let mut chars = seen.map(narrow).peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
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

fn push(out: &mut String, c: char) {
    match c {
        // Of numbers: N.º, 1ª.
        'º' | 'ª' => out.push('o'),
        _ => push_as_typed(out, c),
    }
}

/// Whether words of this script are written without spaces between them.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// How many words a normalised text has; two characters of an unspaced script count as one.
pub(crate) fn word_count(text: &str) -> f32 {
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
            assert_eq!(label_words(raw), expected, "{raw}");
        }
        assert_eq!(label_words(&"a".repeat(1_000_000)).len(), LIMIT);
        assert_eq!(word_count("郵便番号"), 2.0);
        assert_eq!(word_count("first name"), 2.0);
    }
}
