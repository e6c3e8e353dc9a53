//! What is said before a job, of a job that has ended or meets with something, and of other jobs.

use shared_types::{
    ConsentRequest, JobRecord, JobStatus, Tier,
    job::{Approval, AskedBy, ModelUse, PLANNED_BY_SERVER, Progress, Trouble},
    observation::Omitted,
    sheet::{RowState, SheetRow},
};

use super::{
    sentences::undo_line,
    sheets::{consent, item, sheet},
};
use crate::{
    app::App,
    fill,
    tests::shown::{SITE, Screen, all_written, at, job, open, with_profiles},
};

fn ended() -> JobRecord {
    let job = job(JobStatus::Done, &msg!("plan_the_form_was_sent"));
    JobRecord { written: all_written(), open: open(), undoable: 5, ..job }
}

fn asked_again(app: App, change: impl FnOnce(&mut ConsentRequest)) {
    let mut job = consent(vec![item("First name", Tier::Ordinary, "")]);
    if let Some(request) = &mut job.consent {
        change(request);
    }
    at(app, job);
    fill::show_sheet(app.fill, sheet(), "");
}

/// The card before a form is sent, without values.
fn unread(app: App, note: String, is_reading: bool) {
    let approval = Approval {
        id: "a".to_owned(),
        action: "Send application".to_owned(),
        origin: SITE.to_owned(),
        reasons: vec![msg!("gate_it_sends_the_form")],
        ..Approval::default()
    };
    let message = msg!("job_your_yes_is_needed", action = "Send application");
    let job = job(JobStatus::PausedForApproval, &message);
    at(app, JobRecord { approval: Some(approval), ..job });
    app.fill.approval.say(note, is_reading);
}

fn elsewhere(app: App) {
    let other = |id: &str, tab, status, site: &str| JobRecord {
        id: id.to_owned(),
        tab_id: Some(tab),
        origin: Some(site.to_owned()),
        ..job(status, "")
    };
    at(app, job(JobStatus::Running, "Filling 4 fields…"));
    app.session.jobs.update(|jobs| {
        jobs.push(other("b", 2, JobStatus::PausedForApproval, "https://clinic.example"));
        jobs.push(other("c", 3, JobStatus::Running, "https://ferry.example"));
    });
}

fn troubled(app: App, trouble: Trouble) {
    let error = match trouble {
        Trouble::KeptOut => msg!("worker_vaulty_cannot_work_on_this_page_2"),
        _ => msg!("job_no_actionable_elements_found_this"),
    };
    let (error, progress) = (Some(error), Progress::default());
    let job = job(JobStatus::Error, "");
    at(app, JobRecord { error, trouble: Some(trouble), progress, ..job });
}

pub(crate) const SCREENS: &[Screen] = &[
    ("fill-own-page", |app| app.session.own_page.set(true)),
    ("fill-start-wrong", |app| {
        app.session.site.set("jobs.example".to_owned());
        app.fill.start.type_in("two words", "{ \"order number\": }");
    }),
    ("fill-notice-no-room", |app| {
        app.session.notice.set(Some(msg!("worker_the_receipt_is_kept_for_now")));
    }),
    ("fill-notice-newer", |app| app.session.notice.set(Some(msg!("profiles_newer")))),
    ("fill-sheet-more", |app| asked_again(app, |request| request.more = true)),
    ("fill-sheet-warned", |app| {
        asked_again(app, |request| {
            request.warnings = vec![
                msg!("gate_it_is_not_encrypted_http_others_on"),
                msg!("gate_its_name_looks_like_which_you_know", theirs = "jobs.example"),
            ];
        });
    }),
    ("fill-sheet-refused", |app| {
        asked_again(app, |_| {});
        app.fill.sheet.refuse(msg!("worker_the_page_has_changed_try_again"));
    }),
    ("fill-sheet-reading", |app| at(app, consent(vec![item("First name", Tier::Ordinary, "")]))),
    ("fill-sheet-sent-before", |app| {
        asked_again(app, |_| {});
        app.session.jobs.update(|jobs| {
            jobs.iter_mut().for_each(|job| job.sent_before = Some(1.0));
        });
    }),
    ("fill-sheet-asked-by", |app| {
        let asked_by = AskedBy { name: "My helper".to_owned(), ..AskedBy::default() };
        let job = consent(vec![item("First name", Tier::Ordinary, "")]);
        at(app, JobRecord { asked_by: Some(asked_by), ..job });
        fill::show_sheet(app.fill, sheet(), "");
    }),
    ("fill-approval-reading", |app| unread(app, msg!("approval_reading_the_page"), true)),
    ("fill-approval-changed", |app| {
        unread(app, msg!("job_the_page_has_changed_look_at_the"), false)
    }),
    ("fill-approval-empty", |app| unread(app, msg!("approval_the_form_is_empty"), false)),
    ("fill-site-off", |app| {
        let job = job(JobStatus::Stopped, &msg!("job_vaulty_is_off_on_this_site"));
        at(app, JobRecord { progress: Progress::default(), ..job });
    }),
    ("fill-planned-alone", |app| {
        let note = Some(msg!("worker_server_not_reachable_planned_in"));
        at(app, JobRecord { planner_note: note, ..job(JobStatus::Running, "Filling 4 fields…") });
    }),
    ("fill-other-jobs", elsewhere),
    ("fill-no-form", |app| troubled(app, Trouble::NoForm)),
    ("fill-kept-out", |app| troubled(app, Trouble::KeptOut)),
    ("fill-done-undo", |app| at(app, ended())),
    ("fill-undone", |app| {
        let job = job(JobStatus::Stopped, &msg!("job_stopped", count = 5));
        at(app, JobRecord { open: open(), ..job });
        app.fill.said.set(undo_line(4, 1));
    }),
    ("fill-done-values", |app| {
        with_profiles(app);
        let model_use = ModelUse { calls: 2, input_tokens: 1_800, output_tokens: 240 };
        let mut job = JobRecord { model_use, profile_id: "w".into(), ..ended() };
        job.planner_note = Some(PLANNED_BY_SERVER.to_owned());
        job.omitted = Omitted { fields: 3, frames: 1, ..Omitted::default() };
        let values = ["Ada", "Example", "ada@example.org", "Germany", "7"];
        let mut held = Vec::new();
        for (field, value) in job.written.iter_mut().zip(values) {
            field.fingerprint = field.label.clone();
            held.push(SheetRow {
                fingerprint: field.label.clone(),
                state: RowState::Filled,
                value: value.into(),
                ..SheetRow::default()
            });
        }
        at(app, job);
        app.fill.result.show(held);
    }),
];
