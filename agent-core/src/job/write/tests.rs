//! Each way of writing as a table: what is sent after which results, and how it ends.

use shared_types::{
    Field, Private, RefusalReason,
    operation::{ListOption, OperationKind, OperationResult, TextStrategy},
};

use super::{spot::Spot, turn::Ended, way::Way};
use crate::{
    bind::{Bound, Others},
    observe::{Element, Page, Tokens},
};

/// A page with one text field.
fn page(tokens: Tokens, value: &str) -> Page {
    let mut page = Page::default();
    page.observation.fields.push(Field::default());
    page.fields.push(Element { tokens, value: value.into(), ..Element::default() });
    page
}

fn plain_page() -> Page {
    page(Tokens::No, "")
}

fn done() -> OperationResult {
    OperationResult { done: true, ..OperationResult::default() }
}

fn read(text: &str) -> OperationResult {
    OperationResult { read: Some(text.into()), ..done() }
}

fn refused(reason: RefusalReason) -> OperationResult {
    OperationResult { refusal: Some(reason), ..OperationResult::default() }
}

fn complains(words: &str) -> OperationResult {
    OperationResult {
        complaint: Some(words.into()),
        read: Some("Berlin".into()),
        ..refused(RefusalReason::NotKept)
    }
}

/// An opened list; an option in parentheses is disabled, one with a star is chosen already.
fn list(texts: &[&str]) -> OperationResult {
    let option = |(element, text): (u32, &&str)| ListOption {
        element,
        text: text.trim_matches(['*', '(', ')']).to_owned(),
        disabled: text.starts_with('('),
        selected: text.starts_with('*'),
    };
    OperationResult { list: Some((10..).zip(texts).map(option).collect()), ..done() }
}

fn texts(texts: &[&str]) -> Vec<Private> {
    texts.iter().map(|text| (*text).into()).collect()
}

fn said(operation: &OperationKind) -> String {
    match operation {
        OperationKind::SetText { value, strategy } => {
            let value = value.reveal().replace('\n', "+");
            match strategy {
                TextStrategy::Setter => format!("set {value}"),
                TextStrategy::InsertText => format!("insert {value}"),
                TextStrategy::Keys => format!("key {value}"),
                TextStrategy::Tokens => format!("tokens {value}"),
            }
        }
        OperationKind::OpenList { filter, clear } => {
            let filter = filter.as_ref().map(|text| format!(" {}", text.reveal()));
            let clear = if *clear { " emptied" } else { "" };
            format!("open{}{clear}", filter.unwrap_or_default())
        }
        OperationKind::PickOption { option } => format!("pick {option}"),
        OperationKind::PickDate { date } => format!("date {}", date.reveal()),
        OperationKind::CloseList => "close".to_owned(),
        OperationKind::SetOptions { positions, .. } => format!("options {positions:?}"),
        OperationKind::SetChecked { checked } => format!("tick {checked}"),
        other => panic!("no way of writing sends {other:?}"),
    }
}

/// What is sent, one operation for each result and the first, and how it ends.
fn ways(mut way: Way, page: &Page, results: &[OperationResult]) -> String {
    let mut sent = vec![said(&way.operation())];
    for (at, result) in results.iter().enumerate() {
        match way.step(result, Spot::new(0, page)) {
            None => sent.push(said(&way.operation())),
            Some(end) => {
                assert_eq!(at + 1, results.len(), "{sent:?} {end:?}");
                sent.push(match end {
                    Ended::Kept { strategy } => format!("kept: {strategy}"),
                    Ended::Failed { reason, why } => format!("{reason:?}: {why}"),
                });
            }
        }
    }
    sent.join(", ")
}

fn of_text(value: &str, others: Others, page: &Page) -> Way {
    Way::of_text(value.into(), others, Spot::new(0, page))
}

fn one(value: &str) -> Way {
    Way::new(Bound::Choice(value.into()), None, false)
}

fn several(values: &[&str], skips_missing: bool) -> Way {
    Way::new(Bound::Choices(texts(values)), None, skips_missing)
}

