//! The part of Settings about consent: sites, what leaves with an export, and erasing everything.

use agent_core::{
    gate,
    person::{file::without_secrets_of_ours, profiles},
};
use extension_browser::{
    chrome::{self, ChromeError},
    console, profiles as kept_profiles, recipes as kept_recipes, storage,
    tasks::spawn_local,
};
use shared_types::{
    Consent, DataKind, ProfileId, ProfileSet, Scope,
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};
use sycamore::prelude::*;

use crate::{
    browser::download,
    controls::GlobalAttributes,
    paint::{Said, Tone, kind_label, message, say, site_name, t},
    session::Session,
    worker::send,
};

/// What this part holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    pub(crate) consents: Signal<Vec<Consent>>,
    address: Signal<String>,
    scope: Signal<String>,
    pub(super) said: Signal<Said>,
    pub(super) asks: Signal<bool>,
    at_server: Signal<bool>,
    pub(super) erase_said: Signal<Said>,
    /// How often everything was erased here.
    pub(super) erased: Signal<u32>,
    busy: Signal<bool>,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            consents: session.consents,
            address: create_signal(String::new()),
            scope: create_signal("never".to_owned()),
            said: create_signal(Said::default()),
            asks: create_signal(false),
            at_server: create_signal(false),
            erase_said: create_signal(Said::default()),
            erased: create_signal(0),
            busy: create_signal(false),
        }
    }
}

/// Shows the consents that are kept.
pub(crate) async fn load(state: State) -> Result<(), ChromeError> {
    state.consents.set(storage::consents().await?);
    Ok(())
}

