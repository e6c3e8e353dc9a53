//! The page's side of effects: inject, read, execute, ask.

use std::{future::pending, pin::pin};

use agent_core::{
    job::{Event, Job, ObserveFailure, Placed},
    observe::{self, Document, Page},
};
use futures_util::future::{Either, join_all, select};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    JobMode,
    content::{ContentMessage, ContentReply},
    message::{Hud, PopupReply},
    observation::FrameId,
    operation::OperationResult,
    snapshot::FrameSnapshot,
    table::PageLink,
};

use super::{
    framed, hold,
    order::{ANSWER_WAIT_MS, Order},
    row_jobs,
    world::{self, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError, InjectedFrame},
    platform::Obstacle,
    tasks::within,
};

/// Injected into every frame, in this order.
const FILES: &[&str] = &[
    "content/dom.js",
    "content/platform.js",
    "content/wait.js",
    "content/control.js",
    "content/markup.js",
    "content/nodes.js",
    "content/colours.js",
    "content/boxes.js",
    "content/pictures.js",
    "content/layers.js",
    "content/letters.js",
    "content/veils.js",
    "content/covers.js",
    "content/stacking.js",
    "content/faces.js",
    "content/surroundings.js",
    "content/clips.js",
    "content/grounds.js",
    "content/ink.js",
    "content/paint.js",
    "content/forms.js",
    "content/overlay.js",
    "content/tree.js",
    "content/words.js",
    "content/acts.js",
    "content/signs.js",
    "content/parts.js",
    "content/hold.js",
    "content/sent.js",
    "content/claims.js",
    "content/press.js",
    "content/turn.js",
    "content/read.js",
    "content/reach.js",
    "content/click.js",
    "content/framed.js",
    "content/walk.js",
    "content/snapshot.js",
    "content/prepare.js",
    "content/stepper.js",
    "content/text.js",
    "content/tokens.js",
    "content/write.js",
    "content/choices.js",
    "content/undo.js",
    "content/lists.js",
    "content/calendars.js",
    "content/picked.js",
    "content/links.js",
    "content/perform.js",
];
/// How long a page may load before it is read as it is.
const LOAD_WAIT_MS: f64 = 10_000.0;
/// How long a tab that was just opened may be blank, in whatever state, before it is taken for what it shows.
const BLANK_WAIT_MS: f64 = 2_000.0;
/// When it is looked whether a tab still shows the document that was asked, in milliseconds after each other.
const LOOK_AFTER_MS: &[u32] = &[150, 350, 500, 1_000, 2_000, 4_000, 8_000];
/// Documents that are read after each other before the page counts as not ready.
const READS: usize = 2;
/// How often a loading tab is looked at.
const LOAD_POLL_MS: u32 = 40;

/// Reads the page of a job and keeps it for the machine.
pub(super) async fn observe(id: &str, tab: i32, settle_ms: u32, delay_ms: u32) -> Event {
    if delay_ms > 0 {
        TimeoutFuture::new(delay_ms).await;
    }
    match read(tab, settle_ms, Some(id)).await {
        Ok(read) => {
            let own_ms = read.transfer_ms + read.interpret_ms;
            row_jobs::note_page(id, &read.snapshots);
            with_world(|world| world.pages.insert(id.to_owned(), read.page));
            Event::Observed { own_ms }
        }
        Err(failure) => Event::ObserveFailed(failure),
    }
}

/// Reads the page once more while a yes is waited for. Nothing comes of it where it was given meanwhile, or
/// where the page cannot be read: who says yes has it read again.
pub(super) async fn look(id: &str, tab: i32, delay_ms: u32) -> Option<Event> {
    let asks = || with_world(|world| world.jobs.get(id).is_some_and(Job::asks_about_press));
    TimeoutFuture::new(delay_ms).await;
    if !asks() {
        return None;
    }
    let read = read(tab, 0, Some(id)).await.ok()?;
    asks().then(|| {
        with_world(|world| world.pages.insert(id.to_owned(), read.page));
        Event::Looked
    })
}

