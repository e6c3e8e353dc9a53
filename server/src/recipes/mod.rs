//! Recipes of forms as files of a folder, one TOML each: listed, shown, checked, edited by line, compared and tried. The
//! format is described in `docs/MEMORY.md`. What was there before an edit is kept beside it, by its version.

mod diff;
mod files;
mod lists;
mod tries;

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use agent_core::memory::recipe::Fault;

use files::{File, OF_VERSION, all, beside, named, of_version};

pub use diff::lines as diff;
pub use files::RecipeError;
pub use lists::{Publish, check as check_list, keygen, sign};
pub use tries::test;

/// What a file of a folder of recipes is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// A recipe.
    Recipe {
        /// Its site and the path of its first page.
        form: String,
        /// How many fields it knows.
        fields: usize,
        /// Its version.
        version: u32,
        /// Read-backs that failed in a row.
        failures: u32,
        /// Whether it failed too often to be used.
        is_quarantined: bool,
    },
    /// None, and its first fault.
    Faulty(String),
}

/// What is in a folder, by name.
///
/// # Errors
/// The folder is there and cannot be read.
pub fn listed(folder: &Path) -> Result<Vec<(String, Listed)>, RecipeError> {
    let look = |path| match File::read(path).and_then(|file| file.recipe()) {
        Ok(recipe) => Listed::Recipe {
            form: format!(
                "{}{}",
                recipe.origin,
                recipe.steps.first().map_or("", |step| step.path.as_str())
            ),
            fields: recipe.steps.iter().map(|step| step.fields.len()).sum(),
            version: recipe.version,
            failures: recipe.failures,
            is_quarantined: recipe.is_quarantined(),
        },
        Err(RecipeError::Faulty { faults, .. }) => {
            Listed::Faulty(faults.first().map(Fault::said).unwrap_or_default())
        }
        Err(why) => Listed::Faulty(why.to_string()),
    };
    Ok(all(folder)?.into_iter().map(|(id, path)| (id, look(path))).collect())
}

/// Lists what is in a folder; what is no recipe with its first fault.
pub fn list(folder: &Path, out: &mut impl Write) -> Result<(), RecipeError> {
    for (id, listed) in listed(folder)? {
        match listed {
            Listed::Recipe { form, fields, version, is_quarantined, .. } => {
                let rest = if is_quarantined { ", quarantined" } else { "" };
                writeln!(out, "{id}  {form}  {fields} fields, version {version}{rest}")?;
            }
            Listed::Faulty(why) => writeln!(out, "{id}  no recipe: {why}")?,
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
    put(folder, id, Some(&file), &after)
}

/// Puts lines in the place of a recipe, if they are one: the version after it, which is kept. Of a file that was no recipe
/// nothing is kept.
fn put(folder: &Path, id: &str, before: Option<&File>, lines: &[&str]) -> Result<u32, RecipeError> {
    let path = named(folder, id)?;
    let was = before.and_then(|file| Some((file.recipe().ok()?.version, &file.text)));
    let text = match (&was, before) {
        (Some((version, _)), _) => with_version(lines, Some(version.saturating_add(1))),
        (None, Some(_)) => with_version(lines, Some(1)),
        (None, None) => with_version(lines, None),
    };
    let fresh = File { text, path };
    let version = fresh.recipe()?.version;
    if let Some((version, text)) = was {
        fs::write(of_version(folder, id, version), text)?;
    }
    let beside = folder.join(format!(".{id}.toml"));
    fs::write(&beside, &fresh.text)?;
    fs::rename(&beside, &fresh.path)?;
    Ok(version)
}

/// The lines with the version, which stands above all tables, raised to this one.
fn with_version(lines: &[&str], version: Option<u32>) -> String {
    let head = lines.iter().take_while(|line| !line.trim_start().starts_with('['));
    let mut head = head.enumerate();
    let is_version = |name: &str| name.trim().trim_matches(['"', '\'']) == "version";
    let at = head.find(|(_, line)| line.split_once('=').is_some_and(|(name, _)| is_version(name)));
    let at = at.map(|(at, _)| at);
    let line = |(number, line): (usize, &&str)| match version {
        Some(version) if Some(number) == at => format!("version = {version}\n"),
        _ => format!("{line}\n"),
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
    let then = earlier(folder, id, version)?;
    for line in diff(&then.text, &now.text) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// An earlier version of a recipe: this one, or the one before.
fn earlier(folder: &Path, id: &str, version: Option<u32>) -> Result<File, RecipeError> {
    let number = |name: &str| {
        let (own, version) = name.rsplit_once(OF_VERSION)?;
        version.parse::<u32>().ok().filter(|_| own == id)
    };
    let mut kept: Vec<u32> = Vec::new();
    for path in beside(folder, id)? {
        kept.extend(path.file_stem().and_then(|stem| number(stem.to_str()?)));
    }
    let wanted = version.or_else(|| kept.iter().max().copied());
    let wanted = wanted.filter(|wanted| kept.contains(wanted)).ok_or(RecipeError::NoVersion)?;
    File::read(of_version(folder, id, wanted))
}

/// Makes an earlier version the newest one. Says which version it is now.
pub fn put_back(folder: &Path, id: &str, version: Option<u32>) -> Result<u32, RecipeError> {
    let now = File::read(named(folder, id)?)?;
    let then = earlier(folder, id, version)?;
    put(folder, id, Some(&now), &then.text.lines().collect::<Vec<_>>())
}

/// Takes a file in, and the pages beside it, by the file's name: as a new version of the recipe of that name, if there is
/// one. Says which recipe it is and which version.
pub fn import(folder: &Path, file: &Path) -> Result<(String, u32), RecipeError> {
    let id = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    let path = named(folder, &id)?;
    let fresh = File::read(file.to_owned())?;
    fresh.recipe()?;
    let pages = file.with_extension("json");
    let pages = if pages.exists() {
        Some(tries::checked(&pages).map_err(RecipeError::NoPages)?)
    } else {
        None
    };
    fs::create_dir_all(folder)?;
    let before = if path.exists() { Some(File::read(path)?) } else { None };
    let version = put(folder, &id, before.as_ref(), &fresh.text.lines().collect::<Vec<_>>())?;
    if let Some(pages) = pages {
        fs::write(folder.join(format!("{id}.json")), pages)?;
    }
    Ok((id, version))
}

/// Takes a recipe out, with its pages, into a folder where nothing of these names is yet.
pub fn export(folder: &Path, id: &str, to: &Path) -> Result<(), RecipeError> {
    let path = named(folder, id)?;
    let file = File::read(path)?;
    file.recipe()?;
    fs::create_dir_all(to)?;
    let mut files = vec![(format!("{id}.toml"), file.text.into_bytes())];
    for path in beside(folder, id)? {
        if path.extension().is_some_and(|end| end == "json") {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            files.push((name.to_owned(), fs::read(&path)?));
        }
    }
    for (name, bytes) in files {
        fs::File::create_new(to.join(name))?.write_all(&bytes)?;
    }
    Ok(())
}

/// Deletes a recipe with what it was before and its pages.
pub fn delete(folder: &Path, id: &str) -> Result<(), RecipeError> {
    let path = named(folder, id)?;
    if !path.exists() {
        return Err(RecipeError::Unreadable { path, cause: io::ErrorKind::NotFound.into() });
    }
    for path in beside(folder, id)? {
        fs::remove_file(path)?;
    }
    Ok(fs::remove_file(path)?)
}
