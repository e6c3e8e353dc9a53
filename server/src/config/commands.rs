//! `vaulty-server config`: reads and changes the one file. What would not be valid is refused, with key and reason, and
//! nothing is written.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Subcommand;

use super::{
    Config, ConfigError, Environment, Flags, Raw,
    edit::{self, Unchanged},
    known::{self, Known},
    llm, raw,
};
use crate::private_file;

/// Stands for standard input, as a value.
const STDIN: &str = "-";
/// What is shown of a secret.
const HIDDEN: &str = "(set, not shown)";

/// What is done with the configuration.
#[derive(Debug, Subcommand)]
pub enum OfConfig {
    /// Lists every key with what holds and where it was set, as `check-config` does, also where some are wrong.
    List,
    /// Prints what holds for a key; of `[llm]` what the file says. Ends with 1 if that is nothing.
    Get {
        /// The key, such as `listen` or `llm.providers.home.model`.
        key: String,
        /// Shows a key or a password as well, on a terminal alone: what is piped is kept in logs.
        #[arg(long)]
        show: bool,
    },
    /// Sets keys in the file; its comments and order stay. Settings that need each other are given at once.
    Set {
        /// KEY VALUE, once or more. A value `-` is read from standard input: what is typed here others may see.
        #[arg(required = true, num_args = 2.., value_names = ["KEY", "VALUE"])]
        pairs: Vec<String>,
    },
    /// Takes a key out of the file.
    Unset {
        /// The key, or `llm.providers.NAME` for all of a provider.
        key: String,
    },
    /// Finds keys by words of their names and of what they mean.
    Search {
        /// Words that must all be there.
        #[arg(required = true)]
        words: Vec<String>,
    },
}

/// Why a command on the configuration failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no such key.
    #[error("there is no key {key}{}", nearest.as_ref().map_or(String::new(), |other| format!("; did you mean {other}?")))]
    Unknown {
        /// As it was written.
        key: String,
        /// What was likely meant.
        nearest: Option<String>,
    },
    /// No key has all of the words.
    #[error("no key speaks of that; `vaulty-server config list` has them all")]
    NotFound,
    /// The file does not say it.
    #[error("{0} is not set")]
    NotSet(String),
    /// A secret is asked for where it would be kept.
    #[error("a secret is shown on a terminal alone")]
    NoTerminal,
    /// A key without its value.
    #[error("each KEY needs a VALUE")]
    NoValue,
    /// No file is named, and there is no usual place for one.
    #[error("no file is named: give --config FILE, or set VAULTY_CONFIG")]
    NoFile,
    /// The file cannot be read or written.
    #[error("{path} cannot be used: {cause}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The file's text cannot be changed so.
    #[error("{path} cannot be changed: {why}")]
    Text {
        /// Which file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// Somebody else changed the file.
    #[error("{0} was changed meanwhile; nothing was written, try again")]
    Changed(PathBuf),
    /// It would not be valid.
    #[error("nothing was written, since the configuration would not be valid:{}", lines(.0))]
    Refused(Vec<ConfigError>),
    /// It is not valid.
    #[error("the configuration is not valid:{}", lines(.0))]
    Wrong(Vec<ConfigError>),
    /// Nothing can be printed or read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn lines(errors: &[ConfigError]) -> String {
    errors.iter().map(|error| format!("\n  {error}")).collect()
}

/// Where a command is run: what is set besides the file, where it prints, and whether a person looks at it.
pub struct Place<'a> {
    /// The command line.
    pub flags: &'a Flags,
    /// The environment.
    pub environment: Environment<'a>,
    /// Where it prints.
    pub out: &'a mut dyn Write,
    /// What is for people alone.
    pub told: &'a mut dyn Write,
    /// Whether it prints to a terminal.
    pub terminal: bool,
}

