//! Where work on a page is done.

/// Pages with more fields than this are worked on beside the threads that answer requests.
const MANY_FIELDS: usize = 200;

/// Runs work on a page here, or beside the threads that answer requests if the page is large.
pub async fn offload<T: Send + 'static>(
    fields: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    if fields > MANY_FIELDS { tokio::task::spawn_blocking(work).await.ok() } else { Some(work()) }
}
