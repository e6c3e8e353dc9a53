//! Recipes of forms as they are stored: in a database of their own, so that whatever becomes of it profiles are safe. Each
//! call opens it and closes it. Nothing is read before a page is: whoever wakes the worker does not wait for it.

mod database;
pub mod exchange;
pub mod lists;

use std::collections::BTreeMap;

use agent_core::memory::{
    UNUSED_FOR,
    recipe::{
        self, Kept, MOST, Recipe, RecipeSet, Taught, prints_of_page, prints_of_recipe, site_of,
    },
};
use futures_util::future::join_all;
use idb::{KeyRange, ObjectStore, Query, Transaction};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared_types::{Observation, json};
use wasm_bindgen::JsValue;

use crate::chrome::{self, ChromeError};
use database::{FORGOTTEN, PAGES, PRINTS, RECIPES, SITE, STORES, USED, failed, store};

/// Key in `chrome.storage.local` whose value changes whenever a recipe or a list does.
pub const CHANGED: &str = database::CHANGED;

/// Recipes of a page's own site that are looked at: those that were used last.
const MOST_OF_SITE: usize = 40;
/// Recipes of other forms that are looked at more closely, and how many are counted for each field.
const MOST_LIKE: usize = 8;
const MOST_COUNTED: u32 = 16;

/// A recipe as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    id: String,
    site: String,
    prints: Vec<String>,
    used: f64,
    /// All of it as JSON: most of them are never read.
    kept: String,
}

impl Stored {
    fn of(kept: &Kept) -> Result<Self, ChromeError> {
        Ok(Self {
            id: kept.id.clone(),
            site: kept.recipe.origin.clone(),
            prints: prints_of_recipe(&kept.recipe),
            #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
            used: kept.used as f64,
            kept: chrome::written(kept)?,
        })
    }

    /// What cannot be read is as if it were not there.
    fn read(value: &JsValue) -> Option<Kept> {
        let stored: Self = chrome::from_js(value).ok()?;
        json::from_str(&stored.kept).ok()
    }
}

/// The recipes that may say something of a page: those of its site, and those that know most of its fields.
pub async fn for_page(observation: &Observation) -> Result<RecipeSet, ChromeError> {
    database::read(async |transaction| {
        let listed = lists::of_site(transaction, &site_of(observation)).await?;
        let store = store(transaction, RECIPES)?;
        let site = site_of(observation);
        let mut kept = of_site(&store, &site).await?;
        kept.sort_by_key(|one| std::cmp::Reverse(one.used));
        kept.truncate(MOST_OF_SITE);
        let by_prints = store.index(PRINTS).map_err(failed)?;
        let mut asked = Vec::new();
        for print in prints_of_page(observation) {
            let query = Some(Query::from(JsValue::from(print)));
            let keys = by_prints.get_all_keys(query, Some(MOST_COUNTED)).map_err(failed)?;
            asked.push(keys.into_future());
        }
        let mut shared: BTreeMap<String, usize> = BTreeMap::new();
        for ids in join_all(asked).await {
            for id in ids.map_err(failed)?.iter().filter_map(JsValue::as_string) {
                *shared.entry(id).or_default() += 1;
            }
        }
        let mut like: Vec<(String, usize)> =
            shared.into_iter().filter(|(id, _)| kept.iter().all(|one| one.id != *id)).collect();
        like.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let like = like.iter().take(MOST_LIKE).map(|(id, _)| get(&store, id));
        for one in join_all(like).await {
            kept.extend(one?);
        }
        Ok(RecipeSet::new(kept).with_lists(listed))
    })
    .await
}

/// Keeps what a form that was sent has taught, or a file that the person took in, with the pages that it is tried on, if
/// there are any. `now` is in seconds since 1970. What was used long ago goes, and the oldest where there are too many.
pub async fn keep(
    fresh: Recipe,
    pages: Vec<String>,
    by: Taught<'_>,
    now: u64,
) -> Result<(), ChromeError> {
    write(async |stores| {
        let known = of_site(&stores.recipes, &fresh.origin).await?;
        let Some(kept) = recipe::keep(known, fresh, by, now) else { return Ok(()) };
        put(&stores.recipes, &kept).await?;
        if !pages.is_empty() {
            let key = JsValue::from_str(&kept.id);
            let value = JsValue::from_str(&format!("[{}]", pages.join(",")));
            stores.pages.put(&value, Some(&key)).map_err(failed)?.await.map_err(failed)?;
        }
        stores.no_longer_forgotten(&kept.id).await?;
        // One by another browser that was never used goes where there is no room.
        let oldest = now.saturating_sub(UNUSED_FOR).max(1);
        let (first, oldest) = (JsValue::from(1), JsValue::from(oldest as f64));
        let unused = KeyRange::bound(&first, &oldest, None, None).map_err(failed)?;
        for id in stores.by_use(Some(unused.into()), None).await? {
            // Two versions of one are for the person to settle.
            let name = id.as_string().unwrap_or_default();
            let kept = get(&stores.recipes, &name).await?;
            if kept.is_none_or(|kept| kept.other.is_none()) {
                stores.delete(&id).await?;
            }
        }
        let most = u32::try_from(MOST).unwrap_or(u32::MAX);
        let surplus = stores.count().await?.saturating_sub(most);
        if surplus > 0 {
            for id in stores.by_use(None, Some(surplus)).await? {
                stores.delete(&id).await?;
            }
        }
        Ok(())
    })
    .await
}

