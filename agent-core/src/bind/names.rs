//! Names of people: whole names from their parts and parts from whole names.
//!
//! Never guesses where a name cannot be divided with confidence: a single word, or CJK writing whose
//! family name is not recognised, has no parts.

use crate::language::{self, List, has};

/// The parts of a whole name. Titles and suffixes are in none of them.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct NameParts {
    pub(super) given: String,
    pub(super) middle: String,
    pub(super) family: String,
}

/// Joins the parts in the order of their writing.
pub(super) fn join(given: &str, middle: &str, family: &str) -> String {
    if is_cjk(given) && is_cjk(family) {
        return format!("{family}{middle}{given}");
    }
    [given, middle, family]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Divides a whole name; `None` when it cannot be divided with confidence.
pub(super) fn split(full: &str) -> Option<NameParts> {
    let full = full.trim();
    if is_cjk(full) {
        return split_cjk(full);
    }
    let inverted = full.split_once(',').filter(|(_, rest)| !rest.split_whitespace().all(is_suffix));
    if let Some((family, rest)) = inverted {
        let mut given = rest.split_whitespace().filter(|word| !is_title(word));
        let first = given.next()?;
        return Some(NameParts {
            given: first.to_owned(),
            middle: given.collect::<Vec<_>>().join(" "),
            family: family.trim().to_owned(),
        });
    }
    let mut words: Vec<&str> =
        full.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    while words.len() > 2 && words.first().is_some_and(|word| is_title(word)) {
        words.remove(0);
    }
    while words.len() > 2 && words.last().is_some_and(|word| is_suffix(word)) {
        words.pop();
    }
    let (given, rest) = words.split_first()?;
    let (last, before) = rest.split_last()?;
    let family_at = before.iter().position(|word| is_particle(word)).unwrap_or(before.len());
    let (middle, particles) = before.split_at(family_at);
    Some(NameParts {
        given: (*given).to_owned(),
        middle: middle.join(" "),
        family: particles.iter().chain([last]).copied().collect::<Vec<_>>().join(" "),
    })
}

/// The title that a whole name begins with, without its full stop.
pub(super) fn title_of(full: &str) -> Option<&str> {
    let (first, rest) = full.trim().split_once(char::is_whitespace)?;
    (is_title(first) && !rest.trim().is_empty()).then(|| first.trim_end_matches('.'))
}

/// The first letter of each word, as a capital.
pub(super) fn initials(name: &str) -> String {
    name.split([' ', '-'])
        .filter_map(|word| word.chars().next())
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

fn split_cjk(full: &str) -> Option<NameParts> {
    let (family, given) = match full.split_once([' ', '\u{3000}', '・']) {
        Some((family, given)) => (family, given.trim()),
        None => {
            let length = family_length(full)?;
            let at = full.char_indices().nth(length).map(|(at, _)| at)?;
            full.split_at(at)
        }
    };
    Some(NameParts { given: given.to_owned(), middle: String::new(), family: family.to_owned() })
}

/// How many characters of an undivided CJK name are the family name, if that can be told.
fn family_length(name: &str) -> Option<usize> {
    let length = name.chars().count();
    if length > 2 && language::words(List::FamilyName).iter().any(|family| name.starts_with(family))
    {
        return Some(2);
    }
    let first = name.chars().next()?;
    let known = has(List::FamilyCharacter, first.encode_utf8(&mut [0; 4])) || is_hangul(first);
    ((2..=3).contains(&length) && known).then_some(1)
}

/// Whether a text is written in Han, kana or Hangul throughout.
pub(super) fn is_cjk(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some()
        && letters.all(|c| {
            is_hangul(c)
                || matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
        })
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

fn is_particle(word: &str) -> bool {
    has(List::NameParticle, word) || has(List::NameParticleCapital, word)
}

fn is_title(word: &str) -> bool {
    has(List::NameTitle, &bare(word))
}

fn is_suffix(word: &str) -> bool {
    has(List::NameSuffix, &bare(word))
}

fn bare(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(full: &str, expected: Option<(&str, &str, &str)>) {
        let parts = split(full);
        let found =
            parts.as_ref().map(|p| (p.given.as_str(), p.middle.as_str(), p.family.as_str()));
        assert_eq!(found, expected, "{full}");
    }

    #[test]
    fn whole_names_are_divided() {
        check("Ada Lovelace", Some(("Ada", "", "Lovelace")));
        check("John Ronald Reuel Tolkien", Some(("John", "Ronald Reuel", "Tolkien")));
        check("Ludwig van Beethoven", Some(("Ludwig", "", "van Beethoven")));
        check("Vincent Willem van Gogh", Some(("Vincent", "Willem", "van Gogh")));
        check("Robert De Niro", Some(("Robert", "", "De Niro")));
        check("Oscar de la Hoya", Some(("Oscar", "", "de la Hoya")));
        check("Maria dos Santos Silva", Some(("Maria", "", "dos Santos Silva")));
        check("Ben Stiller", Some(("Ben", "", "Stiller")));
        check("Dr. Martin Luther King Jr.", Some(("Martin", "Luther", "King")));
        check("Sammy Davis, Jr.", Some(("Sammy", "", "Davis")));
        check("Curie, Marie Salomea", Some(("Marie", "Salomea", "Curie")));
        check("Madonna", None);
        check("", None);
        check("王小明", Some(("小明", "", "王")));
        check("欧阳娜娜", Some(("娜娜", "", "欧阳")));
        check("山田 太郎", Some(("太郎", "", "山田")));
        check("山田太郎", None);
        check("김민수", Some(("민수", "", "김")));
    }

    #[test]
    fn parts_are_joined() {
        assert_eq!(join("Ada", "", "Lovelace"), "Ada Lovelace");
        assert_eq!(join("Timothy", "John", "Berners-Lee"), "Timothy John Berners-Lee");
        assert_eq!(join("小明", "", "王"), "王小明");
        assert_eq!(join("Ada", "", ""), "Ada");
    }

    #[test]
    fn titles_and_initials_are_found() {
        assert_eq!(title_of("Dr. Emily Johnson"), Some("Dr"));
        assert_eq!(title_of("Emily Johnson"), None);
        assert_eq!(initials("Jean-Luc Marie"), "JLM");
    }
}
