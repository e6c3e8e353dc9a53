//! What a request may choose for itself: mode, provider, model, a key and an address of its own.
//!
//! A key that a request brings goes to the provider that it names and to no other, also when that one
//! fails. An address is called only if the configuration allows it.

use serde_json::Map;
use shared_types::{Private, api::LlmChoice};

use super::{
    providers::{Endpoint, Kind, base_url},
    settings::{LlmConfig, Mode, UserBaseUrls},
};
use crate::user::User;

/// What holds for one request.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// In which order rules and model are asked.
    pub mode: Mode,
    /// Who is asked.
    pub route: Route,
    /// What was wished and is not done.
    pub notes: Vec<String>,
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Route {
    /// The configured ones, in their order.
    Configured,
    /// A configured one alone, by its name, with this model instead of its own.
    Named(String, Option<String>),
    /// One that the request describes.
    Own(Box<Own>),
    /// Nobody.
    Nobody,
}

/// A provider that a request describes.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    /// How it is asked.
    pub endpoint: Endpoint,
    /// Whether its address was named by the request, and must resolve to public addresses only.
    pub address: Address,
}

/// Where the address of a provider comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// It is the provider's own, or configured.
    Known,
    /// The request named it; it must be public.
    Public,
    /// The request named it; it may be anything.
    Any,
}

/// Judges what a request of this user's wishes.
pub fn choose(config: &LlmConfig, wish: &LlmChoice, user: &User) -> Choice {
    let mut notes = Vec::new();
    let mode = mode(config, wish, &mut notes);
    let route = if mode == Mode::RulesOnly {
        Route::Nobody
    } else {
        route(config, wish, user).unwrap_or_else(|note| {
            notes.push(format!("the chosen model was not asked: {note}"));
            Route::Nobody
        })
    };
    Choice { mode, route, notes }
}

fn mode(config: &LlmConfig, wish: &LlmChoice, notes: &mut Vec<String>) -> Mode {
    if config.mode == Mode::RulesOnly {
        let wished = !wish.provider.is_empty() && wish.mode != "rules-only";
        notes.extend(
            wished.then(|| "this server plans by rules; the chosen model was not asked".to_owned()),
        );
        return Mode::RulesOnly;
    }
    match wish.mode.as_str() {
        "" => config.mode,
        name => Mode::named(name).unwrap_or_else(|| {
            notes.push("the wished mode is not known; the server's own holds".to_owned());
            config.mode
        }),
    }
}

fn route(config: &LlmConfig, wish: &LlmChoice, user: &User) -> Result<Route, String> {
    let name = wish.provider.trim();
    if name.is_empty() {
        return Ok(Route::Configured);
    }
    let model = Some(wish.model.trim().to_owned()).filter(|model| !model.is_empty());
    if let Some(model) = &model
        && !is_model_name(model)
    {
        return Err("its name is not one of a model".to_owned());
    }
    let wished_base = wish.base_url.trim().trim_end_matches('/');
    let configured = config.all().find(|provider| {
        let same = provider.name == name || provider.endpoint.kind.name() == name;
        let its_own = wished_base.is_empty()
            || base_url(provider.endpoint.kind, wished_base).as_ref()
                == Ok(&provider.endpoint.base_url);
        same && its_own
    });
    if let Some(provider) = configured.filter(|_| wish.api_key.is_empty()) {
        // Here the server pays.
        if let Some(model) = model.as_ref().filter(|model| **model != provider.endpoint.model)
            && !config.may_choose(user, model)
        {
            return Err("this server lets you choose only models that it lists for you".to_owned());
        }
        return Ok(Route::Named(provider.name.clone(), model));
    }
    let Some(kind) = Kind::named(name) else {
        return Err("there is no such provider".to_owned());
    };
    own(config, wish, kind, model, wished_base).map(|own| Route::Own(Box::new(own)))
}

