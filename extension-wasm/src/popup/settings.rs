//! The view Settings: server, model, limits, console log.

use std::cell::RefCell;

use agent_core::{
    person::typed,
    server::{self, Lost},
};
use shared_types::{
    message::{PopupMessage, PopupReply},
    settings::{AgentSettings, LogLevel},
};

use super::{
    dom::{self, Tone, busy, focus, id, invalid, on_click, on_submit, say},
    worker::{send, unexpected},
};
use crate::{address, chrome::ChromeError, console, storage};

thread_local! {
    /// What the form was filled from.
    static STORED: RefCell<Option<(AgentSettings, String)>> = const { RefCell::new(None) };
}

/// Listens to the view's controls.
pub(super) fn wire() {
    on_submit("settings-form", || async {
        match busy(&["settings-save"], save()).await {
            Ok(Lost { token: false, key: false }) => {
                say("settings-message", Tone::Good, "Saved.");
            }
            Ok(lost) => say("settings-message", Tone::Warn, gone(lost)),
            Err(error) => say("settings-message", Tone::Bad, &error),
        }
    });
    on_click(&id("pair"), || busy(&["pair"], pair()));
    on_click(&id("check-server"), || busy(&["check-server"], check_server()));
}

/// Shows the settings, unless they are what is shown already.
pub(super) async fn load() -> Result<(), ChromeError> {
    let settings = storage::settings().await?;
    let base = storage::api_base().await?;
    console::set_level(settings.log_level);
    let stored = Some((settings.clone(), base.clone()));
    if STORED.with_borrow(|before| *before == stored) {
        return Ok(());
    }
    STORED.set(stored);
    let texts = [
        ("api-base", base.as_str()),
        ("server-token", settings.server_token.reveal()),
        ("user-id", &settings.user_id),
        ("llm-provider", &settings.llm_provider),
        ("llm-model", &settings.llm_model),
        ("llm-api-key", settings.llm_api_key.reveal()),
        ("ollama-url", &settings.ollama_url),
        ("llm-base-url", &settings.llm_base_url),
        ("llm-mode", &settings.llm_mode),
        ("max-steps", &settings.max_steps.to_string()),
        ("log-level", level_name(settings.log_level)),
    ];
    for (control, text) in texts {
        id(control).put(text);
    }
    id("use-server").set_checked(settings.use_server);
    id("cap-enabled").set_checked(settings.cap_enabled);
    id("autopilot").set_checked(settings.autopilot_enabled);
    Ok(())
}

/// Levels as the form names them.
const LEVELS: &[(&str, LogLevel)] = &[
    ("off", LogLevel::Off),
    ("error", LogLevel::Error),
    ("info", LogLevel::Info),
    ("debug", LogLevel::Debug),
];

fn level_name(level: LogLevel) -> &'static str {
    LEVELS.iter().find(|(_, known)| *known == level).map_or("info", |(name, _)| name)
}

fn level_of(name: &str) -> LogLevel {
    LEVELS.iter().find(|(known, _)| *known == name).map_or(LogLevel::Info, |(_, level)| *level)
}

/// Stores what is in the form, if all of it is valid, and says what a change took away.
async fn save() -> Result<Lost, String> {
    let text = |control: &str| id(control).text().trim().to_owned();
    let base = checked("api-base", "api-base-error", address::of_server(&text("api-base")));
    let ollama = checked("ollama-url", "ollama-url-error", provider(&text("ollama-url")));
    let other = match text("llm-base-url") {
        none if none.is_empty() => Ok(none),
        address => provider(&address),
    };
    let other = checked("llm-base-url", "llm-base-url-error", other);
    let steps = checked("max-steps", "max-steps-error", typed::max_steps(&text("max-steps")));
    let user = Some(text("user-id")).filter(|user| !user.is_empty());
    let user = user.ok_or_else(|| "Enter a user name; “me” will do.".to_owned());
    let user = checked("user-id", "user-id-error", user);
    let (Some(base), Some(ollama_url), Some(llm_base_url), Some(max_steps), Some(user_id)) =
        (base, ollama, other, steps, user)
    else {
        show_first_error();
        return Err("Not saved: correct what is marked.".to_owned());
    };
    let not_stored =
        |error: ChromeError| format!("The browser did not store the settings: {error}");
    let before = storage::settings().await.map_err(not_stored)?;
    let mut settings = AgentSettings {
        llm_provider: text("llm-provider"),
        llm_api_key: text("llm-api-key").into(),
        llm_model: text("llm-model"),
        ollama_url,
        llm_base_url,
        llm_mode: text("llm-mode"),
        autopilot_enabled: id("autopilot").checked(),
        cap_enabled: id("cap-enabled").checked(),
        max_steps,
        use_server: id("use-server").checked(),
        server_token: text("server-token").into(),
        user_id,
        log_level: level_of(&text("log-level")),
        server_origin: String::new(),
        llm_key_for: String::new(),
    };
    let lost = server::change(&before, &mut settings, &base);
    storage::set_settings(&settings).await.map_err(not_stored)?;
    storage::set_api_base(&base).await.map_err(not_stored)?;
    console::set_level(settings.log_level);
    console::log(LogLevel::Info, "popup: settings saved");
    if lost != Lost::default() {
        id("server-token").put(settings.server_token.reveal());
        id("llm-api-key").put(settings.llm_api_key.reveal());
    }
    Ok(lost)
}

