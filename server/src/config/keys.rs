//! Every key of the configuration, documented once: for the file, the environment and the help text.

/// A key: its name in the file, its environment variable, what it is when unset, what it means.
#[derive(Debug)]
pub struct Key {
    /// Name in the TOML file.
    pub name: &'static str,
    /// Environment variable, which wins over the file.
    pub variable: &'static str,
    /// What holds when it is not set, for the help text.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// Where the configuration file is. Not a key of the file itself.
pub const CONFIG_VARIABLE: &str = "VAULTY_CONFIG";

/// The key that profiles are sealed with: 64 hexadecimal digits; during a rotation the new one, a space,
/// and the old one. Read from the environment alone, so that it is in no file that is shown.
pub const MASTER_KEY_VARIABLE: &str = "VAULTY_MASTER_KEY";

/// Address and port to listen on.
pub const LISTEN: Key = Key {
    name: "listen",
    variable: "VAULTY_LISTEN",
    default: "127.0.0.1:3000",
    doc: "Address and port to listen on; port 0 takes a free one.",
};

/// Folder of everything that is kept.
pub const DATA_DIR: Key = Key {
    name: "data_dir",
    variable: "VAULTY_DATA_DIR",
    default: "$XDG_DATA_HOME/vaulty or ~/.local/share/vaulty",
    doc: "Folder for the database and the token; made if it is not there.",
};

/// Who is let in.
pub const AUTH: Key = Key {
    name: "auth",
    variable: "VAULTY_AUTH",
    default: "token",
    doc: "`token`: bearer tokens. `none`: anyone on this machine; only where nothing but loopback can reach it.",
};

/// Whether a proxy with TLS stands before this server.
pub const TLS_PROXY: Key = Key {
    name: "tls_proxy",
    variable: "VAULTY_TLS_PROXY",
    default: "false",
    doc: "Declares that a proxy with TLS stands before this server and sets `X-Forwarded-Proto` and `X-Forwarded-For`; only then other machines may reach it, by `listen` or by `allowed_hosts`. What did not come by TLS is refused.",
};

/// Further names of this server.
pub const ALLOWED_HOSTS: Key = Key {
    name: "allowed_hosts",
    variable: "VAULTY_ALLOWED_HOSTS",
    default: "none",
    doc: "Host headers that are answered; without `tls_proxy` names of loopback, beside those with the bound port. A list, in the environment with commas.",
};

/// Further origins that may call.
pub const ALLOWED_ORIGINS: Key = Key {
    name: "allowed_origins",
    variable: "VAULTY_ALLOWED_ORIGINS",
    default: "none",
    doc: "Origins that may call beside the server's own and the extension's, such as `chrome-extension://ID`; a list.",
};

/// Largest body.
pub const MAX_BODY_BYTES: Key = Key {
    name: "max_body_bytes",
    variable: "VAULTY_MAX_BODY_BYTES",
    default: "2097152",
    doc: "Largest request body in bytes; 1024 to 67108864.",
};

/// Time for a request.
pub const REQUEST_TIMEOUT_SECONDS: Key = Key {
    name: "request_timeout_seconds",
    variable: "VAULTY_REQUEST_TIMEOUT_SECONDS",
    default: "20",
    doc: "Time for one request, 1 to 300 seconds. Waiting for a code, or for a model, has its own limit on top.",
};

/// Requests at once.
pub const MAX_CONCURRENT_REQUESTS: Key = Key {
    name: "max_concurrent_requests",
    variable: "VAULTY_MAX_CONCURRENT_REQUESTS",
    default: "128",
    doc: "Requests with a token worked on at once, 1 to 10000; more are answered with 503. One user has at most half.",
};

/// Connections at once.
pub const MAX_CONNECTIONS: Key = Key {
    name: "max_connections",
    variable: "VAULTY_MAX_CONNECTIONS",
    default: "512",
    doc: "Connections open at once, 1 to 65536; for one more, the oldest idle one is closed.",
};

/// Lasting rate.
pub const REQUESTS_PER_SECOND: Key = Key {
    name: "requests_per_second",
    variable: "VAULTY_REQUESTS_PER_SECOND",
    default: "100",
    doc: "Requests a second that one token may make for long, 1 to 1000000; more are answered with 429.",
};

/// Short rate.
pub const REQUEST_BURST: Key = Key {
    name: "request_burst",
    variable: "VAULTY_REQUEST_BURST",
    default: "300",
    doc: "Requests that one token may make at once after a pause, 1 to 1000000.",
};

/// Where the database is.
pub const DATABASE_URL: Key = Key {
    name: "database_url",
    variable: "DATABASE_URL",
    default: "SQLite in the data folder",
    doc: "A Postgres that several servers share, as `postgres://USER:PASSWORD@HOST/DATABASE`.",
};

/// Connections to Postgres.
pub const DATABASE_CONNECTIONS: Key = Key {
    name: "database_connections",
    variable: "VAULTY_DATABASE_CONNECTIONS",
    default: "8",
    doc: "Connections of this server to Postgres, 2 to 200.",
};

/// The way back from an update.
pub const COPY_BEFORE_UPDATE: Key = Key {
    name: "copy_before_update",
    variable: "VAULTY_COPY_BEFORE_UPDATE",
    default: "true",
    doc: "Whether a start that changes a Postgres' tables copies them first, into its schema `vaulty_before_update`. With `false` take a copy by pg_dump before each update. SQLite is always copied.",
};

/// How much trace is kept.
pub const TRACE_KEEP: Key = Key {
    name: "trace_keep",
    variable: "VAULTY_TRACE_KEEP",
    default: "20000",
    doc: "Trace entries kept, 100 to 100000000000. What is beyond goes with its answers, from whoever has most, oldest first.",
};

/// How long traces are kept.
pub const TRACE_DAYS: Key = Key {
    name: "trace_days",
    variable: "VAULTY_TRACE_DAYS",
    default: "90",
    doc: "Days for which trace entries are kept, 1 to 3650.",
};

/// How large the database may grow by traces.
pub const TRACE_MB: Key = Key {
    name: "trace_mb",
    variable: "VAULTY_TRACE_MB",
    default: "1024",
    doc: "Megabytes that the database may grow to before the oldest trace entries go, 8 to 100000000.",
};

/// Whether pages are kept with their plans.
pub const TRACE_PAGES: Key = Key {
    name: "trace_pages",
    variable: "VAULTY_TRACE_PAGES",
    default: "false",
    doc: "Keeps with each plan the page that it was made for, without values, so that `vaulty-server replay` can plan it again; for reports of mistakes, at several times the space.",
};

/// What is logged.
pub const LOG: Key = Key {
    name: "log",
    variable: "VAULTY_LOG",
    default: "info",
    doc: "What is logged: `error`, `warn`, `info`, `debug`, `trace`, or directives such as `info,sqlx=warn`.",
};

/// How it is logged.
pub const LOG_FORMAT: Key = Key {
    name: "log_format",
    variable: "VAULTY_LOG_FORMAT",
    default: "text",
    doc: "`text` or `json`, one line an event, to standard error.",
};

/// Where spans go.
pub const OTLP_ENDPOINT: Key = Key {
    name: "otlp_endpoint",
    variable: "VAULTY_OTLP_ENDPOINT",
    default: "none",
    doc: "Address of an OpenTelemetry collector that takes spans by OTLP over HTTP, such as `http://127.0.0.1:4318`. Headers that it wants are read from `OTEL_EXPORTER_OTLP_HEADERS`.",
};

/// Pages from a folder.
pub const PAGES_DIR: Key = Key {
    name: "pages_dir",
    variable: "VAULTY_PAGES_DIR",
    default: "the pages inside the program",
    doc: "Serves the pages from this folder, read anew for each request; for work on the pages.",
};

/// All keys, in the order of the documentation.
pub const ALL: &[&Key] = &[
    &LISTEN,
    &DATA_DIR,
    &AUTH,
    &TLS_PROXY,
    &ALLOWED_HOSTS,
    &ALLOWED_ORIGINS,
    &MAX_BODY_BYTES,
    &REQUEST_TIMEOUT_SECONDS,
    &MAX_CONCURRENT_REQUESTS,
    &MAX_CONNECTIONS,
    &REQUESTS_PER_SECOND,
    &REQUEST_BURST,
    &DATABASE_URL,
    &DATABASE_CONNECTIONS,
    &COPY_BEFORE_UPDATE,
    &TRACE_KEEP,
    &TRACE_DAYS,
    &TRACE_MB,
    &TRACE_PAGES,
    &LOG,
    &LOG_FORMAT,
    &OTLP_ENDPOINT,
    &PAGES_DIR,
];
