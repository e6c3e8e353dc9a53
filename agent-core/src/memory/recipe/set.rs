//! The recipes that may say something of a page, and what they say of it: advice for the rules, never more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared_types::Observation;

use super::{
    Decided, Known, MAX_FIELDS, Recipe, Recipes, Refusal, Replay, Step, Use,
    agreed::{Agreed, Other},
    file::MAX_STEPS,
    look,
    replay::{self, Sight, replay_on},
};
use crate::site;

/// Recipes that are kept; those that were used longest ago go first.
pub const MOST: usize = 2_000;

/// In the place of a profile: what the person decided in a list of recipes holds for each.
const ANY_PROFILE: &str = "";

/// A recipe as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Kept {
    /// Names it: the same for the same form, wherever it was learned.
    pub id: String,
    /// The recipe.
    pub recipe: Recipe,
    /// When a form was sent with it last: seconds since 1970.
    pub used: u64,
    /// Fingerprints of fields of which a file spoke, and no form that was sent since: what is said of them is a proposal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unproved: Vec<String>,
    /// Fingerprints of fields that were left alone, each with the profile that was in use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<(String, String)>,
    /// What a server has of it, where browsers exchange recipes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Agreed>,
    /// What another browser says otherwise, until the person decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Other>,
}

/// By what a recipe was taught.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taught<'a> {
    /// By a form that was sent.
    Sent {
        /// The profile in use.
        profile: &'a str,
        /// Whether the page took what the recipe had said; nothing where it said nothing.
        held: Option<bool>,
    },
    /// By a file.
    File,
}

/// The recipes that may say something of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecipeSet {
    kept: Vec<Kept>,
    /// What lists that the person took in say of forms of its site.
    listed: Vec<Listed>,
}

/// A form of a list that the person took in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// What the list is called.
    pub list: String,
    /// The form, as [`super::list::Form::as_recipe`] has it.
    pub recipe: Recipe,
}

/// What the recipe of a page's own form says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice<'a> {
    /// There is none.
    Nothing,
    /// There is one that is not used here.
    Refused(&'a Kept, Refusal),
    /// What fields take, as far as all words of them are the same.
    Says {
        /// The recipe.
        kept: &'a Kept,
        /// What a form that was sent has taught.
        sure: Vec<Decided>,
        /// What a file alone says, as a proposal.
        unproved: Vec<Decided>,
    },
}

impl RecipeSet {
    /// Of recipes that were found for a page.
    pub fn new(kept: Vec<Kept>) -> Self {
        Self { kept, listed: Vec::new() }
    }

    /// With what lists say of the page's site.
    #[must_use]
    pub fn with_lists(self, listed: Vec<Listed>) -> Self {
        Self { listed, ..self }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.listed.is_empty()
    }

    /// What lists say of the fields of a page that is at the very site and address, by the field, with the list that says
    /// so; nothing of a field of which two forms say otherwise. It is for the person to take.
    pub fn listed(&self, observation: &Observation) -> BTreeMap<u32, (Use, &str)> {
        if self.listed.is_empty() {
            return BTreeMap::new();
        }
        let sight = Sight::of(observation);
        let mut said: BTreeMap<u32, Option<(Use, &str)>> = BTreeMap::new();
        for one in &self.listed {
            if replay::nearness(&one.recipe, &sight).is_none() {
                continue;
            }
            for decided in replay::in_same_words(&one.recipe, &sight, true) {
                let own = (decided.used, one.list.as_str());
                let known = said.entry(decided.field).or_insert_with(|| Some(own.clone()));
                if known.as_ref().is_some_and(|(used, _)| *used != own.0) {
                    *known = None;
                }
            }
        }
        said.into_iter().filter_map(|(field, said)| Some((field, said?))).collect()
    }

