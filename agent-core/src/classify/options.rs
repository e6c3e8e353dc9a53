//! What the choices of a list tell about its role.

use shared_types::FieldOption;

use super::cue::{Cue, Hint};
use crate::{role::Role, text::label_words};

/// Options that are looked at; the kind of a list shows early.
const LOOKED_AT: usize = 80;
/// Share of the options that must be of a kind.
const SHARE: f32 = 0.6;

/// Kinds of choices that words tell: `(kind, normalised choices, how many must be there)`.
const CHOICES: &[(Cue, &[&str], usize)] = &[
    (
        Cue::Hint(Hint::Month),
        &[
            "january",
            "february",
            "march",
            "april",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
            "jan",
            "feb",
            "mar",
            "apr",
            "jun",
            "jul",
            "aug",
            "sep",
            "oct",
            "nov",
            "dec",
            "januar",
            "februar",
            "marz",
            "juni",
            "juli",
            "oktober",
            "dezember",
            "janvier",
            "fevrier",
            "avril",
            "juillet",
            "septembre",
            "enero",
            "febrero",
            "abril",
            "junio",
            "julio",
            "diciembre",
            "gennaio",
            "febbraio",
            "aprile",
            "giugno",
            "luglio",
            "dicembre",
            "janeiro",
            "fevereiro",
            "julho",
            "dezembro",
            "januari",
            "februari",
            "maart",
            "styczen",
            "luty",
            "marzec",
            "leden",
            "unor",
            "januar",
            "tammikuu",
            "helmikuu",
            "ocak",
            "subat",
            "январь",
            "февраль",
            "январ",
            "січень",
            "ianuarie",
            "februarie",
            "januar",
            "majus",
            "junius",
        ],
        3,
    ),
    (
        Cue::Role(Role::HonorificPrefix),
        &[
            "mr",
            "mrs",
            "ms",
            "miss",
            "dr",
            "mx",
            "prof",
            "herr",
            "frau",
            "monsieur",
            "madame",
            "mme",
            "mlle",
            "mademoiselle",
            "m",
            "sr",
            "sra",
            "senor",
            "senora",
            "sig",
            "signor",
            "signora",
            "sig ra",
            "dhr",
            "mevr",
            "mevrouw",
            "de heer",
            "meneer",
            "pan",
            "pani",
            "bay",
            "bayan",
            "don",
            "dona",
            "senhor",
            "senhora",
            "doctor",
            "hr",
            "fr",
            "heer",
        ],
        2,
    ),
    (
        Cue::Role(Role::Sex),
        &[
            "male",
            "female",
            "man",
            "woman",
            "mannlich",
            "weiblich",
            "divers",
            "homme",
            "femme",
            "hombre",
            "mujer",
            "masculino",
            "femenino",
            "feminino",
            "maschio",
            "femmina",
            "uomo",
            "donna",
            "kobieta",
            "mezczyzna",
            "muz",
            "zena",
            "erkek",
            "kadin",
            "mand",
            "kvinde",
            "kvinna",
            "mann",
            "kvinne",
            "мужской",
            "женский",
            "non binary",
            "nonbinary",
            "vrouw",
            "masculin",
            "feminin",
            "mies",
            "nainen",
            "ferfi",
            "no",
            "男",
            "女",
            "男性",
            "女性",
            "남자",
            "여자",
            "남성",
            "여성",
        ],
        2,
    ),
    (
        Cue::Role(Role::CcType),
        &[
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
        ],
        2,
    ),
    (
        Cue::Role(Role::Country),
        &[
            "germany",
            "deutschland",
            "allemagne",
            "alemania",
            "germania",
            "france",
            "frankreich",
            "francia",
            "spain",
            "spanien",
            "espagne",
            "espana",
            "spagna",
            "italy",
            "italien",
            "italie",
            "italia",
            "united kingdom",
            "great britain",
            "united states",
            "united states of america",
            "usa",
            "canada",
            "kanada",
            "australia",
            "australien",
            "japan",
            "japon",
            "brazil",
            "brasil",
            "brasilien",
            "mexico",
            "netherlands",
            "niederlande",
            "nederland",
            "austria",
            "osterreich",
            "switzerland",
            "schweiz",
            "suisse",
            "belgium",
            "belgien",
            "belgique",
            "belgie",
            "poland",
            "polska",
            "polen",
            "portugal",
            "sweden",
            "sverige",
            "norway",
            "norge",
            "denmark",
            "danmark",
            "finland",
            "suomi",
            "india",
            "china",
            "ireland",
            "new zealand",
            "argentina",
            "chile",
            "turkey",
            "turkiye",
            "россия",
            "украина",
            "україна",
            "ελλαδα",
            "中国",
            "日本",
            "albania",
            "afghanistan",
            "algeria",
            "andorra",
            "angola",
            "albanien",
            "singapore",
            "czechia",
            "cesko",
            "slovensko",
            "magyarorszag",
            "romania",
            "uk",
            "malaysia",
            "hong kong",
        ],
        2,
    ),
    (
        Cue::Role(Role::AddressLevel1),
        &[
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
        ],
        3,
    ),
];

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
    let known = |list: &[&str]| texts.iter().filter(|t| list.contains(&t.as_str())).count();
    CHOICES.iter().find_map(|(kind, list, least)| {
        let count = known(list);
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
