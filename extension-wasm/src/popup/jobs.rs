//! Which job the popup shows. Pure.

use std::collections::BTreeMap;

use shared_types::JobRecord;

/// Jobs by their ids.
pub(super) type Jobs = BTreeMap<String, JobRecord>;

/// The job to show: the one that was picked in this popup, or else the tab's own. A job that goes on
/// comes before one that has ended, a newer one before an older.
pub(super) fn to_show<'a>(
    jobs: &'a Jobs,
    tab: Option<i32>,
    picked: Option<&str>,
) -> Option<&'a JobRecord> {
    picked.and_then(|id| jobs.get(id)).or_else(|| {
        jobs.values().filter(|job| tab.is_some() && job.tab_id == tab).max_by(|a, b| {
            let ended = |job: &JobRecord| job.status.is_final();
            ended(b).cmp(&ended(a)).then(a.started_at.total_cmp(&b.started_at))
        })
    })
}

/// Jobs that go on, other than the one shown, newest first.
pub(super) fn elsewhere<'a>(jobs: &'a Jobs, shown: Option<&str>) -> Vec<&'a JobRecord> {
    let mut others: Vec<_> = jobs
        .values()
        .filter(|job| !job.status.is_final() && Some(job.id.as_str()) != shown)
        .collect();
    others.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
    others
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::JobStatus::{self, Done, PausedForApproval, Running, Stopped};

    fn jobs() -> Jobs {
        let job = |id: &str, tab_id, status: JobStatus, started_at| {
            let id = id.to_owned();
            (id.clone(), JobRecord { id, tab_id, status, started_at, ..JobRecord::default() })
        };
        Jobs::from([
            job("old", Some(1), Done, 10.0),
            job("new", Some(1), Stopped, 20.0),
            job("busy", Some(2), Running, 5.0),
            job("ended", Some(2), Done, 30.0),
            job("waits", Some(3), PausedForApproval, 40.0),
            job("opening", None, Running, 50.0),
        ])
    }

    #[test]
    fn the_tabs_own_job_is_shown() {
        let jobs = jobs();
        let check = |tab, picked, expected: Option<&str>| {
            assert_eq!(to_show(&jobs, tab, picked).map(|job| job.id.as_str()), expected);
        };
        check(Some(1), None, Some("new"));
        check(Some(2), None, Some("busy"));
        check(Some(9), None, None);
        check(None, None, None);
        check(Some(1), Some("opening"), Some("opening"));
        check(Some(1), Some("gone"), Some("new"));
    }

    #[test]
    fn others_that_go_on_are_listed() {
        let jobs = jobs();
        let check = |shown, expected: &[&str]| {
            let ids: Vec<_> = elsewhere(&jobs, shown).iter().map(|job| job.id.as_str()).collect();
            assert_eq!(ids, expected);
        };
        check(None, &["opening", "waits", "busy"]);
        check(Some("waits"), &["opening", "busy"]);
    }
}
