use serde_json::{Value, json};
use shared_types::{
    JobRecord, JobStatus, Observation, Private, Profile, Receipt, ValueState,
    agents::{
        AgentAnswer, AgentAsk, AgentField, AgentForm, AgentJob, AgentNeed, AgentPlan,
        AgentQuestions, AgentReceipt, AgentReply, AgentState,
    },
    job::OpenCode,
    json as read,
};

use super::*;
use crate::{
    bind::Source,
    exit::Exit,
    page::{Element, Page},
};

/// A job with a canary wherever a text stands that is no label, no entry and no id.
fn record() -> JobRecord {
    let approval = json!({"id": "CANARY", "action": "CANARY", "origin": "CANARY", "reasons": ["CANARY"],
                          "secrets": ["CANARY"], "formAction": "CANARY", "mayCoverPages": true});
    read::from_value(&json!({
        "id": "j1", "status": "paused_for_approval", "origin": "https://a.example", "step": 3,
        "error": "CANARY", "result": "CANARY", "message": "CANARY", "plannerNote": "CANARY",
        "trouble": "no-form", "receipt": "j1", "profileId": "CANARY",
        "progress": {"page": 2, "filled": 3, "total": 5}, "approval": approval,
        "verification": {"kind": "OTP", "context": "CANARY", "origin": "CANARY", "field": "CANARY",
                         "what": "code", "complaint": "CANARY"},
        "questions": [{"field": 1, "question": "Notice period?", "saveAs": "CANARY", "required": true,
                       "suggested": "CANARY", "options": ["CANARY"], "format": "CANARY"}],
        "open": [{"field": 1, "reason": "CANARY", "code": "no-value", "label": "Notice", "required": true,
                  "candidates": ["CANARY"]}],
        "written": [{"label": "First name", "source": "firstName", "pageSaid": "CANARY",
                     "fingerprint": "CANARY", "strategy": "CANARY", "why": "CANARY", "thing": "CANARY"}],
        "pageSays": [{"label": "CANARY", "text": "CANARY"}],
    }))
    .unwrap()
}

#[test]
fn a_job_is_told_by_labels_entries_and_reasons_alone() {
    let told = job(&record(), Seen::All);
    assert!(!read::to_value(&told).to_string().contains("CANARY"), "{told:?}");
    let field = |label: &str| AgentField { label: label.to_owned(), ..AgentField::default() };
    let expected = AgentJob {
        job: "j1".to_owned(),
        origin: "https://a.example".to_owned(),
        state: AgentState::WaitingForPerson,
        needs: Some(AgentNeed::Approval),
        page: 2,
        filled: 3,
        total: 5,
        written: vec![AgentField { entry: Some("firstName".into()), ..field("First name") }],
        open: vec![AgentField {
            reason: Some(OpenCode::NoValue),
            required: true,
            ..field("Notice")
        }],
        trouble: Some(shared_types::job::Trouble::NoForm),
        receipt: Some("j1".to_owned()),
    };
    assert_eq!(told, expected);
    let asked = questions(&record(), Seen::All);
    assert!(!read::to_value(&asked).to_string().contains("CANARY"), "{asked:?}");
    assert_eq!(asked.asked[0].question, "Notice period?");
}

#[test]
fn whatever_needs_the_person_is_told_so() {
    let consent = read::from_value(&json!({"id": "c", "origin": "o", "items": []})).unwrap();
    for (status, with_consent, state, needs) in [
        (JobStatus::Idle, false, AgentState::Working, None),
        (JobStatus::Running, false, AgentState::Working, None),
        (
            JobStatus::PausedForApproval,
            true,
            AgentState::WaitingForPerson,
            Some(AgentNeed::Consent),
        ),
        (
            JobStatus::PausedForApproval,
            false,
            AgentState::WaitingForPerson,
            Some(AgentNeed::Approval),
        ),
        (JobStatus::NeedsInput, false, AgentState::WaitingForPerson, Some(AgentNeed::Answers)),
        (
            JobStatus::NeedsVerification,
            false,
            AgentState::WaitingForPerson,
            Some(AgentNeed::Verification),
        ),
        (JobStatus::Done, false, AgentState::Done, None),
        (JobStatus::Stopped, false, AgentState::Stopped, None),
        (JobStatus::Error, false, AgentState::Failed, None),
    ] {
        let consent = with_consent.then(|| shared_types::ConsentRequest::clone(&consent));
        let told = job(&JobRecord { status, consent, ..JobRecord::default() }, Seen::Nothing);
        assert_eq!((told.state, told.needs), (state, needs), "{status:?}");
    }
}

