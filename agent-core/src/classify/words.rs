//! The words that fields are understood by: the lines of [`crate::language`] that are named after a role, a hint
//! or a sense.

pub(super) use crate::language::{LANGUAGES, Language};

use super::role::Role;

impl Language {
    /// The lines: a role and the phrases that ask for it, separated by commas. A role that does not
    /// exist is `None`.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Option<Role>, &'static str)> {
        self.roles().map(|(name, phrases)| (Role::spelled(name), phrases))
    }
}
