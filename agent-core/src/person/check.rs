//! What looks wrong in a profile. A concern says what to do and holds nothing of what was typed.

use shared_types::Profile;

use super::{
    facts,
    fits::{is_date, is_email, is_phone, number_in},
};
use crate::gate::luhn;

/// What looks wrong in a profile, for a person. It is stored all the same.
pub fn concerns(profile: &Profile) -> Vec<String> {
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
    let said = checks.into_iter().filter(|(fine, _)| !fine).map(|(_, concern)| concern.to_owned());
    said.chain(facts::concerns(&profile.facts)).collect()
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
            json!({"facts": {"earliestStart": "soon", "hoursPerWeek": "40"}}),
            &["Earliest start: Write the date as YYYY-MM-DD or YYYY-MM."],
        );
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
