//! What an agent (an MCP client) may ask of a browser, and what it is told: names of fields and entries, states, reasons.
//!
//! Server and extension exchange these. No type here has a place for what a field holds, for what the person has, or for
//! an approval: what an agent is told has no value because nothing can carry one. What an agent says itself to a question is
//! the one text that goes the other way.

use serde::{Deserialize, Serialize};

use crate::{
    action::AnswerKind,
    job::{OpenCode, Trouble},
    key::ProfileKey,
    private::Private,
};

/// Body of `POST /api/agents/poll`: answers to earlier commands, and what comes back are the next ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentPoll {
    /// What came of earlier commands.
    #[serde(default)]
    pub answers: Vec<AgentReply>,
    /// Seconds to wait for something to do; at most 20, which it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
    /// `AgentCommands::agents` as this browser heard it last: where others are let in by now, it is told at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<String>>,
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentReply {
    /// `AgentCommand::id`
    pub id: String,
    /// What the agent is told.
    pub answer: AgentAnswer,
}

/// Answer of `POST /api/agents/poll`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentCommands {
    /// In the order in which they were asked; none when nobody asked in this time.
    pub commands: Vec<AgentCommand>,
    /// `AgentName::key` of each agent that is let in now, in order: what waits for the person in another one's name is
    /// withdrawn. None of a server that does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<String>>,
}

/// Something that an agent asks of the browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentCommand {
    /// The answer is for this id. Nobody can guess it.
    pub id: String,
    /// Which agent asks.
    pub agent: AgentName,
    /// The only sites that it may hear of (scheme, host and port); none listed: every site of a form that the person
    /// shared.
    #[serde(default)]
    pub sites: Vec<String>,
    /// Whether the person lets it suggest answers; this browser must let agents do so as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers: bool,
    /// What it asks.
    pub ask: AgentAsk,
}

/// An agent, as the browser knows it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentName {
    /// Made from its token: an agent that is added anew under the same name is another one.
    pub key: String,
    /// As the person called it.
    pub name: String,
}

/// What an agent may ask. There is no approval, no consent, no value, no press and no picture among it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentAsk {
    /// The forms that the person shared.
    ListForms,
    /// Have the person asked to open an address, and to share it.
    OpenForm {
        /// Of the web.
        address: String,
    },
    /// What a form would be filled with, by the names of entries.
    PreviewPlan {
        /// `AgentForm::form`
        form: String,
    },
    /// Start an ordinary job on a form.
    StartFill {
        /// `AgentForm::form`
        form: String,
    },
    /// How a job of this agent stands.
    GetJob {
        /// `AgentJob::job`
        job: String,
    },
    /// What a job of this agent asks the person.
    ListQuestions {
        /// `AgentJob::job`
        job: String,
    },
    /// Lay an answer beside an open question, for the person to take or to leave.
    AnswerQuestion {
        /// `AgentJob::job`
        job: String,
        /// `AgentQuestion::id`
        question: String,
        /// What the agent says. Nothing of the person's.
        answer: Private,
    },
    /// Have the person look at what would be sent. It is sent by them alone.
    RequestSubmit {
        /// `AgentJob::job`
        job: String,
    },
    /// Put back what the fields held before this agent's job.
    Undo {
        /// `AgentJob::job`
        job: String,
    },
    /// Forms that were sent in this agent's jobs.
    ListReceipts,
    /// Forms that are known from earlier visits.
    ListRecipes,
}

/// What an agent is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentAnswer {
    /// The forms that were shared.
    Forms(Vec<AgentForm>),
    /// The person is asked to open an address.
    Opening(AgentOpening),
    /// What a form would be filled with.
    Plan(AgentPlan),
    /// A job.
    Job(AgentJob),
    /// Questions to the person.
    Questions(AgentQuestions),
    /// An answer is laid beside its question.
    Suggested(AgentSuggested),
    /// What was put back.
    Undone(AgentUndone),
    /// Forms that were sent.
    Receipts(Vec<AgentReceipt>),
    /// Forms that are known.
    Recipes(Vec<AgentRecipe>),
    /// Why nothing was done.
    Refused(AgentRefusal),
}

