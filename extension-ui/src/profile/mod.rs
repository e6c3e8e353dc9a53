//! The view Profile: the editor. What brings a profile in and out is in `transfer`.
//!
//! What the person types is kept in the browser's memory until it is saved or discarded: a window may close.

pub(crate) mod editor;
mod facts;
mod fields;
mod incoming;
mod manage;
mod pairs;
mod rows;
#[cfg(test)]
pub(crate) mod screens;
mod site_answers;
mod state;
mod transfer;
mod used;

pub(crate) mod documents;

use agent_core::{
    catalogue,
    person::{check, editor::note_edits, profiles as named},
};
use extension_browser::{
    chrome::{self, ChromeError},
    profiles::{self, Stored},
    tasks::spawn_local,
};
use shared_types::Profile;
use sycamore::prelude::*;
use wasm_bindgen::JsCast;

use crate::{
    browser::{self, focus_on},
    controls::GlobalAttributes,
    paint::{Tone, error, invalid, message, say},
};
use editor::{Editor, Wrong};
use fields::{Field, More, SECTIONS, Section};
pub(crate) use state::State;
use state::{forget_draft, note_stored, reload, show, show_first, store};

/// What marks a control as a part of the profile.
const PARTS: &[&str] = &["data-key", "data-part", "data-pair", "data-fact", "data-person"];

/// Shows a profile in the editor.
#[cfg(test)]
pub(crate) fn paint(state: State, profile: &Profile) {
    state.editor.paint(profile);
}

/// Asks something about the profile that is shown.
#[cfg(test)]
pub(crate) fn ask(state: State, shown: &str, asks: Asks) {
    state.shown.set(shown.into());
    state.manage.asks.set(asks);
}

#[cfg(test)]
pub(crate) use state::Asks;

/// Shows what was found in a file.
#[cfg(test)]
pub(crate) fn show_found(
    state: State,
    found: shared_types::import::FileFound,
    report: shared_types::message::ImportReport,
) {
    let problems = found.problems.clone();
    incoming::show(state, found, report, Vec::new(), problems);
}

/// The profile as it is in the editor.
#[cfg(test)]
pub(crate) fn typed(state: State) -> Option<Profile> {
    state.editor.profile().ok()
}

/// What is stored, the profile of an older version included.
pub(crate) async fn stored() -> Result<Stored, ChromeError> {
    profiles::take_over().await?;
    profiles::stored().await
}

/// Shows the profile that the page at hand would be filled from. What stands against it is said there.
pub(crate) async fn load(state: State, stored: Result<Stored, ChromeError>) {
    match stored {
        Ok(stored) => {
            let url = state.session.origin.get_clone_untracked();
            let id = named::for_page(stored.profiles.set(), &url).clone();
            show_first(state, id, stored).await;
        }
        Err(why) => say(state.said, Tone::Bad, why.0),
    }
}

/// Shows what changed in the storage, unless the person is in the middle of something: then saving brings the two
/// together.
pub(crate) async fn stored_changed(state: State) -> Result<(), ChromeError> {
    state.heard.set(state.heard.get_untracked().wrapping_add(1));
    let stored = profiles::stored().await?;
    let shown = state.shown.get_clone_untracked();
    let is_gone = stored.profiles.get(&shown).is_none();
    let is_other = |before: &Profile| stored.profiles.get(&shown) != Some(before);
    if state.changed.get_untracked() {
        note_stored(state, &stored.profiles);
        if is_gone {
            say(state.said, Tone::Bad, msg!("profile_deleted_elsewhere"));
        }
    } else if state.stored.with_untracked(is_other) {
        show(state, stored);
    } else {
        note_stored(state, &stored.profiles);
    }
    Ok(())
}

