//! Recipes of forms as they are stored: in a database of their own, so that whatever becomes of it profiles are safe. Each
//! call opens it and closes it. Nothing is read before a page is: whoever wakes the worker does not wait for it.

use std::collections::BTreeMap;

use agent_core::memory::recipe::{
    self, Kept, MOST, Recipe, Shelf, Taught, prints_of_page, prints_of_recipe, site_of,
};
use futures_util::future::join_all;
use idb::{
    Database, DatabaseEvent, Error, Factory, IndexParams, KeyPath, ObjectStore, ObjectStoreParams,
    Query, Transaction, TransactionMode,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared_types::{Observation, json, settings::LogLevel};
use wasm_bindgen::JsValue;

use crate::{
    chrome::{self, ChromeError},
    console,
    tasks::within,
};

/// Key in `chrome.storage.local` whose value changes whenever a recipe does.
pub const CHANGED: &str = "recipesChanged";

const DATABASE: &str = "vaulty-recipes";
const VERSION: u32 = 1;
/// A recipe each, by its id.
const RECIPES: &str = "recipes";
/// The pages that a recipe was made of, by its id: read when somebody takes them out alone.
const PAGES: &str = "pages";
/// By what they are found: their site, what they know of fields, and when they were used.
const SITE: &str = "site";
const PRINTS: &str = "prints";
const USED: &str = "used";
/// How long the database may take to open, in milliseconds.
const OPENS_WITHIN_MS: u32 = 5_000;
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
pub async fn for_page(observation: &Observation) -> Result<Shelf, ChromeError> {
    let database = open().await?;
    let read = async {
        let store = begin(&database, RECIPES)?;
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
        Ok(Shelf::new(kept))
    };
    let read = read.await;
    database.close();
    read
}

/// Keeps what a form that was sent has taught, or a file that the person took in, with the pages that it is tried on, if
/// there are any. `now` is in seconds since 1970. The oldest go where there are too many.
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
        let count = stores.recipes.count(None).map_err(failed)?.await.map_err(failed)?;
        let most = u32::try_from(MOST).unwrap_or(u32::MAX);
        let surplus = count.saturating_sub(most);
        if surplus > 0 {
            let by_use = stores.recipes.index(USED).map_err(failed)?;
            let oldest = by_use.get_all_keys(None, Some(surplus)).map_err(failed)?;
            for id in oldest.await.map_err(failed)? {
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
    let database = open().await?;
    let read = async {
        let store = begin(&database, PAGES)?;
        let found = store.get(JsValue::from_str(id)).map_err(failed)?.await.map_err(failed)?;
        Ok(found.and_then(|pages| pages.as_string()))
    };
    let read = read.await;
    database.close();
    read
}

/// Forgets one.
pub async fn forget(id: &str) -> Result<(), ChromeError> {
    write(async |stores| stores.delete(&JsValue::from_str(id)).await).await
}

/// All of them, those that were used last first.
pub async fn all() -> Result<Vec<Kept>, ChromeError> {
    let database = open().await?;
    let read = async {
        let store = begin(&database, RECIPES)?;
        let all = store.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
        let mut all: Vec<Kept> = all.iter().filter_map(Stored::read).collect();
        all.sort_by(|one, other| other.used.cmp(&one.used).then(one.id.cmp(&other.id)));
        Ok(all)
    };
    let read = read.await;
    database.close();
    read
}

/// All that is stored, for an export of everything.
pub async fn everything() -> Result<Map<String, Value>, ChromeError> {
    let all = all().await?;
    Ok(Map::from_iter([("recipes".to_owned(), json::to_value(&all))]))
}

/// Removes all of them.
pub async fn erase() -> Result<(), ChromeError> {
    write(async |stores| {
        for store in [&stores.recipes, &stores.pages] {
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
}

impl Stores {
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

/// Runs what writes in one transaction: all of it is stored, or nothing.
async fn write<R>(
    work: impl AsyncFnOnce(&Stores) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let written = async {
        let transaction = transaction(&database, TransactionMode::ReadWrite)?;
        let store = |name: &str| transaction.object_store(name).map_err(failed);
        let stores = Stores { recipes: store(RECIPES)?, pages: store(PAGES)? };
        match work(&stores).await {
            Ok(done) => {
                let committed = transaction.commit().map_err(failed)?.await.map_err(failed)?;
                if committed.is_committed() { Ok(done) } else { Err(not_kept()) }
            }
            Err(why) => {
                // It may have been given up by the browser already.
                if let Ok(given_up) = transaction.abort() {
                    let _ = given_up.await;
                }
                Err(why)
            }
        }
    };
    let written = written.await;
    database.close();
    // It is stored, whether or not panels hear of it.
    if written.is_ok() && chrome::store(CHANGED, &chrome::random_id()).await.is_err() {
        console::log(LogLevel::Error, "nobody could be told that a recipe changed");
    }
    written
}

async fn open() -> Result<Database, ChromeError> {
    let factory = Factory::new().map_err(failed)?;
    let mut request = factory.open(DATABASE, Some(VERSION)).map_err(failed)?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        let create = |name: &str| database.create_object_store(name, ObjectStoreParams::new());
        let (Ok(store), Ok(_)) = (create(RECIPES), create(PAGES)) else { return };
        let mut several = IndexParams::new();
        several.multi_entry(true);
        // An index that is missing is an error of whoever looks something up in it.
        for (name, params) in [(SITE, None), (USED, None), (PRINTS, Some(several))] {
            let _ = store.create_index(name, KeyPath::new_single(name), params);
        }
    });
    match within(OPENS_WITHIN_MS, request.into_future()).await {
        Some(opened) => opened.map_err(failed),
        None => Err(not_kept()),
    }
}

fn transaction(database: &Database, mode: TransactionMode) -> Result<Transaction, ChromeError> {
    database.transaction(&[RECIPES, PAGES], mode).map_err(failed)
}

fn begin(database: &Database, name: &str) -> Result<ObjectStore, ChromeError> {
    transaction(database, TransactionMode::ReadOnly)?.object_store(name).map_err(failed)
}

/// A sentence for the person. What the browser says of it is not shown: it may quote anything.
fn failed(_: Error) -> ChromeError {
    not_kept()
}

fn not_kept() -> ChromeError {
    ChromeError(msg!("recipes_browser_fails"))
}
