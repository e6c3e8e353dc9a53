//! What looks wrong in a profile. A concern says what to do and holds nothing of what was typed.

use serde_json::Value;
use shared_types::{Profile, json};

use super::{
    facts,
    file::{Found, Problem, salvage},
    fits::{is_date, is_email, is_phone, number_in},
    tree,
};
use crate::gate::luhn;

/// What looks wrong in a profile, for a person. It is stored all the same.
pub fn concerns(profile: &Profile) -> Vec<String> {
    let said = wrong(profile).into_iter().map(|(_, concern)| concern.to_owned());
    said.chain(facts::concerns(&profile.facts)).collect()
}

/// What looks wrong in one of the texts that every profile has, by its path.
pub fn concern(path: &str, text: &str) -> Option<String> {
    let mut tree = Value::Object(serde_json::Map::new());
    tree::set(&mut tree, path, Value::from(text));
    let mut wrong = wrong(&salvage(&tree).profile).into_iter();
    wrong.find(|(of, _)| *of == path).map(|(_, why)| why)
}

/// Which of the texts that every profile has look wrong: where each is, and what is wrong with it.
fn wrong(profile: &Profile) -> Vec<(&'static str, String)> {
    let card = profile.payment.as_ref();
    let number = card.map(|card| card.card_number.reveal()).unwrap_or_default();
    let month = card.map(|card| card.exp_month.reveal()).unwrap_or_default();
    let year = card.map(|card| card.exp_year.reveal()).unwrap_or_default();
    let email = profile.email.reveal();
    let phone = profile.phone.reveal();
    let checks = [
        ("email", is_email(email), msg!("person_the_e_mail_address_looks")),
        ("phone", is_phone(phone), msg!("person_the_phone_number_has_letters_in_it")),
        (
            "birthDate",
            is_date(profile.birth_date.reveal()),
            msg!("person_write_the_date_of_birth_as_yyyy_mm"),
        ),
        (
            "payment.cardNumber",
            is_card_number(number),
            msg!("person_the_card_number_has_a_digit_wrong"),
        ),
        (
            "payment.expMonth",
            number_in(month, 1, 12),
            msg!("person_the_cards_month_is_a_number_from_1"),
        ),
        (
            "payment.expYear",
            number_in(year, 2000, 2099),
            msg!("person_write_the_cards_year_with_four"),
        ),
    ];
    checks.into_iter().filter(|(_, fine, _)| !fine).map(|(path, _, why)| (path, why)).collect()
}

/// What was found in a file of another program, without what looks wrong: that is named instead, as nobody typed it.
pub fn sound(found: &Profile) -> Found {
    let mut tree = json::to_value(found);
    let mut problems = Vec::new();
    for (path, why) in wrong(found) {
        tree::set(&mut tree, path, Value::from(""));
        problems
            .push(Problem { path: path.to_owned(), reason: msg!("person_left_out", why = why) });
    }
    let taken = salvage(&tree);
    problems.extend(taken.problems);
    Found { profile: taken.profile, problems }
}

/// By its check digit. Blanks and hyphens may stand between the digits.
fn is_card_number(text: &str) -> bool {
    let digits: Option<Vec<u32>> =
        text.chars().filter(|c| !" -".contains(*c)).map(|c| c.to_digit(10)).collect();
    digits.is_some_and(|digits| digits.is_empty() || (digits.len() >= 12 && luhn(&digits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
            &["The card number has a wrong digit."],
        );
        check(
            json!({"payment": {"expMonth": "13", "expYear": "30"}}),
            &[
                "The card’s month is a number from 1 to 12.",
                "Write the card’s year with four digits.",
            ],
        );
    }

    #[test]
    fn one_text_is_looked_at_by_itself() {
        let check = |path: &str, text: &str, expected: Option<&str>| {
            assert_eq!(concern(path, text).as_deref(), expected, "{path}: {text}");
        };
        check("email", "ada", Some("The e-mail address looks incomplete."));
        check("email", "ada@example.org", None);
        check(
            "payment.cardNumber",
            "4242 4242 4242 4243",
            Some("The card number has a wrong digit."),
        );
        check("payment.expMonth", "13", Some("The card’s month is a number from 1 to 12."));
        check("birthDate", "", None);
        check("firstName", "12", None);
    }

    #[test]
    fn what_a_file_has_wrong_is_left_out_and_named() {
        let found = sound(
            &salvage(&json!({"firstName": "Ada", "email": "canary", "birthDate": "canary"}))
                .profile,
        );
        assert!(found.profile.email.is_empty() && found.profile.birth_date.is_empty());
        assert_eq!(found.profile.first_name.reveal(), "Ada");
        let said: Vec<_> =
            found.problems.iter().map(|p| format!("{}: {}", p.path, p.reason)).collect();
        assert_eq!(
            said,
            [
                "email: left out. The e-mail address looks incomplete.",
                "birthDate: left out. Write the date of birth as YYYY-MM-DD.",
            ]
        );
    }
}
