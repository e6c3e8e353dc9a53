//! Answers of agents: who may give them, what of them reaches the browser and what the server tells of them; and that a
//! browser hears soon who is let in no longer.

use serde_json::{Value, json};

use super::{
    Client, add,
    browser::{Browser, poll},
    call_body,
    calls::raw,
    revoke,
};
use crate::{
    cli::{Process, run_beside},
    support::{Running, client, send},
};

const SITE: &str = "https://jobs.example";
const SAID: &str = "KANARI-4711";

/// As a browser whose person let agents answer.
fn obliging(ask: &Value) -> Value {
    match ask["what"].as_str().unwrap() {
        "listQuestions" => json!({"questions": {"job": ask["job"], "origin": SITE, "asked": [
            {"question": "Which\u{202e} pier?", "required": true, "id": "q1", "kind": "choice",
             "options": ["North\u{7} pier", "South pier"], "suggested": true},
            {"question": "Passport number", "required": true}]}}),
        "answerQuestion" => {
            json!({"suggested": {"job": ask["job"], "origin": SITE, "question": ask["question"]}})
        }
        other => panic!("{other}"),
    }
}

fn answer(question: &str, answer: Value) -> Value {
    json!({"job": "j1", "question": question, "answer": answer})
}

#[tokio::test]
async fn an_answer_reaches_the_browser_and_nothing_else() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all", "answers"]).await;
    let browser = Browser::of(&server, obliging).await;
    let agent = Client::connect(&server, &token).await;
    assert!(agent.tools().await.contains(&"answer_question".to_owned()));
    let (said, _) = agent.said("list_open_questions", json!({"job": "j1"})).await;
    assert_eq!(
        said["questions"]["asked"],
        json!([{"question": "Which pier?", "required": true, "id": "q1", "kind": "choice",
                "options": ["North pier", "South pier"], "suggested": true},
               {"question": "Passport number", "required": true}])
    );
    let several = agent.said("answer_question", answer("q1", json!(["North", "South"]))).await;
    assert!(!several.1, "{several:?}");
    assert_eq!(browser.asked()[1]["ask"]["answer"], "North\nSouth");
    let (said, is_error) = agent.said("answer_question", answer("q1", json!(SAID))).await;
    assert!(!is_error && said["next"].as_str().unwrap().contains("look at Vaulty"), "{said}");
    assert_eq!(said["suggested"], json!({"job": "j1", "origin": SITE, "question": "q1"}));
    let commands = browser.asked();
    assert_eq!(commands[2]["ask"]["answer"], SAID);
    assert!(commands.iter().all(|command| command["answers"] == true), "{commands:?}");
    let folder = server.stop().await;
    let (_, log, _) = run_beside(&["agents", "log"], folder.path()).await;
    assert!(log.contains("answer_question  ok") && !log.contains(SAID), "{log}");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = if path.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
        let holds = bytes.windows(SAID.len()).any(|part| part == SAID.as_bytes());
        assert!(!holds, "{} holds what an agent said", path.display());
    }
}

#[tokio::test]
async fn nobody_answers_whom_the_person_did_not_let() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all"]).await;
    let browser = Browser::of(&server, obliging).await;
    let agent = Client::connect(&server, &token).await;
    assert!(!agent.tools().await.contains(&"answer_question".to_owned()));
    assert_eq!(agent.error("answer_question", answer("q1", json!("a"))).await, "not_allowed");
    assert_eq!(browser.asked(), Vec::<Value>::new());
    agent.said("list_open_questions", json!({"job": "j1"})).await;
    assert!(browser.asked()[0]["answers"].is_null(), "the browser is told that it may not");
    let folder = server.stop().await;
    // Nor is it named among tools: the person says it by a word of its own.
    let add = |more: &[&'static str]| [&["agents", "add", "x"], more].concat();
    let named = add(&["--tools", "answer_question"]);
    let (ok, _, complaint) = run_beside(&named, folder.path()).await;
    assert!(!ok && complaint.contains("is no tool"), "{complaint}");
    let (ok, ..) = run_beside(&add(&["--tools", "all", "--answers"]), folder.path()).await;
    assert!(ok);
    let (_, list, _) = run_beside(&["agents", "list"], folder.path()).await;
    assert_eq!(list.matches("answer_question").count(), 1, "{list}");
}

