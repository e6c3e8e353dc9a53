//! The words that fields are understood by: the lines of [`crate::language`] that are named after a role, a hint
//! or a sense.

pub(super) use crate::language::{LANGUAGES, Language};

use super::cue::Topic;

impl Language {
    /// The lines: a topic and the phrases that speak of it, separated by commas. A topic that does not
    /// exist is `None`.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Option<Topic>, &'static str)> {
        self.roles().map(|(name, phrases)| (Topic::spelled(name), phrases))
    }
}