/// A page of one site whose fields are named, and what they hold.
fn page(fields: &[(&str, Option<ValueState>)]) -> Page {
    let fields: Vec<Value> = (0..)
        .zip(fields)
        .map(|(index, (label, state)): (u32, _)| {
            json!({"index": index, "tag": "input", "type": "text", "id": format!("i{index}"),
                   "name": format!("n{index}"), "label": label, "required": index == 0, "value": "",
                   "disabled": false, "readonly": false, "fingerprint": format!("p{index}"), "valueState": state})
        })
        .collect();
    let observation: Observation = read::from_value(&json!({
        "url": "https://a.example/apply", "title": "", "text": "", "pageContext": "", "buttons": [], "fields": fields,
    }))
    .unwrap();
    let element = || {
        let mut element = Element::default();
        element.expect.origin = "https://a.example".to_owned();
        element
    };
    let elements = observation.fields.iter().map(|_| element()).collect();
    let mut page = Page { observation, fields: elements, ..Page::default() };
    crate::classify::classify(&mut page.observation);
    page
}

fn planned(page: &Page, sites: &[String]) -> AgentPlan {
    let shared = Shared::new(7, "f1".to_owned(), "https://a.example/apply").unwrap();
    plan(&shared, page, &["firstName".into(), "address.city".into()], sites)
}

#[test]
fn a_plan_is_told_field_by_field() {
    let told = planned(&page(&[("First name", None), ("Blorp factor", None)]), &[]);
    let labels: Vec<_> = told
        .fields
        .iter()
        .map(|field| (field.label.as_str(), field.entry.is_some(), field.required))
        .collect();
    assert_eq!(labels, [("First name", true, true), ("Blorp factor", false, false)]);
    assert!(told.fields[1].reason.is_some());
}

/// A page that writes guesses into its fields, for an agent to ask which of them Vaulty takes for the person's.
#[test]
fn what_a_page_guessed_is_told_alike_whether_it_is_right() {
    let right = Some(ValueState::Matches("address.city".into()));
    let guessed = |state: Option<ValueState>| page(&[("City", state), ("First name", None)]);
    assert_eq!(
        planned(&guessed(right), &[]).fields,
        planned(&guessed(Some(ValueState::Filled)), &[]).fields
    );
    let open = |codes: &[&str]| {
        let open: Vec<Value> =
            codes.iter().map(|code| json!({"field": 0, "label": "City", "code": code})).collect();
        job(&read::from_value(&json!({"id": "j1", "open": open})).unwrap(), Seen::All)
    };
    // A guess that is right is not in the record, of one that is not there is said why.
    assert_eq!(open(&["already-filled", "does-not-fit", "write-failed"]), open(&[]));
    assert_eq!(open(&["no-value", "not-understood"]).open.len(), 2);
}

