//! Work that goes on beside what started it. Tasks are boxed, so that one executor serves them all.

use std::pin::Pin;

use js_sys::Promise;
use wasm_bindgen::JsValue;

/// Runs a task when the caller is done.
pub(crate) fn spawn_local(task: impl Future<Output = ()> + 'static) {
    let task: Pin<Box<dyn Future<Output = ()>>> = Box::pin(task);
    wasm_bindgen_futures::spawn_local(task);
}

/// A task as a promise.
pub(crate) fn promise(task: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    let task: Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>> = Box::pin(task);
    wasm_bindgen_futures::future_to_promise(task)
}
