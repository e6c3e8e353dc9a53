//! The profile as it comes in and goes out: import, export, sync.

use agent_core::person::{
    check,
    file::{self, Problem},
    profiles as named,
};
use extension_browser::{chrome, profiles, tasks::spawn_local};
use shared_types::{
    ProfileId,
    import::FileFound,
    message::{
        ImportMode, ImportReport, PopupMessage, PopupReply, ProfileFile, SyncDirection, SyncOutcome,
    },
    profiles::NamedProfile,
};
use sycamore::prelude::*;

use super::{
    incoming::{self, Deeds, name_item},
    state::{State, Transfer, forget_draft, reload, take_set},
};
use crate::{
    browser::{download, read_file, stop_reading, take_file},
    paint::{Tone, ago, message, say, t},
    worker::{send, unexpected},
};

/// The files that are offered for an import. What one is, its content says.
const ACCEPTED: &str = ".json,.vcf,.vcard,.csv,.tsv,.txt,.md,.pdf,.docx,application/json,text/vcard,text/csv,text/plain,application/pdf";

/// Says what came of a file or of what is stored, with each part that was not taken.
pub(super) fn report(state: State, tone: Tone, message: impl Into<String>, problems: Vec<Problem>) {
    state.transfer.problems.set(problems);
    say(state.transfer.said, tone, message);
}

