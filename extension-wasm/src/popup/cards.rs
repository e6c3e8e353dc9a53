//! The cards that wait for the person: approval, verification, questions.
//!
//! A card is painted once for what it asks, so that nothing that is being typed is lost. Values are on
//! the approval card only while it is shown.

use std::{cell::RefCell, collections::BTreeMap};

use shared_types::{
    ConsentItem, ConsentRequest, JobRecord, JobStatus, Private, ProfileKey, Question, Scope, Tier,
    job::{Approval, ShownGroup, ShownValue, Verification},
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};

use super::{
    cells::{origin_cell, source_cell},
    dom::{
        self, Control, attribute, attribute_of, busy, el, focus, id, invalid, on_click, on_submit,
        optional_text, show, text, with,
    },
    format, state,
    worker::{send, unexpected},
};
use crate::{console, storage, tasks::spawn_local};

/// What the cards show now, with the job it belongs to.
#[derive(Default)]
struct Shown {
    approval: Option<(String, Approval)>,
    consent: Option<(String, ConsentRequest)>,
    verification: Option<(String, Verification)>,
    questions: Option<(String, Vec<Question>)>,
}

thread_local! {
    static SHOWN: RefCell<Shown> = RefCell::default();
}

/// Listens to the cards' controls.
pub(super) fn wire() {
    on_click(&id("approve"), approve);
    on_click(&id("deny"), deny);
    on_click(&id("consent-fill"), || consent(None));
    on_click(&id("consent-never"), || consent(Some(Scope::Never)));
    on_click(&id("consent-no"), no_consent);
    on_click(&id("approval-refresh"), show_values);
    on_submit("verification-form", verify);
    on_submit("questions-form", answer);
    on_click(&id("skip"), || send_answers(BTreeMap::new()));
}

/// Paints the cards that this job needs and clears the others.
pub(super) fn render(job: &JobRecord) {
    let of_job = |status: JobStatus| (job.status == status).then(|| job.id.clone());
    let approval = of_job(JobStatus::PausedForApproval).zip(job.approval.clone());
    let verification = of_job(JobStatus::NeedsVerification).zip(job.verification.clone());
    let questions = Some(job.questions.clone()).filter(|all| !all.is_empty());
    let questions = of_job(JobStatus::NeedsInput).zip(questions);
    if replace(|shown| &mut shown.approval, &approval) {
        paint_approval(approval.as_ref().map(|(_, approval)| approval));
    }
    let consent = of_job(JobStatus::PausedForApproval).zip(job.consent.clone());
    if replace(|shown| &mut shown.consent, &consent) {
        paint_consent(consent.as_ref().map(|(_, request)| request));
    }
    if replace(|shown| &mut shown.verification, &verification) {
        paint_verification(verification.as_ref().map(|(_, verification)| verification));
    }
    if replace(|shown| &mut shown.questions, &questions) {
        paint_questions(questions.as_ref().map_or(&[], |(_, questions)| questions));
    }
}

/// Puts what is wanted where it is kept; whether it is something else than before.
fn replace<T: PartialEq + Clone>(
    part: impl FnOnce(&mut Shown) -> &mut Option<T>,
    wanted: &Option<T>,
) -> bool {
    SHOWN.with_borrow_mut(|shown| {
        let part = part(shown);
        let differs = part != wanted;
        if differs {
            part.clone_from(wanted);
        }
        differs
    })
}

