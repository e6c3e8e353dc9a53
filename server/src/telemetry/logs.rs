//! The log: text or JSON, one line an event, to standard error.

use std::{
    io::{self, IsTerminal as _},
    panic,
};

use tracing_subscriber::{EnvFilter, fmt};

use crate::config::{Config, LogFormat};

/// Starts logging for the whole process. A second call changes nothing.
pub fn init(config: &Config) {
    let filter = EnvFilter::try_new(&config.server.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = fmt().with_env_filter(filter).with_writer(io::stderr).with_target(true);
    let started = match config.server.log_format {
        LogFormat::Json => log.json().flatten_event(true).try_init(),
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).try_init(),
    };
    if started.is_ok() {
        panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            tracing::error!(place, "panic");
        }));
    }
}
