//! The links of the page in front, for a list of forms: the person ticks which. What the page calls them is shown as text,
//! and none is opened.

use std::collections::BTreeSet;

use agent_core::tables::{host, of_links};
use extension_browser::{chrome, tasks::spawn_local};
use shared_types::{
    message::{PopupMessage, PopupReply},
    table::PageLink,
};
use sycamore::prelude::*;

use super::{setup::opened_list, state::State};
use crate::{
    browser::focus_on,
    paint::{error, t},
    worker::{send, unexpected},
};

/// The links that were read, and what is ticked of them.
#[derive(Clone, Copy)]
pub(crate) struct Links {
    found: Signal<Option<Found>>,
    ticked: Signal<BTreeSet<usize>>,
    filter: Signal<String>,
    error: Signal<String>,
    busy: Signal<bool>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Found {
    site: String,
    links: Vec<PageLink>,
    more: u32,
}

impl Links {
    pub(super) fn new() -> Self {
        Self {
            found: create_signal(None),
            ticked: create_signal(BTreeSet::new()),
            filter: create_signal(String::new()),
            error: create_signal(String::new()),
            busy: create_signal(false),
        }
    }
}

impl Found {
    /// Those that what is typed shows, by their places.
    fn shown(&self, filter: &str) -> Vec<usize> {
        let filter = filter.trim().to_lowercase();
        let fits = |link: &PageLink| {
            filter.is_empty()
                || link.text.to_lowercase().contains(&filter)
                || link.address.to_lowercase().contains(&filter)
        };
        (0..).zip(&self.links).filter(|(_, link)| fits(link)).map(|(at, _)| at).collect()
    }
}

/// The button, and what was read.
pub(super) fn view(state: State) -> View {
    let Links { found, error: wrong, busy, .. } = state.links;
    let read = move |_| spawn_local(read(state));
    let error_part = error("table-links-error", wrong);
    let part = move || match found.get_clone() {
        Some(found) => untrack(|| list(state, found)),
        None => View::new(),
    };
    view! {
        div(class="actions") {
            button(id="table-links", r#type="button", aria-describedby="table-links-error", disabled=busy.get(), on:click=read) { (msg!("tables_links")) }
        }
        (error_part)
        (part())
    }
}

async fn read(state: State) {
    let Links { found, ticked, filter, error, busy } = state.links;
    error.set(String::new());
    let tab = state.session.tab.get_untracked().filter(|_| !state.session.own_page.get_untracked());
    let Some(tab_id) = tab else {
        return error.set(msg!("worker_vaulty_cannot_work_on_this_page_2"));
    };
    busy.set(true);
    let answer = send(&PopupMessage::PageLinks { tab_id }).await;
    let site = chrome::tab(tab_id).await.map(|tab| host(&tab.url)).unwrap_or_default();
    busy.set(false);
    let told = answer.and_then(|reply| match reply {
        PopupReply::Links { links, more } => Ok(Found { site, links, more }),
        other => unexpected(other),
    });
    ticked.set(BTreeSet::new());
    filter.set(String::new());
    match told {
        Ok(told) if told.links.is_empty() => {
            found.set(None);
            error.set(msg!("tables_links_none"));
        }
        Ok(told) => {
            found.set(Some(told));
            focus_on("#table-links-filter");
        }
        Err(why) => error.set(why),
    }
}

fn list(state: State, found: Found) -> View {
    let Links { ticked, filter, .. } = state.links;
    let total = found.links.len();
    let items: Vec<View> =
        found.links.iter().enumerate().map(|(at, link)| item(state, at, link)).collect();
    let more = found.more;
    let words = if more > 0 { msg!("tables_links_more", count = more) } else { String::new() };
    let count = move || msg!("tables_links_ticked", count = ticked.with(BTreeSet::len), of = total);
    let tick = |found: Found, ticks: bool| {
        move |_: web_sys::MouseEvent| {
            let shown = filter.with_untracked(|filter| found.shown(filter));
            ticked.update(|all| {
                for at in shown {
                    if ticks {
                        all.insert(at)
                    } else {
                        all.remove(&at)
                    };
                }
            });
        }
    };
    let (all, none) = (tick(found.clone(), true), tick(found.clone(), false));
    let take = move |_: web_sys::MouseEvent| take(state, &found);
    view! {
        fieldset(id="table-links-list") {
            legend { (msg!("tables_links_title")) }
            label(r#for="table-links-filter") { (msg!("tables_links_filter")) }
            input(id="table-links-filter", r#type="search", autocomplete="off", "spellcheck"="false", bind:value=filter)
            div(class="actions") {
                button(id="table-links-all", class="quiet small", r#type="button", on:click=all) { (msg!("tables_links_tick")) }
                button(id="table-links-none", class="quiet small", r#type="button", on:click=none) { (msg!("tables_links_untick")) }
            }
            div(id="table-links-items") { (items) }
            p(class="hint", hidden=more == 0) { (words) }
            p(class="hint", role="status") { (count()) }
            div(class="actions") {
                button(id="table-links-use", r#type="button", on:click=take) { (msg!("tables_paste_open")) }
            }
        }
    }
}

fn item(state: State, at: usize, link: &PageLink) -> View {
    let Links { ticked, filter, .. } = state.links;
    let (text, address) = (t(&link.text), t(&link.address));
    let has_text = !text.is_empty();
    let one = Found { links: vec![link.clone()], ..Found::default() };
    let is_hidden = move || filter.with(|filter| one.shown(filter).is_empty());
    let toggle = move |_| {
        ticked.update(|all| {
            if !all.remove(&at) {
                all.insert(at);
            }
        });
    };
    view! {
        label(class="check", hidden=is_hidden()) {
            input(r#type="checkbox", prop:checked=ticked.with(|all| all.contains(&at)), on:change=toggle)
            span {
                span(hidden=!has_text) { (text) }
                " "
                span(class="hint") { (address) }
            }
        }
    }
}

/// Makes the ticked links a list of forms.
fn take(state: State, found: &Found) {
    let Links { found: shown, ticked, error, .. } = state.links;
    let chosen: Vec<PageLink> = ticked.with_untracked(|ticked| {
        ticked.iter().filter_map(|at| found.links.get(*at)).cloned().collect()
    });
    if chosen.is_empty() {
        return error.set(msg!("tables_links_none_ticked"));
    }
    shown.set(None);
    error.set(String::new());
    let name = msg!("tables_links_name", site = found.site);
    spawn_local(opened_list(state, name, of_links(&chosen)));
}
