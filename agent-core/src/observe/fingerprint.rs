//! Fingerprints: the same field has the same one on every visit.

use std::collections::HashMap;

/// FNV-1a, 64 bit (draft-eastlake-fnv).
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// Hands out fingerprints for one page.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// The fingerprint of what these parts describe. The second of two equal ones counts as another.
    pub(super) fn next(&mut self, parts: &[&str]) -> String {
        let base = hash(OFFSET, parts);
        let ordinal = self.seen.entry(base).and_modify(|n| *n += 1).or_insert(0);
        format!("{:016x}", hash(base, &[&ordinal.to_string()]))
    }
}

fn hash(start: u64, parts: &[&str]) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    parts.iter().fold(start, |hash, part| part.bytes().chain([0x1f]).fold(hash, step))
}

/// An id or name without what changes from visit to visit: tokens that are a number or look random.
pub(super) fn stable(name: &str) -> String {
    let mut out = String::new();
    for token in name.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = token.trim_end_matches(|c: char| !c.is_alphanumeric());
        out.push_str(if is_random(word) { "#" } else { word });
        out.push_str(token.get(word.len()..).unwrap_or_default());
    }
    out
}

/// A number, a hexadecimal run, or letters and digits that alternate, as in React's `:r1a:`. A word with a
/// number behind it (`address2`) is not random.
fn is_random(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    if digits == 0 || word.is_empty() {
        return false;
    }
    let letters = word.chars().count() - digits;
    let changes = word
        .chars()
        .zip(word.chars().skip(1))
        .filter(|(a, b)| a.is_ascii_digit() != b.is_ascii_digit())
        .count();
    let hexadecimal = word.len() >= 8 && word.chars().all(|c| c.is_ascii_hexdigit());
    let short_counter = word.len() <= 4 && (letters <= 1 || changes >= 2);
    letters == 0 || hexadecimal || changes >= 3 || short_counter
}
