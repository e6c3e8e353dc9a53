//! What others publish, and what is handed on: signed lists, and plans as files.

use std::{
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
};

use axum::{
    http::{StatusCode, header::LOCATION},
    response::IntoResponse as _,
};
use serde_json::{Value, json};
use tests::{
    browser::{Popup, Tab},
    http::{Http, Request},
    page::Stroke,
    paths,
};

use crate::stage::{PATIENCE, Stage, app, keeps_files, picture, rests};

fn sees(popup: &Popup, expression: &str) -> Value {
    popup.page.wait_for(expression, PATIENCE).expect("the panel gets there")
}

/// Opens a page and waits for its sheet.
fn sheet_of(stage: &Stage, url: &str) -> (Tab, Popup) {
    let tab = stage.vaulty.open(url).expect("the page opens");
    let popup = stage.vaulty.popup(&tab).expect("the popup opens").wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'");
    (tab, popup)
}

fn offered(popup: &Popup) -> String {
    let near = "document.querySelector('#consent-asked .near')?.innerText ?? ''";
    popup.page.evaluate(near).expect("the panel answers").as_str().unwrap_or_default().to_owned()
}

/// What the person sends once teaches a recipe: it is read where it is stored, as a publisher exports it, and forgotten.
fn recipe_of_a_visit(stage: &Stage) -> Value {
    let (tab, popup) = sheet_of(stage, &stage.site.url("odd-field.html?demanded"));
    popup.press("#consent-asked .sheet-row button").expect("the row opens");
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &"company".into()).expect("an entry is chosen");
    sees(&popup, "!document.querySelector('#consent-fill').disabled");
    popup.leave("#consent-fill").expect("it is agreed to");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#consent').hidden");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(app(&tab)["sent"]["odd"], "Example Works");
    let home = settings(stage);
    sees(&home, "document.querySelector('#recipe-list li')");
    let stored = home.page.evaluate(READ).expect("it is stored");
    serde_json::from_str(stored.as_str().expect("JSON")).expect("a recipe")
}

/// The one recipe that is stored, as it is stored.
const READ: &str = "new Promise((found, failed) => {
    const opening = indexedDB.open('vaulty-recipes');
    opening.onerror = failed;
    opening.onsuccess = () => {
        const asked = opening.result.transaction('recipes').objectStore('recipes').getAll();
        asked.onsuccess = () => { opening.result.close(); found(JSON.stringify(asked.result[0])); };
    };
})";

fn settings(stage: &Stage) -> Popup {
    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    home
}

