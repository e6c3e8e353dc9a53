//! Models: one call a page, without a value in it, to whoever is configured, and never without an end.
//!
//! What a model sees and what its answer is worth is decided in `agent_core::model`. Here `providers` are pure; `transport` is the one room that opens connections;
//! `router` knows order, time, breakers and failover; `policy` what a request may choose for itself.
//! What comes out is advice for the rule planner, never an action.

pub mod breaker;
pub mod draft;
pub mod policy;
pub mod providers;
#[cfg(test)]
mod recorded;
pub mod router;
pub mod settings;
pub mod transport;

pub use router::Router;
