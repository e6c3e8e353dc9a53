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

/// Where our columns stand in a table, and the words of the language that they are in, folded.
struct Own {
    at: usize,
    words: Vec<String>,
}

/// Whether a table is a result that was saved: all four of our columns are in it, one after the other. Columns of somebody
/// else's may stand behind them. `when` reads a date, to milliseconds since 1970. What is no such table comes back as it is.
///
/// A result that was taken for another table and saved again has our columns twice. All of them are ours then, and of a
/// row counts what the last of them says that says anything: what was sent once is not sent again.
pub fn continued(found: TableFound, when: impl Fn(&str) -> f64) -> Result<Continued, TableFound> {
    let own = own_columns(&found.columns);
    let is_ours = |at: usize| own.iter().any(|one| (one.at..one.at + OWN).contains(&at));
    let columns = without(found.columns.clone(), is_ours);
    if own.is_empty() || columns.is_empty() {
        return Err(found);
    }
    let mut continued = Continued::default();
    let mut pieces = Vec::new();
    let mut at = 0_u32;
    for piece in &found.pieces {
        let rows: Vec<Vec<String>> = json::from_str(piece.reveal()).unwrap_or_default();
        let mut kept = Vec::new();
        for cells in rows {
            let said = own.iter().rev().find_map(|own| row_of(&cells, own, &when));
            continued.rows.extend(said.map(|row| (at, row)));
            kept.push(without(cells, is_ours).into_iter().map(plain).collect::<Vec<_>>());
            at += 1;
        }
        pieces.push(Private::new(json::to_value(&kept).to_string()));
    }
    continued.found = TableFound { columns, pieces, ..found };
    Ok(continued)
}

fn without(texts: Vec<String>, is_ours: impl Fn(usize) -> bool) -> Vec<String> {
    texts.into_iter().enumerate().filter(|(at, _)| !is_ours(*at)).map(|(_, text)| text).collect()
}

/// Where our columns stand, from the left.
fn own_columns(columns: &[String]) -> Vec<Own> {
    let mut own: Vec<Own> = Vec::new();
    for (at, names) in columns.windows(OWN).enumerate() {
        let is_free = own.last().is_none_or(|last| last.at + OWN <= at);
        let found = SAVED.lines().find_map(|line| {
            let words: Vec<String> = line.split('\t').map(fold).collect();
            names.iter().zip(&words).all(|(name, word)| is_called(name, word)).then_some(words)
        });
        own.extend(found.filter(|_| is_free).map(|words| Own { at, words }));
    }
    own
}

/// Whether a column has this name, or the one that it gets where the name is taken: with a number behind.
fn is_called(name: &str, word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    let bare = name.rsplit_once(' ').filter(|(_, number)| is_number(number));
    fold(name) == word || bare.is_some_and(|(bare, _)| fold(bare) == word)
}

fn row_of(cells: &[String], own: &Own, when: impl Fn(&str) -> f64) -> Option<Row> {
    let cell = |at: usize| cells.get(own.at + at).cloned().map(plain).unwrap_or_default();
    let state = match own.words.iter().skip(OWN).position(|word| *word == fold(&cell(0))) {
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
