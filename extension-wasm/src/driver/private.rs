//! Private windows: what is done there leaves nothing that later forms would know of.

use super::world::with_world;
use extension_browser::chrome;

/// Whether a job works in a private window, or that cannot be said. Asked wherever something is learned.
pub(super) async fn is_private(id: &str) -> bool {
    let tab = with_world(|world| world.jobs.get(id).and_then(|job| job.record.tab_id));
    match tab {
        Some(tab) => chrome::tab(tab).await.map_or(true, |tab| tab.incognito),
        None => true,
    }
}
