//! The shell around `agent-core` in the browser: it runs effects, feeds events back, stores, asks the
//! planner and paints the popup. It decides nothing.

pub mod address;
pub mod chrome;
pub mod console;
mod driver;
mod planner_client;
mod popup;
pub mod storage;
mod tasks;

use js_sys::Promise;
use wasm_bindgen::prelude::*;

/// Every event of the service worker ends here. `kind` names the listener, `payload` is what it got.
/// The answer goes to whoever sent a message.
#[wasm_bindgen]
pub fn on_event(kind: String, payload: JsValue) -> Promise {
    tasks::promise(async move { driver::on_event(&kind, payload).await })
}

/// Starts the popup page.
#[wasm_bindgen]
pub fn popup() -> Promise {
    tasks::promise(async { popup::start().await.map(|()| JsValue::UNDEFINED) })
}
