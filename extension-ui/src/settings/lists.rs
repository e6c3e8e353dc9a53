//! Signed lists of recipes: looked at, trusted by their key, refreshed and removed. Each is fetched when the person presses
//! a button here, and at no other time.

use agent_core::memory::recipe::list::{self, LARGEST, Pinned, Refused, Signed};
use extension_browser::{
    address,
    download::{self, NotFetched},
    recipes::lists as kept,
    tasks::spawn_local,
};
use sycamore::prelude::*;

use crate::{
    browser::{focus_on, local_day},
    controls::GlobalAttributes,
    fill::sentences::host_of,
    paint::{Said, Tone, message, say, t},
    recipe_file,
};

/// How long a list may take to come, in milliseconds.
const COMES_WITHIN_MS: u32 = 15_000;
/// Sites of a list that are named.
const SITES: usize = 5;

/// A list with the day on which it was fetched.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) day: String,
    pub(crate) pinned: Pinned,
}

/// A list that was fetched and that the person has not agreed to yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offered {
    pub(crate) address: String,
    pub(crate) signed: Signed,
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) lines: Signal<Vec<Line>>,
    pub(crate) offered: Signal<Option<Offered>>,
    address: Signal<String>,
    busy: Signal<bool>,
    said: Signal<Said>,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            lines: create_signal(Vec::new()),
            offered: create_signal(None),
            address: create_signal(String::new()),
            busy: create_signal(false),
            said: create_signal(Said::default()),
        }
    }

    fn refuse(self, why: &Refused) {
        say(self.said, Tone::Bad, msg!("lists_refused", why = why.said()));
    }

    /// Fetches the list at an address and checks it. What is known already is taken in at once; the person is asked about
    /// another.
    async fn look(self, address: String) {
        self.offered.set(None);
        self.said.set(Said::default());
        let address = match address::of_server(&address) {
            Ok(address) => address.base(),
            Err(why) => return say(self.said, Tone::Bad, why),
        };
        let bytes = match download::bytes(&address, LARGEST, COMES_WITHIN_MS).await {
            Ok(bytes) => bytes,
            Err(NotFetched::TooLarge) => return self.refuse(&Refused::TooLarge),
            Err(NotFetched::NoAnswer) => {
                return say(self.said, Tone::Bad, msg!("lists_not_fetched"));
            }
        };
        let signed = match list::open(&bytes) {
            Ok(signed) => signed,
            Err(why) => return self.refuse(&why),
        };
        let all: Vec<Pinned> = self.lines.get_clone().into_iter().map(|line| line.pinned).collect();
        let is_known = all.iter().any(|one| one.name == signed.list.name);
        match list::accept(&all, &signed, &address, recipe_file::now()) {
            Err(why) => self.refuse(&why),
            Ok(_) if is_known => self.take_in(&address, &signed).await,
            Ok(_) => {
                self.offered.set(Some(Offered { address, signed }));
                focus_on("#lists-offered-title");
            }
        }
    }

    async fn take_in(self, address: &str, signed: &Signed) {
        match kept::take_in(signed, address, recipe_file::now()).await {
            Ok(Ok(true)) => say(self.said, Tone::Good, msg!("lists_added")),
            Ok(Ok(false)) => say(self.said, Tone::Plain, msg!("lists_is_newest")),
            Ok(Err(why)) => self.refuse(&why),
            Err(why) => say(self.said, Tone::Bad, why.0),
        }
        load(self).await;
    }

    /// Does something that takes a while, one at a time.
    fn go(self, work: impl Future<Output = ()> + 'static) {
        if self.busy.replace(true) {
            return;
        }
        spawn_local(async move {
            work.await;
            self.busy.set(false);
        });
    }
}

/// Reads which there are.
pub(crate) async fn load(state: State) {
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
    let line = |pinned: Pinned| Line { day: local_day(pinned.at as f64 * 1000.0), pinned };
    match kept::all().await {
        Ok(all) => state.lines.set(all.into_iter().map(line).collect()),
        Err(why) => say(state.said, Tone::Bad, why.0),
    }
}

