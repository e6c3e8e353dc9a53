//! What keeps secrets at rest and tells what is this server's own: sealed profiles, marks, digests.
//!
//! Nothing here knows HTTP or a database, and no key can be printed.

mod digest;
mod error;
mod marks;
mod seal;

pub use digest::{Digest, Fingerprint, digest, digest_of};
pub use error::SealError;
pub use marks::{Marks, TokenKind};
pub use seal::{FIRST_USER, Sealed, Vault};
