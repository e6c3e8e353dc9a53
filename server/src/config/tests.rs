use std::{collections::BTreeMap, fs, path::PathBuf};

use super::*;

/// Loads a file's text under an environment and flags; gives the configuration or the errors as text.
fn check(
    file: Option<&str>,
    environment: &[(&str, &str)],
    flags: Flags,
) -> Result<Config, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let set: BTreeMap<&str, &str> = environment.iter().copied().collect();
    let environment = |name: &str| set.get(name).map(|value| (*value).to_owned());
    let mut flags = flags;
    if let Some(text) = file {
        let path = folder.path().join("vaulty.toml");
        fs::write(&path, text).unwrap();
        flags.config = Some(path);
    }
    let shown = folder.path().display().to_string();
    Config::load(&flags, &environment)
        .map_err(|errors| errors.iter().map(|e| e.to_string().replace(&shown, "DIR")).collect())
}

#[test]
fn defaults_are_safe() {
    let config = check(None, &[("HOME", "/home/ada")], Flags::default()).unwrap();
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:3000");
    assert_eq!(config.server.data_dir, PathBuf::from("/home/ada/.local/share/vaulty"));
    assert_eq!(config.security.auth, Auth::Token);
    assert_eq!(config.limits.max_body_bytes, 2 * 1024 * 1024);
    assert_eq!(config.security.allowed_origins, Vec::<String>::new());
    assert_eq!(config.limits.requests_per_second.get(), 100);
    assert_eq!(config.limits.request_burst.get(), 300);
}

#[test]
fn the_nearer_source_wins() {
    let file = "listen = \"127.0.0.1:1\"\nlog = \"warn\"\ntrace_keep = 500\n";
    let flags = Flags { listen: Some("127.0.0.1:3".into()), ..Flags::default() };
    let environment = [("VAULTY_LISTEN", "127.0.0.1:2"), ("VAULTY_LOG", "debug")];
    let config = check(Some(file), &environment, flags).unwrap();
    assert_eq!(config.server.listen.port(), 3, "flag over environment");
    assert_eq!(config.server.log, "debug", "environment over file");
    assert_eq!(config.keep.entries, 500, "file over default");
}

#[test]
fn lists_are_arrays_or_commas() {
    let file = "tls_proxy = true\nallowed_hosts = [\"Vaulty.example.org\", \"two:8080\"]";
    let environment = [("VAULTY_ALLOWED_ORIGINS", "https://a.example, chrome-extension://abc")];
    let config = check(Some(file), &environment, Flags::default()).unwrap();
    assert_eq!(config.security.allowed_hosts, ["vaulty.example.org", "two:8080"]);
    assert_eq!(config.security.allowed_origins, ["https://a.example", "chrome-extension://abc"]);
}

#[test]
fn what_is_wrong_is_named_with_its_key_and_reason() {
    /// File, environment, errors.
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        ("listen = 3000", &[], &["listen: must be a text (set by: file)"]),
        (
            "",
            &[("VAULTY_LISTEN", "nowhere")],
            &[
                "listen: `nowhere` is not an address with a port, such as 127.0.0.1:3000 or [::1]:3000 \
               (set by: VAULTY_LISTEN)",
            ],
        ),
        (
            "lisen = \"127.0.0.1:1\"\nports = 3",
            &[],
            &[
                "lisen: there is no such key in DIR/vaulty.toml (set by: file)",
                "ports: there is no such key in DIR/vaulty.toml (set by: file)",
            ],
        ),
        (
            "max_body_bytes = 5\nlog_format = \"xml\"",
            &[],
            &[
                "max_body_bytes: `5` is not a whole number from 1024 to 67108864 (set by: file)",
                "log_format: `xml` is neither `text` nor `json` (set by: file)",
            ],
        ),
        ("tls_proxy = 1", &[], &["tls_proxy: `1` is neither true nor false (set by: file)"]),
        (
            "allowed_hosts = [\"*\"]",
            &[],
            &[
                "allowed_hosts: `*` is not a host name, with a port if clients send one (set by: file)",
            ],
        ),
        (
            "allowed_origins = [\"https://a.example/path\"]",
            &[],
            &["allowed_origins: `https://a.example/path` is not an origin, such as \
               https://example.org (set by: file)"],
        ),
        (
            "trace_days = 0\ntrace_mb = 1",
            &[("DATABASE_URL", "mysql://ada:secret@db/vaulty")],
            &[
                "database_url: is no address of a Postgres, such as \
                 postgres://USER:PASSWORD@HOST/DATABASE; leave it out for SQLite in the data folder \
                 (set by: DATABASE_URL)",
                "trace_days: `0` is not a whole number from 1 to 3650 (set by: file)",
                "trace_mb: `1` is not a whole number from 8 to 100000000 (set by: file)",
            ],
        ),
        ("auth = \"open\"", &[], &["auth: `open` is neither `token` nor `none` (set by: file)"]),
        (
            "pages_dir = \"/no/such/folder\"",
            &[],
            &["pages_dir: there is no folder /no/such/folder (set by: file)"],
        ),
    ];
    for (file, environment, expected) in cases {
        assert_eq!(&check(Some(file), environment, Flags::default()).unwrap_err(), expected);
    }
}

