//! Operations on their way to a document of a tab, and how long it may take.

use agent_core::gate;
use shared_types::{
    content::{ContentMessage, ContentReply, SeenAround},
    operation::Operation,
};

use extension_browser::{chrome, tasks::within};

/// How long a document may take to take scripts, to be read, or to say what goes along with a press.
pub(super) const ANSWER_WAIT_MS: u32 = 15_000;
/// How long it may take for an operation, beside that: lists load, and text is typed key by key.
const OPERATION_WAIT_MS: u32 = 15_000;

/// What operations are sent to documents with.
pub(super) struct Order<'a> {
    pub(super) tab: i32,
    pub(super) job: &'a str,
    pub(super) show: bool,
}

impl Order<'_> {
    /// Has a document carry out operations, in a frame of another origin where it was `seen` to be around. None: it is gone,
    /// or answers nothing.
    pub(super) async fn send(
        &self,
        document_id: &str,
        operations: Vec<Operation>,
        seen: Option<SeenAround>,
    ) -> Option<ContentReply> {
        let wait =
            OPERATION_WAIT_MS.saturating_mul(operations.len().try_into().unwrap_or(u32::MAX));
        let message = ContentMessage::Execute {
            operations,
            show: self.show,
            settle_ms: 0,
            observe: false,
            job_id: self.job.to_owned(),
            signs: gate::signs(),
            seen,
        };
        let reply = chrome::send_to_document::<_, ContentReply>(self.tab, document_id, &message);
        within(wait.saturating_add(ANSWER_WAIT_MS), reply).await?.ok()
    }
}
