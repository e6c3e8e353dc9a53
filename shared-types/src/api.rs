//! Bodies of the HTTP API.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    action::{ActionResult, AgentAction, VerificationKind},
    job::{JobMode, OpenField},
    json,
    key::ProfileKey,
    observation::Observation,
    private::Private,
    profile::{Profile, Record},
    recipes::StoredRecipe,
    whole,
};

/// `POST /api/agent/next`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct NextRequest {
    /// The client's id of the job.
    pub job_id: String,
    /// The round, from 1.
    pub step: u32,
    /// Live or background.
    #[serde(default)]
    pub mode: JobMode,
    /// The page.
    #[serde(deserialize_with = "json::object")]
    pub observation: Observation,
    /// The person's data. With it the answer carries literals; it is taken out before planning.
    #[serde(
        default,
        deserialize_with = "json::optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub profile: Option<Profile>,
    /// What the profile holds, by name only. With it the answer carries `valueFrom`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_keys: Option<Vec<ProfileKey>>,
    /// What was done on this form so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<HistoryEntry>,
    /// Any key → value, to fill from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// What the record holds, by name only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_keys: Option<Vec<String>>,
    /// Fields, by their `index`, that the person's browser remembers something of, and says so to them: no model is asked
    /// about these. What it remembers stays there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known_fields: Vec<u32>,
    /// What the person wants done. Untrusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Older clients' state. Untrusted, not used for planning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Object>))]
    pub state: Option<Value>,
    /// The person's choice of a model, under the server's policy.
    #[serde(
        default,
        deserialize_with = "json::optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub llm: Option<LlmChoice>,
}

/// The person's choice of a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct LlmChoice {
    /// Provider.
    pub provider: String,
    /// Model.
    pub model: String,
    /// The person's own key.
    pub api_key: Private,
    /// Where the provider listens.
    pub base_url: String,
    /// `auto`, `llm-first` or `rules-only`.
    pub mode: String,
}

/// What was done, for planning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct HistoryEntry {
    /// The round.
    pub step: u32,
    /// The action, with keys instead of values.
    pub action: AgentAction,
    /// What came of it.
    pub result: ActionResult,
    /// Fingerprint of the field or button, so that it is known again on the next observation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

/// The answer of `POST /api/agent/next`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct NextResponse {
    /// The first action, for clients that do one at a time.
    pub action: AgentAction,
    /// Whether a background tab must come forward now.
    pub force_live: bool,
    /// The whole plan for this page.
    pub actions: Vec<AgentAction>,
    /// Who planned.
    pub planner: PlannerInfo,
    /// Fields left alone, and why.
    pub open: Vec<OpenField>,
}

/// Who planned, and at what cost.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PlannerInfo {
    /// Who decided.
    pub source: PlannerSource,
    /// Provider, when a model was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Model, when one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Milliseconds.
    pub ms: f64,
    /// Tokens sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u32>,
    /// Tokens received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u32>,
    /// Calls to a model.
    pub calls: u32,
    /// Who decided each field that is written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Decided>,
    /// What is worth knowing: fallbacks, refusals.
    pub notes: Vec<String>,
}

/// Who decided what is written into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Decided {
    /// `index` of the field.
    pub field: u32,
    /// Who.
    pub by: PlannerSource,
}

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum PlannerSource {
    /// What was learnt on earlier visits.
    Memory,
    /// The rule planner.
    #[default]
    Rules,
    /// A model.
    Llm,
}

/// `POST /api/agent/draft`: a text for one question, from parts of a résumé. The one request whose values
/// go to a model, and only after the person's own wish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct DraftRequest {
    /// The client's id of the job.
    pub job_id: String,
    /// The round.
    pub step: u32,
    /// The page's address; its origin is kept in the trace.
    #[serde(default)]
    pub url: String,
    /// The question, as the page asks it.
    pub question: String,
    /// Characters that the field takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// Parts of the résumé (`resume.…`); others are left out.
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub parts: std::collections::BTreeMap<ProfileKey, Private>,
    /// Whether the person wants drafts.
    pub opt_in: bool,
    /// The person's choice of a model, under the server's policy.
    #[serde(
        default,
        deserialize_with = "json::optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub llm: Option<LlmChoice>,
}

