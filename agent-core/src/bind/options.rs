//! Which of several choices a value means.
//!
//! From strict to loose: the same text, the same letters, the same meaning, a range that holds it, the
//! same words, nearly the same spelling. The first way that finds anything decides; if it finds more
//! than one, nothing is chosen. An option that only invites to choose is never chosen.

use super::{
    dates::{Date, Part},
    meaning, numbers, phone,
    text::part_of_role,
};
use crate::{
    language::{self, has},
    places::{self, State, countries},
    role::Role,
    text::{compact, fold, words},
};

/// One choice. A list that a page opens has texts only.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    pub(super) value: Option<&'a str>,
    pub(super) text: &'a str,
    pub(super) disabled: bool,
}

/// Why none was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Miss {
    /// None means the value.
    None,
    /// Several do, equally.
    Ambiguous,
}

/// What kind of thing is chosen, as far as the field says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    Country,
    State,
    Date(Part),
    CallingCode,
    Card,
    Gender,
    Title,
}

impl Kind {
    /// From a field's role.
    pub(super) fn of_role(role: Role) -> Self {
        match role {
            Role::Country | Role::CountryName => Self::Country,
            Role::AddressLevel1 => Self::State,
            Role::TelCountryCode => Self::CallingCode,
            Role::CcType => Self::Card,
            Role::Sex => Self::Gender,
            Role::HonorificPrefix => Self::Title,
            other => part_of_role(other).map_or(Self::Any, Self::Date),
        }
    }
}

/// A value to be found among choices.
pub(super) struct Wanted<'a> {
    /// The value as text, yes and no as words.
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    /// The person's country, to tell states and calling codes apart.
    pub(super) country: Option<&'static str>,
}

/// Edit distances that pass for the same word, by the length of the shorter text.
const SPELLINGS: &[(usize, usize)] = &[(10, 2), (5, 1)];

/// Percentage of the options that must be of a kind for a list without a role to count as one of it.
const SHARE_OF_KIND: usize = 60;

/// What it is worth, in percent of shared words, that one text begins with the other.
const SAME_START: usize = 10;

/// Values of options that stand for "nothing chosen yet", in letters and digits.
const HOLLOW_VALUES: &[&str] =
    &["", "0", "null", "undefined", "none", "default", "select", "choose", "placeholder", "na"];

/// Shortest text that is compared by words and spelling.
const SHORTEST_LOOSE: usize = 3;

