//! Countries, groups of countries and numbers of entries in a text.

use crate::places::{self, countries};

/// A country or a group of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Region {
    /// ISO 3166-1 alpha-2.
    Country(&'static str),
    /// The European Union.
    Eu,
    /// The European Economic Area.
    Eea,
    /// The Gulf Cooperation Council.
    Gcc,
    /// A place that the person's entries name, which the page shows to nobody but them: it reads as the key of the
    /// entry. Only with the entries at hand can be told which.
    Own,
}

const EU: &[&str] = &[
    "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV",
    "LT", "LU", "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE",
];
const EEA_ONLY: &[&str] = &["IS", "LI", "NO"];
const GCC: &[&str] = &["AE", "BH", "KW", "OM", "QA", "SA"];

impl Region {
    /// Whether a country is in it.
    pub(crate) fn has(self, country: &str) -> bool {
        match self {
            Self::Country(code) => code == country,
            Self::Eu => EU.contains(&country),
            Self::Eea => EU.contains(&country) || EEA_ONLY.contains(&country),
            Self::Gcc => GCC.contains(&country),
            Self::Own => false,
        }
    }

    /// The region of a name that stands alone.
    pub(crate) fn named(text: &str) -> Option<Self> {
        let trimmed = text.trim();
        group(trimmed).or_else(|| countries().code(trimmed).map(Self::Country))
    }
}

/// Groups of countries, and peoples, as forms call them, folded.
const GROUPS: &[(&str, Region)] = &[
    ("eu", Region::Eu),
    ("ue", Region::Eu),
    ("european union", Region::Eu),
    ("europaische union", Region::Eu),
    ("union europeenne", Region::Eu),
    ("union europea", Region::Eu),
    ("unione europea", Region::Eu),
    ("uniao europeia", Region::Eu),
    ("europese unie", Region::Eu),
    ("eea", Region::Eea),
    ("eee", Region::Eea),
    ("ewr", Region::Eea),
    ("european economic area", Region::Eea),
    ("gcc", Region::Gcc),
    ("gulf cooperation council", Region::Gcc),
    ("swiss", Region::Country("CH")),
    ("american", Region::Country("US")),
    ("british", Region::Country("GB")),
    ("canadian", Region::Country("CA")),
    ("australian", Region::Country("AU")),
    ("indian", Region::Country("IN")),
];

fn group(name: &str) -> Option<Region> {
    let name = crate::text::fold(name);
    GROUPS.iter().find(|(known, _)| *known == name).map(|(_, region)| *region)
}

/// Names of countries that are also words of a sentence count only in capital letters.
const SHORT: &[&str] = &["us", "uk", "uae", "eu", "eea", "gcc", "usa", "ue", "ewr", "eee"];
const LONGEST_SHORT: usize = 3;
/// Keys of entries that are places.
const PLACES: &[&str] = &[
    "address.country",
    "address.city",
    "address.state",
    "facts.citizenship",
    "facts.relocateWhere",
    "facts.birthPlace",
];
/// Words of the longest name.
const MAX_WORDS: usize = 5;

/// A text without the countries that it names, and those.
pub(super) fn take(text: &str) -> (String, Vec<Region>) {
    take_if(text, may_begin_a_region)
}

fn take_if(text: &str, may_begin: fn(&str) -> bool) -> (String, Vec<Region>) {
    // "EU/EEA/Swiss", "US-based".
    let spaced: String =
        text.chars().map(|c| if matches!(c, '/' | '-' | '–') { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest: Vec<&str> = Vec::new();
    let mut regions = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let most = if may_begin(word) { MAX_WORDS.min(words.len() - at) } else { 0 };
        let longest = (1..=most).rev();
        let found = longest.filter_map(|count| {
            let name = words.get(at..at + count)?.join(" ");
            Some((count, region_in_text(&name)?))
        });
        match found.take(1).next() {
            Some((count, region)) => {
                regions.push(region);
                at += count;
            }
            None => {
                rest.push(word);
                at += 1;
            }
        }
    }
    regions.sort_unstable();
    regions.dedup();
    (rest.join(" "), regions)
}

/// Whether what [`region_in_text`] knows may begin with this word. Most words of a text are soon told from those.
fn may_begin_a_region(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let starts = bare.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    word.contains("{{")
        || starts
            && (bare.chars().filter(|c| c.is_alphanumeric()).count() <= LONGEST_SHORT
                || begins_a_group(&crate::text::fold(bare))
                || countries().may_begin_with(bare))
}

/// `bare` is folded.
fn begins_a_group(bare: &str) -> bool {
    GROUPS.iter().any(|(name, _)| name.starts_with(bare))
}

fn region_in_text(name: &str) -> Option<Region> {
    let marked = name.split_once("{{").filter(|_| !name.contains(' '));
    if let Some(key) = marked.and_then(|(_, rest)| rest.split_once("}}")).map(|(key, _)| key) {
        return PLACES.contains(&key).then_some(Region::Own);
    }
    let bare = name.trim_matches(|c: char| !c.is_alphanumeric());
    let starts = bare.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
    if !starts {
        return None;
    }
    let letters: String = bare.chars().filter(|c| c.is_alphanumeric()).collect();
    if SHORT.contains(&letters.to_lowercase().as_str()) {
        let is_upper = letters.chars().all(char::is_uppercase);
        return is_upper.then(|| Region::named(&letters)).flatten();
    }
    // A code is no name in a sentence.
    if letters.chars().count() <= 3 {
        return None;
    }
    // Whoever lives in Georgia lives in one of two.
    Region::named(bare).filter(|_| places::states(bare, Some("US")).is_empty())
}

/// The number of an entry, from 0: "Referee 2" → 1.
pub(super) fn ordinal(text: &str) -> Option<usize> {
    let numbers =
        text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| word.parse::<usize>().ok());
    let mut small = numbers.filter(|number| (1..=9).contains(number));
    let first = small.next()?;
    small.next().is_none().then_some(first - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places;

    #[test]
    fn no_name_of_a_place_is_passed_over() {
        let groups = [
            "European Union",
            "Europäische Union",
            "Union européenne",
            "Unión Europea",
            "Unione europea",
            "União Europeia",
            "Europese Unie",
            "European Economic Area",
            "Gulf Cooperation Council",
            "EWR",
            "Swiss",
            "American",
            "British",
            "Canadian",
            "Australian",
            "Indian",
            "U.S.",
            "(UK)",
            "USA,",
            "{{address.country}}",
        ];
        for name in places::all_names().chain(groups) {
            // Of several words, and of those run together.
            let (rest, regions) = take_slowly(name);
            assert_eq!(take(name), (rest, regions), "{name}");
            let joined = name.replace(' ', "");
            assert_eq!(take(&joined), take_slowly(&joined), "{joined}");
        }
        assert_eq!(take("Republic of Korea").1, [Region::Country("KR")]);
        assert_eq!(take("the Netherlands").1, take("Netherlands").1);
    }

    /// As [`take`], of a text that is a name or none, without looking at how it begins.
    fn take_slowly(name: &str) -> (String, Vec<Region>) {
        take_if(name, |_| true)
    }
}
