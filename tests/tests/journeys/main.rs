//! Journeys: what only the whole can show. Real Chromium, the extension as users load it, the popup's own
//! buttons. Pages say through `window.app` what their own code has seen.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

mod agents;
mod agents_answer;
mod applicant;
mod bad_input;
mod bulk;
#[path = "../attacks/canaries.rs"]
mod canaries;
mod dashboard;
mod exchange;
mod find;
mod frames;
mod imports;
mod invoked;
mod keyboard;
mod landing;
mod language;
mod lists;
mod lists_of_forms;
mod main_job;
mod memory;
mod models;
mod planner;
mod profile;
mod safety;
mod several;
mod sources;
mod stage;
mod survival;
mod tables;
