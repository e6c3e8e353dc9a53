//! The table of `docs/WIDGETS.md`.

use std::{collections::BTreeMap, fmt};

use tests::paths;

/// One widget of one library, and what came of it.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Of a library that nothing was made to work with before it was measured.
    pub(crate) kept_back: bool,
    pub(crate) library: String,
    pub(crate) kind: String,
    /// The application believes the value.
    pub(crate) filled: bool,
    /// The job says so if and only if it is so.
    pub(crate) read_back: bool,
    /// The application believes another value that was written over it.
    pub(crate) refilled: bool,
    /// Of either value the job says that it was written, and the application believes something else.
    pub(crate) claimed_wrongly: bool,
    /// How it was written.
    pub(crate) strategy: String,
    /// For whoever looks into a failure; not part of the table.
    pub(crate) note: String,
}

impl Row {
    pub(crate) fn passes(&self) -> bool {
        self.filled && self.read_back && self.refilled
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = [self.filled, self.read_back, self.refilled].map(mark);
        write!(
            f,
            "| {} | {} | {} | {} |",
            self.library,
            self.kind,
            marks.join(" | "),
            self.strategy
        )?;
        if self.note.is_empty() { Ok(()) } else { write!(f, " {}", self.note) }
    }
}

fn mark(passed: bool) -> &'static str {
    if passed { "yes" } else { "**no**" }
}

/// Where the table begins in the document; what is above is written by people.
const BEGIN: &str = "<!-- written by the test run: do not edit below -->";

/// Writes the table into the document.
pub(crate) fn write(rows: &[Row]) {
    let text = document();
    let (above, _) = text.split_once(BEGIN).expect("the document says where the table begins");
    let file = paths::workspace().join("docs/WIDGETS.md");
    std::fs::write(&file, format!("{above}{BEGIN}\n\n{}", table(rows))).expect("it can be written");
}

/// Fails if the document has other rows, or (`strictly`) says something else of one of them.
pub(crate) fn compare(rows: &[Row], strictly: bool) {
    const STALE: &str = "docs/WIDGETS.md is stale; make it again with:\n    \
        UPDATE=1 cargo test -p tests --test widgets\n";
    let text = document();
    let (_, written) = text.split_once(BEGIN).expect("the document says where the table begins");
    let fresh = table(rows);
    if strictly {
        assert_eq!(written.trim(), fresh.trim(), "{STALE}");
    }
    let names = |table: &str| -> Vec<String> {
        let lines = table.lines().filter(|line| line.starts_with('|'));
        lines.map(|line| line.split('|').take(3).collect::<Vec<_>>().join("|")).collect()
    };
    assert_eq!(names(written), names(&fresh), "{STALE}");
}

fn document() -> String {
    let file = paths::workspace().join("docs/WIDGETS.md");
    std::fs::read_to_string(file).expect("docs/WIDGETS.md is there")
}

fn table(rows: &[Row]) -> String {
    let (kept_back, known): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.kept_back);
    let titled =
        "\n### Kept back\n\nOther libraries, first measured when all of the above was done.\n\n";
    part(&known) + titled + &part(&kept_back)
}

fn part(rows: &[&Row]) -> String {
    let mut by_library: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().copied() {
        by_library.entry(row.library.to_lowercase()).or_default().push(row);
    }
    let mut lines = vec![
        "| library | widget | fill | read back | refill | written by |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    for row in by_library.values().flatten() {
        let plain = Row { note: String::new(), ..(*row).clone() };
        lines.push(plain.to_string());
    }
    let passed = rows.iter().filter(|row| row.passes()).count();
    lines.push(String::new());
    lines.push(format!("{passed} of {} rows pass.", rows.len()));
    lines.join("\n") + "\n"
}
