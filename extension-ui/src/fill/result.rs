//! What was filled and what was not, and why.

use std::collections::BTreeMap;

use extension_browser::tasks::spawn_local;
use shared_types::{
    JobRecord, Tier,
    job::{OpenField, WrittenField},
    message::{FieldTarget, PopupMessage, PopupReply},
    sheet::{RowState, SheetRow},
};
use sycamore::prelude::*;

use super::{picked, sentences, start};
use crate::{
    browser::focus_on,
    paint::{ago, check_tag, error, label_or_none, source_cell, source_label, t},
    session::Session,
    worker::send,
};

/// What stood in the page at the end for what was filled there, by the field's fingerprint.
type Held = BTreeMap<String, SheetRow>;

/// What the part holds.
#[derive(Clone, Copy)]
pub(super) struct State {
    held: Signal<Held>,
}

impl State {
    pub(super) fn new() -> Self {
        Self { held: create_signal(Held::new()) }
    }

    #[cfg(test)]
    pub(super) fn show(self, rows: Vec<SheetRow>) {
        self.held.set(rows.into_iter().map(|row| (row.fingerprint.clone(), row)).collect());
    }
}

/// What stands for a secret.
const COVERED: &str = "••••••";

/// Reads what the page holds when the job has ended, unless another job is shown by then. A page that cannot be read any more has nothing to show.
async fn read(job_id: String, ended: ReadSignal<Option<String>>, held: Signal<Held>) {
    let answer = send(&PopupMessage::ShowSheet { job_id: job_id.clone() }).await;
    if let (Ok(PopupReply::Sheet(sheet)), true) =
        (answer, ended.with_untracked(|now| *now == Some(job_id)))
    {
        let rows = sheet.rows.into_iter().filter(|row| row.state == RowState::Filled);
        held.set(rows.map(|row| (row.fingerprint.clone(), row)).collect());
    }
}

pub(super) fn view(session: Session, State { held }: State) -> View {
    let job = session.job;
    // While a job works its lists grow with each field: they are painted when it rests.
    let rests = |job: &JobRecord| job.status.is_final() || job.status.is_pause();
    // What a review sheet is open for stands in that.
    let open = create_selector(move || {
        job.with(|job| match rests(job) && job.consent.is_none() {
            true => job.open.clone(),
            false => Vec::new(),
        })
    });
    let written = create_selector(move || {
        job.with(|job| if job.status.is_final() { job.written.clone() } else { Vec::new() })
    });
    let timing = move || {
        let now = session.now.get();
        job.with(|job| timing(job, now))
    };
    // Until its page is gone, or what was filled is put back.
    let ended = create_selector(move || {
        let is_there = |job: &JobRecord| job.status.is_final() && job.undoable > 0;
        job.with(|job| is_there(job).then(|| job.id.clone()))
    });
    create_effect(on(ended, move || {
        if !cfg!(target_arch = "wasm32") {
            return;
        }
        held.set(Held::new());
        if let Some(job_id) = ended.get_clone_untracked() {
            spawn_local(read(job_id, ended, held));
        }
    }));
    let of_job = create_selector(move || job.with(|job| job.id.clone()));
    let wrong = create_signal(String::new());
    create_effect(on(of_job, move || wrong.set(String::new())));
    let items = move || open.get_clone().iter().map(open_item).collect::<Vec<View>>();
    let rows = move || {
        let (written, held, id) = (written.get_clone(), held.get_clone(), of_job.get_clone());
        let job = job.get_clone_untracked();
        let row = |field: &WrittenField| {
            let held = held.get(&field.fingerprint);
            written_row(field, held, &id, change(session, &job, held, wrong))
        };
        written.iter().map(row).collect::<Vec<View>>()
    };
    let wrong_part = error("change-error", wrong);
    view! {
        div(id="open-box", class="card", hidden=open.with(Vec::is_empty)) {
            h2(id="open-title") { (msg!("result_left_open", count = open.with(Vec::len))) }
            ul(id="open-fields", class="open-list") { (items()) }
        }
        div(id="written-box", class="card", hidden=written.with(Vec::is_empty)) {
            h2(id="written-title", tabindex="-1") { (msg!("result_filled", count = written.with(Vec::len))) }
            p(id="timing", class="hint") { (timing()) }
            (wrong_part)
            div(class="table-box", tabindex="0", role="region", aria-labelledby="written-title") {
                table(id="written-fields") {
                    thead { tr { th(scope="col") { (msg!("result_field")) } th(scope="col") { (msg!("result_from")) } th(scope="col") { (msg!("result_confirmed")) } } }
                    tbody(id="written-rows") { (rows()) }
                }
            }
        }
        p(id="omitted", class="hint", hidden=job.with(|job| sentences::omitted_line(&job.omitted).is_empty())) { (job.with(|job| sentences::omitted_line(&job.omitted))) }
    }
}

