//! What a recipe says of a page now, and which recipes may say something of a page that none was made for.

use std::collections::{BTreeMap, HashMap, HashSet};

use shared_types::{Field, Observation};

use super::{Known, Recipe, Step, Use, learn, look};
use crate::{gate::Kind, role::Role, site};

/// Share of fields that relatives have in common, at least.
const RELATED: f32 = 0.3;
/// Relatives that are named.
const MOST_RELATIVES: usize = 3;

/// Why a recipe says nothing of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is another site's.
    OtherSite,
    /// It knows no page at this address with such fields.
    OtherPage,
    /// What sends the form sends it elsewhere.
    OtherTarget,
    /// A field that it knows asks for something that is handled more carefully now.
    HigherTier,
    /// It failed too often.
    Quarantined,
}

/// What a recipe says of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The field's `index`.
    pub field: u32,
    /// What it takes.
    pub used: Use,
}

/// What a recipe says of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replay {
    /// Nothing: the page is planned anew.
    Refused(Refusal),
    /// What these fields take; the others are planned.
    Known {
        /// Field by field.
        decided: Vec<Decided>,
        /// Whether the page has the very fields that it had.
        is_exact: bool,
    },
}

/// Replays a recipe on a classified page.
pub fn replay(recipe: &Recipe, observation: &Observation) -> Replay {
    if recipe.is_quarantined() {
        return Replay::Refused(Refusal::Quarantined);
    }
    if site::origin_of(&observation.url) != recipe.origin {
        return Replay::Refused(Refusal::OtherSite);
    }
    let Some(step) = step_here(recipe, observation) else {
        return Replay::Refused(Refusal::OtherPage);
    };
    if sends_elsewhere(step, observation) {
        return Replay::Refused(Refusal::OtherTarget);
    }
    if raises_tier(step, observation) {
        return Replay::Refused(Refusal::HigherTier);
    }
    let known = matches(step, observation);
    if known.is_empty() {
        return Replay::Refused(Refusal::OtherPage);
    }
    let decided = known
        .into_iter()
        .filter_map(|(field, known)| Some(Decided { field: field.index, used: known.used()? }));
    let is_exact = step.signature == look::signature(observation);
    Replay::Known { decided: decided.collect(), is_exact }
}

/// The page of a form that this one is: that with its very fields, else the one with most of them.
fn step_here<'a>(recipe: &'a Recipe, observation: &Observation) -> Option<&'a Step> {
    let path = look::pattern(look::path_of(&observation.url));
    let signature = look::signature(observation);
    let here = || recipe.steps.iter().filter(|step| look::fits(&step.path, &path));
    here()
        .find(|step| step.signature == signature)
        .or_else(|| here().max_by_key(|step| matches(step, observation).len()))
}

/// How near a recipe of this site is to a page at one of its addresses: whether it has the very fields, and how many of
/// them it knows. `None` where it knows no such page.
pub(super) fn nearness(recipe: &Recipe, observation: &Observation) -> Option<(bool, usize)> {
    if site::origin_of(&observation.url) != recipe.origin {
        return None;
    }
    let step = step_here(recipe, observation)?;
    let known = matches(step, observation).len();
    (known > 0).then(|| (step.signature == look::signature(observation), known))
}

/// What a recipe says of fields whose words, and the headings above, are those that it knows: of a page at one of its
/// own addresses, or of a form like it.
pub(super) fn in_same_words(
    recipe: &Recipe,
    observation: &Observation,
    is_own: bool,
) -> Vec<Decided> {
    let step = if is_own {
        step_here(recipe, observation)
    } else {
        recipe.steps.iter().max_by_key(|step| matches(step, observation).len())
    };
    let Some(step) = step else { return Vec::new() };
    let is_same = |(field, known): &(&Field, &Known)| {
        !known.words.is_empty() && known.words == look::words(field)
    };
    let known = matches(step, observation).into_iter().filter(is_same);
    known
        .filter_map(|(field, known)| Some(Decided { field: field.index, used: known.used()? }))
        .collect()
}

/// Whether a button that sends the form sends it to another place than the one that was pressed.
fn sends_elsewhere(step: &Step, observation: &Observation) -> bool {
    let Some(submit) = &step.submit else { return false };
    let sends = observation.buttons.iter().filter(|button| button.submits == Some(true));
    let addresses: Vec<&str> = sends.filter_map(|button| button.form_action.as_deref()).collect();
    let known = observation
        .buttons
        .iter()
        .find(|button| button.fingerprint.as_deref() == Some(submit.fingerprint.as_str()));
    match known {
        Some(button) => {
            learn::target(button.form_action.as_deref().unwrap_or_default()) != submit.target
        }
        None => {
            !addresses.is_empty()
                && addresses.iter().all(|address| learn::target(address) != submit.target)
        }
    }
}

/// Whether a field that the recipe knows by its place or its words is handled more carefully than it was.
fn raises_tier(step: &Step, observation: &Observation) -> bool {
    observation.fields.iter().any(|field| {
        let (words, names) = (look::words(field), look::names(field));
        let print = field.fingerprint.as_deref().unwrap_or_default();
        let is_known = |known: &&Known| {
            known.fingerprint == print
                || !words.is_empty() && known.words == words
                || !names.is_empty() && known.names == names
        };
        let lowest = step.fields.iter().filter(is_known).map(|known| known.tier).min();
        lowest.is_some_and(|tier| Kind::of_field(field).tier() > tier)
    })
}

