//! Answers that follow from facts: questions as forms put them, and what is written or left open.

use proptest::prelude::*;
use serde_json::{Value, json};
use shared_types::{Observation, Profile, ProfileKey};

use crate::bind::{Bound, Source, Today, bind, is_derived};

fn person() -> Profile {
    serde_json::from_value(json!({
        "birthDate": "1990-08-05", "gender": "female",
        "address": {"city": "Cork", "country": "IE"},
        "resume": {
            "skills": ["Kubernetes"],
            "experiences": [
                {"company": "Harbour Instruments", "title": "Engineer", "startDate": "2019-02", "current": true},
                {"company": "Quay Labs", "title": "Trainee", "endDate": "2019-01", "reasonForLeaving": "A new post"},
            ],
        },
        "facts": {
            "workPermission.Ireland": "Yes (citizen)", "workPermission.United Kingdom": "Yes",
            "workPermission.United States": "No", "sponsorship.Ireland": "No",
            "sponsorship.United States": "Yes", "citizenship": "Ireland",
            "relocate": "Only within Ireland", "remoteWork": "Yes", "hybridWork": "Yes, in Cork only",
            "employmentSought": "Full-time, permanent", "salaryExpected": "52000 EUR a year",
            "years.Rust": "4", "years.SQL": "9", "experienceYears": "7", "language.English": "Native", "language.German": "Intermediate (B1)",
            "languagesComplete": "Yes", "highestEducation": "Bachelor's degree", "jobsComplete": "Yes",
            "veteran": "Not a veteran", "disability": "Prefer not to say", "children": "2", "pets": "1 cat",
            "maritalStatus": "Single", "heardFrom": "Ladder Jobs (job board)", "race": "White Irish",
            "link.Mastodon": "https://social.example/@ines", "addressSince": "2021-06",
        },
    }))
    .expect("a profile")
}

/// A page with one question: `kind | text | choices, separated by /`.
fn page(lang: &str, context: &str, question: &str) -> Observation {
    let mut parts = question.split('|').map(str::trim);
    let (kind, text) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let choices: Vec<&str> =
        parts.next().map(|list| list.split('/').map(str::trim).collect()).unwrap_or_default();
    let fields: Vec<Value> = match kind {
        "radio" => choices
            .iter()
            .enumerate()
            .map(|(index, choice)| {
                json!({"index": index, "tag": "input", "type": "radio", "label": choice, "group": text, "groupId": 1,
                    "checked": false, "options": [{"value": choice, "text": choice}]})
            })
            .collect(),
        "select" => {
            let options: Vec<Value> =
                choices.iter().map(|choice| json!({"value": choice, "text": choice})).collect();
            vec![json!({"index": 0, "tag": "select", "type": "select-one", "label": text, "options": options})]
        }
        kind => vec![json!({"index": 0, "tag": "input", "type": kind, "label": text})],
    };
    serde_json::from_value(json!({
        "url": "https://example.org/", "lang": lang, "title": context, "fields": fields
    }))
    .expect("a page")
}

/// What is written for a question from a key, or `-`.
fn answer(person: &Profile, key: &str, lang: &str, context: &str, question: &str) -> String {
    let page = page(lang, context, question);
    let today = Some(Today { year: 2026, month: 11, day: 22 });
    let source = Source { profile: person, record: None, today, others: &[], site: "" };
    let Ok(writes) = bind(&page, 0, &ProfileKey::new(key), &source) else { return "-".to_owned() };
    let texts = writes.into_iter().map(|write| match write.bound {
        Bound::Text(text) => text.reveal().to_owned(),
        Bound::Options { values, .. } => values.join(", "),
        Bound::Checked(true) => page.fields[write.field as usize].label.clone(),
        other => format!("{other:?}"),
    });
    texts.collect::<Vec<_>>().join(" + ")
}

#[test]
fn days_in_an_office_are_hybrid_work() {
    let check = |fact: &str, question: &str, expected: &str| {
        let person: Profile =
            serde_json::from_value(json!({"facts": {"hybridWork": fact}})).unwrap();
        let question = format!("radio | {question} | Yes / No");
        assert_eq!(
            answer(&person, "facts.hybridWork", "en", "", &question),
            expected,
            "{question}"
        );
    };
    check("Yes", "Can you work in our office two days a week?", "Yes");
    check("No", "Are you able to come to the office 3 days per week?", "No");
    // A condition that the person sets may be about the days.
    check("Yes, up to 2 days a week", "Can you work in our office three days a week?", "-");
    check("Yes, up to 2 days a week", "Are you open to hybrid work?", "Yes");
}

