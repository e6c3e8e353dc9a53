//! What a model said of the pages of a job. It holds keys and choices of pages, no values.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use shared_types::{Field, Observation};

use crate::plan::{Advice, Hint};

/// Pages of one job that are remembered.
const PAGES: usize = 32;

/// The pages of a job that a model was asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pages(VecDeque<PageAdvice>);

/// A page and what a model said of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct PageAdvice {
    /// The fields that were there.
    fields: BTreeSet<String>,
    /// Advice by field.
    advice: BTreeMap<String, (Advice, bool)>,
}

impl Pages {
    /// The advice for this page, if a model was asked about it. A page is the same as long as one of the
    /// fields that were there then is there now.
    pub fn advice(&self, observation: &Observation) -> Option<Vec<Hint>> {
        let here = identities(observation);
        let page = self
            .0
            .iter()
            .rev()
            .find(|page| here.iter().any(|(identity, _)| page.fields.contains(identity)))?;
        let hint = |(identity, field): &(String, u32)| {
            let (advice, before_rules) = page.advice.get(identity)?;
            Some(Hint { field: *field, advice: advice.clone(), before_rules: *before_rules })
        };
        Some(here.iter().filter_map(hint).collect())
    }

    /// Whether it was said of a field that this entry answers it.
    pub fn says(&self, fingerprint: &str, key: &str) -> bool {
        let is_it = |(identity, (advice, _)): (&String, &(Advice, bool))| {
            let print = identity.rsplit_once(" #").map(|(print, _)| print);
            let is_key = matches!(advice, Advice::Key(said) if said.as_str() == key);
            is_key && print == Some(fingerprint)
        };
        self.0.iter().any(|page| page.advice.iter().any(is_it))
    }

    /// Keeps what was said of a page.
    pub fn remember(&mut self, observation: &Observation, hints: &[Hint]) {
        let here = identities(observation);
        let advice = here.iter().filter_map(|(identity, field)| {
            let hint = hints.iter().find(|hint| hint.field == *field)?;
            Some((identity.clone(), (hint.advice.clone(), hint.before_rules)))
        });
        let page = PageAdvice {
            advice: advice.collect(),
            fields: here.iter().map(|(identity, _)| identity.clone()).collect(),
        };
        self.0.push_back(page);
        if self.0.len() > PAGES {
            self.0.pop_front();
        }
    }
}

/// What each field that can be seen is known again by: its fingerprint, or what it is made of, and which
/// of those that are alike it is.
fn identities(observation: &Observation) -> Vec<(String, u32)> {
    let mut times: HashMap<String, u32> = HashMap::new();
    let seen = observation.fields.iter().filter(|field| field.visible != Some(false));
    seen.map(|field| {
        let print = field.fingerprint.clone().unwrap_or_else(|| made_of(field));
        let nth = times.entry(print.clone()).or_default();
        *nth += 1;
        (format!("{print} #{nth}"), field.index)
    })
    .collect()
}

fn made_of(field: &Field) -> String {
    let Field { tag, kind, id, name, label, .. } = field;
    [tag, kind, id, name, label].map(String::as_str).join("\u{1f}")
}
