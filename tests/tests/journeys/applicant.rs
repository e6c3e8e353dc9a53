//! Five applications as applicant systems have them, for somebody whose profile answers most of what they ask: every
//! question that it answers is filled, and what it does not answer is left to the person.
//!
//! Each proves what no cheaper test can: that questions, facts, blocks and consent hold together over widgets of the
//! page's own, up to what the page's own code believes.

use serde_json::{Value, json};

use crate::stage::{PATIENCE, Stage, app, picture};

fn applicant() -> Value {
    serde_json::from_str(include_str!("../../pages/apply/person.json")).expect("a profile")
}

/// Fills an application up to the last yes; what the page then believes is this and no more, and it has sent nothing.
/// Returns what the card says.
fn fills(page: &str, expected: &Value) -> String {
    let stage = Stage::alone();
    stage.vaulty.home().import(&applicant()).expect("the profile is imported");
    let (tab, popup) = stage.start(&format!("apply/{page}.html"));
    while popup.wait_at_rest(PATIENCE).expect("the job comes to rest") == "needs_input" {
        picture(&popup, &format!("apply-{page}-questions.png"), "#questions");
        popup.skip_questions().expect("what is left is the person's");
    }
    let seen = app(&tab);
    let (expected, values) = (expected.as_object().expect("values"), &seen["values"]);
    let differs: Vec<String> = expected
        .iter()
        .filter(|(name, value)| values[name.as_str()] != **value)
        .map(|(name, value)| format!("{name}: {} instead of {value}", values[name.as_str()]))
        .collect();
    let more: Vec<&String> = values
        .as_object()
        .expect("values")
        .keys()
        .filter(|name| !expected.contains_key(*name))
        .collect();
    let open = popup.job().expect("a job")["open"].clone();
    assert!(
        differs.is_empty() && more.is_empty(),
        "{differs:#?}\nfilled as well: {more:?} of {values:#}\nopen: {open:#}"
    );
    assert_eq!(popup.status().expect("a status"), "paused_for_approval");
    assert_eq!(seen["submits"], 0);
    popup.approval().expect("the card shows the values");
    picture(&popup, &format!("apply-{page}.png"), "#approval");
    popup.text("#approval").expect("a card")
}

/// Lists that are typed into and filter, among plain fields.
#[test]
fn lists_that_filter() {
    let card = fills(
        "lists",
        &json!({
            "first_name": "Noor", "last_name": "Haddad", "preferred_name": "Nori",
            "email": "noor.haddad@example.org", "phone": "+31 20 555 0134", "country": "Netherlands",
            "location": "Utrecht, Netherlands", "school": "University of Groningen", "degree": "Master's Degree",
            "discipline": "Computer Science", "end_year": "2018",
            "q1": "https://www.linkedin.com/in/noor-example", "q2": "https://noor.example.org",
            "q3": "Yes", "q4": "No", "q5": "Yes", "q6": "LinkedIn", "q7": "3-5 years", "q8": "1 month",
            "gender": "Female", "hispanic_ethnicity": "No",
            "veteran_status": "I am not a protected veteran",
            "disability_status": "I do not want to answer",
        }),
    );
    assert!(card.contains("Follows from: Address, country"), "it says what was worked out: {card}");
}

/// Questions in blocks of their own above groups whose labels hold their controls.
#[test]
fn questions_in_blocks() {
    fills(
        "cards",
        &json!({
            "name": "Noor Haddad", "pronouns": ["She/her"], "email": "noor.haddad@example.org",
            "phone": "+31 20 555 0134", "location": "Utrecht, Netherlands", "org": "Brightwater Systems",
            "urls[LinkedIn]": "https://www.linkedin.com/in/noor-example",
            "urls[GitHub]": "https://github.com/noor-example", "urls[Portfolio]": "https://noor.example.org/work",
            "cards[a1][field0]": "Yes", "cards[a1][field1]": "Yes", "cards[a1][field2]": "68000 EUR a year",
            "cards[a1][field3]": "2027-02-01", "cards[a1][field4]": ["Dutch", "English"],
            "cards[a1][field5]": "No", "eeo[gender]": "Female", "eeo[race]": "Decline to self-identify",
            "eeo[veteran]": "I am not a veteran",
        }),
    );
}

/// Yes and no as buttons, groups of radios with ranges and levels.
#[test]
fn yes_and_no_as_buttons() {
    fills(
        "buttons",
        &json!({
            "_name": "Noor Haddad", "8d1f6c-preferred": "Nori", "_email": "noor.haddad@example.org",
            "b07a11-phone": "+31 20 555 0134", "c52e90-country": "Netherlands",
            "77ae02-github": "https://github.com/noor-example", "authorized": "Yes", "relocate": "No",
            "sponsor": "Yes", "years": "6", "english": "c", "education": "m",
            "2be441-start": "2027-02-01",
        }),
    );
}

/// Blocks for jobs, schools and referees, a dial code in a list.
#[test]
fn blocks_of_jobs_and_referees() {
    fills(
        "blocks",
        &json!({
            "firstname": "Noor", "lastname": "Haddad", "mail": "noor.haddad@example.org",
            "dial": "+31", "tel": "20 555 0134", "address": "Lindeweg 8", "postcode": "3512 AB",
            "town": "Utrecht",
            "exp[0][title]": "Backend Engineer", "exp[0][company]": "Brightwater Systems",
            "exp[0][start]": "2021-03", "exp[0][current]": true,
            "exp[1][title]": "Junior Developer", "exp[1][company]": "Canal Data",
            "exp[1][start]": "2018-09", "exp[1][end]": "2021-02",
            "edu[0][school]": "University of Groningen", "edu[0][field]": "Computer Science",
            "edu[0][degree]": "MSc",
            // Two languages are known: the third section stays as it is.
            "lang1": "Dutch", "level1": "Native or bilingual", "lang2": "English", "level2": "Fluent",
            "ref1_name": "Dana Whitfield", "ref1_company": "Harbour Instruments",
            "ref1_email": "dana@example.org", "ref1_rel": "Former manager",
            "ref2_name": "Omar Reyes", "ref2_company": "Canal Data", "ref2_email": "omar@example.org",
            "ref2_rel": "Team lead",
            "salary": "68000 EUR a year", "licence": "Yes", "adult": "Yes", "convicted": "No", "weekends": "Yes",
        }),
    );
}

/// Four steps in one document, lists that buttons open.
#[test]
fn steps_with_lists_that_buttons_open() {
    fills(
        "steps",
        &json!({
            "source": "LinkedIn", "previousWorker": "false", "country": "Netherlands",
            "legalName--firstName": "Noor", "legalName--lastName": "Haddad",
            "addressLine1": "Lindeweg 8", "postalCode": "3512 AB", "city": "Utrecht",
            "emailAddress": "noor.haddad@example.org", "phoneType": "Mobile",
            "phoneNumber": "+31 20 555 0134",
            "w1--jobTitle": "Backend Engineer", "w1--companyName": "Brightwater Systems",
            "w1--location": "Utrecht", "w1--current": true, "w1--start": "03/2021",
            "e1--school": "University of Groningen", "e1--degree": "Master's Degree",
            "e1--field": "Computer Science", "linkedin": "https://www.linkedin.com/in/noor-example",
            "a1": "Yes", "a2": "No", "a3": "Yes", "a4": "1 month", "a5": "68000 EUR a year",
            "gender": "Female", "veteran": "I am not a veteran",
        }),
    );
}
