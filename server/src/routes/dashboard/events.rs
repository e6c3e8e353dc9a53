//! `GET /dashboard/events`

use std::{convert::Infallible, time::Duration};

use axum::{
    Extension,
    extract::State,
    http::HeaderMap,
    response::{
        IntoResponse as _, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, StreamExt as _, future, stream};
use tokio::time::sleep;
use tokio_stream::wrappers::BroadcastStream;

use super::guard::session;
use crate::{app::Shared, error::ApiError, security::Session, user::User};

/// A comment is sent so often, so that a browser that is gone is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A store that other servers write to, and the session itself, are looked at so often.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Says that something of the user's jobs is new, and nothing of what it is: the page asks for itself again.
pub(super) async fn watch(
    State(app): State<Shared>,
    Extension(Session { user, .. }): Extension<Session>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let place = app.gates.stream(&user)?;
    let news = if app.store.shared().is_some() {
        by_looking(app.clone(), user).left_stream()
    } else {
        as_written(&app, user).right_stream()
    };
    let (stopping, ended) = (app.stopping.clone(), over(app, headers));
    let news = news
        .take_until(async move { stopping.cancelled().await })
        .take_until(ended)
        // The place is given back when the stream ends.
        .map(move |()| {
            let _held = &place;
            // An event without data is none (HTML, 9.2.6).
            Ok::<_, Infallible>(Event::default().event("news").data("jobs"))
        });
    Ok(Sse::new(news).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

/// Ends once the session does: it was revoked, or is too old. A store that does not answer ends nothing.
async fn over(app: Shared, headers: HeaderMap) {
    loop {
        sleep(LOOK_EVERY).await;
        if matches!(session(&app, &headers).await, Ok(None)) {
            return;
        }
    }
}

/// As entries of this user's are written. Who falls behind is told once more.
fn as_written(app: &Shared, user: User) -> impl Stream<Item = ()> + use<> {
    BroadcastStream::new(app.traces.watch()).filter_map(move |item| {
        let is_news = item.map_or(true, |live| live.user_id == user.name());
        future::ready(is_news.then_some(()))
    })
}

/// As the newest job of the store changes.
fn by_looking(app: Shared, user: User) -> impl Stream<Item = ()> {
    stream::unfold((app, user, None), async |(app, user, before)| {
        let mut before = before;
        loop {
            let newest = app.store.jobs_behind(user.name(), None, None, 1).await.ok()?;
            let newest = newest.first().map(|job| (job.updated_at, job.entries));
            if before.is_some_and(|before| before != newest) {
                return Some(((), (app, user, Some(newest))));
            }
            before = Some(newest);
            sleep(LOOK_EVERY).await;
        }
    })
}
