//! What corrections teach: kept in the extension, shown to the person, changed and forgotten when they say so.

use agent_core::memory::{Lessons, recipe};
use shared_types::{
    ProfileKey,
    message::{LessonChange, LessonList, PopupReply},
};

use super::{
    run::Answer,
    world::{self, with_world},
};
use extension_browser::{chrome, storage};

/// All of them, the latest first, with the entries that they name as far as a profile has them.
pub(super) async fn list() -> Answer {
    world::read_lessons().await;
    let Keys { all, may_be_named } = keys().await?;
    let rows = with_world(|world| world.lessons.rows(&all));
    let keys = may_be_named;
    Ok(PopupReply::Lessons(LessonList { rows, keys }))
}

/// The entries of all profiles, and those that a lesson may name in each.
struct Keys {
    all: Vec<ProfileKey>,
    may_be_named: Vec<ProfileKey>,
}

async fn keys() -> Result<Keys, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let mut all: Vec<ProfileKey> = Vec::new();
    let mut secret: Vec<ProfileKey> = Vec::new();
    for named in &profiles.set().profiles {
        let source = profiles.source(&named.id, None, world::today(), "");
        for key in source.keys() {
            if !Lessons::may_name(&key, &source) {
                secret.push(key.clone());
            }
            if !all.contains(&key) {
                all.push(key);
            }
        }
    }
    let may_be_named = all.iter().filter(|key| !secret.contains(key)).cloned().collect();
    Ok(Keys { all, may_be_named })
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
        Some(key) if keys().await?.may_be_named.contains(&key) => Some(recipe::use_of(&key)),
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
