//! Bearer tokens: made, kept as digests, recognised.
//!
//! A token ends with a mark of the server's, so that a made-up one is told from a real one without a look
//! into the store. Tokens from before there were marks are known by a list of their digests.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

use crate::{
    crypto::{self, Digest, Marks, TokenKind},
    private_file,
    store::{KnownToken, Store, StoreError},
    user::{Caller, User},
};

/// The file's name in the data folder.
const FILE: &str = "token";
/// Random bytes of a token.
pub(super) const BYTES: usize = 32;
/// Bytes of its mark.
pub(super) const MARK: usize = 16;
/// How long another server's yes to a token counts here, and so how long a token lives on after another
/// server revoked it.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// Tokens that were revoked, of which so many are remembered for as long.
const GONE: usize = 4096;
/// What a token was used is noted so often, in milliseconds.
const NOTED_EVERY: i64 = 10 * 60 * 1000;
/// Lets people and secret scanners tell what it is.
const PREFIX: &str = "vaulty_";

/// The tokens that are let in, in memory.
#[derive(Debug, Default)]
pub struct Tokens {
    known: RwLock<HashMap<Digest, AdmittedToken>>,
    /// Real ones that the store did not know a moment ago.
    gone: RwLock<HashMap<Digest, Instant>>,
    /// Those without a mark, which several servers share.
    unmarked: HashSet<Digest>,
    /// When uses were noted, by the token's number.
    noted: RwLock<HashMap<i64, i64>>,
}

/// Whose token it is.
#[derive(Debug)]
pub struct Admitted {
    /// Which of their tokens.
    pub caller: Caller,
    /// Who.
    pub user: User,
    /// The origin that it was given to; empty where that is not remembered.
    pub origin: String,
}

/// A token that is let in.
#[derive(Debug, Clone)]
struct AdmittedToken {
    id: i64,
    user: User,
    /// Where it may come from, beside the origins that everybody may come from.
    origin: String,
    /// When another server's token was looked up; none where this server alone decides.
    looked_up: Option<Instant>,
}

impl Tokens {
    /// From what the store holds: those that this server decides on, and digests of those without a mark
    /// that it looks up.
    pub fn new(own: Vec<KnownToken>, unmarked: HashSet<Digest>) -> Self {
        let tokens = Self { unmarked, ..Self::default() };
        own.into_iter().for_each(|token| tokens.add(token));
        tokens
    }

    /// Lets a further token in, until it is removed.
    pub fn add(&self, token: KnownToken) {
        self.insert(token, None);
    }

    fn insert(&self, token: KnownToken, looked_up: Option<Instant>) {
        // A session of the dashboard lets nobody in here.
        if token.kind == TokenKind::Dashboard {
            return;
        }
        let user = User::new(&token.user_id, token.kind == TokenKind::File);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(
            token.digest,
            AdmittedToken { id: token.id, user, origin: token.origin, looked_up },
        );
    }

    /// Whether that a token is used now is worth noting.
    pub fn is_news(&self, caller: Caller, now: i64) -> bool {
        let mut noted = self.noted.write().unwrap_or_else(PoisonError::into_inner);
        if noted.get(&caller.0).is_some_and(|at| now.saturating_sub(*at) < NOTED_EVERY) {
            return false;
        }
        if noted.len() >= GONE {
            noted.clear();
        }
        noted.insert(caller.0, now);
        true
    }

    /// Lets these in no longer.
    pub fn remove(&self, ids: &[i64]) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, token| !ids.contains(&token.id));
    }

    /// Whose token this is. What is made up is refused without a look into the store. Digests are
    /// compared, so that the time taken tells nothing of a token.
    ///
    /// # Errors
    /// The store failed.
    pub async fn who(
        &self,
        token: &str,
        marks: &Marks,
        store: &dyn Store,
    ) -> Result<Option<Admitted>, StoreError> {
        let digest = crypto::digest(token);
        if let Some(fresh) = self.fresh(&digest) {
            return Ok(Some(fresh));
        }
        if store.shared().is_none() || !self.may_be_real(token, &digest, marks) {
            return Ok(None);
        }
        self.look_up(digest, marks, store).await
    }

    fn fresh(&self, digest: &Digest) -> Option<Admitted> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let fresh =
            |token: &&AdmittedToken| token.looked_up.is_none_or(|at| at.elapsed() < GOOD_FOR);
        known.get(digest).filter(fresh).map(|token| Admitted {
            caller: Caller(token.id),
            user: token.user.clone(),
            origin: token.origin.clone(),
        })
    }

    fn may_be_real(&self, token: &str, digest: &Digest, marks: &Marks) -> bool {
        if !is_marked(token, marks) && !self.unmarked.contains(digest) {
            return false;
        }
        let gone = self.gone.read().unwrap_or_else(PoisonError::into_inner);
        gone.get(digest).is_none_or(|at| at.elapsed() >= GOOD_FOR)
    }

    /// Asks the store that several servers share. A host's token is known where its file is, and nowhere
    /// else; a row that none of these servers wrote is none.
    async fn look_up(
        &self,
        digest: Digest,
        marks: &Marks,
        store: &dyn Store,
    ) -> Result<Option<Admitted>, StoreError> {
        let asked = Instant::now();
        let found = store.token(digest).await?;
        let good = |token: &KnownToken| token.kind == TokenKind::Pairing && token.is_ours(marks);
        if let Some(found) = found.filter(good) {
            self.insert(found, Some(asked));
            return Ok(self.fresh(&digest));
        }
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&digest);
        let mut gone = self.gone.write().unwrap_or_else(PoisonError::into_inner);
        if gone.len() >= GONE {
            gone.clear();
        }
        gone.insert(digest, asked);
        Ok(None)
    }
}

