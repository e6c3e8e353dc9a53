//! The files of a folder of recipes: which there are, read with a limit, and why they are refused.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use agent_core::memory::recipe::{self, Fault, Recipe, list::Refused};

/// What stands between a recipe's name and the version that a copy of it was.
pub(super) const OF_VERSION: char = '@';
/// Bytes of a file that is read at all: a recipe is far smaller.
const MAX_FILE: u64 = 1024 * 1024;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// A name that leads elsewhere, or none.
    #[error("a recipe is named by small letters, digits and hyphens, as `list` shows it")]
    NoName,
    /// No file.
    #[error("{path} cannot be read: {cause}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Not a recipe.
    #[error("{path} is no recipe:\n{}", told(.faults))]
    Faulty {
        /// Which.
        path: PathBuf,
        /// What is wrong, line by line.
        faults: Vec<Fault>,
    },
    /// Lines that the file does not have.
    #[error("lines are given as FIRST-LAST, within the {0} lines of the file")]
    NoLines(usize),
    /// What stands beside a file is no page.
    #[error("{0}")]
    NoPages(String),
    /// Not a list of recipes, or one whose signature is wrong.
    #[error("it is no list of recipes: {}", .0.said())]
    NoList(Refused),
    /// A file with a key is not written over.
    #[error("{0} is there already; a key is not written over")]
    KeyIsThere(PathBuf),
    /// Not a secret key.
    #[error("{0} holds no key as `keygen` makes it: 64 hexadecimal digits")]
    NoKey(PathBuf),
    /// Nothing that others may be told.
    #[error("none of these recipes says anything that a list may say")]
    NothingToTell,
    /// No earlier version is kept.
    #[error("no earlier version of it is kept")]
    NoVersion,
    /// Some do not say of their pages what they should.
    #[error("{0} of {1} recipes failed")]
    Failed(usize, usize),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

pub(super) fn told(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("  {}", fault.said())).collect::<Vec<_>>().join("\n")
}

/// A recipe's file and what is in it.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl File {
    pub(super) fn read(path: PathBuf) -> Result<Self, RecipeError> {
        match read_up_to(&path, MAX_FILE) {
            Ok(Some(text)) => Ok(Self { path, text }),
            Ok(None) => Err(RecipeError::Faulty { path, faults: recipe::too_large() }),
            Err(cause) => Err(RecipeError::Unreadable { path, cause }),
        }
    }

    pub(super) fn recipe(&self) -> Result<Recipe, RecipeError> {
        recipe::read(&self.text)
            .map_err(|faults| RecipeError::Faulty { path: self.path.clone(), faults })
    }
}

/// The text of a file. `None` where it is larger. What has no end, or waits for somebody to write into it, is not read: a
/// folder of a stranger's may hold a link to it.
pub(super) fn read_up_to(path: &Path, most: u64) -> io::Result<Option<String>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let mut text = String::new();
    let read = fs::File::open(path)?.take(most + 1).read_to_string(&mut text);
    // What is cut within a letter is too large, and no text for that.
    match read {
        Ok(length) if length as u64 <= most => Ok(Some(text)),
        Ok(_) => Ok(None),
        Err(_) if fs::metadata(path)?.len() > most => Ok(None),
        Err(why) => Err(why),
    }
}

pub(super) fn named(folder: &Path, id: &str) -> Result<PathBuf, RecipeError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = !id.is_empty() && id.len() <= 64 && id.chars().all(is_plain);
    if is_name { Ok(folder.join(format!("{id}.toml"))) } else { Err(RecipeError::NoName) }
}

/// The recipes of a folder by name, without what they were before.
pub(super) fn all(folder: &Path) -> Result<Vec<(String, PathBuf)>, RecipeError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(RecipeError::Unreadable { path: folder.to_owned(), cause }),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if path.extension().is_some_and(|end| end == "toml") && !id.contains(OF_VERSION) {
            found.push((id, path));
        }
    }
    found.sort();
    Ok(found)
}

pub(super) fn of_version(folder: &Path, id: &str, version: u32) -> PathBuf {
    folder.join(format!("{id}{OF_VERSION}{version}.toml"))
}

/// What stands beside a recipe's file: what it was before, and its pages.
pub(super) fn beside(folder: &Path, id: &str) -> Result<Vec<PathBuf>, RecipeError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(rest) = name.strip_prefix(id) else { continue };
        let is_page = rest.starts_with('.') && rest.ends_with(".json");
        if is_page || rest.starts_with(OF_VERSION) && rest.ends_with(".toml") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