/// Does what was asked for.
///
/// # Errors
/// See [`CommandError`].
pub fn run(place: &mut Place<'_>, what: &OfConfig) -> Result<(), CommandError> {
    match what {
        OfConfig::List => list(place),
        OfConfig::Get { key, show } => get(place, key, *show),
        OfConfig::Search { words } => search(place, words),
        OfConfig::Set { pairs } => {
            let mut changes = Vec::new();
            for pair in pairs.chunks(2) {
                let [key, value] = pair else { return Err(CommandError::NoValue) };
                let value = match value.as_str() {
                    STDIN => io::read_to_string(io::stdin())?.trim().to_owned(),
                    value => value.to_owned(),
                };
                changes.push((path_of(key)?, Some(value)));
            }
            change(place, &changes)
        }
        OfConfig::Unset { key } => change(place, &[(path_of(key)?, None)]),
    }
}

fn path_of(key: &str) -> Result<Vec<&str>, CommandError> {
    known::find(key).map_err(|nearest| CommandError::Unknown { key: key.to_owned(), nearest })
}

fn list(place: &mut Place<'_>) -> Result<(), CommandError> {
    let (raw, mut wrong) = Raw::gather_some(place.flags, place.environment);
    let (config, more) = Config::judge(&raw, place.environment);
    wrong.extend(more);
    for line in config.describe(&raw) {
        writeln!(place.out, "{line}")?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(CommandError::Wrong(wrong)) }
}

fn get(place: &mut Place<'_>, key: &str, show: bool) -> Result<(), CommandError> {
    let path = path_of(key)?;
    let (raw, mut wrong) = Raw::gather_some(place.flags, place.environment);
    let (config, more) = Config::judge(&raw, place.environment);
    wrong.extend(more);
    wrong.retain(|error| error.key == key || error.key == raw::OF_FILE);
    if !wrong.is_empty() {
        return Err(CommandError::Wrong(wrong));
    }
    let is_secret = known::is_secret(&path);
    let held = match known::own(&path) {
        Some(own) if !is_secret => Some(config.shown(&raw, own)),
        Some(own) => raw.get(own).map(|(value, _)| super::read::plain(value)),
        None => match raw.file() {
            Some(file) => edit::get(&read(file)?, &path).map_err(of_text(file))?,
            None => None,
        },
    };
    let not_set = || CommandError::NotSet(key.to_owned());
    let held = match held.ok_or_else(not_set)? {
        held if !is_secret => held,
        _ if show && !place.terminal => return Err(CommandError::NoTerminal),
        held if show => held,
        _ => HIDDEN.to_owned(),
    };
    Ok(writeln!(place.out, "{held}")?)
}

fn search(place: &mut Place<'_>, words: &[String]) -> Result<(), CommandError> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has_all = |known: &Known| {
        let Known { path, variable, doc, .. } = known;
        let text = [path, *variable, doc].join(" ").to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut found: Vec<Known> = known::all().into_iter().filter(has_all).collect();
    // Those that are called so come first.
    found.sort_by_key(|known| !words.iter().any(|word| known.path.contains(word.as_str())));
    if found.is_empty() {
        return Err(CommandError::NotFound);
    }
    for Known { path, variable, default, doc } in found {
        let variable = if variable.is_empty() { String::new() } else { format!(" ({variable})") };
        writeln!(place.out, "{path}{variable}\n    {doc}")?;
        if !default.is_empty() {
            writeln!(place.out, "    Default: {default}")?;
        }
    }
    Ok(())
}

/// The file that is changed, whether it is there or not.
fn file(place: &Place<'_>) -> Result<PathBuf, CommandError> {
    let named = raw::file(place.flags, place.environment);
    named.or_else(|| raw::usual_file(place.environment)).ok_or(CommandError::NoFile)
}

fn read(file: &Path) -> Result<String, CommandError> {
    fs::read_to_string(file).map_err(of_file(file))
}