fn paint_approval(approval: Option<&Approval>) {
    show("approval", approval.is_some());
    show_rows(&[]);
    text("approval-note", "");
    id("cover-pages").set_checked(false);
    let Some(approval) = approval else { return };
    let action =
        if approval.action.is_empty() { "a button without a text" } else { &approval.action };
    let sends = approval.form_action.is_some();
    text("approval-title", if sends { "Send this form?" } else { "Press this button?" });
    text("approve", if sends { "Send" } else { "Press" });
    text("deny", if sends { "Don’t send" } else { "Don’t press" });
    text("approval-action", action);
    text("approval-origin", &approval.origin);
    let target = approval.form_action.as_deref().unwrap_or_default();
    optional_text("approval-target", target);
    show("approval-target-term", !target.is_empty());
    dom::fill(&id("approval-reasons"), approval.reasons.iter().map(|reason| el("li", "", reason)));
    show("cover-pages-row", approval.may_cover_pages);
    dom::fill(&id("approval-secrets"), approval.secrets.iter().map(|thing| tick(thing, "Send my")));
    focus(&id("approval-title"));
    spawn_local(show_values());
}

fn shown_approval() -> Option<(String, Approval)> {
    SHOWN.with_borrow(|shown| shown.approval.clone())
}

/// Reads the values from the page and shows them, unless the card is for something else by then.
async fn show_values() {
    let Some((job_id, approval)) = shown_approval() else { return };
    attribute(&id("approval-values"), "aria-busy", "true");
    text("approval-note", "Reading the page …");
    let answer = send(&PopupMessage::ShowApproval { job_id }).await;
    let values = answer.and_then(|reply| match reply {
        PopupReply::Values(values) => Ok(values),
        other => unexpected(other),
    });
    if shown_approval().is_none_or(|(_, now)| now.id != approval.id) {
        return;
    }
    match values {
        Ok(values) => {
            show_rows(&values);
            text("approval-note", if values.is_empty() { "The form holds nothing." } else { "" });
        }
        Err(error) => {
            show_rows(&[]);
            text("approval-note", &format!("The values could not be read: {error}"));
        }
    }
    attribute(&id("approval-values"), "aria-busy", "false");
}

/// What stands in the form now, then what else goes along with it, a part for each kind.
fn show_rows(values: &[ShownValue]) {
    let of = |group: ShownGroup| {
        values.iter().filter(move |shown| shown.group == group).collect::<Vec<_>>()
    };
    let now = of(ShownGroup::Current);
    dom::fill(&id("approval-values"), now.into_iter().map(value_row));
    let groups = [ShownGroup::Unseen, ShownGroup::Added, ShownGroup::Hidden];
    let parts = groups.into_iter().map(|group| (group, of(group)));
    let parts = parts.filter(|(_, rows)| !rows.is_empty());
    dom::fill(&id("approval-more"), parts.map(|(group, rows)| part(group, &rows)));
}

/// A part of the card that can be folded: open, unless a page has such things as a rule.
fn part(group: ShownGroup, rows: &[&ShownValue]) -> Control {
    let details = el("details", "", "");
    if group != ShownGroup::Hidden || rows.iter().any(|row| row.varies) {
        attribute(&details, "open", "");
    }
    let (title, hint) = format::part_of_form(group, rows.len());
    let table = with(
        el("table", "", ""),
        [with(el("tbody", "", ""), rows.iter().map(|row| value_row(row)))],
    );
    attribute(&table, "role", "table");
    attribute(&table, "aria-label", &title);
    let rows = with(el("div", "rows-box", ""), [table]);
    // What scrolls can be reached by the keyboard.
    attribute(&rows, "tabindex", "0");
    with(details, [el("summary", "", &title), el("p", "hint", hint), rows])
}

/// Longest value that is shown at once, in characters.
const LONG: usize = 160;

fn value_row(shown: &ShownValue) -> Control {
    let label = if shown.label.is_empty() { "(no label)" } else { &shown.label };
    let name = el("td", "", &format!("{label}{}", agent_core::job::instead_of(&shown.page_said)));
    if shown.varies {
        // Appending to a fresh element does not fail.
        let _ = name.append_child(&el("span", "tag need", "changes at each press"));
    }
    let text = shown.value.reveal();
    let value = if text.is_empty() {
        el("td", "value nothing", "empty")
    } else if text.chars().count() > LONG {
        let start: String = text.chars().take(LONG / 2).collect();
        let summary = el("summary", "", &format!("{start}…"));
        let whole = el("div", "", text);
        with(el("td", "value", ""), [with(el("details", "long", ""), [summary, whole])])
    } else {
        el("td", "value", text)
    };
    with(el("tr", "", ""), [name, value, origin_cell(&shown.source, shown.derived)])
}

