//! `[llm]` of the configuration: who is asked, in which order, for how long, and what a request may
//! choose for itself. Judged at start like everything else.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde_json::{Map, Value as Json};
use shared_types::Private;
use toml::{Table, Value};

use super::{
    ConfigError, Origin,
    raw::{Environment, Raw},
};
use crate::{
    llm::providers::{AwsKeys, Endpoint, KINDS, Kind},
    security::User,
};

/// Name of the table in the file.
pub const TABLE: &str = "llm";

/// A variable of the environment that sets something of `[llm]`.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it sets.
    pub doc: &'static str,
}

const PROVIDER: &str = "LLM_PROVIDER";
const MODEL: &str = "LLM_MODEL";
const BASE_URL: &str = "LLM_BASE_URL";
const MODE: &str = "VAULTY_LLM_MODE";
const STEP_SECONDS: &str = "VAULTY_LLM_STEP_SECONDS";
const USER_BASE_URLS: &str = "VAULTY_LLM_USER_BASE_URLS";
const PROXY: &str = "VAULTY_LLM_PROXY";
const OLLAMA_HOST: &str = "OLLAMA_HOST";

/// All variables but the providers' keys.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: MODE,
        doc: "`auto`: a model sees what the rules leave open. `llm-first`: it sees everything. `rules-only`: none is asked.",
    },
    Variable {
        name: PROVIDER,
        doc: "Which provider is asked: a kind, or a name of the file's `[llm.providers]`.",
    },
    Variable { name: MODEL, doc: "Which model of it." },
    Variable { name: BASE_URL, doc: "Where it is, for kinds that have no fixed address." },
    Variable {
        name: STEP_SECONDS,
        doc: "Time for all models together in one step of a form, 1 to 120 seconds (18).",
    },
    Variable {
        name: USER_BASE_URLS,
        doc: "Which addresses a request may name: `none`, `public`, or `any`.",
    },
    Variable {
        name: PROXY,
        doc: "A proxy for calls to providers by https, as `http://HOST:PORT`: it learns which providers are called, and decides itself which machine a name means. No other proxy of the environment is used.",
    },
    Variable { name: OLLAMA_HOST, doc: "Where Ollama is, as Ollama itself reads it." },
];

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
    /// Time for all models together in one step of a form.
    pub step: Duration,
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

/// Keys of `[llm]`.
const KEYS: &[&str] = &[
    "mode",
    "order",
    "step_seconds",
    "user_keys",
    "user_base_urls",
    "user_models",
    "drafts",
    "proxy",
    "providers",
];
/// Everyone, and any model.
const ANY: &str = "*";
/// Keys of `[llm.providers.NAME]`.
const PROVIDER_KEYS: &[&str] = &[
    "kind",
    "model",
    "base_url",
    "api_key",
    "api_key_env",
    "api_version",
    "region",
    "timeout_seconds",
    "max_concurrent",
    "max_output_tokens",
    "price",
    "extra",
];

impl LlmConfig {
    /// Judges what was set.
    ///
    /// # Errors
    /// Every key that is wrong.
    pub fn load(raw: &Raw, environment: Environment<'_>) -> Result<Self, Vec<ConfigError>> {
        let mut reader = Reader { environment, errors: Vec::new() };
        let empty = Table::new();
        let table = raw.llm().unwrap_or(&empty);
        let config = reader.llm(table);
        if reader.errors.is_empty() { Ok(config) } else { Err(reader.errors) }
    }

