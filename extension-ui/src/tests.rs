//! Every screen, rendered natively: what is in it, and what must not be.

use agent_core::{person::file, question::FACTS};
use shared_types::{
    AnswerKind, ConsentItem, ConsentRequest, JobRecord, JobStatus, Profile, Question, Receipt,
    Sheet, Tier,
    import::{FileFormat, FileFound, FileProblem},
    job::{
        Approval, DecidedBy, OpenField, PageSays, ShownGroup, ShownValue, Sure, Verification,
        WrittenField,
    },
    message::ImportReport,
    search::SearchResult,
    settings::LogEntry,
    sheet::{Held, HeldBy, RowSource, RowState, SheetRow},
};
use sycamore::prelude::*;

use crate::{
    app::{App, whole},
    controls::with_choices,
    fill, log,
    profile::editor,
    sent,
};

pub(crate) mod forms;
pub(crate) mod sheets;
pub(crate) mod shown;
pub(crate) mod tables;

/// The panel as it is after `set` has put something into it.
pub(crate) fn rendered(set: impl FnOnce(App)) -> String {
    let mut html = String::new();
    let root = create_root(|| {
        html = sycamore::web::render_to_string_in_scope(move || {
            let app = App::new();
            app.session.is_whole.set(true);
            app.session.ready.set(true);
            set(app);
            whole(app)
        });
    });
    root.dispose();
    with_choices(&html)
}

/// A text that turns around what follows it, hides what it says, and would be markup.
const HOSTILE: &str = "<b>x</b>\u{202e}\u{200b}\u{2066}y";

fn job(status: JobStatus, job: JobRecord) -> JobRecord {
    JobRecord { id: "job".to_owned(), status, tab_id: Some(1), ..job }
}

pub(crate) fn show(app: App, job: JobRecord) {
    app.session.tab.set(Some(1));
    app.session.jobs.set(vec![job]);
}

fn approval() -> JobRecord {
    let approval = Approval {
        id: "a".to_owned(),
        action: HOSTILE.to_owned(),
        origin: HOSTILE.to_owned(),
        form_action: Some(HOSTILE.to_owned()),
        reasons: vec![HOSTILE.to_owned()],
        may_cover_pages: true,
        secrets: vec![HOSTILE.to_owned()],
    };
    job(
        JobStatus::PausedForApproval,
        JobRecord { approval: Some(approval), ..JobRecord::default() },
    )
}

fn consent(items: Vec<ConsentItem>) -> JobRecord {
    let request = ConsentRequest {
        id: "c".to_owned(),
        origin: HOSTILE.to_owned(),
        warnings: vec![HOSTILE.to_owned()],
        items,
        more: true,
    };
    job(JobStatus::PausedForApproval, JobRecord { consent: Some(request), ..JobRecord::default() })
}

fn item(tier: Tier) -> ConsentItem {
    ConsentItem {
        label: HOSTILE.to_owned(),
        source: format!("custom.{HOSTILE}"),
        tier,
        kind: HOSTILE.to_owned(),
        thing: HOSTILE.to_owned(),
        page_says: HOSTILE.into(),
    }
}

fn question() -> Question {
    Question {
        question: HOSTILE.to_owned(),
        options: Some(vec![HOSTILE.to_owned()]),
        save_as: "answers.x".into(),
        suggested: Some(HOSTILE.to_owned()),
        format: HOSTILE.to_owned(),
        complaint: HOSTILE.to_owned(),
        once: true,
        origin: HOSTILE.to_owned(),
        required: true,
        ..Question::default()
    }
}

fn sheet_row(id: &str, state: RowState) -> SheetRow {
    SheetRow {
        id: id.to_owned(),
        label: HOSTILE.to_owned(),
        required: true,
        state,
        chosen: state == RowState::Fill,
        value: HOSTILE.into(),
        from: Some(RowSource {
            key: Some(format!("custom.{HOSTILE}").as_str().into()),
            derived: true,
            ..RowSource::default()
        }),
        sure: Sure::Check,
        why: HOSTILE.to_owned(),
        holds: Some(Held { value: HOSTILE.into(), by: HeldBy::Page }),
        reason: HOSTILE.to_owned(),
        question: Some(question()),
        ..SheetRow::default()
    }
}

fn found(format: FileFormat, profile: Profile) -> FileFound {
    let problem = FileProblem { path: HOSTILE.to_owned(), reason: HOSTILE.to_owned() };
    FileFound { format, profile, problems: vec![problem], ..FileFound::default() }
}

