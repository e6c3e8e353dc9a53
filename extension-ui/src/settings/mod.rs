//! The view Settings: server, model, limits, console log; and below, sites and everything that is kept.

pub(crate) mod learned;
pub(crate) mod lists;
pub(crate) mod recipes;
#[cfg(test)]
pub(crate) mod screens;
pub(crate) mod sites;

mod exchange;
mod own_model;
mod paired;
mod state;

use agent_core::{
    catalogue,
    person::typed,
    server::{self, Lost},
};
use extension_browser::{address, chrome::ChromeError, console, storage, tasks::spawn_local};
use shared_types::{
    message::{PopupMessage, PopupReply},
    settings::{AgentSettings, LogLevel},
};
use sycamore::prelude::*;

use state::{Choices, LEVELS, PLACES, choice_of};
pub(crate) use state::{State, load};

use crate::{
    browser::focus_on,
    controls::GlobalAttributes,
    paint::{Tone, error, invalid, message, say},
    worker::{send, unexpected},
};

const MODES: &[(&str, &str)] = &[
    ("", key!("settings_the_servers_choice")),
    ("auto", key!("settings_for_what_the_rules_leave_open")),
    ("llm-first", key!("settings_for_every_question")),
    ("rules-only", key!("settings_never")),
];

const PROVIDERS: &[(&str, &str)] = &[
    ("", key!("settings_the_servers_choice")),
    ("openai", "OpenAI"),
    ("anthropic", "Anthropic"),
    ("openrouter", "OpenRouter"),
    ("ollama", "Ollama"),
    ("openai-compatible", "OpenAI-compatible"),
    ("azure", "Azure"),
    ("gemini", "Gemini"),
    ("bedrock", "Bedrock"),
];

fn options(of: &'static [(&'static str, &'static str)]) -> Vec<View> {
    let option = |(name, words): &(&'static str, &'static str)| {
        let (name, words) = (*name, catalogue::text(words));
        view! { option(value=name) { (words) } }
    };
    of.iter().map(option).collect()
}

fn options_of<T>(choices: &'static Choices<T>) -> Vec<View> {
    let option = |(name, words, _): &(&'static str, &'static str, T)| {
        let (name, words) = (*name, catalogue::text(words));
        view! { option(value=name) { (words) } }
    };
    choices.iter().map(option).collect()
}

/// The view.
pub(crate) fn view(state: State) -> View {
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        state.busy.set(true);
        say(state.said, Tone::Plain, "");
        spawn_local(async move {
            let (tone, text) = match save(state).await {
                Ok(Lost { token: false, key: false }) => (Tone::Good, msg!("settings_saved")),
                Ok(lost) => (Tone::Warn, gone(lost).to_owned()),
                Err(error) => (Tone::Bad, error),
            };
            state.busy.set(false);
            say(state.said, tone, text);
        });
    };
    create_effect(on(state.sites.erased, move || {
        if state.sites.erased.get_untracked() > 0 {
            spawn_local(async move {
                if state::erased(state).await.is_err() {
                    console::log(LogLevel::Error, "panel: storage could not be read");
                }
            });
        }
    }));
    let server_part = server_view(state);
    let agents_part = agents_view(state);
    let own_model_part = own_model::view(state.own_model);
    let model_part = model_view(state);
    let filling_part = filling_view(state);
    let settings_message_part = message("settings-message", "", state.said);
    let (learned_part, recipes_part) = (learned::view(state.learned), recipes::view(state.recipes));
    let lists_part = lists::view(state.lists);
    let known = view! { (learned_part) (recipes_part) (lists_part) };
    let sites_part = sites::view(state.sites, known);
    view! {
        form(id="settings-form", autocomplete="off", novalidate=true, on:submit=submit) {
            (server_part)
            (agents_part)
            (own_model_part)
            (model_part)
            (filling_part)
        }
        (sites_part)
        div(class="save-bar") {
            (settings_message_part)
            button(id="settings-save", class="primary", r#type="submit", form="settings-form", disabled=state.busy.get()) { (msg!("settings_save")) }
        }
    }
}

