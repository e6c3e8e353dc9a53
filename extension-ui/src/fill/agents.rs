//! Agents: whether they may see the form of this tab, and which of them asked for a job.

use agent_core::agents::{Shared, Wish, waiting};
use extension_browser::{chrome::ChromeError, storage, tasks::spawn_local};
use futures_util::future::try_join3;
use gloo_timers::future::TimeoutFuture;
use shared_types::{JobRecord, JobStatus, message::PopupMessage};
use sycamore::prelude::*;

use crate::{
    controls::GlobalAttributes,
    paint::{error, t},
    session::Session,
    worker::send,
};

/// How long the card of an address takes no answer: a click may have been meant for what stood there before.
const FRESH_MS: u32 = 700;

#[derive(Clone, Copy)]
pub(super) struct State {
    /// Whether agents may ask in this browser at all.
    enabled: Signal<bool>,
    shared: Signal<Vec<Shared>>,
    /// The address that is asked for first.
    wish: Signal<Option<Wish>>,
    /// Whether it has just come.
    fresh: Signal<bool>,
    error: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            enabled: create_signal(false),
            shared: create_signal(Vec::new()),
            wish: create_signal(None),
            fresh: create_signal(false),
            error: create_signal(String::new()),
            busy: create_signal(false),
        }
    }

    #[cfg(test)]
    pub(super) fn show(self, shared: Vec<Shared>) {
        self.enabled.set(true);
        self.shared.set(shared);
    }

    #[cfg(test)]
    pub(super) fn ask(self, wish: Wish) {
        self.wish.set(Some(wish));
    }
}

/// Reads whether agents may ask, and which tabs are shared.
pub(super) async fn load(state: State) -> Result<(), ChromeError> {
    let reading = try_join3(storage::settings(), storage::shared_tabs(), storage::wishes());
    let (settings, shared, wishes) = reading.await?;
    state.enabled.set(settings.agents_enabled && settings.use_server);
    state.shared.set(shared);
    let first = waiting(&wishes).next().filter(|_| state.enabled.get_untracked());
    show_wish(state, first.cloned());
    Ok(())
}

fn show_wish(state: State, wish: Option<Wish>) {
    if state.wish.with_untracked(|shown| *shown == wish) {
        return;
    }
    state.fresh.set(wish.is_some());
    state.wish.set(wish.clone());
    spawn_local(async move {
        TimeoutFuture::new(FRESH_MS).await;
        if state.wish.with_untracked(|shown| *shown == wish) {
            state.fresh.set(false);
        }
    });
}

/// The switch for the tab that the panel is for. Where agents may not ask it is not there.
pub(super) fn view(session: Session, state: State) -> View {
    let is_shown = move || {
        state.enabled.get() && !session.own_page.get() && !session.origin.get_clone().is_empty()
    };
    let is_shared = move || {
        let (tab, origin) = (session.tab.get(), session.origin.get_clone());
        state.shared.with(|all| all.iter().any(|one| Some(one.tab) == tab && one.origin == origin))
    };
    let toggle = move |_| {
        let Some(tab_id) = session.tab.get() else { return };
        let share = !is_shared();
        state.busy.set(true);
        spawn_local(async move {
            let answer = send(&PopupMessage::ShareTab { tab_id, share }).await;
            state.busy.set(false);
            state.error.set(answer.err().unwrap_or_default());
            // Painted as it is, also where it was refused.
            state.shared.update(|_| {});
        });
    };
    let error_part = error("share-error", state.error);
    view! {
        div(id="share", hidden=!is_shown()) {
            label(class="check") {
                input(id="share-tab", r#type="checkbox", checked=is_shared(), prop:checked=is_shared(), disabled=state.busy.get(), on:change=toggle)
                span { (msg!("start_agents_may_see_this_form")) " " span(class="hint block") { (msg!("start_agents_see_labels_and_names")) } }
            }
            (error_part)
        }
    }
}

/// The address that an agent asks for, in whole, and what the person says of it.
pub(super) fn wish_card(state: State) -> View {
    let answer = move |open: bool| {
        move |_| {
            let Some(id) = state.wish.with(|wish| wish.as_ref().map(|wish| wish.id.clone())) else {
                return;
            };
            state.busy.set(true);
            spawn_local(async move {
                let answer = send(&PopupMessage::OpenWish { id, open }).await;
                state.busy.set(false);
                state.error.set(answer.err().unwrap_or_default());
            });
        }
    };
    let of = move |part: fn(&Wish) -> String| {
        state.wish.with(|wish| wish.as_ref().map(part).unwrap_or_default())
    };
    let is_held = move || state.busy.get() || state.fresh.get();
    let title =
        move || msg!("fill_an_agent_wants_to_open", name = of(|wish| wish.agent.name.clone()));
    view! {
        section(id="wish", class="card accent", aria-labelledby="wish-title", hidden=state.wish.with(Option::is_none)) {
            h2(id="wish-title") { (t(title())) }
            p(id="wish-address",) { (t(of(|wish| wish.address.clone()))) }
            p(class="hint") { (msg!("fill_open_it_if_you_asked_for_it")) }
            div(class="actions") {
                button(id="wish-open", class="primary", r#type="button", disabled=is_held(), on:click=answer(true)) { (msg!("fill_open_and_share")) }
                button(id="wish-no", r#type="button", disabled=is_held(), on:click=answer(false)) { (msg!("fill_do_not_open")) }
            }
        }
    }
}

/// Which agent asked for a job; empty where the person began it.
pub(super) fn asked_line(job: &JobRecord) -> String {
    match &job.asked_by {
        Some(asked) if job.status != JobStatus::Idle => {
            msg!("fill_an_agent_asked_for_this", name = asked.name)
        }
        _ => String::new(),
    }
}
