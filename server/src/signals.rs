//! What tells the program to stop.

use std::io;

use tokio::signal;

/// What tells the server to stop.
pub struct Signals {
    #[cfg(unix)]
    terminate: signal::unix::Signal,
    #[cfg(unix)]
    interrupt: signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    /// Begins to listen for them.
    ///
    /// # Errors
    /// The system has no room for a handler.
    pub fn new() -> io::Result<Self> {
        use signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(unix)]
    /// Waits for the first of them.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    /// Begins to listen for them.
    ///
    /// # Errors
    /// The system has no room for a handler.
    pub fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    /// Waits for the first of them.
    pub async fn next(&mut self) {
        // Without a handler for Ctrl-C the program just ends, which is what was asked for.
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
