//! Addresses that digital money is sent to, known by the check digits that they carry: a token of letters and digits
//! that somebody drew is none.

use sha2::{Digest, Sha256};

/// Longest address that is looked at; Bitcoin's invoices are the longest that are in use.
const LONGEST: usize = 500;
/// Length of a public key that is an address by itself, as Solana's are, in bytes.
const KEY: usize = 32;
/// How many letters in base 58 have such a key: fewer do for one key in a thousand.
const KEY_LETTERS: std::ops::RangeInclusive<usize> = 43..=44;
/// What base58check adds to a hash, and the fewest bytes of such a hash with its version.
const CHECK: usize = 4;
const HASH: usize = 21;

/// Whether a word is an address of a digital currency: Ethereum's, one in base 58 with its check, or in bech32.
pub(crate) fn is_wallet(word: &str) -> bool {
    word.len() <= LONGEST && (is_hexadecimal(word) || is_base58(word) || is_bech32(word))
}

/// EIP-55, without its check: most write it in one case.
fn is_hexadecimal(word: &str) -> bool {
    let hash = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    hash.is_some_and(|hash| hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_base58(word: &str) -> bool {
    let Some(bytes) = base58(word) else { return false };
    let is_key = bytes.len() == KEY && KEY_LETTERS.contains(&word.len());
    let hash = bytes.split_last_chunk::<CHECK>().filter(|(hash, _)| hash.len() >= HASH);
    is_key
        || hash.is_some_and(|(hash, check)| Sha256::digest(Sha256::digest(hash)).starts_with(check))
}

/// The bytes of a text in base 58, as Bitcoin writes it.
fn base58(word: &str) -> Option<Vec<u8>> {
    const LETTERS: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    // The last byte first.
    let mut bytes: Vec<u8> = Vec::new();
    for letter in word.chars() {
        let mut carry = u16::try_from(LETTERS.find(letter)?).ok()?;
        for byte in &mut bytes {
            let [low, high] = (u16::from(*byte) * 58 + carry).to_le_bytes();
            (*byte, carry) = (low, u16::from(high));
        }
        bytes.extend(u8::try_from(carry).ok().filter(|carry| *carry > 0));
    }
    bytes.extend(word.bytes().take_while(|letter| *letter == b'1').map(|_| 0));
    bytes.reverse();
    Some(bytes)
}

/// BIP 173, and BIP 350: what it begins with, `1`, and letters of which the last six check the others.
fn is_bech32(word: &str) -> bool {
    const LETTERS: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const SUMS: [u32; 2] = [1, 0x2bc8_30a3];
    /// Twenty bytes, and six letters that check them.
    const FEWEST: usize = 38;
    let lower = word.to_ascii_lowercase();
    let is_one_case = lower == word || word.to_ascii_uppercase() == word;
    let Some((name, data)) = lower.rsplit_once('1').filter(|_| is_one_case) else { return false };
    if data.len() < FEWEST {
        return false;
    }
    let Some(data) = data.chars().map(|letter| LETTERS.find(letter)).collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    let high = name.bytes().map(|byte| u32::from(byte >> 5));
    let low = name.bytes().map(|byte| u32::from(byte & 31));
    let data = data.into_iter().filter_map(|place| u32::try_from(place).ok());
    SUMS.contains(&polymod(high.chain([0]).chain(low).chain(data)))
}

/// The sum that bech32 checks by.
fn polymod(values: impl Iterator<Item = u32>) -> u32 {
    const STEPS: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    values.fold(1, |sum, value| {
        let top = sum >> 25;
        let next = ((sum & 0x01ff_ffff) << 5) ^ value;
        let steps = STEPS.iter().enumerate().filter(|(bit, _)| top >> bit & 1 == 1);
        steps.fold(next, |sum, (_, step)| sum ^ step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_money_are_known_by_their_check() {
        let check = |word: &str, expected: bool| assert_eq!(is_wallet(word), expected, "{word}");
        for address in [
            "1A5AUMExiWvPQvp2uXm1FU3u9onB5oQvpf",
            "3AmBPtjQGREmW6WU2dRbg6QqJL4tZNLwRX",
            "TK3NUQcgsF3La6sfVoQimck34bXVG1iMpj",
            "LUJ7jZYnoBASfjWC5fkJXV7fN29TCH4tro",
            "DEDG1cBc1vpfwvzde7kZoEDW2wWUJg8yHT",
            "t1SwmUgf6gqhz1Zrvqxa8PH9pQTyFrvistM",
            "bc1qvwpt8nygzsftw7lu4mksycqpcqxeuvp90jfnxx",
            "ltc1pvwpt8nygzsftw7lu4mksycqpcqxeuvp94v5skl",
            "cosmos1vwpt8nygzsftw7lu4mksycqpcqxeuvp9eghczt",
        ] {
            check(address, true);
            // One letter is another: it checks no more.
            for place in 0..address.len() {
                let other = if &address[place..=place] == "q" { "p" } else { "q" };
                check(&format!("{}{other}{}", &address[..place], &address[place + 1..]), false);
            }
            check(&address[..address.len() - 1], false);
        }
        check("BC1QVWPT8NYGZSFTW7LU4MKSYCQPCQXEUVP90JFNXX", true);
        check("BC1Qvwpt8nygzsftw7lu4mksycqpcqxeuvp90jfnxx", false);
        check("a12uel5l", false);
        check("CMUJD6zBjrPmg6UzncmHV3rJgH6u8fSG4H6fNJxWtCEs", true);
        check("11aoP6KVmVE79Gb1RqKL56ZW8afK6Wfq3H66LeQECSF", true);
        check("CMUJD6zBjrPmg6UzncmHV3rJgH6u8fSG4H6fNJxWtC0s", false);
        check("0x52908400098527886E0F7030069857D2E4169EE7", true);
        check("0X52908400098527886E0F7030069857D2E4169EE7", true);
        check("0x52908400098527886E0F7030069857D2E4169EE", false);
        check("0x52908400098527886E0F7030069857D2E4169EEg", false);
        check("52908400098527886E0F7030069857D2E4169EE7", false);
    }

    #[test]
    fn what_somebody_drew_is_no_address() {
        // As long as Bitcoin's, and without 0, O, I and l, which one in fifty of such is.
        for token in [
            "19f8a7c6b5d44e3f92a1b9c8d7e6f5a4",
            "3d2c1b9a8f7e4d6c8b5a4f3e2d1c9b8a",
            "1A5AUMExiWvPQvp2uXm1FU3u9onB5oQvpg",
            // As many bytes as a key has, in fewer letters than one is written in.
            "11111111111111111111111111111111",
            "",
        ] {
            assert!(!is_wallet(token), "{token}");
        }
    }

    #[test]
    fn base_58_is_read_as_it_is_written() {
        let check =
            |word: &str, expected: Option<&[u8]>| assert_eq!(base58(word).as_deref(), expected);
        check("", Some(&[]));
        check("1", Some(&[0]));
        check("z", Some(&[57]));
        check("21", Some(&[58]));
        check("5R", Some(&[1, 0]));
        check("115Q", Some(&[0, 0, 255]));
        check("zzz", Some(&[2, 0xfa, 0x27]));
        check("0", None);
        // A hash of twenty bytes without a version.
        assert!(!is_base58("A5AUMExiWvPQvp2uXm1FU3u9onB1KQwJw"));
    }
}
