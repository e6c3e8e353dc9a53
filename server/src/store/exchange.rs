//! Recipes that a user's browsers exchange: what becomes of one that a browser wants stored or deleted. Pure; both
//! databases ask here.

use agent_core::memory::recipe::MOST;
use shared_types::recipes::{MOST_AT_ONCE, RecipeChanges, StoredRecipe};

use super::Author;

/// Recipes of a user that are kept, and marks of those that were deleted; those that were used, or deleted, longest ago go
/// first.
pub(super) fn most() -> i64 {
    i64::try_from(MOST).unwrap_or(i64::MAX)
}

/// Recipes that are read at once.
pub(super) fn most_at_once() -> i64 {
    i64::try_from(MOST_AT_ONCE).unwrap_or(i64::MAX)
}

/// Bytes of a user's recipes that are kept.
pub(super) const MOST_BYTES: i64 = 64 << 20;
/// About how many bytes of recipes are read at once.
const PAGE_BYTES: usize = 1 << 20;

/// What is read at once.
#[derive(Debug)]
pub(super) struct Page {
    changes: RecipeChanges,
    bytes: usize,
}

impl Page {
    /// What follows a revision.
    pub(super) fn from(since: i64) -> Self {
        Self { changes: RecipeChanges { cursor: since, ..RecipeChanges::default() }, bytes: 0 }
    }

    /// Whether the next is for another time.
    pub(super) fn is_full(&self) -> bool {
        self.bytes >= PAGE_BYTES
    }

    /// The next one.
    pub(super) fn add(&mut self, recipe: StoredRecipe) {
        self.bytes += recipe.recipe.len();
        self.changes.cursor = recipe.revision;
        self.changes.recipes.push(recipe);
    }

    /// All of it. Where it is full the next may find nothing.
    pub(super) fn changes(self) -> RecipeChanges {
        let count = self.changes.recipes.len();
        RecipeChanges { more: self.is_full() || count >= MOST_AT_ONCE, ..self.changes }
    }
}

/// What a browser wants stored, or deleted.
#[derive(Debug, Clone, Copy)]
pub struct NewRecipe<'a> {
    /// Whose.
    pub user_id: &'a str,
    /// Its name.
    pub id: &'a str,
    /// The revision of the one that it takes the place of; 0 where the browser knows of none.
    pub base: i64,
    /// Its own version.
    pub version: u32,
    /// When a form was sent with it last; seconds since 1970.
    pub used: i64,
    /// The recipe; none where it is deleted.
    pub recipe: Option<&'a str>,
    /// The time; milliseconds since 1970.
    pub now: i64,
    /// Who writes.
    pub by: Author,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It is stored, or deleted, as this revision.
    Stored(i64),
    /// The store has this one already.
    Same(i64),
    /// Another one was stored since the one that it builds on. Nothing is written.
    Changed,
    /// There is nothing to delete.
    Nothing,
    /// The user was erased since. Nothing is written.
    Erased,
}

/// What is to be done about it; `newest` is the user's newest revision.
pub(super) fn decide(known: Option<&StoredRecipe>, new: &NewRecipe<'_>, newest: i64) -> Put {
    let stored = Put::Stored(new.now.max(newest.saturating_add(1)));
    let known = match (known, new.recipe) {
        (None, None) => return Put::Nothing,
        (Some(known), None) if known.deleted => return Put::Nothing,
        (None, Some(_)) | (Some(_), None) => return stored,
        (Some(known), Some(_)) => known,
    };
    if !known.deleted && new.recipe == Some(known.recipe.as_str()) {
        return Put::Same(known.revision);
    }
    // A browser that never knew what was deleted has learned it anew.
    if new.base == known.revision || known.deleted && new.base == 0 { stored } else { Put::Changed }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: Author = Author { token: None, admitted_at: 0 };

    fn known(revision: i64, recipe: &str) -> StoredRecipe {
        let deleted = recipe.is_empty();
        StoredRecipe { revision, deleted, recipe: recipe.to_owned(), ..StoredRecipe::default() }
    }

    #[test]
    fn what_is_read_at_once_is_bounded() {
        let read = |recipe: &str| {
            let mut page = Page::from(0);
            let mut revision = 0;
            while !page.is_full() && revision < most_at_once() {
                revision += 1;
                page.add(known(revision, recipe));
            }
            (page.changes(), revision)
        };
        let (changes, count) = read(&"x".repeat(PAGE_BYTES / 2 + 1));
        assert_eq!((changes.cursor, changes.more, count), (2, true, 2));
        let (changes, count) = read("x");
        assert_eq!((changes.more, count), (true, most_at_once()));
    }

    #[test]
    fn only_what_builds_on_the_newest_takes_its_place() {
        let check = |known: Option<&StoredRecipe>, base, recipe: Option<&str>, expected| {
            let (user_id, id) = ("ada", "a");
            let new = NewRecipe { user_id, id, base, version: 1, used: 0, recipe, now: 50, by: BY };
            assert_eq!(decide(known, &new, 70), expected, "{known:?} {base} {recipe:?}");
            let later = NewRecipe { now: 100, ..new };
            let is_written = matches!(expected, Put::Stored(_));
            assert_eq!(decide(known, &later, 70) == Put::Stored(100), is_written);
        };
        let (there, gone) = (known(60, "a"), known(60, ""));
        check(None, 0, Some("a"), Put::Stored(71));
        check(None, 40, Some("a"), Put::Stored(71));
        check(None, 0, None, Put::Nothing);
        check(Some(&there), 60, Some("b"), Put::Stored(71));
        check(Some(&there), 0, Some("b"), Put::Changed);
        check(Some(&there), 40, Some("b"), Put::Changed);
        check(Some(&there), 40, Some("a"), Put::Same(60));
        check(Some(&there), 0, None, Put::Stored(71));
        check(Some(&gone), 0, None, Put::Nothing);
        check(Some(&gone), 0, Some("a"), Put::Stored(71));
        check(Some(&gone), 60, Some("a"), Put::Stored(71));
        check(Some(&gone), 40, Some("a"), Put::Changed);
    }
}
