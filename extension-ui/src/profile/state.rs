//! What the view Profile holds, and what is stored of it.

use std::collections::{BTreeMap, BTreeSet};

use agent_core::job::receipt::uses;
use agent_core::person::{
    file::{self, Problem},
    merge, profiles as named,
};
use extension_browser::{
    chrome::{self, ChromeError},
    console,
    profiles::{self, Stored},
    storage,
    tasks::spawn_local,
};
use serde_json::Value;
use shared_types::{
    Profile, ProfileId, ProfileKey, ProfileSet,
    api::{FoundDocument, SourceKind},
    import::FileFound,
    message::{ImportReport, SyncOutcome},
    profiles::NamedProfile,
    settings::LogLevel,
};
use sycamore::prelude::*;

use super::editor::{Editor, Wrong};
use crate::{
    browser::focus_on,
    paint::{Said, Tone, say},
    session::Session,
    sources,
};

/// Milliseconds without a change before a draft is kept.
const DRAFT_DELAY: u32 = 250;

/// What the view holds.
#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(super) session: Session,
    pub(super) editor: &'static Editor,
    /// Which profile is shown.
    pub(super) shown: Signal<ProfileId>,
    pub(super) manage: Manage,
    /// The profile as it is stored.
    pub(super) stored: Signal<Profile>,
    /// Whether the editor holds something else than the storage.
    pub(crate) changed: Signal<bool>,
    /// How often something was typed: a draft is kept once it stays the same.
    pub(super) typed: Signal<u32>,
    /// How often it was heard that what is stored is another.
    pub(super) heard: Signal<u32>,
    pub(super) said: Signal<Said>,
    pub(super) busy: Signal<bool>,
    /// What kind the next document is.
    pub(super) document_name: Signal<String>,
    pub(super) document_error: Signal<String>,
    /// Documents that a program of the person's finds, and those that it found.
    pub(super) source: sources::State,
    pub(super) found: Signal<Vec<FoundDocument>>,
    pub(super) transfer: Transfer,
    /// On how many forms each entry was used.
    pub(super) uses: ReadSignal<BTreeMap<ProfileKey, usize>>,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        let shown = create_signal(ProfileId::default());
        let uses = create_memo(move || {
            session.receipts.with(|receipts| shown.with(|shown| uses(receipts, shown)))
        });
        let (manage, transfer) = (Manage::new(), Transfer::new());
        // What is asked about one profile is nothing to another, nor to one that came to be the default.
        create_effect(on(shown, move || {
            manage.asks.set(Asks::Nothing);
            transfer.incoming.found.set(None);
        }));
        let default = create_selector(move || session.profiles.with(|set| set.default.clone()));
        create_effect(on(default, move || transfer.conflict.set(None)));
        Self {
            session,
            // It lives as long as the page.
            editor: Box::leak(Box::new(Editor::new())),
            shown,
            manage,
            stored: create_signal(Profile::default()),
            changed: create_signal(false),
            typed: create_signal(0),
            heard: create_signal(0),
            said: create_signal(Said::default()),
            busy: create_signal(false),
            document_name: create_signal(String::new()),
            document_error: create_signal(String::new()),
            source: sources::State::new(session, SourceKind::Documents),
            found: create_signal(Vec::new()),
            transfer,
            uses,
        }
    }

    /// What the person calls the profile that is shown.
    pub(super) fn name(self) -> String {
        let shown = self.shown.get_clone();
        self.session.profiles.with(|set| named::name(set, &shown).to_owned())
    }

    /// Notes that something was changed, and keeps it once the person pauses.
    pub(super) fn touched(self) {
        self.changed.set(true);
        say(self.said, Tone::Warn, msg!("profile_unsaved_changes"));
        let shown = self.shown.get_clone_untracked();
        let typed = self.typed.get_untracked().wrapping_add(1);
        self.typed.set(typed);
        spawn_local(async move {
            gloo_timers::future::TimeoutFuture::new(DRAFT_DELAY).await;
            if self.typed.get_untracked() != typed || !self.changed.get_untracked() {
                return;
            }
            // A half-written name-value pair is no reason to lose the rest: it is kept when it is whole.
            let Ok(draft) = self.editor.profile() else { return };
            // Of one that was deleted meanwhile nothing is kept.
            let is_there = self.session.profiles.with_untracked(|set| named::has(set, &shown));
            if !is_there || self.shown.with_untracked(|now| *now != shown) {
                return;
            }
            if chrome::session_store(&storage::draft_key(&shown), &draft).await.is_err() {
                say(self.said, Tone::Bad, msg!("profile_draft_not_kept"));
            }
        });
    }
}

