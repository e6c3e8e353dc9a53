//! Words and numbers for a person. Pure: no DOM, no clock, and never a profile value.

use agent_core::person::facts;
use shared_types::{
    ConsentItem, JobStatus, VerificationKind,
    job::{Progress, ShownGroup, Verification},
    message::{Inspection, SyncOutcome},
    observation::Omitted,
};

/// `1 field`, `3 fields`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `7 of 9 fields, page 2`; nothing while there is nothing to count.
pub(super) fn progress_line(progress: &Progress) -> String {
    if progress.total == 0 {
        return String::new();
    }
    let fields = counted(progress.total as usize, "field");
    let page = if progress.page > 1 { format!(", page {}", progress.page) } else { String::new() };
    format!("{} of {fields}{page}", progress.filled)
}

/// How far a page is, 0 to 1; `None` while that is not known.
pub(super) fn progress_share(progress: &Progress) -> Option<f64> {
    (progress.total > 0).then(|| (f64::from(progress.filled) / f64::from(progress.total)).min(1.0))
}

/// The status as a heading.
pub(super) fn status_title(status: JobStatus) -> &'static str {
    match status {
        JobStatus::Idle => "Ready",
        JobStatus::Starting => "Starting",
        JobStatus::Running => "Filling",
        JobStatus::PausedForApproval => "Waiting for your yes",
        JobStatus::NeedsVerification => "Waiting for you",
        JobStatus::NeedsInput => "Questions for you",
        JobStatus::Done => "Done",
        JobStatus::Stopped => "Stopped",
        JobStatus::Error => "Could not go on",
    }
}

/// The status as the popup and the DOM name it (`JobStatus` in JSON).
pub(super) fn status_name(status: JobStatus) -> &'static str {
    match status {
        JobStatus::Idle => "idle",
        JobStatus::Starting => "starting",
        JobStatus::Running => "running",
        JobStatus::PausedForApproval => "paused_for_approval",
        JobStatus::NeedsVerification => "needs_verification",
        JobStatus::NeedsInput => "needs_input",
        JobStatus::Done => "done",
        JobStatus::Stopped => "stopped",
        JobStatus::Error => "error",
    }
}

/// Where a code goes and who asks for it.
pub(super) fn destination(asked: &Verification) -> String {
    let asks = if asked.by_server { "Your server's plan asks for it." } else { "" };
    let goes = match (asked.field.as_str(), asked.origin.as_str()) {
        (_, "") => String::new(),
        ("", site) => format!("On {site}."),
        (field, site) => format!("Goes into “{field}” on {site}."),
    };
    [goes.as_str(), asks].join(" ").trim().to_owned()
}

/// What a verification card says, by what is needed.
pub(super) struct VerificationText {
    /// Heading.
    pub(super) title: &'static str,
    /// What to do.
    pub(super) text: &'static str,
    /// Label of the input; `None` when nothing is typed in here.
    pub(super) input: Option<&'static str>,
    /// `inputmode` of the input.
    pub(super) input_mode: &'static str,
    /// What the button says.
    pub(super) button: &'static str,
}

/// The words for a verification.
pub(super) fn verification_text(kind: VerificationKind) -> VerificationText {
    match kind {
        VerificationKind::Otp => VerificationText {
            title: "A one-time code is needed",
            text: "Look at your phone or authenticator. Vaulty types the code into the page.",
            input: Some("One-time code"),
            input_mode: "numeric",
            button: "Enter the code",
        },
        VerificationKind::EmailCode => VerificationText {
            title: "A code was e-mailed to you",
            text: "Look into your mailbox. Vaulty types the code into the page.",
            input: Some("Code from the e-mail"),
            input_mode: "text",
            button: "Enter the code",
        },
        VerificationKind::Password => VerificationText {
            title: "The page asks for a password",
            text: "Let your password manager fill it in the page, or type it here. It is not stored.",
            input: Some("Password"),
            input_mode: "text",
            button: "Go on",
        },
        VerificationKind::Captcha => VerificationText {
            title: "A captcha is in the way",
            text: "Only you can solve it. Solve it in the page, then come back here.",
            input: None,
            input_mode: "text",
            button: "I solved it, go on",
        },
        VerificationKind::Oauth => VerificationText {
            title: "Sign in first",
            text: "Sign in with your service in the page, then come back here.",
            input: None,
            input_mode: "text",
            button: "I signed in, go on",
        },
    }
}

