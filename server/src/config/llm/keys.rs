//! Every key of `[llm]` in the file, documented once; docs/LLM.md says more of each.

use crate::config::section::{TableKey, key};

/// Keys of `[llm]`, in the order in which errors name them.
pub(in crate::config) const KEYS: &[TableKey] = &[
    key("providers", "Tables of providers, [llm.providers.NAME]."),
    key(
        "mode",
        "`auto`: a model sees what the rules leave open. `llm-first`: it sees everything. `rules-only`: none is asked.",
    ),
    key("order", "Names of the providers that are asked, in the order of failover; a list."),
    key("step_seconds", "Time for all models together in one step of a form, 1 to 120 seconds."),
    key("user_keys", "Whether a request may bring a key of its own; true or false."),
    key("user_base_urls", "Which addresses a request may name: `none`, `public`, or `any`."),
    key("user_models", "Models that a user may choose on the server's key, lists by users' names."),
    key(
        "proxy",
        "A proxy for calls to providers by https: it learns which providers are called, and decides itself which machine a name means.",
    ),
    key("drafts", "Whether texts may be drafted at all, for persons who want that; true or false."),
];

/// Keys of `[llm.providers.NAME]`, likewise.
pub(in crate::config) const PROVIDER_KEYS: &[TableKey] = &[
    key(
        "kind",
        "`openai`, `anthropic`, `openrouter`, `ollama`, `openai-compatible`, `azure`, `gemini` or `bedrock`.",
    ),
    key("region", "The region of AWS, for `bedrock`."),
    key("base_url", "Where it is, for kinds that have no fixed address."),
    key("api_key_env", "The variable of the environment that holds its key."),
    key("model", "Which model of it is asked."),
    key("api_key", "Its key; a variable of the environment is the better place."),
    key("api_version", "Version of the protocol, where there are several."),
    key("extra", "A table that goes into a request's body as it is, over what is there."),
    key("timeout_seconds", "Time for one call, 1 to 120 seconds."),
    key("max_concurrent", "Calls at once, 1 to 1000."),
    key("max_output_tokens", "Tokens of an answer at most, 64 to 32000."),
    key(
        "price",
        "What a call costs: {input = …, output = …, cached = …}, dollars for a million tokens.",
    ),
];
