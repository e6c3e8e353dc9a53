//! What a model makes of the questions that rules leave open.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
};

use anyhow::{Context as _, Result};
use harness::paths;
use serde_json::{Map, Value, json};

use super::{
    super::figures::{json_lines, part, share},
    judge::{is_blank, is_right, plain},
    tally::State,
};
use crate::table::Table;

/// Questions that the rules leave open, and what came of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Open {
    /// Those that something of the person's answers: answered so, otherwise, not at all.
    right: usize,
    wrong: usize,
    left: usize,
    /// Those that must stay open: answered all the same, kept open.
    filled: usize,
    kept: usize,
}

/// The choices that a model proposed on a page, by the question's words as they are compared.
pub(super) type Proposals = BTreeMap<String, String>;

/// The proposals among the questions that a job put to the person.
pub(super) fn proposals(job: &Value) -> Proposals {
    let questions = job.get("questions").and_then(Value::as_array).into_iter().flatten();
    let proposed = questions.filter_map(|question| {
        let suggested = question.get("suggested")?.as_str()?.to_owned();
        Some((plain(part(question, "question")), suggested))
    });
    proposed.collect()
}

impl Open {
    /// Counts the controls of a case that rules alone left blank. `words` are the questions of its controls.
    pub(super) fn add(
        &mut self,
        case: &Value,
        words: &BTreeMap<String, String>,
        by_rules: &State,
        with_model: &State,
        proposals: &Proposals,
    ) {
        let labels = case.get("expect").and_then(Value::as_object).into_iter().flatten();
        for (control, label) in labels {
            let held = |state: &State| state.get(control).cloned().unwrap_or_default();
            let is = |key: &str| label.get(key) == Some(&Value::Bool(true));
            if !is_blank(&held(by_rules)) || is("blank_ok") {
                continue;
            }
            let written = Some(held(with_model)).filter(|held| !is_blank(held));
            let proposed = || proposals.get(words.get(control)?).map(|text| json!(text));
            let count = match (is("open"), written.or_else(proposed)) {
                (true, None) => &mut self.kept,
                (true, Some(_)) => &mut self.filled,
                (false, None) => &mut self.left,
                (false, Some(answer)) if is_right(label, &answer) => &mut self.right,
                (false, Some(_)) => &mut self.wrong,
            };
            *count += 1;
        }
    }

    pub(super) fn summary(&self) -> [String; 2] {
        let Self { right, wrong, left, filled, kept } = *self;
        let all = right + wrong + left;
        [
            format!(
                "left open by the rules and answerable: right {}, wrong {}",
                share(right, all),
                share(wrong, all)
            ),
            format!("left open and to stay so: answered {}", share(filled, filled + kept)),
        ]
    }
}

/// The words of each page's questions, by page and control; none where the folder does not tell them.
pub(super) fn words(dir: &std::path::Path) -> Result<BTreeMap<String, BTreeMap<String, String>>> {
    let file = dir.join("questions.jsonl");
    let mut pages: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let questions = if file.is_file() { json_lines(&file, None)? } else { Vec::new() };
    for question in &questions {
        let control = match question.get("k") {
            Some(Value::String(control)) => control.clone(),
            Some(other) => other.to_string(),
            None => continue,
        };
        let words = plain(part(question, "text"));
        pages.entry(part(question, "page").to_owned()).or_default().insert(control, words);
    }
    Ok(pages)
}

/// What was measured with which version of the prompt, a line a run.
fn versions() -> PathBuf {
    paths::workspace().join("xtask/data/prompt-versions.jsonl")
}

/// Notes a run, and gives the table of all that were noted.
pub(super) fn note(run: &Map<String, Value>, open: &Open, cases: usize) -> Result<Table> {
    let file = versions();
    let mut line = run.clone();
    let Open { right, wrong, left, filled, kept } = *open;
    let counts = [
        ("cases", cases),
        ("right", right),
        ("wrong", wrong),
        ("left", left),
        ("filled", filled),
        ("kept", kept),
    ];
    line.extend(counts.map(|(name, count)| (name.to_owned(), json!(count))));
    let cannot = || format!("{} cannot be written", file.display());
    let mut kept = OpenOptions::new().create(true).append(true).open(&file).with_context(cannot)?;
    writeln!(kept, "{}", Value::Object(line)).with_context(cannot)?;
    let known = fs::read_to_string(&file)?;
    Ok(table(known.lines().filter_map(|line| serde_json::from_str(line).ok())))
}

const COLUMNS: &[&str] = &[
    "prompt", "model", "cases", "calls", "usable", "right", "wrong", "left", "filled", "kept",
    "in", "out", "ms",
];

fn table(runs: impl Iterator<Item = Value>) -> Table {
    let mut table = Table::new(COLUMNS);
    let mut seen = BTreeSet::new();
    for run in runs {
        let cell = |name: &&str| match run.get(*name) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => "–".to_owned(),
        };
        let row: Vec<String> = COLUMNS.iter().map(cell).collect();
        if seen.insert(row.clone()) {
            table.row(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rules_leave_open_is_counted_once() {
        let case = json!({"page": "1.html", "expect": {
            "1": {"value": "Ann"}, "2": {"value": "No"}, "3": {"value": "Ann"}, "4": {"value": "x"},
            "5": {"open": true}, "6": {"open": true}, "7": {"value": "y", "blank_ok": true},
            "8": {"value": "Ann"},
        }});
        let state = |value: Value| value.as_object().unwrap().clone();
        let rules = state(json!({"1": "Ann", "3": ""}));
        let model = state(json!({"1": "Ann", "3": "Bob", "5": "z", "8": "ann"}));
        let words =
            BTreeMap::from([("2".to_owned(), plain("Cats?")), ("6".to_owned(), plain("Dogs?"))]);
        let job = json!({"questions": [
            {"question": "Cats? *", "suggested": "No"}, {"question": "Dogs?", "suggested": null}]});
        let mut open = Open::default();
        open.add(&case, &words, &rules, &model, &proposals(&job));
        let expected = Open { right: 2, wrong: 1, left: 1, filled: 1, kept: 1 };
        assert_eq!(open, expected);
        assert_eq!(
            open.summary(),
            [
                "left open by the rules and answerable: right 0.500 (2/4), wrong 0.250 (1/4)",
                "left open and to stay so: answered 0.500 (1/2)",
            ]
        );
    }
}