/// All screens in all states that show texts of others.
fn screens() -> Vec<(&'static str, String)> {
    let record = || JobRecord {
        message: HOSTILE.to_owned(),
        origin: Some(HOSTILE.to_owned()),
        planner_note: Some(HOSTILE.to_owned()),
        result: Some(HOSTILE.to_owned()),
        error: Some(HOSTILE.to_owned()),
        page_says: vec![PageSays {
            label: HOSTILE.to_owned(),
            text: HOSTILE.to_owned(),
            ..PageSays::default()
        }],
        open: vec![OpenField {
            label: HOSTILE.to_owned(),
            reason: HOSTILE.to_owned(),
            candidates: vec![format!("custom.{HOSTILE}").as_str().into()],
            ..OpenField::default()
        }],
        written: vec![WrittenField {
            label: HOSTILE.to_owned(),
            source: format!("record.{HOSTILE}"),
            why: HOSTILE.to_owned(),
            sure: Sure::Check,
            by: DecidedBy::Model,
            ..WrittenField::default()
        }],
        ..JobRecord::default()
    };
    let verification = Verification {
        context: HOSTILE.to_owned(),
        origin: HOSTILE.to_owned(),
        field: HOSTILE.to_owned(),
        complaint: HOSTILE.to_owned(),
        ..Verification::default()
    };
    let group = |group: ShownGroup| ShownValue {
        label: HOSTILE.to_owned(),
        value: HOSTILE.repeat(30).into(),
        source: format!("custom.{HOSTILE}"),
        group,
        varies: true,
        page_said: HOSTILE.into(),
        sure: Sure::Check,
        why: HOSTILE.to_owned(),
        ..ShownValue::default()
    };
    vec![
        ("empty", rendered(|app| app.session.empty_profile.set(true))),
        (
            "site",
            rendered(|app| {
                app.session.site.set(HOSTILE.to_owned());
                app.session.notice.set(Some(HOSTILE.to_owned()));
            }),
        ),
        ("running", rendered(|app| show(app, job(JobStatus::Running, record())))),
        ("done", rendered(|app| show(app, job(JobStatus::Done, record())))),
        ("error", rendered(|app| show(app, job(JobStatus::Error, record())))),
        (
            "another tab's",
            rendered(|app| {
                show(app, job(JobStatus::Running, record()));
                app.session.tab.set(Some(2));
            }),
        ),
        (
            "approval",
            rendered(|app| {
                show(app, approval());
                let groups = [
                    ShownGroup::Current,
                    ShownGroup::Unseen,
                    ShownGroup::Hidden,
                    ShownGroup::Added,
                ];
                fill::show_values(app.fill, groups.map(group).to_vec());
            }),
        ),
        (
            "consent without values",
            rendered(|app| {
                show(
                    app,
                    consent(vec![item(Tier::Ordinary), item(Tier::Personal), item(Tier::Secret)]),
                );
            }),
        ),
        (
            "sheet",
            rendered(|app| {
                show(app, consent(vec![item(Tier::Ordinary), item(Tier::Personal)]));
                let states = [RowState::Fill, RowState::Held, RowState::Ask, RowState::Blank];
                let rows = states
                    .into_iter()
                    .enumerate()
                    .map(|(n, state)| sheet_row(&format!("r{n}"), state));
                fill::show_sheet(
                    app.fill,
                    Sheet { rows: rows.collect(), ..Sheet::default() },
                    "r0",
                );
            }),
        ),
        (
            "verification",
            rendered(|app| {
                let record = JobRecord { verification: Some(verification), ..JobRecord::default() };
                show(app, job(JobStatus::NeedsVerification, record));
            }),
        ),
        (
            "questions",
            rendered(|app| {
                let record = JobRecord {
                    questions: vec![question()],
                    origin: Some(HOSTILE.to_owned()),
                    ..JobRecord::default()
                };
                show(app, job(JobStatus::NeedsInput, record));
            }),
        ),
        (
            "found pages",
            rendered(|app| {
                let result = SearchResult {
                    title: HOSTILE.to_owned(),
                    address: format!("https://a.example/{HOSTILE}"),
                    summary: HOSTILE.to_owned(),
                    is_ad: false,
                };
                fill::show_found(app.session, app.fill, vec![result], &[]);
            }),
        ),
        (
            "sent",
            rendered(|app| {
                let receipt = Receipt {
                    id: "r".to_owned(),
                    origin: HOSTILE.to_owned(),
                    title: HOSTILE.to_owned(),
                    fields: vec![HOSTILE.to_owned()],
                    number: HOSTILE.to_owned(),
                    said: HOSTILE.to_owned(),
                    approvals: vec![HOSTILE.to_owned()],
                    ..Receipt::default()
                };
                app.session.view.set("sent");
                app.sent
                    .lines
                    .set(vec![sent::Line { receipt, day: (String::new(), String::new()) }]);
                app.sent.asks.set(Some("r".to_owned()));
            }),
        ),
        (
            "import",
            rendered(|app| {
                let profile = Profile {
                    email: HOSTILE.into(),
                    custom: [(HOSTILE.to_owned(), HOSTILE.into())].into(),
                    ..Profile::default()
                };
                crate::profile::show_found(
                    app.profile,
                    found(FileFormat::Cv, profile),
                    ImportReport::default(),
                );
            }),
        ),
        (
            "log",
            rendered(|app| {
                let entry = LogEntry {
                    kind: HOSTILE.to_owned(),
                    message: HOSTILE.to_owned(),
                    url: HOSTILE.to_owned(),
                    action: Some(HOSTILE.into()),
                    ..LogEntry::default()
                };
                app.session.view.set("log");
                app.log
                    .lines
                    .set(Some(vec![log::Line { entry, time: (String::new(), String::new()) }]));
            }),
        ),
    ]
}

