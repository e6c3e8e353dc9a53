//! What a job is told in. Pure: no document, no clock, and never a value.

use shared_types::{
    ConsentItem, JobStatus, VerificationKind,
    job::{Approval, Progress, ShownGroup, Verification, VerifiedBy},
    message::Inspection,
    observation::Omitted,
};

use crate::paint::{counted, duration, label_or_none, thing_of};

/// `7 of 9 fields, page 2`; nothing while there is nothing to count.
pub(crate) fn progress_line(progress: &Progress) -> String {
    if progress.total == 0 {
        return String::new();
    }
    let fields = counted(progress.total as usize, "field");
    let page = if progress.page > 1 { format!(", page {}", progress.page) } else { String::new() };
    format!("{} of {fields}{page}", progress.filled)
}

/// How far a page is, 0 to 1; `None` while that is not known.
pub(crate) fn progress_share(progress: &Progress) -> Option<f64> {
    (progress.total > 0).then(|| (f64::from(progress.filled) / f64::from(progress.total)).min(1.0))
}

/// The status as a heading.
pub(crate) fn status_title(status: JobStatus) -> &'static str {
    match status {
        JobStatus::Idle => "Ready",
        JobStatus::Starting => "Starting",
        JobStatus::Running => "Filling",
        JobStatus::PausedForApproval => "Waiting for your approval",
        JobStatus::NeedsVerification => "Waiting for you",
        JobStatus::NeedsInput => "Some details are missing",
        JobStatus::Done => "Done",
        JobStatus::Stopped => "Stopped",
        JobStatus::Error => "Couldn’t continue",
    }
}

/// The status as the page names it (`JobStatus` in JSON).
pub(crate) fn status_name(status: JobStatus) -> &'static str {
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
pub(crate) fn destination(asked: &Verification) -> String {
    let asks = if asked.by_server { "Your server’s plan asks for it." } else { "" };
    let goes = match (asked.field.as_str(), asked.origin.as_str()) {
        (_, "") => String::new(),
        ("", site) => format!("On {site}."),
        (field, site) => format!("Goes into “{field}” on {site}."),
    };
    [goes.as_str(), asks].join(" ").trim().to_owned()
}

/// What a verification card says, by what is needed.
pub(crate) struct VerificationText {
    /// Heading.
    pub(crate) title: &'static str,
    /// What to do.
    pub(crate) text: &'static str,
    /// Label of the input; `None` when nothing is typed in here.
    pub(crate) input: Option<&'static str>,
    /// `inputmode` of the input.
    pub(crate) input_mode: &'static str,
    /// Whether it is covered as it is typed.
    pub(crate) is_covered: bool,
    /// What the button says.
    pub(crate) button: &'static str,
}

/// The words for a verification.
pub(crate) fn verification_text(asked: &Verification) -> VerificationText {
    let code = VerificationText {
        title: "Enter your one-time code",
        text: "Check your phone or authenticator app. Vaulty types the code into the page.",
        input: Some("One-time code"),
        input_mode: "numeric",
        is_covered: false,
        button: "Enter the code",
    };
    let password = VerificationText {
        title: "The page asks for a password",
        text: "Let your password manager fill it in the page, or type it here. It isn’t stored.",
        input: Some("Password"),
        input_mode: "text",
        is_covered: true,
        button: "Continue",
    };
    match (asked.what, asked.kind) {
        (VerifiedBy::CardCode, _) => VerificationText {
            title: "Enter your card’s security code",
            text: "The three or four digits on your card. The code is used once and isn’t stored.",
            input: Some("Security code (CVC)"),
            input_mode: "numeric",
            is_covered: true,
            button: "Continue",
        },
        (VerifiedBy::NewPassword, _) => VerificationText {
            title: "Choose a password",
            text: "The page asks for a new password. Type it in the page, or here. It isn’t stored.",
            ..password
        },
        (VerifiedBy::Password, _) | (_, VerificationKind::Password) => password,
        (_, VerificationKind::Captcha) => VerificationText {
            title: "Solve the captcha",
            text: "Only you can do that. Solve it in the page, then come back here.",
            input: None,
            button: "Solved, continue",
            ..code
        },
        (_, VerificationKind::Oauth) => VerificationText {
            title: "Sign in first",
            text: "Sign in with your service in the page, then come back here.",
            input: None,
            button: "Signed in, continue",
            ..code
        },
        (_, VerificationKind::EmailCode) => VerificationText {
            title: "Check your inbox for a code",
            text: "The site sent you an e-mail. Vaulty types the code into the page.",
            input: Some("Code from the e-mail"),
            input_mode: "text",
            ..code
        },
        (_, VerificationKind::Otp) => code,
    }
}

/// What an approval card asks: its heading, what it says of the button, and what its two buttons say.
pub(crate) fn approval_words(approval: &Approval) -> [&'static str; 3] {
    if approval.form_action.is_some() {
        ["Send this form?", "Send", "Don’t send"]
    } else {
        ["Press this button?", "Press", "Don’t press"]
    }
}

/// A kind of thing on a consent card, and the fields that it is for.
pub(crate) struct KindRow {
    /// `ConsentItem::kind`
    pub(crate) kind: String,
    /// What a person calls it.
    pub(crate) thing: String,
    /// Labels of the fields, each once.
    pub(crate) labels: Vec<String>,
}

