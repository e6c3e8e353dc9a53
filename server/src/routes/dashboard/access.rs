//! `GET /dashboard/access`

use axum::{Extension, extract::State, response::Html};

use crate::{
    app::Shared,
    dashboard::{
        access::{self, Access},
        frame::Frame,
    },
    error::ApiError,
    security::{Agent, Session, is_open_session},
    store::{KnownToken, TokenKind},
};

/// Calls of agents that are looked at.
const CALLS: i64 = 500;

/// Who is let in.
pub(super) async fn read(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Result<Html<String>, ApiError> {
    let (user, now) = (session.user.name(), app.clock.now_ms());
    let own = app.store.tokens().await?.into_iter().filter(|token| token.user_id == user);
    let (browsers, sessions): (Vec<KnownToken>, Vec<KnownToken>) = own
        .filter(|token| token.kind == TokenKind::Pairing || is_open_session(token, now))
        .partition(|token| token.kind == TokenKind::Pairing);
    let agents = app.store.agents(user).await?.into_iter();
    let agents: Vec<Agent> = agents.filter_map(|one| Agent::read(one, &app.marks)).collect();
    let calls = app.store.agent_calls(user, CALLS).await?;
    let saved = app.store.profile_saved_at(user).await?;
    let sealed = app.store.profile(user).await?;
    let profile = saved.zip(sealed.map(|sealed| sealed.profile.len()));
    let body = access::page(&Access {
        now,
        browsers: &browsers,
        sessions: &sessions,
        own: session.id,
        agents: &agents,
        calls: &calls,
        profile,
    });
    let frame = Frame { title: "Access", under: "/dashboard/access", user, live: false };
    Ok(Html(frame.around(&body)))
}
