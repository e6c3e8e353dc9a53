//! Wordings of questions, in five languages: how many are understood as they are meant, left open, or taken for another
//! question. `cargo test -p agent-core --lib wordings_of_ -- --nocapture` prints it.

use std::collections::BTreeMap;

use crate::question::{form::Form, of_text, sentence::Sentence};

const FREQUENT: &str = include_str!("wordings.txt");
const FURTHER: &str = include_str!("further.txt");
const OTHERS: &str = include_str!("others.txt");

#[derive(Default, Debug, Clone, Copy, PartialEq, Eq)]
struct Tally {
    right: usize,
    open: usize,
    wrong: usize,
}

/// A wording and what it means.
struct Wording {
    language: &'static str,
    text: &'static str,
    /// The question that is meant, or that it must not be taken for.
    intent: &'static str,
    only_sounds_like_it: bool,
    form: Form,
}

impl Wording {
    fn found(&self) -> Option<String> {
        of_text(self.text, "", self.form).map(|question| {
            let turned = if question.negated { "not " } else { "" };
            format!("{turned}{:?}", question.intent)
        })
    }

    fn print(&self, what: &str) {
        println!("{what}: {} {}: {}", self.language, self.intent, self.text);
        for word in Sentence::read(self.text).words.iter().filter(|word| !word.is_idle()) {
            println!("    {:?} {:?}", word.text, word.concepts);
        }
    }
}

fn form(name: &str) -> Form {
    match name {
        "yes-no" => Form::YesNo,
        "choice" => Form::Choice,
        "text" => Form::Text,
        other => panic!("no such form: {other}"),
    }
}

fn wordings(table: &'static str) -> impl Iterator<Item = Wording> {
    let mut heading = ("", Form::Text);
    table.lines().filter_map(move |line| {
        if let Some(named) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (intent, kind) = named.split_once(' ').expect("a question and how it is answered");
            heading = (intent, form(kind));
            return None;
        }
        let (language, text) = line.split_once(": ").filter(|_| !line.starts_with('#'))?;
        let (name, form) = heading;
        let intent = name.trim_start_matches('!');
        let only_sounds_like_it = name.starts_with('!');
        Some(Wording { language, text, intent, only_sounds_like_it, form })
    })
}

/// Checks what was reached: a wrong one is worse than many open ones.
fn check(table: &'static str, least_right: usize, most_wrong: usize) {
    let mut of_languages: BTreeMap<&str, Tally> = BTreeMap::new();
    for wording in wordings(table).filter(|wording| !wording.only_sounds_like_it) {
        let tally = of_languages.entry(wording.language).or_default();
        match wording.found() {
            Some(found) if found == wording.intent => tally.right += 1,
            None => {
                wording.print("open");
                tally.open += 1;
            }
            Some(found) => {
                wording.print(&format!("wrong, as {found}"));
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
    assert!(
        right >= least_right && wrong <= most_wrong,
        "{right} of at least {least_right}, {wrong} wrong of at most {most_wrong}"
    );
}

#[test]
fn wordings_of_frequent_questions() {
    check(FREQUENT, 571, 0);
}

#[test]
fn wordings_of_further_questions() {
    check(FURTHER, 710, 4);
}

/// A negated question is answered the other way round, and "are you free of …?" is none.
#[test]
fn what_only_sounds_like_a_question_is_not_taken_for_it() {
    let taken: Vec<String> = wordings(FURTHER)
        .chain(wordings(OTHERS))
        .filter(|wording| wording.only_sounds_like_it)
        .filter(|wording| wording.found().is_some_and(|found| found == wording.intent))
        .map(|wording| format!("{} {}: {}", wording.language, wording.intent, wording.text))
        .collect();
    assert_eq!(taken, [] as [&str; 0]);
}
