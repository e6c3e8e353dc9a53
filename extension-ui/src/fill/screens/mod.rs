//! Screens of the view Fill: where a job begins, what it waits for, and how it ends.

mod ended;
mod sheets;

use agent_core::agents::Wish;
use shared_types::{
    Consent, JobRecord, JobStatus, Question, Scope,
    action::{AnswerKind, VerificationKind},
    agents::AgentName,
    job::{Approval, PageSays, ShownGroup, ShownValue, Sure, Verification, VerifiedBy},
    search::SearchResult,
};

use super::sentences;
use crate::{
    app::App,
    fill,
    tests::{
        self, sheets as asked,
        shown::{SITE, Screen, all_written, at, job, open, with_profiles},
    },
};
pub(crate) use ended::SCREENS as ENDED;
pub(crate) use sheets::SCREENS as SHEETS;

fn question(label: &str) -> Question {
    Question {
        question: label.to_owned(),
        options: None,
        save_as: format!("answers.{label}").as_str().into(),
        ..Question::default()
    }
}

fn approval(app: App) {
    let approval = Approval {
        id: "a".to_owned(),
        action: "Send application".to_owned(),
        origin: SITE.to_owned(),
        form_action: Some("https://jobs.example/apply".to_owned()),
        reasons: vec![msg!("gate_it_sends_the_form")],
        may_cover_pages: true,
        secrets: vec!["passport number".to_owned()],
    };
    let job = job(
        JobStatus::PausedForApproval,
        &msg!("job_your_yes_is_needed", action = "Send application"),
    );
    at(app, JobRecord { approval: Some(approval), written: all_written(), undoable: 5, ..job });
    let value = |label: &str, value: &str, source: &str, group| ShownValue {
        label: label.to_owned(),
        value: value.into(),
        source: source.to_owned(),
        group,
        ..ShownValue::default()
    };
    fill::show_values(
        app.fill,
        vec![
            value("First name", "Ada", "firstName", ShownGroup::Current),
            value("E-mail", "ada@example.org", "email", ShownGroup::Current),
            ShownValue {
                sure: Sure::Check,
                why: "address.country, 62 %: label “Where are you?”".to_owned(),
                ..value("Country", "Germany", "address.country", ShownGroup::Unseen)
            },
            value("campaign", "autumn", "", ShownGroup::Hidden),
        ],
    );
}

fn verification(app: App, what: VerifiedBy, complaint: &str) {
    let sent = "Enter the code that we sent to your phone.";
    let (kind, context, field, message) = match what {
        VerifiedBy::Password => {
            (VerificationKind::Password, "", "Password", msg!("job_a_password_is_needed"))
        }
        VerifiedBy::Captcha => {
            (VerificationKind::Captcha, "", "", msg!("job_a_captcha_is_in_the_way_solve_it"))
        }
        VerifiedBy::SignIn => {
            let text = msg!("job_sign_in_with_the_other_service_in");
            (VerificationKind::Oauth, "Continue with your account", "", text)
        }
        _ => (VerificationKind::Otp, sent, "Code", msg!("job_a_code_is_needed")),
    };
    let verification = Verification {
        kind,
        context: context.to_owned(),
        origin: SITE.to_owned(),
        field: field.to_owned(),
        what,
        complaint: complaint.to_owned(),
        max_length: Some(6),
        ..Verification::default()
    };
    let job = job(JobStatus::NeedsVerification, &message);
    at(app, JobRecord { verification: Some(verification), ..job });
}

fn questions(app: App) {
    let date = Question {
        kind: AnswerKind::Date,
        format: msg!("plan_e_g_date"),
        required: true,
        ..question("When could you start?")
    };
    let choice = Question {
        options: Some(["Yes", "No"].map(str::to_owned).to_vec()),
        suggested: Some("Yes".to_owned()),
        ..question("Do you have a driving licence?")
    };
    let file = Question {
        kind: AnswerKind::File,
        accept: ".pdf".to_owned(),
        complaint: "Please attach your CV".to_owned(),
        ..question("CV")
    };
    let job = job(JobStatus::NeedsInput, &msg!("job_questions_for_you", count = 3));
    at(app, JobRecord { questions: vec![date, choice, file], ..job });
}

