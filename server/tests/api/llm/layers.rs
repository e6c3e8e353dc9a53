//! Rules, then a model, then the person: who is asked when, and who decided.

use serde_json::{Value, json};

use super::{
    KEY, Stage, actions, compatible,
    mock::{self, Mock, Reply},
    odd_page,
};

/// The page before anything is filled.
fn fresh_page() -> Value {
    let mut page = odd_page();
    page["fields"][0]["valueState"] = json!("empty");
    page
}

fn key_for_the_odd_question() -> String {
    mock::answers(&[&format!("1={KEY}")])
}

#[tokio::test]
async fn rules_write_first_and_the_model_is_asked_in_the_round_after_once_a_page() {
    let mock = Mock::saying("openai", &key_for_the_odd_question()).await;
    let stage = Stage::of(&mock.base).await;
    let first = stage.answer("j", 1, fresh_page(), json!({})).await.json();
    assert_eq!(actions(&first), ["FILL 0 firstName"]);
    assert_eq!(first["planner"]["source"], "rules");
    assert_eq!(first["planner"]["decided"], json!([{"field": 0, "by": "rules"}]));
    assert!(first["planner"]["notes"].to_string().contains("in the next round"));
    assert_eq!(mock.got().len(), 0);

    let second = stage.answer("j", 2, odd_page(), json!({})).await.json();
    assert_eq!(actions(&second), [format!("FILL 1 {KEY}"), "CLICK".to_owned()]);
    assert_eq!(second["planner"]["source"], "llm");
    assert_eq!(second["planner"]["calls"], 1);

    // The page is still there, with one field more: what is known is used, nobody is asked again.
    let mut third_page = odd_page();
    third_page["fields"].as_array_mut().unwrap().push(json!(
        {"index": 3, "tag": "input", "type": "text", "id": "n", "label": "And why so?",
         "required": true, "valueState": "empty", "fingerprint": "why", "form": 0}));
    let third = stage.answer("j", 3, third_page, json!({})).await.json();
    assert_eq!(actions(&third), [format!("FILL 1 {KEY}"), "ASK 3,2".to_owned()]);
    assert_eq!(third["planner"]["calls"], 0);

    // The next page is another one.
    let mut next_page = odd_page();
    for (index, print) in ["x", "y", "z"].iter().enumerate() {
        next_page["fields"][index]["fingerprint"] = json!(print);
    }
    stage.answer("j", 4, next_page, json!({})).await.json();
    assert_eq!(mock.got().len(), 2);
}

#[tokio::test]
async fn nobody_is_asked_where_the_rules_leave_nothing_required() {
    let mock = Mock::saying("openai", &key_for_the_odd_question()).await;
    let stage = Stage::of(&mock.base).await;
    let mut page = odd_page();
    page["fields"][1]["required"] = json!(false);
    let plan = stage.next("j", page, json!({})).await;
    assert_eq!(actions(&plan), ["CLICK"]);
    let consent = json!({"url": "https://a.example/", "fields": [
        {"index": 0, "tag": "input", "type": "checkbox", "label": "I accept the terms and conditions",
         "required": true, "checked": false, "form": 0}],
        "buttons": odd_page()["buttons"]});
    let plan = stage.next("k", consent, json!({})).await;
    assert_eq!(actions(&plan), ["ASK 0"], "consent is the person's");
    assert_eq!(mock.got().len(), 0);
}

#[tokio::test]
async fn nobody_is_asked_what_the_browser_remembers() {
    let mock = Mock::saying("openai", &key_for_the_odd_question()).await;
    let stage = Stage::of(&mock.base).await;
    let known = json!({"knownFields": [1, 77]});
    let plan = stage.next("j", odd_page(), known.clone()).await;
    assert_eq!(actions(&plan), ["ASK 1,2"], "the person is, with what is remembered beside it");
    let first = Stage::with("mode = \"llm-first\"", &[("mock", compatible(&mock.base))]).await;
    first.next("k", odd_page(), known).await;
    let asked = mock.got().iter().map(|got| got.body.to_string()).collect::<String>();
    assert!(!asked.contains("How soon"), "{asked}");
    // By the numbers that the client gives its fields.
    let mut page = odd_page();
    for (field, number) in page["fields"].as_array_mut().unwrap().iter_mut().zip([40, 50, 60]) {
        field["index"] = json!(number);
    }
    let calls = mock.got().len();
    stage.next("l", page.clone(), json!({"knownFields": [50]})).await;
    assert_eq!(mock.got().len(), calls);
    stage.next("m", page, json!({"knownFields": [1]})).await;
    assert_eq!(mock.got().len(), calls + 1);
}

