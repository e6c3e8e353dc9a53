//! Why a file was not read. Each says what to do, and none repeats what is in the file.

use std::fmt;

use agent_core::catalogue;

use crate::limits::{LIMIT, MAX_COLUMNS, MAX_ENTRIES, MAX_ROWS, TABLE_LIMIT};

/// Why a file was not read, for the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing in it.
    Empty,
    /// It is larger than [`LIMIT`]: how large, in megabytes.
    TooLarge(usize),
    /// It holds, or unpacks to, far more than any CV.
    TooMuch,
    /// A file of Vaulty's own with more entries than a profile has, or longer names.
    TooManyEntries,
    /// Passwords of a browser or of a password manager.
    Passwords,
    /// A picture.
    Picture,
    /// A PDF without text.
    Scan,
    /// A PDF with a password.
    Locked,
    /// It says that it is of a kind, and can't be read as that.
    Damaged(&'static str),
    /// A document that can be saved as one that is read: the key of what it is, or its name.
    OtherDocument(&'static str),
    /// Something else.
    Unknown,
    /// A table with no column that a profile has.
    NoColumns,
    /// A table larger than [`TABLE_LIMIT`]: how large, in megabytes.
    TableTooLarge(usize),
    /// A workbook that unpacks to more than any table.
    TooMuchTable,
    /// A workbook with a password.
    LockedTable,
    /// No table, or one that can be saved as one that is read.
    OtherTable,
    /// More rows than [`MAX_ROWS`].
    TooManyRows,
    /// More columns than [`MAX_COLUMNS`].
    TooManyColumns,
    /// A table without a row below the names of its columns.
    NoRows,
    /// JSON that is no list of objects.
    NoObjects,
    /// Several people: how many entries.
    SeveralPeople(usize),
    /// Nothing of a profile was found: the key of what it was read as, or its name.
    Nothing(&'static str),
    /// It is no profile of Vaulty's, in its reader's words.
    Profile(String),
}

impl ImportError {
    /// Of a file of that many bytes.
    pub(crate) fn too_large(size: usize) -> Self {
        Self::TooLarge(size.div_ceil(1024 * 1024))
    }
}

impl std::error::Error for ImportError {}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Empty => msg!("import_empty"),
            Self::TooLarge(size) => {
                msg!("import_too_large", size = size, limit = LIMIT / (1024 * 1024))
            }
            Self::TooMuch => msg!("import_too_much"),
            Self::TooManyEntries => msg!("import_too_many_entries", limit = MAX_ENTRIES),
            Self::Passwords => msg!("import_passwords"),
            Self::Picture => msg!("import_picture"),
            Self::Scan => msg!("import_scan"),
            Self::Locked => msg!("import_locked"),
            Self::Damaged(kind) => msg!("import_damaged", kind = kind),
            Self::OtherDocument(what) => {
                msg!("import_other_document", what = catalogue::text(what))
            }
            Self::Unknown => msg!("import_unknown"),
            Self::NoColumns => msg!("import_no_columns"),
            Self::TableTooLarge(size) => {
                msg!("rows_too_large", size = size, limit = TABLE_LIMIT / (1024 * 1024))
            }
            Self::TooMuchTable => msg!("rows_too_much"),
            Self::LockedTable => msg!("rows_locked"),
            Self::OtherTable => msg!("rows_other"),
            Self::TooManyRows => msg!("rows_too_many", limit = MAX_ROWS),
            Self::TooManyColumns => msg!("rows_too_many_columns", limit = MAX_COLUMNS),
            Self::NoRows => msg!("rows_none"),
            Self::NoObjects => {
                msg!("rows_no_objects", example = "{ \"Name\": \"Ada\" }")
            }
            Self::SeveralPeople(number) => msg!("import_several_people", number = number),
            Self::Nothing(what) => msg!("import_nothing", what = catalogue::text(what)),
            Self::Profile(why) => why.clone(),
        })
    }
}
