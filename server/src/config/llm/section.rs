//! `[llm]` as it is in the file.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json};
use shared_types::{Private, json::Object};
use toml::Value;

use crate::{
    config::read::{by, filled, secret, text},
    llm::settings::{Mode, Price, UserBaseUrls},
};

/// `[llm]`.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Section {
    #[serde(deserialize_with = "mode")]
    pub(super) mode: Option<Mode>,
    #[serde(deserialize_with = "order")]
    pub(super) order: Option<Vec<String>>,
    #[serde(deserialize_with = "some_whole::<_, 1, 120>")]
    pub(super) step_seconds: Option<u64>,
    #[serde(deserialize_with = "switch")]
    pub(super) user_keys: bool,
    #[serde(deserialize_with = "user_base_urls")]
    pub(super) user_base_urls: Option<UserBaseUrls>,
    #[serde(deserialize_with = "user_models")]
    pub(super) user_models: BTreeMap<String, Vec<String>>,
    #[serde(deserialize_with = "switch")]
    pub(super) drafts: bool,
    #[serde(deserialize_with = "proxy")]
    pub(super) proxy: Option<Private>,
    #[serde(deserialize_with = "tables")]
    pub(super) providers: Providers,
}

impl Default for Section {
    fn default() -> Self {
        Self {
            mode: None,
            order: None,
            step_seconds: None,
            user_keys: true,
            user_base_urls: None,
            user_models: BTreeMap::new(),
            drafts: true,
            proxy: None,
            providers: Providers::default(),
        }
    }
}

/// `[llm.providers]`, by name.
pub(super) type Providers = BTreeMap<String, Provider>;

/// `[llm.providers.NAME]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Provider {
    #[serde(deserialize_with = "filled")]
    pub(super) kind: Option<String>,
    #[serde(deserialize_with = "filled")]
    pub(super) model: Option<String>,
    #[serde(deserialize_with = "filled")]
    pub(super) base_url: Option<String>,
    #[serde(deserialize_with = "secret")]
    pub(super) api_key: Option<Private>,
    #[serde(deserialize_with = "filled")]
    pub(super) api_key_env: Option<String>,
    #[serde(deserialize_with = "filled")]
    pub(super) api_version: Option<String>,
    #[serde(deserialize_with = "filled")]
    pub(super) region: Option<String>,
    #[serde(deserialize_with = "some_whole::<_, 1, 120>")]
    pub(super) timeout_seconds: Option<u64>,
    #[serde(deserialize_with = "whole::<_, 1, 1000>")]
    pub(super) max_concurrent: u64,
    #[serde(deserialize_with = "whole::<_, 64, 32_000>")]
    pub(super) max_output_tokens: u64,
    #[serde(deserialize_with = "price")]
    pub(super) price: Option<Price>,
    #[serde(deserialize_with = "extra")]
    pub(super) extra: Map<String, Json>,
}

impl Default for Provider {
    fn default() -> Self {
        Self {
            kind: None,
            model: None,
            base_url: None,
            api_key: None,
            api_key_env: None,
            api_version: None,
            region: None,
            timeout_seconds: None,
            max_concurrent: 4,
            max_output_tokens: 1000,
            price: None,
            extra: Map::new(),
        }
    }
}

fn tables<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Providers, D::Error> {
    let tables = BTreeMap::<String, Object<Provider>>::deserialize(deserializer)?;
    Ok(tables.into_iter().map(|(name, Object(provider))| (name, provider)).collect())
}

fn mode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Mode>, D::Error> {
    by(deserializer, |value| {
        let mode = value.as_str().and_then(Mode::named);
        mode.map(Some).ok_or_else(|| "must be `auto`, `llm-first` or `rules-only`".to_owned())
    })
}

fn user_base_urls<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<UserBaseUrls>, D::Error> {
    by(deserializer, |value| {
        let named = value.as_str().and_then(UserBaseUrls::named);
        named.map(Some).ok_or_else(|| "must be `none`, `public` or `any`".to_owned())
    })
}

/// A list of texts, as they are.
fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    by(deserializer, |value| {
        let wrong = || "must be a list of names of [llm.providers]".to_owned();
        texts(value).map(Some).ok_or_else(wrong)
    })
}

fn user_models<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    by(deserializer, |value| {
        let lists = value.as_table().and_then(|users| {
            users.iter().map(|(user, list)| Some((user.clone(), texts(list)?))).collect()
        });
        lists.ok_or_else(|| "must be lists of models by users: ada = [\"MODEL\"]".to_owned())
    })
}

/// The proxy. Its address is not repeated in an error: it may hold a password.
fn proxy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Private>, D::Error> {
    by(deserializer, |value| {
        let address = text(value)?;
        if address.is_empty() {
            return Ok(None);
        }
        let good = reqwest::Url::parse(address)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some());
        let wrong =
            || "must be the address of a proxy, such as http://proxy.example:3128".to_owned();
        good.then(|| Some(address.to_owned().into())).ok_or_else(wrong)
    })
}

fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    by(deserializer, |value| value.as_bool().ok_or_else(|| "must be true or false".to_owned()))
}

/// A whole number in a range, both ends included.
fn whole<'de, D, const LEAST: i64, const MOST: i64>(deserializer: D) -> Result<u64, D::Error>
where
    D: Deserializer<'de>,
{
    by(deserializer, |value| {
        let number = value.as_integer().filter(|number| (LEAST..=MOST).contains(number));
        let number = number.and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| format!("must be a whole number from {LEAST} to {MOST}"))
    })
}

fn some_whole<'de, D, const LEAST: i64, const MOST: i64>(
    deserializer: D,
) -> Result<Option<u64>, D::Error>
where
    D: Deserializer<'de>,
{
    whole::<D, LEAST, MOST>(deserializer).map(Some)
}

fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Price>, D::Error> {
    by(deserializer, |value| {
        let number = |name: &str| {
            let value = value.as_table()?.get(name)?;
            let number = value.as_float().or_else(|| value.as_integer().map(|n| n as f64))?;
            (number.is_finite() && number >= 0.0).then_some(number)
        };
        let (Some(input), Some(output)) = (number("input"), number("output")) else {
            return Err(
                "must be {input = …, output = …, cached = …}, dollars for a million tokens"
                    .to_owned(),
            );
        };
        Ok(Some(Price { input, output, cached: number("cached").unwrap_or(input) }))
    })
}

fn extra<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Json>, D::Error> {
    by(deserializer, |value| match serde_json::to_value(value) {
        Ok(Json::Object(extra)) => Ok(extra),
        _ => Err("must be a table".to_owned()),
    })
}