/// Which entry stood where a text was taken out is told no agent: it may be the page that wrote it.
#[test]
fn what_was_taken_out_of_a_text_has_no_name() {
    let profile: Profile =
        read::from_value(&json!({"address": {"city": "Quixleyton"}, "company": "Wexmoor Ltd"}))
            .unwrap();
    let exit =
        Exit::new(&Source { profile: &profile, record: None, today: None, others: &[], site: "" });
    let told = |label: &str| {
        let open = vec![AgentField { label: label.to_owned(), ..AgentField::default() }];
        let answer = AgentAnswer::Job(AgentJob { open, ..AgentJob::default() });
        match &exit.agent(AgentReply { id: "i".to_owned(), answer }).get().answer {
            AgentAnswer::Job(job) => job.open[0].label.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(told("Is it Wexmoor Ltd?"), "Is it …?");
    assert_eq!(told("Is it {{address.city}} or {{x}}"), "Is it … or …");
    assert_eq!(exit.title("Quixleyton {{ braces"), "… {{ braces");
}

/// What somebody typed or chose is in no profile, and the page says it all the same.
#[test]
fn what_was_typed_into_a_page_is_in_no_label() {
    let mut page = page(&[("City", None), ("When", None), ("Size", None), ("Kind", None)]);
    for (at, value) in [(0, "Blorpington"), (1, "1971-03-09"), (2, "yes"), (3, "Preset thing")] {
        page.fields[at].value = Private::new(value);
    }
    page.fields[3].preset = true;
    let profile = Profile::default();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let exit = Exit::beside(&source, &page);
    for (said, expected) in [
        ("Off to BLORPINGTON, yes?", "Off to …, yes?"),
        ("Born on 9 March 1971", "Born on …"),
        ("Preset thing", "Preset thing"),
    ] {
        let open = vec![AgentField { label: said.to_owned(), ..AgentField::default() }];
        let answer = AgentAnswer::Job(AgentJob { open, ..AgentJob::default() });
        let told = exit.agent(AgentReply { id: "i".to_owned(), answer });
        let AgentAnswer::Job(job) = &told.get().answer else { panic!("a job") };
        assert_eq!(job.open[0].label, expected);
    }
    assert_eq!(exit.title("Blorpington – my form"), "… – my form");
}

#[test]
fn what_was_chosen_is_not_told_nor_how_much() {
    let written = json!([
        {"label": "I have a disability", "source": "facts.disability", "fingerprint": "a", "isChoice": true},
        {"label": "Skills", "source": "resume.skills", "fingerprint": "b"},
        {"label": "Skills", "source": "resume.skills", "fingerprint": "c"},
    ]);
    let record: JobRecord = read::from_value(&json!({"id": "j1", "written": written})).unwrap();
    let told = job(&record, Seen::All).written;
    assert_eq!(told.iter().map(|one| one.label.as_str()).collect::<Vec<_>>(), ["Skills"]);
    let receipt = Receipt {
        asked_by: "k1".to_owned(),
        fields: vec!["I have a disability".to_owned(), "Skills".to_owned()],
        choices: vec!["I have a disability".to_owned()],
        ..Receipt::default()
    };
    assert_eq!(receipts(&[receipt], "k1", &[])[0].fields, ["Skills"]);
}

/// A form goes on at another site, or lies in a frame of one: an agent that may hear of the first alone hears no label of
/// the other, and of a form that is shared no longer it hears none.
#[test]
fn labels_are_of_a_site_that_the_agent_may_hear_of_while_it_is_shared() {
    let mut page = page(&[("Here", None), ("In a frame", None)]);
    page.fields[1].expect.origin = "https://b.example".to_owned();
    let here = ["https://a.example".to_owned()];
    let record: JobRecord = read::from_value(&json!({
        "id": "j1",
        "open": [{"field": 0, "label": "Here", "code": "no-value"}, {"field": 1, "label": "In a frame", "code": "no-value"},
                 {"field": 9, "label": "Gone", "code": "no-value"}],
        "written": [{"label": "Here", "fingerprint": "p0"}, {"label": "In a frame", "fingerprint": "p1"},
                    {"label": "Gone", "fingerprint": "px"}],
        "questions": [{"field": 0, "question": "Here", "saveAs": "a"}, {"field": 1, "question": "In a frame", "saveAs": "b"}],
    }))
    .unwrap();
    for (seen, expected) in [(Seen::Nothing, 0), (Seen::Of(&page, &here), 1), (Seen::All, 3)] {
        let told = job(&record, seen);
        assert_eq!((told.open.len(), told.written.len()), (expected, expected), "{told:?}");
        assert_eq!(questions(&record, seen).asked.len(), expected.min(2));
    }
    assert_eq!(planned(&page, &[]).fields.len(), 2);
    assert_eq!(planned(&page, &here).fields.len(), 1);
}

#[test]
fn a_tab_that_shows_another_site_is_shared_no_longer() {
    let shared = Shared::new(7, "f1".to_owned(), "https://a.example/apply").unwrap();
    for (tab, url, over) in [
        (7, "https://a.example/next", false),
        (7, "https://b.example/", true),
        (7, "http://a.example/", true),
        (7, "chrome://newtab/", true),
        (7, "about:blank", false),
        (7, "", false),
        (8, "https://b.example/", false),
    ] {
        assert_eq!(shared.is_over(tab, url), over, "{tab} {url}");
    }
}

#[test]
fn what_agents_may_have_tried_on_a_form_comes_to_an_end() {
    let mut shared = Shared::new(7, "f1".to_owned(), "https://a.example/apply").unwrap();
    let tried = (0..1_000).take_while(|_| !shared.count()).count();
    assert_eq!(tried, 60);
}

#[test]
fn what_cannot_be_seen_is_not_passed_on() {
    for (text, expected) in [
        ("First name", "First name"),
        ("  two\n\tlines  ", "two lines"),
        ("\u{1b}[31mred\u{1b}[0m", "[31mred[0m"),
        ("abc\u{202e}cba\u{200b}\u{feff}", "abccba"),
        ("no\u{1d173}\u{13430}\u{1bca0}tes", "notes"),
        ("hi\u{e0041}\u{e0042}dden", "hidden"),
        ("Straße Größe 名前", "Straße Größe 名前"),
        ("\u{0}\u{7f}\u{85}", ""),
    ] {
        assert_eq!(printed(text), expected);
    }
    let long = printed(&"x".repeat(1_000));
    assert_eq!((long.chars().count(), long.ends_with('…')), (201, true));
}

#[test]
fn a_scope_is_scheme_host_and_port() {
    let sites = vec!["https://a.example".to_owned()];
    for (origin, covered) in [
        ("https://a.example", true),
        ("http://a.example", false),
        ("https://a.example:8443", false),
        ("https://a.example.evil.example", false),
        ("https://sub.a.example", false),
        ("", false),
    ] {
        assert_eq!(covers(&sites, origin), covered, "{origin}");
        assert!(covers(&[], origin));
    }
}

#[test]
fn a_form_is_shared_on_the_site_that_the_person_saw() {
    let shared = Shared::new(7, "f1".to_owned(), "https://a.example/apply?x=1").unwrap();
    assert_eq!(shared.origin, "https://a.example");
    for (url, holds) in [
        ("https://a.example/next", true),
        ("https://b.example/apply", false),
        ("http://a.example/apply", false),
        ("about:blank", false),
    ] {
        assert_eq!(shared.holds(url), holds, "{url}");
    }
    assert!(shared.is_for(&[]) && !shared.is_for(&["https://b.example".to_owned()]));
    for url in ["about:blank", "chrome://settings", "file:///x", ""] {
        assert_eq!(Shared::new(7, "f1".to_owned(), url), None, "{url}");
    }
}

#[test]
fn a_no_to_an_agents_job_takes_the_form_back() {
    let asked = |status: JobStatus, asked_by: Option<shared_types::job::AskedBy>| JobRecord {
        status,
        asked_by,
        ..JobRecord::default()
    };
    let agent = || Some(shared_types::job::AskedBy::default());
    for (record, ends) in [
        (asked(JobStatus::Stopped, agent()), true),
        (asked(JobStatus::Stopped, None), false),
        (asked(JobStatus::Done, agent()), false),
        (asked(JobStatus::Error, agent()), false),
        (asked(JobStatus::PausedForApproval, agent()), false),
    ] {
        assert_eq!(ends_sharing(&record), ends, "{record:?}");
    }
}

#[test]
fn a_job_is_its_agents_alone() {
    let asked = |key: &str| {
        let asked = shared_types::job::AskedBy {
            key: key.to_owned(),
            name: "helper".to_owned(),
            origin: "https://a.example".to_owned(),
        };
        JobRecord { asked_by: Some(asked), ..JobRecord::default() }
    };
    let here = vec!["https://a.example".to_owned()];
    let there = vec!["https://b.example".to_owned()];
    let elsewhere = JobRecord { origin: Some("https://b.example".to_owned()), ..asked("k1") };
    for (record, agent, sites, own) in [
        (asked("k1"), "k1", &[][..], true),
        (asked("k1"), "k1", &here, true),
        (asked("k1"), "k1", &there, false),
        (asked("k1"), "k2", &[], false),
        (asked(""), "", &[], false),
        (JobRecord::default(), "k1", &[], false),
        (JobRecord::default(), "", &[], false),
        (elsewhere.clone(), "k1", &here, false),
        (elsewhere, "k1", &there, false),
    ] {
        assert_eq!(own_job(&record, agent, sites), own, "{record:?} {agent} {sites:?}");
    }
    assert_eq!(
        job(&asked("k1"), Seen::All).origin,
        "https://a.example",
        "before its page was read"
    );
}

#[test]
fn an_answer_is_for_what_was_asked() {
    let told =
        AgentJob { job: "j1".into(), origin: "https://a.example".into(), ..AgentJob::default() };
    let job = || AgentAnswer::Job(told.clone());
    let get = |job: &str| AgentAsk::GetJob { job: job.to_owned() };
    let here = ["https://a.example".to_owned()];
    let there = ["https://b.example".to_owned()];
    assert_eq!(judged(&get("j1"), &here, job()), Some(job()));
    assert_eq!(judged(&get("j2"), &here, job()), None);
    assert_eq!(judged(&get("j1"), &there, job()), None);
    assert_eq!(judged(&AgentAsk::ListForms, &here, job()), None);
    assert_eq!(judged(&get("j1"), &here, AgentAnswer::Forms(Vec::new())), None);
    let form = |form: &str, origin: &str| AgentForm {
        form: form.to_owned(),
        origin: origin.to_owned(),
        title: "t".to_owned(),
        job: Some("../x".to_owned()),
    };
    let forms = vec![
        form("f1", "https://a.example"),
        form("f2", "https://b.example"),
        form("", "https://a.example"),
    ];
    let left = judged(&AgentAsk::ListForms, &here, AgentAnswer::Forms(forms));
    assert_eq!(
        left,
        Some(AgentAnswer::Forms(vec![AgentForm { job: None, ..form("f1", "https://a.example") }]))
    );
}

/// Wherever a page says a value of the person's, an agent reads the name of its entry.
#[test]
fn no_value_leaves_with_an_answer() {
    let profile: Profile = read::from_value(&json!({
        "lastName": "Quixleyson", "email": "kanarienor@mail.example", "phone": "+44 20 7946 0931",
        "birthDate": "1983-11-27", "payment": {"cardNumber": "4929310087654321", "cardType": "visa"},
        "custom": {"National ID number": "KX55667788Q", "KX55667788Q": "x"},
    }))
    .unwrap();
    let exit =
        Exit::new(&Source { profile: &profile, record: None, today: None, others: &[], site: "" });
    let wrapped = [
        "Quixleyson",
        "QUIXLEYSON",
        "noskelyiuQ nosyelxiuQ Quixleyson",
        "kanarienor@mail.example",
        "020 7946 0931",
        "+442079460931",
        "27 November 1983",
        "27.11.83",
        "4929-3100-8765-4321",
        "4929 3100 8765 4321",
        "K\u{ad}X55667788Q",
        "kx55667788q",
        "S1g1NTY2Nzc4OFE=",
    ];
    for value in wrapped {
        let said = format!("Hello {value}!");
        let field = AgentField {
            label: said.clone(),
            entry: Some("lastName".into()),
            ..AgentField::default()
        };
        let foreign = AgentField { entry: Some("KX55667788Q".into()), ..field.clone() };
        let fields = || vec![field.clone(), foreign.clone()];
        let answers = [
            AgentAnswer::Forms(vec![AgentForm { title: said.clone(), ..AgentForm::default() }]),
            AgentAnswer::Plan(AgentPlan { fields: fields(), ..AgentPlan::default() }),
            AgentAnswer::Job(AgentJob { written: fields(), open: fields(), ..AgentJob::default() }),
            AgentAnswer::Questions(AgentQuestions {
                asked: vec![shared_types::agents::AgentQuestion {
                    question: said.clone(),
                    options: vec![said.clone()],
                    ..Default::default()
                }],
                ..AgentQuestions::default()
            }),
            AgentAnswer::Receipts(vec![AgentReceipt {
                fields: vec![said.clone()],
                entries: vec!["lastName".into(), "KX55667788Q".into(), "typed by you".into()],
                ..AgentReceipt::default()
            }]),
        ];
        for answer in answers {
            let out = exit.agent(AgentReply { id: "i".to_owned(), answer });
            let told = read::to_value(&out).to_string();
            let letters: String =
                told.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
            for canary in [
                "quixleyson",
                "kanarienor",
                "79460931",
                "1983",
                "4929310087654321",
                "kx55667788q",
                "s1g1nty2",
            ] {
                assert!(!letters.contains(canary), "{canary} in {told}");
            }
            assert!(told.contains("lastName") || !told.contains("entry"), "{told}");
        }
    }
    let typed = AgentField { entry: Some("typed by you".into()), ..AgentField::default() };
    let answer = AgentAnswer::Job(AgentJob { written: vec![typed], ..AgentJob::default() });
    let out = exit.agent(AgentReply { id: "i".to_owned(), answer });
    assert!(matches!(&out.get().answer, AgentAnswer::Job(job) if job.written[0].entry.is_none()));
}

/// Each type that crosses has a place for texts that this test knows, and none that is called a value.
#[test]
fn nothing_that_crosses_is_called_a_value() {
    let told = read::to_value(&vec![
        AgentAnswer::Forms(vec![AgentForm::default()]),
        AgentAnswer::Plan(AgentPlan {
            fields: vec![AgentField::default()],
            ..AgentPlan::default()
        }),
        AgentAnswer::Job(AgentJob::default()),
        AgentAnswer::Questions(AgentQuestions::default()),
        AgentAnswer::Receipts(vec![AgentReceipt::default()]),
    ]);
    let mut texts = Vec::new();
    walk(&told, "", &mut texts);
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts, ["form", "job", "label", "origin", "receipt", "state", "title"]);
}

fn walk<'a>(value: &'a Value, member: &'a str, texts: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| walk(value, name, texts)),
        Value::Array(items) => items.iter().for_each(|item| walk(item, member, texts)),
        Value::String(_) => texts.push(member),
        _ => {}
    }
}
