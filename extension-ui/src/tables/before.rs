//! What the forms of a list ask for, before the first begins: how far looking at them is, what is missing, and what is wrong.

use agent_core::tables::{Before, Group, Table, check_answer};
use extension_browser::{tables as kept, tasks::spawn_local};
use shared_types::{AnswerKind, Private, table::TableChange};
use sycamore::prelude::*;

use super::state::{Key, Shown, State, load, tell};
use crate::{
    browser::{focus_on, value_of},
    controls::GlobalAttributes,
    paint::{Tone, say, t},
};

/// What stands before the rows of a table.
pub(super) fn view(state: State, shown: &Shown) -> View {
    let looks = shown.table.looks;
    if looks.is_on {
        return looking(state, &shown.table);
    }
    let is_empty = shown.before == Before::default();
    if looks.of == 0 || !shown.can_begin() || is_empty {
        return View::new();
    }
    let Before { forms, groups, at_form, wrong } = shown.before.clone();
    let id = shown.table.id.clone();
    let nothing = if forms > 0 && groups.is_empty() {
        msg!("tables_nothing_missing", count = forms)
    } else {
        String::new()
    };
    let is_complete = !nothing.is_empty();
    let at_form: Vec<String> = at_form.iter().map(|(label, _)| t(label)).collect();
    let has_at_form = !at_form.is_empty();
    let at_form = msg!("tables_at_form", questions = at_form.join(", "));
    let asked = asked(state, &id, forms, groups);
    let wrong_part = wrong_view(state, &id, &wrong);
    view! {
        div(class="card before") {
            h4(tabindex="-1") { (msg!("tables_before")) }
            (asked)
            p(class="hint", hidden=!is_complete) { (nothing) }
            p(class="hint at-form", hidden=!has_at_form) { (at_form) }
            (wrong_part)
        }
    }
}

