//! The plan for a page, and what it is made from.

use shared_types::{
    AgentAction, JobMode, Observation, ProfileKey,
    api::HistoryEntry,
    job::{ModelUse, OpenField},
};

/// What a plan is made from. There is no value in it.
#[derive(Debug, Clone)]
pub struct PlanInput<'a> {
    /// The page, classified.
    pub observation: &'a Observation,
    /// What the person has, by name ([`crate::bind::Source::keys`]).
    pub keys: &'a [ProfileKey],
    /// What was done on this form so far.
    pub history: &'a [HistoryEntry],
    /// The round, from 1.
    pub step: u32,
    /// Live or background.
    pub mode: JobMode,
}

/// The plan for a page: writes first, then at most one action that ends the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// In order.
    pub actions: Vec<AgentAction>,
    /// Fields left alone, and why.
    pub open: Vec<OpenField>,
    /// What is worth knowing.
    pub notes: Vec<String>,
    /// Whether a background tab must come forward.
    pub force_live: bool,
    /// Fields whose writes a model decided, as whoever planned says.
    pub by_model: Vec<u32>,
    /// What asking models came to, as whoever planned says.
    pub model_use: ModelUse,
}
