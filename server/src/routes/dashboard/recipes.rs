//! `GET /dashboard/recipes`

use axum::{Extension, extract::State, response::Html};

use crate::{
    app::Shared,
    dashboard::{frame::Frame, recipes},
    error::ApiError,
    recipes::listed,
    security::Session,
    user::User,
};

/// The recipes in the server's folder, for whoever hosts it.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Result<Html<String>, ApiError> {
    let user = session.user.name();
    let folder = app.config.server.data_dir.join("recipes");
    let listed = if user == User::FIRST {
        // Files may be many, and a disk may be slow.
        let read = tokio::task::spawn_blocking(move || listed(&folder)).await;
        Some(read.map_err(ApiError::internal)?.map_err(|error| error.to_string()))
    } else {
        None
    };
    let body = recipes::page(listed.as_ref());
    let frame = Frame { title: "Recipes", under: "/dashboard/recipes", user, live: false };
    Ok(Html(frame.around(&body)))
}
