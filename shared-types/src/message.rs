//! Messages inside the extension: one closed union for each direction.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(feature = "schemas")]
use serde_json::Value as Json;

use crate::{
    action::VerificationKind,
    api::{FoundDocument, PairedBrowser, SourceKind, SourceQuery, SourceSummary},
    consent::{DataKind, Scope},
    job::{JobMode, JobRecord, ShownValue},
    key::{ProfileId, ProfileKey},
    observation::{FrameId, Observation},
    private::Private,
    profile::{Document, Profile, Record},
    profiles::{NamedProfile, ProfileChange, ProfileSet},
    receipt::Receipt,
    recipes::{ExchangeAct, ExchangeShown},
    search::{SearchOffer, SearchRequest, SearchResponse},
    sheet::{Offer, RowReply, Sheet},
    table::{BulkCard, PageLink, TableChange},
};
pub use crate::{
    hud::Hud,
    learned::{LessonChange, LessonList, LessonRow, Trouble},
    profiles::{ProfileFile, ProfilesFile},
};

/// Popup → background.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum PopupMessage {
    /// Start a job on a tab, or on a URL in a new tab. Pressing Start is the consent for that site.
    StartJob {
        /// Id made by the popup.
        job_id: String,
        /// Open this first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start_url: Option<String>,
        /// Work on this tab.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab_id: Option<i32>,
        /// Live or background.
        #[serde(default)]
        mode: JobMode,
        /// Fill from this record (any key → value) as well as from the profile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(with = "Option<BTreeMap<String, Json>>"))]
        record: Option<Record>,
        /// What the person wants done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
        /// Fill this one field and nothing else, and press nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<FieldTarget>,
        /// This job has filled that field: from the same profile it is filled anew, and with the rest it is put back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        change_of: Option<String>,
    },
    /// Stop, now.
    StopJob {
        /// Which job.
        job_id: String,
    },
    /// Yes to exactly this approval.
    Approve {
        /// Which job.
        job_id: String,
        /// `Approval::id`
        approval_id: String,
        /// Whether the yes covers going on to further pages of this form.
        #[serde(default)]
        cover_pages: bool,
        /// Secrets on the card that were ticked.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        secrets: Vec<String>,
        /// Which reading of the page the card showed ([`PopupReply::Card`]): a yes to another one is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    /// No. Nothing is sent; the fields keep what they hold.
    Deny {
        /// Which job.
        job_id: String,
    },
    /// Consent to work on a site, given on the card that asks for it.
    Grant {
        /// Which job.
        job_id: String,
        /// `ConsentRequest::id` of the card that was shown. A reply without it is for no card, but for `never`.
        #[serde(default)]
        card_id: String,
        /// The site.
        origin: String,
        /// How long it lasts. `never` ends the job.
        #[serde(default)]
        scope: Scope,
        /// Of older clients, who ticked all personal data at once. It covers nothing by itself any more.
        #[serde(default)]
        personal: bool,
        /// Kinds of personal data that were ticked, as `ConsentItem::kind`.
        #[serde(default)]
        kinds: Vec<String>,
        /// Secrets that were ticked, as `ConsentItem::kind`; for this job.
        #[serde(default)]
        secrets: Vec<String>,
        /// What the person made of rows of the review sheet. A row that is not named stays as the plan has it: filled
        /// where it was planned and its kind is agreed to, else as it is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rows: Vec<RowReply>,
    },
    /// The review sheet of a job: what would be written, with values, bound now.
    ShowSheet {
        /// Which job.
        job_id: String,
    },
    /// The plan that the sheet shows as a file: names of entries, no values.
    SavePlan {
        /// Which job.
        job_id: String,
    },
    /// Outline the field of a row of the sheet in the page.
    Outline {
        /// Which job.
        job_id: String,
        /// `SheetRow::frame_id`
        #[cfg_attr(feature = "schemas", ts(type = "number"))]
        frame_id: FrameId,
        /// `SheetRow::element`; `None` takes the outline away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<u32>,
    },
    /// The entries that a row of the sheet could be filled with, likeliest first.
    ShowOffers {
        /// Which job.
        job_id: String,
        /// `SheetRow::id`
        row: String,
    },
    /// Keep a consent for a site, or revoke it. Revoking ends the jobs that work there.
    SetConsent {
        /// The site.
        origin: String,
        /// `session`, `always` or `never`; absent or `once`: revoke all.
        #[serde(default)]
        scope: Scope,
        /// Exactly the kinds that it covers from now on. Secrets among them are left out.
        #[serde(default)]
        kinds: Vec<DataKind>,
        /// Whose data it is about. `never` is about everybody's.
        #[serde(default, skip_serializing_if = "ProfileId::is_first")]
        profile_id: ProfileId,
    },
    /// Change which profiles there are, and where each is used.
    ChangeProfiles {
        /// What changes.
        change: ProfileChange,
    },
    /// Fill from another profile: what a job would write is planned anew. Refused once something was written.
    UseProfile {
        /// Which job.
        job_id: String,
        /// Which profile.
        profile_id: ProfileId,
    },
    /// Take in the profiles of a file. Each becomes one more; none that is there changes.
    ImportProfiles {
        /// The profiles.
        profiles: Vec<NamedProfile>,
    },
    /// Remove everything that this extension keeps; with `server` also what the server keeps of this user.
    Erase {
        /// Whether the server erases, too.
        #[serde(default)]
        server: bool,
    },
    /// Tell the server to forget this browser's token, and forget it here.
    Unpair,
    /// The browsers that are paired with the server.
    Browsers,
    /// Other programs that the server may ask for the person.
    Sources,
    /// Have the server ask one of them for records or documents.
    AskSource {
        /// For what.
        kind: SourceKind,
        /// Which one, and the person's words.
        query: SourceQuery,
    },
    /// Whom the server asks where a form is.
    SearchOffer,
    /// Have it ask them.
    Search(SearchRequest),
    /// Exchange recipes with the person's other browsers.
    Exchange {
        /// What the person wants.
        act: ExchangeAct,
    },
    /// Have the server let one of them in no longer.
    RevokeBrowser {
        /// `PairedBrowser::id`
        id: i64,
    },
    /// Replies to the questions of `needs_input`; absent ones are skipped.
    Answer {
        /// Which job.
        job_id: String,
        /// The profile that it fills from, as far as who answers knows: answers for another one are refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile_id: Option<ProfileId>,
        /// `Question::save_as` → reply.
        answers: BTreeMap<ProfileKey, Private>,
        /// `Question::save_as` → file, for questions of the kind `file`. It is kept among the documents.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        files: BTreeMap<ProfileKey, Document>,
        /// Which of the replies are an agent's, as it was shown: they are used once and kept nowhere.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        agents: Vec<ProfileKey>,
        /// Which of the replies are kept for the page's own site alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only_here: Vec<ProfileKey>,
    },
    /// The code was entered, or the captcha solved, or the sign-in done.
    ResumeAfterVerification {
        /// Which job.
        job_id: String,
        /// The code, when there is one to type in.
        #[serde(default)]
        code: Private,
        /// What it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<VerificationKind>,
    },
    /// Draft an answer to an open question from the résumé. Only where the profile allows it.
    Draft {
        /// Which job.
        job_id: String,
        /// `Question::save_as`
        key: ProfileKey,
    },
    /// The values that an approval is about, read from the page now.
    ShowApproval {
        /// Which job.
        job_id: String,
    },
    /// Put back what the fields held before, where they still hold what was written.
    Undo {
        /// Which job.
        job_id: String,
    },
    /// What Vaulty understands of a tab's page, without writing anything.
    Inspect {
        /// Which tab.
        tab_id: i32,
    },
    /// Go on without the model that is thinking, and ask none about this form again.
    SkipModel {
        /// Which job.
        job_id: String,
    },
    /// What an import of this profile would change, without storing anything.
    PreviewImport {
        /// What was found in the file.
        profile: Box<Profile>,
        /// Merge or replace.
        how: ImportMode,
        /// Into which profile.
        #[serde(default, skip_serializing_if = "ProfileId::is_first")]
        profile_id: ProfileId,
    },
    /// Import this profile. What was stored before is kept until the next import, for `UNDO_IMPORT`.
    ImportProfile {
        /// What was found in the file.
        profile: Box<Profile>,
        /// Merge or replace.
        how: ImportMode,
        /// Into which profile.
        #[serde(default, skip_serializing_if = "ProfileId::is_first")]
        profile_id: ProfileId,
    },
    /// Put back the profile as it was before the last import. What was changed since is lost.
    UndoImport,
    /// Open what an agent asks for and share it, or say no.
    OpenWish {
        /// `Wish::id`
        id: String,
        /// Whether it is opened.
        open: bool,
    },
    /// Let agents see the form of a tab, or no longer.
    ShareTab {
        /// Which tab.
        tab_id: i32,
        /// Whether they may.
        share: bool,
    },
    /// Go on with a table, or change what becomes of its rows.
    ChangeTable {
        /// The table's id.
        id: String,
        /// What the person does.
        change: TableChange,
    },
    /// What one yes for the rows of a table that are left would cover.
    ShowBulk {
        /// The table's id.
        id: String,
    },
    /// A yes to exactly what that showed.
    ApproveBulk {
        /// The table's id.
        id: String,
        /// [`BulkCard::id`]
        card: String,
    },
    /// The links of a page, for a list of forms. Nothing is opened.
    PageLinks {
        /// The tab that shows it.
        tab_id: i32,
    },
    /// All receipts, newest first.
    Receipts,
    /// Delete one receipt, or all.
    DeleteReceipts {
        /// `Receipt::id`; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// All receipts as a file to keep.
    ExportReceipts,
    /// The log.
    GetLogs,
    /// Empty the log.
    ClearLogs,
    /// Ask the server for a token, with the code that it shows.
    Pair {
        /// The code.
        code: Private,
    },
    /// Whether the server answers, and how.
    CheckServer,
    /// What corrections taught: `LESSONS`.
    Lessons,
    /// Forget one of these.
    RevokeLesson {
        /// Which.
        id: u64,
    },
    /// Let one of these say something else.
    ChangeLesson(LessonChange),
    /// Compare and exchange the profile with the server.
    SyncProfile {
        /// Which way.
        direction: SyncDirection,
        /// The profile that is meant: it is refused where another one is the default by now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        profile_id: Option<ProfileId>,
    },
}

/// The field that a job is about alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FieldTarget {
    /// The frame that it is in, as `contextMenus` and `INSPECT` say it; 0 is the page itself.
    #[cfg_attr(feature = "schemas", ts(type = "number"))]
    pub frame_id: FrameId,
    /// The content script's number of its element. Absent: the field that was focused or context-clicked last in
    /// that frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<u32>,
}