/// A page that was read, and how long that took.
pub(super) struct Read {
    pub(super) page: Page,
    /// What it was read from.
    pub(super) snapshots: Vec<FrameSnapshot>,
    /// Gathering, in the slowest frame.
    pub(super) gather_ms: f64,
    /// Gathering and transfer, without waiting for the page.
    transfer_ms: f64,
    pub(super) interpret_ms: f64,
}

/// Reads a tab. The record of `job` counts as what the person has.
pub(super) async fn read(
    tab: i32,
    settle_ms: u32,
    job: Option<&str>,
) -> Result<Read, ObserveFailure> {
    for _ in 0..READS {
        if let Some(read) = read_document(tab, settle_ms, job).await? {
            return Ok(read);
        }
    }
    Err(ObserveFailure::NotReady)
}

/// Reads the document that a tab shows; none where another took its place meanwhile.
async fn read_document(
    tab: i32,
    settle_ms: u32,
    job: Option<&str>,
) -> Result<Option<Read>, ObserveFailure> {
    wait_for_load(tab, settle_ms > 0).await?;
    let frames = within(ANSWER_WAIT_MS, chrome::inject(tab, FILES))
        .await
        .ok_or(ObserveFailure::Silent)?
        .map_err(|error| why_not(&error))?;
    let began = now();
    let replies = join_all(frames.iter().map(|frame| async move {
        let message = ContentMessage::Observe { settle_ms };
        let reply = chrome::send_to_document::<_, ContentReply>(tab, &frame.document_id, &message);
        within(settle_ms.saturating_add(ANSWER_WAIT_MS), reply).await
    }));
    let replaced = is_replaced(tab, top_of(&frames).map(str::to_owned), settle_ms);
    let replies = match select(replies, pin!(replaced)).await {
        Either::Left((replies, _)) => replies,
        Either::Right(((), _)) => return Ok(None),
    };
    let mut waited_ms = 0.0_f64;
    let mut snapshots: Vec<FrameSnapshot> = Vec::new();
    let mut unreadable = 0;
    for (InjectedFrame { frame_id, document_id }, reply) in frames.into_iter().zip(replies) {
        match reply {
            Some(Ok(ContentReply { snapshot: Some(snapshot), settle_ms, .. })) => {
                waited_ms = waited_ms.max(settle_ms);
                snapshots.push(FrameSnapshot { frame_id, document_id, snapshot });
            }
            None if frame_id == 0 => return Err(ObserveFailure::Silent),
            _ if frame_id == 0 => return Err(ObserveFailure::NotReady),
            _ => unreadable += 1,
        }
    }
    if let Some(top) = snapshots.first_mut() {
        top.snapshot.omitted_frames += unreadable;
    }
    let gather_ms = snapshots.iter().map(|frame| frame.snapshot.gather_ms).fold(0.0, f64::max);
    let received = now();
    let profiles = world::profiles().await.map_err(|error| ObserveFailure::Restricted(error.0))?;
    let deciding = now();
    let page = with_world(|world| {
        let record = job.and_then(|job| world.records.get(job));
        let of_job = job.and_then(|job| world.jobs.get(job)).map(|job| &job.record.profile_id);
        let profile = of_job.unwrap_or(&profiles.set().default);
        let top = snapshots.iter().find(|frame| frame.frame_id == 0);
        let site = top.map_or("", |top| &top.snapshot.origin);
        observe::observe(&snapshots, &profiles.source(profile, record, world::today(), site))
    });
    Ok(Some(Read {
        page,
        snapshots,
        gather_ms,
        transfer_ms: (received - began - waited_ms).max(gather_ms),
        interpret_ms: now() - deciding,
    }))
}

/// The document that a tab shows.
fn top_of(frames: &[InjectedFrame]) -> Option<&str> {
    frames.iter().find(|frame| frame.frame_id == 0).map(|frame| frame.document_id.as_str())
}

/// Resolves once a tab shows another document. One that goes away as it is asked may leave the question without an answer.
async fn is_replaced(tab: i32, document: Option<String>, settle_ms: u32) {
    TimeoutFuture::new(settle_ms).await;
    for delay_ms in LOOK_AFTER_MS {
        TimeoutFuture::new(*delay_ms).await;
        let frames = within(ANSWER_WAIT_MS, chrome::inject(tab, FILES)).await;
        if let Some(Ok(frames)) = frames
            && top_of(&frames) != document.as_deref()
        {
            return;
        }
    }
    pending().await
}

