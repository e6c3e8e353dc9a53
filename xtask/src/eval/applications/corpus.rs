//! A folder of applications: pages, persons, and which person fills which page.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::{
    super::figures::{json_lines, part},
    judge, persona,
};

/// The persons of a folder.
pub(in super::super) const PERSONAS: &str = "personas.json";
const CASES: &str = "cases.jsonl";
const QUESTIONS: &str = "questions.jsonl";

/// What is filled, by whom, and when.
pub(super) struct Corpus {
    pub(super) pages: PathBuf,
    /// The day that the answers are right on, `YYYY-MM-DD`.
    pub(super) day: String,
    pub(super) cases: Vec<Value>,
    /// Profiles by the names of the persons.
    profiles: BTreeMap<String, Value>,
    /// What each page asks, as [`judge::plain`] has it; empty unless it was read.
    questions: BTreeMap<String, BTreeSet<String>>,
}

impl Corpus {
    /// Reads a folder; an error says which file is missing or what is wrong in it.
    pub(super) fn read(dir: &Path, limit: Option<usize>, with_questions: bool) -> Result<Self> {
        let pages = dir.join("pages");
        ensure!(pages.is_dir(), "{} has no folder pages", dir.display());
        let file = dir.join(PERSONAS);
        let text = fs::read_to_string(&file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let told: Value = serde_json::from_str(&text)
            .with_context(|| format!("{} is no JSON", file.display()))?;
        let day = part(&told, "as_of").to_owned();
        ensure!(is_day(&day), "{} names no day YYYY-MM-DD as as_of", file.display());
        let persons = told.get("personas").and_then(Value::as_object);
        let persons = persons.with_context(|| format!("{} has no personas", file.display()))?;
        let profiles =
            persons.iter().map(|(name, person)| (name.clone(), persona::profile(person)));
        let mut questions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let asked =
            if with_questions { json_lines(&dir.join(QUESTIONS), None)? } else { Vec::new() };
        for question in &asked {
            let page = questions.entry(part(question, "page").to_owned()).or_default();
            page.insert(judge::plain(part(question, "text")));
        }
        let cases = json_lines(&dir.join(CASES), limit)?;
        let corpus = Self { pages, day, cases, profiles: profiles.collect(), questions };
        corpus.check().with_context(|| dir.join(CASES).display().to_string())?;
        Ok(corpus)
    }

    fn check(&self) -> Result<()> {
        ensure!(!self.cases.is_empty(), "there are no cases");
        for (at, case) in self.cases.iter().enumerate() {
            let (page, person, line) = (part(case, "page"), part(case, "persona"), at + 1);
            ensure!(
                !page.is_empty() && self.pages.join(page).is_file(),
                "line {line}: there is no page {page:?}"
            );
            ensure!(
                self.profiles.contains_key(person),
                "line {line}: there is no persona {person:?}"
            );
            ensure!(
                case.get("expect").is_some_and(Value::is_object),
                "line {line}: \"expect\" is no object"
            );
        }
        Ok(())
    }

    /// The profile of a case's person.
    pub(super) fn profile(&self, case: &Value) -> Result<&Value> {
        self.profiles.get(part(case, "persona")).context("a case names a persona")
    }

    /// The same, with what the other persons noted beside it, but for what the page asks in the same words.
    pub(super) fn distracted(&self, case: &Value) -> Result<Value> {
        let own = part(case, "persona");
        let others = self.profiles.iter().filter(|(name, _)| *name != own);
        let asked = self.questions.get(part(case, "page"));
        let is_asked = |text: &str| asked.is_some_and(|asked| asked.contains(&judge::plain(text)));
        Ok(persona::with_others(self.profile(case)?, others.map(|(_, profile)| profile), is_asked))
    }
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("pages")).unwrap();
        fs::write(dir.path().join("pages/1.html"), "<p>").unwrap();
        for (name, text) in files {
            fs::write(dir.path().join(name), text).unwrap();
        }
        dir
    }

    const PERSONS: (&str, &str) = (
        PERSONAS,
        r#"{"as_of": "2026-11-22", "personas": {
            "ann": {"facts": {"a.b": "1"}, "remembered": []},
            "bob": {"facts": {"c.d": "2"}, "remembered": [{"question": "Cats?", "answer": "3"}]}
        }}"#,
    );
    const ONE: (&str, &str) =
        (CASES, "{\"page\": \"1.html\", \"persona\": \"ann\", \"expect\": {}}\n");

    #[test]
    fn a_folder_is_read() {
        let asked = (QUESTIONS, "{\"page\": \"1.html\", \"k\": \"1\", \"text\": \"CATS? *\"}\n");
        let dir = folder(&[PERSONS, ONE, asked]);
        let corpus = Corpus::read(dir.path(), None, true).unwrap();
        assert_eq!(corpus.day, "2026-11-22");
        let custom = |profile: &Value| profile.get("custom").cloned().unwrap_or_default();
        let distracted = corpus.distracted(&corpus.cases[0]).unwrap();
        assert_eq!(
            custom(corpus.profile(&corpus.cases[0]).unwrap()),
            serde_json::json!({"a b": "1"})
        );
        assert_eq!(custom(&distracted), serde_json::json!({"a b": "1", "c d": "2"}));
        assert_eq!(distracted["answers"], serde_json::json!({}));
    }

    #[test]
    fn what_is_wrong_with_a_folder_is_said() {
        let check = |files: &[(&str, &str)], expected: &str| {
            let dir = folder(files);
            let error = Corpus::read(dir.path(), None, false).err().unwrap();
            let said = format!("{error:#}");
            assert!(said.contains(expected), "{said}");
        };
        check(&[], "personas.json cannot be read");
        check(&[(PERSONAS, "{")], "personas.json is no JSON");
        check(&[(PERSONAS, "{}")], "names no day YYYY-MM-DD as as_of");
        check(&[PERSONS], "cases.jsonl cannot be read");
        check(&[PERSONS, (CASES, "")], "there are no cases");
        check(&[PERSONS, (CASES, "{\"page\": \"2.html\"}")], "there is no page \"2.html\"");
        check(&[PERSONS, (CASES, "{\"page\": \"1.html\"}")], "there is no persona \"\"");
        let missing = Corpus::read(Path::new("/nowhere"), None, false).err().unwrap();
        assert_eq!(missing.to_string(), "/nowhere has no folder pages");
    }
}
