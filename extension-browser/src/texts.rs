//! The browser's own catalogue of texts (`_locales`): the browser chooses the language and falls back to English.

use agent_core::catalogue;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Empty where there is no such text.
    #[wasm_bindgen(js_namespace = ["chrome", "i18n"], js_name = getMessage)]
    fn get_message(key: &str) -> String;
    #[wasm_bindgen(js_namespace = ["chrome", "i18n"], js_name = getUILanguage)]
    fn ui_language() -> String;
}

/// Has the texts of this module come from the browser.
pub fn use_the_browsers() {
    catalogue::set_source(|key| Some(get_message(key)).filter(|text| !text.is_empty()));
}

/// How dates are written (BCP 47): as the browser is set where texts are in its language (`en-GB`), else as texts are.
pub fn locale() -> String {
    let (browser, texts) = (ui_language(), catalogue::language());
    if browser.split('-').next() == Some(texts.as_str()) { browser } else { texts }
}
