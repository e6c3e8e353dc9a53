//! What can be seen of the server from outside: one log line a request, metrics, spans, request ids.
//!
//! Never a value: no body, no query, no header, no path but the route's template. A panic's message is
//! not logged either, since it may quote the text that it tripped over; its place is.

mod export;
mod ids;
mod logs;
mod metrics;
pub mod spans;

pub use export::{Export, ExportError};
pub use ids::{HEADER, Ids, RequestId};
pub use logs::init;
pub use metrics::Metrics;
