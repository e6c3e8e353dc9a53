//! The card for what only the person has: a code, a password, a captcha, a sign-in.

use extension_browser::tasks::spawn_local;
use shared_types::{JobRecord, JobStatus, Private, job::Verification, message::PopupMessage};
use sycamore::prelude::*;

use super::{jobs::needed, sentences};
use crate::{
    browser::{focus_on, focus_once_painted},
    controls::GlobalAttributes,
    paint::{error, invalid, t},
    worker::send,
};

#[derive(Clone, Copy)]
pub(super) struct State {
    card: ReadSignal<Option<(String, Verification)>>,
    code: Signal<String>,
    error: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(super) fn new(job: ReadSignal<JobRecord>) -> Self {
        let card = create_selector(move || {
            job.with(|job| needed(job, JobStatus::NeedsVerification, job.verification.as_ref()))
        });
        Self {
            card,
            code: create_signal(String::new()),
            error: create_signal(String::new()),
            busy: create_signal(false),
        }
    }
}

pub(super) fn view(state: State) -> View {
    create_effect(on(state.card, move || {
        state.code.set(String::new());
        state.error.set(String::new());
    }));
    view! {
        section(id="verification", class="card accent", aria-labelledby="verification-title", hidden=state.card.with(Option::is_none)) {
            (match state.card.get_clone() {
                Some((job_id, asked)) => card(state, job_id, &asked),
                None => view! {},
            })
        }
    }
}

fn card(state: State, job_id: String, asked: &Verification) -> View {
    let State { code, error: wrong, busy, .. } = state;
    let sentences::VerificationText {
        title,
        text,
        input: label,
        input_mode,
        is_covered,
        button: press,
    } = sentences::verification_text(asked);
    let is_typed = label.is_some();
    let label = label.unwrap_or_default();
    let kind = asked.kind;
    let most = asked.max_length.map(|most| most.to_string());
    let (site, context) = (t(sentences::destination(asked)), t(&asked.context));
    let (has_site, has_context) = (!site.is_empty(), !context.is_empty());
    let send_code = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let typed = code.with(|code| code.trim().to_owned());
        if is_typed && typed.is_empty() {
            wrong.set(msg!("code_enter_the_code_first"));
            focus_on("#code");
            return;
        }
        wrong.set(String::new());
        let code = Private::new(if is_typed { typed.as_str() } else { "" });
        let message = PopupMessage::ResumeAfterVerification {
            job_id: job_id.clone(),
            code,
            kind: Some(kind),
        };
        busy.set(true);
        spawn_local(async move {
            let answer = send(&message).await;
            busy.set(false);
            wrong.set(answer.err().unwrap_or_default());
        });
    };
    let complaint = (!asked.complaint.is_empty()).then(|| {
        let text = t(msg!("code_the_page_says", complaint = asked.complaint));
        view! { p(class="error", role="alert") { (text) } }
    });
    let (input, button) = (create_node_ref(), create_node_ref());
    focus_once_painted(if is_typed { input } else { button });
    let code_error_part = error("code-error", wrong);
    view! {
        h2(id="verification-title", tabindex="-1") { (title) }
        p(id="verification-text") { (text) }
        p(id="verification-context", class="quote", hidden=!has_context) { (context) }
        p(id="verification-site", class="hint", hidden=!has_site) { (site) }
        (complaint)
        form(id="verification-form", autocomplete="off", novalidate=true, on:submit=send_code) {
            div(id="code-row", class="field", hidden=!is_typed) {
                label(id="code-label", r#for="code") { (label) }
                input(
                    id="code", class="code", name="vaulty-code", r#type=if is_covered { "password" } else { "text" },
                    inputmode=input_mode, "maxlength"=most, autocomplete="off", autocapitalize="off", "spellcheck"="false",
                    aria-describedby="code-error", aria-invalid=invalid(wrong), r#ref=input, bind:value=code,
                )
                (code_error_part)
            }
            div(class="actions") { button(id="send-code", class="primary", r#type="submit", disabled=busy.get(), r#ref=button) { (press) } }
        }
    }
}
