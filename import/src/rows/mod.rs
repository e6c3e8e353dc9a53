//! A table whose rows fill one form each: CSV, TSV, JSON lines or XLSX. Its columns keep the person's names for them; what
//! a column is for is decided where a form is read.

use shared_types::import::TableFound;

use crate::{decode, error::ImportError, limits::TABLE_LIMIT, table};
use collect::Rows;

mod collect;
mod lines;
mod ordered;
mod sheet;

/// What is in a table. `name` is the file's, for its ending.
pub fn read(name: &str, bytes: &[u8]) -> Result<TableFound, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    if bytes.len() > TABLE_LIMIT {
        return Err(ImportError::TableTooLarge(bytes.len().div_ceil(1024 * 1024)));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return sheet::read(bytes);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(ImportError::OtherTable);
    }
    let text = decode::text(bytes).ok_or(ImportError::OtherTable)?;
    let mut notes = Vec::new();
    if std::str::from_utf8(bytes).is_err() && !is_marked(bytes) {
        notes.push(msg!("rows_not_utf8"));
    }
    let begins = text.trim_start();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let is_json = begins.starts_with(['{', '['])
        || matches!(ending.as_deref(), Some("json" | "jsonl" | "ndjson"));
    let mut rows = Rows::new(notes);
    if is_json {
        lines::read(begins, &mut rows)?;
    } else if begins.starts_with('<') {
        return Err(ImportError::OtherTable);
    } else {
        separated(begins, &mut rows)?;
    }
    rows.found()
}

/// Whether a byte order mark says what it is.
fn is_marked(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

fn separated(text: &str, rows: &mut Rows) -> Result<(), ImportError> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = u8::try_from(table::delimiter(first)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    for record in reader.records() {
        let record = record.map_err(|_| ImportError::Damaged("CSV"))?;
        rows.add(record.iter().map(str::to_owned).collect())?;
    }
    Ok(())
}
