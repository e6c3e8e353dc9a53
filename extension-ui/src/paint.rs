//! How texts come before a person's eyes: as [`agent_core::shown`] leaves them, and always as text.
//!
//! `tests.rs` renders every screen with hostile texts and looks for what must not be there.

use std::borrow::Cow;

use agent_core::{
    catalogue::decimal,
    gate,
    job::share_of,
    person::{called, facts},
    shown,
};
use shared_types::{
    ConsentItem, ProfileId,
    job::{DecidedBy, Sure},
    profiles::ProfileName,
};
use sycamore::prelude::*;

/// A text of anybody's, as it is shown.
pub(crate) fn t(text: impl AsRef<str>) -> String {
    shown::shown(text.as_ref())
}

/// A site, as it is shown: of a frame of another origin both.
pub(crate) fn site_name(site: impl AsRef<str>) -> String {
    match gate::parts_of_site(site.as_ref()) {
        (own, None) => t(own),
        (own, Some(page)) => msg!("site_framed", frame = t(own), page = t(page)),
    }
}

/// A text of ours that is shown however long it is.
pub(crate) fn whole(text: impl AsRef<str>) -> String {
    shown::shown_whole(text.as_ref())
}

/// How a message is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tone {
    /// Neither.
    #[default]
    Plain,
    /// It worked.
    Good,
    /// It worked, but look.
    Warn,
    /// It did not work.
    Bad,
}

/// A message beside what it is about.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Said {
    /// How it is meant.
    pub(crate) tone: Tone,
    /// The text; empty for none.
    pub(crate) text: String,
}

/// Says something where `into` is painted.
pub(crate) fn say(into: Signal<Said>, tone: Tone, text: impl Into<String>) {
    into.set(Said { tone, text: text.into() });
}

/// A place for messages, which a screen reader speaks.
pub(crate) fn message(id: &'static str, class: &'static str, said: Signal<Said>) -> View {
    let classes = move || {
        let tone = match said.with(|said| said.tone) {
            Tone::Plain => "",
            Tone::Good => " good",
            Tone::Warn => " warn",
            Tone::Bad => " bad",
        };
        format!("{class}{tone}")
    };
    // What stands beside Save is long at times, and scrolls: the keyboard reaches it.
    let reached = class.is_empty().then_some("0");
    view! {
        p(id=id, class=classes, role="status", aria-live="polite", tabindex=reached, hidden=said.with(|said| said.text.is_empty())) {
            (t(said.with(|said| said.text.clone())))
        }
    }
}

/// A place for what is wrong with the control above it.
pub(crate) fn error(id: impl Into<Cow<'static, str>>, what: Signal<String>) -> View {
    let id: Cow<'static, str> = id.into();
    view! { p(id=id, class="error", role="alert") { (t(what.get_clone())) } }
}

/// `true` where something is wrong, for `aria-invalid`.
pub(crate) fn invalid(what: Signal<String>) -> Option<&'static str> {
    what.with(|what| !what.is_empty()).then_some("true")
}

/// Where a value comes from, and who said that it goes there where that was not the rules.
pub(crate) fn origin_words(label: String, derived: bool, by: DecidedBy) -> String {
    let label = if derived { msg!("paint_follows_from", label = label) } else { label };
    match by {
        DecidedBy::Memory => msg!("sheet_as_on_your_last_visit", source = label),
        DecidedBy::Model => msg!("sheet_suggested_by_the_model", source = label),
        _ => label,
    }
}

/// A mark on what the person should look at, with what it was understood as, and how sure that is.
pub(crate) fn check_tag(sure: Sure, why: &str) -> Option<View> {
    (!sure.is_sure()).then(|| {
        let share =
            share_of(why).map_or_else(String::new, |share| msg!("sheet_share_sure", share = share));
        let why = t(msg!("sheet_understood_as", why = why));
        view! {
            span(class="tag need", title=why) { (msg!("sheet_check_this")) }
            span(class="sure") { (share) }
        }
    })
}

/// A table cell that tells where a value came from. `data-source` holds the key itself.
pub(crate) fn source_cell(source: &str, derived: bool, by: DecidedBy) -> View {
    let words = origin_words(source_label(source), derived, by);
    let source = source.to_owned();
    {
        let text = t(&words);
        view! { td(class="source", data-source=source) { (text) } }
    }
}

/// Profiles to choose from, one of them chosen.
pub(crate) fn options_of(all: &[ProfileName], chosen: &ProfileId) -> Vec<View> {
    let option = |one: &ProfileName| {
        let (id, is_chosen, words) = (one.id.to_string(), one.id == *chosen, t(one.name.reveal()));
        view! { option(value=id, selected=is_chosen) { (words) } }
    };
    all.iter().map(option).collect()
}

