//! Why a file was not read. Each says what to do, and none repeats what is in the file.

use thiserror::Error;

use crate::limits::LIMIT;

/// Why a file was not read, for the person.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    /// There is nothing in it.
    #[error("This file is empty. Choose another one.")]
    Empty,
    /// It is larger than [`LIMIT`]: how large, in megabytes.
    #[error(
        "This file is too large: {0} MB. The limit is {limit} MB. Save it without pictures, then choose it again.",
        limit = LIMIT / (1024 * 1024)
    )]
    TooLarge(usize),
    /// Unpacked, it would be far larger than any CV.
    #[error(
        "This file unpacks to far more than a CV holds, so Vaulty stopped reading. Save it anew, then choose it again."
    )]
    TooMuch,
    /// Passwords of a browser or of a password manager.
    #[error("This file holds passwords. Vaulty takes addresses, not passwords.")]
    Passwords,
    /// A picture.
    #[error("This file is a picture. Vaulty reads text only: choose your CV as PDF, DOCX or text.")]
    Picture,
    /// A PDF without text.
    #[error(
        "This PDF is a scan: it holds pictures of pages and no text. Choose the PDF or DOCX that your CV was written in, or run text recognition (OCR) on the scan first."
    )]
    Scan,
    /// A PDF with a password.
    #[error("This PDF is locked with a password. Save it without one, then choose it again.")]
    Locked,
    /// It says that it is of a kind, and can't be read as that.
    #[error("This {0} file is damaged. Save or export it again, then choose the new file.")]
    Damaged(&'static str),
    /// A document that can be saved as one that is read: what it is.
    #[error("Vaulty doesn’t read {0}. Save it as PDF, DOCX or text, then choose the new file.")]
    OtherDocument(&'static str),
    /// Something else.
    #[error(
        "Vaulty doesn’t know this kind of file. Choose a CV (PDF, DOCX or text), a contact (VCF), addresses (CSV), a JSON Resume, or a profile that Vaulty exported."
    )]
    Unknown,
    /// A table with no column that a profile has.
    #[error(
        "Vaulty knows none of this table’s columns. Its first line has to name them, such as Name, Street, City, Country, E-mail."
    )]
    NoColumns,
    /// Several people: how many entries.
    #[error(
        "This file holds {0} people, and Vaulty can’t tell which one is you. Export your own entry alone, then choose that file."
    )]
    SeveralPeople(usize),
    /// Nothing of a profile was found: what it was read as.
    #[error("Nothing for your profile was found in this {0}. Nothing was changed.")]
    Nothing(&'static str),
    /// It is no profile of Vaulty's, in its reader's words.
    #[error("{0}")]
    Profile(String),
}

impl ImportError {
    /// Of a file of that many bytes.
    pub(crate) fn too_large(size: usize) -> Self {
        Self::TooLarge(size.div_ceil(1024 * 1024))
    }
}
