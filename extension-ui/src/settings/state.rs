//! What the view Settings holds, and how it is read.

use extension_browser::{chrome::ChromeError, console, storage};
use shared_types::{
    api::PairedBrowser,
    settings::{AgentSettings, LogLevel, OpensIn},
};
use sycamore::prelude::*;

use super::sites;
use crate::paint::Said;

/// A text of the form and what is wrong with it.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) text: Signal<String>,
    pub(super) wrong: Signal<String>,
}

impl Text {
    fn new() -> Self {
        Self { text: create_signal(String::new()), wrong: create_signal(String::new()) }
    }

    /// What is typed, without white space around it.
    pub(super) fn trimmed(self) -> String {
        self.text.with_untracked(|text| text.trim().to_owned())
    }

    /// The value, with its error shown or taken away.
    pub(super) fn checked<T>(self, value: Result<T, String>) -> Option<T> {
        self.wrong.set(value.as_ref().err().cloned().unwrap_or_default());
        value.ok()
    }
}

/// What the view holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(super) use_server: Signal<bool>,
    pub(super) base: Text,
    pub(super) code: Text,
    pub(super) token: Text,
    pub(super) user: Text,
    pub(super) mode: Text,
    pub(super) provider: Text,
    pub(super) model: Text,
    pub(super) key: Text,
    pub(super) ollama: Text,
    pub(super) other: Text,
    pub(super) is_capped: Signal<bool>,
    pub(super) max_steps: Text,
    pub(super) autopilot: Signal<bool>,
    pub(super) level: Text,
    pub(super) opens_in: Text,
    pub(super) said: Signal<Said>,
    pub(super) server_said: Signal<Said>,
    pub(super) busy: Signal<bool>,
    /// What the form was filled from.
    pub(super) stored: Signal<Option<(AgentSettings, String)>>,
    /// Paired browsers, with how long ago each was paired.
    pub(super) browsers: Signal<Vec<(PairedBrowser, String)>>,
    /// The part about consent.
    pub(crate) sites: sites::State,
}

impl State {
    pub(crate) fn new() -> Self {
        let flag = || create_signal(false);
        Self {
            use_server: flag(),
            base: Text::new(),
            code: Text::new(),
            token: Text::new(),
            user: Text::new(),
            mode: Text::new(),
            provider: Text::new(),
            model: Text::new(),
            key: Text::new(),
            ollama: Text::new(),
            other: Text::new(),
            is_capped: flag(),
            max_steps: Text::new(),
            autopilot: flag(),
            level: Text::new(),
            opens_in: Text::new(),
            said: create_signal(Said::default()),
            server_said: create_signal(Said::default()),
            busy: flag(),
            stored: create_signal(None),
            browsers: create_signal(Vec::new()),
            sites: sites::State::new(),
        }
    }
}

/// Levels as the form names them.
pub(super) const LEVELS: &[(&str, &str, LogLevel)] = &[
    ("off", "Off", LogLevel::Off),
    ("error", "Errors", LogLevel::Error),
    ("info", "What happens", LogLevel::Info),
    ("debug", "Everything, including pages", LogLevel::Debug),
];

/// What the form calls a level.
pub(super) fn level_name(level: LogLevel) -> &'static str {
    LEVELS.iter().find(|(.., known)| *known == level).map_or("info", |(name, ..)| name)
}

/// The level of that name.
pub(super) fn level_of(name: &str) -> LogLevel {
    LEVELS.iter().find(|(known, ..)| *known == name).map_or(LogLevel::Info, |(.., level)| *level)
}

/// What the toolbar button opens, as the form names it.
pub(super) const PLACES: &[(&str, &str, OpensIn)] = &[
    ("panel", "The side panel", OpensIn::Panel),
    ("popup", "A popup", OpensIn::Popup),
    ("window", "A window", OpensIn::Window),
];

/// What the form calls a place.
pub(super) fn place_name(place: OpensIn) -> &'static str {
    PLACES.iter().find(|(.., known)| *known == place).map_or("panel", |(name, ..)| name)
}

/// The place of that name.
pub(super) fn place_of(name: &str) -> OpensIn {
    PLACES.iter().find(|(known, ..)| *known == name).map_or(OpensIn::Panel, |(.., place)| *place)
}

/// Shows the settings, unless they are what is shown already.
pub(crate) async fn load(state: State) -> Result<(), ChromeError> {
    let settings = storage::settings().await?;
    let base = storage::api_base().await?;
    console::set_level(settings.log_level);
    let stored = Some((settings.clone(), base.clone()));
    if state.stored.with_untracked(|before| *before == stored) {
        return Ok(());
    }
    state.stored.set(stored);
    let texts = [
        (state.base, base.as_str()),
        (state.token, settings.server_token.reveal()),
        (state.user, &settings.user_id),
        (state.provider, &settings.llm_provider),
        (state.model, &settings.llm_model),
        (state.key, settings.llm_api_key.reveal()),
        (state.ollama, &settings.ollama_url),
        (state.other, &settings.llm_base_url),
        (state.mode, &settings.llm_mode),
        (state.max_steps, &settings.max_steps.to_string()),
        (state.level, level_name(settings.log_level)),
        (state.opens_in, place_name(settings.opens_in)),
    ];
    for (control, text) in texts {
        control.text.set(text.to_owned());
    }
    state.use_server.set(settings.use_server);
    state.is_capped.set(settings.cap_enabled);
    state.autopilot.set(settings.autopilot_enabled);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_named() {
        for (name, _, level) in LEVELS {
            assert_eq!((level_of(name), level_name(*level)), (*level, *name));
        }
        assert_eq!(level_of("nonsense"), LogLevel::Info);
        for (name, _, place) in PLACES {
            assert_eq!((place_of(name), place_name(*place)), (*place, *name));
        }
        assert_eq!(place_of("nonsense"), OpensIn::Panel);
    }
}
