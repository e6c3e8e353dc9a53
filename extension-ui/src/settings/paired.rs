//! The browsers that are paired with the server.

use extension_browser::{chrome, tasks::spawn_local};
use shared_types::{
    api::PairedBrowser,
    message::{PopupMessage, PopupReply},
};
use sycamore::prelude::*;

use super::state::{State, load};
use crate::{
    paint::{Tone, ago, say, t},
    worker::send,
};

/// The browsers that are paired, each with what revokes it.
pub(super) fn browser_list(state: State) -> View {
    let items = move || {
        let all = state.browsers.get_clone();
        all.into_iter()
            .map(|(browser, age)| browser_item(state, &browser, &age))
            .collect::<Vec<View>>()
    };
    view! { ul(id="browser-list", class="plain") { (items()) } }
}

fn browser_item(state: State, browser: &PairedBrowser, age: &str) -> View {
    let name =
        if browser.name.is_empty() { msg!("settings_a_browser") } else { browser.name.clone() };
    let hint = t(if browser.current {
        msg!("settings_paired_this", age = age)
    } else {
        msg!("settings_paired", age = age)
    });
    let (label, name) = (t(msg!("settings_revoke", name = name)), t(name));
    let id = browser.id;
    let revoke = move |_| spawn_local(browsers(state, PopupMessage::RevokeBrowser { id }));
    view! {
        li {
            div(class="grow") { div { (name) } div(class="hint") { (hint) } }
            button(r#type="button", aria-label=label, on:click=revoke) { (msg!("settings_revoke_2")) }
        }
    }
}

/// Asks for the browsers that are paired and lists them.
pub(super) async fn browsers(state: State, message: PopupMessage) {
    state.busy.set(true);
    let answer = send(&message).await;
    state.busy.set(false);
    match answer {
        Ok(PopupReply::Browsers(list)) => {
            if list.is_empty() {
                say(
                    state.server_said,
                    Tone::Plain,
                    msg!("settings_no_browser_is_paired_with_this"),
                );
            }
            let now = chrome::now();
            #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
            let aged = |browser: PairedBrowser| {
                let age = ago(now - browser.paired_at as f64);
                (browser, age)
            };
            state.browsers.set(list.into_iter().map(aged).collect());
        }
        Ok(_) => {}
        Err(error) => say(state.server_said, Tone::Bad, error),
    }
}

/// Has the server forget this browser.
pub(super) async fn unpair(state: State) {
    state.busy.set(true);
    let answer = send(&PopupMessage::Unpair).await;
    // As after pairing: a form that still holds the token would save it again.
    let loaded = load(state).await;
    state.busy.set(false);
    match (answer, loaded) {
        (Ok(PopupReply::Server { message, .. }), Ok(())) => {
            state.browsers.set(Vec::new());
            say(state.server_said, Tone::Good, message);
        }
        (Ok(_), Ok(())) => {}
        (_, Err(error)) => say(state.server_said, Tone::Bad, error.to_string()),
        (Err(error), _) => say(state.server_said, Tone::Bad, error),
    }
}
