//! The dashboard's pages: from what is known of a user to HTML, pure. `routes/dashboard` asks the store and answers.
//!
//! Everything that a page on the web, an agent or a provider named is a stranger's text: it is shown as text alone
//! ([`readable::shown`]), escaped by the templates, under a policy that runs nothing inline. No value of a person gets here.

pub mod access;
pub mod accuracy;
pub mod charts;
pub mod digest;
pub mod form;
pub mod frame;
pub mod job;
pub mod jobs;
pub mod overview;
pub mod readable;
pub mod recipes;
pub mod settings;
pub mod sign_in;
pub mod spent;

#[cfg(test)]
mod tests;
