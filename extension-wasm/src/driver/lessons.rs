//! What corrections teach: kept in the extension, shown to the person, and forgotten when they say so.

use agent_core::memory::{Taught, recipe};
use shared_types::{
    Field, ProfileKey,
    message::{LessonRow, PopupReply},
    settings::LogLevel,
};

use super::{
    run::Answer,
    world::{self, say, with_world},
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
    // What a page says is read without values: marks stand in their places.
    let is_clean = |text: &str| !text.contains("{{");
    let at = (chrome::now() / 1000.0) as u64;
    let changed = storage::change_lessons(|lessons| {
        for (field, taught) in taught {
            lessons.correct(&field, origin, taught, at, is_clean);
        }
    });
    match changed.await {
        Ok(lessons) => with_world(|world| world.lessons = lessons),
        Err(error) => say(LogLevel::Error, origin, &error.0),
    }
}

/// All of them, the latest first, with the entries that they name as far as a profile has them.
pub(super) async fn list() -> Answer {
    wake().await;
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let keys: Vec<ProfileKey> =
        profiles.all().iter().flat_map(agent_core::bind::keys_of_profile).collect();
    let rows = with_world(|world| {
        let row = |lesson: &agent_core::memory::Lesson| {
            let Taught::Takes(used) = &lesson.taught else { return None };
            Some(LessonRow {
                id: lesson.id,
                label: lesson.label.clone(),
                key: keys.iter().find(|key| recipe::use_of(key) == *used).cloned(),
                sites: lesson.sites.iter().cloned().collect(),
                everywhere: lesson.is_general(),
            })
        };
        world.lessons.listed().iter().rev().filter_map(row).collect()
    });
    Ok(PopupReply::Lessons(rows))
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