/// Sites, what was learned, and everything that is kept.
pub(super) fn view(state: State, learned: View) -> View {
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        add(state);
    };
    let sites = move || {
        state.consents.get_clone().iter().map(|one| site(state, one)).collect::<Vec<View>>()
    };
    let ask = move |asking: bool| {
        move |_| {
            state.asks.set(asking);
            state.at_server.set(false);
            say(state.erase_said, Tone::Plain, "");
        }
    };
    let site_message_part = message("site-message", "report", state.said);
    let erase_message_part = message("erase-message", "report", state.erase_said);
    view! {
        section(class="card", aria-labelledby="sites-title") {
            h2(id="sites-title") { (msg!("sites_sites")) }
            p(class="hint") { (msg!("sites_what_each_site_may_get_without")) }
            ul(id="site-list", class="plain") { (sites()) }
            p(id="sites-empty", class="hint", hidden=!state.consents.with(Vec::is_empty)) { (msg!("sites_no_site_yet_you_are_asked_each")) }
            form(id="site-form", class="inline", novalidate=true, on:submit=add) {
                input(id="site-address", class="grow", r#type="url", inputmode="url", placeholder="https://…", aria-label=msg!("sites_site"), autocomplete="off", "spellcheck"="false", bind:value=state.address)
                select(id="site-scope", aria-label=msg!("sites_what_it_may_get"), bind:value=state.scope) {
                    option(value="never") { (msg!("sites_never")) }
                    option(value="everyday") { (msg!("sites_name_contact_address_work")) }
                }
                button(id="site-add", r#type="submit", disabled=state.busy.get()) { (msg!("sites_add")) }
            }
            (site_message_part)
        }
        (learned)
        section(class="card", aria-labelledby="erase-title") {
            h2(id="erase-title") { (msg!("sites_everything_of_yours")) }
            div(class="actions") {
                button(id="export-all", r#type="button", on:click=move |_| spawn_local(export(state))) { (msg!("sites_export_everything")) }
                button(id="erase", class="danger", r#type="button", on:click=ask(true)) { (msg!("sites_erase_everything")) }
            }
            div(id="erase-confirm", class="advice", role="group", aria-label=msg!("sites_erase_everything_2"), hidden=!state.asks.get()) {
                p { (msg!("sites_erase_profile_answers_consents")) }
                label(class="check") { input(id="erase-server", r#type="checkbox", bind:checked=state.at_server) span { (msg!("sites_also_erase_what_my_server_keeps_of")) } }
                div(class="actions") {
                    button(id="erase-yes", class="danger", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(erase(state))) { (msg!("sites_erase")) }
                    button(id="erase-no", r#type="button", disabled=state.busy.get(), on:click=ask(false)) { (msg!("sites_keep")) }
                }
            }
            (erase_message_part)
        }
    }
}

fn site(state: State, consent: &Consent) -> View {
    // A consent of an older version says nothing of what it is for.
    let words = match consent.scope {
        Scope::Never => msg!("sites_never_filled"),
        Scope::Session | Scope::Always if consent.kinds.is_empty() => {
            msg!("sites_asks_again_nothing_is_kept")
        }
        Scope::Session => msg!("sites_until_the_browser_closes_press_a"),
        _ => msg!("sites_always_press_a_kind_to_take_it"),
    };
    let whose = whose(state, consent);
    let origin = consent.origin.clone();
    let label = t(msg!("sites_revoke_for", origin = site_name(&origin)));
    let kinds: Vec<View> =
        consent.kinds.iter().map(|kind| kind_button(state, consent, kind)).collect();
    let (shown, marked) = (site_name(&origin), origin.clone());
    let of = consent.profile_id.clone();
    let revoke = move |_| {
        spawn_local(set(state, (origin.clone(), of.clone()), Scope::Once, Vec::new()));
    };
    view! {
        li {
            div(class="grow") { div { (shown) } div(class="hint") { (whose) (words) } div(class="kinds") { (kinds) } }
            button(r#type="button", aria-label=label, data-origin=marked, on:click=revoke) { (msg!("sites_revoke")) }
        }
    }
}

/// Whose data a consent is about, where there are several profiles.
fn whose(state: State, consent: &Consent) -> String {
    if consent.scope == Scope::Never || !state.session.has_several() {
        return String::new();
    }
    let name = |set: &ProfileSet| profiles::name(set, &consent.profile_id).to_owned();
    format!("{} ", t(msg!("sites_as", name = state.session.profiles.with(name))))
}

/// A kind that is kept, which takes it back.
fn kind_button(state: State, consent: &Consent, kind: &DataKind) -> View {
    let words = t(kind_label(&kind.kind));
    let label = t(msg!("sites_take_back_for", site = site_name(&consent.origin), words = words));
    let of = (consent.origin.clone(), consent.profile_id.clone());
    let (scope, marked) = (consent.scope, kind.kind.clone());
    let left: Vec<DataKind> = consent.kinds.iter().filter(|kept| *kept != kind).cloned().collect();
    let take_back = move |_| spawn_local(set(state, of.clone(), scope, left.clone()));
    view! { button(class="quiet", r#type="button", aria-label=label, data-kind=marked, on:click=take_back) { (words) } }
}

fn add(state: State) {
    let typed = state.address.with(|typed| typed.trim().to_owned());
    let address = if typed.contains("://") { typed } else { format!("https://{typed}") };
    let origin = gate::origin_of(&address);
    if origin.is_empty() {
        return say(state.said, Tone::Bad, msg!("sites_enter_a_site_such_as_https_example"));
    }
    let everyday = gate::EVERYDAY
        .iter()
        .map(|kind| DataKind { kind: (*kind).to_owned(), ..DataKind::default() });
    let whose = state.session.profiles.with(|set| profiles::for_page(set, &origin).clone());
    let (scope, kinds) = match state.scope.get_clone().as_str() {
        "everyday" => (Scope::Always, everyday.collect()),
        _ => (Scope::Never, Vec::new()),
    };
    state.address.set(String::new());
    spawn_local(set(state, (origin, whose), scope, kinds));
}

async fn set(
    state: State,
    (origin, profile_id): (String, ProfileId),
    scope: Scope,
    kinds: Vec<DataKind>,
) {
    let done = if scope == Scope::Once { msg!("sites_revoked") } else { msg!("sites_saved") };
    state.busy.set(true);
    let answer = send(&PopupMessage::SetConsent { origin, scope, kinds, profile_id }).await;
    state.busy.set(false);
    match answer {
        Ok(_) => say(state.said, Tone::Good, done),
        Err(error) => say(state.said, Tone::Bad, error),
    }
}

/// Everything that is kept, as the person may want to look at it; keys and tokens stay.
async fn export(state: State) {
    let everything = async {
        let mut all = without_secrets_of_ours(chrome::stored_all().await?);
        all.extend(kept_profiles::everything().await?);
        all.extend(kept_recipes::everything().await?);
        Ok::<_, ChromeError>(all)
    };
    let everything = everything.await;
    let written = everything.and_then(|all| chrome::pretty(&all));
    let saved = written.and_then(|text| {
        download("vaulty-everything.json", "application/json", &text).map_err(ChromeError::from)
    });
    match saved {
        Ok(()) => say(state.erase_said, Tone::Good, msg!("sites_exported_the_file_holds_your")),
        Err(_) => say(state.erase_said, Tone::Bad, msg!("sites_the_browser_did_not_save_the_file")),
    }
}

/// How much of what a server says is shown, in sentences and characters.
const MOST_SENTENCES: usize = 3;
const LONGEST_SENTENCE: usize = 300;

/// What is said of an erasure. `left`: a server's own words for what goes later, of which some are shown.
pub(super) fn erased(left: &[String]) -> String {
    let mut text = msg!("sites_erased_nothing_of_yours_is_left");
    for later in left.iter().take(MOST_SENTENCES) {
        let said: String = later.chars().take(LONGEST_SENTENCE).collect();
        text =
            format!("{text} {}", msg!("sites_your_server_says", said = said.trim_end_matches('.')));
    }
    text
}

async fn erase(state: State) {
    let server = state.at_server.get();
    console::log(LogLevel::Info, "panel: erase");
    state.busy.set(true);
    let answer = send(&PopupMessage::Erase { server }).await;
    state.busy.set(false);
    match answer {
        Ok(reply) => {
            state.asks.set(false);
            state.erased.set(state.erased.get() + 1);
            let left = match reply {
                PopupReply::Erased { left } => left,
                _ => Vec::new(),
            };
            say(state.erase_said, Tone::Good, erased(&left));
            if load(state).await.is_err() {
                console::log(LogLevel::Error, "panel: storage could not be read");
            }
        }
        Err(error) => say(state.erase_said, Tone::Bad, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_later_at_the_server_is_said() {
        assert_eq!(erased(&[]), "Erased. Nothing of yours is left here.");
        let later = ["pages are in its log until a program that reads it ends.".to_owned()];
        assert_eq!(
            erased(&later),
            "Erased. Nothing of yours is left here. Your server says: pages are in its log until a program \
             that reads it ends."
        );
        let much = vec!["x".repeat(1_000); 9];
        assert_eq!(erased(&much).matches("Your server says").count(), 3);
        assert!(erased(&much).len() < 1_000);
    }
}