/// What an import does with what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ImportMode {
    /// Adds what is new and takes the file's side where both have something. Nothing is removed.
    #[default]
    Merge,
    /// The profile is the file's from then on. What the file lacks is removed.
    Replace,
}

/// What an import would change, or changed: paths of entries, without values.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ImportReport {
    /// Entries that come in.
    pub added: Vec<String>,
    /// Entries that get another value.
    pub changed: Vec<String>,
    /// Entries that go.
    pub removed: Vec<String>,
    /// How many entries stay as they are.
    pub unchanged: u32,
}

/// Which way a profile goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum SyncDirection {
    /// Newest `updatedAt` wins; when both changed, nothing is done and the conflict is shown.
    Auto,
    /// The extension's goes to the server.
    Push,
    /// The server's comes to the extension.
    Pull,
}

/// What a sync did or found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum SyncOutcome {
    /// Both hold the same.
    Same,
    /// The server has the extension's profile now.
    Pushed,
    /// The extension has the server's profile now.
    Pulled,
    /// Both changed since they last agreed. The person decides: push or pull.
    Conflict {
        /// `updatedAt` here.
        local_updated_at: String,
        /// `updatedAt` there.
        server_updated_at: String,
        /// Keys whose values differ, without the values.
        differing: Vec<ProfileKey>,
    },
}

