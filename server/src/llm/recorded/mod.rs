//! Answers of four families of models, in the shapes that their protocols document and with what such models put
//! around an answer: what is understood of them, and what becomes advice. A folder a family, a file a case.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::SystemTime,
};

use agent_core::{
    model::{
        doubt::Odds,
        prompt,
        task::{Given, Task},
    },
    plan::{Advice, asked},
};
use serde::Deserialize;
use serde_json::{Map, Value};
use shared_types::{Observation, ProfileKey};

use super::providers::{Call, Completion, Endpoint, Kind, Response, parse_response, to_request};

/// A page of a job form as the extension sends it, and the names of a full profile.
const PAGE: &str = include_str!("../../../../agent-core/src/model/prompt/job-page.json");
/// The questions that a model is asked about.
const OPEN: [u32; 6] = [7, 8, 9, 11, 12, 14];

/// A request and its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What is special about it.
    about: String,
    provider: String,
    /// Where in the request's body something stands, and what.
    sends: BTreeMap<String, Value>,
    #[serde(default = "ok")]
    status: u16,
    answer: Value,
    /// Tokens in, out, and of those in the cached ones; advice, what was refused, what went wrong.
    comes_to: Vec<String>,
}

fn ok() -> u16 {
    200
}

/// What is read of a completion: its tokens, advice and refusals.
fn read(task: &Task, completion: &Completion) -> Vec<String> {
    let count = |count: Option<u32>| count.map_or("?".to_owned(), |count| count.to_string());
    let usage = completion.usage;
    let [input, output, cached] = [usage.input, usage.output, usage.cached].map(count);
    let mut got = vec![format!("{input} in, {output} out, {cached} cached")];
    if completion.cut_off {
        got.push("cut off".to_owned());
    }
    match task.read(&completion.text, completion.cut_off, &Odds::new(&completion.odds)) {
        Err(why) => got.push(format!("asked once more: {why}")),
        Ok(judged) => {
            got.extend(judged.hints.iter().map(|hint| match &hint.advice {
                Advice::Key(key) => format!("{} {key}", hint.field),
                Advice::Propose(choice) => format!("{} propose {choice}", hint.field),
            }));
            got.extend(judged.refused.iter().map(|(field, refused)| {
                let field = field.map_or("?".to_owned(), |field| field.to_string());
                format!("{field} refused: {}", refused.code())
            }));
        }
    }
    got
}

/// Sends nothing: the request has to hold the page, and the answer to come to what is expected.
fn check(name: &str, case: &Case, task: &Task) {
    let kind = Kind::named(&case.provider).unwrap();
    let at_home = kind.is_at_home();
    let schema = task.schema(at_home);
    let call = Call {
        system: if at_home { prompt::SYSTEM_AT_HOME } else { prompt::SYSTEM },
        example: at_home.then_some(prompt::EXAMPLE),
        user: &task.prompt,
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
    for (place, expected) in &case.sends {
        assert_eq!(body.pointer(place), Some(expected), "{name}: {place}");
    }

    let body = serde_json::to_vec(&case.answer).unwrap();
    let response = Response { status: case.status, retry_after: None, body };
    let got = match parse_response(kind, &response, &call) {
        Ok(completion) => read(task, &completion),
        Err(failure) => vec![failure.problem.code()],
    };
    assert_eq!(got, case.comes_to, "{name}: {}", case.about);
}

#[test]
fn answers_of_each_family_of_models() {
    let example: Value = serde_json::from_str(PAGE).unwrap();
    let mut page: Observation = serde_json::from_value(example["page"].clone()).unwrap();
    agent_core::classify::classify(&mut page);
    let keys: Vec<ProfileKey> = serde_json::from_value(example["keys"].clone()).unwrap();
    let keys = prompt::offered(&keys, &BTreeSet::new());
    let questions = asked(&page).into_iter().filter(|asked| OPEN.contains(&asked.field)).collect();
    let given =
        Given { observation: &page, keys: &keys, history: &[], goal: None, before_rules: false };
    let task = Task::new(&given, questions);

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/llm/recorded");
    for (family, least) in [("claude", 6), ("gemini", 5), ("gpt", 5), ("qwen", 5)] {
        let files = fs::read_dir(folder.join(family)).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        assert!(files.len() >= least, "{family}: {files:?}");
        for file in files {
            let name = file.strip_prefix(&folder).unwrap().display().to_string();
            let case: Case = serde_json::from_str(&fs::read_to_string(&file).unwrap())
                .unwrap_or_else(|why| panic!("{name}: {why}"));
            check(&name, &case, &task);
        }
    }
}