/// Changes a recipe, if it is there still; it comes back.
pub async fn change(id: &str, with: impl FnOnce(&mut Kept)) -> Result<Option<Kept>, ChromeError> {
    write(async |stores| {
        let Some(mut kept) = get(&stores.recipes, id).await? else { return Ok(None) };
        with(&mut kept);
        put(&stores.recipes, &kept).await?;
        Ok(Some(kept))
    })
    .await
}

/// The pages that a recipe is tried on, as JSON; none where none are kept.
pub async fn pages(id: &str) -> Result<Option<String>, ChromeError> {
    database::read(async |transaction| {
        let store = store(transaction, PAGES)?;
        let found = store.get(JsValue::from_str(id)).map_err(failed)?.await.map_err(failed)?;
        Ok(found.and_then(|pages| pages.as_string()))
    })
    .await
}

/// Forgets one. A server that has it is told at the next exchange.
pub async fn forget(id: &str) -> Result<(), ChromeError> {
    write(async |stores| {
        let kept = get(&stores.recipes, id).await?;
        // Also where another browser's stands beside it and nothing was agreed on.
        let server = kept.and_then(|kept| {
            kept.agreed.map(|agreed| agreed.server).or(kept.other.map(|other| other.server))
        });
        if let Some(server) = server {
            stores.forget_at(id, &server).await?;
        }
        stores.delete(&JsValue::from_str(id)).await
    })
    .await
}

/// All of them, those that were used last first.
pub async fn all() -> Result<Vec<Kept>, ChromeError> {
    database::read(async |transaction| {
        let store = store(transaction, RECIPES)?;
        let all = store.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
        let mut all: Vec<Kept> = all.iter().filter_map(Stored::read).collect();
        all.sort_by(|one, other| other.used.cmp(&one.used).then(one.id.cmp(&other.id)));
        Ok(all)
    })
    .await
}

/// All that is stored, for an export of everything.
pub async fn everything() -> Result<Map<String, Value>, ChromeError> {
    let (all, lists) = (all().await?, lists::all().await?);
    Ok(Map::from_iter([
        ("recipes".to_owned(), json::to_value(&all)),
        ("recipeLists".to_owned(), json::to_value(&lists)),
    ]))
}

/// Removes all of them, and all lists.
pub async fn erase() -> Result<(), ChromeError> {
    database::write(async |transaction| {
        for name in STORES {
            let store = store(transaction, name)?;
            store.clear().map_err(failed)?.await.map_err(failed)?;
        }
        Ok(())
    })
    .await
}

/// What a transaction writes into.
struct Stores {
    recipes: ObjectStore,
    pages: ObjectStore,
    forgotten: ObjectStore,
}

impl Stores {
    async fn count(&self) -> Result<u32, ChromeError> {
        self.recipes.count(None).map_err(failed)?.await.map_err(failed)
    }

    /// Notes that a server is to forget one as well.
    async fn forget_at(&self, id: &str, server: &str) -> Result<(), ChromeError> {
        let (key, server) = (JsValue::from_str(id), JsValue::from_str(server));
        let request = self.forgotten.put(&server, Some(&key)).map_err(failed)?;
        request.await.map_err(failed).map(drop)
    }

    async fn no_longer_forgotten(&self, id: &str) -> Result<(), ChromeError> {
        let request = self.forgotten.delete(JsValue::from_str(id)).map_err(failed)?;
        request.await.map_err(failed)
    }

    /// The names of those within a range of times of use, at most so many, the oldest first.
    async fn by_use(
        &self,
        within: Option<Query>,
        most: Option<u32>,
    ) -> Result<Vec<JsValue>, ChromeError> {
        let by_use = self.recipes.index(USED).map_err(failed)?;
        by_use.get_all_keys(within, most).map_err(failed)?.await.map_err(failed)
    }

    async fn delete(&self, id: &JsValue) -> Result<(), ChromeError> {
        for store in [&self.recipes, &self.pages] {
            store.delete(id.clone()).map_err(failed)?.await.map_err(failed)?;
        }
        Ok(())
    }
}

async fn of_site(store: &ObjectStore, site: &str) -> Result<Vec<Kept>, ChromeError> {
    let index = store.index(SITE).map_err(failed)?;
    let found = index.get_all(Some(Query::from(JsValue::from_str(site))), None).map_err(failed)?;
    Ok(found.await.map_err(failed)?.iter().filter_map(Stored::read).collect())
}

async fn get(store: &ObjectStore, id: &str) -> Result<Option<Kept>, ChromeError> {
    let found = store.get(JsValue::from_str(id)).map_err(failed)?.await.map_err(failed)?;
    Ok(found.as_ref().and_then(Stored::read))
}

async fn put(store: &ObjectStore, kept: &Kept) -> Result<(), ChromeError> {
    let value = chrome::to_js(&Stored::of(kept)?)?;
    let key = JsValue::from_str(&kept.id);
    store.put(&value, Some(&key)).map_err(failed)?.await.map(drop).map_err(failed)
}

/// Runs what writes recipes in one transaction: all of it is stored, or nothing.
async fn write<R>(
    work: impl AsyncFnOnce(&Stores) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    database::write(async |transaction: &Transaction| {
        let stores = Stores {
            recipes: store(transaction, RECIPES)?,
            pages: store(transaction, PAGES)?,
            forgotten: store(transaction, FORGOTTEN)?,
        };
        work(&stores).await
    })
    .await
}