/// Finds the one choice that means the value.
pub(super) fn pick(choices: &[Choice<'_>], wanted: &Wanted<'_>) -> Result<usize, Miss> {
    let list = List::new(choices);
    if fold(wanted.text).is_empty() {
        return list.exact(wanted.text);
    }
    let found = match wanted.kind {
        Kind::Date(part) => return list.date_part(wanted.text, part),
        Kind::CallingCode => return list.calling_code(wanted),
        Kind::Country if countries().code(wanted.text).is_some() => {
            return list.country(wanted.text);
        }
        Kind::State if !places::states(wanted.text, wanted.country).is_empty() => {
            return list.state(wanted);
        }
        Kind::Country | Kind::State => Err(Miss::None),
        Kind::Card => list.class(wanted.text, meaning::card),
        Kind::Gender => list.class(wanted.text, meaning::gender),
        Kind::Title => list.class(wanted.text, meaning::title),
        Kind::Any => Err(Miss::None),
    };
    match found {
        Err(Miss::None) => list.any(wanted),
        decided => decided,
    }
}

/// Finds the one choice that is spelled like the value, and nothing looser.
pub(super) fn spelled(choices: &[Choice<'_>], text: &str) -> Result<usize, Miss> {
    let list = List::new(choices);
    first_found(&[&|| list.exact(text), &|| list.same_letters(text)])
}

/// The choices that may be chosen, with their positions.
struct List<'a> {
    choices: Vec<(usize, Choice<'a>)>,
}

impl<'a> List<'a> {
    fn new(choices: &[Choice<'a>]) -> Self {
        let choices = choices
            .iter()
            .enumerate()
            .filter(|(at, choice)| !choice.disabled && !is_invitation(*at, choice))
            .map(|(at, choice)| (at, *choice))
            .collect();
        Self { choices }
    }

    fn any(&self, wanted: &Wanted<'_>) -> Result<usize, Miss> {
        let text = wanted.text;
        first_found(&[
            &|| self.exact(text),
            &|| self.same_letters(text),
            &|| self.same_date(text),
            &|| self.yes_or_no(text),
            &|| self.refusal(text),
            &|| self.guarded_class(text, meaning::gender),
            &|| self.guarded_class(text, meaning::title),
            &|| self.in_range(text),
        ])
        .or_else(|miss| match (miss, self.subject(wanted)) {
            (Miss::Ambiguous, _) => Err(miss),
            // Where the list is about countries, "Guinea" is never "Equatorial Guinea".
            (Miss::None, Kind::Country) => self.country(text),
            (Miss::None, Kind::State) => self.state(wanted),
            (Miss::None, Kind::Date(part)) => self.date_part(text, part),
            (Miss::None, _) => self.loosely(text),
        })
        .or_else(|miss| match miss {
            Miss::None => self.guarded_class(text, meaning::degree),
            several => Err(several),
        })
    }

    /// One body for all tests, for the size of the program.
    fn matching(&self, test: &dyn Fn(&Choice<'a>) -> bool) -> Result<usize, Miss> {
        let found: Vec<(usize, Choice<'a>)> =
            self.choices.iter().filter(|(_, choice)| test(choice)).copied().collect();
        let Some(((at, first), rest)) = found.split_first() else { return Err(Miss::None) };
        // The same choice offered twice (a country pinned to the top of its list) is one choice.
        let same = |other: &Choice<'_>| match (first.value, other.value) {
            (Some(a), Some(b)) => a == b && fold(first.text) == fold(other.text),
            _ => fold(first.text) == fold(other.text),
        };
        if rest.iter().all(|(_, other)| same(other)) { Ok(*at) } else { Err(Miss::Ambiguous) }
    }

    fn exact_text(&self, text: &str) -> Result<usize, Miss> {
        self.matching(&|choice| choice.text.trim() == text.trim() && !text.trim().is_empty())
    }

    fn exact(&self, text: &str) -> Result<usize, Miss> {
        self.exact_text(text).or_else(|miss| match miss {
            Miss::None => self.matching(&|choice| {
                choice
                    .value
                    .is_some_and(|value| value.trim() == text.trim() && !value.trim().is_empty())
            }),
            several => Err(several),
        })
    }

    fn same_letters(&self, text: &str) -> Result<usize, Miss> {
        let letters = compact(text);
        self.matching(&|choice| compact(choice.text) == letters).or_else(|miss| match miss {
            Miss::None => {
                self.matching(&|choice| choice.value.is_some_and(|value| compact(value) == letters))
            }
            several => Err(several),
        })
    }

    fn same_date(&self, text: &str) -> Result<usize, Miss> {
        match Date::parse(text, None) {
            Some(date) if date.month.is_some() => {
                self.matching(&|choice| Date::parse(choice.text, None) == Some(date))
            }
            _ => Err(Miss::None),
        }
    }

    /// Yes and no, in words of any language, as `true` and `false`, or as a statement and its opposite.
    fn yes_or_no(&self, text: &str) -> Result<usize, Miss> {
        let Some(yes) = meaning::polarity(text) else { return Err(Miss::None) };
        let by_text = self.matching(&|choice| meaning::polarity(choice.text) == Some(yes));
        if by_text != Err(Miss::None) {
            return by_text;
        }
        // What is chosen is what a person reads: a value that says otherwise, or a bare 1 behind words, is the page's own.
        let is_odd = |choice: &Choice<'_>| {
            let said = choice.value.and_then(meaning::polarity);
            said.is_some() && meaning::polarity(choice.text).is_some_and(|text| Some(text) != said)
        };
        if self.choices.iter().any(|(_, choice)| is_odd(choice)) {
            return Err(Miss::None);
        }
        let has_letters = |text: &str| text.chars().any(char::is_alphabetic);
        let of_value = |choice: &Choice<'_>| {
            let value =
                choice.value.filter(|value| has_letters(value) || !has_letters(choice.text));
            value.and_then(meaning::polarity)
        };
        let both = [true, false]
            .iter()
            .all(|side| self.choices.iter().any(|(_, c)| of_value(c) == Some(*side)));
        if both && self.choices.len() <= 3 {
            return self.matching(&|choice| of_value(choice) == Some(yes));
        }
        self.statement(yes)
    }

    /// "I am authorised" and "I am not authorised": yes is the one that is not negated.
    fn statement(&self, yes: bool) -> Result<usize, Miss> {
        let [(a_at, a), (b_at, b)] = self.choices.as_slice() else { return Err(Miss::None) };
        let (positive, negative, positive_text, negative_text) =
            match (meaning::is_negated(a.text), meaning::is_negated(b.text)) {
                (false, true) => (*a_at, *b_at, a.text, b.text),
                (true, false) => (*b_at, *a_at, b.text, a.text),
                _ => return Err(Miss::None),
            };
        let opposite = words(negative_text);
        let shared = words(positive_text)
            .iter()
            .filter(|word| word.len() > 3 && opposite.contains(word))
            .count();
        if shared == 0 {
            return Err(Miss::None);
        }
        Ok(if yes { positive } else { negative })
    }

    fn refusal(&self, text: &str) -> Result<usize, Miss> {
        if !meaning::declines(text) {
            return Err(Miss::None);
        }
        self.matching(&|choice| meaning::declines(choice.text))
    }

    /// The same class of meaning, by text, else by value.
    fn class(&self, text: &str, classes: fn(&str) -> Vec<&'static str>) -> Result<usize, Miss> {
        let meant = classes(text);
        if meant.is_empty() {
            return Err(Miss::None);
        }
        let exact = self.same_letters(text);
        if exact.is_ok() {
            return exact;
        }
        let shares = |other: &str| classes(other).iter().any(|class| meant.contains(class));
        self.matching(&|choice| shares(choice.text)).or_else(|miss| match miss {
            Miss::None => self.matching(&|choice| choice.value.is_some_and(shares)),
            several => Err(several),
        })
    }

    /// A class, when the list as a whole is about it: "m" is also a size.
    fn guarded_class(
        &self,
        text: &str,
        classes: fn(&str) -> Vec<&'static str>,
    ) -> Result<usize, Miss> {
        if classes(text).is_empty() {
            return Err(Miss::None);
        }
        let members =
            self.choices.iter().filter(|(_, choice)| !classes(choice.text).is_empty()).count();
        if members < 2 || members * 2 < self.choices.len() {
            return Err(Miss::None);
        }
        self.class(text, classes)
    }

    fn in_range(&self, text: &str) -> Result<usize, Miss> {
        let (quantity, wanted) = (numbers::quantity(text), numbers::span(text));
        if quantity.is_none() && wanted.is_none() {
            return Err(Miss::None);
        }
        let span_of = |choice: &Choice<'_>| numbers::span(choice.text);
        let spans = self.choices.iter().filter(|(_, choice)| span_of(choice).is_some()).count();
        if spans == 0 || spans * 2 < self.choices.len() {
            return Err(Miss::None);
        }
        let Some(quantity) = quantity else {
            return self.matching(&|choice| {
                span_of(choice).zip(wanted).is_some_and(|(span, wanted)| span.equals(&wanted))
            });
        };
        let holds = |choice: &Choice<'_>| span_of(choice).is_some_and(|span| span.holds(quantity));
        self.matching(&|choice| {
            holds(choice) && span_of(choice).is_some_and(|span| span.is_single())
        })
        .or_else(|miss| match miss {
            Miss::None => self.matching(&holds),
            several => Err(several),
        })
        .or_else(|miss| match miss {
            // "1 to 2", "2 to 4": where ranges meet, the one that begins there is meant.
            Miss::Ambiguous => self.matching(&|choice| {
                holds(choice) && span_of(choice).is_some_and(|span| span.begins_with(quantity))
            }),
            Miss::None => Err(Miss::None),
        })
    }

    /// What a list is about that the value is known as: countries, states, months.
    fn subject(&self, wanted: &Wanted<'_>) -> Kind {
        let mostly = |is_one: &dyn Fn(&str) -> bool| {
            let count = self.choices.iter().filter(|(_, choice)| is_one(choice.text)).count();
            self.choices.len() >= 3 && count * 100 >= SHARE_OF_KIND * self.choices.len()
        };
        if meaning::month_of_word(wanted.text).is_some() && mostly(&|text| month_in(text).is_some())
        {
            return Kind::Date(Part::Month);
        }
        let countries = countries();
        if countries.code(wanted.text).is_some()
            && mostly(&|text| countries.code_in_option(text).is_some())
        {
            return Kind::Country;
        }
        let meant = places::states(wanted.text, wanted.country);
        let inside = |country: &'static str| {
            mostly(&|text| !places::states_in_option(text, Some(country)).is_empty())
        };
        if meant.iter().any(|(country, _)| inside(country)) {
            return Kind::State;
        }
        Kind::Any
    }

    /// By what the options are called, in any way; then by code; nothing looser.
    fn country(&self, text: &str) -> Result<usize, Miss> {
        let countries = countries();
        let Some(code) = countries.code(text) else { return Err(Miss::None) };
        let spelled = first_found(&[&|| self.exact_text(text), &|| self.same_letters(text)]);
        if spelled != Err(Miss::None) {
            return spelled;
        }
        let by_text = self.matching(&|choice| countries.code_in_option(choice.text) == Some(code));
        if by_text != Err(Miss::None) {
            return by_text;
        }
        // A text in a language that is not known here: the value may be a code, if its text is not
        // understood as another country.
        self.matching(&|choice| {
            let number = countries.number(code);
            countries.code_in_option(choice.text).is_none()
                && choice.value.is_some_and(|value| {
                    countries.by_iso(value) == Some(code)
                        || countries.code(value) == Some(code)
                        || Some(value) == number
                })
        })
    }

    /// By what the options are called, in any way; then by code; nothing looser.
    fn state(&self, wanted: &Wanted<'_>) -> Result<usize, Miss> {
        let spelled =
            first_found(&[&|| self.exact_text(wanted.text), &|| self.same_letters(wanted.text)]);
        if spelled != Err(Miss::None) {
            return spelled;
        }
        let meant = places::states(wanted.text, wanted.country);
        let Some(country) = self.likeliest_country(&meant) else { return Err(Miss::None) };
        let meant: Vec<State> = meant.into_iter().filter(|(of, _)| *of == country).collect();
        let shares = |text: &str| {
            places::states_in_option(text, Some(country)).iter().any(|state| meant.contains(state))
        };
        self.matching(&|choice| shares(choice.text)).or_else(|miss| match miss {
            Miss::None => self.matching(&|choice| choice.value.is_some_and(shares)),
            several => Err(several),
        })
    }

    /// Of the countries that a state may be in, the one whose states the list has most of.
    fn likeliest_country(&self, meant: &[State]) -> Option<&'static str> {
        let offered = |country: &str| {
            self.choices
                .iter()
                .filter(|(_, choice)| {
                    !places::states_in_option(choice.text, Some(country)).is_empty()
                        || choice
                            .value
                            .is_some_and(|value| !places::states(value, Some(country)).is_empty())
                })
                .count()
        };
        meant.iter().map(|(country, _)| *country).max_by_key(|country| offered(country))
    }

    /// A day, a month or a year.
    fn date_part(&self, text: &str, part: Part) -> Result<usize, Miss> {
        match part {
            Part::Month => {
                let Some(month) = month_in(text) else { return Err(Miss::None) };
                self.month(month)
            }
            Part::Day | Part::Year => {
                let Ok(number) = text.trim().parse::<u16>() else { return Err(Miss::None) };
                let same = |text: &str| {
                    let is_sign =
                        |c: char| has(language::List::DayOrYearSign, c.encode_utf8(&mut [0; 4]));
                    let text = text.trim().trim_end_matches(|c| c == '.' || c == ' ' || is_sign(c));
                    text.parse::<u16>().is_ok_and(|other| {
                        other == number
                            || (part == Part::Year && text.len() == 2 && other == number % 100)
                    })
                };
                self.matching(&|choice| same(choice.text)).or_else(|miss| match miss {
                    Miss::None => self.matching(&|choice| choice.value.is_some_and(same)),
                    several => Err(several),
                })
            }
        }
    }

    /// By name or number in the text; else by value, counted from 1 or 0; else by position among twelve.
    fn month(&self, month: u8) -> Result<usize, Miss> {
        let by_text = self.matching(&|choice| month_in(choice.text) == Some(month));
        if by_text != Err(Miss::None) {
            return by_text;
        }
        let value_of =
            |choice: &Choice<'_>| choice.value.and_then(|value| value.trim().parse::<u8>().ok());
        let values: Vec<u8> =
            self.choices.iter().filter_map(|(_, choice)| value_of(choice)).collect();
        if values.len() == self.choices.len() && !values.is_empty() {
            let from_zero = values.contains(&0) && !values.contains(&12);
            return self.matching(&|choice| {
                value_of(choice) == Some(if from_zero { month - 1 } else { month })
            });
        }
        if self.choices.len() == 12 {
            return self.choices.get(usize::from(month) - 1).map(|(at, _)| *at).ok_or(Miss::None);
        }
        Err(Miss::None)
    }

    fn calling_code(&self, wanted: &Wanted<'_>) -> Result<usize, Miss> {
        let countries = countries();
        let country = wanted.country.or_else(|| countries.code(wanted.text));
        let code =
            phone::code_in_text(wanted.text).or_else(|| country.and_then(phone::code_of_country));
        let Some(code) = code else { return Err(Miss::None) };
        // A shared code is told apart by the person's country, else it is the main one's.
        let country = country
            .filter(|country| phone::code_of_country(country) == Some(code))
            .or_else(|| phone::country_of_code(code));
        let country_of = |choice: &Choice<'_>| {
            let name: String =
                choice.text.chars().filter(|c| !c.is_ascii_digit() && *c != '+').collect();
            countries
                .code_in_option(&name)
                .or_else(|| choice.value.and_then(|value| countries.by_iso(value)))
        };
        let code_of = |choice: &Choice<'_>| {
            phone::code_in_text(choice.text).or_else(|| choice.value.and_then(phone::code_in_text))
        };
        let by_code = self.matching(&|choice| code_of(choice) == Some(code));
        match by_code {
            Err(Miss::Ambiguous) => self
                .matching(&|choice| code_of(choice) == Some(code) && country_of(choice) == country),
            Err(Miss::None) => {
                self.matching(&|choice| code_of(choice).is_none() && country_of(choice) == country)
            }
            found => found,
        }
    }

    /// The words of one are in the other, the best unique share winning; else nearly the same spelling.
    fn loosely(&self, text: &str) -> Result<usize, Miss> {
        let wanted = ComparableText::new(text);
        if wanted.letters.chars().count() < SHORTEST_LOOSE || meaning::polarity(text).is_some() {
            return Err(Miss::None);
        }
        let texts: Vec<(usize, ComparableText)> = self
            .choices
            .iter()
            .map(|(at, choice)| (*at, ComparableText::new(choice.text)))
            .collect();
        let values: Vec<(usize, ComparableText)> = self
            .choices
            .iter()
            .filter_map(|(at, choice)| Some((*at, ComparableText::new(choice.value?))))
            .collect();
        let closeness = |other: &ComparableText| wanted.distance(other).map(|d| usize::MAX - d);
        first_found(&[
            &|| best(&texts, &|other| wanted.likeness(other)),
            &|| best(&values, &|other| wanted.likeness(other)),
            &|| best(&texts, &closeness),
            &|| best(&values, &closeness),
        ])
    }
}

