//! Words by which the same may be asked: "leave" and "quit", "how many" and "number of".
//!
//! A line of `akin/TAG.txt` has those of one meaning, separated by commas, as [`crate::text::label_words`] leaves them;
//! `#` begins a remark. A word may be in several lines. They are read by what remembers answers alone, which proposes an
//! answer by them and fills nothing: a line may be looser than one of `@alike`, which has words that are the same.

use super::table::phrases;

/// The lists by their languages' tags. A language without one is compared by its letters.
const LISTS: &[(&str, &str)] = &[
    ("de", include_str!("akin/de.txt")),
    ("en", include_str!("akin/en.txt")),
    ("es", include_str!("akin/es.txt")),
    ("fr", include_str!("akin/fr.txt")),
    ("it", include_str!("akin/it.txt")),
    ("nl", include_str!("akin/nl.txt")),
];

/// The phrases of each meaning of a language, with a number that no meaning of another language has.
pub(crate) fn akin(tag: &str) -> impl Iterator<Item = (u16, Vec<&'static str>)> {
    let all = LISTS.iter().flat_map(|(own, list)| list.lines().map(move |line| (*own, line)));
    let own = (0..).zip(all).filter(move |(_, (own, line))| *own == tag && !line.starts_with('#'));
    own.map(|(number, (_, line))| (number, phrases(line).collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LISTS, akin};
    use crate::{language::LANGUAGES, text::label_words};

    #[test]
    fn lists_are_of_known_languages_and_written_as_they_are_compared() {
        for (tag, _) in LISTS {
            assert!(LANGUAGES.iter().any(|language| language.tag == *tag), "{tag}");
            let mut rows = BTreeSet::new();
            for (_, row) in akin(tag) {
                let odd: Vec<&&str> =
                    row.iter().filter(|word| label_words(word) != **word).collect();
                assert!(odd.is_empty(), "{tag}: {odd:?} are not written as they are compared");
                let each: BTreeSet<&str> = row.iter().copied().collect();
                assert!(each.len() > 1 && each.len() == row.len(), "{tag}: {row:?}");
                assert!(rows.insert(each), "{tag}: {row:?} is there twice");
            }
        }
    }
}
