//! What a recipe says of a page now, and which recipes may say something of a page that none was made for.

use std::collections::{BTreeMap, HashMap, HashSet};

use shared_types::{Button, Field, Observation};

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
    /// The fingerprint that it has in the recipe.
    pub print: String,
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
    replay_on(recipe, &Sight::of(observation))
}

pub(super) fn replay_on(recipe: &Recipe, sight: &Sight<'_>) -> Replay {
    if recipe.is_quarantined() {
        return Replay::Refused(Refusal::Quarantined);
    }
    if sight.origin != recipe.origin {
        return Replay::Refused(Refusal::OtherSite);
    }
    let Some(step) = step_here(recipe, sight) else {
        return Replay::Refused(Refusal::OtherPage);
    };
    let known = matches(step, sight);
    if sends_elsewhere(step, &known, sight.observation) {
        return Replay::Refused(Refusal::OtherTarget);
    }
    if raises_tier(step, sight) {
        return Replay::Refused(Refusal::HigherTier);
    }
    if known.is_empty() {
        return Replay::Refused(Refusal::OtherPage);
    }
    let is_exact = step.signature == sight.signature;
    Replay::Known { decided: known.into_iter().filter_map(decided).collect(), is_exact }
}

fn decided((look, known): (&Look<'_>, &Known)) -> Option<Decided> {
    let used = known.used().filter(|used| *used != Use::Open)?;
    Some(Decided { field: look.field.index, used, print: known.fingerprint.clone() })
}

/// The page of a form that this one is: that with its very fields, else the one with most of them.
fn step_here<'a>(recipe: &'a Recipe, sight: &Sight<'_>) -> Option<&'a Step> {
    let here = || recipe.steps.iter().filter(|step| look::fits(&step.path, &sight.path));
    here()
        .find(|step| step.signature == sight.signature)
        .or_else(|| here().max_by_key(|step| matches(step, sight).len()))
}

/// How near a recipe of this site is to a page at one of its addresses: whether it has the very fields, and how many of
/// them it knows. `None` where it knows no such page.
pub(super) fn nearness(recipe: &Recipe, sight: &Sight<'_>) -> Option<(bool, usize)> {
    if sight.origin != recipe.origin {
        return None;
    }
    let step = step_here(recipe, sight)?;
    let known = matches(step, sight).len();
    (known > 0).then(|| (step.signature == sight.signature, known))
}

/// What a recipe says of fields whose words, the headings above, and what explains them are those that it knows: of a page
/// at one of its own addresses, or of a form like it.
pub(super) fn in_same_words(recipe: &Recipe, sight: &Sight<'_>, is_own: bool) -> Vec<Decided> {
    let step = if is_own {
        step_here(recipe, sight)
    } else {
        recipe.steps.iter().max_by_key(|step| matches(step, sight).len())
    };
    let Some(step) = step else { return Vec::new() };
    let is_same = |(look, known): &(&Look<'_>, &Known)| {
        !known.words.is_empty() && known.words == look.words && known.more == look.more
    };
    matches(step, sight).into_iter().filter(is_same).filter_map(decided).collect()
}

/// Whether what sends the form of the fields that are known sends it to another place than the button that was pressed. A
/// button that nobody sees says nothing of that, nor does another form's where theirs has its own.
fn sends_elsewhere(step: &Step, known: &[(&Look<'_>, &Known)], observation: &Observation) -> bool {
    let Some(submit) = &step.submit else { return false };
    let seen = || observation.buttons.iter().filter(|one| one.visible != Some(false));
    let is_its = |button: &Button| known.iter().any(|(look, _)| look.field.form == button.form);
    let has_own = seen().any(|one| one.submits == Some(true) && is_its(one));
    let buttons = || seen().filter(|one| one.submits != Some(true) || !has_own || is_its(one));
    let is_there = |button: &Button| {
        learn::target(button.form_action.as_deref().unwrap_or_default()) == submit.target
    };
    let pressed =
        buttons().find(|button| button.fingerprint.as_deref() == Some(submit.fingerprint.as_str()));
    match pressed {
        Some(button) => !is_there(button),
        // What is sent by a script alone goes nobody knows where.
        None => !buttons().any(|one| one.submits == Some(true) && is_there(one)),
    }
}

/// Whether a field that the recipe knows by its place or its words is handled more carefully than it was.
fn raises_tier(step: &Step, sight: &Sight<'_>) -> bool {
    sight.looks.iter().any(|look| {
        let is_known = |known: &&Known| {
            known.fingerprint == look.print
                || !look.words.is_empty() && known.words == look.words
                || !look.names.is_empty() && known.names == look.names
        };
        let lowest = step.fields.iter().filter(is_known).map(|known| known.tier).min();
        lowest.is_some_and(|tier| Kind::of_field(look.field).tier() > tier)
    })
}

/// The fields of a page that a step knows, each by evidence that one field alone has.
fn matches<'a>(step: &'a Step, sight: &'a Sight<'a>) -> Vec<(&'a Look<'a>, &'a Known)> {
    let of_words = times_of(step.fields.iter().map(|known| known.words.as_str()));
    let of_names = times_of(step.fields.iter().map(|known| known.names.as_str()));
    let mut found = Vec::new();
    for look in sight.looks.iter().filter(|look| look.field.visible != Some(false)) {
        let alone =
            |print: &str, seen: &BTreeMap<String, usize>, known: &BTreeMap<String, usize>| {
                !print.is_empty() && seen.get(print) == Some(&1) && known.get(print) == Some(&1)
            };
        let has_words = alone(&look.words, &sight.by_words, &of_words);
        let has_names = alone(&look.names, &sight.by_names, &of_names);
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
        let (Some(known), None) = (fitting.next(), fitting.next()) else { continue };
        // What has the words of one and the name of another may be either.
        let is_another = step.fields.iter().filter(|one| !std::ptr::eq(*one, known)).any(|one| {
            has_words && one.words == look.words || has_names && one.names == look.names
        });
        if !is_another {
            found.push((look, known));
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

fn times_of<'a>(prints: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    prints.for_each(|print| *times.entry(print.to_owned()).or_default() += 1);
    times
}

/// A page as recipes look at it: read once for all of them.
pub(super) struct Sight<'a> {
    observation: &'a Observation,
    origin: String,
    path: String,
    signature: String,
    looks: Vec<Look<'a>>,
    by_words: BTreeMap<String, usize>,
    by_names: BTreeMap<String, usize>,
}

impl<'a> Sight<'a> {
    pub(super) fn of(observation: &'a Observation) -> Self {
        let looks: Vec<Look<'a>> = observation.fields.iter().map(Look::of).collect();
        let seen = || looks.iter().filter(|look| look.field.visible != Some(false));
        Self {
            observation,
            origin: site::origin_of(&observation.url),
            path: look::pattern(look::path_of(&observation.url)),
            signature: look::signature(observation),
            by_words: times_of(seen().map(|look| look.words.as_str())),
            by_names: times_of(seen().map(|look| look.names.as_str())),
            looks,
        }
    }

    /// By what recipes are found for it.
    pub(super) fn prints(&self) -> Vec<String> {
        let prints = self.looks.iter().flat_map(|look| [&look.words, &look.names]);
        let mut prints: Vec<String> = prints.filter(|one| !one.is_empty()).cloned().collect();
        prints.sort_unstable();
        prints.dedup();
        prints
    }
}

struct Look<'a> {
    field: &'a Field,
    print: &'a str,
    words: String,
    names: String,
    more: String,
    role: &'static str,
}

impl<'a> Look<'a> {
    fn of(field: &'a Field) -> Self {
        Self {
            field,
            print: field.fingerprint.as_deref().unwrap_or_default(),
            words: look::words(field),
            names: look::names(field),
            more: look::more(field),
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
        self.nearest_to(&Sight::of(observation))
    }

    pub(super) fn nearest_to(&self, sight: &Sight<'_>) -> Vec<Relative> {
        let prints = sight.prints();
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for at in prints.iter().filter_map(|print| self.by_print.get(print)).flatten() {
            *shared.entry(*at).or_default() += 1;
        }
        let relative = |(at, shared): (usize, usize)| {
            let size = self.sizes.get(at).copied().unwrap_or_default().min(prints.len());
            let same_site = self.origins.get(at) == Some(&sight.origin);
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
