//! What a trace says of its jobs: how each stands, who planned, what models were asked, where time went.

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};
use shared_types::api::{LedgerEntry, ModelCall, PlannerSource};

use crate::store::Noted;

/// A job that nothing was heard of for so long is no longer worked on; milliseconds.
const QUIET: i64 = 5 * 60 * 1000;

/// How a job stands, as far as the server was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Something is done in the browser.
    Running,
    /// The person is asked something.
    Waiting,
    /// The form was sent after an approval.
    Sent,
    /// It came to its end, and nothing was sent.
    Finished,
    /// Nothing was heard of it any more.
    Left,
}

impl State {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 5] =
        [Self::Running, Self::Waiting, Self::Sent, Self::Finished, Self::Left];

    /// In addresses and classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Finished => "finished",
            Self::Left => "left",
        }
    }

    /// For people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Running => "Running",
            Self::Waiting => "Waiting for you",
            Self::Sent => "Sent",
            Self::Finished => "Filled, not sent",
            Self::Left => "Left open",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether it goes on now.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Running | Self::Waiting)
    }
}

/// What a plan ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// Nothing is left to do.
    Done,
    /// The person is asked.
    Person,
    /// Something else, which the browser does.
    More,
}

/// What counts of an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A plan.
    Plan {
        /// Who made it.
        by: PlannerSource,
        /// Milliseconds, models included.
        ms: f64,
        /// Calls to models.
        calls: u32,
        /// Fields that it writes.
        writes: usize,
        /// Fields that it leaves open.
        open: usize,
        /// How it ends.
        closing: Closing,
    },
    /// What came of an action.
    Result {
        /// Whether it writes into a field.
        writes: bool,
        /// Whether it is a press that waits for an approval.
        approved: bool,
        /// Whether it took effect.
        ok: bool,
    },
    /// What was said to models.
    Models(Vec<ModelCall>),
    /// Something that is not counted.
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SeenAction {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    requires_approval: Option<bool>,
}

impl SeenAction {
    fn writes(&self) -> bool {
        matches!(self.kind.as_str(), "FILL" | "SELECT" | "CHECK" | "UPLOAD")
    }

    fn needs_approval(&self) -> bool {
        self.kind == "CLICK" && self.requires_approval == Some(true)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SeenPlanner {
    source: PlannerSource,
    ms: f64,
    calls: u32,
}

#[derive(Debug, Deserialize)]
struct SeenPlan {
    actions: Vec<SeenAction>,
    #[serde(default)]
    planner: SeenPlanner,
    #[serde(default)]
    open: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct SeenResult {
    action: SeenAction,
    result: SeenOutcome,
}

#[derive(Debug, Deserialize)]
struct SeenOutcome {
    ok: bool,
}

impl Fact {
    /// Reads an entry; what cannot be read, such as one that was too large to keep, counts as nothing.
    pub fn read(kind: &str, data: &str) -> Self {
        match kind {
            "plan" => serde_json::from_str(data).map_or(Self::Other, Self::of_plan),
            "result" => {
                serde_json::from_str(data).map_or(Self::Other, |seen: SeenResult| Self::Result {
                    writes: seen.action.writes(),
                    approved: seen.action.needs_approval(),
                    ok: seen.result.ok,
                })
            }
            "llm" => serde_json::from_str(data)
                .map_or(Self::Other, |ledger: LedgerEntry| Self::Models(ledger.calls)),
            _ => Self::Other,
        }
    }

    fn of_plan(plan: SeenPlan) -> Self {
        let closing = match plan.actions.last() {
            Some(last) if last.kind == "DONE" => Closing::Done,
            Some(last)
                if last.needs_approval()
                    || matches!(last.kind.as_str(), "ASK_USER" | "REQUEST_VERIFICATION") =>
            {
                Closing::Person
            }
            _ => Closing::More,
        };
        Self::Plan {
            by: plan.planner.source,
            ms: plan.planner.ms,
            calls: plan.planner.calls,
            writes: plan.actions.iter().filter(|action| action.writes()).count(),
            open: plan.open.len(),
            closing,
        }
    }
}

/// An entry of a job.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number.
    pub seq: i64,
    /// The round.
    pub step: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What counts of it.
    pub fact: Fact,
}

/// The entries of a job, oldest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries(Vec<Entry>);

impl Entries {
    /// From entries in any order.
    pub fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(|entry| entry.seq);
        Self(entries)
    }

    /// One after the other.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.0.iter()
    }

    /// How the job stands.
    pub fn state(&self, now: i64) -> State {
        let Some(last) = self.0.last() else { return State::Left };
        let is_quiet = now.saturating_sub(last.at) >= QUIET;
        let pressed =
            |entry: &Entry| matches!(entry.fact, Fact::Result { approved: true, ok: true, .. });
        let plan = self.0.iter().rposition(|entry| matches!(entry.fact, Fact::Plan { .. }));
        let after = self.0.get(plan.map_or(0, |at| at + 1)..).unwrap_or_default();
        let plan = plan.and_then(|at| self.0.get(at)).map(|entry| &entry.fact);
        let (writes, closing) = match plan {
            Some(Fact::Plan { writes, closing, .. }) => (*writes, *closing),
            _ => (0, Closing::More),
        };
        if closing == Closing::Done {
            let sent = self.0.iter().any(pressed);
            return if sent { State::Sent } else { State::Finished };
        }
        if after.iter().any(pressed) {
            return State::Sent;
        }
        let is_write = |entry: &&Entry| matches!(entry.fact, Fact::Result { writes: true, .. });
        let is_written = after.iter().filter(is_write).count() >= writes;
        match (is_quiet, closing) {
            (true, _) => State::Left,
            (false, Closing::Person) if is_written => State::Waiting,
            (false, _) => State::Running,
        }
    }

    /// When it began, and when something was last heard of it.
    pub fn span(&self) -> Option<(i64, i64)> {
        let times = || self.0.iter().map(|entry| entry.at);
        Some((times().min()?, times().max()?))
    }

    /// Rounds that were planned, and those of them in which no model was asked.
    pub fn rounds(&self) -> (usize, usize) {
        let calls = self.0.iter().filter_map(|entry| match entry.fact {
            Fact::Plan { calls, .. } => Some(calls),
            _ => None,
        });
        calls.fold((0, 0), |(all, without), calls| (all + 1, without + usize::from(calls == 0)))
    }

    /// Fields that were written.
    pub fn written(&self) -> usize {
        let written =
            |entry: &&Entry| matches!(entry.fact, Fact::Result { writes: true, ok: true, .. });
        self.0.iter().filter(written).count()
    }

    /// Calls to models.
    pub fn calls(&self) -> impl Iterator<Item = &ModelCall> {
        self.0.iter().flat_map(|entry| match &entry.fact {
            Fact::Models(calls) => calls.as_slice(),
            _ => &[],
        })
    }
}

/// Entries of many jobs, as they are looked through.
#[derive(Debug, Clone, Default)]
pub struct Digest {
    jobs: BTreeMap<String, Vec<Entry>>,
    seen: usize,
}

impl Digest {
    /// Takes an entry in.
    pub fn see(&mut self, noted: Noted) {
        let Noted { job_id, seq, step, at, kind, data } = noted;
        let fact = Fact::read(&kind, &data);
        self.seen += 1;
        self.jobs.entry(job_id).or_default().push(Entry { seq, step, at, fact });
    }

    /// How many entries were taken in.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// The jobs with their entries.
    pub fn into_jobs(self) -> BTreeMap<String, Entries> {
        self.jobs.into_iter().map(|(id, entries)| (id, Entries::new(entries))).collect()
    }
}
