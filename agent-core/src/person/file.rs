//! Profiles from files and from storage, read part by part: what is valid is taken, what is not is
//! named. A problem names a key and what was expected there, never the value.

use serde_json::{Map, Value};
pub use shared_types::import::FileProblem as Problem;
use shared_types::{AnswerNote, Profile, SiteAnswer, json, profile::TierChoice};

use super::{
    document,
    site::name_for_site,
    tree,
    typed::{json_error, kind_of},
};

/// What a part of a profile looks like.
pub enum Shape {
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
    /// Any key, a text.
    Named,
    /// Any key, named parts.
    NamedParts(&'static [(&'static str, Shape)]),
    /// Any key, any value.
    Any,
    /// Choices of how carefully entries are handled, by key.
    Tiers,
    /// What is known of answers, by their names.
    Notes,
    /// Answers for one site each, by name.
    SiteAnswers,
    /// Documents by name.
    Documents,
}

use Shape::{
    Any, Documents, Flag, Named, NamedParts, Notes, Parts, Rows, SiteAnswers, Text, Texts, Tiers,
};

/// The parts of an address.
const ADDRESS: &[(&str, Shape)] = &[
    ("street", Text),
    ("street2", Text),
    ("district", Text),
    ("city", Text),
    ("state", Text),
    ("zipCode", Text),
    ("country", Text),
];

/// All keys of a profile in a file, and their shapes.
pub const PROFILE: &[(&str, Shape)] = &[
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
    ("address", Parts(ADDRESS)),
    ("addresses", NamedParts(ADDRESS)),
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
                    ("employmentType", Text),
                    ("reasonForLeaving", Text),
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
                    ("level", Text),
                    ("completed", Flag),
                ]),
            ),
            ("skills", Texts),
            ("certifications", Texts),
            ("languages", Texts),
            ("rawText", Text),
        ]),
    ),
    ("facts", Named),
    ("custom", Any),
    ("answers", Any),
    ("answerNotes", Notes),
    ("siteAnswers", SiteAnswers),
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

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// What is valid.
    pub profile: Profile,
    /// What is not.
    pub problems: Vec<Problem>,
}

/// Reads a file: a bare profile or `{"profile": …}`. An error is for a person.
pub fn read(text: &str) -> Result<Found, String> {
    let file: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| json_error(&e))?;
    let inner = file.get("profile").filter(|profile| profile.is_object()).unwrap_or(&file);
    let Value::Object(_) = inner else {
        return Err(msg!("person_a_profile_is_an_object_in_braces", inner = kind_of(inner)));
    };
    let found = salvage(inner);
    if tree::filled_paths(inner).is_empty() {
        return Err(msg!("person_this_file_holds_an_empty_profile"));
    }
    if is_empty(&found.profile) {
        return Err(msg!("person_there_is_nothing_of_a_profile_in"));
    }
    Ok(found)
}

/// Takes what is valid of a profile.
pub fn salvage(value: &Value) -> Found {
    let mut problems = Vec::new();
    let valid = take(&Parts(PROFILE), value, "", &mut problems).unwrap_or_default();
    match json::from_value(&valid) {
        Ok(profile) => Found { profile, problems },
        // Cannot happen while the table and the type agree, which a test holds.
        Err(_) => {
            problems.push(Problem {
                path: "profile".to_owned(),
                reason: msg!("person_not_understood"),
            });
            Found { profile: Profile::default(), problems }
        }
    }
}

/// Whether a path of a profile is one of the person's entries.
fn is_entry(path: &str) -> bool {
    let is_about = ["tiers.", "answerNotes."].iter().any(|room| path.starts_with(room));
    // Of an answer for one site the answer alone is a value.
    let is_part = path.starts_with("siteAnswers.")
        && !path.ends_with(".answer")
        && !path.contains(".answer.");
    path != "updatedAt" && !is_about && !is_part
}

/// Whether nothing is in a profile.
pub fn is_empty(profile: &Profile) -> bool {
    let tree = json::to_value(profile);
    tree::filled_paths(&tree).iter().all(|path| !is_entry(path))
}

/// Keys of values that one profile has and another has not.
pub fn missing_in(new: &Profile, old: &Profile) -> Vec<String> {
    let new = json::to_value(new);
    let old = json::to_value(old);
    let kept = tree::filled_paths(&new);
    tree::filled_paths(&old)
        .into_iter()
        .filter(|path| is_entry(path) && !kept.contains(path))
        .collect()
}

