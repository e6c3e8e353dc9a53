//! The whole panel: its views, how they are read at first, and how they follow what changes.

use std::pin::pin;

use agent_core::catalogue;
use extension_browser::{
    chrome::{self, ChromeError},
    console, profiles, recipes, storage, tables,
    tasks::spawn_local,
};
use futures_util::future::{Either, join, ready, select, try_join, try_join3};
use gloo_timers::future::TimeoutFuture;
use shared_types::settings::LogLevel;
use sycamore::prelude::*;
use wasm_bindgen::prelude::*;

use crate::{
    browser::{
        asked_by_address, focus_on, mark_body, mark_time, on_window, own_address, stop_by_key,
    },
    fill, log,
    paint::t,
    profile, sent,
    session::Session,
    settings, sources,
};

/// The views, in the order of their tabs: what the page calls them, and the key of what the person does.
const VIEWS: &[(&str, &str)] = &[
    ("fill", key!("panel_fill")),
    ("profile", key!("panel_profile")),
    ("sent", key!("panel_sent")),
    ("settings", key!("panel_settings")),
    ("log", key!("panel_log")),
];

/// What the panel holds. Its signals live as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) fill: fill::State,
    pub(crate) profile: profile::State,
    pub(crate) sent: sent::State,
    pub(crate) settings: settings::State,
    pub(crate) log: log::State,
}

impl App {
    /// With nothing in it. Only within a root.
    pub(crate) fn new() -> Self {
        let session = Session::new();
        Self {
            session,
            fill: fill::State::new(session),
            profile: profile::State::new(session),
            sent: sent::State::new(session),
            settings: settings::State::new(session),
            log: log::State::new(session),
        }
    }
}

/// Starts the page. Fails when the browser's storage cannot be read.
pub(crate) async fn start() -> Result<(), JsValue> {
    mark_time("begun");
    let (named_tab, hash) = asked_by_address("tabId");
    if let (Some(place), _) = asked_by_address("in") {
        mark_body(&[("data-in", &place)]);
    }
    let named_tab = named_tab.and_then(|id| id.parse().ok());
    let mut made = None;
    let root = create_root(|| made = Some(App::new()));
    let Some(app) = made else { return Ok(()) };
    let main = sycamore::web::document().get_element_by_id("panel");
    let main = main.ok_or_else(|| {
        JsValue::from(ChromeError("the page has no place for the panel".to_owned()))
    })?;
    app.session.is_for_one.set(named_tab.is_some());
    app.session.tab.set(named_tab);
    // The browser is asked for what is stored before anything is painted, and reads meanwhile.
    let reading = pin!(read_first(app));
    let read = match select(reading, ready(())).await {
        Either::Left((read, _)) => Either::Left(ready(read)),
        Either::Right(((), reading)) => Either::Right(reading),
    };
    root.run_in(|| sycamore::web::render_in_scope(move || whole(app), &main));
    mark_time("painted");
    chrome::on_storage_change(move |keys| spawn_local(stored_changed(app, keys)));
    read.await?;
    // The worker may be asleep, and nothing else waits for it.
    spawn_local(async move {
        sent::load(app.sent).await;
        settings::learned::load(app.settings.learned).await;
        settings::recipes::load(app.settings.recipes).await;
        settings::lists::load(app.settings.lists).await;
        crate::tables::load(app.fill.tables).await;
        sources::load(app.session).await;
        fill::find::load(app.session).await;
    });

    root.run_in(|| {
        create_effect(on(app.session.view, move || match app.session.view.get_untracked() {
            // To look at what was sent also stores what there was no room for.
            "sent" => spawn_local(sent::load(app.sent)),
            // What was read of the log is left with its view.
            _ => spawn_local(log::load(app.log)),
        }));
    });
    chrome::on_tab_change(move || spawn_local(tab_changed(app)));
    fill::access::follow(app.session);
    stop_by_key();
    on_window("focus", move |_| spawn_local(tab_changed(app)));
    let named = VIEWS.iter().map(|(view, _)| *view).find(|view| hash == format!("#{view}"));
    app.session.show(named.unwrap_or("fill"));
    app.session.ready.set(true);
    mark_time("ready");
    console::log(LogLevel::Debug, "panel: ready");
    // The browser paints what is there before.
    TimeoutFuture::new(0).await;
    app.session.is_whole.set(true);
    Ok(())
}