fn own(
    config: &LlmConfig,
    wish: &LlmChoice,
    kind: Kind,
    model: Option<String>,
    wished_base: &str,
) -> Result<Own, String> {
    let facts = kind.facts();
    if !config.user_keys {
        return Err("this server takes no keys and providers of its users".to_owned());
    }
    if kind == Kind::Bedrock {
        return Err("bedrock must be configured at the server".to_owned());
    }
    if wish.api_key.is_empty() && !facts.keyless {
        return Err("it needs a key".to_owned());
    }
    if wish.api_key.reveal().chars().any(|c| c.is_control() || !c.is_ascii()) {
        return Err("its key cannot be sent".to_owned());
    }
    let base = if wished_base.is_empty() { facts.base_url } else { wished_base };
    let base = base_url(kind, base).map_err(|why| format!("its address {why}"))?;
    let known = base == facts.base_url
        || config.all().any(|p| p.endpoint.kind == kind && p.endpoint.base_url == base);
    let address = match config.user_base_urls {
        _ if known => Address::Known,
        UserBaseUrls::Any => Address::Any,
        UserBaseUrls::Public if base.starts_with("https://") => Address::Public,
        UserBaseUrls::Public => return Err("its address must be https://".to_owned()),
        UserBaseUrls::None => {
            return Err("this server calls no addresses that its users name".to_owned());
        }
    };
    let model = model.unwrap_or_else(|| facts.model.to_owned());
    if model.is_empty() && kind != Kind::Ollama {
        return Err("it needs the name of a model".to_owned());
    }
    Ok(Own {
        endpoint: Endpoint {
            kind,
            base_url: base,
            model,
            key: Private::new(wish.api_key.reveal().trim()),
            aws: None,
            api_version: None,
            extra: Map::new(),
        },
        address,
    })
}

