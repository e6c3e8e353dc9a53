//! Where a job begins: on this page, at an address, from extra data.

use agent_core::{
    gate,
    person::{profiles, typed},
};
use extension_browser::{chrome, console, storage, tasks::spawn_local};
use shared_types::{
    Consent, JobMode, JobRecord, JobStatus, Record, Scope,
    message::{FieldTarget, PopupMessage},
    settings::LogLevel,
};
use sycamore::prelude::*;

use super::{as_profile, jobs};
use crate::{
    browser::focus_on,
    controls::GlobalAttributes,
    paint::{error, invalid, t},
    session::Session,
    worker::send,
};

#[derive(Clone, Copy)]
pub(super) struct State {
    url: Signal<String>,
    url_error: Signal<String>,
    record: Signal<String>,
    record_error: Signal<String>,
    in_background: Signal<bool>,
    error: Signal<String>,
}

impl State {
    pub(super) fn new() -> Self {
        let text = || create_signal(String::new());
        Self {
            url: text(),
            url_error: text(),
            record: text(),
            record_error: text(),
            in_background: create_signal(false),
            error: text(),
        }
    }

    #[cfg(test)]
    pub(super) fn type_in(self, url: &str, record: &str) {
        self.url.set(url.to_owned());
        self.url_error.set(typed::page_address(url).err().unwrap_or_default());
        self.record.set(record.to_owned());
    }
}

