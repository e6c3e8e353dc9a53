//! The pages for people, and what is answered where nothing is.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::dashboard;
use crate::{
    app::Shared,
    error::ApiError,
    pages::{CHROMIUM_PACKAGE, FIREFOX_PACKAGE, Found, Page},
};

/// Leads to the extension's package for whichever browser asks.
const PACKAGE_OF_BROWSER: &str = "/packages/for-this-browser";

/// A page, a file that belongs to one, or 404.
pub async fn page(State(app): State<Shared>, request: Request) -> Result<Response, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::of_status(StatusCode::NOT_FOUND));
    }
    let path = match request.uri().path() {
        PACKAGE_OF_BROWSER => return package_for(&app, request.headers()).await,
        "/" if dashboard::is_signed_in(&app, request.headers()).await => {
            let to = [(header::LOCATION, dashboard::PATH), (header::CACHE_CONTROL, "no-store")];
            return Ok((StatusCode::SEE_OTHER, to).into_response());
        }
        path => path,
    };
    match app.pages.find(path).await {
        Found::Page(page) => {
            let known = request.headers().get(header::IF_NONE_MATCH);
            Ok(answer(page, known))
        }
        Found::Folder => {
            Ok((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{path}/"))])
                .into_response())
        }
        Found::Nothing => Err(ApiError::of_status(StatusCode::NOT_FOUND)),
    }
}

/// Where the package for this browser is. Whoever does not say that it is a Firefox gets what all others take.
async fn package_for(app: &Shared, asked: &HeaderMap) -> Result<Response, ApiError> {
    let says = asked.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    let is_firefox = says.is_some_and(|says| says.contains("Firefox/"));
    let path = format!("/packages/{}", if is_firefox { FIREFOX_PACKAGE } else { CHROMIUM_PACKAGE });
    match app.pages.find(&path).await {
        Found::Page(_) => Ok((
            StatusCode::FOUND,
            [(header::LOCATION, path), (header::VARY, header::USER_AGENT.to_string())],
        )
            .into_response()),
        _ => Err(ApiError::of_status(StatusCode::NOT_FOUND)),
    }
}

/// A page, or only that the client's copy is still right.
fn answer(page: Page, known: Option<&HeaderValue>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, page.media_type.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, page.etag.clone()),
    ];
    if known.is_some_and(|etag| etag.as_bytes() == page.etag.as_bytes()) {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (headers, page.bytes).into_response()
    }
}
