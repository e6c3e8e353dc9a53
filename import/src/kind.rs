//! What kind of file it is: by what it begins with, then by its name.

use crate::{decode, error::ImportError, table};

/// A kind of file, with its text where it is one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Json(String),
    VCard(String),
    Table(String),
    Text(String),
    Pdf,
    Docx,
}

/// How pictures begin.
const PICTURES: [&[u8]; 9] = [
    b"\x89PNG\r\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"BM",
    b"II*\0",
    b"MM\0*",
    b"\0\0\x01\0",
    b"8BPS",
];

/// How far into a file the mark of a PDF may stand (ISO 32000-1, annex H, note 13).
const PDF_MARK_WITHIN: usize = 1024;

/// What kind of file it is.
pub(crate) fn of(name: &str, bytes: &[u8]) -> Result<Kind, ImportError> {
    let start = bytes.get(..bytes.len().min(PDF_MARK_WITHIN)).unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = ending.as_deref().unwrap_or_default();
    if start.starts_with(b"PK\x03\x04") {
        return Ok(Kind::Docx);
    }
    if is_picture(bytes) {
        return Err(ImportError::Picture);
    }
    if start.windows(5).any(|window| window == b"%PDF-") {
        return Ok(Kind::Pdf);
    }
    if start.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(ImportError::OtherDocument(key!("import_documents_of_word_before_2007_doc")));
    }
    let Some(text) = decode::text(bytes) else { return Err(ImportError::Unknown) };
    let begins = text.trim_start();
    let has =
        |mark: &str| begins.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
    if begins.is_empty() {
        Err(ImportError::Empty)
    } else if has("{\\rtf") {
        Err(ImportError::OtherDocument("RTF"))
    } else if has("<") {
        Err(ImportError::OtherDocument(key!("import_web_pages_and_xml")))
    } else if begins.starts_with(['{', '[']) || ending == "json" {
        Ok(Kind::Json(text))
    } else if has("BEGIN:VCARD") {
        Ok(Kind::VCard(text))
    } else if ending == "vcf" || ending == "vcard" {
        Err(ImportError::Damaged("VCF"))
    } else if ending == "csv" || ending == "tsv" || table::is_one(&text) {
        Ok(Kind::Table(text))
    } else {
        Ok(Kind::Text(text))
    }
}

fn is_picture(bytes: &[u8]) -> bool {
    let inside = |at: usize, mark: &[u8]| bytes.get(at..at + mark.len()) == Some(mark);
    let container = [b"heic".as_slice(), b"heix", b"mif1", b"avif"];
    // "BM" may begin a text as well; a bitmap's header has zeros.
    let is_text = bytes.starts_with(b"BM") && !bytes.iter().take(64).any(|byte| *byte == 0);
    !is_text && PICTURES.iter().any(|mark| bytes.starts_with(mark))
        || inside(0, b"RIFF") && inside(8, b"WEBP")
        || inside(4, b"ftyp") && container.iter().any(|brand| inside(8, brand))
}