/// How many values a profile has.
pub fn count(profile: &Profile) -> usize {
    let tree = json::to_value(profile);
    let is_value = |path: &&String| {
        let is_part_of_document = path.starts_with("documents.")
            && (path.ends_with(".name") || path.ends_with(".mediaType"));
        is_entry(path) && !is_part_of_document
    };
    tree::filled_paths(&tree).iter().filter(is_value).count()
}

/// All that the extension stores, without what speaks for the person elsewhere: the key of hashes, the server's token,
/// the provider's key.
pub fn without_secrets_of_ours(mut stored: Map<String, Value>) -> Map<String, Value> {
    stored.remove("hashKey");
    if let Some(settings) = stored.get_mut("agentSettings").and_then(Value::as_object_mut) {
        settings.remove("serverToken");
        settings.remove("llmApiKey");
    }
    stored
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
        (Named, Value::Object(map)) => Some(take_named(&Text, map, path, problems)),
        (NamedParts(parts), Value::Object(map)) => {
            Some(take_named(&Parts(parts), map, path, problems))
        }
        (Any, Value::Object(map)) => Some(Value::Object(map.clone())),
        (Notes, Value::Object(map)) => Some(take_notes(map)),
        (SiteAnswers, Value::Object(map)) => Some(take_site_answers(map, path, problems)),
        (Tiers, Value::Object(map)) => Some(take_tiers(map, path, problems)),
        (Documents, Value::Object(map)) => Some(take_documents(map, path, problems)),
        _ => None,
    };
    if taken.is_none() {
        problems.push(Problem {
            path: path.to_owned(),
            reason: msg!(
                "person_was_expected_this_is",
                shape = expected(shape),
                value = kind_of(value)
            ),
        });
    }
    taken
}

fn expected(shape: &Shape) -> String {
    match shape {
        Text => msg!("person_a_text"),
        Flag => msg!("person_true_or_false"),
        Texts => msg!("person_a_list_of_texts"),
        Rows(_) => msg!("person_a_list_of_objects"),
        Parts(_) | Named | NamedParts(_) | Any | Tiers | Notes | SiteAnswers | Documents => {
            msg!("person_an_object")
        }
    }
}

fn take_named(
    shape: &Shape,
    map: &Map<String, Value>,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let mut texts = Map::new();
    for (name, value) in map {
        if let Some(text) = take(shape, value, &join(path, name), problems) {
            texts.insert(name.clone(), text);
        }
    }
    Value::Object(texts)
}

/// Notes that can be read. One that cannot is left out without a word: the answer itself is there.
fn take_notes(map: &Map<String, Value>) -> Value {
    let note = |note: &Value| Some(json::to_value(&json::from_value::<AnswerNote>(note).ok()?));
    map.iter().filter_map(|(name, one)| Some((name.clone(), note(one)?))).collect()
}

/// Answers that say for which site they are, and what they answer.
fn take_site_answers(map: &Map<String, Value>, path: &str, problems: &mut Vec<Problem>) -> Value {
    let mut taken = Map::new();
    for (stored, one) in map {
        let read = json::from_value::<SiteAnswer>(one).ok();
        let is_whole = |one: &SiteAnswer| {
            one.site.starts_with("http") && !one.name.trim().is_empty() && tree::holds(&one.answer)
        };
        match read.filter(is_whole) {
            // What it is stored under says what it is; of two to one question on one site the first holds.
            Some(mut one) => {
                one.name = one.name.trim().to_owned();
                let stored = name_for_site(&one.name, &one.site);
                taken.entry(stored).or_insert_with(|| json::to_value(&one));
            }
            None => problems
                .push(Problem { path: join(path, stored), reason: msg!("person_not_understood") }),
        }
    }
    Value::Object(taken)
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
                reason: msg!("person_no_choice_of_ordinary_personal_or"),
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
            None => problems.push(Problem { reason: unknown(name), path }),
        }
    }
    Value::Object(taken)
}

fn unknown(name: &str) -> String {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if SECURITY_CODES.contains(&plain.to_ascii_lowercase().as_str()) {
        msg!("person_a_security_code_is_never_stored")
    } else {
        msg!("person_no_part_of_a_profile_add_it_under")
    }
}

