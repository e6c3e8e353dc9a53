//! Rows as they are read, row by row.

use shared_types::{
    Private,
    import::{ROWS_IN_A_PIECE, TableFound},
};

use crate::{
    error::ImportError,
    limits::{MAX_COLUMNS, MAX_ROWS},
    table,
};

/// Most characters of a cell: the longest answer that a form takes.
const MAX_CELL: usize = 20_000;
/// Characters of a column's name.
const MAX_NAME: usize = 200;
/// Cells of the first row that has at least so many are names: a title above the table has one.
const NAMES: usize = 2;

/// Rows as they are read: the names of the columns first, then piece by piece.
pub(super) struct Rows {
    names: Vec<String>,
    found: TableFound,
    piece: Vec<Vec<String>>,
    /// Rows before the names, which were left out.
    above: usize,
    /// What the one cell of the rows so far was, until there is a row with several: a table may have one column.
    single: Vec<String>,
    /// Cells with no column, and cells that were cut.
    beside: usize,
    cut: usize,
}

impl Rows {
    pub(super) fn new(notes: Vec<String>) -> Self {
        Self {
            names: Vec::new(),
            found: TableFound { notes, ..TableFound::default() },
            piece: Vec::new(),
            above: 0,
            single: Vec::new(),
            beside: 0,
            cut: 0,
        }
    }

    /// Names the columns: of what has no line of names.
    pub(super) fn name(&mut self, names: Vec<String>) -> Result<(), ImportError> {
        if names.len() > MAX_COLUMNS {
            return Err(ImportError::TooManyColumns);
        }
        if table::holds_passwords(&names.iter().map(|name| table::plain(name)).collect::<Vec<_>>())
        {
            return Err(ImportError::Passwords);
        }
        self.names = names;
        Ok(())
    }

    /// Takes a row in. The first one that may be names is.
    pub(super) fn add(&mut self, mut cells: Vec<String>) -> Result<(), ImportError> {
        for cell in &mut cells {
            let trimmed = cell.trim();
            if trimmed.len() < cell.len() {
                *cell = trimmed.to_owned();
            }
        }
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        let count = cells.iter().filter(|cell| !cell.is_empty()).count();
        if count == 0 {
            return Ok(());
        }
        if self.names.is_empty() {
            if count >= NAMES {
                self.above = std::mem::take(&mut self.single).len();
                return self.name(cells);
            }
            self.single.push(cells.into_iter().find(|cell| !cell.is_empty()).unwrap_or_default());
            return self.fits(self.single.len());
        }
        self.put(cells)
    }

    pub(super) fn fits(&self, count: usize) -> Result<(), ImportError> {
        if count > MAX_ROWS as usize { Err(ImportError::TooManyRows) } else { Ok(()) }
    }

    pub(super) fn put(&mut self, mut cells: Vec<String>) -> Result<(), ImportError> {
        self.fits(self.found.rows as usize + 1)?;
        let beside = cells.iter().skip(MAX_COLUMNS).filter(|cell| !cell.is_empty()).count();
        self.beside += beside;
        cells.truncate(MAX_COLUMNS);
        for cell in &mut cells {
            if let Some((end, _)) = cell.char_indices().nth(MAX_CELL) {
                cell.truncate(end);
                self.cut += 1;
            }
        }
        // A column that nobody named, but that holds something.
        while self.names.len() < cells.len() {
            self.names.push(String::new());
        }
        self.found.rows += 1;
        self.piece.push(cells);
        if self.piece.len() >= ROWS_IN_A_PIECE as usize {
            self.close_piece();
        }
        Ok(())
    }

    fn close_piece(&mut self) {
        if !self.piece.is_empty() {
            let piece = serde_json::to_string(&std::mem::take(&mut self.piece));
            self.found.pieces.push(Private::new(piece.unwrap_or_default()));
        }
    }

    /// All of it. A table of one column has its name in the first row.
    pub(super) fn found(mut self) -> Result<TableFound, ImportError> {
        if self.names.is_empty() && self.single.len() > 1 {
            let mut single = std::mem::take(&mut self.single).into_iter();
            self.name(single.next().into_iter().collect())?;
            for cell in single {
                self.put(vec![cell])?;
            }
        }
        if self.found.rows == 0 {
            return Err(ImportError::NoRows);
        }
        self.close_piece();
        for (count, note) in [
            (self.above, key!("rows_above")),
            (self.beside, key!("rows_beside")),
            (self.cut, key!("rows_cut")),
        ] {
            if count > 0 {
                self.found.notes.push(agent_core::catalogue::counted(note, count, &[]));
            }
        }
        self.found.columns = named(&self.names);
        Ok(self.found)
    }

    /// Notes something about how it was read.
    pub(super) fn note(&mut self, note: String) {
        self.found.notes.push(note);
    }
}

/// Names as they are shown: in one line, each once, and none empty.
fn named(names: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        let words: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut name: String = words.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        if name.is_empty() {
            name = msg!("rows_column", letters = letters(at));
        }
        let mut number = 1;
        let mut once = name.clone();
        while all.contains(&once) {
            number += 1;
            once = format!("{name} {number}");
        }
        all.push(once);
    }
    all
}

/// What programs for tables call a column: A to Z, then AA.
fn letters(mut at: usize) -> String {
    let mut letters = Vec::new();
    loop {
        let letter = u8::try_from(at % 26).unwrap_or_default();
        letters.insert(0, char::from(b'A' + letter));
        if at < 26 {
            return letters.into_iter().collect();
        }
        at = at / 26 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_a_sheet() {
        for (at, expected) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")]
        {
            assert_eq!(letters(at), expected);
        }
    }

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let names = ["Name", "", " Name ", "Name 2", "a\n b"].map(str::to_owned);
        assert_eq!(named(&names), ["Name", "Column B", "Name 2", "Name 2 2", "a b"]);
    }
}