#[test]
fn what_others_say_is_text_and_turns_nothing_around() {
    for (screen, html) in screens() {
        // Attributes that programs read keep a key as it is; what people read or hear does not.
        let read = without(
            &html,
            &["data-source=\"", "data-thing=\"", "data-key=\"", "data-row=\"", "value=\""],
        );
        for turned in ["\u{202e}", "\u{200b}", "\u{2066}"] {
            assert!(!read.contains(turned), "{screen}: {turned:?} in {read}");
        }
        assert!(!html.contains("<b>x"), "{screen}: markup");
    }
}

#[test]
fn every_screen_shows_what_it_is_given() {
    for (screen, html) in screens() {
        let expects_nothing = screen == "empty";
        assert_eq!(
            html.contains("&lt;b>x") || html.contains("&lt;b&gt;x"),
            !expects_nothing,
            "{screen}"
        );
    }
}

#[test]
fn a_question_of_several_choices_is_a_group_of_check_boxes() {
    let asked = Question {
        question: "Which days?".to_owned(),
        options: Some(["Monday", "Tuesday"].map(str::to_owned).to_vec()),
        kind: AnswerKind::Choices,
        save_as: "answers.Which days?".into(),
        suggested: Some("Tuesday".to_owned()),
        ..Question::default()
    };
    let card = rendered(|app| {
        let record = JobRecord { questions: vec![asked.clone()], ..JobRecord::default() };
        show(app, job(JobStatus::NeedsInput, record));
    });
    let row = SheetRow { question: Some(asked), ..sheet_row("r0", RowState::Ask) };
    let sheet = sheet_with(row);
    for (place, html, boxes) in [("question-0", card, 2), ("row-text", sheet, 2)] {
        let group = group_of(&html, place);
        assert_eq!(group.matches("type=\"checkbox\"").count(), boxes, "{group}");
        assert!(group.contains("<legend") && !group.contains("<select"), "{group}");
        // What a model proposes for a question is ticked on its card.
        let is_ticked = group.contains(" checked");
        assert_eq!(is_ticked, place == "question-0", "{group}");
    }
}

fn group_of(html: &str, id: &str) -> String {
    let (before, rest) = html.split_once(&format!(" id=\"{id}\"")).expect("its place");
    assert!(before.rsplit_once('<').is_some_and(|(_, tag)| tag.starts_with("fieldset")), "{id}");
    rest.split_once("</fieldset>").expect("its end").0.to_owned()
}

/// The review sheet with the editor of one row open.
fn sheet_with(row: SheetRow) -> String {
    rendered(|app| {
        show(app, consent(vec![item(Tier::Ordinary)]));
        let id = row.id.clone();
        fill::show_sheet(app.fill, Sheet { rows: vec![row], ..Sheet::default() }, &id);
    })
}