fn take_documents(map: &Map<String, Value>, path: &str, problems: &mut Vec<Problem>) -> Value {
    const DOCUMENT: &[(&str, Shape)] = &[("name", Text), ("mediaType", Text), ("data", Text)];
    let mut taken = Map::new();
    for (name, document) in map {
        let path = join(path, name);
        let Some(document) = take(&Parts(DOCUMENT), document, &path, problems) else { continue };
        let data = document.get("data").and_then(Value::as_str).unwrap_or_default();
        match document::check_base64(data) {
            Ok(()) => {
                taken.insert(name.clone(), document);
            }
            Err(reason) => problems.push(Problem { path, reason: reason.to_owned() }),
        }
    }
    Value::Object(taken)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
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
            "addresses": {"Billing": {"street": "2 B St", "street2": "1", "district": "Hyde Park", "city": "Leeds", "state": "",
                                      "zipCode": "", "country": ""}},
            "address": {"street": "1 A St", "street2": "2", "district": "Hoxton", "city": "London", "state": "L",
                        "zipCode": "N1", "country": "GB"},
            "company": "C", "jobTitle": "J", "linkedIn": "l", "website": "w", "github": "g",
            "resume": {
                "bio": "b", "summary": "s", "rawText": "r",
                "experiences": [{"company": "c", "title": "t", "startDate": "2020-01", "endDate": "",
                                 "current": true, "description": "d", "location": "l",
                                 "employmentType": "e", "reasonForLeaving": "r"}],
                "education": [{"school": "s", "degree": "d", "field": "f", "startDate": "2010",
                               "endDate": "2014", "gpa": "4", "level": "l", "completed": false}],
                "skills": ["a"], "certifications": ["b"], "languages": ["c"]
            },
            "facts": {"relocate": "Yes", "years.Rust": "4", "referee.1.name": "Dana",
                      "ofANewerVersion": "x"},
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
    }

    #[test]
    fn a_profile_of_before_is_written_as_before() {
        let mut before = full();
        before.as_object_mut().unwrap().remove("facts");
        before.as_object_mut().unwrap().remove("addresses");
        for (rows, parts) in [
            ("experiences", ["employmentType", "reasonForLeaving"]),
            ("education", ["level", "completed"]),
        ] {
            let row = before["resume"][rows][0].as_object_mut().unwrap();
            for part in parts {
                row.remove(part).unwrap();
            }
        }
        let found = salvage(&before);
        assert_eq!(found.problems, []);
        assert_eq!(serde_json::to_value(&found.profile).unwrap(), before);
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
                "tiers": {"custom.x": "canary", "custom.y": {"tier": "secret"}},
                "facts": {"relocate": true, "years.Rust": 4, "pets": ["canary"], "smoker": null}
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
                "facts.pets: a text was expected, this is a list",
                "lastName: a text was expected, this is a list",
                "nickname: not part of a profile; add it under “Anything else”",
                "payment.cvc: a security code is never stored",
                "preferOAuth: true or false was expected, this is a text",
                "resume.experiences.1: an object was expected, this is a text",
                "resume.skills.1: a text was expected, this is an object",
                "tiers.custom.x: must be ordinary, personal or secret",
            ]
        );
        let profile = found.profile;
        assert_eq!(profile.first_name.reveal(), "Ada");
        assert_eq!(profile.phone.reveal(), "4420");
        assert_eq!(profile.resume.skills.len(), 2);
        assert_eq!(profile.resume.experiences.len(), 1);
        assert!(profile.documents.is_empty());
        let facts = profile.facts.iter().map(|(name, text)| (name.as_str(), text.reveal()));
        assert_eq!(facts.collect::<Vec<_>>(), [("relocate", "true"), ("years.Rust", "4")]);
    }

    #[test]
    fn keys_and_tokens_stay_out_of_what_is_exported() {
        let stored = json!({
            "hashKey": [1], "userProfile": {"firstName": "Ada"},
            "agentSettings": {"serverToken": "canary", "llmApiKey": "canary", "llmModel": "m"}
        });
        let Value::Object(stored) = stored else { panic!("an object") };
        let kept = json!({"userProfile": {"firstName": "Ada"}, "agentSettings": {"llmModel": "m"}});
        assert_eq!(Value::Object(without_secrets_of_ours(stored)), kept);
    }

    #[test]
    fn files_without_a_profile_are_refused() {
        let check = |text: &str, part: &str| {
            let error = read(text).unwrap_err();
            assert!(error.contains(part) && !error.contains("canary"), "{error}");
        };
        check("{\"firstName\": \"canary", "ends too early");
        check("canary", "Invalid JSON");
        check("[\"canary\"]", "holds a list");
        check("{}", "empty profile");
        check("{\"foo\": \"canary\"}", "nothing for a profile");
    }

    #[test]
    fn values_that_a_new_profile_lacks_are_named() {
        let old = salvage(&json!({"firstName": "A", "address": {"city": "B"}})).profile;
        let new = salvage(&json!({"firstName": "C", "updatedAt": "x"})).profile;
        assert_eq!(missing_in(&new, &old), ["address.city"]);
        assert!(missing_in(&old, &new).is_empty());
    }
}
