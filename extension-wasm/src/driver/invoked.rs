//! What the person asks for outside of the panel: by the menu of a page or of one of its fields, or by a key. It begins
//! what Start begins: nothing is written before the sheet was answered.

use shared_types::{JobMode, message::FieldTarget, observation::FrameId};

use super::{page, start};
use extension_browser::{
    chrome::{self, ChromeError},
    storage,
};

/// What was asked for, and where.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invoked {
    what: What,
    tab_id: i32,
    /// The frame of the menu. A key has none.
    #[serde(default)]
    frame_id: Option<FrameId>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    FillPage,
    FillField,
}

/// Begins the job. What stands against it is told in the panel.
pub(super) async fn begin(invoked: Invoked) -> Result<(), ChromeError> {
    match job(invoked).await {
        Ok(()) => Ok(()),
        Err(why) => storage::set_notice(Some(&why)).await,
    }
}

async fn job(Invoked { what, tab_id, frame_id }: Invoked) -> Result<(), String> {
    let only = match what {
        What::FillPage => None,
        What::FillField => {
            let (frame_id, element) = page::pointed(tab_id, frame_id).await?;
            Some(FieldTarget { frame_id, element: Some(element) })
        }
    };
    let start = start::Start {
        job_id: chrome::random_id(),
        start_url: None,
        tab_id: Some(tab_id),
        mode: JobMode::Live,
        record: None,
        goal: None,
        only,
        change_of: None,
        origin: start::Origin::Person,
    };
    start::start(start).await.map(drop)
}
