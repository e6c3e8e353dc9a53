//! Reads a file for the panel. It is a module of its own, so that what reads PDF and DOCX is loaded when a file is
//! chosen, and a file that brings it down takes nothing else with it.

use profile_import::ImportError;
use serde::Serialize;
use shared_types::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A text by its key, from the thread that reads (`reader.js`); empty where there is no such text.
    #[wasm_bindgen(js_name = textOf)]
    fn text_of(key: &str) -> String;
}

/// What is in a file, as JSON ([`shared_types::import::FileFound`]). The error is a sentence for the person.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8]) -> Result<String, JsValue> {
    told(|| profile_import::read(name, bytes))
}

/// What is in a table whose rows fill one form each, as JSON ([`shared_types::import::TableFound`]).
#[wasm_bindgen]
pub fn rows(name: &str, bytes: &[u8]) -> Result<String, JsValue> {
    told(|| profile_import::rows::read(name, bytes))
}

fn told<T: Serialize>(read: impl FnOnce() -> Result<T, ImportError>) -> Result<String, JsValue> {
    profile_import::set_texts(|key| Some(text_of(key)).filter(|text| !text.is_empty()));
    let error = |error: ImportError| JsValue::from_str(&error.to_string());
    read().map(|found| json::to_value(&found).to_string()).map_err(error)
}
