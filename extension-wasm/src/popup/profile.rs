//! The view Profile: the editor. What brings a profile in and out is in `transfer`.
//!
//! What the person types is kept in the browser's memory until it is saved or discarded, because a
//! popup closes at a click elsewhere.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::person::{
    check,
    document::{self, Unfit},
    editor::{self, Edited},
    entries::{self, Pair},
    file::{self, Problem},
    merge, tree,
};
use serde_json::Value;
use shared_types::{
    Profile, Tier, json,
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
    facts::{self, Wrong},
    fill, format,
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
/// Parts that the editor has no place for: nothing reads them, and they stay as they are.
const UNSHOWN: &[&str] = &["preferOAuth", "oauthProvider"];
/// What marks a control as a part of the profile.
const PARTS: &[&str] = &["data-key", "data-pair", "data-fact", "data-person"];
/// Maps of any key to any value, by the profile's name for them.
const MAPS: &[&str] = &["answers", "custom"];

#[derive(Default)]
struct State {
    /// The profile as it is stored.
    stored: Profile,
    /// Documents as they are in the editor.
    documents: BTreeMap<String, Document>,
    /// Parts that are not shown, by path.
    unshown: Vec<(String, Value)>,
    /// Whether the editor holds something else than the storage.
    changed: bool,
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

/// Whether the editor holds something else than the storage.
pub(super) fn has_changes() -> bool {
    read(|state| state.changed)
}

/// Makes a profile that is stored the editor's base.
pub(super) fn set_stored(profile: Profile) {
    change(|state| state.stored = profile);
}

/// Listens to the view's controls.
pub(super) fn wire() {
    let form = id("profile-form");
    on(&form, "input", |event| {
        let is_part = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
            .is_some_and(|target| PARTS.iter().any(|part| target.has_attribute(part)));
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
        paint(&file::salvage(&draft).profile);
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
        fill::set_empty_profile(file::is_empty(&stored.profile));
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
    fill::set_empty_profile(file::is_empty(&found.profile));
    change(|state| state.stored = found.profile);
    set_changed(false);
    Ok(found.problems)
}

/// What is stored, part by part: one damaged part must not hide the others.
pub(super) async fn stored_profile() -> Result<file::Found, ChromeError> {
    let value: Option<Value> = chrome::stored("userProfile").await?;
    Ok(value.map(|value| file::salvage(&value)).unwrap_or_default())
}

// The editor

/// Shows a profile in the editor.
pub(super) fn paint(profile: &Profile) {
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
    facts::paint(&profile.facts, touched);
    let unshown = UNSHOWN
        .iter()
        .filter_map(|path| Some(((*path).to_owned(), tree::get(&profile_tree, path)?.clone())));
    change(|state| {
        state.unshown = unshown.collect();
        state.documents.clone_from(&profile.documents);
    });
    paint_documents();
    count_groups();
}

fn put(control: &Control, value: Option<&Value>) {
    if attribute_of(control, "type") == "checkbox" {
        control.set_checked(value.and_then(Value::as_bool).unwrap_or_default());
        return;
    }
    control.put(&editor::text_of(value));
}

/// The profile as it is in the editor. The error is for a person.
pub(super) fn edited() -> Result<Profile, String> {
    taken().map_err(|wrong| wrong.why)
}

fn taken() -> Result<Profile, Wrong> {
    let parts = dom::all(&id("profile-form"), "[data-key]:not([data-pair])");
    let parts = parts.iter().map(|control| {
        let path = attribute_of(control, "data-key");
        let value = take(control, &path);
        (path, value)
    });
    let edited = Edited {
        parts: parts.chain(read(|state| state.unshown.clone())).collect(),
        rows: ROWS.iter().map(|name| attribute_of(&id(name), "data-rows")).collect(),
        facts: facts::edited()?,
        answers: edited_pairs("answers", "Answers")?,
        custom: edited_pairs("custom", "Anything else")?,
        tiers: MAPS.iter().flat_map(|name| edited_tiers(name)).collect(),
        documents: read(|state| state.documents.clone()),
        updated_at: read(|state| state.stored.updated_at.clone()),
    };
    Ok(edited.profile())
}

fn take(control: &Control, path: &str) -> Value {
    if attribute_of(control, "type") == "checkbox" {
        return Value::Bool(control.checked());
    }
    if control.has_attribute("data-flag") {
        return editor::flag_of(&control.text());
    }
    editor::value_of(path, &control.text(), control.has_attribute("data-list"))
}

fn part_of(pair: &Control, part: &str) -> Option<Control> {
    dom::one(pair, &format!("[data-pair={part}]"))
}

/// What stands in a row for an entry.
fn typed(row: &Control) -> Option<Pair> {
    let (name, value) = (part_of(row, "key")?, part_of(row, "value")?);
    let was_json = value.has_attribute("data-json");
    Some(Pair { name: name.text(), text: value.text(), was_json })
}

fn edited_pairs(name: &str, group: &str) -> Result<BTreeMap<String, Value>, Wrong> {
    let rows = dom::all(&id(&pairs_of(name)), ".pair");
    let (rows, pairs): (Vec<&Control>, Vec<Pair>) =
        rows.iter().filter_map(|row| Some((row, typed(row)?))).unzip();
    entries::of(pairs, group).map_err(|(at, why)| {
        let at = rows.get(at).and_then(|row| part_of(row, "key"));
        Wrong { why, at }
    })
}

/// What is chosen for the entries of a map, by key.
fn edited_tiers(name: &str) -> Vec<(String, TierChoice)> {
    let rows = dom::all(&id(&pairs_of(name)), ".pair");
    let chosen = rows.iter().filter_map(|row| {
        let (key, judged) = entries::judged(name, &typed(row)?);
        let tier = entries::tier_named(&part_of(row, "tier")?.text());
        let despite = part_of(row, "despite").is_some_and(|tick| tick.checked());
        Some((key.as_str().to_owned(), entries::choice(tier, judged, despite)?))
    });
    chosen.collect()
}

/// Says what an entry is taken for, and asks for a tick where less care is chosen.
fn show_tier(name: &str, row: &Control) {
    let (Some(pair), Some(select)) = (typed(row), part_of(row, "tier")) else { return };
    let (_, judged) = entries::judged(name, &pair);
    let automatic = match judged.tier() {
        Tier::Ordinary => "Automatic: ordinary".to_owned(),
        Tier::Personal => format!("Automatic: personal ({})", judged.thing()),
        Tier::Secret => format!("Automatic: secret ({})", judged.thing()),
    };
    if let Some(option) = dom::one(&select, "option[value='']") {
        dom::write(&option, &automatic);
    }
    let lowers = entries::lowers(entries::tier_named(&select.text()), judged);
    if let Some(tick) = dom::one(row, "[data-despite-row]") {
        tick.set_hidden(!lowers);
        let words =
            format!("This looks like: {}. Handle it with less care anyway.", judged.thing());
        if let Some(span) = dom::one(&tick, "span") {
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
    let key_input = part_of(&pair, "key")?;
    let value_input = part_of(&pair, "value")?;
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
    if let (Some(choice), Some(select)) = (choice, part_of(&pair, "tier")) {
        select.put(entries::name_of(choice.tier));
        if let Some(despite) = part_of(&pair, "despite") {
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
        const FILLED: &str =
            "[data-key], [data-pair=value]:not([data-key]), .document, [data-fact], [data-person]";
        let filled = dom::all(&group, FILLED)
            .iter()
            .filter(|control| match attribute_of(control, "type").as_str() {
                "checkbox" => control.checked(),
                _ => control.class_name() == "document" || !control.text().trim().is_empty(),
            })
            .count();
        if let Some(count) = dom::one(&group, ".count") {
            let words = if filled == 0 { String::new() } else { format!("{filled} filled") };
            dom::write(&count, &words);
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

/// Notes whether the editor holds something else than the storage.
pub(super) fn set_changed(changed: bool) {
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
async fn try_save() -> Result<Vec<String>, String> {
    let mine = taken().map_err(|wrong| {
        if let Some(control) = &wrong.at {
            reveal(control);
        }
        wrong.why
    })?;
    let theirs = stored_profile().await.map_err(|error| error.0)?.profile;
    let merged = read(|state| merge::merged(&state.stored, &mine, &theirs));
    let shown_is_saved = merge::hold_the_same(&merged, &mine);
    store(merged.clone(), theirs).await?;
    if !shown_is_saved {
        paint(&merged);
    }
    Ok(check::concerns(&merged))
}

/// Brings a control before the person, also one in a folded group.
fn reveal(control: &Control) {
    if let Ok(Some(group)) = control.closest("details:not([open])") {
        attribute(&group, "open", "");
    }
    focus(control);
}

/// Stores a profile with a new time, if it is another than before, and makes it the editor's base.
pub(super) async fn store(profile: Profile, before: Profile) -> Result<(), String> {
    let now = || String::from(js_sys::Date::new_0().to_iso_string());
    let profile = match merge::to_store(&profile, &before, now) {
        Some(profile) => {
            storage::set_profile(&profile)
                .await
                .map_err(|error| format!("The browser did not store the profile: {error}"))?;
            profile
        }
        None => before,
    };
    console::log(LogLevel::Info, "popup: profile saved");
    fill::set_empty_profile(file::is_empty(&profile));
    change(|state| state.stored = profile);
    set_changed(false);
    forget_draft().await;
    Ok(())
}

// Documents

fn paint_documents() {
    let documents = read(|state| {
        let each = state.documents.iter();
        each.map(|(name, kept)| (name.clone(), kept.name.clone(), document::size_of(kept)))
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
    let typed = id("document-name").text();
    let Some(name) = read(|state| document::name_for(&typed, &state.documents)) else {
        focus(&id("document-name"));
        return Err("Say what kind of document this is, then choose the file again.".to_owned());
    };
    let size = file.size() as usize;
    match document::unfit(size) {
        Some(Unfit::TooLarge) => {
            let size = format::file_size(size);
            return Err(format!("“{}” is too large: {size}, and 2 MB is the limit.", file.name()));
        }
        Some(Unfit::Empty) => return Err(format!("“{}” is empty.", file.name())),
        None => {}
    }
    let data = dom::file_base64(file).await.ok_or("The file could not be read.")?;
    Ok((name, document::of_file(file.name(), file.type_(), data)))
}

/// Says what came of a file or of what is stored, with each part that was not taken.
pub(super) fn report(tone: Tone, message: &str, problems: &[Problem]) {
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

#[cfg(test)]
mod tests {
    use agent_core::person::file::{
        self,
        Shape::{self, Any, Documents, Flag, Named, Parts, Rows, Text, Texts, Tiers},
    };

    #[test]
    fn the_editor_has_a_place_for_every_part() {
        fn check(page: &str, parts: &[(&str, Shape)], path: &str) {
            for (name, shape) in parts {
                let path =
                    if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
                let place = match shape {
                    Parts(inner) => {
                        check(page, inner, &path);
                        continue;
                    }
                    Rows(inner) => {
                        for (part, _) in *inner {
                            assert!(
                                page.contains(&format!("data-part=\"{part}\"")),
                                "{path}: {part}"
                            );
                        }
                        format!("data-rows=\"{path}\"")
                    }
                    // A test of its own holds that every fact has a place.
                    Named => format!("data-{name}=\""),
                    Any => format!("data-map=\"{name}\""),
                    Tiers => "data-pair=\"tier\"".to_owned(),
                    Documents => "id=\"documents\"".to_owned(),
                    Text if *name == "updatedAt" => continue,
                    Text | Flag if super::UNSHOWN.contains(name) => continue,
                    Text | Flag | Texts => format!("data-key=\"{path}\""),
                };
                assert!(page.contains(&place), "no {place} in popup.html");
            }
        }
        check(include_str!("../../../extension/popup.html"), file::PROFILE, "");
    }
}
