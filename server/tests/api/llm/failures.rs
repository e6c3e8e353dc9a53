//! Whatever a provider does, the job goes on: another provider, or the rules, and the ledger says why.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::clock::Clock;

use super::{
    KEY, Stage, actions, compatible,
    mock::{self, Mock, Reply},
    odd_page, outcomes,
};

/// A good answer.
fn good() -> Reply {
    saying(&mock::answers(&[&format!("1={KEY}")]))
}

fn saying(text: &str) -> Reply {
    Reply::status(200, mock::said("openai", text))
}

/// Runs a script and gives the actions, the calls' outcomes and the notes.
async fn run(kind: &str, script: Vec<Reply>) -> (Vec<String>, Vec<String>, String) {
    let mock = Mock::start(script).await;
    let lines = format!(
        "kind = \"{kind}\"\nbase_url = \"{}\"\nmodel = \"m\"\napi_key = \"k\"\ntimeout_seconds = 1",
        mock.base
    );
    let stage = Stage::with("", &[("mock", lines)]).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    let calls = outcomes(&stage.ledger("j").await);
    let calls = calls.iter().map(|call| call.trim_start_matches("mock ").to_owned()).collect();
    (actions(&plan), calls, plan["planner"]["notes"].to_string())
}

/// A failure that ends with the rules: the person is asked.
async fn falls_back(kind: &str, script: Vec<Reply>, calls: &[&str], note: &str) {
    let (actions, got, notes) = run(kind, script).await;
    assert_eq!(actions, ["ASK 1,2"], "{note}");
    assert_eq!(got, calls, "{note}");
    assert!(notes.contains(note) && notes.contains("the rules planned"), "{note}: {notes}");
}

/// A failure that passes.
async fn recovers(script: Vec<Reply>, calls: &[&str]) {
    let (actions, got, notes) = run("openai-compatible", script).await;
    assert_eq!(actions, [format!("FILL 1 {KEY}"), "CLICK".to_owned()], "{calls:?}: {notes}");
    assert_eq!(got, calls);
}

#[tokio::test]
async fn what_will_not_pass_is_not_tried_again() {
    for (status, note) in [
        (400, "does not understand the request"),
        (401, "does not accept the key"),
        (402, "no credit"),
        (403, "does not accept the key"),
        (404, "does not know the model"),
        (302, "status 302"),
    ] {
        let script = vec![Reply::status(status, json!({"error": {"message": "m"}}))];
        falls_back("openai-compatible", script, &[&format!("http-{status}")], note).await;
    }
    let refusal = json!({"choices": [{"finish_reason": "stop",
        "message": {"content": null, "refusal": "I cannot help"}}]});
    falls_back("openai", vec![Reply::status(200, refusal)], &["refused"], "the model refused")
        .await;
    let html = Reply::Full(200, Vec::new(), "<html>proxy</html>".to_owned());
    falls_back("openai", vec![html], &["no-json"], "not of its own protocol").await;
    let huge = Reply::Full(200, Vec::new(), " ".repeat(5 << 20));
    falls_back("openai", vec![huge], &["too-large"], "too large").await;
    let cut = json!({"message": {"content": "{}"}, "done": true, "prompt_eval_count": 12});
    falls_back("ollama", vec![Reply::status(200, cut)], &["prompt-cut"], "cut the prompt").await;
}

#[tokio::test]
async fn what_may_pass_is_tried_again() {
    for status in [408, 409, 429, 500, 502, 503, 529] {
        let now = Reply::with_header(status, "retry-after-ms", "5");
        recovers(vec![now, good()], &[&format!("http-{status}"), "ok"]).await;
    }
    recovers(vec![Reply::Cut, good()], &["connection-cut", "ok"]).await;
    recovers(vec![Reply::Close, good()], &["connection-cut", "ok"]).await;
    let gateway = Reply::status(200, json!({"error": {"code": 503, "message": "upstream"}}));
    recovers(vec![gateway, good()], &["http-503", "ok"]).await;
    let soon = Reply::with_header(500, "retry-after", "0");
    let three = vec![soon.clone(), soon.clone(), soon];
    falls_back("openai", three, &["http-500"; 3], "failed with status 500").await;
}