/// The one with the highest score.
fn best(
    list: &[(usize, ComparableText)],
    score: &dyn Fn(&ComparableText) -> Option<usize>,
) -> Result<usize, Miss> {
    let scored: Vec<(usize, usize)> =
        list.iter().filter_map(|(at, other)| Some((*at, score(other)?))).collect();
    let top = scored.iter().map(|(_, score)| *score).max().ok_or(Miss::None)?;
    let mut tops = scored.iter().filter(|(_, score)| *score == top);
    match (tops.next(), tops.next()) {
        (Some((at, _)), None) => Ok(*at),
        _ => Err(Miss::Ambiguous),
    }
}

/// Tries one way after another; each only when the stricter ones found nothing at all.
fn first_found(ways: &[&dyn Fn() -> Result<usize, Miss>]) -> Result<usize, Miss> {
    ways.iter().map(|way| way()).find(|found| *found != Err(Miss::None)).unwrap_or(Err(Miss::None))
}

/// Whether an option only stands for "nothing chosen yet".
fn is_invitation(at: usize, choice: &Choice<'_>) -> bool {
    let Some(value) = choice.value else { return meaning::invites(choice.text) && at == 0 };
    let hollow = value.trim() == "-1" || HOLLOW_VALUES.contains(&compact(value).as_str());
    // An option without a value attribute has its text as value.
    meaning::invites(choice.text) && (hollow || (at == 0 && compact(value) == compact(choice.text)))
}