pub(super) fn view(session: Session, state: State) -> View {
    let State { url, url_error, record, record_error, in_background, error: start_error } = state;
    create_effect(on(record, move || {
        let wrong = record.with(|text| typed::record(text)).err();
        record_error.set(wrong.unwrap_or_default());
    }));
    let open = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match url.with(|url| typed::page_address(url)) {
            Ok(address) => {
                url_error.set(String::new());
                spawn_local(start(session, state, Some(address)));
            }
            Err(wrong) => {
                url_error.set(wrong);
                focus_on("#start-url");
            }
        }
    };
    let hint = move || {
        if session.own_page.get() {
            msg!("start_to_fill_a_page_open_its_tab_and")
        } else {
            msg!("start_you_see_what_will_be_filled_before")
        }
    };
    let start_error_part = error("start-error", start_error);
    let url_error_part = error("url-error", url_error);
    let record_error_part = error("record-error", record_error);
    let off = move || session.consents.with(|all| gate::is_off(all, &session.origin.get_clone()));
    let turn_on = move |_| spawn_local(turn_on(session, start_error));
    view! {
        div(id="site-off", class="card notice", hidden=!off()) {
            p(role="status") { (t(msg!("start_off_on_site", site = session.site.get_clone()))) }
            button(id="turn-on", class="primary", r#type="button", on:click=turn_on) { (msg!("start_turn_on_here")) }
        }
        button(id="start", class="primary big", r#type="button", hidden=session.own_page.get() || off(), on:click=move |_| spawn_local(start(session, state, None))) { (msg!("start_fill_this_page")) }
        p(id="start-as", class="center", hidden=as_profile::start_line(session).is_empty()) { (t(as_profile::start_line(session))) }
        p(id="start-hint", class="hint center") { (hint()) }
        (start_error_part)
        form(id="url-form", class="url-row", novalidate=true, on:submit=open) {
            label(r#for="start-url") { (msg!("start_or_open_a_page")) }
            div(class="inline") {
                input(id="start-url", r#type="url", inputmode="url", placeholder="https://…", autocomplete="off", "spellcheck"="false", aria-describedby="url-error", aria-invalid=invalid(url_error), bind:value=url)
                button(id="start-new-tab", r#type="submit") { (msg!("start_open_and_fill")) }
            }
            (url_error_part)
        }
        label(class="check") { input(id="mode-background", r#type="checkbox", bind:checked=in_background) span { (msg!("start_work_in_the_background_without")) } }
        details(id="record-box") {
            summary { (msg!("start_use_extra_data_json")) }
            label(r#for="record") { (msg!("start_a_json_object_with_any_keys_and")) }
            textarea(id="record", rows="5", "spellcheck"="false", autocomplete="off", placeholder="{ \"order number\": \"A-113\", \"delivery\": { \"floor\": 3 } }", aria-describedby="record-error", aria-invalid=invalid(record_error), bind:value=record)
            (record_error_part)
        }
    }
}

/// Has Vaulty work on the site in front again, as before it was turned off; what it may fill there is asked anew.
async fn turn_on(session: Session, problem: Signal<String>) {
    problem.set(String::new());
    let origin = session.origin.get_clone();
    let profile_id = session.profiles.with(|set| profiles::for_page(set, &origin).clone());
    let is_off = |one: &Consent| gate::is_off(std::slice::from_ref(one), &origin);
    let again = PopupMessage::SetConsent {
        origin: origin.clone(),
        scope: Scope::Once,
        kinds: Vec::new(),
        profile_id,
    };
    match send(&again).await {
        Ok(_) => {
            session.consents.update(|all| all.retain(|one| !is_off(one)));
            focus_on("#start");
        }
        Err(why) => problem.set(why),
    }
}

async fn start(session: Session, state: State, start_url: Option<String>) {
    state.error.set(String::new());
    let record = match state.record.with(|text| typed::record(text)) {
        Ok(record) => record,
        Err(wrong) => {
            state.record_error.set(wrong);
            focus_on("#record");
            return;
        }
    };
    let tab_id = if start_url.is_none() { session.tab.get() } else { None };
    if start_url.is_none() && (tab_id.is_none() || session.own_page.get()) {
        state.error.set(msg!("start_there_is_no_page_to_fill_here_open"));
        return;
    }
    let mode = if state.in_background.get() { JobMode::Background } else { JobMode::Live };
    let url = start_url.clone().unwrap_or_else(|| session.origin.get_clone());
    let begin = Begin { start_url, tab_id, mode, record, ..Begin::default() };
    if let Err(error) = begin.job(session, &url).await {
        state.error.set(error);
    }
}

/// Fills one field of a tab, whatever it holds, with what the person chooses for it.
pub(super) async fn one_field(
    session: Session,
    of: &JobRecord,
    target: FieldTarget,
) -> Result<(), String> {
    let url = of.origin.clone().unwrap_or_default();
    let change_of = Some(of.id.clone());
    let begin = Begin { tab_id: of.tab_id, only: Some(target), change_of, ..Begin::default() };
    begin.job(session, &url).await
}

/// What a job begins with.
#[derive(Default)]
struct Begin {
    start_url: Option<String>,
    tab_id: Option<i32>,
    mode: JobMode,
    record: Option<Record>,
    only: Option<FieldTarget>,
    change_of: Option<String>,
}

impl Begin {
    /// Begins a job and shows it at once. `url` is where it begins.
    async fn job(self, session: Session, url: &str) -> Result<(), String> {
        let Self { start_url, tab_id, mode, record, only, change_of } = self;
        let job_id = chrome::random_id();
        let of_site = session.profiles.with(|set| profiles::for_page(set, url).clone());
        let placeholder = JobRecord {
            id: job_id.clone(),
            profile_id: of_site,
            change_of: change_of.clone(),
            status: JobStatus::Starting,
            tab_id,
            mode,
            started_at: chrome::now(),
            message: if tab_id.is_some() {
                msg!("start_looking_at_the_page")
            } else {
                msg!("start_opening_the_page")
            },
            one_field: only.is_some(),
            ..JobRecord::default()
        };
        let before = session.picked.get_clone_untracked();
        session.change_jobs(|| {
            session.picked.set(Some(job_id.clone()));
            session.jobs.update(|jobs| jobs::put(jobs, placeholder));
        });
        focus_on("#stop");
        console::log(LogLevel::Info, "panel: start");
        let id = job_id.clone();
        let message = PopupMessage::StartJob {
            job_id: id,
            start_url,
            tab_id,
            mode,
            record,
            goal: None,
            only,
            change_of,
        };
        let answer = send(&message).await;
        let stored = storage::job_record(&job_id).await.ok().flatten();
        session.change_jobs(|| match (stored, &answer) {
            (Some(job), _) => {
                let job = JobRecord { id: job_id.clone(), ..job };
                session.jobs.update(|jobs| jobs::put(jobs, job));
            }
            (None, Ok(_)) => {}
            (None, Err(_)) => {
                session.jobs.update(|jobs| jobs.retain(|job| job.id != job_id));
                if session.picked.with(|picked| *picked == Some(job_id.clone())) {
                    session.picked.set(before);
                }
            }
        });
        answer.map(drop)
    }
}