/// Milliseconds of a clock that never goes back.
fn now() -> f64 {
    js_sys::Reflect::get(&js_sys::global(), &"performance".into())
        .ok()
        .map(wasm_bindgen::JsCast::unchecked_into::<web_sys::Performance>)
        .map_or_else(chrome::now, |performance| performance.now())
}

/// A tab that is on its way to another page is not read before it is there.
async fn wait_for_load(tab: i32, patient: bool) -> Result<(), ObserveFailure> {
    let began = now();
    loop {
        let state = chrome::tab(tab).await.map_err(|_| ObserveFailure::TabClosed)?;
        let blank = state.url.is_empty() || state.url == "about:blank";
        let loading = state.status == "loading" && (patient || blank);
        let waited = now() - began;
        let opening = blank && waited < BLANK_WAIT_MS;
        if !(loading || opening) || waited > LOAD_WAIT_MS {
            return Ok(());
        }
        TimeoutFuture::new(LOAD_POLL_MS).await;
    }
}

/// The browser's refusal to inject, in our terms.
fn why_not(error: &ChromeError) -> ObserveFailure {
    match error.obstacle() {
        Obstacle::TabGone => ObserveFailure::TabClosed,
        Obstacle::NoAccess => {
            ObserveFailure::Restricted(msg!("worker_vaulty_cannot_work_on_this_page"))
        }
        Obstacle::Other => ObserveFailure::NotReady,
    }
}

/// Carries out operations, frame by frame, in order.
pub(super) async fn execute(id: &str, tab: i32, placed: Vec<Placed>) -> Event {
    let show =
        with_world(|world| world.jobs.get(id).is_some_and(|job| job.record.mode == JobMode::Live));
    let began = now();
    let order = Order { tab, job: id, show };
    let mut results: Vec<OperationResult> = Vec::new();
    let mut placed = placed.into_iter().peekable();
    while let Some(first) = placed.next() {
        let document_id = first.document_id.clone();
        let mut together = vec![first];
        while let Some(next) = placed.next_if(|next| next.document_id == document_id) {
            together.push(next);
        }
        let wanted = together.len();
        let done = match framed_document(id, &document_id) {
            Some(document) => framed::execute(&order, &document, together).await,
            None => {
                let operations = together.into_iter().map(|placed| placed.operation).collect();
                let reply = order.send(&document_id, operations, None).await;
                reply.unwrap_or_default().results
            }
        };
        let reached = done.len();
        results.extend(done);
        // The document is gone, or answers nothing: nothing after it was reached.
        if reached < wanted {
            break;
        }
    }
    Event::Executed { results, own_ms: now() - began }
}

/// A document of the page, if it is seen through documents of other origins.
fn framed_document(id: &str, document_id: &str) -> Option<Document> {
    with_world(|world| {
        let mut documents = world.pages.get(id)?.documents.iter();
        let is_it = |one: &&Document| one.document_id == document_id && !one.through.is_empty();
        documents.find(is_it).cloned()
    })
}

/// What goes along when a button is pressed, and how that is sent.
pub(super) async fn entries(tab: i32, document: &str, button: u32) -> Result<ContentReply, String> {
    let message = ContentMessage::Entries { button };
    let reply = chrome::send_to_document::<_, ContentReply>(tab, document, &message);
    match within(ANSWER_WAIT_MS, reply).await {
        Some(Ok(reply)) => Ok(reply),
        _ => Err(msg!("worker_the_page_could_not_be_read_is_it")),
    }
}

