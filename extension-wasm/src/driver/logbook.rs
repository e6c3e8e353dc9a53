//! Keeps the log beside the work: what goes on in the page does not wait until a line is scrubbed and stored. Lines
//! are kept in the order in which they came, whatever job they are of; whoever reads or empties the log waits for what
//! is under way.

use std::{cell::RefCell, mem, rc::Rc};

use agent_core::exit::{Exit, Outgoing};
use futures_util::lock::Mutex;
use serde_json::Value;
use shared_types::{
    AgentAction,
    settings::{LogEntry, LogLevel},
};

use super::world::say;
use extension_browser::{chrome::ChromeError, console, storage, tasks::spawn_local};

/// What becomes a line of the log, or two.
pub(super) enum Line {
    Said {
        entry: LogEntry,
        action: Option<AgentAction>,
    },
    /// A page that was planned for, and its plan.
    Planned {
        entry: LogEntry,
        page: Outgoing<Value>,
        plan: Outgoing<Value>,
    },
}

/// What is to be done with the log.
#[derive(Default)]
struct Waiting {
    empties: bool,
    /// After it was emptied; each with the exit that it is to leave by.
    lines: Vec<(Line, Rc<Exit>)>,
}

thread_local! {
    static WAITING: RefCell<Waiting> = RefCell::default();
    /// The log is read and written back whole: one at a time.
    static TURN: Rc<Mutex<()>> = Rc::default();
}

/// Adds to the log, by the exit of the job that says it.
pub(super) fn keep(lines: Vec<Line>, exit: Rc<Exit>) {
    if lines.is_empty() {
        return;
    }
    let leaving = lines.into_iter().map(|line| (line, exit.clone()));
    WAITING.with_borrow_mut(|waiting| waiting.lines.extend(leaving));
    spawn_local(async {
        if let Err(error) = stored().await {
            say(LogLevel::Error, "the log could not be kept", &error.0);
        }
    });
}

/// Empties the log, what is still to be stored included.
pub(super) async fn empty() -> Result<(), ChromeError> {
    WAITING.set(Waiting { empties: true, lines: Vec::new() });
    stored().await
}

/// Resolves when everything that was to be kept until now is stored.
pub(super) async fn stored() -> Result<(), ChromeError> {
    let turn = TURN.with(Rc::clone);
    let _turn = turn.lock().await;
    let Waiting { empties, lines } = WAITING.with_borrow_mut(mem::take);
    if empties {
        storage::clear_logs().await?;
    }
    if lines.is_empty() {
        return Ok(());
    }
    storage::append_logs(lines.into_iter().flat_map(|(line, exit)| written(line, &exit)).collect())
        .await
}

fn written(line: Line, exit: &Exit) -> Vec<Outgoing<LogEntry>> {
    match line {
        Line::Said { entry, action } => {
            let is_error = entry.kind == "error";
            let entry = exit.log(entry, action);
            let level = if is_error { LogLevel::Error } else { LogLevel::Info };
            let line = || format!("{}: {}", entry.get().job_id, entry.get().message);
            if console::hears(level) {
                console::log_line(level, &exit.line(&line()));
            }
            vec![entry]
        }
        Line::Planned { entry, page, plan } => exit.log_plan(entry, page, plan).into(),
    }
}