    /// What the recipe of this very form says to a profile: of several one that a form that was sent has taught, and of those
    /// that with the page's own fields, else with most of them. A field is left alone for the profile alone for which it was.
    pub fn advice(&self, observation: &Observation, profile: &str) -> Advice<'_> {
        if self.kept.is_empty() {
            return Advice::Nothing;
        }
        let sight = Sight::of(observation);
        let near = self.kept.iter().filter_map(|kept| {
            replay::nearness(&kept.recipe, &sight).map(|nearness| (nearness, kept))
        });
        let by_rank =
            |(nearness, kept): &(_, &Kept)| (!kept.is_of_files_alone(), *nearness, kept.used);
        let Some((_, kept)) = near.max_by_key(by_rank) else {
            return Advice::Nothing;
        };
        // What files say of the form hides nothing of what was sent.
        let sent = kept.sent_alone();
        let of_sent = replay_on(&sent, &sight);
        let is_here = !matches!(of_sent, Replay::Refused(Refusal::OtherPage | Refusal::OtherSite));
        let whole = if is_here { of_sent } else { replay_on(&kept.recipe, &sight) };
        match whole {
            Replay::Refused(Refusal::OtherPage | Refusal::OtherSite) => Advice::Nothing,
            Replay::Refused(why) => Advice::Refused(kept, why),
            Replay::Known { .. } => {
                let is_left = |one: &Decided| {
                    let mut left = kept.left.iter().filter(|(print, _)| *print == one.print);
                    left.any(|(_, by)| by == profile || by == ANY_PROFILE)
                };
                let says = |recipe: &Recipe| {
                    let mut all = replay::in_same_words(recipe, &sight, true);
                    all.retain(|one| one.used != Use::Leave || is_left(one));
                    all
                };
                let sure = says(&sent);
                let mut unproved = says(&kept.recipe);
                unproved.retain(|one| {
                    kept.unproved.contains(&one.print)
                        && sure.iter().all(|other| other.field != one.field)
                });
                Advice::Says { kept, sure, unproved }
            }
        }
    }

    /// What recipes of forms like this one say of its fields, by the field: the nearest first, and nothing of a field of
    /// which two say otherwise; and whether files alone say it, which are heard where no form has taught anything. It is
    /// for the person to take.
    pub fn relatives(&self, observation: &Observation) -> BTreeMap<u32, (Use, bool)> {
        if self.kept.is_empty() {
            return BTreeMap::new();
        }
        let sight = Sight::of(observation);
        let mut all = BTreeMap::new();
        for of_files in [true, false] {
            let others = self.kept.iter().filter(|kept| {
                !kept.recipe.is_quarantined()
                    && (of_files || !kept.is_of_files_alone())
                    && replay::nearness(&kept.recipe, &sight).is_none()
            });
            let others: Vec<&Kept> = others.collect();
            let near = Recipes::new(others.iter().map(|kept| &kept.recipe)).nearest_to(&sight);
            let mut said: BTreeMap<u32, Option<Use>> = BTreeMap::new();
            for kept in near.iter().filter_map(|one| others.get(one.at)) {
                for one in replay::in_same_words(&kept.recipe, &sight, false) {
                    if kept.unproved.contains(&one.print) != of_files {
                        continue;
                    }
                    let known = said.entry(one.field).or_insert_with(|| Some(one.used.clone()));
                    if known.as_ref() != Some(&one.used) {
                        *known = None;
                    }
                }
            }
            all.extend(said.into_iter().map(|(field, used)| (field, (used, of_files))));
        }
        let told = |(field, (used, of_files)): (u32, (Option<Use>, bool))| {
            Some((field, (used?, of_files)))
        };
        all.into_iter().filter_map(told).collect()
    }
}

/// What is to be kept of a form that was sent, or of a file that the person took in: the recipe that is known of it,
/// changed by what was learned, or a new one. One that has grown too large for a file becomes what was learned last.
/// `None` where there is nothing to keep.
pub fn keep(of_site: Vec<Kept>, mut fresh: Recipe, by: Taught<'_>, at: u64) -> Option<Kept> {
    let id = id_of(&fresh);
    // What has this very name is in the place where it would be kept.
    let known = of_site
        .into_iter()
        .filter(|kept| kept.id == id || kept.recipe.is_of(&fresh))
        .max_by_key(|kept| (kept.recipe.steps.len(), kept.used));
    let is_new = known.is_none();
    let mut kept = known.unwrap_or_else(|| {
        let recipe = Recipe { steps: Vec::new(), history: Vec::new(), ..fresh.clone() };
        Kept { id, recipe, ..Kept::default() }
    });
    if is_new {
        // Of a field of which nothing is known there is nothing to keep.
        fresh.steps.iter_mut().for_each(|step| step.fields.retain(|one| !one.open));
    }
    kept.learn(&fresh, by, at);
    if is_new {
        kept.recipe.version = fresh.version;
        kept.recipe.history.clone_from(&fresh.history);
    }
    kept.used = kept.used.max(at);
    if kept.recipe.fields().count() == 0 { None } else { Some(kept) }
}