/// A new token: 256 random bits and their mark.
///
/// # Errors
/// The system has no randomness to give.
pub fn new(marks: &Marks) -> io::Result<String> {
    let mut random = [0_u8; BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let mark: [u8; MARK] = marks.of_token(&random);
    let hex: String = random.iter().chain(&mark).map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{PREFIX}{hex}"))
}

/// Whether a token ends with the mark that one made here has.
fn is_marked(token: &str, marks: &Marks) -> bool {
    let bytes = token.strip_prefix(PREFIX).and_then(from_hex);
    bytes.is_some_and(|bytes| {
        let (random, mark) = bytes.split_at_checked(BYTES).unwrap_or_default();
        mark.len() == MARK && marks.is_of_token(random, mark)
    })
}

pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 2 * (BYTES + MARK) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..BYTES + MARK).map(|n| digit(2 * n)).collect()
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

/// Reads the token file of a data folder, or makes it, readable for its owner alone. Of several programs
/// that make it at once, all have what the first one made.
///
/// # Errors
/// It can be neither read nor made.
pub fn file(folder: &Path, marks: &Marks) -> io::Result<TokenFile> {
    let path = folder.join(FILE);
    let read = || fs::read_to_string(&path).map(|text| text.trim().to_owned());
    let (token, is_new) = match read() {
        Ok(token) if !token.is_empty() => (token, false),
        // Somebody emptied it.
        Ok(_) => {
            let token = new(marks)?;
            private_file::write(&path, &format!("{token}\n"))?;
            (token, true)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_new = private_file::create(&path, &format!("{}\n", new(marks)?))?;
            (read()?, is_new)
        }
        Err(error) => return Err(error),
    };
    private_file::close_to_others(&path)?;
    Ok(TokenFile { path, token, is_new })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks() -> Marks {
        Marks::new(b"secret").unwrap()
    }

    #[test]
    fn tokens_differ_are_long_and_show_that_they_are_real() {
        let (one, two) = (new(&marks()).unwrap(), new(&marks()).unwrap());
        assert_ne!(one, two);
        assert_eq!(one.len(), PREFIX.len() + 96);
        assert!(is_marked(&one, &marks()));
        assert!(!is_marked(&one, &Marks::new(b"other").unwrap()));
        for at in PREFIX.len()..one.len() {
            let mut wrong = one.clone().into_bytes();
            wrong[at] = if wrong[at] == b'7' { b'8' } else { b'7' };
            assert!(!is_marked(&String::from_utf8(wrong).unwrap(), &marks()), "{at}");
        }
        let random = &one[..PREFIX.len() + 64];
        for wrong in
            ["", PREFIX, random, &format!("{one}0"), &one[PREFIX.len()..], &one[..one.len() - 2]]
        {
            assert!(!is_marked(wrong, &marks()), "{wrong}");
        }
    }

    #[test]
    fn the_file_is_made_once_and_is_the_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = file(folder.path(), &marks()).unwrap();
        assert!(first.is_new);
        let second = file(folder.path(), &marks()).unwrap();
        assert!(!second.is_new);
        assert_eq!(first.token, second.token);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&first.path, fs::Permissions::from_mode(0o644)).unwrap();
            file(folder.path(), &marks()).unwrap();
            let mode = fs::metadata(&first.path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(&first.path, "\n").unwrap();
        let third = file(folder.path(), &marks()).unwrap();
        assert!(third.is_new && third.token != first.token);
    }

    /// What the store did not know a moment ago is not asked for again, and later is: it may have come.
    #[test]
    fn what_was_unknown_a_moment_ago_is_not_looked_up_again() {
        let (tokens, token) = (Tokens::default(), new(&marks()).unwrap());
        let digest = crypto::digest(&token);
        let may_be = |asked: Option<Instant>| {
            let mut gone = tokens.gone.write().unwrap();
            gone.clear();
            gone.extend(asked.map(|at| (digest, at)));
            drop(gone);
            tokens.may_be_real(&token, &digest, &marks())
        };
        assert!(may_be(None));
        assert!(!may_be(Some(Instant::now())));
        assert!(may_be(Instant::now().checked_sub(GOOD_FOR)));
    }

    #[test]
    fn only_known_tokens_have_a_caller() {
        let token = |id, secret, kind, user: &str| KnownToken {
            id,
            digest: crate::crypto::digest(secret),
            kind,
            user_id: user.to_owned(),
            name: String::new(),
            created_at: 0,
            mark: None,
            checked: false,
            origin: String::new(),
            used_at: 0,
        };
        let own = vec![token(7, "right", TokenKind::File, "me")];
        let tokens = Tokens::new(own, HashSet::new());
        let caller =
            |secret: &str| tokens.fresh(&crate::crypto::digest(secret)).map(|token| token.caller);
        assert_eq!(caller("right"), Some(Caller(7)));
        assert_eq!(caller("wrong"), None);
        assert_eq!(caller(""), None);
        tokens.add(token(8, "new", TokenKind::Pairing, "ada"));
        assert_eq!(caller("new"), Some(Caller(8)));
        tokens.remove(&[8]);
        assert_eq!(caller("new"), None);
        tokens.add(token(9, "session", TokenKind::Dashboard, "ada"));
        assert_eq!(caller("session"), None);
    }

    #[test]
    fn uses_are_noted_now_and_then() {
        let tokens = Tokens::default();
        let news = [(1, 0), (1, NOTED_EVERY - 1), (2, 5), (1, NOTED_EVERY), (1, NOTED_EVERY + 1)]
            .map(|(id, now)| tokens.is_news(Caller(id), now));
        assert_eq!(news, [true, false, true, true, false]);
    }
}
