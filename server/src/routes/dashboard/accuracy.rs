//! `GET /dashboard/accuracy`

use axum::{Extension, response::Html};

use crate::{
    dashboard::{accuracy, frame::Frame},
    security::Session,
};

/// How well this build understands forms.
pub(super) async fn read(Extension(session): Extension<Session>) -> Html<String> {
    let user = session.user.name();
    let frame = Frame { title: "Accuracy", under: "/dashboard/accuracy", user, live: false };
    Html(frame.around(&accuracy::page()))
}
