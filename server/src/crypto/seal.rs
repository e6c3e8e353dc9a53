//! Profiles at rest: each under a key of its user, that key under the server's.
//!
//! The boxes are XChaCha20-Poly1305 with a random nonce in front; the user's id is associated data, so
//! that no row can stand in for another's. Erasing a row destroys the only copy of the user's key. Keys
//! cannot be printed.

use std::{fmt, fs, io, path::Path};

use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{Marks, SealError};
use crate::private_file;

/// The key file's name in the data folder.
const FILE: &str = "master.key";
/// Bytes of a key.
const KEY: usize = 32;
/// Bytes of a nonce.
const NONCE: usize = 24;
/// What a box is for, so that none can stand in for one of another purpose.
const FOR_PROFILE: &str = "vaulty profile v1";
const FOR_USER_KEY: &str = "vaulty user key v1";
const FOR_ANSWER: &str = "vaulty answer v1";
const FOR_PRINT: &str = "vaulty key print v1";

/// Whose box the first start leaves, for later ones to try their key on: no user has this name.
pub const FIRST_USER: &str = "";
/// What is said to it. It is no secret, only the box is.
const FIRST_WORDS: &str = "vaulty";

/// A key. Only this module sees its bytes.
#[derive(Clone, PartialEq, Eq)]
struct Key([u8; KEY]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// A profile as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The user's key, in a box under the server's key.
    pub user_key: Vec<u8>,
    /// The profile, in a box under the user's key.
    pub profile: Vec<u8>,
}

/// The server's keys: the first seals, all open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vault {
    keys: Vec<Key>,
}

