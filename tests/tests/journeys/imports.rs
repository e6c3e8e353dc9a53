//! A profile from a file of another program.

use std::path::Path;

use serde_json::json;
use tests::{browser::Vaulty, paths, serve::Site};

use crate::stage::{PATIENCE, app, keeps_files, picture, rests, saved};

/// Proves that the module that reads files loads in the panel, that the person sees and leaves out what was found, and
/// that a form is filled from
/// the rest and sent.
#[test]
fn a_cv_becomes_a_profile_and_a_form_that_is_sent() {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let home = vaulty.home();
    home.view("profile").expect("the profile");
    let choose =
        |file: &Path| home.page.set_files("#profile-import-file", &[file]).expect("a file");

    let picture_file = paths::workspace().join("extension/icons/icon-16.png");
    choose(&picture_file);
    let says = |part: &str| {
        let expression =
            format!("document.querySelector('#import-report').innerText.includes({part:?})");
        home.page.wait_for(&expression, PATIENCE).expect(part);
    };
    says("This file is a picture.");

    choose(&paths::workspace().join("tests/tests/journeys/cv.docx"));
    let shown = "document.querySelector('#import-pending').checkVisibility() && \
                 [...document.querySelectorAll('#import-entries .value')].map((of) => of.innerText)";
    let found = home.page.wait_for(shown, PATIENCE).expect("what was found");
    let values: Vec<&str> =
        found.as_array().expect("values").iter().filter_map(|value| value.as_str()).collect();
    for value in ["Ines", "Okafor", "ines.okafor@mail.example", "LS1 4AP", "Knots"] {
        assert!(values.contains(&value), "{value} is not among {values:?}");
    }
    picture(&home, "import.png", "#import-pending");

    assert_eq!(home.profile().expect("the storage"), json!(null), "nothing is stored yet");
    let untick = "[...document.querySelectorAll('#import-entries li')].find((of) => of.innerText.includes('Knots')) \
                  .querySelector('input').click()";
    home.page.evaluate(untick).expect("an entry is left out");
    home.press("#import-merge").expect("Add to my profile");
    says("Imported and saved");
    let profile = home.profile().expect("the storage");
    assert_eq!(profile["resume"]["skills"], json!(["Rust", "SQL"]));
    assert_eq!(profile["resume"]["experiences"][0]["company"], "Northlight Studio Ltd");
    assert_eq!(profile["resume"]["education"][0]["school"], "University of Leeds");

    home.page.reload().expect("the panel is closed and opened again");
    home.view("profile").expect("the profile");
    let undo = "document.querySelector('#import-undo')?.checkVisibility()";
    home.page.wait_for(undo, PATIENCE).expect("the import can be taken back");
    home.press("#import-undo").expect("Undo the import");
    says("The import was undone");
    let profile = home.profile().expect("the storage");
    assert_eq!(profile["resume"]["education"], json!([]), "{profile}");
    home.page.wait_for(&format!("!{undo}"), PATIENCE).expect("once");
    choose(&paths::workspace().join("tests/tests/journeys/cv.docx"));
    home.page.wait_for(shown, PATIENCE).expect("what was found");
    home.press("#import-merge").expect("Add to my profile");
    says("Imported and saved");

    // What is exported is what is stored, and brings nothing new where it is imported again.
    keeps_files(&home);
    let file = saved(&home, "#profile-export");
    assert_eq!(
        (&file["profile"]["firstName"], &file["profile"]["resume"]),
        (&json!("Ines"), &home.profile().expect("the storage")["resume"])
    );
    let folder = tempfile::tempdir().expect("a folder");
    let exported = folder.path().join("vaulty-profile.json");
    std::fs::write(&exported, file.to_string()).expect("a file");
    choose(&exported);
    says("0 added, 0 changed, 0 removed");
    home.view("settings").expect("settings");
    let all = saved(&home, "#export-all");
    assert!(all.to_string().contains("Okafor"), "{all}");
    home.view("profile").expect("the profile");

    let tab = vaulty.open(&site.url("simple.html")).expect("the page opens");
    let popup = vaulty.popup(&tab).expect("the popup opens");
    popup.start().expect("Start is pressed");
    rests(&popup, "paused_for_approval");
    assert_eq!(
        app(&tab)["values"],
        json!({
            "first": "Ines", "last": "Okafor", "email": "ines.okafor@mail.example",
            "phone": "+44 20 7946 0958", "street": "7 Cedar Row", "city": "Leeds",
            "zip": "LS1 4AP", "country": "GB"
        })
    );
    popup.approve(false).expect("it is sent");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}
