//! The days of a month in words, in the languages of [`crate::language`]; Chinese and Japanese have numerals of
//! their own ([`super::dates`]).

use std::sync::OnceLock;

use crate::{
    language::{List, rows},
    text::skeleton,
};

/// Letters by which a word may go on: endings of ordinals and of cases.
const ENDING: usize = 4;

/// Whether letters, as they are compared, say this day of a month, 1 to 31, in some language.
pub(super) fn may_say_day(letters: &str, day: u8) -> bool {
    static WORDS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let rows: Vec<Vec<&str>> = rows(List::DaysInWords).collect();
        let of_day = |day: usize| {
            let listed = rows.iter().filter_map(|row| row.get(day));
            listed.flat_map(|words| words.split('/')).map(skeleton).collect()
        };
        (0..31).map(of_day).collect()
    });
    let words = usize::from(day).checked_sub(1).and_then(|at| words.get(at));
    words.into_iter().flatten().any(|word| {
        letters.strip_prefix(word.as_str()).is_some_and(|rest| rest.chars().count() <= ENDING)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_in_words() {
        for (text, day) in [
            ("first", 1),
            ("twenty-seventh", 27),
            ("Siebenundzwanzigsten", 27),
            ("vingt-sept", 27),
            ("dwudziestego siódmego", 27),
            ("двадцать седьмого", 27),
            ("이십칠", 27),
            ("thirty-first", 31),
        ] {
            assert!(may_say_day(&skeleton(text), day), "{text}");
            assert!(
                !may_say_day(&skeleton(text), day - 1) && !may_say_day(&skeleton(text), 0),
                "{text}"
            );
        }
        assert!(!may_say_day("secondhanded", 2) && !may_say_day("", 2) && !may_say_day("x", 32));
    }
}
