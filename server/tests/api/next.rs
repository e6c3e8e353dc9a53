//! `POST /api/agent/next`: plans with keys, plans with values, repeats.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Running, next_body, page, send};

const NEXT: &str = "/api/agent/next";

/// The plan's writes as `kind index what`.
fn writes(answer: &Value) -> Vec<String> {
    answer["actions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|action| {
            let index = action["target"]["index"].as_u64()?;
            let what = action.get("valueFrom").or_else(|| action.get("value"))?.as_str()?;
            Some(format!("{} {index} {what}", action["type"].as_str()?))
        })
        .collect()
}

#[tokio::test]
async fn names_lead_to_a_plan_with_names() {
    let server = Running::start().await;
    let keys = json!({"profileKeys": ["firstName", "email", "address.country"]});
    let answer = server.post(NEXT, &next_body("j", 1, page(), keys)).await;
    assert_eq!(answer.status, 200);
    let answer = answer.json();
    assert_eq!(
        writes(&answer),
        ["FILL 0 firstName", "FILL 1 email", "SELECT 2 address.country"],
        "{answer:#}"
    );
    assert_eq!(answer["action"], answer["actions"][0]);
    assert_eq!(answer["forceLive"], false);
    assert_eq!(answer["planner"]["source"], "rules");
    assert_eq!(answer["planner"]["calls"], 0);
}

#[tokio::test]
async fn values_lead_to_a_plan_with_values() {
    let server = Running::start().await;
    let profile = json!({"profile": {"firstName": "Ada", "email": "ada@example.org",
                                     "address": {"country": "Germany"}}});
    let answer = server.post(NEXT, &next_body("j", 1, page(), profile)).await.json();
    assert_eq!(
        writes(&answer),
        ["FILL 0 Ada", "FILL 1 ada@example.org", "SELECT 2 DE"],
        "{answer:#}"
    );
    assert_eq!(answer["action"]["value"], "Ada");
}

#[tokio::test]
async fn radios_of_older_clients_are_ticked() {
    let radio = |index: u32, value: &str, label: &str| {
        json!({"index": index, "tag": "input", "type": "radio", "name": "contact", "value": value,
               "label": label, "checked": false, "group": "How may we contact you?"})
    };
    let observation = json!({"url": "https://a.example/", "fields": [
        radio(0, "e", "Email"), radio(1, "p", "Phone"), radio(2, "n", "Post")]});
    let record = json!({"record": {"How may we contact you?": "Phone"}});
    let server = Running::start().await;
    let answer = server.post(NEXT, &next_body("j", 1, observation, record)).await.json();
    let checks: Vec<_> =
        answer["actions"].as_array().unwrap().iter().filter(|a| a["type"] == "CHECK").collect();
    assert_eq!(checks.len(), 1, "{answer:#}");
    assert_eq!(checks[0]["target"]["index"], 1);
    assert_eq!(checks[0]["checked"], true);
}

#[tokio::test]
async fn a_page_without_anything_is_answered() {
    let server = Running::start().await;
    for observation in [json!({"url": ""}), json!({"url": "https://a.example", "fields": []})] {
        let answer = server.post(NEXT, &next_body("j", 1, observation, json!({}))).await;
        assert_eq!(answer.status, 200);
        let answer = answer.json();
        assert_eq!(answer["action"], answer["actions"][0]);
    }
}

#[tokio::test]
async fn a_page_with_five_thousand_fields_is_answered() {
    let fields: Vec<_> = (0..5000)
        .map(|index| json!({"index": index, "tag": "input", "type": "text", "label": format!("Field {index}")}))
        .collect();
    let observation = json!({"url": "https://a.example/", "fields": fields});
    let server = Running::start().await;
    let keys = json!({"profileKeys": ["firstName"]});
    assert_eq!(server.post(NEXT, &next_body("j", 1, observation, keys)).await.status, 200);
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let server = Running::start().await;
    let body = next_body("j", 1, page(), json!({"somethingNew": {"a": 1}, "mode": "background"}));
    assert_eq!(server.post(NEXT, &body).await.status, 200);
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let server = Running::start().await;
    let with = |path: &str, value: Value| {
        let mut body = next_body("j", 1, page(), json!({}));
        *body.pointer_mut(path).unwrap() = value;
        body
    };
    for (body, code, field) in [
        (json!({"jobId": "j", "step": 1}), "missing-field", "observation"),
        (json!({"step": 1, "observation": page()}), "missing-field", "jobId"),
        (json!({"jobId": "j", "observation": page()}), "missing-field", "step"),
        (json!({"jobId": "j", "step": 1, "observation": {}}), "missing-field", "observation.url"),
        (with("/step", json!("one")), "invalid-field", "step"),
        (with("/step", json!(-1)), "invalid-field", "step"),
        (with("/jobId", json!("")), "invalid-field", "jobId"),
        (with("/jobId", json!("a\u{0}b")), "invalid-field", "jobId"),
        (with("/observation", json!([])), "invalid-field", "observation"),
        (with("/observation/fields", json!({})), "invalid-field", "observation.fields"),
        (
            with("/observation/fields/0/required", json!("maybe")),
            "invalid-field",
            "observation.fields[0].required",
        ),
        (next_body("j", 1, page(), json!({"mode": "fast"})), "invalid-field", "mode"),
        (
            next_body("j", 1, page(), json!({"profile": {"resume": "mine"}})),
            "invalid-field",
            "profile.resume",
        ),
    ] {
        let answer = server.post(NEXT, &body).await;
        assert_eq!(
            answer.error(),
            (400, code.to_owned(), Some(field.to_owned())),
            "{}",
            String::from_utf8_lossy(&answer.body)
        );
    }
}

#[tokio::test]
async fn an_identical_request_gets_the_identical_answer() {
    let server = Running::start().await;
    for more in [
        json!({"profileKeys": ["firstName", "email"]}),
        json!({"profile": {"firstName": "Ada", "email": "ada@example.org"}}),
    ] {
        let body = next_body("j", 1, page(), more);
        let first = server.post(NEXT, &body).await;
        let again = server.post(NEXT, &body).await;
        assert_eq!(first.body, again.body, "also the time that planning took");
    }
    let other = next_body("j", 1, page(), json!({"profileKeys": ["email"]}));
    let anew = server.post(NEXT, &other).await.json();
    assert!(writes(&anew).contains(&"FILL 1 email".to_owned()), "another body is planned anew");

    let trace = server.get("/api/jobs/j").await.json();
    assert_eq!(trace["trace"].as_array().unwrap().len(), 3, "a repeat is not planned: {trace:#}");
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_one_body() {
    let server = Running::start().await;
    let ask = |key: &str, step: u32| {
        let body = next_body("j", step, page(), json!({}));
        send(server.request(Method::POST, NEXT).header("Idempotency-Key", key).json(&body))
    };
    assert_eq!(ask("k1", 1).await.status, 200);
    assert_eq!(ask("k1", 1).await.status, 200);
    assert_eq!(ask("k1", 2).await.error(), (409, "idempotency-conflict".to_owned(), None));
    assert_eq!(ask("k2", 2).await.status, 200);
    assert_eq!(ask("", 2).await.error(), (400, "invalid-idempotency-key".to_owned(), None));
}

#[tokio::test]
async fn an_answer_says_how_long_it_is() {
    let server = Running::start().await;
    let body = next_body("j", 1, page(), json!({"profileKeys": ["email"]}));
    for answer in [server.post(NEXT, &body).await, server.get("/api/jobs").await] {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("transfer-encoding"), "", "it is all there when it is sent");
        assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    }
}