/// Answer of `POST /api/agent/draft`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct DraftResponse {
    /// The draft.
    pub text: Private,
    /// Provider.
    pub provider: String,
    /// Model.
    pub model: String,
    /// How often models were asked for it. An older server says nothing of that.
    #[serde(default = "once")]
    pub calls: u32,
    /// Tokens sent, as far as the models say.
    #[serde(default)]
    pub input_tokens: u32,
    /// Tokens received, as far as they say.
    #[serde(default)]
    pub output_tokens: u32,
}

fn once() -> u32 {
    1
}

/// `POST /api/agent/verify`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct VerifyRequest {
    /// The job that waits.
    pub job_id: String,
    /// The code.
    pub code: Private,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<VerificationKind>,
}

/// Answer of `GET /api/agent/verify`: the code, once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct CodeResponse {
    /// The code.
    pub code: Private,
    /// The source that found it, where it was no person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// What a source may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum SourceKind {
    /// One-time codes, while a job waits for one.
    Codes,
    /// Records.
    Records,
    /// Documents.
    Documents,
}

/// Another program that the server may ask for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SourceSummary {
    /// The name that the host gave it.
    pub name: String,
    /// What it may be asked for.
    pub kinds: Vec<SourceKind>,
}

/// Answer of `GET /api/sources`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SourceSummaries {
    /// The sources of this user, by name.
    pub sources: Vec<SourceSummary>,
}

/// `POST /api/sources/records` and `POST /api/sources/documents`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SourceQuery {
    /// The name of the source.
    pub source: String,
    /// The words that the person typed; 1 to 200 characters.
    pub query: Private,
}

/// Answer of `POST /api/sources/records`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct FoundRecords {
    /// A list of objects, as the text of a JSON file; at most 200, at most 1 MiB.
    pub records: Private,
}

/// A document that a source found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct FoundDocument {
    /// Its file's name.
    pub name: String,
    /// Its media type; empty where the source says none.
    pub media_type: String,
    /// Its bytes as base64 (RFC 4648, section 4), at most 2 MiB of them.
    pub data: Private,
}

/// Answer of `POST /api/sources/documents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct FoundDocuments {
    /// The documents, at most 5.
    pub documents: Vec<FoundDocument>,
}

/// `POST /api/agent/log`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct LogRequest {
    /// The job.
    pub job_id: String,
    /// The round.
    pub step: u32,
    /// The action. Literals in it are taken out before anything is kept.
    pub action: AgentAction,
    /// What came of it.
    #[serde(deserialize_with = "json::object")]
    pub result: ActionResult,
}

/// `{ok: true}`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct OkResponse {
    /// Always true; a failure is an error envelope.
    pub ok: bool,
}

/// `DELETE /api/user`, `DELETE /api/profile`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ErasedResponse {
    /// Always true: nothing reads it any more. A failure is an error envelope.
    pub ok: bool,
    /// What goes later, and when; sentences for people.
    #[serde(default)]
    pub left: Vec<String>,
}

/// `POST /api/profile`. What the profile leaves out of what came after the first version (`facts`, and of jobs and schools
/// `employmentType`, `reasonForLeaving`, `level`, `completed`) stays as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SaveProfileRequest {
    /// Whose.
    pub user_id: String,
    /// The profile.
    #[serde(deserialize_with = "json::object", serialize_with = "whole::serialize")]
    pub profile: Profile,
}

/// Answer of `GET /api/profile`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ProfileResponse {
    /// The profile.
    #[serde(serialize_with = "whole::serialize")]
    pub profile: Profile,
}

/// Answer of `POST /api/profile`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SaveProfileResponse {
    /// Always true.
    pub ok: bool,
    /// The profile as it is stored.
    #[serde(serialize_with = "whole::serialize")]
    pub profile: Profile,
}

/// `POST /api/pair`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PairRequest {
    /// The code that the server shows.
    pub code: Private,
    /// What the browser is called in the list of those that are paired.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// Answer of `POST /api/pair`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PairResponse {
    /// Bearer token.
    pub token: Private,
    /// Whose data it reads and writes.
    #[serde(default, rename = "userId", skip_serializing_if = "String::is_empty")]
    pub user_id: String,
}

/// Answer of `GET /api/tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PairedBrowsers {
    /// Oldest first.
    pub browsers: Vec<PairedBrowser>,
}

