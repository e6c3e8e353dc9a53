//! `POST /dashboard/access/revoke`

use axum::{
    Extension,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Deserialize;

use super::{guard::LARGEST_FORM, sign_in::form};
use crate::{app::Shared, error::ApiError, routes::extract::read_body, security::Session};

/// Who is meant, by number: a browser or a session, or an agent.
#[derive(Debug, Deserialize)]
struct Whom {
    token: Option<i64>,
    agent: Option<i64>,
}

/// Lets a browser, a session or an agent of this user in no longer. Who is gone already is gone.
pub(super) async fn revoke(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
    request: Request,
) -> Result<Response, ApiError> {
    let user = session.user.name().to_owned();
    let (parts, body) = request.into_parts();
    let arriving = Request::from_parts(parts.clone(), body);
    let bytes = read_body(arriving, LARGEST_FORM).await?;
    let whom: Whom = form(Request::from_parts(parts, bytes.into())).await?;
    match whom {
        Whom { token: Some(id), agent: None } => {
            if app.store.revoke_token(&user, id).await? {
                app.tokens.remove(&[id]);
                app.relay.forget_browser(&user, id);
                tracing::info!(token = id, by = session.id, "revoked from the dashboard");
            }
        }
        Whom { token: None, agent: Some(id) } => {
            let agents = app.store.agents(&user).await?;
            let name = agents.into_iter().find(|agent| agent.id == id).map(|agent| agent.name);
            if let Some(name) = name
                && app.store.revoke_agent(&user, &name).await?
            {
                tracing::info!(agent = id, by = session.id, "revoked from the dashboard");
            }
        }
        _ => return Err(ApiError::of_status(StatusCode::BAD_REQUEST)),
    }
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, "/dashboard/access")]).into_response())
}