#[test]
fn another_phone_or_address_is_the_one_that_is_named() {
    let check = |key: &str, more: Value, question: &str, expected: &str| {
        let mut facts = json!({"otherPhone": "+353 21 555 0100"});
        facts.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let person: Profile =
            serde_json::from_value(json!({"email": "ines@example.org", "facts": facts})).unwrap();
        assert_eq!(answer(&person, key, "en", "", question), expected, "{question} {more}");
    };
    let (work, school) = ("ines@quay.example", "ines@school.example");
    let one = json!({"email.Work": work});
    let two = json!({"email.Work": work, "email.University": school});
    let email = |more: &Value, question: &str, expected: &str| {
        check("facts.email", more.clone(), question, expected);
    };
    email(&one, "email | Work e-mail", work);
    email(&two, "email | University email address", school);
    email(&one, "email | Alternative email address", work);
    email(&two, "email | Alternative email address", "-");
    // Nothing else is known of where she works.
    email(&json!({"email.University": school}), "email | Work e-mail", "ines@example.org");
    let phone = |more: Value, question: &str, expected: &str| {
        check("facts.phone", more, question, expected);
    };
    phone(json!({"phone.Home": "+353 21 555 0177"}), "tel | Home phone", "+353 21 555 0177");
    phone(json!({"phone.Home": "+353 21 555 0177"}), "tel | Work phone", "+353 21 555 0100");
}

