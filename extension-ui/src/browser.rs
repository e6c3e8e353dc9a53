//! What only the page's own document does: the focus, files, downloads, the address.

use agent_core::{
    catalogue,
    places::{country_names, is_country},
};
use extension_browser::{tasks::spawn_local, texts};
use js_sys::Array;
use shared_types::{
    Private,
    import::{FileFound, TableFound},
    json,
};
use sycamore::web::{NodeRef, document, on_mount};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, HtmlElement, HtmlInputElement};

/// Moves the focus, where the browser lets it.
pub(crate) fn focus(node: NodeRef) {
    if let Some(element) = node.try_get().and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        // The browser may refuse; then the focus stays where it is.
        let _ = element.focus();
    }
}

/// Moves the focus to what is painted at this moment.
pub(crate) fn focus_once_painted(node: NodeRef) {
    on_mount(move || focus(node));
}

/// Moves the focus to the first element that a selector matches, once what is under way is painted.
pub(crate) fn focus_on(selector: impl Into<String>) {
    let selector = selector.into();
    spawn_local(async move { drop(focused(&selector)) });
}

/// Presses the first element that a selector matches, once what is under way is painted: of a press of the person's.
pub(crate) fn press_on(selector: &'static str) {
    spawn_local(async move {
        if let Some(element) = focused(selector) {
            element.click();
        }
    });
}

fn focused(selector: &str) -> Option<HtmlElement> {
    let found = document().query_selector(selector).ok().flatten();
    let element: HtmlElement = found?.dyn_into().ok()?;
    if let Ok(Some(folded)) = element.closest("details:not([open])") {
        // Fails for malformed names only.
        let _ = folded.set_attribute("open", "");
    }
    let _ = element.focus();
    Some(element)
}

/// Notes when something was reached since the page was opened, for whoever measures it.
pub(crate) fn mark_time(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|window| window.performance()) {
        // Fails for names of the browser's own only.
        let _ = performance.mark(name);
    }
}

/// Whether the person is in this page, with the keyboard or the pointer.
pub(crate) fn is_in_use() -> bool {
    let is_under_pointer = document().query_selector("body:hover").is_ok_and(|body| body.is_some());
    is_under_pointer || document().has_focus().unwrap_or_default()
}

