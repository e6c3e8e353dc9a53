//! The review sheet: each field that would be filled, with its value and where it comes from, before anything is. Its
//! Fill button is the consent for exactly what is shown and chosen.

use std::collections::{BTreeMap, BTreeSet};

use agent_core::catalogue;
use extension_browser::{console, tasks::spawn_local};
use shared_types::{
    ConsentItem, ConsentRequest, JobRecord, JobStatus, RowChoice, RowReply, Scope, Sheet, Tier,
    job::OpenCode,
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
    sheet::{Offer, RowState, SheetRow},
};
use sycamore::prelude::*;

use super::{
    choice::{self, Choice, origin, shown_of, text_of},
    jobs::needed,
    kind_tick, near, picked, plan_file,
    row_editor::{self, Given},
    sentences,
    unconfirmed::RowDraft,
};
use crate::{
    browser::{focus_on, focus_once_painted},
    controls::GlobalAttributes,
    paint::{check_tag, error, label_or_none, site_name, source_label, t},
    worker::{send, unexpected},
};

#[derive(Clone, Copy)]
pub(super) struct State {
    card: ReadSignal<Option<(String, ConsentRequest)>>,
    tab: ReadSignal<Option<i32>>,
    /// Whether the job is about one field alone.
    is_one: ReadSignal<bool>,
    /// Whether an agent asked for the job: then what is agreed to is for this once.
    is_agents: ReadSignal<bool>,
    sheet: Signal<Option<Sheet>>,
    choices: Signal<BTreeMap<String, Choice>>,
    /// Kinds of personal data that are ticked.
    kinds: Signal<BTreeSet<String>>,
    /// Secrets that are ticked.
    secrets: Signal<BTreeSet<String>>,
    scope: Signal<String>,
    /// The row that is being edited, with what it could be filled with.
    edited: Signal<Option<String>>,
    /// What is typed into its editor, and not used yet.
    draft: Signal<Option<RowDraft>>,
    /// The row of the field that the person is in, in the page.
    picked: Signal<Option<String>>,
    offers: Signal<Vec<Offer>>,
    error: Signal<String>,
    busy: Signal<bool>,
    plan: plan_file::State,
}

/// The scopes as the card names them, with the keys of their words.
const SCOPES: &[(&str, &str, Scope)] = &[
    ("once", key!("sheet_once"), Scope::Once),
    ("session", key!("sheet_until_i_close_the_browser"), Scope::Session),
    ("always", key!("sheet_always_on_this_site"), Scope::Always),
];

impl State {
    pub(super) fn new(job: ReadSignal<JobRecord>) -> Self {
        let card = create_selector(move || {
            job.with(|job| needed(job, JobStatus::PausedForApproval, job.consent.as_ref()))
        });
        let state = Self {
            card,
            tab: create_selector(move || job.with(|job| job.tab_id)),
            is_one: create_selector(move || job.with(|job| job.one_field)),
            is_agents: create_selector(move || job.with(|job| job.asked_by.is_some())),
            sheet: create_signal(None),
            choices: create_signal(BTreeMap::new()),
            kinds: create_signal(BTreeSet::new()),
            secrets: create_signal(BTreeSet::new()),
            scope: create_signal("once".to_owned()),
            edited: create_signal(None),
            draft: create_signal(None),
            picked: create_signal(None),
            offers: create_signal(Vec::new()),
            error: create_signal(String::new()),
            busy: create_signal(false),
            plan: plan_file::State::new(),
        };
        // What an agent suggests is shown as soon as it does.
        let suggestions = create_selector(move || job.with(|job| job.suggestions));
        create_effect(on(suggestions, move || {
            if state.card.with_untracked(Option::is_some) && cfg!(target_arch = "wasm32") {
                spawn_local(state.read());
            }
        }));
        // What was made of the card before is nothing to this one.
        create_effect(on(state.card, move || {
            state.forget();
            if state.card.with_untracked(Option::is_some) && cfg!(target_arch = "wasm32") {
                spawn_local(state.read());
            }
        }));
        state
    }

    #[cfg(test)]
    pub(super) fn show(self, sheet: Sheet, edited: &str) {
        self.sheet.set(Some(sheet));
        self.edited.set(Some(edited.to_owned()));
    }

