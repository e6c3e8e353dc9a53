//! A profile as an editor holds it: a text for each part, rows, and maps of own entries.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use shared_types::{
    AnswerNote, Profile, ProfileKey, SiteAnswer, json,
    profile::{Address, Document, TierChoice},
};

use super::{facts::Facts, file::salvage, tree};
use crate::gate;

/// All that an editor holds. It has no `Debug`: it is a person's.
#[derive(Default)]
pub struct Edited {
    /// Values by their path, such as `address.city`.
    pub parts: Vec<(String, Value)>,
    /// Paths of the lists of named parts.
    pub rows: Vec<String>,
    /// Facts by name.
    pub facts: Facts,
    /// Further addresses by name.
    pub addresses: BTreeMap<String, Address>,
    /// Answers by question.
    pub answers: BTreeMap<String, Value>,
    /// What is known of answers; what is of none goes.
    pub answer_notes: BTreeMap<String, AnswerNote>,
    /// Answers that are for one site each.
    pub site_answers: BTreeMap<String, SiteAnswer>,
    /// Own entries by name.
    pub custom: BTreeMap<String, Value>,
    /// What is chosen for entries, by key.
    pub tiers: BTreeMap<String, TierChoice>,
    /// Documents by name.
    pub documents: BTreeMap<String, Document>,
    /// When what is edited was stored.
    pub updated_at: Option<String>,
}

impl Edited {
    /// The profile that it makes: without empty rows, and without a card that nothing is said of.
    pub fn profile(self) -> Profile {
        let mut whole = json::to_value(&Profile::default());
        for (path, value) in self.parts {
            let is_absent = path.starts_with("payment.") && value.as_str() == Some("");
            if !is_absent {
                tree::set(&mut whole, &path, value);
            }
        }
        for path in &self.rows {
            tree::drop_empty_rows(&mut whole, path);
        }
        let mut answer_notes = self.answer_notes;
        answer_notes.retain(|name, _| self.answers.contains_key(name));
        Profile {
            addresses: self.addresses,
            facts: self.facts,
            answers: self.answers,
            answer_notes,
            site_answers: self.site_answers,
            custom: self.custom,
            tiers: self.tiers,
            documents: self.documents,
            updated_at: self.updated_at,
            ..salvage(&whole).profile
        }
    }
}

/// Notes which answers are other texts than before, at `now` in milliseconds since 1970. Of secrets and agreements nothing
/// is noted.
pub fn note_edits(profile: &mut Profile, before: &Profile, now: f64) {
    for (name, answer) in &profile.answers {
        let key = ProfileKey::new(format!("answers.{name}"));
        let is_barred = gate::is_secret_by_name(&key) || gate::site_of_agreement(&key).is_some();
        let is_other = before.answers.get(name).is_some_and(|before| before != answer);
        if is_other && !is_barred {
            let note = before.answer_notes.get(name).cloned().unwrap_or_default();
            let note = AnswerNote { given: now, ..note.corrected_if(true) };
            profile.answer_notes.insert(name.clone(), note);
        }
    }
    for (stored, one) in &mut profile.site_answers {
        if before.site_answers.get(stored).is_some_and(|before| before.answer != one.answer) {
            let note = std::mem::take(&mut one.note).corrected_if(true);
            one.note = AnswerNote { given: now, ..note };
        }
    }
}

/// The further addresses of which these are the parts by name, `name` for what the person calls it; those without any
/// count as none. An error names the address by its position and is a sentence for the person.
pub fn addresses(
    typed: Vec<Vec<(&str, String)>>,
) -> Result<BTreeMap<String, Address>, (usize, String)> {
    let mut named = BTreeMap::new();
    for (at, parts) in typed.into_iter().enumerate() {
        let mut name = String::new();
        let mut tree = Value::Object(Map::new());
        for (part, text) in parts {
            match (part, text.trim()) {
                (_, "") => {}
                ("name", text) => text.clone_into(&mut name),
                (part, text) => tree::set(&mut tree, part, Value::from(text)),
            }
        }
        let is_empty = tree.as_object().is_none_or(Map::is_empty);
        if name.is_empty() && is_empty {
            continue;
        }
        if name.is_empty() {
            return Err((at, msg!("person_an_address_needs_a_name")));
        }
        if is_empty {
            return Err((at, msg!("person_an_address_is_empty", name = name)));
        }
        if named.contains_key(&name) {
            return Err((at, msg!("person_two_addresses_of_a_name", name = name)));
        }
        named.insert(name, json::from_value(&tree).unwrap_or_default());
    }
    Ok(named)
}

/// The value that is typed for the part at a path; of a list one entry a line.
pub fn value_of(path: &str, text: &str, is_list: bool) -> Value {
    if is_list {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return lines.map(Value::from).collect();
    }
    // White space may be part of a password, and of nothing else.
    Value::from(if path == "password" { text } else { text.trim() })
}

/// The value of a choice between yes, no and nothing said: `true`, `false`, empty.
pub fn flag_of(text: &str) -> Value {
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::Null,
    }
}

