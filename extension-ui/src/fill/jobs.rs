//! Which job the panel shows, and what of it. Pure.

use shared_types::{JobRecord, JobStatus, job::PLANNED_BY_SERVER};

/// Puts a job in the place of the one with its id, or beside the others.
pub(crate) fn put(jobs: &mut Vec<JobRecord>, job: JobRecord) {
    match jobs.iter_mut().find(|known| known.id == job.id) {
        Some(known) => *known = job,
        None => jobs.push(job),
    }
}

/// The job to show: the one that was picked in this panel, or else the tab's own. A job that goes on
/// comes before one that has ended, a newer one before an older; also before one of the same tab that was picked and has
/// ended: it was begun by keys or by a menu since. One that has changed a field gives way to the
/// form that it is of.
pub(crate) fn to_show<'a>(
    jobs: &'a [JobRecord],
    tab: Option<i32>,
    picked: Option<&str>,
) -> Option<&'a JobRecord> {
    let own = jobs.iter().filter(|job| tab.is_some() && job.tab_id == tab).max_by(|a, b| {
        let ended = |job: &JobRecord| job.status.is_final();
        ended(b).cmp(&ended(a)).then(a.started_at.total_cmp(&b.started_at))
    });
    let picked = jobs.iter().find(|job| picked == Some(job.id.as_str()));
    let is_over = |picked: &&JobRecord| {
        picked.status.is_final()
            && own.is_some_and(|own| {
                own.tab_id == picked.tab_id && own.started_at > picked.started_at
            })
    };
    let shown = picked.filter(|picked| !is_over(picked)).or(own)?;
    let shown = changed_form(jobs, shown).unwrap_or(shown);
    Some(of_the_same_table(jobs, shown).unwrap_or(shown))
}

/// The form that a field was changed of, once that is done. What went wrong with it is said first.
fn changed_form<'a>(jobs: &'a [JobRecord], change: &JobRecord) -> Option<&'a JobRecord> {
    let is_done = change.status.is_final() && change.status != JobStatus::Error;
    let form = change.change_of.as_ref().filter(|_| is_done)?;
    jobs.iter().find(|job| job.id == *form)
}

/// Of a row that has ended, the job of the table that waits for the person or, if none does, one that goes on.
fn of_the_same_table<'a>(jobs: &'a [JobRecord], ended: &JobRecord) -> Option<&'a JobRecord> {
    let of = ended.table.as_ref().filter(|_| ended.status.is_final())?;
    let is_next = |job: &&JobRecord| {
        !job.status.is_final() && job.table.as_ref().is_some_and(|next| next.table == of.table)
    };
    let order = |a: &&JobRecord, b: &&JobRecord| {
        b.status.is_pause().cmp(&a.status.is_pause()).then(a.started_at.total_cmp(&b.started_at))
    };
    jobs.iter().filter(is_next).min_by(order)
}

/// Jobs that go on, other than the one shown, newest first.
pub(crate) fn elsewhere<'a>(jobs: &'a [JobRecord], shown: Option<&str>) -> Vec<&'a JobRecord> {
    let mut others: Vec<_> = jobs
        .iter()
        .filter(|job| !job.status.is_final() && Some(job.id.as_str()) != shown)
        .collect();
    others.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
    others
}

/// What is said of how the page was planned: worth a line only when something is not as the person has set it up.
/// Who uses a server expects that it plans.
pub(crate) fn planner_note(job: &JobRecord) -> &str {
    job.planner_note.as_deref().filter(|note| *note != PLANNED_BY_SERVER).unwrap_or_default()
}

/// What a job needs while it has a status, with the job's id.
pub(crate) fn needed<T: Clone>(
    job: &JobRecord,
    status: JobStatus,
    part: Option<&T>,
) -> Option<(String, T)> {
    (job.status == status).then(|| part.map(|part| (job.id.clone(), part.clone())))?
}

