//! The links of the page in front, for a list of forms: the person ticks which. What the page calls them is shown as text,
//! and none is opened.

use std::collections::BTreeSet;

use agent_core::tables::{host, of_links};
use extension_browser::{chrome, tasks::spawn_local};
use shared_types::{
    import::TableFound,
    message::{PopupMessage, PopupReply},
    table::PageLink,
};
use sycamore::prelude::*;

use crate::{
    browser::focus_on,
    controls::GlobalAttributes,
    paint::{error, t},
    session::Session,
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

/// The button, and what was read. `take` gets what the person chose of it: its name, and a table.
pub(super) fn view(
    session: Session,
    links: Links,
    take: impl Fn(String, TableFound) + Copy + 'static,
) -> View {
    let Links { found, error: wrong, busy, .. } = links;
    let read = move |_| spawn_local(read(session, links));
    let error_part = error("table-links-error", wrong);
    let part = move || match found.get_clone() {
        Some(found) => untrack(|| list(links, found, take)),
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

async fn read(session: Session, links: Links) {
    let Links { found, ticked, filter, error, busy } = links;
    error.set(String::new());
    let tab = session.tab.get_untracked().filter(|_| !session.own_page.get_untracked());
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

fn list(links: Links, found: Found, take: impl Fn(String, TableFound) + Copy + 'static) -> View {
    let Links { ticked, filter, .. } = links;
    let total = found.links.len();
    let items: Vec<View> =
        found.links.iter().enumerate().map(|(at, link)| item(links, at, link)).collect();
    let more = found.more;
    let words = if more > 0 { msg!("tables_links_more", count = more) } else { String::new() };
    let count =
        move || msg!("tables_links_ticked", number = ticked.with(BTreeSet::len), of = total);
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
    let choose = move |_: web_sys::MouseEvent| {
        if let Some(chosen) = chosen(links, &found) {
            take(msg!("tables_links_name", site = found.site), of_links(&chosen));
        }
    };
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
                button(id="table-links-use", r#type="button", on:click=choose) { (msg!("tables_paste_open")) }
            }
        }
    }
}

fn item(links: Links, at: usize, link: &PageLink) -> View {
    let Links { ticked, filter, .. } = links;
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

/// The ticked links, after which nothing is listed any more; nothing where none is.
fn chosen(links: Links, found: &Found) -> Option<Vec<PageLink>> {
    let Links { found: shown, ticked, error, .. } = links;
    let chosen: Vec<PageLink> = ticked.with_untracked(|ticked| {
        ticked.iter().filter_map(|at| found.links.get(*at)).cloned().collect()
    });
    if chosen.is_empty() {
        error.set(msg!("tables_links_none_ticked"));
        return None;
    }
    shown.set(None);
    error.set(String::new());
    Some(chosen)
}
