//! The view Sent: receipts of what was sent, found again, exported, deleted. Names of fields, never values.

use agent_core::{catalogue, job::receipt::is_found, person::profiles};
use extension_browser::tasks::spawn_local;
use shared_types::{
    Receipt,
    message::{PopupMessage, PopupReply},
};
use sycamore::prelude::*;

use crate::{
    browser::{download, focus_on, local_day, local_time},
    controls::GlobalAttributes,
    fill::sentences::host_of,
    paint::t,
    session::Session,
    worker::{send, unexpected},
};

/// A receipt and its day, in words and as ISO 8601.
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) receipt: Receipt,
    pub(crate) day: (String, String),
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    /// Newest first.
    pub(crate) lines: Signal<Vec<Line>>,
    pub(crate) filter: Signal<String>,
    /// The receipt that is to be deleted, once the person has said so; empty: all.
    pub(crate) asks: Signal<Option<String>>,
    error: Signal<String>,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            lines: create_signal(Vec::new()),
            filter: create_signal(String::new()),
            asks: create_signal(None),
            error: create_signal(String::new()),
        }
    }

    fn take(self, answer: Result<PopupReply, String>) {
        let receipts = answer.and_then(|reply| match reply {
            PopupReply::Receipts(receipts) => Ok(receipts),
            other => unexpected(other),
        });
        match receipts {
            Ok(receipts) => {
                let line = |receipt: Receipt| {
                    let (_, iso) = local_time(receipt.date);
                    Line { day: (local_day(receipt.date), iso), receipt }
                };
                self.session.receipts.set(receipts.clone());
                self.lines.set(receipts.into_iter().map(line).collect());
                self.error.set(String::new());
            }
            Err(why) => self.error.set(why),
        }
    }
}

/// Reads the receipts.
pub(crate) async fn load(state: State) {
    state.take(send(&PopupMessage::Receipts).await);
}

async fn export(state: State) {
    let answer = send(&PopupMessage::ExportReceipts).await.and_then(|reply| match reply {
        PopupReply::File { name, media_type, content } => {
            download(&name, &media_type, content.reveal())
                .map_err(|_| msg!("sent_the_browser_did_not_save_the_file"))
        }
        other => unexpected(other),
    });
    state.error.set(answer.err().unwrap_or_default());
}

