//! The harness of the end-to-end tests, used by `xtask` as well: one CDP client, the extension in a
//! real Chromium, the server as a child process, and pages served over loopback.
//!
//! It drives what a person drives (the popup's own buttons) and reads what a person could read. It
//! never calls into the product's crates and never sends a message that the popup would not send.

pub mod agent;
pub mod axe;
pub mod bidi;
pub mod browser;
pub mod cdp;
pub mod collector;
pub mod engine;
pub mod http;
pub mod model;
pub mod page;
pub mod paths;
mod popup;
pub mod process;
mod profiles;
pub mod serve;
pub mod server;
mod wire;

pub use agent::Agent;
pub use browser::{Options, Popup, Tab, Vaulty};
pub use collector::Collector;
pub use engine::Engine;
pub use http::Http;
pub use model::Model;
pub use page::Page;
pub use process::Process;
pub use serve::Site;
pub use server::Server;

/// Whether the tests that take long are wanted: `cargo xtask test --slow`.
pub fn slow() -> bool {
    std::env::var_os("VAULTY_SLOW").is_some()
}
