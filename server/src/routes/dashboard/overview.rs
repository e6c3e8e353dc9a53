//! `GET /dashboard`

use axum::{Extension, extract::State, response::Html};

use super::{guard::PATH, jobs::rows};
use crate::{
    app::Shared,
    dashboard::{
        digest::{Digest, Entries},
        frame::Frame,
        overview::{self, DAYS, MOST, Overview},
        readable::DAY,
    },
    error::ApiError,
    security::Session,
    store::Part,
};

/// Jobs that are looked at for what happens now.
const NEWEST: u32 = 20;

/// What happens now, and what happened lately.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Result<Html<String>, ApiError> {
    app.traces.settle().await;
    let (user, now) = (session.user.name(), app.clock.now_ms());
    let jobs = app.store.jobs_behind(user, None, None, NEWEST).await?;
    let newest = rows(&app, user, &jobs, now).await?;
    let mut digest = Digest::default();
    // From midnight on, so that the first day is a whole one.
    let since = (now / DAY - DAYS + 1) * DAY;
    let part = Part { user_id: user, jobs: &[], since, most: MOST };
    app.store.look_through(&part, &mut |noted| digest.see(noted)).await?;
    let cut = digest.seen() >= MOST as usize;
    let days: Vec<Entries> = digest.into_jobs().into_values().collect();
    let body = overview::page(&Overview { now, newest: &newest, days: &days, cut });
    let frame = Frame { title: "Overview", under: PATH, user, live: true };
    Ok(Html(frame.around(&body)))
}
