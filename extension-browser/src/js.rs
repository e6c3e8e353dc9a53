//! Objects and errors of JavaScript, as the calls to the browser use them.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

/// A browser call that failed, in the browser's words. Never holds a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChromeError(pub String);

impl std::fmt::Display for ChromeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<JsValue> for ChromeError {
    fn from(value: JsValue) -> Self {
        let text = match value.dyn_ref::<js_sys::Error>() {
            Some(error) => String::from(error.message()),
            None => value.as_string().unwrap_or_else(|| msg!("browser_gave_no_reason")),
        };
        Self(text)
    }
}

impl From<ChromeError> for JsValue {
    fn from(error: ChromeError) -> Self {
        js_sys::Error::new(&error.0).into()
    }
}

/// A plain object.
pub(crate) fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in entries {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

/// A property; undefined where there is none.
pub(crate) fn property(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}
