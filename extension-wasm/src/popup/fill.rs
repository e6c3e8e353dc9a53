//! The view Fill: start, progress, result. The cards that wait for the person are in `cards`.

use agent_core::person::typed;
use shared_types::{
    JobMode, JobRecord, JobStatus,
    job::{OpenField, WrittenField},
    message::{Inspection, PopupMessage, PopupReply},
    settings::LogLevel,
};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::{
    cards,
    cells::origin_cell,
    dom::{
        self, Control, Tone, attribute, busy, button, el, id, invalid, on, on_click, on_submit,
        optional_text, say, show, text, with,
    },
    format, jobs,
    state::{change, read, shown_job, tab},
    views::show_view,
    worker::{send, unexpected},
};
use crate::{
    chrome::{self, ChromeError},
    console, storage, tasks,
};

/// Listens to the view's controls.
pub(super) fn wire() {
    on_click(&id("start"), || start(None));
    on_submit("url-form", || async {
        match typed::page_address(&id("start-url").text()) {
            Ok(url) => {
                invalid("start-url", "url-error", None);
                start(Some(url)).await;
            }
            Err(error) => {
                invalid("start-url", "url-error", Some(&error));
                dom::focus(&id("start-url"));
            }
        }
    });
    on(&id("record"), "input", |_| {
        let error = typed::record(&id("record").text()).err();
        invalid("record", "record-error", error.as_deref());
    });
    on_click(&id("stop"), stop);
    on(&dom::document(), "keydown", |event| {
        let event: KeyboardEvent = event.unchecked_into();
        if event.alt_key() && event.code() == "KeyS" && !id("stop").hidden() {
            event.prevent_default();
            id("stop").click();
        }
    });
    on_click(&id("skip-model"), || async {
        let Some(job) = shown_job() else { return };
        let message = PopupMessage::SkipModel { job_id: job.id };
        let answer = busy(&["skip-model"], send(&message)).await;
        text("fill-message", &answer.err().unwrap_or_default());
    });
    on_click(&id("undo"), undo);
    on_click(&id("show-tab"), || async {
        let tab = shown_job().and_then(|job| job.tab_id);
        let Some(tab) = tab else { return };
        if chrome::bring_to_front(tab).await.is_err() {
            text("fill-message", "The page’s tab is not there any more.");
        }
    });
    on_click(&id("inspect"), inspect);
    on_click(&id("go-profile"), || async {
        show_view("profile");
        dom::focus(&id("p-first"));
    });
    if let Some(window) = dom::document().default_view() {
        on(&window, "focus", |_| tasks::spawn_local(show_site()));
    }
}

/// Finds the tab and reads the jobs.
pub(super) async fn load(named_tab: Option<i32>) -> Result<(), ChromeError> {
    let front = chrome::active_tab().await?.and_then(|tab| tab.id);
    let jobs = storage::job_records().await?;
    change(|state| {
        state.front = front;
        state.tab = named_tab.or(front);
        state.jobs = jobs;
    });
    show_site().await;
    render();
    Ok(())
}

/// Reads the jobs that changed, and only these: a profile's documents may be large.
pub(super) async fn stored_changed(keys: &[String]) {
    let ids: Vec<&str> = keys.iter().filter_map(|key| key.strip_prefix("job:")).collect();
    if ids.is_empty() {
        return;
    }
    for id in ids {
        match storage::job_record(id).await {
            Ok(Some(job)) => {
                let job = JobRecord { id: id.to_owned(), ..job };
                change(|state| jobs::put(&mut state.jobs, job));
            }
            Ok(None) => {
                change(|state| state.jobs.retain(|job| job.id != id));
            }
            Err(_) => console::log(LogLevel::Error, "popup: a job's record could not be read"),
        }
    }
    render();
}

/// Whether there is a profile to fill from.
pub(super) fn set_empty_profile(empty: bool) {
    change(|state| state.empty_profile = empty);
    render();
}

/// Shows which site the tab is on, where the browser tells.
async fn show_site() {
    let Some(tab) = tab() else { return };
    let url = chrome::tab(tab).await.map(|tab| tab.url).unwrap_or_default();
    let parsed = web_sys::Url::new(&url).ok();
    let own = dom::document().location().and_then(|here| here.origin().ok());
    let own_page = parsed.as_ref().is_some_and(|url| Some(url.origin()) == own);
    let host = parsed.map(|url| url.host()).filter(|_| !own_page).unwrap_or_default();
    text("site", &host);
    change(|state| state.own_page = own_page);
    show("start", !own_page);
    text(
        "start-hint",
        if own_page {
            "Open Vaulty from the toolbar on a page with a form to fill that page, or open one here."
        } else {
            "You see what would be filled in before anything is. Nothing is sent before you say yes."
        },
    );
}