impl Kept {
    /// Puts a field back as it was before a version was made, as a new version. Whether that version is known.
    pub fn put_back(&mut self, version: u32, at: u64) -> bool {
        let made = self.recipe.history.iter().find(|change| change.version == version);
        let print = made.map(|change| change.before.fingerprint.clone());
        let is_put = self.recipe.put_back(version, at);
        if let Some(print) = print.filter(|_| is_put) {
            self.left.retain(|(one, _)| *one != print);
            let is_left = |known: &Known| known.fingerprint == print && known.leave;
            if self.recipe.fields().any(is_left) {
                self.left.push((print, ANY_PROFILE.to_owned()));
            }
        }
        is_put
    }

    /// Takes in what another visit to the form, or a file, says of it. What has grown too large for a file becomes what was
    /// learned last.
    pub(super) fn learn(&mut self, fresh: &Recipe, by: Taught<'_>, at: u64) {
        let before = self.recipe.steps.clone();
        let is_too_large = |recipe: &Recipe| {
            let count = recipe.fields().count() + recipe.history.len();
            count > MAX_FIELDS || recipe.steps.len() > MAX_STEPS
        };
        let sent = self.sent_alone();
        self.recipe.extend(fresh, at);
        if is_too_large(&self.recipe) && matches!(by, Taught::Sent { .. }) {
            // What files say goes first.
            self.recipe = sent;
            self.recipe.extend(fresh, at);
        }
        if is_too_large(&self.recipe) {
            self.recipe.steps.clone_from(&fresh.steps);
            self.recipe.history.clear();
        }
        self.is_proved(fresh, &before, by);
    }

    /// What forms that were sent have taught, without what files say.
    fn sent_alone(&self) -> Recipe {
        let mut recipe = self.recipe.clone();
        let is_sent = |known: &Known| !self.unproved.contains(&known.fingerprint);
        recipe.steps.iter_mut().for_each(|step| step.fields.retain(is_sent));
        recipe.steps.retain(|step| !step.fields.is_empty());
        recipe
    }

    /// Whether no form that was sent has taught anything of it.
    pub(super) fn is_of_files_alone(&self) -> bool {
        self.recipe.fields().all(|known| self.unproved.contains(&known.fingerprint))
    }

    /// Notes what each field is known by now.
    fn is_proved(&mut self, fresh: &Recipe, before: &[Step], by: Taught<'_>) {
        match by {
            Taught::Sent { profile, held } => {
                for known in fresh.fields() {
                    let print = &known.fingerprint;
                    // What a file says of the same field elsewhere is not what was sent.
                    let recipe = &self.recipe;
                    let mut all = recipe.fields().filter(|one| one.fingerprint == *print);
                    let is_proved = all.all(|one| fresh.fields().any(|sent| sent == one));
                    self.unproved.retain(|one| one != print || !is_proved);
                    self.left.retain(|(one, of)| one != print || known.leave && of != profile);
                    if known.leave {
                        self.left.push((print.clone(), profile.to_owned()));
                    }
                }
                held.into_iter().for_each(|held| self.recipe.ended(held));
            }
            // A file may say of a field that is known that it is another, or that its form goes elsewhere.
            Taught::File => {
                for step in &self.recipe.steps {
                    let was = before
                        .iter()
                        .find(|was| was.path == step.path && was.submit == step.submit);
                    let is_new =
                        |known: &&Known| !was.is_some_and(|was| was.fields.contains(known));
                    let new = step.fields.iter().filter(is_new);
                    self.unproved.extend(new.map(|known| known.fingerprint.clone()));
                }
                self.unproved.sort_unstable();
                self.unproved.dedup();
            }
        }
        let recipe = &self.recipe;
        let is_there = |print: &String| recipe.fields().any(|one| one.fingerprint == *print);
        self.unproved.retain(is_there);
        self.left.retain(|(print, _)| is_there(print));
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

/// By what a recipe is found for pages like its own: by what people read, for nothing else makes a proposal.
pub fn prints_of_recipe(recipe: &Recipe) -> Vec<String> {
    once(recipe.fields().map(|known| known.words.clone()))
}

/// By what recipes are found for a page.
pub fn prints_of_page(observation: &Observation) -> Vec<String> {
    once(observation.fields.iter().map(look::words))
}

fn once(prints: impl Iterator<Item = String>) -> Vec<String> {
    let mut prints: Vec<String> = prints.filter(|print| !print.is_empty()).collect();
    prints.sort_unstable();
    prints.dedup();
    prints
}
