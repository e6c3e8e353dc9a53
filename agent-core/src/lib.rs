//! Every decision of Vaulty: what a page asks for, what to write where, what may run, what comes next.
//!
//! Nothing here does IO, reads a clock, draws a random number, waits, or knows a browser. Facts come
//! in as data, decisions go out as data, so that whatever happened can be replayed in a test.
//!
//! What a field can ask for is a [`role`]; texts are compared in `text`, and the words that are looked for are in
//! `language`. The rooms read like the loop: [`observe`] → [`classify`] → [`plan`] → [`resolve`] → [`gate`] →
//! [`bind`], and [`job`] drives them. What the person has is a [`person`], with keys of their own naming in `named`; what
//! was read is a [`page`]; every text that a person sees is in the [`catalogue`]; where it is all synced is the [`server`]; where an address belongs is its [`site`]; what a card says is [`shown`], what
//! an agent may see in [`agents`], and rows of a table that fill a form each in [`tables`]. What leaves goes through [`exit`]. Imports go by height (`tests/tests/modules.rs`), not along the loop.

#[macro_use]
pub mod catalogue;
pub mod agents;
pub mod bind;
pub mod classify;
pub mod exit;
pub mod gate;
pub mod job;
mod language;
pub mod memory;
pub mod model;
mod named;
pub mod observe;
pub mod page;
pub mod person;
pub mod places;
pub mod plan;
pub mod question;
pub mod resolve;
pub mod role;
pub mod search;
pub mod server;
pub mod shown;
pub mod site;
pub mod tables;
mod text;
