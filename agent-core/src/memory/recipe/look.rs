//! How fields and pages are known again, as digests.

use sha2::{Digest, Sha256};
use shared_types::{Field, Observation};

use crate::{gate::meaning, text::fold};

/// A part of a digest: 64 bits tell the fields of a form apart.
const BYTES: usize = 8;
/// Letters of a name that tell something: `q1` does not.
const SHORTEST_NAME: usize = 3;

/// Parts, one after the other, as 16 hexadecimal digits.
pub(super) fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// The words that people read of a field, and where it stands.
pub(in super::super) fn words(field: &Field) -> String {
    let texts = texts(field);
    if texts.iter().take(2).all(|text| text.is_empty()) {
        return String::new();
    }
    let mut parts = vec![field.tag.as_str(), field.kind.as_str()];
    parts.extend(texts.iter().map(String::as_str));
    digest(&parts)
}

/// Its label, else what stands in it, its group and its section: their words and symbols.
pub(super) fn texts(field: &Field) -> [String; 3] {
    let label = if field.label.trim().is_empty() { &field.placeholder } else { &field.label };
    let more = |text: &Option<String>| meaning(text.as_deref().unwrap_or_default());
    [meaning(label), more(&field.group), more(&field.section)]
}

/// What explains a field beside its words: what stands in it, what describes it, and what stands beside it without its
/// numbers, for some count what was typed. Empty where nothing does.
pub(super) fn more(field: &Field) -> String {
    let nearby = fold(field.nearby.as_deref().unwrap_or_default());
    let is_count = |word: &&str| !word.chars().any(char::is_alphabetic);
    let nearby: Vec<&str> = nearby.split(' ').filter(|word| !is_count(word)).collect();
    let nearby = nearby.join(" ");
    let described = meaning(field.described_by.as_deref().unwrap_or_default());
    let placeholder = meaning(&field.placeholder);
    let mut texts = vec![placeholder.as_str(), described.as_str()];
    texts.extend(Some(nearby.as_str()).filter(|text| !text.is_empty()));
    if texts.iter().all(|text| text.is_empty()) { String::new() } else { digest(&texts) }
}

/// All that is read of a field, by people and by programs. `None` where people read nothing of it: such fields are all alike.
pub fn of(field: &Field) -> Option<String> {
    let words = words(field);
    let said = field.accessible_name.as_deref().unwrap_or_default();
    let all = [&words, &names(field), &more(field), said, &field.autocomplete];
    (!words.is_empty()).then(|| digest(&all))
}

/// The path of an address, in which parts that differ from visit to visit are stars.
pub fn place_of(url: &str) -> String {
    pattern(path_of(url))
}

/// What programmers call a field, without what numbers it.
pub(super) fn names(field: &Field) -> String {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let is_random = |text: &str| letters(text) < SHORTEST_NAME;
    if is_random(&field.name) && is_random(&field.id) {
        return String::new();
    }
    digest(&[&field.tag, &field.kind, &field.name, &field.id])
}

/// Which fields a page shows.
pub fn signature(observation: &Observation) -> String {
    let seen = observation.fields.iter().filter(|field| field.visible != Some(false));
    let mut prints: Vec<&str> = seen.filter_map(|field| field.fingerprint.as_deref()).collect();
    prints.sort_unstable();
    digest(&prints)
}

/// A path in which parts that differ from visit to visit are stars.
pub(super) fn pattern(path: &str) -> String {
    pattern_where(path, &|_| true)
}

/// A path in which parts that differ from visit to visit, or hold something of the person's, are stars.
pub(super) fn pattern_where(path: &str, is_clean: &impl Fn(&str) -> bool) -> String {
    let plain = path.split(['?', '#']).next().unwrap_or_default();
    let part = |part: &str| {
        if part.is_empty() || is_word(part) && is_clean(part) {
            part.to_owned()
        } else {
            "*".to_owned()
        }
    };
    let pattern = plain.split('/').map(part).collect::<Vec<_>>().join("/");
    if pattern.starts_with('/') { pattern } else { format!("/{pattern}") }
}

/// Whether a pattern is one of this path; what a recipe has a star for may be anything.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let (mut parts, mut others) = (pattern.split('/'), path.split('/'));
    loop {
        match (parts.next(), others.next()) {
            (None, None) => return true,
            (Some(part), Some(other)) if part == "*" && !other.is_empty() || part == other => {}
            _ => return false,
        }
    }
}

/// Whether a part of a path is the same at every visit: small letters and signs between them.
pub(super) fn is_word(part: &str) -> bool {
    const LONGEST: usize = 30;
    part.len() <= LONGEST
        && part.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '.'))
}

/// The path of an address.
pub(super) fn path_of(url: &str) -> &str {
    let plain = url.split(['?', '#']).next().unwrap_or_default();
    let rest = plain.split_once("://").map_or("", |(_, rest)| rest);
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
}
