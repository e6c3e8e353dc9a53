//! What a call to a model costs before and after the network: the prompt, the request, and reading and
//! judging the answer; for every protocol. Prints tokens a form, too.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on ends at once and says where"
)]

use std::{
    collections::BTreeSet,
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant, SystemTime},
};

use agent_core::{
    model::{
        answer::{self, Choices},
        doubt::Odds,
        parse,
        prompt::{self, PromptInput},
        validate::{self, Asking},
    },
    plan::{Asked, asked},
};
use serde_json::{Map, Value, json};
use server::llm::providers::{
    AwsKeys, Call, Endpoint, KINDS, Kind, Response, parse_response, to_request,
};
use shared_types::{Observation, ProfileKey};

/// A page of a job form, the names of a full profile, and an answer.
const EXAMPLE: &str = include_str!("../../agent-core/src/model/prompt/job-page.json");
/// Calls that are measured for each protocol.
const CALLS: usize = 2_000;

/// What has to hold.
const MOST_MEDIAN: Duration = Duration::from_micros(500);
const MOST_NEW: usize = 450;
const MOST_OUT: usize = 60;
/// Questions that the rules have left open.
const OPEN: [u32; 10] = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14];

fn main() -> ExitCode {
    // `cargo test` runs benches too, to see that they start; a measurement takes `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let example: Value = serde_json::from_str(EXAMPLE).expect("the example is JSON");
    let part = |name: &str| example.get(name).cloned().expect("the example has this part");
    let mut page: Observation = serde_json::from_value(part("page")).expect("a page");
    agent_core::classify::classify(&mut page);
    let keys: Vec<ProfileKey> = serde_json::from_value(part("keys")).expect("keys");
    let said = part("answers").as_object().cloned().expect("answers");

    let mut good = tokens(&page, &keys, &said);
    let said = Value::Object(said).to_string();
    println!("\nour own time a call, median of {CALLS}, {} fields", page.fields.len());
    for kind in KINDS {
        let median = median(*kind, &page, &keys, &said);
        let fine = median <= MOST_MEDIAN;
        good &= fine;
        let verdict = if fine { "ok" } else { "TOO SLOW" };
        println!("{:>18} {:8.1} µs (limit 500) {verdict}", kind.name(), median.as_secs_f64() * 1e6);
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is said about these questions of a page; of all of them, if none are named.
fn page_part(
    page: &Observation,
    keys: &[ProfileKey],
    only: Option<&[u32]>,
) -> (String, Vec<Asked>) {
    let chosen = |asked: &Asked| only.is_none_or(|only| only.contains(&asked.field));
    let questions: Vec<Asked> = asked(page).into_iter().filter(chosen).collect();
    let keys = prompt::offered(keys, &BTreeSet::new());
    let input =
        PromptInput { observation: page, asked: &questions, keys: &keys, history: &[], goal: None };
    (prompt::page(&input), questions)
}

fn tokens(page: &Observation, keys: &[ProfileKey], said: &Map<String, Value>) -> bool {
    let tokenizer = tiktoken_rs::o200k_base_singleton();
    let count = |text: &str| tokenizer.encode_with_special_tokens(text).len();
    let offered = prompt::offered(keys, &BTreeSet::new());
    let (user, questions) = page_part(page, keys, Some(&OPEN));
    let (choices, _) = answer::choices(page, &questions, &offered);
    let [schema, repeating] =
        [false, true].map(|repeats| count(&answer::schema(&choices, repeats).to_string()));
    let answer = |repeats: bool| {
        let pair = |one: &Choices| {
            let text = said.get(&one.field.to_string()).cloned().unwrap_or_default();
            (one.property(repeats), text)
        };
        count(&Value::Object(choices.iter().map(pair).collect()).to_string())
    };
    let example = count(&[prompt::EXAMPLE.user, prompt::EXAMPLE.answer].join("\n"));
    let figures = [
        ("never changes", count(prompt::SYSTEM), None),
        ("the same at home", count(prompt::SYSTEM_AT_HOME) + example, None),
        ("new in", count(&user), Some(MOST_NEW)),
        ("out", answer(false), Some(MOST_OUT)),
        ("out at home", answer(true), None),
        ("schema", schema, None),
        ("schema at home", repeating, None),
    ];
    println!("tokens (o200k) of a page with {} open questions", questions.len());
    let mut good = true;
    for (what, count, most) in figures {
        good &= most.is_none_or(|most| count <= most);
        let limit = most.map(|most| format!(" (limit {most})")).unwrap_or_default();
        println!("{what:>18} {count:>8}{limit}");
    }
    good
}

fn endpoint(kind: Kind) -> Endpoint {
    let aws = AwsKeys {
        id: "AKIDEXAMPLE".to_owned(),
        secret: "a secret".into(),
        session: "".into(),
        region: "eu-central-1".to_owned(),
    };
    Endpoint {
        kind,
        base_url: "https://host.example".to_owned(),
        model: "m".to_owned(),
        key: if kind == Kind::Bedrock { "".into() } else { "a key".into() },
        aws: Some(aws),
        api_version: None,
        extra: Map::new(),
    }
}

fn response(kind: Kind, said: &str) -> Vec<u8> {
    let body = match kind {
        Kind::Anthropic => {
            json!({"stop_reason": "end_turn", "content": [{"type": "text", "text": said}]})
        }
        Kind::Ollama => {
            json!({"message": {"content": said}, "done_reason": "stop", "prompt_eval_count": 900})
        }
        Kind::Gemini => {
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": said}]}}]})
        }
        Kind::Bedrock => {
            json!({"stopReason": "end_turn", "output": {"message": {"content": [{"text": said}]}}})
        }
        _ => json!({"choices": [{"finish_reason": "stop", "message": {"content": said}}]}),
    };
    serde_json::to_vec(&body).expect("JSON")
}

fn median(kind: Kind, page: &Observation, keys: &[ProfileKey], said: &str) -> Duration {
    let endpoint = endpoint(kind);
    let body = response(kind, said);
    let offered = prompt::offered(keys, &BTreeSet::new());
    let mut times: Vec<Duration> = (0..CALLS)
        .map(|_| {
            let started = Instant::now();
            let (user, questions) = page_part(page, keys, None);
            let (choices, _) = answer::choices(page, &questions, &offered);
            let schema = answer::schema(&choices, false);
            let call = Call {
                system: prompt::SYSTEM,
                example: None,
                user: &user,
                schema: Some(&schema),
                max_output: 1000,
            };
            black_box(to_request(&endpoint, &call, SystemTime::UNIX_EPOCH).expect("a request"));
            let response = Response { status: 200, retry_after: None, body: body.clone() };
            let completion = parse_response(kind, &response, &call).expect("a completion");
            let parsed = parse::parse(&completion.text).expect("an answer");
            let asking = Asking { choices: &choices, keys: &offered, before_rules: true };
            let judged =
                black_box(validate::judge(&parsed.answer, &asking, &Odds::new(&completion.odds)));
            assert!(judged.hints.len() >= 10, "the answer is understood");
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(CALLS / 2).copied().unwrap_or_default()
}
