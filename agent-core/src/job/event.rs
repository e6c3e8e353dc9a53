//! What a job is told, and what it wants done.

use shared_types::{
    AgentAction, Consent, Private, ProfileId, ProfileKey, ProfileSet, Receipt,
    api::{HistoryEntry, NextRequest},
    job::ModelUse,
    observation::FrameId,
    operation::{Operation, OperationKind, OperationResult},
    snapshot::FormEntry,
};

use crate::{
    bind::Source,
    exit::Outgoing,
    gate::{CodeSource, HashKey, Row},
    memory::{
        Answers, Correction, LateAnswers, Lessons, Meeting,
        recipe::{Recipe, RecipeSet},
    },
    model::{doubt::Odds, task::Task},
    observe::{Element, Page, Plain},
    plan::{Hint, Plan},
};

use super::{reply::Reply, suggestion::Suggestion};

/// A reading of the page for the approval card.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Its name: nobody can guess it.
    pub id: String,
    /// The page.
    pub page: Page,
    /// What goes along with the press, read at the same state of the page.
    pub entries: Vec<FormEntry>,
    /// Of a row of a table: the page as it reads to somebody of whom nothing is known. What is taken out of a page as the
    /// person's own is another thing at each row.
    pub plain: Plain,
    /// How and where to it is sent, and by which button, read with these. It can be compared with that of another document.
    pub way: Private,
}

/// What happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// The person pressed Start.
    Start,
    /// What the person agreed to have written into the form of this row of a table, with others of it
    /// ([`crate::tables::Bulk`]): where, and what, as a consent card has it. None: not, or not any more.
    Bulk(Option<(String, Vec<Row>)>),
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
    /// The page was read once more while a yes to a press is waited for; it is in the [`Context`].
    Looked,
    /// No usable plan came.
    PlanUnavailable {
        /// Why, for the popup.
        note: String,
    },
    /// The plan has been waited for longer than rules take: a model may be asked.
    ModelThinks,
    /// The person goes on without the model.
    WithoutModel,
    /// Operations were carried out: a result for each that was reached.
    Executed {
        /// In the order of the effect.
        results: Vec<OperationResult>,
        /// Milliseconds of ours.
        own_ms: f64,
    },
    /// What the browser's model said of the page that it was asked about.
    Advised {
        /// Advice for the rules; none where it gave none that can be used.
        hints: Vec<Hint>,
        /// What went wrong, and what was refused of its answer, for the log.
        notes: Vec<String>,
        /// Whether it gave an answer at all.
        asked: bool,
    },
    /// A text was drafted for an open question.
    Drafted(ModelUse),
    /// Yes.
    Approve {
        /// To this approval.
        approval_id: String,
        /// And to going on to further pages.
        cover_pages: bool,
        /// And to sending these secrets, by kind.
        secrets: Vec<String>,
        /// What was looked at ([`Reading::id`]).
        shown: Option<String>,
    },
    /// The page was read for the review sheet, which shows it; it is in the [`Context`].
    Shown,
    /// The page was read for the approval card, which lists it.
    Listed(Box<Reading>),
    /// Consent to writing, or never to.
    Consent {
        /// On this site.
        origin: String,
        /// What to.
        reply: Reply,
    },
    /// Fill from another profile.
    UseProfile {
        /// Which.
        profile: ProfileId,
    },
    /// A profile was deleted: this job's, maybe.
    ProfileGone,
    /// The profiles can't be read, or the browser stores nothing more: why, for the person.
    CannotGoOn(String),
    /// No.
    Deny,
    /// Answers were given and are in the profile, or were skipped.
    Answered {
        /// Those that are used once: they are written and kept nowhere.
        once: Vec<(ProfileKey, Private)>,
        /// Those of them that are an agent's, as the person read them.
        of_agents: Vec<ProfileKey>,
    },
    /// An agent would answer a question so.
    Suggested(Box<Suggestion>),
    /// What agents would answer is withdrawn, but for these agents.
    Withdrawn {
        /// Keys of those that may answer still.
        known: Vec<String>,
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

impl Event {
    /// What comes of a model's answer, or of its failure, as a sentence.
    pub fn advised(task: &Task, answer: Result<&str, String>) -> Self {
        let judged = answer.and_then(|text| task.read(text, false, &Odds::default()));
        match judged {
            Ok(judged) => {
                let notes = judged.notes();
                Self::Advised { hints: judged.hints, notes, asked: true }
            }
            Err(why) => {
                let note = msg!("job_the_browsers_model_gave_no_answer", why = why);
                Self::Advised { hints: Vec::new(), notes: vec![note], asked: false }
            }
        }
    }

    /// Whether it is handled with whatever is known of the person, and waits for no profile: what ends must end.
    pub fn needs_no_profile(&self) -> bool {
        matches!(self, Self::Stop | Self::TabClosed | Self::Detached | Self::CannotGoOn(_))
    }
}

/// Why a page could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObserveFailure {
    /// It does not answer yet.
    NotReady,
    /// It gave no answer for long: it computes, or shows a dialog that waits for the person.
    Silent,
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
    /// Read the page once more in a moment, if its person has not answered until then.
    Look {
        /// Wait this long first.
        delay_ms: u32,
    },
    /// Ask the planner.
    Plan(Box<Outgoing<NextRequest>>),
    /// Ask the browser's model.
    AskModel(Box<Task>),
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
    /// Keep a receipt.
    Receipt(Box<Receipt>),
    /// Keep what a form that was sent has taught.
    Learned(Box<Learned>),
    /// What a recipe said was not taken by the page: once for each job.
    Misled {
        /// `Kept::id`
        recipe: String,
    },
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
    pub frame_id: FrameId,
    /// The document.
    pub document_id: String,
    /// The operation.
    pub operation: Operation,
}