#[test]
fn answers_follow_from_facts() {
    let person = person();
    for (key, question, expected) in [
        ("address.country", "radio | Are you located in Ireland? | Yes / No", "Yes"),
        ("address.country", "radio | Are you located in the US or Canada? | Yes / No", "No"),
        ("address.country", "radio | Do you live in the Midlands? | Yes / No", "-"),
        ("address.city", "text | Where are you currently based?", "Cork, IE"),
        (
            "facts.workPermission",
            "select | Are you authorised to work in the UK? | Yes / No",
            "Yes",
        ),
        (
            "facts.workPermission",
            "select | Are you not authorised to work in the UK? | Yes / No",
            "No",
        ),
        ("facts.workPermission", "select | Are you allowed to work in Norway? | Yes / No", "-"),
        (
            "facts.workPermission",
            "radio | Do you need a visa to work in the United States? | Yes / No",
            "Yes",
        ),
        (
            "facts.workPermission",
            "radio | Can you work in Ireland without sponsorship? | Yes / No",
            "Yes",
        ),
        (
            "facts.sponsorship",
            "radio | Will you require sponsorship to work in the USA? | Yes / No",
            "Yes",
        ),
        ("facts.sponsorship", "radio | Will you require sponsorship? | Yes / No", "-"),
        ("facts.citizenship", "radio | Are you an EU citizen? | Yes / No", "Yes"),
        ("facts.citizenship", "radio | Are you a citizen of Norway? | Yes / No", "No"),
        ("facts.relocate", "radio | Would you relocate to Spain? | Yes / No", "No"),
        ("facts.relocate", "select | Are you willing to relocate? | Yes / No / Maybe", "Maybe"),
        ("facts.relocate", "radio | Are you willing to relocate? | Yes / No", "-"),
        ("facts.remoteWork", "radio | Are you comfortable working remotely? | Yes / No", "Yes"),
        (
            "facts.hybridWork",
            "radio | Would you work hybrid in our office in Spain? | Yes / No",
            "-",
        ),
        (
            "facts.employmentSought",
            "select | Employment type | Contract / Full time / Part time",
            "Full time",
        ),
        ("facts.salaryExpected", "number | What salary do you expect?", "52000"),
        ("facts.salaryExpected", "text | What salary do you expect per month?", "-"),
        ("facts.salaryExpected", "text | Expected salary in USD", "-"),
        (
            "facts.salaryExpected",
            "select | Expected salary | 40,000 to 50,000 / 50,000 to 60,000",
            "50,000 to 60,000",
        ),
        ("facts.years", "number | Years of experience with Rust", "4"),
        ("facts.years", "number | Years of experience with COBOL", "-"),
        (
            "facts.years",
            "radio | Do you have at least 3 years of experience with Rust? | Yes / No",
            "Yes",
        ),
        ("facts.years", "radio | Do you have 5+ years of experience in Rust? | Yes / No", "No"),
        ("facts.years", "radio | Do you have 4 years of Rust experience? | Yes / No", "Yes"),
        (
            "facts.years",
            "radio | Do you have more than 4 years of experience with Rust? | Yes / No",
            "No",
        ),
        (
            "facts.years",
            "radio | Do you have at least 3 years of experience with COBOL? | Yes / No",
            "-",
        ),
        (
            "facts.experienceYears",
            "radio | Do you have at least 5 years of work experience? | Yes / No",
            "Yes",
        ),
        (
            "facts.experienceYears",
            "radio | Do you have at least 10 years of work experience? | Yes / No",
            "No",
        ),
        ("facts.years", "radio | Do you have experience with SQL? | Yes / No", "Yes"),
        ("resume.skills", "radio | Do you have experience with Kubernetes? | Yes / No", "Yes"),
        ("facts.years", "radio | Do you have experience with COBOL? | Yes / No", "-"),
        ("facts.highestEducation", "radio | Do you have a bachelor's degree? | Yes / No", "Yes"),
        (
            "facts.highestEducation",
            "radio | Have you completed a master's degree? | Yes / No",
            "No",
        ),
        ("facts.highestEducation", "radio | Do you have a degree in nursing? | Yes / No", "-"),
        (
            "facts.years",
            "select | How many years of experience do you have with SQL? | 0-3 / 4-8 / 9+",
            "9+",
        ),
        (
            "facts.language",
            "select | Level of German | None / Basic / Intermediate / Fluent",
            "Intermediate",
        ),
        (
            "facts.language",
            "select | Level of French | None / Basic / Intermediate / Fluent",
            "None",
        ),
        ("facts.language", "radio | Are you fluent in English and German? | Yes / No", "No"),
        (
            "facts.highestEducation",
            "select | Highest level of education | High school / Bachelor / Master",
            "Bachelor",
        ),
        (
            "facts.highestEducation",
            "select | Highest level of education | High school / Master",
            "-",
        ),
        (
            "resume.experiences.0.company",
            "radio | Have you ever worked for Harbour Instruments? | Yes / No",
            "Yes",
        ),
        (
            "resume.experiences.0.company",
            "radio | Have you ever worked for Globex? | Yes / No",
            "No",
        ),
        ("resume.experiences.1.reasonForLeaving", "text | Reason for leaving", "A new post"),
        (
            "resume.experiences.0.company",
            "select | Reason for leaving | Resigned / Still employed",
            "Still employed",
        ),
        (
            "facts.veteran",
            "select | Veteran status | I am a protected veteran / I am not a protected veteran / I don't wish to answer",
            "I am not a protected veteran",
        ),
        (
            "facts.disability",
            "radio | Do you have a disability? | Yes / No / I don't wish to answer",
            "I don't wish to answer",
        ),
        ("birthDate", "radio | Are you at least 18 years of age? | Yes / No", "Yes"),
        ("birthDate", "radio | Are you at least 40 years old? | Yes / No", "No"),
        ("birthDate", "number | Age", "36"),
        ("facts.children", "radio | Do you have children? | Yes / No", "Yes"),
        ("facts.pets", "number | Number of pets", "1"),
        (
            "facts.heardFrom",
            "select | How did you hear about us? | Friend / Job board / Other",
            "Job board",
        ),
        ("facts.race", "select | Ethnicity | Asian / White / Black", "White"),
        ("facts.link", "url | Mastodon profile", "https://social.example/@ines"),
        ("facts.link", "url | Instagram profile", "-"),
        ("facts.addressSince", "text | How long have you lived at this address?", "5 years"),
    ] {
        assert_eq!(answer(&person, key, "en", "", question), expected, "{key} | {question}");
    }
}