async fn approve() {
    let Some((job_id, approval)) = shown_approval() else { return };
    let cover_pages = approval.may_cover_pages && id("cover-pages").checked();
    console::log(LogLevel::Info, "popup: approve");
    text("approval-note", "Sending …");
    let secrets = ticked("approval-secrets");
    let message = PopupMessage::Approve { job_id, approval_id: approval.id, cover_pages, secrets };
    let answer = busy(&["approve", "deny"], send(&message)).await;
    text("approval-note", &answer.err().unwrap_or_default());
}

async fn deny() {
    let Some((job_id, _)) = shown_approval() else { return };
    console::log(LogLevel::Info, "popup: deny");
    let answer = busy(&["approve", "deny"], send(&PopupMessage::Deny { job_id })).await;
    text("approval-note", &answer.err().unwrap_or_default());
}

fn paint_consent(request: Option<&ConsentRequest>) {
    show("consent", request.is_some());
    let Some(request) = request else { return };
    text("consent-title", if request.more { "Fill these too?" } else { "Fill this form?" });
    show("consent-more", request.more);
    text("consent-site", &request.origin);
    text("consent-error", "");
    dom::fill(&id("consent-warnings"), request.warnings.iter().map(|why| el("li", "", why)));
    show("consent-warnings", !request.warnings.is_empty());
    let ordinary = request.items.iter().filter(|item| item.tier == Tier::Ordinary);
    show("consent-table", ordinary.clone().next().is_some());
    dom::fill(&id("consent-rows"), ordinary.map(consent_row));
    for (list, tier) in [("consent-personal", Tier::Personal), ("consent-secrets", Tier::Secret)] {
        let of_tier = request.items.iter().filter(|item| item.tier == tier);
        dom::fill(&id(list), format::by_kind(of_tier).into_iter().map(kind_tick));
    }
    show("consent-careful", request.items.iter().any(|item| item.tier != Tier::Ordinary));
    id("consent-scope").put("once");
    focus(&id("consent-title"));
}

fn consent_row(item: &ConsentItem) -> Control {
    let label = if item.label.is_empty() { "(no label)" } else { &item.label };
    let label = format!("{label}{}", agent_core::job::instead_of(&item.page_says));
    with(el("tr", "", ""), [el("td", "", &label), source_cell(&item.source)])
}

/// A box for one kind of personal data, or for one secret: what it is, and which fields it is for. Not ticked.
fn kind_tick(kind: format::KindRow<'_>) -> Control {
    let input = el("input", "", "");
    attribute(&input, "type", "checkbox");
    attribute(&input, "data-thing", kind.kind);
    let words = with(
        el("span", "", ""),
        [
            el("span", "", &kind.thing),
            el("span", "for", &format!("for “{}”", kind.labels.join("”, “"))),
        ],
    );
    with(el("label", "check", ""), [input, words])
}

/// A box for one secret, not ticked.
fn tick(thing: &str, words: &str) -> Control {
    let input = el("input", "", "");
    attribute(&input, "type", "checkbox");
    attribute(&input, "data-thing", thing);
    with(el("label", "check", ""), [input, el("span", "", &format!("{words} {thing}"))])
}

/// The secrets that are ticked in a list of such boxes.
fn ticked(list: &str) -> Vec<String> {
    dom::all(&id(list), "[data-thing]")
        .iter()
        .filter(|tick| tick.checked())
        .map(|tick| attribute_of(tick, "data-thing"))
        .collect()
}

/// The scopes as the card names them.
const SCOPES: &[(&str, Scope)] =
    &[("once", Scope::Once), ("session", Scope::Session), ("always", Scope::Always)];

