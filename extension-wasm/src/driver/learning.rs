//! What corrections, and forms that were sent, add to the lessons. Never in a private window.

use agent_core::memory::{Correction, Lessons, Meeting};
use shared_types::{ProfileId, settings::LogLevel};

use super::{
    private::is_private,
    world::{notify, say, with_world},
};
use extension_browser::{chrome, storage};

/// Learns from what the person made of fields of a site, in a job that fills from a profile.
pub(super) async fn correct(
    job: &str,
    origin: &str,
    profile: &ProfileId,
    corrections: Vec<Correction>,
) {
    if corrections.is_empty() {
        return;
    }
    let now = chrome::now();
    let learn = |lessons: &mut Lessons| {
        lessons.learn(origin, profile.as_str(), corrections, now);
    };
    change(job, learn).await;
}

/// Learns how fields of a form that was sent met what a job wrote.
pub(super) async fn meet(job: &str, met: Vec<Meeting>) {
    if met.is_empty() {
        return;
    }
    let now = chrome::now();
    change(job, |lessons| lessons.meet(job, met, now)).await;
}

async fn change(job: &str, with: impl FnOnce(&mut Lessons)) {
    if is_private(job).await {
        return;
    }
    match storage::change_lessons(with).await {
        Ok(lessons) => with_world(|world| world.lessons = lessons),
        Err(error) => {
            say(LogLevel::Error, job, &error.0);
            notify(&msg!("recipes_not_kept")).await;
        }
    }
}