fn timing(job: &JobRecord, now: f64) -> String {
    let mut line = sentences::timing_line(job.filled_after_ms, job.own_ms);
    if job.started_at > 0.0 {
        line = format!("{line} {}", msg!("result_started", ago = ago(now - job.started_at)));
    }
    let models = sentences::model_line(job.model_use, job.planner_note.is_none());
    line = format!("{line} {models}");
    line.trim().to_owned()
}

fn open_item(field: &OpenField) -> View {
    let label = if field.label.is_empty() {
        msg!("result_a_field_without_a_label")
    } else {
        field.label.clone()
    };
    let mut reason = field.reason.clone();
    if !field.candidates.is_empty() {
        let keys: Vec<_> = field.candidates.iter().map(|key| source_label(key.as_str())).collect();
        reason = format!("{reason} ({})", keys.join("; "));
    }
    let required =
        field.required.then(|| view! { span(class="tag need") { (msg!("result_required")) } });
    {
        let text = t(label);
        let text1 = t(&reason);
        view! { li { div(class="what") { span { (text) } (required) } div(class="hint") { (text1) } } }
    }
}

/// Fills one field anew, as the person says: what begins it, while the field is there.
fn change(
    session: Session,
    job: &JobRecord,
    held: Option<&SheetRow>,
    wrong: Signal<String>,
) -> Option<impl Fn() + 'static> {
    let (row, job) = (held?, job.clone());
    let target = FieldTarget { frame_id: row.frame_id, element: Some(row.element) };
    Some(move || {
        let job = job.clone();
        spawn_local(async move {
            let answer = start::one_field(session, &job, target).await;
            // Another may be shown by now; else the button is painted anew.
            let is_shown = session.job.with_untracked(|shown| shown.id == job.id);
            if let Some(why) = answer.err().filter(|_| is_shown) {
                wrong.set(why);
                focus_on("#written-title");
            }
        });
    })
}

/// A field that was filled, and while its page is there with what it held at the end.
fn written_row(
    field: &WrittenField,
    held: Option<&SheetRow>,
    job_id: &str,
    change: Option<impl Fn() + 'static>,
) -> View {
    let (class, mark, words) = if field.verified {
        ("yes", "✓", msg!("result_confirmed_the_page_holds_it"))
    } else {
        ("no", "?", msg!("result_couldnt_be_confirmed"))
    };
    let spoken = words.clone();
    let label = t(label_or_none(&field.label));
    let why = (!field.why.is_empty()).then(|| t(msg!("result_understood_as", why = field.why)));
    let source_cell_part = source_cell(&field.source, field.derived, field.by);
    let check = check_tag(field.sure, &field.why);
    let value = held.map(|row| match row.tier {
        Tier::Secret => COVERED.to_owned(),
        _ => row.value.reveal().to_owned(),
    });
    // What is chosen may be what the field is called.
    let value = value.filter(|value| !value.is_empty() && *value != field.label);
    let value = value.map(|value| {
        let value = t(value);
        // Where a column is narrow, an e-mail address breaks behind its @.
        let parts = value.split_inclusive('@').map(str::to_owned);
        let parts: Vec<View> = parts.map(|part| view! { (part) wbr {} }).collect();
        view! { div(class="value") { (parts) } }
    });
    let name = t(msg!("result_change_that", label = label_or_none(&field.label)));
    let change = change.map(|change| {
        view! { button(class="quiet small", r#type="button", aria-label=name, on:click=move |_| change()) { (msg!("sheet_change")) } }
    });
    let [enter, leave] =
        [true, false].map(|is_on| held.map(|row| picked::outlines(job_id, row, is_on)));
    let (enter, leave) = (move |_| call(enter.as_ref()), move |_| call(leave.as_ref()));
    view! {
        tr(on:mouseenter=enter, on:mouseleave=leave) {
            td(title=why) { (label) (check) (value) }
            (source_cell_part)
            td(class="held") { span(class=class, role="img", aria-label=spoken, title=words) { (mark) } (change) }
        }
    }
}

fn call(outline: Option<&impl Fn()>) {
    if let Some(outline) = outline {
        outline();
    }
}