pub(super) fn view(state: State) -> View {
    let Transfer { said, problems, imported, busy, reading, .. } = state.transfer;
    let since = move || {
        let at = imported.get()?;
        Some(msg!("transfer_imported", ago = ago(state.session.now.get() - at)))
    };
    let choose = move |event: web_sys::Event| {
        let Some(chosen) = take_file(&event) else { return };
        state.transfer.incoming.found.set(None);
        state.transfer.several.set(Vec::new());
        report(state, Tone::Plain, "", Vec::new());
        busy.set(true);
        reading.set(true);
        spawn_local(async move {
            let found = read_file(&chosen).await;
            reading.set(false);
            match found {
                Ok(found) => preview(state, found).await,
                Err(error) => report(state, Tone::Bad, error, Vec::new()),
            }
            busy.set(false);
        });
    };
    let export = move |_| {
        let saved = state.editor.profile().map_err(|wrong| wrong.why).and_then(|profile| {
            let file = chrome::pretty(&ProfileFile { profile })
                .map_err(|_| msg!("transfer_the_profile_couldnt_be_written"))?;
            download("vaulty-profile.json", "application/json", &file)
                .map_err(|_| msg!("transfer_the_browser_did_not_save_the_file"))
        });
        match saved {
            Ok(()) => report(
                state,
                Tone::Good,
                msg!("transfer_exported_to_vaulty_profile_json"),
                Vec::new(),
            ),
            Err(error) => report(state, Tone::Bad, error, Vec::new()),
        }
    };
    let undo = move |_| spawn_local(undo_import(state));
    let items = move || {
        let item = |problem: Problem| {
            let (path, reason) = (t(&problem.path), t(format!(": {}", problem.reason)));
            view! { li { b { (path) } span { (reason) } } }
        };
        problems.get_clone().into_iter().map(item).collect::<Vec<View>>()
    };
    let export_all = move |_| spawn_local(export_all(state));
    let several_part = several(state);
    let import_report_part = message("import-report", "report", said);
    let pending_part = incoming::view(state, DEEDS);
    let sync_part = sync_view(state);
    view! {
        section(class="card", aria-labelledby="files-title") {
            h2(id="files-title") { (msg!("transfer_file_and_server")) }
            div(class="actions") {
                label(class="button", r#for="profile-import-file") { (msg!("transfer_import_a_file")) }
                input(id="profile-import-file", class="unseen", r#type="file", accept=ACCEPTED, on:change=choose)
                button(id="profile-export", r#type="button", on:click=export) { (msg!("transfer_export_json")) }
                button(id="profiles-export", r#type="button", hidden=!state.session.has_several(), on:click=export_all) { (msg!("transfer_export_all_profiles")) }
            }
            div(class="actions", hidden=!reading.get()) {
                button(id="import-stop", r#type="button", on:click=|_| stop_reading()) { (msg!("import_stop_reading")) }
                span(id="import-reading", class="hint", role="status") { (if reading.get() { msg!("transfer_reading") } else { String::new() }) }
            }
            p(class="hint") { (msg!("transfer_a_cv_pdf_docx_or_text_a_json")) }
            (import_report_part)
            (pending_part)
            (several_part)
            ul(id="import-problems", class="problems", hidden=problems.with(Vec::is_empty)) { (items()) }
            div(class="actions", hidden=imported.with(Option::is_none)) {
                span(class="hint") { (since().unwrap_or_default()) }
                button(id="import-undo", r#type="button", disabled=busy.get(), on:click=undo) { (msg!("transfer_undo_the_import")) }
            }
            p(class="hint") { (msg!("transfer_the_export_holds_everything")) }
            (sync_part)
        }
    }
}

/// Saves all profiles as they are stored, the default first.
async fn export_all(state: State) {
    let saved = profiles::stored().await.map_err(|error| error.0).and_then(|stored| {
        let file = chrome::pretty(&named::to_file(&stored.profiles))
            .map_err(|_| msg!("transfer_profiles_not_written"))?;
        download("vaulty-profiles.json", "application/json", &file)
            .map_err(|_| msg!("transfer_the_browser_did_not_save_the_file"))
    });
    match saved {
        Ok(()) => report(state, Tone::Good, msg!("transfer_exported_all"), Vec::new()),
        Err(error) => report(state, Tone::Bad, error, Vec::new()),
    }
}

/// Asks whether the profiles of a file are to come in.
fn several(state: State) -> View {
    let Transfer { several, busy, .. } = state.transfer;
    let names = move || {
        let item = |one: &NamedProfile| {
            let (name, count) = (t(one.name.reveal()), file::count(&one.profile));
            let values = msg!("count_values", count = count);
            view! { li { (name) " – " (values) } }
        };
        several.get_clone().iter().map(item).collect::<Vec<View>>()
    };
    let take = move |_| spawn_local(take_several(state));
    let cancel = move |_| {
        several.set(Vec::new());
        report(state, Tone::Plain, msg!("transfer_nothing_was_imported"), Vec::new());
    };
    view! {
        div(id="import-several", class="advice", role="group", aria-label=msg!("transfer_import_profiles"), hidden=several.with(Vec::is_empty)) {
            p { (msg!("transfer_several_in_file")) }
            ul(class="chips") { (names()) }
            div(class="actions") {
                button(id="import-several-yes", class="primary", r#type="button", disabled=busy.get(), on:click=take) { (msg!("transfer_add_these")) }
                button(id="import-several-no", r#type="button", on:click=cancel) { (msg!("manage_cancel")) }
            }
        }
    }
}

async fn take_several(state: State) {
    let Transfer { several, busy, .. } = state.transfer;
    let profiles = several.get_clone();
    busy.set(true);
    let answer = send(&PopupMessage::ImportProfiles { profiles }).await;
    busy.set(false);
    several.set(Vec::new());
    let set = answer.and_then(|reply| match reply {
        PopupReply::Profiles(set) => Ok(set),
        other => unexpected(other),
    });
    match set {
        Ok(set) => {
            take_set(state, set).await;
            let done = msg!("transfer_imported_choose");
            report(state, Tone::Good, done, Vec::new());
        }
        Err(error) => report(state, Tone::Bad, error, Vec::new()),
    }
}

/// What becomes of a file.
const DEEDS: Deeds = Deeds {
    preview: |state| incoming::again(state, async move |found| previewed(state, found).await.ok()),
    take: |state, found, how| spawn_local(take_in(state, found, how)),
    cancel: |state| {
        state.transfer.incoming.found.set(None);
        report(state, Tone::Plain, msg!("transfer_nothing_was_imported"), Vec::new());
    },
};

/// Takes a file in at once where it is Vaulty's own and nothing is lost by it; asks otherwise.
async fn preview(state: State, found: FileFound) {
    let into = state.shown.get_clone_untracked();
    if !found.several.is_empty() {
        report(state, Tone::Plain, "", found.problems);
        return state.transfer.several.set(found.several);
    }
    if file::is_empty(&found.profile) {
        let why = msg!("transfer_nothing_in_this_file_could_be");
        return report(state, Tone::Bad, why, found.problems);
    }
    let replacing = imported(&asking(&into, &found, ImportMode::Replace)).await;
    // Another profile is shown by now: what would become of that one was not asked.
    if state.shown.with_untracked(|shown| *shown != into) {
        return report(state, Tone::Plain, msg!("transfer_nothing_was_imported"), Vec::new());
    }
    match replacing {
        Ok(replacing) if incoming::needs_no_question(&found, &replacing) => {
            take_in(state, found, ImportMode::Merge).await;
        }
        Ok(_) => match previewed(state, &incoming::at_first(&found)).await {
            Ok((merging, removed)) if state.shown.with_untracked(|shown| *shown == into) => {
                let problems = found.problems.clone();
                incoming::show(state, found, merging, removed, problems);
            }
            Ok(_) => report(state, Tone::Plain, msg!("transfer_nothing_was_imported"), Vec::new()),
            Err(error) => report(state, Tone::Bad, error, Vec::new()),
        },
        Err(error) => report(state, Tone::Bad, error, Vec::new()),
    }
}

/// What adding what was found would change, and what replacing the profile by it would remove.
async fn previewed(state: State, found: &FileFound) -> Result<(ImportReport, Vec<String>), String> {
    // A preview goes with the profile that it was made for: see `State::new`.
    let into = state.shown.get_clone_untracked();
    let merging = imported(&asking(&into, found, ImportMode::Merge)).await?;
    let replacing = imported(&asking(&into, found, ImportMode::Replace)).await?;
    Ok((merging, replacing.removed))
}

fn asking(into: &ProfileId, found: &FileFound, how: ImportMode) -> PopupMessage {
    let (profile, profile_id) = (Box::new(found.profile.clone()), into.clone());
    PopupMessage::PreviewImport { profile, how, profile_id }
}

async fn imported(message: &PopupMessage) -> Result<ImportReport, String> {
    send(message).await.and_then(|reply| match reply {
        PopupReply::Import(report) => Ok(report),
        other => unexpected(other),
    })
}

async fn take_in(state: State, found: FileFound, how: ImportMode) {
    let FileFound { profile, problems, .. } = found;
    state.transfer.busy.set(true);
    let concerns = check::concerns(&profile);
    let (profile, profile_id) = (Box::new(profile), state.shown.get_clone_untracked());
    let outcome = imported(&PopupMessage::ImportProfile { profile, how, profile_id }).await;
    state.transfer.busy.set(false);
    let done = match outcome {
        Ok(done) => done,
        Err(error) => return report(state, Tone::Bad, error, problems),
    };
    state.transfer.incoming.found.set(None);
    forget_draft(state).await;
    if let Err(error) = reload(state).await {
        return report(state, Tone::Bad, error.0, problems);
    }
    let mut lines = vec![msg!(
        "transfer_imported_and_saved_added_changed",
        added = done.added.len(),
        changed = done.changed.len(),
        removed = done.removed.len()
    )];
    if !problems.is_empty() {
        lines.push(msg!(
            "transfer_not_taken",
            problems = msg!("count_parts", count = problems.len())
        ));
    }
    if !concerns.is_empty() {
        lines.push(msg!("transfer_please_check", concerns = concerns.join("\n")));
    }
    let tone = if problems.is_empty() && concerns.is_empty() { Tone::Good } else { Tone::Warn };
    say(state.said, Tone::Plain, "");
    report(state, tone, lines.join("\n"), problems);
}

async fn undo_import(state: State) {
    match send(&PopupMessage::UndoImport).await {
        Ok(_) => match reload(state).await {
            Ok(_) => report(state, Tone::Plain, msg!("transfer_the_import_is_undone"), Vec::new()),
            Err(error) => report(state, Tone::Bad, error.0, Vec::new()),
        },
        Err(error) => report(state, Tone::Bad, error, Vec::new()),
    }
}

fn sync_view(state: State) -> View {
    let Transfer { busy, sync, conflict, .. } = state.transfer;
    let go = move |direction: SyncDirection| move |_| spawn_local(synced(state, direction));
    let line =
        move || conflict.with(|conflict| conflict.as_ref().map(sync_line).unwrap_or_default());
    let keys = move || {
        let Some(SyncOutcome::Conflict { differing, .. }) = conflict.get_clone() else {
            return Vec::new();
        };
        differing.iter().map(|key| name_item(key.as_str())).collect::<Vec<View>>()
    };
    view! {
        h3 { (msg!("transfer_sync_with_your_server")) }
        div(class="actions") {
            button(id="profile-sync", r#type="button", disabled=busy.get(), on:click=go(SyncDirection::Auto)) { (msg!("transfer_sync")) }
            button(id="profile-push", r#type="button", disabled=busy.get(), on:click=go(SyncDirection::Push)) { (msg!("transfer_upload_to_server")) }
            button(id="profile-pull", r#type="button", disabled=busy.get(), on:click=go(SyncDirection::Pull)) { (msg!("transfer_download_from_server")) }
        }
        p(id="sync-status", class="hint", role="status", aria-live="polite") { (t(sync.get_clone())) }
        div(id="sync-conflict", class="advice", role="alert", hidden=conflict.with(Option::is_none)) {
            p(id="conflict-text") { (t(line())) }
            ul(id="conflict-keys", class="chips") { (keys()) }
            div(class="actions") {
                button(id="conflict-push", r#type="button", disabled=busy.get(), on:click=go(SyncDirection::Push)) { (msg!("transfer_keep_mine")) }
                button(id="conflict-pull", r#type="button", disabled=busy.get(), on:click=go(SyncDirection::Pull)) { (msg!("transfer_use_the_servers")) }
            }
        }
    }
}

async fn synced(state: State, direction: SyncDirection) {
    let Transfer { busy, sync, conflict, .. } = state.transfer;
    if state.changed.get() {
        sync.set(msg!("transfer_you_have_unsaved_changes_save_or"));
        return;
    }
    sync.set(msg!("transfer_asking_the_server"));
    busy.set(true);
    let profile_id = Some(state.session.profiles.with_untracked(|set| set.default.clone()));
    let answer = send(&PopupMessage::SyncProfile { direction, profile_id }).await;
    busy.set(false);
    let outcome = answer.and_then(|reply| match reply {
        PopupReply::Sync(outcome) => Ok(outcome),
        other => unexpected(other),
    });
    conflict.set(None);
    match outcome {
        Ok(outcome @ SyncOutcome::Conflict { .. }) => {
            sync.set(msg!("transfer_choose_which_side_to_keep"));
            conflict.set(Some(outcome));
        }
        Ok(outcome) => sync.set(sync_line(&outcome)),
        Err(error) => sync.set(error),
    }
}

/// What a sync did, for a person.
fn sync_line(outcome: &SyncOutcome) -> String {
    match outcome {
        SyncOutcome::Same => msg!("transfer_both_hold_the_same"),
        SyncOutcome::Pushed => msg!("transfer_the_server_has_your_profile_now"),
        SyncOutcome::Pulled => msg!("transfer_you_have_the_servers_profile_now"),
        SyncOutcome::Conflict { local_updated_at, server_updated_at, differing } => msg!(
            "transfer_both_sides_changed_here_on_the",
            local_updated_at = moment(local_updated_at),
            server_updated_at = moment(server_updated_at),
            differing = msg!("count_values", count = differing.len())
        ),
    }
}

/// An RFC 3339 time as `2026-01-31 14:05`; the text itself when it is too short to be one.
fn moment(time: &str) -> String {
    match (time.get(..10), time.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute}"),
        _ if time.is_empty() => msg!("transfer_at_an_unknown_time"),
        _ => time.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use shared_types::ProfileKey;

    use super::*;

    #[test]
    fn a_conflict_says_what_differs() {
        let conflict = SyncOutcome::Conflict {
            local_updated_at: "2026-01-31T14:05:00Z".to_owned(),
            server_updated_at: String::new(),
            differing: vec![ProfileKey::new("email")],
        };
        assert_eq!(
            sync_line(&conflict),
            "Both sides changed: here 2026-01-31 14:05, on the server at an unknown time. Nothing was overwritten. \
             They differ in 1 value:"
        );
    }
}
