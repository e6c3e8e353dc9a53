//! What the configuration says of models: who is asked, in which order, for how long, and what a request
//! may choose for itself.

use std::{collections::BTreeMap, fmt, time::Duration};

use shared_types::Private;

use super::providers::{Endpoint, FAR, NEAR};
use crate::user::User;

/// Everyone, and any model.
const ANY: &str = "*";
/// In which order rules and model are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// No model is asked.
    RulesOnly,
    /// A model sees what the rules leave open.
    Auto,
    /// A model sees everything, the rules answer what it does not.
    LlmFirst,
}

impl Mode {
    /// The mode of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "llm-first" => Some(Self::LlmFirst),
            "rules-only" => Some(Self::RulesOnly),
            _ => None,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RulesOnly => "rules-only",
            Self::Auto => "auto",
            Self::LlmFirst => "llm-first",
        })
    }
}

/// Which addresses a request may name for its own provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserBaseUrls {
    /// Only those that are configured here, and the providers' own.
    None,
    /// Any that resolves to public addresses only, over TLS.
    Public,
    /// Any at all, private networks included.
    Any,
}

impl UserBaseUrls {
    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "public" => Some(Self::Public),
            "any" => Some(Self::Any),
            _ => None,
        }
    }
}

/// What a call costs, in US dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Price {
    /// Of what is said to the model.
    pub input: f64,
    /// Of what it answers.
    pub output: f64,
    /// Of what it had cached; as `input` unless set.
    pub cached: f64,
}

/// A configured provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    /// Its name in the configuration.
    pub name: String,
    /// How it is asked.
    pub endpoint: Endpoint,
    /// Time for one call.
    pub timeout: Duration,
    /// Calls at once.
    pub max_concurrent: usize,
    /// Tokens of an answer at most.
    pub max_output: u32,
    /// What a call costs, if that is known.
    pub price: Option<Price>,
    /// Whether it is asked only if it is there: a local Ollama that nobody configured.
    pub probe: bool,
}

/// `[llm]`, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct LlmConfig {
    /// In which order rules and model are asked, unless a request says otherwise.
    pub mode: Mode,
    /// Who is asked, in the order of failover.
    pub order: Vec<Provider>,
    /// Configured, but not in the order: asked when a request names them.
    pub others: Vec<Provider>,
    /// Time for all models together in one step of a form, where the settings say it.
    pub step: Option<Duration>,
    /// Whether a request may bring a key of its own.
    pub user_keys: bool,
    /// Which addresses a request may name.
    pub user_base_urls: UserBaseUrls,
    /// Models that a user may choose on the server's key, by the user's name; `*` is everyone else, and
    /// any model.
    pub user_models: BTreeMap<String, Vec<String>>,
    /// The proxy for calls by https, if there is one. It may hold a password.
    pub proxy: Option<Private>,
    /// Whether texts may be drafted at all, for persons who want that.
    pub drafts: bool,
}

/// Time beyond the longest call, for all models together.
const BEYOND: Duration = Duration::from_secs(3);

impl LlmConfig {
    /// No model at all.
    pub fn none() -> Self {
        Self {
            mode: Mode::RulesOnly,
            order: Vec::new(),
            others: Vec::new(),
            step: None,
            user_keys: false,
            user_base_urls: UserBaseUrls::None,
            user_models: BTreeMap::new(),
            proxy: None,
            drafts: false,
        }
    }

    /// Whether a user may choose this model where the server pays, though another one is configured. The
    /// host may, and so may the first user unless a list says otherwise.
    pub fn may_choose(&self, user: &User, model: &str) -> bool {
        if user.is_host() {
            return true;
        }
        match self.user_models.get(user.name()).or_else(|| self.user_models.get(ANY)) {
            Some(models) => models.iter().any(|listed| listed == ANY || listed == model),
            None => user.name() == User::FIRST,
        }
    }

    /// Time for all of these together in one step of a form: whoever is asked has the time that they may take, and their
    /// failure some to be noticed in.
    pub fn time_for<'a>(&self, asked: impl IntoIterator<Item = &'a Provider>) -> Duration {
        let longest = asked.into_iter().map(|provider| provider.timeout).max();
        self.step.unwrap_or_else(|| longest.unwrap_or(FAR) + BEYOND)
    }

    /// The most that a step may take, whoever is asked.
    pub fn most_time(&self) -> Duration {
        self.time_for(self.all()).max(self.step.unwrap_or(NEAR + BEYOND))
    }

    /// All configured providers, those of the order first.
    pub fn all(&self) -> impl Iterator<Item = &Provider> {
        self.order.iter().chain(&self.others)
    }

    /// What holds, for `check-config`. No key of a provider is shown.
    pub fn describe(&self) -> Vec<String> {
        let order: Vec<&str> = self.order.iter().map(|p| p.name.as_str()).collect();
        let mut lines = vec![
            format!("llm.mode = {}", self.mode),
            format!("llm.order = [{}]", order.join(", ")),
            format!("llm.step_seconds = {}", self.time_for(&self.order).as_secs()),
            format!("llm.user_keys = {}", self.user_keys),
            format!("llm.drafts = {}", self.drafts),
        ];
        if self.proxy.is_some() {
            lines.push(
                "llm.proxy = set: it learns which providers are called, and decides itself which \
                 machine a name means"
                    .to_owned(),
            );
        }
        lines.extend(
            self.user_models
                .iter()
                .map(|(user, models)| format!("llm.user_models.{user} = [{}]", models.join(", "))),
        );
        lines.extend(self.all().map(|provider| {
            let Provider { name, endpoint, probe, .. } = provider;
            let key = if endpoint.key.is_empty() && endpoint.aws.is_none() {
                "no key"
            } else {
                "key set"
            };
            let model = if endpoint.model.is_empty() { "its first model" } else { &endpoint.model };
            let probe = if *probe { ", if it answers" } else { "" };
            format!(
                "llm.providers.{name} = {}, {model}, {} ({key}{probe})",
                endpoint.kind.name(),
                endpoint.base_url
            )
        }));
        lines
    }
}