#[test]
fn a_secret_is_typed_covered_on_the_sheet_and_a_file_is_chosen() {
    let keep = msg!("sheet_keep_it_in_my_profile");
    let editor = |question: Question| {
        let row = SheetRow { question: Some(question), ..sheet_row("r0", RowState::Ask) };
        let html = sheet_with(row);
        let (_, editor) = html.split_once("row-editor").expect("an editor");
        let (before, _) = editor.split_once(&keep).expect("the box is there");
        let (input, box_of_it) = before.rsplit_once("<label").expect("its label");
        (input.to_owned(), box_of_it.contains("hidden"))
    };
    let text = Question { options: None, once: false, ..question() };
    let (input, is_hidden) = editor(Question { once: true, ..text.clone() });
    assert!(input.contains("type=\"password\"") && is_hidden, "{input}");
    assert!(input.contains(&msg!("sheet_used_once_not_stored")), "{input}");
    let (input, is_hidden) = editor(Question { kind: AnswerKind::File, ..text.clone() });
    assert!(input.contains("type=\"file\"") && is_hidden, "{input}");
    assert!(input.contains(&msg!("sheet_the_file_is_kept")), "{input}");
    let (input, is_hidden) = editor(text);
    assert!(!input.contains("type=\"") && !is_hidden, "{input}");
}

#[test]
fn what_is_more_than_ordinary_has_its_rows_below_the_tick_of_its_kind() {
    let (items, sheet) = sheets::careful(Sheet::default());
    let html = rendered(|app| {
        show(app, consent(items));
        fill::show_sheet(app.fill, sheet, "");
    });
    let (_, careful) = html.split_once("id=\"consent-personal\"").expect("personal data");
    let (careful, _) = careful.split_once("</fieldset>").expect("its end");
    let (personal, secrets) = careful.split_once("id=\"consent-secrets\"").expect("secrets");
    for (part, label, says) in [
        (personal, "Born on", ["5 April 1990", "Page says: 1 January 1900"]),
        (secrets, "Passport number", ["KX5566778", "Passport"]),
    ] {
        let (tick, row) = part.split_once("</label>").expect("a tick");
        assert_eq!((tick.matches("checkbox").count(), row.matches("checkbox").count()), (1, 0));
        let change = format!("aria-label=\"{} {label}\"", msg!("sheet_change"));
        assert!(row.contains(&change) && says.iter().all(|said| row.contains(said)), "{row}");
    }
}

#[test]
fn what_is_on_the_sheet_is_not_listed_once_more() {
    let open = vec![OpenField { label: "Zorblatt".to_owned(), ..OpenField::default() }];
    let box_of = |job: JobRecord| {
        let html = rendered(|app| show(app, job));
        let (_, after) = html.split_once("id=\"open-box\"").expect("the box");
        after.split_once('>').expect("its end").0.contains("hidden")
    };
    assert!(box_of(JobRecord { open: open.clone(), ..consent(vec![item(Tier::Ordinary)]) }));
    let ended = JobRecord { consent: None, status: JobStatus::Done, ..consent(Vec::new()) };
    assert!(!box_of(JobRecord { open, ..ended }));
}

#[test]
fn a_blank_row_that_can_be_answered_has_a_button() {
    let blank = |question| {
        let row = SheetRow { question, from: None, ..sheet_row("r0", RowState::Blank) };
        sheet_with(row)
    };
    let choose = format!("{} ", msg!("sheet_choose"));
    let html = blank(Some(question()));
    assert!(html.contains(&format!("aria-label=\"{choose}")), "{html}");
    assert!(!blank(None).contains(&format!("aria-label=\"{choose}")));
}

/// The page without what stands in these attributes.
fn without(html: &str, attributes: &[&str]) -> String {
    let mut rest = html;
    let mut out = String::new();
    while let Some((at, name)) =
        attributes.iter().filter_map(|name| Some((rest.find(name)?, name))).min()
    {
        let (before, after) = rest.split_at(at + name.len());
        out.push_str(before);
        rest = after.split_once('"').map_or("", |(_, rest)| rest);
    }
    out + rest
}

