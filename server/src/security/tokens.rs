//! Bearer tokens: made, kept as digests, recognised.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

use axum::http::StatusCode;

use super::private_file;
use crate::{
    routes::error::ApiError,
    store::{Digest, KnownToken, Store, StoreError, TokenKind},
};

/// The file's name in the data folder.
const FILE: &str = "token";
/// Random bytes of a token.
const BYTES: usize = 32;
/// How long another server's yes to a token counts here, and so how long a token lives on after another
/// server revoked it.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// Lets people and secret scanners tell what it is.
const PREFIX: &str = "vaulty_";

/// Who calls: the token's id in the store, 0 when no tokens are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller(pub i64);

impl Caller {
    /// Anyone, on a server without authentication.
    pub const ANYONE: Self = Self(0);
}

/// Whose requests these are. Everything of a person is looked up under this name, never under one that
/// a request says.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The tokens that are let in, in memory.
#[derive(Debug, Default)]
pub struct Tokens {
    known: RwLock<HashMap<Digest, Known>>,
}

/// A token that is let in.
#[derive(Debug, Clone)]
struct Known {
    id: i64,
    user: User,
    /// When another server's token was looked up; none where this server alone decides.
    looked_up: Option<Instant>,
}

impl Tokens {
    /// From what the store holds.
    pub fn new(known: Vec<KnownToken>) -> Self {
        let tokens = Self::default();
        known.into_iter().for_each(|token| tokens.add(token));
        tokens
    }

    /// Lets a further token in, until it is removed.
    pub fn add(&self, token: KnownToken) {
        self.insert(token, None);
    }

    fn insert(&self, token: KnownToken, looked_up: Option<Instant>) {
        let user = User::new(&token.user_id, token.kind == TokenKind::File);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(token.digest, Known { id: token.id, user, looked_up });
    }

    /// Lets these in no longer.
    pub fn remove(&self, ids: &[i64]) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, token| !ids.contains(&token.id));
    }

    /// Whose token this is, as far as it is known here. Digests are compared, so that the time taken tells
    /// nothing of a token.
    pub fn caller(&self, token: &str) -> Option<(Caller, User)> {
        let digest = super::digest(token);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let fresh = |token: &&Known| token.looked_up.is_none_or(|at| at.elapsed() < GOOD_FOR);
        known.get(&digest).filter(fresh).map(|token| (Caller(token.id), token.user.clone()))
    }

    /// Asks the store that several servers share about a token that is not known here. A host's token is
    /// known where its file is, and nowhere else.
    ///
    /// # Errors
    /// The store failed.
    pub async fn look_up(
        &self,
        token: &str,
        store: &dyn Store,
    ) -> Result<Option<(Caller, User)>, StoreError> {
        let digest = super::digest(token);
        let asked = Instant::now();
        let found = store.token(digest).await?.filter(|token| token.kind == TokenKind::Pairing);
        match found {
            Some(found) => self.insert(found, Some(asked)),
            None => {
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                known.remove(&digest);
            }
        }
        Ok(self.caller(token))
    }
}

/// A new token: 256 random bits.
///
/// # Errors
/// The system has no randomness to give.
pub fn new() -> io::Result<String> {
    let mut random = [0_u8; BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let hex: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{PREFIX}{hex}"))
}

/// The token file.
#[derive(Debug, PartialEq, Eq)]
pub struct TokenFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub token: String,
    /// Whether it was made just now.
    pub is_new: bool,
}

/// Reads the token file of a data folder, or makes it, readable for its owner alone.
///
/// # Errors
/// It can be neither read nor made.
pub fn file(folder: &Path) -> io::Result<TokenFile> {
    let path = folder.join(FILE);
    match fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => {
            private_file::close_to_others(&path)?;
            Ok(TokenFile { path, token: text.trim().to_owned(), is_new: false })
        }
        Ok(_) => write(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(path),
        Err(error) => Err(error),
    }
}

fn write(path: PathBuf) -> io::Result<TokenFile> {
    let token = new()?;
    private_file::write(&path, &format!("{token}\n"))?;
    Ok(TokenFile { path, token, is_new: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_long() {
        let (one, two) = (new().unwrap(), new().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), PREFIX.len() + 64);
    }

    #[test]
    fn the_file_is_made_once_and_is_the_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = file(folder.path()).unwrap();
        assert!(first.is_new);
        let second = file(folder.path()).unwrap();
        assert!(!second.is_new);
        assert_eq!(first.token, second.token);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&first.path, fs::Permissions::from_mode(0o644)).unwrap();
            file(folder.path()).unwrap();
            let mode = fs::metadata(&first.path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn only_known_tokens_have_a_caller() {
        let token = |id, secret, kind, user: &str| KnownToken {
            id,
            digest: crate::security::digest(secret),
            kind,
            user_id: user.to_owned(),
            name: String::new(),
            created_at: 0,
        };
        let tokens = Tokens::new(vec![token(7, "right", TokenKind::File, "me")]);
        let caller = |secret: &str| tokens.caller(secret).map(|(caller, _)| caller);
        assert_eq!(caller("right"), Some(Caller(7)));
        assert_eq!(caller("wrong"), None);
        assert_eq!(caller(""), None);
        tokens.add(token(8, "new", TokenKind::Pairing, "ada"));
        assert_eq!(caller("new"), Some(Caller(8)));
        tokens.remove(&[8]);
        assert_eq!(caller("new"), None);
    }

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