const UNKEPT: &str = "NotKept: the page did not keep what was written";
const NO_OPTION: &str = "NoSuchOption: none of the list’s options matches the value";

#[test]
fn a_text_is_written_one_way_after_the_other() {
    let others = |forms: &[&str], date: Option<&str>| Others {
        texts: texts(forms),
        date: date.map(Private::from),
        ..Others::default()
    };
    let check = |others: Others, page: &Page, results: &[OperationResult], expected: &str| {
        assert_eq!(ways(of_text("Oslo", others, page), page, results), expected);
    };
    let none = Others::default;
    let unkept = || refused(RefusalReason::NotKept);
    check(none(), &plain_page(), &[read("Oslo")], "set Oslo, kept: setter");
    check(
        none(),
        &plain_page(),
        &[read(""), read("Oslo")],
        "set Oslo, insert Oslo, kept: insert text",
    );
    check(
        none(),
        &plain_page(),
        &[unkept(), done(), read("Oslo")],
        "set Oslo, insert Oslo, key Oslo, kept: keys",
    );
    let all = &format!("set Oslo, insert Oslo, key Oslo, set , {UNKEPT}");
    check(none(), &plain_page(), &[unkept(), unkept(), unkept(), done()], all);
    let empty = || read("");
    let nothing_to_restore = &format!("set Oslo, insert Oslo, key Oslo, {UNKEPT}");
    check(none(), &plain_page(), &[empty(), empty(), empty()], nothing_to_restore);
    check(
        others(&["OSLO"], None),
        &plain_page(),
        &[unkept(), unkept(), unkept(), read("OSLO")],
        "set Oslo, insert Oslo, key Oslo, insert OSLO, kept: insert text",
    );
    check(
        none(),
        &plain_page(),
        &[refused(RefusalReason::Covered)],
        "set Oslo, Covered: something covers it",
    );
    let mut day = plain_page();
    day.observation.fields[0].kind = "date".into();
    check(none(), &day, &[empty()], &format!("set Oslo, {UNKEPT}"));
    // A calendar comes last, or first where nothing can be typed.
    check(
        others(&[], Some("2024-05-06")),
        &plain_page(),
        &[unkept(), unkept(), unkept(), read("06.05.2024")],
        "set Oslo, insert Oslo, key Oslo, date 2024-05-06, kept: calendar",
    );
    check(
        others(&[], Some("2024-05-06")),
        &plain_page(),
        &[refused(RefusalReason::ReadOnly), empty()],
        &format!("set Oslo, date 2024-05-06, {UNKEPT}"),
    );
    check(
        others(&[], Some("2024-05-06")),
        &plain_page(),
        &[refused(RefusalReason::ReadOnly), refused(RefusalReason::Covered)],
        "set Oslo, date 2024-05-06, Covered: something covers it",
    );
}

#[test]
fn a_value_that_the_page_refuses_is_not_written_again() {
    let check = |words: &str, forms: &[&str], results: usize, expected: &str| {
        let others = Others { texts: texts(forms), ..Others::default() };
        let results = vec![complains(words); results];
        let page = plain_page();
        assert_eq!(ways(of_text("Berlin", others, &page), &page, &results), expected);
    };
    let told = "DoesNotFit: the page says: We do not deliver there.";
    let says = "We do not deliver there.";
    check(says, &[], 2, &format!("set Berlin, set , {told}"));
    check(says, &["BERLIN"], 3, &format!("set Berlin, insert BERLIN, set , {told}"));
    // It was not heard.
    check(
        "This field is required.",
        &[],
        4,
        &format!("set Berlin, insert Berlin, key Berlin, set , {UNKEPT}"),
    );
}

