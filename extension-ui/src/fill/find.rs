//! "Where is the form?": words in the place of an address. They go to the person's server and from there to whom it asks;
//! what is found is a list to choose from. Nothing opens by itself, and nothing is filled in by opening.

use agent_core::search::{self, Choice, Doubt};
use extension_browser::{chrome, recipes, tasks::spawn_local};
#[cfg(test)]
use shared_types::search::{SearchFailure, SearchResult};
use shared_types::{
    Private,
    message::{PopupMessage, PopupReply},
    search::{SearchProvider, SearchRequest, SearchResponse, SearchTried},
};
use sycamore::prelude::*;

use crate::{
    browser::focus_on,
    controls::GlobalAttributes,
    paint::{error, invalid, t},
    session::Session,
    worker::send,
};

/// What came of a search.
#[derive(Debug, Clone, PartialEq, Default)]
struct Found {
    by: Option<SearchProvider>,
    choices: Vec<Choice>,
    tried: Vec<SearchTried>,
}

#[derive(Clone, Copy)]
pub(super) struct State {
    words: Signal<String>,
    wrong: Signal<String>,
    busy: Signal<bool>,
    found: Signal<Option<Found>>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            words: create_signal(String::new()),
            wrong: create_signal(String::new()),
            busy: create_signal(false),
            found: create_signal(None),
        }
    }

    fn fail(self, why: String) {
        self.wrong.set(why);
        focus_on("#find-words");
    }
}

/// Asks whom the server asks. Without a server, or one that asks nobody, there is no search.
pub(crate) async fn load(session: Session) {
    if let Ok(PopupReply::SearchOffer(offer)) = send(&PopupMessage::SearchOffer).await {
        session.search.set(offer.providers);
    }
}