#[tokio::test]
async fn a_model_first_sees_everything_and_the_rules_answer_the_rest() {
    let text = mock::answers(&["0=firstName", &format!("1={KEY}")]);
    let mock = Mock::saying("openai", &text).await;
    let stage = Stage::with("mode = \"llm-first\"", &[("mock", compatible(&mock.base))]).await;
    let plan = stage.next("j", fresh_page(), json!({})).await;
    assert_eq!(
        actions(&plan),
        ["FILL 0 firstName".to_owned(), format!("FILL 1 {KEY}"), "CLICK".to_owned()]
    );
    let by = json!([{"field": 0, "by": "llm"}, {"field": 1, "by": "llm"}]);
    assert_eq!(plan["planner"]["decided"], by);
    // Per request.
    let rules = stage.next("k", fresh_page(), json!({"llm": {"mode": "rules-only"}})).await;
    assert_eq!(actions(&rules), ["FILL 0 firstName", "ASK 1,2"]);
    let auto = stage.next("l", fresh_page(), json!({"llm": {"mode": "auto"}})).await;
    assert_eq!(actions(&auto), ["FILL 0 firstName"]);
    assert_eq!(mock.got().len(), 1);
    let none = Stage::with("mode = \"rules-only\"", &[("mock", compatible(&mock.base))]).await;
    let plan = none.next("j", fresh_page(), json!({"llm": {"mode": "llm-first"}})).await;
    assert_eq!(actions(&plan), ["FILL 0 firstName", "ASK 1,2"]);
    assert_eq!(mock.got().len(), 1, "the server's rules-only holds");
}

#[tokio::test]
async fn a_choice_of_the_model_is_a_proposal_to_the_person() {
    let mock = Mock::saying("openai", &mock::answers(&["2=boat", "1=ask"])).await;
    let stage = Stage::of(&mock.base).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(actions(&plan), ["ASK 1,2"]);
    let questions = plan["actions"][0]["questions"].as_array().unwrap();
    assert_eq!(questions[1]["suggested"], "Boat");
    assert_eq!(questions[0]["question"], "How soon could you begin?", "the page's own words stay");
    assert_eq!(plan["planner"]["source"], "llm");
}

#[tokio::test]
async fn a_model_says_which_block_asks_for_which_entry() {
    let mut fields = Vec::new();
    for section in ["First voyage", "Second voyage"] {
        for (label, kind) in [("Ship", "text"), ("Cast off", "date"), ("Made fast", "date")] {
            let index = fields.len();
            fields.push(json!({"index": index, "tag": "input", "type": kind, "label": label,
                "section": section, "required": true, "valueState": "empty", "form": 0,
                "fingerprint": format!("f{index}")}));
        }
    }
    let page = json!({"url": "https://ships.example/", "title": "Voyages", "fields": fields,
        "buttons": odd_page()["buttons"]});
    let said = mock::answers(&[
        "0=latest employer",
        "1=latest job as a whole",
        "2=latest job as a whole",
        "3=previous employer",
        "4=previous job as a whole",
        "5=previous job as a whole",
    ]);
    let mock = Mock::saying("openai", &said).await;
    let stage = Stage::of(&mock.base).await;
    let keys: Vec<String> = (0..2)
        .flat_map(|job| {
            ["company", "startDate", "endDate"]
                .map(|part| format!("resume.experiences.{job}.{part}"))
        })
        .collect();
    let body = crate::support::next_body("j", 1, page, json!({"profileKeys": keys}));
    let plan = stage.server.post("/api/agent/next", &body).await.json();
    let filled: Vec<String> =
        keys.iter().enumerate().map(|(field, key)| format!("FILL {field} {key}")).collect();
    assert_eq!(actions(&plan)[..6], filled, "{plan:#}");
    let request = &mock.got()[0].body;
    let schema = &request["response_format"]["json_schema"]["schema"]["properties"];
    let offered = schema["4 Second voyage: Cast off"]["enum"].as_array().unwrap();
    assert!(offered.contains(&json!("previous job as a whole")), "{schema:#}");
    let prompt = mock::prompt_of(request);
    let wanted = "| one of several: latest job as a whole / previous job as a whole";
    assert!(prompt.contains(wanted), "{prompt}");
}

#[tokio::test]
async fn half_a_good_answer_gives_half_a_plan() {
    let lines =
        [format!("1={KEY}"), "2=custom.Other".to_owned(), "7=email".to_owned(), "x".to_owned()];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mock = Mock::saying("openai", &mock::answers(&lines)).await;
    let stage = Stage::of(&mock.base).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(actions(&plan), [format!("FILL 1 {KEY}"), "CLICK".to_owned()]);
    let notes = plan["planner"]["notes"].to_string();
    assert!(notes.contains("the profile has no such key (fields 2)"), "{notes}");
    let ledger = stage.ledger("j").await;
    let refused = json!({"no-field": 1, "other-field": 1, "unknown-key": 1});
    assert_eq!(ledger["entries"][0]["refused"], refused);
}

