//! What a model is asked, and what its answer is worth: one call a page, without a value in it, whoever runs the model.
//!
//! [`when`] says whether a page is worth a question, [`prompt`] what a model sees, [`names`] what entries are called in it,
//! [`answer`] what it may say, [`parse`] reads what it said, [`doubt`] how sure it was, [`validate`] judges it against the page,
//! [`task`] is all of that for one page; [`pages`] keeps it, so that no page is asked about twice. What comes out is advice for the rule planner, never an action.

pub mod answer;
pub mod doubt;
pub mod names;
pub mod pages;
pub mod parse;
pub mod prompt;
pub mod task;
pub mod validate;
pub mod when;