/// What is being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Asks {
    /// Nothing.
    #[default]
    Nothing,
    /// The name of one more profile.
    Add,
    /// The name of a copy.
    Copy,
    /// Another name.
    Rename,
    /// Whether it is to be deleted.
    Delete,
}

/// What is made of the profiles there are.
#[derive(Clone, Copy)]
pub(super) struct Manage {
    pub(super) asks: Signal<Asks>,
    pub(super) name: Signal<String>,
    pub(super) wrong: Signal<String>,
    pub(super) said: Signal<Said>,
    pub(super) busy: Signal<bool>,
}

impl Manage {
    fn new() -> Self {
        Self {
            asks: create_signal(Asks::default()),
            name: create_signal(String::new()),
            wrong: create_signal(String::new()),
            said: create_signal(Said::default()),
            busy: create_signal(false),
        }
    }
}

/// What came in, or is about to.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    pub(super) said: Signal<Said>,
    pub(super) problems: Signal<Vec<Problem>>,
    pub(super) incoming: Incoming,
    /// The profiles of a file with several, until the person says whether they come in.
    pub(super) several: Signal<Vec<NamedProfile>>,
    /// When the import was that can be taken back: milliseconds since 1970.
    pub(super) imported: Signal<Option<f64>>,
    pub(super) busy: Signal<bool>,
    /// Whether a file is being read.
    pub(super) reading: Signal<bool>,
    pub(super) sync: Signal<String>,
    pub(super) conflict: Signal<Option<SyncOutcome>>,
}

