//! What corrections teach: kept in the extension, shown to the person, changed and forgotten when they say so.

use agent_core::{
    bind,
    memory::{Lessons, recipe},
};
use shared_types::{
    ProfileKey,
    message::{LessonChange, LessonList, PopupReply},
};

use super::{
    run::Answer,
    world::{self, with_world},
};
use extension_browser::{chrome, storage};

/// Reads what is kept. What cannot be read counts as nothing.
pub(super) async fn wake() {
    let lessons = storage::lessons().await.unwrap_or_default();
    with_world(|world| world.lessons = lessons);
}

/// All of them, the latest first, with the entries that they name as far as a profile has them.
pub(super) async fn list() -> Answer {
    wake().await;
    let keys = keys().await?;
    let rows = with_world(|world| world.lessons.rows(&keys));
    let keys = keys.into_iter().filter(Lessons::may_name).collect();
    Ok(PopupReply::Lessons(LessonList { rows, keys }))
}

/// The entries of all profiles.
async fn keys() -> Result<Vec<ProfileKey>, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let mut keys: Vec<ProfileKey> = Vec::new();
    for key in profiles.all().iter().flat_map(bind::keys_of_profile) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    Ok(keys)
}

/// Forgets one.
pub(super) async fn revoke(id: u64) -> Answer {
    change_all(|lessons| {
        lessons.revoke(id);
    })
    .await
}

/// Lets one say something else: the field gets another entry, or is left alone, here or everywhere.
pub(super) async fn change(change: LessonChange) -> Answer {
    let LessonChange { id, key, leave, everywhere } = change;
    let used = match key {
        _ if leave => Some(recipe::Use::Leave),
        Some(key) if Lessons::may_name(&key) && keys().await?.contains(&key) => {
            Some(recipe::use_of(&key))
        }
        Some(_) => return Err(msg!("learned_no_such_entry")),
        None => None,
    };
    let now = chrome::now();
    change_all(|lessons| {
        lessons.change(id, used, everywhere, now);
    })
    .await
}

async fn change_all(with: impl FnOnce(&mut Lessons)) -> Answer {
    let lessons = storage::change_lessons(with).await.map_err(|error| error.to_string())?;
    with_world(|world| world.lessons = lessons);
    list().await
}
