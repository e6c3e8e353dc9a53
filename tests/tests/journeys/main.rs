//! Journeys: what only the whole can show. Real Chromium, the extension as users load it, the popup's own
//! buttons. Pages say through `window.app` what their own code has seen.

mod bad_input;
mod frames;
mod main_job;
mod planner;
mod stage;
