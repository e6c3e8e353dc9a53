//! A table with what came of its rows, as CSV (RFC 4180).

use shared_types::{Private, json};

use super::{Row, RowState, Table};

/// The table as it was read, with what became of each row in columns of its own. `row` says what is kept of a row, `day`
/// writes a time. A piece that can't be read is left out.
pub fn export(
    table: &Table,
    pieces: impl IntoIterator<Item = Private>,
    row: impl Fn(u32) -> Option<Row>,
    day: impl Fn(f64) -> String,
) -> String {
    let own = [
        msg!("tables_column_state"),
        msg!("tables_column_number"),
        msg!("tables_column_said"),
        msg!("tables_column_date"),
    ];
    let names = table.columns.iter().map(|column| column.name.clone()).chain(own);
    let mut text = String::new();
    line(&mut text, names);
    let mut at = 0;
    for piece in pieces {
        let rows: Vec<Vec<String>> = json::from_str(piece.reveal()).unwrap_or_default();
        for mut cells in rows {
            cells.resize(table.columns.len(), String::new());
            let kept = row(at);
            let state = msg_of(kept.as_ref().map(|row| row.state));
            let kept = kept.unwrap_or_default();
            let date = if kept.date > 0.0 { day(kept.date) } else { String::new() };
            line(&mut text, cells.into_iter().chain([state, kept.number, kept.said, date]));
            at += 1;
        }
    }
    text
}

/// What became of a row, as the person reads it.
pub(super) fn msg_of(state: Option<RowState>) -> String {
    match state {
        None => msg!("tables_state_waits"),
        Some(RowState::UnderWay) => msg!("tables_state_under_way"),
        Some(RowState::Sent) => msg!("tables_state_sent"),
        Some(RowState::NotSent) => msg!("tables_state_not_sent"),
        Some(RowState::Unclear) => msg!("tables_state_unclear"),
        Some(RowState::Skipped) => msg!("tables_state_skipped"),
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        let cell = if is_formula(&cell) { format!("'{cell}") } else { cell };
        if cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push_str("\r\n");
}

/// Whether a program for tables would compute a text (OWASP, CSV injection): a page may have given it. Numbers with a sign
/// and telephone numbers are none.
pub fn is_formula(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let is_signed_number = matches!(first, '+' | '-')
        && text.chars().all(|c| c.is_ascii_digit() || " +-.,/()".contains(c));
    matches!(first, '=' | '+' | '-' | '@' | '\t' | '\r') && !is_signed_number
}
