//! What the screens of several views are made of.

use shared_types::{
    JobRecord, JobStatus, Profile, ProfileSet,
    job::{OpenField, Progress, WrittenField},
    profiles::ProfileName,
};

use crate::{app::App, tests::show};

/// What a screen is called, its view first, and how it comes about.
pub(crate) type Screen = (&'static str, fn(App));

pub(crate) const SITE: &str = "https://jobs.example";

pub(crate) fn job(status: JobStatus, message: &str) -> JobRecord {
    JobRecord {
        id: "job".to_owned(),
        status,
        tab_id: Some(1),
        message: message.to_owned(),
        origin: Some(SITE.to_owned()),
        progress: Progress { filled: 5, total: 9, page: 1 },
        ..JobRecord::default()
    }
}

pub(crate) fn at(app: App, job: JobRecord) {
    app.session.site.set("jobs.example".to_owned());
    app.session.front.set(Some(1));
    show(app, job);
}

fn written(label: &str, source: &str, verified: bool) -> WrittenField {
    WrittenField {
        label: label.to_owned(),
        source: source.to_owned(),
        verified,
        ..WrittenField::default()
    }
}

pub(crate) fn all_written() -> Vec<WrittenField> {
    vec![
        written("First name", "firstName", true),
        written("Last name", "lastName", true),
        written("E-mail", "email", true),
        written("Country", "address.country", false),
        written("Years of experience with Rust", "facts.years.Rust", true),
    ]
}

pub(crate) fn open() -> Vec<OpenField> {
    let field = |label: &str, reason: &str, required| OpenField {
        label: label.to_owned(),
        reason: reason.to_owned(),
        required,
        ..OpenField::default()
    };
    vec![
        field("Why do you want to work here?", &msg!("job_only_you_can_give_this"), true),
        field("Referral code", &msg!("job_your_profile_has_nothing_for_it"), false),
    ]
}

pub(crate) fn person() -> Profile {
    let profile = serde_json::json!({
        "firstName": "Ada", "lastName": "Example", "email": "ada@example.org", "phone": "+49 30 901820",
        "birthDate": "1990-04-05",
        "address": {"street": "Beispielweg 12", "city": "Berlin", "zipCode": "10115", "country": "DE"},
        "resume": {
            "experiences": [{"title": "Engineer", "company": "Example Works", "current": true}],
            "education": [{"school": "UCC"}], "skills": ["SQL", "Rust"],
        },
        "facts": {"relocate": "Yes"}, "answers": {"Why us?": "Because."}, "custom": {"shoe size": "43"},
    });
    serde_json::from_value(profile).unwrap_or_default()
}

/// Two profiles beside the first.
pub(crate) fn with_profiles(app: App) {
    let named = |id: &str, name: &str| ProfileName { id: id.into(), name: name.into() };
    let profiles = vec![named("first", "Main"), named("w", "Work"), named("o", "Oma")];
    let sites = [(SITE.to_owned(), "w".into())].into();
    app.session.profiles.set(ProfileSet { profiles, sites, ..ProfileSet::default() });
    app.session.origin.set(SITE.to_owned());
}
