use shared_types::{
    AnswerKind, AskedQuestion, Button, Field, FieldOption, Observation, Profile, ProfileKey,
};

use super::*;
use crate::{bind::Source, classify, memory::Answers, page::Page};

const PLACE: &str = "https://jobs.example/apply";

/// `label:kind`, with `*` where the form demands it.
fn page(title: &str, fields: &[&str]) -> Page {
    let field = |(index, said): (u32, &&str)| {
        let (label, kind) = said.split_once(':').unwrap_or((said, "text"));
        let required = kind.ends_with('*');
        let kind = kind.trim_end_matches('*');
        let options = |texts: &[&str]| {
            let option = |text: &&str| FieldOption {
                value: (*text).to_owned(),
                text: (*text).to_owned(),
                ..FieldOption::default()
            };
            Some(texts.iter().map(option).collect())
        };
        Field {
            index,
            tag: if kind == "select-one" { "select" } else { "input" }.to_owned(),
            kind: kind.to_owned(),
            label: label.to_owned(),
            required,
            options: (kind == "select-one").then(|| options(&["Red", "Blue"])).flatten(),
            checked: (kind == "checkbox").then_some(false),
            form: Some(0),
            ..Field::default()
        }
    };
    let mut observation = Observation {
        url: PLACE.to_owned(),
        title: title.to_owned(),
        lang: Some("en".to_owned()),
        fields: (0..).zip(fields).map(field).collect(),
        buttons: vec![Button {
            text: "Send".into(),
            kind: "submit".into(),
            submits: Some(true),
            form: Some(0),
            ..Button::default()
        }],
        ..Observation::default()
    };
    classify::classify(&mut observation);
    Page { observation, ..Page::default() }
}

fn seen_of(fields: &[&str], keys: &[&str]) -> Seen {
    let keys: Vec<ProfileKey> = keys.iter().map(|key| ProfileKey::from(*key)).collect();
    look(&page("Apply", fields), PLACE, &keys, &Answers::default())
}

fn missing(seen: &Seen) -> Vec<&str> {
    seen.missing.iter().map(|one| one.asked.text.as_str()).collect()
}

const PERSON: &[&str] = &["fullName", "email"];

#[test]
fn what_a_form_demands_and_nobody_knows_is_told() {
    let seen = seen_of(
        &["Full name:text*", "E-mail:email*", "Notice period:text*", "Colour:select-one*", "Hobby"],
        PERSON,
    );
    assert_eq!((seen.fields, seen.wrong.clone()), (5, None));
    assert_eq!(missing(&seen), ["Notice period", "Colour"], "what is demanded alone");
    assert_eq!(seen.missing[1].asked.options, ["Red", "Blue"]);
    assert_eq!((seen.title.as_str(), seen.host.as_str()), ("Apply", "jobs.example"));
    let known =
        seen_of(&["Full name:text*", "Notice period:text*"], &["fullName", "record.Notice period"]);
    assert_eq!(missing(&known), [] as [&str; 0], "the row has it");
}

