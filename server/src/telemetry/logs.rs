//! The log: text or JSON, one line an event, to standard error.

use std::{
    io::{self, IsTerminal as _},
    panic,
};

use tracing::Metadata;
use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::{FilterExt as _, filter_fn},
    fmt,
    layer::SubscriberExt as _,
    registry,
    util::SubscriberInitExt as _,
};

use crate::config::{Config, LogFormat};

/// Starts logging for the whole process. A second call changes nothing.
pub fn init(config: &Config) {
    let filter = EnvFilter::try_new(&config.server.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let filter = filter.and(filter_fn(may_be_logged));
    let log = fmt::layer().with_writer(io::stderr).with_target(true);
    let started = match config.server.log_format {
        LogFormat::Json => {
            registry().with(log.json().flatten_event(true).with_filter(filter)).try_init()
        }
        LogFormat::Text => {
            let log = log.with_ansi(io::stderr().is_terminal());
            registry().with(log.with_filter(filter)).try_init()
        }
    };
    if started.is_ok() {
        panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            tracing::error!(place, "panic");
        }));
    }
}

/// Whether something may be logged at all, whatever is configured: lines of the SDK of agents' protocol hold what an agent,
/// its person or a program with tools said, at every level.
fn may_be_logged(about: &Metadata<'_>) -> bool {
    !about.target().starts_with("rmcp")
}
