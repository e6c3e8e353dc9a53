//! What other programs of the person's find, by way of their server: words go there, and what comes back is shown before it
//! is used.

use extension_browser::tasks::spawn_local;
use shared_types::{
    Private,
    api::{SourceKind, SourceQuery, SourceSummary},
    message::{PopupMessage, PopupReply},
};
use sycamore::prelude::*;

use crate::{
    browser::{focus_on, value_of},
    paint::{error, invalid, t},
    session::Session,
    worker::send,
};

/// A search that the person writes.
#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    kind: SourceKind,
    /// By which the controls are called.
    id: &'static str,
    /// The source that was chosen; the first until then.
    chosen: Signal<Option<String>>,
    words: Signal<String>,
    wrong: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(crate) fn new(session: Session, kind: SourceKind, id: &'static str) -> Self {
        Self {
            session,
            kind,
            id,
            chosen: create_signal(None),
            words: create_signal(String::new()),
            wrong: create_signal(String::new()),
            busy: create_signal(false),
        }
    }

    fn all(self) -> Vec<SourceSummary> {
        let mut all = self.session.sources.get_clone();
        all.retain(|source| source.kinds.contains(&self.kind));
        all
    }

    fn source(self) -> String {
        let all = self.all().into_iter().map(|source| source.name);
        let mut all = all.collect::<Vec<_>>().into_iter();
        let chosen = self.chosen.get_clone();
        match chosen.filter(|chosen| all.clone().any(|name| name == *chosen)) {
            Some(chosen) => chosen,
            None => all.next().unwrap_or_default(),
        }
    }

    fn part(self, name: &str) -> String {
        format!("{}-{name}", self.id)
    }

    /// Says what is wrong with what came.
    pub(crate) fn fail(self, why: String) {
        self.wrong.set(why);
        focus_on(format!("#{}", self.part("words")));
    }
}

/// Asks which sources there are. Without a server, or one that knows of none, there are none.
pub(crate) async fn load(session: Session) {
    if let Ok(PopupReply::Sources(sources)) = send(&PopupMessage::Sources).await {
        session.sources.set(sources);
    }
}

/// Where to look, and for what. Nothing is painted where there is no source. What is found goes to `found`, with the
/// source's name.
pub(crate) fn view(
    state: State,
    title: String,
    found: impl AsyncFn(String, PopupReply) + Copy + 'static,
) -> View {
    let search = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            if let Some((source, reply)) = ask(state).await {
                found(source, reply).await;
            }
        });
    };
    let options = move || {
        let chosen = state.source();
        let option = |source: SourceSummary| {
            let is_chosen = source.name == chosen;
            let name = t(&source.name);
            view! { option(value=source.name, selected=is_chosen) { (name) } }
        };
        state.all().into_iter().map(option).collect::<Vec<View>>()
    };
    let choose = move |event: web_sys::Event| state.chosen.set(Some(value_of(&event)));
    let (from, words, hint, wrong) =
        (state.part("from"), state.part("words"), state.part("hint"), state.part("error"));
    let described = format!("{hint} {wrong}");
    let wrong_part = error(wrong, state.wrong);
    let title = t(title);
    view! {
        details(id=state.id, hidden=state.all().is_empty()) {
            summary { (title) }
            form(novalidate=true, on:submit=search) {
                label(r#for=from.clone()) { (msg!("sources_where")) }
                select(id=from.clone(), on:change=choose) { (options()) }
                label(r#for=words.clone()) { (msg!("sources_words")) }
                input(id=words.clone(), autocomplete="off", maxlength="200", aria-describedby=described.clone(), aria-invalid=invalid(state.wrong), bind:value=state.words)
                p(id=hint.clone(), class="hint") { (t(msg!("sources_hint", source = state.source()))) }
                (wrong_part)
                div(class="actions") {
                    button(id=state.part("find"), r#type="submit", disabled=state.busy.get()) { (msg!("sources_find")) }
                    span(class="hint", role="status") { (if state.busy.get() { msg!("sources_looking") } else { String::new() }) }
                }
            }
        }
    }
}

async fn ask(state: State) -> Option<(String, PopupReply)> {
    let words = state.words.get_clone_untracked().trim().to_owned();
    if words.is_empty() {
        state.fail(msg!("sources_no_words"));
        return None;
    }
    state.wrong.set(String::new());
    let source = untrack(|| state.source());
    let query = SourceQuery { source: source.clone(), query: Private::new(words) };
    state.busy.set(true);
    let reply = send(&PopupMessage::AskSource { kind: state.kind, query }).await;
    state.busy.set(false);
    match reply {
        Ok(reply) => Some((source, reply)),
        Err(why) => {
            state.fail(why);
            None
        }
    }
}
