//! The facts of the view Profile: a row each, names with a value each, people in numbered blocks. What stands where is
//! `agent_core`'s table.

use agent_core::{
    person::{
        entries::Pair,
        facts::{self, MOST_PEOPLE, Part, Person},
    },
    question::{FACTS, Fact, FactKind},
};
use shared_types::Tier;
use sycamore::prelude::*;

use super::{
    editor::{Editor, FactRow, PersonRow, is_one},
    state::State,
    used,
};
use crate::{browser::focus_on, controls::GlobalAttributes, paint::t};

/// A group of facts.
pub(super) fn view(state: State, group: &'static str) -> View {
    let parts: Vec<View> = facts::parts(group)
        .into_iter()
        .map(|part| match part {
            Part::One(fact) => one(state, fact),
            Part::Family(fact) => family(state, fact),
            Part::People(who, facts) => people(state, who, facts),
        })
        .collect();
    view! { div(class="facts-list", data-facts=group) { (parts) } }
}

/// How many facts of a group hold something.
pub(super) fn filled(editor: &Editor, group: &str) -> usize {
    let holds = |text: &Signal<String>| text.with(|text| !text.trim().is_empty());
    let of_part = |part: &Part| match part {
        Part::One(fact) => {
            usize::from(is_one(fact) && editor.ones.get(fact.name).is_some_and(holds))
        }
        Part::Family(fact) => {
            let rows = fact.family().and_then(|family| editor.families.get(family));
            rows.map_or(0, |rows| {
                rows.with(|rows| rows.iter().filter(|row| holds(&row.text)).count())
            })
        }
        Part::People(who, _) => {
            let rows = editor.people.get(who);
            rows.map_or(0, |rows| {
                rows.with(|rows| {
                    rows.iter().flat_map(|row| &row.texts).filter(|(_, text)| holds(text)).count()
                })
            })
        }
    };
    if group.is_empty() { 0 } else { facts::parts(group).iter().map(of_part).sum() }
}

