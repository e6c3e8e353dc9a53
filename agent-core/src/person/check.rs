//! What looks wrong in a profile. A concern says what to do and holds nothing of what was typed.

use shared_types::Profile;

use crate::gate::luhn;

/// What looks wrong in a profile, for a person. It is stored all the same.
pub fn concerns(profile: &Profile) -> Vec<&'static str> {
    let card = profile.payment.as_ref();
    let number = card.map(|card| card.card_number.reveal()).unwrap_or_default();
    let month = card.map(|card| card.exp_month.reveal()).unwrap_or_default();
    let year = card.map(|card| card.exp_year.reveal()).unwrap_or_default();
    let checks = [
        (is_email(profile.email.reveal()), "The e-mail address looks incomplete."),
        (is_phone(profile.phone.reveal()), "The phone number has letters in it or is very short."),
        (is_date(profile.birth_date.reveal()), "Write the date of birth as YYYY-MM-DD."),
        (is_card_number(number), "The card number has a digit wrong."),
        (number_in(month, 1, 12), "The card’s month is a number from 1 to 12."),
        (number_in(year, 2000, 2099), "Write the card’s year with four digits."),
    ];
    checks.into_iter().filter(|(fine, _)| !fine).map(|(_, concern)| concern).collect()
}

fn is_email(text: &str) -> bool {
    text.is_empty()
        || text.rsplit_once('@').is_some_and(|(user, host)| {
            !user.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
        })
}

fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    // An extension (`x12`, `ext. 12`) may follow the number.
    let number = text.to_lowercase();
    let number = number.split("ext").next().and_then(|number| number.split('x').next());
    text.is_empty() || (digits >= 5 && !number.unwrap_or_default().contains(char::is_alphabetic))
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut part = |width, low, high| {
        parts.next().is_some_and(|part| part.len() == width && number_in(part, low, high))
    };
    text.is_empty()
        || (part(4, 1800, 2200) && part(2, 1, 12) && part(2, 1, 31) && parts.next().is_none())
}

fn number_in(text: &str, low: u32, high: u32) -> bool {
    text.is_empty() || text.trim().parse().is_ok_and(|number: u32| (low..=high).contains(&number))
}

/// By its check digit. Blanks and hyphens may stand between the digits.
fn is_card_number(text: &str) -> bool {
    let digits: Option<Vec<u32>> =
        text.chars().filter(|c| !" -".contains(*c)).map(|c| c.to_digit(10)).collect();
    digits.is_some_and(|digits| digits.is_empty() || (digits.len() >= 12 && luhn(&digits)))
}

#[cfg(test)]
mod tests {
    use super::super::file::salvage;
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_looks_wrong_is_said() {
        let check = |profile: Value, expected: &[&str]| {
            assert_eq!(concerns(&salvage(&profile).profile), expected);
        };
        check(json!({}), &[]);
        let card = json!({"cardNumber": "4242-4242 42424242", "expMonth": "4", "expYear": "2030"});
        check(
            json!({"email": "ada@example.org", "phone": "+44 20 7946 0958",
                   "birthDate": "1990-12-10", "payment": card}),
            &[],
        );
        check(
            json!({"email": "ada", "phone": "call me"}),
            &[
                "The e-mail address looks incomplete.",
                "The phone number has letters in it or is very short.",
            ],
        );
        check(json!({"phone": "(020) 7946-0958 ext. 12"}), &[]);
        check(json!({"birthDate": "10.12.1990"}), &["Write the date of birth as YYYY-MM-DD."]);
        check(json!({"birthDate": "1990-13-01"}), &["Write the date of birth as YYYY-MM-DD."]);
        check(
            json!({"payment": {"cardNumber": "4242 4242 4242 4243"}}),
            &["The card number has a digit wrong."],
        );
        check(
            json!({"payment": {"expMonth": "13", "expYear": "30"}}),
            &[
                "The card’s month is a number from 1 to 12.",
                "Write the card’s year with four digits.",
            ],
        );
    }
}
