//! What forms have taught, with what another browser says otherwise.

use agent_core::memory::recipe::{Kept, Known, Other, Recipe, Step};

use crate::settings::recipes::Line;

/// One of which another browser learned something else, one that another browser forgot, and one that no form was sent with.
pub(crate) fn known(site: &str) -> Vec<Line> {
    let theirs = Other { recipe: Some(recipe(site, "jobTitle")), ..Other::default() };
    let all =
        [(1, "company", Some(theirs)), (1, "company", Some(Other::default())), (0, "email", None)];
    let line = |(n, (used, key, other)): (usize, (u64, &str, Option<Other>))| Line {
        day: "3 Feb 2026".to_owned(),
        kept: Kept { id: n.to_string(), recipe: recipe(site, key), used, other, ..Kept::default() },
    };
    all.into_iter().enumerate().map(line).collect()
}

fn recipe(site: &str, key: &str) -> Recipe {
    let field = Known { key: Some(key.into()), ..Known::default() };
    let step = Step { path: "/apply".to_owned(), fields: vec![field], ..Step::default() };
    Recipe { origin: site.to_owned(), version: 2, steps: vec![step], ..Recipe::default() }
}