async fn start(start_url: Option<String>) {
    say("start-error", Tone::Bad, "");
    let record = match typed::record(&id("record").text()) {
        Ok(record) => record,
        Err(error) => {
            invalid("record", "record-error", Some(&error));
            attribute(&id("record-box"), "open", "");
            dom::focus(&id("record"));
            return;
        }
    };
    let tab_id = if start_url.is_none() { tab() } else { None };
    if start_url.is_none() && (tab_id.is_none() || read(|state| state.own_page)) {
        say("start-error", Tone::Bad, "There is no page to fill here. Open one first.");
        return;
    }
    let mode = if id("mode-background").checked() { JobMode::Background } else { JobMode::Live };
    let job_id = chrome::random_id();
    let placeholder = JobRecord {
        id: job_id.clone(),
        status: JobStatus::Starting,
        tab_id,
        mode,
        started_at: chrome::now(),
        message: if tab_id.is_some() { "Looking at the page." } else { "Opening the page." }
            .to_owned(),
        ..JobRecord::default()
    };
    change(|state| {
        state.picked = Some(job_id.clone());
        jobs::put(&mut state.jobs, placeholder);
    });
    render();
    dom::focus(&id("stop"));
    console::log(LogLevel::Info, "popup: start");
    let message = PopupMessage::StartJob {
        job_id: job_id.clone(),
        start_url,
        tab_id,
        mode,
        record,
        goal: None,
        only: None,
    };
    let answer = send(&message).await;
    let stored = storage::job_record(&job_id).await.ok().flatten();
    change(|state| match (stored, &answer) {
        (Some(job), _) => {
            jobs::put(&mut state.jobs, JobRecord { id: job_id.clone(), ..job });
        }
        (None, Ok(_)) => {}
        (None, Err(_)) => {
            state.jobs.retain(|job| job.id != job_id);
            state.picked = None;
        }
    });
    render();
    if let Err(error) = answer {
        say("start-error", Tone::Bad, &error);
    }
}

async fn stop() {
    let Some(job) = shown_job() else { return };
    console::log(LogLevel::Info, "popup: stop");
    let answer = busy(&["stop"], send(&PopupMessage::StopJob { job_id: job.id })).await;
    text("fill-message", &answer.err().unwrap_or_default());
}

async fn undo() {
    let Some(job) = shown_job() else { return };
    let answer = busy(&["undo"], send(&PopupMessage::Undo { job_id: job.id })).await;
    let line = answer.and_then(|reply| match reply {
        PopupReply::Undone { restored, kept } => Ok(format::undo_line(restored, kept)),
        other => unexpected(other),
    });
    text("fill-message", &line.unwrap_or_else(|error| error));
}

async fn inspect() {
    let Some(tab_id) = tab() else { return };
    text("inspection", "");
    text("inspect-message", "Looking …");
    let answer = busy(&["inspect"], send(&PopupMessage::Inspect { tab_id })).await;
    let page: Result<Box<Inspection>, String> = answer.and_then(|reply| match reply {
        PopupReply::Page(page) => Ok(page),
        other => unexpected(other),
    });
    match page {
        Ok(page) => {
            text("inspect-message", &format::inspection_line(&page));
            dom::write_whole(&id("inspection"), &chrome::pretty(&page).unwrap_or_default());
        }
        Err(error) => text("inspect-message", &error),
    }
}

/// Paints the view from the state.
fn render() {
    let job = shown_job().unwrap_or_default();
    let status = job.status;
    let idle = status == JobStatus::Idle;
    let ended = status.is_final() || idle;
    let painted = Some((job.id.clone(), status));
    if change(|state| std::mem::replace(&mut state.painted, painted.clone())) != painted {
        // What was said about an earlier state says nothing about this one.
        text("fill-message", "");
    }
    show("empty-profile", ended && read(|state| state.empty_profile));
    show("start-card", ended);
    render_status(&job);
    cards::render(&job);
    render_open(&job.open);
    render_written(&job);
    optional_text("omitted", &format::omitted_line(&job.omitted));
    let working = matches!(status, JobStatus::Starting | JobStatus::Running);
    show("result", !idle && !working && status != JobStatus::NeedsVerification);
    render_elsewhere(&job);
    // Last, so that whoever waits for a status finds the page in that state.
    dom::set_body_attribute("data-job", &job.id);
    dom::set_body_attribute("data-status", format::status_name(status));
}

