//! Jobs on their way into the store: what requests leave, committed in groups, and told to whoever watches.
//!
//! A request that must be remembered waits here until it is: one task takes all that wait and writes them
//! in one transaction. What does not fit into the queue is refused at once, before memory or latency goes.
//! Entries that nobody waits for are dropped then, and a metric says how many. The same task removes what
//! is not to be kept, a little at a time.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use shared_types::api::TraceEntry;
use tokio::{
    sync::{broadcast, mpsc, oneshot},
    task::JoinHandle,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    clock::{Clock, millis},
    config::Keep,
    store::{CommitError, Outcome, Retention, Store, StoreError, Unit},
    telemetry::{Metrics, spans::Doing},
};

/// Units that may wait for the writer.
const QUEUE: usize = 512;
/// Units written at once.
const BATCH: usize = 128;
/// Entries that a slow watcher may be behind.
const LIVE: usize = 256;
/// Largest entry in bytes; the plan of a page with thousands of fields is kept as a note that it was.
pub const LARGEST: usize = 64 << 10;
/// What is too much is looked for after so many entries: little by little, so that no commit waits long.
const PRUNE_AFTER: usize = 64;
/// What is too old is looked for so often.
const PRUNE_EVERY: Duration = Duration::from_secs(60);
/// Clocks are compared so often.
const COMPARE_EVERY: Duration = Duration::from_secs(60);
/// Milliseconds that a clock may differ by.
const MOST_AHEAD: i64 = 60_000;
/// A transaction takes no longer than this, or is given up.
const COMMIT_TIME: Duration = Duration::from_secs(10);
/// Jobs that are written at once when they are written apart.
const APART: usize = 3;

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

/// Who waits for a unit.
#[derive(Debug)]
struct Waiting {
    reply: oneshot::Sender<Result<Outcome, CommitError>>,
    /// The lines of its request in the log.
    lines: tracing::Span,
}

enum Command {
    /// Whoever waits for it is told what came of it.
    Write(Box<Unit>, Option<Waiting>),
    Settle(oneshot::Sender<()>),
}

