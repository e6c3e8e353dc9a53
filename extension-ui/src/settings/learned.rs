//! What corrections taught, each to be forgotten.

use extension_browser::tasks::spawn_local;
use shared_types::message::{LessonRow, PopupMessage, PopupReply, Trouble};
use sycamore::prelude::*;

use crate::{
    browser::focus_on,
    fill::sentences::host_of,
    paint::{error, label_or_none, source_label, t},
    worker::{send, unexpected},
};

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) rows: Signal<Vec<LessonRow>>,
    error: Signal<String>,
}

impl State {
    pub(crate) fn new() -> Self {
        Self { rows: create_signal(Vec::new()), error: create_signal(String::new()) }
    }

    async fn ask(self, message: PopupMessage) {
        let rows = send(&message).await.and_then(|reply| match reply {
            PopupReply::Lessons(rows) => Ok(rows),
            other => unexpected(other),
        });
        match rows {
            Ok(rows) => {
                self.error.set(String::new());
                self.rows.set(rows);
            }
            Err(why) => self.error.set(why),
        }
    }
}

/// Reads what is kept.
pub(crate) async fn load(state: State) {
    state.ask(PopupMessage::Lessons).await;
}

/// The list; nothing where nothing was taught.
pub(super) fn view(state: State) -> View {
    let rows = move || {
        state.rows.get_clone().into_iter().map(|row| item(state, row)).collect::<Vec<View>>()
    };
    let error_part = error("learned-error", state.error);
    view! {
        section(id="learned", class="card", aria-labelledby="learned-title", hidden=state.rows.with(Vec::is_empty)) {
            h2(id="learned-title", tabindex="-1") { (msg!("learned_title")) }
            p(class="hint") { (msg!("learned_hint")) }
            ul(id="learned-list", class="plain") { (rows()) }
            (error_part)
        }
    }
}

fn item(state: State, row: LessonRow) -> View {
    let label = label_or_none(&row.label);
    let words = t(words(&row, label.clone()));
    let place = t(match row.everywhere {
        true => msg!("learned_everywhere"),
        false => row.sites.iter().map(|site| host_of(site)).collect::<Vec<_>>().join(", "),
    });
    let name = t(msg!("learned_forget_that", label = label));
    let forget = move |_| {
        spawn_local(async move {
            state.ask(PopupMessage::RevokeLesson { id: row.id }).await;
            focus_on("#learned-title");
        });
    };
    view! {
        li {
            span(class="grow") { (words) " " span(class="hint block") { (place) } }
            button(class="quiet", r#type="button", aria-label=name, on:click=forget) { (msg!("learned_forget")) }
        }
    }
}

/// What a lesson says.
fn words(row: &LessonRow, label: String) -> String {
    let entry = || row.key.as_ref().map(|key| source_label(key.as_str()));
    let theirs = || entry().unwrap_or_else(|| msg!("learned_an_entry"));
    match (row.trouble, entry()) {
        (Some(Trouble::Format), _) => msg!("learned_format", label = label),
        (Some(Trouble::Typed), _) => msg!("learned_typed", label = label),
        (Some(Trouble::Pasted), _) => msg!("learned_pasted", label = label),
        (Some(Trouble::Calendar), _) => msg!("learned_calendar", label = label),
        (Some(Trouble::Refused), _) => msg!("learned_refused", label = label, entry = theirs()),
        (Some(Trouble::TakenBack), _) => {
            msg!("learned_taken_back", label = label, entry = theirs())
        }
        (Some(Trouble::Unopened), _) => msg!("learned_unopened", label = label),
        (None, Some(entry)) => msg!("learned_gets", label = label, entry = entry),
        (None, None) => msg!("learned_gets_what_is_gone", label = label),
    }
}