/// The view.
pub(crate) fn view(state: State) -> View {
    let typed = move |event: web_sys::Event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| PARTS.iter().any(|part| target.has_attribute(part))) {
            state.touched();
        }
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        state.busy.set(true);
        say(state.said, Tone::Plain, "");
        spawn_local(async move {
            let (tone, text) = match save(state).await {
                Ok(concerns) if concerns.is_empty() => (Tone::Good, msg!("profile_saved")),
                Ok(concerns) => {
                    (Tone::Warn, msg!("profile_saved_please_check", concerns = concerns.join("\n")))
                }
                Err(error) => (Tone::Bad, error),
            };
            state.busy.set(false);
            say(state.said, tone, text);
        });
    };
    let discard = move |_| {
        spawn_local(async move {
            forget_draft(state).await;
            match reload(state).await {
                Ok(_) => say(state.said, Tone::Plain, msg!("profile_changes_discarded")),
                Err(error) => say(state.said, Tone::Bad, error.0),
            }
        });
    };
    // Some 250 that most visits need none of.
    let countries = create_signal(Vec::new());
    let offer = move |_| {
        if countries.with(Vec::is_empty) {
            countries.set(browser::countries());
        }
    };
    let country = |(name, own): (String, String)| view! { option(value=name) { (own) } };
    let countries = move || countries.get_clone().into_iter().map(country).collect::<Vec<View>>();
    let sections: Vec<View> = SECTIONS.iter().map(|section| section_view(state, section)).collect();
    let transfer_part = transfer::view(state);
    let manage_part = manage::view(state);
    let profile_message_part = message("profile-message", "", state.said);
    view! {
        (manage_part)
        form(id="profile-form", autocomplete="off", novalidate=true, on:input=typed, on:focusin=offer, on:submit=submit) {
            (sections)
            datalist(id="countries") { (countries()) }
            datalist(id="yes-no") { option(value=msg!("answer_yes")) option(value=msg!("answer_no")) }
            datalist(id="personal-answers") { option(value=msg!("answer_yes")) option(value=msg!("answer_no")) option(value=msg!("answer_not_say")) }
            datalist(id="card-types") { option(value="visa") option(value="mastercard") option(value="amex") option(value="discover") option(value="maestro") }
            (transfer_part)
            div(class="save-bar") {
                (profile_message_part)
                button(id="profile-discard", class="quiet", r#type="button", hidden=!state.changed.get(), on:click=discard) { (msg!("profile_discard")) }
                button(id="profile-save", class="primary", r#type="submit", disabled=state.busy.get()) { (msg!("profile_save")) }
            }
        }
    }
}

fn section_view(state: State, section: &'static Section) -> View {
    let editor = state.editor;
    let fields: Vec<View> = section.fields.iter().map(|field| text_field(state, field)).collect();
    let has_fields = !fields.is_empty();
    let facts = if section.facts.is_empty() {
        view! {}
    } else {
        facts::view(state, section.facts)
    };
    let more = match section.more {
        More::Nothing => view! {},
        More::Addresses => rows::view(state, &fields::ADDRESSES),
        More::Resume => resume(state),
        More::Documents => documents::view(state),
        More::Answers => {
            let pairs = pairs::view(state, "answers", msg!("profile_add_an_answer"));
            let of_sites = site_answers::view(state);
            view! { (pairs) (of_sites) }
        }
        More::Own => pairs::view(state, "custom", msg!("profile_add_a_value")),
        More::Password => {
            let text_field_part = text_field(state, &fields::PASSWORD);
            view! {
                details(class="nested") {
                    summary { (msg!("profile_compatibility")) }
                    p(class="hint") { (msg!("profile_passwords_belong_in_a_password")) }
                    (text_field_part)
                }
            }
        }
    };
    let count = move || match filled(editor, section) {
        0 => String::new(),
        count => msg!("profile_filled", number = count),
    };
    let hint = if section.hint.is_empty() { String::new() } else { catalogue::text(section.hint) };
    let (title, has_hint) = (catalogue::text(section.title), !hint.is_empty());
    view! {
        details(class="group", open=section.is_open) {
            summary { span { (title) } span(class="count") { (count()) } }
            p(class="hint", hidden=!has_hint) { (hint) }
            div(class="grid", hidden=!has_fields) { (fields) }
            (facts)
            (more)
        }
    }
}

/// How many entries of a section hold something.
fn filled(editor: &Editor, section: &Section) -> usize {
    let holds = |text: &Signal<String>| text.with(|text| !text.trim().is_empty());
    let of_fields = |fields: &[Field]| {
        fields
            .iter()
            .filter_map(|field| editor.texts.get(field.key))
            .filter(|text| holds(text))
            .count()
    };
    let rows = |rows: Signal<Vec<editor::Row>>| {
        rows.with(|rows| {
            rows.iter().flat_map(|row| &row.texts).filter(|(_, text)| holds(text)).count()
        })
    };
    let own = of_fields(section.fields);
    let more = match section.more {
        More::Nothing => 0,
        More::Addresses => rows(editor.addresses),
        More::Resume => {
            of_fields(fields::LISTS)
                + usize::from(editor.may_draft.get())
                + rows(editor.jobs)
                + rows(editor.schools)
        }
        More::Documents => editor.documents.with(|documents| documents.len()),
        More::Answers | More::Own => {
            let rows = if section.more == More::Own { editor.own } else { editor.answers };
            let count = |rows: Signal<Vec<editor::PairRow>>| {
                rows.with(|rows| rows.iter().filter(|row| holds(&row.text)).count())
            };
            let of_sites = if section.more == More::Own { 0 } else { count(editor.site_answers) };
            count(rows) + of_sites
        }
        More::Password => of_fields(&[fields::PASSWORD]),
    };
    own + facts::filled(editor, section.facts) + more
}

/// A text of the profile, with its label.
fn text_field(state: State, field: &'static Field) -> View {
    let Some(text) = state.editor.texts.get(field.key).copied() else { return view! {} };
    let Field { key, id, label, placeholder, kind, mode, lines, .. } = *field;
    let label = catalogue::text(label);
    let class = if field.is_wide { "field wide" } else { "field" };
    let list = match key {
        "payment.cardType" => Some("card-types"),
        "address.country" => Some("countries"),
        _ => None,
    };
    let placeholder = (!placeholder.is_empty()).then(|| catalogue::text(placeholder));
    let mode = (!mode.is_empty()).then_some(mode);
    let complete = if kind == "password" { "new-password" } else { "off" };
    let wrong = create_signal(String::new());
    // Once it is typed, and gone as soon as it is mended or another profile is shown.
    let look = move |_| wrong.set(text.with(|text| check::concern(key, text)).unwrap_or_default());
    create_effect(on(text, move || {
        if wrong.with_untracked(|wrong| !wrong.is_empty()) {
            look(());
        }
    }));
    // What was wrong before is said as well, once it is painted or saved.
    create_effect(on(state.stored, move || look(())));
    let control = if kind == "textarea" {
        view! { textarea(id=id, rows=lines, "data-key"=key, bind:value=text) }
    } else {
        let wrong_id = format!("{id}-wrong");
        view! { input(id=id, r#type=kind, "inputmode"=mode, "placeholder"=placeholder, "list"=list, autocomplete=complete, "data-key"=key, aria-describedby=wrong_id, aria-invalid=invalid(wrong), on:change=move |_| look(()), bind:value=text) }
    };
    let used_part = used::view(state, move || key.to_owned());
    let wrong_part = (kind != "textarea").then(|| error(format!("{id}-wrong"), wrong));
    view! { div(class=class) { label(r#for=id) { (label) } (control) (wrong_part) (used_part) } }
}

fn resume(state: State) -> View {
    let editor = state.editor;
    let lists: Vec<View> = fields::LISTS.iter().map(|field| text_field(state, field)).collect();
    let rows_part = rows::view(state, &fields::JOBS);
    let rows2_part = rows::view(state, &fields::SCHOOLS);
    view! {
        (rows_part)
        (rows2_part)
        h3 { (msg!("profile_lists")) " " span(class="hint") { (msg!("profile_one_per_line")) } }
        div(class="grid") {
            (lists)
            label(class="check wide") {
                input(id="p-drafts", r#type="checkbox", data-key=editor::DRAFTS, bind:checked=editor.may_draft)
                span { (msg!("profile_let_a_model_draft_longer_answers")) " " span(class="hint block") { (msg!("profile_only_when_you_press_draft_beside_a")) } }
            }
        }
    }
}

/// Saves what is in the editor, together with what was stored elsewhere in the meantime. Says what looks wrong.
async fn save(state: State) -> Result<Vec<String>, String> {
    let mut mine = state.editor.profile().map_err(|Wrong { why, at }| {
        focus_on(at);
        why
    })?;
    state.stored.with_untracked(|before| note_edits(&mut mine, before, chrome::now()));
    let merged = store(state, mine).await?;
    Ok(check::concerns(&merged))
}
