//! Files of other programs as a profile: JSON Resume, contacts (vCard), tables of addresses (CSV), and CVs as text, PDF or
//! DOCX; and tables whose rows fill one form each (`rows`). By rules, and only what is plainly there: what is in doubt is left out or named as a problem.
//!
//! Nothing here does IO, and no error or problem holds a value. A file is told by its content first, then by its name.
//! What a file unpacks to is bounded (`limits`, `budget`), and no file makes this panic.

#[macro_use]
extern crate agent_core;

mod budget;
mod contact;
mod cv;
mod decode;
mod docx;
mod draft;
mod error;
mod json_resume;
mod kind;
mod limits;
mod pdf;
pub mod rows;
mod source;
mod table;
mod vcard;

use agent_core::person::{file, profiles};
use shared_types::import::{FileFormat, FileFound, FileProblem};

pub use error::ImportError;
use kind::Kind;
pub use limits::{LIMIT, MAX_COLUMNS, MAX_ENTRIES, MAX_PROBLEMS, MAX_ROWS, TABLE_LIMIT};
use source::Source;

/// Says where the texts for the person come from ([`agent_core::catalogue`]); English without.
pub fn set_texts(source: impl Fn(&str) -> Option<String> + 'static) {
    agent_core::catalogue::set_source(source);
}

/// What is in a file. `name` is its name, for its ending.
pub fn read(name: &str, bytes: &[u8]) -> Result<FileFound, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    let kind = kind::of(name, bytes)?;
    if bytes.len() > LIMIT && !matches!(kind, Kind::Json(_)) {
        return Err(ImportError::too_large(bytes.len()));
    }
    let found = match kind {
        Kind::Json(text) => json(&text, bytes.len()),
        Kind::VCard(text) => vcard::read(&text),
        Kind::Table(text) => table::read(&text),
        Kind::Text(text) => cv::read(&Source::of(text)?),
        Kind::Pdf => cv::read(&pdf::text(bytes)?),
        Kind::Docx => cv::read(&docx::text(bytes)?),
    };
    found.map(|found| FileFound { problems: told(found.problems), ..found })
}

/// As many problems as a person would read, and how many more there are.
fn told(mut problems: Vec<FileProblem>) -> Vec<FileProblem> {
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        problems.truncate(MAX_PROBLEMS);
        let reason = msg!("import_and_more", count = more);
        problems.push(FileProblem { path: "…".to_owned(), reason });
    }
    problems
}

/// A JSON Resume, or a profile as Vaulty exports it.
fn json(text: &str, size: usize) -> Result<FileFound, ImportError> {
    let tree: Option<serde_json::Value> = serde_json::from_str(text).ok();
    if let Some(tree) = tree.as_ref().filter(|tree| json_resume::is_one(tree)) {
        return if size > LIMIT {
            Err(ImportError::too_large(size))
        } else {
            json_resume::read(tree)
        };
    }
    if tree.as_ref().is_some_and(|tree| !limits::fits(tree)) {
        return Err(ImportError::TooManyEntries);
    }
    if let Some(several) = tree.as_ref().and_then(profiles::of_file) {
        let (several, problems) = several.map_err(ImportError::Profile)?;
        return Ok(FileFound { several, problems, ..FileFound::default() });
    }
    let found = file::read(text).map_err(ImportError::Profile)?;
    Ok(FileFound {
        format: FileFormat::Profile,
        profile: found.profile,
        problems: found.problems,
        ..FileFound::default()
    })
}
