//! The popup page: it paints what is stored and sends messages to the worker. It takes no decision
//! about a form, and never logs what it shows.

mod cards;
mod cells;
mod dom;
mod facts;
mod fill;
mod format;
mod jobs;
mod log;
mod profile;
mod settings;
mod sites;
mod state;
mod transfer;
mod views;
mod worker;

use shared_types::settings::LogLevel;
use wasm_bindgen::prelude::*;
use web_sys::UrlSearchParams;

use crate::{chrome, console, storage, tasks::spawn_local};
use dom::{id, on_click, show};
use views::{VIEWS, show_view, shown_view};

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

    views::wire();
    wire_open_in_tab();
    fill::wire();
    cards::wire();
    profile::wire();
    transfer::wire();
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

fn wire_open_in_tab() {
    on_click(&id("open-in-tab"), || async {
        let view = shown_view();
        let tab = state::tab().map(|tab| format!("?tabId={tab}")).unwrap_or_default();
        if let Some(location) = dom::document().location() {
            let page =
                location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
            if chrome::open_tab(&format!("{page}{tab}#{view}"), true).await.is_err() {
                console::log(LogLevel::Error, "popup: no tab could be opened");
            }
        }
    });
}
