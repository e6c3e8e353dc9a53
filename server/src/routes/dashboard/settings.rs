//! `GET /dashboard/settings`

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Extension, extract::State, response::Html};

use crate::{
    app::{App, Shared},
    dashboard::{
        frame::Frame,
        settings::{self, Hosted},
    },
    doctor::{self, Report},
    security::Session,
    user::User,
};

/// A look is good for so long. It reads the whole database and takes the writer's turn for a moment.
const GOOD_FOR: Duration = Duration::from_secs(30);

/// What holds for this server, for whoever hosts it.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Html<String> {
    let user = session.user.name();
    let database = if app.store.shared().is_some() { "Postgres" } else { "SQLite" };
    let body = if user == User::FIRST {
        let report = look(&app).await;
        let hosted = Hosted { settings: &app.config.settings, report: &report };
        settings::page(database, Some(&hosted))
    } else {
        settings::page(database, None)
    };
    let frame = Frame { title: "Settings", under: "/dashboard/settings", user, live: false };
    Html(frame.around(&body))
}

/// What the last look found. Whoever comes while somebody looks waits for that one.
async fn look(app: &App) -> Arc<Report> {
    let mut looked = app.looked.lock().await;
    if let Some((at, report)) = &*looked
        && at.elapsed() < GOOD_FOR
    {
        return report.clone();
    }
    let report = Arc::new(doctor::quick(&app.config).await);
    *looked = Some((Instant::now(), report.clone()));
    report
}
