//! Which profile a job fills from: said where there are several, and changed as long as nothing was filled.

use agent_core::{msg, person::profiles};
use extension_browser::tasks::spawn_local;
use shared_types::{
    JobRecord, JobStatus, ProfileId, message::PopupMessage, profiles::ProfileChange,
};
use sycamore::prelude::*;

use crate::{
    browser::value_of,
    controls::GlobalAttributes,
    paint::{error, options_of},
    session::Session,
    worker::send,
};

#[derive(Clone, Copy)]
pub(super) struct State {
    error: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(super) fn new() -> Self {
        Self { error: create_signal(String::new()), busy: create_signal(false) }
    }
}

/// Whether the profile can be changed now: while the job asks what to fill, and nothing was filled.
fn can_change(job: &JobRecord) -> bool {
    let asks = job.status == JobStatus::PausedForApproval && job.consent.is_some();
    let is_free = job.written.is_empty() && job.table.is_none();
    (asks || job.status == JobStatus::NeedsInput) && is_free
}

/// The choice of a profile, above what would be filled from it.
pub(super) fn view(session: Session, state: State) -> View {
    let is_shown = move || session.has_several() && session.job.with(can_change);
    let options = move || {
        let used = session.job.with(|job| job.profile_id.clone());
        options_of(&session.profiles.get_clone().profiles, &used)
    };
    let change = move |event: web_sys::Event| {
        let (job_id, profile_id) =
            (session.job.with(|job| job.id.clone()), ProfileId::new(value_of(&event)));
        tell(state, session, PopupMessage::UseProfile { job_id, profile_id });
    };
    let is_always = move || {
        let (used, origin) = session.job.with(|job| (job.profile_id.clone(), job.origin.clone()));
        session.profiles.with(|set| origin.is_some_and(|at| set.sites.get(&at) == Some(&used)))
    };
    let always = move |_| {
        let (used, origin) = session.job.with(|job| (job.profile_id.clone(), job.origin.clone()));
        let id = (!is_always()).then_some(used);
        let change = ProfileChange::UseOnSite { origin: origin.unwrap_or_default(), id };
        tell(state, session, PopupMessage::ChangeProfiles { change });
    };
    let error_part = error("fill-as-error", state.error);
    view! {
        section(id="fill-as", class="card", aria-label=msg!("profiles_profile"), hidden=!is_shown()) {
            div(class="inline") {
                label(r#for="fill-as-profile") { (msg!("fill_as_filling")) }
                select(id="fill-as-profile", class="grow", disabled=state.busy.get(), on:change=change) { (options()) }
            }
            label(class="check") {
                input(id="fill-as-always", r#type="checkbox", checked=is_always(), prop:checked=is_always(), disabled=state.busy.get(), on:change=always)
                span { (msg!("fill_as_always")) }
            }
            (error_part)
        }
    }
}

/// Tells the worker; what it refuses is said, and the choice is painted as it is.
fn tell(state: State, session: Session, message: PopupMessage) {
    state.busy.set(true);
    spawn_local(async move {
        let answer = send(&message).await;
        state.busy.set(false);
        state.error.set(answer.err().unwrap_or_default());
        session.profiles.update(|_| {});
    });
}

/// Under which name a job fills or has filled; empty where there is one profile alone.
pub(super) fn used_line(session: Session) -> String {
    let (id, status) = session.job.with(|job| (job.profile_id.clone(), job.status));
    if status == JobStatus::Idle || !session.has_several() || session.job.with(can_change) {
        return String::new();
    }
    if id.is_nobody() {
        return msg!("tables_from_the_table_alone");
    }
    session.profiles.with(|set| match profiles::name(set, &id) {
        "" => msg!("fill_as_gone"),
        name => msg!("fill_as_name", name = name),
    })
}

/// Which profile the page would be filled from; empty where there is one profile alone.
pub(super) fn start_line(session: Session) -> String {
    if !session.has_several() {
        return String::new();
    }
    let origin = session.origin.get_clone();
    session.profiles.with(|set| {
        msg!("fill_as_start", name = profiles::name(set, profiles::for_page(set, &origin)))
    })
}