impl Vault {
    /// The key that was given (64 hexadecimal digits), or the one in the data folder's key file, which is
    /// made if it is not there, for its owner alone.
    ///
    /// # Errors
    /// The key cannot be read or made.
    pub fn open(folder: &Path, given: Option<&str>) -> Result<Self, SealError> {
        if let Some(given) = given {
            return Ok(Self { keys: read_keys(given)? });
        }
        let path = folder.join(FILE);
        let unusable = |cause| SealError::File { path: path.clone(), cause };
        let read = || fs::read_to_string(&path);
        let text = match read() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let new = Self { keys: vec![random_key()?] };
                // Another program may make one at this moment; then its key is the key.
                private_file::create(&path, &new.lines()).map_err(unusable)?;
                read()
            }
            other => other,
        };
        private_file::close_to_others(&path).map_err(unusable)?;
        Ok(Self { keys: read_keys(&text.map_err(unusable)?)? })
    }

    /// The same without making or closing anything: none where there is no key yet.
    ///
    /// # Errors
    /// The key cannot be read.
    pub fn read(folder: &Path, given: Option<&str>) -> Result<Option<Self>, SealError> {
        if let Some(given) = given {
            return Ok(Some(Self { keys: read_keys(given)? }));
        }
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(Self { keys: read_keys(&text)? })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(SealError::File { path, cause }),
        }
    }

    /// The same vault with a new key in front. What was sealed before still opens.
    ///
    /// # Errors
    /// There is no randomness.
    pub fn with_new_key(&self) -> Result<Self, SealError> {
        let mut keys = vec![random_key()?];
        keys.extend(self.keys.iter().cloned());
        Ok(Self { keys })
    }

    /// The vault with its first key alone.
    pub fn newest(&self) -> Self {
        Self { keys: self.keys.iter().take(1).cloned().collect() }
    }

    /// Puts a new key before those in the data folder's key file, which is made if it is not there.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn rotate(folder: &Path) -> Result<(), SealError> {
        Self::alone(folder, || Self::open(folder, None)?.with_new_key()?.write(folder))
    }

    /// Takes the keys behind the first of this vault out of the data folder's key file. One that came before it in the
    /// meantime stays: a rotation that was begun is not lost.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn forget_older(&self, folder: &Path) -> Result<(), SealError> {
        Self::alone(folder, || {
            let mut kept = Self::open(folder, None)?;
            match kept.keys.iter().position(|key| Some(key) == self.keys.first()) {
                Some(newest) => kept.keys.truncate(newest + 1),
                // Somebody put another file there: profiles are under this key all the same.
                None => kept.keys.extend(self.keys.iter().take(1).cloned()),
            }
            kept.write(folder)
        })
    }

    /// Whoever reads the key file and writes it does so alone: of two at once, the second would take out a key that a server
    /// may have sealed with since.
    fn alone(folder: &Path, work: impl FnOnce() -> Result<(), SealError>) -> Result<(), SealError> {
        let unusable = |cause| SealError::File { path: folder.join(FILE), cause };
        private_file::alone(folder, work).map_err(unusable)?
    }

    /// Writes the keys to the data folder's key file, for its owner alone.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SealError> {
        let path = folder.join(FILE);
        private_file::write(&path, &self.lines()).map_err(|cause| SealError::File { path, cause })
    }

    fn lines(&self) -> String {
        self.keys.iter().map(|key| hex(&key.0) + "\n").collect()
    }

    /// Seals a profile under a new key of its user.
    ///
    /// # Errors
    /// There is no randomness.
    pub fn seal(&self, user_id: &str, profile: &str) -> Result<Sealed, SealError> {
        let user_key = random_key()?;
        let first = self.keys.first().ok_or(SealError::NoKey)?;
        Ok(Sealed {
            user_key: close(first, FOR_USER_KEY, user_id, &user_key.0)?,
            profile: close(&user_key, FOR_PROFILE, user_id, profile.as_bytes())?,
        })
    }

    /// Opens a sealed profile.
    ///
    /// # Errors
    /// It is not this user's, not of this server, or was changed.
    pub fn unseal(&self, user_id: &str, sealed: &Sealed) -> Result<String, SealError> {
        let key = self.user_key(user_id, sealed)?;
        let profile = reveal(&key, FOR_PROFILE, user_id, &sealed.profile)?;
        String::from_utf8(profile).map_err(|_| SealError::NotOurs)
    }

    /// The same profile with its user's key under the first of the server's keys.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn rewrap(&self, user_id: &str, sealed: &Sealed) -> Result<Sealed, SealError> {
        let key = self.user_key(user_id, sealed)?;
        let first = self.keys.first().ok_or(SealError::NoKey)?;
        let user_key = close(first, FOR_USER_KEY, user_id, &key.0)?;
        Ok(Sealed { user_key, profile: sealed.profile.clone() })
    }

    /// Seals an answer that may hold texts with values in them.
    ///
    /// # Errors
    /// There is no randomness.
    pub fn seal_answer(&self, user_id: &str, answer: &[u8]) -> Result<Vec<u8>, SealError> {
        close(self.keys.first().ok_or(SealError::NoKey)?, FOR_ANSWER, user_id, answer)
    }

    /// Opens a sealed answer.
    ///
    /// # Errors
    /// It is not this user's, or of a key that is gone.
    pub fn open_answer(&self, user_id: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
        let open = |key| reveal(key, FOR_ANSWER, user_id, sealed).ok();
        self.keys.iter().find_map(open).ok_or(SealError::NotOurs)
    }

    /// Leaves a box for later starts to try their key on.
    ///
    /// # Errors
    /// There is no randomness.
    pub fn first_box(&self) -> Result<Sealed, SealError> {
        self.seal(FIRST_USER, FIRST_WORDS)
    }

    /// Marks under a key that is made from the one in the first box.
    ///
    /// # Errors
    /// The box is of another key.
    pub fn marks(&self, first: &Sealed) -> Result<Marks, SealError> {
        if self.unseal(FIRST_USER, first)? != FIRST_WORDS {
            return Err(SealError::NotOurs);
        }
        Marks::new(&self.user_key(FIRST_USER, first)?.0)
    }

    /// What tells the first key from others and opens nothing.
    ///
    /// # Errors
    /// There is no key.
    pub fn print(&self) -> Result<[u8; 32], SealError> {
        let Key(first) = self.keys.first().ok_or(SealError::NoKey)?;
        let mac = Hmac::<Sha256>::new_from_slice(first).map_err(|_| SealError::NoKey)?;
        Ok(mac.chain_update(FOR_PRINT).finalize().into_bytes().into())
    }

    /// The vault with the key alone that opens this.
    ///
    /// # Errors
    /// None does.
    pub fn opener(&self, user_id: &str, sealed: &Sealed) -> Result<Self, SealError> {
        let alone = self.keys.iter().map(|key| Self { keys: vec![key.clone()] });
        alone
            .into_iter()
            .find(|vault| vault.user_key(user_id, sealed).is_ok())
            .ok_or(SealError::NotOurs)
    }

    fn user_key(&self, user_id: &str, sealed: &Sealed) -> Result<Key, SealError> {
        let opened = self
            .keys
            .iter()
            .find_map(|key| reveal(key, FOR_USER_KEY, user_id, &sealed.user_key).ok())
            .and_then(|bytes| bytes.try_into().ok());
        opened.map(Key).ok_or(SealError::NotOurs)
    }
}

