//! Debug logs of popup and worker. They never hold a value: a line is a constant or came through the exit. The
//! level is in the settings.

use std::cell::Cell;

use agent_core::exit::Outgoing;
use shared_types::settings::LogLevel;
use wasm_bindgen::JsValue;

thread_local! {
    static LEVEL: Cell<LogLevel> = const { Cell::new(LogLevel::Info) };
}

/// Sets how much is logged.
pub fn set_level(level: LogLevel) {
    LEVEL.with(|cell| cell.set(level));
}

/// Logs a line that says what the program does, when the level allows it.
pub fn log(level: LogLevel, message: &'static str) {
    write(level, message);
}

/// Logs a line with words of others in it, when the level allows it.
pub fn log_line(level: LogLevel, line: &Outgoing<String>) {
    write(level, line.get());
}

/// Whether a line of this level is logged.
pub fn hears(level: LogLevel) -> bool {
    level != LogLevel::Off && LEVEL.with(Cell::get) >= level
}

fn write(level: LogLevel, message: &str) {
    if !hears(level) {
        return;
    }
    let line = JsValue::from_str(&format!("[vaulty] {message}"));
    match level {
        LogLevel::Error => web_sys::console::error_1(&line),
        LogLevel::Info => web_sys::console::info_1(&line),
        LogLevel::Debug | LogLevel::Off => web_sys::console::debug_1(&line),
    }
}