/// Words that camel case would spell wrongly.
const SPELLINGS: &[(&str, &str)] = &[
    ("linkedIn", "LinkedIn"),
    ("github", "GitHub"),
    ("email", "e-mail"),
    ("cv", "CV"),
    ("zipCode", "postal code"),
    ("gpa", "grade point average"),
    ("resume", "résumé"),
    ("experiences", "job"),
    ("preferOAuth", "preferred sign-in"),
    ("allowDrafts", "drafts by a model"),
    ("oauthProvider", "sign-in service"),
    ("exp", "expiry"),
];

/// A kind of thing on a consent card, and the fields that it is for.
pub(super) struct KindRow<'a> {
    /// `ConsentItem::kind`
    pub(super) kind: &'a str,
    /// What a person calls it.
    pub(super) thing: String,
    /// Labels of the fields, each once.
    pub(super) labels: Vec<&'a str>,
}

/// Rows of a card by their kind, in the card's order.
pub(super) fn by_kind<'a>(items: impl Iterator<Item = &'a ConsentItem>) -> Vec<KindRow<'a>> {
    let mut rows: Vec<KindRow<'a>> = Vec::new();
    for item in items {
        let label = if item.label.is_empty() { "(no label)" } else { &item.label };
        let thing = if item.thing.is_empty() { &item.kind } else { &item.thing };
        match rows.iter_mut().find(|row| row.kind == item.kind) {
            Some(row) if row.labels.contains(&label) => {}
            Some(row) => row.labels.push(label),
            None => {
                rows.push(KindRow {
                    kind: &item.kind,
                    thing: capitalised(thing),
                    labels: vec![label],
                });
            }
        }
    }
    rows
}

/// A kind of data that is kept in a consent, as a person would say it.
pub(super) fn kind_label(kind: &str) -> String {
    if kind.contains('.') { source_label(kind) } else { capitalised(kind) }
}

/// A profile key as a person would say it: `address.zipCode` → `Address, postal code`.
/// What is no key (`typed by you`) stays as it is.
pub(super) fn source_label(source: &str) -> String {
    for (prefix, words) in
        [("record.", "Record: "), ("answers.", "Your answer: "), ("custom.", "Profile: ")]
    {
        if let Some(rest) = source.strip_prefix(prefix) {
            return format!("{words}{rest}");
        }
    }
    if let Some(words) = source.strip_prefix("facts.").and_then(facts::words) {
        return words;
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
        match SPELLINGS.iter().find(|(name, _)| *name == part) {
            Some((_, spelling)) => label.push_str(spelling),
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

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// What a part of the approval card is called, and what it says of itself.
pub(super) fn part_of_form(group: ShownGroup, rows: usize) -> (String, &'static str) {
    match group {
        ShownGroup::Current => (counted(rows, "field"), ""),
        ShownGroup::Unseen => (
            format!("Also sent: {} from other steps", counted(rows, "field")),
            "Not visible on this step.",
        ),
        ShownGroup::Hidden => (
            format!("Also sent: {}", counted(rows, "hidden field")),
            "Set by the page, not by you.",
        ),
        ShownGroup::Added => (
            format!("Also sent: {} set by the page", counted(rows, "value")),
            "In no field of the form.",
        ),
    }
}

/// `1.24 s`, `840 ms`.
pub(super) fn duration(ms: f64) -> String {
    if ms >= 1000.0 { format!("{:.2} s", ms / 1000.0) } else { format!("{ms:.0} ms") }
}

/// How long the first page took, if it is known.
pub(super) fn timing_line(filled_after_ms: Option<f64>, own_ms: Option<f64>) -> String {
    match (filled_after_ms, own_ms) {
        (Some(total), Some(own)) => format!(
            "First page filled in {}, {} of it Vaulty’s own work.",
            duration(total),
            duration(own)
        ),
        (Some(total), None) => format!("First page filled in {}.", duration(total)),
        _ => String::new(),
    }
}

/// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
pub(super) fn ago(ms: f64) -> String {
    let minutes = (ms / 60_000.0).max(0.0) as u64;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        _ => format!("{} ago", counted((minutes / 1440) as usize, "day")),
    }
}

/// `1 entry`, `3 entries`.
pub(super) fn entries(number: usize) -> String {
    if number == 1 { "1 entry".to_owned() } else { format!("{number} entries") }
}

/// `820 bytes`, `12 kB`, `1.4 MB`.
pub(super) fn file_size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} kB", bytes / 1024),
        _ => format!("{:.1} MB", bytes as f64 / 1_048_576.0),
    }
}

