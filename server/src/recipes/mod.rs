//! Recipes of forms as files of a folder, one TOML each: listed, shown, checked, edited by line, compared and tried. The
//! format is described in `docs/MEMORY.md`. What was there before an edit is kept beside it, by its version.

mod diff;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use agent_core::memory::recipe::{self, Fault, Recipe, Refusal, Replay, replay};
use serde_json::Value;
use shared_types::Observation;

pub use diff::lines as diff;

/// What stands between a recipe's name and the version that a copy of it was.
const OF_VERSION: char = '@';
/// Bytes of a page that a recipe is tried on.
const MAX_PAGE: u64 = 16 * 1024 * 1024;

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

fn told(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("  {}", fault.said())).collect::<Vec<_>>().join("\n")
}

/// A recipe's file and what is in it.
struct File {
    path: PathBuf,
    text: String,
}

impl File {
    fn read(path: PathBuf) -> Result<Self, RecipeError> {
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Self { path, text }),
            Err(cause) => Err(RecipeError::Unreadable { path, cause }),
        }
    }

    fn recipe(&self) -> Result<Recipe, RecipeError> {
        recipe::read(&self.text)
            .map_err(|faults| RecipeError::Faulty { path: self.path.clone(), faults })
    }
}

fn named(folder: &Path, id: &str) -> Result<PathBuf, RecipeError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = !id.is_empty() && id.len() <= 64 && id.chars().all(is_plain);
    if is_name { Ok(folder.join(format!("{id}.toml"))) } else { Err(RecipeError::NoName) }
}

