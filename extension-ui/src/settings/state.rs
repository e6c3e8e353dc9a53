//! What the view Settings holds, and how it is read.

use extension_browser::{chrome::ChromeError, console, storage};
use shared_types::{
    api::PairedBrowser,
    settings::{AgentSettings, LogLevel, OpensIn},
};
use sycamore::prelude::*;

use super::{learned, lists, own_model, recipes, sites};
use crate::{paint::Said, session::Session};

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
    /// Whether agents may ask for something.
    pub(super) agents: Signal<bool>,
    /// Whether they may suggest answers.
    pub(super) agents_answer: Signal<bool>,
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
    pub(crate) learned: learned::State,
    /// The browser's own model.
    pub(super) own_model: own_model::State,
    pub(crate) recipes: recipes::State,
    pub(crate) lists: lists::State,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        let flag = || create_signal(false);
        Self {
            use_server: flag(),
            agents: flag(),
            agents_answer: flag(),
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
            sites: sites::State::new(session),
            learned: learned::State::new(),
            own_model: own_model::State::new(session),
            recipes: recipes::State::new(),
            lists: lists::State::new(),
        }
    }
}

/// Levels as the form names them.
pub(super) const LEVELS: &Choices<LogLevel> = &[
    ("off", key!("settings_off"), LogLevel::Off),
    ("error", key!("settings_errors"), LogLevel::Error),
    ("info", key!("settings_what_happens"), LogLevel::Info),
    ("debug", key!("settings_everything_including_pages"), LogLevel::Debug),
];

/// What the toolbar button opens, as the form names it.
pub(super) const PLACES: &Choices<OpensIn> = &[
    ("panel", key!("settings_the_side_panel"), OpensIn::Panel),
    ("popup", key!("settings_a_popup"), OpensIn::Popup),
    ("window", key!("settings_a_window"), OpensIn::Window),
];

/// A choice of the form: its name there, its words, and what it stands for.
pub(super) type Choices<T> = [(&'static str, &'static str, T)];

/// What the form calls a choice.
pub(super) fn name_of<T: Copy + PartialEq>(choices: &Choices<T>, wanted: T) -> &'static str {
    choices.iter().find(|(.., known)| *known == wanted).map_or("", |(name, ..)| name)
}

/// The choice of that name, or what holds where none is made.
pub(super) fn choice_of<T: Copy + Default>(choices: &Choices<T>, name: &str) -> T {
    choices
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|(.., choice)| *choice)
        .unwrap_or_default()
}

/// Reads the settings anew, and shows what changed. What the person typed over stays until it is saved, but for secrets, and
/// unless all was erased.
pub(crate) async fn load(state: State) -> Result<(), ChromeError> {
    let settings = storage::settings().await?;
    let base = storage::api_base().await?;
    console::set_level(settings.log_level);
    let before = state.stored.get_clone_untracked();
    if before.as_ref().is_some_and(|(known, at)| (known, at) == (&settings, &base)) {
        return Ok(());
    }
    let is_erased = before.is_some() && settings == AgentSettings::default();
    let shown = before.filter(|_| !is_erased);
    let stored = (settings, base);
    // A code is of the server that stood beside it. Where the person typed that server over, both stay.
    let follows = |(_, was): &(AgentSettings, String)| {
        *was != stored.1 && state.base.text.with_untracked(|typed| typed == was)
    };
    if is_erased || shown.as_ref().is_some_and(follows) {
        state.code.text.set(String::new());
    }
    let was = shown.as_ref().map(|shown| texts_of(state, shown).map(|(_, text)| text));
    for (at, (control, text)) in texts_of(state, &stored).into_iter().enumerate() {
        let was = was.as_ref().and_then(|was| was.get(at));
        if was.is_none_or(|was| control.text.with_untracked(|typed| typed == was)) {
            control.text.set(text);
        }
    }
    let was = shown.as_ref().map(|shown| flags_of(state, &shown.0).map(|(_, is)| is));
    for (at, (control, is)) in flags_of(state, &stored.0).into_iter().enumerate() {
        let was = was.as_ref().and_then(|was| was.get(at));
        if was.is_none_or(|was| control.get_untracked() == *was) {
            control.set(is);
        }
    }
    // One that is typed is for the server or the provider that stood beside it, which may be another one now.
    state.token.text.set(stored.0.server_token.reveal().to_owned());
    state.key.text.set(stored.0.llm_api_key.reveal().to_owned());
    state.stored.set(Some(stored));
    Ok(())
}

/// Shows the settings as they were saved: nothing is typed over any more.
pub(super) async fn saved(state: State) -> Result<(), ChromeError> {
    state.stored.set(None);
    load(state).await
}

/// Shows the settings after everything was erased: nothing that was typed is left.
pub(super) async fn erased(state: State) -> Result<(), ChromeError> {
    state.code.text.set(String::new());
    let texts = texts_of(state, &Default::default()).map(|(control, _)| control);
    for control in texts.into_iter().chain([state.code]) {
        control.wrong.set(String::new());
    }
    saved(state).await
}

/// What the controls for text show of settings, and of the server's address.
pub(super) fn texts_of(
    state: State,
    (settings, base): &(AgentSettings, String),
) -> [(Text, String); 12] {
    [
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
        (state.level, name_of(LEVELS, settings.log_level)),
        (state.opens_in, name_of(PLACES, settings.opens_in)),
    ]
    .map(|(control, text)| (control, text.to_owned()))
}

/// What the ticks show.
pub(super) fn flags_of(state: State, settings: &AgentSettings) -> [(Signal<bool>, bool); 6] {
    [
        (state.use_server, settings.use_server),
        (state.agents, settings.agents_enabled),
        (state.agents_answer, settings.agents_answer),
        (state.own_model.chosen, settings.browser_model),
        (state.is_capped, settings.cap_enabled),
        (state.autopilot, settings.autopilot_enabled),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_named() {
        fn check<T: Copy + Default + PartialEq + std::fmt::Debug>(choices: &Choices<T>) {
            for (name, _, choice) in choices {
                assert_eq!((choice_of(choices, name), name_of(choices, *choice)), (*choice, *name));
            }
            assert_eq!(choice_of(choices, "nonsense"), T::default());
        }
        check(LEVELS);
        check(PLACES);
    }
}
