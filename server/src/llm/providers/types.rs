//! What adapters speak about: kinds of providers, calls and completions.

use std::time::Duration;

use agent_core::model::{doubt::TokenOdds, prompt::Example};
use serde_json::{Map, Value, json};
use shared_types::Private;

/// Which protocol is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// OpenAI, chat completions.
    OpenAi,
    /// Anthropic, messages.
    Anthropic,
    /// OpenRouter.
    OpenRouter,
    /// Ollama's own protocol.
    Ollama,
    /// Whoever speaks OpenAI's chat completions: llama.cpp, vLLM, LM Studio and many more.
    Compatible,
    /// Azure OpenAI.
    Azure,
    /// Google Gemini.
    Gemini,
    /// AWS Bedrock, Converse.
    Bedrock,
}

/// What is known of a kind of provider before anything is configured.
#[derive(Debug)]
pub struct Facts {
    /// Name in configuration and API.
    pub name: &'static str,
    /// Where it is, unless configured; empty: it must be.
    pub base_url: &'static str,
    /// Which model is asked, unless configured; empty: it must be.
    pub model: &'static str,
    /// Environment variable of its key.
    pub key_variable: &'static str,
    /// Whether it answers without a key.
    pub keyless: bool,
    /// What a person must provide, for the documentation.
    pub needs: &'static str,
}

/// All kinds, in the order of the documentation.
pub const KINDS: &[Kind] = &[
    Kind::OpenAi,
    Kind::Anthropic,
    Kind::OpenRouter,
    Kind::Ollama,
    Kind::Compatible,
    Kind::Azure,
    Kind::Gemini,
    Kind::Bedrock,
];

impl Kind {
    /// What is known of it.
    pub const fn facts(self) -> Facts {
        match self {
            Self::OpenAi => Facts {
                name: "openai",
                base_url: "https://api.openai.com/v1",
                model: "gpt-4.1-mini",
                key_variable: "OPENAI_API_KEY",
                keyless: false,
                needs: "`OPENAI_API_KEY`",
            },
            Self::Anthropic => Facts {
                name: "anthropic",
                base_url: "https://api.anthropic.com",
                model: "claude-haiku-4-5",
                key_variable: "ANTHROPIC_API_KEY",
                keyless: false,
                needs: "`ANTHROPIC_API_KEY`",
            },
            Self::OpenRouter => Facts {
                name: "openrouter",
                base_url: "https://openrouter.ai/api/v1",
                model: "openai/gpt-4.1-mini",
                key_variable: "OPENROUTER_API_KEY",
                keyless: false,
                needs: "`OPENROUTER_API_KEY`",
            },
            Self::Ollama => Facts {
                name: "ollama",
                base_url: "http://127.0.0.1:11434",
                model: "",
                key_variable: "OLLAMA_API_KEY",
                keyless: true,
                needs: "a running Ollama with a model; the first that it lists is used unless one is named",
            },
            Self::Compatible => Facts {
                name: "openai-compatible",
                base_url: "",
                model: "",
                key_variable: "OPENAI_COMPATIBLE_API_KEY",
                keyless: true,
                needs: "`base_url` and `model`; a key if the server wants one",
            },
            Self::Azure => Facts {
                name: "azure",
                base_url: "",
                model: "",
                key_variable: "AZURE_OPENAI_API_KEY",
                keyless: false,
                needs: "`AZURE_OPENAI_API_KEY`, `base_url` of the resource, the deployment as `model`",
            },
            Self::Gemini => Facts {
                name: "gemini",
                base_url: "https://generativelanguage.googleapis.com",
                model: "gemini-2.5-flash",
                key_variable: "GEMINI_API_KEY",
                keyless: false,
                needs: "`GEMINI_API_KEY`",
            },
            Self::Bedrock => Facts {
                name: "bedrock",
                base_url: "",
                model: "",
                key_variable: "AWS_BEARER_TOKEN_BEDROCK",
                keyless: true,
                needs: "`AWS_REGION`, `model`, and `AWS_ACCESS_KEY_ID` with `AWS_SECRET_ACCESS_KEY` or `AWS_BEARER_TOKEN_BEDROCK`",
            },
        }
    }

    /// The name in configuration and API.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether it is a protocol of models that are run at home.
    pub const fn is_at_home(self) -> bool {
        matches!(self, Self::Compatible | Self::Ollama)
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Someone who can be asked, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// Which protocol.
    pub kind: Kind,
    /// Where, without a slash at the end.
    pub base_url: String,
    /// Which model; may be empty for Ollama, whose list is asked then.
    pub model: String,
    /// Its key, if it has one.
    pub key: Private,
    /// Keys of AWS, for Bedrock without a bearer token.
    pub aws: Option<AwsKeys>,
    /// Version of the protocol, where there are several: Anthropic's header, Azure's parameter.
    pub api_version: Option<String>,
    /// Goes into the request's body as it is, over what is there.
    pub extra: Map<String, Value>,
}

/// Keys of AWS.
#[derive(Debug, Clone, PartialEq)]
pub struct AwsKeys {
    /// Id of the access key.
    pub id: String,
    /// The access key.
    pub secret: Private,
    /// Token of a session, if it is one.
    pub session: Private,
    /// Region, such as `eu-central-1`.
    pub region: String,
}

/// What is said to a model.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The part that never changes.
    pub system: &'a str,
    /// An earlier turn that shows how it is done.
    pub example: Option<Example<'a>>,
    /// The part of this page.
    pub user: &'a str,
    /// The schema that the answer must follow; without one, text is wanted or the provider knows none.
    pub schema: Option<&'a Value>,
    /// Tokens of the answer at most.
    pub max_output: u32,
}

impl Call<'_> {
    /// The turns of the conversation, as OpenAI and Ollama have them.
    pub fn messages(&self) -> Vec<Value> {
        let said = |role: &str, content: &str| json!({"role": role, "content": content});
        let mut messages = vec![said("system", self.system)];
        if let Some(Example { user, answer }) = self.example {
            messages.extend([said("user", user), said("assistant", answer)]);
        }
        messages.push(said("user", self.user));
        messages
    }

    /// Characters of what is said.
    pub fn chars(&self) -> usize {
        let example = self.example.map_or("", |example| example.user).chars().count()
            + self.example.map_or("", |example| example.answer).chars().count();
        self.system.chars().count() + example + self.user.chars().count()
    }
}

/// A request, ready to be sent by `POST`.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Where.
    pub url: String,
    /// Besides `content-type: application/json`. Values may be secrets.
    pub headers: Vec<(&'static str, Private)>,
    /// JSON.
    pub body: Vec<u8>,
}

/// A response, read.
#[derive(Debug, Clone, Default)]
pub struct Response {
    /// Status.
    pub status: u16,
    /// `retry-after-ms`, or else `retry-after`, if there is one.
    pub retry_after: Option<Duration>,
    /// Body.
    pub body: Vec<u8>,
}

/// What a model said.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Completion {
    /// Its text.
    pub text: String,
    /// Whether it ended because no more tokens were allowed.
    pub cut_off: bool,
    /// What it cost.
    pub usage: Usage,
    /// The odds of its tokens, where they are told.
    pub odds: Vec<TokenOdds>,
}

/// What a call used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Usage {
    /// Tokens of what was said to the model, cached ones included.
    pub input: Option<u32>,
    /// Tokens of the answer.
    pub output: Option<u32>,
    /// Of the input, tokens that the provider had cached.
    pub cached: Option<u32>,
    /// US dollars, if the provider says so itself.
    pub cost: Option<f64>,
}