/// The field that the person is in: in this frame, or in the first that has one. With it comes the frame.
pub(super) async fn pointed(tab: i32, frame: Option<FrameId>) -> Result<(FrameId, u32), String> {
    let frames = within(ANSWER_WAIT_MS, chrome::inject(tab, FILES)).await;
    let frames = frames
        .and_then(Result::ok)
        .ok_or_else(|| msg!("worker_vaulty_cannot_work_on_this_page_2"))?;
    // The page itself comes first: while the focus is in a frame, its own is on that frame and on no field.
    let asked: Vec<_> =
        frames.into_iter().filter(|one| frame.is_none_or(|frame| one.frame_id == frame)).collect();
    if asked.is_empty() {
        return Err(msg!("worker_the_page_has_changed_try_again"));
    }
    for one in asked {
        let message = ContentMessage::Pointed;
        let reply = chrome::send_to_document::<_, ContentReply>(tab, &one.document_id, &message);
        let reply = within(ANSWER_WAIT_MS, reply).await.and_then(Result::ok);
        if let Some(field) = reply.and_then(|reply| reply.pointed) {
            return Ok((one.frame_id, field));
        }
    }
    Err(msg!("worker_click_into_a_field_of_the_page"))
}

/// The links that are rendered on a page.
pub(super) async fn links(tab: i32) -> Result<Vec<PageLink>, String> {
    let frames = within(ANSWER_WAIT_MS, chrome::inject(tab, FILES)).await.and_then(Result::ok);
    let top = frames.and_then(|frames| frames.into_iter().find(|frame| frame.frame_id == 0));
    let top = top.ok_or_else(|| msg!("worker_vaulty_cannot_work_on_this_page_2"))?;
    let message = ContentMessage::Links;
    let reply = chrome::send_to_document::<_, ContentReply>(tab, &top.document_id, &message);
    match within(ANSWER_WAIT_MS, reply).await {
        Some(Ok(reply)) => Ok(reply.links),
        _ => Err(msg!("worker_the_page_does_not_answer_reload_it")),
    }
}

/// Stops what the page is executing.
pub(super) async fn halt(id: &str, tab: i32) {
    // To whatever the tab shows: a worker that has just come back does not know the documents, and one
    // that is gone executes nothing.
    let message = ContentMessage::Halt { job_id: id.to_owned() };
    let _ = within(ANSWER_WAIT_MS, chrome::send_to_tab(tab, &message)).await;
}

/// Puts back what the fields held: how many were, and how many hold something else by now.
pub(super) async fn undo(id: &str, tab: i32) -> Result<(u32, u32), String> {
    let frames = match within(ANSWER_WAIT_MS, chrome::inject(tab, FILES)).await {
        Some(Ok(frames)) => frames,
        Some(Err(_)) => {
            return Err(msg!("worker_the_page_is_not_there_any_more"));
        }
        None => return Err(msg!("worker_the_page_does_not_answer_nothing")),
    };
    let message = ContentMessage::UndoWrites { job_id: id.to_owned() };
    let put_back = async {
        let (mut restored, mut kept) = (0, 0);
        for InjectedFrame { document_id, .. } in frames {
            let reply = chrome::send_to_document::<_, ContentReply>(tab, &document_id, &message);
            if let Some(Ok(reply)) = within(ANSWER_WAIT_MS, reply).await {
                restored += reply.undone.0;
                kept += reply.undone.1;
            }
        }
        (restored, kept)
    };
    Ok(hold::during(id, tab, put_back).await)
}

/// Outlines an element of a page that was read, or takes the outline away.
pub(super) async fn outline(id: &str, frame: FrameId, element: Option<u32>) -> PopupReply {
    let tab = with_world(|world| world.jobs.get(id).and_then(|job| job.record.tab_id));
    let document = world::documents(id).into_iter().find(|(of, _)| *of == frame);
    if let (Some(tab), Some((_, document))) = (tab, document) {
        let message = ContentMessage::Outline { element };
        let shown = chrome::send_to_document::<_, ContentReply>(tab, &document, &message);
        // Where the document is gone there is nothing to outline.
        let _ = within(ANSWER_WAIT_MS, shown).await;
    }
    PopupReply::Ok
}

/// Shows the HUD, or takes it away.
pub(super) async fn show_hud(tab: i32, hud: Option<Hud>) -> Result<(), ChromeError> {
    chrome::send_to_page(tab, &ContentMessage::Hud { hud }).await
}