fn render_status(job: &JobRecord) {
    let status = job.status;
    let ended = status.is_final();
    show("job", status != JobStatus::Idle);
    text("status-title", format::status_title(status));
    text("progress", &format::progress_line(&job.progress));
    let share = format::progress_share(&job.progress);
    let bar = id("progress-bar");
    bar.set_hidden(ended || (share.is_none() && status.is_pause()));
    match share {
        Some(share) => attribute(&bar, "value", &share.to_string()),
        None => drop(bar.remove_attribute("value")),
    }
    let message = match (&job.result, status) {
        (Some(result), JobStatus::Done) => result.as_str(),
        (_, JobStatus::Error) => "",
        _ => job.message.as_str(),
    };
    text("message", message);
    optional_text("planner-note", jobs::planner_note(job));
    let error =
        if status == JobStatus::Error { job.error.as_deref().unwrap_or(&job.message) } else { "" };
    show("job-error", status == JobStatus::Error);
    text("error-text", error);
    text("error-advice", if status == JobStatus::Error { format::advice(error) } else { "" });
    show("stop", !ended && status != JobStatus::Idle);
    show("skip-model", status == JobStatus::Running && job.model_thinks && !job.without_model);
    show("undo", !job.written.is_empty() && (ended || status.is_pause()));
    let is_behind = job.tab_id.is_some() && job.tab_id != read(|state| state.front);
    show("show-tab", is_behind && !(ended && job.written.is_empty()));
}

fn render_open(open: &[OpenField]) {
    show("open-box", !open.is_empty());
    text("open-title", &format!("Left open: {}", format::counted(open.len(), "field")));
    dom::fill(&id("open-fields"), open.iter().map(open_item));
}

fn open_item(field: &OpenField) -> Control {
    let label = if field.label.is_empty() { "A field without a label" } else { &field.label };
    let what = with(el("div", "what", ""), [el("span", "", label)]);
    if field.required {
        // Appending to a fresh element does not fail.
        let _ = what.append_child(&el("span", "tag need", "required"));
    }
    let mut reason = field.reason.clone();
    if !field.candidates.is_empty() {
        let keys: Vec<_> =
            field.candidates.iter().map(|key| format::source_label(key.as_str())).collect();
        reason = format!("{reason} ({})", keys.join("; "));
    }
    with(el("li", "", ""), [what, el("div", "hint", &reason)])
}

fn render_written(job: &JobRecord) {
    show("written-box", !job.written.is_empty() && !job.status.is_pause());
    text("written-title", &format!("Filled: {}", format::counted(job.written.len(), "field")));
    let mut lines = vec![format::timing_line(job.filled_after_ms, job.own_ms)];
    if job.started_at > 0.0 {
        lines.push(format!("Started {}.", format::ago(chrome::now() - job.started_at)));
    }
    text("timing", lines.join(" ").trim());
    dom::fill(&id("written-rows"), job.written.iter().map(written_row));
}

fn written_row(field: &WrittenField) -> Control {
    let label = if field.label.is_empty() { "(no label)" } else { &field.label };
    let (class, mark, words) = if field.verified {
        ("yes", "✓", "read back: it holds")
    } else {
        ("no", "?", "could not be confirmed")
    };
    let mark = el("span", class, mark);
    attribute(&mark, "role", "img");
    attribute(&mark, "aria-label", words);
    attribute(&mark, "title", words);
    let named = el("td", "", label);
    if !field.why.is_empty() {
        attribute(&named, "title", &format!("Understood as {}", field.why));
    }
    with(
        el("tr", "", ""),
        [named, origin_cell(&field.source, field.derived), with(el("td", "held", ""), [mark])],
    )
}

fn render_elsewhere(shown: &JobRecord) {
    let (others, foreign) = read(|state| {
        let others: Vec<_> =
            jobs::elsewhere(&state.jobs, Some(&shown.id)).into_iter().cloned().collect();
        let foreign = !shown.id.is_empty() && shown.tab_id.is_some() && shown.tab_id != state.tab;
        (others, foreign)
    });
    let mut items: Vec<_> = others.iter().map(other_item).collect();
    if foreign {
        let back = button("", "Back to this tab");
        on_click(&back, || async {
            change(|state| state.picked = None);
            render();
        });
        let note = el("span", "grow", "You are looking at another tab’s job.");
        items.insert(0, with(el("li", "", ""), [note, back]));
    }
    show("other-jobs", !items.is_empty());
    dom::fill(&id("other-list"), items);
}

fn other_item(job: &JobRecord) -> Control {
    let place = job.origin.as_deref().unwrap_or("a new tab");
    let place = place.split_once("://").map_or(place, |(_, host)| host);
    let status = el("div", "hint", format::status_title(job.status));
    let pick = button("", "Show");
    attribute(&pick, "aria-label", &format!("Show the job on {place}"));
    let job_id = job.id.clone();
    on_click(&pick, move || {
        let job_id = job_id.clone();
        async move {
            change(|state| state.picked = Some(job_id));
            render();
        }
    });
    let about = with(el("div", "grow", ""), [el("div", "", place), status]);
    with(el("li", "", ""), [about, pick])
}