/// Why nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentRefusal {
    /// No form of this id is shared with agents, or not any more, or its site is not among the agent's.
    NoSuchForm,
    /// This agent has no such job.
    NoSuchJob,
    /// A job goes on in this tab already.
    Busy,
    /// The page cannot be read.
    Unreadable,
    /// No field holds what this job wrote.
    NothingToUndo,
    /// The job waits for nothing that would be sent.
    NothingToSubmit,
    /// It is no address of the web, or one that deceives.
    NoAddress,
    /// The person said no to an address of this agent's: it asks for none until the browser is started anew.
    Declined,
    /// The job has no such question open now, or it is asked otherwise by now.
    NoSuchQuestion,
    /// The person has not allowed that agents answer questions, for this agent or in this browser.
    AnswersOff,
    /// This question is the person's alone.
    PersonOnly,
    /// It is no answer to this question: not of its kind, none of its choices, too long, or with signs that nobody sees.
    NoAnswerToIt,
    /// As many answers were suggested in this job as may be.
    TooMany,
    /// The person has switched agents off in this browser.
    SwitchedOff,
    /// It did not work; the person's log says why.
    Failed,
}

/// A form that the person shared.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentForm {
    /// Its id, for as long as it is shared.
    pub form: String,
    /// The site: scheme, host and port.
    pub origin: String,
    /// The page's title, without the person's values.
    pub title: String,
    /// The job of this agent that goes on there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
}

/// An address that the person is asked to open. Once they have opened it, it is among the forms that they share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentOpening {
    /// The site.
    pub origin: String,
}

/// What a form would be filled with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentPlan {
    /// `AgentForm::form`
    pub form: String,
    /// The site.
    pub origin: String,
    /// The fields, in the page's order.
    pub fields: Vec<AgentField>,
}

/// A field, by its label.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentField {
    /// What the page calls it, without the person's values.
    pub label: String,
    /// The name of the entry that it gets, or got; none where it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<ProfileKey>,
    /// Why it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<OpenCode>,
    /// Whether the form demands it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentState {
    /// Vaulty works on it.
    #[default]
    Working,
    /// The person must look at Vaulty.
    WaitingForPerson,
    /// It has ended.
    Done,
    /// The person stopped it.
    Stopped,
    /// It could not go on.
    Failed,
}

/// What a job waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentNeed {
    /// The review sheet: whether, and what, may be filled.
    Consent,
    /// The card before something is sent or pressed.
    Approval,
    /// Answers that only the person has.
    Answers,
    /// A code, a captcha or a sign-in.
    Verification,
}

/// A job of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentJob {
    /// Its id.
    pub job: String,
    /// The site that it was started on.
    pub origin: String,
    /// Where it stands.
    pub state: AgentState,
    /// What it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<AgentNeed>,
    /// Which page of the form this is, from 1.
    pub page: u32,
    /// Fields of this page that hold what they should.
    pub filled: u32,
    /// Fields of this page that can be filled at all.
    pub total: u32,
    /// Fields that were filled on all pages.
    pub written: Vec<AgentField>,
    /// Fields of this page that stay as they are, and why.
    pub open: Vec<AgentField>,
    /// What ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// `AgentReceipt::receipt` of what the person sent last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
}

/// What a job asks the person.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentQuestions {
    /// Which job.
    pub job: String,
    /// The site.
    pub origin: String,
    /// The questions.
    pub asked: Vec<AgentQuestion>,
}

/// A question to the person.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentQuestion {
    /// The page's words, without the person's values.
    pub question: String,
    /// Whether the form demands an answer.
    pub required: bool,
    /// `answer_question` takes it; none where the person alone answers. It is of the question as it is asked now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the answer has to be; told where there is an id.
    #[serde(default, skip_serializing_if = "AnswerKind::is_text")]
    pub kind: AnswerKind,
    /// The choices, if it has them; told where there is an id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Whether an answer of this agent's lies beside it, and the person has not said anything of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suggested: bool,
}

/// An answer is laid beside its question: it is nothing until the person takes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentSuggested {
    /// Which job.
    pub job: String,
    /// The site.
    pub origin: String,
    /// `AgentQuestion::id`
    pub question: String,
}

/// What an undo did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentUndone {
    /// Whose fields.
    pub job: String,
    /// The site.
    pub origin: String,
    /// Fields that were put back.
    pub restored: u32,
    /// Fields that hold something else by now and were left alone.
    pub kept: u32,
}

/// A form that the person sent in a job of this agent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentReceipt {
    /// Its id.
    pub receipt: String,
    /// The site.
    pub origin: String,
    /// When it was sent, milliseconds since 1970.
    pub date: f64,
    /// Labels of the fields that Vaulty filled.
    pub fields: Vec<String>,
    /// Names of the entries that they got.
    pub entries: Vec<ProfileKey>,
}

/// A form that is known from an earlier visit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentRecipe {
    /// The site that it was learned on.
    pub origin: String,
    /// How many pages it has.
    pub pages: u32,
    /// How many fields it knows.
    pub fields: u32,
}
