//! Widgets: what people meet on real pages, built with the real libraries.
//!
//! Each page of `tests/widgets/pages` says which labels it has, two values for each, and what its
//! application must believe after either. Both are filled in through the extension: the first by its own
//! rules, the second, into a field that holds something, by a plan of an endpoint. What came of it is the
//! table in `docs/WIDGETS.md`: written with `UPDATE=1`, checked by slow runs, which have the machine for
//! themselves.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

mod places;
mod refill;
mod stage;
mod stubborn;
mod table;

use stage::{PageResult, Stage};
use table::Row;

/// Share of rows that must pass on any machine, however busy: each wait of the product has its end.
const ENOUGH: f64 = 0.85;

/// The pages of an ordinary run.
const ORDINARY: &str = "plain,react-select";
/// Libraries that must have rows.
const LIBRARIES: [&str; 29] = [
    "Angular Material",
    "Ant Design",
    "Choices.js",
    "Element Plus",
    "Fluent",
    "Fluent (React)",
    "Headless UI",
    "IMask",
    "MUI",
    "Material Web",
    "PrimeVue",
    "Radix",
    "Shoelace",
    "Tagify",
    "Tom Select",
    "UI5",
    "Vaadin",
    "Vuetify",
    "Web Awesome",
    "downshift",
    "files",
    "flatpickr",
    "intl-tel-input",
    "no library",
    "react-datepicker",
    "react-phone-number-input",
    "react-select",
    "rich text",
    "select2",
];

/// Proves that what people fill in on pages of real libraries is filled in, known to be, and changed when
/// asked to, without anything being sent; and that the table of it is fresh.
#[test]
fn widgets_of_real_libraries_are_filled() {
    // All pages take minutes: an ordinary run fills two of them, a slow one and `UPDATE=1` all.
    let all = tests::slow() || std::env::var_os("UPDATE").is_some();
    let only = std::env::var("VAULTY_WIDGETS").ok();
    let only = only.or_else(|| (!all).then(|| ORDINARY.to_owned()));
    let names = stage::pages(only.as_deref());
    let seen = Stage::new().fill_and_refill(&names);
    let rows: Vec<Row> = seen.iter().flat_map(PageResult::rows).collect();
    for row in rows.iter().filter(|row| only.is_some() || !row.passes()) {
        println!("{row}");
    }
    for page in &seen {
        assert_eq!(page.submits(), 0, "{}: the form was sent", page.name);
        assert!(page.stayed, "{}: the page was left", page.name);
    }
    let known: Vec<&Row> = rows.iter().filter(|row| !row.kept_back).collect();
    let passed = known.iter().filter(|row| row.passes()).count();
    let share = passed as f64 / known.len() as f64;
    assert!(share >= ENOUGH, "{passed} of {} rows pass", known.len());
    let in_chromium = tests::Engine::wanted().expect("a browser") == tests::Engine::Chromium;
    if only.is_none() && in_chromium && std::env::var_os("UPDATE").is_some() {
        table::write(&rows);
    }
    let claimed: Vec<&Row> = rows.iter().filter(|row| row.claimed_wrongly).collect();
    assert!(claimed.is_empty(), "told to be written, and not so: {claimed:?}");
    println!("{passed} of {} rows pass", known.len());
    if only.is_some() || !in_chromium {
        return;
    }
    for library in LIBRARIES {
        assert!(rows.iter().any(|row| row.library == library), "{library} has no row");
    }
    table::compare(&rows, tests::slow());
}
