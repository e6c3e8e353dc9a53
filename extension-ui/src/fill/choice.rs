//! What the person makes of a row of the review sheet: how it is shown, and what of it is kept until it is confirmed.

use std::collections::BTreeMap;

use agent_core::job::given;
use shared_types::{
    Private, ProfileKey, RowChoice, Sheet, Tier,
    job::OpenCode,
    message::{PopupMessage, PopupReply},
    profile::Document,
    sheet::{NearBy, Offer, RowState, SheetRow, Suggested},
};

use super::{
    row_editor::Keep,
    sentences,
    unconfirmed::{self, RowDraft, Unconfirmed},
};
use crate::{paint::source_label, worker::send};

/// What the person made of a row.
#[derive(Clone, PartialEq)]
pub(super) enum Choice {
    Fill,
    Leave,
    Take(ProfileKey, Private),
    Write(String, Keep),
    Attach(Document),
    OfAgent(Suggested),
}

/// What a choice would fill, where that is another text than is planned.
pub(super) fn text_of(choice: &Choice) -> Option<String> {
    match choice {
        Choice::Write(text, _) => Some(text.clone()),
        Choice::Attach(document) => Some(document.name.clone()),
        Choice::OfAgent(said) => Some(said.text.reveal().to_owned()),
        Choice::Take(_, value) => Some(value.reveal().to_owned()),
        Choice::Fill | Choice::Leave => None,
    }
}

/// What a row shows that it gets. A secret that was typed is covered as it was then.
pub(super) fn shown_of(row: &SheetRow, choice: Option<&Choice>) -> String {
    let is_once = row.question.as_ref().is_some_and(|question| question.once);
    match choice {
        Some(Choice::Write(text, _)) if is_once || row.tier == Tier::Secret => {
            "•".repeat(text.chars().count())
        }
        // It has no tick of its own that would show it.
        Some(Choice::Leave) if row.tier != Tier::Ordinary => String::new(),
        choice => choice.and_then(text_of).unwrap_or_else(|| row.value.reveal().to_owned()),
    }
}

/// Where the value of a row comes from, in words; of one that stays blank why it does.
pub(super) fn origin(row: &SheetRow, choice: Option<&Choice>) -> String {
    match choice {
        Some(Choice::OfAgent(said)) => msg!("sheet_from_an_agent_for_this_form", name = said.agent),
        Some(Choice::Write(_, Keep::Profile)) => msg!("sheet_typed_by_you_kept_in_your_profile"),
        Some(Choice::Write(_, Keep::Here)) => msg!("sheet_typed_by_you_kept_for_this_site"),
        Some(Choice::Write(_, Keep::No)) => msg!("sheet_typed_by_you_for_this_form"),
        Some(Choice::Take(key, _)) => {
            msg!("sheet_chosen_by_you", source = source_label(key.as_str()))
        }
        Some(Choice::Leave) if row.tier != Tier::Ordinary => msg!("job_you_left_it_out"),
        Some(Choice::Attach(_)) => msg!("sheet_chosen_by_you_kept_in_your_profile"),
        // What it holds stands below.
        _ if row.code == Some(OpenCode::AlreadyFilled) && row.holds.is_some() => String::new(),
        // Why it stays blank is said with what would be filled.
        _ if row.near.as_ref().is_some_and(|near| near.by == NearBy::Rules) => String::new(),
        _ if row.state == RowState::Blank => row.reason.clone(),
        _ => sentences::source_of_row(row),
    }
}

/// Keeps what was made of the rows of a sheet until it is confirmed.
pub(super) fn keep(sheet: &Sheet, choices: &BTreeMap<String, Choice>, draft: Option<RowDraft>) {
    let kept = |row: &SheetRow| Some((row.id.clone(), to_keep(row, choices.get(&row.id)?)?));
    let rows = sheet.rows.iter().filter_map(kept).collect();
    let draft = draft.filter(|draft| {
        let row = sheet.rows.iter().find(|row| row.id == draft.row);
        row.is_some_and(|row| is_kept_as_typed(row, &draft.text))
    });
    let card = sheet.card_id.clone();
    unconfirmed::keep(&sheet.job_id, Unconfirmed::Sheet { card, rows, draft });
}

/// Whether what is typed into the editor of a row may be kept: what could be once it is used, and no value of an entry.
fn is_kept_as_typed(row: &SheetRow, text: &str) -> bool {
    let written = Choice::Write(text.to_owned(), Keep::No);
    matches!(to_keep(row, &written), Some(RowChoice::Write { .. }))
}

/// What may be kept of a choice: of another entry its name alone.
fn to_keep(row: &SheetRow, choice: &Choice) -> Option<RowChoice> {
    match choice {
        Choice::Fill => Some(RowChoice::Fill),
        Choice::Leave => Some(RowChoice::Leave),
        Choice::Take(key, _) => Some(RowChoice::Take { key: key.clone() }),
        // Taken as it was laid there: it is the entry's value.
        Choice::Write(text, _) if !text.is_empty() && text == row.value.reveal() => {
            Some(RowChoice::Fill)
        }
        Choice::Write(text, keep) => {
            let asked = row.question.as_ref().filter(|_| row.tier != Tier::Secret)?;
            let is_secret = given::is_secret(asked, text);
            let write = || keep.written(text);
            (!is_secret).then(write)
        }
        Choice::Attach(_) | Choice::OfAgent(_) => None,
    }
}

