//! The plan of a form as a file: saved from the sheet, and taken in for its form. It holds names of entries, no values.

use extension_browser::tasks::spawn_local;
use shared_types::message::{PopupMessage, PopupReply};
use sycamore::prelude::*;

use crate::{
    browser::{download, take_file},
    paint::{Said, Tone, message, say, site_name},
    recipe_file,
    worker::{send, unexpected},
};

#[derive(Clone, Copy)]
pub(super) struct State {
    said: Signal<Said>,
}

impl State {
    pub(super) fn new() -> Self {
        Self { said: create_signal(Said::default()) }
    }

    pub(super) fn forget(self) {
        self.said.set(Said::default());
    }

    async fn save(self, job_id: String) {
        let saved = send(&PopupMessage::SavePlan { job_id }).await.and_then(|reply| match reply {
            PopupReply::File { name, media_type, content } => {
                download(&name, &media_type, content.reveal())
                    .map_err(|_| msg!("sent_the_browser_did_not_save_the_file"))
            }
            other => unexpected(other),
        });
        match saved {
            Ok(()) => say(self.said, Tone::Good, msg!("plan_saved")),
            Err(why) => say(self.said, Tone::Bad, why),
        }
    }

    /// Takes a file in, if it is of this site. Whether it was.
    async fn take_in(self, origin: &str, file: web_sys::File) -> bool {
        let taken = match recipe_file::read(file).await {
            Ok(recipe) if recipe.origin == origin => recipe_file::keep(recipe).await,
            Ok(recipe) => Err(msg!("plan_of_another_site", site = site_name(&recipe.origin))),
            Err(why) => Err(why),
        };
        let is_taken = taken.is_ok();
        match taken {
            Ok(()) => say(self.said, Tone::Good, msg!("plan_loaded")),
            Err(why) => say(self.said, Tone::Bad, why),
        }
        is_taken
    }
}

/// Both buttons; `reload` reads the sheet anew.
pub(super) fn view(
    state: State,
    job_id: String,
    origin: String,
    reload: impl Fn() + Copy + 'static,
) -> View {
    let save = move |_| spawn_local(state.save(job_id.clone()));
    let choose = move |event: web_sys::Event| {
        if let Some(file) = take_file(&event) {
            let origin = origin.clone();
            spawn_local(async move {
                if state.take_in(&origin, file).await {
                    reload();
                }
            });
        }
    };
    let message_part = message("plan-message", "report", state.said);
    view! {
        details(id="plan-file", class="quiet-box") {
            summary { (msg!("plan_as_a_file")) }
            p(class="hint") { (msg!("plan_hint")) }
            div(class="actions") {
                button(id="plan-save", r#type="button", on:click=save) { (msg!("plan_save")) }
                label(class="button", r#for="plan-load") { (msg!("plan_load")) }
                input(id="plan-load", class="unseen", r#type="file", accept=".toml", on:change=choose)
            }
            (message_part)
        }
    }
}
