//! The card before something is sent: all that goes along, where to, and from where each value came. Values are here
//! only while the card is shown.

use agent_core::{gate, job::instead_of};
use extension_browser::{
    console,
    tasks::{pause, spawn_local},
};
use shared_types::{
    JobRecord, JobStatus,
    job::{Approval, ShownGroup, ShownValue},
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};
use sycamore::prelude::*;

use super::{jobs::needed, sentences};
use crate::{
    browser::focus_once_painted,
    controls::GlobalAttributes,
    paint::{check_tag, label_or_none, site_name, source_cell, t},
    worker::{send, unexpected},
};

/// Longest value that is shown at once, in characters.
const LONG: usize = 160;
/// Times that the page is read before the person is told that it can't be, and the milliseconds in between.
const READINGS: usize = 5;
const AGAIN_AFTER_MS: u32 = 300;

#[derive(Clone, Copy)]
pub(super) struct State {
    /// The job and what is asked; `None` while there is no card.
    card: ReadSignal<Option<(String, Approval)>>,
    values: Signal<Vec<ShownValue>>,
    /// Which reading of the page they are of.
    shown: Signal<Option<String>>,
    note: Signal<String>,
    /// Whether the page is being read.
    reading: Signal<bool>,
    /// Whether an answer is under way.
    busy: Signal<bool>,
    cover_pages: Signal<bool>,
    /// Secrets that are ticked.
    ticked: Signal<Vec<String>>,
}

impl State {
    pub(super) fn new(job: ReadSignal<JobRecord>) -> Self {
        let card = create_selector(move || {
            job.with(|job| needed(job, JobStatus::PausedForApproval, job.approval.as_ref()))
        });
        let state = Self {
            card,
            values: create_signal(Vec::new()),
            shown: create_signal(None),
            note: create_signal(String::new()),
            reading: create_signal(false),
            busy: create_signal(false),
            cover_pages: create_signal(false),
            ticked: create_signal(Vec::new()),
        };
        // What was shown, ticked and said is of the card before.
        create_effect(on(state.card, move || {
            state.values.set(Vec::new());
            state.shown.set(None);
            state.note.set(String::new());
            state.cover_pages.set(false);
            state.ticked.set(Vec::new());
            state.reading.set(false);
            if state.card.with_untracked(Option::is_some) && cfg!(target_arch = "wasm32") {
                state.read();
            }
        }));
        state
    }

    #[cfg(test)]
    pub(super) fn show(self, values: Vec<ShownValue>) {
        self.values.set(values);
        self.shown.set(Some("reading".to_owned()));
    }

    #[cfg(test)]
    pub(super) fn say(self, note: String, is_reading: bool) {
        self.note.set(note);
        self.reading.set(is_reading);
    }

    /// Reads the values from the page and shows them, unless the card is for something else by then.
    fn read(self) {
        let Some((job_id, approval)) = self.card.get_clone_untracked() else { return };
        self.reading.set(true);
        self.note.set(msg!("approval_reading_the_page"));
        spawn_local(async move {
            let message = PopupMessage::ShowApproval { job_id };
            let is_still_asked = move || {
                let now =
                    self.card.with_untracked(|card| card.as_ref().map(|(_, now)| now.id.clone()));
                now.is_some_and(|now| now == approval.id)
            };
            // A worker that ends in the middle takes the answer with it: the next one reads.
            let mut answer = send(&message).await;
            for _ in 1..READINGS {
                if answer.is_ok() || !is_still_asked() {
                    break;
                }
                pause(AGAIN_AFTER_MS).await;
                answer = send(&message).await;
            }
            let read = answer.and_then(|reply| match reply {
                PopupReply::Card { shown, values } => Ok((shown, values)),
                other => unexpected(other),
            });
            if !is_still_asked() {
                return;
            }
            let (shown, values, note) = match read {
                Ok((shown, values)) if values.is_empty() => {
                    (Some(shown), values, msg!("approval_the_form_is_empty"))
                }
                Ok((shown, values)) => (Some(shown), values, String::new()),
                Err(error) => {
                    (None, Vec::new(), msg!("approval_the_values_couldnt_be_read", error = error))
                }
            };
            self.values.set(values);
            self.shown.set(shown);
            self.note.set(note);
            self.reading.set(false);
        });
    }

    fn answer(self, message: PopupMessage, meanwhile: String) {
        self.busy.set(true);
        self.note.set(meanwhile);
        spawn_local(async move {
            let answer = send(&message).await;
            self.busy.set(false);
            self.note.set(answer.err().unwrap_or_default());
        });
    }
}

pub(super) fn view(state: State) -> View {
    view! {
        section(id="approval", class="card accent", aria-labelledby="approval-title", hidden=state.card.with(Option::is_none)) {
            (match state.card.get_clone() {
                Some((job_id, approval)) => card(state, job_id, approval),
                None => view! {},
            })
        }
    }
}

