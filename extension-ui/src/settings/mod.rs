//! The view Settings: server, model, limits, console log; and below, sites and everything that is kept.

pub(crate) mod sites;

mod paired;
mod state;

use agent_core::{
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
    paint::{Tone, error, invalid, message, say},
    worker::{send, unexpected},
};

const MODES: &[(&str, &str)] = &[
    ("", "The server’s choice"),
    ("auto", "For what the rules leave open"),
    ("llm-first", "For every question"),
    ("rules-only", "Never"),
];

const PROVIDERS: &[(&str, &str)] = &[
    ("", "The server’s choice"),
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
        let (name, words) = (*name, *words);
        view! { option(value=name) { (words) } }
    };
    of.iter().map(option).collect()
}

fn options_of<T>(choices: &'static Choices<T>) -> Vec<View> {
    let option = |(name, words, _): &(&'static str, &'static str, T)| {
        let (name, words) = (*name, *words);
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
                Ok(Lost { token: false, key: false }) => (Tone::Good, "Saved.".to_owned()),
                Ok(lost) => (Tone::Warn, gone(lost).to_owned()),
                Err(error) => (Tone::Bad, error),
            };
            state.busy.set(false);
            say(state.said, tone, text);
        });
    };
    let server_part = server_view(state);
    let model_part = model_view(state);
    let filling_part = filling_view(state);
    let settings_message_part = message("settings-message", "", state.said);
    let sites_part = sites::view(state.sites);
    view! {
        form(id="settings-form", autocomplete="off", novalidate=true, on:submit=submit) {
            (server_part)
            (model_part)
            (filling_part)
            div(class="save-bar") {
                (settings_message_part)
                button(id="settings-save", class="primary", r#type="submit", disabled=state.busy.get()) { "Save" }
            }
        }
        (sites_part)
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
            legend { "Server" }
            label(class="check") {
                input(id="use-server", r#type="checkbox", bind:checked=state.use_server)
                span { "Use my server " span(class="hint block") { "Off: the extension plans by itself. Either way your values never leave this browser." } }
            }
            div(class="field") {
                label(r#for="api-base") { "Address" }
                input(id="api-base", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="api-base-error", aria-invalid=invalid(state.base.wrong), bind:value=state.base.text)
                (api_base_error_part)
            }
            div(class="field") {
                label(r#for="pair-code") { "Pairing code " span(class="hint") { "shown by the server when it starts" } }
                div(class="inline") {
                    input(id="pair-code", autocomplete="off", "spellcheck"="false", bind:value=state.code.text)
                    button(id="pair", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(pair(state))) { "Pair" }
                    button(id="unpair", class="quiet", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(paired::unpair(state))) { "Unpair" }
                }
            }
            details(class="nested") {
                summary { "Token and user name" }
                div(class="field") { label(r#for="server-token") { "Token" } input(id="server-token", r#type="password", autocomplete="new-password", "spellcheck"="false", bind:value=state.token.text) }
                div(class="field") {
                    label(r#for="user-id") { "User name at the server" }
                    input(id="user-id", "spellcheck"="false", aria-describedby="user-id-error", aria-invalid=invalid(state.user.wrong), bind:value=state.user.text)
                    (user_id_error_part)
                }
            }
            div(class="actions") {
                button(id="check-server", r#type="button", disabled=state.busy.get(), on:click=move |_| spawn_local(check_server(state))) { "Check the server" }
                button(id="browsers", class="quiet", r#type="button", disabled=state.busy.get(), on:click=browsers) { "Paired browsers" }
            }
            (sites_browser_list_part)
            (server_message_part)
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
            legend { "Model" }
            p(class="hint") { "Your server asks it what its rules don’t understand. It sees the questions and the names of your entries, never their values." }
            div(class="field") { label(r#for="llm-mode") { "When it is asked" } select(id="llm-mode", bind:value=state.mode.text) { (options_part) } }
            div(class="field") { label(r#for="llm-provider") { "Provider" } select(id="llm-provider", bind:value=state.provider.text) { (options2_part) } }
            div(class="field") { label(r#for="llm-model") { "Model" } input(id="llm-model", "spellcheck"="false", placeholder="the provider’s default", bind:value=state.model.text) }
            div(class="field") { label(r#for="llm-api-key") { "Your API key" } input(id="llm-api-key", r#type="password", autocomplete="new-password", "spellcheck"="false", bind:value=state.key.text) }
            div(class="field") {
                label(r#for="ollama-url") { "Ollama’s address" }
                input(id="ollama-url", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="ollama-url-error", aria-invalid=invalid(state.ollama.wrong), bind:value=state.ollama.text)
                (ollama_url_error_part)
            }
            div(class="field") {
                label(r#for="llm-base-url") { "Address of another provider" }
                input(id="llm-base-url", r#type="url", inputmode="url", "spellcheck"="false", aria-describedby="llm-base-url-hint llm-base-url-error", aria-invalid=invalid(state.other.wrong), bind:value=state.other.text)
                p(id="llm-base-url-hint", class="hint") { "For OpenAI-compatible and Azure. Your server must allow it." }
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
            legend { "Filling" }
            div(class="field short") {
                label(r#for="opens-in") { "The toolbar button opens" }
                select(id="opens-in", bind:value=state.opens_in.text) { (places) }
            }
            label(class="check") { input(id="cap-enabled", r#type="checkbox", bind:checked=state.is_capped) span { "Stop after a number of steps" } }
            div(class="field short") {
                label(r#for="max-steps") { "Steps at most" }
                input(id="max-steps", r#type="number", inputmode="numeric", min="1", max="200", step="1", aria-describedby="max-steps-error", aria-invalid=invalid(state.max_steps.wrong), bind:value=state.max_steps.text)
                (max_steps_error_part)
            }
            label(class="check") {
                input(id="autopilot", r#type="checkbox", bind:checked=state.autopilot)
                span { "Autopilot " span(class="hint block") { "Doesn’t ask again for ordinary data on sites you agreed to. Sending always asks." } }
            }
            div(class="field short") {
                label(r#for="log-level") { "Details in the logs" }
                select(id="log-level", bind:value=state.level.text) { (levels) }
                p(class="hint") { "For the browser’s console. “Everything” also keeps what each page looked like, for reporting a mistake. No level logs a value." }
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
        state.user.checked(user.ok_or_else(|| "Enter a user name; “me” will do.".to_owned()));
    let (Some(base), Some(ollama_url), Some(llm_base_url), Some(max_steps), Some(user_id)) =
        (base, ollama, other, steps, user)
    else {
        focus_on("#settings-form [aria-invalid=true]");
        return Err("Not saved: correct what is marked.".to_owned());
    };
    let not_stored =
        |error: ChromeError| format!("The browser did not store the settings: {error}");
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
    if lost != Lost::default() {
        state.token.text.set(settings.server_token.reveal().to_owned());
        state.key.text.set(settings.llm_api_key.reveal().to_owned());
    }
    Ok(lost)
}

fn provider(text: &str) -> Result<String, String> {
    address::of_provider(text).map(|address| address.base())
}

/// What a change took away, and what to do.
fn gone(lost: Lost) -> &'static str {
    match (lost.token, lost.key) {
        (true, true) => {
            "Saved. This is another server: pair with it, and enter your provider’s key again."
        }
        (true, false) => "Saved. This is another server: pair with it.",
        _ => "Saved. Your key was for another provider or server: enter it again.",
    }
}

/// Pairing and checking speak to the address in the form, so it is stored first.
async fn pair(state: State) {
    let said = state.server_said;
    let code = state.code.trimmed();
    if code.is_empty() {
        say(said, Tone::Bad, "Enter the code that the server shows.");
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
    say(said, Tone::Plain, "Pairing …");
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
                _ => say(said, Tone::Good, "Paired. The token is stored."),
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
    say(said, Tone::Plain, "Asking the server …");
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