    #[cfg(test)]
    pub(super) fn refuse(self, why: String) {
        self.error.set(why);
    }

    fn forget(self) {
        self.sheet.set(None);
        self.choices.set(BTreeMap::new());
        self.kinds.set(BTreeSet::new());
        self.secrets.set(BTreeSet::new());
        self.scope.set("once".to_owned());
        self.edited.set(None);
        self.draft.set(None);
        self.picked.set(None);
        self.offers.set(Vec::new());
        self.error.set(String::new());
        self.plan.forget();
    }

    /// Reads the values, unless the card is another by then. Without them the card says what comes from where.
    async fn read(self) {
        let Some((job_id, request)) = self.card.get_clone_untracked() else { return };
        let answer = send(&PopupMessage::ShowSheet { job_id }).await;
        let sheet = answer.and_then(|reply| match reply {
            PopupReply::Sheet(sheet) => Ok(*sheet),
            other => unexpected(other),
        });
        // Before it can be confirmed: what was chosen then is not to be left out now.
        let (before, draft) = match &sheet {
            Ok(sheet) if self.sheet.with_untracked(Option::is_none) => {
                choice::taken_up(sheet).await
            }
            _ => (BTreeMap::new(), None),
        };
        if self
            .card
            .with_untracked(|card| card.as_ref().is_none_or(|(_, now)| now.id != request.id))
        {
            return;
        }
        match sheet {
            Ok(sheet) => {
                // Once a card: a row keeps its name for as long as its page is open.
                let is_first = self.sheet.with_untracked(Option::is_none);
                if let Some(tab) = self.tab.get_untracked().filter(|_| is_first) {
                    let is_shown = move || {
                        let card = self.card.with_untracked(|card| card.as_ref().map(id_of));
                        card.as_ref() == Some(&request.id)
                    };
                    picked::follow(tab, &sheet, self.picked, is_shown);
                }
                self.drop_withdrawn(&sheet);
                self.choices.update(|choices| {
                    let chosen = std::mem::take(choices);
                    *choices = before.into_iter().chain(chosen).collect();
                });
                let asked = self.is_one.get_untracked().then(|| asked_at_once(&sheet)).flatten();
                let job_id = sheet.job_id.clone();
                self.sheet.set(Some(sheet));
                if let Some(draft) = draft.filter(|_| is_first) {
                    let row = draft.row.clone();
                    self.draft.set(Some(draft));
                    edit(self, job_id, row);
                } else if let Some(row) = asked.filter(|_| is_first) {
                    edit(self, job_id, row);
                }
            }
            Err(why) => self.error.set(msg!("sheet_the_values_couldnt_be_read", why = why)),
        }
    }

    /// What an agent said and was taken is taken no more where it is another by now, or withdrawn.
    fn drop_withdrawn(self, sheet: &Sheet) {
        let is_still = |id: &str, choice: &Choice| match choice {
            Choice::OfAgent(said) => {
                sheet.rows.iter().any(|row| row.id == id && row.suggested.as_ref() == Some(said))
            }
            _ => true,
        };
        if self.choices.with_untracked(|all| all.iter().any(|(id, one)| !is_still(id, one))) {
            self.choices.update(|all| all.retain(|id, one| is_still(id, one)));
        }
    }

    /// Whether a row is to be filled.
    fn is_chosen(self, row: &SheetRow) -> bool {
        self.choices.with(|choices| match choices.get(&row.id) {
            Some(Choice::Leave) => false,
            Some(_) => true,
            None => row.chosen,
        })
    }

    fn choose(self, row: &str, choice: Choice) {
        self.choices.update(|choices| choices.insert(row.to_owned(), choice));
        self.keep();
    }

    /// Keeps what the person made of the sheet until it is confirmed.
    fn keep(self) {
        if let Some(sheet) = self.sheet.get_clone_untracked() {
            let draft = self.draft.get_clone_untracked();
            self.choices.with_untracked(|choices| choice::keep(&sheet, choices, draft));
        }
    }

    /// What is typed into the editor of a row.
    fn note_draft(self, row: &str, text: &str) {
        self.draft.set(Some(RowDraft { row: row.to_owned(), text: text.to_owned() }));
        self.keep();
    }

