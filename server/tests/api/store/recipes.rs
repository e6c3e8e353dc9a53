//! What a store promises of recipes that browsers exchange, whichever database it is.

use std::sync::Arc;

use futures_util::future::join_all;
use server::store::{Author, NewRecipe, Put, Store};
use shared_types::recipes::{RecipeChanges, StoredRecipe};

use super::{BY, Place};

on_both!(
    recipes_stand_in_one_line,
    recipes_that_were_used_longest_ago_go,
    what_many_browsers_store_at_once_is_in_one_line,
);

/// A recipe on its way into the store, as a browser names it that knows the revision `base`.
pub(super) fn recipe<'a>(
    user_id: &'a str,
    id: &'a str,
    base: i64,
    recipe: Option<&'a str>,
    now: i64,
) -> NewRecipe<'a> {
    NewRecipe { user_id, id, base, version: 1, used: now, recipe, now, by: BY }
}

async fn recipes_stand_in_one_line(place: Place) {
    let store = place.open().await;
    let put = async |id, base, text, now| {
        store.put_recipe(&recipe("ada", id, base, text, now)).await.unwrap()
    };
    assert_eq!(put("a", 0, Some("one"), 10).await, Put::Stored(10));
    // A clock that stands still, or goes back, puts nothing before what was stored.
    assert_eq!(put("b", 0, Some("one"), 10).await, Put::Stored(11));
    assert_eq!(put("a", 10, Some("two"), 3).await, Put::Stored(12));
    assert_eq!(put("a", 10, Some("two"), 20).await, Put::Same(12), "told twice");
    assert_eq!(put("a", 10, Some("other"), 20).await, Put::Changed);
    assert_eq!(put("c", 0, None, 20).await, Put::Nothing);
    let line = async |store: &Arc<dyn Store>, since| {
        let page = store.recipes_since("ada", since).await.unwrap();
        assert!(!page.more);
        let told = |one: StoredRecipe| (one.id, one.revision, one.deleted, one.recipe);
        (page.recipes.into_iter().map(told).collect::<Vec<_>>(), page.cursor)
    };
    let (a, b) = ("a".to_owned(), "b".to_owned());
    let (one, two) = ("one".to_owned(), "two".to_owned());
    let expected = vec![(b.clone(), 11, false, one), (a.clone(), 12, false, two)];
    assert_eq!(line(&store, 0).await, (expected.clone(), 12));
    assert_eq!(line(&store, 11).await, (expected[1..].to_vec(), 12));
    assert_eq!(line(&store, 12).await, (vec![], 12));

    assert_eq!(put("b", 0, None, 30).await, Put::Stored(30));
    assert_eq!(put("b", 0, None, 40).await, Put::Nothing);
    let store = place.open().await;
    let gone = (b, 30, true, String::new());
    assert_eq!(line(&store, 12).await, (vec![gone], 30));
    assert_eq!(line(&store, 0).await.0, expected[1..], "who knows of nothing need not hear");
    assert_eq!(store.recipes_since("eve", 0).await.unwrap(), RecipeChanges::default());
    assert_eq!(store.recipe("eve", "a").await.unwrap(), None);

    store.begin_erasure("ada", 50).await.unwrap();
    let late = recipe("ada", "a", 0, Some("late"), 60);
    let by = Author { token: None, admitted_at: 40 };
    assert_eq!(store.put_recipe(&NewRecipe { by, ..late }).await.unwrap(), Put::Erased);
}

async fn recipes_that_were_used_longest_ago_go(place: Place) {
    let store = place.open().await;
    // The bytes are counted as well: no thousand of these is kept.
    let large = "x".repeat(16 << 20);
    for (at, id) in [(30, "a"), (10, "b"), (20, "c"), (40, "d")] {
        store.put_recipe(&recipe("ada", id, 0, Some(&large), at)).await.unwrap();
    }
    let eve = recipe("eve", "e", 0, Some(&large), 1);
    store.put_recipe(&eve).await.unwrap();
    let left = async || {
        let (mut left, mut since) = (Vec::new(), 0);
        loop {
            let page = store.recipes_since("ada", since).await.unwrap();
            left.extend(page.recipes.into_iter().map(|one| one.id));
            if !page.more {
                left.sort_unstable();
                return left;
            }
            since = page.cursor;
        }
    };
    assert_eq!(left().await, ["a", "b", "c", "d"]);
    store.put_recipe(&recipe("ada", "f", 0, Some("small"), 50)).await.unwrap();
    assert_eq!(left().await, ["a", "c", "d", "f"]);
    assert!(store.recipe("eve", "e").await.unwrap().is_some(), "each user has room of their own");
}

async fn what_many_browsers_store_at_once_is_in_one_line(place: Place) {
    let stores = [place.open().await, place.open().await];
    let names: Vec<String> = (0..24).map(|number| format!("r{number}")).collect();
    let puts = names.iter().enumerate().map(|(at, id)| {
        let store = &stores[at % 2];
        async move { store.put_recipe(&recipe("ada", id, 0, Some("text"), 5)).await.unwrap() }
    });
    let put = join_all(puts).await;
    let mut revisions: Vec<i64> = put
        .iter()
        .map(|put| match put {
            Put::Stored(revision) => *revision,
            other => panic!("{other:?}"),
        })
        .collect();
    revisions.sort_unstable();
    assert_eq!(revisions, (5..29).collect::<Vec<i64>>());
    // Of two that build on the same one, one is told.
    let both = [("one", 0), ("other", 1)].map(|(text, at): (&'static str, usize)| {
        let store = &stores[at];
        async move {
            let base = store.recipe("ada", "r0").await.unwrap().unwrap().revision;
            store.put_recipe(&recipe("ada", "r0", base, Some(text), 100)).await.unwrap()
        }
    });
    let came = join_all(both).await;
    let refused = came.iter().filter(|put| **put == Put::Changed).count();
    let newest = stores[0].recipe("ada", "r0").await.unwrap().unwrap();
    assert!(refused == 1 || newest.revision == 101, "{came:?}: both in turn, or one of them");
}
