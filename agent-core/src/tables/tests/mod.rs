use shared_types::{JobStatus, job::Trouble};

use super::*;
use crate::job::{Job, Phase};

fn piece(rows: &[&[&str]]) -> Private {
    Private::new(
        json::to_value(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).to_string(),
    )
}

fn table(names: &[&str]) -> Table {
    let column = |name: &&str| Column { name: (*name).to_owned(), is_left_out: false };
    Table { columns: names.iter().map(column).collect(), ..Table::default() }
}

#[test]
fn a_row_is_a_record_of_the_cells_that_hold_something() {
    let mut table = table(&["Name", "Phone", "Note"]);
    table.columns[2].is_left_out = true;
    let piece = piece(&[&["Ada", "", "private"], &["Grace", "555"]]);
    let record = |table: &Table, row| {
        let filled = table.filled(row, &piece, None)?;
        Some(
            filled
                .record
                .0
                .into_iter()
                .map(|(k, v)| format!("{k}={v}"))
                .collect::<Vec<_>>()
                .join(" "),
        )
    };
    assert_eq!(record(&table, 0).as_deref(), Some("Name=\"Ada\""));
    assert_eq!(
        record(&table, ROWS_IN_A_PIECE + 1).as_deref(),
        Some("Name=\"Grace\" Phone=\"555\"")
    );
    assert_eq!(record(&table, 2), None);
    assert_eq!(first_cells(&piece, 0, 2), ["Ada", "private"]);
}

#[test]
fn a_row_may_have_a_form_of_its_own() {
    let rows = piece(&[&["Ada", "https://a.example/apply"], &["Grace", "http://127.0.0.1:8/x"]]);
    assert_eq!(column_of_places(2, &rows), Some(1));
    let mut table = table(&["Name", "Form"]);
    table.place = "https://all.example/".into();
    let place = |table: &Table| table.filled(0, &rows, None).map(|filled| filled.place);
    assert_eq!(place(&table).as_deref(), Some("https://all.example/"));
    table.place_column = Some(1);
    assert_eq!(place(&table).as_deref(), Some("https://a.example/apply"));
    let keys: Vec<String> = table.filled(0, &rows, None).unwrap().record.0.into_keys().collect();
    assert_eq!(keys, ["Name"], "an address is no answer");
    for cell in ["", "a.example", "javascript:alert(1)", "https://", "ftp://a.example/"] {
        let rows = piece(&[&["Ada", "https://a.example/"], &["Grace", cell]]);
        assert_eq!(column_of_places(2, &rows), None, "{cell}");
    }
    assert_eq!(column_of_places(2, &piece(&[])), None);
}

