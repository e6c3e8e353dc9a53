//! `GET /dashboard/settings`

use axum::{Extension, extract::State, response::Html};

use crate::{
    app::Shared,
    dashboard::{
        frame::Frame,
        settings::{self, Hosted},
    },
    doctor,
    security::Session,
    user::User,
};

/// What holds for this server, for whoever hosts it.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Html<String> {
    let user = session.user.name();
    let database = if app.store.shared().is_some() { "Postgres" } else { "SQLite" };
    let body = if user == User::FIRST {
        let report = doctor::quick(&app.config).await;
        let hosted = Hosted { settings: &app.config.settings, report: &report };
        settings::page(database, Some(&hosted))
    } else {
        settings::page(database, None)
    };
    let frame = Frame { title: "Settings", under: "/dashboard/settings", user, live: false };
    Html(frame.around(&body))
}
