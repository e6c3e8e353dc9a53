use super::*;

/// Loads a file's text under an environment: what holds, or the errors.
fn check(file: &str, set: &[(&str, &str)], expected: &[&str]) {
    let environment =
        |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, text)| (*text).to_owned());
    let raw = Raw::of_llm(file.parse().unwrap());
    let lines = match load(&raw, &environment) {
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
    check(
        "providers = 3\nuser_models = {ada = [1]}\nproxy = \"s3cr3t\"",
        &[],
        &[
            "llm.providers: must be tables: [llm.providers.NAME] (set by: file)",
            "llm.user_models: must be lists of models by users: ada = [\"MODEL\"] (set by: file)",
            "llm.proxy: must be the address of a proxy, such as http://proxy.example:3128 (set by: file)",
        ],
    );
    check(
        "[providers]\nx = \"s3cr3t, expected or not\"\ny = {kind = 1, api_key = 2}",
        &[],
        &[
            "llm.providers.x: must be a table (set by: file)",
            "llm.providers.y.kind: must be a text (set by: file)",
            "llm.providers.y.kind: must be one of openai, anthropic, openrouter, ollama, openai-compatible, azure, gemini, bedrock (set by: file)",
            "llm.providers.y.base_url: must be set: where the provider is (set by: file)",
            "llm.providers.y.model: must be set: which model is asked (set by: file)",
            "llm.providers.y.api_key: must be a text (set by: file)",
        ],
    );
    check(
        "[providers]\nopenai = [\"s3cr3t\"]",
        &[],
        &["llm.providers.openai: must be a table (set by: file)"],
    );
}
