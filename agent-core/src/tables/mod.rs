//! A table whose rows fill one form each: what is kept of it, which row comes next, and what came of each.
//!
//! Values are in the rows, and in the forms that were sent as far as one yes for the rest may be made of them ([`Bulk`]). They are kept in the browser until the person removes the table, and reach a form as any
//! record does ([`crate::bind::Source::record`]): what a column is for is decided by its name, where the form is read.
//!
//! A row is never filled in twice by itself. It is *taken* before its job begins, and given back only by what that job came
//! to, or by the person ([`Run`]).

mod bulk;
mod continued;
mod export;
mod links;
mod look;
mod missing;
mod run;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{
    Private, ProfileId, Record,
    import::{ROWS_IN_A_PIECE, TableFound},
    json,
};

use crate::{job::matched::Matched, person::typed, text::fold};

pub use bulk::{
    Bulk, BulkState, Listing, MOST_IN_BULK, Other, SentForm, Untouched, may_be_covered,
};
pub use continued::{Continued, continued};
pub use export::{export, is_formula};
pub use links::{MOST_LINKS, is_list, links, of_links};
pub use look::{
    LOOK_MS, MOST_LOOKED_AT, MOST_LOOKS, Missing, Seen, Wrong, host, is_file, look, next_look,
};
pub use missing::{Before, Group, answer, before, check_answer};
pub use run::{Outcome, Row, RowState, Run, Stage};

/// Most forms that are filled in side by side.
pub const MOST_AT_ONCE: u32 = 4;

/// Rows that wait of which the next one is chosen: where a list has more of one site behind each other, they come after each
/// other.
const MOST_COMPARED: usize = 200;

/// Most addresses that are pasted at once: a longer list is a file.
const MOST_ADDRESSES: usize = 1_000;

/// A table, without its rows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Table {
    /// Unique; it says nothing.
    pub id: String,
    /// What its file is called.
    pub name: Private,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// How many rows it has.
    pub rows: u32,
    /// The address of the form, where it is the same for all rows.
    pub place: Private,
    /// The column that each row has the address of its own form in; [`Self::place`] counts where there is none.
    pub place_column: Option<usize>,
    /// The profile that what the table lacks is taken from; [`ProfileId::NOBODY`]: from none.
    pub profile: ProfileId,
    /// How many forms are filled in side by side.
    pub at_once: u32,
    /// How far it is.
    pub run: Run,
    /// How far looking at its forms is.
    pub looks: Looks,
    /// When it was opened, milliseconds since 1970.
    pub opened: f64,
    /// Columns that the person chose for fields on the sheet of one of its rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<Matched>,
    /// Whether one yes can be given for the rows that are left, and was.
    pub bulk: BulkState,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Column {
    /// What it is called, once in its table. It is what fields are matched with.
    pub name: String,
    /// Whether it is left out.
    pub is_left_out: bool,
}

/// How far looking at the forms of a table is, before they are filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Looks {
    /// Whether forms are looked at now.
    pub is_on: bool,
    /// How many were.
    pub done: u32,
    /// Of how many; 0 where nobody has looked.
    pub of: u32,
}

/// What a row's form is filled from, and where that is.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// The cells.
    pub record: Record,
    /// The address.
    pub place: String,
}

impl Table {
    /// What a job fills a row's form from: its cells, and what the person answered for what its form asks, where no cell has
    /// that name. `None`: the row is not there.
    pub fn filled(&self, row: u32, piece: &Private, seen: Option<&Seen>) -> Option<Filled> {
        Some(self.filled_from(cells(piece, row)?, seen))
    }

    /// The same of several rows, with the pieces that they are in.
    pub fn filled_rows(
        &self,
        rows: &[u32],
        pieces: &BTreeMap<u32, Private>,
        seen: &BTreeMap<u32, Seen>,
    ) -> Vec<(u32, Filled)> {
        let read = |piece: &Private| json::from_str::<Vec<Vec<String>>>(piece.reveal()).ok();
        let pieces: BTreeMap<u32, Vec<Vec<String>>> =
            pieces.iter().filter_map(|(at, piece)| Some((*at, read(piece)?))).collect();
        let filled = rows.iter().filter_map(|row| {
            let cells = pieces.get(&piece_of(*row))?.get((row % ROWS_IN_A_PIECE) as usize)?;
            Some((*row, self.filled_from(cells.clone(), seen.get(row))))
        });
        filled.collect()
    }

    fn filled_from(&self, cells: Vec<String>, seen: Option<&Seen>) -> Filled {
        let place = self.place_of(&cells);
        let mut record = Record::default();
        for (at, (column, cell)) in self.columns.iter().zip(cells).enumerate() {
            let is_used = !column.is_left_out && Some(at) != self.place_column;
            if is_used && !cell.is_empty() {
                record.0.insert(column.name.clone(), Value::String(cell));
            }
        }
        let answers = seen.into_iter().flat_map(|seen| &seen.missing);
        for Missing { asked, answer } in answers.filter(|one| !one.answer.is_empty()) {
            let name = fold(&asked.text);
            if !record.0.keys().any(|cell| fold(cell) == name) {
                let value = Value::String(answer.reveal().to_owned());
                record.0.insert(asked.text.clone(), value);
            }
        }
        Filled { record, place }
    }

