//! Bearer tokens: made, kept as digests, recognised.

use std::{
    collections::HashMap,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{PoisonError, RwLock},
};

use crate::store::Digest;

/// The file's name in the data folder.
const FILE: &str = "token";
/// Random bytes of a token.
const BYTES: usize = 32;
/// Lets people and secret scanners tell what it is.
const PREFIX: &str = "vaulty_";

/// Who calls: the token's id in the store, 0 when no tokens are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller(pub i64);

impl Caller {
    /// Anyone, on a server without authentication.
    pub const ANYONE: Self = Self(0);
}

/// The tokens that are let in, in memory.
#[derive(Debug, Default)]
pub struct Tokens {
    known: RwLock<HashMap<Digest, i64>>,
}

impl Tokens {
    /// From what the store holds.
    pub fn new(known: Vec<(i64, Digest)>) -> Self {
        Self { known: RwLock::new(known.into_iter().map(|(id, digest)| (digest, id)).collect()) }
    }

    /// Lets a further token in.
    pub fn add(&self, id: i64, digest: Digest) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(digest, id);
    }

    /// Whose token this is. Digests are compared, so that the time taken tells nothing of a token.
    pub fn caller(&self, token: &str) -> Option<Caller> {
        let digest = super::digest(token);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&digest).copied().map(Caller)
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
            close_to_others(&path)?;
            Ok(TokenFile { path, token: text.trim().to_owned(), is_new: false })
        }
        Ok(_) => write(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(path),
        Err(error) => Err(error),
    }
}

fn write(path: PathBuf) -> io::Result<TokenFile> {
    let token = new()?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    close_to_others(&path)?;
    writeln!(file, "{token}")?;
    file.sync_all()?;
    Ok(TokenFile { path, token, is_new: true })
}

/// Takes all rights to a file from everyone but its owner.
fn close_to_others(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
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
        let tokens = Tokens::new(vec![(7, crate::security::digest("right"))]);
        assert_eq!(tokens.caller("right"), Some(Caller(7)));
        assert_eq!(tokens.caller("wrong"), None);
        assert_eq!(tokens.caller(""), None);
        tokens.add(8, crate::security::digest("new"));
        assert_eq!(tokens.caller("new"), Some(Caller(8)));
    }
}
