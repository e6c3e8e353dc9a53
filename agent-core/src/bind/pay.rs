//! Pay as people write it: an amount, its currency and for how long.

use super::numbers::{self, plain};
use crate::{
    language::{List, has},
    places::CURRENCIES,
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

/// Signs of currencies. What several countries call a dollar counts as the best known.
const SIGNS: &[(&str, &str)] = &[
    ("R$", "BRL"),
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("C$", "CAD"),
    ("AU$", "AUD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("MX$", "MXN"),
    ("S$", "SGD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("¥", "JPY"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("zł", "PLN"),
    ("₽", "RUB"),
];

const NAMES: &[(&str, &str)] = &[("Euro", "EUR"), ("dollar", "USD")];

/// The currency and the period that a text speaks of.
pub(super) fn terms(text: &str) -> Terms {
    // A code is a word of its own: nobody is paid in AutoCAD.
    let is_word =
        |wanted: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted);
    let of_sign = |signs: &'static [(&str, &str)]| {
        signs.iter().find(|(sign, _)| text.contains(sign)).map(|(_, code)| *code)
    };
    // A code says which dollar it is.
    let code = CURRENCIES.iter().copied().find(|code| is_word(code));
    let currency = code.or_else(|| of_sign(SIGNS)).or_else(|| of_sign(NAMES));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_currency_of_an_amount_is_the_one_that_is_said_most_exactly() {
        for (text, currency) in [
            ("$60,000 CAD", Some("CAD")),
            ("CA$60,000", Some("CAD")),
            ("A$ 90,000", Some("AUD")),
            ("$60,000", Some("USD")),
            ("R$ 5.000", Some("BRL")),
            ("42.000 € brutto", Some("EUR")),
            ("Expected salary (Euro)", Some("EUR")),
            ("1 200 000 KRW", Some("KRW")),
            ("AutoCAD, 5 years", None),
        ] {
            assert_eq!(terms(text).currency, currency, "{text}");
        }
    }
}