fn one(state: State, fact: &'static Fact) -> View {
    let Some(text) = state.editor.ones.get(fact.name).copied() else { return view! {} };
    let name = format!("fact-{}", fact.name);
    let labelled = name.clone();
    let control = control(
        fact,
        text,
        Place { id: Some(name), mark: "data-fact", is: fact.name.to_owned(), label: None },
    );
    let words_of_part = words_of(fact.label(), fact.tier);
    let used_part = used::view(state, move || format!("facts.{}", fact.name));
    view! { div(class="fact") { label(r#for=labelled) { (words_of_part) } (control) (used_part) } }
}

/// What something is called, marked where it is personal.
fn words_of(label: String, tier: Tier) -> View {
    let mark = (tier > Tier::Ordinary)
        .then(|| view! { span(class="tag", title=msg!("facts_filled_only_where_you_tick_it")) { (msg!("facts_personal")) } });
    view! { span { (label) } (mark) }
}

/// Where a control for a fact stands.
struct Place {
    id: Option<String>,
    /// The attribute that marks it, and what that is.
    mark: &'static str,
    is: String,
    label: Option<String>,
}

/// What a fact is typed into, and what looks wrong there. A line would lose the breaks of a text that has some.
fn control(fact: &'static Fact, text: Signal<String>, place: Place) -> View {
    let Place { id, mark, is, label } = place;
    let error_id = format!(
        "{}-error",
        id.clone().unwrap_or_else(|| format!("fact-{}-{}", fact.name.replace(['.', '*'], "-"), is))
    );
    let described = error_id.clone();
    let example = msg!("facts_example", example = fact.example());
    let has_lines = create_selector(move || text.with(|text| text.contains('\n')));
    // Said once the person has left the control, not while they type.
    let concern = create_signal(facts::concern(fact, &text.get_clone_untracked()));
    let check = move |_| concern.set(facts::concern(fact, &text.get_clone()));
    create_effect(move || {
        if text.with(|text| facts::concern(fact, text)).is_none() {
            concern.set(None);
        }
    });
    let list = match fact.kind {
        FactKind::YesNo if fact.tier > Tier::Ordinary => Some("personal-answers"),
        FactKind::YesNo => Some("yes-no"),
        FactKind::Number | FactKind::Text | FactKind::Date | FactKind::Pay => None,
    };
    let mode = (fact.kind == FactKind::Number).then_some("decimal");
    let invalid = move || concern.with(Option::is_some).then_some("true");
    let input = move || {
        let (id, example, described, is, label) =
            (id.clone(), example.clone(), described.clone(), is.clone(), label.clone());
        let (data_fact, data_person, data_pair) = match mark {
            "data-fact" => (Some(is), None, None),
            "data-person" => (None, Some(is), None),
            _ => (None, None, Some("value")),
        };
        if has_lines.get() {
            view! { textarea("id"=id, "data-fact"=data_fact, "data-person"=data_person, "data-pair"=data_pair, placeholder=example, "aria-label"=label, aria-describedby=described, aria-invalid=invalid(), on:change=check, bind:value=text) }
        } else {
            view! { input("id"=id, "data-fact"=data_fact, "data-person"=data_person, "data-pair"=data_pair, placeholder=example, "list"=list, "inputmode"=mode, autocomplete="off", "aria-label"=label, aria-describedby=described, aria-invalid=invalid(), on:change=check, bind:value=text) }
        }
    };
    view! {
        (input())
        p(id=error_id, class="error", role="status") { (t(concern.get_clone().unwrap_or_default())) }
    }
}

// Names with a value each

fn family(state: State, fact: &'static Fact) -> View {
    let family = fact.family().unwrap_or_default();
    let Some(rows) = state.editor.families.get(family).copied() else { return view! {} };
    let add = move |_| {
        let row = state.editor.new_fact(&Pair::default());
        rows.update(|rows| rows.push(row));
        focus_on(format!("[data-family={family}] .pair:last-child input"));
    };
    let adds = facts::adds_to(fact);
    let (title, label) = (fact.label(), msg!("facts_add_more", adds = adds, label = fact.label()));
    let words_of_part = words_of(title.clone(), fact.tier);
    view! {
        div(class="fact-part", role="group", aria-label=title) {
            div(class="fact-title") { (words_of_part) }
            div(class="rows pairs", data-family=family) {
                Keyed(list=rows, view=move |row| fact_row(state, fact, row), key=|row| row.id)
            }
            button(r#type="button", class="add", aria-label=label, on:click=add) { (adds) }
        }
    }
}

fn fact_row(state: State, fact: &'static Fact, row: FactRow) -> View {
    let family = fact.family().unwrap_or_default();
    let remove = move |_| {
        if let Some(rows) = state.editor.families.get(family) {
            rows.update(|rows| rows.retain(|other| other.id != row.id));
        }
        state.touched();
        focus_on(format!("[data-family={family}] + .add"));
    };
    let asked = facts::name_asked(fact);
    let named = asked.clone();
    let place =
        Place { id: None, mark: "data-pair", is: row.id.to_string(), label: Some(fact.label()) };
    let control_part = control(fact, row.text, place);
    view! {
        div(class="pair") {
            input(data-pair="key", aria-label=named, placeholder=asked, autocomplete="off", bind:value=row.name)
            div { (control_part) }
            button(r#type="button", class="icon", data-remove="", aria-label=msg!("facts_remove"), title=msg!("facts_remove"), on:click=remove) {
                svg(viewBox="0 0 20 20", aria-hidden="true") { path(d="m5.5 5.5 9 9m0-9-9 9") }
            }
        }
    }
}

// People

fn people(state: State, who: &'static str, of: Vec<&'static Fact>) -> View {
    let Some(rows) = state.editor.people.get(who).copied() else { return view! {} };
    let title = of.first().map(|fact| facts::person_words(fact).0).unwrap_or_default();
    let named = title.clone();
    let add = move |_| {
        let row = state.editor.new_person(who, &Person::default());
        rows.update(|rows| rows.push(row));
        focus_on(format!("[data-people={who}] .row:last-child input"));
    };
    let adds = move || facts::adds_person(who, rows.with(Vec::is_empty));
    let is_full = move || rows.with(Vec::len) >= MOST_PEOPLE as usize;
    view! {
        div(class="fact-part", role="group", aria-label=named) {
            div(class="rows", data-people=who) {
                Keyed(list=rows, view=move |row| person(state, who, title.clone(), row), key=|row| row.id)
            }
            button(r#type="button", class="add", hidden=is_full(), on:click=add) { (adds()) }
        }
    }
}

fn person(state: State, who: &'static str, title: String, row: PersonRow) -> View {
    let Some(rows) = state.editor.people.get(who).copied() else { return view! {} };
    let id = row.id;
    let name = move || {
        let at = rows.with(|rows| rows.iter().position(|row| row.id == id).unwrap_or_default());
        msg!("facts_numbered", thing = title, number = at + 1)
    };
    let removes = name.clone();
    let remove = move |_| {
        rows.update(|rows| rows.retain(|row| row.id != id));
        state.touched();
        focus_on(format!("[data-people={who}] + .add"));
    };
    let fields: Vec<View> = row
        .texts
        .iter()
        .filter_map(|(part, text)| {
            let fact = FACTS.iter().find(|fact| facts::person_part(fact) == Some((who, part)))?;
            let name = format!("fact-person-{id}-{part}");
            let labelled = name.clone();
            let place =
                Place { id: Some(name), mark: "data-person", is: (*part).to_owned(), label: None };
            let label = facts::person_words(fact).1;
            let control = control(fact, *text, place);
            Some(view! { div(class="field") { label(r#for=labelled) { (label) } (control) } })
        })
        .collect();
    view! {
        fieldset(class="row") {
            legend { (name()) }
            div(class="grid") { (fields) }
            button(r#type="button", class="remove", on:click=remove) { (msg!("facts_remove_numbered", thing = removes())) }
        }
    }
}
