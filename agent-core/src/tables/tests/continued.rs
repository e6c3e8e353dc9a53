use std::collections::BTreeMap;

use super::*;

pub(super) const LANGUAGES: [&str; 4] = ["en", "de", "es", "fr"];
const KEYS: [&str; 10] = [
    "tables_column_state",
    "tables_column_number",
    "tables_column_said",
    "tables_column_date",
    "tables_state_waits",
    "tables_state_under_way",
    "tables_state_sent",
    "tables_state_not_sent",
    "tables_state_unclear",
    "tables_state_skipped",
];

pub(super) fn texts(language: &str) -> BTreeMap<String, String> {
    let texts = match language {
        "de" => include_str!("../../../../extension/_locales/de/messages.json"),
        "es" => include_str!("../../../../extension/_locales/es/messages.json"),
        "fr" => include_str!("../../../../extension/_locales/fr/messages.json"),
        _ => include_str!("../../../../extension/_locales/en/messages.json"),
    };
    crate::catalogue::read(texts).unwrap()
}

fn found(columns: &[String], rows: &[Vec<String>]) -> TableFound {
    TableFound {
        columns: columns.to_vec(),
        rows: u32::try_from(rows.len()).unwrap(),
        pieces: vec![Private::new(json::to_value(&rows.to_vec()).to_string())],
        notes: Vec::new(),
    }
}

#[test]
fn what_a_saved_result_says_is_known_in_each_language() {
    let lines: Vec<&str> = include_str!("../saved.tsv").lines().collect();
    for (language, line) in LANGUAGES.into_iter().zip(&lines) {
        let texts = texts(language);
        let own: Vec<&str> = KEYS.iter().map(|key| texts[*key].as_str()).collect();
        assert_eq!(line.split('\t').collect::<Vec<_>>(), own, "{language}");
    }
    assert_eq!(lines.len(), LANGUAGES.len());
}

