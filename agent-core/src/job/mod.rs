//! The state machine of a job: `handle(event) → effects`.
//!
//! A job is data. It can be stored between any two events and goes on from there; nothing in it is a
//! profile value. Values are bound when a write is prepared and leave in the effect alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared_types::{
    ActionResult, AgentAction, Consent, DataKind, JobMode, JobRecord, JobStatus, Observation,
    Private, ProfileKey, Question, RefusalReason, Target, ValueSource, VerificationKind, Widget,
    api::{HistoryEntry, NextRequest},
    job::{Approval, OpenCode, OpenField, Progress, ShownValue, Verification, WrittenField},
    json::{self, Tagged},
    message::Hold,
    operation::{Expect, Operation, OperationKind, OperationResult},
};

use crate::{
    bind::Source,
    exit::{Exit, Outgoing},
    gate::{self, Allowance, CodeSource, FormState, HashKey, Place, Row, Verdict},
    observe::{Element, Page, Tokens},
    plan::{self, Plan, PlanInput},
    resolve::{self, Found, Unresolved},
};

mod agreement;
pub mod answer;
mod consent;
mod pressed;
mod told;
mod view;
mod write;

pub use consent::{Reply, kinds_to_keep};
pub use view::{hud, progress};
use write::{Code, InFlight, Next};

/// Rounds of observe, plan, execute, unless the settings say otherwise.
pub const MAX_STEPS: u32 = 40;
/// `EXTRACT`s in a row before a page counts as empty.
const MAX_EXTRACTS: u32 = 5;
/// Rounds without any effect before the job gives up.
const MAX_IDLE_ROUNDS: u32 = 3;
/// Times that a page may be "not ready" (500 ms each).
const MAX_NOT_READY: u32 = 40;
/// Actions of one plan, other than writes, that may be refused before the rest is not looked at.
const MAX_REFUSED: u32 = 10;
/// Times that one value is written into one field.
const MAX_REPEATS: usize = 3;
/// History entries that are kept.
const MAX_HISTORY: usize = 600;
/// How long a page may take to show what a click did, if it does not begin to load, in milliseconds.
const OUTCOME_WAIT_MS: f64 = 3_000.0;
/// How long a page may go on changing before it is read all the same, in milliseconds.
const SETTLE_MS: u32 = 1_000;
/// Why the person is asked about a click that was under way when the worker ended.
const UNKNOWN_CLICK: &str =
    "Vaulty was stopped while it pressed this; look at the page whether it was pressed already";
/// What the card says of a form that the page tried to send by itself.
const HELD: &str = "the page tried to send this form by itself; Vaulty held it back";
/// How long after the last write the page is read once more before the job calls itself done.
const LAST_LOOK_MS: u32 = 350;

/// A job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase", default)]
pub struct Job {
    /// What popup, HUD and log show.
    #[serde(flatten, skip_deserializing)]
    pub record: JobRecord,
    /// What it is doing.
    pub phase: Phase,
    /// What was done on this form.
    pub history: Vec<HistoryEntry>,
    /// What is left of the plan for this page.
    pub pending: Vec<AgentAction>,
    /// Sites that the person consented to.
    pub origins: Vec<String>,
    /// Whether a yes covers going on to further pages.
    pub covers_pages: bool,
    /// What the person agreed to give in this job, by site: the rows that were shown.
    pub allowed: Vec<Allowance>,
    /// Site and kind of thing that a card showed and the person did not tick: it is not asked for again.
    declined: Vec<(String, DataKind)>,
    /// The consent card that is shown.
    card: Option<consent::Card>,
    /// The card that was replied to, until the page was compared with it.
    answered_card: Option<consent::Card>,
    /// What the open questions are about.
    questioned: Vec<Row>,
    /// Page of the form, and consent cards that were shown on it.
    cards: (u32, u32),
    /// Whether the endpoint answers one action at a time.
    single: bool,
    /// Other sites that forms send to, each with what would go there, as the person was shown.
    rows_to_places: Vec<(String, Row)>,
    /// The site that a code was asked for, and the fields that it was asked for.
    code_for: Option<(String, Vec<String>)>,
    /// What the planner said that a code is for; it is repeated to the planner alone.
    code_context: String,
    /// The site and the field of each open question.
    asked_fields: Vec<AskedField>,
    /// The address that the open approval is about.
    asked_place: Option<String>,
    /// Whether the plan that is carried out was made in the extension.
    own_plan: bool,
    /// Whether the tab was brought forward for a planner; that is done once.
    brought_forward: bool,
    /// When the consent card was shown, and how long such cards were open.
    paused_at: f64,
    waited_ms: f64,
    /// Whether what was pressed last was pressed without a yes: it may send nothing.
    is_unasked: bool,
    /// The click that the open approval is about, and the form as it was then.
    pub asked: Option<FormState>,
    /// The site that the open approval is about, when the page moved to another one.
    pub asked_site: Option<String>,
    /// Largest number of rounds.
    pub max_steps: u32,
    /// Whether this job plans by itself from now on.
    pub own_rules: bool,
    /// What the person wants done.
    pub goal: Option<String>,
    /// The page to open first.
    pub start_url: Option<String>,
    signature: String,
    extracts: u32,
    idle_rounds: u32,
    changed_in_round: bool,
    not_ready: u32,
    /// The last button whose click changed nothing, and the page's state then.
    dead_click: Option<(String, String)>,
    /// The button of a click that may or may not have arrived, because the worker ended in between.
    lost_click: Option<String>,
    /// What was other than approved when it was pressed.
    changed: pressed::Changed,
    /// Whether the page was read once more since the last write.
    looked_again: bool,
    /// What the page tried to send or open by itself, as far as the person was told: document and attempt.
    told_held: Option<(String, u32)>,
    /// Address of the page without query and fragment: by it the tab is found again.
    page: String,
    /// What the popup said before the tab was lost.
    said_before: Option<String>,
    /// Keys that the server is not told of, as of the plan that is carried out.
    #[serde(skip)]
    home: BTreeSet<ProfileKey>,
    #[serde(skip)]
    in_flight: Vec<InFlight>,
    #[serde(skip)]
    code: Option<Code>,
    /// What the open approval asks: whether this code may be entered. By its fields.
    #[serde(skip)]
    code_asked: Option<CodeAsked>,
    /// Answers that are used once.
    #[serde(skip)]
    once: Vec<(Question, Private)>,
}

/// Where the answer to a question goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskedField {
    save_as: ProfileKey,
    origin: String,
    fingerprint: String,
}

/// The card about a code that came from the server.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CodeAsked {
    kind: VerificationKind,
    context: String,
    /// What the field is called.
    label: String,
    /// Fingerprints of the fields that it goes into.
    fields: Vec<String>,
    agreed: bool,
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

// The record lies among the other parts, as clients expect it; both are read from the same object.
impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = serde_json::Value::deserialize(deserializer)?;
        let record = json::from_value(&stored).map_err(D::Error::custom)?;
        let job = Self::deserialize(json::Reader(&stored)).map_err(D::Error::custom)?;
        Ok(Self { record, ..job })
    }
}

/// What a job is doing.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// Nothing yet.
    #[default]
    New,
    /// The tab is being opened.
    Opening,
    /// The page is being read, for a plan.
    Observing,
    /// A plan is awaited.
    Planning,
    /// Fields are being written.
    Writing,
    /// The page is read after writing.
    Settling,
    /// The page is read to enter a code.
    EnteringCode {
        /// What the code is for.
        kind: VerificationKind,
        /// What the page says about it.
        context: String,
    },
    /// The page is read to write answers that are used once.
    EnteringAnswers,
    /// The page is read to compare it with what the person said yes to.
    Confirming,
    /// A click is under way. Persisted before it is sent: it happens at most once.
    Clicking {
        /// The button's fingerprint.
        button: String,
        /// State of the page before.
        before: String,
    },
    /// The page is read to see what a click did.
    Outcome {
        /// The fingerprint of the button that was clicked; empty for a navigation.
        button: String,
        /// State of the page before.
        before: String,
        /// Milliseconds since 1970.
        since: f64,
    },
    /// An element is awaited.
    Waiting {
        /// Milliseconds since 1970.
        until: f64,
    },
    /// The person is asked.
    Paused,
    /// It is over.
    Ended,
}

impl<'de> Deserialize<'de> for Phase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Tagged::read(deserializer, "name")?).map_err(D::Error::custom)
    }
}

impl Phase {
    fn read(parts: &Tagged) -> Result<Self, json::Error> {
        Ok(match parts.tag() {
            "opening" => Self::Opening,
            // Versions before had the page resolve selectors: what was asked is planned anew.
            "observing" | "querying" => Self::Observing,
            "planning" => Self::Planning,
            "writing" => Self::Writing,
            "settling" => Self::Settling,
            "enteringCode" => {
                Self::EnteringCode { kind: parts.need("kind")?, context: parts.need("context")? }
            }
            "enteringAnswers" => Self::EnteringAnswers,
            "confirming" => Self::Confirming,
            "clicking" => {
                Self::Clicking { button: parts.need("button")?, before: parts.need("before")? }
            }
            "outcome" => Self::Outcome {
                button: parts.need("button")?,
                before: parts.need("before")?,
                since: parts.need("since")?,
            },
            "waiting" => Self::Waiting { until: parts.need("until")? },
            "paused" => Self::Paused,
            "ended" => Self::Ended,
            "new" => Self::New,
            _ => return Err(parts.unknown(&["a phase of this version"])),
        })
    }
}

