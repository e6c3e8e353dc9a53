//! Lists that show what they offer only when they are opened.

use super::*;
use crate::job::reply::Reply;

/// The page's one question, a closed list that offers this, answered by somebody who may work in Ireland and is no
/// veteran: what is chosen, and what is said if nothing is.
fn chosen(question: &str, offers: &'static [&'static str]) -> (String, String) {
    let mut control = control("combobox", question, "");
    control.field.role = None;
    control.field.confidence = None;
    control.offers = offers;
    let mut run = Run::new(World::new(vec![sheet(vec![control], &["Send"])], &[]));
    run.profile = serde_json::from_value(json!({
        "gender": "Female",
        "facts": {
            "workPermission.Ireland": "Yes", "veteran": "No", "phoneType": "Mobile", "nonCompete": "No",
            "experienceYears": "8",
        },
    }))
    .unwrap();
    let mut run = run.start();
    if let Some(request) = run.job.record.consent.clone() {
        let kinds = request.items.iter().map(|item| item.kind.clone()).collect();
        let reply = Reply { card: request.id, kinds, ..Reply::default() };
        run.send(Event::Consent { origin: request.origin, reply }).unwrap();
    }
    let open = run.job.record.open.first().map(|open| open.reason.clone());
    (run.world.sheets[0].controls[0].value.clone(), open.unwrap_or_default())
}

#[test]
fn what_is_offered_tells_how_a_question_is_answered() {
    for (question, offers, expected) in [
        ("Are you legally authorized to work in Ireland?*", &["Yes", "No"][..], "Yes"),
        (
            "Are you authorized to work in Ireland?",
            &["I am not authorized to work", "I am authorized to work"],
            "I am authorized to work",
        ),
        (
            "Veteran status",
            &[
                "I am not a veteran",
                "I identify as a veteran, just not a protected veteran",
                "I do not wish to answer",
            ],
            "I am not a veteran",
        ),
        ("Please select your gender.", &["Male", "Female", "Not declared"], "Female"),
        ("Phone device type", &["Home", "Mobile"], "Mobile"),
        (
            "How many years of experience do you have?",
            &["0–2 years", "3–5 years", "6–9 years"],
            "6–9 years",
        ),
    ] {
        assert_eq!(chosen(question, offers).0, expected, "{question}");
    }
}

/// The question asks for a fact; what the list shows once it is open agrees to something.
#[test]
fn a_list_that_agrees_once_it_is_open_is_closed_again() {
    for (question, offers) in [
        (
            "Are you authorized to work in Ireland?",
            &["Yes, and I accept the membership terms", "No"][..],
        ),
        ("Are you authorized to work in Ireland?", &["Yes. I agree to arbitration", "No"]),
        ("Phone device type", &["Mobile, and I consent to calls. Yes", "I agree to none: Mobile"]),
    ] {
        let (value, why) = chosen(question, offers);
        assert_eq!(value, "", "{question}");
        assert!(why.contains("agree"), "{question}: {why}");
    }
}
