//! `eval --memory [DIR]`: how well remembered questions are found again, without a browser.

use std::{collections::BTreeMap, fs, path::Path};

use agent_core::memory::{Answers, Known};
use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use shared_types::{AnswerKind, AnswerNote, AskedQuestion};

use super::{
    applications::{PERSONAS, is_right},
    figures::{json_lines, part, share},
};

#[path = "../../../agent-core/tests/memory/score.rs"]
#[expect(clippy::cast_precision_loss, reason = "counts of lines are small")]
mod score;

/// Prints the figures of the project's own sets, and those of a folder of applications, where each person's remembered
/// answers alone are given.
pub(super) fn run(dir: Option<&Path>) -> Result<()> {
    print!("{}", score::Sets::ours().report());
    println!("by somebody who had not seen the matcher:");
    print!("{}", score::Sets::blind().report());
    let Some(dir) = dir else { return Ok(()) };
    let told: Value = serde_json::from_str(&fs::read_to_string(dir.join(PERSONAS))?)
        .with_context(|| format!("{PERSONAS} is no JSON"))?;
    let persons = told.get("personas").and_then(Value::as_object);
    let persons = persons.with_context(|| format!("{PERSONAS} has no personas"))?;
    let people: BTreeMap<&str, Person> =
        persons.iter().map(|(name, person)| (name.as_str(), Person::of(person))).collect();
    let questions = json_lines(&dir.join("questions.jsonl"), None)?;
    let mut tally = Tally::default();
    for case in json_lines(&dir.join("cases.jsonl"), None)? {
        let Some(person) = people.get(part(&case, "persona")) else { continue };
        let of_page = |question: &&Value| part(question, "page") == part(&case, "page");
        for question in questions.iter().filter(of_page) {
            let label = case.get("expect").and_then(|all| all.get(part(question, "k")));
            if let Some(label) = label {
                tally.add(person, question, label);
            }
        }
    }
    println!("{}", tally.line());
    Ok(())
}

/// What a person remembers.
struct Person {
    answers: Answers,
    told: BTreeMap<String, String>,
}

impl Person {
    fn of(person: &Value) -> Self {
        let remembered = person.get("remembered").and_then(Value::as_array);
        let told: BTreeMap<String, String> = remembered
            .into_iter()
            .flatten()
            .map(|one| (part(one, "question").to_owned(), part(one, "answer").to_owned()))
            .collect();
        let note = |text: &String| AnswerNote {
            question: AskedQuestion { text: text.clone(), ..AskedQuestion::default() },
            origin: "https://earlier.example".to_owned(),
            given: 1.0,
            ..AnswerNote::default()
        };
        let notes: Vec<(&String, AnswerNote)> =
            told.keys().map(|text| (text, note(text))).collect();
        let answers = Answers::new(notes.iter().map(|(name, note)| (name.as_str(), Some(note))));
        Self { answers, told }
    }
}

#[derive(Debug, Default)]
struct Tally {
    answerable: usize,
    filled: [usize; 2],
    proposed: [usize; 2],
    open: usize,
    filled_where_open: usize,
    proposed_where_open: usize,
}

impl Tally {
    fn add(&mut self, person: &Person, question: &Value, label: &Value) {
        let options = question.get("options").and_then(Value::as_array);
        let options: Vec<String> =
            options.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let asked = AskedQuestion {
            text: part(question, "text").to_owned(),
            lang: part(question, "lang").to_owned(),
            kind: if options.is_empty() { AnswerKind::Text } else { AnswerKind::Choice },
            options,
        };
        let is_open = label.get("open").is_some();
        self.open += usize::from(is_open);
        self.answerable += usize::from(!is_open);
        let (key, is_filled) = match person.answers.find(&asked, "https://asking.example") {
            Known::Nothing => return,
            Known::Same(key, _) => (key, true),
            Known::Near(near) => match near.into_iter().next() {
                Some(first) => (first.key, false),
                None => return,
            },
        };
        let name = key.as_str().trim_start_matches("answers.");
        let told = person.told.get(name).cloned().unwrap_or_default();
        let is_right = is_right(label, &json!(told));
        match (is_open, is_filled) {
            (true, true) => self.filled_where_open += 1,
            (true, false) => self.proposed_where_open += 1,
            (false, true) => bump(&mut self.filled, is_right),
            (false, false) => bump(&mut self.proposed, is_right),
        }
    }

    /// In words. An answer that the page's own choices say otherwise counts as other words.
    fn line(&self) -> String {
        let [filled_other, filled] = self.filled;
        let [proposed_other, proposed] = self.proposed;
        format!(
            "applications, remembered answers alone: {} questions with an answer: filled as labelled {}, \
             in other words {filled_other}; proposed as labelled {proposed}, in other words \
             {proposed_other}. {} questions that must stay open: filled {}, proposed {}",
            self.answerable,
            share(filled, self.answerable),
            self.open,
            self.filled_where_open,
            self.proposed_where_open,
        )
    }
}

/// Counts what is not, and what is, right.
fn bump(counts: &mut [usize; 2], is_right: bool) {
    if let Some(count) = counts.get_mut(usize::from(is_right)) {
        *count += 1;
    }
}
