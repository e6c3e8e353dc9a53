//! What a job is told in. Pure: no document and no clock.

use agent_core::catalogue;
use shared_types::{
    ConsentItem, JobStatus, VerificationKind,
    job::{Approval, ModelUse, Progress, ShownGroup, Trouble, Verification, VerifiedBy},
    message::Inspection,
    observation::Omitted,
    sheet::{Held, HeldBy, SheetRow},
};

use crate::browser::local_day;
use crate::paint::{duration, label_or_none, origin_words, source_label, thing_of};

/// `7 of 9 fields, page 2`; nothing while there is nothing to count.
pub(crate) fn progress_line(progress: &Progress) -> String {
    if progress.total == 0 {
        return String::new();
    }
    let line = msg!("fill_progress", count = progress.total, filled = progress.filled);
    if progress.page > 1 {
        msg!("fill_progress_page", progress = line, page = progress.page)
    } else {
        line
    }
}

/// How far a page is, 0 to 1; `None` while that is not known.
pub(crate) fn progress_share(progress: &Progress) -> Option<f64> {
    (progress.total > 0).then(|| (f64::from(progress.filled) / f64::from(progress.total)).min(1.0))
}

/// The status as a heading.
pub(crate) fn status_title(status: JobStatus) -> String {
    match status {
        JobStatus::Idle => msg!("fill_ready"),
        JobStatus::Starting => msg!("fill_starting"),
        JobStatus::Running => msg!("fill_filling"),
        JobStatus::PausedForApproval => msg!("fill_waiting_for_your_approval"),
        JobStatus::NeedsVerification => msg!("fill_waiting_for_you"),
        JobStatus::NeedsInput => msg!("fill_some_details_are_missing"),
        JobStatus::Done => msg!("fill_done"),
        JobStatus::Stopped => msg!("fill_stopped"),
        JobStatus::Error => msg!("fill_couldnt_continue"),
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
    let asks =
        if asked.by_server { msg!("fill_your_servers_plan_asks_for_it") } else { String::new() };
    let goes = match (asked.field.as_str(), asked.origin.as_str()) {
        (_, "") => String::new(),
        ("", site) => msg!("fill_on", site = site),
        (field, site) => msg!("fill_goes_into_on", field = field, site = site),
    };
    [goes, asks].join(" ").trim().to_owned()
}

/// What a verification card says, by what is needed.
pub(crate) struct VerificationText {
    /// Heading.
    pub(crate) title: String,
    /// What to do.
    pub(crate) text: String,
    /// Label of the input; `None` when nothing is typed in here.
    pub(crate) input: Option<String>,
    /// `inputmode` of the input.
    pub(crate) input_mode: &'static str,
    /// Whether it is covered as it is typed.
    pub(crate) is_covered: bool,
    /// What the button says.
    pub(crate) button: String,
}

/// The words for a verification.
pub(crate) fn verification_text(asked: &Verification) -> VerificationText {
    let code = VerificationText {
        title: msg!("fill_enter_your_one_time_code"),
        text: msg!("fill_check_your_phone_or_authenticator"),
        input: Some(msg!("fill_one_time_code")),
        input_mode: "numeric",
        is_covered: false,
        button: msg!("fill_enter_the_code"),
    };
    let password = VerificationText {
        title: msg!("fill_the_page_asks_for_a_password"),
        text: msg!("fill_let_your_password_manager_fill_it"),
        input: Some(msg!("fill_password")),
        input_mode: "text",
        is_covered: true,
        button: msg!("fill_continue"),
    };
    match (asked.what, asked.kind) {
        (VerifiedBy::CardCode, _) => VerificationText {
            title: msg!("fill_enter_your_cards_security_code"),
            text: msg!("fill_the_three_or_four_digits_on_your"),
            input: Some(msg!("fill_security_code_cvc")),
            input_mode: "numeric",
            is_covered: true,
            button: msg!("fill_continue"),
        },
        (VerifiedBy::NewPassword, _) => VerificationText {
            title: msg!("fill_choose_a_password"),
            text: msg!("fill_the_page_asks_for_a_new_password"),
            ..password
        },
        (VerifiedBy::Password, _) | (_, VerificationKind::Password) => password,
        (_, VerificationKind::Captcha) => VerificationText {
            title: msg!("fill_solve_the_captcha"),
            text: msg!("fill_only_you_can_do_that_solve_it_in"),
            input: None,
            button: msg!("fill_solved_continue"),
            ..code
        },
        (_, VerificationKind::Oauth) => VerificationText {
            title: msg!("fill_sign_in_first"),
            text: msg!("fill_sign_in_with_your_service_in_the"),
            input: None,
            button: msg!("fill_signed_in_continue"),
            ..code
        },
        (_, VerificationKind::EmailCode) => VerificationText {
            title: msg!("fill_check_your_inbox_for_a_code"),
            text: msg!("fill_the_site_sent_you_an_e_mail_vaulty"),
            input: Some(msg!("fill_code_from_the_e_mail")),
            input_mode: "text",
            ..code
        },
        (_, VerificationKind::Otp) => code,
    }
}

/// What an approval card asks: its heading, what it says of the button, and what its two buttons say.
pub(crate) fn approval_words(approval: &Approval) -> [String; 3] {
    if approval.form_action.is_some() {
        [msg!("fill_send_this_form"), msg!("fill_send"), msg!("fill_dont_send")]
    } else {
        [msg!("fill_press_this_button"), msg!("fill_press"), msg!("fill_dont_press")]
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
    /// Where its values come from, without the values.
    pub(crate) told: Vec<Told>,
}

/// Where a value comes from, and what stands in its field now, in words; empty for what is not known.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Told {
    pub(crate) from: String,
    pub(crate) held: String,
}

/// Rows of a card by their kind, in the card's order.
pub(crate) fn by_kind<'a>(items: impl Iterator<Item = &'a ConsentItem>) -> Vec<KindRow> {
    let mut rows: Vec<KindRow> = Vec::new();
    for item in items {
        let label = label_or_none(&item.label);
        let says = item.page_says.reveal();
        let held =
            if says.is_empty() { String::new() } else { msg!("sheet_page_says", value = says) };
        let told = Told { from: source_label(&item.source), held };
        match rows.iter_mut().find(|row| row.kind == item.kind) {
            Some(row) => {
                once(&mut row.labels, label);
                once(&mut row.told, told);
            }
            None => rows.push(KindRow {
                kind: item.kind.clone(),
                thing: thing_of(item),
                labels: vec![label],
                told: vec![told],
            }),
        }
    }
    rows
}

