//! What the choices of a list tell about its role.

use shared_types::FieldOption;

use super::cue::{Cue, Hint};
use crate::{
    language::{List, has},
    role::Role,
    text::label_words,
};

/// Options that are looked at; the kind of a list shows early.
const LOOKED_AT: usize = 80;
/// Share of the options that must be of a kind.
const SHARE: f32 = 0.6;

/// Makes of cards, which are called the same everywhere.
const CARDS: &[&str] = &[
    "visa",
    "mastercard",
    "master card",
    "american express",
    "amex",
    "discover",
    "maestro",
    "diners club",
    "jcb",
    "diners",
    "visa electron",
    "unionpay",
];

/// States and provinces that lists of them have, by their own names and codes.
const STATES: &[&str] = &[
    "alabama",
    "alaska",
    "arizona",
    "arkansas",
    "california",
    "colorado",
    "connecticut",
    "florida",
    "georgia",
    "hawaii",
    "ohio",
    "texas",
    "al",
    "ak",
    "az",
    "ar",
    "co",
    "ct",
    "fl",
    "ga",
    "hi",
    "ny",
    "tx",
    "wa",
    "alberta",
    "british columbia",
    "manitoba",
    "ontario",
    "quebec",
    "new south wales",
    "victoria",
    "queensland",
    "tasmania",
    "nsw",
    "vic",
    "qld",
    "acre",
    "bahia",
    "ceara",
    "sao paulo",
    "rio de janeiro",
    "minas gerais",
    "sp",
    "rj",
    "mg",
    "ba",
    "madrid",
    "barcelona",
    "alicante",
    "sevilla",
    "agrigento",
    "milano",
    "roma",
    "torino",
    "aguascalientes",
    "jalisco",
    "hokkaido",
    "北海道",
    "東京都",
    "青森県",
    "大阪府",
    "andhra pradesh",
    "maharashtra",
    "tamil nadu",
    "buenos aires",
    "cordoba",
    "adana",
    "ankara",
    "istanbul",
    "bayern",
    "hessen",
    "санкт петербург",
    "москва",
    "広東省",
    "广东省",
    "서울",
    "dublin",
    "cork",
    "selangor",
    "johor",
    "alba",
    "arad",
    "cluj",
];

/// What choices are known by.
enum Known {
    /// A list of words.
    Words(List),
    /// Names that are the same in every language.
    Names(&'static [&'static str]),
}

/// Kinds of choices that words tell: `(kind, normalised choices, how many must be there)`.
const CHOICES: &[(Cue, Known, usize)] = &[
    (Cue::Hint(Hint::Month), Known::Words(List::ChoiceMonth), 3),
    (Cue::Role(Role::HonorificPrefix), Known::Words(List::ChoiceTitle), 2),
    (Cue::Role(Role::Sex), Known::Words(List::ChoiceSex), 2),
    (Cue::Role(Role::CcType), Known::Names(CARDS), 2),
    (Cue::Role(Role::Country), Known::Words(List::ChoiceCountry), 2),
    (Cue::Role(Role::AddressLevel1), Known::Names(STATES), 3),
];

impl Known {
    fn has(&self, text: &str) -> bool {
        match self {
            Self::Words(list) => has(*list, text),
            Self::Names(names) => names.contains(&text),
        }
    }
}

/// What the options are, if they are of one kind.
pub(super) fn kind(options: &[FieldOption]) -> Option<Cue> {
    let real: Vec<&FieldOption> =
        options.iter().filter(|o| !o.text.trim().is_empty()).take(LOOKED_AT).collect();
    if real.is_empty() {
        return None;
    }
    if dial_codes(&real) {
        return Some(Role::TelCountryCode.into());
    }
    numbers(&real).or_else(|| words(&real))
}

/// `+49`, `Germany (+49)`
fn dial_codes(options: &[&FieldOption]) -> bool {
    let dial = |text: &str| {
        text.split('+')
            .nth(1)
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    let count = options.iter().filter(|o| dial(&o.text)).count();
    count > 0 && share(count, options.len())
}

/// Days, months and years are told by their range.
fn numbers(options: &[&FieldOption]) -> Option<Cue> {
    let numbers: Vec<u32> = options.iter().filter_map(|o| number(&o.text)).collect();
    if numbers.len() < 3 || !share(numbers.len(), options.len()) {
        return None;
    }
    let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
    match (low, high) {
        (1, 12) if numbers.len() == 12 => Some(Hint::Month.into()),
        (1, 28..=31) => Some(Hint::Day.into()),
        (1900..=2015, 1960..=2100) if high - low > 40 => Some(Role::BdayYear.into()),
        (1990..=2100, 1990..=2100) => Some(Hint::Year.into()),
        (low, high) if numbers.len() >= 5 && *low >= 10 && *high < 60 && consecutive(&numbers) => {
            Some(Hint::Year.into())
        }
        _ => None,
    }
}

fn consecutive(numbers: &[u32]) -> bool {
    numbers.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b))
}

/// `05`, `1984`, `05 - May`
fn number(text: &str) -> Option<u32> {
    let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
    let rest = text.trim().get(digits.len()..)?;
    let rest_is_word = rest.chars().all(|c| !c.is_ascii_digit()) && rest.chars().count() < 16;
    if digits.len() > 4 || !rest_is_word { None } else { digits.parse().ok() }
}

fn words(options: &[&FieldOption]) -> Option<Cue> {
    let texts: Vec<String> = options.iter().map(|o| label_words(&o.text)).collect();
    CHOICES.iter().find_map(|(kind, known, least)| {
        let count = texts.iter().filter(|text| known.has(text)).count();
        let all_of_few = texts.len() <= 3 && count == texts.len();
        // Lists of countries and states are long and in many languages: some known ones are enough.
        let long = *kind == Role::Country || *kind == Role::AddressLevel1;
        let enough =
            count >= *least && (long && count * 12 >= texts.len() || share(count, texts.len()));
        (enough || (all_of_few && *kind == Role::Country)).then_some(*kind)
    })
}

fn share(count: usize, all: usize) -> bool {
    count as f32 >= SHARE * all as f32
}
