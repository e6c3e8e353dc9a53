//! What is understood of the pages in `pages`, and what would be done with them: one `expected.snap` a page.
//!
//! Each page was read once by the extension in a browser (`cargo xtask snapshot NAME`); what it read is replayed
//! here. After a change to a rule this shows which pages read otherwise: `cargo insta review`, or
//! `INSTA_UPDATE=always` and a look at the difference.

#![expect(clippy::expect_used, reason = "a page that cannot be read fails the test")]
#![expect(clippy::indexing_slicing, reason = "JSON of our own")]

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use agent_core::{
    bind::{Source, keys_of_profile},
    gate::{self, Allowed, Grants, Verdict, origin_of},
    observe::{Page, observe},
    plan::{self, PlanInput},
    resolve::{Found, resolve},
};
use serde_json::{Value, json};
use shared_types::{
    AgentAction, ElementType, Field, JobMode, Profile, ProfileId, Target, snapshot::FrameSnapshot,
};

/// Somebody who has an entry for most of what forms ask.
fn person() -> Profile {
    serde_json::from_value(json!({
        "firstName": "Ines", "lastName": "Okafor", "fullName": "Ines Okafor",
        "email": "ines.okafor@example.org", "phone": "+44 20 7946 0958",
        "birthDate": "1990-03-14", "gender": "female", "company": "Harbour Instruments",
        "jobTitle": "Engineer", "linkedIn": "https://linkedin.example/in/ines",
        "website": "https://ines.example",
        "address": {"street": "Cedar Row", "houseNumber": "7", "city": "Leeds",
            "state": "West Yorkshire", "zipCode": "LS1 4AP", "country": "GB"},
        "payment": {"cardNumber": "4111111111111111", "cardName": "Ines Okafor",
            "expMonth": "11", "expYear": "2031"},
        "experience": [{"company": "Harbour Instruments", "title": "Engineer",
            "startDate": "2019-02"}],
        "education": [{"school": "University of Leeds", "degree": "BSc", "field": "Physics",
            "endDate": "2012"}],
        "documents": {"cv": {"name": "cv.pdf", "type": "application/pdf", "data": "cGRm"}},
        "custom": {"notice period": "3 months", "IBAN": "GB29NWBK60161331926819"},
    }))
    .expect("a profile")
}

#[test]
fn pages_are_understood_as_before() {
    insta::glob!("pages/*/snapshot.json", |file| {
        let text = fs::read_to_string(file).expect("what was read of the page");
        let frames: Vec<FrameSnapshot> = serde_json::from_str(&text).expect("a snapshot");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.remove_input_file();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("expected", report(&frames)));
    });
}

#[test]
fn there_are_as_many_pages_and_languages_as_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = fs::read_dir(root.join("tests/pages")).expect("the pages").flatten();
    let pages = folders.filter_map(|entry| fs::read_to_string(entry.path().join("page.html")).ok());
    let languages: Vec<String> = pages
        .map(|page| {
            let tag = page.split("lang=\"").nth(1).expect("a page says its language");
            tag.split(['-', '"']).next().unwrap_or_default().to_owned()
        })
        .collect();
    let (pages, languages) = (languages.len(), BTreeSet::from_iter(languages).len());
    assert!(pages >= 40 && languages >= 10, "{pages} pages, {languages} languages");
    let testing = fs::read_to_string(root.join("../docs/TESTING.md")).expect("TESTING.md");
    let testing = testing.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = format!("has {pages} pages of our own making, in {languages} languages");
    assert!(testing.contains(&told), "TESTING.md: {told}");
}

/// What is understood and planned, for people.
fn report(frames: &[FrameSnapshot]) -> String {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let page = observe(frames, &source);
    let seen = &page.observation;
    let keys = keys_of_profile(&profile);
    let plan = plan::plan(&PlanInput {
        observation: seen,
        keys: &keys,
        history: &[],
        step: 1,
        mode: JobMode::Live,
    });
    let mut out = format!("{} ({})\n", seen.title, seen.lang.as_deref().unwrap_or("-"));
    let mut section = None;
    for field in &seen.fields {
        if field.index == 0 || field.section != section {
            section.clone_from(&field.section);
            let _ = writeln!(out, "\n## {}", section.as_deref().unwrap_or("-"));
        }
        let written = plan.actions.iter().find(|action| is_of(action, &page, field));
        let open = plan.open.iter().find(|open| open.field == field.index);
        let done = match (written, open) {
            (Some(action), _) => format!("← {}", what(action)),
            (None, Some(open)) => format!("open: {}", open.reason),
            (None, None) => "-".to_owned(),
        };
        let _ = writeln!(out, "{} | {} | {done}", asked(field), role(field));
    }
    out.push_str("\n## Buttons\n");
    let origins = [origin_of(&seen.url)];
    let grants = Grants {
        origins: &origins,
        covers_pages: None,
        allowed: Allowed { here: &[], kept: &[], profile: &ProfileId::default() },
        chosen: &[],
        source,
    };
    for button in &seen.buttons {
        let verdict = match gate::judge(
            &click(button.index),
            Some(Found::Button(button.index)),
            &page,
            &grants,
        ) {
            Verdict::Allow => "goes on".to_owned(),
            Verdict::Ask(reasons) => format!("asks: {}", reasons.join("; ")),
            Verdict::Refuse(_, why) => format!("refused: {why}"),
        };
        let _ = writeln!(out, "{} | {verdict}", button.text);
    }
    out.push_str("\n## Then\n");
    for action in &plan.actions {
        if !seen.fields.iter().any(|field| is_of(action, &page, field)) {
            let _ = writeln!(out, "{}", what(action));
        }
    }
    for note in &plan.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

/// The words and the kind of a field.
fn asked(field: &Field) -> String {
    let mut text = field.group.iter().fold(String::new(), |text, group| text + group + " › ");
    text.push_str(if field.label.is_empty() { &field.placeholder } else { &field.label });
    let kind = if field.kind.is_empty() { &field.tag } else { &field.kind };
    let _ = write!(text, " [{kind}{}]", if field.required { ", required" } else { "" });
    if field.visible == Some(false) {
        text.push_str(" (unseen)");
    }
    text
}

fn role(field: &Field) -> String {
    match field.role.as_deref() {
        None | Some("none") => "-".to_owned(),
        Some(role) => format!("{role} {:.2}", field.confidence.unwrap_or_default()),
    }
}

fn click(index: u32) -> AgentAction {
    let target = Target::Index { index, element_type: ElementType::Button };
    AgentAction::Click { target, requires_approval: None }
}

/// Whether an action writes into a field.
fn is_of(action: &AgentAction, page: &Page, field: &Field) -> bool {
    let target = match action {
        AgentAction::Fill { target, .. }
        | AgentAction::Select { target, .. }
        | AgentAction::Check { target, .. }
        | AgentAction::Upload { target, .. } => target,
        _ => return false,
    };
    resolve(target, &page.observation) == Ok(Found::Field(field.index))
}

/// An action: of a write, what is written.
fn what(action: &AgentAction) -> String {
    let mut told = serde_json::to_value(action).expect("JSON");
    match action {
        AgentAction::Fill { .. } | AgentAction::Select { .. } | AgentAction::Upload { .. } => {
            told["valueFrom"].as_str().unwrap_or_default().to_owned()
        }
        AgentAction::Check { checked, .. } => format!("ticked: {checked}"),
        _ => {
            let parts = told.as_object_mut().expect("an object");
            let kind = parts.remove("type").unwrap_or_default();
            format!("{}: {}", kind.as_str().unwrap_or_default(), Value::Object(parts.clone()))
        }
    }
}
