//! `chrome.*`, as far as it is used, with errors as text.
//!
//! Data crosses as JSON in one piece: a call for each property would cost more than the parsing.

use js_sys::{Array, JSON, Object, Reflect};
use serde::{Serialize, de::DeserializeOwned};
use shared_types::{json, observation::FrameId};
use wasm_bindgen::prelude::*;

use crate::{
    address,
    body::{self, NotFetched},
    js::{object, property},
    platform,
};

pub use crate::js::ChromeError;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "local"], js_name = get, catch)]
    async fn storage_get(keys: &JsValue) -> Result<JsValue, JsValue>;
    /// Chrome 130, Firefox 143.
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "local"], js_name = getKeys, catch)]
    async fn storage_keys() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "local"], js_name = set, catch)]
    async fn storage_set(items: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "local"], js_name = remove, catch)]
    async fn storage_remove(keys: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "local"], js_name = clear, catch)]
    async fn storage_clear() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = clear, catch)]
    async fn session_clear() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "onChanged"], js_name = addListener)]
    fn storage_on_changed(callback: &js_sys::Function);

    #[wasm_bindgen(js_namespace = ["chrome", "runtime"], js_name = sendMessage, catch)]
    async fn runtime_send_message(message: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = query, catch)]
    async fn tabs_query(query: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = create, catch)]
    async fn tabs_create(properties: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = update, catch)]
    async fn tabs_update(tab: i32, properties: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = remove, catch)]
    async fn tabs_remove(tab: i32) -> Result<(), JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = get, catch)]
    async fn tabs_get(tab: i32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = sendMessage, catch)]
    async fn tabs_send_message(
        tab: i32,
        message: &JsValue,
        options: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "windows"], js_name = update, catch)]
    async fn windows_update(window: i32, properties: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "declarativeNetRequest"], js_name = updateSessionRules, catch)]
    async fn rules_update(changes: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "declarativeNetRequest"], js_name = getSessionRules, catch)]
    async fn rules_get() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "scripting"], js_name = executeScript, catch)]
    async fn scripting_execute(injection: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "action"], js_name = setBadgeText, catch)]
    async fn action_set_badge_text(details: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "action"], js_name = setBadgeBackgroundColor, catch)]
    async fn action_set_badge_color(details: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "action"], js_name = setPopup, catch)]
    async fn action_set_popup(details: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "alarms"], js_name = create, catch)]
    async fn alarms_create(name: &str, info: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "alarms"], js_name = clear, catch)]
    async fn alarms_clear(name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = fetch, catch)]
    async fn global_fetch(url: &str, init: &web_sys::RequestInit) -> Result<JsValue, JsValue>;
}

/// A JavaScript value as one of our types.
pub fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, ChromeError> {
    json::from_str(&json_text(value)).map_err(unexpected)
}

fn json_text(value: &JsValue) -> String {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.unwrap_or_else(|| "null".to_owned())
}

fn unexpected(error: json::Error) -> ChromeError {
    ChromeError(msg!("browser_unexpected_data", error = error))
}

/// One of our types as a JavaScript value.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, ChromeError> {
    JSON::parse(&written(value)?).map_err(ChromeError::from)
}

/// One of our types as JSON.
pub fn written<T: Serialize + ?Sized>(value: &T) -> Result<String, ChromeError> {
    serde_json::to_string(value).map_err(|error| ChromeError(error.to_string()))
}

/// One of our types as JSON for people.
pub fn pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, ChromeError> {
    let indent = JsValue::from(2);
    let text = JSON::stringify_with_replacer_and_space(&to_js(value)?, &JsValue::NULL, &indent)?;
    Ok(String::from(text))
}

/// Reads one key of `chrome.storage.local`.
pub async fn stored<T: DeserializeOwned>(key: &str) -> Result<Option<T>, ChromeError> {
    something(&stored_value(key).await?)
}

async fn stored_value(key: &str) -> Result<JsValue, ChromeError> {
    Ok(property(&storage_get(&JsValue::from_str(key)).await?, key))
}

/// One of our types, unless nothing is there.
fn something<T: DeserializeOwned>(value: &JsValue) -> Result<Option<T>, ChromeError> {
    if value.is_undefined() || value.is_null() { Ok(None) } else { from_js(value).map(Some) }
}

