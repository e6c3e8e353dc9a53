//! An endpoint that plans to write every key of the record into the field of that label, whatever it holds.

use std::sync::{Arc, Mutex};

use axum::{Json, http::StatusCode};
use serde_json::{Value, json};
use tests::{Http, http::Request};

use crate::stage::is_about;

/// The profile's document that a value stands for.
pub(crate) fn document(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.starts_with("documents."))
}

/// Starts the endpoint.
pub(crate) fn endpoint() -> Http {
    let planned = Arc::<Mutex<Vec<String>>>::default();
    let answer = async move |request: Request| match request.uri().path() {
        "/api/agent/next" => Ok(Json(plan(request.body(), &planned))),
        _ => Err(StatusCode::NOT_FOUND),
    };
    Http::start(answer).expect("the endpoint is up")
}

/// Rounds in which something is planned: a field may only come up after another was filled in.
const ROUNDS: usize = 6;

/// Every key that was not written yet.
fn plan(body: &str, planned: &Mutex<Vec<String>>) -> Value {
    let request: Value = serde_json::from_str(body).expect("a request");
    let job = request["jobId"].as_str().unwrap_or_default().to_owned();
    let mut planned = planned.lock().expect("a lock");
    planned.push(job.clone());
    let done = json!({"type": "DONE", "summary": "Refilled."});
    if planned.iter().filter(|one| **one == job).count() > ROUNDS {
        return json!({"actions": [done]});
    }
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let (fields, history) = (list(&request["observation"]["fields"]), list(&request["history"]));
    let is_new = |action: &Value| {
        !history.iter().any(|entry| {
            entry["result"]["ok"] == json!(true)
                && entry["action"]["valueFrom"] == action["valueFrom"]
                && entry["action"]["target"] == action["target"]
        })
    };
    let keys = list(&request["recordKeys"]);
    let keys = keys.iter().filter_map(Value::as_str);
    let mut actions: Vec<Value> =
        keys.flat_map(|key| writes(key, &fields)).filter(is_new).collect();
    // What cannot be written yet is looked at once more.
    let waits = actions.iter().any(|action| !is_ready(action, &fields));
    actions.retain(|action| is_ready(action, &fields));
    let look = json!({"type": "EXTRACT", "mode": "fields"});
    actions.push(if waits { look } else { done });
    json!({"actions": actions})
}

/// Whether the field of a write is enabled and, if it has options, has some to choose from.
fn is_ready(action: &Value, fields: &[Value]) -> bool {
    let field = fields.iter().find(|field| field["index"] == action["target"]["index"]);
    field.is_some_and(|field| {
        let is_select = field["tag"] == "select";
        let options = field["options"].as_array().map_or(0, Vec::len);
        field["disabled"] != json!(true) && (!is_select || options > 1)
    })
}

/// One write, or one for each part of a date.
fn writes(key: &str, fields: &[Value]) -> Vec<Value> {
    let asks = |field: &&Value| {
        let about = field["group"].as_str().or(field["label"].as_str()).unwrap_or_default();
        field["visible"] != json!(false) && (is_about(about, key) || field["label"] == key)
    };
    let is_part = |field: &&Value| {
        let part = ["Day", "Month", "Year"].iter().any(|part| field["label"] == *part);
        part && field["section"].as_str().is_some_and(|section| is_about(section, key))
    };
    let segments: Vec<&Value> = fields.iter().filter(asks).collect();
    let is_segment =
        |field: &&Value| field["type"] == "contenteditable" && field["widget"] == "slider";
    if segments.len() > 1 && segments.iter().all(is_segment) {
        return segments.into_iter().map(|field| write(key, field)).collect();
    }
    match fields.iter().find(asks) {
        Some(field) => vec![write(key, field)],
        None => fields.iter().filter(is_part).map(|field| write(key, field)).collect(),
    }
}

fn write(key: &str, field: &Value) -> Value {
    let target = json!({"by": "index", "index": field["index"], "elementType": "field"});
    let value = format!("record.{key}");
    let chosen =
        ["radio", "checkbox", "switch", "combobox", "listbox", "select-one", "select-multiple"];
    let is = |name: &str| chosen.contains(&field[name].as_str().unwrap_or_default());
    match () {
        () if field["type"] == "file" => {
            json!({"type": "UPLOAD", "target": target, "valueFrom": other_document(key)})
        }
        () if is("type") || is("widget") => {
            json!({"type": "SELECT", "target": target, "valueFrom": value})
        }
        () => json!({"type": "FILL", "target": target, "valueFrom": value}),
    }
}

/// Another document than the one that the label names.
fn other_document(label: &str) -> &'static str {
    match label {
        "Resume" => "documents.coverLetter",
        "Photo" => "documents.portrait",
        _ => "documents.cv",
    }
}