#[test]
fn what_was_there_before_is_put_back() {
    let check = |page: &Page, before: &[OperationResult], expected: &str| {
        let way = ways(of_text("Oslo", Others::default(), page), page, before);
        assert_eq!(way, format!("set Oslo, insert Oslo, key Oslo, {expected}"));
    };
    let osl = || read("Osl");
    let held = page(Tokens::No, "Rome");
    check(&held, &[osl(), osl(), osl(), done()], &format!("set Rome, {UNKEPT}"));
    check(&held, &[osl(), osl(), read("Rome")], UNKEPT);
    let gone = refused(RefusalReason::ElementChanged);
    let replaced = "set Rome, ElementChanged: another element stands in its place";
    check(&held, &[osl(), osl(), osl(), gone], replaced);
    check(&page(Tokens::No, "••"), &[osl(), osl(), osl()], UNKEPT);
}

#[test]
fn a_box_of_tokens_gets_each_entry_or_is_left_open() {
    let entries =
        |is_list: bool| Others { entries: texts(&["Alpha", "Beta"]), is_list, ..Others::default() };
    let check = |tokens: Tokens, is_list: bool, read: OperationResult, expected: &str| {
        let page = page(tokens, "");
        let way = of_text("Alpha, Beta", entries(is_list), &page);
        assert_eq!(ways(way, &page, &[read]), expected, "{tokens:?} {is_list}");
    };
    let unkept = || refused(RefusalReason::NotKept);
    let none = "tokens Alpha+Beta, NotKept: the page didn’t turn it into entries";
    let kept = "tokens Alpha+Beta, kept: tokens";
    check(Tokens::Yes, true, read("Alpha × Beta ×"), kept);
    check(Tokens::Yes, true, read("Alpha ×"), none);
    check(Tokens::Yes, true, unkept(), none);
    check(Tokens::Yes, false, unkept(), "tokens Alpha+Beta, set Alpha");
    check(Tokens::Perhaps, true, read("Beta Alpha"), kept);
    check(Tokens::Perhaps, false, unkept(), "set Alpha, Beta, insert Alpha, Beta");
    check(Tokens::No, true, read("Alpha, Beta"), "set Alpha, Beta, kept: setter");

    // Tokens come last where a box may be one for them, and once.
    let page = page(Tokens::Perhaps, "");
    let way = of_text("Alpha", entries(false), &page);
    let results = [read(""), read(""), read(""), read("")];
    let expected = "set Alpha, insert Alpha, key Alpha, tokens Alpha+Beta, \
                    NotKept: the page didn’t turn it into entries";
    assert_eq!(ways(way, &page, &results), expected);
}

#[test]
fn a_choice_may_be_a_way() {
    let check = |value: &str, results: &[OperationResult], expected: &str| {
        assert_eq!(ways(one(value), &plain_page(), results), expected, "{value}");
    };
    check(
        "Sales / Europe",
        &[list(&["Asia", "Sales"]), done(), list(&["Asia", "Europe"]), read("Sales / Europe")],
        "open, pick 11, open, pick 11, kept: list",
    );
    check(
        "Sales > North > Oslo",
        &[
            list(&["A", "Sales"]),
            done(),
            list(&["B", "North"]),
            done(),
            list(&["Oslo"]),
            read("Sales > North > Oslo"),
        ],
        "open, pick 11, open, pick 11, open, pick 10, kept: list",
    );
    check(
        "Sales / Europe",
        &[list(&["Asia", "Sales / Europe"]), read("Sales / Europe")],
        "open, pick 11, kept: list",
    );
    check("Sales / Europe", &[list(&["Asia", "Research"])], "open, open Sales / Europe");
    check("Sales", &[list(&["Asia", "Research"])], "open, open Sales");
}