/// Scrolls what a selector matches into view. The focus stays where it is.
pub(crate) fn scroll_to(selector: &str) {
    if let Some(element) = document().query_selector(selector).ok().flatten() {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// The file that a file field holds, which is emptied so that the same file can be chosen again.
pub(crate) fn take_file(event: &Event) -> Option<web_sys::File> {
    let input: HtmlInputElement = event.current_target()?.dyn_into().ok()?;
    let file = input.files()?.get(0)?;
    input.set_value("");
    Some(file)
}

/// What the control holds that an event is about.
pub(crate) fn value_of(event: &Event) -> String {
    let target = event.target().map(JsValue::from).unwrap_or_default();
    let value = js_sys::Reflect::get(&target, &"value".into());
    value.ok().and_then(|value| value.as_string()).unwrap_or_default()
}

/// What the address of this page says behind `?` under a name, and behind `#`.
pub(crate) fn asked_by_address(name: &str) -> (Option<String>, String) {
    let Some(place) = document().location() else { return (None, String::new()) };
    let search = place.search().unwrap_or_default();
    let query = web_sys::UrlSearchParams::new_with_str(&search).ok();
    (query.and_then(|query| query.get(name)), place.hash().unwrap_or_default())
}

/// This page's own address, without what is behind `?`; and its origin.
pub(crate) fn own_address() -> (String, String) {
    let Some(place) = document().location() else { return (String::new(), String::new()) };
    let origin = place.origin().unwrap_or_default();
    (format!("{origin}{}", place.pathname().unwrap_or_default()), origin)
}

/// Sets attributes of the body: what the style sheet goes by.
pub(crate) fn mark_body(attributes: &[(&str, &str)]) {
    let Some(body) = document().body() else { return };
    for (name, value) in attributes {
        // Fails for malformed names only, and these are constants.
        let _ = body.set_attribute(name, value);
    }
}

/// Calls back at each event of this kind in the window, for as long as the page lives.
pub(crate) fn on_window(kind: &str, handler: impl FnMut(Event) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let closure = Closure::<dyn FnMut(Event)>::new(handler);
    // Adding a listener does not fail.
    let _ = window.add_event_listener_with_callback(kind, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Alt+S presses Stop wherever the focus is in the panel.
pub(crate) fn stop_by_key() {
    on_window("keydown", |event| {
        let Ok(event) = event.dyn_into::<web_sys::KeyboardEvent>() else { return };
        let stop = document().get_element_by_id("stop");
        let Some(stop) = stop.and_then(|stop| stop.dyn_into::<HtmlElement>().ok()) else { return };
        if event.alt_key() && event.code() == "KeyS" && !stop.hidden() {
            event.prevent_default();
            stop.click();
        }
    });
}

/// Says that the panel is of no use any more, and where in the program that happened: what a panic says may quote
/// what is shown.
pub(crate) fn give_up(place: Option<&std::panic::Location<'_>>) {
    let place = place.map(ToString::to_string).unwrap_or_default();
    web_sys::console::error_1(&format!("[vaulty] panel: a fault at {place}").into());
    let trouble = document().get_element_by_id("trouble");
    if let Some(trouble) = trouble.and_then(|trouble| trouble.dyn_into::<HtmlElement>().ok()) {
        trouble.set_hidden(false);
    }
}

/// Lets the person save a text as a file.
pub(crate) fn download(name: &str, media_type: &str, content: &str) -> Result<(), JsValue> {
    let properties = web_sys::BlobPropertyBag::new();
    properties.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(content));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &properties)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download may start after this call; the page's end frees the URL.
    Ok(())
}

/// Largest file that is read into memory: a profile with all its documents is smaller.
const LARGEST_FILE: f64 = 128.0 * 1024.0 * 1024.0;

/// Largest table that is read (`profile_import::TABLE_LIMIT`).
const LARGEST_TABLE: f64 = 30.0 * 1024.0 * 1024.0;

#[wasm_bindgen(raw_module = "../import.js")]
extern "C" {
    /// What is in a file, as JSON. The error is a text for the person, or the fault that the module ended with.
    /// Where another file is read meanwhile, this one never comes to an end.
    #[wasm_bindgen(catch, js_name = readFile)]
    async fn read_in_module(
        what: &str,
        name: &str,
        bytes: js_sys::Uint8Array,
        slow: &str,
        stopped: &str,
    ) -> Result<JsValue, JsValue>;
    /// Ends the reading of a file, if one is read.
    #[wasm_bindgen(js_name = stopReading)]
    pub(crate) fn stop_reading();
}

/// What is in a file of the person's, read by the module for that. The error is for the person.
pub(crate) async fn read_file(file: &web_sys::File) -> Result<FileFound, String> {
    let too_large = || msg!("panel_this_file_is_too_large_vaulty");
    read_as("profile", file, LARGEST_FILE, too_large, &msg!("transfer_nothing_was_imported")).await
}

/// What is in a table whose rows fill a form each.
pub(crate) async fn read_rows(file: &web_sys::File) -> Result<TableFound, String> {
    let too_large =
        || msg!("rows_too_large", size = megabytes(file.size()), limit = megabytes(LARGEST_TABLE));
    read_as("rows", file, LARGEST_TABLE, too_large, &msg!("tables_stopped_reading")).await
}

fn megabytes(bytes: f64) -> f64 {
    (bytes / 1_048_576.0).ceil()
}

async fn read_as<T: serde::de::DeserializeOwned>(
    what: &str,
    file: &web_sys::File,
    largest: f64,
    too_large: impl FnOnce() -> String,
    stopped: &str,
) -> Result<T, String> {
    if file.size() > largest {
        return Err(too_large());
    }
    let unread = || msg!("panel_the_file_couldnt_be_read_choose_it");
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| unread())?;
    let bytes = js_sys::Uint8Array::new(&buffer);
    let slow = msg!("import_takes_too_long");
    let found = read_in_module(what, &file.name(), bytes, &slow, stopped).await;
    let found = found.map_err(|error| {
        error.as_string().unwrap_or_else(|| msg!("panel_vaulty_cant_read_this_file_it_may"))
    })?;
    found.as_string().and_then(|found| json::from_str(&found).ok()).ok_or_else(unread)
}

/// A text as a file of this name.
pub(crate) fn text_file(text: &Private, name: &str) -> Option<web_sys::File> {
    let parts = js_sys::Array::of1(&text.reveal().into());
    web_sys::File::new_with_str_sequence(&parts, name).ok()
}

/// A file's bytes in base64.
pub(crate) async fn file_base64(file: &web_sys::File) -> Option<String> {
    let reader = web_sys::FileReader::new().ok()?;
    reader.read_as_data_url(file).ok()?;
    let loaded = js_sys::Promise::new(&mut |resolve, _| reader.set_onloadend(Some(&resolve)));
    JsFuture::from(loaded).await.ok()?;
    let url = reader.result().ok()?.as_string()?;
    url.split_once(',').map(|(_, data)| data.to_owned())
}

/// Says which language the page is in, for who reads it aloud and for hyphens.
pub(crate) fn speak() {
    if let Some(root) = document().document_element() {
        // Fails for malformed names only.
        let _ = root.set_attribute("lang", &catalogue::language());
    }
}

/// A time by the person's clock, as their language writes it.
fn local(ms: f64, parts: &[(&str, &str)]) -> String {
    if !cfg!(target_arch = "wasm32") {
        // Of a screen that is rendered natively: no browser has a clock there.
        return "2026-05-03".to_owned();
    }
    let options = js_sys::Object::new();
    for (part, how) in parts {
        // Setting a property of a fresh object does not fail.
        let _ = js_sys::Reflect::set(&options, &(*part).into(), &(*how).into());
    }
    let time = js_sys::Date::new(&JsValue::from_f64(ms));
    String::from(time.to_locale_string(&texts::locale(), &options))
}

/// The countries to choose from: what is stored, and their names in the person's language, in the order of these. Stored is
/// that name where it is understood as the country, else the English one that forms use.
pub(crate) fn countries() -> Vec<(String, String)> {
    let kind = js_sys::Object::new();
    // Setting a property of a fresh object does not fail.
    let _ = js_sys::Reflect::set(&kind, &"type".into(), &"region".into());
    let languages = Array::of1(&texts::locale().into());
    let names = js_sys::Intl::DisplayNames::new(&languages, &kind);
    let named = |(code, name): (&str, &'static str)| {
        let own = names.of(code).map_or_else(|| name.to_owned(), String::from);
        (if is_country(&own, code) { own.clone() } else { name.to_owned() }, own)
    };
    let mut all: Vec<_> = country_names().map(named).collect();
    let order = js_sys::Intl::Collator::new(&languages, &js_sys::Object::new()).compare();
    all.sort_by(|(_, one), (_, other)| {
        let before = order.call2(&JsValue::NULL, &one.into(), &other.into());
        before.ok().and_then(|before| before.as_f64()).unwrap_or_default().total_cmp(&0.0)
    });
    all
}

/// A day as the person's clock has it: `3 May 2026`.
pub(crate) fn local_day(ms: f64) -> String {
    local(ms, &[("day", "numeric"), ("month", "short"), ("year", "numeric")])
}

/// A time of day as the person's clock has it: `14:05`.
pub(crate) fn local_minute(ms: f64) -> String {
    local(ms, &[("hour", "2-digit"), ("minute", "2-digit"), ("hourCycle", "h23")])
}

/// A time as `31 Jan, 14:05:09` in the person's time zone, and as ISO 8601.
pub(crate) fn local_time(ms: f64) -> (String, String) {
    let parts = [
        ("day", "numeric"),
        ("month", "short"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("second", "2-digit"),
        ("hourCycle", "h23"),
    ];
    (local(ms, &parts), String::from(js_sys::Date::new(&JsValue::from_f64(ms)).to_iso_string()))
}