fn card(state: State, job_id: String, approval: Approval) -> View {
    let [title, yes, no] = sentences::approval_words(&approval);
    let action = if approval.action.is_empty() {
        msg!("approval_a_button_without_a_text")
    } else {
        t(&approval.action)
    };
    let site = site_name(&approval.origin);
    let target = approval.form_action.clone().unwrap_or_default();
    let target = (!target.is_empty()).then(|| {
        let text = t(&target);
        view! { dt(id="approval-target-term") { (msg!("approval_goes_to")) } dd(id="approval-target") { (text) } }
    });
    let reasons: Vec<View> = approval
        .reasons
        .iter()
        .map(|reason| {
            let text = t(reason);
            view! { li { (text) } }
        })
        .collect();
    let ticks: Vec<View> =
        approval.secrets.iter().map(|thing| secret_tick(state, thing.clone())).collect();
    let may_cover = approval.may_cover_pages;
    let heading = create_node_ref();
    focus_once_painted(heading);
    let approve = {
        let (job_id, approval_id) = (job_id.clone(), approval.id.clone());
        move |_| {
            console::log(LogLevel::Info, "panel: approve");
            let message = PopupMessage::Approve {
                job_id: job_id.clone(),
                approval_id: approval_id.clone(),
                cover_pages: may_cover && state.cover_pages.get(),
                secrets: state.ticked.get_clone(),
                shown: state.shown.get_clone(),
            };
            state.answer(message, msg!("approval_sending"));
        }
    };
    let deny = move |_| {
        console::log(LogLevel::Info, "panel: deny");
        state.answer(PopupMessage::Deny { job_id: job_id.clone() }, String::new());
    };
    let values_part = values(state);
    view! {
        h2(id="approval-title", tabindex="-1", r#ref=heading) { (title) }
        dl(class="facts") {
            dt { (msg!("approval_button")) } dd(id="approval-action") { (action) }
            dt { (msg!("approval_site")) } dd(id="approval-origin") { (site) }
            (target)
        }
        ul(id="approval-reasons", class="reasons") { (reasons) }
        (values_part)
        p(id="approval-note", class="hint", role="status", aria-live="polite") { (t(state.note.get_clone())) }
        div(id="approval-secrets", class="ticks") { (ticks) }
        label(id="cover-pages-row", class="check", hidden=!may_cover) {
            input(id="cover-pages", r#type="checkbox", bind:checked=state.cover_pages)
            span { (msg!("approval_continue_through_further_pages_of")) }
        }
        div(class="actions") {
            button(id="approve", class="primary", r#type="button", disabled=state.busy.get() || state.reading.get() || state.shown.with(Option::is_none), on:click=approve) { (yes) }
            button(id="deny", r#type="button", disabled=state.busy.get(), on:click=deny) { (no) }
            button(id="approval-refresh", class="quiet", r#type="button", disabled=state.reading.get(), on:click=move |_| state.read()) { (msg!("approval_refresh_values")) }
        }
    }
}

/// What the form holds: what is seen now, and folded parts for the rest.
fn values(state: State) -> View {
    let of = move |group: ShownGroup| {
        state.values.with(|values| {
            values.iter().filter(|shown| shown.group == group).cloned().collect::<Vec<_>>()
        })
    };
    let now = move || of(ShownGroup::Current).iter().map(value_row).collect::<Vec<View>>();
    let more = move || {
        [ShownGroup::Unseen, ShownGroup::Added, ShownGroup::Hidden]
            .into_iter()
            .map(|group| (group, of(group)))
            .filter(|(_, rows)| !rows.is_empty())
            .map(|(group, rows)| part(group, &rows))
            .collect::<Vec<View>>()
    };
    view! {
        div(class="table-box", tabindex="0", role="region", aria-label=msg!("approval_in_the_form_now")) {
            table(role="table") {
                caption { (msg!("approval_in_the_form_now")) }
                thead { tr { th(scope="col") { (msg!("approval_field")) } th(scope="col") { (msg!("approval_value")) } th(scope="col") { (msg!("approval_from")) } } }
                tbody(id="approval-values", aria-busy=if state.reading.get() { "true" } else { "false" }) { (now()) }
            }
        }
        div(id="approval-more", class="more") { (more()) }
    }
}

/// A box for one secret, not ticked.
fn secret_tick(state: State, thing: String) -> View {
    let words = t(msg!("approval_send_my", thing = gate::thing_words(&thing)));
    let ticked = thing.clone();
    let toggle = move |_| {
        state.ticked.update(|all| match all.iter().position(|one| *one == ticked) {
            Some(at) => drop(all.remove(at)),
            None => all.push(ticked.clone()),
        });
    };
    view! { label(class="check") { input(r#type="checkbox", data-thing=thing, on:change=toggle) span { (words) } } }
}

/// A part of the card that can be folded: open, unless a page has such things as a rule.
fn part(group: ShownGroup, rows: &[ShownValue]) -> View {
    let is_open = group != ShownGroup::Hidden || rows.iter().any(|row| row.varies);
    let (title, hint) = sentences::part_of_form(group, rows.len());
    let label = title.clone();
    let rows: Vec<View> = rows.iter().map(value_row).collect();
    view! {
        details(open=is_open) {
            summary { (title) }
            p(class="hint") { (hint) }
            // What scrolls can be reached by the keyboard.
            div(class="rows-box", tabindex="0", role="region", aria-label=label) { table(role="table") { tbody { (rows) } } }
        }
    }
}

fn value_row(shown: &ShownValue) -> View {
    let label = t(format!("{}{}", label_or_none(&shown.label), instead_of(&shown.page_said)));
    let varies = shown
        .varies
        .then(|| view! { span(class="tag need") { (msg!("approval_changes_each_time")) } });
    let text = shown.value.reveal();
    let value = if text.is_empty() {
        view! { td(class="value nothing") { (msg!("approval_empty")) } }
    } else if text.chars().count() > LONG {
        let start: String = text.chars().take(LONG / 2).collect();
        {
            let (text, text1) = (t(format!("{start}…")), t(text));
            view! { td(class="value") { details(class="long") { summary { (text) } div { (text1) } } } }
        }
    } else {
        {
            let text = t(text);
            view! { td(class="value") { (text) } }
        }
    };
    let source_cell_part = source_cell(&shown.source, shown.derived, shown.by);
    let check = check_tag(shown.sure, &shown.why);
    view! {
        tr {
            td { (label) (varies) (check) }
            (value)
            (source_cell_part)
        }
    }
}
