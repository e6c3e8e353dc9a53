//! Pairing codes: short, read from the terminal, typed into the extension, good once.

use std::{io, time::Duration};

use crate::{
    clock::{Clock, millis},
    store::{Store, StoreError},
};

/// How long a code is good.
pub const CODE_LIFE: Duration = Duration::from_secs(10 * 60);
/// Tries before a code is void.
const TRIES: u32 = 5;
/// Characters of a code: 40 bits, out of reach for five tries.
const CHARS: usize = 8;
/// No letter that looks like another, or like a digit (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Why no code could be opened.
#[derive(Debug, thiserror::Error)]
pub enum PairingError {
    /// The system has no randomness to give.
    #[error("no randomness: {0}")]
    Random(io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Opens a new code for a user, in place of any other, and gives it as it is shown: `K7QM-3XPD`.
///
/// # Errors
/// No randomness, or the store failed.
pub async fn open(store: &dyn Store, clock: &Clock, user_id: &str) -> Result<String, PairingError> {
    let code = new().map_err(PairingError::Random)?;
    let expires_at = clock.now_ms() + millis(CODE_LIFE);
    store.open_pairing(super::digest(&code), user_id, expires_at, TRIES).await?;
    let (first, second) = code.split_at(CHARS / 2);
    Ok(format!("{first}-{second}"))
}

/// What a person typed, as it was made: upper case, without separators, look-alikes replaced.
pub fn read(typed: &str) -> String {
    typed
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect()
}

fn new() -> io::Result<String> {
    let mut random = [0_u8; CHARS];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    Ok(random
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|&letter| char::from(letter))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_read_back() {
        let (one, two) = (new().unwrap(), new().unwrap());
        assert_eq!(one.len(), CHARS);
        assert_ne!(one, two);
        assert_eq!(read(&one), one);
    }

    #[test]
    fn typing_is_forgiven() {
        for (typed, meant) in
            [("k7qm-3xpd", "K7QM3XPD"), (" K7QM 3XPD\n", "K7QM3XPD"), ("oil0-1234", "01101234")]
        {
            assert_eq!(read(typed), meant);
        }
    }
}
