//! What Vaulty understands of the page, for whoever wants to know.

use extension_browser::{chrome, tasks::spawn_local};
use shared_types::message::{PopupMessage, PopupReply};
use sycamore::prelude::*;

use super::words;
use crate::{
    paint::{t, whole},
    session::Session,
    worker::{send, unexpected},
};

#[derive(Clone, Copy)]
pub(super) struct State {
    busy: Signal<bool>,
    said: Signal<String>,
    found: Signal<String>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            busy: create_signal(false),
            said: create_signal(String::new()),
            found: create_signal(String::new()),
        }
    }
}

pub(super) fn view(session: Session, state: State) -> View {
    let State { busy, said, found } = state;
    let look = move |_| {
        let Some(tab_id) = session.tab.get() else { return };
        busy.set(true);
        found.set(String::new());
        said.set("Looking …".to_owned());
        spawn_local(async move {
            let answer = send(&PopupMessage::Inspect { tab_id }).await;
            let page = answer.and_then(|reply| match reply {
                PopupReply::Page(page) => Ok(page),
                other => unexpected(other),
            });
            busy.set(false);
            match page {
                Ok(page) => {
                    said.set(words::inspection_line(&page));
                    found.set(chrome::pretty(&page).unwrap_or_default());
                }
                Err(error) => said.set(error),
            }
        });
    };
    view! {
        details(id="inspect-box", class="quiet-box") {
            summary { "What Vaulty understands of this page" }
            p(class="hint") { "Fields and what each asks for. No values, and nothing is filled." }
            div(class="actions") { button(id="inspect", r#type="button", disabled=busy.get(), on:click=look) { "Look at the page" } }
            p(id="inspect-message", class="hint", role="status", aria-live="polite") { (t(said.get_clone())) }
            pre(id="inspection", tabindex="0", role="region", aria-label="Inspection as JSON", hidden=found.with(String::is_empty)) { (whole(found.get_clone())) }
        }
    }
}