/// What a form that was sent has taught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The site that it was sent on.
    pub origin: String,
    /// Its recipe; none where nothing of what is there was filled, or it is too long.
    pub recipe: Option<Recipe>,
    /// The pages that it is of, as JSON without values: what it is tried on later.
    pub pages: Vec<String>,
    /// The profile that filled it.
    pub profile: ProfileId,
    /// Whether all that an earlier recipe said held; nothing where none said anything.
    pub held: Option<bool>,
    /// How its fields met what was written.
    pub met: Vec<Meeting>,
    /// What the person corrected in it.
    pub corrections: Vec<Correction>,
}

/// What the machine may look at while it handles an event.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Milliseconds since 1970.
    pub now: f64,
    /// What the person has in the job's profile; nothing where that was deleted.
    pub source: Source<'a>,
    /// Which profiles there are.
    pub profiles: &'a ProfileSet,
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
    /// What was sent before.
    pub receipts: &'a [Receipt],
    /// What corrections taught.
    pub lessons: &'a Lessons,
    /// The answers of the job's profile.
    pub answers: &'a LateAnswers,
    /// Whether the browser has a model that may be asked.
    pub model: bool,
    /// The recipes that may say something of the page.
    pub recipes: &'a RecipeSet,
    /// Whether plans are kept with their pages, for a report of what went wrong.
    pub keeps_pages: bool,
}

impl<'a> Context<'a> {
    /// What the person answered so far.
    pub(super) fn known_answers(&self) -> &'a Answers {
        self.answers.of(&self.source)
    }
}

pub(super) fn log(kind: &'static str, message: String) -> Effect {
    Effect::Log { kind, message, action: None }
}

pub(super) fn place(element: &Element, kind: OperationKind) -> Placed {
    let expect = element.expect.clone();
    Placed {
        frame_id: element.frame_id,
        document_id: element.document_id.clone(),
        operation: Operation { element: element.element, expect, kind },
    }
}
