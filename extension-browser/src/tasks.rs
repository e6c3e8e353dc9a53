//! Work that goes on beside what started it. Tasks are boxed, so that one executor serves them all.

use std::pin::{Pin, pin};

use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use wasm_bindgen::JsValue;

/// Runs a task when the caller is done.
pub fn spawn_local(task: impl Future<Output = ()> + 'static) {
    let task: Pin<Box<dyn Future<Output = ()>>> = Box::pin(task);
    // Where screens are drawn without a browser nothing would carry it out.
    if cfg!(target_family = "wasm") {
        wasm_bindgen_futures::spawn_local(task);
    }
}

/// What comes within so many milliseconds. A page that computes or shows a dialog answers nothing meanwhile, and
/// now and then the browser loses the answer of a document that is being left: what is awaited for ever is a job
/// that stands still.
pub async fn within<T>(ms: u32, awaited: impl Future<Output = T>) -> Option<T> {
    match select(pin!(awaited), TimeoutFuture::new(ms)).await {
        Either::Left((came, _)) => Some(came),
        Either::Right(_) => None,
    }
}

/// Waits so many milliseconds.
pub async fn pause(ms: u32) {
    TimeoutFuture::new(ms).await;
}

/// A task as a promise.
pub fn promise(task: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    let task: Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>> = Box::pin(task);
    wasm_bindgen_futures::future_to_promise(task)
}