/// Where requests leave their units.
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
        keep: Keep,
        clock: Clock,
    ) -> (Self, JoinHandle<()>) {
        let (queue, commands) = mpsc::channel(QUEUE);
        let (live, _) = broadcast::channel(LIVE);
        let writer = Writer {
            store,
            live: live.clone(),
            metrics: metrics.clone(),
            keep,
            clock,
            pruning: false,
            compared: None,
            ahead: 0,
        };
        let task = tokio::spawn(writer.run(commands));
        (Self { queue, live, metrics }, task)
    }

    /// Waits until a unit is in the store. Nothing of it is acknowledged before.
    ///
    /// # Errors
    /// It is not there. With [`CommitError::Unavailable`] it may be all the same; a repeat finds out.
    pub async fn commit(&self, unit: Unit) -> Result<Outcome, CommitError> {
        let (reply, written) = oneshot::channel();
        let waiting = Waiting { reply, lines: tracing::Span::current() };
        let command = Command::Write(Box::new(shortened(unit)), Some(waiting));
        if self.queue.try_send(command).is_err() {
            self.metrics.shed();
            return Err(CommitError::Full);
        }
        let committing = Doing::part("commit");
        // An error means that the writer has ended: the server is gone.
        let written = written.await.unwrap_or(Err(CommitError::Unavailable));
        if let Err(error) = &written {
            committing.failed(error.code());
        }
        written
    }

    /// Leaves a unit that nobody waits for. It is in the store soon, or counted as dropped.
    pub fn add(&self, unit: Unit) {
        if self.queue.try_send(Command::Write(Box::new(shortened(unit)), None)).is_err() {
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

fn shortened(mut unit: Unit) -> Unit {
    for entry in &mut unit.entries {
        if entry.data.len() > LARGEST {
            entry.data = Bytes::from(format!("{{\"leftOutBytes\":{}}}", entry.data.len()));
        }
    }
    unit
}

struct Writer {
    store: Arc<dyn Store>,
    live: broadcast::Sender<Arc<Live>>,
    metrics: Arc<Metrics>,
    keep: Keep,
    clock: Clock,
    /// Whether there may be more to remove.
    pruning: bool,
    /// When this machine's clock was compared with the database's, and how far ahead it was, in milliseconds.
    compared: Option<Instant>,
    ahead: i64,
}

impl Writer {
    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        let mut since_pruned = 0;
        let mut batch = Vec::with_capacity(BATCH);
        let mut tick = interval(PRUNE_EVERY);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let received = tokio::select! {
                biased;
                received = commands.recv_many(&mut batch, BATCH) => received,
                _ = tick.tick() => {
                    self.prune().await;
                    continue;
                }
                // Nobody waits for anything: the rest of what is too much goes now.
                () = std::future::ready(()), if self.pruning => {
                    self.prune().await;
                    continue;
                }
            };
            if received == 0 {
                return;
            }
            let (mut units, mut replies, mut settled) = (Vec::new(), Vec::new(), Vec::new());
            for command in batch.drain(..) {
                match command {
                    Command::Write(unit, reply) => {
                        units.push(*unit);
                        replies.push(reply);
                    }
                    Command::Settle(done) => settled.push(done),
                }
            }
            since_pruned += units.iter().map(|unit| unit.entries.len()).sum::<usize>();
            self.write(units, replies).await;
            if self.pruning || since_pruned >= PRUNE_AFTER {
                self.prune().await;
                since_pruned = 0;
            }
            for done in settled {
                // Whoever asked may have gone.
                let _ = done.send(());
            }
        }
    }

    async fn write(&self, units: Vec<Unit>, replies: Vec<Option<Waiting>>) {
        if units.is_empty() {
            return;
        }
        let started = Instant::now();
        let outcomes = self.commit(&units).await;
        self.metrics.committed(units.len(), started.elapsed());
        match outcomes {
            // Somebody holds one of the jobs: the others need not wait for that.
            Err(error) if error.is_held() && units.len() > 1 => {
                tracing::warn!(%error, units = units.len(), "written apart");
                self.write_apart(units, replies).await;
            }
            outcomes => self.done(units, replies, outcomes),
        }
    }

    /// Tells everybody what came of their units.
    fn done(
        &self,
        units: Vec<Unit>,
        replies: Vec<Option<Waiting>>,
        outcomes: Result<Vec<Outcome>, StoreError>,
    ) {
        match outcomes {
            Ok(outcomes) => {
                for ((unit, reply), outcome) in units.into_iter().zip(replies).zip(outcomes) {
                    self.tell(unit, &outcome);
                    // Whoever waited may have gone.
                    let _ = reply.map(|waiting| waiting.reply.send(Ok(outcome)));
                }
            }
            Err(error) => {
                tracing::error!(%error, units = units.len(), "nothing was written");
                let why = CommitError::from(&error);
                for reply in replies {
                    match reply {
                        Some(Waiting { reply, lines }) => {
                            lines.in_scope(
                                || tracing::error!(%error, "the store took nothing of it"),
                            );
                            // Whoever waited may have gone.
                            let _ = reply.send(Err(why));
                        }
                        None => self.metrics.dropped(1),
                    }
                }
            }
        }
    }

    /// A store that does not answer is not waited for without an end.
    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError> {
        let committed = timeout(COMMIT_TIME, self.store.commit(units)).await;
        committed.unwrap_or(Err(StoreError::Away))
    }

    /// Writes each job's units by themselves, a few jobs at a time.
    async fn write_apart(&self, units: Vec<Unit>, replies: Vec<Option<Waiting>>) {
        type Part = (Vec<Unit>, Vec<Option<Waiting>>);
        let mut jobs: BTreeMap<(String, String), Part> = BTreeMap::new();
        for (unit, reply) in units.into_iter().zip(replies) {
            let (units, replies) =
                jobs.entry((unit.user_id.clone(), unit.job_id.clone())).or_default();
            units.push(unit);
            replies.push(reply);
        }
        let parts = jobs.into_values().map(|(units, replies)| async move {
            let outcomes = self.commit(&units).await;
            self.done(units, replies, outcomes);
        });
        stream::iter(parts).buffer_unordered(APART).collect::<()>().await;
    }

    fn tell(&self, unit: Unit, outcome: &Outcome) {
        let Outcome::Written(numbers) = outcome else { return };
        if self.live.receiver_count() == 0 {
            return;
        }
        let Unit { user_id, job_id, step, at, entries, .. } = unit;
        for (entry, &seq) in entries.into_iter().zip(numbers) {
            let Ok(data) = serde_json::from_slice(&entry.data) else { continue };
            let entry = TraceEntry { seq, step, at, kind: entry.kind.to_owned(), data };
            let live = Live { user_id: user_id.clone(), job_id: job_id.clone(), entry };
            // An error means that the last watcher has just gone.
            let _ = self.live.send(Arc::new(live));
        }
    }

    /// Whether what the clock says is too old is so. A clock that several servers share goes for all; one
    /// that is far from it is told, and its server removes nothing.
    async fn clock_is_right(&mut self) -> bool {
        let Some(shared) = self.store.shared() else { return true };
        if self.compared.is_none_or(|at| at.elapsed() >= COMPARE_EVERY) {
            match shared.now().await {
                Ok(now) => {
                    self.ahead = self.clock.follow(now);
                    self.compared = Some(Instant::now());
                }
                Err(error) => {
                    tracing::error!(%error, "the clock was not compared");
                    return false;
                }
            }
            if self.ahead.abs() > MOST_AHEAD {
                tracing::error!(
                    seconds_ahead = self.ahead / 1000,
                    "this machine's clock is not the database's, by which everything goes; correct it: \
                     nothing is removed for its age by this server until then"
                );
            }
        }
        self.ahead.abs() <= MOST_AHEAD
    }

    /// Removes some of what is not to be kept.
    async fn prune(&mut self) {
        if !self.clock_is_right().await {
            self.pruning = false;
            return;
        }
        let keep = Retention {
            entries: self.keep.entries,
            age: millis(self.keep.time),
            bytes: self.keep.bytes,
            now: self.clock.now_ms(),
        };
        match self.store.prune(&keep).await {
            Ok(more) => self.pruning = more,
            Err(error) => {
                tracing::error!(%error, "old trace entries were not removed");
                self.pruning = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, Executor as _, SqliteConnection};

    use super::*;
    use crate::{
        crypto::Vault,
        store::{Author, Durability, NewEntry, SQLITE_FILE, Sqlite, TraceStore as _},
    };

    const KEEP: Keep = Keep {
        entries: 1_000_000,
        time: Duration::from_secs(1 << 34),
        bytes: i64::MAX,
        pages: false,
    };

    fn unit(step: u32) -> Unit {
        Unit {
            user_id: "ada".to_owned(),
            by: Author { token: None, admitted_at: 1 },
            job_id: "j".to_owned(),
            origin: String::new(),
            step,
            at: 1,
            entries: vec![NewEntry { kind: "result", data: "{}".into() }],
            answer: None,
            key: None,
            durability: Durability::Program,
        }
    }

    #[tokio::test]
    async fn a_slow_store_is_waited_for_and_what_is_too_much_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let store = Arc::new(Sqlite::open(folder.path(), &vault).await.unwrap());
        let path = folder.path().join(SQLITE_FILE);
        let mut other =
            SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
        let (traces, _writer) = Traces::start(store.clone(), Arc::default(), KEEP, Clock::system());
        let traces = Arc::new(traces);
        other.execute("BEGIN IMMEDIATE").await.unwrap();
        let commits: Vec<_> = (0..1000)
            .map(|step| {
                let traces = traces.clone();
                tokio::spawn(async move { traces.commit(unit(step)).await })
            })
            .collect();
        // Only what is refused can end while the other program writes.
        let most = QUEUE + BATCH;
        while commits.iter().filter(|commit| commit.is_finished()).count() < commits.len() - most {
            tokio::task::yield_now().await;
        }
        other.execute("COMMIT").await.unwrap();
        let (mut written, mut refused) = (0, 0);
        for commit in commits {
            match commit.await.unwrap() {
                Ok(outcome) => written += usize::from(matches!(outcome, Outcome::Written(_))),
                Err(error) => {
                    assert_eq!(error, CommitError::Full);
                    refused += 1;
                }
            }
        }
        assert!(written >= QUEUE && refused >= 1000 - most, "{written} {refused}");
        let job = store.job("ada", "j").await.unwrap().unwrap();
        assert_eq!(job.entries as usize, written, "what was acknowledged is there, nothing else");
    }
}
