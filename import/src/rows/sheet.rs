//! Rows of an XLSX workbook (ISO/IEC 29500-1, SpreadsheetML): the first sheet that is shown and holds a table.

use std::io::{Cursor, Read as _};

use calamine::{DataRef, Dimensions, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};
use shared_types::import::TableFound;
use zip::ZipArchive;

use super::collect::Rows;
use crate::{
    error::ImportError,
    limits::{MAX_COLUMNS, MAX_ROWS},
};

/// Most bytes that the parts of a workbook unpack to.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;
/// Most areas of joined cells that are looked at, and cells that one of them covers.
const MAX_JOINED: usize = 10_000;

type Workbook<'a> = Xlsx<Cursor<&'a [u8]>>;

pub(super) fn read(bytes: &[u8]) -> Result<TableFound, ImportError> {
    bounded(bytes)?;
    let mut workbook: Workbook<'_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| why(&error))?;
    let sheets: Vec<String> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    for sheet in &sheets {
        match of_sheet(&mut workbook, sheet) {
            Err(ImportError::NoRows) => {}
            Ok(mut found) if sheets.len() > 1 => {
                let others = sheets.len() - 1;
                found.notes.insert(0, msg!("rows_of_sheets", count = others, sheet = sheet));
                return Ok(found);
            }
            other => return other,
        }
    }
    Err(ImportError::NoRows)
}

/// What the parts unpack to is counted before anything reads them: what they say of it themselves may be wrong.
fn bounded(bytes: &[u8]) -> Result<(), ImportError> {
    let damaged = || ImportError::Damaged("XLSX");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    if archive.index_for_name("xl/workbook.xml").is_none() {
        return Err(ImportError::OtherTable);
    }
    let mut left = MAX_UNPACKED;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(|_| damaged())?;
        let size = std::io::copy(&mut part.take(left + 1), &mut std::io::sink());
        left = left.checked_sub(size.map_err(|_| damaged())?).ok_or(ImportError::TooMuchTable)?;
    }
    Ok(())
}

fn why(error: &XlsxError) -> ImportError {
    match error {
        XlsxError::Password => ImportError::LockedTable,
        _ => ImportError::Damaged("XLSX"),
    }
}

fn of_sheet(workbook: &mut Workbook<'_>, sheet: &str) -> Result<TableFound, ImportError> {
    let joined = workbook.merge_cells_by_sheet_name(sheet).map_err(|error| why(&error))?;
    let mut rows = Rows::new(Vec::new());
    let mut grid = Grid::new(joined);
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(|error| why(&error))?;
    let (mut row, mut current) = (0, Vec::new());
    while let Some(cell) = cells.next_cell().map_err(|error| why(&error))? {
        let (at, column) = cell.get_position();
        if at != row {
            grid.end(row, std::mem::take(&mut current), &mut rows)?;
            row = at;
        }
        let column = column as usize;
        let Some(text) = text(cell.get_value()) else { continue };
        if column >= MAX_COLUMNS {
            return Err(ImportError::TooManyColumns);
        }
        if current.len() <= column {
            current.resize(column + 1, String::new());
        }
        if let Some(place) = current.get_mut(column) {
            *place = text;
        }
    }
    grid.end(row, current, &mut rows)?;
    drop(cells);
    if grid.filled > 0 {
        rows.note(msg!("rows_joined", count = grid.filled));
    }
    let empty = formulas(workbook, sheet)?;
    if empty > 0 {
        rows.note(msg!("rows_formulas", count = empty));
    }
    rows.found()
}

/// How many cells are formulas.
fn formulas(workbook: &mut Workbook<'_>, sheet: &str) -> Result<usize, ImportError> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(|error| why(&error))?;
    let mut count = 0;
    while let Some(cell) = cells.next_formula().map_err(|error| why(&error))? {
        count += usize::from(!cell.get_value().is_empty());
    }
    Ok(count)
}

/// What stands in joined cells, which is stored in the first of them alone: a person reads it in all.
struct Grid {
    areas: Vec<(Dimensions, Option<String>)>,
    /// Cells that got what stands in the first one.
    filled: usize,
}

impl Grid {
    fn new(mut joined: Vec<Dimensions>) -> Self {
        joined.truncate(MAX_JOINED);
        // One across columns is a title; one across rows is said of each row.
        joined.retain(|area| area.end.0 > area.start.0 && area.start.1 == area.end.1);
        joined.retain(|area| area.end.0 - area.start.0 <= MAX_ROWS);
        Self { areas: joined.into_iter().map(|area| (area, None)).collect(), filled: 0 }
    }

    fn end(
        &mut self,
        row: u32,
        mut cells: Vec<String>,
        rows: &mut Rows,
    ) -> Result<(), ImportError> {
        let is_empty = cells.iter().all(String::is_empty);
        for (area, text) in &mut self.areas {
            let column = area.start.1 as usize;
            if area.start.0 == row {
                *text = cells.get(column).filter(|text| !text.is_empty()).cloned();
            } else if !is_empty
                && (area.start.0..=area.end.0).contains(&row)
                && column < MAX_COLUMNS
                && let Some(text) = text
            {
                if cells.len() <= column {
                    cells.resize(column + 1, String::new());
                }
                if let Some(cell) = cells.get_mut(column).filter(|cell| cell.is_empty()) {
                    cell.clone_from(text);
                    self.filled += 1;
                }
            }
        }
        rows.add(cells)
    }
}

/// A cell as a person would type it; nothing where it is empty, or an error of a formula.
fn text(value: &DataRef<'_>) -> Option<String> {
    let text = match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(flag) => (if *flag { "Yes" } else { "No" }).to_owned(),
        DataRef::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, ..) = date.to_ymd_hms_milli();
            match (date.as_f64() < 1.0, date.as_f64().fract() == 0.0) {
                (true, _) => format!("{hour:02}:{minute:02}"),
                (_, true) => format!("{year:04}-{month:02}-{day:02}"),
                _ => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"),
            }
        }
        DataRef::DateTime(span) => {
            let minutes = (span.as_f64() * 24.0 * 60.0).round();
            format!("{}:{:02}", (minutes / 60.0).floor(), minutes % 60.0)
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(_) | DataRef::Empty => return None,
    };
    (!text.is_empty()).then_some(text)
}