/// Reads everything in `chrome.storage.local`, as JSON.
pub async fn stored_all() -> Result<serde_json::Map<String, serde_json::Value>, ChromeError> {
    from_js(&storage_get(&JsValue::NULL).await?)
}

/// Reads what is in `chrome.storage.local` under keys that begin so, as JSON. A browser that cannot name its keys hands out
/// everything.
pub async fn stored_under(
    prefix: &str,
) -> Result<serde_json::Map<String, serde_json::Value>, ChromeError> {
    let wanted = match storage_keys().await {
        Ok(keys) => {
            let keys: Vec<String> = from_js(&keys)?;
            let its = keys.iter().filter(|key| key.starts_with(prefix));
            its.map(|key| JsValue::from_str(key)).collect::<Array>().into()
        }
        Err(_) => JsValue::NULL,
    };
    let mut all: serde_json::Map<String, serde_json::Value> =
        from_js(&storage_get(&wanted).await?)?;
    all.retain(|key, _| key.starts_with(prefix));
    Ok(all)
}

/// Writes one key of `chrome.storage.local`.
pub async fn store<T: Serialize + ?Sized>(key: &str, value: &T) -> Result<(), ChromeError> {
    store_value(key, to_js(value)?).await
}

async fn store_value(key: &str, value: JsValue) -> Result<(), ChromeError> {
    storage_set(&object(&[(key, value)])).await?;
    Ok(())
}

/// Removes one key of `chrome.storage.local`.
pub async fn unstore(key: &str) -> Result<(), ChromeError> {
    storage_remove(&JsValue::from_str(key)).await?;
    Ok(())
}

/// Removes everything that this extension keeps, on disk and in memory.
pub async fn unstore_everything() -> Result<(), ChromeError> {
    storage_clear().await?;
    session_clear().await?;
    Ok(())
}

/// Calls back with the names of the keys that changed, for as long as the page lives.
pub fn on_storage_change(mut callback: impl FnMut(Vec<String>) + 'static) {
    let closure = Closure::<dyn FnMut(JsValue)>::new(move |changes: JsValue| {
        let names = Object::keys(changes.unchecked_ref::<Object>());
        callback(names.iter().filter_map(|name| name.as_string()).collect());
    });
    storage_on_changed(closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Sends a message to the service worker and returns its value, or its error as an error.
pub async fn send_to_worker<M: Serialize, R: DeserializeOwned>(
    message: &M,
) -> Result<R, ChromeError> {
    let reply = runtime_send_message(&to_js(message)?).await?;
    if property(&reply, "ok").as_bool() == Some(true) {
        from_js(&property(&reply, "value"))
    } else {
        let error = property(&reply, "error").as_string();
        Err(ChromeError(error.unwrap_or_else(|| msg!("browser_worker_did_not_answer"))))
    }
}

/// A tab, as far as it matters.
#[derive(Debug, Clone, Default, PartialEq, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tab {
    /// The browser's number.
    pub id: Option<i32>,
    /// Its window.
    pub window_id: i32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `loading` or `complete`.
    pub status: String,
    /// Whether it is in front in its window.
    pub active: bool,
    /// Whether it is in a private window.
    pub incognito: bool,
}

/// The active tab of the current window.
pub async fn active_tab() -> Result<Option<Tab>, ChromeError> {
    let query = object(&[("active", JsValue::TRUE), ("currentWindow", JsValue::TRUE)]);
    let tabs: Vec<Tab> = from_js(&tabs_query(&query).await?)?;
    Ok(tabs.into_iter().next())
}

/// All tabs of all windows.
pub async fn all_tabs() -> Result<Vec<Tab>, ChromeError> {
    from_js(&tabs_query(&object(&[])).await?)
}

/// A tab by its number.
pub async fn tab(id: i32) -> Result<Tab, ChromeError> {
    from_js(&tabs_get(id).await?)
}

/// Sets what the toolbar button opens: a popup of this address, or the side panel. With neither the press is an event.
pub async fn set_button(popup: Option<&str>, panel: bool) -> Result<(), ChromeError> {
    let popup = JsValue::from_str(popup.unwrap_or_default());
    action_set_popup(&object(&[("popup", popup)])).await?;
    platform::set_press(panel).await
}

/// Opens a tab.
pub async fn open_tab(url: &str, active: bool) -> Result<Tab, ChromeError> {
    let properties =
        object(&[("url", JsValue::from_str(url)), ("active", JsValue::from_bool(active))]);
    from_js(&tabs_create(&properties).await?)
}

/// Sends a tab to an address.
pub async fn navigate_tab(id: i32, url: &str) -> Result<(), ChromeError> {
    tabs_update(id, &object(&[("url", JsValue::from_str(url))])).await?;
    Ok(())
}

/// Closes a tab.
pub async fn close_tab(id: i32) -> Result<(), ChromeError> {
    Ok(tabs_remove(id).await?)
}

/// Brings a tab and its window to the front.
pub async fn bring_to_front(id: i32) -> Result<(), ChromeError> {
    let tab: Tab = from_js(&tabs_update(id, &object(&[("active", JsValue::TRUE)])).await?)?;
    windows_update(tab.window_id, &object(&[("focused", JsValue::TRUE)])).await?;
    Ok(())
}

/// A frame that a script was injected into.
#[derive(Debug, Clone, Default, PartialEq, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct InjectedFrame {
    /// 0 for the page itself.
    pub frame_id: FrameId,
    /// The browser's id of the document.
    pub document_id: String,
}

