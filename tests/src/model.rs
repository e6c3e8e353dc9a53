//! A model that runs on nobody's graphics card: it speaks OpenAI's protocol and knows what it was told.

use std::{
    io::{BufRead, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

/// What it knows: words of a question, and what it says about such a field.
type Known = Vec<(String, String)>;

/// A running model. Dropping it ends it.
#[derive(Debug)]
pub struct Model {
    address: SocketAddr,
    over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
    prompts: Arc<Mutex<Vec<String>>>,
    left: Arc<AtomicUsize>,
}

impl Model {
    /// Answers a field whose line holds the words with what stands beside them, such as `company` or
    /// `option: Yes`; of other fields it says nothing.
    pub fn knowing(known: &[(&str, &str)]) -> Result<Self> {
        let known =
            known.iter().map(|(words, said)| ((*words).to_owned(), (*said).to_owned())).collect();
        Self::start(Some(known))
    }

    /// Takes every request and never answers.
    pub fn silent() -> Result<Self> {
        Self::start(None)
    }

    fn start(known: Option<Known>) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let over = Arc::new(AtomicBool::new(false));
        let prompts = Arc::new(Mutex::new(Vec::new()));
        let left = Arc::new(AtomicUsize::new(0));
        let (ended, kept, gone) = (Arc::clone(&over), Arc::clone(&prompts), Arc::clone(&left));
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                // A client that goes away needs no answer.
                match &known {
                    Some(known) => serve(stream, known, &kept).ok(),
                    None => wait_for_the_end(stream, &kept, &gone).ok(),
                };
            }
        });
        Ok(Self { address, over, thread: Some(thread), prompts, left })
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
        format!("http://{}/v1", self.address)
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

impl Drop for Model {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees that it is over.
        TcpStream::connect(self.address).ok();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

fn wait_for_the_end(
    stream: TcpStream,
    prompts: &Mutex<Vec<String>>,
    left: &AtomicUsize,
) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let mut reader = BufReader::new(stream);
    read(&mut reader, prompts)?;
    if reader.read(&mut [0])? == 0 {
        left.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn read(reader: &mut impl BufRead, prompts: &Mutex<Vec<String>>) -> Result<Value> {
    let (mut length, mut line) = (0, String::new());
    while reader.read_line(&mut line)? > 2 {
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse()?;
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body)?;
    let request = serde_json::from_str(&body)?;
    prompts.lock().unwrap_or_else(PoisonError::into_inner).push(body);
    Ok(request)
}

fn serve(mut stream: TcpStream, known: &Known, prompts: &Mutex<Vec<String>>) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let request = read(&mut BufReader::new(stream.try_clone()?), prompts)?;
    let prompt = request.pointer("/messages/1/content").and_then(Value::as_str);
    let text = answer(prompt.context("a prompt")?, known);
    let answer = json!({
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop",
                     "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 12},
    })
    .to_string();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{answer}",
        answer.len()
    )?;
    Ok(())
}

/// What is known of each field in the prompt; of a prompt without fields, a text.
fn answer(prompt: &str, known: &Known) -> String {
    let Some((_, fields)) = prompt.split_once("Fields:\n") else {
        return known.iter().find(|(words, _)| prompt.contains(words)).map_or_else(
            || "I would like to do this work, and my past years show that I can.".to_owned(),
            |(_, said)| said.clone(),
        );
    };
    let lines = fields.lines().filter_map(|line| {
        let (number, question) = line.split_once(' ')?;
        let (_, said) = known.iter().find(|(words, _)| question.contains(words))?;
        number.parse::<u32>().ok().map(|number| format!("{number}={said}"))
    });
    json!({"answers": lines.collect::<Vec<_>>()}).to_string()
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn it_says_what_it_knows() {
        let known = vec![("How soon".to_owned(), "company".to_owned())];
        let check = |prompt: &str, expected: &str| assert_eq!(answer(prompt, &known), expected);
        check(
            "Entries:\ncompany\nFields:\n# Part\n3 How soon?* | text\n4 Other",
            r#"{"answers":["3=company"]}"#,
        );
        check("Fields:\n4 Other", r#"{"answers":[]}"#);
    }
}
