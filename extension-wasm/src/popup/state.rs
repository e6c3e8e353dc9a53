//! What the views of jobs share: the jobs, the tab, and which job is shown.

use std::cell::RefCell;

use shared_types::{JobRecord, JobStatus};

use super::jobs;

/// What the popup shows.
#[derive(Default)]
pub(super) struct State {
    /// All jobs that are kept.
    pub(super) jobs: Vec<JobRecord>,
    /// The tab that the popup is for.
    pub(super) tab: Option<i32>,
    /// Whether that tab is a page of Vaulty's own.
    pub(super) own_page: bool,
    /// The tab in front of this window.
    pub(super) front: Option<i32>,
    /// The job that was started or picked here.
    pub(super) picked: Option<String>,
    /// Whether there is nothing to fill from.
    pub(super) empty_profile: bool,
    /// Job and status that were painted last.
    pub(super) painted: Option<(String, JobStatus)>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Changes the state.
pub(super) fn change<T>(with: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(with)
}

/// Reads the state.
pub(super) fn read<T>(with: impl FnOnce(&State) -> T) -> T {
    STATE.with_borrow(with)
}

/// The tab that the popup is for.
pub(super) fn tab() -> Option<i32> {
    read(|state| state.tab)
}

/// The job that is shown.
pub(super) fn shown_job() -> Option<JobRecord> {
    read(|state| jobs::to_show(&state.jobs, state.tab, state.picked.as_deref()).cloned())
}