/// What happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// The person pressed Start.
    Start,
    /// The tab is open.
    TabOpened {
        /// Its number.
        tab_id: i32,
    },
    /// The page was read; it is in the [`Context`].
    Observed {
        /// Milliseconds of ours.
        own_ms: f64,
    },
    /// The page could not be read.
    ObserveFailed(ObserveFailure),
    /// A plan came. `note` says what the popup should know about its making.
    Planned {
        /// The plan.
        plan: Plan,
        /// For the popup.
        note: Option<String>,
        /// Whether the endpoint answers one action at a time.
        single: bool,
    },
    /// No usable plan came.
    PlanUnavailable {
        /// Why, for the popup.
        note: String,
    },
    /// Operations were carried out: a result for each that was reached.
    Executed {
        /// In the order of the effect.
        results: Vec<OperationResult>,
        /// Milliseconds of ours.
        own_ms: f64,
    },
    /// Yes.
    Approve {
        /// To this approval.
        approval_id: String,
        /// And to going on to further pages.
        cover_pages: bool,
        /// And to sending these secrets, by kind.
        secrets: Vec<String>,
    },
    /// The page was read for the approval card, which shows it; it is in the [`Context`].
    Shown,
    /// Consent to writing, or never to.
    Consent {
        /// On this site.
        origin: String,
        /// What to.
        reply: Reply,
    },
    /// No.
    Deny,
    /// Answers were given and are in the profile, or were skipped.
    Answered {
        /// Those that are used once: they are written and kept nowhere.
        once: Vec<(ProfileKey, Private)>,
    },
    /// A code was entered; empty when the person did it in the page.
    Code {
        /// The code.
        code: Private,
        /// Who gave it.
        source: CodeSource,
    },
    /// Stop.
    Stop,
    /// The tab is gone.
    TabClosed,
    /// The tab is gone, but not by itself: its window was closed, or the browser was started anew.
    Detached,
    /// A tab with the page of the job is there again.
    Reattached {
        /// Its number.
        tab_id: i32,
    },
    /// The worker came back to life.
    Woken,
}

/// Why a page could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObserveFailure {
    /// It does not answer yet.
    NotReady,
    /// The tab is gone.
    TabClosed,
    /// The browser does not let extensions work there.
    Restricted(String),
}

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Open a tab.
    OpenTab {
        /// What to show.
        url: String,
        /// Whether it comes to the front.
        active: bool,
    },
    /// Read the page once it is quiet.
    Observe {
        /// Wait at most this long for quiet. 0: at once.
        settle_ms: u32,
        /// Wait this long first, because the page was not ready.
        delay_ms: u32,
    },
    /// Ask the planner.
    Plan(Box<Outgoing<NextRequest>>),
    /// Carry out operations, in order.
    Execute(Vec<Placed>),
    /// Send the tab elsewhere.
    Navigate {
        /// An address within the granted site.
        url: String,
    },
    /// Wait for a code that is sent to the server.
    AwaitCode,
    /// Bring the tab to the front.
    BringToFront,
    /// Stop what the page is executing.
    Halt,
    /// Keep a line in the log.
    Log {
        /// `info`, `error`, `action`, `plan`, `status`.
        kind: &'static str,
        /// For a person.
        message: String,
        /// The action, with keys instead of values.
        action: Option<AgentAction>,
    },
    /// Tell the server what was done.
    Report(Box<HistoryEntry>),
    /// Keep what was planned here, and from what, so that it can be planned again elsewhere.
    Keep {
        /// `{observation, keys, history, mode}`
        page: Outgoing<serde_json::Value>,
        /// `{actions, open, forceLive}`
        plan: Outgoing<serde_json::Value>,
    },
}

/// An operation and where it happens.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The frame.
    pub frame_id: u32,
    /// The document.
    pub document_id: String,
    /// The operation.
    pub operation: Operation,
}

/// What the machine may look at while it handles an event.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Milliseconds since 1970.
    pub now: f64,
    /// What the person has.
    pub source: Source<'a>,
    /// The page as it was read last.
    pub page: Option<&'a Page>,
    /// Key of the hashes that approvals hold.
    pub hash_key: &'a HashKey,
    /// A fresh random id.
    pub nonce: &'a str,
    /// Whether a server is asked for plans.
    pub server: bool,
    /// Consents that are kept.
    pub consents: &'a [Consent],
    /// Whether plans are kept with their pages, for a report of what went wrong.
    pub keeps_pages: bool,
}

impl Job {
    /// A job that was not started yet.
    pub fn new(id: String, mode: JobMode, tab_id: Option<i32>, now: f64) -> Self {
        Self {
            record: JobRecord { id, mode, tab_id, started_at: now, ..JobRecord::default() },
            max_steps: MAX_STEPS,
            ..Self::default()
        }
    }

    /// Takes an event in and says what to do. An event that does not fit the job's state is an error
    /// for whoever sent it, and changes nothing.
    pub fn handle(&mut self, event: Event, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
        if self.record.status.is_final() {
            return match event {
                Event::Approve { .. }
                | Event::Consent { .. }
                | Event::Answered { .. }
                | Event::Code { .. }
                | Event::Deny => Err("this job has ended; press Start to begin again".to_owned()),
                // Late answers of what was under way when the job ended.
                _ => Ok(Vec::new()),
            };
        }
        if self.is_detached() {
            return match event {
                Event::Stop => Ok(self.stop()),
                Event::Deny => self.deny(),
                Event::Reattached { tab_id } => Ok(self.reattached(tab_id, ctx)),
                Event::Approve { .. }
                | Event::Consent { .. }
                | Event::Answered { .. }
                | Event::Code { .. } => {
                    Err("the tab of this job is gone; open its page again".to_owned())
                }
                // Late answers of what was under way on the tab.
                _ => Ok(Vec::new()),
            };
        }
        match event {
            Event::Start => Ok(self.start()),
            Event::Stop => Ok(self.stop()),
            Event::TabClosed => Ok(self.fail("The tab was closed.")),
            Event::Detached => Ok(self.detached()),
            Event::Woken => Ok(self.woken(ctx)),
            Event::Approve { approval_id, cover_pages, secrets } => {
                self.approve(&approval_id, cover_pages, &secrets, ctx)
            }
            Event::Consent { origin, reply } => self.consented(&origin, &reply, ctx),
            Event::Shown => Ok(self.shown(ctx)),
            Event::Deny => self.deny(),
            Event::Answered { once } => self.answered(once),
            Event::Code { code, source } => self.code_entered(Code { text: code, source }),
            Event::TabOpened { tab_id } if self.phase == Phase::Opening => {
                self.record.tab_id = Some(tab_id);
                Ok(self.observe(SETTLE_MS))
            }
            Event::Observed { own_ms } if self.reads_page() => {
                self.add_own_ms(own_ms);
                Ok(self.observed(ctx))
            }
            Event::ObserveFailed(ObserveFailure::NotReady) if self.reads_page() => {
                Ok(self.not_ready())
            }
            Event::ObserveFailed(ObserveFailure::TabClosed) => Ok(self.fail("The tab was closed.")),
            Event::ObserveFailed(ObserveFailure::Restricted(why)) => Ok(self.fail(&why)),
            Event::Planned { plan, note, single } if self.phase == Phase::Planning => {
                self.record.planner_note = note;
                self.own_plan = false;
                self.single = single;
                if single {
                    let fields = ctx.page.map_or(0, |page| page.observation.fields.len());
                    let rounds = 2 * u32::try_from(fields).unwrap_or(u32::MAX / 2) + 10;
                    if self.max_steps == MAX_STEPS {
                        self.max_steps = self.max_steps.max(rounds);
                    }
                }
                Ok(self.planned(plan, ctx))
            }
            Event::PlanUnavailable { note } if self.phase == Phase::Planning => {
                self.record.planner_note = Some(note.clone());
                let mut effects = vec![log("error", note)];
                effects.extend(self.plan_alone(ctx));
                Ok(effects)
            }
            Event::Executed { results, own_ms } => {
                self.add_own_ms(own_ms);
                Ok(self.executed(&results, ctx))
            }
            // Answers to what is not waited for any more.
            Event::TabOpened { .. }
            | Event::Reattached { .. }
            | Event::Observed { .. }
            | Event::ObserveFailed(ObserveFailure::NotReady)
            | Event::Planned { .. }
            | Event::PlanUnavailable { .. } => Ok(Vec::new()),
        }
    }

    /// Whether it waits for the page to be read.
    fn reads_page(&self) -> bool {
        match self.phase {
            Phase::Observing
            | Phase::Settling
            | Phase::EnteringCode { .. }
            | Phase::EnteringAnswers
            | Phase::Confirming
            | Phase::Outcome { .. }
            | Phase::Waiting { .. } => true,
            Phase::New
            | Phase::Opening
            | Phase::Planning
            | Phase::Writing
            | Phase::Clicking { .. }
            | Phase::Paused
            | Phase::Ended => false,
        }
    }

    fn start(&mut self) -> Vec<Effect> {
        if self.phase != Phase::New {
            return Vec::new();
        }
        self.record.progress.page = 1;
        self.record.status = JobStatus::Starting;
        match self.start_url.clone() {
            Some(url) => {
                self.phase = Phase::Opening;
                self.record.message = "Opening the page…".to_owned();
                vec![Effect::OpenTab { url, active: self.record.mode == JobMode::Live }]
            }
            None => self.observe(0),
        }
    }

    fn observe(&mut self, settle_ms: u32) -> Vec<Effect> {
        self.phase = Phase::Observing;
        if self.record.status != JobStatus::Starting {
            self.record.status = JobStatus::Running;
        }
        self.record.message = "Reading the page…".to_owned();
        vec![Effect::Observe { settle_ms, delay_ms: 0 }]
    }

    fn not_ready(&mut self) -> Vec<Effect> {
        self.not_ready += 1;
        if self.not_ready > MAX_NOT_READY {
            return self.fail("The page did not answer. Reload it and press Start again.");
        }
        vec![Effect::Observe { settle_ms: 0, delay_ms: 500 }]
    }