fn once<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// What a field holds now, and who put it there.
pub(crate) fn held_words(held: &Held) -> String {
    match held.by {
        HeldBy::Page => msg!("sheet_page_says", value = held.value.reveal()),
        HeldBy::Person => msg!("sheet_already_there", value = held.value.reveal()),
    }
}

/// Where the value of a row comes from; nothing for a row without one.
pub(crate) fn source_of_row(row: &SheetRow) -> String {
    let Some(from) = &row.from else { return String::new() };
    let label = from
        .key
        .as_ref()
        .map_or_else(|| msg!("sheet_typed_by_you"), |key| source_label(key.as_str()));
    let words = origin_words(label, from.derived, row.by);
    match aged_words(from.aged) {
        Some(aged) => format!("{words} · {aged}"),
        None => words,
    }
}

/// That an answer is an old one; nothing of any other.
pub(super) fn aged_words(aged: f64) -> Option<String> {
    (aged > 0.0).then(|| msg!("sheet_aged_answer", day = local_day(aged)))
}

/// What a part of the approval card is called, and what it says of itself.
pub(crate) fn part_of_form(group: ShownGroup, rows: usize) -> (String, String) {
    match group {
        ShownGroup::Current => (msg!("count_fields", count = rows), String::new()),
        ShownGroup::Unseen => {
            (msg!("fill_also_unseen", count = rows), msg!("fill_not_visible_on_this_step"))
        }
        ShownGroup::Hidden => {
            (msg!("fill_also_hidden", count = rows), msg!("fill_set_by_the_page_not_by_you"))
        }
        ShownGroup::Added => {
            (msg!("fill_also_added", count = rows), msg!("fill_in_no_field_of_the_form"))
        }
    }
}

/// How long the first page took, if it is known.
pub(crate) fn timing_line(filled_after_ms: Option<f64>, own_ms: Option<f64>) -> String {
    match (filled_after_ms, own_ms) {
        (Some(total), Some(own)) => msg!(
            "fill_first_page_filled_in_of_it_vaultys",
            total = duration(total),
            own = duration(own)
        ),
        (Some(total), None) => msg!("fill_first_page_filled_in", total = duration(total)),
        _ => String::new(),
    }
}

/// What asking models came to. Where somebody else planned, or could not, and counts none, nothing is known of it.
pub(crate) fn model_line(model: ModelUse, alone: bool) -> String {
    if model.calls == 0 {
        return if alone { msg!("result_no_model_was_asked") } else { String::new() };
    }
    let asked = msg!("result_models_asked", count = model.calls);
    if model.input_tokens == 0 && model.output_tokens == 0 {
        return asked;
    }
    let tokens = msg!("result_tokens", sent = model.input_tokens, received = model.output_tokens);
    format!("{asked} {tokens}")
}

