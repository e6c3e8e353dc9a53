//! Recipes tried on pages, natively: each must be known whole, as the rules understand it today.

use std::{io::Write, path::Path};

use agent_core::{
    classify,
    memory::recipe::{Recipe, Refusal, Replay, replay},
};
use serde_json::Value;
use shared_types::{Observation, json};

use super::files::{File, RecipeError, all, beside, read_up_to, told};

/// Bytes of pages that a recipe is tried on.
const MAX_PAGES: u64 = 16 * 1024 * 1024;

/// Tries each recipe of a folder on the pages beside it, `NAME.json` or `NAME.PAGE.json`: each must be known whole.
pub fn test(folder: &Path, out: &mut impl Write) -> Result<(), RecipeError> {
    let recipes = all(folder)?;
    let mut failed = 0;
    for (id, path) in &recipes {
        let verdicts = match File::read(path.clone()).and_then(|file| file.recipe()) {
            Ok(recipe) => try_pages(folder, id, &recipe)?,
            Err(RecipeError::Faulty { faults, .. }) => vec![Err(told(&faults))],
            Err(why) => vec![Err(why.to_string())],
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

/// The text of a file, if it has pages.
pub(super) fn checked(path: &Path) -> Result<String, String> {
    let (name, text) = read_text(path)?;
    pages_in(&name, &text).map(|_| text)
}

fn try_pages(
    folder: &Path,
    id: &str,
    recipe: &Recipe,
) -> Result<Vec<Result<String, String>>, RecipeError> {
    let mut verdicts = Vec::new();
    let files = beside(folder, id)?;
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match read_pages(path) {
            Ok(pages) => {
                verdicts.extend(pages.iter().map(|page| try_page(name, page, recipe)));
            }
            Err(why) => verdicts.push(Err(why)),
        }
    }
    Ok(verdicts)
}

/// A list of pages, or one: as an observation, or as a trace has it, with the observation in it.
fn read_pages(path: &Path) -> Result<Vec<Observation>, String> {
    read_text(path).and_then(|(name, text)| pages_in(&name, &text))
}

/// A file of pages, with its name.
fn read_text(path: &Path) -> Result<(String, String), String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    match read_up_to(path, MAX_PAGES) {
        Ok(Some(text)) => Ok((name, text)),
        Ok(None) => Err(format!("{name} is too large for pages")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

fn pages_in(name: &str, text: &str) -> Result<Vec<Observation>, String> {
    let pages = match json::from_str(text).map_err(|error| format!("{name}: {error}"))? {
        Value::Array(pages) => pages,
        page => vec![page],
    };
    let read = |page: &Value| {
        let page = page.get("observation").unwrap_or(page);
        let mut page: Observation =
            json::from_value(page).map_err(|_| format!("{name} is no page"))?;
        page.fields.iter_mut().for_each(|field| (field.role, field.confidence) = (None, None));
        classify::classify(&mut page);
        Ok(page)
    };
    pages.iter().map(read).collect()
}

fn try_page(name: &str, page: &Observation, recipe: &Recipe) -> Result<String, String> {
    let most = recipe.steps.iter().map(|step| step.fields.len()).max().unwrap_or_default();
    match replay(recipe, page) {
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
