//! The HTTP surface: one file for each operation, with its own errors, documentation and bounds.
//!
//! Nothing here decides what a form needs; that is [`crate::planner`] and, behind it, `agent-core`.

pub mod agent_draft;
pub mod agent_log;
pub mod agent_next;
pub mod agents_poll;
mod dashboard;
pub mod demo;
pub mod extract;
mod guard;
pub mod health;
pub mod job_events;
pub mod job_get;
pub mod job_ledger;
pub mod jobs;
pub mod metrics;
mod observe;
pub mod openapi;
pub mod page;
pub mod pair;
pub mod profile_delete;
pub mod profile_get;
pub mod profile_save;
pub mod recipe_delete;
pub mod recipe_get;
pub mod recipe_save;
pub mod recipes_list;
mod refusals;
pub mod search;
pub mod sources;
pub mod token_revoke;
pub mod tokens_list;
pub mod user_erase;
pub mod user_export;
pub mod verify_get;
pub mod verify_post;

use axum::{
    Extension, Router, middleware,
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::{router::OpenApiRouter, routes};
use utoipa_swagger_ui::SwaggerUi;

use crate::{app::Shared, error::ApiError, mcp};

/// Operations that read or write a person's data or plans: a token is needed.
fn with_token() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(agent_next::next))
        .routes(routes!(verify_post::give, verify_get::take))
        .routes(routes!(agent_draft::draft))
        .routes(routes!(agent_log::log))
        .routes(routes!(profile_get::read, profile_save::save, profile_delete::delete))
        .routes(routes!(recipes_list::list))
        .routes(routes!(recipe_get::read, recipe_save::save, recipe_delete::delete))
        .routes(routes!(user_export::export, user_erase::erase))
        .routes(routes!(tokens_list::list))
        .routes(routes!(token_revoke::revoke))
        .routes(routes!(jobs::list))
        .routes(routes!(job_get::read))
        .routes(routes!(job_ledger::read))
        .routes(routes!(job_events::watch))
        .routes(routes!(agents_poll::poll))
        .routes(routes!(sources::list))
        .routes(routes!(sources::records))
        .routes(routes!(sources::documents))
        .routes(routes!(search::offer, search::find))
}

/// Operations that hold no one's data.
fn without_token() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(pair::pair))
        .routes(routes!(openapi::document))
        .routes(routes!(metrics::read))
}

/// All operations, for the API document.
fn operations() -> OpenApiRouter<Shared> {
    without_token().merge(with_token())
}

/// All that the server answers.
pub fn router(app: Shared) -> Router {
    let token = middleware::from_fn_with_state(app.clone(), guard::require_token);
    let api: Router<Shared> = with_token().route_layer(token).into();
    let agent = middleware::from_fn_with_state(app.clone(), guard::require_agent);
    let agents = mcp::routes(&app).route_layer(agent);
    let docs = SwaggerUi::new("/docs").config(utoipa_swagger_ui::Config::from(openapi::PATH));
    let open: Router<Shared> = without_token().into();
    let open = open.layer(Extension(openapi::Operations(operations)));
    let stranger = middleware::from_fn_with_state(app.clone(), guard::bound_stranger);
    let open = open
        .merge(docs)
        .route("/demo/{*page}", get(page::page).merge(post(demo::submit)))
        .fallback(page::page)
        .layer(stranger);
    let dashboard = dashboard::routes(&app);
    surround(open.merge(api).merge(agents).merge(dashboard), app.clone()).with_state(app)
}

/// What goes around every operation, the innermost first.
fn surround(routes: Router<Shared>, app: Shared) -> Router<Shared> {
    routes
        .layer(CatchPanicLayer::custom(|_| -> Response {
            ApiError::internal("panic; its place is in the log").into_response()
        }))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(middleware::from_fn_with_state(app, observe::observe))
}

#[cfg(test)]
mod tests;
