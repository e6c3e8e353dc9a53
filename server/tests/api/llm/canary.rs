//! No value reaches a model, a prompt, the log, the trace or the database, in any encoding.

use base64::{Engine as _, engine::general_purpose};
use reqwest::Method;
use serde_json::{Value, json};

use super::mock::{self, Mock};
use crate::{
    cli::Process,
    support::{client, next_body, send},
};

/// Unique values, in every place of a profile and a record that a person can fill.
fn profile() -> Value {
    json!({
        "firstName": "Kanariefirst", "lastName": "Kanarielast", "email": "kanarie-mail@example.org",
        "phone": "+49 30 7766554433", "password": "kanarie-password", "birthDate": "1971-02-03",
        "address": {"street": "Kanariestrasse 77", "city": "Kanariecity", "zipCode": "Kanarie99"},
        "company": "Kanarie Works", "jobTitle": "Kanarie keeper", "linkedIn": "https://in.example/kanarie",
        "resume": {"summary": "Kanarie summary of a life", "skills": ["kanarie-skill"],
            "experiences": [{"company": "Kanarie Ltd", "title": "Kanarie chief"}]},
        "custom": {"Notice period": "kanarie-notice", "Pet": "kanarie-pet"},
        "answers": {"Why?": "kanarie-because"},
        "payment": {"cardNumber": "4000 0077 6655 4433", "cardName": "Kanarie Card"},
        "documents": {"cv": {"name": "kanarie-cv.pdf", "data": "a2FuYXJpZQ=="}},
    })
}

/// What nobody but the server itself may see.
const SECRETS: &[&str] = &["7766554433", "4000 0077", "1971-02-03"];

/// A page whose every text repeats what the person has, as confirmation pages do.
fn page(job: usize) -> Value {
    let said = "Hello Kanariefirst Kanarielast, kanarie-mail@example.org, +49 30 7766554433, Kanariestrasse 77, Kanarie99 Kanariecity";
    json!({
        "url": "https://jobs.example/kanarie-mail@example.org?mail=kanarie-mail%40example.org#Kanarielast",
        "title": format!("Apply, Kanariefirst Kanarielast, {said}"), "text": said,
        "pageContext": format!("# Welcome back, Kanariefirst Kanarielast\n! {said}\n> Step 1 of 2"),
        "fields": [
            {"index": 0, "tag": "input", "type": "text", "label": "First name", "autocomplete": "given-name",
             "value": "Kanariefirst", "required": true},
            {"index": 1, "tag": "input", "type": "text", "id": format!("q{job}"), "required": true, "value": "",
             "label": "How soon can you begin, as kanarie-mail@example.org?",
             "placeholder": "like +49 30 7766554433", "describedBy": said, "error": said, "nearby": said,
             "section": "Living at Kanariestrasse 77"},
            {"index": 2, "tag": "textarea", "type": "textarea", "label": "What drives you?", "required": true,
             "value": ""},
        ],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Send as kanarie-mail@example.org",
                     "submits": true, "form": 0}],
    })
}

/// The value as it is, in base64 (at each of the three offsets), percent and hexadecimal.
fn forms(value: &str) -> Vec<String> {
    let bytes = value.as_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let percent: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let mut forms = vec![value.to_owned(), hex.to_uppercase(), hex, percent];
    for offset in 0..3 {
        let padded = [vec![b' '; offset], bytes.to_vec()].concat();
        let text = general_purpose::STANDARD_NO_PAD.encode(&padded);
        // The characters at both ends depend on what stands around.
        let inner =
            text.get(if offset == 0 { 0 } else { 4 }..text.len().saturating_sub(2)).unwrap();
        if inner.len() >= 6 {
            forms.push(inner.to_owned());
        }
    }
    forms
}

fn assert_clean(what: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let values = ["kanarie"].iter().chain(SECRETS);
    for form in values.flat_map(|value| forms(value)).chain(forms("Kanarie")) {
        assert!(!text.contains(&form.to_lowercase()), "{what} holds {form}: {text}");
    }
}

#[tokio::test]
async fn no_value_reaches_a_model_or_is_left_behind() {
    let scripts: Vec<(Mock, &str)> = vec![
        (
            Mock::saying("openai", &mock::answers(&["1=custom.Notice period", "2=ask"])).await,
            "good",
        ),
        (Mock::saying("openai", "I cannot read that").await, "unusable"),
        (Mock::start(vec![mock::Reply::status(500, json!({"error": "x"}))]).await, "failing"),
        (
            Mock::saying(
                "openai",
                &mock::answers(&["1=made up", "9=email", "2=https://x.example"]),
            )
            .await,
            "hostile",
        ),
    ];
    for (mock, name) in &scripts {
        let folder = tempfile::tempdir().unwrap();
        let settings = [
            ("VAULTY_LOG", "trace"),
            ("VAULTY_LOG_FORMAT", "json"),
            ("VAULTY_LLM_MODE", "auto"),
            ("LLM_PROVIDER", "openai-compatible"),
            ("LLM_MODEL", "m"),
            ("LLM_BASE_URL", mock.base.as_str()),
            ("OPENAI_COMPATIBLE_API_KEY", "kanarie-server-key"),
        ];
        let server = Process::start(folder.path(), &settings);
        let token = std::fs::read_to_string(folder.path().join("token")).unwrap();
        let http = client();
        let ask = |method: Method, path: &str| {
            http.request(method, format!("{}{path}", server.base)).bearer_auth(token.trim())
        };
        let mut planned = 0;
        for job in 0..4 {
            let values = match job {
                0 => json!({"profile": profile()}),
                1 => json!({"profile": profile(), "goal": "Apply as kanarie-mail@example.org"}),
                2 => {
                    json!({"record": {"Notice period": "kanarie-notice", "Mail": "kanarie-mail@example.org",
                    "Who": "Kanariefirst Kanarielast", "First": "Kanariefirst", "Last": "Kanarielast",
                    "Phone": "+49 30 7766554433", "Street": "Kanariestrasse 77", "Zip": "Kanarie99",
                    "City": "Kanariecity"}})
                }
                _ => json!({"profile": profile(), "llm": {"mode": "llm-first"}}),
            };
            let body = next_body(&format!("j{job}"), 1, page(job), values);
            let answer = send(ask(Method::POST, "/api/agent/next").json(&body)).await;
            assert_eq!(answer.status, 200);
            planned += usize::from(answer.json()["planner"]["calls"].as_u64().unwrap() > 0);
            for path in [format!("/api/jobs/j{job}"), format!("/api/jobs/j{job}/ledger")] {
                assert_clean(&format!("{name} {path}"), &send(ask(Method::GET, &path)).await.body);
            }
        }
        assert!(planned >= 2, "{name}: only {planned} pages got to the model");
        for got in mock.got() {
            let head = got.head.replace("kanarie-server-key", "");
            assert_clean(&format!("{name}: a request"), head.as_bytes());
            assert_clean(&format!("{name}: a prompt"), got.body.to_string().as_bytes());
        }
        assert_clean(name, &send(ask(Method::GET, "/metrics")).await.body);
        assert_clean(&format!("{name}: the log"), server.stop().as_bytes());
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            assert_clean(&path.display().to_string(), &std::fs::read(&path).unwrap());
        }
    }
}
