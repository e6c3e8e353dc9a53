//! What is known from before: answers, found again by what their questions mean, lessons that corrections and
//! repeated failures taught, and recipes of forms.
//!
//! Nothing here holds a value. An answer is known by its name and by the question that it was given to, a field of a form
//! by digests; the texts themselves stay in the profile and are bound where values are bound. What is only near is
//! proposed and never filled.

/// For how long lessons and recipes are kept that nobody used or taught again, in seconds: two years. What a form asks
/// for has changed by then, and a list of sites somebody was on is nothing to keep for ever.
pub const UNUSED_FOR: u64 = 2 * 365 * 24 * 3_600;

mod answers;
mod correction;
mod hurdle;
mod lesson;
pub mod recipe;

pub use answers::{
    Answers, Because, Known, LateAnswers, Meant, Proposal, asked, meaning_of, note, note_also,
};
pub use correction::{Correction, read_alike};
pub use hurdle::{Meeting, Met, Place};
pub use lesson::{Lesson, Lessons};
