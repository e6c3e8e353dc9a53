//! What corrections teach: kept in the extension, shown to the person, and forgotten when they say so.

use agent_core::bind;
use shared_types::{ProfileKey, message::PopupReply};

use super::{
    run::Answer,
    world::{self, with_world},
};
use extension_browser::storage;

/// Reads what is kept. What cannot be read counts as nothing.
pub(super) async fn wake() {
    let lessons = storage::lessons().await.unwrap_or_default();
    with_world(|world| world.lessons = lessons);
}

/// All of them, the latest first, with the entries that they name as far as a profile has them.
pub(super) async fn list() -> Answer {
    wake().await;
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let keys: Vec<ProfileKey> = profiles.all().iter().flat_map(bind::keys_of_profile).collect();
    Ok(PopupReply::Lessons(with_world(|world| world.lessons.rows(&keys))))
}

/// Forgets one.
pub(super) async fn revoke(id: u64) -> Answer {
    let changed = storage::change_lessons(|lessons| {
        lessons.revoke(id);
    });
    let lessons = changed.await.map_err(|error| error.to_string())?;
    with_world(|world| world.lessons = lessons);
    list().await
}