    /// No model at all.
    pub fn none() -> Self {
        Self {
            mode: Mode::RulesOnly,
            order: Vec::new(),
            others: Vec::new(),
            step: Duration::from_secs(18),
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
            format!("llm.step_seconds = {}", self.step.as_secs()),
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

struct Reader<'a> {
    environment: Environment<'a>,
    errors: Vec<ConfigError>,
}

impl Reader<'_> {
    fn refuse(&mut self, key: &str, reason: impl Into<String>) {
        let key = format!("{TABLE}.{key}");
        self.errors.push(ConfigError { key, origin: Origin::File, reason: reason.into() });
    }

    fn refuse_variable(&mut self, name: &'static str, reason: impl Into<String>) {
        self.errors.push(ConfigError {
            key: TABLE.to_owned(),
            origin: Origin::Environment(name),
            reason: reason.into(),
        });
    }

    /// A variable that is set to something.
    fn set(&self, name: &str) -> Option<String> {
        (self.environment)(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    fn llm(&mut self, table: &Table) -> LlmConfig {
        self.refuse_unknown(table, KEYS, "");
        let providers = self.providers(table);
        let mode = self.mode(table);
        let (order, others) = self.order(table, providers);
        LlmConfig {
            mode,
            order,
            others,
            step: Duration::from_secs(self.step_seconds(table)),
            user_keys: self.switch(table, "user_keys", true),
            user_base_urls: self.user_base_urls(table),
            user_models: self.user_models(table),
            proxy: self.proxy(table),
            drafts: self.switch(table, "drafts", true),
        }
    }

    fn refuse_unknown(&mut self, table: &Table, known: &[&str], prefix: &str) {
        for name in table.keys().filter(|name| !known.contains(&name.as_str())) {
            self.refuse(&format!("{prefix}{name}"), "there is no such key");
        }
    }

    fn mode(&mut self, table: &Table) -> Mode {
        const WRONG: &str = "must be `auto`, `llm-first` or `rules-only`";
        if let Some(name) = self.set(MODE) {
            return Mode::named(&name).unwrap_or_else(|| {
                self.refuse_variable(MODE, WRONG);
                Mode::Auto
            });
        }
        match table.get("mode") {
            None => Mode::Auto,
            Some(value) => value.as_str().and_then(Mode::named).unwrap_or_else(|| {
                self.refuse("mode", WRONG);
                Mode::Auto
            }),
        }
    }

    fn step_seconds(&mut self, table: &Table) -> u64 {
        if let Some(text) = self.set(STEP_SECONDS) {
            return text.parse().ok().filter(|n| (1..=120).contains(n)).unwrap_or_else(|| {
                self.refuse_variable(STEP_SECONDS, "must be a whole number from 1 to 120");
                18
            });
        }
        self.number(table, "", "step_seconds", 1..=120, 18)
    }

    fn user_base_urls(&mut self, table: &Table) -> UserBaseUrls {
        let named = |name: &str| match name {
            "none" => Some(UserBaseUrls::None),
            "public" => Some(UserBaseUrls::Public),
            "any" => Some(UserBaseUrls::Any),
            _ => None,
        };
        const WRONG: &str = "must be `none`, `public` or `any`";
        if let Some(text) = self.set(USER_BASE_URLS) {
            return named(&text).unwrap_or_else(|| {
                self.refuse_variable(USER_BASE_URLS, WRONG);
                UserBaseUrls::None
            });
        }
        let Some(value) = table.get("user_base_urls") else { return UserBaseUrls::None };
        value.as_str().and_then(named).unwrap_or_else(|| {
            self.refuse("user_base_urls", WRONG);
            UserBaseUrls::None
        })
    }

    fn user_models(&mut self, table: &Table) -> BTreeMap<String, Vec<String>> {
        const WRONG: &str = "must be lists of models by users: ada = [\"MODEL\"]";
        let Some(value) = table.get("user_models") else { return BTreeMap::new() };
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|model| model.as_str().map(str::to_owned)).collect()
        };
        let lists = value.as_table().and_then(|users| {
            users.iter().map(|(user, list)| Some((user.clone(), texts(list)?))).collect()
        });
        lists.unwrap_or_else(|| {
            self.refuse("user_models", WRONG);
            BTreeMap::new()
        })
    }

    /// The proxy. Its address is not repeated in an error: it may hold a password.
    fn proxy(&mut self, table: &Table) -> Option<Private> {
        const WRONG: &str = "must be the address of a proxy, such as http://proxy.example:3128";
        let set = self.set(PROXY);
        let of_environment = set.is_some();
        let address = set.or_else(|| self.text(table, "", "proxy"))?;
        let good = reqwest::Url::parse(&address)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some());
        if !good && of_environment {
            self.refuse_variable(PROXY, WRONG);
        } else if !good {
            self.refuse("proxy", WRONG);
        }
        good.then(|| address.into())
    }

    fn switch(&mut self, table: &Table, name: &str, default: bool) -> bool {
        match table.get(name) {
            None => default,
            Some(Value::Boolean(set)) => *set,
            Some(_) => {
                self.refuse(name, "must be true or false");
                default
            }
        }
    }

