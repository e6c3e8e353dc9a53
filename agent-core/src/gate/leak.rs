//! Whether an address carries something of the person's away: as it is, encoded, or cut into pieces.

use crate::bind::Source;

/// Shorter values are too common to be told from an address's own letters.
const MIN_LENGTH: usize = 5;
/// Encodings inside encodings that are looked into.
const DEPTH: usize = 3;
/// Readings of one address that are looked at.
const MAX_READINGS: usize = 200;

/// Whether a URL carries a value of the person's, in an encoding that can be undone.
pub fn carries_value(url: &str, source: &Source<'_>) -> bool {
    let after_host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host_ends = after_host.find(['/', '?', '#']).unwrap_or(after_host.len());
    let host = after_host.get(..host_ends).unwrap_or_default();
    let readings = readings(after_host.get(host_ends..).unwrap_or_default(), host);
    source.values().iter().any(|(_, value)| {
        let value = plain(value.reveal());
        let backwards: String = value.chars().rev().collect();
        value.chars().count() >= MIN_LENGTH
            && readings.iter().any(|text| text.contains(&value) || text.contains(&backwards))
    })
}

/// Letters and digits alone, in lower case: what an encoding of separators does not change.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// All that the part of an address after its host may say, and its host's labels.
fn readings(rest: &str, host: &str) -> Vec<String> {
    let mut texts: Vec<String> = vec![rest.to_owned(), host.to_owned()];
    let mut found = Vec::new();
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for text in texts.iter().take(MAX_READINGS) {
            let unescaped = unescape(text);
            let pieces: Vec<&str> = pieces(&unescaped);
            // Values of parameters and parts of the path, put together in order.
            let values: String = pieces
                .iter()
                .map(|piece| piece.split_once('=').map_or(*piece, |(_, value)| value))
                .collect();
            for piece in pieces.iter().copied().chain([values.as_str()]) {
                let value = piece.split_once('=').map_or(piece, |(_, value)| value);
                next.extend([piece, value].iter().flat_map(|text| decodings(text)));
            }
            found.push(plain(&values));
            found.push(plain(&unescaped));
            if unescaped != *text {
                next.push(unescaped);
            }
        }
        texts = next;
    }
    found.truncate(MAX_READINGS * DEPTH);
    found
}

fn pieces(text: &str) -> Vec<&str> {
    text.split(['/', '?', '&', '#', ';', '.', ',']).filter(|piece| !piece.is_empty()).collect()
}

/// What base64 and hexadecimal text stands for, where it is text.
fn decodings(piece: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let trimmed = piece.trim_end_matches('=');
    if trimmed.len() >= MIN_LENGTH {
        texts.extend(base64(trimmed).and_then(|bytes| String::from_utf8(bytes).ok()));
        texts.extend(hexadecimal(trimmed).and_then(|bytes| String::from_utf8(bytes).ok()));
    }
    texts
}

/// Base64 of either alphabet, without its padding (RFC 4648 §4, §5).
fn base64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| {
        Some(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        })
    };
    let (mut bits, mut held, mut bytes) = (0_u32, 0_u32, Vec::new());
    for byte in text.bytes() {
        bits = (bits << 6 | u32::from(digit(byte)?)) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).ok()?);
        }
    }
    Some(bytes)
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .chars()
        .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
        .collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

/// Percent-encoding undone (RFC 3986 §2.1), a plus as a space; what is no UTF-8 becomes a mark.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'%')
            .then(|| after.get(..2).and_then(|two| std::str::from_utf8(two).ok()))
            .flatten()
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use shared_types::Profile;

    use super::*;

    #[test]
    fn a_value_is_found_however_it_is_wrapped() {
        let profile: Profile = serde_json::from_str(
            r#"{"firstName": "Zo", "lastName": "Quixley", "email": "zo.quixley@mail.example",
                "address": {"city": "São Paulo"}, "phone": "+44 20 7946 0958"}"#,
        )
        .unwrap();
        let source = Source { profile: &profile, record: None };
        for (url, carries) in [
            ("https://site.example/next?page=2&sort=asc", false),
            ("https://site.example/zone/a", false),
            ("https://site.example/", false),
            ("https://site.example/?n=Quixley", true),
            ("https://site.example/QUIXLEY/1", true),
            ("https://site.example/#Quixley", true),
            ("https://site.example/?e=zo.quixley%40mail.example", true),
            ("https://site.example/?e=zo%252Equixley%2540mail.example", true),
            ("https://site.example/?e=UXVpeGxleQ==", true),
            ("https://site.example/?e=UXVpeGxleQ", true),
            ("https://site.example/?e=51756978 6c6579", false),
            ("https://site.example/?e=517569786c6579", true),
            ("https://site.example/?a=Qui&b=xley", true),
            ("https://site.example/Qui/xley", true),
            ("https://site.example/?q=yelxiuq", true),
            ("https://site.example/?t=442079460958", true),
            ("https://site.example/?c=S%C3%A3o+Paulo", true),
            ("https://quixley.site.example/", true),
            ("https://site.example/?e=VVhWcGVHeGxlUT09", true),
        ] {
            assert_eq!(carries_value(url, &source), carries, "{url}");
        }
    }
}
