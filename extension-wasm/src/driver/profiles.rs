//! Several profiles: what the person changes about them, and what that means for the jobs that use one.

use agent_core::{gate, job::Event};
use shared_types::{
    ProfileId, ProfileSet,
    message::PopupReply,
    profiles::{NamedProfile, ProfileChange},
};

use super::{
    bulk, imports,
    run::{Answer, deliver, tell},
    world::{forget_profiles, use_consents, with_world},
};
use extension_browser::{chrome, profiles, storage};

/// Changes which profiles there are. With one that is removed goes what was agreed to for it, and jobs that use it end.
pub(super) async fn change(change: &ProfileChange) -> Answer {
    let set = profiles::change(change).await.map_err(|error| error.to_string())?;
    forget_profiles();
    if let ProfileChange::Remove { id } = change {
        end_jobs_of(id).await;
        forget_traces_of(id).await?;
    }
    Ok(PopupReply::Profiles(set))
}

async fn end_jobs_of(id: &ProfileId) {
    let jobs: Vec<String> = with_world(|world| {
        let using = world
            .jobs
            .values()
            .filter(|job| !job.record.status.is_final() && job.record.profile_id == *id);
        using.map(|job| job.record.id.clone()).collect()
    });
    for job in jobs {
        // One that ended in between is what is wanted.
        let _ = deliver(&job, Event::ProfileGone).await;
    }
}

async fn forget_traces_of(id: &ProfileId) -> Result<(), String> {
    let forgotten = async {
        storage::change_consents(|all| gate::without_profile(all, id)).await?;
        chrome::session_unstore(&storage::draft_key(id)).await
    };
    forgotten.await.map_err(|error| error.to_string())?;
    use_consents().await;
    // What holds values goes first.
    imports::forget(id).await?;
    bulk::forget_profile(id).await.map_err(|error| error.to_string())?;
    let lessons = storage::change_lessons(|all| all.forget_profile(id.as_str())).await;
    lessons.map(|all| with_world(|world| world.lessons = all)).map_err(|error| error.to_string())
}

/// Has a job fill from another profile.
pub(super) async fn use_for(job: &str, profile: ProfileId) -> Answer {
    tell(job, Event::UseProfile { profile }).await
}

/// Takes in the profiles of a file.
pub(super) async fn import(found: Vec<NamedProfile>) -> Answer {
    let set: ProfileSet = profiles::import(found).await.map_err(|error| error.to_string())?;
    forget_profiles();
    Ok(PopupReply::Profiles(set))
}
