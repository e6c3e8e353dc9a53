//! The dashboard: pages for a person who signed in with a pairing code.

mod access;
mod accuracy;
mod events;
mod guard;
mod job;
mod jobs;
mod overview;
mod recipes;
mod revoke;
mod settings;
mod sign_in;
mod sign_out;

use axum::{
    Router, middleware,
    routing::{get, post},
};

pub(super) use guard::{PATH, is_signed_in};

use crate::app::Shared;

/// Its pages and what they send. Each is told as a page, whatever comes of it.
pub(super) fn routes(app: &Shared) -> Router<Shared> {
    let session = middleware::from_fn_with_state(app.clone(), guard::require_session);
    let stranger = middleware::from_fn_with_state(app.clone(), super::guard::bound_stranger);
    let signed_in = Router::new()
        .route(PATH, get(overview::read))
        .route("/dashboard/jobs", get(jobs::list))
        .route("/dashboard/jobs/{id}", get(job::read))
        .route("/dashboard/access", get(access::read))
        .route("/dashboard/access/revoke", post(revoke::revoke))
        .route("/dashboard/recipes", get(recipes::read))
        .route("/dashboard/accuracy", get(accuracy::read))
        .route("/dashboard/settings", get(settings::read))
        .route(guard::EVENTS, get(events::watch))
        .route("/dashboard/sign-out", post(sign_out::end))
        .route_layer(session);
    let open =
        Router::new().route("/dashboard/sign-in", post(sign_in::begin)).route_layer(stranger);
    signed_in.merge(open).layer(middleware::from_fn(guard::as_page))
}