/// A browser that was paired.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PairedBrowser {
    /// To revoke it by.
    pub id: i64,
    /// What it called itself.
    pub name: String,
    /// Milliseconds since 1970.
    pub paired_at: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Answer of `GET /api/user`: everything that is kept of a user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct UserExport {
    /// Who it is.
    pub user_id: String,
    /// The profile, if there is one.
    pub profile: Option<Profile>,
    /// The jobs, newest first, with their traces.
    pub jobs: Vec<JobTrace>,
    /// Recipes that the user's browsers exchange.
    #[serde(default)]
    pub recipes: Vec<StoredRecipe>,
}

/// The contract of this version: everything that this crate declares. It is raised where what is declared here can no
/// longer be spoken with who knows the one before.
pub const CONTRACT: u32 = 2;

/// Answer of `GET /api/health`. `contract` tells clients that plans with `valueFrom` are spoken here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct HealthResponse {
    /// `ok`
    pub status: String,
    /// `vaulty`
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// 2: everything that this crate declares.
    #[serde(default)]
    pub contract: u32,
}

/// One line of `GET /api/jobs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct JobSummary {
    /// The client's id of the job.
    pub job_id: String,
    /// The site.
    pub origin: String,
    /// Newest round.
    pub step: u32,
    /// First seen, milliseconds since 1970.
    pub started_at: i64,
    /// Last seen, milliseconds since 1970.
    pub updated_at: i64,
    /// Entries of the trace.
    pub entries: u32,
}

/// `GET /api/jobs/{id}`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct JobTrace {
    /// The job.
    #[serde(flatten)]
    pub job: JobSummary,
    /// What happened, oldest first.
    pub trace: Vec<TraceEntry>,
}

/// What was said to models about one page, or for one text: the data of a trace entry `llm`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct LedgerEntry {
    /// The round.
    pub step: u32,
    /// `plan`, or `draft` for a text.
    pub purpose: String,
    /// Version of the prompt.
    pub prompt: String,
    /// Which fields were described: their questions, or their numbers where texts of the page may hold
    /// values.
    pub fields: Vec<String>,
    /// The page's part of the prompt, word for word; of a text with keys in place of what they hold. Left
    /// out where texts of the page may hold values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// Each call.
    pub calls: Vec<ModelCall>,
    /// What was refused of the answer, counted by reason.
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub refused: std::collections::BTreeMap<String, u32>,
}

/// One call to a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ModelCall {
    /// Provider.
    pub provider: String,
    /// Model.
    pub model: String,
    /// `ok`, `unusable`, or what went wrong: `timeout`, `http-429`, …
    pub outcome: String,
    /// Milliseconds.
    pub ms: f64,
    /// Tokens sent, cached ones included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u32>,
    /// Tokens received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u32>,
    /// Tokens of the input that the provider had cached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u32>,
    /// US dollars, by the provider's own account or the price table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

/// `GET /api/jobs/{id}/ledger`: what a job said to models, and what that cost.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Ledger {
    /// The job.
    pub job_id: String,
    /// Calls.
    pub calls: u32,
    /// Tokens sent.
    pub input_tokens: u64,
    /// Tokens received.
    pub output_tokens: u64,
    /// Tokens that providers had cached.
    pub cached_tokens: u64,
    /// US dollars, of the calls whose cost is known.
    pub cost_usd: f64,
    /// Milliseconds.
    pub ms: f64,
    /// Page by page, oldest first.
    pub entries: Vec<LedgerEntry>,
}

/// One entry of a trace, without values. Also the data of each server-sent event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct TraceEntry {
    /// Counts up within the job.
    pub seq: i64,
    /// The round.
    pub step: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// `plan`, `result`, `llm` or `page`.
    pub kind: String,
    /// The plan, action and result, what was said to models, or the page that the plan was made for.
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub data: Value,
}

/// Every error of the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorEnvelope {
    /// The error.
    pub error: ErrorBody,
}

/// What is wrong, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorBody {
    /// For programs: `invalid-body`, `missing-field`, `unauthorized`, …
    pub code: String,
    /// For people; says what to do.
    pub message: String,
    /// The field that is wrong, as a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// To find the request in the server's log.
    pub request_id: String,
}
