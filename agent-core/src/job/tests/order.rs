//! What a country decides is chosen once the country was.

use shared_types::{RefusalReason, api::HistoryEntry};

use super::*;

/// A list that offers these.
fn list(label: &str, role: &str, offers: &[&str]) -> Control {
    let mut list = control("combobox", label, role);
    let option = |text: &&str| FieldOption { text: (*text).into(), ..FieldOption::default() };
    list.field.options = Some(offers.iter().map(option).collect());
    list
}

#[test]
fn a_country_comes_first_and_what_it_brings_after_the_next_reading() {
    let state = list("State", "address-level1", &["Vermont", "Berlin"]);
    let city = control("text", "City", "address-level2");
    let country = list("Country", "country-name", &["Germany", "France"]);
    let world = World::new(vec![sheet(vec![state, city, country], &["Send"])], &[]);
    let mut run = Run::new(world);
    run.profile.address.city = "Berlin".into();
    run.profile.address.state = "Berlin".into();
    let run = run.start();
    let at = |what: &str| run.trace.iter().position(|line| line.contains(what));
    let (state, city, country) = (at("State"), at("City"), at("Country"));
    assert!(country < city && city < state, "{:?}", run.trace);
    assert!(country.is_some());
}

#[test]
fn a_list_that_a_country_decides_is_looked_through_again_where_the_page_is_another() {
    let state = list("State", "address-level1", &["Vermont"]);
    let country = list("Country", "country-name", &["Germany", "France"]);
    let mut run = Run::new(World::new(vec![sheet(vec![state, country], &["Send"])], &[]));
    run.profile.address.state = "Berlin".into();
    let mut run = run.start();
    let opened = |run: &Run| run.trace.iter().filter(|line| *line == "open State").count();
    let before = opened(&run);
    let misfits = |run: &Run| {
        let of_list = |entry: &&HistoryEntry| {
            entry.result.refusal == Some(RefusalReason::NoSuchOption) && entry.fingerprint.is_some()
        };
        run.job.history.iter().filter(of_list).count()
    };
    assert_eq!((before, misfits(&run)), (1, 1), "{:?}", run.trace);
    run.world.sheet().controls.push(control("email", "E-mail", "email"));
    run.page = Some(run.world.page());
    run.send(Event::Looked).unwrap();
    assert_eq!(opened(&run), 2, "{:?}", run.trace);
}
