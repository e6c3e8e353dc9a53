//! `GET /api/jobs/{id}/events`

use std::{convert::Infallible, time::Duration};

use axum::{
    Extension,
    extract::State,
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, StreamExt as _, future, stream};
use shared_types::api::{ErrorEnvelope, TraceEntry};
use tokio::time::sleep;
use tokio_stream::wrappers::BroadcastStream;

use super::{extract::PathId, job_get, refusals::Refusals};
use crate::{
    app::{App, Shared},
    error::ApiError,
    security::Place,
    user::User,
};

const LAST_EVENT_ID: &str = "last-event-id";
/// A comment is sent so often, so that a client that is gone is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A store that other servers write to is looked at so often.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A job's trace as server-sent events: what happened so far, then what happens, as it happens.
///
/// Each event's id is the entry's `seq`, its name the entry's `kind`, its data the entry. With
/// `Last-Event-ID` the stream goes on after that entry. A client that falls far behind is cut off and
/// goes on the same way.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/events",
    tag = "jobs",
    params(
        ("id" = String, Path, description = "The client's id of the job."),
        ("Last-Event-ID" = Option<i64>, Header, description = "Go on after this entry."),
    ),
    responses(
        Refusals,
        (status = 200, body = TraceEntry, content_type = "text/event-stream", description = "The events."),
        (status = 400, body = ErrorEnvelope, description = "`id` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is no such job."),
    ),
    security(("bearer" = []))
)]
pub async fn watch(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let place = app.gates.stream(&user)?;
    let after =
        headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    // Watch first, read then: an entry in between is in both and sent once.
    let live = BroadcastStream::new(app.traces.watch());
    let shared = app.store.shared().is_some();
    job_get::known(&app, &user, &id).await?;
    let so_far = app.store.trace(user.name(), &id, after).await?;
    let last = so_far.last().map_or(after, |entry| entry.seq);
    if shared {
        // Other servers' entries come by the store alone.
        let watcher = Watcher { app: app.clone(), user, id, last };
        return Ok(stream_of(&app, place, stream::iter(so_far).chain(later(watcher))));
    }
    let live = live.take_while(|item| future::ready(item.is_ok())).filter_map(move |item| {
        let wanted = item.ok().filter(|live| {
            live.job_id == id && live.user_id == user.name() && live.entry.seq > last
        });
        future::ready(wanted.map(|live| live.entry.clone()))
    });
    Ok(stream_of(&app, place, stream::iter(so_far).chain(live)))
}

/// Who watches a job, and the last entry that they have.
struct Watcher {
    app: Shared,
    user: User,
    id: String,
    last: i64,
}

/// Entries as they come into the store. The stream ends when the store fails; a client goes on then.
fn later(watcher: Watcher) -> impl Stream<Item = TraceEntry> {
    stream::unfold(watcher, async |mut watcher| {
        sleep(LOOK_EVERY).await;
        let Watcher { app, user, id, last } = &mut watcher;
        let new = app.store.trace(user.name(), id, *last).await.ok()?;
        *last = new.last().map_or(*last, |entry| entry.seq);
        Some((stream::iter(new), watcher))
    })
    .flatten()
}

/// The answer that holds these entries, until the server stops.
fn stream_of(
    app: &App,
    place: Place,
    entries: impl Stream<Item = TraceEntry> + Send + 'static,
) -> Response {
    let stopping = app.stopping.clone();
    let entries = entries
        .take_until(async move { stopping.cancelled().await })
        // The place is given back when the stream ends.
        .inspect(move |_| {
            let _held = &place;
        });
    Sse::new(events(entries)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

fn events(
    entries: impl Stream<Item = TraceEntry>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    entries.filter_map(|entry| {
        let event = Event::default().id(entry.seq.to_string()).event(&entry.kind);
        future::ready(event.json_data(&entry).ok().map(Ok))
    })
}
