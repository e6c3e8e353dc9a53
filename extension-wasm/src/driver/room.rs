//! Room for what is stored: ended jobs give way, and what finds none is tried again until there is some.

use std::{cell::RefCell, collections::HashSet};

use shared_types::{JobRecord, settings::LogLevel};

use super::world::{say, with_world};
use extension_browser::{
    chrome::{self, ChromeError},
    storage,
    tasks::pause,
};

/// Ended jobs that are kept for the popup.
const KEPT_JOBS: usize = 20;
/// How long to wait before something is stored once more, the first time and at most.
const FIRST_TRY_MS: u32 = 1_000;
const LAST_TRY_MS: u32 = 30_000;

thread_local! {
    /// Jobs that have ended, and what they came to is stored nowhere else yet.
    static UNSETTLED: RefCell<HashSet<String>> = RefCell::default();
}

/// Keeps an ended job from being forgotten. Returns whether it was not kept so before.
pub(super) fn hold(job: &str) -> bool {
    UNSETTLED.with_borrow_mut(|all| all.insert(job.to_owned()))
}

/// Lets it go again.
pub(super) fn release(job: &str) {
    UNSETTLED.with_borrow_mut(|all| all.remove(job));
}

/// Forgets ended jobs but for the last ones.
pub(super) async fn forget_old_jobs() {
    let Ok(records) = storage::job_records().await else { return };
    for record in records.iter().filter(|record| may_be_forgotten(record)).skip(KEPT_JOBS) {
        forget_job(&record.id).await;
    }
}

fn may_be_forgotten(job: &JobRecord) -> bool {
    job.status.is_final() && !UNSETTLED.with_borrow(|all| all.contains(&job.id))
}

/// Makes room: forgets the job that ended first, unless it is to stay. Returns whether there was one.
pub(super) async fn make(stays: impl Fn(&str) -> bool) -> bool {
    let Ok(records) = storage::job_records().await else { return false };
    let mut ended = records.iter().filter(|record| may_be_forgotten(record) && !stays(&record.id));
    let Some(oldest) = ended.next_back() else { return false };
    forget_job(&oldest.id).await
}

async fn forget_job(id: &str) -> bool {
    with_world(|world| world.jobs.remove(id));
    chrome::unstore(&storage::job_key(id)).await.is_ok()
}

/// Does what stores something once more, later and later, until the browser has stored it.
pub(super) async fn until_stored<T>(
    what: &str,
    store: impl AsyncFn() -> Result<T, ChromeError>,
) -> T {
    let mut wait = FIRST_TRY_MS;
    loop {
        match store().await {
            Ok(done) => return done,
            Err(error) => say(LogLevel::Error, what, &error.0),
        }
        pause(wait).await;
        wait = wait.saturating_mul(2).min(LAST_TRY_MS);
    }
}