#[test]
fn a_list_is_opened_filtered_and_typed_into() {
    let check = |results: &[OperationResult], expected: &str| {
        assert_eq!(ways(one("Oslo"), &plain_page(), results), expected);
    };
    let timed_out = || refused(RefusalReason::TimedOut);
    check(&[list(&["Rome", "Oslo"]), read("Oslo")], "open, pick 11, kept: list");
    check(
        &[list(&["(Oslo)"]), list(&["Oslo"]), read("Oslo")],
        "open, open Oslo, pick 10, kept: list",
    );
    check(
        &[list(&["Oslo"]), read("Rome")],
        "open, pick 10, NotKept: the list did not take the choice",
    );
    check(
        &[timed_out(), timed_out(), read("Oslo")],
        "open, open Oslo, insert Oslo, kept: typed, no option for it",
    );
    check(
        &[list(&[]), list(&[]), read(""), done()],
        &format!("open, open Oslo, insert Oslo, close, {NO_OPTION}"),
    );
    check(
        &[list(&[]), list(&[]), refused(RefusalReason::ReadOnly), done()],
        &format!("open, open Oslo, insert Oslo, close, {NO_OPTION}"),
    );
    // Built anew while it is read, a few times.
    let changed = || refused(RefusalReason::ElementChanged);
    let oslo = || list(&["Oslo"]);
    let results =
        [oslo(), changed(), oslo(), changed(), oslo(), changed(), oslo(), changed(), done()];
    let expected = "open, pick 10, open, pick 10, open, pick 10, open, pick 10, close, \
                    ElementChanged: another element stands in its place";
    check(&results, expected);
}

#[test]
fn a_list_is_closed_before_its_field_is_given_up() {
    let covered = || OperationResult {
        detail: "covered by <div>".to_owned(),
        ..refused(RefusalReason::Covered)
    };
    let why = "Covered: something covers it (covered by <div>)";
    let check = |way: Way, results: &[OperationResult], expected: &str| {
        assert_eq!(ways(way, &plain_page(), results), expected);
    };
    let (oslo, both) = (|| list(&["Oslo"]), || several(&["Oslo", "Rome"], false));
    check(one("Oslo"), &[oslo(), covered(), done()], &format!("open, pick 10, close, {why}"));
    check(both(), &[oslo(), covered(), done()], &format!("open emptied, pick 10, close, {why}"));
    // What never opened need not be closed, and Stop closes nothing.
    check(one("Oslo"), &[covered()], &format!("open, {why}"));
    check(both(), &[covered()], &format!("open emptied, {why}"));
    let stopped = || refused(RefusalReason::Stopped);
    check(one("Oslo"), &[oslo(), stopped()], "open, pick 10, Stopped: “Stop” was pressed");
    check(both(), &[oslo(), stopped()], "open emptied, pick 10, Stopped: “Stop” was pressed");
}

#[test]
fn a_list_that_never_opens_takes_entries_as_they_are_typed() {
    let timed_out = || refused(RefusalReason::TimedOut);
    let both = several(&["Alpha", "Beta"], false);
    let expected = "open emptied, open Alpha emptied, tokens Alpha+Beta, \
                    TimedOut: the page took too long";
    let results = [timed_out(), timed_out(), timed_out()];
    assert_eq!(ways(both, &plain_page(), &results), expected);
    let alpha = ways(one("Alpha"), &plain_page(), &results[..2]);
    assert_eq!(alpha, "open, open Alpha, insert Alpha");
}

#[test]
fn several_are_chosen_exactly() {
    let check = |values: &[&str], skips: bool, results: &[OperationResult], expected: &str| {
        assert_eq!(ways(several(values, skips), &plain_page(), results), expected, "{values:?}");
    };
    let both: &[&str] = &["Alpha", "Beta"];
    check(
        both,
        false,
        &[
            list(&["Beta", "Alpha"]),
            read("Alpha"),
            list(&["Beta", "*Alpha"]),
            read("Beta, Alpha"),
            read("Beta, Alpha"),
        ],
        "open emptied, pick 11, open, pick 10, close, kept: list",
    );
    // What is not wanted is taken out first.
    check(
        both,
        false,
        &[
            list(&["*Gamma", "*Alpha", "*Beta"]),
            done(),
            list(&["Gamma", "*Alpha", "*Beta"]),
            done(),
        ],
        "open emptied, pick 10, open, close, kept: list",
    );
    check(
        both,
        false,
        &[list(&["*Alpha", "*Beta"]), read("2 chosen")],
        "open emptied, close, kept: list",
    );
    // After the last choice there may be no list any more.
    check(
        &["Alpha"],
        false,
        &[list(&["Alpha"]), done(), refused(RefusalReason::TimedOut), read("")],
        "open emptied, pick 10, open, close, NotKept: the list did not take every choice",
    );
    check(
        both,
        false,
        &[list(&["Alpha"]), done(), list(&["*Alpha"]), list(&["*Alpha"]), done()],
        &format!("open emptied, pick 10, open, open Beta, close, {NO_OPTION}"),
    );
    // A résumé has more than a page asks about.
    check(
        both,
        true,
        &[list(&["Beta"]), list(&["Beta"]), list(&["Beta"]), read("Beta"), read("Beta")],
        "open emptied, open Alpha, open, pick 10, close, kept: list",
    );
    check(
        &["Alpha"],
        true,
        &[list(&[]), list(&[]), done()],
        &format!("open emptied, open Alpha, close, {NO_OPTION}"),
    );
    // A list that never shows what was picked is left in the end.
    let picks: Vec<OperationResult> = (0..5).flat_map(|_| [list(&["*Gamma"]), done()]).collect();
    let expected =
        "open emptied, pick 10, open, pick 10, open, pick 10, open, pick 10, open, close, ";
    check(&["Alpha"], false, &picks, &format!("{expected}{NO_OPTION}"));
}

