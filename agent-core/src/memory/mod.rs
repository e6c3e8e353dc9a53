//! What is known from before: answers, found again by what their questions mean.
//!
//! Nothing here holds a value. An answer is known by its name and by the question that it was given to; the text itself
//! stays in the profile and is bound where values are bound. What is only near is proposed and never filled.

mod answers;

pub use answers::{Answers, Because, Known, Proposal, asked, meaning_of, note, note_also};
