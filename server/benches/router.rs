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

use agent_core::plan::{Asked, PlanInput, asked, plan};
use serde_json::{Map, Value, json};
use server::llm::{
    answer,
    doubt::Shares,
    parse,
    prompt::{self, PromptInput},
    providers::{AwsKeys, Call, Endpoint, KINDS, Kind, Response, parse_response, to_request},
    validate::{self, Asking},
};
use shared_types::{JobMode, Observation, ProfileKey};

/// A page of a job form, the names of a full profile, and an answer.
const EXAMPLE: &str = include_str!("../src/llm/prompt/job-page.json");
/// Calls that are measured for each protocol.
const CALLS: usize = 2_000;

/// What has to hold.
const MOST_MEDIAN: Duration = Duration::from_micros(500);
const MOST_TOKENS: [(&str, usize); 3] =
    [("whole page in", 1200), ("after the rules in", 600), ("answer out", 150)];

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
    let said = part("answers").to_string();

    let mut good = tokens(&page, &keys, &said);
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

fn page_part(
    page: &Observation,
    keys: &[ProfileKey],
    only: Option<&[u32]>,
) -> (String, Vec<Asked>) {
    let all = asked(page);
    let chosen = |asked: &&Asked| only.is_none_or(|only| only.contains(&asked.field));
    let questions: Vec<Asked> = all.iter().filter(chosen).cloned().collect();
    let keys = prompt::offered(keys, &BTreeSet::new());
    let input = PromptInput {
        observation: page,
        all: &all,
        asked: &questions,
        keys: &keys,
        history: &[],
        goal: None,
    };
    (prompt::page(&input), questions)
}

fn tokens(page: &Observation, keys: &[ProfileKey], said: &str) -> bool {
    let input = PlanInput { observation: page, keys, history: &[], step: 1, mode: JobMode::Live };
    let open: Vec<u32> = plan(&input).open.iter().map(|open| open.field).collect();
    let tokenizer = tiktoken_rs::o200k_base_singleton();
    let count = |text: &str| tokenizer.encode_with_special_tokens(text).len();
    let system = count(prompt::SYSTEM);
    let counts = [
        system + count(&page_part(page, keys, None).0),
        system + count(&page_part(page, keys, Some(&open)).0),
        count(said),
    ];
    println!("tokens (o200k), {system} of them the part that never changes");
    let mut good = true;
    for ((what, most), count) in MOST_TOKENS.iter().zip(counts) {
        good &= count <= *most;
        println!("{what:>18} {count:>8} (limit {most})");
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
            let schema = answer::schema(&choices);
            let call = Call {
                system: prompt::SYSTEM,
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
                black_box(validate::judge(&parsed.answer, &asking, &Shares::new(&completion.odds)));
            assert!(judged.hints.len() >= 10, "the answer is understood");
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(CALLS / 2).copied().unwrap_or_default()
}