    fn place_of(&self, cells: &[String]) -> String {
        let own = self.place_column.map(|at| cells.get(at).cloned().unwrap_or_default());
        own.unwrap_or_else(|| self.place.reveal().to_owned())
    }

    /// Where the forms of a piece's rows are, with the rows.
    pub fn places(&self, at: u32, piece: &Private) -> Vec<(u32, String)> {
        let rows: Vec<Vec<String>> = json::from_str(piece.reveal()).unwrap_or_default();
        let numbered = (at.saturating_mul(ROWS_IN_A_PIECE)..).zip(&rows);
        numbered.map(|(row, cells)| (row, self.place_of(cells))).collect()
    }
}

impl Table {
    /// Rows whose addresses say which one may be taken next: those that are under way, and the first that wait. None where
    /// that does not matter: none is taken now, nothing is under way, or all rows fill in the same form, side by side if the
    /// person chose so.
    pub fn compared(&self) -> BTreeSet<u32> {
        let under_way = self.run.under_way();
        if under_way.is_empty() || self.place_column.is_none() || !self.run.has_room(self.at_once) {
            return BTreeSet::new();
        }
        let waiting = self.run.waiting(self.rows).take(MOST_COMPARED);
        under_way.keys().copied().chain(waiting).collect()
    }

    /// Takes the next row for a job, if one is to begin now. Of a table no two forms of one site are filled in at the same
    /// time: a site keeps what is entered by its visitor, not by the tab, and may mix them up. `places` has the addresses of
    /// the [`Self::compared`] rows, `open` the origins that its forms which are under way came to.
    pub fn take(&mut self, job: &str, places: &[(u32, String)], open: &[String]) -> Option<u32> {
        let hosts: BTreeMap<u32, String> =
            places.iter().map(|(row, place)| (*row, look::name_of_host(place))).collect();
        let own = self.run.under_way().keys().filter_map(|row| hosts.get(row).cloned());
        let open: Vec<String> =
            open.iter().map(|place| look::name_of_host(place)).chain(own).collect();
        let is_free = |row: u32| {
            let host = hosts.get(&row);
            host.is_none_or(|host| !open.iter().any(|one| look::is_one_site(one, host)))
        };
        self.run.take(self.rows, self.at_once, job, is_free)
    }

    /// Whether all rows are about one person: a list of addresses, or one that is filled from a profile.
    pub fn is_of_one(&self) -> bool {
        let is_place = |at: usize| Some(at) == self.place_column;
        let mut columns = self.columns.iter().enumerate();
        !self.profile.is_nobody() || columns.all(|(at, column)| column.is_left_out || is_place(at))
    }
}

/// The piece that a row is in.
pub fn piece_of(row: u32) -> u32 {
    row / ROWS_IN_A_PIECE
}

/// The cells of a row.
fn cells(piece: &Private, row: u32) -> Option<Vec<String>> {
    let rows: Vec<Vec<String>> = json::from_str(piece.reveal()).ok()?;
    rows.into_iter().nth((row % ROWS_IN_A_PIECE) as usize)
}

/// The first cells of a row, for the person to see which it is.
pub fn first_cells(piece: &Private, row: u32, most: usize) -> Vec<String> {
    let cells = cells(piece, row).unwrap_or_default();
    cells.into_iter().filter(|cell| !cell.is_empty()).take(most).collect()
}

/// The column that holds an address in each of the first rows, if there is one: forms of their own, one a row.
pub fn column_of_places(columns: usize, first: &Private) -> Option<usize> {
    let rows: Vec<Vec<String>> = json::from_str(first.reveal()).ok()?;
    let is_place = |cell: Option<&String>| {
        cell.is_some_and(|cell| {
            let is_web = cell.starts_with("https://") || cell.starts_with("http://");
            is_web && typed::page_address(cell).is_ok()
        })
    };
    (0..columns).find(|at| !rows.is_empty() && rows.iter().all(|row| is_place(row.get(*at))))
}

/// Addresses as they were pasted, one a line, as a table of one column. The error says what is wrong in which line.
pub fn of_addresses(text: &str) -> Result<TableFound, String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (number, line) in (1_u32..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let address = typed::page_address(line)
            .map_err(|why| msg!("tables_wrong_line", line = number, why = why))?;
        let row = vec![address];
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Err(msg!("person_enter_the_address_of_the_page"));
    }
    if rows.len() > MOST_ADDRESSES {
        return Err(msg!("tables_too_many_addresses", most = MOST_ADDRESSES));
    }
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let pieces = rows.chunks(ROWS_IN_A_PIECE as usize);
    let pieces = pieces.map(|piece| Private::new(json::to_value(&piece).to_string())).collect();
    let columns = vec![msg!("tables_address")];
    Ok(TableFound { columns, rows: count, pieces, notes: Vec::new() })
}

#[cfg(test)]
mod tests;
