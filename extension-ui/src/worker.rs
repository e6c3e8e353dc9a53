//! Messages to the worker and what it answers.

use extension_browser::{chrome, console};
use shared_types::{
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};

/// Sends a message to the worker. The error is for a person.
pub(crate) async fn send(message: &PopupMessage) -> Result<PopupReply, String> {
    chrome::send_to_worker(message).await.map_err(|error| {
        console::log(LogLevel::Error, "panel: the worker answered with an error");
        error.0
    })
}

/// What an answer of another kind than expected is reported as.
pub(crate) fn unexpected<T>(_: PopupReply) -> Result<T, String> {
    Err(msg!("panel_unexpected_answer_from_the"))
}
