//! Documents that the person keeps, such as a CV.

use std::collections::BTreeMap;

use shared_types::profile::Document;

use crate::bind;

/// Largest document, in bytes of the file.
pub const LIMIT: usize = 2 * 1024 * 1024;

/// What a file cannot be kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is larger than [`LIMIT`].
    TooLarge,
    /// There is nothing in it.
    Empty,
}

/// Why a file of that many bytes cannot be kept.
pub fn unfit(size: usize) -> Option<Unfit> {
    match size {
        0 => Some(Unfit::Empty),
        1..=LIMIT => None,
        _ => Some(Unfit::TooLarge),
    }
}

/// What a document is kept as: by what was typed, else `cv`; `None` where there is one of that name and nothing was
/// typed.
pub fn name_for(typed: &str, kept: &BTreeMap<String, Document>) -> Option<String> {
    match typed.trim() {
        "" if kept.contains_key("cv") => None,
        "" => Some("cv".to_owned()),
        typed => Some(typed.to_owned()),
    }
}

/// The document of a file. `data` is in base64, `media_type` as the browser says it.
pub fn of_file(name: String, media_type: String, data: String) -> Document {
    let known = Some(media_type).filter(|kind| !kind.is_empty());
    let media_type = known.unwrap_or_else(|| "application/octet-stream".to_owned());
    Document { name, media_type, data: data.into() }
}

/// How large a document is about, in bytes.
pub fn size_of(document: &Document) -> usize {
    document.data.reveal().len() / 4 * 3
}

/// Whether this is a picture, by what the browser or its name says.
pub fn is_picture(document: &Document) -> bool {
    bind::takes_file("image/*", document)
}

/// Whether this is base64 (RFC 4648 §4) of a file within [`LIMIT`].
pub fn check_base64(data: &str) -> Result<(), String> {
    let digits = data.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    if data.is_empty() {
        Err(msg!("person_the_document_is_empty"))
    } else if !data.len().is_multiple_of(4)
        || data.len() - digits.len() > 2
        || !digits.bytes().all(is_digit)
    {
        Err(msg!("person_the_document_is_not_in_base64"))
    } else if digits.len() / 4 * 3 > LIMIT {
        Err(msg!("person_the_document_is_larger_than_2_mb"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_a_document() {
        let check = |data: &str, expected: Result<(), &str>| {
            assert_eq!(
                check_base64(data).as_ref().map_err(String::as_str),
                expected.as_ref().map_err(|why| *why)
            );
        };
        check("QUJD", Ok(()));
        check("QQ==", Ok(()));
        check("", Err("the document is empty"));
        check("QUJ", Err("the document is not in base64"));
        check("Q===", Err("the document is not in base64"));
        check("QU-D", Err("the document is not in base64"));
        check(&"QUJD".repeat(LIMIT / 3), Ok(()));
        check(&"QUJD".repeat(LIMIT / 3 + 1), Err("the document is larger than 2 MB"));
    }

    #[test]
    fn files_are_kept_up_to_the_limit() {
        let check = |size, expected| assert_eq!(unfit(size), expected, "{size}");
        check(0, Some(Unfit::Empty));
        check(1, None);
        check(LIMIT, None);
        check(LIMIT + 1, Some(Unfit::TooLarge));
    }

    #[test]
    fn a_document_without_a_name_is_the_cv() {
        let mut kept = BTreeMap::new();
        assert_eq!(name_for(" ", &kept).as_deref(), Some("cv"));
        let document = of_file("a.pdf".to_owned(), String::new(), "QUJD".to_owned());
        assert_eq!(
            (document.media_type.as_str(), size_of(&document)),
            ("application/octet-stream", 3)
        );
        kept.insert("cv".to_owned(), document);
        assert_eq!(name_for("", &kept), None);
        assert!(is_picture(&of_file(
            "me.JPG".to_owned(),
            "image/jpeg".to_owned(),
            "QUJD".to_owned()
        )));
        assert!(!is_picture(&of_file(
            "cv.pdf".to_owned(),
            "application/pdf".to_owned(),
            "QUJD".to_owned()
        )));
        assert_eq!(name_for(" photo ", &kept).as_deref(), Some("photo"));
    }
}