    fn observed(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        self.not_ready = 0;
        page_address(&page.observation.url).clone_into(&mut self.page);
        self.record.status = JobStatus::Running;
        self.record.omitted = page.observation.omitted;
        let number = self.record.progress.page;
        self.record.progress = progress(&page.observation, number);
        if let Some(effects) = self.check_origin(page, ctx) {
            return effects;
        }
        match self.phase.clone() {
            Phase::Settling => self.settled(page, ctx),
            Phase::EnteringCode { kind, context } => self.enter_code(kind, context, page, ctx),
            Phase::EnteringAnswers => self.enter_answers(page, ctx),
            Phase::Confirming => self.confirm(page, ctx),
            Phase::Outcome { button, before, since } => {
                self.outcome(button, before, since, page, ctx)
            }
            Phase::Waiting { until } => self.still_waiting(until, page, ctx),
            _ => self.next_round(ctx),
        }
    }

    /// The site is pinned when the first page is read. Another one needs a yes of its own.
    fn check_origin(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let origin = page.documents.first().map(|document| document.origin.clone())?;
        if let Some(effects) = self.check_off(&origin, ctx) {
            return Some(effects);
        }
        if self.origins.is_empty() {
            self.origins.push(origin.clone());
            self.record.origin = Some(origin);
            return None;
        }
        if self.origins.contains(&origin) {
            return None;
        }
        self.asked = None;
        self.asked_site = Some(origin.clone());
        let began_at = self.record.origin.clone().unwrap_or_default();
        Some(self.pause_for_approval(
            Approval {
                id: ctx.nonce.to_owned(),
                action: "Go on at this site".to_owned(),
                origin,
                reasons: vec![format!(
                    "the page moved to another site; the job began at {began_at}"
                )],
                ..Approval::default()
            },
            ctx,
        ))
    }

    fn next_round(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        if self.record.step > 0 {
            self.idle_rounds = if self.changed_in_round { 0 } else { self.idle_rounds + 1 };
        }
        self.changed_in_round = false;
        if self.record.step >= self.max_steps {
            return self.fail(&format!(
                "Stopped after {} rounds without reaching an end. What was filled stays.",
                self.record.step
            ));
        }
        if self.idle_rounds >= MAX_IDLE_ROUNDS {
            if !self.own_rules && ctx.server {
                self.own_rules = true;
                self.idle_rounds = 0;
                self.record.planner_note =
                    Some("The server's plan made no progress: planned in the extension".to_owned());
            } else {
                let open = self.record.open.len();
                return self.fail(&match open {
                    0 => "No progress: the same steps came back without any effect.".to_owned(),
                    1 => "One field is left that only you can fill in, and the page goes no \
                          further without it. Fill it in and press Start again."
                        .to_owned(),
                    _ => format!(
                        "{open} fields are left that only you can fill in, and the page goes no \
                         further without them. Fill them in and press Start again."
                    ),
                });
            }
        }
        self.record.step += 1;
        self.record.message = "Planning…".to_owned();
        if !ctx.server || self.own_rules {
            return self.plan_alone(ctx);
        }
        self.phase = Phase::Planning;
        let mut keys = ctx.source.keys();
        self.home = gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
        keys.retain(|key| !self.home.contains(key));
        let mut history = self.history.clone();
        history.retain(|entry| !self.stays_home(&entry.action));
        let exit = Exit::new(&ctx.source);
        vec![Effect::Plan(Box::new(exit.request(NextRequest {
            job_id: self.record.id.clone(),
            step: self.record.step,
            mode: self.record.mode,
            observation: told::observation(&page.observation, &self.record.written),
            profile: None,
            profile_keys: Some(keys),
            history: history.iter().map(told::entry).collect(),
            record: None,
            record_keys: None,
            goal: self.goal.clone(),
            state: None,
            llm: None,
        })))]
    }

    fn plan_alone(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        let keys = ctx.source.keys();
        let input = self.plan_input(page, &keys);
        let plan = plan::plan(&input);
        let mut effects: Vec<Effect> = Vec::new();
        if ctx.keeps_pages {
            let (page, plan) = Exit::new(&ctx.source).trace(&input, &plan);
            effects.push(Effect::Keep { page, plan });
        }
        self.own_plan = true;
        effects.extend(self.planned(plan, ctx));
        effects
    }

    /// The page as a planner is told of it.
    fn told(&self, page: &Page, ctx: &Context<'_>) -> Observation {
        let mut told = told::observation(&page.observation, &self.record.written);
        Exit::new(&ctx.source).observation(&mut told);
        told
    }

