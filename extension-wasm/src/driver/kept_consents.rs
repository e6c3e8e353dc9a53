//! Consents: kept, revoked, and handed to the job that asked.

use agent_core::{
    gate,
    job::{Event, Reply},
};
use shared_types::{Consent, DataKind, ProfileId, Scope, Tier};

use super::{
    run::{Answer, deliver, tell},
    world::{use_consents, with_world},
};
use extension_browser::{chrome, storage};

/// Consent to a site, given on the card that asked for it.
pub(super) async fn grant(id: &str, origin: &str, reply: Reply) -> Answer {
    let asked = with_world(|world| {
        let record = &world.jobs.get(id)?.record;
        let of = (record.profile_id.clone(), record.asked_by.is_some());
        Some((record.consent.clone(), record.approval.clone(), of))
    });
    match asked {
        Some((Some(request), _, (profile, is_agents))) if request.origin == origin => {
            if reply.scope == Scope::Never {
                keep(origin, &profile, Scope::Never, Vec::new()).await?;
            } else if !request.id.is_empty() && request.id == reply.card {
                let autopilot = with_world(|world| world.settings.autopilot_enabled);
                let mut kinds = with_world(|world| {
                    let (job, page) = (world.jobs.get(id)?, world.pages.get(id)?);
                    Some(job.kinds_to_keep(page, &reply))
                })
                .unwrap_or_default();
                let scope = match reply.scope {
                    // What an agent asked for is agreed to for this once, whatever else holds.
                    _ if is_agents => Scope::Once,
                    // Autopilot: of what the card showed, ordinary data is not asked about again.
                    Scope::Once if autopilot => {
                        kinds.retain(|kind| kind.tier == Tier::Ordinary);
                        Scope::Always
                    }
                    scope => scope,
                };
                // Kept first: the next job may start the moment that this one is told.
                if scope != Scope::Once {
                    add(origin, &profile, scope, kinds).await?;
                }
            }
            tell(id, Event::Consent { origin: origin.to_owned(), reply }).await
        }
        // The card that asks whether to go on at another site.
        Some((None, Some(approval), _))
            if approval.origin == origin && approval.id == reply.card =>
        {
            let event = Event::Approve {
                approval_id: approval.id,
                cover_pages: false,
                secrets: Vec::new(),
                shown: None,
            };
            tell(id, event).await
        }
        _ => Err(msg!("worker_nothing_asks_for_this_site_now")),
    }
}

/// Keeps a consent from the settings for exactly these kinds, or revokes it. What takes something back ends
/// the jobs that work there.
pub(super) async fn set(
    origin: &str,
    profile: &ProfileId,
    scope: Scope,
    kinds: Vec<DataKind>,
) -> Answer {
    let exact = gate::exact(origin);
    if exact.is_empty() {
        return Err(msg!("worker_a_site_begins_with_http_or_https"));
    }
    let before = with_world(|world| world.consents.clone());
    let is_it = |kept: &&Consent| kept.profile_id == *profile && kept.scope == scope;
    let loses = before.iter().filter(|kept| kept.origin == exact).filter(is_it);
    let loses = loses.flat_map(|kept| &kept.kinds).any(|kind| !kinds.contains(kind));
    keep(&exact, profile, scope, kinds).await?;
    if loses || matches!(scope, Scope::Once | Scope::Never) {
        let of = (scope != Scope::Never).then_some(profile);
        for id in jobs_at(&exact, of) {
            // A job that ended in between is what is wanted.
            let _ = deliver(&id, Event::Stop).await;
        }
    }
    Ok(shared_types::message::PopupReply::Ok)
}

/// Jobs that work at a site, of one profile or of all.
fn jobs_at(origin: &str, profile: Option<&ProfileId>) -> Vec<String> {
    with_world(|world| {
        let there = world.jobs.values().filter(|job| {
            !job.record.status.is_final()
                && profile.is_none_or(|profile| job.record.profile_id == *profile)
                && job.permissions.work_at(origin)
        });
        there.map(|job| job.record.id.clone()).collect()
    })
}

/// Adds kinds to what is kept for a site, profile and scope.
async fn add(
    origin: &str,
    profile: &ProfileId,
    scope: Scope,
    kinds: Vec<DataKind>,
) -> Result<(), String> {
    change(origin, profile, scope, |before| {
        let is_same = |one: &&Consent| {
            one.origin == origin && one.profile_id == *profile && one.scope == scope
        };
        let mut all: Vec<DataKind> =
            before.iter().filter(is_same).flat_map(|one| one.kinds.clone()).collect();
        for kind in kinds {
            if !all.contains(&kind) {
                all.push(kind);
            }
        }
        all
    })
    .await
}

async fn keep(
    origin: &str,
    profile: &ProfileId,
    scope: Scope,
    kinds: Vec<DataKind>,
) -> Result<(), String> {
    change(origin, profile, scope, |_| kinds).await
}

/// Keeps what is to be kept, by what is.
async fn change(
    origin: &str,
    profile: &ProfileId,
    scope: Scope,
    kinds: impl FnOnce(&[Consent]) -> Vec<DataKind>,
) -> Result<(), String> {
    let changed = storage::change_consents(|all| {
        let mut kinds = kinds(&all);
        kinds.retain(|kind| kind.tier != Tier::Secret);
        kinds.sort();
        let (origin, profile_id) = (origin.to_owned(), profile.clone());
        gate::keep(all, Consent { origin, profile_id, scope, kinds, since: chrome::now() })
    });
    changed.await.map_err(|error| error.to_string())?;
    use_consents().await;
    Ok(())
}
