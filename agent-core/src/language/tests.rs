//! What every table must have, and what is wrong with one that has it not.

use std::collections::BTreeSet;

use super::{
    lists::{List, Need},
    *,
};

/// What is wrong with a table: lines that mean nothing, and lists that it lacks.
fn wrong_with(table: &Language) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut has = BTreeSet::new();
    for (name, line) in table.lists() {
        let of_it: Vec<&str> = phrases(line).collect();
        let Some(list) = List::named(name) else {
            wrong.push(format!("no list is called @{name}"));
            continue;
        };
        has.insert(list.as_str());
        let expected = match list {
            List::Months | List::MonthsInText | List::MonthsInWords => Some(12),
            List::DaysInWords => Some(31),
            _ => None,
        };
        if expected.is_some_and(|expected| of_it.len() != expected) {
            wrong.push(format!("@{name} has {} phrases in a line", of_it.len()));
        }
        if of_it.is_empty() || line.split(',').any(|phrase| phrase.trim().is_empty()) {
            wrong.push(format!("@{name} has an empty phrase"));
        }
        if line.contains([':', '*', '?']) {
            wrong.push(format!("@{name} has a mark that means nothing there"));
        }
    }
    let needed = List::ALL.iter().filter(|list| list.need() == Need::Every);
    let lacking = needed.map(|list| list.as_str()).filter(|name| !has.contains(name));
    wrong.extend(lacking.map(|name| format!("@{name} is missing")));
    if !has.iter().any(|name| name.starts_with("months")) {
        wrong.push("@months is missing, or @months-in-text or @months-in-words".to_owned());
    }
    if table.roles().any(|(name, _)| name.starts_with('@')) {
        wrong.push("a list stands before a role".to_owned());
    }
    wrong
}

/// The lists that a table may lack, and does.
fn lacked_by(table: &Language) -> Vec<&'static str> {
    let lists = List::ALL.iter().filter(|list| list.need() == Need::Some);
    let lacks = |name: &&str| table.lists().all(|(listed, _)| listed != *name);
    lists.map(|list| list.as_str()).filter(lacks).collect()
}

#[test]
fn readme_and_figures_count_the_languages() {
    let told = format!("words of {} languages", LANGUAGES.len());
    for text in [include_str!("../../../README.md"), include_str!("../../../docs/FIGURES.md")] {
        assert!(text.contains(&told), "{told}");
    }
}

#[test]
fn every_table_has_the_lists_that_are_needed() {
    for language in LANGUAGES {
        let wrong = wrong_with(language);
        assert!(
            wrong.is_empty(),
            "{}.txt: {}\nIt may lack these, and does: {}",
            language.tag,
            wrong.join("; "),
            lacked_by(language).join(", ")
        );
    }
}

#[test]
fn a_new_table_is_told_what_it_lacks() {
    let full: String = List::ALL
        .iter()
        .filter(|list| list.need() == Need::Every)
        .map(|list| format!("@{}: one, two\n", list.as_str()))
        .collect();
    let check = |lists: String, expected: &[&str]| {
        let table = Language::of("xx", "email: e-mail\n", Box::leak(lists.into_boxed_str()));
        assert_eq!(wrong_with(&table), expected);
    };
    let months = "@months: a, b, c, d, e, f, g,\n  h, i, j, k, l\n";
    check(format!("{full}{months}# A remark.\n"), &[]);
    let lacked = lacked_by(&Language::of("xx", "", "@yes: ja\n"));
    assert!(lacked.contains(&"no") && !lacked.contains(&"yes") && !lacked.contains(&"submit"));
    check(full.clone(), &["@months is missing, or @months-in-text or @months-in-words"]);
    check(format!("{}{months}", full.replace("@submit: one, two\n", "")), &["@submit is missing"]);
    check(
        format!("{full}{months}@months: a, b\n@sumbit: send\n@yes: ja,, jo\n@no: ne*\n@not:\n"),
        &[
            "@months has 2 phrases in a line",
            "no list is called @sumbit",
            "@yes has an empty phrase",
            "@no has a mark that means nothing there",
            "@not has an empty phrase",
        ],
    );
}

#[test]
fn words_are_of_all_languages() {
    for list in List::ALL {
        let listed = words(*list);
        assert!(!listed.is_empty(), "no language has @{}", list.as_str());
        assert!(listed.is_sorted(), "{list:?}");
        assert!(listed.iter().all(|word| has(*list, word)), "{list:?}");
        let in_rows: BTreeSet<&str> = rows(*list).flatten().collect();
        assert_eq!(in_rows, listed.iter().copied().collect(), "{list:?}");
    }
    assert!(has(List::Submit, "absenden") && has(List::Submit, "購入"));
    assert!(!has(List::Submit, "weiter") && !has(List::Submit, ""));
    assert_eq!(words_of(&["fr"], List::HouseNumberTail), ["bis", "ter", "quater"]);
    assert!(words(List::AsksForChoice).contains(&"pick "), "blanks in quotation marks are kept");
    assert!(stands_anywhere("次へ") && stands_anywhere("다음") && !stands_anywhere("next"));
}

#[test]
fn lines_go_on_where_they_are_indented() {
    let table = Language::of("xx", "", "@yes: a,\n  b b\n# c: d\n@no: e\n");
    let lines: Vec<_> =
        table.lists().map(|(name, line)| (name, phrases(line).collect::<Vec<_>>())).collect();
    assert_eq!(lines, [("yes", vec!["a", "b b"]), ("no", vec!["e"])]);
}