/// The recipes of a folder by name, without what they were before.
fn all(folder: &Path) -> Result<Vec<(String, PathBuf)>, RecipeError> {
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

/// Lists what is in a folder; what is no recipe with its first fault.
pub fn list(folder: &Path, out: &mut impl Write) -> Result<(), RecipeError> {
    for (id, path) in all(folder)? {
        match File::read(path)?.recipe() {
            Ok(recipe) => {
                let fields: usize = recipe.steps.iter().map(|step| step.fields.len()).sum();
                let path = recipe.steps.first().map_or("", |step| step.path.as_str());
                let rest = if recipe.is_quarantined() { ", quarantined" } else { "" };
                let (origin, version) = (&recipe.origin, recipe.version);
                writeln!(out, "{id}  {origin}{path}  {fields} fields, version {version}{rest}")?;
            }
            Err(RecipeError::Faulty { faults, .. }) => {
                let why = faults.first().map(Fault::said).unwrap_or_default();
                writeln!(out, "{id}  no recipe: {why}")?;
            }
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// Shows a recipe with the numbers of its lines.
pub fn show(folder: &Path, id: &str, out: &mut impl Write) -> Result<(), RecipeError> {
    let file = File::read(named(folder, id)?)?;
    for (at, line) in file.text.lines().enumerate() {
        writeln!(out, "{:>4}  {line}", at + 1)?;
    }
    Ok(())
}

/// Whether a file is a recipe.
pub fn check(path: &Path) -> Result<(), RecipeError> {
    File::read(path.to_owned())?.recipe().map(drop)
}

/// Puts a text in the place of lines of a recipe, if that makes a recipe. It becomes a new version; the one before is
/// kept. Says which version it is.
pub fn edit(folder: &Path, id: &str, lines: &str, text: &str) -> Result<u32, RecipeError> {
    let file = File::read(named(folder, id)?)?;
    let before: Vec<&str> = file.text.lines().collect();
    let no_lines = || RecipeError::NoLines(before.len());
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let parse = |number: &str| number.trim().parse::<usize>().ok().filter(|number| *number > 0);
    let (first, last) = parse(first).zip(parse(last)).ok_or_else(no_lines)?;
    if first > last || last > before.len() {
        return Err(no_lines());
    }
    let head = before.iter().take(first - 1).copied();
    let tail = before.iter().skip(last).copied();
    let after: Vec<&str> = head.chain(text.lines()).chain(tail).collect();
    // Of a file that was no recipe nothing is kept.
    let version = file.recipe().ok().map(|recipe| recipe.version);
    let next = version.map_or(1, |version| version.saturating_add(1));
    let edited = File { text: with_version(&after, next), path: file.path.clone() };
    let next = edited.recipe()?.version;
    if let Some(version) = version {
        fs::write(folder.join(format!("{id}{OF_VERSION}{version}.toml")), &file.text)?;
    }
    let fresh = folder.join(format!(".{id}.toml"));
    fs::write(&fresh, &edited.text)?;
    fs::rename(&fresh, &edited.path)?;
    Ok(next)
}

/// The lines with the version, which stands above all tables, raised to this one.
fn with_version(lines: &[&str], version: u32) -> String {
    let head = lines.iter().take_while(|line| !line.trim_start().starts_with('['));
    let mut head = head.enumerate();
    let at = head
        .find(|(_, line)| line.split_once('=').is_some_and(|(name, _)| name.trim() == "version"));
    let at = at.map(|(at, _)| at);
    let line = |(number, line): (usize, &&str)| {
        let text =
            if Some(number) == at { format!("version = {version}") } else { (*line).to_owned() };
        format!("{text}\n")
    };
    lines.iter().enumerate().map(line).collect()
}

/// What a recipe is other in than in an earlier version: that, or the one before.
pub fn compare(
    folder: &Path,
    id: &str,
    version: Option<u32>,
    out: &mut impl Write,
) -> Result<(), RecipeError> {
    let now = File::read(named(folder, id)?)?;
    let number = |name: &str| {
        let (own, version) = name.rsplit_once(OF_VERSION)?;
        version.parse::<u32>().ok().filter(|_| own == id)
    };
    let mut kept: Vec<u32> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        kept.extend(path.file_stem().and_then(|stem| number(stem.to_str()?)));
    }
    let wanted = version.or_else(|| kept.iter().max().copied());
    let wanted = wanted.filter(|wanted| kept.contains(wanted)).ok_or(RecipeError::NoVersion)?;
    let then = File::read(folder.join(format!("{id}{OF_VERSION}{wanted}.toml")))?;
    for line in diff(&then.text, &now.text) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Tries each recipe of a folder on the pages beside it, `NAME.json` or `NAME.PAGE.json`: each must be known whole.
pub fn test(folder: &Path, out: &mut impl Write) -> Result<(), RecipeError> {
    let recipes = all(folder)?;
    let mut failed = 0;
    for (id, path) in &recipes {
        let verdicts = match File::read(path.clone())?.recipe() {
            Ok(recipe) => try_pages(folder, id, &recipe)?,
            Err(RecipeError::Faulty { faults, .. }) => vec![Err(told(&faults))],
            Err(why) => return Err(why),
        };
        if verdicts.is_empty() {
            writeln!(out, "{id}: no page beside it")?;
        }
        for verdict in &verdicts {
            let (verdict, said) = match verdict {
                Ok(said) => ("ok", said),
                Err(said) => ("FAILED", said),
            };
            writeln!(out, "{id}: {verdict}, {}", said.trim())?;
        }
        failed += usize::from(verdicts.iter().any(Result::is_err));
    }
    match failed {
        0 => Ok(()),
        failed => Err(RecipeError::Failed(failed, recipes.len())),
    }
}

fn try_pages(
    folder: &Path,
    id: &str,
    recipe: &Recipe,
) -> Result<Vec<Result<String, String>>, RecipeError> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let of_it = name.strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
        if of_it && name.ends_with(".json") {
            pages.push((name, path));
        }
    }
    pages.sort();
    Ok(pages.into_iter().map(|(name, path)| try_page(&name, &path, recipe)).collect())
}

/// A page as an observation, or as a trace has it, with the observation in it.
fn try_page(name: &str, path: &Path, recipe: &Recipe) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| format!("{name}: {error}"))?.len();
    if size > MAX_PAGE {
        return Err(format!("{name} is too large for a page"));
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| format!("{name}: line {}", error.line()))?;
    let page = value.get("observation").cloned().unwrap_or(value);
    let mut page: Observation =
        serde_json::from_value(page).map_err(|_| format!("{name} is no page"))?;
    if page.fields.iter().all(|field| field.role.is_none()) {
        agent_core::classify::classify(&mut page);
    }
    let most = recipe.steps.iter().map(|step| step.fields.len()).max().unwrap_or_default();
    match replay(recipe, &page) {
        Replay::Known { decided, is_exact: true } => {
            let all = recipe.steps.iter().any(|step| step.fields.len() == decided.len());
            let said = format!("{name}: {} fields, the very page", decided.len());
            if all { Ok(said) } else { Err(said) }
        }
        Replay::Known { decided, is_exact: false } => {
            let said = format!("{name}: {} of {most} fields, a changed page", decided.len());
            if decided.len() == most { Ok(said) } else { Err(said) }
        }
        Replay::Refused(why) => Err(format!("{name}: {}", refused(why))),
    }
}

fn refused(why: Refusal) -> &'static str {
    match why {
        Refusal::OtherSite => "the page is another site's",
        Refusal::OtherPage => "it knows no such page",
        Refusal::OtherTarget => "the form is sent elsewhere",
        Refusal::HigherTier => "a field is handled more carefully now",
        Refusal::Quarantined => "it failed too often",
    }
}
