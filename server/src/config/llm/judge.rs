//! From what the file says of providers, and what the environment adds, to who is asked in which order.

use std::{collections::BTreeMap, time::Duration};

use shared_types::Private;

use super::{
    section::{Provider as ProviderSection, Section},
    variables::{BASE_URL, MODEL, OLLAMA_HOST, PROVIDER},
};
use crate::{
    config::section::Wrong,
    llm::{
        providers::{AwsKeys, Endpoint, KINDS, Kind, base_url, ollama_address, usual_time},
        settings::Provider,
    },
};

/// Judges providers and remembers what was wrong.
pub(super) struct Judge<'a> {
    /// A variable of the environment that is set to something.
    pub(super) set: &'a dyn Fn(&str) -> Option<String>,
    pub(super) wrong: Vec<Wrong>,
}

impl Judge<'_> {
    fn refuse(&mut self, path: &[&str], reason: impl Into<String>) {
        self.wrong.push(Wrong::new(path, reason));
    }

    fn set(&self, variable: &str) -> Option<String> {
        (self.set)(variable)
    }

    /// The providers of the file.
    pub(super) fn providers(&mut self, section: &Section) -> BTreeMap<String, Provider> {
        let said = section.providers.iter();
        said.map(|(name, said)| (name.clone(), self.provider(name, said))).collect()
    }

    /// The order of failover (`order`, which `LLM_PROVIDER` stands for as well, else keys in the
    /// environment and all that the file configures, else a local Ollama), and the rest.
    pub(super) fn order(
        &mut self,
        order: Option<Vec<String>>,
        mut providers: BTreeMap<String, Provider>,
    ) -> (Vec<Provider>, Vec<Provider>) {
        let names = match order {
            Some(names) => {
                for name in &names {
                    self.must_be_there(name, &mut providers);
                }
                names
            }
            None => self.all_with_keys(&mut providers),
        };
        if names.is_empty() {
            let mut local = self.by_environment(Kind::Ollama);
            local.probe = true;
            return (vec![local], providers.into_values().collect());
        }
        let order = names.iter().filter_map(|name| providers.remove(name)).collect();
        (order, providers.into_values().collect())
    }

    /// A name of the order. The environment may name a kind that the file says nothing of.
    fn must_be_there(&mut self, name: &str, providers: &mut BTreeMap<String, Provider>) {
        if providers.contains_key(name) {
            return;
        }
        if self.set(PROVIDER).is_none() {
            self.refuse(&["order"], format!("there is no [llm.providers.{name}]"));
        } else if let Some(kind) = Kind::named(name) {
            let made = self.by_environment(kind);
            providers.insert(name.to_owned(), made);
        } else {
            self.refuse(&["order"], format!("`{name}` is none of {}", kinds()));
        }
    }

    /// All of the file, and those whose keys are in the environment.
    fn all_with_keys(&mut self, providers: &mut BTreeMap<String, Provider>) -> Vec<String> {
        let mut names: Vec<String> = providers.keys().cloned().collect();
        for kind in [Kind::OpenAi, Kind::Anthropic, Kind::OpenRouter] {
            let name = kind.name().to_owned();
            if self.set(kind.facts().key_variable).is_some() && !providers.contains_key(&name) {
                let made = self.by_environment(kind);
                providers.insert(name.clone(), made);
                names.push(name);
            }
        }
        names
    }

    /// A provider that only the environment describes.
    fn by_environment(&mut self, kind: Kind) -> Provider {
        let named = self.set(PROVIDER).as_deref() == Some(kind.name());
        let set = |variable| self.set(variable).filter(|_| named);
        let said = ProviderSection {
            model: set(MODEL),
            base_url: set(BASE_URL),
            ..ProviderSection::default()
        };
        self.provider(kind.name(), &said)
    }

    fn provider(&mut self, name: &str, said: &ProviderSection) -> Provider {
        let kind = Kind::named(said.kind.as_deref().unwrap_or(name)).unwrap_or_else(|| {
            self.refuse(&["providers", name, "kind"], format!("must be one of {}", kinds()));
            Kind::Compatible
        });
        let endpoint = self.endpoint(kind, name, said);
        let usual = usual_time(&endpoint.base_url);
        Provider {
            name: name.to_owned(),
            endpoint,
            timeout: said.timeout_seconds.map_or(usual, Duration::from_secs),
            max_concurrent: usize::try_from(said.max_concurrent).unwrap_or(4),
            max_output: u32::try_from(said.max_output_tokens).unwrap_or(1000),
            price: said.price,
            probe: false,
        }
    }

    fn endpoint(&mut self, kind: Kind, name: &str, said: &ProviderSection) -> Endpoint {
        let facts = kind.facts();
        let model = said.model.clone().unwrap_or_else(|| facts.model.to_owned());
        let aws = (kind == Kind::Bedrock).then(|| self.aws(name, said));
        let base_url = self.base_url(kind, name, said, aws.as_ref());
        let key = self.key(kind, name, said);
        if model.is_empty() && kind != Kind::Ollama {
            self.refuse(&["providers", name, "model"], "must be set: which model is asked");
        }
        let api_key = ["providers", name, "api_key"];
        if key.is_empty() && !facts.keyless {
            let reason =
                format!("is missing: set it here, or {} in the environment", facts.key_variable);
            self.refuse(&api_key, reason);
        }
        let signs = aws.as_ref().is_some_and(|aws| !aws.id.is_empty());
        if kind == Kind::Bedrock && key.is_empty() && !signs {
            self.refuse(
                &api_key,
                "is missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK",
            );
        }
        Endpoint {
            kind,
            base_url,
            model,
            key,
            aws: aws.filter(|_| signs),
            api_version: said.api_version.clone(),
            extra: said.extra.clone(),
        }
    }

    fn base_url(
        &mut self,
        kind: Kind,
        name: &str,
        said: &ProviderSection,
        aws: Option<&AwsKeys>,
    ) -> String {
        let set = said.base_url.clone().or_else(|| match kind {
            Kind::Ollama => self.set(OLLAMA_HOST).map(|host| ollama_address(&host)),
            Kind::Azure => self.set("AZURE_OPENAI_ENDPOINT"),
            Kind::Bedrock => aws
                .filter(|aws| !aws.region.is_empty())
                .map(|aws| format!("https://bedrock-runtime.{}.amazonaws.com", aws.region)),
            _ => None,
        });
        let url = set.unwrap_or_else(|| kind.facts().base_url.to_owned());
        base_url(kind, &url).unwrap_or_else(|reason| {
            self.refuse(&["providers", name, "base_url"], reason);
            url
        })
    }

    fn key(&mut self, kind: Kind, name: &str, said: &ProviderSection) -> Private {
        if let Some(key) = &said.api_key {
            return key.clone();
        }
        if let Some(variable) = &said.api_key_env {
            return self.set(variable).map(Private::from).unwrap_or_else(|| {
                let reason = format!("names {variable}, which is not set in the environment");
                self.refuse(&["providers", name, "api_key_env"], reason);
                Private::default()
            });
        }
        self.set(kind.facts().key_variable).map(Private::from).unwrap_or_default()
    }

    fn aws(&mut self, name: &str, said: &ProviderSection) -> AwsKeys {
        let region = said
            .region
            .clone()
            .or_else(|| self.set("AWS_REGION"))
            .or_else(|| self.set("AWS_DEFAULT_REGION"))
            .unwrap_or_default();
        let usable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if region.is_empty() || !region.chars().all(usable) {
            self.refuse(&["providers", name, "region"], "must be set, such as eu-central-1");
        }
        let secret = |name: &str| self.set(name).map(Private::from).unwrap_or_default();
        AwsKeys {
            id: self.set("AWS_ACCESS_KEY_ID").unwrap_or_default(),
            secret: secret("AWS_SECRET_ACCESS_KEY"),
            session: secret("AWS_SESSION_TOKEN"),
            region,
        }
    }
}

fn kinds() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}