async fn consent(scope: Option<Scope>) {
    let Some((job_id, request)) = SHOWN.with_borrow(|shown| shown.consent.clone()) else { return };
    let chosen = id("consent-scope").text();
    let named = SCOPES.iter().find(|(name, _)| *name == chosen).map(|(_, scope)| *scope);
    let kinds = ticked("consent-personal");
    let message = PopupMessage::Grant {
        job_id,
        card_id: request.id,
        origin: request.origin,
        scope: scope.or(named).unwrap_or_default(),
        personal: !kinds.is_empty(),
        kinds,
        secrets: ticked("consent-secrets"),
    };
    reply_to_consent(&message).await;
}

async fn no_consent() {
    let Some((job_id, _)) = SHOWN.with_borrow(|shown| shown.consent.clone()) else { return };
    reply_to_consent(&PopupMessage::Deny { job_id }).await;
}

async fn reply_to_consent(message: &PopupMessage) {
    console::log(LogLevel::Info, "popup: reply to the consent card");
    let answer = busy(&["consent-fill", "consent-no", "consent-never"], send(message)).await;
    text("consent-error", &answer.err().unwrap_or_default());
}

fn paint_verification(verification: Option<&Verification>) {
    show("verification", verification.is_some());
    id("code").put("");
    invalid("code", "code-error", None);
    let Some(verification) = verification else { return };
    let words = format::verification_text(verification.kind);
    text("verification-title", words.title);
    text("verification-text", words.text);
    optional_text("verification-context", &verification.context);
    optional_text("verification-site", &format::destination(verification));
    show("code-row", words.input.is_some());
    text("code-label", words.input.unwrap_or_default());
    let code = id("code");
    attribute(&code, "inputmode", words.input_mode);
    let secret = verification.kind == shared_types::VerificationKind::Password;
    attribute(&code, "type", if secret { "password" } else { "text" });
    text("send-code", words.button);
    let next = if words.input.is_some() { code } else { id("send-code") };
    focus(&next);
}

async fn verify() {
    let shown = SHOWN.with_borrow(|shown| shown.verification.clone());
    let Some((job_id, Verification { kind, .. })) = shown else { return };
    let typed_in = format::verification_text(kind).input.is_some();
    let code = id("code").text();
    if typed_in && code.trim().is_empty() {
        invalid("code", "code-error", Some("Enter the code first."));
        focus(&id("code"));
        return;
    }
    invalid("code", "code-error", None);
    let code = Private::new(if typed_in { code.trim() } else { "" });
    let message = PopupMessage::ResumeAfterVerification { job_id, code, kind: Some(kind) };
    let answer = busy(&["send-code"], send(&message)).await;
    text("code-error", &answer.err().unwrap_or_default());
}

fn paint_questions(questions: &[Question]) {
    show("questions", !questions.is_empty());
    text("questions-error", "");
    text("questions-site", &state::shown_job().and_then(|job| job.origin).unwrap_or_default());
    let count = format::counted(questions.len(), "question");
    text("questions-title", &format!("{count} only you can answer"));
    let rows = questions.iter().enumerate().map(|(n, question)| question_row(n, question));
    dom::fill(&id("question-list"), rows);
    if questions.iter().any(is_free_text) {
        spawn_local(offer_drafts());
    }
    if let Some(first) = dom::one(&id("question-list"), "[data-key]") {
        focus(&first);
    }
}

/// Whether a question is answered in the person's own words.
fn is_free_text(question: &Question) -> bool {
    !question.once && question.options.as_ref().is_none_or(Vec::is_empty)
}

