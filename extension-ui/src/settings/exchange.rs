//! The exchange of recipes with the person's other browsers: the switch, and what came of it.

use extension_browser::{chrome, tasks::spawn_local};
use shared_types::{
    message::{PopupMessage, PopupReply},
    recipes::{ExchangeAct, ExchangeShown, LastExchange},
};
use sycamore::prelude::*;

use crate::{
    browser::{local_day, local_minute},
    controls::GlobalAttributes,
    paint::{Said, Tone, message, say},
    worker::{send, unexpected},
};

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) shown: Signal<ExchangeShown>,
    /// What the switch shows: what it was turned to may come to nothing.
    on: Signal<bool>,
    busy: Signal<bool>,
    said: Signal<Said>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            shown: create_signal(ExchangeShown::default()),
            on: create_signal(false),
            busy: create_signal(false),
            said: create_signal(Said::default()),
        }
    }

    async fn ask(self, act: ExchangeAct) {
        let answer = send(&PopupMessage::Exchange { act }).await.and_then(|reply| match reply {
            PopupReply::Exchange(shown) => Ok(shown),
            other => unexpected(other),
        });
        match answer {
            Ok(shown) => {
                let problem =
                    shown.last.as_ref().filter(|_| shown.on).map(|last| last.problem.clone());
                say(self.said, Tone::Warn, problem.unwrap_or_default());
                self.shown.set(shown);
            }
            Err(why) => say(self.said, Tone::Bad, why),
        }
        self.on.set(self.shown.with_untracked(|shown| shown.on));
    }

    /// Does what the person wants, which may take its time.
    fn start(self, act: ExchangeAct) {
        spawn_local(async move {
            self.busy.set(true);
            say(self.said, Tone::Plain, "");
            self.ask(act).await;
            self.busy.set(false);
        });
    }

    /// Says what went wrong.
    pub(super) fn fail(self, why: &str) {
        say(self.said, Tone::Bad, why);
    }

    /// Exchanges what was changed by hand, where that is on.
    pub(super) fn follow(self) {
        if self.shown.with_untracked(|shown| shown.on) {
            self.start(ExchangeAct::Now);
        }
    }
}

/// Reads how it stands.
pub(super) async fn load(state: State) {
    if !state.busy.get_untracked() {
        state.ask(ExchangeAct::Show).await;
    }
}

/// The switch; nothing where there is no server that this browser is paired with.
pub(super) fn view(state: State) -> View {
    let shown = state.shown;
    let is_on = create_selector(move || shown.with(|shown| shown.on));
    let turn = move |_| {
        let act = if is_on.get() { ExchangeAct::Off } else { ExchangeAct::On };
        state.start(act);
    };
    let last = move || {
        if state.busy.get() {
            return msg!("exchange_busy");
        }
        shown.with(|shown| shown.last.as_ref().map_or_else(|| msg!("exchange_never"), said))
    };
    let message_part = message("exchange-message", "report", state.said);
    view! {
        div(id="exchange", role="group", aria-label=msg!("exchange_share"), aria-busy=if state.busy.get() { "true" } else { "false" }, hidden=shown.with(|shown| !shown.possible)) {
            label(class="check") {
                input(id="exchange-on", r#type="checkbox", prop:checked=state.on.get(), disabled=state.busy.get(), on:change=turn)
                span { (msg!("exchange_share")) " " span(class="hint block") { (msg!("exchange_share_hint")) } }
            }
            div(class="actions", hidden=!is_on.get()) {
                button(id="exchange-now", class="quiet", r#type="button", disabled=state.busy.get(), on:click=move |_| state.start(ExchangeAct::Now)) { (msg!("exchange_now")) }
                span(id="exchange-last", class="hint") { (last()) }
            }
            (message_part)
        }
    }
}

/// `3 out, 1 in · today 14:03`
fn said(last: &LastExchange) -> String {
    let day = local_day(last.at);
    let when = if day == local_day(chrome::now()) {
        msg!("exchange_today", time = local_minute(last.at))
    } else {
        day
    };
    msg!("exchange_last", sent = last.sent, received = last.received, when = when)
}
