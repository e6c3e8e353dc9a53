//! What the view Profile holds, and what is stored of it.

use std::collections::BTreeSet;

use agent_core::person::{
    file::{self, Problem},
    merge,
};
use extension_browser::{
    chrome::{self, ChromeError},
    console, storage,
    tasks::spawn_local,
};
use serde_json::Value;
use shared_types::{
    Profile,
    import::FileFound,
    message::{ImportReport, SyncOutcome},
    settings::LogLevel,
};
use sycamore::prelude::*;

use super::editor::Editor;
use crate::{
    paint::{Said, Tone, say},
    session::Session,
};

/// Where unsaved changes are kept, in memory.
pub(super) const DRAFT: &str = "profileDraft";
/// Milliseconds without a change before a draft is kept.
const DRAFT_DELAY: u32 = 250;

/// What the view holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(super) session: Session,
    pub(super) editor: &'static Editor,
    /// The profile as it is stored.
    pub(super) stored: Signal<Profile>,
    /// Whether the editor holds something else than the storage.
    pub(crate) changed: Signal<bool>,
    /// How often something was typed: a draft is kept once it stays the same.
    pub(super) typed: Signal<u32>,
    pub(super) said: Signal<Said>,
    pub(super) busy: Signal<bool>,
    /// What kind the next document is.
    pub(super) document_name: Signal<String>,
    pub(super) document_error: Signal<String>,
    pub(super) transfer: Transfer,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            // It lives as long as the page.
            editor: Box::leak(Box::new(Editor::new())),
            stored: create_signal(Profile::default()),
            changed: create_signal(false),
            typed: create_signal(0),
            said: create_signal(Said::default()),
            busy: create_signal(false),
            document_name: create_signal(String::new()),
            document_error: create_signal(String::new()),
            transfer: Transfer::new(),
        }
    }

    /// Notes that something was changed, and keeps it once the person pauses.
    pub(super) fn touched(self) {
        self.changed.set(true);
        say(self.said, Tone::Warn, msg!("profile_unsaved_changes"));
        let typed = self.typed.get_untracked().wrapping_add(1);
        self.typed.set(typed);
        spawn_local(async move {
            gloo_timers::future::TimeoutFuture::new(DRAFT_DELAY).await;
            if self.typed.get_untracked() != typed || !self.changed.get_untracked() {
                return;
            }
            // A half-written name-value pair is no reason to lose the rest: it is kept when it is whole.
            let Ok(draft) = self.editor.profile() else { return };
            if chrome::session_store(DRAFT, &draft).await.is_err() {
                console::log(LogLevel::Error, "panel: unsaved changes could not be kept");
            }
        });
    }
}

/// What came in, or is about to.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    pub(super) said: Signal<Said>,
    pub(super) problems: Signal<Vec<Problem>>,
    pub(super) incoming: Incoming,
    pub(super) can_undo: Signal<bool>,
    pub(super) busy: Signal<bool>,
    pub(super) sync: Signal<String>,
    pub(super) conflict: Signal<Option<SyncOutcome>>,
}

impl Transfer {
    pub(super) fn new() -> Self {
        Self {
            said: create_signal(Said::default()),
            problems: create_signal(Vec::new()),
            incoming: Incoming::new(),
            can_undo: create_signal(false),
            busy: create_signal(false),
            sync: create_signal(msg!("profile_card_documents_and_password_are")),
            conflict: create_signal(None),
        }
    }
}

/// A file that was read; nothing of it is stored yet.
#[derive(Clone, Copy)]
pub(super) struct Incoming {
    pub(super) found: Signal<Option<FileFound>>,
    /// What the person has unticked, by path.
    pub(super) left_out: Signal<BTreeSet<String>>,
    /// What adding the rest would change, and what replacing the profile by it would remove.
    pub(super) report: Signal<ImportReport>,
    pub(super) removed: Signal<Vec<String>>,
}

impl Incoming {
    fn new() -> Self {
        Self {
            found: create_signal(None),
            left_out: create_signal(BTreeSet::new()),
            report: create_signal(ImportReport::default()),
            removed: create_signal(Vec::new()),
        }
    }
}

/// Shows what is stored.
pub(super) async fn reload(state: State) -> Result<Vec<Problem>, ChromeError> {
    let found = stored_profile().await?;
    state.editor.paint(&found.profile);
    state.session.empty_profile.set(file::is_empty(&found.profile));
    state.stored.set(found.profile);
    state.changed.set(false);
    Ok(found.problems)
}

/// What is stored, part by part: one damaged part must not hide the others.
pub(super) async fn stored_profile() -> Result<file::Found, ChromeError> {
    let value: Option<Value> = chrome::stored("userProfile").await?;
    Ok(value.map(|value| file::salvage(&value)).unwrap_or_default())
}

/// Stores a profile with a new time, if it is another than before, and makes it the editor's base.
pub(super) async fn store(state: State, profile: Profile, before: Profile) -> Result<(), String> {
    let now = || String::from(js_sys::Date::new_0().to_iso_string());
    let profile = match merge::to_store(&profile, &before, now) {
        Some(profile) => {
            storage::set_profile(&profile)
                .await
                .map_err(|error| msg!("profile_the_browser_did_not_store_the", error = error))?;
            profile
        }
        None => before,
    };
    console::log(LogLevel::Info, "panel: profile saved");
    state.session.empty_profile.set(file::is_empty(&profile));
    state.stored.set(profile);
    state.changed.set(false);
    forget_draft().await;
    Ok(())
}

/// Forgets the unsaved changes that were kept.
pub(super) async fn forget_draft() {
    if chrome::session_unstore(DRAFT).await.is_err() {
        console::log(LogLevel::Error, "panel: kept changes could not be removed");
    }
}
