//! Where the demo forms are sent to. What arrives is read to its end and thrown away.

use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::extract::{media_type, pass_over_body};
use crate::{app::Shared, error::ApiError, pages::Found, security::Stranger};

/// The page that thanks, in the form's folder or in one above it.
const THANKS: &str = "thanks.html";
/// What a browser sends forms as.
const FORMS: &[&str] = &["application/x-www-form-urlencoded", "multipart/form-data"];

/// Takes a demo form and leads to its page of thanks.
pub async fn submit(
    State(app): State<Shared>,
    stranger: Stranger,
    request: Request,
) -> Result<Response, ApiError> {
    if !FORMS.contains(&media_type(request.headers()).as_str()) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported-media-type",
            "the body must be a form: urlencoded or multipart",
        ));
    }
    let path = request.uri().path().to_owned();
    let mut folder = path.as_str();
    let mut thanks = None;
    while let Some((above, _)) = folder.rsplit_once('/').filter(|(above, _)| !above.is_empty()) {
        let page = format!("{above}/{THANKS}");
        if matches!(app.pages.find(&page).await, Found::Page(_)) {
            thanks = Some(page);
            break;
        }
        folder = above;
    }
    let thanks = thanks.ok_or_else(|| ApiError::of_status(StatusCode::NOT_FOUND))?;
    let most = app.config.limits.max_body_bytes;
    app.gates.arrival(stranger, pass_over_body(request, most)).await?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, thanks)]).into_response())
}