/// Reads what the first view shows. Side by side: each waits for the browser, none for another but where it has to.
async fn read_first(app: App) -> Result<(), ChromeError> {
    let job_part = async {
        let records = storage::job_records().await?;
        app.session.change_jobs(|| app.session.jobs.set(records));
        Ok(())
    };
    let notice_part = async {
        app.session.notice.set(storage::notice().await?);
        Ok(())
    };
    // The profile that is shown first is the site's.
    let profile_part = async {
        let (tab, stored) = join(follow_tab(app), profile::stored()).await;
        tab?;
        profile::load(app.profile, stored).await;
        Ok(())
    };
    let settings_part =
        try_join(settings::load(app.settings), settings::sites::load(app.settings.sites));
    let session_part = try_join3(job_part, notice_part, fill::load_agents(app.fill));
    try_join3(session_part, profile_part, settings_part).await?;
    Ok(())
}

/// Follows the tab in front, unless the panel is for one; and tells which site it is on.
async fn follow_tab(app: App) -> Result<(), ChromeError> {
    let front = chrome::active_tab().await?.and_then(|tab| tab.id);
    let tab = if app.session.is_for_one.get() { app.session.tab.get() } else { front };
    let url = match tab {
        Some(tab) => chrome::tab(tab).await.map(|tab| tab.url).unwrap_or_default(),
        None => String::new(),
    };
    let parsed = web_sys::Url::new(&url).ok();
    let (_, own_origin) = own_address();
    let own_page = parsed.as_ref().is_some_and(|url| url.origin() == own_origin);
    let parsed = parsed.filter(|_| !own_page);
    let origin = parsed.as_ref().map(|url| url.origin()).unwrap_or_default();
    let host = parsed.map(|url| url.host()).unwrap_or_default();
    app.session.change_jobs(|| {
        app.session.front.set(front);
        if app.session.tab.get() != tab {
            app.session.picked.set(None);
            app.session.tab.set(tab);
        }
        app.session.own_page.set(own_page);
        app.session.site.set(host);
        app.session.origin.set(origin);
    });
    Ok(())
}

async fn tab_changed(app: App) {
    if follow_tab(app).await.is_err() {
        console::log(LogLevel::Error, "panel: the tabs could not be read");
    }
}

async fn stored_changed(app: App, keys: Vec<String>) {
    let has = |name: &str| keys.iter().any(|key| key == name);
    fill::stored_changed(app.session, &keys).await;
    if has(storage::RECEIPTS) || has(storage::RECEIPTS_UNSTORED) {
        sent::load(app.sent).await;
    }
    if has("agentLogs") {
        log::load(app.log).await;
    }
    if has("lessons") {
        settings::learned::load(app.settings.learned).await;
    }
    if has(recipes::exchange::STATE) {
        settings::recipes::exchanged(app.settings.recipes).await;
    }
    if has(recipes::CHANGED) {
        settings::recipes::load(app.settings.recipes).await;
        settings::lists::load(app.settings.lists).await;
    }
    if has(tables::CHANGED) {
        crate::tables::load(app.fill.tables).await;
    }
    if has("agentSettings") || has("apiBase") {
        // A server that was paired, or another one, has others; it may take its time.
        spawn_local(async move {
            sources::load(app.session).await;
            fill::find::load(app.session).await;
            settings::recipes::exchanged(app.settings.recipes).await;
        });
    }
    let outcomes = [
        if has(profiles::CHANGED) { profile::stored_changed(app.profile).await } else { Ok(()) },
        if has("agentSettings") || has("apiBase") {
            settings::load(app.settings).await
        } else {
            Ok(())
        },
        if has("agentSettings") || has(storage::SHARED) || has(storage::WISHES) {
            fill::load_agents(app.fill).await
        } else {
            Ok(())
        },
        if has(storage::CONSENTS) {
            settings::sites::load(app.settings.sites).await
        } else {
            Ok(())
        },
        if has(storage::NOTICE) {
            storage::notice().await.map(|notice| app.session.notice.set(notice))
        } else {
            Ok(())
        },
    ];
    if outcomes.iter().any(Result::is_err) {
        console::log(LogLevel::Error, "panel: storage could not be read");
    }
}

