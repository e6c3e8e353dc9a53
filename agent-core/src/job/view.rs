//! What is shown of a job, and how pages are told apart.

use sha2::{Digest, Sha256};
use shared_types::{
    Button, ExtractMode, Field, JobRecord, JobStatus, Observation, Private, RefusalReason, Target,
    ValueState,
    job::{OpenCode, Progress, ShownGroup, ShownValue, WrittenField},
    message::Hud,
    snapshot::FormEntry,
};

use crate::{
    observe::{self, Element, Page},
    role::Role,
    shown::shown,
};

/// Which fields and buttons a page has: the same while values change.
pub(super) fn signature(page: &Page) -> String {
    let mut hash = Sha256::new();
    add_structure(&mut hash, page);
    hex(hash)
}

/// Which fields a page shows, in any order: the same form at another visit.
pub(super) fn fields_signature(page: &Page) -> String {
    let seen = page.observation.fields.iter().filter(|field| field.visible != Some(false));
    let mut prints: Vec<&str> = seen.filter_map(|field| field.fingerprint.as_deref()).collect();
    prints.sort_unstable();
    let mut hash = Sha256::new();
    prints.iter().for_each(|print| part(&mut hash, print));
    hex(hash)
}

/// As [`signature`], with what is filled, what is said, and where: anything that a click may change.
pub(super) fn state_of_page(page: &Page) -> String {
    let mut hash = Sha256::new();
    add_structure(&mut hash, page);
    for document in &page.documents {
        part(&mut hash, &document.document_id);
        part(&mut hash, &document.values_digest);
    }
    for field in &page.observation.fields {
        part(&mut hash, field.error.as_deref().unwrap_or_default());
    }
    part(&mut hash, &page.observation.url);
    part(&mut hash, &page.observation.page_context);
    part(&mut hash, &page.observation.text);
    hex(hash)
}

fn add_structure(hash: &mut Sha256, page: &Page) {
    let observation = &page.observation;
    for field in observation.fields.iter().filter(|field| field.visible != Some(false)) {
        part(hash, field.fingerprint.as_deref().unwrap_or_default());
        part(hash, if field.disabled { "disabled" } else { "enabled" });
        let options = field.options.as_ref().map_or(0, Vec::len);
        part(hash, &options.to_string());
    }
    part(hash, "buttons");
    for button in observation.buttons.iter().filter(|button| button.visible != Some(false)) {
        part(hash, button.fingerprint.as_deref().unwrap_or_default());
    }
}

