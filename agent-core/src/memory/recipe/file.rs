//! Recipes as files: TOML, one each, checked line by line. What is not understood whole is not used at all.

use shared_types::{ProfileKey, Tier};

use super::{Known, MAX_FIELDS, Recipe, SCHEMA, look};
use crate::{
    gate,
    person::file::{PROFILE, Shape},
    question,
    role::Role,
    site,
};

/// Bytes of a file.
const MAX_BYTES: usize = 256 * 1024;
/// Letters of an address.
pub(super) const MAX_PATH: usize = 1_000;
/// The highest version of a file: each change adds one to it.
pub(super) const MAX_VERSION: u32 = 1_000_000_000;
/// Pages of a form.
pub(super) const MAX_STEPS: usize = 40;

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 where it is the whole file.
    pub line: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// More bytes than a recipe needs.
    TooLarge,
    /// No TOML, or a name that recipes do not have. In the words of who reads TOML.
    Unreadable(String),
    /// Of a format that this version does not know.
    Newer,
    /// More fields or pages than a form has.
    TooMany,
    /// No origin of a site.
    NoSite,
    /// No path, or one that says more than words.
    NoPath,
    /// No digest.
    NoFingerprint,
    /// No role.
    NoRole,
    /// No name of an entry, or a secret's.
    NoKey,
    /// Not exactly one thing that a field takes.
    OneUse,
    /// No version.
    NoNumber,
    /// No name of a list.
    NoName,
    /// No form, or more than this.
    TooManyForms(usize),
}

impl Fault {
    /// For a person.
    pub fn said(&self) -> String {
        let reason = match &self.reason {
            Reason::TooLarge => msg!("recipe_too_large"),
            Reason::Unreadable(what) => msg!("recipe_unreadable", what = what),
            Reason::Newer => msg!("recipe_newer"),
            Reason::TooMany => msg!("recipe_too_many", most = MAX_FIELDS),
            Reason::NoSite => msg!("recipe_no_site"),
            Reason::NoPath => msg!("recipe_no_path"),
            Reason::NoFingerprint => msg!("recipe_no_fingerprint"),
            Reason::NoRole => msg!("recipe_no_role"),
            Reason::NoKey => msg!("recipe_no_key"),
            Reason::OneUse => msg!("recipe_one_use"),
            Reason::NoNumber => msg!("recipe_no_number"),
            Reason::NoName => msg!("list_no_name"),
            Reason::TooManyForms(most) => msg!("list_too_many_forms", most = most),
        };
        if self.line == 0 { reason } else { msg!("recipe_line", line = self.line, reason = reason) }
    }
}

/// What is said of a file that is too large to be read.
pub fn too_large() -> Vec<Fault> {
    vec![Fault { line: 0, reason: Reason::TooLarge }]
}

/// A recipe as a file.
pub fn write(recipe: &Recipe) -> Option<String> {
    toml::to_string(recipe).ok()
}

/// Reads a file, and names everything that is wrong in it.
pub fn read(text: &str) -> Result<Recipe, Vec<Fault>> {
    let whole = |reason: Reason| vec![Fault { line: 0, reason }];
    if text.len() > MAX_BYTES {
        return Err(whole(Reason::TooLarge));
    }
    if let Some(newer) = newer(text) {
        return Err(vec![newer]);
    }
    let recipe: Recipe = toml::from_str(text).map_err(|error| vec![unreadable(&error, text)])?;
    let faults = check(&recipe, text);
    if faults.is_empty() { Ok(recipe) } else { Err(faults) }
}

/// A newer format may have what this one cannot read, and is told first.
pub(super) fn newer(text: &str) -> Option<Fault> {
    let schema = text.lines().enumerate().find_map(|(at, line)| {
        let (name, number) = line.split_once('=')?;
        (name.trim() == "schema").then(|| Some((at + 1, number.trim().parse::<u32>().ok()?)))?
    });
    let (line, _) = schema.filter(|(_, schema)| *schema > SCHEMA)?;
    Some(Fault { line, reason: Reason::Newer })
}

/// What was read may be a value that somebody wrote there: it is not repeated.
pub(super) fn unreadable(error: &toml::de::Error, text: &str) -> Fault {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or_default();
    let what = error.message().split(['`', '"', '\'']).next().unwrap_or_default().trim().to_owned();
    Fault { line: before.matches('\n').count() + 1, reason: Reason::Unreadable(what) }
}

