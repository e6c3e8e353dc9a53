//! A copy of the workspace that changes are made in, so that the person's own is left alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context as _, Result};
use harness::paths;

use crate::run::{output, program};

/// Texts that stand in the copy in place of the workspace's.
pub(super) type Texts = BTreeMap<String, String>;

#[derive(Debug)]
pub(super) struct Copy {
    pub(super) folder: PathBuf,
    /// Where it is built, apart from what the person builds.
    pub(super) target: PathBuf,
    /// The workspace's own texts of what is changed now.
    originals: Mutex<Texts>,
}

impl Copy {
    /// What the workspace is now, uncommitted work as well; the person may go on with theirs. What stays the same is
    /// not touched, so that it is not compiled again.
    pub(super) fn make() -> Result<Self> {
        let folder = paths::target().join("mutants");
        let (folder, target) = (folder.join("workspace"), folder.join("build"));
        let copy = Self { folder, target, originals: Mutex::default() };
        let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let listed = output(&mut program("git", &arguments))?;
        let is_there = |file: &&str| paths::workspace().join(file).is_file();
        let files: BTreeSet<&str> = listed.split('\0').filter(is_there).collect();
        for file in &files {
            let from = paths::workspace().join(file);
            copy.put(file, &fs::read(&from).context(from.display().to_string())?)?;
        }
        copy.clear(&copy.folder, &files)?;
        Ok(copy)
    }

    /// Has these texts in it, and else what it was made of.
    pub(super) fn change(&self, texts: &Texts) -> Result<()> {
        let mut originals = self.originals();
        for (file, text) in originals.iter().filter(|(file, _)| !texts.contains_key(*file)) {
            self.put(file, text.as_bytes())?;
        }
        originals.retain(|file, _| texts.contains_key(file));
        for (file, text) in texts {
            if !originals.contains_key(file) {
                originals.insert(file.clone(), self.read(file)?);
            }
            self.put(file, text.as_bytes())?;
        }
        Ok(())
    }

    fn originals(&self) -> MutexGuard<'_, Texts> {
        self.originals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A text as it is in the copy now.
    fn read(&self, file: &str) -> Result<String> {
        fs::read_to_string(self.folder.join(file)).with_context(|| file.to_owned())
    }

    /// The workspace's own text.
    pub(super) fn original(&self, file: &str) -> Result<String> {
        self.originals().get(file).map_or_else(|| self.read(file), |text| Ok(text.clone()))
    }

    fn put(&self, file: &str, text: &[u8]) -> Result<()> {
        let to = self.folder.join(file);
        if fs::read(&to).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let folder = to.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).context(folder.display().to_string())?;
        fs::write(&to, text).with_context(|| to.display().to_string())
    }

    /// Deletes what the workspace does not have, as tests or earlier states left it.
    fn clear(&self, folder: &Path, files: &BTreeSet<&str>) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy();
            if path.is_dir() && !path.is_symlink() {
                self.clear(&path, files)?;
            } else if !files.contains(&*name) {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(error.into());
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