/// Injects files into all frames of a tab, in order, and tells which frames there are.
pub async fn inject(tab: i32, files: &[&str]) -> Result<Vec<InjectedFrame>, ChromeError> {
    let files: Array = files.iter().map(|file| JsValue::from_str(file)).collect();
    let target = object(&[("tabId", JsValue::from(tab)), ("allFrames", JsValue::TRUE)]);
    let injection = object(&[
        ("target", target),
        ("files", files.into()),
        // Chromium never calls a frame loaded whose address is a script that gives no text
        // (`javascript:void(0)`): without this the whole page waits for it. Content scripts wait themselves.
        ("injectImmediately", JsValue::TRUE),
    ]);
    let frames: Vec<Option<InjectedFrame>> = from_js(&scripting_execute(&injection).await?)?;
    let mut frames: Vec<InjectedFrame> = frames.into_iter().flatten().collect();
    if frames.is_empty() {
        return Err(ChromeError(platform::NO_ACCESS.to_owned()));
    }
    frames.sort_by_key(|frame| frame.frame_id);
    Ok(frames)
}

/// What of a tab is held.
#[derive(Debug, Clone, Copy)]
pub struct HoldScope {
    /// Only what is sent with a body; the content scripts hold the rest.
    pub posts_alone: bool,
    /// Only what its sites begin by themselves.
    pub by_itself: bool,
}

/// Has what this tab and its frames would load come to nothing, so that it stays as it is, and what these
/// sites would open in new tabs, other than `known`. Takes the rules `rule` and `rule + 1`.
pub async fn hold_tab(
    rule: i32,
    tab: i32,
    sites: &[&str],
    known: &[i32],
    what: HoldScope,
) -> Result<(), ChromeError> {
    let numbers = |list: &[i32]| -> JsValue {
        list.iter().map(|number| JsValue::from(*number)).collect::<Array>().into()
    };
    let texts = |list: &[&str]| -> JsValue {
        list.iter().map(|text| JsValue::from_str(text)).collect::<Array>().into()
    };
    let held = |id: i32, condition: JsValue| {
        object(&[
            ("id", JsValue::from(id)),
            ("priority", JsValue::from(1)),
            ("action", platform::holding()),
            ("condition", condition),
        ])
    };
    let mut in_tab = vec![
        ("tabIds", numbers(&[tab])),
        ("resourceTypes", texts(&["main_frame", "sub_frame", "object"])),
    ];
    if what.posts_alone {
        in_tab.push(("requestMethods", texts(&["post"])));
    }
    if what.by_itself && !sites.is_empty() {
        in_tab.push(("initiatorDomains", texts(sites)));
    }
    let rules = Array::of1(&held(rule, object(&in_tab)));
    if !sites.is_empty() {
        let elsewhere = object(&[
            ("initiatorDomains", texts(sites)),
            ("excludedTabIds", numbers(known)),
            ("resourceTypes", texts(&["main_frame"])),
        ]);
        rules.push(&held(rule.saturating_add(1), elsewhere));
    }
    let ids = numbers(&[rule, rule.saturating_add(1)]);
    rules_update(&object(&[("removeRuleIds", ids), ("addRules", rules.into())])).await?;
    Ok(())
}

