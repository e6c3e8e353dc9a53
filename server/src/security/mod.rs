//! Who may call: Host and Origin of every request, a token where data is read or written, and limits.
//!
//! Nothing here keeps or logs a token; only digests are compared.

mod crowd;
mod framing;
mod guard;
mod headers;
mod marks;
mod origin;
mod pairing;
mod peer;
mod places;
pub mod private_file;
mod seal;
mod shares;
mod tokens;

pub use crowd::{Crowd, Seat};
pub use framing::Framing;
pub use guard::{Gates, bound_stranger, guard, require_token};
pub use headers::apply as apply_headers;
pub use marks::Marks;
pub use origin::{Allowed, came_by_tls, extension_origin};
pub use pairing::{CODE_LIFE, Codes as PairingCodes, PairingError, open as open_pairing};
pub use peer::{Peer, Stranger};
pub use places::{Place, Places};
pub use seal::{FIRST_USER, SealError, Sealed, Vault};
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
