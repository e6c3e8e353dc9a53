//! Texts from a résumé: only for whoever wants them, from nothing but its parts, and nothing of them stays.

use serde_json::{Value, json};

use super::{
    Stage, compatible,
    mock::{self, Mock},
};

fn request(opt_in: bool) -> Value {
    json!({
        "jobId": "j", "step": 3, "url": "https://jobs.example/apply?x=kanarie", "optIn": opt_in,
        "question": "Why do you want to work here?", "maxLength": 300,
        "parts": {"resume.summary": "Kanarie years at sea", "email": "kanarie@example.org",
                  "resume.rawText": "kanarie raw", "resume.skills": "knots"},
    })
}

#[tokio::test]
async fn a_text_is_drafted_from_the_resume_alone_and_kept_nowhere() {
    let mock = Mock::saying("openai", "I spent kanarie years at sea.").await;
    let stage = Stage::of(&mock.base).await;
    let refused = stage.server.post("/api/agent/draft", &request(false)).await;
    assert_eq!(refused.error().0, 403);
    assert_eq!(mock.got().len(), 0, "without a wish nothing is sent");

    let answer = stage.server.post("/api/agent/draft", &request(true)).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json(),
        json!({"text": "I spent kanarie years at sea.", "provider": "mock", "model": "m",
            "calls": 1, "inputTokens": 100, "outputTokens": 20})
    );
    let prompt = mock::prompt_of(&mock.got()[0].body);
    assert!(prompt.contains("summary: Kanarie years at sea") && prompt.contains("skills: knots"));
    assert!(!prompt.contains("kanarie@example.org") && !prompt.contains("kanarie raw"), "{prompt}");
    assert!(mock.got()[0].body.get("response_format").is_none());

    let ledger = stage.ledger("j").await;
    let entry = &ledger["entries"][0];
    assert_eq!(entry["purpose"], "draft");
    let sent = entry["sent"].as_str().unwrap();
    assert!(sent.contains("skills: {{resume.skills}}\nsummary: {{resume.summary}}"), "{sent}");
    let trace = stage.server.get("/api/jobs/j").await;
    for body in [ledger.to_string(), String::from_utf8(trace.body).unwrap()] {
        assert!(!body.to_lowercase().contains("kanarie"), "{body}");
    }
    for file in std::fs::read_dir(stage.server.folder()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).to_lowercase().contains("kanarie"));
    }
}

#[tokio::test]
async fn what_is_no_draft_is_no_answer() {
    let mock = Mock::saying("openai", "NOTHING").await;
    let stage = Stage::of(&mock.base).await;
    let answer = stage.server.post("/api/agent/draft", &request(true)).await;
    let (status, code, _) = answer.error();
    assert_eq!((status, code.as_str()), (422, "no-draft"));
    assert_eq!(mock.got().len(), 2, "asked once more");
    let off = Stage::with("drafts = false", &[("mock", compatible(&mock.base))]).await;
    let answer = off.server.post("/api/agent/draft", &request(true)).await;
    assert_eq!(answer.error().0, 422);
    assert_eq!(mock.got().len(), 2);
}
