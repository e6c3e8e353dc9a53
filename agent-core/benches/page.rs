//! How long understanding and planning a page takes: 30 fields, and 1,000.
//!
//! The labels are those of forms that people meet, in turn, numbered so that no two are alike. The
//! plain alternative is measured in the same run: asking every phrase of the word tables of every label
//! and name, one by one, whether it is in there.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on ends at once and says where"
)]

use std::{
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use agent_core::{
    bind::{Source, keys_of_profile},
    classify, observe,
    plan::{self, PlanInput},
};
use serde_json::{Value, json};
use shared_types::{JobMode, Profile, snapshot::FrameSnapshot};

/// Milliseconds for classifying and planning, and the number of fields they are for.
const LIMITS: [(usize, f64); 2] = [(30, 0.3), (1_000, 10.0)];
/// Repetitions; the median counts.
const RUNS: usize = 21;

const TABLES: &[&str] = &[
    include_str!("../src/language/en.txt"),
    include_str!("../src/language/de.txt"),
    include_str!("../src/language/fr.txt"),
    include_str!("../src/language/es.txt"),
];

const LABELS: &[(&str, &str)] = &[
    ("First name", "firstName"),
    ("Last name", "lastName"),
    ("E-mail address", "applicant_email"),
    ("Phone number", "tel"),
    ("Street and number", "address1"),
    ("Apartment, suite, unit", "address2"),
    ("Town or city", "city"),
    ("State / province", "region"),
    ("Postal code", "zip"),
    ("Country", "country"),
    ("Company", "organization"),
    ("Job title", "job-title"),
    ("Date of birth", "dob"),
    ("Card number", "ccnum"),
    ("Security code", "cvc"),
    ("When could you start?", "q_1071"),
    ("How did you hear about us?", "source"),
    ("Coupon code", "promo"),
    ("Comments", "comments"),
    ("Vorname", "vorname"),
];

fn main() -> ExitCode {
    // `cargo test` runs benches too, to see that they start; a measurement takes `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let mut good = true;
    for (count, limit) in LIMITS {
        good &= measure(count, limit);
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn measure(count: usize, limit: f64) -> bool {
    let profile: Profile = serde_json::from_value(json!({
        "firstName": "Ines", "lastName": "Okafor", "email": "ines.okafor@example.org",
        "phone": "+44 20 7946 0958",
        "address": {"street": "Cedar Row", "houseNumber": "7", "city": "Leeds", "zipCode": "LS1 4AP",
            "country": "GB"},
        "custom": {"how did you hear about us": "A friend", "vehicle registration": "LD21 KXW"},
    }))
    .expect("a profile");
    let text = page(count).to_string();
    let keys = keys_of_profile(&profile);
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let frames: Vec<FrameSnapshot> = serde_json::from_str(&text).expect("a snapshot");
    let observation = observe::observe(&frames, &source).observation;
    let bare = {
        let mut bare = observation.clone();
        bare.fields.iter_mut().for_each(|field| field.role = None);
        bare
    };
    let input = |observation| PlanInput {
        observation,
        keys: &keys,
        history: &[],
        step: 1,
        mode: JobMode::Live,
    };
    let read = median(|| {
        black_box(serde_json::from_str::<Vec<FrameSnapshot>>(&text).expect("a snapshot"));
    });
    let observe = median(|| {
        black_box(observe::observe(&frames, &source));
    });
    let mut copy = bare;
    let classify = median(|| classify::classify(black_box(&mut copy)));
    let planned = median(|| {
        black_box(plan::plan(&input(&observation)));
    });
    let phrases: Vec<String> = phrases();
    let plain = median(|| {
        for field in &observation.fields {
            for text in [&field.label, &field.name, &field.id] {
                let text = text.to_lowercase();
                black_box(phrases.iter().filter(|phrase| text.contains(phrase.as_str())).count());
            }
        }
    });
    let both = classify + planned;
    println!(
        "{count} fields: read {read:.3} ms, observe {observe:.3} (with classify), classify \
         {classify:.3}, plan {planned:.3}; a loop over {} phrases {plain:.3}, {:.2} times classify",
        phrases.len(),
        plain / classify,
    );
    let verdict = if both <= limit { "good" } else { "MISSED" };
    println!("{count} fields: classify and plan {both:.3} ms (<= {limit}: {verdict})");
    both <= limit
}

fn phrases() -> Vec<String> {
    TABLES
        .iter()
        // Lists of other rules stand behind the words of roles.
        .filter_map(|table| table.split("\n@").next())
        .flat_map(|roles| roles.lines().filter(|line| !line.starts_with('#')))
        .flat_map(|line| line.split_once(':').map_or(line, |(_, phrases)| phrases).split(','))
        .map(|phrase| phrase.trim().trim_matches(['*', '?']).to_owned())
        .filter(|phrase| !phrase.is_empty())
        .collect()
}

fn page(count: usize) -> Value {
    let mut nodes = vec![json!({"tag": "html"}), json!({"tag": "form", "parent": 0})];
    for ((label, name), number) in LABELS.iter().cycle().zip(1..=count) {
        let at = nodes.len();
        let top = 40 * number;
        nodes.push(json!({"tag": "div", "parent": 1}));
        nodes.push(json!({"tag": "label", "parent": at, "attrs": {"for": format!("f{number}")},
            "box": [8, top, 200, 18]}));
        nodes.push(json!({"parent": at + 1, "text": format!("{label} {number}")}));
        nodes.push(json!({"tag": "input", "parent": at, "ref": number, "box": [8, top + 18, 200, 20],
            "attrs": {"id": format!("f{number}"), "name": format!("{name}_{number}"), "type": "text"},
            "control": {"type": "text", "hasForm": true, "form": 1}}));
    }
    json!([{"frameId": 0, "documentId": "d", "snapshot": {
        "url": "https://example.org/form", "origin": "https://example.org", "title": "Form",
        "lang": "en", "readyState": "complete", "viewport": [1280, 720], "nodes": nodes,
        "omittedTextChars": 0, "omittedFields": 0, "omittedFrames": 0, "valuesDigest": "0",
        "gatherMs": 0.0,
    }}])
}

/// Milliseconds of the median run.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            run();
            began.elapsed()
        })
        .collect();
    times.sort();
    times.get(RUNS / 2).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
}