/// The whole panel.
pub(crate) fn whole(app: App) -> View {
    let open_in_tab = move |_| spawn_local(open_in_tab(app));
    let tabs_part = tabs(app);
    let panel_fill_part = panel_of(app, "fill", fill::view(app.session, app.fill));
    let panel_profile_part =
        panel_of(app, "profile", later(app, move || profile::view(app.profile)));
    let panel_sent_part = panel_of(app, "sent", later(app, move || sent::view(app.sent)));
    let panel_settings_part =
        panel_of(app, "settings", later(app, move || settings::view(app.settings)));
    let panel_log_part = panel_of(app, "log", later(app, move || log::view(app.log)));
    view! {
        header(class="top") {
            div(class="brand") {
                img(class="mark", src="icons/vaulty.svg", alt="")
                h1 { "Vaulty" }
                span(id="site", class="site") { (t(app.session.site.get_clone())) }
                button(id="open-in-tab", class="icon", r#type="button", aria-label=msg!("panel_open_in_its_own_tab"), title=msg!("panel_open_in_its_own_tab"), on:click=open_in_tab) {
                    svg(viewBox="0 0 20 20", aria-hidden="true") { path(d="M8 4.5H4.5v11h11V12M11.5 4h4.5v4.5M16 4l-7 7") }
                }
            }
            (tabs_part)
        }
        main(id="main") {
            p(id="startup", class="startup", role="status", hidden=app.session.ready.get()) { (msg!("panel_starting")) }
            (panel_fill_part)
            (panel_profile_part)
            (panel_sent_part)
            (panel_settings_part)
            (panel_log_part)
        }
    }
}

fn tabs(app: App) -> View {
    let keys = move |event: web_sys::KeyboardEvent| {
        if let Some(view) = neighbour(app.session.view.get(), &event.key()) {
            event.prevent_default();
            app.session.show(view);
            focus_on(format!("#tab-{view}"));
        }
    };
    let tab = |(view, words): &(&'static str, &'static str)| {
        let (view, words) = (*view, catalogue::text(words));
        let is_shown = move || app.session.view.get() == view;
        let class = move || {
            if view == "profile" && app.profile.changed.get() { "mark-dot" } else { "" }
        };
        view! {
            button(
                id=format!("tab-{view}"), r#type="button", role="tab", class=class(),
                aria-controls=format!("view-{view}"),
                aria-selected=if is_shown() { "true" } else { "false" },
                tabindex=if is_shown() { "0" } else { "-1" },
                on:click=move |_| app.session.show(view),
            ) { (words) }
        }
    };
    let tabs: Vec<View> = VIEWS.iter().map(tab).collect();
    view! { nav(role="tablist", aria-label=msg!("panel_views"), on:keydown=keys) { (tabs) } }
}

fn panel_of(app: App, view: &'static str, content: View) -> View {
    view! {
        section(
            id=format!("view-{view}"), role="tabpanel", aria-labelledby=format!("tab-{view}"),
            hidden=!app.session.ready.get() || app.session.view.get() != view,
        ) { (content) }
    }
}

/// What is painted once the first view can be used, or before it is shown itself.
fn later(app: App, content: impl Fn() -> View + 'static) -> View {
    let is_whole = app.session.is_whole;
    let part = move || if is_whole.get() { untrack(&content) } else { View::new() };
    view! { (part()) }
}

/// The view that a key on the tabs leads to.
fn neighbour(view: &str, key: &str) -> Option<&'static str> {
    let count = VIEWS.len();
    let position = VIEWS.iter().position(|(known, _)| *known == view)?;
    let next = match key {
        "ArrowRight" => (position + 1) % count,
        "ArrowLeft" => (position + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    VIEWS.get(next).map(|(view, _)| *view)
}

async fn open_in_tab(app: App) {
    let (page, _) = own_address();
    let tab = app.session.tab.get().map(|tab| format!("?tabId={tab}")).unwrap_or_default();
    if chrome::open_tab(&format!("{page}{tab}#{}", app.session.view.get()), true).await.is_err() {
        console::log(LogLevel::Error, "panel: no tab could be opened");
    }
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
        check("profile", "ArrowRight", Some("sent"));
        check("log", "ArrowRight", Some("fill"));
        check("fill", "ArrowLeft", Some("log"));
        check("settings", "Home", Some("fill"));
        check("settings", "End", Some("log"));
        check("settings", "Enter", None);
    }
}
