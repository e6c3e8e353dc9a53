//! `[llm]` of the configuration: who is asked, in which order, for how long, and what a request may
//! choose for itself. Judged at start like everything else.

mod judge;
mod keys;
mod section;
mod variables;

use std::time::Duration;

use toml::{Table, Value};

use super::{
    error::{ConfigError, Origin},
    raw::{Environment, Raw},
    section::{TableKey, Wrong, from_table},
};
use crate::llm::{
    providers::KINDS,
    settings::{LlmConfig, Mode, UserBaseUrls},
};
use judge::Judge;
pub(super) use keys::{KEYS, PROVIDER_KEYS};
use section::Section;
use variables::{MODE, PROVIDER, PROXY, STEP_SECONDS, USER_BASE_URLS, VARIABLES};

/// Name of the table in the file.
const TABLE: &str = "llm";

/// Variables that stand for a key of the table.
const OVERLAID: &[(&str, &str)] = &[
    ("mode", MODE),
    ("step_seconds", STEP_SECONDS),
    ("user_base_urls", USER_BASE_URLS),
    ("proxy", PROXY),
    ("order", PROVIDER),
];
/// What is configured of models.
///
/// # Errors
/// Every key that is wrong.
pub fn load(raw: &Raw, environment: Environment<'_>) -> Result<LlmConfig, Vec<ConfigError>> {
    let set = |name: &str| {
        environment(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let mut table = raw.llm().cloned().unwrap_or_default();
    lay_over(&mut table, &set);
    let mut wrong = Vec::new();
    let section: Section = from_table(table, &mut wrong);
    for Wrong { reason, .. } in wrong.iter_mut().filter(|wrong| wrong.path == ["providers"]) {
        *reason = "must be tables: [llm.providers.NAME]".to_owned();
    }
    let mut judge = Judge { set: &set, wrong };
    let providers = judge.providers(&section);
    let (order, others) = judge.order(section.order, providers);
    let config = LlmConfig {
        mode: section.mode.unwrap_or(Mode::Auto),
        order,
        others,
        step: section.step_seconds.map(Duration::from_secs),
        user_keys: section.user_keys,
        user_base_urls: section.user_base_urls.unwrap_or(UserBaseUrls::None),
        user_models: section.user_models,
        proxy: section.proxy,
        drafts: section.drafts,
    };
    let mut wrong = judge.wrong;
    if wrong.is_empty() {
        return Ok(config);
    }
    wrong.sort_by_key(|wrong| place(&wrong.path));
    Err(wrong.into_iter().map(|wrong| told(wrong, &set)).collect())
}

/// The variable that stands for a key of the table.
pub(super) fn variable_of(key: &str) -> Option<&'static str> {
    OVERLAID.iter().find(|(name, _)| *name == key).map(|(_, variable)| *variable)
}

/// Puts what the environment sets in the place of what the file does.
fn lay_over(table: &mut Table, set: &dyn Fn(&str) -> Option<String>) {
    for (key, variable) in OVERLAID {
        let Some(text) = set(variable) else { continue };
        let value = match *key {
            "step_seconds" => text.parse().map_or(Value::String(text), Value::Integer),
            "order" => Value::Array(vec![text.into()]),
            _ => Value::String(text),
        };
        table.insert((*key).to_owned(), value);
    }
}

/// Where an error stands among others: unknown keys first.
fn place(path: &[String]) -> (usize, String, usize) {
    let at = |level: usize, known: &[TableKey]| {
        let name = path.get(level);
        name.and_then(|name| known.iter().position(|key| key.name == name)).map_or(0, |at| at + 1)
    };
    (at(0, KEYS), path.get(1).cloned().unwrap_or_default(), at(2, PROVIDER_KEYS))
}

/// An error with the place where the key was set.
fn told(wrong: Wrong, set: &dyn Fn(&str) -> Option<String>) -> ConfigError {
    let Wrong { path, reason } = wrong;
    let overlaid = OVERLAID.iter().find(|(key, variable)| {
        path.first().is_some_and(|name| name == key) && set(variable).is_some()
    });
    match overlaid {
        Some((_, variable)) => {
            ConfigError { key: TABLE.to_owned(), origin: Origin::Environment(variable), reason }
        }
        None => {
            let key = format!("{TABLE}.{}", path.join("."));
            ConfigError { key, origin: Origin::File, reason }
        }
    }
}

/// Text for `--help` and the documentation.
pub fn help() -> String {
    let mut text =
        String::from("\nModels: a table [llm] in the file (docs/LLM.md), or the environment:\n");
    for variable in VARIABLES {
        text.push_str(&format!("\n  {}\n      {}\n", variable.name, variable.doc));
    }
    let keys: Vec<&str> = KINDS
        .iter()
        .map(|kind| kind.facts().key_variable)
        .filter(|name| !name.is_empty())
        .collect();
    text.push_str(&format!("\n  {}\n      The providers' keys.\n", keys.join(", ")));
    text
}

#[cfg(test)]
mod tests;
