use shared_types::table::PageLink;

use super::*;

fn link(text: &str, address: &str) -> PageLink {
    PageLink { text: text.into(), address: address.into() }
}

#[test]
fn links_to_other_pages_are_offered_each_once() {
    let page = "https://jobs.example/list?p=1#top";
    let found = vec![
        link("  Cook\n in  Bern ", "https://jobs.example/1"),
        link("Cook again", "https://jobs.example/1#apply"),
        link("Top", "https://jobs.example/list?p=1#top"),
        link("Here", "https://jobs.example/list?p=1"),
        link("Next", "https://jobs.example/list?p=2"),
        link("Mail", "mailto:a@b.example"),
        link("Script", "javascript:alert(1)"),
        link("Data", "data:text/html,x"),
        link("Local", "file:///etc/passwd"),
        link("Long", &format!("https://jobs.example/{}", "x".repeat(3_000))),
        link(&"x".repeat(500), "http://other.example/"),
    ];
    let (all, more) = links(found, page);
    let told: Vec<(&str, &str)> =
        all.iter().map(|link| (link.text.as_str(), link.address.as_str())).collect();
    assert_eq!(told[0], ("Cook in Bern", "https://jobs.example/1"));
    assert_eq!(told[1], ("Next", "https://jobs.example/list?p=2"));
    assert_eq!((told[2].0.len(), told[2].1), (120, "http://other.example/"));
    assert_eq!((told.len(), more), (3, 0));
}

#[test]
fn no_more_links_are_offered_than_a_person_reads() {
    let many = (0..420).map(|at| link("x", &format!("https://a.example/{at}"))).collect();
    let (all, more) = links(many, "https://a.example/");
    assert_eq!((all.len(), more), (MOST_LINKS, 120));
}

#[test]
fn ticked_links_are_a_list_of_forms() {
    let ticked = [link("Cook", "https://a.example/1"), link("", "https://a.example/2")];
    let found = of_links(&ticked);
    assert_eq!((found.rows, found.columns.len()), (2, 2));
    let first = &found.pieces[0];
    assert_eq!(first.reveal(), r#"[["Cook","https://a.example/1"],["","https://a.example/2"]]"#);
    assert_eq!(column_of_places(2, first), Some(1));
    // A page may call its links like addresses.
    let lures = [link("https://evil.example/", "https://a.example/1")];
    assert_eq!(found.columns[1], msg!("tables_address"));
    assert_eq!(
        column_of_places(2, &of_links(&lures).pieces[0]),
        Some(0),
        "which the panel does not ask"
    );
}

#[test]
fn a_saved_list_of_links_is_known_in_each_language() {
    let lines: Vec<&str> = include_str!("../links.tsv").lines().collect();
    for (language, line) in continued::LANGUAGES.into_iter().zip(&lines) {
        let texts = continued::texts(language);
        let names = [texts["tables_link"].clone(), texts["tables_address"].clone()];
        assert_eq!(*line, names.join("\t"), "{language}");
        let [link, address] = names;
        assert!(
            is_list(&[link.clone(), address.clone()]) && is_list(std::slice::from_ref(&address))
        );
        for other in [vec![link.clone()], vec![address, link.clone()], vec![link, String::new()]] {
            assert!(!is_list(&other), "{other:?}");
        }
    }
    assert_eq!(lines.len(), continued::LANGUAGES.len());
    assert!(!is_list(&[]));
}