    /// Closes the editor of a row, with what the person gave in it.
    fn give(self, row: &str, given: Option<Given>) {
        self.edited.set(None);
        if self.draft.with(|draft| draft.as_ref().is_some_and(|draft| draft.row == row)) {
            self.draft.set(None);
        }
        match given {
            None => self.keep(),
            Some(Given::Nothing) => self.choose(row, Choice::Leave),
            // What is left as it was is what is planned: typing it is no way round a tick.
            Some(Given::Text(text, _)) if self.is_planned(row, &text) => {
                self.choose(row, Choice::Fill);
            }
            Some(Given::Text(text, keep)) => self.choose(row, Choice::Write(text, keep)),
            Some(Given::File(document)) => self.choose(row, Choice::Attach(document)),
            Some(Given::Entry(offer)) => self.take(row, offer),
        }
    }

    /// Whether this text is what a row would get anyway.
    fn is_planned(self, row: &str, text: &str) -> bool {
        let is_it = |one: &SheetRow| {
            let is_due = matches!(one.state, RowState::Fill | RowState::Held);
            one.id == row && is_due && one.value.reveal().trim() == text
        };
        self.sheet.with_untracked(|sheet| {
            sheet.as_ref().is_some_and(|sheet| sheet.rows.iter().any(is_it))
        })
    }

    /// Takes another entry. Choosing it here, with its value shown, is what ticking its kind is elsewhere.
    fn take(self, row: &str, offer: Offer) {
        match offer.tier {
            Tier::Ordinary => {}
            Tier::Personal => drop(self.kinds.update(|all| all.insert(offer.kind.clone()))),
            Tier::Secret => drop(self.secrets.update(|all| all.insert(offer.kind.clone()))),
        }
        self.choose(row, Choice::Take(offer.key, offer.value));
    }

    /// What the person made of each row that is shown: also what they left as it was, for a row that is not named
    /// stays as it is planned.
    fn rows(self) -> Vec<RowReply> {
        let Some(sheet) = self.sheet.get_clone() else { return Vec::new() };
        let choices = self.choices.get_clone();
        let reply = |row: &SheetRow| {
            let choice = match choices.get(&row.id) {
                Some(Choice::Fill) => RowChoice::Fill,
                Some(Choice::Leave) => RowChoice::Leave,
                Some(Choice::Take(key, _)) => RowChoice::Take { key: key.clone() },
                Some(Choice::Write(text, keep)) => keep.written(text),
                Some(Choice::Attach(document)) => RowChoice::Attach { document: document.clone() },
                Some(Choice::OfAgent(said)) => RowChoice::OfAgent { text: said.text.clone() },
                None if !is_ticked_by_row(row) => return None,
                None if row.chosen => RowChoice::Fill,
                None => RowChoice::Leave,
            };
            Some(RowReply { row: row.id.clone(), choice })
        };
        sheet.rows.iter().filter_map(reply).collect()
    }

    fn reply(self, message: PopupMessage) {
        console::log(LogLevel::Info, "panel: reply to the review sheet");
        self.busy.set(true);
        spawn_local(async move {
            let answer = send(&message).await;
            self.busy.set(false);
            self.error.set(answer.as_ref().err().cloned().unwrap_or_default());
            if answer.is_err() {
                // What is shown may not be so any more.
                self.read().await;
            }
        });
    }
}

/// Whether the person can fill a row that stays blank: where its field can be written into at all.
fn can_be_given(row: &SheetRow) -> bool {
    let is_out_of_reach = matches!(
        row.code,
        Some(OpenCode::NotVisible | OpenCode::NotEditable | OpenCode::ForeignFrame)
    );
    row.question.is_some() && !is_out_of_reach
}

/// Whether a row has a tick of its own: what is more than ordinary is ticked kind by kind, and a question is answered.
fn is_ticked_by_row(row: &SheetRow) -> bool {
    matches!(row.state, RowState::Fill | RowState::Held) && row.tier == Tier::Ordinary
}

pub(super) fn view(state: State) -> View {
    view! {
        section(id="consent", class="card accent", aria-labelledby="consent-title", hidden=state.card.with(Option::is_none)) {
            (match state.card.get_clone() {
                Some((job_id, request)) => card(state, job_id, request),
                None => view! {},
            })
        }
    }
}

fn id_of((_, request): &(String, ConsentRequest)) -> String {
    request.id.clone()
}

