use std::collections::BTreeMap;

use super::*;

const LANGUAGES: [&str; 4] = ["en", "de", "es", "fr"];
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

fn texts(language: &str) -> BTreeMap<String, String> {
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
            (0..4).map(|at| run.take(8, 4, &format!("job {at}"))).collect();
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
        names(&[own[0], own[1], own[2], own[3], "Name"]),
        names(&["Name", own[1], own[0], own[2], own[3]]),
        names(&["State", "Number", "Said", "Date"]),
        Vec::new(),
    ] {
        let table = found(&columns, std::slice::from_ref(&columns));
        assert_eq!(continued(table.clone(), |_| 0.0).unwrap_err(), table);
    }
}
