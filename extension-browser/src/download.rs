//! A file of another site, fetched because the person pressed a button: with no cookie, from that address alone, up to so
//! many bytes, and within a time.

pub use crate::body::NotFetched;

use crate::{
    body::{self, no_answer},
    chrome,
    tasks::within,
};

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
    body::bytes(&response, most).await
}
