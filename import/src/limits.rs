//! How much of a file is read.

use serde_json::Value;

/// Largest file, in bytes. Vaulty's own export may be larger: it holds documents.
pub const LIMIT: usize = 10 * 1024 * 1024;

/// Largest table whose rows fill a form each, in bytes.
pub const TABLE_LIMIT: usize = 30 * 1024 * 1024;
/// Most rows of it.
pub const MAX_ROWS: u32 = 100_000;
/// Most columns of it.
pub const MAX_COLUMNS: usize = 200;

/// Most bytes that the parts of a file may unpack to, taken together.
pub(crate) const MAX_UNPACKED: usize = 16 * 1024 * 1024;
/// Most text of a CV, in bytes: fifty pages have less.
pub(crate) const MAX_TEXT: usize = 256 * 1024;
/// Most entries of a file of Vaulty's own.
pub const MAX_ENTRIES: usize = 10_000;
/// Most bytes that the paths of these entries have, taken together.
const MAX_PATHS: usize = 4 * 1024 * 1024;
/// Most problems of a file that are told.
pub const MAX_PROBLEMS: usize = 200;
/// Most steps that are counted one by one: entries of a font's tables, links of a page.
pub(crate) const MAX_STEPS: usize = 1_000_000;

/// Whether a tree has no more entries than a profile's file may have. What is not has paths that nobody could read, and that
/// take longer to read than the file is long.
pub(crate) fn fits(tree: &Value) -> bool {
    entries_fit(tree, 0, &mut MAX_ENTRIES.clone(), &mut MAX_PATHS.clone()).is_some()
}

fn entries_fit(node: &Value, path: usize, entries: &mut usize, paths: &mut usize) -> Option<()> {
    let mut inside =
        |name: usize, child: &Value| entries_fit(child, path + name + 1, entries, paths);
    match node {
        Value::Object(map) if !map.is_empty() => {
            map.iter().try_for_each(|(name, child)| inside(name.len(), child))
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().try_for_each(|child| inside(1, child))
        }
        _ => {
            *entries = entries.checked_sub(1)?;
            *paths = paths.checked_sub(path)?;
            Some(())
        }
    }
}
