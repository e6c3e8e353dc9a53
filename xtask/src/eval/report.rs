//! `eval --report DIR`: measures every set of a folder and writes `docs/ACCURACY.md`.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

use super::{
    applications,
    browsers::Bench,
    compare::Verdict,
    figures::{quantile, share},
    options::Eval,
    roles,
    score::Score,
    tasks,
    tasks::Filled,
    values,
    values::Outcome,
};

/// What stands above the figures and below them. The program writes only what it measured.
const OPENING: &str = include_str!("accuracy_opening.md");
const CLOSING: &str = include_str!("accuracy_closing.md");
/// Where the word tables are.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agent-core/src/language");
const REPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ACCURACY.md");
/// Confusions that are listed for a set.
const CONFUSIONS: usize = 20;

pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let mut text = OPENING.to_owned();
    let mut measured = 0;
    for set in folders(dir)? {
        let name = set.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let part = measure(options, bench, &set).with_context(|| format!("the set {name}"))?;
        if let Some(part) = part {
            measured += 1;
            text.push_str(&format!("\n## {name}\n\n{part}"));
        }
    }
    ensure!(measured > 0, "no folder in {} has labels, tasks or cases", dir.display());
    text.push_str(&format!("\n## Languages\n\n{}\n{CLOSING}", languages()?));
    fs::write(REPORT, &text).with_context(|| format!("{REPORT} cannot be written"))?;
    print!("{text}");
    Ok(())
}

fn folders(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("{} cannot be read", dir.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

fn measure(options: &Eval, bench: &Bench, set: &Path) -> Result<Option<String>> {
    if set.join(tasks::TASKS).exists() {
        let filled = tasks::measure(options, &bench.alone(), set)?;
        return Ok(Some(of_tasks(&filled)));
    }
    if set.join(applications::PERSONAS).exists() {
        let measured = applications::measure(options, bench, set)?;
        return Ok(Some(of_applications(&measured.shares())));
    }
    if set.join(values::CASES).exists() {
        return Ok(Some(of_values(&values::measure(options, &bench.alone(), set)?)));
    }
    if !set.join(roles::LABELS).exists() {
        return Ok(None);
    }
    let looked = roles::measure(options, bench, set, false)?.score(set, options)?;
    let stripped = roles::measure(options, bench, set, true)?.score(set, options)?;
    Ok(looked.zip(stripped).map(|(score, stripped)| of_roles(&score, &stripped)))
}

/// A Markdown table.
fn table(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let headings: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    let rule = "|---".repeat(headings.len()) + "|\n";
    let safe = |cell: &String| cell.replace('|', "\\|");
    let rows = rows.map(|row| line(&row.iter().map(safe).collect::<Vec<_>>()));
    line(&headings) + &rule + &rows.collect::<String>()
}

fn of_roles(score: &Score, stripped: &Score) -> String {
    let row = |what: &str, score: &Score| {
        let (slot, exact) = (score.slot(), score.exact());
        let three = |number: f64| format!("{number:.3}");
        vec![
            what.to_owned(),
            three(slot.precision),
            three(slot.recall),
            three(slot.f1),
            three(exact.f1),
            share(score.pages_right, score.pages),
        ]
    };
    let mut text = table(
        &["", "precision by slot", "recall by slot", "F1 by slot", "F1 exact", "pages all right"],
        [row("as it is", score), row("without any `autocomplete`", stripped)].into_iter(),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\nOf {} labelled controls {} were not found right; {} of these were left open, the others got \
         another role. {} controls that are labelled as none got a role.\n",
        score.labelled,
        score.missed,
        share(score.left_open, score.missed),
        score.touched
    );
    text.push_str(&table(
        &["confidence", "mean", "roles given", "of these right"],
        score.calibration.rows().map(|row| row.to_vec()),
    ));
    let _ = writeln!(
        text,
        "\nExpected calibration error {:.3}; wrong with a confidence above .8: {} of the roles given.\n",
        score.calibration.error(),
        score.calibration.sure_mistakes()
    );
    let mut roles: Vec<_> = score.roles.iter().collect();
    roles.sort_by_key(|(_, (_, all))| std::cmp::Reverse(*all));
    let by_role =
        roles.iter().map(|(role, (right, all))| vec![(*role).clone(), share(*right, *all)]);
    text.push_str(&table(&["role", "found, by slot"], by_role));
    let mut confusions: Vec<_> = score.confusions.iter().collect();
    confusions.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let confusions = confusions
        .into_iter()
        .take(CONFUSIONS)
        .map(|((wanted, got), count)| vec![count.to_string(), wanted.clone(), got.clone()]);
    text.push_str("\nThe most frequent confusions:\n\n");
    text.push_str(&table(&["times", "labelled", "given"], confusions));
    text
}

fn of_tasks(filled: &Filled) -> String {
    let mut text = table(
        &["fields right", "fields wrong", "forms entirely right", "seconds a form, median", "p95"],
        std::iter::once(vec![
            share(filled.right, filled.fields),
            share(filled.wrong, filled.fields),
            share(filled.forms_right, filled.forms),
            format!("{:.2}", quantile(&filled.seconds, 0.5)),
            format!("{:.2}", quantile(&filled.seconds, 0.95)),
        ]),
    );
    let mut grouped: BTreeMap<(String, &str, String, String), usize> = BTreeMap::new();
    for (control, verdict, wanted, held) in &filled.others {
        let verdict = if *verdict == Verdict::Missing { "left open" } else { "wrong" };
        *grouped.entry((control.clone(), verdict, wanted.clone(), held.clone())).or_default() += 1;
    }
    if grouped.is_empty() {
        return text;
    }
    text.push_str("\nEvery field that is not right:\n\n");
    let rows = grouped.into_iter().map(|((control, verdict, wanted, held), count)| {
        vec![count.to_string(), control, verdict.to_owned(), wanted, held]
    });
    text.push_str(&table(&["times", "control", "", "expected", "holds"], rows));
    text
}

fn of_applications(shares: &[String; 3]) -> String {
    let headings =
        ["right, of what has an answer", "right, of what was filled", "filled, of what has none"];
    table(&headings, std::iter::once(shares.to_vec()))
}

fn of_values(outcome: &Outcome) -> String {
    let mut text = format!("Values right: {}\n", share(outcome.right, outcome.all));
    if !outcome.others.is_empty() {
        let rows = outcome.others.iter();
        let rows = rows.map(|(role, want, held)| vec![role.clone(), want.clone(), held.clone()]);
        text.push_str("\nEvery value that is not:\n\n");
        text.push_str(&table(&["role", "expected", "holds"], rows));
    }
    text
}

/// Which word tables were scored on pages of their language.
fn languages() -> Result<String> {
    let mut tables: Vec<(String, bool)> = Vec::new();
    for entry in fs::read_dir(TABLES).with_context(|| format!("{TABLES} cannot be read"))? {
        let path = entry?.path();
        let tag = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let text = fs::read_to_string(&path)?;
            tables.push((tag, text.lines().next().unwrap_or_default().contains("Unmeasured")));
        }
    }
    tables.sort();
    let list = |unmeasured: bool| {
        let of = tables.iter().filter(|(_, is)| *is == unmeasured).map(|(tag, _)| tag.as_str());
        of.collect::<Vec<_>>().join(", ")
    };
    Ok(format!(
        "Words are known in {} languages. Scored on pages of theirs: {}. Unmeasured: {}.\n",
        tables.len(),
        list(false),
        list(true)
    ))
}