impl Transfer {
    pub(super) fn new() -> Self {
        Self {
            said: create_signal(Said::default()),
            problems: create_signal(Vec::new()),
            incoming: Incoming::new(),
            several: create_signal(Vec::new()),
            imported: create_signal(None),
            busy: create_signal(false),
            reading: create_signal(false),
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

/// Reads what is stored, and shows it of the profile that is shown.
pub(super) async fn reload(state: State) -> Result<Vec<Problem>, ChromeError> {
    let problems = show(state, profiles::stored().await?);
    note_import(state).await;
    Ok(problems)
}

/// Notes whether the last import went into the profile that is shown, and can be taken back.
pub(super) async fn note_import(state: State) {
    let shown = state.shown.get_clone_untracked();
    let imported = storage::imported_at(&shown).await.ok().flatten();
    if state.shown.with_untracked(|now| *now == shown) {
        state.session.now.set(chrome::now());
        state.transfer.imported.set(imported);
    }
}

/// Shows what is stored of the profile that is shown; of one that is gone the default in its place. Nothing can be typed
/// between what is read of the state here and what is painted.
pub(super) fn show(state: State, mut stored: Stored) -> Vec<Problem> {
    note_stored(state, &stored.profiles);
    let set = stored.profiles.set();
    if state.shown.with_untracked(|shown| !named::has(set, shown)) {
        state.shown.set(set.default.clone());
    }
    let shown = state.shown.get_clone_untracked();
    let profile = stored.profiles.get(&shown).cloned().unwrap_or_default();
    state.editor.paint(&profile);
    state.stored.set(profile);
    state.changed.set(false);
    stored.problems.remove(&shown).unwrap_or_default()
}

/// Notes which profiles there are, and whether anything is in them.
pub(super) fn note_stored(state: State, stored: &named::Profiles) {
    state.session.profiles.set(stored.set().clone());
    state.session.empty_profile.set(stored.all().iter().all(file::is_empty));
}

/// Takes in which profiles there are now; where the one that is shown is gone, the default is shown.
pub(super) async fn take_set(state: State, set: ProfileSet) {
    let is_gone = state.shown.with_untracked(|shown| !named::has(&set, shown));
    let default = set.default.clone();
    state.session.profiles.set(set);
    if is_gone {
        state.changed.set(false);
        show_profile(state, default).await;
    }
}

/// Shows another profile, or the draft of it that was left unsaved. What was typed into the one before is kept for when
/// that is shown again, up to the moment at which the other is painted.
pub(super) async fn show_profile(state: State, id: ProfileId) {
    let (stored, draft) = loop {
        let typed = state.typed.get_untracked();
        if !keep_draft(state).await {
            // The choice is painted as it is.
            state.shown.update(|_| {});
            return;
        }
        let stored = match profiles::stored().await {
            Ok(stored) => stored,
            Err(why) => return say(state.said, Tone::Bad, why.0),
        };
        let draft = draft_of(&id).await;
        if state.typed.get_untracked() == typed {
            break (stored, draft);
        }
    };
    show_read(state, id, stored, draft);
    note_import(state).await;
}

/// Shows a profile of what was just read, before anything was shown.
pub(super) async fn show_first(state: State, id: ProfileId, stored: Stored) {
    let draft = draft_of(&id).await;
    if state.heard.get_untracked() > 0 {
        // What was read is not what is stored any more.
        return show_profile(state, id).await;
    }
    show_read(state, id, stored, draft);
    spawn_local(note_import(state));
}

/// What was typed of a profile and not saved.
async fn draft_of(id: &ProfileId) -> Option<Value> {
    chrome::session_stored(&storage::draft_key(id)).await.ok().flatten()
}

fn show_read(state: State, id: ProfileId, stored: Stored, draft: Option<Value>) {
    say(state.said, Tone::Plain, "");
    state.shown.set(id);
    let problems = show(state, stored);
    tell_problems(state, problems);
    if let Some(draft) = draft {
        state.editor.paint(&file::salvage(&draft).profile);
        state.changed.set(true);
        say(state.said, Tone::Warn, msg!("profile_unsaved_changes_from_before"));
    }
}

/// Says what of the stored profile can’t be read.
fn tell_problems(state: State, problems: Vec<Problem>) {
    if !problems.is_empty() {
        let why = msg!("profile_unreadable", count = problems.len());
        say(state.transfer.said, Tone::Bad, why);
        state.transfer.problems.set(problems);
    }
}

/// Keeps what was typed and not saved; says what stands against it.
async fn keep_draft(state: State) -> bool {
    if !state.changed.get_untracked() {
        return true;
    }
    let key = storage::draft_key(&state.shown.get_clone_untracked());
    match state.editor.profile() {
        Ok(draft) => {
            let kept = chrome::session_store(&key, &draft).await.is_ok();
            if !kept {
                say(state.said, Tone::Bad, msg!("profile_draft_not_kept"));
            }
            kept
        }
        Err(Wrong { why, at }) => {
            say(state.said, Tone::Bad, why);
            focus_on(at);
            false
        }
    }
}

/// Stores what was made of the profile that is shown, brought together with what is stored by now, with a new time if it
/// is another than before; and makes it the editor's base.
pub(super) async fn store(state: State, mine: Profile) -> Result<Profile, String> {
    let now = || String::from(js_sys::Date::new_0().to_iso_string());
    let base = state.stored.get_clone_untracked();
    let shown = state.shown.get_clone_untracked();
    let typed = state.typed.get_untracked();
    let stored = profiles::repair(&shown, |theirs| {
        merge::to_store(&merge::merged(&base, &mine, theirs), theirs, now)
    });
    let profile = stored.await.map_err(|error| error.0)?;
    console::log(LogLevel::Info, "panel: profile saved");
    if !file::is_empty(&profile) {
        state.session.empty_profile.set(false);
    }
    // What was typed meanwhile is still to be saved, and another profile may be shown by now.
    let is_shown = state.shown.with_untracked(|now| *now == shown);
    if is_shown && state.typed.get_untracked() == typed {
        if !merge::hold_the_same(&profile, &mine) {
            state.editor.paint(&profile);
        }
        state.editor.take_notes(&profile);
        state.stored.set(profile.clone());
        state.changed.set(false);
        forget_draft(state).await;
    }
    Ok(profile)
}

/// Forgets the unsaved changes that were kept.
pub(super) async fn forget_draft(state: State) {
    let key = storage::draft_key(&state.shown.get_clone_untracked());
    if chrome::session_unstore(&key).await.is_err() {
        console::log(LogLevel::Error, "panel: kept changes could not be removed");
    }
}
