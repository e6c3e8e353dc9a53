//! Which of a person's own entries is a secret: by its name and by its value's shape.

use shared_types::{Profile, ProfileKey, Tier};

use super::Kind;

/// Digits of a payment card's number (ISO/IEC 7812-1).
const CARD: std::ops::RangeInclusive<usize> = 13..=19;
/// Characters of an IBAN (ISO 13616-1).
const IBAN: std::ops::RangeInclusive<usize> = 15..=34;

/// Whether an entry is a secret.
pub fn is_secret(key: &ProfileKey, value: &str) -> bool {
    Kind::of_key(key).tier() == Tier::Secret || is_card(value) || is_iban(value)
}

/// Takes the secrets out of the answers: they are used once and kept nowhere. Their names.
pub fn take_secret_answers(profile: &mut Profile) -> Vec<String> {
    let is_kept = |name: &str, value: &serde_json::Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        !is_secret(&ProfileKey::new(format!("answers.{name}")), &text)
    };
    let mut taken = Vec::new();
    profile.answers.retain(|name, value| {
        let kept = is_kept(name, value);
        if !kept {
            taken.push(name.clone());
        }
        kept
    });
    taken
}

/// A payment card's number: its digits in groups, and their check digit (Luhn).
fn is_card(value: &str) -> bool {
    let separates = |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '\u{ad}' | '\u{200b}');
    let bare: String = value.chars().filter(|c| !separates(*c)).collect();
    let digits: Vec<u32> = bare.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = (0..)
        .zip(digits.iter().rev())
        .map(|(at, digit): (u32, &u32)| match (at % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) => double / 10 + double % 10,
        })
        .sum();
    digits.len() == bare.chars().count()
        && CARD.contains(&digits.len())
        && digits.iter().any(|digit| *digit > 0)
        && sum.is_multiple_of(10)
}

/// An IBAN with its check digits (ISO 7064, MOD 97-10).
fn is_iban(value: &str) -> bool {
    let bare: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
    let bare = bare.to_ascii_uppercase();
    let (Some(country), Some(check), Some(rest)) = (bare.get(..2), bare.get(2..4), bare.get(4..))
    else {
        return false;
    };
    let shape = IBAN.contains(&bare.len())
        && country.bytes().all(|byte| byte.is_ascii_uppercase())
        && check.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = rest.chars().chain(country.chars()).chain(check.chars());
    let remainder = numbers.filter_map(|c| c.to_digit(36)).fold(0, |remainder, number| {
        let shift = if number > 9 { 100 } else { 10 };
        (remainder * shift + number) % 97
    });
    shape && remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_name_or_its_shape() {
        for (key, value, expected) in [
            ("answers.Card number", "x", true),
            ("answers.Passport number", "x", true),
            ("answers.Comments", "4111 1111 1111 1111", true),
            ("answers.Comments", "4111-1111-1111-1111", true),
            ("answers.Comments", "4111\u{ad}111111111111", true),
            ("answers.Comments", "4111 1111 1111 1112", false),
            ("answers.Comments", "411111111111", false),
            ("answers.Comments", "0000000000000000", false),
            ("answers.Comments", "4111 1111 1111 1111 please", false),
            ("answers.Comments", "4222222222222", true),
            ("answers.Comments", "GB82 WEST 1234 5698 7654 32", true),
            ("answers.Comments", "gb82west12345698765432", true),
            ("answers.Comments", "GB82 WEST 1234 5698 7654 33", false),
            ("answers.Comments", "1B82WEST12345698765432", false),
            ("answers.Comments", "GBX2WEST12345698765432", false),
            ("answers.Comments", "GB", false),
            ("answers.Comments", "", false),
            ("answers.Notice period", "3 months", false),
        ] {
            assert_eq!(is_secret(&ProfileKey::new(key), value), expected, "{key}: {value}");
        }
    }

    #[test]
    fn secret_answers_are_taken_out() {
        let mut profile: Profile = serde_json::from_str(
            r#"{"answers": {"Card number": "4111111111111111", "Notice period": "3 months",
                "What is it?": "GB82 WEST 1234 5698 7654 32", "Number": 4111111111111111}}"#,
        )
        .unwrap();
        let taken = take_secret_answers(&mut profile);
        assert_eq!(taken, ["Card number", "Number", "What is it?"]);
        assert_eq!(profile.answers.keys().collect::<Vec<_>>(), ["Notice period"]);
        assert!(take_secret_answers(&mut profile).is_empty());
    }
}