/// What an undo did.
pub(crate) fn undo_line(restored: u32, kept: u32) -> String {
    let put_back = msg!("fill_put_back", count = restored);
    match kept {
        0 => put_back,
        _ => format!("{put_back} {}", msg!("fill_left_alone", count = kept)),
    }
}

/// What an observation left out, in a sentence; nothing when it left nothing out.
pub(crate) fn omitted_line(omitted: &Omitted) -> String {
    let parts: Vec<String> = [
        (omitted.fields, key!("count_fields")),
        (omitted.options, key!("count_options")),
        (omitted.frames, key!("count_frames")),
        (omitted.text_chars, key!("count_characters")),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, things)| catalogue::counted(things, number, &[]))
    .collect();
    if parts.is_empty() {
        String::new()
    } else {
        msg!("fill_this_page_is_very_large_not_looked", parts = catalogue::list(&parts))
    }
}

/// What an inspection found, in a sentence.
pub(crate) fn inspection_line(page: &Inspection) -> String {
    let (gathering, understanding) = page.timings_ms;
    msg!(
        "fill_gathered_in_understood_in",
        fields = msg!("count_fields", count = page.observation.fields.len()),
        buttons = msg!("count_buttons", count = page.observation.buttons.len()),
        gathering = duration(gathering),
        understanding = duration(understanding)
    )
}

/// The host of an origin, for where there is little room.
pub(crate) fn host_of(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

/// What to do about what a job ended with.
pub(crate) fn advice(trouble: Option<Trouble>) -> String {
    match trouble {
        Some(Trouble::TabClosed) => msg!("advice_tab_closed"),
        Some(Trouble::KeptOut) => msg!("advice_kept_out"),
        Some(Trouble::NoForm) => msg!("advice_no_form"),
        Some(Trouble::NoAnswer) => msg!("advice_no_answer"),
        None => msg!("advice_other"),
    }
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
    fn what_models_came_to_is_one_line() {
        let line = |calls, input_tokens, output_tokens| {
            model_line(ModelUse { calls, input_tokens, output_tokens }, false)
        };
        assert_eq!(line(0, 0, 0), "", "a server may have asked one and not said so");
        assert_eq!(model_line(ModelUse::default(), true), "No model was asked.");
        assert_eq!(line(1, 0, 0), "A model was asked once.");
        assert_eq!(line(2, 900, 40), "A model was asked 2 times. 900 tokens sent, 40 received.");
    }

    #[test]
    fn a_cards_code_is_no_password_and_nobody_reads_it_over_a_shoulder() {
        let text = |what, kind| {
            let text = verification_text(&Verification { what, kind, ..Verification::default() });
            (text.input, text.is_covered)
        };
        use VerificationKind::{Captcha, Otp, Password};
        assert_eq!(
            text(VerifiedBy::CardCode, Password),
            (Some("Security code (CVC)".to_owned()), true)
        );
        assert_eq!(text(VerifiedBy::Password, Password), (Some("Password".to_owned()), true));
        assert_eq!(text(VerifiedBy::Code, Password), (Some("Password".to_owned()), true));
        assert_eq!(text(VerifiedBy::Code, Otp), (Some("One-time code".to_owned()), false));
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
    fn a_kind_says_from_which_entry_and_what_stands_there() {
        let item = |label: &str, source: &str, says: &str| ConsentItem {
            label: label.to_owned(),
            source: source.to_owned(),
            kind: "date of birth".to_owned(),
            page_says: says.into(),
            ..ConsentItem::default()
        };
        let items = [
            item("Born", "birthDate", ""),
            item("Birthday", "birthDate", ""),
            item("Day", "custom.Name day", "1 May"),
        ];
        let told = |all: &[Told]| -> Vec<String> {
            all.iter().map(|one| format!("{}|{}", one.from, one.held)).collect()
        };
        let card = by_kind(items.iter());
        let own = source_label("custom.Name day");
        assert_eq!(
            told(&card[0].told),
            ["Date of birth|".to_owned(), format!("{own}|Page says: 1 May")]
        );
    }

    #[test]
    fn an_undo_says_what_it_left() {
        assert_eq!(undo_line(1, 0), "Put back 1 field.");
        assert_eq!(
            undo_line(2, 3),
            "Put back 2 fields. 3 fields left alone, because they have changed since."
        );
    }

    #[test]
    fn what_was_left_out_is_said() {
        assert_eq!(omitted_line(&Omitted::default()), "");
        let omitted = Omitted { fields: 3, frames: 1, ..Omitted::default() };
        assert_eq!(
            omitted_line(&omitted),
            "This page is very large. Not looked at: 3 fields and 1 frame."
        );
    }
}