pub(super) fn check(recipe: &Recipe, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut add = |line: usize, reason: Reason| faults.push(Fault { line, reason });
    let first = |name: &str| lines_of(text, name).first().copied().unwrap_or_default();
    let count = recipe.fields().count() + recipe.history.len();
    if count > MAX_FIELDS || recipe.steps.len() > MAX_STEPS {
        add(0, Reason::TooMany);
    }
    match recipe.schema {
        SCHEMA => {}
        0 => add(first("schema"), Reason::NoNumber),
        // However it is spelled there.
        _ => add(first("schema"), Reason::Newer),
    }
    // What is put back is named by the version that changed it.
    let versions = || recipe.history.iter().map(|change| change.version);
    if !(1..=MAX_VERSION).contains(&recipe.version)
        || !versions().is_sorted_by(|one, next| one < next)
        || versions().any(|version| version > recipe.version)
    {
        add(first("version"), Reason::NoNumber);
    }
    // Browsers spell every site in ASCII: what is not looks like one.
    if !recipe.origin.is_ascii()
        || recipe.origin.is_empty()
        || site::origin_of(&recipe.origin) != recipe.origin
    {
        add(first("origin"), Reason::NoSite);
    }
    let mut paths = lines_of(text, "path").into_iter();
    let mut signatures = lines_of(text, "signature").into_iter();
    let mut targets = lines_of(text, "target").into_iter();
    let mut lists = lines_of(text, "list").into_iter();
    for step in &recipe.steps {
        let (path, signature) = (paths.next().unwrap_or(0), signatures.next().unwrap_or(0));
        if !step.path.starts_with('/')
            || step.path.len() > MAX_PATH
            || !step.path.split('/').all(|part| part == "*" || look::is_word(part))
        {
            add(path, Reason::NoPath);
        }
        if !is_digest(&step.signature) {
            add(signature, Reason::NoFingerprint);
        }
        if let Some(submit) = &step.submit {
            let line = targets.next().unwrap_or(0);
            if !is_digest(&submit.target) || !is_digest(&submit.fingerprint) {
                add(line, Reason::NoFingerprint);
            }
        }
        for repeat in &step.repeats {
            let line = lists.next().unwrap_or(0);
            if !["resume.experiences", "resume.education"].contains(&repeat.list.as_str()) {
                add(line, Reason::NoKey);
            }
        }
    }
    let roles = lines_of(text, "role");
    let before = recipe.history.iter().map(|change| &change.before);
    for (at, known) in recipe.fields().chain(before).enumerate() {
        let line = roles.get(at).copied().unwrap_or(0);
        wrong_with(known).into_iter().for_each(|reason| add(line, reason));
    }
    faults
}

/// What is wrong with a field, told at the line of its role, which every field has.
fn wrong_with(known: &Known) -> Vec<Reason> {
    let mut wrong = Vec::new();
    let optional = [known.words.as_str(), known.names.as_str(), known.more.as_str()];
    let optional = optional.into_iter().filter(|print| !print.is_empty());
    let prints = optional.chain([known.fingerprint.as_str()]).chain(known.own.as_deref());
    if !prints.into_iter().all(is_digest) {
        wrong.push(Reason::NoFingerprint);
    }
    if !Role::is_spelling(&known.role) {
        wrong.push(Reason::NoRole);
    }
    if known.key.as_ref().is_some_and(|key| !is_entry(key)) || known.tier == Tier::Secret {
        wrong.push(Reason::NoKey);
    }
    if known.used().is_none() {
        wrong.push(Reason::OneUse);
    }
    wrong
}

/// Whether a text is a digest as recipes have them: 16 or 64 small hexadecimal digits.
pub fn is_digest(text: &str) -> bool {
    matches!(text.len(), 16 | 64)
        && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
}

/// Whether a key names an entry that every profile may have, and no secret: what the person named may be a value.
pub(super) fn is_entry(key: &ProfileKey) -> bool {
    if gate::is_secret_by_name(key) || key.is_own() {
        return false;
    }
    if key.as_str().starts_with("facts.") {
        return question::fact_of(key.as_str()).is_some_and(|fact| fact.family().is_none());
    }
    if let Some(name) = key.as_str().strip_prefix("documents.") {
        return ["cv", "resume", "coverLetter", "photo"].contains(&name);
    }
    let mut parts = key.as_str().split('.');
    let mut shapes = PROFILE;
    while let Some(part) = parts.next() {
        let Some((_, shape)) = shapes.iter().find(|(name, _)| *name == part) else { return false };
        match shape {
            Shape::Parts(inner) => shapes = inner,
            Shape::Rows(inner) => {
                let is_number = parts.next().is_some_and(|at| at.parse::<u8>().is_ok());
                if !is_number {
                    return false;
                }
                shapes = inner;
            }
            Shape::Text | Shape::Flag | Shape::Texts => return parts.next().is_none(),
            _ => return false,
        }
    }
    false
}

/// The lines, from 1, on which a name is given something.
pub(super) fn lines_of(text: &str, name: &str) -> Vec<usize> {
    let has = |line: &str| line.split_once('=').is_some_and(|(own, _)| own.trim() == name);
    let lines = text.lines().enumerate().filter(|(_, line)| has(line));
    lines.map(|(at, _)| at + 1).collect()
}