/// Names become part of addresses, so they are held to what names are made of.
fn is_model_name(name: &str) -> bool {
    name.len() <= 200
        && !name.contains("..")
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-._:/@+".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Flags};

    fn config(settings: &[(&str, &str)]) -> LlmConfig {
        let set = |name: &str| {
            settings.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned())
        };
        Config::load(&Flags::default(), &set).unwrap().llm
    }

    fn wish(provider: &str, key: &str, base: &str, model: &str, mode: &str) -> LlmChoice {
        LlmChoice {
            provider: provider.to_owned(),
            model: model.to_owned(),
            api_key: key.into(),
            base_url: base.to_owned(),
            mode: mode.to_owned(),
        }
    }

    fn check(settings: &[(&str, &str)], wish: LlmChoice, expected: &str) {
        check_of(&config(settings), &User::new(User::FIRST, false), wish, expected);
    }

    fn check_of(config: &LlmConfig, user: &User, wish: LlmChoice, expected: &str) {
        let choice = choose(config, &wish, user);
        let route = match &choice.route {
            Route::Configured => "configured".to_owned(),
            Route::Named(name, model) => {
                format!("named {name} {}", model.as_deref().unwrap_or("-"))
            }
            Route::Own(own) => format!(
                "own {} {} {} {:?}{}",
                own.endpoint.kind.name(),
                own.endpoint.base_url,
                own.endpoint.model,
                own.address,
                if own.endpoint.key.is_empty() { "" } else { " with key" }
            ),
            Route::Nobody => "nobody".to_owned(),
        };
        let notes = choice.notes.join("; ");
        assert_eq!(format!("{} {route} [{notes}]", choice.mode), expected, "{wish:?}");
    }

    #[test]
    fn a_request_chooses_under_the_servers_policy() {
        let openai: &[(&str, &str)] = &[("OPENAI_API_KEY", "k")];
        let none = LlmChoice::default;
        check(openai, none(), "auto configured []");
        check(openai, wish("openai", "", "", "", ""), "auto named openai - []");
        check(openai, wish("openai", "", "", "m-1", "llm-first"), "llm-first named openai m-1 []");
        check(
            openai,
            wish("openai", "u", "", "m", ""),
            "auto own openai https://api.openai.com/v1 m Known with key []",
        );
        check(
            openai,
            wish("anthropic", "u", "", "", ""),
            "auto own anthropic https://api.anthropic.com claude-haiku-4-5 Known with key []",
        );
        check(
            openai,
            wish("anthropic", "", "", "", ""),
            "auto nobody [the chosen model was not asked: it needs a key]",
        );
        check(
            openai,
            wish("ollama", "", "http://127.0.0.1:11434", "", ""),
            "auto own ollama http://127.0.0.1:11434  Known []",
        );
        check(openai, wish("", "", "", "", "rules-only"), "rules-only nobody []");
        check(
            openai,
            wish("", "", "", "", "fast"),
            "auto configured [the wished mode is not known; the server's own holds]",
        );
        check(
            openai,
            wish("grok", "k", "", "", ""),
            "auto nobody [the chosen model was not asked: there is no such provider]",
        );
        check(
            openai,
            wish("openai", "u", "", "../../x", ""),
            "auto nobody [the chosen model was not asked: its name is not one of a model]",
        );
        check(
            openai,
            wish("openai", "u\nx: y", "", "", ""),
            "auto nobody [the chosen model was not asked: its key cannot be sent]",
        );
        check(
            openai,
            wish("bedrock", "", "", "m", ""),
            "auto nobody [the chosen model was not asked: bedrock must be configured at the server]",
        );
        let rules: &[(&str, &str)] = &[("VAULTY_LLM_MODE", "rules-only"), ("OPENAI_API_KEY", "k")];
        check(
            rules,
            wish("openai", "u", "", "", "llm-first"),
            "rules-only nobody [this server plans by rules; the chosen model was not asked]",
        );
    }

    #[test]
    fn on_the_servers_key_a_user_chooses_what_is_listed() {
        let none = config(&[("OPENAI_API_KEY", "k")]);
        let mut listed = none.clone();
        let lists = [("ada", "m-1"), ("*", "m-2"), (User::FIRST, "m-3"), ("eve", "*")];
        listed.user_models =
            lists.map(|(user, model)| (user.to_owned(), vec![model.to_owned()])).into();
        let host = User::new(User::FIRST, true);
        let [me, ada, bob, eve] =
            [User::FIRST, "ada", "bob", "eve"].map(|name| User::new(name, false));
        for (config, user, model, may) in [
            (&none, &host, "m-1", true),
            (&none, &me, "m-1", true),
            (&none, &ada, "m-1", false),
            (&none, &ada, "gpt-4.1-mini", true),
            (&none, &ada, "", true),
            (&listed, &host, "m-9", true),
            (&listed, &me, "m-3", true),
            (&listed, &me, "m-1", false),
            (&listed, &ada, "m-1", true),
            (&listed, &ada, "m-2", false),
            (&listed, &bob, "m-2", true),
            (&listed, &bob, "m-1", false),
            (&listed, &eve, "m-9", true),
        ] {
            let shown = if model.is_empty() { "-" } else { model };
            let expected = if may {
                format!("auto named openai {shown} []")
            } else {
                "auto nobody [the chosen model was not asked: this server lets you choose only \
                 models that it lists for you]"
                    .to_owned()
            };
            check_of(config, user, wish("openai", "", "", model, ""), &expected);
        }
        // With a key of one's own one chooses freely.
        let own = "auto own openai https://api.openai.com/v1 m-9 Known with key []";
        check_of(&none, &ada, wish("openai", "u", "", "m-9", ""), own);
    }

    #[test]
    fn addresses_of_requests_are_called_only_where_allowed() {
        let inner = || wish("openai-compatible", "u", "http://10.0.0.1:8080", "m", "");
        let outer = || wish("openai-compatible", "u", "https://llm.example/v1", "m", "");
        let no = "auto nobody [the chosen model was not asked: this server calls no addresses that its users name]";
        check(&[], inner(), no);
        check(&[], outer(), no);
        let public: &[(&str, &str)] = &[("VAULTY_LLM_USER_BASE_URLS", "public")];
        check(
            public,
            inner(),
            "auto nobody [the chosen model was not asked: its address must be https://]",
        );
        check(
            public,
            outer(),
            "auto own openai-compatible https://llm.example/v1 m Public with key []",
        );
        let any: &[(&str, &str)] = &[("VAULTY_LLM_USER_BASE_URLS", "any")];
        check(any, inner(), "auto own openai-compatible http://10.0.0.1:8080/v1 m Any with key []");
        // The server's key never goes to an address that a request names.
        let openai: &[(&str, &str)] =
            &[("OPENAI_API_KEY", "k"), ("VAULTY_LLM_USER_BASE_URLS", "any")];
        check(
            openai,
            wish("openai", "", "https://evil.example", "", ""),
            "auto nobody [the chosen model was not asked: it needs a key]",
        );
        check(&[], wish("ollama", "", "http://127.0.0.1:22", "m", ""), no);
    }
}
