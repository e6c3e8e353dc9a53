//! What became of changes, and what earlier runs found: one that was ended goes on where it was.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::Write as _,
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, Result};
use harness::paths;

use super::list::Mutant;

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    NotCompiling,
    /// A test failed.
    Noticed,
    /// Tests did not come to an end.
    OutOfTime,
    Missed,
}

/// What is kept; what no test missed is tried again each time: tests may have come.
const KEPT: [(Fate, &str); 3] = [
    (Fate::NotCompiling, "not-compiling"),
    (Fate::Noticed, "noticed"),
    (Fate::OutOfTime, "out-of-time"),
];

#[derive(Debug)]
pub(super) struct Known {
    file: Mutex<File>,
    fates: BTreeMap<String, Fate>,
    /// Of each file with changes, what it holds.
    hashes: BTreeMap<String, u64>,
}

impl Known {
    pub(super) fn read(file: &Path, mutants: &[Mutant], anew: bool) -> Result<Self> {
        let mut hashes = BTreeMap::new();
        for mutant in mutants {
            if !hashes.contains_key(&mutant.file) {
                let text = fs::read_to_string(paths::workspace().join(&mutant.file))?;
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                hashes.insert(mutant.file.clone(), hasher.finish());
            }
        }
        let folder = file.parent().unwrap_or(file);
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let text = if anew || !file.exists() { String::new() } else { fs::read_to_string(file)? };
        let fates = fates(&text, mutants, &hashes);
        let mut options = OpenOptions::new();
        options.create(true).write(true);
        let file = if anew { options.truncate(true) } else { options.append(true) }.open(file)?;
        Ok(Self { file: Mutex::new(file), fates, hashes })
    }

    pub(super) fn fate(&self, mutant: &Mutant) -> Option<Fate> {
        self.fates.get(&mutant.name).copied()
    }

    pub(super) fn keep(&self, mutant: &Mutant, fate: Fate) -> Result<()> {
        let hash = self.hashes.get(&mutant.file).copied().unwrap_or_default();
        let Some((_, word)) = KEPT.iter().find(|(kept, _)| *kept == fate) else { return Ok(()) };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{hash} {word} {}\n", mutant.name).as_bytes())?;
        Ok(())
    }
}

/// What lines say of changes whose files are as they were.
fn fates(text: &str, mutants: &[Mutant], hashes: &BTreeMap<String, u64>) -> BTreeMap<String, Fate> {
    let now: BTreeMap<&str, u64> = mutants
        .iter()
        .filter_map(|mutant| Some((mutant.name.as_str(), *hashes.get(&mutant.file)?)))
        .collect();
    let of_line = |line: &str| {
        let (hash, rest) = line.split_once(' ')?;
        let (word, name) = rest.split_once(' ')?;
        let (fate, _) = KEPT.iter().find(|(_, kept)| *kept == word)?;
        let is_same = *now.get(name)? == hash.parse::<u64>().ok()?;
        is_same.then(|| (name.to_owned(), *fate))
    };
    text.lines().filter_map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_holds_while_the_file_is_the_same() {
        let mutant = |name: &str, file: &str| Mutant {
            name: name.to_owned(),
            file: file.to_owned(),
            place: 0..1,
            replacement: String::new(),
        };
        let mutants = [mutant("a.rs:1:1: x", "a.rs"), mutant("b.rs:1:1: replace y with z", "b.rs")];
        let hashes = BTreeMap::from([("a.rs".to_owned(), 5), ("b.rs".to_owned(), 6)]);
        let text = "4 noticed a.rs:1:1: x\n6 out-of-time b.rs:1:1: replace y with z\n\
            6 noticed b.rs:9:9: gone\n6 not";
        let found = fates(text, &mutants, &hashes);
        let expected = [("b.rs:1:1: replace y with z".to_owned(), Fate::OutOfTime)];
        assert_eq!(found, BTreeMap::from(expected));
    }
}
