//! How a transaction of IndexedDB ends that writes: all of it is stored, or nothing.

use idb::{Error, Transaction};

use crate::chrome::ChromeError;

/// Commits what was done, or gives it up where it failed. `failed` says what an error of the browser is called,
/// `not_kept` what it is where the browser commits nothing.
pub(crate) async fn end<R>(
    transaction: Transaction,
    done: Result<R, ChromeError>,
    failed: fn(Error) -> ChromeError,
    not_kept: fn() -> ChromeError,
) -> Result<R, ChromeError> {
    match done {
        Ok(done) => {
            let committed = transaction.commit().map_err(failed)?.await.map_err(failed)?;
            if committed.is_committed() { Ok(done) } else { Err(not_kept()) }
        }
        Err(why) => {
            // It may have been given up by the browser already.
            if let Ok(given_up) = transaction.abort() {
                let _ = given_up.await;
            }
            Err(why)
        }
    }
}
