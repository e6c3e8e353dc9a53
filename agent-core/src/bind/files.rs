//! Documents for file fields.

use shared_types::{operation::FileData, profile::Document};

use super::bound::Unbindable;

/// Media types of files whose document does not say.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("pdf", "application/pdf"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("rtf", "application/rtf"),
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("webp", "image/webp"),
    ("gif", "image/gif"),
    ("zip", "application/zip"),
];

/// The file, if the field's `accept` takes it.
pub(super) fn bind(document: &Document, accept: Option<&str>) -> Result<FileData, Unbindable> {
    if !takes(accept.unwrap_or_default(), document) {
        let accept = accept.unwrap_or_default().to_lowercase();
        return Err(Unbindable::unfit(msg!("bind_the_field_takes_only", accept = accept)));
    }
    let (media_type, _) = media_types(document);
    Ok(FileData { name: document.name.clone(), media_type, data: document.data.clone() })
}

/// The media type that a file goes by, and that of what its name ends in.
fn media_types(document: &Document) -> (String, Option<&'static str>) {
    let extension = extension_of(document);
    let known = MEDIA_TYPES.iter().find(|(known, _)| *known == extension).map(|(_, media)| *media);
    let media_type = match document.media_type.trim() {
        "" => known.unwrap_or("application/octet-stream").to_owned(),
        given => given.to_lowercase(),
    };
    (media_type, known)
}

fn extension_of(document: &Document) -> String {
    let name = document.name.to_lowercase();
    name.rsplit_once('.').map(|(_, extension)| extension.to_owned()).unwrap_or_default()
}

/// Whether a file field takes a file, by its `accept` (HTML, file upload state): extensions, media types and families of
/// them, with commas between. What is neither counts for nothing, as in browsers, and one that names none takes all.
pub(crate) fn takes(accept: &str, document: &Document) -> bool {
    let extension = extension_of(document);
    let (media_type, known) = media_types(document);
    let accepted = |token: &str| match token.strip_prefix('.') {
        Some(wanted) => wanted == extension,
        None => match token.strip_suffix("/*") {
            Some("*") => true,
            Some(family) => media_type.split('/').next() == Some(family),
            None => token == media_type || Some(token) == known,
        },
    };
    let is_token = |token: &str| token.starts_with('.') || token.contains('/');
    let accept = accept.to_lowercase();
    let mut tokens = accept.split(',').map(str::trim).filter(|token| is_token(token)).peekable();
    tokens.peek().is_none() || tokens.any(accepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_decides() {
        for (name, media_type, accept, taken) in [
            ("cv.pdf", "application/pdf", "", true),
            ("cv.pdf", "", ".pdf,.docx", true),
            ("cv.PDF", "", "application/pdf", true),
            ("me.png", "image/png", "image/*", true),
            ("cv.pdf", "application/pdf", "image/*", false),
            ("cv.txt", "", ".pdf, .doc", false),
            ("cv.bin", "", "*/*", true),
            ("cv.pdf", "", "pdf, docx", true),
            ("me.png", "image/png", "pdf, .docx", false),
        ] {
            let document =
                Document { name: name.into(), media_type: media_type.into(), data: "QQ==".into() };
            assert_eq!(bind(&document, Some(accept)).is_ok(), taken, "{name} {accept}");
            assert_eq!(takes(accept, &document), taken, "{name} {accept}");
        }
    }
}
