//! What corrections taught: each with what it did, to be changed or forgotten.

use extension_browser::tasks::spawn_local;
use shared_types::{
    ProfileKey,
    message::{LessonChange, LessonList, LessonRow, PopupMessage, PopupReply, Trouble},
};
use sycamore::prelude::*;

use crate::{
    browser::{focus_on, local_day},
    controls::GlobalAttributes,
    fill::sentences::host_of,
    paint::{error, label_or_none, source_label, t},
    worker::{send, unexpected},
};

/// In the list of entries: the one that there is, which no profile has any more; and none.
const SAME: &str = "";
const NOTHING: &str = "-";
/// In the list of places.
const THERE: &str = "sites";
const EVERYWHERE: &str = "everywhere";

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) rows: Signal<Vec<LessonRow>>,
    /// The entries that a field could get.
    pub(crate) keys: Signal<Vec<ProfileKey>>,
    /// The lesson that is being changed.
    pub(crate) changes: Signal<Option<u64>>,
    error: Signal<String>,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            rows: create_signal(Vec::new()),
            keys: create_signal(Vec::new()),
            changes: create_signal(None),
            error: create_signal(String::new()),
        }
    }

    /// Whether it was done.
    async fn ask(self, message: PopupMessage) -> bool {
        let known = send(&message).await.and_then(|reply| match reply {
            PopupReply::Lessons(list) => Ok(list),
            other => unexpected(other),
        });
        match known {
            Ok(LessonList { rows, keys }) => {
                self.error.set(String::new());
                self.keys.set(keys);
                // Painted anew, the list would lose the focus.
                if self.rows.with_untracked(|shown| *shown != rows) {
                    self.rows.set(rows);
                }
                true
            }
            Err(why) => {
                self.error.set(why);
                false
            }
        }
    }

    /// Opens the editor of a lesson, or closes it.
    fn edit(self, id: u64, is_open: bool) {
        self.changes.set(is_open.then_some(id));
        focus_on(if is_open { format!("#lesson-{id} select") } else { change_button(id) });
    }
}

fn change_button(id: u64) -> String {
    format!("#lesson-{id}>[data-change]")
}

/// Reads what is kept.
pub(crate) async fn load(state: State) {
    state.ask(PopupMessage::Lessons).await;
}

/// The list; nothing where nothing was taught.
pub(super) fn view(state: State) -> View {
    let rows = move || {
        state.rows.get_clone().into_iter().map(|row| item(state, row)).collect::<Vec<View>>()
    };
    let error_part = error("learned-error", state.error);
    view! {
        section(id="learned", class="card", aria-labelledby="learned-title", hidden=state.rows.with(Vec::is_empty)) {
            h2(id="learned-title", tabindex="-1") { (msg!("learned_title")) }
            p(class="hint") { (msg!("learned_hint")) }
            ul(id="learned-list", class="plain") { (rows()) }
            (error_part)
        }
    }
}

