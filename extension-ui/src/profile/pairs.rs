//! The person's own entries and their answers: a name, a value, and how carefully it is handled.

use agent_core::{gate, person::entries};
use serde_json::Value;
use shared_types::Tier;
use sycamore::prelude::*;

use super::{editor::PairRow, state::State, used};
use crate::{browser::focus_on, controls::GlobalAttributes, paint::t};

/// The list of a map and its button.
pub(super) fn view(state: State, map: &'static str, adds: String) -> View {
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
            Tier::Ordinary => msg!("entries_automatic_ordinary"),
            Tier::Personal => {
                msg!("entries_automatic_personal", thing = gate::thing_words(judged.thing()))
            }
            Tier::Secret => {
                msg!("entries_automatic_secret", thing = gate::thing_words(judged.thing()))
            }
        }
    };
    let lowers = move || entries::lowers(entries::tier_named(&row.tier.get_clone()), judged.get());
    let despite = move || {
        msg!(
            "entries_this_looks_like_handle_it_with",
            thing = gate::thing_words(judged.get().thing())
        )
    };
    let used_part = used::view(state, move || format!("{map}.{}", row.name.get_clone().trim()));
    let known_part = (map == "answers").then(|| used::known(state, row.name));
    view! {
        div(class="pair") {
            input(data-pair="key", aria-label=msg!("entries_name"), placeholder=msg!("entries_name"), autocomplete="off", bind:value=row.name)
            textarea(data-pair="value", rows="1", aria-label=msg!("entries_value"), placeholder=msg!("entries_value"), "data-key"=key, bind:value=row.text)
            button(r#type="button", class="icon", data-remove="", aria-label=msg!("entries_remove"), title=msg!("entries_remove"), on:click=remove) {
                svg(viewBox="0 0 20 20", aria-hidden="true") { path(d="m5.5 5.5 9 9m0-9-9 9") }
            }
            (used_part)
            (known_part)
            div(class="tier") {
                select(data-pair="tier", aria-label=msg!("entries_how_carefully_it_is_handled"), bind:value=row.tier) {
                    option(value="") { (automatic()) }
                    option(value="ordinary") { (msg!("entries_ordinary")) }
                    option(value="personal") { (msg!("entries_personal_only_with_a_tick")) }
                    option(value="secret") { (msg!("entries_secret_a_tick_each_time_never")) }
                }
                label(class="check", hidden=!lowers()) {
                    input(r#type="checkbox", data-pair="despite", bind:checked=row.despite)
                    span { (t(despite())) }
                }
            }
        }
    }
}
