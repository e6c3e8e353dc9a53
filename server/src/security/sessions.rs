//! Sessions of the dashboard: a cookie that a pairing code was given for.
//!
//! A session opens the dashboard's pages and nothing else: as a bearer token it is none, and a bearer token or an agent's
//! is no session. It is looked up at every request, so that one that was revoked is over at once, also where another
//! program revoked it.

use std::{io, time::Duration};

use axum::http::{HeaderMap, header};

use super::tokens::{BYTES, MARK, from_hex};
use crate::{
    clock::millis,
    crypto::{self, Marks, TokenKind},
    store::{KnownToken, Store, StoreError},
    user::User,
};

/// How long a session lasts, however much it is used.
pub const SESSION_LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Lets people and secret scanners tell what it is.
const PREFIX: &str = "vaulty_dashboard_";

/// A session that is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its number among tokens.
    pub id: i64,
    /// Whose.
    pub user: User,
}

/// The cookie's name. Behind TLS it is one that no other host, and nothing without TLS, can set in a browser.
fn cookie_name(tls: bool) -> &'static str {
    if tls { "__Host-vaulty_dashboard" } else { "vaulty_dashboard" }
}

/// The cookie that hands a session to a browser; an empty one takes it away. The whole host's, since `/` leads whoever is
/// signed in to the dashboard, and since `__Host-` knows no other path.
pub fn session_cookie(session: &str, tls: bool) -> String {
    let life = if session.is_empty() { 0 } else { SESSION_LIFE.as_secs() };
    let secure = if tls { "; Secure" } else { "" };
    let name = cookie_name(tls);
    format!("{name}={session}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{secure}")
}

/// A new session: 256 random bits and their mark.
///
/// # Errors
/// The system has no randomness to give.
pub fn new(marks: &Marks) -> io::Result<String> {
    let mut random = [0_u8; BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let mark: [u8; MARK] = marks.of_session(&random);
    let hex: String = random.iter().chain(&mark).map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{PREFIX}{hex}"))
}

/// Whose session a request's cookie is. What is made up is refused without a look into the store.
///
/// # Errors
/// The store failed.
pub async fn who(
    headers: &HeaderMap,
    tls: bool,
    now: i64,
    marks: &Marks,
    store: &dyn Store,
) -> Result<Option<Session>, StoreError> {
    let Some(session) = in_cookie(headers, cookie_name(tls)) else { return Ok(None) };
    if !is_marked(session, marks) {
        return Ok(None);
    }
    let known = store.token(crypto::digest(session)).await?;
    Ok(known.filter(|known| is_open(known, now) && known.is_ours(marks)).map(|known| Session {
        id: known.id,
        // Never the host, who may name any user: a code is for one.
        user: User::new(&known.user_id, false),
    }))
}

/// Whether a token is a session that is not over.
pub fn is_open(token: &KnownToken, now: i64) -> bool {
    token.kind == TokenKind::Dashboard
        && now < token.created_at.saturating_add(millis(SESSION_LIFE))
}

fn is_marked(session: &str, marks: &Marks) -> bool {
    session.strip_prefix(PREFIX).and_then(from_hex).is_some_and(|bytes| {
        let (random, mark) = bytes.split_at_checked(BYTES).unwrap_or_default();
        mark.len() == MARK && marks.is_of_session(random, mark)
    })
}

/// The one cookie of this name. Of two, somebody else may have set one: then there is none.
fn in_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter();
    let cookies = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(';'));
    let mut found = cookies.filter_map(|cookie| {
        let (key, value) = cookie.split_once('=')?;
        (key.trim() == name).then(|| value.trim())
    });
    match (found.next(), found.next()) {
        (Some(value), None) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_shows_that_it_is_real_and_is_no_token() {
        let marks = Marks::new(b"secret").unwrap();
        let session = new(&marks).unwrap();
        assert!(is_marked(&session, &marks));
        assert!(!is_marked(&session, &Marks::new(b"other").unwrap()));
        let token = crate::security::new_token(&marks).unwrap();
        let renamed = token.replace("vaulty_", PREFIX);
        for wrong in ["", PREFIX, &token, &renamed, &session[..session.len() - 2]] {
            assert!(!is_marked(wrong, &marks), "{wrong}");
        }
    }

    #[test]
    fn a_cookie_is_read_from_its_name_if_there_is_one_of_it() {
        for (lines, expected) in [
            (&["vaulty_dashboard=a"][..], Some("a")),
            (&["x=1; vaulty_dashboard=a; y=2"], Some("a")),
            (&["x=1", "vaulty_dashboard=a"], Some("a")),
            (&["vaulty_dashboard=a; vaulty_dashboard=b"], None),
            (&["vaulty_dashboard=a", "vaulty_dashboard=a"], None),
            (&["__Host-vaulty_dashboard=a"], None),
            (&["Vaulty_dashboard=a"], None),
            (&["xvaulty_dashboard=a"], None),
            (&["vaulty_dashboard"], None),
            (&[], None),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, line.parse().unwrap());
            }
            assert_eq!(in_cookie(&headers, cookie_name(false)), expected, "{lines:?}");
        }
    }

    #[test]
    fn a_cookie_is_for_this_host_alone_and_for_no_script() {
        assert_eq!(
            session_cookie("s", true),
            "__Host-vaulty_dashboard=s; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure"
        );
        assert_eq!(
            session_cookie("s", false),
            "vaulty_dashboard=s; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"
        );
        assert!(session_cookie("", false).contains("vaulty_dashboard=; Path=/; Max-Age=0;"));
    }

    #[test]
    fn a_session_ends_after_a_week_and_nothing_else_is_one() {
        let token = |kind| KnownToken {
            id: 1,
            digest: [1; 32],
            kind,
            user_id: "ada".to_owned(),
            name: String::new(),
            created_at: 10,
            mark: None,
            checked: true,
            origin: String::new(),
            used_at: 0,
        };
        let end = 10 + millis(SESSION_LIFE);
        assert!(is_open(&token(TokenKind::Dashboard), end - 1));
        assert!(!is_open(&token(TokenKind::Dashboard), end));
        assert!(!is_open(&token(TokenKind::Pairing), 11));
        assert!(!is_open(&token(TokenKind::File), 11));
    }
}