/// Puts the recipe into a host's folder, as a file with the fields that name entries.
fn publish(recipe: &Value, folder: &Path, version: u32) -> Vec<u8> {
    let step = &recipe["steps"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut file = format!(
        "schema = 1\nversion = 1\norigin = \"{}\"\n\n[[steps]]\npath = \"{}\"\nsignature = \"{}\"\n",
        text(&recipe["origin"]),
        text(&step["path"]),
        text(&step["signature"])
    );
    for field in step["fields"].as_array().expect("fields") {
        file.push_str("\n[[steps.fields]]\n");
        for name in ["fingerprint", "words", "names", "more", "role", "key"] {
            if let Some(value) = field[name].as_str() {
                file.push_str(&format!("{name} = \"{value}\"\n"));
            }
        }
    }
    let recipes = folder.join("recipes");
    std::fs::create_dir_all(&recipes).expect("a folder");
    std::fs::write(recipes.join("odd.toml"), file).expect("a recipe");
    let (key, to) = (folder.join("key"), folder.join(format!("list-{version}")));
    let run = |arguments: &[&str]| {
        let output = Command::new(paths::server().expect("the server is built"))
            .args(["recipes", "--data-dir", folder.to_str().expect("a path")])
            .args(arguments)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let key_file = key.to_str().expect("a path");
    if !key.exists() {
        run(&["keygen", key_file]);
    }
    let number = version.to_string();
    let to_file = to.to_str().expect("a path");
    run(&["sign", "--key", key_file, "--name", "careers", "--version", &number, to_file]);
    std::fs::read(to).expect("a list")
}

/// A site that publishes a list, and how often it was asked.
struct Publisher {
    http: Http,
    list: Arc<Mutex<Vec<u8>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Publisher {
    fn start(list: Vec<u8>) -> Self {
        let (list, asked) = (Arc::new(Mutex::new(list)), Arc::<Mutex<Vec<String>>>::default());
        let (shown, heard) = (list.clone(), asked.clone());
        let http = Http::start(async move |request: Request| {
            let path = request.uri().path().to_owned();
            heard.lock().expect("a list").push(path.clone());
            if path == "/moved" {
                return (StatusCode::FOUND, [(LOCATION, "/careers")]).into_response();
            }
            shown.lock().expect("a list").clone().into_response()
        });
        Self { http: http.expect("it listens"), list, asked }
    }

    fn shows(&self, list: Vec<u8>) {
        *self.list.lock().expect("a list") = list;
    }

    fn asked(&self) -> usize {
        self.asked.lock().expect("a list").len()
    }
}

/// Proves that a list is fetched at a press alone, is taken in after its key was shown, and is offered beside a field of its
/// site by its name; that one that was changed, is older, or is behind a redirect is refused; and that it is gone once it
/// is removed. A database of the version before, with a recipe in it, keeps that.
#[test]
fn a_signed_list_is_trusted_by_its_key_and_offered_by_its_name() {
    let stage = Stage::alone();
    let stored = recipe_of_a_visit(&stage);
    let recipe: Value =
        serde_json::from_str(stored["kept"].as_str().expect("JSON")).expect("a recipe");
    let recipe = &recipe["recipe"];
    let home = settings(&stage);
    as_the_version_before(&home, &stored);
    home.page.reload().expect("the panel opens again");
    home.view("settings").expect("settings");
    sees(&home, "document.querySelectorAll('#recipe-list > li').length === 1");
    home.press("#recipe-list li > button").expect("Forget");
    sees(&home, "!document.querySelector('#recipe-list li')");
    // What the person chose themselves stands above a list.
    home.press("#learned-list [data-forget]").expect("Forget");
    sees(&home, "document.querySelector('#learned').hidden");

    let folder = tempfile::tempdir().expect("a folder");
    let first = publish(recipe, folder.path(), 1);
    let publisher = Publisher::start(first.clone());
    let look = |path: &str| {
        home.page.set("#lists-address", &publisher.http.url(path).into()).expect("an address");
        sees(&home, "!document.querySelector('#lists-look').disabled");
        home.press("#lists-look").expect("Look at it");
    };
    let says = |said: &str| {
        sees(
            &home,
            &format!("document.querySelector('#lists-message').innerText.includes('{said}')"),
        );
    };
    look("/moved");
    says("couldn’t be fetched");
    look("/careers");
    sees(&home, "document.querySelector('#lists-key')?.innerText.split(' ').length === 8");
    picture(&home, "list-asked.png", "#lists");
    assert_eq!(home.text("#lists-list").expect("the panel answers"), "", "nothing before a yes");
    home.press("#lists-add").expect("it is trusted");
    sees(&home, "document.querySelector('#lists-list')?.innerText.includes('careers')");
    picture(&home, "list.png", "#lists");
    let before = publisher.asked();

    let (tab, popup) = sheet_of(&stage, &stage.site.url("odd-field.html?demanded"));
    let near = offered(&popup);
    assert!(near.contains("In the list “careers”: “Example Works”"), "{near}");
    picture(&popup, "list-offered.png", "#consent");
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
    popup.stop().expect("Stop");
    let (_tab, popup) = sheet_of(&stage, &stage.site.other_site_url("odd-field.html?demanded"));
    assert_eq!(offered(&popup), "", "a list is of the sites that it names");
    popup.stop().expect("Stop");
    assert_eq!(publisher.asked(), before, "nothing is fetched but at a press");

    let refresh = || {
        sees(&home, "!document.querySelector('#lists-list button').disabled");
        home.press("#lists-list button").expect("Refresh");
    };
    let mut changed = first.clone();
    if let Some(byte) = changed.last_mut() {
        *byte = b' ';
    }
    publisher.shows(changed);
    refresh();
    says("signature is wrong");
    publisher.shows(publish(recipe, folder.path(), 2));
    refresh();
    says("Added");
    publisher.shows(first);
    refresh();
    says("older version");
    home.press("#lists-list button:last-child").expect("Remove");
    sees(&home, "document.querySelector('#lists-list').innerText === ''");
    let (_tab, popup) = sheet_of(&stage, &stage.site.url("odd-field.html?demanded"));
    assert_eq!(offered(&popup), "");
}

/// Makes the database what the version before this one left: without lists, with one recipe.
fn as_the_version_before(home: &Popup, stored: &Value) {
    let make = format!(
        "(async () => {{
            const done = (asked) => new Promise((ok, failed) => {{
                asked.onsuccess = () => ok(asked.result);
                asked.onerror = failed;
            }});
            await done(indexedDB.deleteDatabase('vaulty-recipes'));
            const opening = indexedDB.open('vaulty-recipes', 1);
            opening.onupgradeneeded = () => {{
                const store = opening.result.createObjectStore('recipes');
                opening.result.createObjectStore('pages');
                store.createIndex('site', 'site');
                store.createIndex('used', 'used');
                store.createIndex('prints', 'prints', {{ multiEntry: true }});
                store.put({stored}, '{}');
            }};
            (await done(opening)).close();
            return true;
        }})()",
        stored["id"].as_str().expect("an id")
    );
    assert_eq!(home.page.evaluate(&make).expect("it is made"), json!(true));
}

