//! What the person has: as it is typed, edited, read from files, brought together and synced. What it is called by keys
//! is [`crate::bind::Source`]'s.
//!
//! Nothing here says a value: problems, concerns and errors name a part and what was expected there.

pub mod called;
pub mod check;
pub mod cv;
pub mod document;
pub mod editor;
pub mod entries;
pub mod facts;
pub mod file;
pub(crate) mod fits;
pub mod import;
pub mod merge;
pub mod older;
pub mod profiles;
mod site;
pub mod sync;
pub mod tree;
pub mod typed;

pub use site::{name_for_site, stored_for};
