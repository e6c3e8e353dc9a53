//! Pairing codes: short, read from the terminal, typed into the extension, good once.
//!
//! A code ends with a mark of the server's, so that a made-up one is known without a look into the store
//! and takes nothing from anybody: there is no count of tries that a stranger could use up. What keeps
//! guesses out is the number of codes: 60 bits, for ten minutes.

use std::{
    collections::HashSet,
    io,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::{
    clock::Clock,
    crypto::{Digest, Marks},
    store::{Pairing, Store, StoreError},
};

/// How long a code is good.
pub const CODE_LIFE: Duration = Duration::from_secs(10 * 60);
/// Random characters of a code: 40 bits.
const RANDOM: usize = 8;
/// Characters of its mark: 20 bits.
const MARK: usize = 4;
/// Characters that are shown in one piece.
const PIECE: usize = 4;
/// No letter that looks like another, or like a digit (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Codes that were good and are no longer, of which so many are remembered.
const SPENT: usize = 1024;

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

/// Opens a new code for a user, in place of any other, and gives it as it is shown: `K7QM-3XPD-9TB2`.
///
/// # Errors
/// No randomness, or the store failed.
pub async fn open(
    store: &dyn Store,
    clock: &Clock,
    marks: &Marks,
    user_id: &str,
) -> Result<String, PairingError> {
    let code = new(marks).map_err(PairingError::Random)?;
    store.open_pairing(marks.code_digest(&code), user_id, clock.now_ms(), CODE_LIFE).await?;
    let pieces: Vec<String> = code
        .as_bytes()
        .chunks(PIECE)
        .map(|piece| piece.iter().copied().map(char::from).collect())
        .collect();
    Ok(pieces.join("-"))
}

/// What a person typed, as it was made: upper case, without separators, look-alikes replaced.
fn read(typed: &str) -> String {
    typed
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .take(RANDOM + MARK + 1)
        .collect()
}

/// Tries codes that were typed.
#[derive(Debug, Default)]
pub struct Codes {
    /// Real ones that are used up or too old. They stay so, and cost no further look into the store.
    spent: Mutex<HashSet<Digest>>,
}

impl Codes {
    /// Whether a code is open, and for whom. It is used up now.
    ///
    /// # Errors
    /// The store failed.
    pub async fn redeem(
        &self,
        typed: &str,
        now: i64,
        marks: &Marks,
        store: &dyn Store,
    ) -> Result<Pairing, StoreError> {
        let code = read(typed);
        if !is_real(&code, marks) {
            return Ok(Pairing::Wrong);
        }
        let digest = marks.code_digest(&code);
        if self.spent.lock().unwrap_or_else(PoisonError::into_inner).contains(&digest) {
            return Ok(Pairing::Wrong);
        }
        let outcome = store.try_pairing(digest, now).await?;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.len() >= SPENT {
            spent.clear();
        }
        spent.insert(digest);
        Ok(outcome)
    }
}

fn is_real(code: &str, marks: &Marks) -> bool {
    code.split_at_checked(RANDOM).is_some_and(|(random, mark)| mark == ending(random, marks))
}

fn ending(random: &str, marks: &Marks) -> String {
    letters(&marks.of_code::<MARK>(random))
}

fn letters(bytes: &[u8]) -> String {
    bytes
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|&letter| char::from(letter))
        .collect()
}

fn new(marks: &Marks) -> io::Result<String> {
    let mut random = [0_u8; RANDOM];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let random = letters(&random);
    Ok(format!("{random}{}", ending(&random, marks)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks() -> Marks {
        Marks::new(b"secret").unwrap()
    }

    #[test]
    fn codes_differ_read_back_and_show_that_they_are_real() {
        let (one, two) = (new(&marks()).unwrap(), new(&marks()).unwrap());
        assert_eq!(one.len(), RANDOM + MARK);
        assert_ne!(one, two);
        assert_eq!(read(&one), one);
        assert!(is_real(&one, &marks()));
        assert!(!is_real(&one, &Marks::new(b"other").unwrap()));
        for at in 0..one.len() {
            let mut wrong = one.clone().into_bytes();
            wrong[at] = if wrong[at] == b'7' { b'8' } else { b'7' };
            assert!(!is_real(&String::from_utf8(wrong).unwrap(), &marks()), "{at}");
        }
        for wrong in ["", "AAAA", &one[..11], &format!("{one}0"), "AAAAAAAA"] {
            assert!(!is_real(&read(wrong), &marks()), "{wrong}");
        }
    }

    /// As the command's help, the API and the reckoning above say.
    #[test]
    fn a_code_is_good_for_ten_minutes() {
        assert_eq!(CODE_LIFE, Duration::from_secs(600));
    }

    #[test]
    fn typing_is_forgiven() {
        for (typed, meant) in [
            ("k7qm-3xpd-9tb2", "K7QM3XPD9TB2"),
            (" K7QM 3XPD 9TB2\n", "K7QM3XPD9TB2"),
            ("oil0-1234", "01101234"),
        ] {
            assert_eq!(read(typed), meant);
        }
        assert_eq!(read(&"A".repeat(10_000)).len(), RANDOM + MARK + 1, "and bounded");
    }
}
