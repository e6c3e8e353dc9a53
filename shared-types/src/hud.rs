//! What is shown on the page while a job works.

use serde::{Deserialize, Serialize};

/// What the HUD shows. It takes no decision.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Hud {
    /// One short line.
    pub title: String,
    /// Another, or nothing.
    pub detail: String,
    /// 0 to 1; negative when there is nothing to measure.
    pub progress: f64,
    /// `working`, `waiting`, `done`, `error`.
    pub tone: String,
}
