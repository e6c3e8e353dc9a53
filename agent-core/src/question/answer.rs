//! What texts of answers mean, where people and forms say the same in different words: kinds of employment, levels of a
//! language, degrees, and languages themselves.

use crate::{
    language::{self, List},
    text::{compact, fold, label_words},
};

use super::concept::{
    self,
    Concept::{self, *},
};

/// What a list of choices is about, by which two texts may mean the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    WorkMode,
    Employment,
    Marital,
    /// By rank, the lowest first.
    Education,
    /// By rank, the lowest first.
    Fluency,
    /// Levels of a security clearance, which are not told apart.
    Clearance,
}

impl Class {
    /// The highest rank of [`Self::Fluency`].
    pub(crate) const MOTHER_TONGUE: usize = 6;

    fn members(self) -> &'static [Concept] {
        match self {
            Self::WorkMode => &[Remote, Hybrid, OnSite],
            Self::Employment => {
                &[FullTime, PartTime, Internship, Freelance, Volunteer, Temporary, Permanent]
            }
            Self::Marital => &[Single, Married, Cohabiting, Divorced, Widowed],
            Self::Education => &[HighSchool, Associate, Bachelor, Master, Doctorate],
            Self::Fluency => {
                &[NoSkill, Basic, Intermediate, UpperIntermediate, Advanced, FluentLevel, Native]
            }
            Self::Clearance => &[ClearanceLevel],
        }
    }
}

/// Which members of a class a text names, by their place in it, in the order of the text.
pub(crate) fn classes(text: &str, of: Class) -> Vec<usize> {
    let members = of.members();
    let mut found: Vec<usize> = Vec::new();
    for hit in concept::find_in_any(&label_words(text)) {
        let place = members.iter().position(|member| *member == hit.topic);
        found.extend(place.filter(|place| !found.contains(place)));
    }
    found
}

/// Whether a text is nothing but what such a list of choices offers: "Contract", "Part-time", or refuses to say.
pub(crate) fn is_answer(text: &str) -> bool {
    if language::has(List::Declines, &compact(text)) {
        return true;
    }
    let words = label_words(text);
    let hits = concept::find_in_any(&words);
    let all = [
        Class::WorkMode,
        Class::Employment,
        Class::Marital,
        Class::Education,
        Class::Fluency,
        Class::Clearance,
    ];
    let is_member =
        |hit: &concept::Hit| all.iter().any(|class| class.members().contains(&hit.topic));
    let mut start = 0;
    !words.is_empty()
        && words.split(' ').all(|word| {
            let from = start;
            start += word.len() + 1;
            // A phrase that begins a word stands for all of it.
            hits.iter().any(|hit| is_member(hit) && hit.start <= from && from < hit.end)
        })
}

/// Whether a text is a degree and names nothing else by its word: alone, or followed by what it is in ("Master of Science").
pub(crate) fn is_degree(text: &str) -> bool {
    const LINKS: &[&str] =
        &["of", "in", "en", "de", "d", "em", "di", "der", "des", "van", "i", "w"];
    let words = label_words(text);
    let hits = concept::find_in_any(&words);
    let is_member = |hit: &&concept::Hit| Class::Education.members().contains(&hit.topic);
    let Some(first) = hits.iter().find(|hit| hit.start == 0 && is_member(hit)) else {
        return false;
    };
    // A phrase that begins a word stands for all of it.
    let rest = words.get(first.end..).unwrap_or_default();
    let rest = rest.find(' ').map_or("", |space| rest.get(space + 1..).unwrap_or_default());
    let rest = rest.strip_prefix("s ").unwrap_or(rest);
    let at = words.len() - rest.len();
    let is_named = hits.iter().any(|hit| hit.topic == Concept::Degree && hit.start == at);
    rest.is_empty() || is_named || rest.split(' ').next().is_some_and(|word| LINKS.contains(&word))
}

/// Names of languages with their codes, in all languages: `en english`.
fn tongues() -> impl Iterator<Item = (&'static str, &'static str)> {
    language::words(List::Tongue).iter().filter_map(|pair| pair.split_once(' '))
}

/// Codes of the languages that a text names.
pub(crate) fn languages_in(text: &str) -> Vec<&'static str> {
    let folded = format!(" {} ", fold(text));
    let mut found: Vec<(usize, &'static str)> = Vec::new();
    for (code, name) in tongues() {
        let is_unspaced = language::stands_anywhere(name);
        let wanted = if is_unspaced { name.to_owned() } else { format!(" {name} ") };
        if let Some(at) = folded.find(&wanted)
            && !found.iter().any(|(_, known)| *known == code)
        {
            found.push((at, code));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, code)| code).collect()
}

/// The language that a text is the name of, in whatever languages; what stands in brackets aside. `None` for one of its
/// kinds: "Swiss German" and "German Sign Language" are others.
pub(crate) fn language_named(text: &str) -> Option<&'static str> {
    let [code] = languages_in(text).try_into().ok()?;
    let plain = text.split(['(', '[']).next().unwrap_or_default();
    let mut rest = format!(" {} ", fold(plain));
    for (_, name) in tongues().filter(|(of, _)| *of == code) {
        let whole =
            if language::stands_anywhere(name) { name.to_owned() } else { format!(" {name} ") };
        rest = rest.replace(&whole, " ");
    }
    (!rest.chars().any(char::is_alphabetic)).then_some(code)
}

/// Whether a name of a person's own writing means the language of this code.
pub(crate) fn same_language(name: &str, code: &str) -> bool {
    languages_in(name) == [code]
}
