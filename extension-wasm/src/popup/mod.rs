//! The popup page: it paints what is stored and sends messages to the worker. It takes no decision
//! about a form, and never logs what it shows.

mod cards;
mod dom;
mod fill;
mod format;
mod input;
mod jobs;
mod log;
mod profile;
pub(crate) mod profile_file;
mod settings;
mod sites;
mod tree;

use shared_types::{
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};
use wasm_bindgen::prelude::*;
use web_sys::{KeyboardEvent, UrlSearchParams};

use crate::{chrome, console, storage, tasks::spawn_local};
use dom::{Control, attribute, focus, id, on, on_click, show};

/// The views, in the order of their tabs.
const VIEWS: &[&str] = &["fill", "profile", "settings", "log"];

/// Starts the page. Fails when the browser's storage cannot be read.
pub(crate) async fn start() -> Result<(), JsValue> {
    console::set_level(storage::settings().await?.log_level);
    let location = dom::document().location();
    let search = location.as_ref().and_then(|place| place.search().ok()).unwrap_or_default();
    let hash = location.and_then(|place| place.hash().ok()).unwrap_or_default();
    let named_tab = UrlSearchParams::new_with_str(&search)
        .ok()
        .and_then(|query| query.get("tabId"))
        .and_then(|id| id.parse().ok());

    wire_tabs();
    fill::wire();
    cards::wire();
    profile::wire();
    settings::wire();
    sites::wire();
    log::wire();
    chrome::on_storage_change(|keys| spawn_local(stored_changed(keys)));

    fill::load(named_tab).await?;
    profile::load().await?;
    settings::load().await?;
    sites::load().await?;
    log::load().await?;

    on_click(&id("notice-read"), || async {
        show("notice", false);
        if storage::set_notice(None).await.is_err() {
            console::log(LogLevel::Error, "popup: the notice could not be removed");
        }
    });
    show_notice().await?;

    show("startup", false);
    show_view(VIEWS.iter().find(|view| hash == format!("#{view}")).unwrap_or(&"fill"));
    console::log(LogLevel::Debug, "popup: ready");
    Ok(())
}

/// Shows what the worker has to tell, until it was read.
async fn show_notice() -> Result<(), chrome::ChromeError> {
    let notice = storage::notice().await?;
    show("notice", notice.is_some());
    dom::text("notice-text", &notice.unwrap_or_default());
    Ok(())
}

async fn stored_changed(keys: Vec<String>) {
    let has = |name: &str| keys.iter().any(|key| key == name);
    fill::stored_changed(&keys).await;
    let outcomes = [
        if has("userProfile") { profile::stored_changed().await } else { Ok(()) },
        if has("agentSettings") || has("apiBase") { settings::load().await } else { Ok(()) },
        if has(storage::CONSENTS) { sites::load().await } else { Ok(()) },
        if has("agentLogs") { log::load().await } else { Ok(()) },
        if has(storage::NOTICE) { show_notice().await } else { Ok(()) },
    ];
    if outcomes.iter().any(Result::is_err) {
        console::log(LogLevel::Error, "popup: storage could not be read");
    }
}

/// Sends a message to the worker. The error is for a person.
async fn send(message: &PopupMessage) -> Result<PopupReply, String> {
    chrome::send_to_worker(message).await.map_err(|error| {
        console::log(LogLevel::Error, "popup: the worker answered with an error");
        error.0
    })
}

/// What an answer of another kind than expected is reported as.
fn unexpected<T>(_: PopupReply) -> Result<T, String> {
    Err("The extension answered with something unexpected. Reload it, then try again.".to_owned())
}

fn wire_tabs() {
    for view in VIEWS {
        on_click(&id(&tab_of(view)), move || async move { show_view(view) });
    }
    if let Some(list) = dom::one(&dom::document_element(), "[role=tablist]") {
        on(&list, "keydown", |event| {
            let event: KeyboardEvent = event.unchecked_into();
            if let Some(view) = neighbour(&shown_view(), &event.key()) {
                event.prevent_default();
                show_view(view);
                focus(&id(&tab_of(view)));
            }
        });
    }
    on_click(&id("open-in-tab"), || async {
        let view = shown_view();
        let tab = fill::tab().map(|tab| format!("?tabId={tab}")).unwrap_or_default();
        if let Some(location) = dom::document().location() {
            let page =
                location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
            if chrome::open_tab(&format!("{page}{tab}#{view}"), true).await.is_err() {
                console::log(LogLevel::Error, "popup: no tab could be opened");
            }
        }
    });
}

fn tab_of(view: &str) -> String {
    format!("tab-{view}")
}

fn shown_view() -> String {
    dom::body_attribute("data-view")
}

/// The view that a key on the tabs leads to.
fn neighbour(view: &str, key: &str) -> Option<&'static str> {
    let count = VIEWS.len();
    let position = VIEWS.iter().position(|known| *known == view)?;
    let next = match key {
        "ArrowRight" => (position + 1) % count,
        "ArrowLeft" => (position + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    VIEWS.get(next).copied()
}

/// Shows one view.
fn show_view(view: &str) {
    for known in VIEWS {
        let selected = *known == view;
        let tab: Control = id(&tab_of(known));
        attribute(&tab, "aria-selected", if selected { "true" } else { "false" });
        attribute(&tab, "tabindex", if selected { "0" } else { "-1" });
        show(&format!("view-{known}"), selected);
    }
    dom::set_body_attribute("data-view", view);
    id("main").set_scroll_top(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_from_tab_to_tab() {
        let check = |view: &str, key: &str, expected: Option<&str>| {
            assert_eq!(neighbour(view, key), expected, "{view} {key}");
        };
        check("fill", "ArrowRight", Some("profile"));
        check("log", "ArrowRight", Some("fill"));
        check("fill", "ArrowLeft", Some("log"));
        check("settings", "Home", Some("fill"));
        check("settings", "End", Some("log"));
        check("settings", "Enter", None);
    }
}
