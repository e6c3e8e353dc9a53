//! Writes under way: which operation comes next for each, and whether it took.
//!
//! A state machine for each kind of widget says what is sent and what comes after its result (`text`, `tokens`,
//! `calendar`, `list`, `several`, `plain`); where one leads to another, it names the change and `way` makes it.
//! `restore` puts back what was there where the page did not keep a value.

mod action;
mod calendar;
mod in_flight;
mod list;
mod options;
mod plain;
mod prepare;
mod restore;
mod several;
mod spot;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod turn;
mod way;

pub(super) use action::is_write;
pub(super) use in_flight::{InFlight, Subject, next_batch, take_results};
pub(super) use prepare::{Code, CodePlace, code_fields, prepare, prepare_code, prepare_typed};
pub(super) use turn::Ended;
