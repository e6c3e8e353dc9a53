//! Who may call: Host and Origin of every request, a token where data is read or written, and limits.
//!
//! Nothing here keeps or logs a token; only digests are compared.

mod guard;
mod headers;
mod origin;
mod pairing;
mod private_file;
mod seal;
mod shares;
mod tokens;

pub use guard::{Gates, guard, require_token};
pub use headers::apply as apply_headers;
pub use origin::{Allowed, extension_origin};
pub use pairing::{CODE_LIFE, PairingError, open as open_pairing, read as read_pairing_code};
pub use seal::{Bodies, FIRST_BOX, SealError, Sealed, Vault};
pub use tokens::{Caller, TokenFile, Tokens, User, file as token_file, new as new_token};

use sha2::{Digest as _, Sha256};

use crate::store::Digest;

/// SHA-256 of a secret.
pub fn digest(secret: &str) -> Digest {
    digest_of(secret.as_bytes())
}

/// SHA-256 of anything.
pub fn digest_of(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}
