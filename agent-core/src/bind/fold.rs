//! Texts made comparable: case, diacritics, punctuation and width do not count.

/// Letters with marks, by the letters they are compared as.
const LETTERS: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ("c", "çćĉċč"),
    ("d", "ďđ"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįıǐịỉ"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŉ"),
    ("o", "òóôõöøōŏőǒọỏốồổỗộơớờởỡợ"),
    ("r", "ŕŗř"),
    ("s", "śŝşšș"),
    ("t", "ţťŧț"),
    ("u", "ùúûüũūŭůűųǔụủưứừửữự"),
    ("w", "ŵ"),
    ("y", "ýÿŷỳỵỷỹ"),
    ("z", "źżž"),
    ("ae", "æ"),
    ("oe", "œ"),
    ("ss", "ß"),
    ("th", "þ"),
    ("d", "ð"),
];

/// Lower case, without diacritics and punctuation, words separated by one space. `camelCase` is
/// divided; `+ # < > %` stay, because C and C++ are not the same.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = ' ';
    for raw in text.chars() {
        let c = narrow(raw);
        if c.is_uppercase() && before.is_lowercase() {
            gap(&mut folded);
        }
        match c {
            '\''
            | '’'
            | '‘'
            | '`'
            | '´'
            | '\u{300}'..='\u{36f}'
            | '\u{ad}'
            | '\u{200b}'..='\u{200f}' => {}
            '&' => {
                gap(&mut folded);
                folded.push_str("and ");
            }
            '+' | '#' | '<' | '>' | '%' => folded.push(c),
            c if c.is_alphanumeric() => c.to_lowercase().for_each(|c| push_plain(&mut folded, c)),
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

/// Full-width ASCII as ASCII.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        other => other,
    }
}

fn gap(folded: &mut String) {
    if !folded.is_empty() && !folded.ends_with(' ') {
        folded.push(' ');
    }
}

pub(crate) fn push_plain(folded: &mut String, c: char) {
    if c.is_ascii() {
        folded.push(c);
        return;
    }
    match LETTERS.iter().find(|(_, marked)| marked.contains(c)) {
        Some((plain, _)) => folded.push_str(plain),
        // Lower-casing a capital with a dot leaves the dot as a mark.
        None if ('\u{300}'..='\u{36f}').contains(&c) => {}
        None => folded.push(c),
    }
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
