//! Five further wordings of each frequent question, in five languages: how many are understood as they are meant, left
//! open, or taken for another question. `cargo test -p agent-core wordings_of -- --nocapture` prints it.

use std::collections::BTreeMap;

use crate::question::{form::Form, of_text, sentence::Sentence};

const WORDINGS: &str = include_str!("wordings.txt");

/// How many are understood, at least.
const RIGHT: usize = 571;

#[derive(Default, Debug, Clone, Copy, PartialEq, Eq)]
struct Tally {
    right: usize,
    open: usize,
    wrong: usize,
}

fn form(name: &str) -> Form {
    match name {
        "yes-no" => Form::YesNo,
        "choice" => Form::Choice,
        "text" => Form::Text,
        other => panic!("no such form: {other}"),
    }
}

/// Language, wording, the question that is meant, and how it is answered.
fn wordings() -> impl Iterator<Item = (&'static str, &'static str, &'static str, Form)> {
    let mut heading = ("", Form::Text);
    WORDINGS.lines().filter_map(move |line| {
        if let Some(named) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (intent, kind) = named.split_once(' ').expect("a question and how it is answered");
            heading = (intent, form(kind));
            return None;
        }
        let (language, text) = line.split_once(": ").filter(|_| !line.starts_with('#'))?;
        Some((language, text, heading.0, heading.1))
    })
}

#[test]
fn wordings_of_frequent_questions() {
    let mut of_languages: BTreeMap<&str, Tally> = BTreeMap::new();
    for (language, text, meant, form) in wordings() {
        let tally = of_languages.entry(language).or_default();
        let found = of_text(text, "", form).map(|question| format!("{:?}", question.intent));
        match found {
            Some(found) if found == meant => tally.right += 1,
            None => {
                println!("open: {language} {meant}: {text}");
                for word in Sentence::read(text).words.iter().filter(|word| !word.is_idle()) {
                    println!("    {:?} {:?}", word.text, word.concepts);
                }
                tally.open += 1;
            }
            Some(found) => {
                println!("wrong: {language} {meant}: {text} as {found}");
                tally.wrong += 1;
            }
        }
    }
    for (language, Tally { right, open, wrong }) in &of_languages {
        println!("{language}: {right} right, {open} open, {wrong} wrong");
    }
    let sum = |of: fn(&Tally) -> usize| of_languages.values().map(of).sum::<usize>();
    let (right, open, wrong) = (sum(|t| t.right), sum(|t| t.open), sum(|t| t.wrong));
    println!("of {}: {right} right, {open} open, {wrong} wrong", right + open + wrong);
    assert_eq!((right + open + wrong) % 25, 0, "five wordings in five languages of each question");
    // What was reached; a wrong one is worse than many open ones.
    assert!(right >= RIGHT && wrong == 0, "{right} of at least {RIGHT}, {wrong} wrong");
}