#[tokio::test]
async fn answers_are_read_strictly_before_anybody_is_asked() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all", "answers"]).await;
    let browser = Browser::of(&server, obliging).await;
    for arguments in [
        answer("../q", json!("a")),
        answer("q1", json!("x".repeat(1_001))),
        answer("q1", json!({"keep": true})),
        answer("q1", json!([])),
        answer("q1", json!([["a"]])),
        answer("q1", json!(["a\nb"])),
        answer("q1", json!(["x".repeat(600), "y".repeat(600)])),
        answer("q1", json!(null)),
        json!({"job": "j1", "answer": "a"}),
        json!({"job": "j1", "question": "q1", "answer": "a", "saveAs": "firstName"}),
        json!({"job": "j1", "question": "q1", "answer": "a", "approve": true}),
    ] {
        let refused = raw(&server, &token, &call_body("answer_question", arguments.clone())).await;
        let told = refused.json();
        assert_eq!(told["error"]["code"], -32602, "{arguments} {told}");
        assert!(!told.to_string().contains("saveAs"), "{told}");
    }
    assert_eq!(browser.asked(), Vec::<Value>::new());
}

/// A browser that answers about another question, job or site than was asked of it is not heard.
#[tokio::test]
async fn an_answer_about_another_question_is_none() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[SITE], &["all", "answers"]).await;
    let _browser = Browser::of(&server, |ask| match ask["question"].as_str().unwrap() {
        "q1" => json!({"suggested": {"job": "j1", "origin": SITE, "question": "q2"}}),
        "q2" => json!({"suggested": {"job": "j2", "origin": SITE, "question": "q2"}}),
        "q3" => {
            json!({"suggested": {"job": "j1", "origin": "https://x.example", "question": "q3"}})
        }
        _ => json!({"suggested": {"job": "j1", "origin": SITE, "question": "q4", "answer": "v"}}),
    })
    .await;
    let agent = Client::connect(&server, &token).await;
    for question in ["q1", "q2", "q3"] {
        let error = agent.error("answer_question", answer(question, json!("a"))).await;
        assert_eq!(error, "wrong_answer", "{question}");
    }
}

#[tokio::test]
async fn refusals_say_what_helps() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all", "answers"]).await;
    let _browser =
        Browser::of(&server, |ask| json!({"refused": ask["question"].as_str().unwrap()})).await;
    let agent = Client::connect(&server, &token).await;
    for code in ["no_such_question", "answers_off", "person_only", "no_answer_to_it", "too_many"] {
        assert_eq!(agent.error("answer_question", answer(code, json!("a"))).await, code);
    }
}

/// A browser that waits is told within seconds that an agent was revoked or added, and then by nothing until it changes.
#[tokio::test]
async fn a_browser_hears_who_is_let_in() {
    let server = Running::start().await;
    add(&server, "one", &[], &["read"]).await;
    add(&server, "two", &[], &["read"]).await;
    let known = poll(&server, &server.token, &json!({"wait": 0})).await.json()["agents"].clone();
    assert_eq!(known.as_array().unwrap().len(), 2);
    let body = json!({"wait": 20, "agents": known});
    let began = std::time::Instant::now();
    let waits = poll(&server, &server.token, &body);
    let (told, ()) = tokio::join!(waits, async {
        revoke(&server, "one").await;
    });
    assert!(began.elapsed().as_secs() < 15, "it does not wait for its end");
    assert_eq!(told.json()["agents"], json!([known[1]]));
    // One that was away hears it at once.
    let told = poll(&server, &server.token, &body).await;
    assert_eq!(told.json()["agents"], json!([known[1]]));
    let same = json!({"wait": 1, "agents": [known[1]]});
    assert_eq!(poll(&server, &server.token, &same).await.json()["commands"], json!([]));
    // Another user's agents are nobody's to hear of.
    super::add_for(&server, "ada", "three", &[], &["read"]).await;
    let told = poll(&server, &server.token, &json!({"wait": 0})).await;
    assert_eq!(told.json()["agents"], json!([known[1]]));
}

/// Whatever a host has logged, an agent's words are not in it.
#[tokio::test]
async fn the_finest_log_holds_nothing_that_an_agent_said() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[("VAULTY_LOG", "trace,rmcp::service=trace")]);
    let add = ["agents", "add", "helper", "--tools", "all", "--answers"];
    let (ok, token, complaint) = run_beside(&add, folder.path()).await;
    assert!(ok, "{complaint}");
    let asked = client()
        .post(format!("{}/mcp", server.base))
        .bearer_auth(token.trim())
        .header("accept", "application/json, text/event-stream")
        .json(&call_body("answer_question", answer("q1", json!(SAID))));
    let told = send(asked).await.json();
    assert_eq!(told["result"]["structuredContent"]["error"], "no_browser", "{told}");
    let log = server.stop();
    assert!(log.contains("/mcp"), "{log}");
    assert!(!log.contains(SAID) && !log.contains(token.trim()), "{log}");
}