#[test]
fn the_editor_has_a_place_for_every_part() {
    use file::Shape::{
        self, Any, Documents, Flag, Named, NamedParts, Notes, Parts, Rows, SiteAnswers, Text,
        Texts, Tiers,
    };
    fn check(page: &str, parts: &[(&str, Shape)], path: &str) {
        for (name, shape) in parts {
            let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
            let place = match shape {
                Parts(inner) => {
                    check(page, inner, &path);
                    continue;
                }
                Rows(inner) | NamedParts(inner) => {
                    for (part, _) in *inner {
                        assert!(page.contains(&format!("data-part=\"{part}\"")), "{path}: {part}");
                    }
                    format!("data-rows=\"{path}\"")
                }
                // Facts are looked for below; notes are told beside the answers that they are of.
                Named | Notes => continue,
                Any => format!("data-map=\"{name}\""),
                SiteAnswers => format!("id=\"{name}-rows\""),
                Tiers => "data-pair=\"tier\"".to_owned(),
                Documents => "id=\"documents\"".to_owned(),
                Text if *name == "updatedAt" => continue,
                Text | Flag if editor::UNSHOWN.contains(name) => continue,
                Text | Flag | Texts => format!("data-key=\"{path}\""),
            };
            assert!(page.contains(&place), "no {place} in the editor");
        }
    }
    let page = rendered(|app| {
        let profile = Profile {
            custom: [("n".to_owned(), "3".into())].into(),
            addresses: [("Billing".to_owned(), shared_types::profile::Address::default())].into(),
            resume: serde_json::from_value(serde_json::json!({"experiences": [{"title": "Clerk"}], "education": [{"school": "UCC"}]})).unwrap(),
            ..Profile::default()
        };
        crate::profile::paint(app.profile, &profile);
    });
    check(&page, file::PROFILE, "");
    for fact in FACTS {
        let place = format!("data-facts=\"{}\"", fact.group);
        assert_eq!(page.matches(&place).count(), 1, "{place}");
    }
}

#[test]
fn a_profile_that_is_shown_is_the_same_when_it_is_read_again() {
    let profile: Profile = serde_json::from_value(serde_json::json!({
        "firstName": "Ada", "oauthProvider": "shown nowhere", "allowDrafts": true,
        "address": {"city": "Cork"},
        "addresses": {"Billing": {"city": "Leeds"}, "St. Ives": {"street": "2 Quay Road"}},
        "resume": {
            "experiences": [{"title": "Clerk", "current": true}],
            "education": [{"school": "UCC", "completed": false}],
            "skills": ["SQL", "Rust"],
        },
        "facts": {"relocate": "Yes", "years.Rust": "4", "referee.2.name": "Omar Reyes", "ofANewerVersion": "x"},
        "answers": {"Why us?": "Because."},
        "answerNotes": {"Why us?": {"question": {"text": "Why us?"}, "given": 1.0, "used": 2}},
        "custom": {"n": 3, "shoe": "43"},
        "tiers": {"custom.shoe": {"tier": "personal"}},
    }))
    .unwrap();
    let mut read = None;
    rendered(|app| {
        crate::profile::paint(app.profile, &profile);
        read = crate::profile::typed(app.profile);
    });
    let read = serde_json::to_value(read.unwrap()).unwrap();
    for part in [
        "firstName",
        "oauthProvider",
        "allowDrafts",
        "address",
        "resume",
        "facts",
        "answers",
        "answerNotes",
        "custom",
        "tiers",
    ] {
        assert_eq!(read[part], serde_json::to_value(&profile).unwrap()[part], "{part}");
    }
}

#[test]
fn what_was_read_in_a_file_is_listed_with_values_and_ticks() {
    let profile: Profile = serde_json::from_value(serde_json::json!({
        "email": "ines@mail.example", "password": "canary",
        "resume": {"skills": ["Rust"],
                   "experiences": [{"title": "Clerk", "company": "Northlight", "startDate": "2019-03"}]},
    }))
    .unwrap();
    let page = |format| {
        rendered(|app| {
            let report = ImportReport {
                added: vec!["resume.skills.0".to_owned()],
                changed: vec!["email".to_owned()],
                ..ImportReport::default()
            };
            crate::profile::show_found(app.profile, found(format, profile.clone()), report);
        })
    };
    let html = page(FileFormat::Cv);
    for part in [
        "This is what Vaulty read in your CV.",
        "ines@mail.example",
        "replaces what your profile has",
        "Clerk · Northlight · 2019-03",
        "Your selection adds 1 entry and changes 1 entry.",
        "Add to my profile",
    ] {
        assert!(html.contains(part), "{part:?} is not in {html}");
    }
    for path in ["email", "resume.skills.0", "resume.experiences.0", "password"] {
        assert_eq!(html.matches(&format!("data-entry=\"{path}\"")).count(), 1, "{path}");
    }
    assert!(!html.contains("canary"), "a password is covered");
    assert!(page(FileFormat::Profile).contains("Untick what you don’t want to import."));
    let empty = rendered(|_| {});
    assert!(!empty.contains("data-entry"), "nothing is listed before a file is chosen");
}

