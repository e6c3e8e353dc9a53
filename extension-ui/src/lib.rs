//! The panel: what a person sees of Vaulty and decides there. It paints what is stored and asks the worker; it takes no
//! decision about a form, and never logs what it shows.
//!
//! What is painted goes through [`paint`], which shows texts as [`agent_core::shown`] leaves them. Signals live as long
//! as the page, because what was asked of the worker may be answered after a card is gone.

#[macro_use]
extern crate agent_core;

mod app;
mod browser;
mod controls;
mod fill;
mod log;
mod paint;
mod profile;
mod recipe_file;
#[cfg(test)]
mod screens;
mod sent;
mod session;
mod settings;
mod sources;
mod tables;
#[cfg(test)]
mod tests;
mod worker;

use extension_browser::{tasks, texts};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

/// Starts the panel in this page.
#[wasm_bindgen]
pub fn panel() -> Promise {
    std::panic::set_hook(Box::new(|panic| browser::give_up(panic.location())));
    texts::use_the_browsers();
    browser::speak();
    tasks::promise(async { app::start().await.map(|()| JsValue::UNDEFINED) })
}
