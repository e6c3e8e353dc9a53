//! What a server, or several on one database, mark as their own: HMAC-SHA-256 under a key that came with
//! the database and outlives every rotation of the master key, under which it is sealed.
//!
//! A mark shows that something was made here. It opens nothing.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::{Digest, Fingerprint, SealError};

/// What a mark is for, so that none can stand in for one of another purpose.
#[derive(Debug, Clone, Copy)]
enum For {
    Body,
    Token,
    TokenRow,
    Code,
    CodeDigest,
    AgentToken,
    AgentRow,
    SessionToken,
}

impl For {
    fn name(self) -> &'static [u8] {
        match self {
            Self::Body => b"vaulty body v2",
            Self::Token => b"vaulty token v1",
            Self::TokenRow => b"vaulty token row v1",
            Self::Code => b"vaulty pairing code v1",
            Self::CodeDigest => b"vaulty pairing code digest v1",
            Self::AgentToken => b"vaulty agent token v1",
            Self::AgentRow => b"vaulty agent row v1",
            Self::SessionToken => b"vaulty session token v1",
        }
    }
}

/// How a token came to be; its mark holds for that kind alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// It is the one in the token file.
    File,
    /// It was given to a browser's extension for a pairing code.
    Pairing,
    /// It was given to the dashboard for a pairing code. It opens nothing else.
    Dashboard,
}

impl TokenKind {
    /// The name that a row's mark is for.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Pairing => "pairing",
            Self::Dashboard => "dashboard",
        }
    }

    /// How it came to be, as the database says it: whatever came by pairing is revoked and erased alike.
    pub fn column(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Pairing | Self::Dashboard => "pairing",
        }
    }
}

/// Makes marks and knows them again. The key cannot be printed.
#[derive(Clone)]
pub struct Marks(Hmac<Sha256>);

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Marks(…)")
    }
}

impl Marks {
    /// Marks under a key that is made from this secret.
    pub(crate) fn new(secret: &[u8]) -> Result<Self, SealError> {
        let mac = |key: &[u8]| Hmac::<Sha256>::new_from_slice(key).map_err(|_| SealError::NoKey);
        let own = mac(secret)?.chain_update(b"vaulty marks v1").finalize().into_bytes();
        Ok(Self(mac(&own)?))
    }

    fn mac(&self, purpose: For, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(purpose.name());
        for part in parts {
            // With its length, so that no part runs on into the next.
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part);
        }
        mac
    }

    fn mark(&self, purpose: For, parts: &[&[u8]]) -> [u8; 32] {
        self.mac(purpose, parts).finalize().into_bytes().into()
    }

    /// A body's fingerprint. It is kept, so nothing of a body can be guessed from it without the key.
    pub fn fingerprint(&self, body: &[u8]) -> Fingerprint {
        self.mark(For::Body, &[body])
    }

    /// What a token with this secret ends with.
    pub(crate) fn of_token<const N: usize>(&self, secret: &[u8]) -> [u8; N] {
        first(self.mark(For::Token, &[secret]))
    }

    /// Whether a token with this secret may end so.
    pub(crate) fn is_of_token(&self, secret: &[u8], end: &[u8]) -> bool {
        self.mac(For::Token, &[secret]).verify_truncated_left(end).is_ok()
    }

    /// The mark of a token's row in the store.
    pub fn token_row(&self, digest: &Digest, kind: TokenKind, user_id: &str) -> [u8; 32] {
        self.mark(For::TokenRow, &[digest, kind.as_str().as_bytes(), user_id.as_bytes()])
    }

    /// Whether a row is one that was written with this key.
    pub fn is_token_row(
        &self,
        digest: &Digest,
        kind: TokenKind,
        user_id: &str,
        mark: &[u8],
    ) -> bool {
        let parts: [&[u8]; 3] = [digest, kind.as_str().as_bytes(), user_id.as_bytes()];
        self.mac(For::TokenRow, &parts).verify_slice(mark).is_ok()
    }

    /// What an agent's token with this secret ends with.
    pub(crate) fn of_agent_token<const N: usize>(&self, secret: &[u8]) -> [u8; N] {
        first(self.mark(For::AgentToken, &[secret]))
    }

    /// Whether an agent's token with this secret may end so.
    pub(crate) fn is_of_agent_token(&self, secret: &[u8], end: &[u8]) -> bool {
        self.mac(For::AgentToken, &[secret]).verify_truncated_left(end).is_ok()
    }

    /// What a session of the dashboard with this secret ends with.
    pub(crate) fn of_session<const N: usize>(&self, secret: &[u8]) -> [u8; N] {
        first(self.mark(For::SessionToken, &[secret]))
    }

    /// Whether a session with this secret may end so.
    pub(crate) fn is_of_session(&self, secret: &[u8], end: &[u8]) -> bool {
        self.mac(For::SessionToken, &[secret]).verify_truncated_left(end).is_ok()
    }

    /// The mark of an agent's row in the store: with its scope, so that nobody else widens that.
    pub fn agent_row(&self, digest: &Digest, texts: [&str; 4]) -> [u8; 32] {
        let [user, name, sites, tools] = texts.map(str::as_bytes);
        self.mark(For::AgentRow, &[digest, user, name, sites, tools])
    }

    /// Whether a row is one that was written with this key.
    pub fn is_agent_row(&self, digest: &Digest, texts: [&str; 4], mark: &[u8]) -> bool {
        let [user, name, sites, tools] = texts.map(str::as_bytes);
        self.mac(For::AgentRow, &[digest, user, name, sites, tools]).verify_slice(mark).is_ok()
    }

    /// What a pairing code with this beginning ends with, as random-looking bytes.
    pub(crate) fn of_code<const N: usize>(&self, beginning: &str) -> [u8; N] {
        first(self.mark(For::Code, &[beginning.as_bytes()]))
    }

    /// What is kept of a pairing code.
    pub fn code_digest(&self, code: &str) -> Digest {
        self.mark(For::CodeDigest, &[code.as_bytes()])
    }
}

fn first<const N: usize>(mark: [u8; 32]) -> [u8; N] {
    // Marks are longer than anything that is asked for here.
    mark.first_chunk().copied().unwrap_or([0; N])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_of_one_key_and_one_purpose() {
        let (one, other) = (Marks::new(b"one").unwrap(), Marks::new(b"other").unwrap());
        assert_eq!(one.fingerprint(b"a"), Marks::new(b"one").unwrap().fingerprint(b"a"));
        assert_ne!(one.fingerprint(b"a"), one.fingerprint(b"b"));
        assert_ne!(one.fingerprint(b"a"), other.fingerprint(b"a"));
        assert_ne!(one.fingerprint(b"a"), one.code_digest("a"));
        let row = one.token_row(&[1; 32], TokenKind::Pairing, "ada");
        assert!(one.is_token_row(&[1; 32], TokenKind::Pairing, "ada", &row));
        for (digest, kind, user) in [
            ([2; 32], TokenKind::Pairing, "ada"),
            ([1; 32], TokenKind::File, "ada"),
            ([1; 32], TokenKind::Dashboard, "ada"),
            ([1; 32], TokenKind::Pairing, "eve"),
        ] {
            assert!(!one.is_token_row(&digest, kind, user, &row));
        }
        assert!(!other.is_token_row(&[1; 32], TokenKind::Pairing, "ada", &row));
        assert!(!one.is_token_row(&[1; 32], TokenKind::Pairing, "ada", &row[..31]));
        assert!(!one.is_token_row(&[1; 32], TokenKind::Pairing, "ada", &[]));
        assert_eq!(format!("{one:?}"), "Marks(…)");
    }
}
