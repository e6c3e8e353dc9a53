//! Profiles from files and from storage, read part by part: what is valid is taken, what is not is
//! named. Pure. A problem names a key and what was expected there, never the value.

use serde_json::{Map, Value};
use shared_types::{Profile, json, profile::TierChoice};

use super::{
    input::{json_error, kind_of},
    tree,
};

/// Largest document, in bytes of the file.
pub(super) const DOCUMENT_LIMIT: usize = 2 * 1024 * 1024;

/// What a part of a profile looks like.
enum Shape {
    /// A text; numbers and booleans are taken as text.
    Text,
    /// Yes or no.
    Flag,
    /// A list of texts.
    Texts,
    /// Named parts.
    Parts(&'static [(&'static str, Shape)]),
    /// A list of named parts.
    Rows(&'static [(&'static str, Shape)]),
    /// Any key, any value.
    Any,
    /// Choices of how carefully entries are handled, by key.
    Tiers,
    /// Documents by name.
    Documents,
}

use Shape::{Any, Documents, Flag, Parts, Rows, Text, Texts, Tiers};

/// All of CONTRACT's profile.
const PROFILE: &[(&str, Shape)] = &[
    ("firstName", Text),
    ("middleName", Text),
    ("lastName", Text),
    ("fullName", Text),
    ("email", Text),
    ("phone", Text),
    ("password", Text),
    ("preferOAuth", Flag),
    ("allowDrafts", Flag),
    ("oauthProvider", Text),
    ("username", Text),
    ("birthDate", Text),
    ("gender", Text),
    ("pronouns", Text),
    (
        "address",
        Parts(&[
            ("street", Text),
            ("street2", Text),
            ("city", Text),
            ("state", Text),
            ("zipCode", Text),
            ("country", Text),
        ]),
    ),
    ("company", Text),
    ("jobTitle", Text),
    ("linkedIn", Text),
    ("website", Text),
    ("github", Text),
    (
        "resume",
        Parts(&[
            ("bio", Text),
            ("summary", Text),
            (
                "experiences",
                Rows(&[
                    ("company", Text),
                    ("title", Text),
                    ("startDate", Text),
                    ("endDate", Text),
                    ("current", Flag),
                    ("description", Text),
                    ("location", Text),
                ]),
            ),
            (
                "education",
                Rows(&[
                    ("school", Text),
                    ("degree", Text),
                    ("field", Text),
                    ("startDate", Text),
                    ("endDate", Text),
                    ("gpa", Text),
                ]),
            ),
            ("skills", Texts),
            ("certifications", Texts),
            ("languages", Texts),
            ("rawText", Text),
        ]),
    ),
    ("custom", Any),
    ("answers", Any),
    ("tiers", Tiers),
    ("documents", Documents),
    (
        "payment",
        Parts(&[
            ("cardName", Text),
            ("cardNumber", Text),
            ("expMonth", Text),
            ("expYear", Text),
            ("cardType", Text),
        ]),
    ),
    ("updatedAt", Text),
];

/// Names under which people keep a card's security code.
const SECURITY_CODES: &[&str] =
    &["cvc", "cvv", "cvv2", "cid", "securitycode", "cardcvc", "cardcvv"];

/// Something in a file that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Where, as a path.
    pub(crate) path: String,
    /// Why, for a person.
    pub(crate) reason: String,
}

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Found {
    /// What is valid.
    pub(crate) profile: Profile,
    /// What is not.
    pub(crate) problems: Vec<Problem>,
}

/// Reads a file: a bare profile or `{"profile": …}`. An error is for a person.
pub(super) fn read(text: &str) -> Result<Found, String> {
    let file: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| json_error(&e))?;
    let inner = file.get("profile").filter(|profile| profile.is_object()).unwrap_or(&file);
    let Value::Object(_) = inner else {
        return Err(format!(
            "A profile is an object in braces. This file holds {}.",
            kind_of(inner)
        ));
    };
    let found = salvage(inner);
    if tree::filled_paths(inner).is_empty() {
        return Err("This file holds an empty profile. Nothing was changed.".to_owned());
    }
    if is_empty(&found.profile) {
        return Err("There is nothing of a profile in this file. Nothing was changed.".to_owned());
    }
    Ok(found)
}

/// Takes what is valid of a profile.
pub(crate) fn salvage(value: &Value) -> Found {
    let mut problems = Vec::new();
    let valid = take(&Parts(PROFILE), value, "", &mut problems).unwrap_or_default();
    match json::from_value(&valid) {
        Ok(profile) => Found { profile, problems },
        // Cannot happen while the table and the type agree, which a test holds.
        Err(_) => {
            problems
                .push(Problem { path: "profile".to_owned(), reason: "not understood".to_owned() });
            Found { profile: Profile::default(), problems }
        }
    }
}