#[test]
fn broken_toml_is_told_without_a_panic() {
    let errors = check(Some("listen = "), &[], Flags::default()).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("config: DIR/vaulty.toml: "), "{errors:?}");
}

#[test]
fn a_missing_file_is_told() {
    let flags = Flags { config: Some("/no/such/file.toml".into()), ..Flags::default() };
    let errors = check(None, &[], flags).unwrap_err();
    assert!(errors[0].starts_with("config: /no/such/file.toml: "), "{errors:?}");
}

/// Which keys are wrong, if any.
fn wrong(file: &str) -> Vec<String> {
    let errors = check(Some(file), &[], Flags::default()).err().unwrap_or_default();
    errors.iter().map(|error| error.split(':').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn whoever_can_be_reached_from_elsewhere_has_tls_tokens_and_a_name() {
    let good = "tls_proxy = true\nallowed_hosts = [\"v.example\"]\n";
    let none = "auth = \"none\"\n";
    let everywhere = "listen = \"0.0.0.0:3000\"\n";
    for (file, expected) in [
        (String::new(), &[][..]),
        (none.to_owned(), &[]),
        (format!("{none}listen = \"[::1]:0\""), &[]),
        (format!("{none}allowed_hosts = [\"localhost:8080\", \"127.0.0.2\", \"[::1]:1\"]"), &[]),
        (good.to_owned(), &[]),
        (format!("{everywhere}{good}"), &[]),
        (everywhere.to_owned(), &["listen", "allowed_hosts"]),
        (format!("{everywhere}{none}"), &["listen", "auth", "allowed_hosts"]),
        (format!("{everywhere}{none}{good}"), &["auth"]),
        (format!("{none}{good}"), &["auth"]),
        (format!("{none}tls_proxy = true"), &["auth", "allowed_hosts"]),
        ("tls_proxy = true".to_owned(), &["allowed_hosts"]),
        (format!("{none}allowed_hosts = [\"v.example\"]"), &["allowed_hosts", "auth"]),
        ("allowed_hosts = [\"v.example\"]".to_owned(), &["allowed_hosts"]),
        ("allowed_hosts = [\"192.168.1.2:3000\"]".to_owned(), &["allowed_hosts"]),
        ("allowed_hosts = [\"0.0.0.0:3000\"]".to_owned(), &["allowed_hosts"]),
        ("allowed_hosts = [\"localhost.example\"]".to_owned(), &["allowed_hosts"]),
    ] {
        assert_eq!(wrong(&file), expected, "{file}");
    }
    for name in [
        "localhost",
        "localhost:3000",
        "a.localhost",
        "localhost.",
        "127.0.0.1",
        "127.9.9.9:1",
        "[::1]:3000",
    ] {
        let file = format!("tls_proxy = true\nallowed_hosts = [\"v.example\", \"{name}\"]");
        assert_eq!(wrong(&file), ["allowed_hosts"], "{name}");
    }
}

#[test]
fn the_password_of_a_database_is_shown_nowhere() {
    let none = |_: &str| None;
    let url = |name: &str| {
        (name == "DATABASE_URL").then(|| "postgres://ada:secret@db.example/vaulty".to_owned())
    };
    let raw = Raw::gather(&Flags::default(), &url).unwrap();
    let config = Config::validate(&raw, &none).unwrap();
    let shown = config.describe(&raw).join("\n") + &format!("{config:?}");
    assert!(shown.contains("database_url = postgres://…  (DATABASE_URL)"), "{shown}");
    assert!(!shown.contains("secret") && !shown.contains("db.example"), "{shown}");
}

#[test]
fn every_key_is_in_the_help_and_described() {
    let help = help();
    let raw = Raw::default();
    let none = |_: &str| None;
    let described = Config::validate(&raw, &none).unwrap().describe(&raw);
    assert_eq!(described.iter().filter(|line| !line.starts_with("llm.")).count(), keys::ALL.len());
    for key in keys::ALL {
        assert!(help.contains(key.name) && help.contains(key.variable), "{}", key.name);
        assert!(described.iter().any(|line| line.starts_with(&format!("{} = ", key.name))));
    }
}

#[test]
fn whoever_is_asked_has_the_time_of_their_kind() {
    let of = |file: &str| check(Some(file), &[], Flags::default()).unwrap().llm;
    let provider = |address: &str, more: &str| {
        format!(
            "[llm]\n{more}\n[llm.providers.p]\nkind = \"openai-compatible\"\nmodel = \"m\"\n\
             base_url = \"{address}\""
        )
    };
    for (address, more, seconds, step) in [
        ("https://models.example", "", 15, 18),
        ("http://127.0.0.1:8080", "", 60, 63),
        ("http://192.168.0.7:8080", "step_seconds = 5", 60, 5),
    ] {
        let llm = of(&provider(address, more));
        assert_eq!(llm.order[0].timeout.as_secs(), seconds, "{address}");
        assert_eq!(llm.time_for(&llm.order).as_secs(), step, "{address}");
    }
    let patient = format!("{}\ntimeout_seconds = 110", provider("https://models.example", ""));
    let patient = of(&patient);
    assert_eq!(patient.time_for(&patient.order).as_secs(), 113);
}

#[test]
fn every_key_can_be_set_in_the_file() {
    let file = r#"
        listen = "127.0.0.1:1"
        data_dir = "/data"
        auth = "none"
        tls_proxy = false
        allowed_hosts = ["localhost"]
        allowed_origins = ["https://a.example"]
        max_body_bytes = 1024
        request_timeout_seconds = 1
        max_concurrent_requests = 1
        max_connections = 1
        requests_per_second = 1
        request_burst = 1
        database_url = "postgres://ada@db/vaulty"
        database_connections = 2
        copy_before_update = false
        trace_keep = 100
        trace_days = 1
        trace_mb = 8
        trace_pages = true
        log = "warn"
        log_format = "json"
        otlp_endpoint = "http://127.0.0.1:4318/"
        pages_dir = "/"

        [search]
        providers = ["searxng", "brave", "tavily", "duckduckgo"]
        timeout_seconds = 3

        [search.searxng]
        address = "http://127.0.0.1:8888"

        [search.brave]
        api_key_env = "HOME"

        [search.tavily]
        api_key = "key"
    "#;
    let read: toml::Table = file.parse().unwrap();
    assert_eq!(read.values().filter(|value| !value.is_table()).count(), keys::ALL.len());
    let config = check(Some(file), &[("HOME", "/home/ada")], Flags::default()).unwrap();
    assert_eq!((config.search.providers.len(), config.search.timeout.as_secs()), (4, 3));
    assert_eq!(config.limits.max_body_bytes, 1024);
    assert_eq!((config.keep.time.as_secs(), config.keep.bytes), (24 * 60 * 60, 8 << 20));
    assert!(config.keep.pages && config.database.url.is_some());
    assert_eq!(config.server.pages_dir, Some(PathBuf::from("/")));
    assert_eq!(config.server.otlp_endpoint.as_deref(), Some("http://127.0.0.1:4318"));
}
