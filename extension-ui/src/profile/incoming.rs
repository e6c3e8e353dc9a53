//! What a file would bring: each entry with its value, to be looked through and left out before anything is stored.

use std::collections::BTreeSet;

use agent_core::person::{file::Problem, import};
use extension_browser::tasks::spawn_local;
use shared_types::{
    import::{FileFormat, FileFound},
    message::{ImportMode, ImportReport},
};
use sycamore::prelude::*;

use super::state::{Incoming, State};
use crate::{
    controls::GlobalAttributes,
    paint::{source_label, t},
};

/// What the panel does with a file once the person has chosen.
#[derive(Clone, Copy)]
pub(super) struct Deeds {
    /// Asks what taking in what is ticked would change.
    pub(super) preview: fn(State),
    /// Takes it in.
    pub(super) take: fn(State, FileFound, ImportMode),
    /// Lets it go.
    pub(super) cancel: fn(State),
}

/// What is still ticked of a file.
pub(super) fn chosen(incoming: Incoming) -> Option<FileFound> {
    let found = incoming.found.get_clone_untracked()?;
    let profile =
        incoming.left_out.with_untracked(|left_out| import::without(&found.profile, left_out));
    Some(FileFound { profile, ..found })
}

/// What a file would change, to be chosen before anything is stored.
pub(super) fn view(state: State, deeds: Deeds) -> View {
    let Incoming { found, report, removed, .. } = state.transfer.incoming;
    let busy = state.transfer.busy;
    let count = move |of: fn(&ImportReport) -> usize| report.with(of);
    let line = move || {
        msg!(
            "import_what_is_ticked_adds_and_changes",
            added = msg!("count_entries", count = count(|report| report.added.len())),
            changed = msg!("count_entries", count = count(|report| report.changed.len()))
        )
    };
    let removes = move || msg!("import_replacing_also_removes", count = removed.with(Vec::len));
    let names = move || {
        let removed = removed.get_clone();
        removed.iter().map(|path| name_item(path)).collect::<Vec<View>>()
    };
    let items = move || found.get_clone().map(|found| items(state, deeds, &found));
    let intro = move || found.with(|found| found.as_ref().map(intro).unwrap_or_default());
    let take = move |how: ImportMode| {
        move |_| {
            if let Some(found) = chosen(state.transfer.incoming) {
                (deeds.take)(state, found, how);
            }
        }
    };
    let nothing =
        move || busy.get() || report.with(|report| report.added.len() + report.changed.len() == 0);
    view! {
        div(id="import-pending", class="advice", role="group", aria-label=msg!("import_import"), hidden=found.with(Option::is_none)) {
            p { (t(intro())) }
            ul(id="import-entries", class="plain") { (items().unwrap_or_default()) }
            p(id="import-changes", role="status", aria-live="polite") { (line()) }
            p(hidden=removed.with(Vec::is_empty)) { (removes()) }
            ul(class="chips", hidden=removed.with(Vec::is_empty)) { (names()) }
            div(class="actions") {
                button(id="import-merge", class="primary", r#type="button", disabled=nothing(), on:click=take(ImportMode::Merge)) { (msg!("import_add_to_my_profile")) }
                button(id="import-replace", class="danger", r#type="button", disabled=busy.get(), on:click=take(ImportMode::Replace)) { (msg!("import_replace_my_profile")) }
                button(id="import-cancel", r#type="button", on:click=move |_| (deeds.cancel)(state)) { (msg!("import_cancel")) }
            }
        }
    }
}

/// An entry by its name.
pub(super) fn name_item(path: &str) -> View {
    let name = t(source_label(path));
    view! { li { (name) } }
}

/// What was read, and what the person is to do.
fn intro(found: &FileFound) -> String {
    match found.format {
        FileFormat::Profile => msg!("import_untick_what_you_dont_want_to"),
        FileFormat::JsonResume => msg!("import_read_json_resume"),
        FileFormat::Contact => msg!("import_read_contact"),
        FileFormat::Table => msg!("import_read_table"),
        FileFormat::Cv => msg!("import_read_cv"),
    }
}

/// The entries, each with its tick. The list is made once for a file, so that the focus stays where it is.
fn items(state: State, deeds: Deeds, found: &FileFound) -> Vec<View> {
    let Incoming { left_out, report, .. } = state.transfer.incoming;
    let changed = create_memo(move || {
        report.with(|report| report.changed.iter().cloned().collect::<BTreeSet<String>>())
    });
    let unasked = import::unasked(&found.profile);
    let item = |entry: import::Entry| {
        let (label, value) = (t(source_label(&entry.path)), t(entry.value.reveal()));
        let is_unasked = unasked.contains(&entry.path);
        let (path, of_change) = (entry.path.clone(), entry.path);
        let toggle = move |_| {
            left_out.update(|left_out: &mut BTreeSet<String>| {
                if !left_out.remove(&path) {
                    left_out.insert(path.clone());
                }
            });
            (deeds.preview)(state);
        };
        let named = t(&of_change);
        let remark = move || {
            if changed.with(|changed| changed.contains(&of_change)) {
                msg!("import_replaces_what_your_profile_has")
            } else if is_unasked {
                msg!("import_only_with_your_tick")
            } else {
                String::new()
            }
        };
        view! {
            li {
                label(class="check grow") {
                    input(r#type="checkbox", data-entry=named, checked=!is_unasked, on:change=toggle)
                    span(class="grow") {
                        span(class="hint block") { (label) }
                        span(class="value") { (value) }
                        span(class="hint block") { (remark()) }
                    }
                }
            }
        }
    };
    import::listed(&found.profile).into_iter().map(item).collect()
}

/// Whether a file is taken in without asking: Vaulty's own, where nothing is lost by it and nothing needs a tick of its own.
pub(super) fn needs_no_question(found: &FileFound, replacing: &ImportReport) -> bool {
    let unasked = import::unasked(&found.profile);
    found.format == FileFormat::Profile
        && !replacing.added.iter().any(|path| unasked.contains(path))
        && replacing.removed.is_empty()
        && replacing.changed.is_empty()
}

/// A file as it is shown at first: without what needs a tick of its own.
pub(super) fn at_first(found: &FileFound) -> FileFound {
    let profile = import::without(&found.profile, &import::unasked(&found.profile));
    FileFound { profile, ..found.clone() }
}

/// Shows what was found.
pub(super) fn show(
    state: State,
    found: FileFound,
    merging: ImportReport,
    removed: Vec<String>,
    problems: Vec<Problem>,
) {
    let incoming = state.transfer.incoming;
    state.transfer.problems.set(problems);
    incoming.left_out.set(import::unasked(&found.profile));
    incoming.report.set(merging);
    incoming.removed.set(removed);
    incoming.found.set(Some(found));
}

/// Asks for the preview once more, and paints it if the person has gone on to nothing else in the meantime.
pub(super) fn again(
    state: State,
    ask: impl AsyncFn(&FileFound) -> Option<(ImportReport, Vec<String>)> + 'static,
) {
    let incoming = state.transfer.incoming;
    let Some(found) = chosen(incoming) else { return };
    let before = incoming.left_out.get_clone_untracked();
    spawn_local(async move {
        let answer = ask(&found).await;
        let is_same = incoming.left_out.with_untracked(|now| *now == before);
        if let Some((merging, removed)) = answer.filter(|_| is_same) {
            incoming.report.set(merging);
            incoming.removed.set(removed);
        }
    });
}

#[cfg(test)]
mod tests {
    use agent_core::person::file;
    use serde_json::{Value, json};
    use shared_types::Profile;

    use super::*;

    #[test]
    fn what_needs_a_tick_of_its_own_is_asked_about() {
        let profile = |value: Value| file::salvage(&value).profile;
        let check = |mine: &Profile, file: Value, expected: bool| {
            let found = FileFound { profile: profile(file), ..FileFound::default() };
            let (_, replacing) = import::import(&found.profile, mine, ImportMode::Replace);
            assert_eq!(needs_no_question(&found, &replacing), expected, "{replacing:?}");
        };
        let tiers = json!({"custom.Pass": {"tier": "ordinary", "despite": "identity number"}});
        let pass = json!({"Pass": "X1"});
        let mine = profile(json!({"firstName": "Ada", "custom": pass}));
        check(&mine, json!({"firstName": "Ada", "custom": pass, "phone": "1"}), true);
        check(&mine, json!({"firstName": "Ada", "custom": pass, "allowDrafts": true}), false);
        check(&mine, json!({"firstName": "Ada", "custom": pass, "tiers": tiers}), false);
        check(&Profile::default(), json!({"firstName": "Ada", "tiers": tiers}), false);
        let all = json!({"firstName": "Ada", "custom": pass, "tiers": tiers, "allowDrafts": true});
        check(&profile(all.clone()), all, true);
    }
}
