//! What every journey begins with: a browser with the extension, the test pages, and a person.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{
    Engine,
    browser::{Popup, Tab, Vaulty},
    page::Page,
    paths,
    serve::Site,
};

/// Long enough for a busy machine; nothing waits this long when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A browser with the extension, the test pages, and a profile.
pub(crate) struct Stage {
    pub(crate) vaulty: Vaulty,
    pub(crate) site: Site,
}

impl Stage {
    /// Everything, and no server.
    pub(crate) fn alone() -> Self {
        let vaulty = Vaulty::start().expect("Chromium starts with the extension");
        let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
        vaulty.home().import(&person()).expect("the profile is imported");
        Self { vaulty, site }
    }

    /// Everything, with a server switched on at the address where it is expected.
    pub(crate) fn with_server_setting() -> Self {
        let stage = Self::alone();
        let on = [("#use-server", true.into())];
        stage.vaulty.home().set_settings(&on).expect("settings are saved");
        stage
    }

    /// The page that reaches into the extension's background, and how: a background page is reached from the extension's
    /// other pages, a worker by itself.
    pub(crate) fn background(&self) -> (Page, &'static str) {
        match self.vaulty.engine() {
            Engine::Chromium => (self.vaulty.worker().expect("the worker"), "globalThis"),
            Engine::Firefox => {
                (self.vaulty.home().page.clone(), "await chrome.runtime.getBackgroundPage()")
            }
        }
    }

    /// Opens a test page and the popup for it.
    pub(crate) fn open(&self, path: &str) -> (Tab, Popup) {
        let tab = self.vaulty.open(&self.site.url(path)).expect("the page opens");
        let popup = self.vaulty.popup(&tab).expect("the popup opens");
        (tab, popup)
    }

    /// Opens a test page and presses Start.
    pub(crate) fn start(&self, path: &str) -> (Tab, Popup) {
        let (tab, popup) = self.open(path);
        popup.start().expect("Start is pressed");
        (tab, popup)
    }
}

/// A fictional person.
pub(crate) fn person() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Example", "email": "ada@example.org",
        "phone": "+49 30 901820", "birthDate": "1990-04-05", "company": "Example Works",
        "jobTitle": "Engineer", "website": "https://ada.example.org/",
        "address": {
            "street": "Beispielweg 12", "city": "Berlin", "state": "Berlin", "zipCode": "10115",
            "country": "DE"
        }
    })
}

/// Waits until the job rests and checks where.
pub(crate) fn rests(popup: &Popup, status: &str) {
    let at = popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    let said = ["#message", "#error-text"].map(|of| popup.text(of).unwrap_or_default());
    assert_eq!(at, status, "the panel says: {}", said.concat());
}

/// What the page's own code believes.
pub(crate) fn app(tab: &Tab) -> Value {
    // A tab that was opened by a press is there before its page is.
    let app = "window.app && JSON.parse(JSON.stringify(window.app))";
    tab.page.wait_for(app, PATIENCE).expect("the page has an app")
}

/// Waits until something is true of the page.
pub(crate) fn wait(tab: &Tab, expression: &str) {
    tab.page.wait_for(expression, PATIENCE).expect("the page gets there");
}

/// A page with so many fields, all of which can be filled, that Stop comes in the middle of them.
pub(crate) const MANY: &str = "many.html?known&n=1000";

/// Waits until nothing more is written and checks that Stop came before the end.
pub(crate) fn stopped_in_the_middle(tab: &Tab) {
    let written = "Object.keys(app.values).length";
    // The page is quiet when two looks, a task apart, see the same.
    wait(
        tab,
        &format!(
            "(async () => {{ const n = {written}; await new Promise((r) => setTimeout(r, 200)); \
             return n === {written}; }})()"
        ),
    );
    let count = tab.page.evaluate(written).expect("a number").as_u64().expect("a number");
    assert!(count < 1000, "{count} fields were written in spite of Stop");
}

/// Has the panel keep what it saves as files, in `window.saved`.
pub(crate) fn keeps_files(popup: &Popup) {
    let keep = "(() => { window.saved = []; const make = URL.createObjectURL; \
        URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return make(blob); }; \
        return true; })()";
    popup.page.evaluate(keep).expect("what is saved is kept");
}

/// What a button saves as a file of JSON, after [`keeps_files`].
pub(crate) fn saved(popup: &Popup, button: &str) -> Value {
    let before = popup.page.evaluate("window.saved.length").expect("a number");
    popup.press(button).expect("it is pressed");
    let file =
        popup.page.wait_for(&format!("window.saved[{before}]"), PATIENCE).expect("a file is saved");
    serde_json::from_str(file.as_str().expect("a text")).expect("JSON")
}

/// A picture of the popup in the folder that `VAULTY_PICTURES` names, for whoever wants to look.
pub(crate) fn picture(popup: &Popup, name: &str, of: &str) {
    let Some(folder) = std::env::var_os("VAULTY_PICTURES") else { return };
    popup.page.resize(380, 600).expect("the window has a size");
    let scroll = "(of) => document.querySelector(of)?.scrollIntoView({ block: 'start' })";
    popup.page.apply(scroll, &[of.into()]).expect("the popup answers");
    let picture = popup.page.screenshot(true).expect("a picture");
    std::fs::write(std::path::Path::new(&folder).join(name), picture).expect("the picture is kept");
}
