//! A table that was chosen: which form, which columns, what else it is filled from. Nothing is kept before Start.

use agent_core::{
    person::typed,
    tables::{
        Column, Continued, MOST_AT_ONCE, Row, Run, Table, column_of_places, continued, is_list,
        of_addresses,
    },
};
use extension_browser::{chrome, tables as kept, tasks::spawn_local};
use shared_types::{
    Private, ProfileId, import::TableFound, message::PopupReply, table::TableChange,
};
use sycamore::prelude::*;

use super::{
    links,
    state::{Opened, Setup, State, show_job, tell},
};
use crate::{
    browser::{focus_on, read_rows, stop_reading, take_file, text_file, value_of},
    controls::GlobalAttributes,
    paint::{Tone, error, invalid, options_of, say, t},
    sources,
};

/// The files that are offered. What one is, its content says.
const ACCEPTED: &str =
    ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,text/csv,text/tab-separated-values,application/json";

/// What a table is chosen with.
pub(super) fn open_view(state: State) -> View {
    let reading = state.setup.reading;
    let choose = move |event: web_sys::Event| {
        if let Some(file) = take_file(&event) {
            let name = file.name();
            spawn_local(open(state, file, name));
        }
    };
    let Setup { pasted, pasted_error, .. } = state.setup;
    let pasted_error_part = error("table-addresses-error", pasted_error);
    let paste = move |_| match pasted.with(|text| of_addresses(text)) {
        Ok(found) => {
            pasted_error.set(String::new());
            pasted.set(String::new());
            spawn_local(opened_list(state, msg!("tables_pasted_name"), found));
        }
        Err(wrong) => {
            pasted_error.set(wrong);
            focus_on("#table-addresses");
        }
    };
    let found = async move |source: String, reply: PopupReply| match reply {
        PopupReply::Records(records) => match text_file(&records, &format!("{source}.json")) {
            Some(file) => {
                open(state, file, msg!("sources_of_your_server", source = source)).await;
            }
            None => state.source.fail(msg!("panel_unexpected_answer_from_the")),
        },
        _ => state.source.fail(msg!("panel_unexpected_answer_from_the")),
    };
    let source_part = sources::view(state.source, msg!("sources_records"), found);
    let take = move |name: String, found: TableFound| spawn_local(opened_list(state, name, found));
    let links_part = links::view(state.session, state.links, take);
    view! {
        div(class="actions") {
            label(class="button", r#for="table-file") { (msg!("tables_open")) }
            input(id="table-file", class="unseen", r#type="file", accept=ACCEPTED, on:change=choose)
            button(id="table-stop-reading", r#type="button", hidden=!reading.get(), on:click=|_| stop_reading()) { (msg!("import_stop_reading")) }
        }
        details(id="table-paste") {
            summary { (msg!("tables_paste")) }
            label(r#for="table-addresses") { (msg!("tables_paste_label")) }
            textarea(id="table-addresses", rows="4", "spellcheck"="false", autocomplete="off", placeholder="https://…", aria-describedby="table-addresses-error", aria-invalid=invalid(pasted_error), bind:value=pasted)
            (pasted_error_part)
            div(class="actions") { button(id="table-paste-open", r#type="button", on:click=paste) { (msg!("tables_paste_open")) } }
            (links_part)
        }
        (source_part)
        p(id="table-reading", class="hint", role="status", hidden=!reading.get()) { (msg!("tables_reading")) }
    }
}

async fn open(state: State, file: web_sys::File, name: String) {
    let reading = state.setup.reading;
    say(state.said, Tone::Plain, "");
    reading.set(true);
    let found = read_rows(&file).await;
    reading.set(false);
    match found {
        Ok(found) => {
            let when = |text: &str| Some(js_sys::Date::parse(text)).filter(|ms| ms.is_finite());
            let Continued { found, rows } = continued(found, |text| when(text).unwrap_or_default())
                .unwrap_or_else(|found| Continued { found, rows: Vec::new() });
            // A list of forms that was saved is one again.
            let is_list = is_list(&found.columns);
            opened(state, Opened { name, found, rows, is_list }).await;
        }
        Err(why) => state.fail(why),
    }
}

/// Shows a list of forms.
async fn opened_list(state: State, name: String, found: TableFound) {
    opened(state, Opened { name, found, rows: Vec::new(), is_list: true }).await;
}

/// Shows what was opened, with the form of the page in front.
async fn opened(state: State, opened: Opened) {
    let tab = match state.session.tab.get_untracked() {
        Some(tab) if !state.session.own_page.get_untracked() => chrome::tab(tab).await.ok(),
        _ => None,
    };
    let address = tab.map(|tab| tab.url).filter(|url| url.starts_with("http"));
    show(state, opened, address.unwrap_or_default());
    focus_on("#table-setup h3");
}

/// Shows what was opened, with what is meant most of the time: the form at this address, or one a row where rows have
/// addresses, which then is about whoever sits here.
pub(crate) fn show(state: State, mut opened: Opened, address: String) {
    let Setup { place, place_column, place_error, profile, at_once, left_out, .. } = state.setup;
    let columns = opened.found.columns.len();
    let first = opened.found.pieces.first().cloned().unwrap_or_default();
    let places = column_of_places(columns, &first);
    opened.is_list = places.is_some() && (opened.is_list || columns == 1);
    // Of a list the addresses come last: what links are called may look like one.
    let last = columns.saturating_sub(1);
    let own = || state.session.profiles.with_untracked(|set| set.default.clone());
    place.set(address);
    place_column.set(if opened.is_list { Some(last) } else { places });
    place_error.set(String::new());
    profile.set(if opened.is_list { own() } else { ProfileId::nobody() });
    at_once.set(1);
    left_out.set(if opened.is_list { (0..last).collect() } else { Vec::new() });
    state.opened.set(Some(opened));
}

/// The table that was opened.
pub(super) fn view(state: State) -> View {
    let part = move || match state.opened.get_clone() {
        Some(opened) => untrack(|| opened_view(state, &opened)),
        None => View::new(),
    };
    view! { (part()) }
}

fn opened_view(state: State, opened: &Opened) -> View {
    let Setup { place, place_column, place_error, .. } = state.setup;
    let Opened { name, found, rows, is_list } = opened;
    let is_list = *is_list;
    let places_part = if is_list { View::new() } else { places(state, found) };
    let sent_part = sent_already(rows, found.rows);
    let title = t(name);
    let count = msg!("tables_rows", count = found.rows);
    let notes: Vec<View> = found
        .notes
        .iter()
        .map(|note| {
            let note = t(note);
            view! { li { (note) } }
        })
        .collect();
    let has_notes = !found.notes.is_empty();
    let columns = columns_view(state, found);
    let place_error_part = error("table-place-error", place_error);
    let choices_part = choices(state, is_list);
    let look = move |_| spawn_local(begin(state, TableChange::Look));
    let begin = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(begin(state, TableChange::Start));
    };

    let cancel = move |_| {
        state.opened.set(None);
        focus_on("#tables-title");
    };
    view! {
        form(id="table-setup", novalidate=true, on:submit=begin) {
            h3(tabindex="-1") { (title) " " span(class="hint", hidden=is_list) { (count) } }
            ul(id="table-notes", class="problems", hidden=!has_notes) { (notes) }
            (sent_part)
            (places_part)
            label(r#for="table-place", hidden=place_column.get().is_some()) { (msg!("tables_place")) }
            input(id="table-place", hidden=place_column.get().is_some(), r#type="url", inputmode="url", placeholder="https://…", autocomplete="off", "spellcheck"="false", aria-describedby="table-place-error", aria-invalid=invalid(place_error), bind:value=place)
            (place_error_part)
            fieldset(id="table-columns", hidden=is_list) {
                legend { (msg!("tables_columns")) }
                p(class="hint") { (msg!("tables_columns_hint")) }
                (columns)
            }
            (choices_part)
            p(class="hint") { (msg!("tables_kept_here")) }
            p(id="table-look-hint", class="hint", hidden=place_column.get().is_none()) { (msg!("tables_look_hint")) }
            div(class="actions") {
                button(id="table-begin", class="primary", r#type="submit", disabled=state.busy.get()) { (begin_words(place_column.get().is_some())) }
                button(id="table-look", r#type="button", hidden=place_column.get().is_none(), disabled=state.busy.get(), aria-describedby="table-look-hint", on:click=look) { (msg!("tables_look")) }
                button(id="table-cancel", r#type="button", on:click=cancel) { (msg!("manage_cancel")) }
            }
        }
    }
}

/// What begins it: a list of forms has no rows that anybody speaks of.
pub(super) fn begin_words(is_list: bool) -> String {
    if is_list { msg!("tables_begin_list") } else { msg!("tables_begin") }
}

/// That rows of a saved result were sent already; nothing of another table.
fn sent_already(rows: &[(u32, Row)], of: u32) -> View {
    let sent = Run::continued(rows).sent;
    if sent == 0 {
        return View::new();
    }
    let words = msg!("tables_continued", count = sent, of = of);
    view! { p(id="table-continued", role="status") { (words) } }
}

/// Whether each row has a form of its own; nothing where no row has an address.
fn places(state: State, found: &TableFound) -> View {
    let first = found.pieces.first().cloned().unwrap_or_default();
    let Some(at) = column_of_places(found.columns.len(), &first) else { return View::new() };
    let place_column = state.setup.place_column;
    let name = found.columns.get(at).map(t).unwrap_or_default();
    let words = msg!("tables_places_in", column = name);
    let toggle = move |_| {
        place_column.update(|column| *column = if column.is_some() { None } else { Some(at) });
    };
    view! {
        label(class="check") {
            input(id="table-places", r#type="checkbox", checked=true, on:change=toggle)
            span { (words) }
        }
    }
}

/// The columns, with what the first row holds.
fn columns_view(state: State, found: &TableFound) -> Vec<View> {
    let left_out = state.setup.left_out;
    let first = found.pieces.first().cloned().unwrap_or_default();
    let example = |at: usize| {
        let cells: Vec<Vec<String>> =
            shared_types::json::from_str(first.reveal()).unwrap_or_default();
        cells.first().and_then(|row| row.get(at)).cloned().unwrap_or_default()
    };
    let column = |(at, name): (usize, &String)| {
        let (name, example) = (t(name), t(example(at)));
        let toggle = move |_| {
            left_out.update(|all| match all.iter().position(|one| *one == at) {
                Some(place) => drop(all.remove(place)),
                None => all.push(at),
            });
        };
        view! {
            label(class="check") {
                input(r#type="checkbox", checked=true, on:change=toggle)
                span { (name) " " span(class="hint") { (example) } }
            }
        }
    };
    found.columns.iter().enumerate().map(column).collect()
}

/// What else the form is filled from, and how many at once. A list of addresses that were pasted (`is_pasted`) has nothing else.
fn choices(state: State, is_pasted: bool) -> View {
    let Setup { profile, at_once, place_column, .. } = state.setup;
    let options = move || {
        let chosen = profile.get_clone();
        options_of(&state.session.profiles.get_clone().profiles, &chosen)
    };
    let is_list = move || place_column.with(Option::is_some);
    let choose = move |event: web_sys::Event| profile.set(ProfileId::new(value_of(&event)));
    let numbers: Vec<View> = (1..=MOST_AT_ONCE)
        .map(|number| view! { option(value=number.to_string()) { (number) } })
        .collect();
    let set_number =
        move |event: web_sys::Event| at_once.set(value_of(&event).parse().unwrap_or(1));
    view! {
        label(r#for="table-profile") { (if is_list() { msg!("tables_filled_from") } else { msg!("tables_lacks") }) }
        select(id="table-profile", aria-describedby="table-profile-hint", on:change=choose) {
            option(value=ProfileId::NOBODY, selected=profile.with(ProfileId::is_nobody)) { (if is_list() { msg!("tables_ask_at_each_form") } else { msg!("tables_lacks_nothing") }) }
            (options())
        }
        p(id="table-profile-hint", class="hint", hidden=is_pasted) { (if is_list() { msg!("tables_filled_from_hint") } else { msg!("tables_lacks_hint") }) }
        label(r#for="table-at-once") { (msg!("tables_at_once")) }
        select(id="table-at-once", aria-describedby="table-at-once-hint", on:change=set_number) { (numbers) }
        p(id="table-at-once-hint", class="hint", hidden=place_column.with(Option::is_none)) { (msg!("tables_one_site")) }
    }
}

/// Keeps the table, and begins with its first row, or looks at its forms.
async fn begin(state: State, first: TableChange) {
    let Setup { place, place_column, place_error, profile, at_once, left_out, .. } = state.setup;
    let Some(opened) = state.opened.get_clone_untracked() else { return };
    let place_column = place_column.get_untracked();
    let address = match place.with_untracked(|place| typed::page_address(place)) {
        Ok(address) => address,
        Err(_) if place_column.is_some() => String::new(),
        Err(wrong) => {
            place_error.set(wrong);
            return focus_on("#table-place");
        }
    };
    place_error.set(String::new());
    let left_out = left_out.get_clone_untracked();
    let columns = opened.found.columns.iter().enumerate();
    let columns: Vec<Column> = columns
        .map(|(at, name)| Column { name: name.clone(), is_left_out: left_out.contains(&at) })
        .collect();
    if place_column.is_none() && columns.iter().all(|column| column.is_left_out) {
        return state.fail(msg!("tables_no_columns"));
    }
    let table = Table {
        id: chrome::random_id(),
        name: Private::new(opened.name),
        columns,
        rows: opened.found.rows,
        place: Private::new(address),
        place_column,
        profile: profile.get_clone_untracked(),
        at_once: at_once.get_untracked(),
        opened: chrome::now(),
        run: Run::continued(&opened.rows),
        ..Table::default()
    };
    state.busy.set(true);
    let stored = kept::keep(&table, opened.found.pieces, &opened.rows).await;
    state.busy.set(false);
    if let Err(why) = stored {
        return state.fail(why.0);
    }
    state.opened.set(None);
    if tell(state, &table.id, first).await {
        if first == TableChange::Start {
            show_job(state, &table.id).await;
        }
        focus_on("#tables-title");
    }
}
