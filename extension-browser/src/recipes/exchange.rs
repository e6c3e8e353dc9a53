//! What goes to the person's server, and what came from there. What becomes of it is decided by
//! [`agent_core::memory::recipe::merge`].

use agent_core::memory::recipe::{
    Recipe,
    merge::{self, Arrival, Came, Room},
};
use idb::ObjectStore;
use js_sys::JsString;
use wasm_bindgen::{JsCast as _, JsValue};

use super::{Stored, database, get, put, write};
use crate::{
    chrome::{self, ChromeError},
    js::property,
};
use database::{FORGOTTEN, RECIPES, failed, store};

/// Key in `chrome.storage.local` of how the exchange stands.
pub const STATE: &str = "recipesExchange";

/// What came of what a server has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Received {
    /// Recipes that changed something here: taken in, beside what is known, or gone.
    pub count: u32,
    /// Whether some found no room. Nothing that is known here goes for them.
    pub is_full: bool,
}

/// A recipe that is to go out.
#[derive(Debug, Clone)]
pub struct Due {
    /// Its name.
    pub id: String,
    /// The server's number of the one that it takes the place of; 0 for none.
    pub base: i64,
    /// When it was used last; seconds since 1970.
    pub used: u64,
    /// The recipe.
    pub recipe: Recipe,
}

/// Takes in what came from a server: all of it, or nothing. `at` is in seconds since 1970.
pub async fn take_in(came: &[Came], server: &str, at: u64) -> Result<Received, ChromeError> {
    if came.is_empty() {
        return Ok(Received::default());
    }
    write(async |stores| {
        let mut room = room(&stores.recipes).await?;
        let mut received = Received::default();
        for one in came {
            let key = JsValue::from_str(&one.id);
            let found = stores.forgotten.get(key.clone()).map_err(failed)?.await.map_err(failed)?;
            // The server is about to be told.
            if found.is_some() {
                continue;
            }
            let known = get(&stores.recipes, &one.id).await?;
            let kept = match merge::arrived(known.as_ref(), one, server, at) {
                Arrival::Nothing => continue,
                Arrival::Forgotten => {
                    stores.delete(&key).await?;
                    room.recipes = room.recipes.saturating_sub(1);
                    received.count += 1;
                    continue;
                }
                Arrival::Noted(kept) => kept,
                Arrival::Taken(kept) | Arrival::Conflict(kept) => {
                    if !room.takes(known.is_none(), chrome::written(&kept)?.len()) {
                        received.is_full = true;
                        continue;
                    }
                    received.count += 1;
                    kept
                }
            };
            put(&stores.recipes, &kept).await?;
        }
        Ok(received)
    })
    .await
}

/// How many there are, and how long they are: in letters, nearly all of which are a byte.
async fn room(recipes: &ObjectStore) -> Result<Room, ChromeError> {
    let all = recipes.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
    let length =
        |one: &JsValue| property(one, "kept").dyn_into::<JsString>().map(|text| text.length());
    let bytes = all.iter().filter_map(|one| length(one).ok()).map(|letters| letters as usize).sum();
    Ok(Room { recipes: all.len(), bytes })
}

/// What is to go to a server.
pub async fn due(server: &str) -> Result<Vec<Due>, ChromeError> {
    database::read(async |transaction| {
        let store = store(transaction, RECIPES)?;
        let all = store.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
        let due = all.iter().filter_map(Stored::read).filter_map(|kept| {
            let base = kept.outgoing(server)?;
            Some(Due { base, id: kept.id, used: kept.used, recipe: kept.recipe })
        });
        Ok(due.collect())
    })
    .await
}

/// Notes that a server has one now.
pub async fn sent(due: &Due, server: &str, revision: i64) -> Result<(), ChromeError> {
    write(async |stores| {
        let Some(mut kept) = get(&stores.recipes, &due.id).await? else {
            // It was forgotten while it was on its way.
            return stores.forget_at(&due.id, server).await;
        };
        kept.sent(&due.recipe, server, revision, due.used);
        put(&stores.recipes, &kept).await
    })
    .await
}

/// Notes that a server no longer has what it was agreed with on.
pub async fn agrees_no_more(id: &str) -> Result<(), ChromeError> {
    super::change(id, |kept| kept.agreed = None).await.map(drop)
}

/// What was forgotten here and is at a server still.
pub async fn forgotten(server: &str) -> Result<Vec<String>, ChromeError> {
    database::read(async |transaction| {
        let store = store(transaction, FORGOTTEN)?;
        let ids = store.get_all_keys(None, None).map_err(failed)?.await.map_err(failed)?;
        let of = store.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
        let all = ids.into_iter().zip(of);
        let of_server = all.filter(|(_, of)| of.as_string().as_deref() == Some(server));
        Ok(of_server.filter_map(|(id, _)| id.as_string()).collect())
    })
    .await
}

/// Notes that a server has forgotten one as well.
pub async fn is_told(id: &str) -> Result<(), ChromeError> {
    write(async |stores| stores.no_longer_forgotten(id).await).await
}

/// The person chose between what is known here and what another browser says, as they were shown it: `revision` is the
/// other's. Where that is another by now nothing is settled. `at` is in seconds since 1970.
pub async fn settle(id: &str, revision: i64, ours: bool, at: u64) -> Result<(), ChromeError> {
    write(async |stores| {
        let Some(kept) = get(&stores.recipes, id).await? else { return Ok(()) };
        if kept.other.as_ref().map(|other| other.revision) != Some(revision) {
            return Ok(());
        }
        match kept.settled(ours, at) {
            Some(kept) => put(&stores.recipes, &kept).await,
            None => stores.delete(&JsValue::from_str(id)).await,
        }
    })
    .await
}