#[tokio::test]
async fn an_answer_with_values_is_bound_for_clients_that_sent_them() {
    let mock = Mock::saying("openai", &key_for_the_odd_question()).await;
    let stage = Stage::of(&mock.base).await;
    let profile =
        json!({"profile": {"firstName": "Ada", "custom": {"Notice period": "two weeks"}}});
    let plan = stage.next("j", odd_page(), profile).await;
    assert_eq!(plan["actions"][0]["value"], "two weeks");
    let prompt = mock::prompt_of(&mock.got()[0].body);
    assert!(!prompt.contains("two weeks") && !prompt.contains("Ada"), "{prompt}");
}

#[tokio::test]
async fn no_secret_is_named_to_a_model_or_used_at_its_word() {
    // What is a secret: by its name, by its value, by the person's choice; and, lowered by them, not any more.
    let values = json!({"profile": {"firstName": "Ada", "email": "ada@example.org", "password": "canary-1",
        "custom": {"Passport number": "C01X00T47", "Note": "4111 1111 1111 1111", "Locker": "at the back",
                   "Notice period": "two weeks"},
        "tiers": {"custom.Locker": {"tier": "secret"}}}});
    let named = json!({"profileKeys": ["firstName", "email", "password", KEY, "custom.Passport number",
        "custom.Kennwort", "payment.cardNumber", "facts.neverHeardOf"]});
    for more in [values, named] {
        for secret in ["Passport number", "Note", "Locker", "Kennwort"] {
            let mock =
                Mock::saying("openai", &mock::answers(&[&format!("1=custom.{secret}")])).await;
            let stage = Stage::of(&mock.base).await;
            let plan = stage.next("j", odd_page(), more.clone()).await;
            assert_eq!(actions(&plan), ["ASK 1,2"], "{secret}: {plan:#}");
            let prompt = mock::prompt_of(&mock.got()[0].body);
            for name in [
                "Passport",
                "Note,",
                "Note\n",
                "Locker",
                "Kennwort",
                "password",
                "card",
                "never heard of",
            ] {
                assert!(!prompt.contains(name), "{name}: {prompt}");
            }
            assert!(prompt.contains("Notice period"), "{prompt}");
        }
    }
}

#[tokio::test]
async fn an_identical_request_makes_no_second_call() {
    let mock = Mock::saying("openai", &key_for_the_odd_question()).await;
    let stage = Stage::of(&mock.base).await;
    let first = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(stage.next("j", odd_page(), json!({})).await, first);
    assert_eq!(mock.got().len(), 1);
}

#[tokio::test]
async fn the_ledger_says_what_went_where() {
    let mut paid = mock::said("openai", &key_for_the_odd_question());
    paid["usage"]["prompt_tokens_details"] = json!({"cached_tokens": 40});
    let mock =
        Mock::start(vec![Reply::with_header(500, "retry-after-ms", "1"), Reply::status(200, paid)])
            .await;
    let lines =
        format!("{}\nprice = {{input = 1.0, output = 10, cached = 0.5}}", compatible(&mock.base));
    let stage = Stage::with("", &[("mock", lines)]).await;
    stage.next("j", odd_page(), json!({})).await;
    let ledger = stage.ledger("j").await;
    let sums = ["calls", "inputTokens", "outputTokens", "cachedTokens"]
        .map(|name| ledger[name].as_u64().unwrap());
    assert_eq!(sums, [2, 100, 20, 40]);
    assert!((ledger["costUsd"].as_f64().unwrap() - 0.00028).abs() < 1e-9, "{ledger:#}");
    let entry = &ledger["entries"][0];
    assert_eq!(entry["fields"], json!(["How soon could you begin?", "Which crew suits you?"]));
    let sent = mock.got()[1].body["messages"][3]["content"].clone();
    assert_eq!(entry["sent"], sent, "word for word");
    let trace = stage.server.get("/api/jobs/j").await.json();
    let kinds: Vec<&str> =
        trace["trace"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["llm", "plan"]);
    let metrics = String::from_utf8(stage.server.get("/metrics").await.body).unwrap();
    for line in [
        "vaulty_llm_calls_total{provider=\"mock\",outcome=\"ok\"} 1",
        "vaulty_llm_calls_total{provider=\"mock\",outcome=\"http-500\"} 1",
        "vaulty_llm_tokens_total{provider=\"mock\",kind=\"input\"} 100",
        "vaulty_llm_tokens_total{provider=\"mock\",kind=\"cached\"} 40",
        "vaulty_llm_cost_usd_total{provider=\"mock\"} 0.00028",
        "vaulty_llm_call_seconds_count{provider=\"mock\"} 2",
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
    assert_eq!(stage.server.get("/api/jobs/nobody/ledger").await.status, 404);
}
