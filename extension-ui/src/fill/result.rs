//! What was filled and what was not, and why.

use shared_types::{
    JobRecord,
    job::{OpenField, WrittenField},
};
use sycamore::prelude::*;

use super::sentences;
use crate::{
    paint::{ago, label_or_none, source_cell, source_label, t},
    session::Session,
};

pub(super) fn view(session: Session) -> View {
    let job = session.job;
    // While a job works its lists grow with each field: they are painted when it rests.
    let rests = |job: &JobRecord| job.status.is_final() || job.status.is_pause();
    let open = create_selector(move || {
        job.with(|job| if rests(job) { job.open.clone() } else { Vec::new() })
    });
    let written = create_selector(move || {
        job.with(|job| if job.status.is_final() { job.written.clone() } else { Vec::new() })
    });
    let timing = move || {
        let now = session.now.get();
        job.with(|job| timing(job, now))
    };
    let items = move || open.get_clone().iter().map(open_item).collect::<Vec<View>>();
    let rows = move || written.get_clone().iter().map(written_row).collect::<Vec<View>>();
    view! {
        div(id="open-box", class="card", hidden=open.with(Vec::is_empty)) {
            h2(id="open-title") { (msg!("result_left_open", count = open.with(Vec::len))) }
            ul(id="open-fields", class="open-list") { (items()) }
        }
        div(id="written-box", class="card", hidden=written.with(Vec::is_empty)) {
            h2(id="written-title") { (msg!("result_filled", count = written.with(Vec::len))) }
            p(id="timing", class="hint") { (timing()) }
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

fn written_row(field: &WrittenField) -> View {
    let (class, mark, words) = if field.verified {
        ("yes", "✓", msg!("result_confirmed_the_page_holds_it"))
    } else {
        ("no", "?", msg!("result_couldnt_be_confirmed"))
    };
    let spoken = words.clone();
    let label = t(label_or_none(&field.label));
    let why = (!field.why.is_empty()).then(|| t(msg!("result_understood_as", why = field.why)));
    let source_cell_part = source_cell(&field.source, field.derived);
    view! {
        tr {
            td(title=why) { (label) }
            (source_cell_part)
            td(class="held") { span(class=class, role="img", aria-label=spoken, title=words) { (mark) } }
        }
    }
}