fn random<const N: usize>() -> Result<[u8; N], SealError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| SealError::Random(io::Error::other(error)))?;
    Ok(bytes)
}

fn random_key() -> Result<Key, SealError> {
    random().map(Key)
}

fn about(purpose: &str, user_id: &str) -> Vec<u8> {
    [purpose.as_bytes(), b"\0", user_id.as_bytes()].concat()
}

fn close(key: &Key, purpose: &str, user_id: &str, text: &[u8]) -> Result<Vec<u8>, SealError> {
    let nonce: [u8; NONCE] = random()?;
    let payload = Payload { msg: text, aad: &about(purpose, user_id) };
    let sealed = XChaCha20Poly1305::new(&key.0.into())
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| SealError::NotOurs)?;
    Ok([nonce.as_slice(), &sealed].concat())
}

fn reveal(key: &Key, purpose: &str, user_id: &str, sealed: &[u8]) -> Result<Vec<u8>, SealError> {
    let (nonce, text) = sealed.split_first_chunk::<NONCE>().ok_or(SealError::NotOurs)?;
    let payload = Payload { msg: text, aad: &about(purpose, user_id) };
    XChaCha20Poly1305::new(&key.0.into())
        .decrypt(&XNonce::from(*nonce), payload)
        .map_err(|_| SealError::NotOurs)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read_keys(text: &str) -> Result<Vec<Key>, SealError> {
    let keys: Option<Vec<Key>> = text.split_whitespace().map(read_key).collect();
    keys.filter(|keys| !keys.is_empty()).ok_or(SealError::NoKey)
}

fn read_key(text: &str) -> Option<Key> {
    if text.len() != 2 * KEY || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    let bytes: Vec<u8> = (0..KEY).map(|n| digit(2 * n)).collect::<Option<_>>()?;
    bytes.try_into().ok().map(Key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFILE: &str = r#"{"firstName":"Kanarie"}"#;

    fn vault() -> Vault {
        Vault { keys: vec![random_key().unwrap()] }
    }

    #[test]
    fn what_is_sealed_opens_for_its_user_alone() {
        let vault = vault();
        let sealed = vault.seal("ada", PROFILE).unwrap();
        assert_eq!(vault.unseal("ada", &sealed).unwrap(), PROFILE);
        assert!(vault.unseal("eve", &sealed).is_err(), "another user's row");
        assert!(self::vault().unseal("ada", &sealed).is_err(), "another server");
        let all = [sealed.user_key.as_slice(), &sealed.profile].concat();
        assert!(!all.windows(7).any(|window| window == b"Kanarie"));
        assert_ne!(vault.seal("ada", PROFILE).unwrap(), sealed, "a new key and nonce each time");
    }

    #[test]
    fn a_key_is_64_hexadecimal_digits() {
        let folder = tempfile::tempdir().unwrap();
        let opens = |given: &str| Vault::open(folder.path(), Some(given)).is_ok();
        assert!(opens(&"0aF9".repeat(16)) && opens(&format!("{0}\n{0}\n", "0aF9".repeat(16))));
        for given in ["", "00", &"0".repeat(63), &"0".repeat(66), &"+1".repeat(32), &"g".repeat(64)]
        {
            assert!(!opens(given), "{given}");
        }
    }

    #[test]
    fn rotations_at_once_take_no_key_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let first = Vault::open(path, None).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..8).for_each(|_| Vault::rotate(path).unwrap()));
            }
        });
        let all = Vault::open(path, None).unwrap();
        assert_eq!((all.keys.len(), all.keys.last()), (65, first.keys.first()));
        assert_eq!(std::fs::read_dir(path).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_is_forgotten_is_older() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        Vault::open(path, None).unwrap();
        Vault::rotate(path).unwrap();
        let seen = Vault::open(path, None).unwrap();
        // A rotation that is begun while another one ends.
        Vault::rotate(path).unwrap();
        let begun = Vault::open(path, None).unwrap();
        seen.newest().forget_older(path).unwrap();
        let kept = Vault::open(path, None).unwrap();
        assert_eq!(kept.keys, begun.keys[..2]);
        let other = vault();
        other.write(path).unwrap();
        seen.newest().forget_older(path).unwrap();
        let kept = Vault::open(path, None).unwrap().keys;
        assert_eq!(kept, [other.keys, seen.newest().keys].concat(), "none that was there goes");
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let vault = vault();
        let sealed = vault.seal("ada", PROFILE).unwrap();
        for at in 0..sealed.user_key.len() {
            let mut changed = sealed.clone();
            changed.user_key[at] ^= 1;
            assert!(vault.unseal("ada", &changed).is_err(), "key, byte {at}");
        }
        for at in 0..sealed.profile.len() {
            let mut changed = sealed.clone();
            changed.profile[at] ^= 1;
            assert!(vault.unseal("ada", &changed).is_err(), "profile, byte {at}");
        }
        let empty = Sealed { user_key: Vec::new(), profile: Vec::new() };
        assert!(vault.unseal("ada", &empty).is_err());
    }

    #[test]
    fn answers_are_sealed_and_marks_outlive_a_rotation() {
        let (vault, other) = (vault(), self::vault());
        let sealed = vault.seal_answer("ada", b"plan").unwrap();
        assert_eq!(vault.with_new_key().unwrap().open_answer("ada", &sealed).unwrap(), b"plan");
        assert!(
            vault.open_answer("eve", &sealed).is_err()
                && other.open_answer("ada", &sealed).is_err()
        );
        let first = vault.first_box().unwrap();
        let print = |vault: &Vault, first| vault.marks(first).unwrap().fingerprint(b"a");
        let both = vault.with_new_key().unwrap();
        let moved = both.rewrap(FIRST_USER, &first).unwrap();
        assert_eq!(print(&vault, &first), print(&both.newest(), &moved), "also after a rotation");
        assert_ne!(print(&vault, &first), print(&vault, &vault.first_box().unwrap()));
        assert!(other.marks(&first).is_err(), "nobody else can compare");
        assert!(vault.marks(&vault.seal(FIRST_USER, "other words").unwrap()).is_err());
        assert!(vault.marks(&vault.seal("ada", FIRST_WORDS).unwrap()).is_err());
    }

    #[test]
    fn a_new_key_takes_over_step_by_step() {
        let folder = tempfile::tempdir().unwrap();
        let old = Vault::open(folder.path(), None).unwrap();
        let sealed = old.seal("ada", PROFILE).unwrap();
        let both = old.with_new_key().unwrap();
        both.write(folder.path()).unwrap();
        assert_eq!(both.unseal("ada", &sealed).unwrap(), PROFILE);
        let moved = both.rewrap("ada", &sealed).unwrap();
        let new = both.newest();
        assert!(new.unseal("ada", &sealed).is_err());
        assert_eq!(new.unseal("ada", &moved).unwrap(), PROFILE);
        assert!(old.unseal("ada", &moved).is_err());
    }

    #[test]
    fn the_key_is_made_once_for_its_owner_alone_and_is_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        assert_eq!(Vault::open(folder.path(), None).unwrap(), vault);
        let text = fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(!format!("{vault:?}").contains(text.trim()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(Vault::open(folder.path(), Some(text.trim())).unwrap(), vault);
        for wrong in ["", "abc", &"g".repeat(64), &"a".repeat(63)] {
            assert!(Vault::open(folder.path(), Some(wrong)).is_err(), "{wrong}");
        }
    }
}
