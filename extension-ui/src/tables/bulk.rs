//! One yes for the rows of a table that are left: all that would be sent, looked at before it is given.

use agent_core::tables::Table;
use extension_browser::tasks::spawn_local;
use shared_types::{
    message::{PopupMessage, PopupReply},
    table::{BulkCard, BulkLeft, BulkRow, BulkSame, TableChange},
};
use sycamore::prelude::*;

use super::state::{Shown, State, load, tell};
use crate::{
    browser::focus_on,
    controls::GlobalAttributes,
    paint::{site_name, t},
    worker::send,
};

/// What stands above the rows: the list of an open card, a yes that goes on, or that one can be asked for.
pub(super) fn view(state: State, shown: &Shown) -> View {
    let table = &shown.table;
    let card = state.bulk.get_clone().filter(|(of, _)| *of == table.id);
    if let Some((_, card)) = card {
        return card_view(state, &table.id, card);
    }
    let is_left = table.run.left(table.rows) > 0 || !table.run.under_way().is_empty();
    if !is_left {
        return View::new();
    }
    if table.bulk.left > 0 {
        return covers(state, table);
    }
    let ended = &table.bulk.ended;
    let has_ended = !ended.is_empty();
    let mut told = if has_ended { vec![msg!("bulk_ended", why = t(ended))] } else { Vec::new() };
    if has_ended && !table.bulk.can {
        told.push(msg!("bulk_offered_again"));
    }
    let ended = told.join(" ");
    let offer_part = if table.bulk.can { offer(state, table) } else { View::new() };
    let why = &table.bulk.why;
    let is_told = !table.bulk.can && !why.is_empty();
    let why = if is_told { msg!("bulk_not_alike", why = t(why)) } else { String::new() };
    view! {
        p(class="advice bulk-ended", role="status", hidden=!has_ended) { (ended) }
        p(class="hint bulk-why", hidden=!is_told) { (why) }
        (offer_part)
    }
}

fn offer(state: State, table: &Table) -> View {
    let id = table.id.clone();
    let look = move |_| {
        let id = id.clone();
        spawn_local(async move { look(state, id).await });
    };
    view! {
        div(class="bulk-offer") {
            p(class="hint") { (msg!("bulk_offer_hint")) }
            div(class="actions") {
                button(class="bulk-look", r#type="button", disabled=state.busy.get(), on:click=look) { (msg!("bulk_offer")) }
            }
        }
    }
}

async fn look(state: State, id: String) {
    state.busy.set(true);
    let answer = send(&PopupMessage::ShowBulk { id: id.clone() }).await;
    state.busy.set(false);
    match answer {
        Ok(PopupReply::Bulk(card)) => {
            state.bulk.set(Some((id, *card)));
            focus_on(".bulk h4");
        }
        Ok(_) => {}
        Err(why) => state.fail(why),
    }
}

fn covers(state: State, table: &Table) -> View {
    let id = table.id.clone();
    let end = move |_| {
        let id = id.clone();
        spawn_local(async move {
            tell(state, &id, TableChange::EndBulk).await;
        });
    };
    let left = table.bulk.left;
    view! {
        div(class="bulk-covers") {
            p(role="status") { (msg!("bulk_covers", count = left)) }
            div(class="actions") {
                button(class="bulk-end", r#type="button", disabled=state.busy.get(), on:click=end) { (msg!("bulk_take_back")) }
            }
        }
    }
}

fn card_view(state: State, id: &str, card: BulkCard) -> View {
    let count = card.rows.len();
    let title = msg!("bulk_title", count = count);
    let what = msg!("bulk_what", origin = site_name(&card.origin), button = t(&card.button));
    let words = msg!("bulk_send", count = count);
    let more = if card.more > 0 { msg!("bulk_more", count = card.more) } else { String::new() };
    let has_more = card.more > 0;
    let rows_part = rows(&card.columns, &card.rows);
    let same_part = list(msg!("bulk_same"), &card.same);
    let by_page_part = folded(msg!("bulk_by_page"), &card.by_page);
    let left_part = left(&card.left);
    let (of, name) = (id.to_owned(), card.id);
    let yes = move |_| {
        let (id, card) = (of.clone(), name.clone());
        spawn_local(async move { approve(state, id, card).await });
    };
    let no = move |_| {
        state.bulk.set(None);
        focus_on(".bulk-look");
    };
    view! {
        div(class="card bulk", role="group", aria-labelledby="bulk-title") {
            h4(id="bulk-title", tabindex="-1") { (title) }
            p { (what) }
            (rows_part)
            p(class="hint", hidden=!has_more) { (more) }
            (same_part)
            (by_page_part)
            (left_part)
            div(class="actions") {
                button(class="primary bulk-send", r#type="button", disabled=state.busy.get(), on:click=yes) { (words) }
                button(class="bulk-cancel", r#type="button", on:click=no) { (msg!("manage_cancel")) }
            }
        }
    }
}

async fn approve(state: State, id: String, card: String) {
    state.busy.set(true);
    let answer = send(&PopupMessage::ApproveBulk { id, card }).await;
    state.busy.set(false);
    state.bulk.set(None);
    if let Err(why) = answer {
        state.fail(why);
    }
    load(state).await;
}

fn rows(columns: &[String], rows: &[BulkRow]) -> View {
    let head: Vec<View> = columns
        .iter()
        .map(|label| {
            let label = t(label);
            view! { th(scope="col") { (label) } }
        })
        .collect();
    let body: Vec<View> = rows
        .iter()
        .map(|row| {
            let number = (row.row + 1).to_string();
            let values: Vec<View> = row
                .values
                .iter()
                .map(|value| {
                    let value = t(value.reveal());
                    view! { td(class="value") { (value) } }
                })
                .collect();
            view! { tr { th(scope="row") { (number) } (values) } }
        })
        .collect();
    view! {
        div(class="table-box bulk-rows", tabindex="0", role="region", aria-labelledby="bulk-title") {
            table {
                thead { tr { th(scope="col") { (msg!("bulk_row")) } (head) } }
                tbody { (body) }
            }
        }
    }
}

fn pairs(same: &[BulkSame]) -> Vec<View> {
    let pair = |one: &BulkSame| {
        let label = t(&one.label);
        let value = if one.varies { msg!("bulk_varies") } else { t(one.value.reveal()) };
        view! { dt { (label) } dd { (value) } }
    };
    same.iter().map(pair).collect()
}

fn list(title: String, same: &[BulkSame]) -> View {
    if same.is_empty() {
        return View::new();
    }
    let pairs = pairs(same);
    view! {
        div(class="bulk-same") {
            p(class="hint") { (title) }
            dl(class="facts") { (pairs) }
        }
    }
}

/// What the page adds: it is read by whoever wants to, as on a card.
fn folded(title: String, same: &[BulkSame]) -> View {
    if same.is_empty() {
        return View::new();
    }
    let pairs = pairs(same);
    view! {
        details(class="bulk-by-page") {
            summary { (title) }
            dl(class="facts") { (pairs) }
        }
    }
}

/// Rows that the yes is not for.
fn left(rows: &[BulkLeft]) -> View {
    if rows.is_empty() {
        return View::new();
    }
    let rows: Vec<View> = rows
        .iter()
        .map(|left| {
            let line = format!("{}: {}", msg!("tables_row", row = left.row + 1), t(&left.why));
            view! { li { (line) } }
        })
        .collect();
    view! {
        details(class="bulk-left", open=true) {
            summary { (msg!("bulk_left")) }
            ul(class="plain") { (rows) }
        }
    }
}
