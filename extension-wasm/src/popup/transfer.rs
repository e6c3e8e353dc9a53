//! The profile as it comes in and goes out: import, export, sync.

use std::cell::RefCell;

use agent_core::person::{
    check,
    file::{self, Problem},
};
use shared_types::{
    Profile, ProfileKey,
    message::{PopupMessage, PopupReply, ProfileFile, SyncDirection, SyncOutcome},
};

use super::{
    dom::{self, Tone, busy, el, id, on, on_click, say, show, text},
    format,
    profile::{edited, has_changes, paint, report, set_changed, set_stored, store, stored_profile},
    worker::{send, unexpected},
};
use crate::{chrome, storage, tasks::spawn_local};

thread_local! {
    /// What an import replaced: the stored profile, and what the editor held.
    static BEFORE_IMPORT: RefCell<Option<(Profile, Profile)>> = const { RefCell::new(None) };
}

/// Listens to the controls.
pub(super) fn wire() {
    on(&id("profile-import-file"), "change", |_| spawn_local(import()));
    on_click(&id("import-undo"), undo_import);
    on_click(&id("profile-export"), || async { export() });
    for (control, direction) in [
        ("profile-sync", SyncDirection::Auto),
        ("profile-push", SyncDirection::Push),
        ("profile-pull", SyncDirection::Pull),
        ("conflict-push", SyncDirection::Push),
        ("conflict-pull", SyncDirection::Pull),
    ] {
        on_click(&id(control), move || sync(direction));
    }
}

async fn import() {
    let input = id("profile-import-file");
    let Some(chosen) = input.file() else { return };
    let content = dom::file_text(&chosen).await;
    input.put("");
    let found = content
        .ok_or_else(|| "The file could not be read.".to_owned())
        .and_then(|content| file::read(&content));
    match found {
        Ok(found) => take_import(found).await,
        Err(error) => report(Tone::Bad, &error, &[]),
    }
}

async fn take_import(found: file::Found) {
    let stored = match stored_profile().await {
        Ok(stored) => stored.profile,
        Err(error) => return report(Tone::Bad, &error.0, &[]),
    };
    let shown = edited().unwrap_or_else(|_| stored.clone());
    let gone = file::missing_in(&found.profile, &shown);
    if let Err(error) = store(found.profile.clone(), stored.clone()).await {
        return report(Tone::Bad, &error, &[]);
    }
    paint(&found.profile);
    let mut lines = vec![format!(
        "Imported and saved: {}.",
        format::counted(file::count(&found.profile), "value")
    )];
    if !found.problems.is_empty() {
        lines.push(format!("Not taken: {}.", format::counted(found.problems.len(), "part")));
    }
    if !gone.is_empty() {
        lines.push(format!(
            "Not in the file, and so not in the profile any more: {}.",
            format::counted(gone.len(), "value")
        ));
    }
    let gone = gone
        .into_iter()
        .map(|path| Problem { path, reason: "was in the profile before".to_owned() });
    let problems: Vec<_> = found.problems.into_iter().chain(gone).collect();
    report(
        if problems.is_empty() { Tone::Good } else { Tone::Plain },
        &lines.join("\n"),
        &problems,
    );
    let concerns = check::concerns(&found.profile);
    say("profile-message", Tone::Good, "Imported and saved.");
    if !concerns.is_empty() {
        let message = format!("Imported and saved. Please check:\n{}", concerns.join("\n"));
        say("profile-message", Tone::Warn, &message);
    }
    let undoable = !file::is_empty(&shown);
    BEFORE_IMPORT.set(undoable.then_some((stored, shown)));
    show("import-undo", undoable);
}

async fn undo_import() {
    let Some((stored, shown)) = BEFORE_IMPORT.take() else { return };
    if let Err(error) = storage::set_profile(&stored).await {
        return report(Tone::Bad, &error.0, &[]);
    }
    let unsaved = shown != stored;
    set_stored(stored);
    paint(&shown);
    set_changed(unsaved);
    show("import-undo", false);
    report(Tone::Plain, "The import is undone.", &[]);
    say("profile-message", Tone::Plain, if unsaved { "Unsaved changes." } else { "" });
}

fn export() {
    let message = edited().and_then(|profile| {
        let file = chrome::pretty(&ProfileFile { profile });
        let file = file.map_err(|_| "The profile could not be written.".to_owned())?;
        dom::download("vaulty-profile.json", &file)
            .map_err(|_| "The browser did not save the file.".to_owned())
    });
    match message {
        Ok(()) => report(Tone::Good, "Exported to vaulty-profile.json.", &[]),
        Err(error) => report(Tone::Bad, &error, &[]),
    }
}

async fn sync(direction: SyncDirection) {
    if has_changes() {
        text("sync-status", "There are unsaved changes. Save or discard them first.");
        return;
    }
    text("sync-status", "Asking the server …");
    let buttons =
        ["profile-sync", "profile-push", "profile-pull", "conflict-push", "conflict-pull"];
    let answer = busy(&buttons, send(&PopupMessage::SyncProfile { direction })).await;
    let outcome = answer.and_then(|reply| match reply {
        PopupReply::Sync(outcome) => Ok(outcome),
        other => unexpected(other),
    });
    show("sync-conflict", false);
    match outcome {
        Ok(SyncOutcome::Conflict { ref differing, .. }) => {
            text("sync-status", "You decide which side is right.");
            if let Ok(outcome) = &outcome {
                text("conflict-text", &format::sync_line(outcome));
            }
            let key = |key: &ProfileKey| el("li", "", &format::source_label(key.as_str()));
            dom::fill(&id("conflict-keys"), differing.iter().map(key));
            show("sync-conflict", true);
        }
        Ok(outcome) => text("sync-status", &format::sync_line(&outcome)),
        Err(error) => text("sync-status", &error),
    }
}