#[test]
fn a_page_may_say_which_country_it_is_about() {
    let person = person();
    let question = "radio | Do you have the right to work in the country of this job? | Yes / No";
    for (title, expected) in [
        ("Nurse, Leeds, United Kingdom", "Yes"),
        ("Nurse, United States", "No"),
        ("Nurse", "-"),
        ("Nurse: Ireland or Spain", "-"),
    ] {
        assert_eq!(
            answer(&person, "facts.workPermission", "en", title, question),
            expected,
            "{title}"
        );
    }
    // Money of another country is not the person's.
    let pay = "text | What salary do you expect?";
    assert_eq!(
        answer(&person, "facts.salaryExpected", "en", "Engineer, Austria", pay),
        "52000 EUR a year"
    );
    assert_eq!(answer(&person, "facts.salaryExpected", "en", "Engineer, United States", pay), "-");
}

/// A country in words that are not known may be the one that is asked about: nothing follows from its absence.
#[test]
fn a_name_that_is_not_known_answers_for_no_other() {
    let mut person = person();
    let mut tell = |name: &str, value: &str| {
        person.facts.insert(name.to_owned(), value.into());
        let ask = |key: &str, question: &str| answer(&person, key, "en", "", question);
        [
            ask("facts.workPermission", "radio | Are you authorised to work in Norway? | Yes / No"),
            ask(
                "facts.sponsorship",
                "radio | Will you require sponsorship to work in Norway? | Yes / No",
            ),
        ]
    };
    assert_eq!(tell("workPermissionComplete", "Yes"), ["No", "-"]);
    assert_eq!(tell("sponsorship.any other country", "Yes"), ["No", "Yes"]);
    assert_eq!(tell("sponsorship.Norvegio", "No"), ["No", "-"]);
    assert_eq!(tell("workPermission.Norvegio", "Yes"), ["-", "-"]);
}

#[test]
fn nobody_answers_for_the_person_in_a_language_that_is_not_at_hand() {
    let person = person();
    let question = "text | Are you located in Ireland?";
    assert_eq!(
        answer(&person, "address.country", "de", "", question),
        "IE",
        "it is no such question in a box for text"
    );
    let french = "radio | Êtes-vous autorisé à travailler en Irlande ? | Oui / Non";
    // The country's French name is not known: nothing is guessed.
    assert_eq!(answer(&person, "facts.workPermission", "fr", "", french), "-");
    let germany = "radio | Sind Sie berechtigt, in Deutschland zu arbeiten? | Ja / Nein";
    assert_eq!(answer(&person, "facts.workPermission", "de", "", germany), "-");
}

#[test]
fn contradictions_and_odd_facts_leave_it_open() {
    let mut person = person();
    person.facts.insert("workPermission.European Union".to_owned(), "No".into());
    let question = "radio | Are you authorised to work in Ireland? | Yes / No";
    assert_eq!(
        answer(&person, "facts.workPermission", "en", "", question),
        "Yes",
        "the closer one counts"
    );
    let both = "radio | Are you authorised to work in Ireland and the United States? | Yes / No";
    assert_eq!(answer(&person, "facts.workPermission", "en", "", both), "-");
    for odd in ["", "soon", "1990-02-31", "canary"] {
        person.birth_date = odd.into();
        assert_eq!(answer(&person, "birthDate", "en", "", "number | Age"), "-", "{odd}");
    }
    person.facts.insert("salaryExpected".to_owned(), "a lot".into());
    assert_eq!(
        answer(&person, "facts.salaryExpected", "en", "", "text | What salary do you expect?"),
        "-"
    );
    let same = "select | Highest level of education | Bachelor / Bachelor's / Bachelor degree";
    assert_eq!(answer(&person, "facts.highestEducation", "en", "", same), "-", "all mean the same");
}