/// Whether a path of a profile is one of the person's entries.
fn is_entry(path: &str) -> bool {
    path != "updatedAt" && !path.starts_with("tiers.")
}

/// Whether nothing is in a profile.
pub(super) fn is_empty(profile: &Profile) -> bool {
    let tree = json::to_value(profile);
    tree::filled_paths(&tree).iter().all(|path| !is_entry(path))
}

/// Keys of values that one profile has and another has not.
pub(super) fn missing_in(new: &Profile, old: &Profile) -> Vec<String> {
    let new = json::to_value(new);
    let old = json::to_value(old);
    let kept = tree::filled_paths(&new);
    tree::filled_paths(&old)
        .into_iter()
        .filter(|path| is_entry(path) && !kept.contains(path))
        .collect()
}

/// How many values a profile has.
pub(super) fn count(profile: &Profile) -> usize {
    let tree = json::to_value(profile);
    let is_value = |path: &&String| {
        let is_part_of_document = path.starts_with("documents.")
            && (path.ends_with(".name") || path.ends_with(".mediaType"));
        is_entry(path) && !is_part_of_document
    };
    tree::filled_paths(&tree).iter().filter(is_value).count()
}

fn take(shape: &Shape, value: &Value, path: &str, problems: &mut Vec<Problem>) -> Option<Value> {
    let taken = match (shape, value) {
        (_, Value::Null) => return None,
        (Text, Value::String(text)) => Some(Value::String(text.clone())),
        (Text, Value::Number(number)) => Some(Value::String(number.to_string())),
        (Text, Value::Bool(yes)) => Some(Value::String(yes.to_string())),
        (Flag, Value::Bool(yes)) => Some(Value::Bool(*yes)),
        (Texts, Value::Array(items)) => Some(take_list(&Text, items, path, problems)),
        (Rows(parts), Value::Array(items)) => Some(take_rows(parts, items, path, problems)),
        (Parts(parts), Value::Object(map)) => Some(take_parts(parts, map, path, problems)),
        (Any, Value::Object(map)) => Some(Value::Object(map.clone())),
        (Tiers, Value::Object(map)) => Some(take_tiers(map, path, problems)),
        (Documents, Value::Object(map)) => Some(take_documents(map, path, problems)),
        _ => None,
    };
    if taken.is_none() {
        problems.push(Problem {
            path: path.to_owned(),
            reason: format!("{} was expected, this is {}", expected(shape), kind_of(value)),
        });
    }
    taken
}

fn expected(shape: &Shape) -> &'static str {
    match shape {
        Text => "a text",
        Flag => "true or false",
        Texts => "a list of texts",
        Rows(_) => "a list of objects",
        Parts(_) | Any | Tiers | Documents => "an object",
    }
}

fn take_tiers(map: &Map<String, Value>, path: &str, problems: &mut Vec<Problem>) -> Value {
    let mut tiers = Map::new();
    for (key, choice) in map {
        match json::from_value::<TierChoice>(choice) {
            Ok(choice) => {
                tiers.insert(key.clone(), json::to_value(&choice));
            }
            Err(_) => problems.push(Problem {
                path: join(path, key),
                reason: "no choice of ordinary, personal or secret".to_owned(),
            }),
        }
    }
    Value::Object(tiers)
}

fn take_list(shape: &Shape, items: &[Value], path: &str, problems: &mut Vec<Problem>) -> Value {
    let each = items.iter().enumerate();
    each.filter_map(|(n, item)| take(shape, item, &join(path, &n.to_string()), problems)).collect()
}

fn take_rows(
    parts: &'static [(&'static str, Shape)],
    items: &[Value],
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    take_list(&Parts(parts), items, path, problems)
}

fn take_parts(
    parts: &[(&str, Shape)],
    map: &Map<String, Value>,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let mut taken = Map::new();
    for (name, value) in map {
        let path = join(path, name);
        match parts.iter().find(|(known, _)| known == name) {
            Some((_, shape)) => {
                if let Some(value) = take(shape, value, &path, problems) {
                    taken.insert(name.clone(), value);
                }
            }
            None if tree::filled_paths(value).is_empty() => {}
            None => problems.push(Problem { reason: unknown(name).to_owned(), path }),
        }
    }
    Value::Object(taken)
}