/// What a field is called, or that it has no name.
pub(crate) fn label_or_none(label: &str) -> String {
    if label.is_empty() { msg!("paint_no_label") } else { label.to_owned() }
}

/// `820 bytes`, `12 kB`, `1.4 MB`.
pub(crate) fn file_size(bytes: usize) -> String {
    match bytes {
        0..1024 => msg!("count_bytes", count = bytes),
        1024..1_048_576 => format!("{} kB", bytes / 1024),
        _ => format!("{} MB", decimal(bytes as f64 / 1_048_576.0, 1)),
    }
}

/// `1.24 s`, `840 ms`.
pub(crate) fn duration(ms: f64) -> String {
    if ms >= 1000.0 { format!("{} s", decimal(ms / 1000.0, 2)) } else { format!("{ms:.0} ms") }
}

/// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
pub(crate) fn ago(ms: f64) -> String {
    let minutes = (ms / 60_000.0).max(0.0) as u64;
    match minutes {
        0 => msg!("paint_just_now"),
        1..60 => msg!("paint_minutes_ago", number = minutes),
        60..1440 => msg!("paint_hours_ago", number = minutes / 60),
        _ => msg!("paint_days_ago", count = minutes / 1440),
    }
}

/// A kind of data that is kept in a consent, as a person would say it.
pub(crate) fn kind_label(kind: &str) -> String {
    if kind.contains('.') { source_label(kind) } else { capitalised(&gate::thing_words(kind)) }
}

/// What a row of a card is about, as a person would say it.
pub(crate) fn thing_of(item: &ConsentItem) -> String {
    capitalised(&gate::thing_words(if item.thing.is_empty() { &item.kind } else { &item.thing }))
}

/// A profile key as a person would say it: `address.zipCode` → `Address, postal code`.
/// What is no key (`typed by you`) stays as it is.
pub(crate) fn source_label(source: &str) -> String {
    if let Some(name) = source.strip_prefix("record.") {
        return msg!("paint_from_record", name = name);
    }
    if let Some(name) = source.strip_prefix("answers.") {
        return msg!("paint_from_answer", name = name);
    }
    if let Some(name) = source.strip_prefix("custom.") {
        return msg!("paint_from_profile", name = name);
    }
    if let Some(entry) = source.strip_prefix("tiers.") {
        return msg!("import_handling_of", name = source_label(entry));
    }
    if let Some(words) = source.strip_prefix("facts.").and_then(facts::words) {
        return words;
    }
    if let Some(rest) = source.strip_prefix("addresses.") {
        // A consent is for the whole address: no part stands behind its name.
        let (name, part) = rest.rsplit_once('.').unwrap_or((rest, ""));
        let part = called::part(part).or_else(|| called::part("address")).unwrap_or_default();
        return format!("{}, {name}", capitalised(&part));
    }
    if source.contains(' ') {
        return source.to_owned();
    }
    let mut label = String::new();
    for part in source.split('.') {
        if let Ok(position) = part.parse::<u32>() {
            label.push_str(&format!(" {}", position.saturating_add(1)));
            continue;
        }
        if !label.is_empty() {
            label.push_str(", ");
        }
        match called::part(part) {
            Some(words) => label.push_str(&words),
            None => push_words(&mut label, part),
        }
    }
    capitalised(&label)
}

fn push_words(into: &mut String, camel: &str) {
    for character in camel.chars() {
        if character.is_uppercase() {
            into.push(' ');
        }
        into.extend(character.to_lowercase());
    }
}

/// The text with a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_in_words() {
        let check = |source: &str, expected: &str| assert_eq!(source_label(source), expected);
        check("addresses.St. Ives.city", "City, St. Ives");
        check("addresses.My parents.", "Address, My parents");
        check("addresses.Home.city.", "Address, Home.city");
        check("address.zipCode", "Address, postal code");
        check("address.street2", "Address, apartment");
        check("payment.expMonth", "Payment, expiry month");
        check("resume.experiences.0.title", "Résumé, job 1, title");
        check("record.order no", "Extra data: order no");
        check("answers.Why us?", "Your answer: Why us?");
        check("typed by you", "typed by you");
        check("firstName", "First name");
    }

    #[test]
    fn numbers_are_told_in_words() {
        assert_eq!(
            [file_size(820), file_size(12_800), file_size(1_500_000)],
            ["820 bytes", "12 kB", "1.4 MB"]
        );
        assert_eq!([duration(840.0), duration(1240.0)], ["840 ms", "1.24 s"]);
        let minutes = |minutes: f64| ago(minutes * 60_000.0);
        assert_eq!(
            [minutes(0.5), minutes(5.0), minutes(180.0), minutes(2880.0)],
            ["just now", "5 min ago", "3 h ago", "2 days ago"]
        );
    }
}