    fn number(
        &mut self,
        table: &Table,
        prefix: &str,
        name: &str,
        range: std::ops::RangeInclusive<i64>,
        default: u64,
    ) -> u64 {
        let Some(value) = table.get(name) else { return default };
        let number = value.as_integer().filter(|number| range.contains(number));
        number.and_then(|number| u64::try_from(number).ok()).unwrap_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let reason = format!("must be a whole number from {least} to {most}");
            self.refuse(&format!("{prefix}{name}"), reason);
            default
        })
    }

    /// The order of failover (`order`, else `LLM_PROVIDER`, else keys in the environment, else all that
    /// the file configures, else a local Ollama), and the rest.
    fn order(
        &mut self,
        table: &Table,
        mut providers: BTreeMap<String, Provider>,
    ) -> (Vec<Provider>, Vec<Provider>) {
        let mut names: Vec<String> = Vec::new();
        if let Some(name) = self.set(PROVIDER) {
            if !providers.contains_key(&name) {
                match Kind::named(&name) {
                    Some(kind) => {
                        let made = self.by_environment(kind);
                        providers.insert(name.clone(), made);
                    }
                    None => {
                        let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
                        let known = kinds.join(", ");
                        self.refuse_variable(PROVIDER, format!("`{name}` is none of {known}"));
                    }
                }
            }
            names.push(name);
        } else if let Some(order) = table.get("order") {
            match order.as_array().map(|list| list.iter().map(Value::as_str).collect()) {
                Some(Some::<Vec<&str>>(list)) => names.extend(list.iter().map(ToString::to_string)),
                _ => self.refuse("order", "must be a list of names of [llm.providers]"),
            }
            for name in &names {
                if !providers.contains_key(name) {
                    self.refuse("order", format!("there is no [llm.providers.{name}]"));
                }
            }
        } else {
            names.extend(providers.keys().cloned());
            for kind in [Kind::OpenAi, Kind::Anthropic, Kind::OpenRouter] {
                let name = kind.name().to_owned();
                if self.set(kind.facts().key_variable).is_some() && !providers.contains_key(&name) {
                    let made = self.by_environment(kind);
                    providers.insert(name.clone(), made);
                    names.push(name);
                }
            }
        }
        if names.is_empty() {
            let mut local = self.by_environment(Kind::Ollama);
            local.probe = true;
            return (vec![local], providers.into_values().collect());
        }
        let order = names.iter().filter_map(|name| providers.remove(name)).collect();
        (order, providers.into_values().collect())
    }

    /// A provider that only the environment describes.
    fn by_environment(&mut self, kind: Kind) -> Provider {
        let mut table = Table::new();
        table.insert("kind".to_owned(), kind.name().into());
        let named = self.set(PROVIDER).as_deref() == Some(kind.name());
        for (key, variable) in [("model", MODEL), ("base_url", BASE_URL)] {
            if let Some(text) = self.set(variable).filter(|_| named) {
                table.insert(key.to_owned(), text.into());
            }
        }
        self.provider(kind.name(), &table)
    }

    fn providers(&mut self, table: &Table) -> BTreeMap<String, Provider> {
        let Some(value) = table.get("providers") else { return BTreeMap::new() };
        let Some(providers) = value.as_table() else {
            self.refuse("providers", "must be tables: [llm.providers.NAME]");
            return BTreeMap::new();
        };
        let mut read = BTreeMap::new();
        for (name, value) in providers {
            match value.as_table() {
                Some(table) => {
                    read.insert(name.clone(), self.provider(name, table));
                }
                None => self.refuse(&format!("providers.{name}"), "must be a table"),
            }
        }
        read
    }

    fn provider(&mut self, name: &str, table: &Table) -> Provider {
        let prefix = format!("providers.{name}.");
        self.refuse_unknown(table, PROVIDER_KEYS, &prefix);
        let kind_name = self.text(table, &prefix, "kind").unwrap_or_else(|| name.to_owned());
        let kind = Kind::named(&kind_name).unwrap_or_else(|| {
            let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
            self.refuse(&format!("{prefix}kind"), format!("must be one of {}", kinds.join(", ")));
            Kind::Compatible
        });
        let endpoint = self.endpoint(kind, table, &prefix);
        let timeout = self.number(table, &prefix, "timeout_seconds", 1..=120, 15);
        let places = self.number(table, &prefix, "max_concurrent", 1..=1000, 4);
        let tokens = self.number(table, &prefix, "max_output_tokens", 64..=32_000, 1000);
        Provider {
            name: name.to_owned(),
            endpoint,
            timeout: Duration::from_secs(timeout),
            max_concurrent: usize::try_from(places).unwrap_or(4),
            max_output: u32::try_from(tokens).unwrap_or(1000),
            price: self.price(table, &prefix),
            probe: false,
        }
    }

    fn endpoint(&mut self, kind: Kind, table: &Table, prefix: &str) -> Endpoint {
        let facts = kind.facts();
        let model = self.text(table, prefix, "model").unwrap_or_else(|| facts.model.to_owned());
        let aws = if kind == Kind::Bedrock { self.aws(table, prefix) } else { None };
        let base_url = self.base_url(kind, table, prefix, aws.as_ref());
        let key = self.key(kind, table, prefix);
        if model.is_empty() && kind != Kind::Ollama {
            self.refuse(&format!("{prefix}model"), "must be set: which model is asked");
        }
        if key.is_empty() && !facts.keyless {
            let reason =
                format!("is missing: set it here, or {} in the environment", facts.key_variable);
            self.refuse(&format!("{prefix}api_key"), reason);
        }
        if kind == Kind::Bedrock
            && key.is_empty()
            && aws.as_ref().is_none_or(|aws| aws.id.is_empty())
        {
            self.refuse(
                &format!("{prefix}api_key"),
                "is missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK",
            );
        }
        let aws = aws.filter(|aws| !aws.id.is_empty());
        let api_version = self.text(table, prefix, "api_version");
        let extra = self.extra(table, prefix);
        Endpoint { kind, base_url, model, key, aws, api_version, extra }
    }

    fn base_url(
        &mut self,
        kind: Kind,
        table: &Table,
        prefix: &str,
        aws: Option<&AwsKeys>,
    ) -> String {
        let set = self.text(table, prefix, "base_url").or_else(|| match kind {
            Kind::Ollama => self.set(OLLAMA_HOST).map(|host| ollama_address(&host)),
            Kind::Azure => self.set("AZURE_OPENAI_ENDPOINT"),
            Kind::Bedrock => aws
                .filter(|aws| !aws.region.is_empty())
                .map(|aws| format!("https://bedrock-runtime.{}.amazonaws.com", aws.region)),
            _ => None,
        });
        let url = set.unwrap_or_else(|| kind.facts().base_url.to_owned());
        match base_url(kind, &url) {
            Ok(url) => url,
            Err(reason) => {
                self.refuse(&format!("{prefix}base_url"), reason);
                url
            }
        }
    }

    fn key(&mut self, kind: Kind, table: &Table, prefix: &str) -> Private {
        if let Some(key) = self.text(table, prefix, "api_key") {
            return key.into();
        }
        if let Some(variable) = self.text(table, prefix, "api_key_env") {
            return self.set(&variable).map(Private::from).unwrap_or_else(|| {
                let reason = format!("names {variable}, which is not set in the environment");
                self.refuse(&format!("{prefix}api_key_env"), reason);
                Private::default()
            });
        }
        self.set(kind.facts().key_variable).map(Private::from).unwrap_or_default()
    }

    fn aws(&mut self, table: &Table, prefix: &str) -> Option<AwsKeys> {
        let region = self
            .text(table, prefix, "region")
            .or_else(|| self.set("AWS_REGION"))
            .or_else(|| self.set("AWS_DEFAULT_REGION"))
            .unwrap_or_default();
        let usable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if region.is_empty() || !region.chars().all(usable) {
            self.refuse(&format!("{prefix}region"), "must be set, such as eu-central-1");
        }
        let secret = |name: &str| self.set(name).map(Private::from).unwrap_or_default();
        Some(AwsKeys {
            id: self.set("AWS_ACCESS_KEY_ID").unwrap_or_default(),
            secret: secret("AWS_SECRET_ACCESS_KEY"),
            session: secret("AWS_SESSION_TOKEN"),
            region,
        })
    }

    fn text(&mut self, table: &Table, prefix: &str, name: &str) -> Option<String> {
        match table.get(name)? {
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            _ => {
                self.refuse(&format!("{prefix}{name}"), "must be a text");
                None
            }
        }
    }

    fn price(&mut self, table: &Table, prefix: &str) -> Option<Price> {
        let value = table.get("price")?;
        let wrong = "must be {input = …, output = …, cached = …}, dollars for a million tokens";
        let number = |name: &str| {
            let value = value.as_table()?.get(name)?;
            let number = value.as_float().or_else(|| value.as_integer().map(|n| n as f64))?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let (Some(input), Some(output)) = (number("input"), number("output")) else {
            self.refuse(&format!("{prefix}price"), wrong);
            return None;
        };
        Some(Price { input, output, cached: number("cached").unwrap_or(input) })
    }

    fn extra(&mut self, table: &Table, prefix: &str) -> Map<String, Json> {
        let Some(value) = table.get("extra") else { return Map::new() };
        match serde_json::to_value(value) {
            Ok(Json::Object(extra)) => extra,
            _ => {
                self.refuse(&format!("{prefix}extra"), "must be a table");
                Map::new()
            }
        }
    }
}

