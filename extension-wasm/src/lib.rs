//! The shell around `agent-core` in the worker: it runs effects, feeds events back, stores and asks the planner. It
//! decides nothing.

#[macro_use]
extern crate agent_core;

mod driver;
mod planner_client;

use extension_browser::{tasks, texts};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

/// Every event of the service worker ends here. `kind` names the listener, `payload` is what it got.
/// The answer goes to whoever sent a message.
#[wasm_bindgen]
pub fn on_event(kind: String, payload: JsValue) -> Promise {
    if kind == "wake" {
        texts::use_the_browsers();
    }
    tasks::promise(async move { driver::on_event(&kind, payload).await })
}