#[test]
fn what_was_answered_elsewhere_is_not_missing() {
    let mut profile = Profile::default();
    profile.answers.insert("Notice period".into(), "1 month".into());
    let answers = Answers::of_source(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    let page = page("Apply", &["Full name:text*", "What is your notice period?:text*"]);
    let keys = PERSON.iter().map(|key| ProfileKey::from(*key)).collect::<Vec<_>>();
    assert_eq!(missing(&look(&page, PLACE, &keys, &Answers::default())).len(), 1);
    assert_eq!(missing(&look(&page, PLACE, &keys, &answers)), [] as [&str; 0]);
}

#[test]
fn what_is_secret_personal_or_agreed_to_is_left_to_the_form() {
    let seen = seen_of(
        &[
            "Full name:text*",
            "Date of birth:date*",
            "IBAN:text*",
            "Security question, your mother's maiden name:text*",
            "Choose a password:password*",
            "Your CV:file*",
            "I agree to the privacy policy:checkbox*",
            "Card number:text*",
            "Religion:text*",
        ],
        PERSON,
    );
    assert_eq!(missing(&seen), [] as [&str; 0]);
    assert_eq!(seen.wrong, None);
    assert!(seen.at_form.len() >= 6, "{:?}", seen.at_form);
}

#[test]
fn what_is_no_form_is_said_why() {
    let wrong = |fields: &[&str]| seen_of(fields, PERSON).wrong;
    assert_eq!(wrong(&[]), Some(Wrong::NoForm));
    assert_eq!(wrong(&["Search:search"]), Some(Wrong::NoForm));
    assert_eq!(wrong(&["E-mail:email*", "Password:password*"]), Some(Wrong::Login));
    assert_eq!(
        wrong(&["E-mail:email*", "Password:password*", "Remember me:checkbox"]),
        Some(Wrong::Login)
    );
    assert_eq!(wrong(&["E-mail:email*"]), None);
    let elsewhere =
        |place: &str| look(&page("Apply", &["Full name"]), place, &[], &Answers::default()).wrong;
    assert_eq!(elsewhere("https://jobs.example/old?x=1"), None);
    assert_eq!(elsewhere("http://www.jobs.example/"), None);
    assert_eq!(elsewhere("https://example/"), None);
    let other = Some(Wrong::Elsewhere { host: "jobs.example".into() });
    assert_eq!(elsewhere("https://jobs.example.evil.test/"), other);
    assert_eq!(elsewhere("https://evil-jobs.example/"), other);
    assert_eq!(elsewhere("https://jobs.example:8443/"), other);
}

#[test]
fn files_are_told_by_their_names() {
    for address in
        ["https://a.example/x.PDF", "https://a.example/a/b.zip?c=1#d", "http://a.example/x.docx"]
    {
        assert!(is_file(address), "{address}");
    }
    for address in [
        "https://a.example.zip",
        "https://a.example/",
        "https://a.example/x.html",
        "https://a.example/v1.2/apply",
        "https://a.example/?f=x.pdf",
    ] {
        assert!(!is_file(address), "{address}");
    }
}

#[test]
fn no_two_pages_of_a_host_are_open_at_the_same_time() {
    let next = |hosts: &[&str], open: &[&str]| {
        let open: Vec<String> = open.iter().map(|host| (*host).to_owned()).collect();
        next_look(hosts.iter().copied(), &open)
    };
    assert_eq!(next(&["a", "a", "b"], &[]), Some(0));
    assert_eq!(next(&["a", "a", "b"], &["a"]), Some(2), "another host first");
    assert_eq!(next(&["a", "a"], &["a"]), None);
    assert_eq!(next(&["c"], &["a", "b"]), None, "two are enough");
    assert_eq!(next(&[], &[]), None);
}

fn asked(text: &str, kind: AnswerKind, options: &[&str]) -> Missing {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    let asked = AskedQuestion { text: text.into(), kind, options, lang: "en".into() };
    Missing { asked, ..Missing::default() }
}

fn form(row: u32, missing: Vec<Missing>) -> (u32, Seen) {
    (row, Seen { fields: 4, missing, ..Seen::default() })
}

#[test]
fn a_page_without_end_costs_no_more_than_another() {
    let fields: Vec<String> = (0..400).map(|at| format!("Same {}:text*", at % 200)).collect();
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let seen = seen_of(&fields, PERSON);
    assert!(seen.missing.len() <= 20 && seen.at_form.len() <= 20, "{seen:?}");
    let boxes: Vec<String> = (0..400).map(|at| format!("I agree to {at}:checkbox*")).collect();
    let boxes: Vec<&str> = boxes.iter().map(String::as_str).collect();
    let seen: Vec<(u32, Seen)> = (0..30).map(|row| (row, seen_of(&boxes, PERSON))).collect();
    assert!(before(&seen, true).at_form.len() <= 200);
    let long = "long ".repeat(300);
    let seen = seen_of(&[&format!("{long}:text*"), "Notice period:text*"], PERSON);
    assert_eq!(missing(&seen), ["Notice period"], "what is long is asked at the form");
}

#[test]
fn a_name_in_its_own_letters_is_the_site_that_it_is_sent_as() {
    let mut page = page("Antrag", &["Notice period:text*"]);
    page.observation.url = "https://xn--mnchen-3ya.de/antrag".to_owned();
    let seen = |place: &str| look(&page, place, &[], &Answers::default()).wrong;
    assert_eq!(seen("https://münchen.de/antrag"), None);
    assert!(matches!(seen("https://munchen.de/antrag"), Some(Wrong::Elsewhere { .. })));
}

#[test]
fn of_several_people_everything_is_asked_at_the_forms() {
    let ask = || vec![asked("Start date", AnswerKind::Text, &[])];
    let seen = [form(0, ask()), form(1, ask())];
    let before = before(&seen, false);
    assert_eq!((before.groups.len(), before.at_form), (0, vec![("Start date".to_owned(), 2)]));
    let mut of_colleagues = table(&["Name", "Form"]);
    of_colleagues.place_column = Some(1);
    of_colleagues.profile = shared_types::ProfileId::nobody();
    assert!(!of_colleagues.is_of_one());
    of_colleagues.columns[0].is_left_out = true;
    assert!(of_colleagues.is_of_one());
}

#[test]
fn a_question_of_several_forms_is_asked_once() {
    use AnswerKind as K;
    let seen = [
        form(0, vec![asked("Start date", K::Text, &[]), asked("Notice period", K::Text, &[])]),
        form(1, vec![asked("What is your notice period?", K::LongText, &[])]),
        form(2, vec![asked("Notice period", K::Choice, &["1 month", "3 months"])]),
        form(3, vec![asked("Notice period", K::Choice, &["Weeks", "Years"])]),
        form(4, vec![asked("Why do you want to work for us?", K::LongText, &[])]),
        form(5, vec![asked("Why do you want to work for us?", K::LongText, &[])]),
        (6, Seen::without("https://a.example/", Wrong::NotLoaded)),
    ];
    let before = before(&seen, true);
    assert_eq!(before.forms, 6);
    let told: Vec<(String, usize)> =
        before.groups.iter().map(|group| (group.asked.text.clone(), group.rows.len())).collect();
    let told: Vec<(&str, usize)> =
        told.iter().map(|(text, count)| (text.as_str(), *count)).collect();
    assert_eq!(
        told,
        [
            ("Notice period", 3),
            ("Start date", 1),
            ("Notice period", 1),
            ("Why do you want to work for us?", 1),
            ("Why do you want to work for us?", 1),
        ],
        "other choices, and what is about the one who asks, stay apart"
    );
    let first = &before.groups[0];
    assert_eq!((first.asked.kind, first.asked.options.len()), (K::Choice, 2));
    assert!(!first.is_answered);
    assert_eq!(before.wrong, [(6, "a.example".to_owned(), Wrong::NotLoaded)]);
}

#[test]
fn an_answer_reaches_the_forms_that_ask_and_no_cell() {
    let table = table(&["Name", "notice period"]);
    let rows = piece(&[&["Ada", ""], &["Grace", "none"]]);
    let ask = || asked("Notice period", AnswerKind::Text, &[]);
    let mut seen = [form(0, vec![ask()]), form(1, vec![ask()]), form(2, Vec::new())];
    let groups = before(&seen, true).groups;
    for (row, words) in &groups[0].rows {
        answer(&mut seen[*row as usize].1, words, &"1 month".into());
    }
    let record = |row: u32| {
        let filled = table.filled(row, &rows, Some(&seen[row as usize].1)).unwrap();
        json::to_value(&filled.record).to_string()
    };
    assert_eq!(record(0), r#"{"Name":"Ada","Notice period":"1 month"}"#);
    assert_eq!(record(1), r#"{"Name":"Grace","notice period":"none"}"#, "the row's own cell wins");
    let group = &before(&seen, true).groups[0];
    assert!(group.is_answered && group.answer.reveal() == "1 month");
    let again = form(0, vec![ask()]).1.with_answers_of(&seen[0].1);
    assert_eq!(again, seen[0].1, "looking again keeps them");
    for (row, words) in &groups[0].rows {
        answer(&mut seen[*row as usize].1, words, &Private::default());
    }
    assert!(!before(&seen, true).groups[0].is_answered);
}

#[test]
fn a_secret_is_no_answer_of_a_table() {
    let check =
        |text: &str, kind, reply: &str| check_answer(&asked(text, kind, &[]).asked, reply).is_ok();
    assert!(check("Notice period", AnswerKind::Text, "1 month"));
    assert!(check("Start date", AnswerKind::Date, "2027-02-01"));
    assert!(!check("Start date", AnswerKind::Date, "soon"));
    assert!(!check("Reference", AnswerKind::Text, "4111 1111 1111 1111"));
    assert!(!check("Password", AnswerKind::Text, "hunter2"));
    let why = check_answer(&asked("Reference", AnswerKind::Text, &[]).asked, "4111 1111 1111 1111");
    assert!(!why.unwrap_err().contains("4111"));
    let choice = asked("Colour", AnswerKind::Choice, &["Red"]).asked;
    assert!(check_answer(&choice, "red").is_ok() && check_answer(&choice, "Blue").is_err());
}

#[test]
fn each_row_knows_where_its_form_is() {
    let mut table = table(&["Form"]);
    table.place_column = Some(0);
    let rows = piece(&[&["https://a.example/"], &["https://b.example/"]]);
    assert_eq!(
        table.places(1, &rows),
        [(200, "https://a.example/".to_owned()), (201, "https://b.example/".to_owned())]
    );
}

#[test]
fn what_would_fill_another_field_is_left_to_the_form() {
    let seen = seen_of(&["Full name:text*", "Project number:text*", "Project number:text"], PERSON);
    assert_eq!(missing(&seen), [] as [&str; 0]);
    assert_eq!(seen.at_form, ["Project number"]);
    let one = seen_of(&["Full name:text*", "Project number:text*"], PERSON);
    assert_eq!(missing(&one), ["Project number"]);
}
