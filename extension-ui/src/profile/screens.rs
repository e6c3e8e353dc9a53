//! Screens of the view Profile.

use agent_core::person::check;
use shared_types::{
    Profile, ProfileKey,
    import::{FileFormat, FileFound, FileProblem},
    message::{ImportReport, SyncOutcome},
    profiles::NamedProfile,
};

use super::incoming;
use crate::{
    app::App,
    paint::{Tone, say},
    profile,
    tests::shown::{Screen, person, with_profiles},
};

fn profile_with(app: App, profile: &Profile) {
    app.session.view.set("profile");
    profile::paint(app.profile, profile);
}

fn profiles(app: App, asks: profile::Asks) {
    with_profiles(app);
    profile_with(app, &person());
    profile::ask(app.profile, "w", asks);
}

pub(crate) const SCREENS: &[Screen] = &[
    ("profile-empty", |app| profile_with(app, &Profile::default())),
    ("profile", |app| profile_with(app, &person())),
    ("profiles", |app| profiles(app, profile::Asks::Nothing)),
    ("profiles-add", |app| profiles(app, profile::Asks::Add)),
    ("profiles-delete", |app| profiles(app, profile::Asks::Delete)),
    ("profile-import", |app| {
        profile_with(app, &Profile::default());
        let found = FileFound {
            format: FileFormat::Cv,
            profile: person(),
            problems: vec![FileProblem {
                path: "phone".to_owned(),
                reason: "This is no phone number; it was left out.".to_owned(),
            }],
            ..FileFound::default()
        };
        let added = ["firstName", "lastName", "email"].map(str::to_owned).to_vec();
        let report = ImportReport { added, ..ImportReport::default() };
        profile::show_found(app.profile, found, report);
    }),
    ("profile-import-reading", |app| {
        profile_with(app, &Profile::default());
        app.profile.transfer.busy.set(true);
        app.profile.transfer.reading.set(true);
    }),
    ("profile-full-open", |app| profile_with(app, &much())),
    ("profile-wrong-open", |app| profile_with(app, &mistaken())),
    ("profile-unsaved", |app| {
        profile_with(app, &person());
        app.profile.changed.set(true);
        say(app.profile.said, Tone::Warn, msg!("profile_unsaved_changes"));
    }),
    ("profile-saved", |app| {
        profile_with(app, &mistaken());
        let concerns = check::concerns(&mistaken()).join("\n");
        say(app.profile.said, Tone::Warn, msg!("profile_saved_please_check", concerns = concerns));
    }),
    ("profile-conflict", |app| {
        profile_with(app, &person());
        let transfer = app.profile.transfer;
        transfer.sync.set(msg!("transfer_choose_which_side_to_keep"));
        transfer.conflict.set(Some(SyncOutcome::Conflict {
            local_updated_at: "2026-05-03T10:00:00.000Z".to_owned(),
            server_updated_at: "2026-05-02T18:30:00.000Z".to_owned(),
            differing: ["phone", "address.street", "facts.relocate"].map(ProfileKey::new).to_vec(),
        }));
    }),
    ("profile-import-several", |app| {
        profile_with(app, &Profile::default());
        let one = |name: &str, profile| NamedProfile { name: name.into(), profile };
        let several = vec![one("Main", person()), one("Oma", Profile::default())];
        app.profile.transfer.several.set(several);
    }),
    ("profile-imported", |app| {
        profile_with(app, &person());
        let transfer = app.profile.transfer;
        transfer.imported.set(Some(0.0));
        let done =
            msg!("transfer_imported_and_saved_added_changed", added = 3, changed = 1, removed = 0);
        say(transfer.said, Tone::Good, done);
    }),
    ("profile-import-replaces", |app| {
        profile_with(app, &person());
        let found = FileFound { profile: mistaken(), ..FileFound::default() };
        let changed = ["email", "phone"].map(str::to_owned).to_vec();
        let report = ImportReport { changed, ..ImportReport::default() };
        let removed = ["birthDate", "facts.relocate"].map(str::to_owned).to_vec();
        incoming::show(app.profile, found, report, removed, Vec::new());
    }),
];

/// A profile of which everything that a person may have several of is there more than once.
fn much() -> Profile {
    let profile = serde_json::json!({
        "firstName": "Ada", "middleName": "Byron", "lastName": "Example", "email": "ada@example.org",
        "phone": "+49 30 901820", "gender": "Female", "pronouns": "she/her", "birthDate": "1990-04-05",
        "linkedin": "https://www.linkedin.example/in/ada", "website": "https://ada.example",
        "address": {"street": "Beispielweg 12", "city": "Berlin", "zipCode": "10115", "country": "DE"},
        "addresses": {
            "My parents": {"street": "Uferstraße 3", "city": "Kiel", "zipCode": "24103", "country": "DE"},
            "Billing": {"street": "1 Quay Street", "city": "Galway", "country": "IE"},
        },
        "resume": {
            "summary": "Builds things that last.\nThen repairs them.",
            "experiences": [
                {"title": "Engineer", "company": "Example Works", "startDate": "2021-03", "current": true,
                 "description": "Compilers.\nTools for those who write them."},
                {"title": "Clerk", "company": "Northlight", "startDate": "2019-03", "endDate": "2021-02"},
            ],
            "education": [{"school": "UCC", "degree": "BSc", "field": "Mathematics"}, {"school": "ETH"}],
            "skills": ["SQL", "Rust"], "languages": ["German", "English"],
        },
        "facts": {
            "relocate": "Yes", "years.Rust": "7", "years.SQL": "12", "referee.1.name": "Helena Duarte",
            "referee.1.email": "helena@example.org", "emergency.1.name": "Paul Byrne",
            "emergency.1.phone": "+353 1 555 0100",
        },
        "answers": {"Why us?": "Because.\nAnd because of the sea.", "Notice period": "6 weeks"},
        "answerNotes": {"Notice period": {
            "question": {"text": "Notice period"}, "origin": "https://jobs.example", "given": 1.77e12, "corrected": 1,
            "also": [{"text": "How soon could you leave your present job?"}],
        }},
        "siteAnswers": {"Why us? (https://jobs.example)": {
            "site": "https://jobs.example", "name": "Why us?", "answer": "For your boats.",
            "note": {"question": {"text": "Why us?"}, "origin": "https://jobs.example", "given": 1.77e12},
        }},
        "custom": {"shoe size": "43", "Passport number": "KX5566778"},
        "tiers": {"custom.shoe size": {"tier": "personal"}},
        "documents": {
            "cv": {"name": "ada-example-cv.pdf", "mediaType": "application/pdf", "data": "QUJD"},
            "coverLetter": {"name": "letter.docx", "mediaType": "application/msword", "data": "QUJD"},
        },
        "payment": {"cardNumber": "4111111111111111", "cardType": "visa"},
        "allowDrafts": true,
    });
    serde_json::from_value(profile).unwrap_or_default()
}

/// A profile with what the editor finds fault with.
fn mistaken() -> Profile {
    let profile = serde_json::json!({
        "firstName": "Ada", "email": "ada.example.org", "phone": "ask my office", "birthDate": "5.4.90",
        "facts": {"years.Rust": "many", "referee.1.name": "Helena Duarte", "referee.1.email": "helena"},
    });
    serde_json::from_value(profile).unwrap_or_default()
}
