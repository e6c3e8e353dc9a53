//! `vaulty-server recipes`: what is done with files of recipes.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use agent_core::shown::shown_whole;
use clap::Subcommand;

use crate::recipes::{self, Publish, RecipeError};

/// What is done with recipes.
#[derive(Debug, Subcommand)]
pub(super) enum OfRecipes {
    /// Lists them: name, form, fields, version.
    List,
    /// Shows one with the numbers of its lines.
    Show {
        /// Its name, as `list` shows it.
        id: String,
    },
    /// Says whether a file is a recipe or a signed list of them, or what is wrong in which line.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Puts standard input in the place of lines, if that makes a recipe: a new version. The one before is kept.
    Edit {
        /// Its name.
        id: String,
        /// Which lines, `12-14`.
        #[arg(long, value_name = "FIRST-LAST")]
        lines: String,
    },
    /// Says what is other than in an earlier version.
    Diff {
        /// Its name.
        id: String,
        /// Which version [default: the one before].
        #[arg(long)]
        version: Option<u32>,
    },
    /// Makes an earlier version the newest one.
    PutBack {
        /// Its name.
        id: String,
        /// Which version [default: the one before].
        #[arg(long)]
        version: Option<u32>,
    },
    /// Takes a file in, by its name, with the pages beside it (NAME.json): a new version where there is one already.
    Import {
        /// The file, NAME.toml.
        file: PathBuf,
    },
    /// Writes one and its pages into a folder.
    Export {
        /// Its name.
        id: String,
        /// The folder.
        dir: PathBuf,
    },
    /// Deletes one with what it was before and its pages.
    Delete {
        /// Its name.
        id: String,
    },
    /// Makes a secret key for lists in a new file, for you alone to read. Keep it: a list is known by it.
    Keygen {
        /// The file.
        file: PathBuf,
    },
    /// Writes recipes as a signed list that others can add by its address: names of entries by fields, nothing else.
    Sign {
        /// The file with the secret key.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// What the list is called: small letters, digits, hyphens.
        #[arg(long)]
        name: String,
        /// Which version of it that is: more than the one before.
        #[arg(long)]
        version: u32,
        /// The file to write.
        to: PathBuf,
        /// The recipes [default: all of DATA_DIR/recipes].
        ids: Vec<String>,
    },
    /// Tries each recipe of a folder on the pages beside it (NAME.json). Ends with 1 if one is not known whole.
    Test {
        /// The folder [default: DATA_DIR/recipes].
        dir: Option<PathBuf>,
    },
}

/// What recipes say is a stranger's: it is printed as it looks, without what turns or commands a terminal.
///
/// # Errors
/// The recipe, or its file, is not as it must be.
pub(super) fn run<E: From<RecipeError> + From<io::Error>>(
    what: OfRecipes,
    folder: impl FnOnce() -> Result<PathBuf, E>,
) -> Result<(), E> {
    let mut said = Vec::new();
    let done = with_recipes(what, folder, &mut said);
    io::stdout().lock().write_all(shown_whole(&String::from_utf8_lossy(&said)).as_bytes())?;
    done
}

fn with_recipes<E: From<RecipeError> + From<io::Error>>(
    what: OfRecipes,
    folder: impl FnOnce() -> Result<PathBuf, E>,
    out: &mut Vec<u8>,
) -> Result<(), E> {
    // What is about files alone needs no configuration.
    let folder: Result<PathBuf, E> = match &what {
        OfRecipes::Check { .. } | OfRecipes::Keygen { .. } => Ok(PathBuf::new()),
        OfRecipes::Test { dir: Some(dir) } => Ok(dir.clone()),
        _ => folder(),
    };
    let folder = folder?;
    match what {
        OfRecipes::List => recipes::list(&folder, out)?,
        OfRecipes::Show { id } => recipes::show(&folder, &id, out)?,
        OfRecipes::Check { file } => {
            if !recipes::check_list(&file, out)? {
                recipes::check(&file)?;
                writeln!(out, "{} is a recipe", file.display())?;
            }
        }
        OfRecipes::Edit { id, lines } => {
            let text = io::read_to_string(io::stdin())?;
            let version = recipes::edit(&folder, &id, &lines, &text)?;
            tell_version(&id, version)?;
        }
        OfRecipes::PutBack { id, version } => {
            tell_version(&id, recipes::put_back(&folder, &id, version)?)?;
        }
        OfRecipes::Import { file } => {
            let (id, version) = recipes::import(&folder, &file)?;
            tell_version(&id, version)?;
        }
        OfRecipes::Export { id, dir } => recipes::export(&folder, &id, &dir)?,
        OfRecipes::Delete { id } => recipes::delete(&folder, &id)?,
        OfRecipes::Diff { id, version } => recipes::compare(&folder, &id, version, out)?,
        OfRecipes::Test { .. } => recipes::test(&folder, out)?,
        OfRecipes::Keygen { file } => recipes::keygen(&file, out)?,
        OfRecipes::Sign { key, name, version, to, ids } => {
            let publish = Publish { key: &key, name: &name, version, ids: &ids, to: &to };
            recipes::sign(&folder, &publish, out)?;
        }
    }
    Ok(())
}

fn tell_version(id: &str, version: u32) -> io::Result<()> {
    writeln!(io::stderr(), "{id} is version {version} now.")
}