#[test]
fn addresses_are_pasted_one_a_line() {
    let found =
        of_addresses("https://a.example/1\n\n  b.example/2 \nhttps://a.example/1\n").unwrap();
    assert_eq!(found.rows, 2, "each once");
    assert_eq!(found.pieces[0].reveal(), r#"[["https://a.example/1"],["https://b.example/2"]]"#);
    assert_eq!(column_of_places(1, &found.pieces[0]), Some(0));
    let wrong = of_addresses("https://a.example/1\njavascript:alert(1)").unwrap_err();
    assert!(wrong.starts_with("Line 2: ") && !wrong.contains("alert"), "{wrong}");
    assert!(of_addresses(" \n").is_err());
    let many: String = (0..=1_000).map(|at| format!("a.example/{at}\n")).collect();
    assert!(of_addresses(&many).unwrap_err().contains("1000"));
}

#[test]
fn forms_of_one_site_come_one_after_the_other() {
    let list = "https://a.example/1\nhttps://www.a.example/2\nhttp://b.example:8080/3\nhttps://c.example/4\n\
        https://b.example./5\nhttps://jobs.a.example/6";
    let found = of_addresses(list).unwrap();
    let mut table =
        Table { rows: found.rows, place_column: Some(0), at_once: 4, ..Table::default() };
    let take = |table: &mut Table, job: &str, open: &[String]| {
        let compared = table.compared();
        let mut places = table.places(0, &found.pieces[0]);
        places.retain(|(row, _)| compared.contains(row));
        table.take(job, &places, open)
    };
    assert_eq!(take(&mut table, "first", &[]), None, "nobody has started it");
    table.run.start();
    let taken = ["first", "second", "third", "fourth"].map(|job| take(&mut table, job, &[]));
    assert_eq!(taken, [Some(0), Some(2), Some(3), None]);
    assert_eq!(table.run.stage, Stage::Running, "the rest waits for its turn");
    assert_eq!(table.run.settle(3, "third", &Outcome::Sent, ""), Some(RowState::Sent));
    assert_eq!(take(&mut table, "fourth", &[]), None, "what waits is of the others' sites");
    assert_eq!(table.run.settle(0, "first", &Outcome::Failed, ""), Some(RowState::NotSent));
    let led_on = ["https://a.example".to_owned()];
    assert_eq!(take(&mut table, "fourth", &led_on), None, "the second one's form is there by now");
    assert_eq!(take(&mut table, "fourth", &[]), Some(1));
    assert_eq!(table.run.settle(2, "second", &Outcome::Sent, ""), Some(RowState::Sent));
    assert_eq!(take(&mut table, "fifth", &[]), Some(4));
    assert_eq!(take(&mut table, "sixth", &[]), None);
    assert_eq!(table.run.settle(1, "fourth", &Outcome::Sent, ""), Some(RowState::Sent));
    assert_eq!(take(&mut table, "sixth", &[]), Some(5));
    for (row, job) in [(4, "fifth"), (5, "sixth")] {
        assert_eq!(table.run.settle(row, job, &Outcome::Sent, ""), Some(RowState::Sent));
    }
    assert_eq!((take(&mut table, "last", &[]), table.run.stage), (None, Stage::Ended));

    // Rows of one form are filled in side by side where the person chose that.
    let mut table = Table { rows: 3, at_once: 2, ..Table::default() };
    table.run.start();
    let taken = ["first", "second", "third"].map(|job| take(&mut table, job, &[]));
    assert_eq!(taken, [Some(0), Some(1), None]);
}

#[test]
fn a_row_was_sent_where_all_of_its_form_was() {
    let job = |status, receipt: bool, trouble| {
        let mut job = Job::default();
        job.record.status = status;
        job.record.receipt = receipt.then(|| "job".to_owned());
        job.record.trouble = trouble;
        job
    };
    let of = |status, receipt, trouble| Outcome::of(Some(&job(status, receipt, trouble)));
    assert_eq!(of(JobStatus::Done, true, None), Outcome::Sent);
    assert_eq!(of(JobStatus::Stopped, true, None), Outcome::Unclear, "a page of several");
    assert_eq!(of(JobStatus::Error, true, None), Outcome::Unclear);
    assert_eq!(of(JobStatus::Done, false, None), Outcome::Failed);
    assert_eq!(of(JobStatus::Error, false, None), Outcome::Failed);
    assert_eq!(of(JobStatus::Stopped, false, None), Outcome::Ended);
    assert_eq!(of(JobStatus::Error, false, Some(Trouble::TabClosed)), Outcome::Ended);
    assert_eq!(Outcome::of(None), Outcome::Unclear, "nothing is known of it");
    let mut pressed = job(JobStatus::Done, true, None);
    pressed.phase = Phase::Clicking { button: String::new(), before: String::new() };
    assert_eq!(Outcome::of(Some(&pressed)), Outcome::Unclear);
}

/// Begins all that there is room for; says which rows.
fn take(run: &mut Run, rows: u32, at_once: u32) -> Vec<u32> {
    let mut taken = Vec::new();
    while let Some(row) = run.take(rows, at_once, &format!("job {}", taken.len()), |_| true) {
        taken.push(row);
    }
    taken
}

fn job_of(run: &Run, row: u32) -> String {
    run.under_way().get(&row).cloned().unwrap_or_default()
}

fn settle(run: &mut Run, row: u32, outcome: Outcome) -> Option<RowState> {
    let job = job_of(run, row);
    run.settle(row, &job, &outcome, "why")
}

#[test]
fn rows_are_begun_one_after_the_other_until_none_is_left() {
    let mut run = Run::default();
    assert_eq!(take(&mut run, 3, 1), [] as [u32; 0], "nobody has started it");
    run.start();
    for row in 0..3 {
        assert_eq!(take(&mut run, 3, 1), [row]);
        assert_eq!(settle(&mut run, row, Outcome::Sent), Some(RowState::Sent));
    }
    assert_eq!(take(&mut run, 3, 1), [] as [u32; 0]);
    assert_eq!((run.stage, run.sent, run.left(3)), (Stage::Ended, 3, 0));
}

#[test]
fn as_many_are_side_by_side_as_the_person_wants_and_no_more_than_there_may_be() {
    for (wanted, expected) in [(0, 1), (1, 1), (3, 3), (99, MOST_AT_ONCE)] {
        let mut run = Run::default();
        run.start();
        assert_eq!(take(&mut run, 50, wanted).len(), expected as usize, "{wanted}");
    }
}

#[test]
fn a_row_is_settled_by_its_own_job_alone_and_once() {
    let mut run = Run::default();
    run.start();
    take(&mut run, 2, 1);
    assert_eq!(run.settle(0, "another", &Outcome::Sent, ""), None);
    assert_eq!(settle(&mut run, 0, Outcome::Sent), Some(RowState::Sent));
    assert_eq!(run.settle(0, "job 0", &Outcome::Failed, ""), None);
    assert_eq!((run.sent, run.not_sent), (1, 0));
    assert!(!run.again(0, RowState::Sent), "what was sent is sent");
    assert_eq!(take(&mut run, 2, 1), [1]);
}

#[test]
fn what_needs_the_person_pauses_the_rest() {
    let check = |outcomes: &[Outcome], expected: Stage| {
        let mut run = Run::default();
        run.start();
        for outcome in outcomes {
            let row = take(&mut run, 20, 1);
            settle(&mut run, row[0], outcome.clone());
        }
        assert_eq!(run.stage, expected, "{outcomes:?}");
        assert_eq!(run.why.is_empty(), expected == Stage::Running, "{outcomes:?}");
    };
    use Outcome::{Ended, Failed, Sent, Unclear};
    check(&[Sent, Sent], Stage::Running);
    check(&[Unclear], Stage::Paused);
    check(&[Ended], Stage::Paused);
    check(&[Failed, Failed], Stage::Running);
    check(&[Failed, Failed, Failed], Stage::Paused);
    check(&[Failed, Failed, Sent, Failed, Failed], Stage::Running);
}

#[test]
fn rows_are_filled_in_once_more_skipped_and_said_to_be_sent() {
    let mut run = Run::default();
    run.start();
    take(&mut run, 4, 1);
    settle(&mut run, 0, Outcome::Unclear);
    assert!(run.was_sent(0, RowState::Unclear));
    assert_eq!((run.sent, run.unclear), (1, 0));
    assert!(!run.was_sent(0, RowState::Sent));
    run.start();
    take(&mut run, 4, 1);
    settle(&mut run, 1, Outcome::Failed);
    assert!(run.again(1, RowState::NotSent));
    assert_eq!(take(&mut run, 4, 1), [1], "before those that were never begun");
    assert!(run.skip(1, Some(RowState::UnderWay), 4));
    assert_eq!(run.settle(1, "job 0", &Outcome::Sent, ""), None, "it was left out");
    assert!(!run.skip(1, Some(RowState::Skipped), 4));
    assert!(!run.skip(0, Some(RowState::Sent), 4));
    assert!(run.skip(2, None, 4), "the next one");
    assert_eq!(take(&mut run, 4, 1), [3]);
    settle(&mut run, 3, Outcome::Sent);
    assert_eq!(take(&mut run, 4, 1), [] as [u32; 0]);
    assert_eq!((run.stage, run.sent, run.skipped, run.not_sent), (Stage::Ended, 2, 2, 0));
    assert!(run.again(2, RowState::Skipped));
    assert_eq!(run.stage, Stage::Paused, "it ended, and has a row left");
}

#[test]
fn what_comes_out_can_be_opened_by_a_program_for_tables() {
    let mut table = table(&["Name", "Note"]);
    table.rows = 3;
    let rows = piece(&[&["Ada, \"Countess\"", "=1+1"], &["Grace", "+49 30 1234"], &["Kay"]]);
    let kept = |row| match row {
        0 => Some(Row { state: RowState::Sent, number: "@SUM(A1)".into(), ..Row::default() }),
        1 => Some(Row { state: RowState::NotSent, said: "-2+cmd".into(), ..Row::default() }),
        _ => None,
    };
    let lines = [
        "Name,Note,Vaulty: state,Vaulty: number,Vaulty: what was said,Vaulty: date",
        "\"Ada, \"\"Countess\"\"\",'=1+1,Sent,'@SUM(A1),,",
        "Grace,+49 30 1234,Not sent,,'-2+cmd,",
        "Kay,,Waiting,,,",
        "",
    ];
    assert_eq!(export(&table, [rows], kept, |_| String::new()), lines.join("\r\n"));
}

#[test]
fn formulas_are_told_from_numbers() {
    for text in ["=1", "@x", "+cmd", "-A1", "\t=1"] {
        assert!(is_formula(text), "{text}");
    }
    for text in ["", "1", "+49 (30) 12-34", "-5.2", "a=b"] {
        assert!(!is_formula(text), "{text}");
    }
}

mod bulk;
mod continued;
mod links;
mod look;

mod properties {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Act {
        Take,
        Settle(usize, Outcome),
        Start,
        Pause,
        Again(u32),
        Skip(u32),
        Next(u32),
        GiveBack(usize),
    }

    fn act() -> impl Strategy<Value = Act> {
        let outcome = prop_oneof![
            4 => Just(Outcome::Sent),
            1 => Just(Outcome::Failed),
            1 => Just(Outcome::Unclear),
            1 => Just(Outcome::Ended),
        ];
        prop_oneof![
            4 => Just(Act::Take),
            4 => (0_usize..4, outcome).prop_map(|(at, outcome)| Act::Settle(at, outcome)),
            2 => Just(Act::Start),
            1 => Just(Act::Pause),
            1 => (0_u32..12).prop_map(Act::Again),
            1 => (0_u32..14).prop_map(Act::Skip),
            1 => (0_u32..14).prop_map(Act::Next),
            1 => (0_usize..4).prop_map(Act::GiveBack),
        ]
    }

    proptest! {
        /// Whatever is done in whatever order: a row that was sent is never taken again, no two jobs have a row, and the
        /// counts are those of the rows.
        #[test]
        fn no_row_is_sent_twice(acts in prop::collection::vec(act(), 0..120)) {
            let mut run = Run::default();
            let mut states: BTreeMap<u32, RowState> = BTreeMap::new();
            for (number, act) in acts.into_iter().enumerate() {
                let nth = |run: &Run, at: usize| {
                    run.under_way().iter().nth(at).map(|(row, job)| (*row, job.clone()))
                };
                match act {
                    Act::Take => if let Some(row) = run.take(12, 3, &format!("job {number}"), |_| true) {
                        let before = states.insert(row, RowState::UnderWay);
                        prop_assert!(before.is_none(), "row {} was {:?}", row, before);
                    },
                    Act::Settle(at, outcome) => if let Some((row, job)) = nth(&run, at) {
                        let state = run.settle(row, &job, &outcome, "").unwrap();
                        states.insert(row, state);
                    },
                    Act::Start => run.start(),
                    Act::Pause => run.pause("paused".into()),
                    Act::Again(row) => if let Some(state) = states.get(&row).copied()
                        && run.again(row, state) {
                        states.remove(&row);
                    },
                    Act::Skip(row) => if run.skip(row, states.get(&row).copied(), 12) {
                        states.insert(row, RowState::Skipped);
                    },
                    Act::Next(row) => if run.do_next(row, 12) {
                        prop_assert!(row < 12 && !states.contains_key(&row));
                        prop_assert_eq!(run.waiting(12).next(), Some(row));
                    },
                    Act::GiveBack(at) => if let Some((row, job)) = nth(&run, at) {
                        prop_assert!(run.give_back(row, &job));
                        states.remove(&row);
                    },
                }
                let count = |state| states.values().filter(|one| **one == state).count();
                prop_assert_eq!(run.sent as usize, count(RowState::Sent));
                prop_assert_eq!(run.not_sent as usize, count(RowState::NotSent));
                prop_assert_eq!(run.unclear as usize, count(RowState::Unclear));
                prop_assert_eq!(run.skipped as usize, count(RowState::Skipped));
                prop_assert_eq!(run.under_way().len(), count(RowState::UnderWay));
                prop_assert_eq!(run.left(12) as usize, 12 - states.len());
                let mut waiting: Vec<u32> = run.waiting(12).collect();
                waiting.sort_unstable();
                let rest: Vec<u32> = (0..12).filter(|row| !states.contains_key(row)).collect();
                prop_assert_eq!(waiting, rest);
            }
        }
    }

    use std::collections::BTreeMap;
}
