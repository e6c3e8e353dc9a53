//! Answers of hosted models in the shapes that their protocols document, with what such models put around an answer:
//! what is understood of them, and what becomes advice.

use std::{collections::BTreeSet, time::SystemTime};

use agent_core::{
    model::{
        answer,
        doubt::Odds,
        parse,
        prompt::{self, PromptInput},
        validate::{Asking, judge},
    },
    plan::{Advice, Asked, asked},
};
use serde_json::{Map, Value, json};
use shared_types::{Observation, ProfileKey};

use super::providers::{Call, Endpoint, Kind, Response, parse_response, to_request};

/// A page of a job form as the extension sends it, and the names of a full profile.
const PAGE: &str = include_str!("../../../../agent-core/src/model/prompt/job-page.json");
/// The questions that a model is asked about.
const OPEN: [u32; 6] = [7, 8, 9, 11, 12, 14];

/// Sends nothing: the request has to hold the page, and the answer to come to what is expected.
fn check(kind: Kind, name: &str, recorded: &str, expected: &[&str]) {
    let example: Value = serde_json::from_str(PAGE).unwrap();
    let mut page: Observation = serde_json::from_value(example["page"].clone()).unwrap();
    agent_core::classify::classify(&mut page);
    let keys: Vec<ProfileKey> = serde_json::from_value(example["keys"].clone()).unwrap();
    let keys = prompt::offered(&keys, &BTreeSet::new());
    let questions: Vec<Asked> =
        asked(&page).into_iter().filter(|asked| OPEN.contains(&asked.field)).collect();
    let user = prompt::page(&PromptInput {
        observation: &page,
        asked: &questions,
        keys: &keys,
        history: &[],
        goal: None,
    });
    let (choices, _) = answer::choices(&page, &questions, &keys);
    let at_home = kind.is_at_home();
    let schema = answer::schema(&choices, at_home);
    let call = Call {
        system: if at_home { prompt::SYSTEM_AT_HOME } else { prompt::SYSTEM },
        example: at_home.then_some(prompt::EXAMPLE),
        user: &user,
        schema: Some(&schema),
        max_output: 1000,
    };
    let endpoint = Endpoint {
        kind,
        base_url: "https://host.example".to_owned(),
        model: "m".to_owned(),
        key: "k".into(),
        aws: None,
        api_version: None,
        extra: Map::new(),
    };
    let request = to_request(&endpoint, &call, SystemTime::UNIX_EPOCH).unwrap();
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    assert!(body.to_string().contains("9 How soon could you join us, in weeks?"), "{name}: {body}");

    let response = Response { status: 200, retry_after: None, body: recorded.into() };
    let completion = parse_response(kind, &response, &call).unwrap();
    assert!(completion.usage.output.is_some(), "{name}: tokens are told");
    let parsed = parse::parse(&completion.text).unwrap();
    let asking = Asking { choices: &choices, keys: &keys, before_rules: false };
    let judged = judge(&parsed.answer, &asking, &Odds::new(&completion.odds));
    let mut got: Vec<String> = judged
        .hints
        .iter()
        .map(|hint| match &hint.advice {
            Advice::Key(key) => format!("{} {key}", hint.field),
            Advice::Propose(choice) => format!("{} propose {choice}", hint.field),
        })
        .collect();
    got.extend(judged.refused.iter().map(|(field, refused)| {
        format!("{} {}", field.map_or("?".to_owned(), |field| field.to_string()), refused.code())
    }));
    assert_eq!(got, expected, "{name}: {}", completion.text);
}

/// As OpenAI documents a completion with structured output.
#[test]
fn a_hosted_model_of_openai() {
    let said = json!({"7": "employer", "8": "job title", "9": "Notice period", "11": "Work permit",
        "12": "ask", "14": "How did you hear about us?"});
    let recorded = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1764000000, "model": "gpt-4.1-mini",
        "choices": [{"index": 0, "finish_reason": "stop", "logprobs": null, "message":
            {"role": "assistant", "content": said.to_string(), "refusal": null, "annotations": []}}],
        "usage": {"prompt_tokens": 512, "completion_tokens": 40, "total_tokens": 552,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0}},
        "service_tier": "default", "system_fingerprint": "fp_1"
    });
    check(
        Kind::OpenAi,
        "openai",
        &recorded.to_string(),
        &[
            "7 company",
            "8 jobTitle",
            "9 custom.Notice period",
            "11 custom.Work permit",
            "14 answers.How did you hear about us?",
        ],
    );
}

/// As Anthropic documents a message; words before the object, as models put them without a schema.
#[test]
fn a_hosted_model_of_anthropic() {
    let text = "I matched the fields:\n```json\n{\"7\": \"employer\", \"8\": \"job title\", \
        \"9\": \"Notice period\", \"11\": \"Yes\", \"12\": \"ask\", \"14\": \"Other\"}\n```";
    let recorded = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-4-5",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn", "stop_sequence": null,
        "usage": {"input_tokens": 498, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
            "output_tokens": 61, "service_tier": "standard"}
    });
    check(
        Kind::Anthropic,
        "anthropic",
        &recorded.to_string(),
        &[
            "7 company",
            "8 jobTitle",
            "9 custom.Notice period",
            "11 propose Yes",
            "14 propose Other",
        ],
    );
}
