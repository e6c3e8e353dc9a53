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
    controls::GlobalAttributes,
    paint::{error, invalid, t},
    session::Session,
    worker::send,
};

/// By which the controls of a search are called.
#[derive(Clone, Copy)]
struct Ids {
    whole: &'static str,
    from: &'static str,
    words: &'static str,
    hint: &'static str,
    error: &'static str,
    find: &'static str,
}

const OF_RECORDS: Ids = Ids {
    whole: "table-source",
    from: "table-source-from",
    words: "table-source-words",
    hint: "table-source-hint",
    error: "table-source-error",
    find: "table-source-find",
};

const OF_DOCUMENTS: Ids = Ids {
    whole: "document-source",
    from: "document-source-from",
    words: "document-source-words",
    hint: "document-source-hint",
    error: "document-source-error",
    find: "document-source-find",
};

/// A search that the person writes.
#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    kind: SourceKind,
    ids: Ids,
    /// The source that was chosen; the first until then.
    chosen: Signal<Option<String>>,
    words: Signal<String>,
    wrong: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(crate) fn new(session: Session, kind: SourceKind) -> Self {
        Self {
            session,
            kind,
            ids: if kind == SourceKind::Records { OF_RECORDS } else { OF_DOCUMENTS },
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

    /// The source that is asked: the one that was chosen, or the first.
    fn source(self, all: &[SourceSummary], chosen: Option<String>) -> String {
        let mut names = all
            .iter()
            .filter(|source| source.kinds.contains(&self.kind))
            .map(|source| source.name.clone());
        let first = names.clone().next().unwrap_or_default();
        names.find(|name| Some(name) == chosen.as_ref()).unwrap_or(first)
    }

    fn shown(self) -> String {
        self.session.sources.with(|all| self.source(all, self.chosen.get_clone()))
    }

    /// Says what is wrong with what came.
    pub(crate) fn fail(self, why: String) {
        self.wrong.set(why);
        focus_on(format!("#{}", self.ids.words));
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
        let chosen = state.shown();
        let option = |source: SourceSummary| {
            let is_chosen = source.name == chosen;
            let name = t(&source.name);
            view! { option(value=source.name, selected=is_chosen) { (name) } }
        };
        state.all().into_iter().map(option).collect::<Vec<View>>()
    };
    let choose = move |event: web_sys::Event| state.chosen.set(Some(value_of(&event)));
    let Ids { whole, from, words, hint, error: wrong, find } = state.ids;
    let described = format!("{hint} {wrong}");
    let wrong_part = error(wrong, state.wrong);
    let title = t(title);
    view! {
        details(id=whole, hidden=state.all().is_empty()) {
            summary { (title) }
            form(novalidate=true, on:submit=search) {
                div(class="field") {
                    label(r#for=from) { (msg!("sources_where")) }
                    select(id=from, on:change=choose) { (options()) }
                }
                div(class="field") {
                    label(r#for=words) { (msg!("sources_words")) }
                    input(id=words, autocomplete="off", maxlength="200", aria-describedby=described, aria-invalid=invalid(state.wrong), bind:value=state.words)
                }
                p(id=hint, class="hint") { (t(msg!("sources_hint", source = state.shown()))) }
                (wrong_part)
                div(class="actions") {
                    button(id=find, r#type="submit", disabled=state.busy.get()) { (msg!("sources_find")) }
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
    let chosen = state.chosen.get_clone_untracked();
    let source = state.session.sources.with_untracked(|all| state.source(all, chosen));
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