/// The words, and what was found for them. Nothing is painted where the server asks nobody.
pub(super) fn view(session: Session, state: State) -> View {
    let search = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(ask(session, state));
    };
    let said = move || state.found.with(|found| found.as_ref().map_or_else(String::new, summary));
    let tried = move || {
        let tried = state.found.with(|found| found.as_ref().map(|found| found.tried.clone()));
        tried.unwrap_or_default().iter().map(tried_item).collect::<Vec<View>>()
    };
    let choices = move || {
        let choices = state.found.with(|found| found.as_ref().map(|found| found.choices.clone()));
        choices.unwrap_or_default().into_iter().map(|one| item(state, one)).collect::<Vec<View>>()
    };
    let is_quiet = move || state.found.with(Option::is_none);
    let error_part = error("find-error", state.wrong);
    view! {
        details(id="find", open=!is_quiet(), hidden=session.search.with(Vec::is_empty)) {
            summary { (msg!("find_title")) }
            form(id="find-form", novalidate=true, on:submit=search) {
                div(class="field") {
                    label(r#for="find-words") { (msg!("find_words")) }
                    input(id="find-words", r#type="search", autocomplete="off", maxlength="200", aria-describedby="find-hint find-error", aria-invalid=invalid(state.wrong), bind:value=state.words)
                }
                p(id="find-hint", class="hint") { (session.search.with(|asked| goes_to(asked))) }
                (error_part)
                div(class="actions") {
                    button(id="find-search", r#type="submit", disabled=state.busy.get()) { (msg!("find_search")) }
                    span(class="hint", role="status") { (if state.busy.get() { msg!("sources_looking") } else { String::new() }) }
                }
            }
            p(id="find-said", role="status", hidden=is_quiet()) { (said()) }
            ul(id="find-tried", class="plain hint", hidden=is_quiet()) { (tried()) }
            ul(id="find-results", class="plain", aria-label=msg!("find_results"), hidden=is_quiet()) { (choices()) }
        }
    }
}

/// Whom the words go to.
fn goes_to(asked: &[SearchProvider]) -> String {
    let mut names = asked.iter().map(|one| search::name(*one));
    let Some(first) = names.next() else { return String::new() };
    let others = names.collect::<Vec<_>>().join(", ");
    if others.is_empty() {
        msg!("find_hint", provider = first)
    } else {
        msg!("find_hint_others", provider = first, others = others)
    }
}

/// What was found, and by whom.
fn summary(found: &Found) -> String {
    match found.by {
        Some(by) if !found.choices.is_empty() => {
            msg!("find_found", count = found.choices.len(), provider = search::name(by))
        }
        _ => msg!("find_nothing"),
    }
}

fn tried_item(tried: &SearchTried) -> View {
    let (provider, why) = (search::name(tried.provider), search::why(tried.why));
    let line = msg!("find_tried", provider = provider, why = why);
    view! { li { (line) } }
}

fn item(state: State, choice: Choice) -> View {
    let marks = marks(&choice).into_iter().map(|(class, text)| {
        let text = t(text);
        view! { span(class=class) { (text) } }
    });
    let marks: Vec<View> = marks.collect();
    let Choice { title, host, address, summary, .. } = choice;
    let label = t(msg!("find_open_this", title = title, host = host));
    let (title, host, summary) = (t(title), t(host), t(summary));
    let open = move |_| {
        let address = address.clone();
        spawn_local(async move {
            if chrome::open_tab(&address, true).await.is_err() {
                state.wrong.set(msg!("find_did_not_open"));
            }
        });
    };
    view! {
        li(class="found") {
            div(class="grow") {
                div { (title) }
                div { strong { (host) } " " (marks) }
                p(class="hint") { (summary) }
            }
            button(r#type="button", aria-label=label, on:click=open) { (msg!("find_open")) }
        }
    }
}

/// What is said of a page beside its name.
fn marks(choice: &Choice) -> Vec<(&'static str, String)> {
    let doubt = choice.doubt.as_ref().map(|doubt| match doubt {
        Doubt::LooksLike(host) => ("tag error", msg!("find_looks_like", host = host)),
        Doubt::Mixed => ("tag error", msg!("find_mixed")),
    });
    let ad = choice.is_ad.then(|| ("tag need", msg!("find_ad")));
    let used = choice.is_used.then(|| ("tag", msg!("find_used")));
    [ad, doubt, used].into_iter().flatten().collect()
}

async fn ask(session: Session, state: State) {
    let words = state.words.get_clone_untracked().trim().to_owned();
    if words.is_empty() {
        return state.fail(msg!("sources_no_words"));
    }
    state.wrong.set(String::new());
    state.found.set(None);
    state.busy.set(true);
    let message = PopupMessage::Search(SearchRequest { words: Private::new(words) });
    let reply = send(&message).await;
    let used = used(session).await;
    state.busy.set(false);
    match reply {
        Ok(PopupReply::Searched(SearchResponse { provider, results, tried })) => {
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            let choices = search::choices(results, &used);
            state.found.set(Some(Found { by: provider, choices, tried }));
        }
        Ok(_) => state.fail(msg!("panel_unexpected_answer_from_the")),
        Err(why) => state.fail(why),
    }
}

/// Where the person sent or taught a form. It stays in this browser.
async fn used(session: Session) -> Vec<String> {
    let sent = session
        .receipts
        .with_untracked(|all| all.iter().map(|one| one.origin.clone()).collect::<Vec<_>>());
    let taught = recipes::all().await.unwrap_or_default().into_iter();
    // What came in by a file alone was used by somebody else.
    let taught = taught.filter(|kept| kept.unproved.is_empty()).map(|kept| kept.recipe.origin);
    sent.into_iter().chain(taught).collect()
}

/// Shows these as if they had been found, for whoever paints screens.
#[cfg(test)]
pub(super) fn show(session: Session, state: State, results: Vec<SearchResult>, used: &[&str]) {
    session.search.set(vec![SearchProvider::Brave, SearchProvider::Duckduckgo]);
    let tried = SearchTried { provider: SearchProvider::Brave, why: SearchFailure::Limited };
    state.found.set(Some(Found {
        by: Some(SearchProvider::Duckduckgo),
        choices: search::choices(results, used),
        tried: vec![tried],
    }));
}