fn server_view(state: State) -> View {
    let browsers = move |_| spawn_local(paired::browsers(state, PopupMessage::Browsers));
    let api_base_error_part = error("api-base-error", state.base.wrong);
    let user_id_error_part = error("user-id-error", state.user.wrong);
    let sites_browser_list_part = paired::browser_list(state);
    let server_message_part = message("server-message", "report", state.server_said);
    view! {
        fieldset(class="card") {
            legend { (msg!("settings_server")) }
            label(class="check") {
                input(id="use-server", r#type="checkbox", bind:checked=state.use_server)
                span { (msg!("settings_use_my_server")) " " span(class="hint block") { (msg!("settings_off_the_extension_plans_by_itself")) } }
            }
            div(class="field") {
                label(r#for="api-base") { (msg!("settings_address")) }
                input(id="api-base", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="api-base-error", aria-invalid=invalid(state.base.wrong), bind:value=state.base.text)
                (api_base_error_part)
            }
            div(class="field") {
                label(r#for="pair-code") { (msg!("settings_pairing_code")) " " span(class="hint") { (msg!("settings_shown_by_the_server_when_it_starts")) } }
                div(class="inline") {
                    input(id="pair-code", autocomplete="off", "spellcheck"="false", bind:value=state.code.text)
                    button(id="pair", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(pair(state))) { (msg!("settings_pair")) }
                    button(id="unpair", class="quiet", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(paired::unpair(state))) { (msg!("settings_unpair")) }
                }
            }
            details(class="nested") {
                summary { (msg!("settings_token_and_user_name")) }
                div(class="field") { label(r#for="server-token") { (msg!("settings_token")) } input(id="server-token", r#type="password", autocomplete="new-password", "spellcheck"="false", bind:value=state.token.text) }
                div(class="field") {
                    label(r#for="user-id") { (msg!("settings_user_name_at_the_server")) }
                    input(id="user-id", "spellcheck"="false", aria-describedby="user-id-error", aria-invalid=invalid(state.user.wrong), bind:value=state.user.text)
                    (user_id_error_part)
                }
            }
            div(class="actions") {
                button(id="check-server", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(check_server(state))) { (msg!("settings_check_the_server")) }
                button(id="browsers", class="quiet", r#type="button", disabled=state.busy.get(), on:click=browsers) { (msg!("settings_paired_browsers")) }
            }
            (sites_browser_list_part)
            (server_message_part)
        }
    }
}

fn agents_view(state: State) -> View {
    view! {
        fieldset(class="card") {
            legend { (msg!("settings_agents")) }
            label(class="check") {
                input(id="agents-enabled", r#type="checkbox", bind:checked=state.agents)
                span { (msg!("settings_let_agents_ask_vaulty_to_fill")) " " span(class="hint block") { (msg!("settings_agents_that_you_add_at_your_server")) } }
            }
            label(class="check", hidden=!state.agents.get()) {
                input(id="agents-answer", r#type="checkbox", bind:checked=state.agents_answer)
                span { (msg!("settings_let_agents_suggest_answers")) " " span(class="hint block") { (msg!("settings_an_agents_answer_is_filled_once_you_use_it")) } }
            }
            p(id="agents-need-server", class="hint", hidden=!state.agents.get() || state.use_server.get()) { (msg!("settings_agents_need_your_server")) }
        }
    }
}

fn model_view(state: State) -> View {
    let options_part = options(MODES);
    let options2_part = options(PROVIDERS);
    let ollama_url_error_part = error("ollama-url-error", state.ollama.wrong);
    let llm_base_url_error_part = error("llm-base-url-error", state.other.wrong);
    view! {
        fieldset(class="card") {
            legend { (msg!("settings_model")) }
            p(class="hint") { (msg!("settings_your_server_asks_it_what_its_rules")) }
            div(class="field") { label(r#for="llm-mode") { (msg!("settings_when_it_is_asked")) } select(id="llm-mode", bind:value=state.mode.text) { (options_part) } }
            div(class="field") { label(r#for="llm-provider") { (msg!("settings_provider")) } select(id="llm-provider", bind:value=state.provider.text) { (options2_part) } }
            div(class="field") { label(r#for="llm-model") { (msg!("settings_model")) } input(id="llm-model", "spellcheck"="false", placeholder=msg!("settings_the_providers_default"), bind:value=state.model.text) }
            div(class="field") { label(r#for="llm-api-key") { (msg!("settings_your_api_key")) } input(id="llm-api-key", r#type="password", autocomplete="new-password", "spellcheck"="false", bind:value=state.key.text) }
            div(class="field") {
                label(r#for="ollama-url") { (msg!("settings_ollamas_address")) }
                input(id="ollama-url", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="ollama-url-error", aria-invalid=invalid(state.ollama.wrong), bind:value=state.ollama.text)
                (ollama_url_error_part)
            }
            div(class="field") {
                label(r#for="llm-base-url") { (msg!("settings_address_of_another_provider")) }
                input(id="llm-base-url", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="llm-base-url-hint llm-base-url-error", aria-invalid=invalid(state.other.wrong), bind:value=state.other.text)
                p(id="llm-base-url-hint", class="hint") { (msg!("settings_for_openai_compatible_and_azure")) }
                (llm_base_url_error_part)
            }
        }
    }
}

fn filling_view(state: State) -> View {
    let (levels, places) = (options_of(LEVELS), options_of(PLACES));
    let max_steps_error_part = error("max-steps-error", state.max_steps.wrong);
    view! {
        fieldset(class="card") {
            legend { (msg!("settings_filling")) }
            div(class="field short") {
                label(r#for="opens-in") { (msg!("settings_the_toolbar_button_opens")) }
                select(id="opens-in", bind:value=state.opens_in.text) { (places) }
            }
            label(class="check") { input(id="cap-enabled", r#type="checkbox", bind:checked=state.is_capped) span { (msg!("settings_stop_after_a_number_of_steps")) } }
            div(class="field short") {
                label(r#for="max-steps") { (msg!("settings_steps_at_most")) }
                input(id="max-steps", r#type="number", inputmode="numeric", min="1", max="200", step="1", aria-describedby="max-steps-error", aria-invalid=invalid(state.max_steps.wrong), bind:value=state.max_steps.text)
                (max_steps_error_part)
            }
            label(class="check") {
                input(id="autopilot", r#type="checkbox", bind:checked=state.autopilot)
                span { (msg!("settings_autopilot")) " " span(class="hint block") { (msg!("settings_doesnt_ask_again_for_ordinary_data")) } }
            }
            div(class="field short") {
                label(r#for="log-level") { (msg!("settings_details_in_the_logs")) }
                select(id="log-level", bind:value=state.level.text) { (levels) }
                p(class="hint") { (msg!("settings_for_the_browsers_console")) }
            }
        }
    }
}

/// Stores what is in the form, if all of it is valid, and says what a change took away.
async fn save(state: State) -> Result<Lost, String> {
    let base = state.base.checked(address::of_server(&state.base.trimmed()));
    let ollama = state.ollama.checked(provider(&state.ollama.trimmed()));
    let other = match state.other.trimmed() {
        none if none.is_empty() => Ok(none),
        address => provider(&address),
    };
    let other = state.other.checked(other);
    let steps = state.max_steps.checked(typed::max_steps(&state.max_steps.trimmed()));
    let user = Some(state.user.trimmed()).filter(|user| !user.is_empty());
    let user =
        state.user.checked(user.ok_or_else(|| msg!("settings_enter_a_user_name_me_will_do")));
    let (Some(base), Some(ollama_url), Some(llm_base_url), Some(max_steps), Some(user_id)) =
        (base, ollama, other, steps, user)
    else {
        focus_on("#settings-form [aria-invalid=true]");
        return Err(msg!("settings_not_saved_correct_what_is_marked"));
    };
    let not_stored =
        |error: ChromeError| msg!("settings_the_browser_did_not_store_the", error = error);
    let before = storage::settings().await.map_err(not_stored)?;
    let mut settings = AgentSettings {
        llm_provider: state.provider.trimmed(),
        llm_api_key: state.key.trimmed().into(),
        llm_model: state.model.trimmed(),
        ollama_url,
        llm_base_url,
        llm_mode: state.mode.trimmed(),
        autopilot_enabled: state.autopilot.get(),
        cap_enabled: state.is_capped.get(),
        max_steps,
        use_server: state.use_server.get(),
        browser_model: state.own_model.chosen.get(),
        agents_enabled: state.agents.get(),
        agents_answer: state.agents_answer.get(),
        server_token: state.token.trimmed().into(),
        user_id,
        log_level: choice_of(LEVELS, &state.level.trimmed()),
        opens_in: choice_of(PLACES, &state.opens_in.trimmed()),
        server_origin: String::new(),
        llm_key_for: String::new(),
    };
    let lost = server::change(&before, &mut settings, &base);
    storage::set_settings(&settings).await.map_err(not_stored)?;
    storage::set_api_base(&base).await.map_err(not_stored)?;
    console::set_level(settings.log_level);
    console::log(LogLevel::Info, "panel: settings saved");
    state::saved(state).await.map_err(not_stored)?;
    Ok(lost)
}

fn provider(text: &str) -> Result<String, String> {
    address::of_provider(text).map(|address| address.base())
}

/// What a change took away, and what to do.
fn gone(lost: Lost) -> String {
    match (lost.token, lost.key) {
        (true, true) => {
            msg!("settings_saved_this_is_another_server_pair")
        }
        (true, false) => msg!("settings_saved_this_is_another_server_pair_2"),
        _ => msg!("settings_saved_your_key_was_for_another"),
    }
}

/// Pairing and checking speak to the address in the form, so it is stored first.
async fn pair(state: State) {
    let said = state.server_said;
    let code = state.code.trimmed();
    if code.is_empty() {
        say(said, Tone::Bad, msg!("settings_enter_the_code_that_the_server"));
        focus_on("#pair-code");
        return;
    }
    state.busy.set(true);
    // Whoever pairs with a server wants it asked.
    state.use_server.set(true);
    if let Err(error) = save(state).await {
        state.busy.set(false);
        return say(said, Tone::Bad, error);
    }
    say(said, Tone::Plain, msg!("settings_pairing"));
    let answer = send(&PopupMessage::Pair { code: code.into() }).await;
    // The form must hold the new token before anything saves the form.
    let loaded = load(state).await;
    state.busy.set(false);
    match answer {
        Ok(PopupReply::Server { reachable: false, message }) => say(said, Tone::Bad, message),
        Ok(reply) => {
            state.code.text.set(String::new());
            match (loaded, reply) {
                (Err(error), _) => say(said, Tone::Bad, error.to_string()),
                (_, PopupReply::Server { message, .. }) => say(said, Tone::Good, message),
                _ => say(said, Tone::Good, msg!("settings_paired_the_token_is_stored")),
            }
        }
        Err(error) => say(said, Tone::Bad, error),
    }
}

async fn check_server(state: State) {
    let said = state.server_said;
    state.busy.set(true);
    match save(state).await {
        Ok(lost) if lost != Lost::default() => say(state.said, Tone::Warn, gone(lost)),
        Ok(_) => {}
        Err(error) => {
            state.busy.set(false);
            return say(said, Tone::Bad, error);
        }
    }
    say(said, Tone::Plain, msg!("settings_asking_the_server"));
    let answer = send(&PopupMessage::CheckServer).await.and_then(|reply| match reply {
        PopupReply::Server { reachable, message } => Ok((reachable, message)),
        other => unexpected(other),
    });
    state.busy.set(false);
    match answer {
        Ok((true, message)) => say(said, Tone::Good, message),
        Ok((false, message)) | Err(message) => say(said, Tone::Bad, message),
    }
}
