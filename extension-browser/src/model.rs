//! The model that a browser brings along (Prompt API, `LanguageModel`): whether it is there, and one question to it. It runs on
//! this device, without a key and without a server.

use std::cell::Cell;

use js_sys::Reflect;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::{JsCast, prelude::*};

use crate::{
    chrome::{ChromeError, to_js},
    platform,
};

#[wasm_bindgen]
extern "C" {
    type LanguageModel;
    #[wasm_bindgen(static_method_of = LanguageModel, js_name = availability, catch)]
    async fn ask_availability(options: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(static_method_of = LanguageModel, catch)]
    async fn create(options: &JsValue) -> Result<JsValue, JsValue>;

    type Session;
    #[wasm_bindgen(method, catch)]
    async fn prompt(this: &Session, input: &str, options: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn destroy(this: &Session) -> Result<(), JsValue>;
}

/// Whether the browser has a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// The browser knows none, or this device can run none.
    Missing,
    /// It has to be downloaded first, by the browser.
    Downloadable,
    /// It is on its way.
    Downloading,
    /// It can be asked.
    Ready,
}

/// What a model is told in one conversation.
#[derive(Debug, Clone, Copy)]
pub struct Conversation<'a> {
    /// What it is to do.
    pub system: &'a str,
    /// A question and its answer, as an earlier turn.
    pub example: (&'a str, &'a str),
    /// The question.
    pub question: &'a str,
    /// The JSON schema of its answer.
    pub schema: &'a Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Options<'a> {
    expected_inputs: [Kind; 1],
    expected_outputs: [Kind; 1],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    initial_prompts: &'a [Turn<'a>],
}

#[derive(Serialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: &'static str,
    languages: [&'static str; 1],
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: &'a str,
}

fn options(initial_prompts: &[Turn<'_>]) -> Result<JsValue, ChromeError> {
    let text = || [Kind { kind: "text", languages: ["en"] }];
    to_js(&Options { expected_inputs: text(), expected_outputs: text(), initial_prompts })
}

/// Whether there is a model. What a browser says that is not known here counts as none.
pub async fn availability() -> Availability {
    if !platform::has_model() {
        return Availability::Missing;
    }
    let Ok(options) = options(&[]) else { return Availability::Missing };
    let said = LanguageModel::ask_availability(&options).await.ok();
    match said.and_then(|said| said.as_string()).as_deref() {
        Some("available") => Availability::Ready,
        Some("downloading") => Availability::Downloading,
        Some("downloadable") => Availability::Downloadable,
        _ => Availability::Missing,
    }
}

/// One answer. `abort` ends the waiting.
///
/// # Errors
/// The browser's own words.
pub async fn ask(
    conversation: &Conversation<'_>,
    abort: &web_sys::AbortSignal,
) -> Result<String, ChromeError> {
    let (user, answer) = conversation.example;
    let made = options(&[
        Turn { role: "system", content: conversation.system },
        Turn { role: "user", content: user },
        Turn { role: "assistant", content: answer },
    ])?;
    Reflect::set(&made, &"signal".into(), abort)?;
    let session: Session = LanguageModel::create(&made).await?.unchecked_into();
    let how = js_sys::Object::new();
    Reflect::set(&how, &"signal".into(), abort)?;
    Reflect::set(&how, &"responseConstraint".into(), &to_js(conversation.schema)?)?;
    let answer = session.prompt(conversation.question, &how).await;
    // One that can't be ended is gone already.
    let _ = session.destroy();
    Ok(answer?.as_string().unwrap_or_default())
}

/// Has the browser download its model, within a press of the person's; `progress` hears of it, from 0 to 1.
///
/// # Errors
/// The browser's own words.
pub async fn download(progress: impl Fn(f64) + 'static) -> Result<(), ChromeError> {
    let made = options(&[])?;
    let told = Cell::new(-1.0);
    let hear = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
        let loaded = Reflect::get(&event, &"loaded".into()).ok().and_then(|it| it.as_f64());
        if let Some(loaded) = loaded.filter(|loaded| *loaded > told.get()) {
            told.set(loaded);
            progress(loaded);
        }
    });
    let hear_function: js_sys::Function = hear.as_ref().unchecked_ref::<js_sys::Function>().clone();
    let monitor = Closure::<dyn Fn(JsValue)>::new(move |monitor: JsValue| {
        let listen = Reflect::get(&monitor, &"addEventListener".into());
        if let Some(listen) = listen.ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok()) {
            let _ = listen.call2(&monitor, &"downloadprogress".into(), &hear_function);
        }
    });
    Reflect::set(&made, &"monitor".into(), monitor.as_ref())?;
    let session: Session = LanguageModel::create(&made).await?.unchecked_into();
    let _ = session.destroy();
    Ok(())
}
