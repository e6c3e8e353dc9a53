//! What corrections teach: kept in the extension, shown to the person, and forgotten when they say so.

use agent_core::{
    bind,
    memory::{Lessons, Meeting, Taught},
};
use shared_types::{Field, ProfileKey, message::PopupReply, settings::LogLevel};

use super::{
    run::Answer,
    world::{self, notify, say, with_world},
};
use extension_browser::{chrome, storage};

/// Reads what is kept. What cannot be read counts as nothing.
pub(super) async fn wake() {
    let lessons = storage::lessons().await.unwrap_or_default();
    with_world(|world| world.lessons = lessons);
}

/// Learns from what the person chose for fields of a site.
pub(super) async fn learn(origin: &str, taught: Vec<(Field, Taught)>) {
    if taught.is_empty() {
        return;
    }
    let now = chrome::now();
    change(origin, |lessons| lessons.learn(origin, taught, now)).await;
}

/// Learns how fields of a form that was sent met what a job wrote.
pub(super) async fn meet(job: &str, met: Vec<Meeting>) {
    if met.is_empty() {
        return;
    }
    let now = chrome::now();
    change(job, |lessons| lessons.meet(job, met, now)).await;
}

async fn change(what: &str, with: impl FnOnce(&mut Lessons)) {
    match storage::change_lessons(with).await {
        Ok(lessons) => with_world(|world| world.lessons = lessons),
        Err(error) => {
            say(LogLevel::Error, what, &error.0);
            notify(&msg!("recipes_not_kept")).await;
        }
    }
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
