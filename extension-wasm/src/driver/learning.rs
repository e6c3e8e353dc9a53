//! What corrections, and forms that were sent, add to the lessons.

use agent_core::memory::{Lessons, Meeting, Taught};
use shared_types::{Field, settings::LogLevel};

use super::world::{notify, say, with_world};
use extension_browser::{chrome, storage};

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