fn card(state: State, job_id: String, request: ConsentRequest) -> View {
    let warnings: Vec<View> = request
        .warnings
        .iter()
        .map(|why| {
            let text = t(why);
            view! { li { (text) } }
        })
        .collect();
    let has_warnings = !warnings.is_empty();
    let has_careful = request.items.iter().any(|item| item.tier != Tier::Ordinary);
    let heading = create_node_ref();
    focus_once_painted(heading);
    let grant = {
        let (job_id, request) = (job_id.clone(), request.clone());
        move |scope: Option<Scope>| {
            let named = state.scope.get_clone();
            let named = SCOPES.iter().find(|(name, ..)| *name == named).map(|(_, _, scope)| *scope);
            let kinds: Vec<String> = state.kinds.get_clone().into_iter().collect();
            PopupMessage::Grant {
                job_id: job_id.clone(),
                card_id: request.id.clone(),
                origin: request.origin.clone(),
                scope: scope.or(named).unwrap_or_default(),
                personal: !kinds.is_empty(),
                kinds,
                secrets: state.secrets.get_clone().into_iter().collect(),
                rows: state.rows(),
            }
        }
    };
    let never = grant.clone();
    let careful = |tier: Tier, ticked: Signal<BTreeSet<String>>| {
        let of_tier = request.items.iter().filter(|item| item.tier == tier);
        let kinds = sentences::by_kind(of_tier).into_iter();
        let view = |row| kind_tick::view(ticked, row, move |kind| rows_of_kind(state, kind));
        kinds.map(view).collect::<Vec<View>>()
    };
    let (personal, secrets) =
        (careful(Tier::Personal, state.kinds), careful(Tier::Secret, state.secrets));
    let scope_part = scope(state);
    let items = request.items.clone();
    let more = request.more;
    let reload = move || spawn_local(state.read());
    let plan_part = plan_file::view(state.plan, job_id.clone(), request.origin.clone(), reload);
    let no = move |_| state.reply(PopupMessage::Deny { job_id: job_id.clone() });
    let site = site_name(&request.origin);
    let title = match (state.is_one.get(), more) {
        (true, _) => msg!("sheet_fill_this_field"),
        (_, true) => msg!("sheet_fill_these_too"),
        _ => msg!("sheet_fill_this_form"),
    };
    let consent_error_part = error("consent-error", state.error);
    view! {
        h2(id="consent-title", tabindex="-1", r#ref=heading) { (title) }
        p(id="consent-site", class="quote") { (site) }
        p(id="consent-more", class="hint", hidden=!more) { (msg!("sheet_you_agreed_to_other_fields_before")) }
        div(role="alert") { ul(id="consent-warnings", class="reasons warn", hidden=!has_warnings) { (warnings) } }
        (match state.sheet.get_clone() {
            Some(sheet) => rows_of(state, sheet),
            None => without_values(&items),
        })
        fieldset(id="consent-careful", class="careful", hidden=!has_careful) {
            legend { (msg!("sheet_only_if_you_tick_it")) }
            div(id="consent-personal", class="ticks") { (personal) }
            div(id="consent-secrets", class="ticks") { (secrets) }
        }
        (scope_part)
        (plan_part)
        (consent_error_part)
        div(class="actions") {
            button(id="consent-fill", class="primary", r#type="button", disabled=state.busy.get(), on:click=move |_| state.reply(grant(None))) { (msg!("sheet_fill")) }
            button(id="consent-no", r#type="button", disabled=state.busy.get(), on:click=no) { (msg!("sheet_not_now")) }
            button(id="consent-never", class="quiet", r#type="button", disabled=state.busy.get(), on:click=move |_| state.reply(never(Some(Scope::Never)))) { (msg!("sheet_never_on_this_site")) }
        }
    }
}

/// How long the yes lasts.
fn scope(state: State) -> View {
    let scopes: Vec<View> = SCOPES
        .iter()
        .map(|(name, words, _)| {
            let (name, words) = (*name, catalogue::text(words));
            view! { option(value=name) { (words) } }
        })
        .collect();
    view! {
        div(class="field", hidden=state.is_agents.get()) {
            label(r#for="consent-scope") { (msg!("sheet_allow")) }
            select(id="consent-scope", aria-describedby="consent-scope-hint", bind:value=state.scope) { (scopes) }
            p(id="consent-scope-hint", class="hint") { (msg!("sheet_for_these_kinds_of_data_only_cards")) }
        }
    }
}

/// What the card says until the values are read.
fn without_values(items: &[ConsentItem]) -> View {
    let rows: Vec<View> = items
        .iter()
        .filter(|item| item.tier == Tier::Ordinary)
        .map(|item| {
            let from = source_label(&item.source);
            { let text = t(label_or_none(&item.label)); let text1 = t(&from); view! { li(class="sheet-row") { span(class="grow") { span(class="what") { (text) } span(class="from") { (text1) } } } } }
        })
        .collect();
    let is_empty = rows.is_empty();
    view! { ul(id="consent-rows", class="sheet", aria-busy="true", hidden=is_empty) { (rows) } }
}

fn rows_of(state: State, sheet: Sheet) -> View {
    let job_id = sheet.job_id.clone();
    let is_one = state.is_one.get_untracked();
    let asked_title = if is_one {
        msg!("sheet_choose_what_goes_in")
    } else {
        msg!("sheet_missing_from_your_profile")
    };
    let (mut filled, mut asked, mut decide, mut open, mut blank) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in sheet.rows {
        match row.state {
            _ if is_ticked_by_row(&row) => filled.push(row),
            RowState::Ask => asked.push(row),
            // Whoever wants one field filled chooses what goes in where nothing is known of it.
            RowState::Blank if is_one => asked.push(row),
            RowState::Blank if row.near.is_some() => decide.push(row),
            RowState::Blank if can_be_given(&row) => open.push(row),
            RowState::Blank => blank.push(row),
            // What is more than ordinary stands below, by the kind that is ticked.
            RowState::Fill | RowState::Held | RowState::Filled => {}
        }
    }
    let (has_filled, has_asked) = (!filled.is_empty(), !asked.is_empty());
    let has_decide = !decide.is_empty();
    let (has_open, count) = (!open.is_empty(), open.len() + blank.len());
    let has_blank = count > 0;
    let blank_title = {
        let open: Vec<String> = open.iter().map(|row| row.id.clone()).collect();
        move || {
            let given = state.choices.with(|choices| {
                let chosen = open.iter().filter_map(|row| choices.get(row));
                chosen.filter(|choice| **choice != Choice::Leave).count()
            });
            msg!("sheet_stays_blank", count = count - given)
        }
    };
    let view_of = |rows: Vec<SheetRow>| -> Vec<View> {
        rows.into_iter().map(|row| sheet_row(state, job_id.clone(), row)).collect()
    };
    let [filled, asked, decide, open] = [filled, asked, decide, open].map(view_of);
    let blank: Vec<View> = blank
        .iter()
        .map(|row| {
            let text = t(label_or_none(&row.label));
            let text1 = t(&row.reason);
            view! { li { div(class="what") { (text) } div(class="hint") { (text1) } } }
        })
        .collect();
    view! {
        p(class="hint", hidden=!has_filled) { (msg!("sheet_the_site_can_read_these_as_soon_as")) }
        ul(id="consent-rows", class="sheet", aria-busy="false", hidden=!has_filled) { (filled) }
        div(id="consent-asked", hidden=!(has_asked || has_decide)) {
            h3(hidden=!has_asked) { (asked_title) }
            ul(class="sheet", hidden=!has_asked) { (asked) }
            h3(hidden=!has_decide) { (msg!("sheet_for_you_to_decide")) }
            ul(class="sheet", hidden=!has_decide) { (decide) }
        }
        details(id="consent-blank", class="quiet-box", hidden=!has_blank) {
            summary { (blank_title()) }
            ul(class="sheet", hidden=!has_open) { (open) }
            ul(class="open-list") { (blank) }
        }
    }
}

/// The rows of one kind of what is more than ordinary, which one tick is for.
fn rows_of_kind(state: State, kind: &str) -> Vec<View> {
    let Some(sheet) = state.sheet.get_clone() else { return Vec::new() };
    let is_its =
        |row: &SheetRow| row.kind == kind && matches!(row.state, RowState::Fill | RowState::Held);
    let rows = sheet.rows.into_iter().filter(|row| is_its(row) && !is_ticked_by_row(row));
    rows.map(|row| sheet_row(state, sheet.job_id.clone(), row)).collect()
}

/// A field that would be filled or that the person can answer: ticked or not, what it gets, and from where.
fn sheet_row(state: State, job_id: String, row: SheetRow) -> View {
    let id = row.id.clone();
    let [[enter, leave], [focus, blur]] =
        [(); 2].map(|()| [true, false].map(|is_on| picked::outlines(&job_id, &row, is_on)));
    let toggle = {
        let row = row.clone();
        move |_| {
            let choice = if state.is_chosen(&row) { Choice::Leave } else { Choice::Fill };
            state.choose(&row.id, choice);
        }
    };
    let ticked = {
        let row = row.clone();
        move || state.is_chosen(&row)
    };
    let value = {
        let row = row.clone();
        move || {
            let written = state.choices.with(|choices| choices.get(&row.id).and_then(text_of));
            written.unwrap_or_else(|| row.value.reveal().to_owned())
        }
    };
    let (shown, from) = {
        let (row, of) = (row.clone(), row.clone());
        let shown = move || state.choices.with(|choices| shown_of(&row, choices.get(&row.id)));
        (shown, move || state.choices.with(|choices| origin(&of, choices.get(&of.id))))
    };
    let (held, check, required) = remarks(&row);
    let is_edited = is_at(state.edited, &id);
    let press = {
        let (id, is_edited) = (id.clone(), is_edited.clone());
        move |_| match is_edited() {
            true => state.give(&id, None),
            false => edit(state, job_id.clone(), id.clone()),
        }
    };
    let is_picked = is_at(state.picked, &id);
    let label = t(label_or_none(&row.label));
    let words = edit_words(row.state);
    let (named, edit_name) = (msg!("sheet_fill_2", label = label), format!("{words} {label}"));
    let expanded = is_edited.clone();
    let at_first = row.chosen;
    let (near_part, agents_part) = (near_row(state, &row), agents_row(state, &row));
    let edited = row.clone();
    let editor = move || editor(state, &edited, untrack(&value));
    let tick = is_ticked_by_row(&row).then(|| {
        view! { input(r#type="checkbox", aria-label=named, checked=at_first, prop:checked=ticked(), on:change=toggle) }
    });
    view! {
        li(
            class="sheet-row", data-row=id, aria-current=is_picked().then_some("true"),
            on:mouseenter=move |_| enter(), on:mouseleave=move |_| leave(),
            on:focusin=move |_| focus(), on:focusout=move |_| blur(),
        ) {
            div(class="sheet-line") {
                (tick)
                span(class="grow") {
                    span(class="what") { (label) (check) (required) }
                    span(class="value") { (t(shown())) }
                    span(class="from") { (t(from())) }
                    (held)
                    (near_part)
                    (agents_part)
                }
                button(class="quiet small", r#type="button", aria-label=edit_name, aria-expanded=if expanded() { "true" } else { "false" }, on:click=press) { (words) }
            }
            (if is_edited() { editor() } else { view! {} })
        }
    }
}

/// The editor of a row that would get `value`, with what was typed into it before the panel was closed.
fn editor(state: State, row: &SheetRow, value: String) -> View {
    let give = {
        let id = row.id.clone();
        move |given| state.give(&id, given)
    };
    // A secret is typed anew and covered, whatever its field's words say.
    let is_secret = row.tier == Tier::Secret;
    let mut row = row.clone();
    if let Some(question) = row.question.as_mut().filter(|_| is_secret) {
        question.once = true;
    }
    let row = &row;
    let is_once = row.question.as_ref().is_some_and(|question| question.once);
    // What the field holds is a beginning where nothing else is.
    let held = row.holds.as_ref().filter(|_| value.is_empty() && !is_once);
    let at_first = held.map(|held| held.value.reveal().to_owned()).unwrap_or(value);
    let at_first = if is_secret { String::new() } else { at_first };
    let draft = state.draft.get_clone_untracked().filter(|draft| draft.row == row.id);
    let at_first = draft.map_or(at_first, |draft| draft.text);
    let id = row.id.clone();
    let typed = move |text: &str| state.note_draft(&id, text);
    let site = state.sheet.with_untracked(|sheet| {
        sheet.as_ref().map(|sheet| sheet.origin.clone()).unwrap_or_default()
    });
    let before = state.choices.with_untracked(|choices| match choices.get(&row.id) {
        Some(Choice::Write(_, keep)) => Some(*keep),
        _ => None,
    });
    row_editor::view(row, at_first, (&site, before), typed, state.offers, give)
}

/// What the button says that opens the editor of a row.
fn edit_words(state: RowState) -> String {
    match state {
        RowState::Ask => msg!("sheet_answer"),
        RowState::Blank => msg!("sheet_choose"),
        _ => msg!("sheet_change"),
    }
}

/// What the person answered to a question that may be this one; nothing once the row has something.
fn near_row(state: State, row: &SheetRow) -> Option<View> {
    let near = row.near.as_ref()?;
    let (id, chosen, offer) = (row.id.clone(), row.id.clone(), near.offer.clone());
    let is_open = move || state.choices.with(|choices| !choices.contains_key(&chosen));
    Some(near::view(near, &row.label, is_open, move || state.take(&id, offer.clone())))
}

/// What an agent would answer; nothing once the row has something.
fn agents_row(state: State, row: &SheetRow) -> Option<View> {
    let suggested = row.suggested.clone()?;
    let (id, chosen, taken) = (row.id.clone(), row.id.clone(), suggested.clone());
    let is_open = move || state.choices.with(|choices| !choices.contains_key(&chosen));
    let take = move || state.choose(&id, Choice::OfAgent(taken.clone()));
    Some(near::of_agent(&suggested, &row.label, is_open, take))
}

/// Whether this is the row that a signal names.
fn is_at(named: Signal<Option<String>>, row: &str) -> impl Fn() -> bool + Clone + 'static {
    let row = row.to_owned();
    move || named.with(|named| named.as_deref() == Some(row.as_str()))
}

/// What is remarked on a row: what the field holds, that it should be checked, that the form demands it.
fn remarks(row: &SheetRow) -> (Option<View>, Option<View>, Option<View>) {
    let held = row.holds.as_ref().map(|held| {
        let words = t(sentences::held_words(held));
        view! { span(class="held-now") { (words) } }
    });
    let check = check_tag(row.sure, &row.why);
    let is_demanded = row.state == RowState::Ask && row.required;
    let required =
        is_demanded.then(|| view! { span(class="tag need") { (msg!("sheet_required")) } });
    (held, check, required)
}

/// The row of one field that nobody knows an entry for, or that holds something: what goes in is to be chosen.
fn asked_at_once(sheet: &Sheet) -> Option<String> {
    let [row] = sheet.rows.as_slice() else { return None };
    let is_open = matches!(row.state, RowState::Ask | RowState::Blank | RowState::Held);
    (is_open && row.near.is_none() && row.question.is_some()).then(|| row.id.clone())
}

/// Opens the editor of a row.
fn edit(state: State, job_id: String, row: String) {
    state.offers.set(Vec::new());
    state.edited.set(Some(row.clone()));
    focus_on(row_editor::FIRST);
    spawn_local(offer(state, job_id, row));
}

async fn offer(state: State, job_id: String, row: String) {
    let answer = send(&PopupMessage::ShowOffers { job_id, row: row.clone() }).await;
    let is_still_edited =
        state.edited.with_untracked(|edited| edited.as_deref() == Some(row.as_str()));
    if let (Ok(PopupReply::Offers(offers)), true) = (answer, is_still_edited) {
        state.offers.set(offers);
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{AnswerKind, Question};

    use super::*;

    #[test]
    fn a_blank_row_can_be_given_something_where_its_field_can_be_written() {
        let check = |question: Option<Question>, code, expected| {
            let row = SheetRow { question, code, ..SheetRow::default() };
            assert_eq!(can_be_given(&row), expected, "{row:?}");
        };
        let file = Question { kind: AnswerKind::File, ..Question::default() };
        check(Some(Question::default()), Some(OpenCode::NoValue), true);
        check(Some(file), Some(OpenCode::NotUnderstood), true);
        check(None, Some(OpenCode::NoValue), false);
        check(Some(Question::default()), Some(OpenCode::NotVisible), false);
        check(Some(Question::default()), Some(OpenCode::NotEditable), false);
        check(Some(Question::default()), Some(OpenCode::ForeignFrame), false);
    }
}
