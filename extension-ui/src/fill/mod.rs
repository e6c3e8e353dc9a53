//! The view Fill: start, progress, result; and the cards that wait for the person.

pub(crate) mod access;
mod agents;
mod choice;
mod control;
pub(crate) mod find;
pub(crate) mod jobs;
mod kind_tick;
mod near;
mod picked;
mod plan_file;
mod row_editor;
#[cfg(test)]
pub(crate) mod screens;
pub(crate) mod sentences;
mod unconfirmed;

pub(crate) mod as_profile;

mod approval;
mod inspect;
mod questions;
mod result;
mod sheet;
mod start;
mod verification;

use extension_browser::{
    chrome::{self, ChromeError},
    console, storage,
    tasks::spawn_local,
};
use shared_types::{
    JobRecord, JobStatus,
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};
use sycamore::prelude::*;

use crate::{
    browser::{focus_on, local_day, press_on},
    paint::t,
    session::Session,
    tables,
    worker::{send, unexpected},
};

/// What the view holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// What came of the last press beside the progress.
    said: Signal<String>,
    /// The button there whose press is under way.
    busy: Signal<&'static str>,
    start: start::State,
    find: find::State,
    as_profile: as_profile::State,
    agents: agents::State,
    sheet: sheet::State,
    approval: approval::State,
    verification: verification::State,
    questions: questions::State,
    result: result::State,
    inspect: inspect::State,
    pub(crate) tables: tables::State,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        let job = session.job;
        let said = create_signal(String::new());
        // What was said about an earlier state says nothing about this one.
        let state = create_selector(move || job.with(|job| (job.id.clone(), job.status)));
        create_effect(on(state, move || said.set(String::new())));
        Self {
            said,
            busy: create_signal(""),
            start: start::State::new(),
            find: find::State::new(),
            as_profile: as_profile::State::new(),
            agents: agents::State::new(),
            sheet: sheet::State::new(job),
            approval: approval::State::new(job),
            verification: verification::State::new(job),
            questions: questions::State::new(job),
            result: result::State::new(),
            inspect: inspect::State::new(),
            tables: tables::State::new(session),
        }
    }
}

/// Shows values on the approval card.
#[cfg(test)]
pub(crate) fn show_values(state: State, values: Vec<shared_types::job::ShownValue>) {
    state.approval.show(values);
}

/// Shows a review sheet, with one row being changed.
#[cfg(test)]
pub(crate) fn show_sheet(state: State, sheet: shared_types::Sheet, edited: &str) {
    state.sheet.show(sheet, edited);
}

/// Shows pages as found for words.
#[cfg(test)]
pub(crate) fn show_found(
    session: Session,
    state: State,
    results: Vec<shared_types::search::SearchResult>,
    used: &[&str],
) {
    find::show(session, state.find, results, used);
}

/// Shows tabs as shared with agents.
#[cfg(test)]
pub(crate) fn show_shared(state: State, shared: Vec<agent_core::agents::Shared>) {
    state.agents.show(shared);
}

/// Shows what an agent asks the person to open.
#[cfg(test)]
pub(crate) fn show_wish(state: State, wish: agent_core::agents::Wish) {
    state.agents.ask(wish);
}

/// Reads whether agents may ask, and which tabs they may see.
pub(crate) async fn load_agents(state: State) -> Result<(), ChromeError> {
    agents::load(state.agents).await
}

/// Reads the jobs that changed, and only these: a profile's documents may be large.
pub(crate) async fn stored_changed(session: Session, keys: &[String]) {
    let ids: Vec<&str> = keys.iter().filter_map(|key| key.strip_prefix("job:")).collect();
    let mut read = Vec::new();
    for id in ids {
        match storage::job_record(id).await {
            Ok(job) => read.push((id.to_owned(), job)),
            Err(_) => console::log(LogLevel::Error, "panel: a job’s record could not be read"),
        }
    }
    if read.is_empty() {
        return;
    }
    session.change_jobs(|| {
        session.jobs.update(|jobs| {
            for (id, job) in read {
                match job {
                    Some(job) => jobs::put(jobs, JobRecord { id, ..job }),
                    None => jobs.retain(|job| job.id != id),
                }
            }
        });
    });
}

