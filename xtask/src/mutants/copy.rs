//! A copy of the workspace that changes are made in, so that the person's own is left alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
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
}

impl Copy {
    pub(super) fn new() -> Self {
        let folder = paths::target().join("mutants");
        Self { folder: folder.join("workspace"), target: folder.join("build") }
    }

    /// Makes it what the workspace is now, uncommitted work as well, but for these texts. What stays the same is
    /// not touched, so that it is not compiled again.
    pub(super) fn make(&self, texts: &Texts) -> Result<()> {
        let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let listed = output(&mut program("git", &arguments))?;
        let files: BTreeSet<&str> = listed.split('\0').filter(|file| !file.is_empty()).collect();
        for file in &files {
            let from = paths::workspace().join(file);
            match texts.get(*file) {
                Some(text) => self.put(file, text.as_bytes())?,
                // Deleted, and not yet committed.
                None if !from.is_file() => {}
                None => self.put(file, &fs::read(&from).context(from.display().to_string())?)?,
            }
        }
        self.clear(&self.folder, &files)
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
            } else if !(files.contains(&*name) && paths::workspace().join(&*name).is_file()) {
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
