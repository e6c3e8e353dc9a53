//! Variables of the environment that set something of `[llm]`.

/// A variable of the environment that sets something of `[llm]`.
#[derive(Debug)]
pub(super) struct Variable {
    /// Its name.
    pub(super) name: &'static str,
    /// What it sets.
    pub(super) doc: &'static str,
}

pub(super) const PROVIDER: &str = "LLM_PROVIDER";
pub(super) const MODEL: &str = "LLM_MODEL";
pub(super) const BASE_URL: &str = "LLM_BASE_URL";
pub(super) const MODE: &str = "VAULTY_LLM_MODE";
pub(super) const STEP_SECONDS: &str = "VAULTY_LLM_STEP_SECONDS";
pub(super) const USER_BASE_URLS: &str = "VAULTY_LLM_USER_BASE_URLS";
pub(super) const PROXY: &str = "VAULTY_LLM_PROXY";
pub(super) const OLLAMA_HOST: &str = "OLLAMA_HOST";

/// All variables but the providers' keys.
pub(super) const VARIABLES: &[Variable] = &[
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
