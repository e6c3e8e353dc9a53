//! No value is in a log line, a trace, a metric, an error or the database; profiles excepted, which are
//! in the database because someone put them there.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::{
    cli::Process,
    support::{client, next_body, send},
};

/// Every value that is sent starts like this.
const CANARY: &str = "kanarie";

/// A value that is sent nowhere else.
fn value(name: &str) -> String {
    format!("{CANARY}-{name}")
}

/// A page as an older client sends it: with values wherever a page can have them.
fn page() -> Value {
    json!({
        "url": format!("https://{0}@jobs.example/{0}?q={0}#{0}", value("url")),
        "title": value("title"),
        "text": value("text"),
        "pageContext": value("context"),
        "fields": [
            {"index": 0, "tag": "input", "type": "text", "label": "First name",
             "autocomplete": "given-name", "value": value("current")},
            {"index": 1, "tag": "input", "type": "email", "label": format!("Email {}", value("label")),
             "autocomplete": "email"},
            {"index": 2, "tag": "input", "type": "text", "required": true, "value": "",
             "label": format!("Favourite {}", value("question")), "placeholder": value("hint"),
             "error": value("complaint")},
            {"index": 3, "tag": "select", "type": "select-one", "label": "Country", "required": true,
             "options": [{"value": "", "text": ""}, {"value": value("option"), "text": value("option")}]},
        ],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": value("button")}],
    })
}

fn profile() -> Value {
    json!({
        "firstName": value("first"), "email": format!("{}@example.org", value("email")),
        "password": value("password"), "address": {"country": value("country")},
        "custom": {"Pet": value("pet")}, "payment": {"cardNumber": value("card")},
        "documents": {"cv": {"name": value("cv"), "data": value("data")}},
    })
}

/// Requests with values in every place that can hold one, through every route.
fn requests(ask: &dyn Fn(Method, &str) -> RequestBuilder) -> Vec<RequestBuilder> {
    let post = |path: &str, body: Value| ask(Method::POST, path).json(&body);
    let target = json!({"by": "xpath", "xpath": format!("//*[.='{}']", value("xpath"))});
    let result =
        json!({"ok": false, "error": value("error"), "note": value("note"), "data": value("html")});
    let history = json!([{
        "step": 1, "result": result,
        "action": {"type": "FILL", "target": {"by": "index", "index": 0}, "value": value("history")},
    }]);
    let more = json!({
        "profile": profile(), "record": {"Favourite": value("record")}, "history": history,
        "goal": value("goal"), "state": {"x": value("state")},
        "llm": {"provider": "openai", "apiKey": value("key"), "baseUrl": value("base")},
    });
    let next = "/api/agent/next";
    let mut requests = vec![
        post(next, next_body("j", 1, page(), more.clone())),
        post(next, next_body("j", 1, page(), more.clone())),
        post(next, next_body("j", 2, json!({"url": 5, "title": value("wrong")}), more.clone())),
        post(next, json!({"jobId": "j", "step": value("step"), "observation": page()})),
        post(next, json!({"jobId": "j", "step": 1, "observation": page(), "mode": value("mode")})),
        ask(Method::POST, next).header("content-type", "application/json").body(value("no-json")),
        ask(Method::POST, next).header("content-type", value("type")).body(value("body")),
        ask(Method::POST, next).header("idempotency-key", value("idem")).json(&next_body(
            "j",
            3,
            page(),
            more,
        )),
        post("/api/agent/verify", json!({"jobId": "j", "code": value("nobody")})),
        ask(Method::GET, "/api/agent/verify?jobId=j&wait=0"),
        post("/api/agent/verify", json!({"jobId": "j", "code": value("code")})),
        post("/api/agent/verify", json!({"jobId": "j", "code": "1", "kind": value("kind")})),
        post("/api/pair", json!({"code": value("pair")})),
        post("/api/profile", json!({"userId": "u", "profile": {"address": value("address")}})),
        post("/api/profile", json!({"userId": "u", "profile": profile()})),
        ask(Method::GET, "/api/profile?userId=u"),
        ask(Method::DELETE, "/api/profile?userId=u"),
        ask(Method::GET, &format!("/api/profile?userId=u&x={}", value("query"))),
        ask(Method::GET, &format!("/api/profile?userId={}", value("user"))),
        ask(Method::GET, &format!("/api/jobs/{}", value("job"))),
        ask(Method::GET, &format!("/{}", value("path"))),
        ask(Method::GET, "/api/jobs")
            .header("origin", format!("https://{}.example", value("origin"))),
        ask(Method::GET, "/api/jobs").header("host", format!("{}.example", value("host"))),
        ask(Method::GET, "/api/jobs").header("authorization", format!("Bearer {}", value("token"))),
        ask(Method::POST, "/demo/submit").form(&[("name", value("form"))]),
    ];
    for action in [
        json!({"type": "FILL", "target": target, "value": value("fill")}),
        json!({"type": "SELECT", "target": target, "value": value("select")}),
        json!({"type": "CHECK", "target": {"by": "label", "text": value("check")}, "checked": true}),
        json!({"type": "CLICK", "target": {"by": "text", "text": value("click")}}),
        json!({"type": "NAVIGATE", "url": format!("https://a.example/{}", value("navigate"))}),
        json!({"type": "WAIT_FOR", "target": {"by": "css", "selector": value("css")}}),
        json!({"type": "EXTRACT", "target": {"by": "role", "role": "form", "name": value("role")}}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "OTP", "context": value("otp")}),
        json!({"type": "ASK_USER", "questions": [
            {"field": 0, "question": value("ask"), "options": [value("choice")], "saveAs": "answers.x"}]}),
        json!({"type": "DONE", "summary": value("done")}),
        json!({"type": value("unknown")}),
    ] {
        let body = json!({"jobId": "j", "step": 4, "action": action, "result": result});
        requests.push(post("/api/agent/log", body));
    }
    requests
}

#[tokio::test]
async fn no_value_is_left_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [("VAULTY_LOG", "trace"), ("VAULTY_LOG_FORMAT", "json")];
    let server = Process::start(folder.path(), &settings);
    let token = std::fs::read_to_string(folder.path().join("token")).unwrap();
    let http = client();
    let ask = |method: Method, path: &str| {
        http.request(method, format!("{}{path}", server.base)).bearer_auth(token.trim())
    };
    let mut statuses = Vec::new();
    for request in requests(&ask) {
        let answer = send(request).await;
        if answer.status >= 400 {
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(!text.contains(CANARY), "an error shows a value: {text}");
        }
        statuses.push(answer.status);
    }
    let good = statuses.iter().filter(|status| **status < 400).count();
    assert!(good >= 19, "too few requests got through to prove anything: {statuses:?}");

    for path in ["/metrics", "/api/jobs", "/api/jobs/j"] {
        let answer = send(ask(Method::GET, path)).await;
        let text = String::from_utf8(answer.body).unwrap();
        assert!(!text.contains(CANARY), "{path} shows a value: {text}");
    }
    let trace = send(ask(Method::GET, "/api/jobs/j")).await.json();
    assert!(trace["trace"].as_array().unwrap().len() >= 12, "{trace:#}");

    let log = server.stop();
    assert!(log.lines().count() > statuses.len(), "the log has a line a request");
    let shown = log.lines().find(|line| line.contains(CANARY));
    assert_eq!(shown, None, "a value is in the log");
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let found = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
        assert!(!found, "a value is in {}", path.display());
    }
}
