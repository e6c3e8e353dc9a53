//! Lists of recipes that the person took in: which, and what each says of a site. They are fetched and checked by the
//! panel; what is here is used by the worker.

use agent_core::memory::recipe::{
    Listed,
    list::{self, Form, Pinned, Refused, Signed},
};
use idb::{ObjectStore, Query, Transaction};
use serde::{Deserialize, Serialize};
use shared_types::json;
use wasm_bindgen::JsValue;

use super::database::{self, LIST, LISTED, LISTS, SITE, failed, store};
use crate::chrome::{self, ChromeError};

/// Forms of a page's own site that are looked at.
const MOST_OF_SITE: usize = 40;

/// What a list says of a site, as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    list: String,
    site: String,
    /// Its forms as JSON: most of them are never read.
    forms: String,
}

/// All lists, by their names.
pub async fn all() -> Result<Vec<Pinned>, ChromeError> {
    database::read(pinned).await
}

async fn pinned(transaction: &Transaction) -> Result<Vec<Pinned>, ChromeError> {
    let found = store(transaction, LISTS)?.get_all(None, None).map_err(failed)?;
    let found = found.await.map_err(failed)?;
    // What cannot be read is as if it were not there.
    Ok(found.iter().filter_map(|one| chrome::from_js(one).ok()).collect())
}

/// Puts a list in the place of the one of that name, if it may be there: whether it is another now, or why not. `at` is in
/// seconds since 1970.
pub async fn take_in(
    signed: &Signed,
    address: &str,
    at: u64,
) -> Result<Result<bool, Refused>, ChromeError> {
    database::write(async |transaction| {
        let accepted = list::accept(&pinned(transaction).await?, signed, address, at);
        let pinned = match accepted {
            Ok(Some(pinned)) => pinned,
            Ok(None) => return Ok(Ok(false)),
            Err(refused) => return Ok(Err(refused)),
        };
        clear(transaction, &pinned.name).await?;
        let listed = store(transaction, LISTED)?;
        for site in signed.list.sites() {
            let forms = signed.list.forms.iter().filter(|form| form.origin == site);
            let forms: Vec<&Form> = forms.collect();
            let stored = Stored {
                list: pinned.name.clone(),
                site: site.to_owned(),
                forms: chrome::written(&forms)?,
            };
            put_as(&listed, &format!("{}\n{site}", pinned.name), &stored).await?;
        }
        put_as(&store(transaction, LISTS)?, &pinned.name, &pinned).await?;
        Ok(Ok(true))
    })
    .await
}

/// Removes a list with all that it says.
pub async fn remove(name: &str) -> Result<(), ChromeError> {
    database::write(async |transaction| {
        clear(transaction, name).await?;
        let lists = store(transaction, LISTS)?;
        lists.delete(JsValue::from_str(name)).map_err(failed)?.await.map_err(failed)
    })
    .await
}

/// What lists say of a site.
pub(super) async fn of_site(
    transaction: &Transaction,
    site: &str,
) -> Result<Vec<Listed>, ChromeError> {
    let index = store(transaction, LISTED)?.index(SITE).map_err(failed)?;
    let query = Some(Query::from(JsValue::from_str(site)));
    let found = index.get_all(query, None).map_err(failed)?.await.map_err(failed)?;
    let mut all = Vec::new();
    for stored in found.iter().filter_map(|one| chrome::from_js::<Stored>(one).ok()) {
        let forms: Vec<Form> = json::from_str(&stored.forms).unwrap_or_default();
        // Whatever it is stored under, a form is of its own site alone.
        let own = forms.iter().filter(|form| form.origin == site);
        all.extend(own.map(|form| Listed { list: stored.list.clone(), recipe: form.as_recipe() }));
    }
    all.truncate(MOST_OF_SITE);
    Ok(all)
}

async fn clear(transaction: &Transaction, name: &str) -> Result<(), ChromeError> {
    let listed = store(transaction, LISTED)?;
    let index = listed.index(LIST).map_err(failed)?;
    let query = Some(Query::from(JsValue::from_str(name)));
    for key in index.get_all_keys(query, None).map_err(failed)?.await.map_err(failed)? {
        listed.delete(key).map_err(failed)?.await.map_err(failed)?;
    }
    Ok(())
}

async fn put_as<T: Serialize>(
    store: &ObjectStore,
    key: &str,
    value: &T,
) -> Result<(), ChromeError> {
    let (value, key) = (chrome::to_js(value)?, JsValue::from_str(key));
    store.put(&value, Some(&key)).map_err(failed)?.await.map(drop).map_err(failed)
}
