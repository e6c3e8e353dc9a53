//! The database of what is known of forms: opened for each call and closed after it.

use idb::{
    Database, DatabaseEvent, Error, Factory, IndexParams, KeyPath, ObjectStore, ObjectStoreParams,
    Transaction, TransactionMode,
};
use shared_types::settings::LogLevel;

use crate::{
    chrome::{self, ChromeError},
    console,
    tasks::within,
    transaction,
};

/// Key in `chrome.storage.local` whose value changes whenever something here does.
pub(super) const CHANGED: &str = "recipesChanged";

const DATABASE: &str = "vaulty-recipes";
/// 1: recipes and their pages. 2: lists as well. 3: what was forgotten as well.
const VERSION: u32 = 3;
/// A recipe each, by its id.
pub(super) const RECIPES: &str = "recipes";
/// The pages that a recipe was made of, by its id: read when somebody takes them out alone.
pub(super) const PAGES: &str = "pages";
/// What each list says of a site, by both.
pub(super) const LISTED: &str = "listed";
/// The lists that the person took in, by their names.
pub(super) const LISTS: &str = "lists";
/// Recipes that were forgotten here and are at a server still: that server's mark, by the recipe's id.
pub(super) const FORGOTTEN: &str = "forgotten";
/// All of them.
pub(super) const STORES: [&str; 5] = [RECIPES, PAGES, LISTED, LISTS, FORGOTTEN];
/// By what they are found: their site, what they know of fields, when they were used, and of which list they are.
pub(super) const SITE: &str = "site";
pub(super) const PRINTS: &str = "prints";
pub(super) const USED: &str = "used";
pub(super) const LIST: &str = "list";
/// How long the database may take to open, in milliseconds.
const OPENS_WITHIN_MS: u32 = 5_000;

/// Runs what reads.
pub(super) async fn read<R>(
    work: impl AsyncFnOnce(&Transaction) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let read = async { work(&begin(&database, TransactionMode::ReadOnly)?).await };
    let read = read.await;
    database.close();
    read
}

/// Runs what writes in one transaction: all of it is stored, or nothing.
pub(super) async fn write<R>(
    work: impl AsyncFnOnce(&Transaction) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let written = async {
        let transaction = begin(&database, TransactionMode::ReadWrite)?;
        let done = work(&transaction).await;
        transaction::end(transaction, done, failed, not_kept).await
    };
    let written = written.await;
    database.close();
    // It is stored, whether or not panels hear of it.
    if written.is_ok() && chrome::store(CHANGED, &chrome::random_id()).await.is_err() {
        console::log(LogLevel::Error, "nobody could be told that a recipe changed");
    }
    written
}

/// One of the stores.
pub(super) fn store(transaction: &Transaction, name: &str) -> Result<ObjectStore, ChromeError> {
    transaction.object_store(name).map_err(failed)
}

async fn open() -> Result<Database, ChromeError> {
    let factory = Factory::new().map_err(failed)?;
    let mut request = factory.open(DATABASE, Some(VERSION)).map_err(failed)?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        // What an earlier version has made stays as it is.
        let there = database.store_names();
        for name in STORES.into_iter().filter(|name| !there.iter().any(|one| one == name)) {
            let Ok(store) = database.create_object_store(name, ObjectStoreParams::new()) else {
                return;
            };
            // An index that is missing is an error of whoever looks something up in it.
            for (index, is_several) in indexes_of(name) {
                let mut params = IndexParams::new();
                params.multi_entry(*is_several);
                let _ = store.create_index(index, KeyPath::new_single(index), Some(params));
            }
        }
    });
    match within(OPENS_WITHIN_MS, request.into_future()).await {
        Some(opened) => opened.map_err(failed),
        None => Err(not_kept()),
    }
}

/// The indexes of a store, and whether a record has several values of it.
fn indexes_of(name: &str) -> &'static [(&'static str, bool)] {
    match name {
        RECIPES => &[(SITE, false), (USED, false), (PRINTS, true)],
        LISTED => &[(SITE, false), (LIST, false)],
        _ => &[],
    }
}

fn begin(database: &Database, mode: TransactionMode) -> Result<Transaction, ChromeError> {
    database.transaction(&STORES, mode).map_err(failed)
}

/// A sentence for the person. What the browser says of it is not shown: it may quote anything.
pub(super) fn failed(_: Error) -> ChromeError {
    not_kept()
}

fn not_kept() -> ChromeError {
    ChromeError(msg!("recipes_browser_fails"))
}
