//! How long it takes to find a question among 10,000 remembered ones, and the relatives of a form among 2,000 recipes.
//!
//! Nobody has answered so many: the questions are made of what people are asked about and of whose it is, so that they
//! share most of their words, as the worst of real ones do.

use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use agent_core::memory::{
    Answers,
    recipe::{Held, Recipe, Recipes, Seen, Wrote, learn},
};
use shared_types::{AnswerNote, AskedQuestion, Field, Observation};

/// Answers that are remembered.
const ANSWERS: usize = 10_000;
/// Recipes, and the fields of each.
const RECIPES: usize = 2_000;
const FIELDS: usize = 30;
/// Milliseconds that one question may take.
const LIMIT: f64 = 10.0;
/// Repetitions; the median counts.
const RUNS: usize = 21;

const THINGS: &[&str] = &[
    "shoe size",
    "favourite dish",
    "bicycle",
    "swimming level",
    "notice period",
    "newspaper",
    "heating",
    "instrument",
    "eye colour",
    "boat",
    "ticket",
    "allergies",
    "glasses",
    "locker",
];
const ASKED: &[&str] = &["What is your", "Describe your", "How do you like your", "Do you have a"];

fn main() -> ExitCode {
    // `cargo test` runs benches too, to see that they start; a measurement takes `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let question = |at: usize| {
        let thing = THINGS.get(at % THINGS.len()).copied().unwrap_or_default();
        let asked = ASKED.get(at / THINGS.len() % ASKED.len()).copied().unwrap_or_default();
        format!("{asked} {thing} of the season {at}?")
    };
    let note = |text: String| AnswerNote {
        question: AskedQuestion { text, lang: "en".to_owned(), ..AskedQuestion::default() },
        given: 1.0,
        ..AnswerNote::default()
    };
    let kept: Vec<(String, AnswerNote)> =
        (0..ANSWERS).map(|at| (at.to_string(), note(question(at)))).collect();
    let begun = Instant::now();
    let answers = Answers::new(kept.iter().map(|(name, note)| (name.as_str(), Some(note))));
    println!("made ready of {ANSWERS} answers: {:.1} ms", milliseconds(begun.elapsed()));
    let mut good = true;
    for (what, text) in [
        ("the same words", question(4_321)),
        ("near words", "Please tell us the favorite dish of your season".to_owned()),
        ("other words", "How many stairs lead to the cellar?".to_owned()),
    ] {
        let asked = AskedQuestion { text, lang: "en".to_owned(), ..AskedQuestion::default() };
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..RUNS {
            let begun = Instant::now();
            black_box(answers.find(black_box(&asked), "https://a.example"));
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let median = milliseconds(times.get(RUNS / 2).copied().unwrap_or_default());
        println!("{what}: {median:.2} ms of at most {LIMIT}");
        good &= median <= LIMIT;
    }
    good &= relatives();
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A form whose fields it shares in part with those before and after it.
fn form(number: usize) -> Observation {
    let field = |(index, at): (u32, usize)| Field {
        index,
        tag: "input".to_owned(),
        kind: "text".to_owned(),
        name: format!("field{at}"),
        label: format!("Question {at}"),
        fingerprint: Some(format!("{at:016x}")),
        ..Field::default()
    };
    Observation {
        url: format!("https://site{number}.example/apply"),
        fields: (0..).zip(number..number + FIELDS).map(field).collect(),
        ..Observation::default()
    }
}

fn relatives() -> bool {
    let recipes: Vec<Recipe> = (0..RECIPES)
        .filter_map(|number| {
            let observation = form(number);
            let wrote: Vec<Wrote> = observation
                .fields
                .iter()
                .filter_map(|field| field.fingerprint.clone())
                .map(|fingerprint| Wrote {
                    fingerprint,
                    held: Held::Entry("email".into()),
                    way: None,
                })
                .collect();
            learn(&[Seen { observation: &observation, pressed: None, wrote: &wrote }], |_| true)
        })
        .collect();
    let begun = Instant::now();
    let known = Recipes::new(&recipes);
    println!("made ready of {} recipes: {:.1} ms", recipes.len(), milliseconds(begun.elapsed()));
    let page = form(RECIPES / 2);
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..RUNS {
        let begun = Instant::now();
        black_box(known.nearest(black_box(&page)));
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let median = milliseconds(times.get(RUNS / 2).copied().unwrap_or_default());
    println!("relatives of a form: {median:.2} ms of at most {LIMIT}");
    recipes.len() == RECIPES && median <= LIMIT
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