/// Background → popup, in answer to a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum PopupReply {
    /// Understood.
    Ok,
    /// The job as it is now.
    Job(Box<JobRecord>),
    /// What the approval card lists.
    Card {
        /// This reading of the page: the yes to it names it.
        shown: String,
        /// The values.
        values: Vec<ShownValue>,
    },
    /// The review sheet.
    Sheet(Box<Sheet>),
    /// What a row could be filled with, likeliest first.
    Offers(Vec<Offer>),
    /// Receipts, newest first.
    Receipts(Vec<Receipt>),
    /// What corrections taught.
    Lessons(LessonList),
    /// A file to be saved.
    File {
        /// Its name.
        name: String,
        /// Its media type.
        media_type: String,
        /// What is in it.
        content: Private,
    },
    /// What an import would change, or changed.
    Import(ImportReport),
    /// Which profiles there are now.
    Profiles(ProfileSet),
    /// What is understood of a page.
    Page(Box<Inspection>),
    /// A draft, for the person to judge.
    Draft(Private),
    /// The log, newest last.
    Logs(Vec<crate::settings::LogEntry>),
    /// What the sync did.
    Sync(SyncOutcome),
    /// The browsers that are paired.
    Browsers(Vec<PairedBrowser>),
    /// Other programs that the server may ask.
    Sources(Vec<SourceSummary>),
    /// Records that one of them found: a list of objects, as the text of a JSON file.
    Records(Private),
    /// Documents that one of them found.
    Documents(Vec<FoundDocument>),
    /// What one yes for several rows would cover.
    Bulk(Box<BulkCard>),
    /// Links of a page that may lead to forms.
    Links {
        /// The links.
        links: Vec<PageLink>,
        /// How many more there are.
        more: u32,
    },
    /// Whom the server asks where a form is; nobody where it asks none.
    SearchOffer(SearchOffer),
    /// What they know.
    Searched(SearchResponse),
    /// How the exchange of recipes stands.
    Exchange(ExchangeShown),
    /// Fields that were put back, and those that hold something else by now.
    Undone {
        /// Put back.
        restored: u32,
        /// Left alone, because they changed since.
        kept: u32,
    },
    /// All that was kept is gone; at the server what these sentences say goes later.
    Erased {
        /// As the server says it.
        left: Vec<String>,
    },
    /// The server's state in a sentence.
    Server {
        /// Whether it answered as a Vaulty server does.
        reachable: bool,
        /// In words.
        message: String,
    },
}

/// What Vaulty understands of a page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Inspection {
    /// The page, without values.
    pub observation: Observation,
    /// For each field the frame and the content script's number of its element.
    #[cfg_attr(feature = "schemas", ts(type = "[number, number][]"))]
    pub elements: Vec<(FrameId, u32)>,
    /// Milliseconds: gathering in the page, interpretation in the worker.
    pub timings_ms: (f64, f64),
}
