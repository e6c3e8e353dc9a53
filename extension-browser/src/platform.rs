//! What browsers do differently, as far as the extension's own pages and its worker meet it. Each difference is probed
//! by what is there, never by a browser's name; `docs/BROWSERS.md` has them all. Those that content scripts meet are in
//! `extension/content/platform.js`.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::js::{ChromeError, object, property};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "sidePanel"], js_name = setPanelBehavior, catch)]
    async fn side_panel_set_behavior(behavior: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "permissions"], js_name = contains, catch)]
    async fn permissions_contain(permissions: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "permissions"], js_name = request, catch)]
    fn permissions_request(permissions: &JsValue) -> Result<js_sys::Promise, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "permissions", "onAdded"], js_name = addListener)]
    fn permissions_on_added(callback: &js_sys::Function);
    #[wasm_bindgen(js_namespace = ["chrome", "permissions", "onRemoved"], js_name = addListener)]
    fn permissions_on_removed(callback: &js_sys::Function);
}

/// What is said of a page that takes no scripts where the browser says nothing.
pub(crate) const NO_ACCESS: &str = "Cannot access contents of the page";
/// Parts of what browsers say of a tab that is gone.
const TAB_GONE: [&str; 3] = ["No tab with id", "tab was closed", "Invalid tab ID"];
/// Parts of what browsers say of a page that takes no scripts of extensions.
const CLOSED_TO_US: [&str; 5] = [
    "Cannot access",
    "cannot be scripted",
    "error page",
    "extensions gallery",
    "Missing host permission",
];
/// What the background page finds in its `localStorage` where a press on the button opens a window: it has to be known
/// at once, or the browser takes what opens for nobody's wish.
const OPENS_WINDOW: &str = "opensWindow";

/// What browsers but Chromium say of themselves, and their names.
const BROWSERS: [(&str, &str); 3] = [("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera")];
const SYSTEMS: [&str; 5] = ["Windows", "Mac OS X", "Android", "CrOS", "Linux"];

/// Why a browser call about a page failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The tab is not there any more.
    TabGone,
    /// The browser lets no extension in there, or the person lets this one not.
    NoAccess,
    /// Anything else; it may go by.
    Other,
}

/// What the person calls this browser and their system, by what it says of itself: for a list that they read alone.
pub fn names() -> (&'static str, Option<&'static str>) {
    let agent = Reflect::get(&js_sys::global(), &"navigator".into())
        .and_then(|navigator| Reflect::get(&navigator, &"userAgent".into()))
        .ok()
        .and_then(|agent| agent.as_string())
        .unwrap_or_default();
    let browser = BROWSERS.iter().find(|(part, _)| agent.contains(part));
    let system = SYSTEMS.into_iter().find(|system| agent.contains(system));
    (browser.map_or("Chromium", |(_, name)| name), system)
}

impl ChromeError {
    /// What stands against a call about a page, by the browser's words.
    pub fn obstacle(&self) -> Obstacle {
        let says = |parts: &[&str]| parts.iter().any(|part| self.0.contains(part));
        if says(&TAB_GONE) {
            Obstacle::TabGone
        } else if says(&CLOSED_TO_US) {
            Obstacle::NoAccess
        } else {
            Obstacle::Other
        }
    }
}

fn global(name: &str) -> JsValue {
    property(&js_sys::global(), name)
}

/// Whether a service worker runs the extension: it answers what is redirected to its own pages.
fn has_worker() -> bool {
    // Only workers of this kind have the type.
    !global("ServiceWorkerGlobalScope").is_undefined()
}

/// What a rule does with a request so that the page stays as it is. Where a worker runs, its answer 204 to a page of the
/// extension's own, for there a blocked request destroys the page. Where a background page runs, nobody would answer,
/// and a blocked request leaves everything as it is.
pub(crate) fn holding() -> JsValue {
    if has_worker() {
        let to = object(&[("extensionPath", JsValue::from_str("/hold.html"))]);
        object(&[("type", JsValue::from_str("redirect")), ("redirect", to)])
    } else {
        object(&[("type", JsValue::from_str("block"))])
    }
}

/// Sets what a press on the toolbar button does that opens no popup: whether it opens the panel beside the page.
pub(crate) async fn set_press(panel: bool) -> Result<(), ChromeError> {
    if property(&global("chrome"), "sidePanel").is_object() {
        let behavior = object(&[("openPanelOnActionClick", JsValue::from_bool(panel))]);
        side_panel_set_behavior(&behavior).await?;
        return Ok(());
    }
    let kept = global("localStorage");
    if kept.is_object() {
        let value = if panel { JsValue::from_str("") } else { JsValue::from_str("yes") };
        Reflect::set(&kept, &JsValue::from_str(OPENS_WINDOW), &value)?;
    }
    Ok(())
}

/// Whether the browser brings a model along, as far as its name says. Where a name is missing, a call by it throws at once,
/// and what throws within a task ends all tasks.
pub(crate) fn has_model() -> bool {
    !global("LanguageModel").is_undefined()
}

/// All web pages, as the manifest asks for them.
fn all_pages() -> JsValue {
    let pages = js_sys::Array::of1(&JsValue::from_str("<all_urls>"));
    object(&[("origins", pages.into())])
}

/// Whether the browser lets the extension into web pages. The person may take that back in every browser.
pub async fn may_use_pages() -> bool {
    permissions_contain(&all_pages()).await.is_ok_and(|may| may.is_truthy())
}

/// Asks the person for it, in the browser's words. It is asked at once: a browser takes it for their wish only within
/// what a press of theirs does.
pub fn ask_for_pages() -> impl Future<Output = Result<bool, ChromeError>> {
    let asked = permissions_request(&all_pages());
    async move { Ok(wasm_bindgen_futures::JsFuture::from(asked?).await?.is_truthy()) }
}

/// Calls back when the person gives or takes permissions, for as long as the page lives.
pub fn on_permission_change(callback: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(callback);
    permissions_on_added(closure.as_ref().unchecked_ref());
    permissions_on_removed(closure.as_ref().unchecked_ref());
    closure.forget();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_browser_says_it_in_its_own_words() {
        for (said, obstacle) in [
            ("No tab with id: 7.", Obstacle::TabGone),
            ("Invalid tab ID: 7", Obstacle::TabGone),
            ("Cannot access a chrome:// URL", Obstacle::NoAccess),
            ("Missing host permission for the tab", Obstacle::NoAccess),
            (NO_ACCESS, Obstacle::NoAccess),
            ("The message port closed", Obstacle::Other),
        ] {
            assert_eq!(ChromeError(said.to_owned()).obstacle(), obstacle, "{said}");
        }
    }
}