/// Proves that the plan on the sheet is saved as a file without a value, by the keyboard too, that one for another site is
/// refused with its name, and that one that was edited is laid beside its field at once.
#[test]
fn a_plan_is_saved_edited_and_loaded_for_its_form() {
    let stage = Stage::alone();
    let (_tab, popup) = sheet_of(&stage, &stage.site.url("odd-field.html?demanded"));
    keeps_files(&popup);
    popup.page.evaluate("document.querySelector('#plan-file summary').focus()").expect("focus");
    popup.page.press_key(Stroke::Enter).expect("it opens");
    sees(&popup, "document.querySelector('#plan-save').checkVisibility()");
    popup.page.press_key(Stroke::Tab).expect("Tab");
    sees(&popup, "document.activeElement.id === 'plan-save'");
    popup.page.press_key(Stroke::Enter).expect("Save as a file");
    let plan = sees(&popup, "window.saved[0]");
    let plan = plan.as_str().expect("a file");
    assert!(plan.contains("key = \"email\"") && !plan.contains("ada@example.org"), "{plan}");
    popup.page.press_key(Stroke::Tab).expect("Tab");
    sees(&popup, "document.activeElement.id === 'plan-load'");
    let is_seen = "(() => { const label = document.querySelector('label[for=plan-load]'); \
        const box = label.getBoundingClientRect(); \
        const at = document.elementFromPoint(box.left + 5, box.top + box.height / 2); \
        return label.contains(at); })()";
    sees(&popup, is_seen);
    picture(&popup, "plan-file.png", "#plan-file");

    let folder = tempfile::tempdir().expect("a folder");
    let load = |text: &str, said: &str| {
        let file = folder.path().join("plan.toml");
        std::fs::write(&file, text).expect("a file");
        popup.page.set_files("#plan-load", &[&file]).expect("it is chosen");
        sees(
            &popup,
            &format!("document.querySelector('#plan-message').innerText.includes('{said}')"),
        );
    };
    let origin = plan.lines().find(|line| line.starts_with("origin")).expect("a site");
    load(&plan.replace(origin, "origin = \"https://jobs.example\""), "jobs.example");
    load(&plan.replace("\"email\"", "\"Ann Lee\""), "Line ");
    let edited = plan.replace("key = \"email\"", "key = \"company\"");
    load(&edited, "Loaded");
}
