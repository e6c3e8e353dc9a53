//! `GET /dashboard/jobs/{id}`

use axum::{Extension, extract::State, response::Html};

use crate::{
    app::Shared,
    dashboard::{
        frame::Frame,
        job::{self, Job},
    },
    error::ApiError,
    routes::{extract::PathId, job_get::known},
    security::Session,
};

/// A job, step by step.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
    PathId(id): PathId,
) -> Result<Html<String>, ApiError> {
    let user = session.user.name();
    let job = known(&app, &session.user, &id).await?;
    let trace = app.store.trace(user, &id, 0).await?;
    let body = job::page(&Job { job: &job, trace: &trace, now: app.clock.now_ms() });
    let frame = Frame { title: "Job", under: "/dashboard/jobs", user, live: true };
    Ok(Html(frame.around(&body)))
}
