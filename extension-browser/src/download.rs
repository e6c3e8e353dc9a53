//! A file of another site, fetched because the person pressed a button: with no cookie, from that address alone, up to so
//! many bytes, and within a time.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::{chrome, tasks::within};

/// Why there are no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFetched {
    /// No answer of that address, another status than 200, or not in time.
    NoAnswer,
    /// More bytes than asked for.
    TooLarge,
}

/// The bytes at an address, at most so many.
pub async fn bytes(url: &str, most: usize, timeout_ms: u32) -> Result<Vec<u8>, NotFetched> {
    let abort = web_sys::AbortController::new().map_err(no_answer)?;
    let fetched = within(timeout_ms, fetch(&abort, url, most)).await;
    // Whatever is still under way is of no use.
    abort.abort();
    fetched.unwrap_or(Err(NotFetched::NoAnswer))
}

async fn fetch(
    abort: &web_sys::AbortController,
    url: &str,
    most: usize,
) -> Result<Vec<u8>, NotFetched> {
    let response = chrome::fetch_plainly(abort, url).await.map_err(no_answer)?;
    if response.status() != 200 {
        return Err(NotFetched::NoAnswer);
    }
    let Some(body) = response.body() else { return Ok(Vec::new()) };
    let reader: web_sys::ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(no_answer)?;
        let of = |name: &str| js_sys::Reflect::get(&chunk, &JsValue::from_str(name));
        if of("done").map_err(no_answer)?.is_truthy() {
            return Ok(bytes);
        }
        let Ok(part) = of("value").map_err(no_answer)?.dyn_into::<Uint8Array>() else {
            return Err(NotFetched::NoAnswer);
        };
        if bytes.len() + part.length() as usize > most {
            return Err(NotFetched::TooLarge);
        }
        bytes.extend(part.to_vec());
    }
}

fn no_answer<E>(_: E) -> NotFetched {
    NotFetched::NoAnswer
}