/// The view.
pub(crate) fn view(state: State) -> View {
    let State { session, lines, filter, asks, error } = state;
    let shown = create_memo(move || {
        let filter = filter.get_clone();
        let lines = lines.get_clone().into_iter();
        lines.filter(|line| is_found(&line.receipt, &filter)).collect::<Vec<Line>>()
    });
    let count = move || match (lines.with(Vec::len), shown.with(Vec::len)) {
        (0, _) => String::new(),
        (all, some) if all == some => msg!("count_receipts", count = all),
        (all, some) => msg!("sent_shown_of", count = all, shown = some),
    };
    let empty = move || match (lines.with(Vec::is_empty), shown.with(Vec::is_empty)) {
        (true, _) => {
            msg!("sent_nothing_has_been_sent_yet_each")
        }
        (_, true) => msg!("sent_no_receipt_matches_the_filter"),
        _ => String::new(),
    };
    let is_empty = move || lines.with(Vec::is_empty);
    let ask_all = move |_| {
        asks.set(Some(String::new()));
        focus_on("#sent-clear-no");
    };
    // Hundreds of receipts are painted where somebody looks at them.
    let items = move || {
        let painted = if session.view.get() == "sent" { shown.get_clone() } else { Vec::new() };
        painted.into_iter().map(|line| item(state, line)).collect::<Vec<View>>()
    };
    let confirm_part = confirm(state);
    view! {
        div(class="log-tools") {
            input(id="sent-filter", r#type="search", placeholder=msg!("sent_site_field_or_number"), aria-label=msg!("sent_find_a_receipt"), autocomplete="off", bind:value=filter)
            div(class="inline between") {
                span(id="sent-count", class="hint", role="status", aria-live="polite") { (count()) }
                span(class="actions") {
                    button(id="sent-export", r#type="button", disabled=is_empty(), on:click=move |_| spawn_local(export(state))) { (msg!("sent_export")) }
                    button(id="sent-clear", r#type="button", disabled=is_empty(), on:click=ask_all) { (msg!("sent_delete_all")) }
                }
            }
            (confirm_part)
            p(id="sent-message", class="error", role="alert") { (t(error.get_clone())) }
        }
        ol(id="sent-list", class="log") { (items()) }
        p(id="sent-empty", class="empty", hidden=empty().is_empty()) { (empty()) }
    }
}

/// Asks before anything is deleted.
fn confirm(state: State) -> View {
    let State { lines, asks, .. } = state;
    let what = move || match asks.get_clone() {
        None => String::new(),
        Some(id) if id.is_empty() => msg!("sent_delete_all_receipts_this_cant_be"),
        Some(id) => {
            let place = lines.with(|lines| {
                let line = lines.iter().find(|line| line.receipt.id == id);
                line.map(|line| host_of(&line.receipt.origin).to_owned()).unwrap_or_default()
            });
            msg!("sent_delete_the_receipt_of_this_cant_be", place = place)
        }
    };
    let close = move || {
        asks.set(None);
        focus_on("#sent-filter");
    };
    let delete = move |_| {
        let Some(id) = asks.get_clone() else { return };
        let id = (!id.is_empty()).then_some(id);
        spawn_local(async move {
            state.take(send(&PopupMessage::DeleteReceipts { id }).await);
            close();
        });
    };
    view! {
        div(id="sent-confirm", class="advice", role="group", aria-label=msg!("sent_delete_receipts"), hidden=asks.with(Option::is_none)) {
            p { (t(what())) }
            div(class="actions") {
                button(id="sent-clear-yes", class="danger", r#type="button", on:click=delete) { (msg!("sent_delete")) }
                button(id="sent-clear-no", r#type="button", on:click=move |_| close()) { (msg!("sent_keep")) }
            }
        }
    }
}

/// Whose data was sent, where there are several profiles.
fn whose(state: State, receipt: &Receipt) -> String {
    if !state.session.has_several() && receipt.profile_id.is_first() {
        return String::new();
    }
    state.session.profiles.with(|set| match profiles::name(set, &receipt.profile_id) {
        "" => msg!("sent_filled_as_gone"),
        name => msg!("sent_filled_as", name = t(name)),
    })
}

fn item(state: State, line: Line) -> View {
    let Line { receipt, day: (words, iso) } = line;
    let site = t(host_of(&receipt.origin));
    let page = (!receipt.title.is_empty()).then(|| {
        let title = t(&receipt.title);
        view! { div { (title) } }
    });
    let number = (!receipt.number.is_empty()).then(|| {
        let number = t(&receipt.number);
        view! { div(class="number") { (msg!("sent_number")) " " b { (number) } } }
    });
    let said = (!receipt.said.is_empty()).then(|| {
        let said = t(&receipt.said);
        view! { div(class="hint") { (said) } }
    });
    let whose = whose(state, &receipt);
    let whose = (!whose.is_empty()).then(|| view! { div(class="hint") { (whose) } });
    let fields: Vec<View> = receipt
        .fields
        .iter()
        .map(|field| {
            let label = t(field);
            view! { li { (label) } }
        })
        .collect();
    let filled = msg!("result_filled", count = fields.len());
    let pressed = t(msg!("sent_sent_with", approvals = catalogue::quoted(&receipt.approvals)));
    let pressed = (!receipt.approvals.is_empty()).then(|| view! { p(class="hint") { (pressed) } });
    let label =
        t(msg!("sent_delete_the_receipt_of_of", site = host_of(&receipt.origin), words = words));
    let ask = move |_| {
        state.asks.set(Some(receipt.id.clone()));
        focus_on("#sent-clear-no");
    };
    view! {
        li {
            div(class="meta") { b(class="grow") { (site) } time(datetime=iso) { (words) } }
            (page)
            (number)
            (said)
            (whose)
            details { summary { (filled) } ul(class="plain-list") { (fields) } (pressed) }
            div(class="actions") { button(class="quiet", r#type="button", aria-label=label, on:click=ask) { (msg!("sent_delete")) } }
        }
    }
}
