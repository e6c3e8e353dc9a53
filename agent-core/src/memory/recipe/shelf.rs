//! The recipes that may say something of a page, and what they say of it: advice for the rules, never more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared_types::Observation;

use super::{
    Decided, MAX_FIELDS, Recipe, Recipes, Refusal, Replay, Use, look, replay, replay::replay as run,
};
use crate::site;

/// Recipes that are kept; those that were used longest ago go first.
pub const MOST: usize = 2_000;

/// A recipe as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Names it: the same for the same form, wherever it was learned.
    pub id: String,
    /// The recipe.
    pub recipe: Recipe,
    /// When a form was sent with it last: seconds since 1970.
    pub used: u64,
}

/// The recipes that may say something of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shelf {
    kept: Vec<Kept>,
}

/// What the recipe of a page's own form says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice<'a> {
    /// There is none.
    Nothing,
    /// There is one that is not used here.
    Refused(&'a Kept, Refusal),
    /// What fields take, as far as all words of them are the same.
    Says(&'a Kept, Vec<Decided>),
}

impl Shelf {
    /// Of recipes that were found for a page.
    pub fn new(kept: Vec<Kept>) -> Self {
        Self { kept }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// What the recipe of this very form says: of several that with the page's own fields, else with most of them.
    pub fn advice(&self, observation: &Observation) -> Advice<'_> {
        let near = self.kept.iter().filter_map(|kept| {
            replay::nearness(&kept.recipe, observation).map(|nearness| (nearness, kept))
        });
        let Some((_, kept)) = near.max_by_key(|(nearness, kept)| (*nearness, kept.used)) else {
            return Advice::Nothing;
        };
        match run(&kept.recipe, observation) {
            Replay::Refused(Refusal::OtherPage | Refusal::OtherSite) => Advice::Nothing,
            Replay::Refused(why) => Advice::Refused(kept, why),
            Replay::Known { .. } => {
                Advice::Says(kept, replay::in_same_words(&kept.recipe, observation, true))
            }
        }
    }

    /// What recipes of forms like this one say of its fields, by the field: the nearest first, and nothing of a field of
    /// which two say otherwise. It is for the person to take.
    pub fn relatives(&self, observation: &Observation) -> BTreeMap<u32, Use> {
        let others: Vec<&Kept> = self
            .kept
            .iter()
            .filter(|kept| !kept.recipe.is_quarantined())
            .filter(|kept| replay::nearness(&kept.recipe, observation).is_none())
            .collect();
        let near = Recipes::new(others.iter().map(|kept| &kept.recipe)).nearest(observation);
        let mut said: BTreeMap<u32, Option<Use>> = BTreeMap::new();
        for kept in near.iter().filter_map(|one| others.get(one.at)) {
            for Decided { field, used } in replay::in_same_words(&kept.recipe, observation, false) {
                let known = said.entry(field).or_insert_with(|| Some(used.clone()));
                if known.as_ref() != Some(&used) {
                    *known = None;
                }
            }
        }
        said.into_iter().filter_map(|(field, used)| Some((field, used?))).collect()
    }
}

/// What is to be kept of a form that was sent, or of a file that the person took in: the recipe that is known of it,
/// changed by what was learned, or a new one. One that has grown too large for a file becomes what was learned last.
pub fn keep(of_site: Vec<Kept>, fresh: Recipe, at: u64) -> Kept {
    let known = of_site
        .into_iter()
        .filter(|kept| kept.recipe.is_of(&fresh))
        .max_by_key(|kept| (kept.recipe.steps.len(), kept.used));
    match known {
        Some(mut kept) => {
            kept.recipe.extend(&fresh, at);
            if kept.recipe.fields().count() + kept.recipe.history.len() > MAX_FIELDS {
                kept.recipe.steps = fresh.steps;
                kept.recipe.history.clear();
            }
            kept.used = kept.used.max(at);
            kept
        }
        None => Kept { id: id_of(&fresh), recipe: fresh, used: at },
    }
}

/// The name of a new recipe.
fn id_of(recipe: &Recipe) -> String {
    let first = recipe.steps.first();
    let (path, signature) =
        first.map_or(("", ""), |step| (step.path.as_str(), step.signature.as_str()));
    look::digest(&[&recipe.origin, path, signature])
}

/// By what the recipes of a page's own site are found.
pub fn site_of(observation: &Observation) -> String {
    site::origin_of(&observation.url)
}

/// By what a recipe is found for pages like its own.
pub fn prints_of_recipe(recipe: &Recipe) -> Vec<String> {
    let mut prints: Vec<String> =
        recipe.fields().flat_map(replay::prints_of).map(str::to_owned).collect();
    prints.sort_unstable();
    prints.dedup();
    prints
}

/// By what recipes are found for a page.
pub fn prints_of_page(observation: &Observation) -> Vec<String> {
    let fields = observation.fields.iter();
    let mut prints: Vec<String> = fields
        .flat_map(|field| [look::words(field), look::names(field)])
        .filter(|print| !print.is_empty())
        .collect();
    prints.sort_unstable();
    prints.dedup();
    prints
}
