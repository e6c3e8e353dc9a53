//! The boxes of the review sheet for what is more than ordinary: one for a kind of personal data, one for a secret.

use std::collections::BTreeSet;

use agent_core::catalogue;
use sycamore::prelude::*;

use super::sentences::{KindRow, Told};
use crate::{controls::GlobalAttributes, paint::t};

/// A box for one kind, not ticked, with the rows that it is for. Until these are read it says which fields it is for, and
/// what comes from where.
pub(super) fn view(
    ticked: Signal<BTreeSet<String>>,
    row: KindRow,
    rows: impl Fn(&str) -> Vec<View> + 'static,
) -> View {
    let KindRow { kind, thing, labels, told } = row;
    let (thing, words) = (t(&thing), t(msg!("sheet_for", labels = catalogue::quoted(&labels))));
    let toggled = kind.clone();
    let toggle = move |_| {
        ticked.update(|all| {
            if !all.remove(&toggled) {
                all.insert(toggled.clone());
            }
        });
    };
    let is_ticked = {
        let kind = kind.clone();
        move || ticked.with(|all| all.contains(&kind))
    };
    let (of, named) = (kind.clone(), thing.clone());
    let below = move || {
        let rows = rows(&of);
        if rows.is_empty() {
            let (told, words) = (told.iter().map(line).collect::<Vec<View>>(), words.clone());
            return view! { div(class="hint told") { (told) span(class="for") { (words) } } };
        }
        let name = named.clone();
        view! { ul(class="sheet", aria-label=name) { (rows) } }
    };
    view! {
        label(class="check") {
            input(r#type="checkbox", data-thing=kind, prop:checked=is_ticked(), on:change=toggle)
            span { span { (thing) } }
        }
        (below())
    }
}

fn line(told: &Told) -> View {
    let (from, held) = (t(&told.from), t(&told.held));
    view! {
        span(class="from") { (from) }
        span(class="held-now") { (held) }
    }
}
