//! Consents: kept, revoked, and handed to the job that asked.

use agent_core::{
    gate,
    job::{Event, Reply},
};
use shared_types::{Consent, Scope};

use super::{
    requests::{Answer, tell},
    with_world,
};
use crate::{chrome, storage};

/// Consent to a site, given on the card that asked for it.
pub(super) async fn grant(id: &str, origin: &str, reply: Reply) -> Answer {
    let asked = with_world(|world| {
        let record = &world.jobs.get(id)?.record;
        Some((record.consent.clone(), record.approval.clone()))
    });
    match asked {
        Some((Some(request), _)) if request.origin == origin => {
            let autopilot = with_world(|world| world.settings.autopilot_enabled);
            let (scope, personal) = match reply.scope {
                // Autopilot: ordinary data is not asked about again on a site that got some.
                Scope::Once if autopilot => (Scope::Always, false),
                scope => (scope, reply.personal),
            };
            // Kept first: the next job may start the moment that this one is told.
            if scope != Scope::Once {
                keep(origin, scope, personal).await?;
            }
            tell(id, Event::Consent { origin: origin.to_owned(), reply }).await
        }
        // The card that asks whether to go on at another site.
        Some((None, Some(approval))) if approval.origin == origin => {
            let event = Event::Approve {
                approval_id: approval.id,
                cover_pages: false,
                secrets: Vec::new(),
            };
            tell(id, event).await
        }
        _ => Err("nothing asks for this site now".to_owned()),
    }
}

/// Keeps a consent from the settings, or revokes it and ends the jobs that work there.
pub(super) async fn set(origin: &str, scope: Scope, personal: bool) -> Answer {
    let exact = gate::origin_of(origin);
    if exact.is_empty() {
        return Err("A site begins with http:// or https://.".to_owned());
    }
    keep(&exact, scope, personal).await?;
    if matches!(scope, Scope::Once | Scope::Never) {
        for id in jobs_at(&exact) {
            // A job that ended in between is what is wanted.
            let _ = super::deliver(&id, Event::Stop).await;
        }
    }
    Ok(shared_types::message::PopupReply::Ok)
}

fn jobs_at(origin: &str) -> Vec<String> {
    with_world(|world| {
        let there = world.jobs.values().filter(|job| {
            !job.record.status.is_final() && job.origins.iter().any(|known| known == origin)
        });
        there.map(|job| job.record.id.clone()).collect()
    })
}

async fn keep(origin: &str, scope: Scope, personal: bool) -> Result<(), String> {
    let consent = Consent { origin: origin.to_owned(), scope, personal, since: chrome::now() };
    storage::keep_consent(consent).await.map_err(|error| error.to_string())?;
    super::use_consents().await;
    Ok(())
}