/// What an entry says of less, or of something else, answers nothing.
#[test]
fn nothing_is_answered_that_does_not_follow() {
    let person = person();
    let served: Profile = serde_json::from_value(json!({
        "address": {"state": "GA", "country": "US"},
        "resume": {"experiences": [{"company": "Quay Labs", "title": "Trainee", "endDate": "2019-01"}]},
        "facts": {"veteran": "Yes", "militaryService": "Yes, 2004 to 2009", "citizenship": "Ireland, Canada"},
    }))
    .expect("a profile");
    for (who, key, question, expected) in [
        // A citizen needs no visa and has none.
        (
            &person,
            "facts.workPermission",
            "radio | Do you hold a work visa for Ireland? | Yes / No",
            "-",
        ),
        (
            &person,
            "facts.workPermission",
            "select | Are you authorised to work in the UK? | I can work without sponsorship / I require sponsorship",
            "-",
        ),
        (
            &person,
            "facts.citizenship",
            "radio | Are you a citizen of both Ireland and Canada? | Yes / No",
            "-",
        ),
        (
            &served,
            "facts.citizenship",
            "radio | Are you a citizen of both Ireland and Canada? | Yes / No",
            "Yes",
        ),
        (
            &person,
            "birthDate",
            "radio | Are you at least 18 and not more than 65 years old? | Yes / No",
            "-",
        ),
        (&person, "birthDate", "radio | Are you at least 18 years old? | Yes / No", "Yes"),
        (
            &person,
            "resume.experiences.0.company",
            "radio | Have you ever worked in sales? | Yes / No",
            "-",
        ),
        (
            &person,
            "resume.experiences.0.company",
            "radio | Have you ever worked as a Nurse? | Yes / No",
            "-",
        ),
        (
            &person,
            "resume.experiences.0.company",
            "radio | Have you ever worked for Siemens? | Yes / No",
            "No",
        ),
        (&served, "facts.veteran", "radio | Are you a protected veteran? | Yes / No", "-"),
        (&served, "facts.veteran", "radio | Are you a veteran? | Yes / No", "Yes"),
        (
            &served,
            "facts.militaryService",
            "radio | Are you currently in the armed forces? | Yes / No",
            "-",
        ),
        (&served, "resume.experiences.0.company", "text | Reason for leaving", "-"),
        (&served, "address.country", "radio | Do you live in Georgia? | Yes / No", "Yes"),
    ] {
        assert_eq!(answer(who, key, "en", "", question), expected, "{question}");
    }
}

proptest! {
    /// Whatever is asked, an answer is one of the choices, or nothing.
    #[test]
    fn an_answer_is_among_the_choices(
        text in "[A-Za-z ]{0,40}",
        key in prop::sample::select(vec!["facts.workPermission", "facts.relocate", "facts.veteran", "facts.language"]),
    ) {
        let question = format!("select | {text} | Yes / No / Maybe");
        let found = answer(&person(), key, "en", "", &question);
        prop_assert!(["Yes", "No", "Maybe", "-"].contains(&found.as_str()), "{}", found);
    }
}

/// What was finished is no answer to what goes on; the latest one is.
#[test]
fn studies_that_ended_are_not_those_of_now() {
    let profile: Profile = serde_json::from_value(json!({"resume": {"education": [
        {"school": "University of Leeds", "degree": "BSc", "endDate": "2019-06"},
        {"school": "University of York", "degree": "MSc", "endDate": "2027-09", "completed": false},
    ]}}))
    .expect("a profile");
    let today = Some(Today { year: 2026, month: 11, day: 23 });
    let source = Source { profile: &profile, record: None, today, others: &[], site: "" };
    for (question, entry, is_answered) in [
        ("text | Which school do you attend?", 0, false),
        ("text | Current degree programme", 0, false),
        ("select | Current degree program | Bachelor's Degree / Master's Degree", 0, false),
        ("text | Which school do you attend?", 1, true),
        ("text | Which school did you attend?", 0, true),
        ("text | Most recent school", 0, true),
        ("month | Graduation date", 0, true),
        ("month | Anticipated graduation date", 0, false),
        ("text | Expected graduation", 0, false),
        ("text | Expected graduation", 1, true),
        ("month | Voraussichtlicher Abschluss", 0, false),
        ("month | Graduation date (actual or expected)", 0, true),
    ] {
        let part = match question {
            text if text.contains("degree") => "degree",
            text if text.contains("school") => "school",
            _ => "endDate",
        };
        let key = ProfileKey::new(format!("resume.education.{entry}.{part}"));
        let bound = bind(&page("en", "", question), 0, &key, &source);
        assert_eq!(bound.is_ok(), is_answered, "{question} {entry}");
    }
}

/// The card says where an answer follows from an entry, and where it is the entry.
#[test]
fn what_follows_is_told_from_what_is_said() {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    for (question, key, follows) in [
        ("radio | Are you located in Ireland? | Yes / No", "address.country", true),
        ("radio | Are you authorised to work in Ireland? | Yes / No", "facts.workPermission", true),
        ("radio | Are you open to remote work? | Yes / No", "facts.remoteWork", false),
        ("text | How many years have you worked with Rust?", "facts.years", false),
        ("text | Marital status", "facts.maritalStatus", false),
        ("text | Company", "resume.experiences.0.company", false),
    ] {
        let page = page("en", "", question);
        assert_eq!(is_derived(&page, 0, &key.into(), &source), follows, "{question}");
    }
}

