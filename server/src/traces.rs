//! Traces: what happened in each job, without values. Requests hand entries over and go on; one task
//! writes them in batches and tells whoever watches.
//!
//! A request never waits for the database. When entries come faster than they can be written, the ones
//! that find the queue full are dropped, and a metric says how many.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use shared_types::api::TraceEntry;
use tokio::{
    sync::{broadcast, mpsc, oneshot},
    task::JoinHandle,
    time::sleep,
};

use crate::{
    store::{NewEntry, Store},
    telemetry::Metrics,
};

/// Entries that may wait for the writer.
const QUEUE: usize = 512;
/// Entries written at once.
const BATCH: usize = 128;
/// Entries gather for this long, so that a busy server writes few large batches.
const GATHER: Duration = Duration::from_millis(5);
/// Entries that a slow watcher may be behind.
const LIVE: usize = 256;
/// Largest entry in bytes; the plan of a page with thousands of fields is kept as a note that it was.
const LARGEST: usize = 64 << 10;

/// A written entry, for whoever watches its job.
#[derive(Debug, Clone)]
pub struct Live {
    /// Whose job.
    pub user_id: String,
    /// The job.
    pub job_id: String,
    /// The entry.
    pub entry: TraceEntry,
}

enum Command {
    Write(NewEntry),
    Settle(oneshot::Sender<()>),
}

/// Where requests leave their entries.
#[derive(Debug)]
pub struct Traces {
    queue: mpsc::Sender<Command>,
    live: broadcast::Sender<Arc<Live>>,
    metrics: Arc<Metrics>,
}

impl Traces {
    /// Starts the writer, which ends when this is dropped.
    pub fn start(
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
        keep: u32,
    ) -> (Self, JoinHandle<()>) {
        let (queue, commands) = mpsc::channel(QUEUE);
        let (live, _) = broadcast::channel(LIVE);
        let writer = Writer { store, live: live.clone(), metrics: metrics.clone(), keep };
        let task = tokio::spawn(writer.run(commands));
        (Self { queue, live, metrics }, task)
    }

    /// Leaves an entry. It is in the store soon, or counted as dropped.
    pub fn add(&self, mut entry: NewEntry) {
        if entry.data.len() > LARGEST {
            entry.data = Bytes::from(format!("{{\"leftOutBytes\":{}}}", entry.data.len()));
        }
        if self.queue.try_send(Command::Write(entry)).is_err() {
            self.metrics.dropped(1);
        }
    }

    /// Waits until everything that was left before is in the store.
    pub async fn settle(&self) {
        let (done, settled) = oneshot::channel();
        if self.queue.send(Command::Settle(done)).await.is_ok() {
            // An error here means that the writer has ended, so nothing waits any more.
            let _ = settled.await;
        }
    }

    /// Entries as they are written, of all jobs.
    pub fn watch(&self) -> broadcast::Receiver<Arc<Live>> {
        self.live.subscribe()
    }
}

struct Writer {
    store: Arc<dyn Store>,
    live: broadcast::Sender<Arc<Live>>,
    metrics: Arc<Metrics>,
    keep: u32,
}

impl Writer {
    async fn run(self, mut commands: mpsc::Receiver<Command>) {
        self.prune().await;
        let prune_after = usize::try_from(self.keep / 10).unwrap_or(usize::MAX).max(100);
        let mut since_pruned = 0;
        let mut batch = Vec::with_capacity(BATCH);
        while commands.recv_many(&mut batch, BATCH).await > 0 {
            let mut entries = Vec::with_capacity(batch.len());
            let mut settled = Vec::new();
            for command in batch.drain(..) {
                match command {
                    Command::Write(entry) => entries.push(entry),
                    Command::Settle(done) => settled.push(done),
                }
            }
            since_pruned += entries.len();
            self.write(entries).await;
            if since_pruned >= prune_after {
                self.prune().await;
                since_pruned = 0;
            }
            if settled.is_empty() {
                sleep(GATHER).await;
            }
            for done in settled {
                // Whoever asked may have gone.
                let _ = done.send(());
            }
        }
    }

    async fn write(&self, entries: Vec<NewEntry>) {
        match self.store.append(&entries).await {
            Ok(numbers) => self.tell(entries, numbers),
            Err(error) => {
                tracing::error!(%error, entries = entries.len(), "trace entries were not written");
                self.metrics.dropped(u64::try_from(entries.len()).unwrap_or(u64::MAX));
            }
        }
    }

    fn tell(&self, entries: Vec<NewEntry>, numbers: Vec<i64>) {
        if self.live.receiver_count() == 0 {
            return;
        }
        for (entry, seq) in entries.into_iter().zip(numbers) {
            let Ok(data) = serde_json::from_slice(&entry.data) else { continue };
            let kind = entry.kind.to_owned();
            let written = TraceEntry { seq, step: entry.step, at: entry.at, kind, data };
            // An error means that the last watcher has just gone.
            let _ = self.live.send(Arc::new(Live {
                user_id: entry.user_id,
                job_id: entry.job_id,
                entry: written,
            }));
        }
    }

    async fn prune(&self) {
        if let Err(error) = self.store.prune(self.keep).await {
            tracing::error!(%error, "old trace entries were not removed");
        }
    }
}