fn provider(text: &str) -> Result<String, String> {
    address::of_provider(text).map(|address| address.base())
}

/// What a change took away, and what to do.
fn gone(lost: Lost) -> &'static str {
    match (lost.token, lost.key) {
        (true, true) => {
            "Saved. This is another server: pair with it, and enter your provider’s key again."
        }
        (true, false) => "Saved. This is another server: pair with it.",
        _ => "Saved. Your key was for another provider or server: enter it again.",
    }
}

/// The value, with its error shown or taken away.
fn checked<T>(control: &str, error_id: &str, value: Result<T, String>) -> Option<T> {
    invalid(control, error_id, value.as_ref().err().map(String::as_str));
    value.ok()
}

fn show_first_error() {
    let Some(first) = dom::one(&id("settings-form"), "[aria-invalid=true]") else { return };
    if let Ok(Some(around)) = first.closest("details") {
        dom::attribute(&around, "open", "");
    }
    focus(&first);
}

/// Pairing and checking speak to the address in the form, so it is stored first.
async fn pair() {
    let code = id("pair-code").text().trim().to_owned();
    if code.is_empty() {
        say("server-message", Tone::Bad, "Enter the code that the server shows.");
        focus(&id("pair-code"));
        return;
    }
    if let Err(error) = save().await {
        return say("server-message", Tone::Bad, &error);
    }
    say("server-message", Tone::Plain, "Pairing …");
    match send(&PopupMessage::Pair { code: code.into() }).await {
        Ok(PopupReply::Server { reachable: false, message }) => {
            say("server-message", Tone::Bad, &message)
        }
        Ok(reply) => {
            id("pair-code").put("");
            // The form must hold the new token before anything saves the form.
            if let Err(error) = load().await {
                return say("server-message", Tone::Bad, &error.to_string());
            }
            let message = match reply {
                PopupReply::Server { message, .. } => message,
                _ => "Paired. The token is stored.".to_owned(),
            };
            say("server-message", Tone::Good, &message);
        }
        Err(error) => say("server-message", Tone::Bad, &error),
    }
}

async fn check_server() {
    match save().await {
        Ok(lost) if lost != Lost::default() => {
            say("settings-message", Tone::Warn, gone(lost));
        }
        Ok(_) => {}
        Err(error) => return say("server-message", Tone::Bad, &error),
    }
    say("server-message", Tone::Plain, "Asking the server …");
    let answer = send(&PopupMessage::CheckServer).await.and_then(|reply| match reply {
        PopupReply::Server { reachable, message } => Ok((reachable, message)),
        other => unexpected(other),
    });
    match answer {
        Ok((true, message)) => say("server-message", Tone::Good, &message),
        Ok((false, message)) | Err(message) => say("server-message", Tone::Bad, &message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_named_as_in_the_page() {
        let page = include_str!("../../../extension/popup.html");
        for (name, level) in LEVELS {
            assert!(page.contains(&format!("<option value=\"{name}\">")), "{name}");
            assert_eq!((level_of(name), level_name(*level)), (*level, *name));
        }
        assert_eq!(level_of("nonsense"), LogLevel::Info);
    }
}