/// The view.
pub(crate) fn view(session: Session, state: State) -> View {
    let status = move || session.job.with(|job| job.status);
    let is_at_rest = move || status().is_final() || status() == JobStatus::Idle;
    let shows_result = move || {
        !matches!(
            status(),
            JobStatus::Idle
                | JobStatus::Starting
                | JobStatus::Running
                | JobStatus::NeedsVerification
        )
    };
    let enter_profile = move |_| {
        session.show("profile");
        focus_on("#p-first");
    };
    let import = move |_| {
        session.show("profile");
        press_on("#profile-import-file");
    };
    let notice_read = move |_| {
        session.notice.set(None);
        spawn_local(async {
            if storage::set_notice(None).await.is_err() {
                console::log(LogLevel::Error, "panel: the notice could not be removed");
            }
        });
    };
    let access_part = access::view(session);
    let progress_part = progress(session, state);
    let sheet_part = sheet::view(state.sheet);
    let as_profile_part = as_profile::view(session, state.as_profile);
    let approval_part = approval::view(state.approval);
    let verification_part = verification::view(state.verification);
    let questions_part = questions::view(session, state.questions);
    let result_part = result::view(session, state.result);
    let start_part = start::view(session, state.start);
    let find_part = find::view(session, state.find);
    let agents_part = agents::view(session, state.agents);
    let wish_part = agents::wish_card(state.agents);
    let others_part = others(session);
    let inspect_part = inspect::view(session, state.inspect);
    // Nobody waits for it when the panel opens.
    let tables_part = move || match session.is_whole.get() {
        true => untrack(|| tables::view(state.tables)),
        false => View::new(),
    };
    view! {
        (access_part)
        div(id="empty-profile", class="card notice", hidden=!is_at_rest() || !session.empty_profile.get()) {
            h2 { (msg!("fill_your_profile_is_empty")) }
            p { (msg!("fill_enter_your_details_once_and_vaulty")) }
            div(class="actions") {
                button(id="go-profile", class="primary", r#type="button", on:click=enter_profile) { (msg!("fill_enter_your_details")) }
                button(id="go-import", r#type="button", on:click=import) { (msg!("fill_import_a_cv")) }
            }
        }
        (progress_part)
        section(id="notice", class="card", aria-label=msg!("fill_notice"), hidden=session.notice.with(Option::is_none)) {
            p(id="notice-text", role="status") { (t(session.notice.get_clone().unwrap_or_default())) }
            div(class="actions") { button(id="notice-read", r#type="button", on:click=notice_read) { "OK" } }
        }
        (wish_part)
        (as_profile_part)
        (sheet_part)
        (approval_part)
        (verification_part)
        (questions_part)
        section(id="result", aria-label=msg!("fill_result"), hidden=!shows_result()) { (result_part) }
        section(id="start-card", class="card start", aria-label=msg!("fill_start"), hidden=!is_at_rest()) { (start_part) (find_part) (agents_part) }
        (tables_part())
        (others_part)
        (inspect_part)
    }
}

/// How the shown job is getting on, and what can be done about it at any time.
fn progress(session: Session, state: State) -> View {
    let said = state.said;
    let job = session.job;
    let of = move |part: fn(&JobRecord) -> String| job.with(part);
    let status = move || job.with(|job| job.status);
    let share = move || job.with(|job| sentences::progress_share(&job.progress));
    let message = |job: &JobRecord| match (&job.result, job.status) {
        (Some(result), JobStatus::Done) => result.clone(),
        (_, JobStatus::Error) => String::new(),
        _ => job.message.clone(),
    };
    let error = |job: &JobRecord| match job.status {
        JobStatus::Error => job.error.clone().unwrap_or_else(|| job.message.clone()),
        _ => String::new(),
    };
    let note = |job: &JobRecord| jobs::planner_note(job).to_owned();
    let has_bar = move || !(status().is_final() || share().is_none() && status().is_pause());
    let sent_before = move || {
        let before = job.with(|job| job.sent_before.filter(|_| job.receipt.is_none()));
        before
            .map(|day| msg!("fill_you_sent_this_form_on", day = local_day(day)))
            .unwrap_or_default()
    };
    let page_says_part = page_says(job);
    let actions_part = actions(session, state);
    view! {
        div(id="job", class="card", hidden=status() == JobStatus::Idle) {
            div(class="status-line") {
                span(class="dot", aria-hidden="true")
                h2(id="status-title") { (sentences::status_title(status())) }
                span(id="progress", class="progress-text") { (job.with(|job| sentences::progress_line(&job.progress))) }
            }
            progress(id="progress-bar", max="1", aria-label=msg!("fill_fields_filled_on_this_page"), hidden=!has_bar(), "value"=share().map(|share| share.to_string()))
            p(id="message", role="status", aria-live="polite") { (t(of(message))) }
            p(id="planner-note", class="hint", hidden=of(note).is_empty()) { (t(of(note))) }
            p(id="filled-as", class="hint", hidden=as_profile::used_line(session).is_empty()) { (t(as_profile::used_line(session))) }
            p(id="row-of", class="hint", hidden=row_line(session, state).is_empty()) { (t(row_line(session, state))) }
            p(id="asked-by", class="hint", hidden=of(agents::asked_line).is_empty()) { (t(of(agents::asked_line))) }
            p(id="sent-before", class="hint", hidden=sent_before().is_empty()) { (sent_before()) }
            (page_says_part)
            div(id="job-error", class="advice", role="alert", hidden=status() != JobStatus::Error) {
                p(id="error-text") { (t(of(error))) }
                p(id="error-advice", class="hint") { (if status() == JobStatus::Error { sentences::advice(job.with(|job| job.trouble)) } else { String::new() }) }
            }
            (actions_part)
            p(id="fill-message", class="hint", role="status", aria-live="polite") { (t(said.get_clone())) }
        }
    }
}

/// Which row of which table a job fills in, and what is said to come from there; empty where it was begun for one form.
fn row_line(session: Session, state: State) -> String {
    let Some(of) = session.job.with(|job| job.table.clone()) else { return String::new() };
    let name = state.tables.tables.with(|all| {
        let table = all.iter().map(|shown| &shown.table).find(|table| table.id == of.table);
        table.map(|table| table.name.reveal().to_owned()).filter(|name| !name.is_empty())
    });
    let (row, rows) = (of.row + 1, of.of);
    match name {
        Some(table) => msg!("tables_row_of_named", row = row, rows = rows, table = table),
        None => msg!("tables_row_of", row = row, rows = rows),
    }
}

/// What can be done about a job at any time.
fn actions(session: Session, state: State) -> View {
    let State { said, busy, .. } = state;
    let job = session.job;
    let is_behind = move || {
        let front = session.front.get();
        job.with(|job| {
            job.tab_id.is_some()
                && job.tab_id != front
                && !(job.status.is_final() && job.written.is_empty())
        })
    };
    let can_undo = move || {
        job.with(|job| job.undoable > 0 && (job.status.is_final() || job.status.is_pause()))
    };
    let can_skip_model = move || {
        job.with(|job| job.status == JobStatus::Running && job.model_thinks && !job.without_model)
    };
    let ask = move |button: &'static str, message: fn(String) -> PopupMessage| {
        move |_| {
            busy.set(button);
            let message = message(job.with(|job| job.id.clone()));
            spawn_local(async move {
                let answer = send(&message).await.and_then(|reply| match (&message, reply) {
                    (PopupMessage::Undo { .. }, PopupReply::Undone { restored, kept }) => {
                        Ok(sentences::undo_line(restored, kept))
                    }
                    (PopupMessage::Undo { .. }, other) => unexpected(other),
                    _ => Ok(String::new()),
                });
                busy.set("");
                said.set(answer.unwrap_or_else(|error| error));
            });
        }
    };
    let stop = ask("stop", |job_id| PopupMessage::StopJob { job_id });
    let skip_model = ask("skip-model", |job_id| PopupMessage::SkipModel { job_id });
    let undo = ask("undo", |job_id| PopupMessage::Undo { job_id });
    let show_tab = move |_| {
        spawn_local(async move {
            let Some(tab) = job.with(|job| job.tab_id) else { return };
            if chrome::bring_to_front(tab).await.is_err() {
                said.set(msg!("fill_the_pages_tab_is_closed"));
            }
        });
    };
    let show_receipt = move |_| {
        session.show("sent");
        focus_on("#sent-filter");
    };
    let is_working =
        move || job.with(|job| !job.status.is_final() && job.status != JobStatus::Idle);
    view! {
        div(class="actions") {
            button(id="stop", class="danger", r#type="button", aria-keyshortcuts="Alt+S", title=msg!("fill_stop_alt_s"), hidden=!is_working(), disabled=busy.get() == "stop", on:click=stop) { (msg!("fill_stop")) }
            button(id="skip-model", r#type="button", hidden=!can_skip_model(), disabled=busy.get() == "skip-model", on:click=skip_model) { (msg!("fill_continue_without_the_model")) }
            button(id="show-tab", r#type="button", hidden=!is_behind(), on:click=show_tab) { (msg!("fill_show_the_page")) }
            button(id="show-receipt", r#type="button", hidden=job.with(|job| job.receipt.is_none()), on:click=show_receipt) { (msg!("fill_show_the_receipt")) }
            button(id="undo", r#type="button", hidden=!can_undo(), disabled=busy.get() == "undo", on:click=undo) { (msg!("fill_undo")) }
        }
    }
}

/// What the page itself says is wrong.
fn page_says(job: ReadSignal<JobRecord>) -> View {
    let items = move || {
        let says = job.with(|job| job.page_says.clone());
        let item = |says: shared_types::job::PageSays| {
            let label =
                if says.label.is_empty() { String::new() } else { format!("{}: ", says.label) };
            let (label, text) = (t(&label), t(&says.text));
            view! { li { b { (label) } (text) } }
        };
        says.into_iter().map(item).collect::<Vec<View>>()
    };
    view! {
        div(id="page-says", class="advice", role="alert", hidden=job.with(|job| job.page_says.is_empty())) {
            p { (msg!("fill_the_page_says")) }
            ul(class="reasons") { (items()) }
        }
    }
}

/// Jobs of other tabs.
fn others(session: Session) -> View {
    let is_foreign = move || {
        let tab = session.tab.get();
        session.job.with(|job| !job.id.is_empty() && job.tab_id.is_some() && job.tab_id != tab)
    };
    let elsewhere = move || {
        let shown = session.job.with(|job| job.id.clone());
        let jobs = session.jobs.get_clone();
        jobs::elsewhere(&jobs, Some(&shown)).into_iter().cloned().collect::<Vec<_>>()
    };
    let item = move |job: JobRecord| {
        let place = job
            .origin
            .as_deref()
            .map_or_else(|| msg!("fill_a_new_tab"), |origin| sentences::host_of(origin).to_owned());
        let label = t(msg!("fill_show_the_job_on", place = place));
        let (place, status) = (t(&place), sentences::status_title(job.status));
        let show = move |_| session.change_jobs(|| session.picked.set(Some(job.id.clone())));
        view! {
            li {
                div(class="grow") { div { (place) } div(class="hint") { (status) } }
                button(r#type="button", aria-label=label, on:click=show) { (msg!("fill_show")) }
            }
        }
    };
    let back = move |_| session.change_jobs(|| session.picked.set(None));
    let items = move || elsewhere().into_iter().map(item).collect::<Vec<View>>();
    view! {
        section(id="other-jobs", class="card", aria-labelledby="other-title", hidden=!is_foreign() && elsewhere().is_empty()) {
            h2(id="other-title") { (msg!("fill_other_tabs")) }
            ul(id="other-list", class="plain") {
                (if is_foreign() {
                    view! { li { span(class="grow") { (msg!("fill_youre_looking_at_another_tabs_job")) } button(r#type="button", on:click=back) { (msg!("fill_back_to_this_tab")) } } }
                } else { view! {} })
                (items())
            }
        }
    }
}
