//! Every screen in every state, with what a person might have there: what pictures and the checks for accessibility are
//! made of. Rendered natively, so that no job has to be brought into each state.

use agent_core::{
    agents::Wish,
    catalogue,
    memory::recipe::list::{Form, List, Pinned, Signed},
};
use shared_types::{
    ConsentItem, ConsentRequest, JobRecord, JobStatus, Profile, ProfileKey, ProfileSet, Question,
    Receipt, Sheet, Tier,
    action::{AnswerKind, VerificationKind},
    agents::AgentName,
    import::{FileFormat, FileFound, FileProblem},
    job::{
        Approval, OpenField, PageSays, Progress, ShownGroup, ShownValue, Sure, Verification,
        VerifiedBy, WrittenField,
    },
    message::{ImportReport, LessonRow, Trouble},
    profiles::ProfileName,
    recipes::ExchangeShown,
    search::SearchResult,
    settings::LogEntry,
    sheet::{Held, HeldBy, Near, NearBy, Offer, RowSource, RowState, SheetRow},
};

use crate::{
    app::App,
    fill::{self, sentences::status_name},
    log, profile, sent,
    settings::lists,
    tests::{self, forms, rendered, sheets, show},
};

const SITE: &str = "https://jobs.example";

fn job(status: JobStatus, message: &str) -> JobRecord {
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

fn at(app: App, job: JobRecord) {
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

fn all_written() -> Vec<WrittenField> {
    vec![
        written("First name", "firstName", true),
        written("Last name", "lastName", true),
        written("E-mail", "email", true),
        written("Country", "address.country", false),
        written("Years of experience with Rust", "facts.years.Rust", true),
    ]
}

fn open() -> Vec<OpenField> {
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

fn row(id: &str, label: &str, value: &str, key: &str) -> SheetRow {
    SheetRow {
        id: id.to_owned(),
        label: label.to_owned(),
        state: RowState::Fill,
        chosen: true,
        value: value.into(),
        from: Some(RowSource { key: Some(key.into()), ..RowSource::default() }),
        ..SheetRow::default()
    }
}

fn question(label: &str) -> Question {
    Question {
        question: label.to_owned(),
        options: None,
        save_as: format!("answers.{label}").as_str().into(),
        ..Question::default()
    }
}

fn sheet() -> Sheet {
    let held = |value: &str, by| Some(Held { value: value.into(), by });
    Sheet {
        origin: SITE.to_owned(),
        rows: vec![
            row("r0", "First name", "Ada", "firstName"),
            row("r1", "E-mail", "ada@example.org", "email"),
            SheetRow {
                sure: Sure::Check,
                why: "city, 62 %: label: place".to_owned(),
                ..row("r2", "Place", "Berlin", "address.city")
            },
            SheetRow {
                holds: held("1", HeldBy::Page),
                ..row("r3", "Number of guests", "2", "custom.guests")
            },
            SheetRow {
                holds: held("+49 30 555", HeldBy::Person),
                state: RowState::Held,
                chosen: false,
                ..row("r4", "Phone", "+49 30 901820", "phone")
            },
            SheetRow {
                id: "r5".to_owned(),
                label: "Notice period".to_owned(),
                state: RowState::Ask,
                required: true,
                question: Some(question("Notice period")),
                ..SheetRow::default()
            },
            SheetRow {
                id: "r6".to_owned(),
                label: "Referral code".to_owned(),
                reason: msg!("job_your_profile_has_nothing_for_it"),
                question: Some(question("Referral code")),
                ..SheetRow::default()
            },
        ],
        ..Sheet::default()
    }
}

fn item(label: &str, tier: Tier, thing: &str) -> ConsentItem {
    ConsentItem {
        label: label.to_owned(),
        source: "firstName".to_owned(),
        tier,
        kind: thing.to_owned(),
        thing: thing.to_owned(),
        ..ConsentItem::default()
    }
}

fn consent(items: Vec<ConsentItem>) -> JobRecord {
    let request = ConsentRequest {
        id: "c".to_owned(),
        origin: SITE.to_owned(),
        items,
        ..ConsentRequest::default()
    };
    let job = job(JobStatus::PausedForApproval, &msg!("job_fill_this_form_nothing_has_been"));
    let progress = Progress { filled: 0, total: 7, page: 1 };
    JobRecord { consent: Some(request), progress, ..job }
}

fn asked(app: App, question: Question) {
    at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
    fill::show_sheet(app.fill, sheets::asking(sheet(), question), "asked");
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

fn receipt(id: &str, title: &str, number: &str) -> sent::Line {
    sent::Line {
        receipt: Receipt {
            id: id.to_owned(),
            origin: SITE.to_owned(),
            title: title.to_owned(),
            fields: ["First name", "E-mail"].map(str::to_owned).to_vec(),
            number: number.to_owned(),
            said: "Thank you, we have your application.".to_owned(),
            approvals: vec!["Send application".to_owned()],
            ..Receipt::default()
        },
        day: ("3 May 2026".to_owned(), "2026-05-03T10:00:00.000Z".to_owned()),
    }
}

fn log_lines() -> Vec<log::Line> {
    let line = |kind: &str, message: &str| log::Line {
        entry: LogEntry {
            kind: kind.to_owned(),
            message: message.to_owned(),
            url: "https://jobs.example/apply".to_owned(),
            step: 1,
            action: Some(serde_json::json!({"type": "FILL", "valueFrom": "email"})),
            ..LogEntry::default()
        },
        time: ("3 May, 10:00:00".to_owned(), "2026-05-03T10:00:00.000Z".to_owned()),
    };
    vec![
        line("status", &msg!("job_fill_this_form_nothing_has_been")),
        line("action", "Filled “E-mail”."),
        line("error", "The page does not answer."),
    ]
}

fn person() -> Profile {
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

fn profile_with(app: App, profile: &Profile) {
    app.session.view.set("profile");
    profile::paint(app.profile, profile);
}

/// What the person answered to a question like the one that is open.
fn with_near(mut sheet: Sheet) -> Sheet {
    for row in sheet.rows.iter_mut().filter(|row| row.state == RowState::Ask) {
        let question = "How many weeks of notice must you give?".to_owned();
        let offer =
            Offer { key: "answers.Notice".into(), value: "6 weeks".into(), ..Offer::default() };
        row.near = Some(Near { question, offer, ..Near::default() });
    }
    sheet
}

/// What a list says of a question, and what the form refused before.
fn known_by_others(mut sheet: Sheet) -> Sheet {
    let near = |by, list: &str, value: &str| {
        let offer = Offer { key: "company".into(), value: value.into(), ..Offer::default() };
        Some(Near { by, list: list.to_owned(), offer, ..Near::default() })
    };
    let mut open = sheet.rows.iter_mut().filter(|row| row.state == RowState::Ask);
    if let Some(row) = open.next() {
        row.near = near(NearBy::List, "careers", "Example Works");
    }
    sheet.rows.push(SheetRow {
        id: "refused".to_owned(),
        label: "Country".to_owned(),
        state: RowState::Blank,
        near: near(NearBy::Refused, "", "Ireland"),
        ..SheetRow::default()
    });
    sheet
}

/// Two profiles beside the first.
fn with_profiles(app: App) {
    let named = |id: &str, name: &str| ProfileName { id: id.into(), name: name.into() };
    let profiles = vec![named("first", "Main"), named("w", "Work"), named("o", "Oma")];
    let sites = [(SITE.to_owned(), "w".into())].into();
    app.session.profiles.set(ProfileSet { profiles, sites, ..ProfileSet::default() });
    app.session.origin.set(SITE.to_owned());
}

fn profiles(app: App, asks: profile::Asks) {
    with_profiles(app);
    profile_with(app, &person());
    profile::ask(app.profile, "w", asks);
}

type Screen = (&'static str, fn(App));

const SCREENS: &[Screen] = &[
    ("fill-no-profile", |app| app.session.empty_profile.set(true)),
    ("fill-start", |app| app.session.site.set("jobs.example".to_owned())),
    ("fill-start-as", |app| {
        with_profiles(app);
        app.session.site.set("jobs.example".to_owned());
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
    ("fill-sheet", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, sheet(), "");
    }),
    ("fill-sheet-near", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, with_near(sheet()), "");
    }),
    ("fill-sheet-known", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, known_by_others(sheet()), "");
    }),
    ("fill-sheet-as", |app| {
        with_profiles(app);
        let job = consent(vec![item("First name", Tier::Ordinary, "")]);
        at(app, JobRecord { profile_id: "w".into(), ..job });
        fill::show_sheet(app.fill, sheet(), "");
    }),
    ("fill-sheet-changed", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, sheet(), "r1");
    }),
    ("fill-sheet-careful", |app| {
        let (items, sheet) = sheets::careful(sheet());
        at(app, consent(items));
        fill::show_sheet(app.fill, sheet, "");
    }),
    ("fill-sheet-secret", |app| asked(app, sheets::secret())),
    ("fill-sheet-several", |app| asked(app, sheets::several())),
    ("fill-sheet-file", |app| asked(app, sheets::file())),
    ("fill-one-field", |app| {
        at(app, JobRecord { one_field: true, ..consent(Vec::new()) });
        let row =
            SheetRow { id: "r0".to_owned(), label: "Zorblatt".to_owned(), ..SheetRow::default() };
        fill::show_sheet(app.fill, Sheet { rows: vec![row], ..Sheet::default() }, "r0");
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
        at(app, JobRecord { questions: vec![sheets::several()], ..job });
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
    ("sent-empty", |app| app.session.view.set("sent")),
    ("sent-one", |app| {
        app.session.view.set("sent");
        app.sent.lines.set(vec![receipt("r", "Engineer, Berlin", "AB-12345")]);
    }),
    ("sent-many", |app| {
        app.session.view.set("sent");
        let title = |n: usize| receipt(&format!("r{n}"), "Engineer, Berlin", "");
        app.sent.lines.set((0..12).map(title).collect());
        app.sent.asks.set(Some("r3".to_owned()));
    }),
    ("settings", |app| app.session.view.set("settings")),
    ("settings-learned", |app| {
        let row = |id, label: &str, key: Option<&str>, everywhere| LessonRow {
            id,
            label: label.to_owned(),
            key: key.map(ProfileKey::from),
            sites: vec![SITE.to_owned()],
            everywhere,
            times: 2,
            at: 1_770_000_000,
            ..LessonRow::default()
        };
        let refused = |id, label: &str, trouble| LessonRow {
            trouble: Some(trouble),
            ..row(id, label, Some("phone"), false)
        };
        app.settings.learned.rows.set(vec![
            row(1, "Berth", Some("custom.cabin"), false),
            row(2, "Name on the badge", Some("facts.preferredName"), true),
            row(3, "Crew number", None, false),
            LessonRow { leave: true, ..row(7, "Middle name", None, false) },
            refused(4, "Phone", Trouble::Format),
            refused(5, "Number on board", Trouble::Refused),
            refused(6, "Dialling code", Trouble::Unopened),
        ]);
        app.session.view.set("settings");
    }),
    ("settings-recipes", |app| {
        app.settings.recipes.lines.set(forms::known(SITE));
        let shown = ExchangeShown { possible: true, on: true, last: None };
        app.settings.recipes.exchange.shown.set(shown);
        app.session.view.set("settings");
    }),
    ("settings-lists", |app| {
        let pinned = |name: &str, version| Pinned {
            name: name.to_owned(),
            address: format!("https://lists.example/{name}"),
            key: "0b".repeat(32),
            version,
            forms: 12,
            ..Pinned::default()
        };
        let day = "3 Feb 2026".to_owned();
        app.settings.lists.lines.set(vec![
            lists::Line { day: day.clone(), pinned: pinned("careers", 7) },
            lists::Line { day, pinned: pinned("town-halls", 2) },
        ]);
        let form = |origin: &str| Form { origin: origin.to_owned(), steps: Vec::new() };
        let forms = ["https://ferry.example", "https://jobs.example"].map(form).to_vec();
        let list = List { schema: 1, name: "clinics".to_owned(), version: 1, forms };
        let signed = Signed { key: "c4".repeat(32), digest: String::new(), list };
        let address = "https://lists.example/clinics".to_owned();
        app.settings.lists.offered.set(Some(lists::Offered { address, signed }));
        app.session.view.set("settings");
    }),
    ("log-empty", |app| {
        app.session.view.set("log");
        app.log.lines.set(Some(Vec::new()));
    }),
    ("log", |app| {
        app.session.view.set("log");
        app.log.lines.set(Some(log_lines()));
    }),
];

/// The screens that are shown in German as well.
const IN_GERMAN: &[&str] = &[
    "fill-start",
    "fill-sheet",
    "fill-sheet-careful",
    "fill-questions",
    "fill-approval",
    "fill-done",
    "profile",
    "sent-one",
    "settings",
];

/// A language that screens are shown in: what their names begin with, its texts, and which screens.
struct Shown {
    prefix: &'static str,
    texts: fn() -> Box<catalogue::Source>,
    screens: fn(&str) -> bool,
}

/// English, German, and English texts that are longer and of other letters: what a translation may do to a screen.
const LANGUAGES: &[Shown] = &[
    Shown { prefix: "", texts: || texts_of("en"), screens: |_| true },
    Shown { prefix: "de-", texts: || texts_of("de"), screens: |name| IN_GERMAN.contains(&name) },
    Shown { prefix: "pseudo-", texts: || pseudo(texts_of("en")), screens: |_| true },
];

fn texts_of(language: &str) -> Box<catalogue::Source> {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/../extension/_locales/{language}/messages.json");
    let texts = catalogue::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    Box::new(move |key| texts.get(key).cloned())
}

/// Texts as a translation could have them: 40 % longer, with marks on the letters, between brackets that show where one is
/// cut off.
fn pseudo(texts: Box<catalogue::Source>) -> Box<catalogue::Source> {
    Box::new(move |key| {
        let text = texts(key)?;
        if matches!(key, "language" | "decimal_mark") {
            return Some(text);
        }
        let mut depth = 0_usize;
        let marked: String = text
            .chars()
            .map(|letter| {
                match letter {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let marks = "aáeéiíoöuüAÁEÉIÍOÖUÜtŧTŦnñNÑsšSŠ";
                let mut pairs = marks.chars().zip(marks.chars().skip(1)).step_by(2);
                let marked = pairs.find(|(plain, _)| *plain == letter && depth == 0);
                marked.map_or(letter, |(_, marked)| marked)
            })
            .collect();
        let longer: Vec<&str> =
            std::iter::repeat_n("öñé", (text.chars().count() * 2 / 5).div_ceil(4)).collect();
        Some(format!("[!! {marked} {} !!]", longer.join(" ")))
    })
}

/// Every screen as a page of its own, written to the folder that `VAULTY_SCREENS` names, for whoever looks at them in a
/// browser; without one they are rendered all the same.
#[test]
fn every_screen_is_rendered() {
    let folder = std::env::var_os("VAULTY_SCREENS").map(std::path::PathBuf::from);
    let mut seen = std::collections::BTreeSet::new();
    let all = LANGUAGES.iter().flat_map(|shown| {
        let screens = SCREENS.iter().filter(|(name, _)| (shown.screens)(name));
        screens.map(move |screen| (shown, screen))
    });
    for (Shown { prefix, texts, .. }, (name, set)) in all {
        catalogue::set_source(texts());
        let mut status = "";
        let inner = rendered(|app| {
            set(app);
            status = app.session.job.with(|job| status_name(job.status));
        });
        assert!(seen.insert(inner.clone()), "{prefix}{name} looks like another screen");
        let view = name.split('-').next().unwrap_or_default();
        let language = catalogue::language();
        let page = format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>Vaulty</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" href=\"/panel.css\"></head>\
             <body data-status=\"{status}\" data-view=\"{view}\"><div id=\"panel\">{inner}</div></body></html>"
        );
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{prefix}{name}.html")), page).unwrap();
        }
    }
}