/// The country where somebody lives is theirs, whatever else the page names; that of the job is not.
#[test]
fn the_country_where_one_lives_is_ones_own() {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let said = |question: &str, about: &str| {
        let page = page("en", about, &format!("radio | {question} | Yes / No"));
        let writes = bind(&page, 0, &"facts.workPermission".into(), &source).ok()?;
        Some(writes.first()?.field == 0)
    };
    let states = "Engineer, United States";
    for (question, expected) in [
        ("Are you authorized to work in the country where you live?", Some(true)),
        ("Are you authorized to work in the country in which you currently reside?", Some(true)),
        ("Are you authorized to work in the country where you would be based?", Some(false)),
        ("Are you authorized to work in the country in which this position is based?", Some(false)),
        ("Are you authorized to work in the country where you will live?", Some(false)),
    ] {
        assert_eq!(said(question, states), expected, "{question}");
    }
    assert_eq!(
        said("Are you authorized to work in the country where you would be based?", ""),
        None
    );
}

/// Where a question names no country, and speaks of living somewhere in words that do not say which one is meant, or of
/// more than one, it is left open: neither the person's own country nor that of the job is taken for it.
#[test]
fn a_country_that_is_not_clear_is_left_open() {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    for (lang, key, question, choices) in [
        (
            "en",
            "facts.workPermission",
            "Are you authorized to work in the country where you live and in the country where this job is based?",
            "Yes / No",
        ),
        (
            "en",
            "facts.workPermission",
            "Are you authorized to work in the country where you live and where our office is located?",
            "Yes / No",
        ),
        (
            "en",
            "facts.workPermission",
            "Are you authorized to work in both the country where you live and the country of employment?",
            "Yes / No",
        ),
        (
            "en",
            "facts.sponsorship",
            "Will you require sponsorship to work in a country that is not the country where you live?",
            "Yes / No",
        ),
        ("sv", "facts.workPermission", "Har du arbetstillstånd i det land där du bor?", "Ja / Nej"),
        (
            "da",
            "facts.workPermission",
            "Har du arbejdstilladelse i det land, hvor du bor?",
            "Ja / Nej",
        ),
        (
            "cs",
            "facts.workPermission",
            "Máte povolení pracovat v zemi, ve které žijete?",
            "Ano / Ne",
        ),
        (
            "ru",
            "facts.workPermission",
            "Имеете ли вы право работать в стране, в которой вы живете?",
            "Да / Нет",
        ),
        (
            "tr",
            "facts.workPermission",
            "Yaşadığınız ülkede çalışma izniniz var mı?",
            "Evet / Hayır",
        ),
        ("ja", "facts.workPermission", "お住まいの国で就労する資格がありますか？", "はい / いいえ"),
        ("fi", "facts.workPermission", "Onko sinulla työlupa maassa, jossa asut?", "Kyllä / Ei"),
    ] {
        let page =
            page(lang, "Engineer, United States", &format!("radio | {question} | {choices}"));
        assert!(bind(&page, 0, &key.into(), &source).is_err(), "{question}");
    }
}

#[test]
fn yes_and_no_are_known_in_whatever_spelling() {
    let check = |choices: &str, yes: &str, no: &str| {
        let asked = |about: &str| format!("radio | {about} | {choices}");
        let person = person();
        let may = asked("Are you authorised to work in Ireland?");
        assert_eq!(answer(&person, "facts.workPermission", "en", "", &may), yes, "{choices}");
        let may = asked("Are you authorised to work in the United States?");
        assert_eq!(answer(&person, "facts.workPermission", "en", "", &may), no, "{choices}");
    };
    check("Yes / No / N.A.", "Yes", "No");
    check("YES / NO / NOT APPLICABLE", "YES", "NO");
    check("Y / N / n.a.", "Y", "N");
    check("yes, I am / no, I am not / does not apply", "yes, I am", "no, I am not");
    check("No / N.A. / Yes", "Yes", "No");
    check("True / False / None of these", "True", "False");
    check("[Yes] / [No] / [N.A.]", "[Yes]", "[No]");
}