fn item(state: State, row: LessonRow) -> View {
    let id = row.id;
    let label = label_or_none(&row.label);
    let words = t(words(&row, label.clone()));
    let place = match row.everywhere {
        true => msg!("learned_everywhere"),
        false => sites_of(&row),
    };
    let about = t(format!("{place} · {}", times(&row)));
    let name = t(msg!("learned_forget_that", label = label));
    let forget = move |_| {
        spawn_local(async move {
            state.ask(PopupMessage::RevokeLesson { id }).await;
            focus_on("#learned-title");
        });
    };
    // What a form refused is what happened: the person can only have it forgotten.
    let can_change = row.trouble.is_none();
    let change = can_change.then(|| {
        let name = t(msg!("learned_change_that", label = label));
        let is_open = move || state.changes.get() == Some(id);
        view! {
            button(class="quiet", r#type="button", data-change="", aria-label=name, aria-expanded=is_open().to_string(), on:click=move |_| state.edit(id, !is_open())) { (msg!("learned_change")) }
        }
    });
    let editor =
        move || (can_change && state.changes.get() == Some(id)).then(|| editor(state, &row));
    view! {
        li(id=format!("lesson-{id}"), class="wraps") {
            span(class="grow") { (words) " " span(class="hint block") { (about) } }
            (change)
            button(class="quiet", r#type="button", data-forget="", aria-label=name, on:click=forget) { (msg!("learned_forget")) }
            (editor())
        }
    }
}

/// Where a lesson is given something else to say.
fn editor(state: State, row: &LessonRow) -> View {
    let id = row.id;
    let now = match &row.key {
        _ if row.leave => NOTHING.to_owned(),
        Some(key) => key.to_string(),
        None => SAME.to_owned(),
    };
    let entry = create_signal(now.clone());
    let place = create_signal(if row.everywhere { EVERYWHERE } else { THERE }.to_owned());
    let gone = (now == SAME).then(|| option(SAME, msg!("learned_an_entry_gone"), true));
    let keys = state.keys.get_clone_untracked();
    let entry_of =
        |key: &ProfileKey| option(key.as_str(), source_label(key.as_str()), key.as_str() == now);
    let entries: Vec<View> = keys.iter().map(entry_of).collect();
    let nothing = option(NOTHING, msg!("learned_leave_it_alone"), now == NOTHING);
    let there = option(THERE, msg!("learned_only_on", sites = sites_of(row)), !row.everywhere);
    let everywhere = option(EVERYWHERE, msg!("learned_on_every_site"), row.everywhere);
    let save = move |_| {
        let said = entry.get_clone();
        let key = (said != SAME && said != NOTHING && said != now).then(|| ProfileKey::new(&*said));
        let leave = said == NOTHING;
        let everywhere = place.with(|place| place == EVERYWHERE);
        spawn_local(async move {
            if state
                .ask(PopupMessage::ChangeLesson(LessonChange { id, key, leave, everywhere }))
                .await
            {
                state.edit(id, false);
            }
        });
    };
    let name = t(msg!("learned_change_that", label = label_or_none(&row.label)));
    view! {
        div(class="editor", role="group", aria-label=name) {
            label(class="field") {
                span { (msg!("learned_what_it_gets")) }
                select(data-lesson="entry", bind:value=entry) { (gone) (nothing) (entries) }
            }
            label(class="field") {
                span { (msg!("learned_where")) }
                select(data-lesson="place", bind:value=place) { (there) (everywhere) }
            }
            div(class="actions") {
                button(class="small", r#type="button", data-save="", on:click=save) { (msg!("profile_save")) }
                button(class="quiet small", r#type="button", on:click=move |_| state.edit(id, false)) { (msg!("sheet_cancel")) }
            }
        }
    }
}

fn option(value: &str, words: String, is_chosen: bool) -> View {
    let (value, words) = (value.to_owned(), t(words));
    view! { option(value=value, selected=is_chosen) { (words) } }
}

fn sites_of(row: &LessonRow) -> String {
    row.sites.iter().map(|site| host_of(site)).collect::<Vec<_>>().join(", ")
}

/// How often it was said, or happened, and when last.
fn times(row: &LessonRow) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a time")]
    let day = local_day(row.at as f64 * 1000.0);
    match row.trouble {
        None => msg!("learned_said", count = row.times, day = day),
        Some(_) => msg!("learned_met", count = row.times, day = day),
    }
}

/// What a lesson says.
fn words(row: &LessonRow, label: String) -> String {
    let entry = || row.key.as_ref().map(|key| source_label(key.as_str()));
    let theirs = || entry().unwrap_or_else(|| msg!("learned_an_entry"));
    match (row.trouble, entry()) {
        (Some(Trouble::Format), _) => msg!("learned_format", label = label),
        (Some(Trouble::Typed), _) => msg!("learned_typed", label = label),
        (Some(Trouble::Pasted), _) => msg!("learned_pasted", label = label),
        (Some(Trouble::Calendar), _) => msg!("learned_calendar", label = label),
        (Some(Trouble::Refused), _) => msg!("learned_refused", label = label, entry = theirs()),
        (Some(Trouble::TakenBack), _) => {
            msg!("learned_taken_back", label = label, entry = theirs())
        }
        (Some(Trouble::Unopened), _) => msg!("learned_unopened", label = label),
        (None, _) if row.leave => msg!("learned_left_alone", label = label),
        (None, Some(entry)) => msg!("learned_gets", label = label, entry = entry),
        (None, None) => msg!("learned_gets_what_is_gone", label = label),
    }
}
