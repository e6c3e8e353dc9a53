//! How a job begins, whoever begins it.

use agent_core::{
    gate,
    job::{self, Event, Job, matched::Matched},
    person::profiles::{Profiles, for_page},
};
use shared_types::{
    JobMode, JobRecord, ProfileId, Record, job::AskedBy, message::FieldTarget, table::RowOf,
};

use super::{
    page,
    run::{Answer, tell},
    world::{self, jobs_of_tab, with_world},
};
use extension_browser::{chrome, storage};

/// What a job begins with.
pub(super) struct Start {
    pub(super) job_id: String,
    pub(super) start_url: Option<String>,
    pub(super) tab_id: Option<i32>,
    pub(super) mode: JobMode,
    pub(super) record: Option<Record>,
    pub(super) goal: Option<String>,
    pub(super) only: Option<FieldTarget>,
    pub(super) change_of: Option<String>,
    pub(super) origin: Origin,
}

/// Who begins a job.
pub(super) enum Origin {
    /// The person.
    Person,
    /// An agent asks for it.
    Agent(AskedBy),
    /// It fills in a row of a table.
    Table(Box<RowStart>),
}

/// What a table says of a row's job.
pub(super) struct RowStart {
    pub(super) of: RowOf,
    /// What else it is filled from.
    pub(super) profile: ProfileId,
    /// Columns that the person chose at earlier rows.
    pub(super) columns: Vec<Matched>,
}

/// Whether an address can be worked on at all.
fn is_web_address(url: &str) -> bool {
    !gate::origin_of(url).is_empty()
}

/// A job as whoever begins it wants it.
fn begun_by(mut job: Job, origin: Origin, profiles: &Profiles) -> Result<Job, String> {
    match origin {
        Origin::Person => {}
        Origin::Agent(agent) => job.record.asked_by = Some(agent),
        Origin::Table(row) => {
            let RowStart { of, profile, columns } = *row;
            if !profile.is_nobody() && profiles.get(&profile).is_none() {
                return Err(msg!("profiles_gone"));
            }
            job.record.profile_id = profile;
            job.record.table = Some(of);
            job = job.with_columns(columns);
        }
    }
    Ok(job)
}

/// The job in this tab that has filled a field which is to be changed, as long as its profile is there.
async fn filled(
    id: Option<String>,
    tab: Option<i32>,
    profiles: &Profiles,
) -> Result<Option<JobRecord>, String> {
    let Some(id) = id else { return Ok(None) };
    let form = storage::job_record(&id).await.map_err(|error| error.to_string())?;
    Ok(form.filter(|form| form.tab_id == tab && profiles.get(&form.profile_id).is_some()))
}

pub(super) async fn start(start: Start) -> Answer {
    let Start { job_id, start_url, tab_id, mode, record, goal, mut only, change_of, origin } =
        start;
    if job_id.is_empty() {
        return Err(msg!("worker_a_job_needs_an_id"));
    }
    if let Some(url) = &start_url
        && !is_web_address(url)
    {
        return Err(msg!("worker_the_address_must_begin_with_http"));
    }
    if start_url.is_none() && tab_id.is_none() {
        return Err(msg!("worker_choose_a_tab_or_enter_an_address"));
    }
    if let Some(target) = &mut only
        && target.element.is_none()
    {
        let tab = tab_id
            .filter(|_| start_url.is_none())
            .ok_or_else(|| msg!("worker_choose_a_tab_with_the_field"))?;
        let (_, element) = page::pointed(tab, Some(target.frame_id)).await?;
        target.element = Some(element);
    }
    let tab_id = if start_url.is_some() { None } else { tab_id };
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let url = match (&start_url, tab_id) {
        (Some(url), _) => url.clone(),
        (None, Some(tab)) => chrome::tab(tab).await.map(|tab| tab.url).unwrap_or_default(),
        (None, None) => String::new(),
    };
    let form = filled(change_of, tab_id, &profiles).await?;
    let busy = tab_id.is_some_and(|tab| !jobs_of_tab(tab).is_empty());
    if busy {
        return Err(msg!("worker_vaulty_is_working_on_this_tab"));
    }
    let mut job = Job::new(job_id.clone(), mode, tab_id, chrome::now());
    job.record.profile_id = for_page(profiles.set(), &url).clone();
    job = begun_by(job, origin, &profiles)?;
    job.start_url = start_url;
    job.goal = goal;
    if let Some(target) = only {
        job.fill_only(target);
        if let Some(form) = &form {
            job.as_change_of(form);
        }
    }
    // From here on a second Start finds the tab taken; nothing was awaited in between.
    let fresh = with_world(|world| {
        if world.jobs.contains_key(&job_id) {
            return false;
        }
        job.budget.max_steps = match (world.settings.cap_enabled, world.settings.max_steps) {
            (true, steps) if steps > 0 => steps,
            _ => job::MAX_STEPS,
        };
        if let Some(record) = &record {
            world.records.insert(job_id.clone(), record.clone());
        }
        world.jobs.insert(job_id.clone(), job);
        true
    });
    if !fresh {
        return Err(msg!("worker_this_job_was_started_already"));
    }
    if let Some(record) = &record
        && let Err(error) = storage::set_record_of(&job_id, record).await
    {
        // What never began must not hold the tab.
        with_world(|world| (world.jobs.remove(&job_id), world.records.remove(&job_id)));
        return Err(error.to_string());
    }
    tell(&job_id, Event::Start).await
}