/// What an undo did.
pub(super) fn undo_line(restored: u32, kept: u32) -> String {
    let put_back = format!("Put back {}.", counted(restored as usize, "field"));
    match kept {
        0 => put_back,
        _ => format!(
            "{put_back} {} left alone, because they changed since.",
            counted(kept as usize, "field")
        ),
    }
}

/// What an observation left out, in a sentence; nothing when it left nothing out.
pub(super) fn omitted_line(omitted: &Omitted) -> String {
    let parts: Vec<String> = [
        (omitted.fields, "field"),
        (omitted.options, "option"),
        (omitted.frames, "frame"),
        (omitted.text_chars, "character"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, noun)| counted(number as usize, noun))
    .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("Not looked at, because the page is very large: {}.", parts.join(", "))
    }
}

/// What an inspection found, in a sentence.
pub(super) fn inspection_line(page: &Inspection) -> String {
    let (gathering, understanding) = page.timings_ms;
    format!(
        "{}, {}. Gathered in {}, understood in {}.",
        counted(page.observation.fields.len(), "field"),
        counted(page.observation.buttons.len(), "button"),
        duration(gathering),
        duration(understanding),
    )
}

/// What to do about an error, by what its text speaks of.
pub(super) fn advice(error: &str) -> &'static str {
    const ADVICE: &[(&[&str], &str)] = &[
        (
            &["tab was closed", "tab closed", "no tab with id"],
            "Open the page again, then press “Fill this page”.",
        ),
        (
            &["cannot access", "cannot be scripted", "chrome://", "extensions gallery"],
            "The browser keeps extensions out of its own pages and the web store. Open the form’s page and press “Fill this page” there.",
        ),
        (
            &["no actionable elements", "no form"],
            "Wait until the form is on the screen, or open the page that holds it, then press “Fill this page”.",
        ),
        (
            &["receiving end", "did not answer"],
            "Reload the page, then press “Fill this page” again.",
        ),
    ];
    let error = error.to_lowercase();
    ADVICE
        .iter()
        .find(|(signs, _)| signs.iter().any(|sign| error.contains(sign)))
        .map_or(
            "Nothing was sent and the fields keep what they hold. “Fill this page” goes on from there; the log tells more.",
            |(_, advice)| *advice,
        )
}

/// What a sync did, for a person.
pub(super) fn sync_line(outcome: &SyncOutcome) -> String {
    match outcome {
        SyncOutcome::Same => "Both hold the same.".to_owned(),
        SyncOutcome::Pushed => "The server has your profile now.".to_owned(),
        SyncOutcome::Pulled => "You have the server’s profile now.".to_owned(),
        SyncOutcome::Conflict { local_updated_at, server_updated_at, differing } => format!(
            "Both sides changed: here {}, on the server {}. Nothing was overwritten. {} differ:",
            moment(local_updated_at),
            moment(server_updated_at),
            counted(differing.len(), "value"),
        ),
    }
}

