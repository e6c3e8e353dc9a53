//! `eval DIR --distractors`: what remembered answers to the questions of other pages change on each page. Nothing, where
//! what is told never harms.

use std::{fs, path::Path, path::PathBuf};

use agent_core::plan::elsewhere;
use anyhow::{Context as _, Result, ensure};
use shared_types::{Observation, ProfileKey};

use super::{
    browsers::Bench,
    figures::part,
    options::Eval,
    roles::{measure, pages},
};

/// What the person has whose profile the answers are added to.
const OWN: &[&str] = &[
    "firstName",
    "lastName",
    "fullName",
    "email",
    "phone",
    "birthDate",
    "company",
    "jobTitle",
    "address.street",
    "address.city",
    "address.state",
    "address.zipCode",
    "address.country",
    "payment.cardNumber",
    "facts.years",
    "facts.noticePeriod",
    "facts.workPermission",
];
/// Answers that are added on a page; each page gets others.
const TOLD: usize = 150;

/// A folder of pages, or folders of those in a folder.
pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let sets = sets(dir)?;
    ensure!(!sets.is_empty(), "{} has no pages", dir.display());
    let mut all: Vec<(PathBuf, String, Observation)> = Vec::new();
    for set in sets {
        ensure!(
            !pages(&set.join("pages"), options.limit)?.is_empty(),
            "no pages: {}",
            set.display()
        );
        let looked = measure(options, bench, &set, options.strip_autocomplete)?;
        looked.failed?;
        for page in looked.seen {
            let file = part(&page.line, "file").to_owned();
            let observation = serde_json::from_value(page.observation)
                .with_context(|| format!("what was read of {file}"))?;
            all.push((set.clone(), file, observation));
        }
    }
    let mut told: Vec<String> =
        all.iter().flat_map(|(.., page)| elsewhere::questions(page)).collect();
    told.sort();
    told.dedup();
    let every = told.len().div_ceil(TOLD).max(1);
    let own: Vec<ProfileKey> = OWN.iter().map(|key| ProfileKey::new(*key)).collect();
    let (mut changed, mut tried, mut controls) = (0, 0, 0);
    for (at, (set, file, page)) in all.iter().enumerate() {
        let some = told.iter().skip(at % every).step_by(every).map(String::as_str);
        let found = elsewhere::changed(page, &own, &some.collect::<Vec<_>>());
        tried += found.told;
        controls += page.fields.len();
        changed += found.writes.len();
        let name = set.file_name().unwrap_or_default().display();
        found.writes.iter().for_each(|write| println!("{name}/{file}: {write}"));
    }
    println!(
        "changed by what was told elsewhere: {changed} of {controls} controls on {} pages ({tried} answers added)",
        all.len()
    );
    Ok(())
}

fn sets(dir: &Path) -> Result<Vec<PathBuf>> {
    if dir.join("pages").is_dir() {
        return Ok(vec![dir.to_owned()]);
    }
    let entries = fs::read_dir(dir).with_context(|| format!("{} cannot be read", dir.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut sets: Vec<PathBuf> = paths.filter(|path| path.join("pages").is_dir()).collect();
    sets.sort();
    Ok(sets)
}