fn of_file(file: &Path) -> impl FnOnce(io::Error) -> CommandError {
    let path = file.to_owned();
    move |cause| CommandError::File { path, cause }
}

fn of_text(file: &Path) -> impl Fn(Unchanged) -> CommandError {
    let path = file.to_owned();
    move |why| CommandError::Text { path: path.clone(), why: why.to_string() }
}

/// A key, and what it is set to; none takes it out.
type Change<'a> = (Vec<&'a str>, Option<String>);

fn change(place: &mut Place<'_>, changes: &[Change<'_>]) -> Result<(), CommandError> {
    let file = file(place)?;
    let before = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(of_file(&file)(error)),
    };
    let old = before.clone().unwrap_or_default();
    // What the environment sets in the place of these keys would hide what is wrong with them.
    let hidden: Vec<&str> = changes.iter().filter_map(|(path, _)| variable(path)).collect();
    let set = place.environment;
    let besides = |name: &str| if hidden.contains(&name) { None } else { set(name) };
    let wrong = |text: &str| {
        let flags = Flags::default();
        let (raw, mut wrong) = Raw::with_file(&flags, &besides, file.clone(), Ok(text));
        wrong.extend(Config::judge(&raw, &besides).1);
        wrong
    };
    let mut text = old.clone();
    for (path, value) in changes {
        let about = path.join(".");
        let fits = |text: &String| !wrong(text).iter().any(|error| error.key == about);
        let mut tried = match value {
            Some(value) => edit::meant(value)
                .iter()
                .map(|value| edit::set(&text, path, value))
                .collect::<Result<Vec<_>, _>>(),
            None => edit::unset(&text, path).map(|text| vec![text]),
        }
        .map_err(of_text(&file))?;
        // What reads as a number may have been meant as a text.
        let best = tried.iter().position(fits).unwrap_or_default();
        text = tried.swap_remove(best);
    }
    let already = wrong(&old);
    let is_ours = |error: &ConfigError| changes.iter().any(|(path, _)| path.join(".") == error.key);
    let (refused, left): (Vec<_>, Vec<_>) =
        wrong(&text).into_iter().partition(|error| is_ours(error) || !already.contains(error));
    if !refused.is_empty() {
        return Err(CommandError::Refused(refused));
    }
    write(&file, before.as_deref(), &text)?;
    tell(place, &file, changes, &left)
}

/// The variable that stands above a key of the file.
fn variable(path: &[&str]) -> Option<&'static str> {
    match path {
        ["llm", key] => llm::variable_of(key),
        _ => known::own(path).map(|key| key.variable),
    }
}

fn tell(
    place: &mut Place<'_>,
    file: &Path,
    changes: &[Change<'_>],
    left: &[ConfigError],
) -> Result<(), CommandError> {
    writeln!(
        place.told,
        "{} was written; a server that runs takes it at its next start.",
        file.display()
    )?;
    for variable in changes.iter().filter_map(|(path, _)| variable(path)) {
        if (place.environment)(variable).is_some() {
            writeln!(place.told, "{variable} is set here, too, and wins over the file.")?;
        }
    }
    if !left.is_empty() {
        writeln!(place.told, "Still wrong:{}", lines(left))?;
    }
    Ok(())
}

/// Puts the text in the file's place, whole or not at all. A new one is its owner's alone.
fn write(file: &Path, before: Option<&str>, text: &str) -> Result<(), CommandError> {
    let Some(before) = before else {
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            private_file::make_folder(folder).map_err(of_file(folder))?;
        }
        return match private_file::create(file, text).map_err(of_file(file))? {
            true => Ok(()),
            false => Err(CommandError::Changed(file.to_owned())),
        };
    };
    // A link to the file stays one.
    let file = fs::canonicalize(file).map_err(of_file(file))?;
    if read(&file)? != before {
        return Err(CommandError::Changed(file));
    }
    private_file::replace(&file, text).map_err(of_file(&file))
}