#[test]
fn rows_that_were_sent_are_not_filled_in_again() {
    for language in LANGUAGES {
        let texts = texts(language);
        let columns: Vec<String> = ["Name".to_owned(), "Note".to_owned()]
            .into_iter()
            .chain(KEYS[..4].iter().map(|key| texts[*key].clone()))
            .collect();
        let states = ["sent", "not_sent", "skipped", "waits", "unclear", "under_way"];
        let row = |state: &&str| {
            let state = texts[&format!("tables_state_{state}")].clone();
            ["Ada", "'=1+1", &state, "'=A-1", "", "2027"].map(str::to_owned).to_vec()
        };
        let mut rows: Vec<Vec<String>> = states.iter().map(row).collect();
        rows.push(["Kay", "", "", "", "", ""].map(str::to_owned).to_vec());
        rows.push(["Lin", "'t", "who knows", "", "", ""].map(str::to_owned).to_vec());
        let continued = continued(found(&columns, &rows), |_| 7.0).unwrap();
        assert_eq!(continued.found.columns, ["Name", "Note"], "{language}");
        assert_eq!(continued.sent(), 1);
        let known: Vec<(u32, RowState)> =
            continued.rows.iter().map(|(row, kept)| (*row, kept.state)).collect();
        let expected = [
            (0, RowState::Sent),
            (2, RowState::Skipped),
            (4, RowState::Unclear),
            (5, RowState::Unclear),
            (7, RowState::Unclear),
        ];
        assert_eq!(known, expected, "{language}");
        let first = &continued.rows[0].1;
        assert_eq!((first.number.as_str(), first.date), ("=A-1", 7.0));
        let cells = continued.found.pieces[0].reveal();
        assert!(cells.starts_with(r#"[["Ada","=1+1"],"#) && cells.ends_with(r#"["Lin","'t"]]"#));
        let mut run = Run::continued(&continued.rows);
        run.start();
        let taken: Vec<Option<u32>> =
            (0..4).map(|at| run.take(8, 4, &format!("job {at}"), |_| true)).collect();
        assert_eq!(taken, [Some(1), Some(3), Some(6), None]);
        assert_eq!((run.sent, run.skipped, run.unclear), (1, 1, 3));
    }
}

#[test]
fn a_table_that_only_looks_like_a_saved_result_is_a_table() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let own = ["Vaulty: state", "Vaulty: number", "Vaulty: what was said", "Vaulty: date"];
    for columns in [
        names(&["Name", own[0], own[1], own[2]]),
        names(&own),
        names(&["Name", own[0], own[1], own[2], "Vaulty: Datum"]),
        names(&["Name", own[1], own[0], own[2], own[3]]),
        names(&["State", "Number", "Said", "Date"]),
        Vec::new(),
    ] {
        let table = found(&columns, std::slice::from_ref(&columns));
        assert_eq!(continued(table.clone(), |_| 0.0).unwrap_err(), table);
    }
}

/// What is made of a table with these columns, and one row of these cells.
fn opened(columns: &[&str], cells: &[&str]) -> (Vec<String>, String, Vec<RowState>) {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let continued = continued(found(&owned(columns), &[owned(cells)]), |_| 0.0).unwrap();
    let states = continued.rows.iter().map(|(_, row)| row.state).collect();
    (continued.found.columns, continued.found.pieces[0].reveal().to_owned(), states)
}

#[test]
fn columns_that_were_added_behind_ours_are_data() {
    let own = ["Vaulty: state", "Vaulty: number", "Vaulty: what was said", "Vaulty: date"];
    let [state, number, said, date] = own;
    let (columns, cells, states) = opened(
        &["Name", state, number, said, date, "Checked by", "When"],
        &["Ada", "Sent", "A-1", "", "2027", "'=Kay", "May"],
    );
    assert_eq!(columns, ["Name", "Checked by", "When"]);
    assert_eq!((cells.as_str(), states), (r#"[["Ada","=Kay","May"]]"#, vec![RowState::Sent]));
    // A row that has nothing as far as that.
    let (_, cells, states) = opened(&["Name", state, number, said, date, "Checked by"], &["Ada"]);
    assert_eq!((cells.as_str(), states), (r#"[["Ada"]]"#, Vec::new()));
    // Moved to the front.
    let (columns, _, states) =
        opened(&[state, number, said, date, "Name"], &["Sent", "", "", "", "Ada"]);
    assert_eq!((columns, states), (vec!["Name".to_owned()], vec![RowState::Sent]));
}

#[test]
fn a_column_that_is_called_like_ours_is_data() {
    let [state, number, said, date] =
        ["Vaulty: state", "Vaulty: number", "Vaulty: what was said", "Vaulty: date"];
    // A name that is taken gets a number as a file is read.
    let (columns, cells, states) = opened(
        &[state, "Name", "Vaulty: state 2", number, said, date, "Vaulty: date 2"],
        &["Bavaria", "Ada", "Sent", "A-1", "", "2027", "May"],
    );
    assert_eq!(columns, [state, "Name", "Vaulty: date 2"]);
    assert_eq!((cells.as_str(), states), (r#"[["Bavaria","Ada","May"]]"#, vec![RowState::Sent]));
}

#[test]
fn what_was_sent_once_is_sent_also_where_it_was_begun_anew_since() {
    let columns = [
        "Name",
        "Vaulty: state",
        "Vaulty: number",
        "Vaulty: what was said",
        "Vaulty: date",
        "Note",
        "Vaulty: Stand",
        "Vaulty: Nummer",
        "Vaulty: Meldung",
        "Vaulty: Datum",
    ];
    for (before, since, expected) in [
        ("Sent", "Wartet", vec![RowState::Sent]),
        ("Sent", "", vec![RowState::Sent]),
        ("Waiting", "Gesendet", vec![RowState::Sent]),
        ("Maybe sent", "Gesendet", vec![RowState::Sent]),
        ("Sent", "Ausgelassen", vec![RowState::Skipped]),
        ("Waiting", "Wartet", vec![]),
    ] {
        let cells = ["Ada", before, "", "", "", "n", since, "", "", ""];
        let (columns, cells, states) = opened(&columns, &cells);
        assert_eq!((columns.len(), cells.as_str()), (2, r#"[["Ada","n"]]"#));
        assert_eq!(states, expected, "{before} {since}");
    }
    // The same language twice: the second ones have numbers.
    let again: Vec<String> = columns[1..5].iter().map(|name| format!("{name} 2")).collect();
    let mut twice = columns[..6].to_vec();
    twice.extend(again.iter().map(String::as_str));
    let cells = ["Ada", "Sent", "", "", "", "n", "Waiting", "", "", ""];
    assert_eq!(opened(&twice, &cells).2, [RowState::Sent]);
}
