//! Models: one call a page, without a value in it, to whoever is configured, and never without an end.
//!
//! `prompt` says what a model sees, `names` what entries are called in it, `answer` what it may say, `parse` reads what it said, `doubt` how
//! sure it was, `validate` judges it against the page. `providers` are pure; `transport` is the one room that opens connections;
//! `router` knows order, time, breakers and failover; `policy` what a request may choose for itself.
//! What comes out is advice for the rule planner, never an action.

pub mod answer;
pub mod breaker;
pub mod doubt;
pub mod draft;
pub mod names;
pub mod parse;
pub mod policy;
pub mod prompt;
pub mod providers;
#[cfg(test)]
mod recorded;
pub mod router;
pub mod settings;
pub mod transport;
pub mod validate;

pub use router::Router;
