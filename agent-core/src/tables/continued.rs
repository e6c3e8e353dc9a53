//! A result that was saved ([`super::export`]) and is opened again: what was sent is not filled in once more.

use shared_types::{Private, import::TableFound, json};

use super::{Row, RowState, is_formula};
use crate::text::fold;

/// What [`super::export`] writes in each language, a line each: the four columns, then the states.
const SAVED: &str = include_str!("saved.tsv");
/// How many columns it adds.
const OWN: usize = 4;

/// A result that was saved, without the columns of ours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Continued {
    /// The table as it was before.
    pub found: TableFound,
    /// What became of its rows; the others wait for their turn.
    pub rows: Vec<(u32, Row)>,
}

impl Continued {
    /// How many rows were sent.
    pub fn sent(&self) -> usize {
        self.rows.iter().filter(|(_, row)| row.state == RowState::Sent).count()
    }
}

/// Whether a table is a result that was saved: all four of our columns are its last ones. `when` reads a date, to
/// milliseconds since 1970. What is no such table comes back as it is.
pub fn continued(found: TableFound, when: impl Fn(&str) -> f64) -> Result<Continued, TableFound> {
    let Some((words, data)) = language_of(&found.columns) else { return Err(found) };
    let mut continued = Continued::default();
    let mut pieces = Vec::new();
    let mut at = 0_u32;
    for piece in &found.pieces {
        let rows: Vec<Vec<String>> = json::from_str(piece.reveal()).unwrap_or_default();
        let mut kept = Vec::new();
        for mut cells in rows {
            let own = if cells.len() > data { cells.split_off(data) } else { Vec::new() };
            if let Some(row) = row_of(&own, &words, &when) {
                continued.rows.push((at, row));
            }
            kept.push(cells.into_iter().map(plain).collect::<Vec<_>>());
            at += 1;
        }
        pieces.push(Private::new(json::to_value(&kept).to_string()));
    }
    let columns = found.columns.into_iter().take(data).collect();
    continued.found = TableFound { columns, pieces, ..found };
    Ok(continued)
}

/// The words of the language that our columns are in, folded, and how many columns stand before them.
fn language_of(columns: &[String]) -> Option<(Vec<String>, usize)> {
    let data = columns.len().checked_sub(OWN).filter(|data| *data > 0)?;
    let last: Vec<String> = columns.iter().skip(data).map(|name| fold(name)).collect();
    SAVED.lines().find_map(|line| {
        let words: Vec<String> = line.split('\t').map(fold).collect();
        words.starts_with(&last).then_some((words, data))
    })
}

fn row_of(own: &[String], words: &[String], when: impl Fn(&str) -> f64) -> Option<Row> {
    let cell = |at: usize| own.get(at).cloned().map(plain).unwrap_or_default();
    let state = match words.iter().skip(OWN).position(|word| *word == fold(&cell(0))) {
        _ if cell(0).trim().is_empty() => return None,
        Some(0 | 3) => return None,
        Some(2) => RowState::Sent,
        Some(5) => RowState::Skipped,
        // It may have been sent since it was saved, or says what nobody can read: that is for the person to look at.
        _ => RowState::Unclear,
    };
    Some(Row { state, number: cell(1), said: cell(2), date: when(&cell(3)), ..Row::default() })
}

/// A cell without the mark that keeps programs from computing it.
fn plain(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest.to_owned(),
        _ => cell,
    }
}
