//! Whether two texts say the same: their words, without case, accents, punctuation and width.

use super::{
    gap,
    letter::{is_unseen, narrow, push_latin},
};

/// The words in lower case, without the accents of Latin letters and without punctuation, separated by one
/// space. `camelCase` is divided, apostrophes join, `&` is *and*; `+ # < > %` stay, because C and C++ are not
/// the same. Letters of other scripts stay as they are: by this a value is given to a field, and ή is not η.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars().filter(|c| !is_unseen(*c)).map(narrow) {
        if c.is_uppercase() && before.is_lowercase() {
            gap(&mut folded);
        }
        match c {
            '\'' | '’' | '‘' | '`' | '´' => {}
            '&' => {
                gap(&mut folded);
                folded.push_str("and ");
            }
            '+' | '#' | '<' | '>' | '%' => folded.push(c),
            c if c.is_alphanumeric() => c.to_lowercase().for_each(|c| push_latin(&mut folded, c)),
            _ => gap(&mut folded),
        }
        before = c;
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// [`fold`] without spaces: `Part time`, `part-time` and `partTime` are one.
pub(crate) fn compact(text: &str) -> String {
    fold(text).replace(' ', "")
}

/// The words of [`fold`].
pub(crate) fn words(text: &str) -> Vec<String> {
    fold(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The digits, full-width ones as ASCII.
pub(crate) fn digits(text: &str) -> String {
    text.chars().map(narrow).filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_count_is_gone() {
        for (text, expected) in [
            ("Part-time", "part time"),
            ("partTime", "part time"),
            ("  Driver’s License ", "drivers license"),
            ("São Paulo", "sao paulo"),
            ("STRASSE / Straße", "strasse strasse"),
            ("Technology & IT", "technology and it"),
            ("C++", "c++"),
            ("Ｔｏｋｙｏ　１", "tokyo 1"),
            ("İstanbul", "istanbul"),
            ("— —", ""),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
        assert_eq!(compact("Ph.D."), "phd");
        assert_eq!(digits("(０１２) 34-5"), "012345");
    }
}