/// A section for each language: which, and how well.
#[test]
fn each_language_has_a_section_of_its_own() {
    const LANGUAGES: &[&str] = &[
        "",
        "English",
        "French",
        "German",
        "Spanish",
        "German Sign Language",
        "Deutsch / German (DE)",
    ];
    const LEVELS: &[&str] = &["", "Basic", "Intermediate", "Fluent", "Native"];
    /// `label | choices`, or `label` of a text; `=` before what is chosen, `!` before what the page preset.
    fn field(index: usize, label: &str, choices: &[&str], shown: &str) -> Value {
        let chosen = shown.trim_start_matches(['=', '!']);
        let option =
            |text: &&str| json!({"value": text, "text": text, "selected": **text == *chosen});
        let options: Vec<Value> = choices.iter().map(option).collect();
        let state = if chosen.is_empty() { "empty" } else { "filled" };
        let mut field = json!({"index": index, "tag": "select", "type": "select-one", "label": label, "options": options,
            "valueState": state, "preset": shown.starts_with('!')});
        if choices.is_empty() {
            field = json!({"index": index, "tag": "input", "type": "text", "label": label});
        }
        field
    }
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let check = |fields: &[(&str, &[&str], &str)], expected: &[&str]| {
        let all = fields.iter().enumerate();
        let all: Vec<Value> =
            all.map(|(at, (label, choices, shown))| field(at, label, choices, shown)).collect();
        let page = json!({"url": "https://example.org/", "lang": "en", "fields": all});
        let page: Observation = serde_json::from_value(page).expect("a page");
        let held = page.fields.iter().map(|field| {
            let Ok(writes) = bind(&page, field.index, &"facts.language".into(), &source) else {
                return "-".to_owned();
            };
            let text = |bound: &Bound| match bound {
                Bound::Options { values, .. } => values.join("+"),
                Bound::Text(text) => text.reveal().to_owned(),
                other => panic!("{other:?}"),
            };
            writes.iter().map(|write| text(&write.bound)).collect()
        });
        assert_eq!(held.collect::<Vec<String>>(), expected, "{fields:?}");
    };
    let which = |shown: &'static str| ("Language", LANGUAGES, shown);
    let level = ("Proficiency", LEVELS, "");
    // A section that is empty gets both, one that is not its own level.
    check(
        &[which(""), level, which(""), level, which(""), level],
        &["English", "Native", "German", "Intermediate", "-", "-"],
    );
    check(
        &[which("=English"), level, which("=German"), level],
        &["English", "Native", "German", "Intermediate"],
    );
    // What the person chose is not chosen again, and has its own level.
    check(
        &[which("=German"), level, which(""), level],
        &["German", "Intermediate", "English", "Native"],
    );
    check(&[which("=Spanish"), level, which(""), level], &["-", "-", "English", "Native"]);
    check(&[which("=Deutsch / German (DE)"), level], &["German", "Intermediate"]);
    check(&[which("=German Sign Language"), level], &["-", "-"]);
    // What the page preset says nothing yet.
    check(&[which("!English"), level], &["English", "-"]);
    check(&[which("!German"), level], &["English", "-"]);
    let numbered = |label: &'static str| (label, LANGUAGES, "");
    check(
        &[numbered("Language 1"), level, numbered("Language 2"), level],
        &["English", "Native", "German", "Intermediate"],
    );
    check(&[numbered("Language 2"), level], &["-", "-"]);
    check(&[numbered("Other language"), level], &["-", "-"]);
    // The page's own language, all languages in one box, and the level of something else.
    check(&[which(""), which(""), level], &["-", "English", "Native"]);
    // What is not offered has no level.
    check(&[("Language", &["", "French", "Spanish"], ""), level], &["-", "-"]);
    let text = ("Languages", [].as_slice(), "");
    check(&[text, ("English level", LEVELS, "")], &["English, German", "Native"]);
    check(&[text, text], &["English, German", "English, German"]);
    let skill: &[&str] = &["", "Beginner", "Intermediate", "Advanced", "Expert"];
    check(&[which(""), ("Level", skill, "")], &["-", "-"]);
    check(&[level], &["-"]);
}
