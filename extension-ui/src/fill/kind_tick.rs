//! The boxes of the review sheet for what is more than ordinary: one for a kind of personal data, one for a secret.

use std::collections::BTreeSet;

use agent_core::catalogue;
use shared_types::Sheet;
use sycamore::prelude::*;

use super::sentences::{self, KindRow, Told};
use crate::{controls::GlobalAttributes, paint::t};

/// A box for one kind: what it is; the values, where each comes from and what stands in its field now; and which fields it
/// is for. Not ticked. Until the values are read it says what comes from where.
pub(super) fn view(
    sheet: Signal<Option<Sheet>>,
    ticked: Signal<BTreeSet<String>>,
    row: KindRow,
) -> View {
    let KindRow { kind, thing, labels, told } = row;
    let (thing, words) = (t(&thing), t(msg!("sheet_for", labels = catalogue::quoted(&labels))));
    let of = kind.clone();
    let values = move || {
        let read = sheet
            .with(|sheet| sheet.as_ref().map(|sheet| sentences::told_of_kind(&of, &sheet.rows)));
        let all = read.filter(|read| !read.is_empty()).unwrap_or_else(|| told.clone());
        all.iter().map(line).collect::<Vec<View>>()
    };
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
    view! {
        label(class="check") {
            input(r#type="checkbox", data-thing=kind, prop:checked=is_ticked(), on:change=toggle)
            span { span { (thing) } (values()) span(class="for") { (words) } }
        }
    }
}

fn line(told: &Told) -> View {
    let (value, from, held) = (t(&told.value), t(&told.from), t(&told.held));
    view! {
        span(class="value") { (value) }
        span(class="from") { (from) }
        span(class="held-now") { (held) }
    }
}