#[test]
fn what_is_done_in_one_operation_is_read_back() {
    let check = |bound: Bound, result: OperationResult, expected: &str| {
        assert_eq!(ways(Way::new(bound, None, false), &plain_page(), &[result]), expected);
    };
    let options = || Bound::Options { positions: vec![2], values: vec!["no".to_owned()] };
    check(
        options(),
        OperationResult { chosen: Some(vec![2]), ..done() },
        "options [2], kept: option",
    );
    check(
        options(),
        OperationResult { chosen: Some(vec![1]), ..done() },
        "options [2], NotKept: the page did not keep the choice",
    );
    check(Bound::Checked(true), read("true"), "tick true, kept: tick");
    let unkept = "tick true, NotKept: the page did not keep the choice";
    check(Bound::Checked(true), refused(RefusalReason::PageError), unkept);
    let disabled = "tick true, Disabled: the page has disabled it";
    check(Bound::Checked(true), refused(RefusalReason::Disabled), disabled);
}

#[test]
fn what_worked_before_comes_first_and_all_else_after_it() {
    use crate::memory::recipe::Way as Began;
    let page = plain_page();
    let begun = |form: u8, way: Began| {
        let date = Some("1990-05-03".into());
        let others = Others { texts: texts(&["b", "c"]), date, ..Others::default() };
        let mut all = of_text("a", others, &page);
        all.begin_with(form, way);
        all
    };
    let other = |count: usize| vec![read("other"); count];
    let check = |form: u8, way: Began, results: &[OperationResult], expected: &str| {
        assert_eq!(ways(begun(form, way), &page, results), expected, "{form} {way:?}");
    };
    check(0, Began::Typed, &[read("a")], "key a, kept: keys");
    check(2, Began::Inserted, &[read("c")], "insert c, kept: insert text");
    check(2, Began::Set, &[read("c")], "set c, kept: setter");
    // A form that there is not is none to begin with.
    check(7, Began::Inserted, &[read("a")], "insert a, kept: insert text");
    let results = [other(6), vec![read("b")]].concat();
    let expected = "key c, set c, insert c, key c, insert a, key a, insert b, kept: insert text";
    check(2, Began::Typed, &results, expected);
    check(
        1,
        Began::Inserted,
        &[complains("no"), read("a")],
        "insert b, insert a, kept: insert text",
    );
    check(0, Began::Pressed, &[read("1990-05-03")], "date 1990-05-03, kept: calendar");
    let results = [refused(RefusalReason::TimedOut), read("a")];
    check(0, Began::Pressed, &results, "date 1990-05-03, set a, kept: setter");
    let results = [read("other"), read("a")];
    check(0, Began::Pressed, &results, "date 1990-05-03, set a, kept: setter");
    let results = [refused(RefusalReason::Stopped)];
    check(0, Began::Pressed, &results, "date 1990-05-03, Stopped: “Stop” was pressed");
}