/// The month that an option says by name, by number, or by both.
fn month_in(text: &str) -> Option<u8> {
    let mut named: Vec<u8> =
        words(text).iter().filter_map(|word| meaning::month_of_word(word)).collect();
    named.dedup();
    if let [month] = named.as_slice() {
        return Some(*month);
    }
    let number = text.trim().trim_end_matches('.').parse::<u8>().ok();
    number.filter(|month| (1..=12).contains(month)).or_else(|| {
        // A whole date stands for its month.
        Date::parse(text, None).and_then(|date| date.month)
    })
}

/// A text, made ready to be compared loosely.
struct ComparableText {
    negated: bool,
    /// The words that tell choices apart; all of them, if none does.
    words: Vec<String>,
    letters: String,
}

impl ComparableText {
    fn new(text: &str) -> Self {
        let all = words(text);
        let letters = all.concat();
        let negated = meaning::has_negation(&all);
        let is_small = |word: &String| has(language::List::SmallWord, word);
        let words = if all.iter().all(is_small) {
            all
        } else {
            all.into_iter().filter(|word| !is_small(word)).collect()
        };
        Self { negated, words, letters }
    }

    /// How much of two texts is the same words, in percent, if all words of one are in the other.
    fn likeness(&self, other: &Self) -> Option<usize> {
        let (few, many) = if self.words.len() <= other.words.len() {
            (&self.words, &other.words)
        } else {
            (&other.words, &self.words)
        };
        let inside = |word: &String| many.iter().any(|other| same_word(word, other));
        if self.negated != other.negated || few.is_empty() || !few.iter().all(inside) {
            return None;
        }
        // Numbers tell choices apart more than words do.
        let is_number = |word: &&String| word.chars().any(|c| c.is_ascii_digit());
        if self.words.iter().filter(is_number).any(|number| !other.words.contains(number)) {
            return None;
        }
        let starts = few.iter().zip(many).all(|(word, other)| same_word(word, other));
        Some(100 * few.len() / many.len() + if starts { SAME_START } else { 0 })
    }

