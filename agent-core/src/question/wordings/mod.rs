//! Wordings of frequent questions: a table that a test counts by.

mod tests;
