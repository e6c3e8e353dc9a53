//! `POST /api/pair`

use axum::{Json, extract::State, http::StatusCode};
use shared_types::api::{ErrorEnvelope, PairRequest, PairResponse};

use super::{
    error::{ApiError, BodyRefusals},
    extract::JsonBody,
};
use crate::{
    app::Shared,
    security::{digest, new_token, read_pairing_code},
    store::{NewToken, Pairing, StoreError, TokenKind},
};

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

/// Gives a token for the pairing code that the server shows. A code is good once, for ten minutes and
/// for five tries; tries are counted for the whole server.
#[utoipa::path(
    post,
    path = "/api/pair",
    tag = "server",
    request_body = PairRequest,
    responses(
        BodyRefusals,
        (status = 200, body = PairResponse, description = "A token of its own."),
        (status = 401, body = ErrorEnvelope, description = "Not the code, or too old."),
        (status = 429, body = ErrorEnvelope, description = "Too many tries; see `Retry-After`."),
    )
)]
pub async fn pair(
    State(app): State<Shared>,
    body: JsonBody<PairRequest>,
) -> Result<Json<PairResponse>, ApiError> {
    app.gates.try_pairing(app.store.as_ref()).await?;
    let code = read_pairing_code(body.value.code.reveal());
    let now = app.clock.now_ms();
    let outcome = app.store.try_pairing(digest(&code), now).await.map_err(Error::Store)?;
    let Pairing::Right(user_id) = outcome else {
        return Err(Error::WrongCode.into());
    };
    let token = new_token().map_err(Error::NoRandomness)?;
    let name: String =
        body.value.name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let new = NewToken {
        digest: digest(&token),
        kind: TokenKind::Pairing,
        user_id: &user_id,
        name: &name,
    };
    let known = app.store.add_token(new, now).await.map_err(Error::Store)?;
    tracing::info!(token = known.id, "paired");
    // Where several servers decide, each looks it up.
    if app.store.together().is_none() {
        app.tokens.add(known);
    }
    Ok(Json(PairResponse { token: token.into(), user_id }))
}
