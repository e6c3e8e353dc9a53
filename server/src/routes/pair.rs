//! `POST /api/pair`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::api::{ErrorEnvelope, PairRequest, PairResponse};

use super::{extract::JsonBody, refusals::BodyRefusals};
use crate::{
    app::Shared,
    crypto::digest,
    error::ApiError,
    security::{OfProfile, Stranger, new_token},
    store::{NewToken, Pairing, StoreError, TokenKind},
};

/// Where it is.
pub(super) const PATH: &str = "/api/pair";
/// Characters of a browser's name that are kept.
const LONGEST_NAME: usize = 60;

/// What can go wrong besides the store.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("this is not the code, or it is too old; `vaulty-server pair` shows a new one")]
    WrongCode,
    #[error("no randomness: {0}")]
    NoRandomness(std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::WrongCode => {
                Self::new(StatusCode::UNAUTHORIZED, "wrong-code", error.to_string()).at("code")
            }
            Error::NoRandomness(_) => Self::internal(error),
            Error::Store(error) => error.into(),
        }
    }
}

/// Gives a token for the pairing code that the server shows. A code is good once, for ten minutes. A token that an
/// extension of Firefox gets is good from that extension's own origin alone, and lets that origin in. Wrong
/// codes are counted by where they come from; the right one is taken however many came before.
#[utoipa::path(
    post,
    path = "/api/pair",
    tag = "server",
    request_body = PairRequest,
    responses(
        BodyRefusals,
        (status = 200, body = PairResponse, description = "A token of its own."),
        (status = 401, body = ErrorEnvelope, description = "Not the code, or too old."),
        (status = 408, body = ErrorEnvelope, description = "The body took too long to arrive."),
        (status = 429, body = ErrorEnvelope, description = "Too many wrong codes; see `Retry-After`."),
        (status = 503, body = ErrorEnvelope, description = "Busy; see `Retry-After`."),
    )
)]
pub async fn pair(
    State(app): State<Shared>,
    stranger: Stranger,
    of_profile: Option<Extension<OfProfile>>,
    body: JsonBody<PairRequest>,
) -> Result<Json<PairResponse>, ApiError> {
    let now = app.clock.now_ms();
    let (typed, store) = (body.value.code.reveal(), app.store.as_ref());
    let outcome = app.pairing.redeem(typed, now, &app.marks, store).await.map_err(Error::Store)?;
    let Pairing::Right(user_id) = outcome else {
        app.gates.wrong_code(stranger)?;
        return Err(Error::WrongCode.into());
    };
    let token = new_token(&app.marks).map_err(Error::NoRandomness)?;
    let name: String =
        body.value.name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let new = NewToken::marked(digest(&token), TokenKind::Pairing, &user_id, &name, &app.marks);
    let origin = of_profile.map(|Extension(OfProfile(origin))| origin).unwrap_or_default();
    let new = NewToken { origin: &origin, ..new };
    let known = app.store.add_token(new, now).await.map_err(Error::Store)?;
    tracing::info!(token = known.id, "paired");
    // Where several servers decide, each looks it up.
    if app.store.shared().is_none() {
        app.tokens.add(known);
    }
    Ok(Json(PairResponse { token: token.into(), user_id }))
}
