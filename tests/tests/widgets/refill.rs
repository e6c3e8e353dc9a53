//! An endpoint that plans to write every key of the record into the field of that label, whatever it holds.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

use crate::desk::is_about;

/// The endpoint; it ends with the test's process.
pub(crate) struct Endpoint {
    url: String,
}

/// The profile's document that a value stands for.
pub(crate) fn document(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.starts_with("documents."))
}

impl Endpoint {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        thread::spawn(move || {
            let planned: Arc<Mutex<Vec<String>>> = Arc::default();
            for stream in listener.incoming().flatten() {
                let planned = Arc::clone(&planned);
                // A browser opens connections that it may need, and is silent on them for long.
                thread::spawn(move || {
                    if let Some((path, body)) = read_request(&stream) {
                        let answer = (path == "/api/agent/next").then(|| plan(&body, &planned));
                        respond(&stream, answer);
                    }
                });
            }
        });
        Self { url }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
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

fn read_request(mut stream: &TcpStream) -> Option<(String, String)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 65_536];
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            line.to_lowercase().strip_prefix("content-length:")?.trim().parse::<usize>().ok()
        });
        if body.len() >= length.unwrap_or(0) {
            let path = head.split(' ').nth(1)?.split('?').next()?;
            return Some((path.to_owned(), body.to_owned()));
        }
    }
}

fn respond(mut stream: &TcpStream, answer: Option<Value>) {
    let (status, body) = match answer {
        Some(answer) => ("200 OK", answer.to_string()),
        None => ("404 Not Found", "{}".to_owned()),
    };
    // A client that has gone away needs no answer.
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}
