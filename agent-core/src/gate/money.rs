//! Whether a text names an amount of money: a price, a sum, a fee.
//!
//! A sign or a word of money makes one only beside a number: "Salary (€)" asks for something, "49 €" costs it.

use super::button_words::begins_a_word;
use crate::{
    language::{List, has, stands_anywhere, words},
    text::{is_unseen, narrow, readings, unaccented},
};

/// Characters of a text that are looked at.
const LONGEST: usize = 2_000;

/// Signs of currencies that Unicode has outside of its block for them.
const SIGNS: &str = "$¢£¤¥֏؋৲৳૱௹฿៛﷼＄￠￡￥￦";

/// Codes of currencies, most of them of ISO 4217. `try` and `mad` are words as well that stand beside numbers for
/// other reasons; so are `won` and `real` among the words ([`List::Money`]). There are more than numbers are read with
/// (`places::CURRENCIES`): here one too many asks, there it reads a number where none is.
const CODES: &[&str] = &[
    "eur", "usd", "gbp", "chf", "jpy", "cny", "rmb", "cad", "aud", "nzd", "sek", "nok", "dkk",
    "isk", "pln", "czk", "huf", "ron", "bgn", "uah", "rub", "ils", "nis", "aed", "sar", "qar",
    "egp", "inr", "krw", "brl", "mxn", "ars", "clp", "zar", "sgd", "hkd", "twd", "thb", "idr",
    "myr", "vnd", "btc", "eth", "usdt",
];

/// Whether a text speaks of something that is sold.
pub(super) fn sells(text: &str) -> bool {
    readings(text).any(|reading| begins_a_word(&unaccented(&reading), List::Sold))
}

/// Whether a text names an amount of money.
pub(super) fn names_money(text: &str) -> bool {
    readings(text).any(|reading| is_amount(&reading))
}

fn is_amount(text: &str) -> bool {
    let text: String = text.chars().take(LONGEST).map(narrow).collect();
    let has_number = text.chars().any(char::is_numeric);
    let is_sign = |c: char| SIGNS.contains(c) || ('\u{20a0}'..='\u{20cf}').contains(&c);
    if !has_number || text.chars().any(is_sign) {
        return has_number;
    }
    let parts = parts(&text);
    parts.windows(2).any(|pair| match pair {
        [one, other] => is_number(one) && is_money(other) || is_money(one) && is_number(other),
        _ => false,
    })
}

/// Runs of digits and runs of letters: of "1.000,00 €" each run is a number, and the last stands beside the sign.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut is_open = false;
    for c in text.chars() {
        // Marks of direction and hyphens that nobody sees divide nothing, nor do points of an abbreviation: "ש\"ח".
        if is_unseen(c) || matches!(c, '"' | '״' | '׳') {
            continue;
        }
        if !c.is_alphanumeric() {
            is_open = false;
            continue;
        }
        let lower = c.to_lowercase();
        match parts.last_mut() {
            Some(part) if is_open && is_number(part) == c.is_numeric() => part.extend(lower),
            _ => parts.push(lower.collect()),
        }
        is_open = true;
    }
    parts
}

fn is_number(part: &str) -> bool {
    part.chars().all(char::is_numeric)
}

fn is_money(part: &str) -> bool {
    let is_word = |text: &str| CODES.contains(&text) || has(List::Money, text);
    // Scripts that leave no blanks leave none after it.
    let begins = |word: &&str| stands_anywhere(word) && part.starts_with(*word);
    is_word(part) || is_word(&unaccented(part)) || words(List::Money).iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sold_is_called_so() {
        for text in [
            "Your basket",
            "Priority boarding",
            "Ihr Warenkorb",
            "Votre panier",
            "Tu cesta",
            "Il tuo carrello",
            "Koszyk",
            "Корзина",
            "カートの中",
            "购物车",
            "장바구니",
            "سلة التسوق",
        ] {
            assert!(sells(text), "{text}");
        }
        for text in
            ["", "Education", "Children", "Work experience", "Ausbildung", "Formation", "学歴"]
        {
            assert!(!sells(text), "{text}");
        }
    }

    #[test]
    fn an_amount_is_a_number_beside_money() {
        for text in [
            "Travel insurance, 49 €",
            "£ 12 a month",
            "€49",
            "$5",
            "49,- EUR",
            "EUR 1.000,00",
            "49eur",
            "CHF 20.–",
            "Fr. 20",
            "100 kr",
            "49 Kč",
            "49 zł",
            "1 000 Ft",
            "120 lei",
            "₺49",
            "49 TL",
            "500 руб.",
            "500 грн",
            "1,000円",
            "1000元起",
            "10,000원",
            "₩10,000",
            "٤٩ درهم",
            "49 ש\"ח",
            "twelve times 5 dollars",
            "＄５",
            "49 E\u{ad}UR",
            "0.01 BTC",
            "20 ευρώ",
        ] {
            assert!(names_money(text), "{text}");
        }
        // What is no letter parts two words, whoever reads over it.
        assert!(names_money("49 EUR\u{fe0f}total"));
        for text in [
            "",
            "Education",
            "Position 2",
            "Salary (€)",
            "Euro",
            "Step 2 of 5",
            "Size 42",
            "2019 – 2024",
            "3 years of experience",
            "Try 3 times, or 4",
            "Phone: +49 151 23456789",
            "12 months",
            "4 rooms",
            "円 (yen)",
        ] {
            assert!(!names_money(text), "{text}");
        }
    }
}