#[test]
fn less_care_and_drafts_come_in_only_by_a_tick_of_their_own() {
    let profile: Profile = serde_json::from_value(serde_json::json!({
        "firstName": "Ada", "allowDrafts": true,
        "tiers": {"custom.Passport number": {"tier": "ordinary", "despite": "identity number"}},
    }))
    .unwrap();
    let html = rendered(|app| {
        let found = found(FileFormat::Profile, profile.clone());
        crate::profile::show_found(app.profile, found, ImportReport::default());
    });
    let ticked = |path: &str| {
        let at = html.find(&format!("data-entry=\"{path}\"")).expect("it is listed");
        let start = html[..at].rfind('<').unwrap();
        let end = at + html[at..].find('>').unwrap();
        html[start..end].contains(" checked")
    };
    assert!(ticked("firstName"));
    assert!(!ticked("allowDrafts") && !ticked("tiers.custom.Passport number"));
    for part in [
        "Handled with less care: Profile: Passport number",
        "Ordinary, although it looks like: identity number",
        "imported only if you tick it",
    ] {
        assert!(html.contains(part), "{part:?} is not in {html}");
    }
}

/// Agents: the switch for a tab is there only where they may ask, and whoever asked for a job is named.
#[test]
fn agents_are_told_of_where_they_may_ask() {
    let shared = |origin: &str| agent_core::agents::Shared {
        tab: 1,
        form: "f".to_owned(),
        origin: origin.to_owned(),
        asked: 0,
    };
    let start = |all: Option<Vec<agent_core::agents::Shared>>| {
        rendered(|app| {
            app.session.tab.set(Some(1));
            app.session.origin.set("https://a.example".to_owned());
            if let Some(all) = all {
                fill::show_shared(app.fill, all);
            }
        })
    };
    let is_hidden = |html: &str, id: &str| {
        let element =
            html.split(&format!("id=\"{id}\"")).nth(1).and_then(|rest| rest.split('>').next());
        element.is_some_and(|attributes| attributes.contains(" hidden"))
    };
    let is_checked = |html: &str| {
        let element = html.split("id=\"share-tab\"").nth(1).and_then(|rest| rest.split('>').next());
        element.is_some_and(|attributes| attributes.contains(" checked"))
    };
    assert!(is_hidden(&start(None), "share"));
    for (all, checked) in [
        (vec![], false),
        (vec![shared("https://a.example")], true),
        (vec![shared("https://b.example")], false),
    ] {
        let html = start(Some(all.clone()));
        assert!(!is_hidden(&html, "share"));
        assert_eq!(is_checked(&html), checked, "{all:?}");
    }
    assert!(is_hidden(&start(Some(Vec::new())), "wish"));
    let html = rendered(|app| {
        fill::show_wish(
            app.fill,
            agent_core::agents::Wish {
                id: "w".to_owned(),
                agent: shared_types::agents::AgentName {
                    name: HOSTILE.to_owned(),
                    ..Default::default()
                },
                address: "https://a.example/apply?job=7".to_owned(),
                declined: false,
            },
        );
    });
    assert!(!is_hidden(&html, "wish"));
    assert!(html.contains("https://a.example/apply?job=7"));
    let title = html.split("id=\"wish-title\"").nth(1).and_then(|rest| rest.split("</h2>").next());
    let title = title.unwrap();
    assert!(title.contains("&lt;b&gt;x") && !title.contains('\u{202e}'), "{title}");
    let asked_by =
        |name: &str| shared_types::job::AskedBy { name: name.to_owned(), ..Default::default() };
    let of = |asked_by: Option<shared_types::job::AskedBy>| {
        rendered(|app| show(app, JobRecord { asked_by, ..consent(vec![item(Tier::Ordinary)]) }))
    };
    let html = of(Some(asked_by(HOSTILE)));
    assert!(!is_hidden(&html, "asked-by"));
    let line = html.split("id=\"asked-by\"").nth(1).and_then(|rest| rest.split("</p>").next());
    let line = line.unwrap();
    assert!(line.contains("&lt;b&gt;x") && !line.contains('\u{202e}'), "{line}");
    assert!(is_hidden(&of(None), "asked-by"));
}