/// A value as it is typed.
pub fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
        }
        Some(Value::String(text)) => text.clone(),
        Some(Value::Bool(yes)) => yes.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_typed_reads_the_same_again() {
        let check = |path: &str, text: &str, is_list, expected: Value| {
            let value = value_of(path, text, is_list);
            assert_eq!(value, expected);
            assert_eq!(value_of(path, &text_of(Some(&value)), is_list), value);
        };
        check("firstName", " Ada ", false, json!("Ada"));
        check("password", " p ", false, json!(" p "));
        check("resume.skills", "a\n\n b \n", true, json!(["a", "b"]));
        for value in [json!(true), json!(false), json!(null)] {
            assert_eq!(flag_of(&text_of(Some(&value))), value);
        }
        assert_eq!(text_of(None), "");
        assert_eq!(text_of(Some(&json!(3))), "");
    }

    #[test]
    fn an_answer_that_is_edited_is_noted_as_changed() {
        let profile = |texts: [&str; 4]| {
            let names = ["Notice period", "Crew", "Password", "Agreed at https://a.example: Terms"];
            let answers = names.iter().zip(texts);
            Profile {
                answers: answers.map(|(name, text)| ((*name).to_owned(), json!(text))).collect(),
                ..Profile::default()
            }
        };
        let mut before = profile(["1 month", "Shore", "a", "Yes"]);
        let note =
            AnswerNote { given: 5.0, corrected: 1, origin: "x".into(), ..AnswerNote::default() };
        before.answer_notes.insert("Notice period".into(), note.clone());
        let mut after = profile(["6 weeks", "Shore", "b", "Yes"]);
        after.answer_notes = before.answer_notes.clone();
        note_edits(&mut after, &before, 9.0);
        let changed = AnswerNote { given: 9.0, corrected: 2, ..note };
        assert_eq!(after.answer_notes, BTreeMap::from([("Notice period".to_owned(), changed)]));
        // One that nothing was known of.
        let mut later = profile(["6 weeks", "Boat", "b", "Yes"]);
        note_edits(&mut later, &after, 10.0);
        assert_eq!(later.answer_notes["Crew"].corrected, 1);
        assert_eq!(later.answer_notes.len(), 1);
    }

    #[test]
    fn addresses_have_names_of_their_own() {
        let typed = |rows: &[(&str, &str)]| {
            let row = |(name, city): &(&str, &str)| {
                vec![("name", (*name).to_owned()), ("city", (*city).to_owned())]
            };
            addresses(rows.iter().map(row).collect())
        };
        let both = typed(&[(" Billing ", "Leeds"), ("", " "), ("2", "Cork")]).unwrap();
        assert_eq!(both["Billing"].city.reveal(), "Leeds");
        assert_eq!(both["2"].city.reveal(), "Cork");
        assert_eq!(both.len(), 2);
        for wrong in
            [[("A", "Leeds"), ("", "Cork")], [("A", "Leeds"), ("B", "")], [("A", "x"), ("A", "y")]]
        {
            assert_eq!(typed(&wrong).unwrap_err().0, 1, "{wrong:?}");
        }
    }

    #[test]
    fn a_profile_is_made_of_its_parts() {
        let part = |path: &str, value: Value| (path.to_owned(), value);
        let edited = Edited {
            answer_notes: BTreeMap::from([
                ("q".to_owned(), AnswerNote::default()),
                ("gone".to_owned(), AnswerNote::default()),
            ]),
            parts: vec![
                part("firstName", json!("Ada")),
                part("payment.cardNumber", json!("")),
                part("resume.experiences.0.title", json!("")),
                part("resume.experiences.1.title", json!("Clerk")),
                part("resume.experiences.1.employmentType", json!("Full-time")),
                part("resume.education.0.school", json!("UCC")),
                part("resume.education.0.completed", json!(false)),
                part("resume.education.1.school", json!("MIT")),
                part("resume.education.1.completed", json!(null)),
            ],
            rows: vec!["resume.experiences".to_owned()],
            facts: Facts::from([("pets".to_owned(), "1 cat".into())]),
            custom: BTreeMap::from([("n".to_owned(), json!(3))]),
            updated_at: Some("a".to_owned()),
            ..Edited::default()
        };
        let profile = edited.profile();
        assert_eq!(profile.first_name.reveal(), "Ada");
        assert!(profile.payment.is_none(), "nothing is said of a card");
        assert_eq!(profile.resume.experiences.len(), 1);
        assert_eq!(profile.resume.experiences[0].employment_type.reveal(), "Full-time");
        let completed = profile.resume.education.iter().map(|school| school.completed);
        assert_eq!(completed.collect::<Vec<_>>(), [Some(false), None]);
        assert_eq!(profile.facts["pets"].reveal(), "1 cat");
        assert_eq!(profile.custom.get("n"), Some(&json!(3)));
        assert_eq!(profile.updated_at.as_deref(), Some("a"));
    }
}