/// Takes back the rules of [`hold_tab`].
pub async fn let_tab_go(rule: i32) -> Result<(), ChromeError> {
    let ids: Array = [rule, rule.saturating_add(1)].into_iter().map(JsValue::from).collect();
    rules_update(&object(&[("removeRuleIds", ids.into())])).await?;
    Ok(())
}

/// Takes back all rules that there are.
pub async fn remove_all_rules() -> Result<(), ChromeError> {
    #[derive(serde::Deserialize)]
    struct Rule {
        id: i32,
    }
    let rules: Vec<Rule> = from_js(&rules_get().await?)?;
    if rules.is_empty() {
        return Ok(());
    }
    let ids: Array = rules.iter().map(|rule| JsValue::from(rule.id)).collect();
    rules_update(&object(&[("removeRuleIds", ids.into())])).await?;
    Ok(())
}

/// Sends a message to one document of a tab.
pub async fn send_to_document<M: Serialize, R: DeserializeOwned>(
    tab: i32,
    document_id: &str,
    message: &M,
) -> Result<R, ChromeError> {
    from_js(&reply_of_document(tab, document_id, to_js(message)?).await?)
}

async fn reply_of_document(
    tab: i32,
    document_id: &str,
    message: JsValue,
) -> Result<JsValue, ChromeError> {
    let options = object(&[("documentId", JsValue::from_str(document_id))]);
    Ok(tabs_send_message(tab, &message, &options).await?)
}

/// Sends a message to the page itself, whatever document it shows.
pub async fn send_to_page<M: Serialize>(tab: i32, message: &M) -> Result<(), ChromeError> {
    tabs_send_message(tab, &to_js(message)?, &object(&[("frameId", JsValue::from(0))])).await?;
    Ok(())
}

/// Sends a message to a frame of a tab, whatever document it shows.
pub async fn send_to_frame<M: Serialize, R: DeserializeOwned>(
    tab: i32,
    frame: FrameId,
    message: &M,
) -> Result<R, ChromeError> {
    let options = object(&[("frameId", to_js(&frame)?)]);
    from_js(&tabs_send_message(tab, &to_js(message)?, &options).await?)
}

/// Sends a message to all documents of a tab.
pub async fn send_to_tab<M: Serialize>(tab: i32, message: &M) -> Result<(), ChromeError> {
    tabs_send_message(tab, &to_js(message)?, &object(&[])).await?;
    Ok(())
}

/// Color of the button's sign that something waits for the person.
pub const WAITS_COLOR: &str = "#b45309";

/// Shows a short text on the extension's button: for one tab, or for all that show none of their own. An empty text takes it
/// away, for a tab so that what all show is seen there again.
pub async fn badge(tab: Option<i32>, text: &str, color: &str) -> Result<(), ChromeError> {
    let with = |name: &'static str, value: JsValue| match tab {
        Some(tab) => object(&[("tabId", JsValue::from(tab)), (name, value)]),
        None => object(&[(name, value)]),
    };
    let own =
        if text.is_empty() && tab.is_some() { JsValue::NULL } else { JsValue::from_str(text) };
    action_set_badge_color(&with("color", JsValue::from_str(color))).await?;
    action_set_badge_text(&with("text", own)).await?;
    Ok(())
}

/// Wakes the worker every half minute until [`clear_alarm`]; 30 s is the browser's shortest period.
pub async fn set_alarm(name: &str) -> Result<(), ChromeError> {
    alarms_create(name, &object(&[("periodInMinutes", JsValue::from(0.5))])).await?;
    Ok(())
}

/// Takes an alarm back.
pub async fn clear_alarm(name: &str) -> Result<(), ChromeError> {
    alarms_clear(name).await?;
    Ok(())
}

/// An HTTP answer.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpResponse {
    /// Status code.
    pub status: u16,
    /// Body as text; empty where it is larger than was asked for, so that nobody can read anything in it.
    pub body: String,
}