pub(super) fn view(state: State) -> View {
    let lines = move || {
        let lines = state.lines.get_clone().into_iter();
        lines.map(|line| item(state, line)).collect::<Vec<View>>()
    };
    let offered = move || state.offered.get_clone().map(|one| offer(state, one));
    let look = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let address = state.address.get_clone_untracked();
        if !address.trim().is_empty() {
            state.go(state.look(address));
        }
    };
    let message_part = message("lists-message", "report", state.said);
    view! {
        section(id="lists", class="card", aria-labelledby="lists-title", aria-busy=if state.busy.get() { "true" } else { "false" }) {
            h2(id="lists-title", tabindex="-1") { (msg!("lists_title")) }
            p(class="hint") { (msg!("lists_hint")) }
            ul(id="lists-list", class="plain", hidden=state.lines.with(Vec::is_empty)) { (lines()) }
            form(id="lists-form", on:submit=look) {
                div(class="field") {
                    label(r#for="lists-address") { (msg!("lists_address")) }
                    div(class="inline") {
                        input(id="lists-address", r#type="url", autocomplete="off", "spellcheck"="false", placeholder="https://", bind:value=state.address)
                        button(id="lists-look", r#type="submit", disabled=state.busy.get()) { (msg!("lists_look")) }
                    }
                }
            }
            (offered())
            (message_part)
        }
    }
}

/// What the person is asked about a list before it is taken in: its key above all.
fn offer(state: State, offered: Offered) -> View {
    let Signed { key, list, .. } = &offered.signed;
    let title = msg!("lists_ask", name = list.name);
    let key = t(list::fingerprint(key));
    let about = about(list.forms.len(), list.version);
    let sites = list.sites();
    let more = if sites.len() > SITES { " …" } else { "" };
    let named: Vec<&str> = sites.iter().take(SITES).map(|site| host_of(site)).collect();
    let sites = t(format!("{}{more}", named.join(", ")));
    let add = move |_| {
        let Offered { address, signed } = offered.clone();
        state.go(async move {
            state.take_in(&address, &signed).await;
            state.offered.set(None);
            state.address.set(String::new());
            focus_on("#lists-title");
        });
    };
    let cancel = move |_| {
        state.offered.set(None);
        focus_on("#lists-address");
    };
    view! {
        div(id="lists-offered", class="quiet-box", role="group", aria-labelledby="lists-offered-title") {
            h3(id="lists-offered-title", tabindex="-1") { (title) }
            p(class="hint") { (about) " · " (sites) }
            p { code(id="lists-key") { (key) } }
            p(class="hint") { (msg!("lists_compare")) }
            div(class="actions") {
                button(id="lists-add", class="primary", r#type="button", disabled=state.busy.get(), on:click=add) { (msg!("lists_add")) }
                button(id="lists-cancel", r#type="button", on:click=cancel) { (msg!("lists_cancel")) }
            }
        }
    }
}

fn about(forms: usize, version: u32) -> String {
    msg!("lists_about", count = forms, version = version)
}

fn item(state: State, line: Line) -> View {
    let Line { day, pinned } = line;
    let Pinned { name, address, key, version, forms, .. } = pinned;
    let about = t(format!(
        "{} · {} · {}",
        about(forms, version),
        host_of(&address),
        msg!("lists_fetched", day = day)
    ));
    let key = t(msg!("lists_key", key = list::fingerprint(&key)));
    let refresh_name = t(msg!("lists_refresh_that", name = name));
    let remove_name = t(msg!("lists_remove_that", name = name));
    let refresh = move |_| state.go(state.look(address.clone()));
    let removed = name.clone();
    let remove = move |_| {
        let name = removed.clone();
        state.go(async move {
            if let Err(why) = kept::remove(&name).await {
                say(state.said, Tone::Bad, why.0);
            }
            load(state).await;
            focus_on("#lists-title");
        });
    };
    let title = t(name);
    view! {
        li {
            span(class="grow") {
                (title)
                span(class="hint block") { (about) }
                span(class="hint block") { (key) }
                span(class="actions") {
                    button(class="quiet small", r#type="button", aria-label=refresh_name, disabled=state.busy.get(), on:click=refresh) { (msg!("lists_refresh")) }
                    button(class="quiet small", r#type="button", aria-label=remove_name, disabled=state.busy.get(), on:click=remove) { (msg!("lists_remove")) }
                }
            }
        }
    }
}