/// Lengths go in before texts, so that no two lists run together into the same bytes.
fn part(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether nothing is in a field.
pub(super) fn is_empty(field: &Field) -> bool {
    if field.kind == "radio" || field.kind == "checkbox" {
        return field.checked != Some(true);
    }
    matches!(field.value_state, None | Some(ValueState::Empty))
}

/// Whether a `WAIT_FOR` by text is fulfilled by what the page says.
pub(super) fn shows_text(target: &Target, observation: &Observation) -> bool {
    let Target::Text { text, .. } = target else {
        return false;
    };
    let wanted = text.to_lowercase();
    !wanted.trim().is_empty()
        && [&observation.text, &observation.page_context, &observation.title]
            .iter()
            .any(|shown| shown.to_lowercase().contains(&wanted))
}

/// How much of a page is filled: groups count once, what asks for nothing of a person not at all.
pub fn progress(observation: &Observation, page: u32) -> Progress {
    let mut groups: Vec<(u32, bool)> = Vec::new();
    let mut progress = Progress { page, ..Progress::default() };
    for field in observation.fields.iter().filter(|field| counts(field)) {
        let filled = !is_empty(field);
        if let Some(group) = field.group_id {
            match groups.iter_mut().find(|(id, _)| *id == group) {
                Some((_, any)) => *any |= filled,
                None => groups.push((group, filled)),
            }
        } else if field.kind != "checkbox" || field.required || filled {
            progress.total += 1;
            progress.filled += u32::from(filled);
        }
    }
    for (_, filled) in groups {
        progress.total += 1;
        progress.filled += u32::from(filled);
    }
    progress
}

fn counts(field: &Field) -> bool {
    let asks_nothing = Role::of(field).is_some_and(Role::asks_nothing);
    field.visible != Some(false) && !field.disabled && !field.readonly && !asks_nothing
}

/// What `EXTRACT` brings back: what the observation knows, without values.
pub(super) fn extract(mode: ExtractMode, observation: &Observation) -> serde_json::Value {
    match mode {
        ExtractMode::VisibleText => serde_json::Value::String(observation.text.clone()),
        ExtractMode::Fields => shared_types::json::to_value(&observation.fields),
        ExtractMode::Html => serde_json::Value::String(html(observation)),
    }
}

/// The form's markup, rebuilt from what was observed: names and labels, no values.
fn html(observation: &Observation) -> String {
    let mut html = String::new();
    for field in &observation.fields {
        html.push_str(&format!(
            "<label>{}<{} type=\"{}\" id=\"{}\" name=\"{}\"></label>\n",
            escape(&field.label),
            escape(&field.tag),
            escape(&field.kind),
            escape(&field.id),
            escape(&field.name)
        ));
    }
    for button in &observation.buttons {
        html.push_str(&format!(
            "<{} type=\"{}\" id=\"{}\">{}</{}>\n",
            escape(&button.tag),
            escape(&button.kind),
            escape(&button.id),
            escape(&button.text),
            escape(&button.tag)
        ));
    }
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A refusal of the gate in the terms of open fields.
pub(super) fn open_code(reason: RefusalReason) -> OpenCode {
    match reason {
        RefusalReason::NotVisible => OpenCode::NotVisible,
        RefusalReason::Disabled | RefusalReason::ReadOnly => OpenCode::NotEditable,
        RefusalReason::OriginChanged => OpenCode::ForeignFrame,
        RefusalReason::NoProvenance
        | RefusalReason::NeedsApproval
        | RefusalReason::NoConsent
        | RefusalReason::NotJudged => OpenCode::PersonOnly,
        _ => OpenCode::WriteFailed,
    }
}

/// The one button with this fingerprint.
pub(super) fn only_button<'a>(page: &'a Page, fingerprint: &str) -> Option<&'a Button> {
    let same = |button: &&Button| button.fingerprint.as_deref() == Some(fingerprint);
    let mut buttons = page.observation.buttons.iter().filter(same);
    buttons.next().filter(|_| buttons.next().is_none())
}

/// Where a value came from that Vaulty did not write.
fn not_ours() -> String {
    msg!("job_not_filled_by_vaulty")
}
/// Where an entry came from that no field holds.
fn by_the_page() -> String {
    msg!("job_set_by_the_page")
}

/// What the approval card lists: every control that holds something, from where; those that are seen now
/// first, then what else goes along with the form (`entries`, as the form's own list has them): what is not
/// seen now, hidden inputs, what the page's script or the button adds.
pub(super) fn card(
    page: &Page,
    record: &JobRecord,
    button: Option<&Button>,
    entries: &[FormEntry],
    varies: &[String],
) -> Vec<ShownValue> {
    let document = button
        .and_then(|button| page.buttons.get(button.index as usize))
        .map(|element| element.document_id.as_str());
    let form = button.and_then(|button| button.form);
    let mut rows = Vec::new();
    let mut listed: Vec<u32> = Vec::new();
    for (field, element) in page.observation.fields.iter().zip(&page.fields) {
        let is_seen = field.visible != Some(false);
        // Where no form says what goes along, a script may take all that there is.
        let goes_along = is_seen || button.is_some() && (form.is_none() || field.form == form);
        if is_empty(field) || !goes_along {
            continue;
        }
        if Some(element.document_id.as_str()) == document {
            listed.push(element.element);
        }
        let group = if is_seen { ShownGroup::Current } else { ShownGroup::Unseen };
        rows.push(ShownValue { group, ..shown_field(field, element, record) });
    }
    rows.sort_by_key(|row| row.group == ShownGroup::Unseen);
    for entry in entries {
        let is_listed = entry.element.is_some_and(|element| listed.contains(&element));
        // What may be another by the time that it is sent is marked, whatever it is of.
        let varies = varies.contains(&entry.name);
        if !varies && (entry.value.is_empty() || is_listed && !entry.is_changed) {
            continue;
        }
        let group = match entry.element {
            Some(_) if entry.is_hidden && !entry.is_changed => ShownGroup::Hidden,
            _ if entry.is_changed || is_listed => ShownGroup::Added,
            Some(_) => ShownGroup::Unseen,
            None => ShownGroup::Added,
        };
        let own = if group == ShownGroup::Unseen { not_ours() } else { by_the_page() };
        rows.push(ShownValue {
            label: entry.name.clone(),
            value: entry.value.clone(),
            source: own,
            group,
            varies,
            ..ShownValue::default()
        });
    }
    rows
}