/// Rows of a card by their kind, in the card's order.
pub(crate) fn by_kind<'a>(items: impl Iterator<Item = &'a ConsentItem>) -> Vec<KindRow> {
    let mut rows: Vec<KindRow> = Vec::new();
    for item in items {
        let label = label_or_none(&item.label).to_owned();
        match rows.iter_mut().find(|row| row.kind == item.kind) {
            Some(row) if row.labels.contains(&label) => {}
            Some(row) => row.labels.push(label),
            None => rows.push(KindRow {
                kind: item.kind.clone(),
                thing: thing_of(item),
                labels: vec![label],
            }),
        }
    }
    rows
}

/// What a part of the approval card is called, and what it says of itself.
pub(crate) fn part_of_form(group: ShownGroup, rows: usize) -> (String, &'static str) {
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

/// How long the first page took, if it is known.
pub(crate) fn timing_line(filled_after_ms: Option<f64>, own_ms: Option<f64>) -> String {
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

/// What an undo did.
pub(crate) fn undo_line(restored: u32, kept: u32) -> String {
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
pub(crate) fn omitted_line(omitted: &Omitted) -> String {
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
        format!("This page is very large. Not looked at: {}.", parts.join(", "))
    }
}

/// What an inspection found, in a sentence.
pub(crate) fn inspection_line(page: &Inspection) -> String {
    let (gathering, understanding) = page.timings_ms;
    format!(
        "{}, {}. Gathered in {}, understood in {}.",
        counted(page.observation.fields.len(), "field"),
        counted(page.observation.buttons.len(), "button"),
        duration(gathering),
        duration(understanding),
    )
}

/// The host of an origin, for where there is little room.
pub(crate) fn host_of(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

/// What to do about an error, by what its text speaks of.
pub(crate) fn advice(error: &str) -> &'static str {
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
            "Nothing was sent, and the fields keep what they hold. Press “Fill this page” to continue; the log has the details.",
            |(_, advice)| *advice,
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let check = |filled, total, page, expected: &str, share| {
            let progress = Progress { filled, total, page };
            assert_eq!(progress_line(&progress), expected);
            assert_eq!(progress_share(&progress), share);
        };
        check(7, 9, 2, "7 of 9 fields, page 2", Some(7.0 / 9.0));
        check(0, 1, 1, "0 of 1 field", Some(0.0));
        check(0, 0, 3, "", None);
        check(5, 4, 1, "5 of 4 fields", Some(1.0));
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
            assert_eq!(serde_json::to_value(status).unwrap(), status_name(status));
        }
    }

    #[test]
    fn a_cards_code_is_no_password_and_nobody_reads_it_over_a_shoulder() {
        let text = |what, kind| {
            let text = verification_text(&Verification { what, kind, ..Verification::default() });
            (text.input, text.is_covered)
        };
        use VerificationKind::{Captcha, Otp, Password};
        assert_eq!(text(VerifiedBy::CardCode, Password), (Some("Security code (CVC)"), true));
        assert_eq!(text(VerifiedBy::Password, Password), (Some("Password"), true));
        assert_eq!(text(VerifiedBy::Code, Password), (Some("Password"), true));
        assert_eq!(text(VerifiedBy::Code, Otp), (Some("One-time code"), false));
        assert_eq!(text(VerifiedBy::Captcha, Captcha), (None, false));
    }

    #[test]
    fn fields_of_a_kind_are_one_row() {
        let item = |label: &str, kind: &str| ConsentItem {
            label: label.to_owned(),
            kind: kind.to_owned(),
            ..ConsentItem::default()
        };
        let items = [
            item("Born", "date of birth"),
            item("", "gender"),
            item("Birthday", "date of birth"),
            item("Born", "date of birth"),
        ];
        let rows = by_kind(items.iter());
        let told: Vec<_> =
            rows.iter().map(|row| (row.thing.as_str(), row.labels.join(", "))).collect();
        assert_eq!(
            told,
            [("Date of birth", "Born, Birthday".to_owned()), ("Gender", "(no label)".to_owned())]
        );
    }

    #[test]
    fn an_undo_says_what_it_left() {
        assert_eq!(undo_line(1, 0), "Put back 1 field.");
        assert_eq!(
            undo_line(2, 3),
            "Put back 2 fields. 3 fields left alone, because they changed since."
        );
    }

    #[test]
    fn what_was_left_out_is_said() {
        assert_eq!(omitted_line(&Omitted::default()), "");
        let omitted = Omitted { fields: 3, frames: 1, ..Omitted::default() };
        assert_eq!(
            omitted_line(&omitted),
            "This page is very large. Not looked at: 3 fields, 1 frame."
        );
    }

    #[test]
    fn each_error_has_its_advice() {
        for (error, part) in [
            ("The tab was closed.", "Open the page again"),
            ("No actionable elements found: …", "Wait until the form"),
            ("Cannot access a chrome:// URL", "web store"),
            ("Something else", "the log has the details"),
        ] {
            assert!(advice(error).contains(part), "{error}");
        }
    }
}