    fn plan_input<'a>(&'a self, page: &'a Page, keys: &'a [ProfileKey]) -> PlanInput<'a> {
        PlanInput {
            observation: &page.observation,
            keys,
            history: &self.history,
            step: self.record.step,
            mode: self.record.mode,
        }
    }

    /// What the extension's own rules say of the fields that a planner leaves open, and of the end that it
    /// comes to: a planner's own words are shown to nobody.
    fn in_own_words(&self, plan: &mut Plan, page: &Page, ctx: &Context<'_>) {
        let keys = ctx.source.keys();
        let own = plan::plan(&self.plan_input(page, &keys));
        plan.open = std::mem::take(&mut plan.open)
            .into_iter()
            .filter_map(|open| {
                let same = own.open.iter().find(|own| own.field == open.field).cloned();
                // What it holds is what the rules would have written.
                let is_right = open.code == OpenCode::AlreadyFilled;
                same.or_else(|| {
                    let reason = view::words_of(open.code).to_owned();
                    (!is_right).then(|| OpenField { reason, candidates: Vec::new(), ..open })
                })
            })
            .collect();
        let summary = own.actions.into_iter().find_map(|action| match action {
            AgentAction::Done { summary } => Some(summary),
            _ => None,
        });
        for action in &mut plan.actions {
            if let AgentAction::Done { summary: theirs } = action {
                *theirs = summary.clone().unwrap_or_default();
            }
        }
    }

    /// How much of the page is filled, in a sentence.
    fn how_far(&self) -> String {
        let Progress { filled, total, .. } = self.record.progress;
        format!("The plan ends here. {filled} of {total} fields are filled.")
    }

    fn planned(&mut self, mut plan: Plan, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        if !self.own_plan {
            self.in_own_words(&mut plan, page, ctx);
        }
        self.record.open = plan.open;
        self.pending = plan.actions;
        if self.phase == Phase::Planning {
            self.add_kept_home(page, ctx);
        }
        self.signature = view::signature(page);
        let mut effects: Vec<Effect> =
            plan.notes.into_iter().map(|note| log("plan", note)).collect();
        if plan.force_live && self.record.mode == JobMode::Background && !self.brought_forward {
            self.brought_forward = true;
            effects.push(Effect::BringToFront);
        }
        effects.extend(self.advance(ctx));
        effects
    }

    /// Whether an action names a key that the server is not told of.
    fn stays_home(&self, action: &AgentAction) -> bool {
        match action {
            AgentAction::AskUser { questions } => {
                questions.iter().any(|question| self.home.contains(&question.save_as))
            }
            other => write::source_of(other).is_some_and(|key| self.home.contains(key)),
        }
    }

    /// Adds what the rules fill from keys that the server is not told of. Where it left such a field open,
    /// or has it asked about, the person has the answer already.
    fn add_kept_home(&mut self, page: &Page, ctx: &Context<'_>) {
        self.home = gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
        if self.home.is_empty() {
            return;
        }
        let keys = ctx.source.keys();
        let rules = plan::plan(&self.plan_input(page, &keys));
        let field_of = |action: &AgentAction| match action
            .target()
            .map(|target| resolve::resolve(target, &page.observation))
        {
            Some(Ok(Found::Field(index))) => Some(index),
            _ => None,
        };
        let planned: Vec<u32> =
            self.pending.iter().filter(|a| write::is_write(a)).filter_map(field_of).collect();
        let own = rules.actions.into_iter().filter(|action| {
            self.stays_home(action)
                && field_of(action).is_some_and(|field| !planned.contains(&field))
        });
        let own: Vec<AgentAction> = own.collect();
        let fields: Vec<u32> = own.iter().filter_map(field_of).collect();
        let writes = self.pending.iter().take_while(|action| write::is_write(action)).count();
        self.pending.splice(writes..writes, own);
        self.record.open.retain(|open| !fields.contains(&open.field));
        for action in &mut self.pending {
            if let AgentAction::AskUser { questions } = action {
                questions.retain(|question| !fields.contains(&question.field));
            }
        }
        self.pending.retain(
            |action| !matches!(action, AgentAction::AskUser { questions } if questions.is_empty()),
        );
    }

    /// Goes on with what is left of the plan: writes together, then one action that ends the page.
    fn advance(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        if self.in_flight.is_empty()
            && let Some(effects) = self.ask_consent(page, ctx)
        {
            return effects;
        }
        let mut effects = Vec::new();
        let mut refused = 0;
        while let Some(action) = self.pending.first() {
            let writes = write::is_write(action);
            if !writes && !self.in_flight.is_empty() {
                break;
            }
            if !writes && self.is_worth_another_try() {
                self.pending.clear();
                effects.extend(self.next_round(ctx));
                return effects;
            }
            let action = self.pending.remove(0);
            if writes {
                self.extracts = 0;
                self.prepare(&action, page, ctx, &mut effects);
            } else if let Some(more) = self.close_page(action, page, ctx, &mut effects) {
                effects.extend(more);
                return effects;
            } else {
                refused += 1;
                if refused >= MAX_REFUSED {
                    self.pending.clear();
                }
            }
        }
        if self.in_flight.is_empty() {
            // A plan of nothing but refused actions, or an answer without any.
            effects.extend(self.observe(SETTLE_MS));
            return effects;
        }
        self.phase = Phase::Writing;
        let fields = self.in_flight.len();
        let noun = if fields == 1 { "field" } else { "fields" };
        self.record.message = format!("Filling {fields} {noun}…");
        effects.push(self.execute_batch(page));
        effects
    }

    /// Resolves, judges and binds a write. What does not pass is left open with its reason.
    fn prepare(
        &mut self,
        action: &AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(target) = action.target() else {
            return;
        };
        let found = match resolve::resolve(target, &page.observation) {
            Ok(found) => found,
            Err(Unresolved(why)) => {
                return self.refused(action, RefusalReason::NotResolved, why, None, effects);
            }
        };
        let index = match found {
            Found::Field(index) => Some(index),
            Found::Button(_) => None,
        };
        match gate::judge(action, Some(found), page, &self.grants(ctx)) {
            Verdict::Allow => {}
            Verdict::Ask(reasons) => {
                let why = reasons.join("; ");
                let field = index.map(|index| (page, index));
                return self.refused(action, RefusalReason::NeedsApproval, why, field, effects);
            }
            Verdict::Refuse(reason, why) => {
                if let Some(index) = index {
                    self.leave_open(page, index, view::open_code(reason), &why);
                }
                let field = index.map(|index| (page, index));
                return self.refused(action, reason, why, field, effects);
            }
        }
        let Some(index) = index else { return };
        if self.was_repeated(action, page, index) {
            let why = "it was written several times already".to_owned();
            let field = Some((page, index));
            return self.refused(action, RefusalReason::Repeated, why, field, effects);
        }
        let joins = |writes: &[InFlight]| {
            let others = writes.iter().map(|write| write.field).filter(|field| *field != index);
            others
                .into_iter()
                .all(|other| gate::may_join(action, index, other, page, &self.grants(ctx)))
        };
        match write::prepare(action, index, page, &ctx.source) {
            Ok(writes) if !joins(&writes) => {
                let why = "a part of it belongs to something else".to_owned();
                let field = Some((page, index));
                self.refused(action, RefusalReason::NoProvenance, why, field, effects);
            }
            Ok(mut writes) => {
                if self.was_dropped(page, index) {
                    writes.iter_mut().for_each(InFlight::try_another_form);
                }
                self.in_flight.extend(writes);
            }
            Err(error) => {
                self.leave_open(page, index, error.code, &error.reason);
                let field = Some((page, index));
                self.refused(action, RefusalReason::DoesNotFit, error.reason, field, effects);
            }
        }
    }

    /// Whether the page dropped again what it seemed to keep in this field.
    fn was_dropped(&self, page: &Page, index: u32) -> bool {
        let field = page.observation.fields.get(index as usize);
        field.and_then(|field| field.fingerprint.as_ref()).is_some_and(|print| {
            self.history.iter().any(|entry| {
                entry.fingerprint.as_ref() == Some(print)
                    && entry.result.refusal == Some(RefusalReason::NotKept)
            })
        })
    }

    /// Whether the very same write of this field was done as often as is sensible.
    fn was_repeated(&self, action: &AgentAction, page: &Page, index: u32) -> bool {
        let field = page.observation.fields.get(index as usize);
        let Some(print) = field.and_then(|field| field.fingerprint.as_ref()) else {
            return false;
        };
        let same = |entry: &&HistoryEntry| {
            entry.fingerprint.as_ref() == Some(print)
                && entry.result.ok
                && write::source_of(&entry.action) == write::source_of(action)
        };
        self.history.iter().filter(same).count() >= MAX_REPEATS
    }

    fn refused(
        &mut self,
        action: &AgentAction,
        reason: RefusalReason,
        why: String,
        field: Option<(&Page, u32)>,
        effects: &mut Vec<Effect>,
    ) {
        let fingerprint = field.and_then(|(page, index)| {
            page.observation.fields.get(index as usize)?.fingerprint.clone()
        });
        let action = &without_address(action);
        effects.push(Effect::Log {
            kind: "error",
            message: format!("{} was not done: {why}", action.kind()),
            action: Some(action.clone()),
        });
        let result = ActionResult {
            ok: false,
            error: Some(why),
            refusal: Some(reason),
            ..ActionResult::default()
        };
        self.remember(action.clone(), result, fingerprint, effects);
    }

    fn leave_open(&mut self, page: &Page, index: u32, code: OpenCode, reason: &str) {
        let Some(field) = page.observation.fields.get(index as usize) else {
            return;
        };
        self.record.open.retain(|open| open.field != index);
        self.record.open.push(OpenField {
            field: index,
            reason: reason.to_owned(),
            code,
            label: field.group.clone().unwrap_or_else(|| field.label.clone()),
            required: field.required,
            candidates: Vec::new(),
        });
    }

    fn remember(
        &mut self,
        action: AgentAction,
        result: ActionResult,
        fingerprint: Option<String>,
        effects: &mut Vec<Effect>,
    ) {
        let entry = HistoryEntry { step: self.record.step, action, result, fingerprint };
        if !self.stays_home(&entry.action) {
            effects.push(Effect::Report(Box::new(told::entry(&entry))));
        }
        self.history.push(entry);
        let surplus = self.history.len().saturating_sub(MAX_HISTORY);
        self.history.drain(..surplus);
    }

    /// The next operations: everything that can go together, or one step of a list that opens.
    fn execute_batch(&mut self, page: &Page) -> Effect {
        let placed = write::next_batch(&mut self.in_flight)
            .into_iter()
            .filter_map(|(field, kind)| {
                let element = page.fields.get(field as usize)?;
                Some(place(element, kind))
            })
            .collect();
        Effect::Execute(placed)
    }

    fn executed(&mut self, results: &[OperationResult], ctx: &Context<'_>) -> Vec<Effect> {
        if let Phase::Clicking { button, before } = self.phase.clone() {
            return self.clicked(button, before, results, ctx);
        }
        let (Phase::Writing, Some(page)) = (&self.phase, ctx.page) else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        let mut results = results.to_vec();
        let complaints: Vec<_> =
            results.iter_mut().filter_map(|result| result.complaint.as_mut()).collect();
        if !complaints.is_empty() {
            let exit = Exit::new(&ctx.source);
            for words in complaints {
                *words = Private::new(exit.text(words.reveal()));
            }
        }
        for (write, next) in write::take_results(&mut self.in_flight, &results, page) {
            self.write_ended(&write, next, page, &mut effects);
        }
        if self.in_flight.is_empty() {
            self.phase = Phase::Settling;
            effects.push(Effect::Observe { settle_ms: SETTLE_MS, delay_ms: 0 });
        } else {
            effects.push(self.execute_batch(page));
        }
        effects
    }

    fn write_ended(
        &mut self,
        write: &InFlight,
        next: Next,
        page: &Page,
        effects: &mut Vec<Effect>,
    ) {
        let Some(field) = page.observation.fields.get(write.field as usize) else {
            return;
        };
        let label = field.group.clone().unwrap_or_else(|| field.label.clone());
        let fingerprint = field.fingerprint.clone().unwrap_or_default();
        let result = match next {
            Next::Took { strategy } => {
                self.changed_in_round = true;
                self.looked_again = false;
                self.record.written.retain(|written| written.fingerprint != fingerprint);
                self.record.written.push(WrittenField {
                    label: label.clone(),
                    source: write.source.clone(),
                    fingerprint: fingerprint.clone(),
                    verified: true,
                    page: self.record.progress.page,
                    strategy: strategy.clone(),
                    why: why_taken(field),
                    tier: write.kind.tier(),
                    thing: write.thing.clone(),
                });
                effects.push(Effect::Log {
                    kind: "action",
                    message: format!("{label}: filled{} ({strategy})", said_of(write)),
                    action: Some(write.action.clone()),
                });
                ActionResult {
                    ok: true,
                    changed: Some(true),
                    read_back: Some(true),
                    ..ActionResult::default()
                }
            }
            Next::Failed { reason, why } => {
                self.leave_open(page, write.field, OpenCode::WriteFailed, &why);
                effects.push(Effect::Log {
                    kind: "error",
                    message: format!("{label}: not filled, {why}"),
                    action: Some(write.action.clone()),
                });
                ActionResult {
                    ok: false,
                    error: Some(why),
                    read_back: Some(false),
                    refusal: Some(reason),
                    ..ActionResult::default()
                }
            }
        };
        self.remember(write.action.clone(), result, Some(fingerprint), effects);
    }

    /// Tells what the page tried to send or open by itself since it was told last.
    fn tell_held(&mut self, page: &Page) -> Option<Effect> {
        let held = page.held.iter().max_by_key(|held| held.attempt)?;
        let now = (held.document_id.clone(), held.attempt);
        if self.told_held.as_ref() == Some(&now) {
            return None;
        }
        self.told_held = Some(now);
        Some(log(
            "status",
            match held.form {
                Some(_) => {
                    "The page tried to send the form by itself. Vaulty held it back until you say yes."
                }
                None => "The page tried to open another page by itself. Vaulty kept it here.",
            }
            .to_owned(),
        ))
    }

    /// What is to become of what the page sends or opens by itself: held from the first write on, let go when
    /// the person's turn comes, what was approved is pressed, or the job is over. What is pressed without a yes
    /// may lead on and send nothing. `None`: as before.
    pub fn holds_page(&self) -> Option<Hold> {
        match self.phase {
            Phase::Writing => Some(Hold::Everything),
            Phase::Clicking { .. } | Phase::Outcome { .. } if self.is_unasked => Some(Hold::Sends),
            Phase::Settling
            | Phase::Observing
            | Phase::Planning
            | Phase::Confirming
            | Phase::EnteringCode { .. }
            | Phase::EnteringAnswers => None,
            Phase::New
            | Phase::Opening
            | Phase::Clicking { .. }
            | Phase::Outcome { .. }
            | Phase::Waiting { .. }
            | Phase::Paused
            | Phase::Ended => Some(Hold::Nothing),
        }
    }

    /// After writing: go on with the plan if the page is the one it was made for, else plan anew.
    fn settled(&mut self, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.tell_held(page).into_iter().collect();
        let lost = self.lost_again(page, &mut effects) || self.is_worth_another_try();
        let same = view::signature(page) == self.signature;
        if same && !lost && !self.pending.is_empty() {
            effects.extend(self.advance(ctx));
        } else {
            self.pending.clear();
            effects.extend(self.next_round(ctx));
        }
        effects
    }

    /// Whether something that was not written now may be written with another plan: by trying once more,
    /// or by asking the person.
    fn is_worth_another_try(&self) -> bool {
        let failures = |entry: &&HistoryEntry| !entry.result.ok && entry.fingerprint.is_some();
        let times = |field: &HistoryEntry| {
            let same = |entry: &&HistoryEntry| entry.fingerprint == field.fingerprint;
            self.history.iter().filter(failures).filter(same).count()
        };
        let never = |entry: &HistoryEntry| {
            matches!(
                entry.result.refusal,
                Some(RefusalReason::DoesNotFit | RefusalReason::NoSuchOption)
            )
        };
        let asks = self.record.open.iter().any(|open| open.required);
        let now = self.history.iter().filter(|entry| entry.step == self.record.step);
        now.filter(failures)
            .filter(|entry| !Self::is_unwanted(entry))
            .any(|entry| times(entry) <= 1 && (asks || !never(entry)))
    }

    /// Fields that were filled a moment ago and that the page has emptied since.
    fn lost_again(&mut self, page: &Page, effects: &mut Vec<Effect>) -> bool {
        let step = self.record.step;
        let emptied: Vec<HistoryEntry> = self
            .history
            .iter()
            .filter(|entry| entry.step == step && entry.result.ok)
            // Upload widgets take the file and empty their input.
            .filter(|entry| !matches!(entry.action, AgentAction::Upload { .. }))
            .filter(|entry| {
                entry.fingerprint.is_some()
                    && page.observation.fields.iter().zip(&page.fields).any(|(field, element)| {
                        // What a box shows as its choice, or as tokens, is not always known to be one.
                        field.fingerprint == entry.fingerprint
                            && view::is_empty(field)
                            && !opens_list(field)
                            // There is always a number in these.
                            && field.widget != Some(Widget::Slider)
                            && element.tokens == Tokens::No
                    })
            })
            .cloned()
            .collect();
        for entry in &emptied {
            if let Some(written) = self
                .record
                .written
                .iter_mut()
                .find(|written| Some(&written.fingerprint) == entry.fingerprint.as_ref())
            {
                written.verified = false;
                effects.push(log(
                    "error",
                    format!("{}: the page has emptied it again", written.label),
                ));
            }
            let result = ActionResult {
                ok: false,
                error: Some("the page did not keep it".to_owned()),
                refusal: Some(RefusalReason::NotKept),
                ..ActionResult::default()
            };
            self.remember(entry.action.clone(), result, entry.fingerprint.clone(), effects);
        }
        self.record.written.retain(|written| written.verified);
        !emptied.is_empty()
    }

    /// The action that ends a page: click, ask, wait, done. `None`: it was refused, or there is nothing
    /// to it; the plan goes on.
    fn close_page(
        &mut self,
        action: AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        self.note_filled(ctx.now);
        if !matches!(action, AgentAction::Extract { .. }) {
            self.extracts = 0;
        }
        match &action {
            AgentAction::Click { .. } => self.click(&action, page, ctx, effects),
            AgentAction::Navigate { url } => self.navigate(&action, url, page, ctx, effects),
            AgentAction::WaitFor { timeout_ms, .. } => {
                let until = ctx.now + f64::from((*timeout_ms).min(60_000));
                self.pending.insert(0, action);
                self.record.message = "Waiting for the page…".to_owned();
                Some(self.still_waiting(until, page, ctx))
            }
            AgentAction::Extract { mode, .. } => {
                let data = view::extract(*mode, &self.told(page, ctx));
                Some(self.extract(action, data))
            }
            AgentAction::RequestVerification { kind, context } => {
                let (origin, field) = self.bind_code(*kind, page);
                if *kind == VerificationKind::Password && field.is_empty() {
                    let why = "no field of the page asks for a password".to_owned();
                    self.refused(&action, RefusalReason::NotResolved, why, None, effects);
                    return None;
                }
                let theirs = context.clone().unwrap_or_default();
                let context = if self.own_plan { theirs.clone() } else { self.context(page) };
                self.code_context = theirs;
                let by_server = !self.own_plan;
                self.record.verification =
                    Some(Verification { kind: *kind, context, origin, field, by_server });
                let message = match kind {
                    VerificationKind::Otp | VerificationKind::EmailCode => "A code is needed.",
                    VerificationKind::Captcha => "A captcha is in the way: solve it in the page.",
                    VerificationKind::Password => "A password is needed.",
                    VerificationKind::Oauth => "Sign in with the other service in the page.",
                };
                let mut effects = self.pause(JobStatus::NeedsVerification, message);
                effects.extend(self.await_code());
                Some(effects)
            }
            AgentAction::AskUser { questions } => {
                let questions = self.unasked(questions, page, ctx);
                if questions.is_empty() {
                    return None;
                }
                let count = questions.len();
                let noun = if count == 1 { "question" } else { "questions" };
                self.record.questions = questions;
                self.propose_agreements(page, ctx);
                self.note_questions(page, ctx);
                Some(self.pause(JobStatus::NeedsInput, &format!("{count} {noun} for you.")))
            }
            // A script may take a value away a moment later.
            AgentAction::Done { .. } if !self.looked_again && !self.record.written.is_empty() => {
                self.looked_again = true;
                self.pending.insert(0, action);
                self.phase = Phase::Settling;
                Some(vec![Effect::Observe { settle_ms: 0, delay_ms: LAST_LOOK_MS }])
            }
            AgentAction::Done { summary } if summary.is_empty() => {
                let summary = self.how_far();
                Some(self.done(&summary))
            }
            AgentAction::Done { summary } => Some(self.done(summary)),
            // `advance` takes writes itself.
            AgentAction::Fill { .. }
            | AgentAction::Select { .. }
            | AgentAction::Check { .. }
            | AgentAction::Upload { .. } => None,
        }
    }

    /// Each question once, unless the page says that the answer is wrong.
    fn unasked(&mut self, questions: &[Question], page: &Page, ctx: &Context<'_>) -> Vec<Question> {
        let before: Vec<ProfileKey> = self
            .history
            .iter()
            .filter_map(|entry| match &entry.action {
                AgentAction::AskUser { questions } => Some(questions),
                _ => None,
            })
            .flatten()
            .map(|question| question.save_as.clone())
            .collect();
        let keys = ctx.source.keys();
        let mut open: Vec<Question> = Vec::new();
        self.asked_fields.clear();
        for asked in questions {
            // Made anew from the page as it is: only the field is the planner's.
            let suggested = asked.suggested.as_deref();
            let Some(mut question) = answer::question(&page.observation, asked.field, suggested)
            else {
                continue;
            };
            let complains = answer::has_complaint(&question, &page.observation);
            let is_new = !before.contains(&question.save_as)
                && !open.iter().any(|other| other.save_as == question.save_as);
            let at = question.field as usize;
            let place = page.observation.fields.get(at).zip(page.fields.get(at));
            if let (true, Some((field, element))) = (is_new || complains, place)
                && field.visible != Some(false)
                // What holds something is not asked for, or the answer would take its place; but what a
                // list shows before anybody has touched it is no answer.
                && (complains
                    || field.kind == "select-one"
                    || !answer::is_answered(&question, &page.observation))
                && self.origins.contains(&element.expect.origin)
            {
                question.origin.clone_from(&element.expect.origin);
                question.replaces = !question.once && keys.contains(&question.save_as);
                self.asked_fields.push(AskedField {
                    save_as: question.save_as.clone(),
                    origin: question.origin.clone(),
                    fingerprint: field.fingerprint.clone().unwrap_or_default(),
                });
                open.push(question);
            }
        }
        open
    }

    /// What the page says around the field that a code was asked for.
    fn context(&self, page: &Page) -> String {
        let prints = self.code_for.as_ref().map(|(_, prints)| prints.as_slice());
        let is_its = |field: &&shared_types::Field| {
            let print = field.fingerprint.as_ref();
            print.is_some_and(|print| prints.unwrap_or_default().contains(print))
        };
        let field = page.observation.fields.iter().find(is_its);
        field.map(|field| plan::around(field, &page.observation)).unwrap_or_default()
    }

    /// Goes where the person or the page says, after a yes: a link is pressed, an address that the person
    /// gave is opened. Whatever else an address is, it is answered alike.
    fn navigate(
        &mut self,
        action: &AgentAction,
        url: &str,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        let given = self.start_url.clone();
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let reasons = |index: u32| {
            let press =
                AgentAction::Click { target: Target::button(index), requires_approval: None };
            let verdict = gate::judge(&press, Some(Found::Button(index)), page, &self.grants(ctx));
            match verdict {
                Verdict::Ask(reasons) if !self.is_dead(page, index) => Some((press, reasons)),
                _ => None,
            }
        };
        match gate::place(url, page, &given) {
            Some(Place::Link(index)) => {
                if let Some((press, reasons)) = reasons(index) {
                    return Some(self.ask(press, index, reasons, page, ctx));
                }
            }
            Some(Place::Given) => return Some(self.ask_to_go(action.clone(), url, ctx)),
            None => {}
        }
        let why = "the address is neither yours nor a link of the page".to_owned();
        self.refused(action, RefusalReason::ForeignUrl, why, None, effects);
        None
    }

    fn ask_to_go(&mut self, action: AgentAction, url: &str, ctx: &Context<'_>) -> Vec<Effect> {
        self.pending.insert(0, action);
        self.asked_place = Some(url.to_owned());
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: "Open the address that you began with".to_owned(),
            origin: gate::origin_of(url),
            form_action: Some(url.to_owned()),
            reasons: vec!["what was filled in on this page is lost".to_owned()],
            ..Approval::default()
        };
        self.pause_for_approval(approval, ctx)
    }

    /// Opens the address that the person said yes to.
    fn go(&mut self, url: String, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = vec![Effect::Navigate { url }];
        if !self.pending.is_empty() {
            let action = self.pending.remove(0);
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
        }
        self.record.status = JobStatus::Running;
        let before = ctx.page.map(view::state_of_page).unwrap_or_default();
        effects.push(self.await_outcome(String::new(), before, ctx.now));
        effects
    }

    /// A one-time code may come from the server; nothing else may.
    fn await_code(&self) -> Option<Effect> {
        let kind = self.record.verification.as_ref().map(|asked| asked.kind);
        kind.is_some_and(gate::may_come_from_server).then_some(Effect::AwaitCode)
    }

    fn extract(&mut self, action: AgentAction, data: serde_json::Value) -> Vec<Effect> {
        self.extracts += 1;
        if self.extracts >= MAX_EXTRACTS {
            return self.fail(
                "No actionable elements found: this page has no form that can be filled in.",
            );
        }
        let mut effects = Vec::new();
        let result = ActionResult { ok: true, data: Some(data), ..ActionResult::default() };
        self.remember(action, result, None, &mut effects);
        // Looking again is progress of its own; five in a row is its limit.
        self.changed_in_round = true;
        effects.extend(self.observe(2_000));
        effects
    }

    fn note_filled(&mut self, now: f64) {
        if self.record.filled_after_ms.is_none() && !self.record.written.is_empty() {
            self.record.filled_after_ms = Some(now - self.record.started_at - self.waited_ms);
        }
    }

    fn click(
        &mut self,
        action: &AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        let found = match resolve::resolve(action.target()?, &page.observation) {
            Ok(found) => found,
            Err(Unresolved(why)) => {
                self.refused(action, RefusalReason::NotResolved, why, None, effects);
                return None;
            }
        };
        let verdict = gate::judge(action, Some(found), page, &self.grants(ctx));
        let (reason, why) = match (verdict, found) {
            (Verdict::Refuse(reason, why), _) => (reason, why),
            (_, Found::Field(_)) => (RefusalReason::WrongKind, "this is not a button".to_owned()),
            (_, Found::Button(index)) if self.is_dead(page, index) => (
                RefusalReason::Repeated,
                "it was pressed already, and the page has not changed since".to_owned(),
            ),
            // What the page changed as it was pressed under an earlier yes is for the person.
            (Verdict::Allow, Found::Button(index)) if self.changed.is_open() => {
                return Some(self.ask(action.clone(), index, Vec::new(), page, ctx));
            }
            (Verdict::Allow, Found::Button(index)) if !self.may_be_pressed(page, index) => {
                let covered = gate::may_send(index, page, &self.grants(ctx));
                let element = page.buttons.get(index as usize).filter(|_| covered);
                let expect = element.map(|element| self.approved(element, page));
                return Some(self.send_click(action, index, page, expect));
            }
            (Verdict::Allow, Found::Button(index)) => {
                let reasons = vec![UNKNOWN_CLICK.to_owned()];
                return Some(self.ask(action.clone(), index, reasons, page, ctx));
            }
            (Verdict::Ask(mut reasons), Found::Button(index)) => {
                if self.may_be_pressed(page, index) {
                    reasons.insert(0, UNKNOWN_CLICK.to_owned());
                }
                return Some(self.ask(action.clone(), index, reasons, page, ctx));
            }
        };
        self.refused(action, reason, why, None, effects);
        None
    }

    /// Whether this button was pressed on this very state of the page, to no effect.
    fn is_dead(&self, page: &Page, index: u32) -> bool {
        let Some((button, state)) = &self.dead_click else {
            return false;
        };
        let candidate = page.observation.buttons.get(index as usize);
        candidate.is_some_and(|candidate| candidate.fingerprint.as_ref() == Some(button))
            && view::state_of_page(page) == *state
    }

    /// Whether this is the button whose click was under way when the worker ended.
    fn may_be_pressed(&self, page: &Page, index: u32) -> bool {
        let button = page.observation.buttons.get(index as usize);
        self.lost_click.is_some()
            && button.is_some_and(|button| button.fingerprint == self.lost_click)
    }

    fn ask(
        &mut self,
        action: AgentAction,
        index: u32,
        mut reasons: Vec<String>,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(state) = FormState::of(page, index, ctx.hash_key) else {
            return self.observe(SETTLE_MS);
        };
        let form = page.observation.buttons.get(index as usize).and_then(|button| button.form);
        if form.is_some() && page.held.iter().any(|held| held.form == form) {
            reasons.push(HELD.to_owned());
        }
        let reasons = self.with_changes(reasons, index, page, ctx.now);
        let text = state.text.clone();
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: if text.is_empty() { "a button without a name".to_owned() } else { text },
            origin: state.origin.clone(),
            form_action: Some(state.form_action.clone()).filter(|action| !action.is_empty()),
            reasons,
            may_cover_pages: may_cover_pages(page, index),
            secrets: self.secrets_here(),
        };
        self.pending.insert(0, action);
        self.asked = Some(state);
        self.pause_for_approval(approval, ctx)
    }

    fn pause_for_approval(&mut self, approval: Approval, ctx: &Context<'_>) -> Vec<Effect> {
        self.note_filled(ctx.now);
        let message = format!("Your yes is needed: {}", approval.action);
        self.record.approval = Some(approval);
        self.record.needs_approval = true;
        self.record.approved = false;
        self.pause(JobStatus::PausedForApproval, &message)
    }

    fn pause(&mut self, status: JobStatus, message: &str) -> Vec<Effect> {
        self.record.status = status;
        self.record.message = message.to_owned();
        self.phase = Phase::Paused;
        self.in_flight.clear();
        self.code = None;
        self.code_asked = None;
        self.once.clear();
        vec![log("status", message.to_owned())]
    }

    fn approve(
        &mut self,
        approval_id: &str,
        cover_pages: bool,
        secrets: &[String],
        ctx: &Context<'_>,
    ) -> Result<Vec<Effect>, String> {
        let open = self.record.approval.as_ref().filter(|_| {
            self.record.status == JobStatus::PausedForApproval && self.phase == Phase::Paused
        });
        let Some(approval) = open else {
            return Err("nothing waits for a yes now".to_owned());
        };
        if approval.id != approval_id {
            return Err("this yes was for an earlier question; look at the card again".to_owned());
        }
        if let Some(secret) = approval.secrets.iter().find(|secret| !secrets.contains(secret)) {
            return Err(format!("tick that your {secret} may be sent, or say no"));
        }
        self.covers_pages = self.covers_pages || (cover_pages && approval.may_cover_pages);
        self.record.approved = true;
        self.record.needs_approval = false;
        self.record.approval = None;
        if let Some(origin) = self.asked_site.take() {
            // Consent to go on at the site that the page moved to.
            self.origins.push(origin.clone());
            self.record.origin = Some(origin);
            self.record.approved = false;
            // What was said yes to on the other site ends there.
            self.covers_pages = false;
            self.pending.clear();
            return Ok(self.observe(SETTLE_MS));
        }
        if let Some(url) = self.asked_place.take() {
            self.record.approved = false;
            return Ok(self.go(url, ctx));
        }
        self.record.status = JobStatus::Running;
        self.record.message = "Checking that nothing changed…".to_owned();
        if let Some(asked) = &mut self.code_asked {
            asked.agreed = true;
            self.record.approved = false;
            let (kind, context) = (asked.kind, asked.context.clone());
            self.phase = Phase::EnteringCode { kind, context };
            return Ok(vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }]);
        }
        self.phase = Phase::Confirming;
        Ok(vec![
            log("status", "You said yes.".to_owned()),
            Effect::Observe { settle_ms: 0, delay_ms: 0 },
        ])
    }

    /// Uses a yes if the form is still what it was given for.
    fn confirm(&mut self, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let (Some(asked), true) = (self.asked.take(), self.record.approved) else {
            return self.next_round(ctx);
        };
        self.record.approved = false;
        let pending = std::mem::take(&mut self.pending).into_iter().next();
        let same_button = |button: &&shared_types::Button| {
            button.fingerprint.as_deref() == Some(asked.button.as_str())
        };
        let mut candidates = page.observation.buttons.iter().filter(same_button);
        let (Some(button), None) = (candidates.next(), candidates.next()) else {
            let why = "The button is not there any more; planning anew.";
            let mut effects = vec![log("error", why.to_owned())];
            effects.extend(self.next_round(ctx));
            return effects;
        };
        let found = Found::Button(button.index);
        let flag = match pending {
            Some(AgentAction::Click { requires_approval, .. }) => requires_approval,
            _ => None,
        };
        let action =
            AgentAction::Click { target: Target::button(button.index), requires_approval: flag };
        let verdict = gate::judge(&action, Some(found), page, &self.grants(ctx));
        if let Verdict::Refuse(reason, why) = verdict {
            let mut effects = Vec::new();
            self.refused(&action, reason, why, None, &mut effects);
            effects.extend(self.next_round(ctx));
            return effects;
        }
        let now = FormState::of(page, button.index, ctx.hash_key);
        if now.as_ref().is_some_and(|now| now.document_id != asked.document_id) {
            // What was written went with the document.
            let mut effects = vec![log("status", "The page was loaded anew.".to_owned())];
            effects.extend(self.next_round(ctx));
            return effects;
        }
        let changes = now.map(|now| asked.changes(&now, &self.changed.varies)).unwrap_or_default();
        if !changes.is_empty() && view::signature(page) != self.signature {
            // Fields that came after the question are filled before it is asked again.
            let mut effects = vec![log("status", "The page has other fields now.".to_owned())];
            effects.extend(self.next_round(ctx));
            return effects;
        }
        if !changes.is_empty() {
            self.note_changes(&changes);
            return self.ask(action, button.index, Vec::new(), page, ctx);
        }
        let element = page.buttons.get(button.index as usize);
        let expect = element.map(|element| self.approved(element, page));
        self.send_click(&action, button.index, page, expect)
    }

    fn send_click(
        &mut self,
        action: &AgentAction,
        index: u32,
        page: &Page,
        approved: Option<Expect>,
    ) -> Vec<Effect> {
        let position = index as usize;
        let (Some(element), Some(button)) =
            (page.buttons.get(position), page.observation.buttons.get(position))
        else {
            return self.observe(SETTLE_MS);
        };
        self.record.message = format!("Pressing “{}”…", resolve::shorten(&button.text));
        self.phase = Phase::Clicking {
            button: button.fingerprint.clone().unwrap_or_default(),
            before: view::state_of_page(page),
        };
        self.signature = view::signature(page);
        self.lost_click = None;
        self.pending.insert(0, action.clone());
        // What goes on, opens or adds, and no yes covers, sends nothing.
        self.is_unasked = approved.is_none();
        let mut placed = place(element, OperationKind::Click { may_send: !self.is_unasked });
        placed.operation.expect = approved.unwrap_or(placed.operation.expect);
        vec![Effect::Execute(vec![placed])]
    }

    fn clicked(
        &mut self,
        button: String,
        before: String,
        results: &[OperationResult],
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        // No result: the page went away while it was being clicked, which is what submits do.
        let refusal = results.first().filter(|result| !result.done);
        if let Some(result) = refusal {
            let reason = result.refusal.unwrap_or(RefusalReason::PageError);
            let why = if result.detail.is_empty() {
                "the page did not take the click".to_owned()
            } else {
                result.detail.clone()
            };
            let failed = ActionResult {
                ok: false,
                error: Some(why.clone()),
                refusal: Some(reason),
                ..ActionResult::default()
            };
            self.note_changes(&result.changed);
            effects.push(log("error", format!("CLICK was not done: {why}")));
            let action = self.take_click();
            self.remember(action, failed, Some(button), &mut effects);
            self.pending.clear();
            effects.extend(self.observe(SETTLE_MS));
            return effects;
        }
        self.press_arrived(button.clone(), &mut effects);
        effects.push(self.await_outcome(button, before, ctx.now));
        effects
    }

    /// Notes the click that is the next action as done.
    fn press_arrived(&mut self, button: String, effects: &mut Vec<Effect>) {
        let action = self.take_click();
        effects.push(Effect::Log {
            kind: "action",
            message: "clicked".to_owned(),
            action: Some(action.clone()),
        });
        let result = ActionResult { ok: true, ..ActionResult::default() };
        self.remember(action, result, Some(button), effects);
    }

    /// The click that is under way.
    fn take_click(&mut self) -> AgentAction {
        match self.pending.first() {
            Some(AgentAction::Click { .. }) => self.pending.remove(0),
            _ => AgentAction::Click { target: Target::button(0), requires_approval: None },
        }
    }

    fn await_outcome(&mut self, button: String, before: String, since: f64) -> Effect {
        self.phase = Phase::Outcome { button, before, since };
        self.record.message = "Waiting for the page…".to_owned();
        Effect::Observe { settle_ms: 500, delay_ms: 0 }
    }

    fn outcome(
        &mut self,
        button: String,
        before: String,
        since: f64,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        if let Some(effects) = self.kept_back(&button, page, ctx) {
            return effects;
        }
        let unchanged = view::state_of_page(page) == before;
        if unchanged && ctx.now - since < OUTCOME_WAIT_MS {
            return vec![Effect::Observe { settle_ms: 300, delay_ms: 100 }];
        }
        let mut effects = Vec::new();
        if unchanged && self.lost_click.is_some() {
            // It may never have been sent: the person decides, with the page in front of them.
            self.changed_in_round = true;
        } else if unchanged {
            self.dead_click = Some((button, before));
        } else {
            self.changed_in_round = true;
            self.dead_click = None;
            if self.lost_click.take().is_some() {
                self.press_arrived(button, &mut effects);
            }
            if view::signature(page) != self.signature {
                self.record.progress.page += 1;
            }
        }
        self.pending.clear();
        effects.extend(self.next_round(ctx));
        effects
    }

    fn still_waiting(&mut self, until: f64, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(target) = self.pending.first().and_then(AgentAction::target) else {
            return self.next_round(ctx);
        };
        // On the page as the planner sees it: the person's says more.
        let told = self.told(page, ctx);
        let there = resolve::resolve(target, &told).is_ok() || view::shows_text(target, &told);
        if !there && ctx.now < until {
            self.phase = Phase::Waiting { until };
            return vec![Effect::Observe { settle_ms: 500, delay_ms: 100 }];
        }
        if self.pending.is_empty() {
            return self.next_round(ctx);
        }
        let action = self.pending.remove(0);
        let mut effects = Vec::new();
        self.changed_in_round |= there;
        if there {
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
        } else {
            let why = "it did not appear in time".to_owned();
            self.refused(&action, RefusalReason::TimedOut, why, None, &mut effects);
        }
        if view::signature(page) == self.signature && !self.pending.is_empty() {
            effects.extend(self.advance(ctx));
        } else {
            self.pending.clear();
            effects.extend(self.next_round(ctx));
        }
        effects
    }

    fn deny(&mut self) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::PausedForApproval {
            return Err("nothing waits for a yes now".to_owned());
        }
        let said = if self.record.consent.is_some() {
            "You said no: nothing was written."
        } else {
            "You said no: nothing was sent. The fields keep what they hold."
        };
        Ok(self.end(JobStatus::Stopped, said))
    }

    fn answered(&mut self, once: Vec<(ProfileKey, Private)>) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsInput {
            return Err("no question is open".to_owned());
        }
        self.allow_answers();
        let mut effects = Vec::new();
        let questions = std::mem::take(&mut self.record.questions);
        // A secret counts as asked when it is written: if the worker ends before, it is asked again.
        let (typed, asked): (Vec<Question>, Vec<Question>) = questions
            .into_iter()
            .partition(|question| once.iter().any(|(key, _)| *key == question.save_as));
        if !asked.is_empty() {
            self.remember_questions(asked, &mut effects);
        }
        self.once = typed
            .into_iter()
            .filter_map(|question| {
                let (_, reply) = once.iter().find(|(key, _)| *key == question.save_as)?;
                Some((question, reply.clone()))
            })
            .collect();
        self.changed_in_round = true;
        self.pending.clear();
        self.record.status = JobStatus::Running;
        effects.extend(self.observe(0));
        if !self.once.is_empty() {
            self.phase = Phase::EnteringAnswers;
        }
        Ok(effects)
    }

    fn remember_questions(&mut self, questions: Vec<Question>, effects: &mut Vec<Effect>) {
        let result = ActionResult { ok: true, ..ActionResult::default() };
        self.remember(AgentAction::AskUser { questions }, result, None, effects);
    }

    /// Writes the answers that are used once, each into the very field that it was asked for.
    fn enter_answers(&mut self, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        let once = std::mem::take(&mut self.once);
        let asked_fields = std::mem::take(&mut self.asked_fields);
        for (question, reply) in once {
            let place = asked_fields.iter().find(|asked| asked.save_as == question.save_as);
            let found = place.and_then(|asked| self.one_field(page, asked));
            let target = Target::field(found.unwrap_or(question.field));
            let source = ValueSource::Key(question.save_as.clone());
            self.remember_questions(vec![question], &mut effects);
            let action = AgentAction::Fill { target, source, clear: true };
            let writes = match found {
                Some(index) => {
                    write::prepare_typed(&action, index, &reply, CodeSource::Person, page)
                }
                None => Err("the field that you answered for is not there any more".to_owned()),
            };
            match writes {
                Ok(writes) => self.in_flight.extend(writes),
                Err(why) => {
                    if let Some(index) = found {
                        self.leave_open(page, index, OpenCode::DoesNotFit, &why);
                    }
                    let field = found.map(|index| (page, index));
                    self.refused(&action, RefusalReason::DoesNotFit, why, field, &mut effects);
                }
            }
        }
        if self.in_flight.is_empty() {
            effects.extend(self.next_round(ctx));
            return effects;
        }
        self.signature = view::signature(page);
        self.phase = Phase::Writing;
        effects.push(self.execute_batch(page));
        effects
    }

    /// The one field of a granted site with this fingerprint, if a person can see and fill it.
    fn one_field(&self, page: &Page, asked: &AskedField) -> Option<u32> {
        let AskedField { origin, fingerprint, .. } = asked;
        let fields = page.observation.fields.iter().zip(&page.fields);
        let mut same = fields.filter(|(field, element)| {
            field.fingerprint.as_ref() == Some(fingerprint) && element.expect.origin == *origin
        });
        let (Some((field, _)), None) = (same.next(), same.next()) else { return None };
        let is_open = field.visible != Some(false) && !field.disabled && !field.readonly;
        (is_open && self.origins.contains(origin)).then_some(field.index)
    }

    fn code_entered(&mut self, code: Code) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsVerification {
            return Err("no code is asked for now".to_owned());
        }
        if code.source == CodeSource::Server {
            let kind = self.record.verification.as_ref().map(|asked| asked.kind);
            if !kind.is_some_and(gate::may_come_from_server)
                || !gate::is_one_time_code(code.text.reveal())
            {
                return Err("only one-time codes are taken from a server".to_owned());
            }
        }
        let asked = self.record.verification.take().unwrap_or_default();
        self.record.status = JobStatus::Running;
        self.changed_in_round = true;
        self.pending.clear();
        let context = std::mem::take(&mut self.code_context);
        if code.text.is_empty() {
            let mut effects = Vec::new();
            let action = verification(asked.kind, context);
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
            effects.extend(self.observe(0));
            return Ok(effects);
        }
        self.code = Some(code);
        self.code_asked = None;
        self.phase = Phase::EnteringCode { kind: asked.kind, context };
        self.record.message = "Entering the code…".to_owned();
        Ok(vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }])
    }

    fn enter_code(
        &mut self,
        kind: VerificationKind,
        context: String,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let asked = self.code_asked.take();
        let Some(code) = self.code.take() else {
            // The worker died in between: it is asked for again.
            return self.next_round(ctx);
        };
        let action = verification(kind, context.clone());
        let place = self.code_for.clone().unwrap_or_default();
        let writes = write::prepare_code(&action, kind, &code, page, &place, &self.origins);
        let writes = match writes {
            Ok(writes) => writes,
            Err(why) => {
                let mut effects = Vec::new();
                self.refused(&action, RefusalReason::DoesNotFit, why, None, &mut effects);
                effects.extend(self.next_round(ctx));
                return effects;
            }
        };
        let fields: Vec<&shared_types::Field> = writes
            .iter()
            .filter_map(|write| page.observation.fields.get(write.field as usize))
            .collect();
        let prints: Vec<String> =
            fields.iter().filter_map(|field| field.fingerprint.clone()).collect();
        // Typing a code under the name of its field is consent to it; nobody typed this one.
        let is_agreed = asked.is_some_and(|asked| asked.agreed && asked.fields == prints);
        if code.source == CodeSource::Server && !is_agreed {
            let label = fields.first().map(|field| consent::label_of(field)).unwrap_or_default();
            return self.ask_for_code(
                CodeAsked { kind, context, label, fields: prints, agreed: false },
                code,
                ctx,
            );
        }
        self.code_for = None;
        self.in_flight = writes;
        self.signature = view::signature(page);
        self.phase = Phase::Writing;
        vec![self.execute_batch(page)]
    }

    fn ask_for_code(&mut self, asked: CodeAsked, code: Code, ctx: &Context<'_>) -> Vec<Effect> {
        let origin = self.code_for.as_ref().map(|(origin, _)| origin.clone()).unwrap_or_default();
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: format!("Enter the code from your server into “{}”", asked.label),
            origin,
            reasons: vec!["your server sent this code; you did not type it".to_owned()],
            ..Approval::default()
        };
        let effects = self.pause_for_approval(approval, ctx);
        self.code = Some(code);
        self.code_asked = Some(asked);
        effects
    }

    /// The code that the open approval is about, for its card.
    pub fn shown_code(&self) -> Option<ShownValue> {
        let (asked, code) = self.code_asked.as_ref().zip(self.code.as_ref())?;
        Some(ShownValue {
            label: asked.label.clone(),
            value: code.text.clone(),
            source: code.source.words().to_owned(),
            ..ShownValue::default()
        })
    }

    fn stop(&mut self) -> Vec<Effect> {
        self.record.stop = true;
        let written = self.record.written.len();
        let noun = if written == 1 { "field was" } else { "fields were" };
        let mut effects = self.end(
            JobStatus::Stopped,
            &format!("Stopped. {written} {noun} filled; nothing more is done."),
        );
        effects.insert(0, Effect::Halt);
        effects
    }

    fn woken(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        // A round that the browser ended says nothing of whether the page goes on.
        self.changed_in_round = true;
        self.drop_old_card();
        self.in_flight.clear();
        self.code = None;
        self.code_asked = None;
        self.once.clear();
        let mut effects = Vec::new();
        if !self.record.status.is_pause() {
            effects
                .push(log("status", "Vaulty was stopped by the browser and goes on.".to_owned()));
        }
        effects.extend(self.go_on(ctx));
        effects
    }

    /// Goes on where it was, from what is stored and what the page shows now.
    fn go_on(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if let Phase::Clicking { button, before } = self.phase.clone() {
            // Whether the click arrived is not known. It is never sent twice: the page tells, or the
            // person is asked.
            self.lost_click = Some(button.clone());
            return vec![self.await_outcome(button, before, ctx.now)];
        }
        match (self.record.status, &self.phase) {
            (JobStatus::Starting, Phase::Opening) => {
                self.phase = Phase::New;
                self.start()
            }
            // A yes is used after the page was compared, an outcome or an element is still awaited.
            (_, Phase::Confirming | Phase::Outcome { .. } | Phase::Waiting { .. }) => {
                vec![Effect::Observe { settle_ms: 500, delay_ms: 0 }]
            }
            (JobStatus::Starting | JobStatus::Running, _) => {
                self.pending.clear();
                self.observe(0)
            }
            (JobStatus::NeedsVerification, _) => self.await_code().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the job has lost its tab and waits for its page to be opened again.
    pub fn is_detached(&self) -> bool {
        self.said_before.is_some() && !self.record.status.is_final()
    }

    /// Whether the job does something of itself, so that its worker must not sleep: it works, or looks
    /// whether a code has come. What waits for the person or for its page is woken by them.
    pub fn needs_waking(&self) -> bool {
        let status = self.record.status;
        !self.is_detached()
            && matches!(
                status,
                JobStatus::Starting | JobStatus::Running | JobStatus::NeedsVerification
            )
    }

    /// Whether this address is the page of the job, query and fragment aside.
    pub fn is_on(&self, url: &str) -> bool {
        !self.page.is_empty() && page_address(url) == self.page
    }

    fn detached(&mut self) -> Vec<Effect> {
        if self.page.is_empty() {
            return self.fail("The tab was closed.");
        }
        let message =
            format!("The tab is gone. Open {} again and Vaulty goes on, or press Stop.", self.page);
        let before = std::mem::replace(&mut self.record.message, message.clone());
        self.said_before.get_or_insert(before);
        self.record.tab_id = None;
        self.in_flight.clear();
        vec![log("status", message)]
    }

    fn reattached(&mut self, tab_id: i32, ctx: &Context<'_>) -> Vec<Effect> {
        self.record.tab_id = Some(tab_id);
        self.record.message = self.said_before.take().unwrap_or_default();
        let mut effects = vec![log("status", "The page is there again.".to_owned())];
        if self.asked.take().is_some() {
            // What the yes would be about went with the page: it is filled, and asked about, anew.
            self.record.approval = None;
            self.record.needs_approval = false;
            self.record.status = JobStatus::Running;
            self.phase = Phase::Observing;
        }
        effects.extend(self.woken(ctx));
        effects
    }

    fn done(&mut self, summary: &str) -> Vec<Effect> {
        self.end(JobStatus::Done, summary)
    }

    fn fail(&mut self, message: &str) -> Vec<Effect> {
        self.record.error = Some(message.to_owned());
        self.end(JobStatus::Error, message)
    }

    fn end(&mut self, status: JobStatus, message: &str) -> Vec<Effect> {
        self.record.status = status;
        self.record.message = message.to_owned();
        if status != JobStatus::Error {
            self.record.result = Some(message.to_owned());
        }
        self.record.approval = None;
        self.record.consent = None;
        self.card = None;
        self.record.needs_approval = false;
        self.record.approved = false;
        self.record.verification = None;
        self.record.questions.clear();
        self.pending.clear();
        self.in_flight.clear();
        self.asked = None;
        self.asked_site = None;
        self.asked_place = None;
        self.code = None;
        self.code_asked = None;
        self.once.clear();
        self.phase = Phase::Ended;
        vec![log("status", message.to_owned())]
    }

    fn add_own_ms(&mut self, ms: f64) {
        // Only until the first page is filled: that is what the figure is about.
        if self.record.filled_after_ms.is_none() {
            self.record.own_ms = Some(self.record.own_ms.unwrap_or(0.0) + ms);
        }
    }
}

/// Whether a yes to a button may cover going on to further pages.
fn may_cover_pages(page: &Page, index: u32) -> bool {
    let at = index as usize;
    let button = page.observation.buttons.get(at).zip(page.buttons.get(at));
    button.is_some_and(|(button, element)| gate::may_cover_pages(button, element))
}

/// An address without query and fragment.
fn page_address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn verification(kind: VerificationKind, context: String) -> AgentAction {
    AgentAction::RequestVerification { kind, context: Some(context).filter(|c| !c.is_empty()) }
}

/// A refused address may carry something of the person's: it is not kept.
fn without_address(action: &AgentAction) -> AgentAction {
    match action {
        AgentAction::Navigate { .. } => AgentAction::Navigate { url: "(refused)".to_owned() },
        other => other.clone(),
    }
}

/// Where a value came from, in a sentence of the log.
fn said_of(write: &InFlight) -> String {
    let is_typed = [CodeSource::Person, CodeSource::Server].map(CodeSource::words);
    match is_typed.contains(&write.source.as_str()) {
        true => format!(", {}", write.source),
        false => format!(" from {}", write.source),
    }
}

fn log(kind: &'static str, message: String) -> Effect {
    Effect::Log { kind, message, action: None }
}

fn place(element: &Element, kind: OperationKind) -> Placed {
    let expect = element.expect.clone();
    Placed {
        frame_id: element.frame_id,
        document_id: element.document_id.clone(),
        operation: Operation { element: element.element, expect, kind },
    }
}

/// What a field was taken for, and why: `given-name, 98 %: label: first name; name: fname`.
fn why_taken(field: &shared_types::Field) -> String {
    let Some(role) = field.role.as_deref().filter(|role| *role != "none") else {
        return String::new();
    };
    let sure = field.confidence.map(|sure| format!(", {:.0} %", sure * 100.0)).unwrap_or_default();
    format!("{role}{sure}: {}", field.evidence.join("; "))
}

/// Whether it is a box whose choice is made in a list that opens.
fn opens_list(field: &shared_types::Field) -> bool {
    field.widget == Some(shared_types::Widget::Combobox) && field.tag != "select"
}

#[cfg(test)]
mod tests;
