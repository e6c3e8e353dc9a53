//! Who calls, and whose data that is.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::error::ApiError;

/// Who calls: the token's id in the store, 0 when no tokens are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller(pub i64);

impl Caller {
    /// Anyone, on a server without authentication.
    pub const ANYONE: Self = Self(0);
}

/// Whose requests these are. Everything of a person is looked up under this name, never under one that
/// a request says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct User {
    name: Arc<str>,
    /// Whether it is the host's own token, or a server without tokens: then it may name any user.
    is_host: bool,
}

impl User {
    /// The user that a server has before it was told of any.
    pub const FIRST: &str = "me";

    /// A user by name.
    pub fn new(name: &str, is_host: bool) -> Self {
        Self { name: name.into(), is_host }
    }

    /// Who it is where users are counted: the host's own token is nobody's who has its name.
    pub fn key(&self) -> String {
        format!("{} {}", if self.is_host { "host" } else { "user" }, self.name)
    }

    /// Whether it is the host, by the token of the token file or on a server without tokens.
    pub fn is_host(&self) -> bool {
        self.is_host
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it may act for the user that a request names.
    ///
    /// # Errors
    /// 403: it is somebody else.
    pub fn may_be(&self, named: &str) -> Result<(), ApiError> {
        if self.is_host || *self.name == *named {
            return Ok(());
        }
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "another-user",
            "this token is for another user; pair this browser for the user that you mean",
        )
        .at("userId"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_nobody_else() {
        let (host, ada) = (User::new("me", true), User::new("ada", false));
        for (user, named, may) in [
            (&host, "me", true),
            (&host, "ada", true),
            (&ada, "ada", true),
            (&ada, "me", false),
            (&ada, "", false),
        ] {
            assert_eq!(user.may_be(named).is_ok(), may, "{user:?} as {named:?}");
        }
    }
}
