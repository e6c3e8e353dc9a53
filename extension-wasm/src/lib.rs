//! The shell around `agent-core` in the browser: it runs effects, feeds events back, stores, asks the
//! planner and paints the popup. It decides nothing.

pub mod chrome;
pub mod console;
mod driver;
mod planner_client;
mod popup;
pub mod storage;

use wasm_bindgen::prelude::*;

/// Every event of the service worker ends here. `kind` names the listener, `payload` is what it got.
/// The answer goes to whoever sent a message.
#[wasm_bindgen]
pub async fn on_event(kind: String, payload: JsValue) -> Result<JsValue, JsValue> {
    driver::on_event(&kind, payload).await
}

/// Starts the popup page.
#[wasm_bindgen]
pub async fn popup() -> Result<(), JsValue> {
    popup::start().await
}
