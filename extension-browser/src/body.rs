//! What an answer holds, read up to so many bytes: whoever answers may never end.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why there are no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotFetched {
    /// No answer of that address, another status than 200, or not in time.
    NoAnswer,
    /// More bytes than asked for.
    TooLarge,
}

/// The bytes of an answer, at most so many. What is beyond them is not read.
pub(crate) async fn bytes(
    response: &web_sys::Response,
    most: usize,
) -> Result<Vec<u8>, NotFetched> {
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

pub(crate) fn no_answer<E>(_: E) -> NotFetched {
    NotFetched::NoAnswer
}