fn shown_field(field: &Field, element: &Element, record: &JobRecord) -> ShownValue {
    let ours = |written: &&WrittenField| Some(&written.fingerprint) == field.fingerprint.as_ref();
    let written = record.written.iter().find(ours);
    let choice = field.kind == "radio" || field.kind == "checkbox";
    let value = if choice {
        field.label.as_str().into()
    } else {
        observe::shown_value(field, &element.value)
    };
    let label = field.group.clone().unwrap_or_else(|| field.label.clone());
    ShownValue {
        label: if label.is_empty() { field.name.clone() } else { label },
        value,
        source: written.map_or_else(not_ours, |written| written.source.clone()),
        derived: written.is_some_and(|written| written.derived),
        page_said: written.map(|written| written.page_said.clone()).unwrap_or_default(),
        by: written.map(|written| written.by).unwrap_or_default(),
        sure: written.map(|written| written.sure).unwrap_or_default(),
        why: written
            .filter(|one| !one.sure.is_sure())
            .map_or_else(String::new, |one| one.why.clone()),
        ..ShownValue::default()
    }
}

/// What a card adds to a field's label where the value takes the place of one that the page had preset.
pub fn instead_of(page_said: &Private) -> String {
    let text = page_said.reveal();
    if text.is_empty() {
        String::new()
    } else {
        format!(" {}", msg!("job_page_says", text = shown(text)))
    }
}

/// What a field was taken for, and why: `given-name, 98 %: label: first name; name: fname`.
pub(super) fn why_taken(field: &Field) -> String {
    let Some(role) = Role::of(field).map(Role::as_str) else {
        return String::new();
    };
    let sure = field.confidence.map(|sure| format!(", {:.0} %", sure * 100.0)).unwrap_or_default();
    format!("{role}{sure}: {}", field.evidence.join("; "))
}

/// How sure such a reason is, in per cent; none where it does not say.
pub fn share_of(why: &str) -> Option<u8> {
    let (said, _) = why.split_once(": ")?;
    let (_, share) = said.split_once(", ")?;
    share.strip_suffix(" %")?.parse().ok()
}

/// Why a planner leaves a field open, in words of our own.
pub(super) fn words_of(code: OpenCode) -> String {
    match code {
        OpenCode::NotUnderstood => msg!("job_what_it_asks_for_is_not_known"),
        OpenCode::NoValue => msg!("job_your_profile_has_nothing_for_it"),
        OpenCode::Ambiguous => msg!("job_several_of_your_entries_fit"),
        OpenCode::AlreadyFilled => msg!("job_it_holds_something_already"),
        OpenCode::NotVisible => msg!("job_nobody_can_see_it"),
        OpenCode::NotEditable => msg!("job_it_cannot_be_filled_in"),
        OpenCode::DoesNotFit => msg!("job_your_value_does_not_fit"),
        OpenCode::PersonOnly => msg!("job_only_you_can_give_this"),
        OpenCode::ForeignFrame => msg!("job_it_belongs_to_another_site"),
        OpenCode::WriteFailed => msg!("job_writing_it_failed"),
        OpenCode::NotPersonal => msg!("job_it_asks_for_nothing_of_yours"),
    }
}

/// What the page shows of a job. `None` takes the HUD away.
pub fn hud(record: &JobRecord) -> Option<Hud> {
    let Progress { filled, total, page } = record.progress;
    let mut detail = String::new();
    if total > 0 {
        detail = msg!("fill_progress", count = total, filled = filled);
        if page > 1 {
            detail = msg!("fill_progress_page", progress = detail, page = page);
        }
    }
    let part = if total > 0 { f64::from(filled) / f64::from(total) } else { -1.0 };
    let tone = match record.status {
        JobStatus::Idle => return None,
        JobStatus::Starting | JobStatus::Running => "working",
        JobStatus::PausedForApproval | JobStatus::NeedsVerification | JobStatus::NeedsInput => {
            detail = msg!("job_open_vaulty_from_the_toolbar_to_go");
            "waiting"
        }
        JobStatus::Done => "done",
        JobStatus::Stopped | JobStatus::Error => "error",
    };
    Some(Hud { title: shown(&record.message), detail, progress: part, tone: tone.to_owned() })
}
