//! Pay as people write it: an amount, its currency and for how long.

use super::numbers::{self, plain};
use crate::{
    language::{List, has},
    text::words,
};

/// The first number of a text, without the signs that group its digits.
pub(super) fn first(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = text.get(start..)?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '\''));
    let number = rest.get(..end.unwrap_or(rest.len()))?;
    numbers::number(number.trim_end_matches(['.', ','])).map(plain)
}

/// What pay is stated in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// ISO 4217.
    pub(super) currency: Option<&'static str>,
    /// `year`, `month` or `hour`.
    pub(super) period: Option<&'static str>,
}

/// An amount with its terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pay {
    pub(super) amount: String,
    pub(super) currency: Option<&'static str>,
    pub(super) period: Option<&'static str>,
}

/// Signs and codes of currencies. What several countries call a dollar counts as the best known.
const SIGNS: &[(&str, &str)] = &[
    ("R$", "BRL"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("¥", "JPY"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("zł", "PLN"),
    ("₽", "RUB"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("GBP", "GBP"),
    ("INR", "INR"),
    ("JPY", "JPY"),
    ("CHF", "CHF"),
    ("CAD", "CAD"),
    ("AUD", "AUD"),
    ("BRL", "BRL"),
    ("PLN", "PLN"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("CZK", "CZK"),
    ("HUF", "HUF"),
    ("RON", "RON"),
    ("TRY", "TRY"),
    ("CNY", "CNY"),
    ("AED", "AED"),
    ("SGD", "SGD"),
    ("NZD", "NZD"),
    ("MXN", "MXN"),
    ("ZAR", "ZAR"),
    ("ILS", "ILS"),
    ("Euro", "EUR"),
    ("dollar", "USD"),
];

/// The currency and the period that a text speaks of.
pub(super) fn terms(text: &str) -> Terms {
    // A code is a word of its own: nobody is paid in AutoCAD.
    let is_word =
        |wanted: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted);
    let is_said = |sign: &str| {
        let is_code = sign.len() == 3 && sign.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_code { is_word(sign) } else { text.contains(sign) }
    };
    let currency = SIGNS.iter().find(|(sign, _)| is_said(sign)).map(|(_, code)| *code);
    let has_any = |list: List| words(text).iter().any(|word| has(list, word));
    let periods = [(List::PayHour, "hour"), (List::PayMonth, "month"), (List::PayYear, "year")];
    let period = periods.into_iter().find(|(list, _)| has_any(*list)).map(|(_, name)| name);
    Terms { currency, period }
}

/// Reads pay as a person writes it: `42000 EUR a year`.
pub(super) fn pay(text: &str) -> Option<Pay> {
    let Terms { currency, period } = terms(text);
    Some(Pay { amount: first(text)?, currency, period })
}