/// `OLLAMA_HOST` as Ollama reads it: host, port or address, any of them alone.
fn ollama_address(host: &str) -> String {
    let (scheme, rest) = host.split_once("://").unwrap_or(("http", host));
    let rest = rest.trim_end_matches('/');
    // The address that a server listens on everywhere is no address to call.
    let rest = rest.replace("0.0.0.0", "127.0.0.1");
    match rest.rsplit_once(':') {
        Some(("", port)) => format!("{scheme}://127.0.0.1:{port}"),
        Some(_) => format!("{scheme}://{rest}"),
        None => format!("{scheme}://{rest}:11434"),
    }
}

/// An address of a provider: `http` or `https`, no user, no query, no slash at the end. The protocol's
/// version is added where OpenAI's shape is spoken and the address has no path.
///
/// # Errors
/// What is wrong with it.
pub fn base_url(kind: Kind, url: &str) -> Result<String, String> {
    let url = url.trim().trim_end_matches('/');
    if url.is_empty() {
        return Err("must be set: where the provider is".to_owned());
    }
    let parsed = reqwest::Url::parse(url).map_err(|_| format!("`{url}` is not an address"))?;
    let plain = parsed.username().is_empty()
        && parsed.password().is_none()
        && parsed.query().is_none()
        && parsed.fragment().is_none()
        && parsed.host_str().is_some();
    if !matches!(parsed.scheme(), "http" | "https") || !plain {
        return Err(
            "must be http:// or https:// with a host, without user, query and fragment".to_owned()
        );
    }
    let bare = matches!(parsed.path(), "" | "/");
    Ok(if kind == Kind::Compatible && bare { format!("{url}/v1") } else { url.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loads a file's text under an environment: what holds, or the errors.
    fn check(file: &str, set: &[(&str, &str)], expected: &[&str]) {
        let environment = |name: &str| {
            set.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned())
        };
        let raw = Raw::of_llm(file.parse().unwrap());
        let lines = match LlmConfig::load(&raw, &environment) {
            Ok(config) => {
                let printed = format!("{config:?} {}", config.describe().join("\n"));
                assert!(!printed.contains("s3cr3t"), "{printed}");
                let providers = config.describe();
                providers
                    .into_iter()
                    .filter(|line| line.contains("order") || line.contains("providers."))
                    .collect()
            }
            Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        };
        assert_eq!(lines, expected, "{file} {set:?}");
    }

    #[test]
    fn who_is_asked_follows_the_contract() {
        check(
            "",
            &[],
            &[
                "llm.order = [ollama]",
                "llm.providers.ollama = ollama, its first model, http://127.0.0.1:11434 (no key, if it answers)",
            ],
        );
        check(
            "",
            &[("OLLAMA_HOST", "0.0.0.0:99")],
            &[
                "llm.order = [ollama]",
                "llm.providers.ollama = ollama, its first model, http://127.0.0.1:99 (no key, if it answers)",
            ],
        );
        check(
            "",
            &[
                ("ANTHROPIC_API_KEY", "s3cr3t"),
                ("OPENAI_API_KEY", "s3cr3t"),
                ("GEMINI_API_KEY", "s3cr3t"),
            ],
            &[
                "llm.order = [openai, anthropic]",
                "llm.providers.openai = openai, gpt-4.1-mini, https://api.openai.com/v1 (key set)",
                "llm.providers.anthropic = anthropic, claude-haiku-4-5, https://api.anthropic.com (key set)",
            ],
        );
        check(
            "",
            &[
                ("LLM_PROVIDER", "gemini"),
                ("LLM_MODEL", "m"),
                ("OPENAI_API_KEY", "s3cr3t"),
                ("GEMINI_API_KEY", "s3cr3t"),
            ],
            &[
                "llm.order = [gemini]",
                "llm.providers.gemini = gemini, m, https://generativelanguage.googleapis.com (key set)",
            ],
        );
        check(
            "",
            &[
                ("LLM_PROVIDER", "openai-compatible"),
                ("LLM_MODEL", "m"),
                ("LLM_BASE_URL", "http://127.0.0.1:8080/"),
            ],
            &[
                "llm.order = [openai-compatible]",
                "llm.providers.openai-compatible = openai-compatible, m, http://127.0.0.1:8080/v1 (no key)",
            ],
        );
        check(
            "order = [\"b\", \"a\"]\n[providers.a]\nkind = \"ollama\"\n[providers.b]\nkind = \"openai\"\napi_key_env = \"MINE\"\n[providers.c]\nkind = \"ollama\"",
            &[("MINE", "s3cr3t"), ("OPENAI_API_KEY", "s3cr3t")],
            &[
                "llm.order = [b, a]",
                "llm.providers.b = openai, gpt-4.1-mini, https://api.openai.com/v1 (key set)",
                "llm.providers.a = ollama, its first model, http://127.0.0.1:11434 (no key)",
                "llm.providers.c = ollama, its first model, http://127.0.0.1:11434 (no key)",
            ],
        );
        check(
            "[providers.aws]\nkind = \"bedrock\"\nmodel = \"m\"\nregion = \"eu-central-1\"",
            &[("AWS_ACCESS_KEY_ID", "id"), ("AWS_SECRET_ACCESS_KEY", "s3cr3t")],
            &[
                "llm.order = [aws]",
                "llm.providers.aws = bedrock, m, https://bedrock-runtime.eu-central-1.amazonaws.com (key set)",
            ],
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        check(
            "",
            &[("LLM_PROVIDER", "gpt")],
            &[
                "llm: `gpt` is none of openai, anthropic, openrouter, ollama, openai-compatible, azure, gemini, bedrock (set by: LLM_PROVIDER)",
            ],
        );
        check(
            "",
            &[("LLM_PROVIDER", "openai")],
            &[
                "llm.providers.openai.api_key: is missing: set it here, or OPENAI_API_KEY in the environment (set by: file)",
            ],
        );
        check(
            "",
            &[("VAULTY_LLM_MODE", "on"), ("VAULTY_LLM_STEP_SECONDS", "0")],
            &[
                "llm: must be `auto`, `llm-first` or `rules-only` (set by: VAULTY_LLM_MODE)",
                "llm: must be a whole number from 1 to 120 (set by: VAULTY_LLM_STEP_SECONDS)",
            ],
        );
        check(
            "colour = 1\nmode = \"x\"\nuser_keys = 1\nstep_seconds = 500\norder = [\"z\"]",
            &[],
            &[
                "llm.colour: there is no such key (set by: file)",
                "llm.mode: must be `auto`, `llm-first` or `rules-only` (set by: file)",
                "llm.order: there is no [llm.providers.z] (set by: file)",
                "llm.step_seconds: must be a whole number from 1 to 120 (set by: file)",
                "llm.user_keys: must be true or false (set by: file)",
            ],
        );
        check(
            "[providers.x]\nkind = \"openai-compatible\"\nmodels = 1\ntimeout_seconds = 0\nprice = 3",
            &[],
            &[
                "llm.providers.x.models: there is no such key (set by: file)",
                "llm.providers.x.base_url: must be set: where the provider is (set by: file)",
                "llm.providers.x.model: must be set: which model is asked (set by: file)",
                "llm.providers.x.timeout_seconds: must be a whole number from 1 to 120 (set by: file)",
                "llm.providers.x.price: must be {input = …, output = …, cached = …}, dollars for a million tokens (set by: file)",
            ],
        );
        check(
            "[providers.x]\nkind = \"ollama\"\nbase_url = \"https://u:s3cr3t@h/?q\"",
            &[],
            &[
                "llm.providers.x.base_url: must be http:// or https:// with a host, without user, query and fragment (set by: file)",
            ],
        );
        check(
            "[providers.x]\nkind = \"ollama\"\napi_key_env = \"NOT_SET\"",
            &[],
            &[
                "llm.providers.x.api_key_env: names NOT_SET, which is not set in the environment (set by: file)",
            ],
        );
    }

    #[test]
    fn addresses_of_ollama() {
        for (host, expected) in [
            ("127.0.0.1", "http://127.0.0.1:11434"),
            (":99", "http://127.0.0.1:99"),
            ("box:99", "http://box:99"),
            ("https://box.example:443/", "https://box.example:443"),
        ] {
            assert_eq!(ollama_address(host), expected);
        }
    }
}