pub(crate) const SCREENS: &[Screen] = &[
    ("fill-no-profile", |app| app.session.empty_profile.set(true)),
    ("fill-start", |app| app.session.site.set("jobs.example".to_owned())),
    ("fill-start-as", |app| {
        with_profiles(app);
        app.session.site.set("jobs.example".to_owned());
    }),
    ("fill-start-off", |app| {
        app.session.site.set("jobs.example".to_owned());
        app.session.origin.set("https://jobs.example".to_owned());
        let off = Consent {
            origin: "https://jobs.example".to_owned(),
            scope: Scope::Never,
            ..Consent::default()
        };
        app.session.consents.set(vec![off]);
    }),
    ("fill-notice", |app| {
        app.session.notice.set(Some("Click into a field of the page first.".to_owned()));
    }),
    ("fill-no-access", |app| app.session.shut_out.set(true)),
    ("fill-running", |app| at(app, job(JobStatus::Running, "Filling 4 fields…"))),
    ("fill-model-thinks", |app| {
        let job = job(JobStatus::Running, "The model is thinking about 2 questions…");
        at(app, JobRecord { model_thinks: true, ..job });
    }),
    ("fill-approval", approval),
    ("fill-code", |app| verification(app, VerifiedBy::Code, "")),
    ("fill-code-refused", |app| verification(app, VerifiedBy::Code, "That code is not right.")),
    ("fill-card-code", |app| verification(app, VerifiedBy::CardCode, "")),
    ("fill-password", |app| verification(app, VerifiedBy::Password, "")),
    ("fill-captcha", |app| verification(app, VerifiedBy::Captcha, "")),
    ("fill-sign-in", |app| verification(app, VerifiedBy::SignIn, "")),
    ("fill-questions", questions),
    ("fill-questions-several", |app| {
        let job = job(JobStatus::NeedsInput, &msg!("job_questions_for_you", count = 1));
        at(app, JobRecord { questions: vec![asked::several()], ..job });
    }),
    ("fill-page-says", |app| {
        let says = PageSays {
            label: "CV".to_owned(),
            text: "Please attach your CV".to_owned(),
            ..PageSays::default()
        };
        let job = job(JobStatus::Stopped, "Stopped.");
        at(app, JobRecord { page_says: vec![says], open: open(), written: all_written(), ..job });
    }),
    ("fill-done", |app| {
        let job = job(JobStatus::Done, &msg!("plan_the_form_was_sent"));
        at(
            app,
            JobRecord {
                written: all_written(),
                open: open(),
                receipt: Some("r".to_owned()),
                filled_after_ms: Some(240.0),
                own_ms: Some(60.0),
                ..job
            },
        );
    }),
    ("fill-error", |app| {
        let error = "The page does not answer.".to_owned();
        at(app, JobRecord { error: Some(error), ..job(JobStatus::Error, "") });
    }),
    ("fill-other-tab", |app| {
        at(app, job(JobStatus::Running, "Filling 4 fields…"));
        app.session.tab.set(Some(2));
    }),
    ("fill-table", tests::tables::paused),
    ("fill-table-bulk", tests::tables::bulk),
    ("fill-table-bulk-covers", tests::tables::bulk_covers),
    ("fill-table-bulk-ended", tests::tables::bulk_ended),
    ("fill-table-bulk-offered", tests::tables::bulk_offered),
    ("fill-table-setup", tests::tables::opened),
    ("fill-list-setup", tests::tables::list_opened),
    ("fill-list-looking", tests::tables::looking),
    ("fill-list-before", tests::tables::before),
    ("fill-agent-asks", |app| {
        app.session.site.set("jobs.example".to_owned());
        let wish = Wish {
            id: "w".to_owned(),
            agent: AgentName { name: "My helper".to_owned(), ..AgentName::default() },
            address: format!("{SITE}/apply"),
            declined: false,
        };
        fill::show_wish(app.fill, wish);
    }),
    ("fill-find", |app| {
        let result = |title: &str, address: &str, summary: &str, is_ad| SearchResult {
            title: title.to_owned(),
            address: address.to_owned(),
            summary: summary.to_owned(),
            is_ad,
        };
        let results = vec![
            result(
                "Passports",
                "https://www.passport.example/renew",
                "Renew your passport online. You need your old passport and a photo.",
                false,
            ),
            result("Renew it now", "https://passp0rt.example/", "Quick and easy.", false),
            result("Town hall", "https://town.example/forms", "Forms and opening hours.", false),
            result("Passport help", "https://help.example/", "We fill it in for you.", true),
        ];
        fill::show_found(app.session, app.fill, results, &["https://town.example"]);
    }),
];
