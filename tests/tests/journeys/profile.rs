//! The profile's editor, as a person uses it.

use serde_json::{Value, json};

use crate::stage::{PATIENCE, Stage, picture};

/// Proves that facts are shown, typed, added and removed as stored, that what looks wrong is said and kept, and that a
/// fact of a newer version stays.
#[test]
fn facts_are_edited_as_they_are_stored() {
    let stage = Stage::alone();
    let popup = stage.vaulty.home();
    popup
        .import(&json!({
            "firstName": "Ada", "oauthProvider": "shown nowhere",
            "facts": {
                "relocate": "Yes", "earliestStart": "2027-01-11", "previousAddress": "3 Quay Street\nGalway",
                "years.Rust": "4", "sponsorship.Ireland": "No",
                "referee.1.name": "Dana Whitfield", "referee.2.name": "Omar Reyes",
                "ofANewerVersion": "x",
            },
            "resume": {"education": [{"school": "UCC", "level": "Master's degree", "completed": false}]},
        }))
        .expect("the profile is imported");
    popup.view("profile").expect("the profile");
    let in_group = |of: &str| {
        let function = "(of) => { const group = document.querySelector(of).closest('details.group');
            const open = group.open; group.open = true; return [open, group.querySelector('.count').innerText]; }";
        popup.page.apply(function, &[of.into()]).expect("a group")
    };
    assert_eq!(in_group("[data-fact=relocate]"), json!([false, "2 filled"]));
    assert_eq!(in_group("[data-people=referee]"), json!([false, "2 filled"]));
    in_group("[data-family=years]");
    let says = |expression: &str, expected: Value| {
        assert_eq!(popup.page.evaluate(expression).expect(expression), expected, "{expression}");
    };
    says(
        "document.querySelector('label[for=fact-relocate]').control.value + \
         document.querySelector('[data-fact=relocateWhere]').placeholder",
        json!("Yese.g. Ireland"),
    );
    says(
        "document.querySelector('[data-fact=previousAddress]').value",
        json!("3 Quay Street\nGalway"),
    );
    says(
        "[...document.querySelectorAll('[data-people=referee] legend')].map((of) => of.innerText)",
        json!(["Referee 1", "Referee 2"]),
    );
    says("document.querySelector('[data-part=completed]').value", json!("false"));
    picture(&popup, "profile-job.png", "[data-facts='The job you want']");
    picture(&popup, "profile-skills.png", "[data-facts='What you know and did']");
    picture(&popup, "profile-people.png", "[data-facts='Other people']");

    let set = |selector: &str, value: &str| {
        popup.page.set(selector, &value.into()).expect(selector);
    };
    set("[data-fact=earliestStart]", "in spring");
    set("[data-fact=relocate]", "");
    set("[data-fact=pets]", " 1 cat ");
    popup.press("[data-people=referee] .remove").expect("the first is removed");
    popup.press("[data-people=referee] + .add").expect("another");
    set("[data-people=referee] .row:last-child [data-person=email]", "ines@example.org");
    popup.press("[data-family=years] + .add").expect("one more");
    set("[data-family=years] .pair:last-child [data-pair=value]", "2");
    popup.press("#profile-save").expect("Save");
    let message = "document.querySelector('#profile-message').innerText";
    let wait = |part: &str| {
        let expression = format!("{message}.includes({part:?}) && {message}");
        popup.page.wait_for(&expression, PATIENCE).expect(part)
    };
    wait("“Years with a skill”: give each value a name.");
    says("document.activeElement.getAttribute('aria-label')", json!("Skill"));
    set("[data-family=years] .pair:last-child [data-pair=key]", "SQL");
    popup.press("#profile-save").expect("Save");
    wait("Earliest start: Write the date as YYYY-MM-DD or YYYY-MM.");
    says(
        "document.querySelector('#fact-earliestStart-error').innerText",
        json!("Write the date as YYYY-MM-DD or YYYY-MM."),
    );
    picture(&popup, "profile-wrong.png", "[data-fact=hoursPerWeek]");
    in_group("[data-fact=race]");
    picture(&popup, "profile-personal.png", ".group:has([data-fact=race])");
    in_group("[data-part=completed]");
    picture(&popup, "profile-school.png", "#education");
    let stored = popup.profile().expect("a profile");
    assert_eq!(
        stored["facts"],
        json!({
            "earliestStart": "in spring", "previousAddress": "3 Quay Street\nGalway", "pets": "1 cat",
            "years.Rust": "4", "years.SQL": "2", "sponsorship.Ireland": "No",
            "referee.1.name": "Omar Reyes", "referee.2.email": "ines@example.org",
            "ofANewerVersion": "x",
        })
    );
    assert_eq!(stored["resume"]["education"][0]["completed"], json!(false));
    assert_eq!(stored["oauthProvider"], json!("shown nowhere"));
}