/// Puts a button beside each free question, if the profile allows drafts.
async fn offer_drafts() {
    if !storage::profile().await.is_ok_and(|profile| profile.allow_drafts) {
        return;
    }
    for area in dom::all(&id("question-list"), "textarea[data-key]") {
        let Some(row) = area.parent_element() else { continue };
        let offer = dom::button("quiet draft", "Draft");
        attribute(&offer, "aria-describedby", &attribute_of(&area, "id"));
        let note = el("p", "hint", "");
        attribute(&note, "role", "status");
        for part in [&offer, &note] {
            // Appending to what is shown does not fail.
            let _ = row.append_child(part);
        }
        on_click(&offer, move || draft(area.clone(), note.clone()));
    }
}

/// Writes a draft into the answer. It stays the person's to change, to take, or to leave.
async fn draft(area: Control, note: Control) {
    let job = SHOWN.with_borrow(|shown| shown.questions.as_ref().map(|(job, _)| job.clone()));
    let Some(job_id) = job else { return };
    dom::write(&note, "Drafting …");
    let message = PopupMessage::Draft { job_id, key: attribute_of(&area, "data-key").into() };
    let said = match send(&message).await {
        Ok(PopupReply::Draft(text)) => {
            area.put(&agent_core::shown::shown(text.reveal()));
            attribute(&area, "rows", "6");
            "Drafted by the model from your résumé. Check it; it is sent only if you answer with it."
                .to_owned()
        }
        Ok(_) => "The answer could not be read.".to_owned(),
        Err(error) => error,
    };
    dom::write(&note, &said);
}

fn question_row(n: usize, question: &Question) -> Control {
    let input_id = format!("question-{n}");
    let label = el("label", "", &question.question);
    attribute(&label, "for", &input_id);
    if question.required {
        // Appending to a fresh element does not fail.
        let _ = label.append_child(&el("span", "tag need", "required"));
    }
    let input = match &question.options {
        Some(options) if !options.is_empty() => {
            let none = el("option", "", "Choose …");
            attribute(&none, "value", "");
            let rest = options.iter().filter(|option| !option.is_empty());
            let options = rest.map(|option| {
                let choice = el("option", "", option);
                if question.suggested.as_ref() == Some(option) {
                    attribute(&choice, "selected", "");
                }
                choice
            });
            with(el("select", "", ""), std::iter::once(none).chain(options))
        }
        _ if question.once => {
            let input = el("input", "", "");
            attribute(&input, "type", "password");
            attribute(&input, "autocomplete", "off");
            input
        }
        _ => {
            let area = el("textarea", "", "");
            attribute(&area, "rows", "1");
            area
        }
    };
    attribute(&input, "id", &input_id);
    attribute(&input, "data-key", question.save_as.as_str());
    let mut parts = vec![label, input];
    if question.once {
        parts.push(el("p", "hint", &format!("Used once, on {}. Not kept.", question.origin)));
    }
    if question.replaces {
        parts.push(el("p", "hint", "Replaces the answer that you gave before."));
    }
    if question.suggested.is_some() {
        let note = "Proposed by the model, from the form alone. Check it.";
        parts.push(el("p", "hint suggested", note));
    }
    with(el("div", "field", ""), parts)
}

async fn answer() {
    let inputs = dom::all(&id("question-list"), "[data-key]");
    let mut answers: BTreeMap<ProfileKey, Private> = BTreeMap::new();
    for input in &inputs {
        let reply = input.text().trim().to_owned();
        if !reply.is_empty() {
            answers.insert(attribute_of(input, "data-key").into(), reply.into());
        }
    }
    if answers.is_empty() {
        text("questions-error", "Answer one at least, or skip them all.");
    } else {
        send_answers(answers).await;
    }
}

async fn send_answers(answers: BTreeMap<ProfileKey, Private>) {
    let job = SHOWN.with_borrow(|shown| shown.questions.as_ref().map(|(job, _)| job.clone()));
    let Some(job_id) = job else { return };
    let message = PopupMessage::Answer { job_id, answers };
    let answer = busy(&["answer", "skip"], send(&message)).await;
    text("questions-error", &answer.err().unwrap_or_default());
}
