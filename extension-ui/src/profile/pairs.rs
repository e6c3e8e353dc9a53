//! The person's own entries and their answers: a name, a value, and how carefully it is handled.

use agent_core::person::entries;
use serde_json::Value;
use shared_types::Tier;
use sycamore::prelude::*;

use super::{editor::PairRow, state::State};
use crate::{browser::focus_on, paint::t};

/// The list of a map and its button.
pub(super) fn view(state: State, map: &'static str, adds: &'static str) -> View {
    let rows = rows_of(state, map);
    let add = move |_| {
        let row = state.editor.new_pair("", &Value::from(""), None);
        rows.update(|rows| rows.push(row));
        focus_on(format!("#{map}-rows .pair:last-child input"));
    };
    let id = format!("{map}-rows");
    view! {
        div(id=id, class="rows pairs", data-map=map) {
            Keyed(list=rows, view=move |row| pair(state, map, row), key=|row| row.id)
        }
        button(r#type="button", class="add", data-add=map, on:click=add) { (adds) }
    }
}

fn rows_of(state: State, map: &str) -> Signal<Vec<PairRow>> {
    if map == "answers" { state.editor.answers } else { state.editor.own }
}

fn pair(state: State, map: &'static str, row: PairRow) -> View {
    let remove = move |_| {
        rows_of(state, map).update(|rows| rows.retain(|other| other.id != row.id));
        state.touched();
        focus_on(format!("[data-add={map}]"));
    };
    let key = row.name.with_untracked(|name| (!name.is_empty()).then(|| format!("{map}.{name}")));
    let judged = create_memo(move || {
        let (_, judged) = entries::judged(map, &row.pair());
        judged
    });
    let automatic = move || {
        let judged = judged.get();
        match judged.tier() {
            Tier::Ordinary => "Automatic: ordinary".to_owned(),
            Tier::Personal => format!("Automatic: personal ({})", judged.thing()),
            Tier::Secret => format!("Automatic: secret ({})", judged.thing()),
        }
    };
    let lowers = move || entries::lowers(entries::tier_named(&row.tier.get_clone()), judged.get());
    let despite = move || {
        format!("This looks like: {}. Handle it with less care anyway.", judged.get().thing())
    };
    view! {
        div(class="pair") {
            input(data-pair="key", aria-label="Name", placeholder="Name", autocomplete="off", bind:value=row.name)
            textarea(data-pair="value", rows="1", aria-label="Value", placeholder="Value", "data-key"=key, bind:value=row.text)
            button(r#type="button", class="icon", data-remove="", aria-label="Remove", title="Remove", on:click=remove) {
                svg(viewBox="0 0 20 20", aria-hidden="true") { path(d="m5.5 5.5 9 9m0-9-9 9") }
            }
            div(class="tier") {
                select(data-pair="tier", aria-label="How carefully it is handled", bind:value=row.tier) {
                    option(value="") { (automatic()) }
                    option(value="ordinary") { "Ordinary" }
                    option(value="personal") { "Personal: only with a tick" }
                    option(value="secret") { "Secret: a tick each time, never synced" }
                }
                label(class="check", hidden=!lowers()) {
                    input(r#type="checkbox", data-pair="despite", bind:checked=row.despite)
                    span { (t(despite())) }
                }
            }
        }
    }
}