/// The card that a job waits for a yes to.
pub(crate) fn card(job: &JobRecord) -> Option<&str> {
    let asks = (job.status == JobStatus::PausedForApproval).then_some(job)?;
    let consent = asks.consent.as_ref().map(|request| request.id.as_str());
    consent.or_else(|| asks.approval.as_ref().map(|approval| approval.id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::{
        JobStatus::{Done, PausedForApproval, Running, Stopped},
        table::RowOf,
    };

    fn jobs() -> Vec<JobRecord> {
        let job = |id: &str, tab_id, status: JobStatus, started_at| JobRecord {
            id: id.to_owned(),
            tab_id,
            status,
            started_at,
            ..JobRecord::default()
        };
        Vec::from([
            job("old", Some(1), Done, 10.0),
            job("new", Some(1), Stopped, 20.0),
            job("busy", Some(2), Running, 5.0),
            job("ended", Some(2), Done, 30.0),
            job("waits", Some(3), PausedForApproval, 40.0),
            job("opening", None, Running, 50.0),
        ])
    }

    #[test]
    fn a_field_that_was_changed_gives_way_to_its_form() {
        let shown = |status, picked| {
            let mut jobs = jobs();
            jobs.push(JobRecord {
                id: "change".to_owned(),
                tab_id: Some(1),
                status,
                started_at: 30.0,
                change_of: Some("old".to_owned()),
                ..JobRecord::default()
            });
            to_show(&jobs, Some(1), picked).map(|job| job.id.clone())
        };
        for picked in [None, Some("change"), Some("old")] {
            assert_eq!(shown(Done, picked).as_deref(), Some("old"), "{picked:?}");
            assert_eq!(shown(JobStatus::Error, picked).as_deref(), Some("change"), "{picked:?}");
            assert_eq!(shown(PausedForApproval, picked).as_deref(), Some("change"), "{picked:?}");
        }
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
        check(Some(1), Some("old"), Some("new"));
        check(Some(1), Some("ended"), Some("ended"));
        let mut jobs = jobs.clone();
        jobs.push(JobRecord {
            id: "by keys".into(),
            tab_id: Some(1),
            status: Running,
            started_at: 60.0,
            ..JobRecord::default()
        });
        let shown = to_show(&jobs, Some(1), Some("new")).map(|job| job.id.as_str());
        assert_eq!(shown, Some("by keys"), "what was picked is over");
    }

    #[test]
    fn a_row_that_has_ended_makes_room_for_the_next() {
        let row = |id: &str, table: &str, status, started_at| JobRecord {
            id: id.to_owned(),
            tab_id: Some(7),
            status,
            started_at,
            table: Some(RowOf { table: table.to_owned(), ..RowOf::default() }),
            ..JobRecord::default()
        };
        let mut jobs = jobs();
        jobs.push(row("sent", "t", Done, 1.0));
        let shown = |jobs: &[JobRecord]| {
            to_show(jobs, None, Some("sent")).map(|job| job.id.clone()).unwrap_or_default()
        };
        assert_eq!(shown(&jobs), "sent", "none follows");
        jobs.push(row("another table's", "u", PausedForApproval, 2.0));
        jobs.push(row("goes on", "t", Running, 2.0));
        assert_eq!(shown(&jobs), "goes on");
        jobs.push(row("waits", "t", PausedForApproval, 4.0));
        jobs.push(row("waits longer", "t", PausedForApproval, 3.0));
        assert_eq!(shown(&jobs), "waits longer");
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

    #[test]
    fn a_plan_of_the_server_is_no_news_and_a_server_that_did_not_plan_is() {
        let check = |note: Option<&str>, expected: &str| {
            let job = JobRecord { planner_note: note.map(str::to_owned), ..JobRecord::default() };
            assert_eq!(planner_note(&job), expected);
        };
        check(None, "");
        check(Some("Planned by the server"), "");
        let alone = "The server cannot be reached: planned in the extension";
        check(Some(alone), alone);
    }

    #[test]
    fn a_job_is_there_once() {
        let mut jobs = jobs();
        let before = jobs.len();
        for status in [Running, Done] {
            put(&mut jobs, JobRecord { id: "now".to_owned(), status, ..JobRecord::default() });
            let now: Vec<_> = jobs.iter().filter(|job| job.id == "now").collect();
            assert_eq!((now.len(), now[0].status, jobs.len()), (1, status, before + 1));
        }
    }
}