    /// The edit distance, if it passes for a slip of the pen.
    fn distance(&self, other: &Self) -> Option<usize> {
        let (a, b) = (&self.letters, &other.letters);
        // The first letter carries "un-", "in-" and "dis-"; digits are never a slip.
        if self.negated != other.negated || a.chars().next() != b.chars().next() {
            return None;
        }
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let (x, y) = (a.chars().count(), b.chars().count());
        let allowed = SPELLINGS.iter().find(|(length, _)| x.min(y) >= *length)?.1;
        if x.abs_diff(y) > allowed || digits(a) != digits(b) {
            return None;
        }
        let distance = strsim::osa_distance(a, b);
        (distance <= allowed).then_some(distance)
    }
}

/// The same word, but for a plural or an ending of a longer word.
fn same_word(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let stem = |word: &'_ str| word.len() - usize::from(word.len() > 3 && word.ends_with('s'));
    let (a, b) = (a.get(..stem(a)).unwrap_or(a), b.get(..stem(b)).unwrap_or(b));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    a == b || (short.chars().count() >= 5 && long.starts_with(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_kind(
        kind: Kind,
        country: Option<&'static str>,
        options: &[(&str, &str)],
        value: &str,
        expected: Result<&str, Miss>,
    ) {
        let choices: Vec<Choice<'_>> = options
            .iter()
            .map(|(value, text)| Choice { value: Some(value), text, disabled: false })
            .collect();
        let found = pick(&choices, &Wanted { text: value, kind, country }).map(|at| options[at].0);
        assert_eq!(found, expected, "{value}");
    }

    /// `value=text` or just the text, divided by `|`.
    #[track_caller]
    fn check(options: &str, value: &str, expected: Result<&str, Miss>) {
        check_kind(Kind::Any, None, &parse(options), value, expected);
    }

    fn parse(options: &str) -> Vec<(&str, &str)> {
        options
            .split('|')
            .map(|option| option.split_once('=').unwrap_or((option, option)))
            .collect()
    }

    #[test]
    fn by_text_value_and_spelling() {
        const JOB: &str = "=Select status|fullTime=Full-time|partTime=Part-time|selfEmployed=Self-employed|retired=Retired";
        check(JOB, "Part time", Ok("partTime"));
        check(JOB, "partTime", Ok("partTime"));
        check(JOB, "PART-TIME", Ok("partTime"));
        check(JOB, "Unemployed", Err(Miss::None));
        check(JOB, "Select status", Err(Miss::None));
        const ACCOUNT: &str =
            "=Select|savings=Savings Account|checking=Checking Account|business=Business Account";
        check(ACCOUNT, "Saving Account", Ok("savings"));
        check(ACCOUNT, "Account", Err(Miss::Ambiguous));
        check(
            "clinical=Clinical Trial|survey=Survey-based Research",
            "Clinical Trial",
            Ok("clinical"),
        );
        check("weekday=Weekdays|weekend=Weekends|both=Both", "weekday", Ok("weekday"));
        check("Spring 2024|Spring 2025|Fall 2025", "Spring 2026", Err(Miss::None));
        check("Spring 2024|Spring 2025|Fall 2025", "spring  2025", Ok("Spring 2025"));
        check("m=Morning (9:00 AM - 12:00 PM)|a=Afternoon (1:00 PM - 5:00 PM)", "Morning", Ok("m"));
        check(
            "High School Diploma|Some High School|Bachelor's Degree|Master's Degree",
            "Bachelor",
            Ok("Bachelor's Degree"),
        );
        check(
            "High School Diploma|Some High School|Bachelor's Degree",
            "High School",
            Ok("High School Diploma"),
        );
        check("High School|Bachelor's Degree|Master's Degree|Other", "MSc", Ok("Master's Degree"));
        check("Master of Arts|Master of Science|Bachelor of Arts", "MSc", Err(Miss::Ambiguous));
        check("Silver|Gold|Master", "MBA", Err(Miss::None));
        check("PhD=Doctorate|MD=Doctor of Medicine", "PhD", Ok("PhD"));
        check("C|C++|C#", "C++", Ok("C++"));
        check("Senior Manager|Junior Manager", "Manager", Err(Miss::Ambiguous));
        check(
            "I am a protected veteran|I am not a protected veteran",
            "not a protected veteran",
            Ok("I am not a protected veteran"),
        );
        check("employed=Employed|unemployed=Unemployed", "Unemployd", Ok("unemployed"));
        check("|a=A|b=B", "", Err(Miss::None));
    }

    #[test]
    fn yes_no_and_refusals() {
        check("=Choose|Yes|No", "true", Ok("Yes"));
        check("1=Ja|0=Nein", "Yes", Ok("1"));
        // Values of the page's own are no answer where its words say otherwise, or something else.
        check("1=No|0=Not yet", "Yes", Err(Miss::None));
        check("1=Often|0=Never", "Yes", Err(Miss::None));
        check("yes=No|no=Yes", "Yes", Ok("no"));
        check("true=Aye|false=Nay", "Yes", Ok("true"));
        check("true=I agree to this|false=Not for me", "No", Ok("false"));
        check("a=Yes, I am authorized|b=No, I need sponsorship", "yes", Ok("a"));
        check("a=I am authorized to work|b=I am not authorized to work", "No", Ok("b"));
        check("No preference|Vegan", "No", Err(Miss::None));
        check("None|Vegetarian|Vegan", "None", Ok("None"));
        check("m=Male|f=Female|d=Prefer not to say", "I don't wish to answer", Ok("d"));
        check("m=Male|f=Female", "w", Ok("f"));
        check("1=männlich|2=weiblich|3=divers", "female", Ok("2"));
        check("S|M|L", "male", Err(Miss::None));
        check("Choose one|Yes|No", "Choose one", Err(Miss::None));
        check("Herr|Frau", "Ms", Ok("Frau"));
    }

    #[test]
    fn numbers_and_ranges() {
        const YEARS: &str =
            "=Select|0-2=0–2 years|3-5=3–5 years|6-10=6–10 years|10+=More than 10 years";
        check(YEARS, "4", Ok("3-5"));
        check(YEARS, "12 years", Ok("10+"));
        check(YEARS, "3-5", Ok("3-5"));
        check("12=12 months|60=60 months", "60", Ok("60"));
        check("12=12 months|60=60 months", "5 years", Ok("60"));
        check("1-3|3-5", "3", Ok("3-5"));
        check("1|2|3|4|5+", "7", Ok("5+"));
        check("1|2|3|4|5+", "5", Ok("5+"));
        check("1 Year|2 Years|3 Years|Life Time=Lifetime", "1 Year", Ok("1 Year"));
        check("1 Year|2 Years|3 Years|Life Time=Lifetime", "Life Time", Ok("Life Time"));
    }

    #[test]
    fn months_days_and_years() {
        let month = Kind::Date(Part::Month);
        check_kind(month, None, &parse("=Month|0=Jan|1=Feb|2=Mar"), "2", Ok("1"));
        check_kind(
            month,
            None,
            &parse("0=x|1=y|2=z|3=q|4=w|5=e|6=r|7=t|8=u|9=i|10=o|11=p"),
            "7",
            Ok("6"),
        );
        check_kind(month, None, &parse("=MM|01=01|02=02|07=07"), "July", Ok("07"));
        check_kind(month, None, &parse("1=janvier|2=février|7=juillet"), "07", Ok("7"));
        check_kind(month, None, &parse("1=01 - January|2=02 - February"), "2", Ok("2"));
        check_kind(Kind::Date(Part::Year), None, &parse("=YY|26=26|27=27"), "2027", Ok("27"));
        check_kind(Kind::Date(Part::Year), None, &parse("2026|2027"), "2027", Ok("2027"));
        check_kind(Kind::Date(Part::Day), None, &parse("=Day|1=01|2=02"), "2", Ok("2"));
        check("January|February|March|April", "mar", Ok("March"));
    }

    #[test]
    fn countries_states_and_codes() {
        let countries = parse(
            "=Country|US=United States|GB=Vereinigtes Königreich|DE=Deutschland|GN=Guinea|GQ=Equatorial Guinea|FR=France",
        );
        check_kind(Kind::Country, None, &countries, "USA", Ok("US"));
        check_kind(Kind::Country, None, &countries, "UK", Ok("GB"));
        check_kind(Kind::Country, None, &countries, "Germany", Ok("DE"));
        check_kind(Kind::Country, None, &countries, "Guinea", Ok("GN"));
        check_kind(Kind::Country, None, &countries, "Guinea-Bissau", Err(Miss::None));
        check_kind(Kind::Any, None, &countries, "Germany", Ok("DE"));
        check_kind(Kind::Country, None, &parse("276=Saksa|250=Ranska"), "DE", Ok("276"));
        let states = parse("ala1=State: Alabama|kns4=State: Kansas|ney5=State: New York");
        check_kind(Kind::State, Some("US"), &states, "Kansas", Ok("kns4"));
        check_kind(Kind::State, None, &states, "KS", Ok("kns4"));
        check_kind(Kind::State, Some("US"), &parse("CA|AZ|NY"), "Arizona", Ok("AZ"));
        check_kind(
            Kind::State,
            None,
            &parse("WA=Western Australia|NT=Northern Territory|VIC=Victoria"),
            "WA",
            Ok("WA"),
        );
        check_kind(
            Kind::State,
            Some("US"),
            &parse("BCN=Baja California|BCS=Baja California Sur"),
            "California",
            Err(Miss::None),
        );
        check_kind(Kind::State, Some("AR"), &parse("b=Buenos Aires|c=Córdoba"), "Cordoba", Ok("c"));
        let codes = parse("US=United States (+1)|CA=Canada (+1)|DE=Germany (+49)");
        check_kind(Kind::CallingCode, Some("CA"), &codes, "+1", Ok("CA"));
        check_kind(Kind::CallingCode, None, &codes, "+1", Ok("US"));
        check_kind(Kind::CallingCode, None, &codes, "49", Ok("DE"));
        check_kind(Kind::CallingCode, None, &parse("US=USA|DE=Germany"), "+49", Ok("DE"));
        check_kind(Kind::CallingCode, None, &parse("+44|+49"), "+49", Ok("+49"));
        check_kind(
            Kind::Card,
            None,
            &parse("0=Card Type|visa=Visa|master=MasterCard"),
            "mastercard",
            Ok("master"),
        );
    }

    #[test]
    fn the_same_choice_twice_is_one() {
        check("US=United States|GB=United Kingdom|US=United States", "United States", Ok("US"));
        check("1=Main office|2=Main office", "Main office", Err(Miss::Ambiguous));
    }
}