/// An HTTP request to one origin alone: no redirect is followed, no cookie goes along. It ends after `timeout_ms` or
/// when it is aborted, answer or not, and no more than `most` bytes of the answer are read. Works in worker and popup.
pub async fn http(
    abort: web_sys::AbortController,
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
    timeout_ms: u32,
    most: usize,
) -> Result<HttpResponse, ChromeError> {
    let init = web_sys::RequestInit::new();
    init.set_method(method);
    init.set_signal(Some(&abort.signal()));
    init.set_redirect(web_sys::RequestRedirect::Error);
    init.set_credentials(web_sys::RequestCredentials::Omit);
    let fields: Vec<_> =
        headers.iter().map(|(name, value)| (*name, JsValue::from_str(value))).collect();
    init.set_headers(&object(&fields));
    if let Some(body) = body {
        init.set_body(&JsValue::from_str(body));
    }
    let late = abort.clone();
    let timer = gloo_timers::callback::Timeout::new(timeout_ms, move || late.abort());
    let response: web_sys::Response = global_fetch(url, &init).await?.unchecked_into();
    if address::origin(&response.url()) != address::origin(url) {
        return Err(ChromeError(msg!("browser_another_server_answered")));
    }
    let body = match body::bytes(&response, most).await {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(NotFetched::TooLarge) => {
            abort.abort();
            String::new()
        }
        Err(NotFetched::NoAnswer) => return Err(ChromeError(msg!("browser_gave_no_reason"))),
    };
    drop(timer);
    Ok(HttpResponse { status: response.status(), body })
}

/// Gets what is at an address: no redirect is followed, no cookie and no referrer goes along, nothing is cached.
pub async fn fetch_plainly(
    abort: &web_sys::AbortController,
    url: &str,
) -> Result<web_sys::Response, ChromeError> {
    let init = web_sys::RequestInit::new();
    init.set_signal(Some(&abort.signal()));
    init.set_redirect(web_sys::RequestRedirect::Error);
    init.set_credentials(web_sys::RequestCredentials::Omit);
    init.set_cache(web_sys::RequestCache::NoStore);
    init.set_referrer_policy(web_sys::ReferrerPolicy::NoReferrer);
    let response: web_sys::Response = global_fetch(url, &init).await?.unchecked_into();
    if address::origin(&response.url()) != address::origin(url) {
        return Err(ChromeError(msg!("browser_another_server_answered")));
    }
    Ok(response)
}

/// Milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Year, month (1 to 12) and day of the month, in the browser's time zone.
pub fn day() -> (u32, u32, u32) {
    let now = js_sys::Date::new_0();
    (now.get_full_year(), now.get_month() + 1, now.get_date())
}

/// A random id of 128 bits, in hexadecimal.
pub fn random_id() -> String {
    random_bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Random bytes from the browser's cryptographic source.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let crypto: Option<web_sys::Crypto> =
        Reflect::get(&js_sys::global(), &JsValue::from_str("crypto"))
            .ok()
            .map(JsValue::unchecked_into);
    if let Some(crypto) = crypto {
        // Fails only beyond 65,536 bytes.
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = get, catch)]
    async fn session_get(keys: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = set, catch)]
    async fn session_set(items: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = remove, catch)]
    async fn session_remove(keys: &JsValue) -> Result<JsValue, JsValue>;
}

/// Reads one key of `chrome.storage.session`, which is in memory only.
pub async fn session_stored<T: DeserializeOwned>(key: &str) -> Result<Option<T>, ChromeError> {
    something(&property(&session_get(&JsValue::from_str(key)).await?, key))
}

/// Writes one key of `chrome.storage.session`.
pub async fn session_store<T: Serialize>(key: &str, value: &T) -> Result<(), ChromeError> {
    session_set(&object(&[(key, to_js(value)?)])).await?;
    Ok(())
}

/// Removes one key of `chrome.storage.session`.
pub async fn session_unstore(key: &str) -> Result<(), ChromeError> {
    session_remove(&JsValue::from_str(key)).await?;
    Ok(())
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "tabs", "onActivated"], js_name = addListener)]
    fn tabs_on_activated(callback: &js_sys::Function);
    #[wasm_bindgen(js_namespace = ["chrome", "tabs", "onUpdated"], js_name = addListener)]
    fn tabs_on_updated(callback: &js_sys::Function);
}

/// Calls back when another tab comes to the front or a tab goes elsewhere, for as long as the page lives.
pub fn on_tab_change(callback: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(callback);
    tabs_on_activated(closure.as_ref().unchecked_ref());
    tabs_on_updated(closure.as_ref().unchecked_ref());
    closure.forget();
}
