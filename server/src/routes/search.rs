//! `GET /api/search`, `POST /api/search`

use std::time::Duration;

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    api::ErrorEnvelope,
    search::{SearchOffer, SearchRequest, SearchResponse},
};

use super::{
    extract::JsonBody,
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    search::{SearchError, settings::SearchConfig},
    user::User,
};

/// Where it is asked.
pub(super) const PATH: &str = "/api/search";
/// How long that may take, on top of a request's own time: each provider has its time, one after the other.
pub(super) const LONGEST_SEARCH: Duration = SearchConfig::LONGEST;
/// Longest words that something is looked for by, in characters.
const LONGEST: usize = 200;

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Off => Self::new(
                StatusCode::NOT_FOUND,
                "search-off",
                "nobody is asked; `providers` of [search] in the server's file says who is",
            ),
            SearchError::Busy => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "search-busy",
                "other searches are going on; try again",
            )
            .retry_after(2),
        }
    }
}

/// Who is asked where a form is, in this order.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "search",
    responses(Refusals, (status = 200, body = SearchOffer, description = "The providers; none where the host chose none.")),
    security(("bearer" = []))
)]
pub async fn offer(State(app): State<Shared>) -> Json<SearchOffer> {
    Json(SearchOffer { providers: app.search.offered() })
}

/// Pages for some words, of the first provider that knows any. The words go to providers alone: they are neither stored nor
/// logged. No page that was found is fetched.
#[utoipa::path(
    post,
    path = "/api/search",
    tag = "search",
    request_body = SearchRequest,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = SearchResponse, description = "What was found; nothing and no provider where nobody knows any."),
        (status = 404, body = ErrorEnvelope, description = "`search-off`: the host chose no provider."),
    ),
    security(("bearer" = []))
)]
pub async fn find(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    body: JsonBody<SearchRequest>,
) -> Result<Json<SearchResponse>, ApiError> {
    let words = body.value.words.reveal();
    let is_long = words.chars().count() > LONGEST;
    if words.trim().is_empty() || is_long || words.chars().any(char::is_control) {
        return Err(ApiError::invalid("words", "must have 1 to 200 characters on one line"));
    }
    Ok(Json(app.search.find(user.name(), &body.value.words).await?))
}
