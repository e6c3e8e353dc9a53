//! Messages to the worker and what it answers.

use shared_types::{
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};

use crate::{chrome, console};

/// Sends a message to the worker. The error is for a person.
pub(super) async fn send(message: &PopupMessage) -> Result<PopupReply, String> {
    chrome::send_to_worker(message).await.map_err(|error| {
        console::log(LogLevel::Error, "popup: the worker answered with an error");
        error.0
    })
}

/// What an answer of another kind than expected is reported as.
pub(super) fn unexpected<T>(_: PopupReply) -> Result<T, String> {
    Err("The extension answered with something unexpected. Reload it, then try again.".to_owned())
}
