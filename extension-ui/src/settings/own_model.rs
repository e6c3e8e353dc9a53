//! The browser's own model: whether it is asked, whether it is there, and having it downloaded.

use agent_core::catalogue;
use extension_browser::{
    model::{self, Availability},
    tasks::spawn_local,
};
use sycamore::prelude::*;

use crate::{
    controls::GlobalAttributes,
    paint::{Said, Tone, message, say},
    session::Session,
};

/// What this part holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// Whether it is to be asked.
    pub(super) chosen: Signal<bool>,
    /// Whether the browser has one; nothing until it said so.
    there: Signal<Option<Availability>>,
    /// How much of it is downloaded, from 0 to 1, while it is.
    downloaded: Signal<Option<f64>>,
    said: Signal<Said>,
    session: Session,
}

impl State {
    pub(super) fn new(session: Session) -> Self {
        Self {
            chosen: create_signal(false),
            there: create_signal(None),
            downloaded: create_signal(None),
            said: create_signal(Said::default()),
            session,
        }
    }
}

pub(super) fn view(state: State) -> View {
    let State { session, chosen, there, downloaded, .. } = state;
    // The browser is asked where its answer is seen, not whenever the panel opens.
    create_effect(move || {
        if session.view.get() == "settings" {
            spawn_local(look(state));
        }
    });
    let is_missing = move || there.get() == Some(Availability::Missing);
    let can_download = move || there.get() == Some(Availability::Downloadable);
    let message_part = message("browser-model-message", "report", state.said);
    view! {
        fieldset(class="card") {
            legend { (msg!("settings_the_browsers_own_model")) }
            label(class="check") {
                input(id="browser-model", r#type="checkbox", aria-describedby="browser-model-state", disabled=is_missing() && !chosen.get(), bind:checked=chosen)
                span { (msg!("settings_ask_the_browsers_own_model")) " " span(class="hint block") { (msg!("settings_it_runs_on_this_device_and_is")) } }
            }
            p(id="browser-model-state", class="hint", role="status") { (state_line(there.get(), downloaded.get())) }
            button(id="browser-model-download", r#type="button", hidden=!can_download(), disabled=downloaded.get().is_some(), on:click=move |_| download(state)) { (msg!("settings_download_it")) }
            (message_part)
        }
    }
}

/// How it stands with the model, in a sentence.
fn state_line(own: Option<Availability>, downloaded: Option<f64>) -> String {
    if let Some(part) = downloaded {
        let percent = catalogue::decimal(part * 100.0, 0);
        return msg!("settings_downloading_it_percent", percent = percent);
    }
    match own {
        None => String::new(),
        Some(Availability::Missing) => msg!("settings_this_browser_has_no_model"),
        Some(Availability::Downloadable) => msg!("settings_the_browser_downloads_it_first"),
        Some(Availability::Downloading) => msg!("settings_the_browser_is_downloading_it"),
        Some(Availability::Ready) => msg!("settings_it_is_there"),
    }
}

async fn look(state: State) {
    let own = model::availability().await;
    // The view may be gone by then.
    if state.there.is_alive() {
        state.there.set(Some(own));
    }
}

fn download(state: State) {
    state.downloaded.set(Some(0.0));
    say(state.said, Tone::Plain, "");
    spawn_local(async move {
        let ended = model::download(move |part| {
            if state.downloaded.is_alive() {
                state.downloaded.set(Some(part));
            }
        })
        .await;
        if !state.downloaded.is_alive() {
            return;
        }
        state.downloaded.set(None);
        if let Err(error) = ended {
            let why = error.0;
            say(state.said, Tone::Bad, msg!("settings_it_was_not_downloaded", why = why));
        }
        look(state).await;
    });
}