/// How far looking is.
fn looking(state: State, table: &Table) -> View {
    let looks = table.looks;
    let words = msg!("tables_looked_at", done = looks.done, of = looks.of);
    let share = (f64::from(looks.done) / f64::from(looks.of.max(1))).to_string();
    let id = table.id.clone();
    let stop = move |_| {
        let id = id.clone();
        spawn_local(async move {
            tell(state, &id, TableChange::StopLooking).await;
        });
    };
    view! {
        div(class="looking") {
            p(class="table-looked", role="status") { (words) }
            progress(max="1", "value"=share, aria-label=msg!("tables_look"))
            div(class="actions") {
                button(class="table-stop-looking", r#type="button", disabled=state.busy.get(), on:click=stop) { (msg!("tables_stop_looking")) }
            }
        }
    }
}

/// What is missing, each question once.
fn asked(state: State, id: &str, forms: u32, groups: Vec<Group>) -> View {
    if groups.is_empty() {
        return View::new();
    }
    let fields: Vec<View> =
        groups.iter().enumerate().map(|(at, group)| field(state, id, at, group, forms)).collect();
    let id = id.to_owned();
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (id, groups) = (id.clone(), groups.clone());
        spawn_local(async move { save(state, &id, &groups).await });
    };
    view! {
        form(class="table-answers", novalidate=true, autocomplete="off", on:submit=save) {
            p(class="hint") { (msg!("tables_answers_hint")) }
            (fields)
            div(class="actions") {
                button(class="table-answer", r#type="submit", disabled=state.busy.get()) { (msg!("tables_answers_save")) }
            }
        }
    }
}

/// What a question of this table is known by, as long as it is shown.
fn key_of(id: &str, group: &Group) -> Key {
    let first = group.rows.first().cloned().unwrap_or_default();
    (id.to_owned(), first.0, first.1)
}

fn field(state: State, id: &str, at: usize, group: &Group, forms: u32) -> View {
    let key = key_of(id, group);
    let (input_id, error_id) = (format!("table-answer-{at}"), format!("table-answer-{at}-error"));
    let asks = msg!(
        "tables_ask_for",
        count = group.rows.len(),
        of = forms,
        question = t(&group.asked.text)
    );
    let known = group.answer.reveal().to_owned();
    let (read, written, noted) = (key.clone(), key.clone(), key);
    let text = move || {
        let typed = state.replies.with(|all| all.get(&read).cloned());
        typed.unwrap_or_else(|| known.clone())
    };
    let typed = move |event: web_sys::Event| {
        let text = value_of(&event);
        state.replies.update(|all| all.insert(written.clone(), text));
    };
    let wrong = move || state.notes.with(|all| all.get(&noted).cloned().unwrap_or_default());
    let is_wrong = {
        let wrong = wrong.clone();
        move || (!wrong().is_empty()).then_some("true")
    };
    let said = wrong.clone();
    let options: Vec<View> = group
        .asked
        .options
        .iter()
        .map(|option| {
            let (value, text) = (option.clone(), t(option));
            view! { option(value=value) { (text) } }
        })
        .collect();
    let (labelled, described) = (input_id.clone(), error_id.clone());
    let control = match group.asked.kind {
        AnswerKind::Choice if !options.is_empty() => view! {
            select(id=input_id, aria-describedby=described, aria-invalid=is_wrong(), prop:value=text(), on:input=typed) {
                option(value="") { (msg!("questions_choose")) }
                (options)
            }
        },
        AnswerKind::LongText => view! {
            textarea(id=input_id, rows="3", aria-describedby=described, aria-invalid=is_wrong(), prop:value=text(), on:input=typed)
        },
        kind => {
            let (kind, mode) = input_of(kind);
            view! {
                input(id=input_id, r#type=kind, inputmode=mode, autocomplete="off", aria-describedby=described, aria-invalid=is_wrong(), prop:value=text(), on:input=typed)
            }
        }
    };
    view! {
        div(class="field") {
            label(r#for=labelled) { (asks) }
            (control)
            p(id=error_id, class="error", role="alert", hidden=wrong().is_empty()) { (said()) }
        }
    }
}

/// `type` and `inputmode` of an input for a kind of answer.
fn input_of(kind: AnswerKind) -> (&'static str, &'static str) {
    match kind {
        AnswerKind::Date => ("date", "text"),
        AnswerKind::Month => ("month", "text"),
        AnswerKind::Number => ("text", "decimal"),
        AnswerKind::Email => ("email", "email"),
        AnswerKind::Phone => ("tel", "tel"),
        AnswerKind::Url => ("url", "url"),
        AnswerKind::Text
        | AnswerKind::LongText
        | AnswerKind::Choice
        | AnswerKind::Choices
        | AnswerKind::File => ("text", "text"),
    }
}

/// Keeps what was typed, for each row whose form asks it.
async fn save(state: State, id: &str, groups: &[Group]) {
    let mut answers: Vec<(u32, String, Private)> = Vec::new();
    let mut is_fine = true;
    for group in groups {
        let key = key_of(id, group);
        let typed = state.replies.with_untracked(|all| all.get(&key).cloned());
        // What was answered before, and is asked by more forms by now, is meant for these as well.
        let known = || (!group.is_answered).then(|| group.answer.reveal().to_owned());
        let Some(text) = typed.or_else(known).map(|text| text.trim().to_owned()) else { continue };
        let note = check_answer(&group.asked, &text).err().unwrap_or_default();
        is_fine &= note.is_empty();
        state.notes.update(|all| all.insert(key, note));
        let reply = Private::new(text);
        answers.extend(group.rows.iter().map(|(row, words)| (*row, words.clone(), reply.clone())));
    }
    if !is_fine {
        state.fail(msg!("tables_answers_correct"));
        return focus_on(".before [aria-invalid='true']");
    }
    state.busy.set(true);
    let kept = kept::answer(id, &answers).await;
    state.busy.set(false);
    match kept {
        Ok(()) => {
            state.replies.update(|all| all.retain(|(table, ..), _| table != id));
            load(state).await;
            say(state.said, Tone::Good, msg!("tables_answers_kept"));
        }
        Err(why) => state.fail(why.0),
    }
}

/// Forms that cannot be filled in as they are.
fn wrong_view(state: State, id: &str, wrong: &[(u32, String, agent_core::tables::Wrong)]) -> View {
    if wrong.is_empty() {
        return View::new();
    }
    let row = |(row, title, wrong): &(u32, String, agent_core::tables::Wrong)| {
        let (row, said) = (*row, t(wrong.said()));
        let number = msg!("tables_row", row = row + 1);
        let title = if title.is_empty() { number } else { format!("{number}: {}", t(title)) };
        let label = t(format!("{}: {title}", msg!("tables_leave_out")));
        let id = id.to_owned();
        let leave = move |_| {
            let id = id.clone();
            spawn_local(async move {
                tell(state, &id, TableChange::Skip { row }).await;
            });
        };
        view! {
            li(data-row=row.to_string()) {
                div(class="grow") { div { (title) } div(class="hint") { (said) } }
                button(class="quiet small", r#type="button", aria-label=label, disabled=state.busy.get(), on:click=leave) { (msg!("tables_leave_out")) }
            }
        }
    };
    let rows: Vec<View> = wrong.iter().map(row).collect();
    view! {
        h5 { (msg!("tables_wrong_title")) }
        ul(class="plain table-wrong") { (rows) }
    }
}
