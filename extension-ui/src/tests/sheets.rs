//! Review sheets with what only some forms ask for.

use shared_types::{
    AnswerKind, ConsentItem, Question, Sheet, Tier,
    sheet::{Held, HeldBy, RowSource, RowState, SheetRow},
};

/// What is ticked kind by kind: where each value comes from, and what stands in its field.
pub(crate) fn careful(mut sheet: Sheet) -> (Vec<ConsentItem>, Sheet) {
    let mut items = vec![ConsentItem {
        label: "First name".to_owned(),
        source: "firstName".to_owned(),
        ..ConsentItem::default()
    }];
    let held = Held { value: "1 January 1900".into(), by: HeldBy::Page };
    for (label, tier, thing, source, value, holds) in [
        ("Born on", Tier::Personal, "date of birth", "birthDate", "5 April 1990", Some(held)),
        ("Passport number", Tier::Secret, "passport number", "custom.Passport", "KX5566778", None),
    ] {
        items.push(ConsentItem {
            label: label.to_owned(),
            source: source.to_owned(),
            tier,
            kind: thing.to_owned(),
            thing: thing.to_owned(),
            ..ConsentItem::default()
        });
        sheet.rows.push(SheetRow {
            id: source.to_owned(),
            label: label.to_owned(),
            state: RowState::Fill,
            chosen: true,
            value: value.into(),
            from: Some(RowSource { key: Some(source.into()), ..RowSource::default() }),
            tier,
            kind: thing.to_owned(),
            thing: thing.to_owned(),
            holds,
            ..SheetRow::default()
        });
    }
    (items, sheet)
}

/// The sheet with one more question, its editor to be open.
pub(crate) fn asking(mut sheet: Sheet, question: Question) -> Sheet {
    sheet.rows.push(SheetRow {
        id: "asked".to_owned(),
        label: question.question.clone(),
        state: RowState::Ask,
        question: Some(question),
        ..SheetRow::default()
    });
    sheet
}

/// A question that is answered with a secret.
pub(crate) fn secret() -> Question {
    Question { question: "Membership PIN".to_owned(), once: true, ..Question::default() }
}

/// A question of which several choices may be ticked.
pub(crate) fn several() -> Question {
    let options = ["Mornings", "Evenings", "Weekends, in summer"].map(str::to_owned);
    Question {
        question: "When can you work?".to_owned(),
        options: Some(options.to_vec()),
        kind: AnswerKind::Choices,
        suggested: Some("Evenings".to_owned()),
        required: true,
        save_as: "answers.When can you work?".into(),
        ..Question::default()
    }
}

/// A question that is answered with a file.
pub(crate) fn file() -> Question {
    Question {
        question: "CV".to_owned(),
        kind: AnswerKind::File,
        accept: ".pdf".to_owned(),
        save_as: "documents.cv".into(),
        replaces: true,
        ..Question::default()
    }
}