/// What was made of this very sheet before the panel was closed or showed another.
pub(super) async fn taken_up(sheet: &Sheet) -> (BTreeMap<String, Choice>, Option<RowDraft>) {
    let mut choices = BTreeMap::new();
    let Some(Unconfirmed::Sheet { card, rows, draft }) = unconfirmed::kept(&sheet.job_id).await
    else {
        return (choices, None);
    };
    if card != sheet.card_id {
        return (choices, None);
    }
    for row in &sheet.rows {
        let choice = match rows.get(&row.id) {
            Some(RowChoice::Fill) => Choice::Fill,
            Some(RowChoice::Leave) => Choice::Leave,
            Some(RowChoice::Write { text, keep, only_here }) => {
                Choice::Write(text.reveal().to_owned(), Keep::of(*keep, *only_here))
            }
            Some(RowChoice::Take { key }) => match entry(sheet, row, key).await {
                Some(value) => Choice::Take(key.clone(), value),
                None => continue,
            },
            Some(RowChoice::OfAgent { .. } | RowChoice::Attach { .. }) | None => continue,
        };
        choices.insert(row.id.clone(), choice);
    }
    let is_there = |draft: &RowDraft| sheet.rows.iter().any(|row| row.id == draft.row);
    (choices, draft.filter(is_there))
}

/// The value of an entry that a row was given. To take one that is more than ordinary is a yes to that, and is said anew.
async fn entry(sheet: &Sheet, row: &SheetRow, key: &ProfileKey) -> Option<Private> {
    let near = row.near.iter().map(|near| near.offer.clone());
    let ask = PopupMessage::ShowOffers { job_id: sheet.job_id.clone(), row: row.id.clone() };
    let asked = match send(&ask).await {
        Ok(PopupReply::Offers(offers)) => offers,
        _ => Vec::new(),
    };
    let is_it = |offer: &Offer| offer.key == *key && offer.tier == Tier::Ordinary;
    near.chain(asked).find(is_it).map(|offer| offer.value)
}

#[cfg(test)]
mod tests {
    use shared_types::Question;

    use super::*;

    #[test]
    fn what_was_typed_in_secret_stays_covered_and_is_said_to_be_kept_nowhere() {
        let asked = Question { once: true, ..Question::default() };
        let secret = SheetRow { question: Some(asked), ..SheetRow::default() };
        let written = Choice::Write("harbour".to_owned(), Keep::No);
        assert_eq!(shown_of(&secret, Some(&written)), "•••••••");
        assert_eq!(origin(&secret, Some(&written)), msg!("sheet_typed_by_you_for_this_form"));
        assert_eq!(shown_of(&SheetRow::default(), Some(&written)), "harbour");
    }

    #[test]
    fn a_file_is_shown_by_its_name_and_said_to_be_kept() {
        let document = Document { name: "cv.pdf".to_owned(), ..Document::default() };
        let (row, attached) = (SheetRow::default(), Choice::Attach(document));
        assert_eq!(shown_of(&row, Some(&attached)), "cv.pdf");
        let kept = msg!("sheet_chosen_by_you_kept_in_your_profile");
        assert_eq!(origin(&row, Some(&attached)), kept);
    }

    #[test]
    fn what_is_not_confirmed_is_kept_without_secrets_files_and_values_of_others() {
        let check = |row: &SheetRow, choice: Choice, expected: Option<RowChoice>| {
            assert_eq!(to_keep(row, &choice), expected, "{row:?}");
        };
        let write = |text: &str| Choice::Write(text.to_owned(), Keep::Profile);
        let asks =
            |question: Question| SheetRow { question: Some(question), ..SheetRow::default() };
        let save_as = ProfileKey::new("answers.How do you pay");
        let plain = asks(Question { save_as, ..Question::default() });
        let kept = RowChoice::Write { text: "two months".into(), keep: true, only_here: false };
        check(&plain, write("two months"), Some(kept));
        check(&plain, write("4111 1111 1111 1111"), None);
        let planned = SheetRow { value: "Berlin".into(), ..plain.clone() };
        check(&planned, write("Berlin"), Some(RowChoice::Fill));
        check(&asks(Question { once: true, ..Question::default() }), write("harbour"), None);
        check(&SheetRow { tier: Tier::Secret, ..plain.clone() }, write("harbour"), None);
        check(&SheetRow::default(), write("nobody knows what it asks"), None);
        check(&plain, Choice::Leave, Some(RowChoice::Leave));
        let key = ProfileKey::new("firstName");
        let named = RowChoice::Take { key: key.clone() };
        check(&plain, Choice::Take(key, "Ada".into()), Some(named));
        check(&plain, Choice::Attach(Document::default()), None);
        assert!(is_kept_as_typed(&plain, "two mon"));
        for (row, text) in [(&planned, "Berlin"), (&plain, "4111 1111 1111 1111")] {
            assert!(!is_kept_as_typed(row, text), "{text}");
        }
        check(&plain, Choice::OfAgent(Suggested::default()), None);
    }
}
