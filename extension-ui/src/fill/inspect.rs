//! What Vaulty understands of the page, for whoever wants to know.

use extension_browser::{chrome, tasks::spawn_local};
use shared_types::message::{PopupMessage, PopupReply};
use sycamore::prelude::*;

use super::sentences;
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
        said.set(msg!("inspect_looking"));
        spawn_local(async move {
            let answer = send(&PopupMessage::Inspect { tab_id }).await;
            let page = answer.and_then(|reply| match reply {
                PopupReply::Page(page) => Ok(page),
                other => unexpected(other),
            });
            busy.set(false);
            match page {
                Ok(page) => {
                    said.set(sentences::inspection_line(&page));
                    found.set(chrome::pretty(&page).unwrap_or_default());
                }
                Err(error) => said.set(error),
            }
        });
    };
    view! {
        details(id="inspect-box", class="quiet-box") {
            summary { (msg!("inspect_what_vaulty_understands_of_this")) }
            p(class="hint") { (msg!("inspect_fields_and_what_each_asks_for_no")) }
            div(class="actions") { button(id="inspect", r#type="button", disabled=busy.get(), on:click=look) { (msg!("inspect_look_at_the_page")) } }
            p(id="inspect-message", class="hint", role="status", aria-live="polite") { (t(said.get_clone())) }
            pre(id="inspection", tabindex="0", role="region", aria-label=msg!("inspect_inspection_as_json"), hidden=found.with(String::is_empty)) { (whole(found.get_clone())) }
        }
    }
}
