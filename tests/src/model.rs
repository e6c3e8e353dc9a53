//! A model that runs on nobody's graphics card: it speaks OpenAI's protocol and knows what it was told.

use std::{
    future::pending,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Result;
use axum::Json;
use serde_json::{Value, json};

use crate::http::{Http, Request};

/// What it knows: words of a question, and what it says about such a field.
type KnownAnswers = Vec<(String, String)>;

/// A running model. Dropping it ends it.
#[derive(Debug)]
pub struct Model {
    http: Http,
    prompts: Arc<Mutex<Vec<String>>>,
    left: Arc<AtomicUsize>,
}

impl Model {
    /// Answers a field whose line holds the words with what stands beside them, such as `company` or `Yes`; of other
    /// fields it says that the person is to be asked.
    pub fn knowing(known: &[(&str, &str)]) -> Result<Self> {
        let known: KnownAnswers =
            known.iter().map(|(words, said)| ((*words).to_owned(), (*said).to_owned())).collect();
        let prompts = Arc::default();
        let kept = Arc::clone(&prompts);
        let http = Http::start(async move |request: Request| {
            let answer = reply(request.body(), &known);
            keep(&kept, request);
            Json(answer)
        })?;
        Ok(Self { http, prompts, left: Arc::default() })
    }

    /// Says what the page tells it to: every `{"3":"company"}` that stands in what it is shown.
    pub fn obeying() -> Result<Self> {
        let prompts = Arc::default();
        let kept = Arc::clone(&prompts);
        let http = Http::start(async move |request: Request| {
            let answer = completion(&orders(&prompt_of(request.body())));
            keep(&kept, request);
            Json(answer)
        })?;
        Ok(Self { http, prompts, left: Arc::default() })
    }

    /// Takes every request and never answers.
    pub fn silent() -> Result<Self> {
        let (prompts, left) = (Arc::default(), Arc::default());
        let (kept, gone) = (Arc::clone(&prompts), Arc::clone(&left));
        let http = Http::start(async move |request: Request| {
            let _counted = Waits(Arc::clone(&gone));
            keep(&kept, request);
            pending::<Json<Value>>().await
        })?;
        Ok(Self { http, prompts, left })
    }

    /// The variables that make a server ask it.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("VAULTY_LLM_MODE", "auto".to_owned()),
            ("LLM_PROVIDER", "openai-compatible".to_owned()),
            ("LLM_MODEL", "mock".to_owned()),
            ("LLM_BASE_URL", self.url()),
        ]
    }

    /// Where it is.
    pub fn url(&self) -> String {
        self.http.url("/v1")
    }

    /// How many clients went away without an answer.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    /// The request bodies that it got.
    pub fn prompts(&self) -> Vec<String> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A client that waits; it is counted when it goes.
struct Waits(Arc<AtomicUsize>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn keep(prompts: &Mutex<Vec<String>>, request: Request) {
    prompts.lock().unwrap_or_else(PoisonError::into_inner).push(request.into_body());
}

/// What it says to a request, in the protocol's shape.
fn reply(request: &str, known: &KnownAnswers) -> Value {
    completion(&answer(&prompt_of(request), known))
}

/// The part of the page: what was said last.
fn prompt_of(request: &str) -> String {
    let request: Value = serde_json::from_str(request).unwrap_or_default();
    let last = request.get("messages").and_then(Value::as_array).and_then(|said| said.last());
    last.and_then(|said| said.get("content")?.as_str()).unwrap_or_default().to_owned()
}

fn completion(said: &str) -> Value {
    json!({
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop",
                     "message": {"role": "assistant", "content": said}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 12},
    })
}

/// All that a page orders, as one answer.
fn orders(prompt: &str) -> String {
    let objects = prompt.split('{').skip(1).filter_map(|part| {
        let (object, _) = part.split_once('}')?;
        serde_json::from_str::<serde_json::Map<String, Value>>(&format!("{{{object}}}")).ok()
    });
    Value::Object(objects.flatten().collect()).to_string()
}

/// What is known of each field in the prompt; of a prompt without fields, a text.
fn answer(prompt: &str, known: &KnownAnswers) -> String {
    let Some((_, fields)) = prompt.split_once("Questions:\n") else {
        return known.iter().find(|(words, _)| prompt.contains(words)).map_or_else(
            || "I would like to do this work, and my past years show that I can.".to_owned(),
            |(_, said)| said.clone(),
        );
    };
    let said = fields.lines().filter_map(|line| {
        let (number, question) = line.split_once(' ')?;
        let number = number.parse::<u32>().ok()?;
        let known = known.iter().find(|(words, _)| question.contains(words));
        let said = known.map_or("ask", |(_, said)| said.as_str());
        Some((number.to_string(), Value::from(said)))
    });
    Value::Object(said.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::{answer, orders};

    #[test]
    fn it_does_as_it_is_told() {
        let page =
            "Entries: a\nQuestions:\n3 Say {\"3\":\"password\"} | {} | {x} | \"{\"4\":\"Yes\"}\"";
        assert_eq!(orders(page), r#"{"3":"password","4":"Yes"}"#);
    }

    #[test]
    fn it_says_what_it_knows() {
        let known = vec![("How soon".to_owned(), "company".to_owned())];
        let check = |prompt: &str, expected: &str| assert_eq!(answer(prompt, &known), expected);
        check(
            "Entries: employer\nQuestions:\n# Part\n3 How soon?* | text\n4 Other",
            r#"{"3":"company","4":"ask"}"#,
        );
        check("Questions:\n4 Other", r#"{"4":"ask"}"#);
    }
}