/// An RFC 3339 time as `2026-01-31 14:05`; the text itself when it is too short to be one.
fn moment(time: &str) -> String {
    match (time.get(..10), time.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute}"),
        _ if time.is_empty() => "at an unknown time".to_owned(),
        _ => time.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let check = |filled, total, page, expected: &str| {
            assert_eq!(progress_line(&Progress { filled, total, page }), expected);
        };
        check(7, 9, 2, "7 of 9 fields, page 2");
        check(0, 1, 1, "0 of 1 field");
        check(0, 0, 3, "");
    }

    #[test]
    fn progress_share_never_exceeds_one() {
        let check = |filled, total, expected| {
            assert_eq!(progress_share(&Progress { filled, total, page: 1 }), expected);
        };
        check(0, 0, None);
        check(1, 4, Some(0.25));
        check(5, 4, Some(1.0));
    }

    #[test]
    fn status_names_are_those_of_the_json() {
        for status in [
            JobStatus::Idle,
            JobStatus::Starting,
            JobStatus::Running,
            JobStatus::PausedForApproval,
            JobStatus::NeedsVerification,
            JobStatus::NeedsInput,
            JobStatus::Done,
            JobStatus::Stopped,
            JobStatus::Error,
        ] {
            let json = serde_json::to_value(status).unwrap();
            assert_eq!(json.as_str(), Some(status_name(status)));
        }
    }

    #[test]
    fn keys_are_told_in_words() {
        let check = |source: &str, expected: &str| assert_eq!(source_label(source), expected);
        check("firstName", "First name");
        check("address.zipCode", "Address, postal code");
        check("resume.experiences.0.title", "Résumé, job 1, title");
        check("linkedIn", "LinkedIn");
        check("documents.cv", "Documents, CV");
        check("record.order.number", "Record: order.number");
        check("answers.Notice period", "Your answer: Notice period");
        check("custom.shoe size", "Profile: shoe size");
        check("facts.relocate", "Willing to move");
        check("facts.years", "Years with a skill");
        check("facts.years.Rust", "Years with a skill, Rust");
        check("facts.referee.2.email", "Referee 2, e-mail");
        check("facts.ofANewerVersion", "Facts, of a newer version");
        check("typed by you", "typed by you");
        check("", "");
    }

    #[test]
    fn times_are_told_in_words() {
        let check = |ms: f64, expected: &str| assert_eq!(ago(ms), expected);
        check(-5.0, "just now");
        check(59_000.0, "just now");
        check(300_000.0, "5 min ago");
        check(7_300_000.0, "2 h ago");
        check(86_400_000.0, "1 day ago");
        assert_eq!(duration(840.4), "840 ms");
        assert_eq!(duration(1240.0), "1.24 s");
        assert_eq!(
            timing_line(Some(1240.0), Some(83.0)),
            "First page filled in 1.24 s, 83 ms of it Vaulty’s own work."
        );
        assert_eq!(timing_line(None, Some(83.0)), "");
    }

    #[test]
    fn sizes_are_told_in_words() {
        let check = |bytes, expected: &str| assert_eq!(file_size(bytes), expected);
        check(820, "820 bytes");
        check(12 * 1024 + 7, "12 kB");
        check(1_468_006, "1.4 MB");
        assert_eq!((entries(1), entries(2)), ("1 entry".to_owned(), "2 entries".to_owned()));
    }

    #[test]
    fn undo_tells_what_it_left_alone() {
        let check =
            |restored, kept, expected: &str| assert_eq!(undo_line(restored, kept), expected);
        check(1, 0, "Put back 1 field.");
        check(7, 2, "Put back 7 fields. 2 fields left alone, because they changed since.");
    }

    #[test]
    fn omissions_are_counted() {
        assert_eq!(omitted_line(&Omitted::default()), "");
        let omitted = Omitted { fields: 2, frames: 1, ..Omitted::default() };
        assert_eq!(
            omitted_line(&omitted),
            "Not looked at, because the page is very large: 2 fields, 1 frame."
        );
    }

    #[test]
    fn advice_fits_the_error() {
        let check = |error: &str, part: &str| {
            assert!(advice(error).contains(part), "{error}: {}", advice(error));
        };
        check("The tab was closed", "Open the page again");
        check("Cannot access a chrome:// URL", "out of its own pages");
        check("No actionable elements found", "Wait until the form");
        check("something else", "the log tells more");
    }

    #[test]
    fn a_conflict_is_told_without_values() {
        let outcome = SyncOutcome::Conflict {
            local_updated_at: "2026-01-31T14:05:09Z".to_owned(),
            server_updated_at: String::new(),
            differing: vec!["phone".into(), "address.city".into()],
        };
        assert_eq!(
            sync_line(&outcome),
            "Both sides changed: here 2026-01-31 14:05, on the server at an unknown time. Nothing was overwritten. 2 values differ:"
        );
    }
}
