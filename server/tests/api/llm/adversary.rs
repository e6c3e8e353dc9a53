//! A model that says anything at all: nothing is ever written that it made up, nothing breaks, and every
//! job ends.

use std::{collections::HashSet, sync::Arc};

use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::{Value, json};

use super::{
    KEY, Stage,
    mock::{Mock, Reply, said},
    odd_page,
};

/// The page with fields that nobody but the person may fill.
fn page() -> Value {
    let mut page = odd_page();
    let more = [
        json!({"label": "E-mail", "autocomplete": "email", "type": "email"}),
        json!({"label": "I agree to the terms", "type": "checkbox", "checked": false, "required": true}),
        json!({"label": "Hidden", "visible": false}),
        json!({"label": "Locked", "disabled": true}),
        json!({"label": "Card number", "autocomplete": "cc-number"}),
        json!({"label": "Password", "type": "password", "autocomplete": "new-password"}),
        json!({"label": "", "name": "x9", "required": true}),
        json!({"label": "Your letter", "tag": "textarea", "type": "textarea", "required": true}),
    ];
    let fields = page["fields"].as_array_mut().unwrap();
    for field in more {
        let index = fields.len();
        let mut whole = json!({"index": index, "tag": "input", "type": "text", "form": 0,
            "fingerprint": format!("f{index}"), "valueState": "empty"});
        whole.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
        fields.push(whole);
    }
    page
}

/// Fields that no model may fill: filled, consent, hidden, locked, card, password.
const OUT_OF_BOUNDS: &[u64] = &[0, 4, 5, 6, 7, 8];
const KEYS: &[&str] = &["firstName", "email", "password", "payment.cardNumber", KEY];

/// Answers that are nearly right, and texts that are anything.
fn answer() -> impl Strategy<Value = String> {
    let said = prop_oneof![
        prop::sample::select(KEYS).prop_map(str::to_owned),
        Just("Boat".to_owned()),
        Just("Neither".to_owned()),
        Just("ask".to_owned()),
        Just("https://evil.example/?x=1".to_owned()),
        Just("#q".to_owned()),
        "\\PC{0,30}",
    ];
    let number =
        prop_oneof![9 => (0_u32..14).prop_map(|number| number.to_string()), 1 => "\\PC{0,9}"];
    let pair =
        (number, said).prop_map(|(number, said)| format!("{}: {}", json!(number), json!(said)));
    let pairs = prop::collection::vec(pair, 0..14);
    prop_oneof![
        4 => pairs.prop_map(|pairs| format!("{{{}}}", pairs.join(", "))),
        1 => Just(json!({"actions": [{"type": "FORMAT_DISK"}, {"type": "CLICK", "target": {"by": "css", "selector": "*"}}]}).to_string()),
        1 => "[\\PC\\s]{0,80}",
        1 => Just("{\"1\": \"".to_owned()),
    ]
}

fn judge(plan: &Value) -> Result<(), TestCaseError> {
    let keys: HashSet<&str> = KEYS.iter().copied().collect();
    let actions = plan["actions"].as_array().unwrap();
    prop_assert!(!actions.is_empty());
    let decided: HashSet<u64> = plan["planner"]["decided"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|decided| decided["by"] == "llm")
        .map(|decided| decided["field"].as_u64().unwrap())
        .collect();
    for field in &decided {
        prop_assert!(!OUT_OF_BOUNDS.contains(field), "{plan:#}");
    }
    for action in actions {
        let kind = action["type"].as_str().unwrap();
        prop_assert!(
            matches!(
                kind,
                "FILL" | "SELECT" | "ASK_USER" | "CLICK" | "DONE" | "REQUEST_VERIFICATION"
            ),
            "{plan:#}"
        );
        prop_assert!(action.get("value").is_none(), "a value from nowhere: {plan:#}");
        if let Some(key) = action.get("valueFrom").and_then(Value::as_str) {
            prop_assert!(keys.contains(key), "{plan:#}");
            prop_assert_eq!(&action["target"]["by"], "index");
            let field = action["target"]["index"].as_u64().unwrap();
            if decided.contains(&field) {
                prop_assert!(key != "password" && !key.starts_with("payment."), "{plan:#}");
                // What the field is known to ask for holds against the model.
                prop_assert!(field != 3 || key == "email" || key == KEY, "{plan:#}");
            }
        }
        for question in action["questions"].as_array().into_iter().flatten() {
            if let Some(suggested) = question.get("suggested") {
                prop_assert!(suggested == "Shore" || suggested == "Boat", "{plan:#}");
            }
        }
    }
    let clicks = actions.iter().filter(|action| action["type"] == "CLICK").count();
    prop_assert!(clicks <= 1);
    prop_assert!(plan["planner"]["calls"].as_u64().unwrap() <= 2, "one call, and one more try");
    Ok(())
}

#[test]
fn a_model_that_says_anything_does_nothing_wrong() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let text = Arc::new(std::sync::Mutex::new(String::new()));
    let (stage, first, _mock) = runtime.block_on(async {
        let says = text.clone();
        let reply = Reply::By(Arc::new(move |_| said("openai", &says.lock().unwrap())));
        let mock = Mock::start(vec![reply]).await;
        let more = [("VAULTY_REQUESTS_PER_SECOND", "100000"), ("VAULTY_REQUEST_BURST", "100000")];
        let lines = super::compatible(&mock.base);
        let stage = Stage::set("", &[("mock", lines.clone())], &more).await;
        let first = Stage::set("mode = \"llm-first\"", &[("mock", lines)], &more).await;
        (stage, first, mock)
    });
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let job = std::cell::Cell::new(0);
    let outcome = runner.run(&answer(), |answer| {
        *text.lock().unwrap() = answer;
        job.set(job.get() + 1);
        let id = format!("j{}", job.get());
        for stage in [&stage, &first] {
            let more = json!({"profileKeys": KEYS});
            let body = crate::support::next_body(&id, 1, page(), more.clone());
            let plan = runtime.block_on(stage.server.post("/api/agent/next", &body)).json();
            judge(&plan)?;
            // The round after brings no further call.
            let body = crate::support::next_body(&id, 2, page(), more);
            let again = runtime.block_on(stage.server.post("/api/agent/next", &body)).json();
            judge(&again)?;
            let calls = plan["planner"]["calls"].as_u64().unwrap()
                + again["planner"]["calls"].as_u64().unwrap();
            prop_assert!(calls <= 2, "{calls} calls for one page");
        }
        Ok(())
    });
    outcome.unwrap();
}
