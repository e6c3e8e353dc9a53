//! Jobs, schools and further addresses: a numbered block each.

use agent_core::catalogue;
use serde_json::Value;
use sycamore::prelude::*;

use super::{
    editor::Row,
    fields::{Part, PartKind, Rows},
    state::State,
};
use crate::{browser::focus_on, controls::GlobalAttributes};

/// The list and its button.
pub(super) fn view(state: State, of: &'static Rows) -> View {
    let rows = state.editor.rows(of);
    let add = move |_| {
        let row = state.editor.new_row(of, &Value::Null);
        rows.update(|rows| rows.push(row));
        focus_on(format!("#{} .row:last-child input", of.id));
    };
    let (id, path, title, adds) =
        (of.id, of.path, catalogue::text(of.title), catalogue::text(of.adds));
    let hint = catalogue::text(of.hint);
    view! {
        h2(class="minor") { (title) " " span(class="hint") { (hint) } }
        div(id=id, class="rows", data-rows=path) {
            Keyed(list=rows, view=move |row| block(state, of, row), key=|row| row.id)
        }
        button(r#type="button", class="add", data-add=id, on:click=add) { (adds) }
    }
}

fn block(state: State, of: &'static Rows, row: Row) -> View {
    let rows = state.editor.rows(of);
    let id = row.id;
    let number =
        move || rows.with(|rows| rows.iter().position(|row| row.id == id).unwrap_or_default());
    let remove = move |_| {
        rows.update(|rows| rows.retain(|row| row.id != id));
        state.touched();
        focus_on(format!("[data-add={}]", of.id));
    };
    let parts: Vec<View> =
        of.parts.iter().zip(row.texts).map(|(part, (_, text))| part_view(part, text)).collect();
    let removes = catalogue::text(of.removes);
    view! {
        fieldset(class="row") {
            legend { (catalogue::filled(of.numbered, &[("number", &(number() + 1))])) }
            div(class="grid") { (parts) }
            button(r#type="button", class="remove", on:click=remove) { (removes) }
        }
    }
}

fn part_view(part: &'static Part, text: Signal<String>) -> View {
    let Part { name, label, placeholder, is_wide, kind } = *part;
    let label = catalogue::text(label);
    let class = if is_wide { "field wide" } else { "field" };
    let placeholder = (!placeholder.is_empty()).then(|| catalogue::text(placeholder));
    let list = (name == "country").then_some("countries");
    match kind {
        PartKind::Line => view! {
            div(class=class) { label { (label) input("data-part"=name, "placeholder"=placeholder, "list"=list, autocomplete="off", bind:value=text) } }
        },
        PartKind::Lines => view! {
            div(class=class) { label { (label) textarea(rows="3", "data-part"=name, bind:value=text) } }
        },
        PartKind::YesNo => view! {
            div(class=class) {
                label {
                    (label)
                    select("data-part"=name, bind:value=text) { option(value="") { (msg!("profile_not_specified")) } option(value="true") { (msg!("answer_yes")) } option(value="false") { (msg!("answer_no")) } }
                }
            }
        },
        PartKind::Tick => {
            let toggle = move |_| {
                text.update(|text| {
                    *text = if text == "true" { String::new() } else { "true".to_owned() }
                })
            };
            view! {
                label(class="check wide") {
                    input(r#type="checkbox", "data-part"=name, prop:checked=text.with(|text| text == "true"), on:change=toggle)
                    span { (label) }
                }
            }
        }
    }
}
