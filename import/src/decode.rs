//! Bytes as text: by a byte order mark, as UTF-8 where that fits, else as Windows-1252, which ISO 8859-1 is part of
//! (WHATWG Encoding).

use encoding_rs::{Encoding, WINDOWS_1252};

use crate::limits::MAX_UNPACKED;

/// The text of a file; `None` for what is no text.
pub(crate) fn text(bytes: &[u8]) -> Option<String> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(bytes.get(mark..)?);
        return Some(text.into_owned());
    }
    if bytes.iter().take(MAX_UNPACKED).any(|byte| is_binary(*byte)) {
        return None;
    }
    Some(as_text(bytes))
}

/// Bytes that are text of one kind or the other.
pub(crate) fn as_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// Bytes in an encoding by its name; as [`as_text`] where there is none of that name.
pub(crate) fn labelled(bytes: &[u8], label: &str) -> String {
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        None => as_text(bytes),
    }
}

/// Control characters that no text has. Tab, line feed, form feed, carriage return and the end of a file of old are.
fn is_binary(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | 0x0b | 0x0c | b'\r' | 0x1a | 0x1b)
}
