//! The view Profile: editor, import and export, sync.
//!
//! What the person types is kept in the browser's memory until it is saved or discarded, because a
//! popup closes at a click elsewhere.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::gate;
use serde_json::Value;
use shared_types::{
    Profile, ProfileKey, Tier, json,
    message::{PopupMessage, PopupReply, ProfileFile, SyncDirection, SyncOutcome},
    profile::{Document, TierChoice},
    settings::LogLevel,
};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::{
    dom::{
        self, Control, Tone, attribute, attribute_of, busy, button, el, focus, id, on, on_click,
        on_submit, say, show, text, with,
    },
    fill, format, profile_file,
    profile_file::{DOCUMENT_LIMIT, Problem},
    send, tree, unexpected,
};
use crate::{
    chrome::{self, ChromeError},
    console, storage,
    tasks::spawn_local,
};

/// Where unsaved changes are kept, in memory.
const DRAFT: &str = "profileDraft";
/// Milliseconds without a change before a draft is kept.
const DRAFT_DELAY: u32 = 250;
/// Lists of named parts, by the id of their container.
const ROWS: &[&str] = &["experiences", "education"];
/// Maps of any key to any value, by the profile's name for them.
const MAPS: &[&str] = &["answers", "custom"];

#[derive(Default)]
struct State {
    /// The profile as it is stored.
    stored: Profile,
    /// Documents as they are in the editor.
    documents: BTreeMap<String, Document>,
    /// Whether the editor holds something else than the storage.
    changed: bool,
    /// What an import replaced: the stored profile, and what the editor held.
    before_import: Option<(Profile, Profile)>,
    /// Keeps a draft when it fires.
    draft: Option<gloo_timers::callback::Timeout>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn change<T>(with: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(with)
}

fn read<T>(with: impl FnOnce(&State) -> T) -> T {
    STATE.with_borrow(with)
}

/// Listens to the view's controls.
pub(super) fn wire() {
    let form = id("profile-form");
    on(&form, "input", |event| {
        let is_part =
            event.target().and_then(|target| target.dyn_into::<Element>().ok()).is_some_and(
                |target| target.has_attribute("data-key") || target.has_attribute("data-pair"),
            );
        if is_part {
            touched();
        }
    });
    on_submit("profile-form", save);
    on_click(&id("profile-discard"), discard);
    for add in dom::all(&form, "[data-add]") {
        let name = attribute_of(&add, "data-add");
        on_click(&add, move || {
            let name = name.clone();
            async move { add_by_hand(&name) }
        });
    }
    on(&id("document-file"), "change", |_| spawn_local(add_document()));
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

/// Shows the profile, or the draft of one that was left unsaved.
pub(super) async fn load() -> Result<(), ChromeError> {
    let problems = reload().await?;
    if !problems.is_empty() {
        let count = format::counted(problems.len(), "part");
        let message =
            format!("{count} of the stored profile can’t be read. Saving removes what is listed.");
        report(Tone::Bad, &message, &problems);
    }
    if let Ok(Some(draft)) = chrome::session_stored::<Value>(DRAFT).await {
        paint(&profile_file::salvage(&draft).profile);
        set_changed(true);
        say("profile-message", Tone::Warn, "Unsaved changes from before.");
    }
    Ok(())
}

/// Shows what changed in the storage, unless the person is in the middle of something: then saving
/// brings the two together.
pub(super) async fn stored_changed() -> Result<(), ChromeError> {
    if read(|state| state.changed) {
        let stored = stored_profile().await?;
        fill::set_empty_profile(profile_file::is_empty(&stored.profile));
        return Ok(());
    }
    let before = read(|state| state.stored.clone());
    if stored_profile().await?.profile != before {
        reload().await?;
    }
    Ok(())
}

async fn reload() -> Result<Vec<Problem>, ChromeError> {
    let found = stored_profile().await?;
    paint(&found.profile);
    fill::set_empty_profile(profile_file::is_empty(&found.profile));
    change(|state| state.stored = found.profile);
    set_changed(false);
    Ok(found.problems)
}

/// What is stored, part by part: one damaged part must not hide the others.
async fn stored_profile() -> Result<profile_file::Found, ChromeError> {
    let value: Option<Value> = chrome::stored("userProfile").await?;
    Ok(value.map(|value| profile_file::salvage(&value)).unwrap_or_default())
}

// The editor

fn paint(profile: &Profile) {
    let profile_tree = json::to_value(profile);
    let form = id("profile-form");
    for name in ROWS {
        let path = attribute_of(&id(name), "data-rows");
        let rows = tree::get(&profile_tree, &path).and_then(Value::as_array);
        dom::fill(&id(name), (0..rows.map_or(0, Vec::len)).filter_map(|_| new_row(name)));
        number_rows(name);
    }
    for control in dom::all(&form, "[data-key]") {
        put(&control, tree::get(&profile_tree, &attribute_of(&control, "data-key")));
    }
    for (name, map) in [("answers", &profile.answers), ("custom", &profile.custom)] {
        let choice = |key: &str| profile.tiers.get(&format!("{name}.{key}"));
        let pairs = map.iter().filter_map(|(key, value)| new_pair(name, key, value, choice(key)));
        dom::fill(&id(&pairs_of(name)), pairs);
    }
    change(|state| state.documents.clone_from(&profile.documents));
    paint_documents();
    count_groups();
}

fn put(control: &Control, value: Option<&Value>) {
    if attribute_of(control, "type") == "checkbox" {
        control.set_checked(value.and_then(Value::as_bool).unwrap_or_default());
        return;
    }
    let lines =
        |items: &Vec<Value>| items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n");
    let text = match value {
        Some(Value::Array(items)) => lines(items),
        Some(Value::String(text)) => text.clone(),
        _ => String::new(),
    };
    control.put(&text);
}

/// The profile as it is in the editor. The error is for a person.
fn edited() -> Result<Profile, String> {
    let mut profile_tree = json::to_value(&Profile::default());
    for control in dom::all(&id("profile-form"), "[data-key]:not([data-pair])") {
        let key = attribute_of(&control, "data-key");
        let value = take(&control, &key);
        let is_absent = key.starts_with("payment.") && value.as_str() == Some("");
        if !is_absent {
            tree::set(&mut profile_tree, &key, value);
        }
    }
    for name in ROWS {
        tree::drop_empty_rows(&mut profile_tree, &attribute_of(&id(name), "data-rows"));
    }
    let mut profile = profile_file::salvage(&profile_tree).profile;
    profile.answers = edited_pairs("answers", "Answers")?;
    profile.custom = edited_pairs("custom", "Anything else")?;
    profile.tiers = MAPS.iter().flat_map(|name| edited_tiers(name)).collect();
    profile.documents = read(|state| state.documents.clone());
    profile.updated_at = read(|state| state.stored.updated_at.clone());
    Ok(profile)
}

fn take(control: &Control, key: &str) -> Value {
    if attribute_of(control, "type") == "checkbox" {
        return Value::Bool(control.checked());
    }
    let text = control.text();
    if control.has_attribute("data-list") {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return lines.map(Value::from).collect();
    }
    // White space may be part of a password, and of nothing else.
    Value::from(if key == "password" { text.as_str() } else { text.trim() })
}

fn edited_pairs(name: &str, group: &str) -> Result<BTreeMap<String, Value>, String> {
    let mut map = BTreeMap::new();
    for pair in dom::all(&id(&pairs_of(name)), ".pair") {
        let part = |part: &str| dom::one(&pair, &format!("[data-pair={part}]"));
        let (Some(key), Some(value)) = (part("key"), part("value")) else { continue };
        let (name, text) = (key.text().trim().to_owned(), value.text().trim().to_owned());
        if name.is_empty() && text.is_empty() {
            continue;
        }
        if name.is_empty() {
            focus(&key);
            return Err(format!("“{group}”: give each value a name."));
        }
        let value = tree::pair_value(&text, value.has_attribute("data-json"));
        if map.insert(name, value).is_some() {
            focus(&key);
            return Err(format!("“{group}”: two entries have the same name."));
        }
    }
    Ok(map)
}

/// What is chosen for the entries of a map, by key. Less care than an entry seems to need counts only with
/// its own tick.
fn edited_tiers(name: &str) -> Vec<(String, TierChoice)> {
    let pairs = dom::all(&id(&pairs_of(name)), ".pair");
    let chosen = pairs.iter().filter_map(|pair| {
        let (key, judged) = judged(name, pair)?;
        let tier = tier_named(&dom::one(pair, "[data-pair=tier]")?.text())?;
        let lowers = tier < judged.tier();
        let despite = if lowers { judged.thing().to_owned() } else { String::new() };
        let counts = !lowers || dom::one(pair, "[data-pair=despite]")?.checked();
        counts.then_some((key.as_str().to_owned(), TierChoice { tier, despite }))
    });
    chosen.collect()
}

fn tier_named(name: &str) -> Option<Tier> {
    match name {
        "ordinary" => Some(Tier::Ordinary),
        "personal" => Some(Tier::Personal),
        "secret" => Some(Tier::Secret),
        _ => None,
    }
}

/// The key of a pair and what it is taken for, by its name and its value.
fn judged(name: &str, pair: &Control) -> Option<(ProfileKey, gate::Kind)> {
    let part = |part: &str| dom::one(pair, &format!("[data-pair={part}]"));
    let (key, value) = (part("key")?.text(), part("value")?.text());
    let key = ProfileKey::new(format!("{name}.{}", key.trim()));
    let kind = gate::Kind::of_entry(&key, Some(value.trim()), None);
    Some((key, kind))
}

/// Says what an entry is taken for, and asks for a tick where less care is chosen.
fn show_tier(name: &str, pair: &Control) {
    let (Some((_, judged)), Some(select)) =
        (judged(name, pair), dom::one(pair, "[data-pair=tier]"))
    else {
        return;
    };
    let automatic = match judged.tier() {
        Tier::Ordinary => "Automatic: ordinary".to_owned(),
        Tier::Personal => format!("Automatic: personal ({})", judged.thing()),
        Tier::Secret => format!("Automatic: secret ({})", judged.thing()),
    };
    if let Some(option) = dom::one(&select, "option[value='']") {
        dom::write(&option, &automatic);
    }
    let lowers = tier_named(&select.text()).is_some_and(|tier| tier < judged.tier());
    if let Some(row) = dom::one(pair, "[data-despite-row]") {
        row.set_hidden(!lowers);
        let words =
            format!("This looks like: {}. Handle it with less care anyway.", judged.thing());
        if let Some(span) = dom::one(&row, "span") {
            dom::write(&span, &words);
        }
    }
}

fn pairs_of(name: &str) -> String {
    format!("{name}-rows")
}

fn new_row(name: &str) -> Option<Control> {
    let row = dom::template(&format!("{name}-row"))?;
    let remove = dom::one(&row, "[data-remove]")?;
    let (name, removed) = (name.to_owned(), row.clone());
    on(&remove, "click", move |_| {
        removed.remove();
        number_rows(&name);
        touched();
        add_button_of(&name);
    });
    Some(row)
}

/// Names the controls of the rows by their position: `resume.experiences.0.title`.
fn number_rows(name: &str) {
    let container = id(name);
    let path = attribute_of(&container, "data-rows");
    for (n, row) in dom::all(&container, ".row").iter().enumerate() {
        for control in dom::all(row, "[data-part]") {
            let key = format!("{path}.{n}.{}", attribute_of(&control, "data-part"));
            attribute(&control, "data-key", &key);
        }
    }
}

fn new_pair(name: &str, key: &str, value: &Value, choice: Option<&TierChoice>) -> Option<Control> {
    let pair = dom::template("pair-row")?;
    let key_input = dom::one(&pair, "[data-pair=key]")?;
    let value_input = dom::one(&pair, "[data-pair=value]")?;
    let remove = dom::one(&pair, "[data-remove]")?;
    key_input.put(key);
    if !key.is_empty() {
        attribute(&value_input, "data-key", &format!("{name}.{key}"));
    }
    match value {
        Value::String(text) => value_input.put(text),
        other => {
            attribute(&value_input, "data-json", "");
            value_input.put(&other.to_string());
        }
    }
    if let (Some(choice), Some(select)) = (choice, dom::one(&pair, "[data-pair=tier]")) {
        select.put(match choice.tier {
            Tier::Ordinary => "ordinary",
            Tier::Personal => "personal",
            Tier::Secret => "secret",
        });
        if let Some(despite) = dom::one(&pair, "[data-pair=despite]") {
            despite.set_checked(!choice.despite.is_empty());
        }
    }
    show_tier(name, &pair);
    let (of, changed) = (name.to_owned(), pair.clone());
    on(&pair, "input", move |_| show_tier(&of, &changed));
    let (name, removed) = (name.to_owned(), pair.clone());
    on(&remove, "click", move |_| {
        removed.remove();
        touched();
        add_button_of(&name);
    });
    Some(pair)
}

fn add_by_hand(name: &str) {
    let (container, new) = if MAPS.contains(&name) {
        (id(&pairs_of(name)), new_pair(name, "", &Value::from(""), None))
    } else {
        (id(name), new_row(name))
    };
    let Some(new) = new else { return };
    // Appending a new element does not fail.
    let _ = container.append_child(&new);
    number_rows(name);
    if let Some(first) = dom::one(&new, "input, textarea") {
        focus(&first);
    }
}

/// After a removal the focus goes to the list's own button, not to nowhere.
fn add_button_of(name: &str) {
    if let Some(button) = dom::one(&id("profile-form"), &format!("[data-add={name}]")) {
        focus(&button);
    }
}

fn count_groups() {
    for group in dom::all(&id("profile-form"), ".group") {
        let filled = dom::all(&group, "[data-key], [data-pair=value]:not([data-key]), .document")
            .iter()
            .filter(|control| match attribute_of(control, "type").as_str() {
                "checkbox" => control.checked(),
                _ => control.class_name() == "document" || !control.text().trim().is_empty(),
            })
            .count();
        if let Some(count) = dom::one(&group, ".count") {
            let words = if filled == 0 { String::new() } else { format!("{filled} filled") };
            super::dom::write(&count, &words);
        }
    }
}

fn touched() {
    set_changed(true);
    say("profile-message", Tone::Warn, "Unsaved changes.");
    count_groups();
    let timer = gloo_timers::callback::Timeout::new(DRAFT_DELAY, || {
        // A half-written name-value pair is no reason to lose the rest: it is kept when it is whole.
        if let Ok(draft) = edited() {
            spawn_local(async move {
                if chrome::session_store(DRAFT, &draft).await.is_err() {
                    console::log(LogLevel::Error, "popup: unsaved changes could not be kept");
                }
            });
        }
    });
    // The timer before is dropped, and with it what it was to do.
    change(|state| state.draft = Some(timer));
}

fn set_changed(changed: bool) {
    change(|state| {
        state.changed = changed;
        if !changed {
            state.draft = None;
        }
    });
    show("profile-discard", changed);
    // Fails for malformed class names only.
    let _ = id("tab-profile").class_list().toggle_with_force("mark-dot", changed);
}

async fn forget_draft() {
    if chrome::session_unstore(DRAFT).await.is_err() {
        console::log(LogLevel::Error, "popup: kept changes could not be removed");
    }
}

async fn discard() {
    forget_draft().await;
    match reload().await {
        Ok(_) => say("profile-message", Tone::Plain, "Changes discarded."),
        Err(error) => say("profile-message", Tone::Bad, &error.0),
    }
}

async fn save() {
    match busy(&["profile-save"], try_save()).await {
        Ok(concerns) if concerns.is_empty() => say("profile-message", Tone::Good, "Saved."),
        Ok(concerns) => {
            say(
                "profile-message",
                Tone::Warn,
                &format!("Saved. Please check:\n{}", concerns.join("\n")),
            );
        }
        Err(error) => say("profile-message", Tone::Bad, &error),
    }
}

/// Saves what is in the editor, together with what was stored elsewhere in the meantime.
async fn try_save() -> Result<Vec<&'static str>, String> {
    let mine = edited()?;
    let theirs = stored_profile().await.map_err(|error| error.0)?.profile;
    let base = read(|state| state.stored.clone());
    let [base_tree, mine_tree, theirs_tree] = [&base, &mine, &theirs].map(json::to_value);
    let merged = tree::merge(Some(&base_tree), Some(&mine_tree), Some(&theirs_tree));
    let merged = profile_file::salvage(&merged.unwrap_or_default()).profile;
    let shown_is_saved = Profile { updated_at: None, ..merged.clone() }
        == Profile { updated_at: None, ..mine.clone() };
    store(merged.clone(), theirs).await?;
    if !shown_is_saved {
        paint(&merged);
    }
    Ok(profile_file::concerns(&merged))
}

/// Stores a profile with a new time, if it is another than before, and makes it the editor's base.
async fn store(mut profile: Profile, before: Profile) -> Result<(), String> {
    profile.updated_at.clone_from(&before.updated_at);
    if profile != before {
        profile.updated_at = Some(String::from(js_sys::Date::new_0().to_iso_string()));
        storage::set_profile(&profile)
            .await
            .map_err(|error| format!("The browser did not store the profile: {error}"))?;
    }
    console::log(LogLevel::Info, "popup: profile saved");
    fill::set_empty_profile(profile_file::is_empty(&profile));
    change(|state| state.stored = profile);
    set_changed(false);
    forget_draft().await;
    Ok(())
}

// Documents

fn paint_documents() {
    let documents = read(|state| {
        let sizes = |document: &Document| document.data.reveal().len() / 4 * 3;
        let each = state.documents.iter();
        each.map(|(name, document)| (name.clone(), document.name.clone(), sizes(document)))
            .collect::<Vec<_>>()
    });
    dom::fill(
        &id("documents"),
        documents.into_iter().map(|(name, file, size)| {
            let remove = button("remove", "Remove");
            attribute(&remove, "aria-label", &format!("Remove {name}"));
            let about = with(
                el("div", "grow", ""),
                [
                    el("div", "", &format::source_label(&name)),
                    el("div", "hint", &format!("{file}, {}", format::file_size(size))),
                ],
            );
            on(&remove, "click", move |_| {
                change(|state| state.documents.remove(&name));
                paint_documents();
                touched();
                focus(&id("document-name"));
            });
            with(el("li", "document", ""), [about, remove])
        }),
    );
}

async fn add_document() {
    let input = id("document-file");
    let Some(file) = input.file() else { return };
    let result = read_document(&file).await;
    input.put("");
    match result {
        Ok((name, document)) => {
            change(|state| state.documents.insert(name, document));
            text("document-error", "");
            id("document-name").put("");
            paint_documents();
            touched();
        }
        Err(error) => text("document-error", &error),
    }
}

async fn read_document(file: &web_sys::File) -> Result<(String, Document), String> {
    let typed = id("document-name").text().trim().to_owned();
    let name = match typed.as_str() {
        "" if read(|state| state.documents.contains_key("cv")) => {
            focus(&id("document-name"));
            return Err("Say what kind of document this is, then choose the file again.".to_owned());
        }
        "" => "cv".to_owned(),
        _ => typed,
    };
    let size = file.size() as usize;
    if size > DOCUMENT_LIMIT {
        let size = format::file_size(size);
        return Err(format!("“{}” is too large: {size}, and 2 MB is the limit.", file.name()));
    }
    if size == 0 {
        return Err(format!("“{}” is empty.", file.name()));
    }
    let data = dom::file_base64(file).await.ok_or("The file could not be read.")?;
    let media_type = Some(file.type_()).filter(|kind| !kind.is_empty());
    let media_type = media_type.unwrap_or_else(|| "application/octet-stream".to_owned());
    Ok((name, Document { name: file.name(), media_type, data: data.into() }))
}

// Import and export

async fn import() {
    let input = id("profile-import-file");
    let Some(file) = input.file() else { return };
    let content = dom::file_text(&file).await;
    input.put("");
    let found = content
        .ok_or_else(|| "The file could not be read.".to_owned())
        .and_then(|content| profile_file::read(&content));
    match found {
        Ok(found) => take_import(found).await,
        Err(error) => report(Tone::Bad, &error, &[]),
    }
}

async fn take_import(found: profile_file::Found) {
    let stored = match stored_profile().await {
        Ok(stored) => stored.profile,
        Err(error) => return report(Tone::Bad, &error.0, &[]),
    };
    let shown = edited().unwrap_or_else(|_| stored.clone());
    let gone = profile_file::missing_in(&found.profile, &shown);
    if let Err(error) = store(found.profile.clone(), stored.clone()).await {
        return report(Tone::Bad, &error, &[]);
    }
    paint(&found.profile);
    let mut lines = vec![format!(
        "Imported and saved: {}.",
        format::counted(profile_file::count(&found.profile), "value")
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
    let concerns = profile_file::concerns(&found.profile);
    say("profile-message", Tone::Good, "Imported and saved.");
    if !concerns.is_empty() {
        let message = format!("Imported and saved. Please check:\n{}", concerns.join("\n"));
        say("profile-message", Tone::Warn, &message);
    }
    let undoable = !profile_file::is_empty(&shown);
    change(|state| state.before_import = undoable.then_some((stored, shown)));
    show("import-undo", undoable);
}

async fn undo_import() {
    let Some((stored, shown)) = change(|state| state.before_import.take()) else { return };
    if let Err(error) = storage::set_profile(&stored).await {
        return report(Tone::Bad, &error.0, &[]);
    }
    let unsaved = shown != stored;
    change(|state| state.stored = stored);
    paint(&shown);
    set_changed(unsaved);
    show("import-undo", false);
    report(Tone::Plain, "The import is undone.", &[]);
    say("profile-message", Tone::Plain, if unsaved { "Unsaved changes." } else { "" });
}

fn report(tone: Tone, message: &str, problems: &[Problem]) {
    say("import-report", tone, message);
    show("import-problems", !problems.is_empty());
    dom::fill(
        &id("import-problems"),
        problems.iter().map(|problem| {
            with(
                el("li", "", ""),
                [el("b", "", &problem.path), el("span", "", &format!(": {}", problem.reason))],
            )
        }),
    );
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

// Sync

async fn sync(direction: SyncDirection) {
    if read(|state| state.changed) {
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
            let key =
                |key: &shared_types::ProfileKey| el("li", "", &format::source_label(key.as_str()));
            dom::fill(&id("conflict-keys"), differing.iter().map(key));
            show("sync-conflict", true);
        }
        Ok(outcome) => text("sync-status", &format::sync_line(&outcome)),
        Err(error) => text("sync-status", &error),
    }
}