fn unknown(name: &str) -> &'static str {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if SECURITY_CODES.contains(&plain.to_ascii_lowercase().as_str()) {
        "a security code is never stored"
    } else {
        "no part of a profile; add it under “Anything else”"
    }
}

fn take_documents(map: &Map<String, Value>, path: &str, problems: &mut Vec<Problem>) -> Value {
    const DOCUMENT: &[(&str, Shape)] = &[("name", Text), ("mediaType", Text), ("data", Text)];
    let mut taken = Map::new();
    for (name, document) in map {
        let path = join(path, name);
        let Some(document) = take(&Parts(DOCUMENT), document, &path, problems) else { continue };
        let data = document.get("data").and_then(Value::as_str).unwrap_or_default();
        match check_base64(data) {
            Ok(()) => {
                taken.insert(name.clone(), document);
            }
            Err(reason) => problems.push(Problem { path, reason: reason.to_owned() }),
        }
    }
    Value::Object(taken)
}

/// Whether this is base64 (RFC 4648 §4) of a file within [`DOCUMENT_LIMIT`].
fn check_base64(data: &str) -> Result<(), &'static str> {
    let digits = data.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    if data.is_empty() {
        Err("the document is empty")
    } else if !data.len().is_multiple_of(4)
        || data.len() - digits.len() > 2
        || !digits.bytes().all(is_digit)
    {
        Err("the document is not in base64")
    } else if digits.len() / 4 * 3 > DOCUMENT_LIMIT {
        Err("the document is larger than 2 MB")
    } else {
        Ok(())
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// What looks wrong in a profile, for a person. It is stored all the same.
pub(super) fn concerns(profile: &Profile) -> Vec<&'static str> {
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

/// The check digit of ISO/IEC 7812-1, annex B.
fn is_card_number(text: &str) -> bool {
    let digits: Option<Vec<u32>> =
        text.chars().filter(|c| !" -".contains(*c)).map(|c| c.to_digit(10)).collect();
    let Some(digits) = digits else { return false };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match digit * if place % 2 == 1 { 2 } else { 1 } {
            doubled @ 10.. => doubled - 9,
            plain => plain,
        })
        .sum();
    digits.is_empty() || (digits.len() >= 12 && sum.is_multiple_of(10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn full() -> Value {
        json!({
            "firstName": "Ada", "middleName": "K", "lastName": "Byron", "fullName": "Ada Byron",
            "email": "ada@example.org", "phone": "+44 20 7946 0958", "password": "p",
            "preferOAuth": true, "allowDrafts": true, "oauthProvider": "x", "username": "ada",
            "birthDate": "1990-12-10", "gender": "f", "pronouns": "she",
            "address": {"street": "1 A St", "street2": "2", "city": "London", "state": "L",
                        "zipCode": "N1", "country": "GB"},
            "company": "C", "jobTitle": "J", "linkedIn": "l", "website": "w", "github": "g",
            "resume": {
                "bio": "b", "summary": "s", "rawText": "r",
                "experiences": [{"company": "c", "title": "t", "startDate": "2020-01", "endDate": "",
                                 "current": true, "description": "d", "location": "l"}],
                "education": [{"school": "s", "degree": "d", "field": "f", "startDate": "2010",
                               "endDate": "2014", "gpa": "4"}],
                "skills": ["a"], "certifications": ["b"], "languages": ["c"]
            },
            "custom": {"n": 3, "o": {"p": [1]}}, "answers": {"Why?": "Because"},
            "tiers": {"custom.n": {"tier": "secret"},
                      "answers.Why?": {"tier": "ordinary", "despite": "payment card"}},
            "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "QUJD"}},
            "payment": {"cardName": "A", "cardNumber": "4242424242424242", "expMonth": "4",
                        "expYear": "2030", "cardType": "visa"},
            "updatedAt": "2026-01-01T00:00:00Z"
        })
    }

    #[test]
    fn a_full_profile_is_taken_whole() {
        let found = salvage(&full());
        assert_eq!(found.problems, []);
        assert_eq!(serde_json::to_value(&found.profile).unwrap(), full());
        assert_eq!(concerns(&found.profile), Vec::<&str>::new());
    }

    #[test]
    fn the_editor_has_a_place_for_every_part() {
        fn check(page: &str, parts: &[(&str, Shape)], path: &str) {
            for (name, shape) in parts {
                let path = join(path, name);
                let place = match shape {
                    Parts(inner) => {
                        check(page, inner, &path);
                        continue;
                    }
                    Rows(inner) => {
                        for (part, _) in *inner {
                            assert!(
                                page.contains(&format!("data-part=\"{part}\"")),
                                "{path}: {part}"
                            );
                        }
                        format!("data-rows=\"{path}\"")
                    }
                    Any => format!("data-map=\"{name}\""),
                    Tiers => "data-pair=\"tier\"".to_owned(),
                    Documents => "id=\"documents\"".to_owned(),
                    Text if *name == "updatedAt" => continue,
                    Text | Flag | Texts => format!("data-key=\"{path}\""),
                };
                assert!(page.contains(&place), "no {place} in popup.html");
            }
        }
        check(include_str!("../../../extension/popup.html"), PROFILE, "");
    }

    #[test]
    fn both_kinds_of_file_are_read() {
        let bare = read(&full().to_string()).unwrap();
        let wrapped = read(&format!("\u{feff}{}", json!({"profile": full()}))).unwrap();
        assert_eq!(bare, wrapped);
        assert_eq!(count(&bare.profile), tree::filled_paths(&full()).len() - 6);
    }

    #[test]
    fn what_is_valid_is_taken_and_the_rest_is_named() {
        let found = read(
            &json!({
                "firstName": "Ada", "phone": 4420, "lastName": ["canary"], "address": "canary",
                "preferOAuth": "canary", "nickname": "canary", "emptyThing": "",
                "resume": {"skills": ["a", {"canary": 1}, 7], "experiences": [{"title": "t"}, "canary"]},
                "documents": {"cv": {"name": "cv.pdf", "data": "no base64!"}, "photo": 3},
                "payment": {"cardNumber": "1", "cvc": "canary"}, "email": null,
                "tiers": {"custom.x": "canary", "custom.y": {"tier": "secret"}}
            })
            .to_string(),
        )
        .unwrap();
        let mut problems: Vec<_> =
            found.problems.iter().map(|p| format!("{}: {}", p.path, p.reason)).collect();
        problems.sort();
        assert_eq!(
            problems,
            [
                "address: an object was expected, this is a text",
                "documents.cv: the document is not in base64",
                "documents.photo: an object was expected, this is a number",
                "lastName: a text was expected, this is a list",
                "nickname: no part of a profile; add it under “Anything else”",
                "payment.cvc: a security code is never stored",
                "preferOAuth: true or false was expected, this is a text",
                "resume.experiences.1: an object was expected, this is a text",
                "resume.skills.1: a text was expected, this is an object",
                "tiers.custom.x: no choice of ordinary, personal or secret",
            ]
        );
        let profile = found.profile;
        assert_eq!(profile.first_name.reveal(), "Ada");
        assert_eq!(profile.phone.reveal(), "4420");
        assert_eq!(profile.resume.skills.len(), 2);
        assert_eq!(profile.resume.experiences.len(), 1);
        assert!(profile.documents.is_empty());
    }

    #[test]
    fn files_without_a_profile_are_refused() {
        let check = |text: &str, part: &str| {
            let error = read(text).unwrap_err();
            assert!(error.contains(part) && !error.contains("canary"), "{error}");
        };
        check("{\"firstName\": \"canary", "ends too early");
        check("canary", "no JSON");
        check("[\"canary\"]", "holds a list");
        check("{}", "empty profile");
        check("{\"foo\": \"canary\"}", "nothing of a profile");
    }

    #[test]
    fn base64_of_a_document() {
        let check = |data: &str, expected: Result<(), &str>| {
            assert_eq!(check_base64(data), expected);
        };
        check("QUJD", Ok(()));
        check("QQ==", Ok(()));
        check("", Err("the document is empty"));
        check("QUJ", Err("the document is not in base64"));
        check("Q===", Err("the document is not in base64"));
        check("QU-D", Err("the document is not in base64"));
        check(&"QUJD".repeat(DOCUMENT_LIMIT / 3), Ok(()));
        check(&"QUJD".repeat(DOCUMENT_LIMIT / 3 + 1), Err("the document is larger than 2 MB"));
    }

    #[test]
    fn what_looks_wrong_is_said() {
        let check = |profile: Value, expected: &[&str]| {
            assert_eq!(concerns(&salvage(&profile).profile), expected);
        };
        check(json!({}), &[]);
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

    #[test]
    fn values_that_a_new_profile_lacks_are_named() {
        let old = salvage(&json!({"firstName": "A", "address": {"city": "B"}})).profile;
        let new = salvage(&json!({"firstName": "C", "updatedAt": "x"})).profile;
        assert_eq!(missing_in(&new, &old), ["address.city"]);
        assert!(missing_in(&old, &new).is_empty());
    }
}
