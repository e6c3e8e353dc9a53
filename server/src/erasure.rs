//! Erasing what is kept of a user: revoked first, detached from the request that asked for it, taken up
//! again after a restart, and honest about what is gone when.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::{
    app::{App, Shared},
    store::{Scrubbed, StoreError},
};

/// What somebody holds is waited for as long as this before the request is told; the work goes on.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// Old pages are waited for as long as this before the answer says that they go later.
const SCRUB_PATIENCE: Duration = Duration::from_secs(2);
/// The first pause between two tries, and the longest.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Pauses that grow.
struct Pauses(Duration);

impl Pauses {
    async fn next(&mut self) {
        sleep(self.0).await;
        self.0 = (self.0 * 2).min(LONGEST_PAUSE);
    }
}

/// Erases a user, and gives what goes later. The work goes on when whoever asked has gone.
///
/// # Errors
/// The store failed. What was begun is taken up again at the next start.
pub async fn erase(app: &Shared, user: &str) -> Result<Vec<String>, StoreError> {
    let work = app.gates.detached();
    let (app, user) = (app.clone(), user.to_owned());
    let task = tokio::spawn(async move {
        let _work = work;
        let tokens = app.store.begin_erasure(&user, app.clock.now_ms()).await?;
        // From here on nothing of the user's is let in, and nothing on its way is written.
        app.tokens.remove(&tokens);
        tracing::info!("a user's erasure began");
        finish(&app, &user).await
    });
    task.await.unwrap_or(Err(StoreError::Away))
}

/// Takes up what an earlier run did not finish.
pub async fn resume(app: Shared) {
    let users = match app.store.erasures().await {
        Ok(users) => users,
        Err(error) => {
            tracing::error!(%error, "unfinished erasures are not known");
            return;
        }
    };
    for user in users {
        match finish(&app, &user).await {
            Ok(_) => tracing::info!("a user's erasure was taken up again"),
            Err(error) => tracing::error!(%error, "a user's erasure could not be finished"),
        }
    }
}

/// Removes everything, as soon as nobody holds any of it.
async fn finish(app: &Shared, user: &str) -> Result<Vec<String>, StoreError> {
    app.codes.forget(user);
    app.relay.forget(user);
    let (started, mut pauses) = (Instant::now(), Pauses(PAUSE));
    while let Err(error) = app.store.erase(user).await {
        if !error.passes() || started.elapsed() > ACQUIRE_TIMEOUT {
            return Err(error);
        }
        pauses.next().await;
    }
    app.repeats.forget();
    tracing::info!("a user was erased");
    let left = scrub(app).await;
    if left.is_empty() || app.store.shared().is_some() {
        app.store.end_erasure(user).await?;
    }
    Ok(left)
}

/// Overwrites what deleted rows left in files, and gives what goes later. That is seen to until the server
/// stops.
pub async fn scrub(app: &Shared) -> Vec<String> {
    let (started, mut pauses) = (Instant::now(), Pauses(PAUSE));
    loop {
        match app.store.scrub().await {
            Ok(Scrubbed::Clean) => return Vec::new(),
            Ok(Scrubbed::Elsewhere(what)) => return vec![what.to_owned()],
            Ok(Scrubbed::NotYet) if started.elapsed() < SCRUB_PATIENCE => pauses.next().await,
            Ok(Scrubbed::NotYet) => break,
            Err(error) => {
                tracing::warn!(%error, "old pages were not overwritten yet");
                break;
            }
        }
    }
    let app = app.clone();
    tokio::spawn(async move { scrub_on(&app).await });
    vec![
        "earlier pages of the database, sealed profiles among them, are in its write-ahead log until \
         a program that reads it now ends"
            .to_owned(),
    ]
}

async fn scrub_on(app: &App) {
    let mut pauses = Pauses(PAUSE);
    while !matches!(app.store.scrub().await, Ok(Scrubbed::Clean | Scrubbed::Elsewhere(_))) {
        tokio::select! {
            () = pauses.next() => {}
            () = app.stopping.cancelled() => return,
        }
    }
    for user in app.store.erasures().await.unwrap_or_default() {
        // A failure is made good at the next start.
        let _ = app.store.end_erasure(&user).await;
    }
}
