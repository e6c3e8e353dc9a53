//! What an agent (an MCP client) may see of a form and of a job, and what it is told by whom.
//!
//! The extension projects a job onto a type that has no place for a value ([`job`], [`plan`]); what it says then goes
//! through [`crate::exit`]. The server judges the answer once more before an agent gets it ([`judged`]): whether it is one
//! to what was asked, of a site that the agent may hear of, and without signs that a terminal or a model would obey.

mod clean;
mod judge;
mod share;
mod view;
mod wish;

pub use clean::{printed, printed_whole};
pub use judge::{covers, judged};
pub use share::{Shared, ends_sharing, own_job};
pub use view::{Seen, job, plan, questions, questions_to_answer, receipts, suggested};
pub(crate) use view::{planned, planned_again};
pub use wish::{Wish, answered, waiting, wish, withdraw};

#[cfg(test)]
mod tests;