/// The fields of a page that a step knows, each by evidence that one field alone has.
fn matches<'a>(step: &'a Step, observation: &'a Observation) -> Vec<(&'a Field, &'a Known)> {
    let seen: Vec<Look<'_>> =
        observation.fields.iter().filter(|one| one.visible != Some(false)).map(Look::of).collect();
    let by_words = times_of(seen.iter().map(|look| look.words.as_str()));
    let by_names = times_of(seen.iter().map(|look| look.names.as_str()));
    let times = |of: fn(&Known) -> &str, print: &str| {
        step.fields.iter().filter(|known| of(known) == print).count()
    };
    let alone = |print: &str, seen: &BTreeMap<&str, usize>, of: fn(&Known) -> &str| {
        !print.is_empty() && seen.get(print) == Some(&1) && times(of, print) == 1
    };
    let mut found = Vec::new();
    for look in &seen {
        let has_words = alone(&look.words, &by_words, |known| &known.words);
        let has_names = alone(&look.names, &by_names, |known| &known.names);
        let fits = |known: &&Known| {
            let same_words = has_words && known.words == look.words;
            let same_names = has_names && known.names == look.names;
            let same_role = known.role == look.role;
            let is_exact = known.fingerprint == look.print;
            // Both kinds of evidence, or one with the rules on its side. Words count for a field that is called
            // otherwise now; a name counts for one whose words nobody can read.
            same_words && same_names
                || is_exact && (same_words || known.words.is_empty())
                || same_words && (same_role || look.role == "none")
                || same_names && same_role && look.role != "none"
        };
        let mut fitting = step.fields.iter().filter(fits);
        if let (Some(known), None) = (fitting.next(), fitting.next()) {
            found.push((look.field, known));
        }
    }
    // No two fields are the one that is known.
    let mut taken: HashMap<&str, usize> = HashMap::new();
    for (_, known) in &found {
        *taken.entry(known.fingerprint.as_str()).or_default() += 1;
    }
    found.retain(|(_, known)| taken.get(known.fingerprint.as_str()) == Some(&1));
    found
}

fn times_of<'a>(prints: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut times = BTreeMap::new();
    prints.for_each(|print| *times.entry(print).or_default() += 1);
    times
}

struct Look<'a> {
    field: &'a Field,
    print: &'a str,
    words: String,
    names: String,
    role: &'static str,
}

impl<'a> Look<'a> {
    fn of(field: &'a Field) -> Self {
        Self {
            field,
            print: field.fingerprint.as_deref().unwrap_or_default(),
            words: look::words(field),
            names: look::names(field),
            role: Role::spelling(Role::of(field)),
        }
    }
}

/// A recipe of a form like one that none was made for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relative {
    /// Its place among the recipes.
    pub at: usize,
    /// Share of fields that both have, 0 to 1.
    pub shared: f32,
    /// Whether it is of the same site.
    pub same_site: bool,
}

/// Recipes, found by the fields that they know.
#[derive(Debug, Default)]
pub struct Recipes {
    by_print: HashMap<String, Vec<usize>>,
    sizes: Vec<usize>,
    origins: Vec<String>,
}

impl Recipes {
    /// Makes them ready to be searched.
    pub fn new<'a>(recipes: impl IntoIterator<Item = &'a Recipe>) -> Self {
        let mut all = Self::default();
        for (at, recipe) in recipes.into_iter().enumerate() {
            let prints: HashSet<&str> = recipe.fields().flat_map(prints_of).collect();
            all.sizes.push(prints.len());
            all.origins.push(recipe.origin.clone());
            for print in prints {
                all.by_print.entry(print.to_owned()).or_default().push(at);
            }
        }
        all
    }

    /// Those nearest to a page, by the share of fields in common; of its own site first. What is taken over from them is
    /// a proposal, for another form may mean something else by the same names.
    pub fn nearest(&self, observation: &Observation) -> Vec<Relative> {
        let prints: HashSet<String> = observation
            .fields
            .iter()
            .flat_map(|field| [look::words(field), look::names(field)])
            .filter(|print| !print.is_empty())
            .collect();
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for at in prints.iter().filter_map(|print| self.by_print.get(print)).flatten() {
            *shared.entry(*at).or_default() += 1;
        }
        let origin = site::origin_of(&observation.url);
        let relative = |(at, shared): (usize, usize)| {
            let size = self.sizes.get(at).copied().unwrap_or_default().min(prints.len());
            let same_site = self.origins.get(at) == Some(&origin);
            #[expect(clippy::cast_precision_loss, reason = "counts of fields are small")]
            let shared = shared as f32 / size.max(1) as f32;
            Relative { at, shared, same_site }
        };
        let mut found: Vec<Relative> = shared.into_iter().map(relative).collect();
        found.retain(|one| one.shared >= RELATED);
        found.sort_by(|one, other| {
            let by_site = other.same_site.cmp(&one.same_site);
            by_site.then(other.shared.total_cmp(&one.shared)).then(one.at.cmp(&other.at))
        });
        found.truncate(MOST_RELATIVES);
        found
    }
}

pub(super) fn prints_of(known: &Known) -> impl Iterator<Item = &str> {
    [known.words.as_str(), known.names.as_str()].into_iter().filter(|print| !print.is_empty())
}
