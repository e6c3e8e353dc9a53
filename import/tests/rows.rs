//! Tables whose rows fill a form each: of every kind, and of none.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::io::{Cursor, Write as _};

use profile_import::{ImportError, MAX_COLUMNS, MAX_ROWS, TABLE_LIMIT, rows::read};
use proptest::prelude::*;
use shared_types::{
    import::{ROWS_IN_A_PIECE, TableFound},
    json,
};

/// Columns and rows, as lines of cells with a bar between.
fn lines(found: &TableFound) -> String {
    let mut text = found.columns.join("|");
    for row in cells(found) {
        text.push('\n');
        text.push_str(&row.join("|"));
    }
    text
}

fn cells(found: &TableFound) -> Vec<Vec<String>> {
    let rows = found.pieces.iter().flat_map(|piece| {
        json::from_str::<Vec<Vec<String>>>(piece.reveal()).expect("a piece can be read")
    });
    rows.collect()
}

fn check(name: &str, bytes: &[u8], expected: &str) -> TableFound {
    let found = read(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(lines(&found), expected, "{name}");
    assert_eq!(found.rows as usize, cells(&found).len(), "{name}");
    found
}

fn refused(name: &str, bytes: &[u8], expected: ImportError) {
    match read(name, bytes) {
        Ok(found) => panic!("{name} was read: {}", lines(&found)),
        Err(error) => assert_eq!(error, expected, "{name}"),
    }
}

/// A workbook of these parts, beside what every one has.
fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, content: &str| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a part begins");
        zip.write_all(content.as_bytes()).expect("a part is written");
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let (mut names, mut links) = (String::new(), String::new());
    for (at, (state, sheet)) in sheets.iter().enumerate() {
        let id = at + 1;
        names.push_str(&format!(
            "<sheet name=\"Sheet{id}\" sheetId=\"{id}\" r:id=\"r{id}\" state=\"{state}\"/>"
        ));
        links.push_str(&format!(
            "<Relationship Id=\"r{id}\" Type=\"{relations}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"
        ));
        put(
            &format!("xl/worksheets/sheet{id}.xml"),
            &format!("<worksheet xmlns=\"{main}\">{sheet}</worksheet>"),
        );
    }
    links.push_str(&format!(
        "<Relationship Id=\"s\" Type=\"{relations}/styles\" Target=\"styles.xml\"/>"
    ));
    put(
        "xl/workbook.xml",
        &format!(
            "<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\"><sheets>{names}</sheets></workbook>"
        ),
    );
    put(
        "_rels/.rels",
        &format!(
            "<Relationships xmlns=\"{package}\"><Relationship Id=\"w\" Type=\"{relations}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        ),
    );
    put(
        "xl/_rels/workbook.xml.rels",
        &format!("<Relationships xmlns=\"{package}\">{links}</Relationships>"),
    );
    // The second format is a date (ISO/IEC 29500-1, 18.8.30: 14).
    put(
        "xl/styles.xml",
        &format!(
            "<styleSheet xmlns=\"{main}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
        ),
    );
    zip.finish().expect("the workbook is whole").into_inner()
}

/// Rows of a sheet: each text is a cell, `n:` a number, `d:` a date's number, `f:` a formula with its result.
fn sheet(rows: &[&[&str]]) -> String {
    let mut text = String::from("<sheetData>");
    for (at, row) in (1..).zip(rows) {
        text.push_str(&format!("<row r=\"{at}\">"));
        for (column, cell) in ('A'..).zip(*row) {
            let place = format!("{column}{at}");
            text.push_str(&match cell.split_once(':') {
                _ if cell.is_empty() => String::new(),
                Some(("n", number)) => format!("<c r=\"{place}\"><v>{number}</v></c>"),
                Some(("d", number)) => format!("<c r=\"{place}\" s=\"1\"><v>{number}</v></c>"),
                Some(("f", result)) => {
                    format!("<c r=\"{place}\"><f>A1+1</f><v>{result}</v></c>")
                }
                _ => format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
            });
        }
        text.push_str("</row>");
    }
    text + "</sheetData>"
}

#[test]
fn text_tables_are_read_whatever_divides_their_columns() {
    let rows = "First name|E-mail|Note\nAda|ada@x.example|\nGrace|grace@x.example|a, b";
    let comma =
        "First name,E-mail,Note\r\nAda,ada@x.example,\r\n\r\nGrace,grace@x.example,\"a, b\"\r\n";
    check(
        "a.csv",
        comma.as_bytes(),
        "First name|E-mail|Note\nAda|ada@x.example\nGrace|grace@x.example|a, b",
    );
    for (name, mark) in [("b.csv", ';'), ("c.tsv", '\t')] {
        let text = rows.replace('|', &mark.to_string());
        check(
            name,
            text.as_bytes(),
            "First name|E-mail|Note\nAda|ada@x.example\nGrace|grace@x.example|a, b",
        );
    }
    check("one.csv", b"Code\nA1\nB2\n", "Code\nA1\nB2");
    let text = "\u{feff}Name,City\nJosé,Málaga\n";
    check("mark.csv", text.as_bytes(), "Name|City\nJosé|Málaga");
}

#[test]
fn what_the_person_should_know_is_told() {
    let latin = b"Name,City\nJos\xe9,M\xe1laga\n";
    let found = check("latin.csv", latin, "Name|City\nJosé|Málaga");
    assert!(found.notes[0].contains("Windows-1252"), "{:?}", found.notes);
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("Name,City\nJosé,Málaga\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let found = check("wide.csv", &wide, "Name|City\nJosé|Málaga");
    assert_eq!(found.notes, [] as [String; 0]);
    let titled = "Staff of 2026\n\nName,City\nAda,London,more\n";
    let found = check("titled.csv", titled.as_bytes(), "Name|City|Column C\nAda|London|more");
    assert!(found.notes[0].starts_with("1 line above"), "{:?}", found.notes);
}

#[test]
fn columns_of_json_stand_as_they_first_come() {
    let lines = concat!(
        r#"{"zip":"01067","name":{"last":"Noe","first":"Ada"},"age":41,"born":-1.5}"#,
        "\n",
        r#"{"aim":true,"name":{"middle":null,"first":"Kay"},"zip":"02","big":18446744073709551615}"#,
    );
    let expected = "zip|name last|name first|age|born|aim|big\n\
                    01067|Noe|Ada|41|-1.5\n\
                    02||Kay|||Yes|18446744073709551615";
    check("rows.jsonl", lines.as_bytes(), expected);
    let list = format!("[{}]", lines.replace('\n', ","));
    check("rows.json", list.as_bytes(), expected);
    // What is too deep for columns, and what a list holds, keeps its order as well.
    let deep = r#"{"b":{"b":{"b":{"b":{"b":{"z":1,"a":[null,2]}}}}},"a":[{"z":1,"a":"x"},"y"]}"#;
    check(
        "deep.json",
        deep.as_bytes(),
        r#"b b b b b|a
{"z":1,"a":[null,2]}|{"z":1,"a":"x"}, y"#,
    );
    let endless = "[".repeat(100_000);
    refused("endless.json", endless.as_bytes(), ImportError::Damaged("JSON"));
}

#[test]
fn json_is_a_table_where_it_lists_objects() {
    let lines = "{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"Grace\",\"address\":{\"city\":\"New York\"},\"tags\":[\"a\",1],\"ok\":true}\n";
    let expected = "name|age|address city|tags|ok\nAda|36\nGrace||New York|a, 1|Yes";
    let found = check("rows.jsonl", lines.as_bytes(), expected);
    let list = format!("[{}]", lines.trim().replace('\n', ","));
    assert_eq!(read("rows.json", list.as_bytes()).expect("a list is read").pieces, found.pieces);
    refused("text.json", b"[1, 2]", ImportError::NoObjects);
    refused("cut.jsonl", b"{\"a\": 1}\n{\"a\": ", ImportError::Damaged("JSON"));
    refused("empty.json", b"[]", ImportError::NoRows);
}

#[test]
fn a_workbook_is_read_as_a_person_sees_it() {
    let rows = sheet(&[
        &["Name", "Born", "Amount", "Team"],
        &["Ada", "d:45943", "n:12.5", "Blue"],
        &["Grace", "d:45944", "f:7", ""],
        &["Kay", "", "n:3", "Red"],
    ]);
    let joined = "<mergeCells><mergeCell ref=\"D2:D3\"/></mergeCells>";
    let book = workbook(&[
        ("hidden", &sheet(&[&["x", "y"], &["1", "2"]])),
        ("visible", &format!("{rows}{joined}")),
    ]);
    let found = check(
        "staff.xlsx",
        &book,
        "Name|Born|Amount|Team\nAda|2025-10-13|12.5|Blue\nGrace|2025-10-14|7|Blue\nKay||3|Red",
    );
    let notes = found.notes.join("\n");
    assert!(notes.contains("1 cell is merged") && notes.contains("1 cell is a formula"), "{notes}");
    let two =
        workbook(&[("visible", "<sheetData/>"), ("visible", &sheet(&[&["a", "b"], &["1", "2"]]))]);
    let found = check("two.xlsx", &two, "a|b\n1|2");
    assert!(found.notes[0].contains("Sheet2"), "{:?}", found.notes);
}

#[test]
fn what_is_no_table_says_what_to_do() {
    refused("empty.csv", b"", ImportError::Empty);
    refused("names.csv", b"Name,City\n", ImportError::NoRows);
    refused("blank.csv", b"\n\n , \n", ImportError::NoRows);
    refused("page.csv", b"<!doctype html><p>Sign in", ImportError::OtherTable);
    refused("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ImportError::OtherTable);
    refused("picture.csv", b"\x89PNG\r\n\x1a\n\0\0\0", ImportError::OtherTable);
    refused("cut.xlsx", b"PK\x03\x04rest", ImportError::Damaged("XLSX"));
    refused("empty.xlsx", &workbook(&[("visible", "<sheetData/>")]), ImportError::NoRows);
    refused(
        "logins.csv",
        b"name,url,username,password\nx,https://x.example,ada,hunter2\n",
        ImportError::Passwords,
    );
    let wide = vec!["x"; MAX_COLUMNS + 1].join(",");
    refused("wide.csv", format!("{wide}\n{wide}\n").as_bytes(), ImportError::TooManyColumns);
    let far = "<sheetData><row r=\"1\"><c r=\"XFD1\"><v>1</v></c></row></sheetData>";
    refused("far.xlsx", &workbook(&[("visible", far)]), ImportError::TooManyColumns);
    let long = format!("a,b\n{}", "1,2\n".repeat(MAX_ROWS as usize + 1));
    refused("long.csv", long.as_bytes(), ImportError::TooManyRows);
    refused("large.csv", &vec![b'x'; TABLE_LIMIT + 1], ImportError::TableTooLarge(31));
    let bomb = workbook(&[("visible", &" ".repeat(300 * 1024 * 1024))]);
    refused("bomb.xlsx", &bomb, ImportError::TooMuchTable);
}

#[test]
fn a_long_table_comes_in_pieces() {
    let rows = ROWS_IN_A_PIECE * 2 + 1;
    let mut text = "number,double\n".to_owned();
    for row in 0..rows {
        text.push_str(&format!("{row},{}\n", row * 2));
    }
    let found = read("long.csv", text.as_bytes()).expect("it is read");
    assert_eq!((found.rows, found.pieces.len()), (rows, 3));
    let last = cells(&found).pop().expect("a last row");
    assert_eq!(last, [(rows - 1).to_string(), ((rows - 1) * 2).to_string()]);
}

proptest! {
    /// No bytes make it panic, and what is read has no more cells in a row than columns.
    #[test]
    fn whatever_the_bytes_are(bytes in prop::collection::vec(any::<u8>(), 0..400), kind in 0_usize..4) {
        let (name, start): (&str, &[u8]) =
            [("a.csv", b"" as &[u8]), ("a.jsonl", b"{\"a\":"), ("a.xlsx", b"PK\x03\x04"), ("a.tsv", b"a\tb\n")][kind];
        let bytes: Vec<u8> = start.iter().copied().chain(bytes).collect();
        if let Ok(found) = read(name, &bytes) {
            for row in cells(&found) {
                prop_assert!(row.len() <= found.columns.len());
            }
        }
    }

    /// A workbook with bytes exchanged is read, or refused.
    #[test]
    fn a_damaged_workbook(at in 0_usize..2_000, byte in any::<u8>()) {
        let mut book = workbook(&[("visible", &sheet(&[&["a", "b"], &["1", "n:2"]]))]);
        let place = at % book.len();
        book[place] = byte;
        let _ = read("a.xlsx", &book);
    }
}
