//! Hashes, and what they are called.

use sha2::{Digest as _, Sha256};

/// SHA-256 of a secret. Only digests are stored.
pub type Digest = [u8; 32];

/// A keyed hash of a request's body: the same for the same body on every server with the same key, also
/// after a restart, and nothing that a body could be guessed from.
pub type Fingerprint = [u8; 32];

/// SHA-256 of a secret.
pub fn digest(secret: &str) -> Digest {
    digest_of(secret.as_bytes())
}

/// SHA-256 of anything.
pub fn digest_of(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}
