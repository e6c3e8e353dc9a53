//! Writing into a frame of another origin. It can look at nothing around it: right before each few operations the documents
//! around say, at the element that shows the frame, whether the very places are seen. What was not found to be seen there
//! stays forbidden to the content script, as all of such a frame is.

use agent_core::{
    job::Placed,
    observe::{self, Document},
};
use shared_types::{
    RefusalReason,
    content::{ContentMessage, ContentReply, SeenAround},
    operation::{Operation, OperationKind, OperationResult},
    snapshot::RawBox,
};

use super::order::{ANSWER_WAIT_MS, Order};
use extension_browser::{chrome, tasks::within};

/// Operations that one look is good for: the page may move what shows the frame while they are done.
const AT_ONCE: usize = 8;
/// Said of what scrolling may bring into the window.
const OUTSIDE: &str = "window";

/// Carries out operations in a document that is seen through others. Fewer results than operations: it, or a document around
/// it, is gone.
pub(super) async fn execute(
    order: &Order<'_>,
    document: &Document,
    placed: Vec<Placed>,
) -> Vec<OperationResult> {
    let mut left: Vec<Operation> = placed.into_iter().map(|placed| placed.operation).collect();
    let mut results = Vec::new();
    let mut has_moved = false;
    while !left.is_empty() {
        let mut few: Vec<Operation> = left.drain(..left.len().min(AT_ONCE)).collect();
        let Some(mut look) = looked(order.tab, document, &few, false).await else { break };
        if look.lacks.first().is_some_and(|lack| lack == OUTSIDE) {
            // What is out of the window is brought there for itself: the next may be out of it then.
            left.splice(..0, few.drain(1..));
            let Some(again) = looked(order.tab, document, &few, true).await else { break };
            look = again;
        }
        let allowed = look.lacks.iter().take_while(|lack| lack.is_empty()).count();
        if allowed == 0 {
            left.splice(..0, few.drain(1..));
            let lack = look.lacks.first().map(String::as_str).unwrap_or_default();
            results.push(refused(lack));
            continue;
        }
        left.splice(..0, few.drain(allowed..));
        let sent: Vec<Operation> = few.iter().cloned().map(let_through).collect();
        let reply = order.send(&document.document_id, sent, Some(look.seen)).await;
        let Some(ContentReply { results: done, is_stale, .. }) = reply else { break };
        let undone = few.split_off(done.len().min(few.len()));
        if !undone.is_empty() && !is_stale {
            results.extend(done);
            break;
        }
        // What has moved since it was looked at is looked at once more, and left if it moves again.
        let moves = has_moved && done.is_empty();
        has_moved = is_stale && !moves;
        results.extend(done);
        if moves {
            results.push(refused("moved"));
        }
        left.splice(..0, undone.into_iter().skip(usize::from(moves)));
    }
    results
}

/// An operation that what is around was found to let through.
fn let_through(mut operation: Operation) -> Operation {
    operation.expect.paint.iter_mut().for_each(observe::seen_through);
    operation
}

/// What the documents around said.
struct Look {
    /// What each operation's place has too little of to be seen from the page.
    lacks: Vec<String>,
    /// What they were asked about.
    seen: SeenAround,
}

/// Asks the documents around. None: one does not answer.
async fn looked(
    tab: i32,
    document: &Document,
    operations: &[Operation],
    scroll: bool,
) -> Option<Look> {
    let mut look = Look {
        lacks: vec![String::new(); operations.len()],
        seen: SeenAround { places: vec![None; operations.len()], ..SeenAround::default() },
    };
    let at: Vec<usize> =
        (0..).zip(operations).filter(|(_, one)| shows(one)).map(|it| it.0).collect();
    if at.is_empty() {
        return Some(look);
    }
    let elements = at
        .iter()
        .filter_map(|at| operations.get(*at))
        .map(|one| one.expect.face.unwrap_or(one.element));
    let message = ContentMessage::Places { elements: elements.collect(), scroll };
    let mut reply = ask(tab, &document.document_id, &message).await?;
    look.seen.path = std::mem::take(&mut reply.path);
    for (at, place) in at.iter().zip(&reply.places) {
        if let Some(seen) = look.seen.places.get_mut(*at) {
            *seen = *place;
        }
    }
    for (depth, holder) in (1..).zip(&document.through) {
        let mut least = observe::least_of_frame();
        if depth < document.through.len() {
            // What is around this one is looked at next.
            observe::seen_through(&mut least);
        }
        let (Some(frame), places) = (reply.frame, std::mem::take(&mut reply.places)) else {
            look.lacks.fill("frame".to_owned());
            return Some(look);
        };
        let nowhere = RawBox::default();
        let parts = places.iter().map(|place| place.unwrap_or(nowhere)).collect();
        let message = ContentMessage::Framed { element: holder.element, frame, parts, least };
        reply = ask(tab, &holder.document_id, &message).await?;
        for (which, at) in at.iter().enumerate() {
            let lack = reply.lacks.get(which).map_or("frame", String::as_str);
            let is_there = places.get(which).is_some_and(Option::is_some);
            if let Some(known) = look.lacks.get_mut(*at).filter(|known| known.is_empty()) {
                lack.clone_into(known);
                if !is_there && known.is_empty() {
                    "frame".clone_into(known);
                }
            }
        }
    }
    Some(look)
}

/// Whether an operation writes or presses, so that what it is done to must be seen.
fn shows(operation: &Operation) -> bool {
    !matches!(operation.kind, OperationKind::CloseList | OperationKind::Read)
}

async fn ask(tab: i32, document: &str, message: &ContentMessage) -> Option<ContentReply> {
    let reply = chrome::send_to_document::<_, ContentReply>(tab, document, message);
    within(ANSWER_WAIT_MS, reply).await?.ok()
}

fn refused(lack: &str) -> OperationResult {
    let refusal =
        if lack == "covered" { RefusalReason::Covered } else { RefusalReason::NotVisible };
    OperationResult {
        refusal: Some(refusal),
        detail: lack.to_owned(),
        ..OperationResult::default()
    }
}
