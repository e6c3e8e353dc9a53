//! A click in the page finds its row of the sheet. The panel asks the content scripts and waits for their answer, for
//! those begin nothing by themselves; the focus stays in the page, where the person is.

use std::collections::BTreeMap;

use extension_browser::{chrome, tasks::spawn_local};
use shared_types::{
    Sheet,
    content::{ContentMessage, ContentReply},
    message::PopupMessage,
    observation::FrameId,
    sheet::SheetRow,
};
use sycamore::prelude::*;

use crate::{
    browser::{is_in_use, scroll_to},
    worker::send,
};

/// Shows the row of whatever field the person is in from now on, as long as `is_shown`.
pub(super) fn follow(
    tab: i32,
    sheet: &Sheet,
    picked: Signal<Option<String>>,
    is_shown: impl Fn() -> bool + Clone + 'static,
) {
    let mut frames: BTreeMap<FrameId, BTreeMap<u32, String>> = BTreeMap::new();
    for row in &sheet.rows {
        frames.entry(row.frame_id).or_default().insert(row.element, row.id.clone());
    }
    for (frame, rows) in frames {
        spawn_local(follow_frame(tab, frame, rows, picked, is_shown.clone()));
    }
}

/// Ends when the document goes, when another panel asks, and with the sheet.
async fn follow_frame(
    tab: i32,
    frame: FrameId,
    rows: BTreeMap<u32, String>,
    picked: Signal<Option<String>>,
    is_shown: impl Fn() -> bool,
) {
    let message = ContentMessage::NextPicked { elements: rows.keys().copied().collect() };
    while let Ok(reply) = chrome::send_to_frame::<_, ContentReply>(tab, frame, &message).await {
        let row = reply.pointed.and_then(|element| rows.get(&element));
        let Some(row) = row.filter(|_| is_shown()) else { return };
        picked.set(Some(row.clone()));
        // Rows do not move under a hand that is on them.
        if !is_in_use() {
            scroll_to(".sheet-row[aria-current]");
        }
    }
}

/// Outlines a row's field in the page, or takes the outline away. A page that is gone has nothing to outline.
pub(super) fn outlines(job_id: &str, row: &SheetRow, is_on: bool) -> impl Fn() + 'static {
    let message = PopupMessage::Outline {
        job_id: job_id.to_owned(),
        frame_id: row.frame_id,
        element: is_on.then_some(row.element),
    };
    move || {
        let message = message.clone();
        spawn_local(async move {
            let _ = send(&message).await;
        });
    }
}