#[tokio::test]
async fn each_form_of_retry_after_is_obeyed() {
    for (name, value, least) in [
        ("retry-after-ms", "300".to_owned(), 300),
        ("retry-after", "1".to_owned(), 1000),
        ("retry-after", "0.2".to_owned(), 200),
    ] {
        let started = Instant::now();
        recovers(vec![Reply::with_header(429, name, value.clone()), good()], &["http-429", "ok"])
            .await;
        assert!(started.elapsed() >= Duration::from_millis(least), "{name}: {value}");
    }
    let date = || {
        let at = Clock::system().system_time() + Duration::from_secs(2);
        Reply::with_header(429, "retry-after", httpdate::fmt_http_date(at))
    };
    let started = Instant::now();
    recovers(vec![Reply::Now(Arc::new(date)), good()], &["http-429", "ok"]).await;
    assert!(started.elapsed() >= Duration::from_millis(900), "a date");
    // Longer than a step may take: somebody else is asked at once.
    let started = Instant::now();
    let script = vec![Reply::with_header(429, "retry-after", "3600"), good()];
    falls_back("openai", script, &["http-429"], "fewer requests").await;
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn silence_and_closed_doors_end_with_the_rules() {
    falls_back("openai", vec![Reply::Hang], &["timeout"], "did not answer in time").await;
    let slow = Reply::Late(Duration::from_secs(3), Box::new(good()));
    falls_back("openai", vec![slow], &["timeout"], "did not answer in time").await;
    // Nobody listens there any more.
    let gone = Mock::start(vec![good()]).await.base.clone();
    let stage = Stage::of(&gone).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(actions(&plan), ["ASK 1,2"]);
    assert_eq!(outcomes(&stage.ledger("j").await), ["mock unreachable"]);
}

#[tokio::test]
async fn broken_answers_are_read_or_asked_for_once_more() {
    let answer = mock::answers(&[&format!("1={KEY}")]);
    for text in [
        format!("```json\n{answer}\n```"),
        format!("<think>Maybe {{}}?</think>{answer}"),
        format!("Sure, here's your answer: {answer} Anything else?"),
        format!("{answer}\n{answer}"),
        answer.replace("]", ",]"),
        answer.replace('"', "'"),
        format!("{{\"1\": \"{KEY}\", \"2\": \"Bo"),
    ] {
        recovers(vec![saying(&text)], &["ok"]).await;
    }
    let thought = json!({"choices": [{"finish_reason": "stop",
        "message": {"content": "", "reasoning_content": answer}}]});
    recovers(vec![Reply::status(200, thought)], &["ok"]).await;
    for text in [
        "",
        "   \n\n  ",
        "I'd rather not.",
        "<think>endless",
        "{",
        "{\"fields\": {}}",
        "{\"actions\": [{\"type\": \"CLICK\"}]}",
        "[1, 2]",
        "{\"1\": \"made up value\"}",
        // The entry's name, and the question's, in another language.
        "{\"1\": \"Kündigungsfrist\"}",
        "{\"Frage 1\": \"Notice period\"}",
        // It goes round in circles.
        format!("{{{}", "\"1\": \"Notice period\", ".repeat(1000)).as_str(),
    ] {
        recovers(vec![saying(text), good()], &["unusable", "ok"]).await;
    }
    for ask in
        ["{\"1\": \"ask\", \"2\": \"ask\"}", "{\"1 How soon could you begin?\": \"ask\"}", "{}"]
    {
        let (actions, calls, _) = run("openai-compatible", vec![saying(ask)]).await;
        assert_eq!((actions, calls), (vec!["ASK 1,2".to_owned()], vec!["ok".to_owned()]), "{ask}");
    }
    let note = "its answer could not be used";
    falls_back("openai", vec![saying("no")], &["unusable", "unusable"], note).await;
    let blank = json!({"choices": [{"finish_reason": "length", "message": {"content": "\n".repeat(5000)}}]});
    let blank = Reply::status(200, blank);
    falls_back("openai", vec![blank], &["unusable", "unusable"], "cut off at the limit").await;
}

#[tokio::test]
async fn a_provider_without_schemas_is_asked_without() {
    for why in [
        "response_format is not supported",
        "Invalid value: an enum may have 100 values at most",
        "The specified schema is too large",
    ] {
        let unknown = Reply::status(400, json!({"error": {"message": why}}));
        let mock = Mock::start(vec![unknown, good()]).await;
        let stage = Stage::of(&mock.base).await;
        let plan = stage.next("j", odd_page(), json!({})).await;
        assert_eq!(plan["planner"]["source"], "llm", "{why}");
        let sent: Vec<bool> =
            mock.got().iter().map(|got| got.body.get("response_format").is_some()).collect();
        assert_eq!(sent, [true, false], "{why}");
        assert_eq!(outcomes(&stage.ledger("j").await), ["mock schema-unknown", "mock ok"]);
        let notes = plan["planner"]["notes"].to_string();
        assert!(notes.contains("mock refused the schema and was asked without it"), "{notes}");
    }
}

#[tokio::test]
async fn failover_goes_through_three_providers() {
    let first = Mock::start(vec![Reply::with_header(429, "retry-after", "60")]).await;
    let second = Mock::start(vec![saying("nonsense")]).await;
    let third = Mock::start(vec![good()]).await;
    let providers = [
        ("first", compatible(&first.base)),
        ("second", compatible(&second.base)),
        ("third", compatible(&third.base)),
    ];
    let stage = Stage::with("", &providers).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(plan["planner"]["provider"], "third");
    assert_eq!(plan["planner"]["calls"], 4);
    let calls = outcomes(&stage.ledger("j").await);
    assert_eq!(calls, ["first http-429", "second unusable", "second unusable", "third ok"]);
    let notes = plan["planner"]["notes"].to_string();
    assert!(notes.contains("first: it wants fewer requests"), "{notes}");
    assert!(notes.contains("second: its answer could not be used"), "{notes}");
}

#[tokio::test]
async fn a_dead_provider_costs_nothing_once_its_breaker_is_open() {
    let dead = Mock::start(vec![Reply::Hang]).await;
    let lines = format!("{}\ntimeout_seconds = 1", compatible(&dead.base));
    let stage = Stage::with("", &[("dead", lines)]).await;
    stage.next("first", odd_page(), json!({})).await;
    let mut times = Vec::new();
    for job in 0..20 {
        let started = Instant::now();
        let plan = stage.next(&format!("j{job}"), odd_page(), json!({})).await;
        times.push(started.elapsed());
        assert_eq!(actions(&plan), ["ASK 1,2"]);
        assert!(plan["planner"]["notes"].to_string().contains("none can be reached now"));
    }
    assert_eq!(dead.got().len(), 1, "it is left alone");
    // A figure, not a test: other tests want the processor, too.
    times.sort();
    println!("median plan with an open breaker: {:?} (limit 50 ms)", times[10]);
}

#[tokio::test]
async fn a_step_ends_in_time_whoever_hangs() {
    let mocks = [Mock::start(vec![Reply::Hang]).await, Mock::start(vec![Reply::Hang]).await];
    let providers = [("a", compatible(&mocks[0].base)), ("b", compatible(&mocks[1].base))];
    let stage = Stage::with("step_seconds = 2", &providers).await;
    let started = Instant::now();
    let plan = stage.next("j", odd_page(), json!({})).await;
    let took = started.elapsed();
    // Each of the two would take 15 s by itself.
    assert!((1_900..12_000).contains(&took.as_millis()), "{took:?}");
    assert_eq!(actions(&plan), ["ASK 1,2"]);
    assert_eq!(outcomes(&stage.ledger("j").await), ["a timeout", "b timeout"]);
}

#[tokio::test]
async fn a_client_that_goes_ends_the_call() {
    let mut mock = Mock::start(vec![Reply::Hang]).await;
    let stage = Stage::of(&mock.base).await;
    let body = json!({"jobId": "j", "step": 1, "observation": odd_page(), "profileKeys": [KEY]});
    let request = stage.server.request(reqwest::Method::POST, "/api/agent/next").json(&body);
    let waiting = tokio::spawn(async move { request.send().await.map(|_| ()) });
    mock.wait_for_open(1).await;
    waiting.abort();
    mock.wait_for_open(0).await;
}

#[tokio::test]
async fn pages_that_wait_for_a_model_leave_room_for_the_rest() {
    let mut mock = Mock::start(vec![Reply::Hang]).await;
    // Two of them may wait for models, and of those one user's only one.
    let four = [("VAULTY_MAX_CONCURRENT_REQUESTS", "4")];
    let stage = Stage::set("", &[("mock", compatible(&mock.base))], &four).await;
    let others = async {
        mock.wait_for_open(1).await;
        for job in ["b", "c"] {
            let plan = stage.next(job, odd_page(), json!({})).await;
            assert_eq!(actions(&plan), ["ASK 1,2"], "the rules plan");
            let notes = plan["planner"]["notes"].to_string();
            assert!(notes.contains("too many pages wait for one now"), "{notes}");
        }
    };
    tokio::select! {
        _ = stage.next("a", odd_page(), json!({})) => panic!("its model does not answer"),
        () = others => {}
    }
}

#[tokio::test]
async fn no_more_calls_at_once_than_allowed() {
    let slow = Reply::Late(Duration::from_millis(300), Box::new(good()));
    let mock = Mock::start(vec![slow]).await;
    let lines = format!("{}\nmax_concurrent = 2", compatible(&mock.base));
    let stage = Stage::with("", &[("mock", lines)]).await;
    let started = Instant::now();
    let jobs: Vec<Value> = futures_util::future::join_all((0..6).map(|job| {
        let stage = &stage;
        async move { stage.next(&format!("j{job}"), odd_page(), json!({})).await }
    }))
    .await;
    assert!(jobs.iter().all(|plan| plan["planner"]["source"] == "llm"));
    assert!(started.elapsed() >= Duration::from_millis(900), "{:?}", started.elapsed());
}
