//! What a browser makes of the recipes that the person's other browsers have stored at their server: what is kept, what goes
//! out, and what the person is asked. Pure; nothing here knows a server.
//!
//! What comes is treated as a file is that the person takes in ([`super::Taught::File`]): it proposes beside the field until
//! a form was sent here in which it held. Nothing that is known here goes without a word.

use super::{
    Kept, Known, MOST, Recipe, Step, Taught,
    agreed::{Agreed, Other},
    file::{MAX_VERSION, write},
    look,
};
use serde::de::DeserializeOwned;
use shared_types::{
    json,
    recipes::{MOST_AT_ONCE, RecipeChanges, RecipeSaved, StoredRecipe},
};

/// The time of a last use is told again where it is so much later, in seconds.
const TOLD_AGAIN: u64 = 24 * 60 * 60;

/// The largest number that a browser keeps as it is: 2^53 - 1. Revisions are milliseconds since 1970.
const MOST_REVISION: i64 = (1 << 53) - 1;

/// Bytes of an answer that is read: a server gives about 1 MiB at once, and a recipe more.
const MOST_OF_ANSWER: usize = 4 << 20;

/// Bytes of recipes beyond which none is taken in: as many as a server keeps. Whoever lists them reads all.
const MOST_BYTES: usize = 64 << 20;

/// What came from a server, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    /// Its name.
    pub id: String,
    /// The server's number of it.
    pub revision: i64,
    /// The recipe; none where it was forgotten.
    pub recipe: Option<Recipe>,
}

/// What is done about something that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// Nothing: it says nothing here.
    Nothing,
    /// This browser says the same, or more, and notes which one the server has.
    Noted(Box<Kept>),
    /// What came is kept, as proposals.
    Taken(Box<Kept>),
    /// Both changed, and the person is asked. What is known here stays in use.
    Conflict(Box<Kept>),
    /// It goes here as well: it came from another browser, and no form was sent with it here.
    Forgotten,
}

/// Which of two recipes of one form takes the other's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// Neither: they say the same.
    Same,
    /// Theirs: it knows all that ours knows, or corrected it knowingly.
    Theirs,
    /// Ours, likewise.
    Ours,
    /// Neither knows all of the other.
    Conflict,
}

/// Which of two recipes of one form takes the other's place, by what they say and by what they said before.
pub fn merge(ours: &Recipe, theirs: &Recipe) -> Merge {
    let (print, other) = (print_of(ours), print_of(theirs));
    if print == other {
        return Merge::Same;
    }
    match (descends(theirs, ours), descends(ours, theirs)) {
        (true, false) => Merge::Theirs,
        (false, true) => Merge::Ours,
        // Each once said what the other says now; or both say the same of the same fields, and differ in how they know them.
        (true, true) if agree(ours, theirs) && agree(theirs, ours) => {
            if (theirs.version, other) > (ours.version, print) {
                Merge::Theirs
            } else {
                Merge::Ours
            }
        }
        _ => Merge::Conflict,
    }
}

/// What becomes of what is known here of a form, now that something came. `at` is in seconds since 1970.
pub fn arrived(known: Option<&Kept>, came: &Came, server: &str, at: u64) -> Arrival {
    let Some(known) = known else {
        return came.recipe.as_ref().map_or(Arrival::Nothing, |recipe| new(came, recipe, server));
    };
    if known.has_heard_of(server, came.revision) {
        return Arrival::Nothing;
    }
    let Some(theirs) = &came.recipe else {
        // A browser that never exchanged this recipe has learned it by itself.
        if known.agreed_with(server).is_none() {
            return Arrival::Nothing;
        }
        if known.is_of_files_alone() && !known.is_changed(server) {
            return Arrival::Forgotten;
        }
        return known.beside(came, server);
    };
    // Whatever name it came under, it is of another site.
    if theirs.origin != known.recipe.origin {
        return Arrival::Nothing;
    }
    let merge = match merge(&known.recipe, theirs) {
        Merge::Conflict if !known.is_changed(server) => Merge::Theirs,
        merge => merge,
    };
    match merge {
        Merge::Same => Arrival::Noted(Box::new(known.agreeing(server, came.revision, true))),
        Merge::Ours => Arrival::Noted(Box::new(known.agreeing(server, came.revision, false))),
        Merge::Theirs => match known.taking(theirs, at) {
            Some(taken) => Arrival::Taken(Box::new(taken.agreeing(server, came.revision, true))),
            None => known.beside(came, server),
        },
        Merge::Conflict => known.beside(came, server),
    }
}

/// One of a form that is not known here. No form was sent with it here, so that it is the first to go.
fn new(came: &Came, recipe: &Recipe, server: &str) -> Arrival {
    let recipe = Recipe { failures: 0, ..recipe.clone() };
    let Some(kept) = super::keep(Vec::new(), recipe, Taught::File, 0) else {
        return Arrival::Nothing;
    };
    let kept = Kept { id: came.id.clone(), used: 0, ..kept };
    Arrival::Taken(Box::new(kept.agreeing(server, came.revision, true)))
}

impl Kept {
    /// What is to go out, if anything is: which of the server's it takes the place of, 0 for none.
    pub fn outgoing(&self, server: &str) -> Option<i64> {
        if self.other.is_some() {
            return None;
        }
        let agreed = self.agreed_with(server);
        let told = agreed.map_or(0, |agreed| agreed.used);
        let is_due = self.is_changed(server) || self.used > told.saturating_add(TOLD_AGAIN);
        is_due.then(|| agreed.map_or(0, |agreed| agreed.revision))
    }

    /// Notes that the server has what is known here. `recipe` is what it was sent: something may have changed since.
    pub fn sent(&mut self, recipe: &Recipe, server: &str, revision: i64, used: u64) {
        let (server, print) = (server.to_owned(), print_of(recipe));
        self.agreed = Some(Agreed { server, revision, print, used });
    }

    /// The person decided between two browsers: what is known here goes out in the place of the other's, or the other's is
    /// taken, as a file. `None` where it goes here as well. `at` is in seconds since 1970.
    pub fn settled(mut self, ours: bool, at: u64) -> Option<Self> {
        let Some(other) = self.other.take() else { return Some(self) };
        let Other { server, revision, recipe } = other;
        if ours {
            let theirs = recipe.map_or(0, |recipe| recipe.version);
            let next = self.recipe.version.max(theirs).saturating_add(1);
            self.recipe.version = next.min(MAX_VERSION);
            return Some(self.agreeing(&server, revision, false));
        }
        let mut recipe = recipe?;
        // The person has seen both: what finds no room beside the other's goes.
        if self.taking(&recipe, at).is_none() {
            recipe.version = recipe.version.max(self.recipe.version);
            self.recipe.steps.clear();
            self.recipe.history.clear();
        }
        self.learn(&recipe, Taught::File, at);
        Some(self.agreeing(&server, revision, true))
    }

    fn agreed_with(&self, server: &str) -> Option<&Agreed> {
        self.agreed.as_ref().filter(|agreed| agreed.server == server)
    }

    /// Whether a revision, or a later one, came before.
    fn has_heard_of(&self, server: &str, revision: i64) -> bool {
        let asked = self.other.as_ref().filter(|other| other.server == server);
        let heard =
            [self.agreed_with(server).map(|one| one.revision), asked.map(|one| one.revision)];
        heard.into_iter().flatten().any(|heard| heard >= revision)
    }

    /// Whether it says something else than when this browser and the server last agreed, or they never did.
    fn is_changed(&self, server: &str) -> bool {
        let print = || print_of(&self.recipe);
        self.agreed_with(server).is_none_or(|agreed| agreed.print != print())
    }

    /// With what the server has, and whether that is all that is known here.
    fn agreeing(&self, server: &str, revision: i64, is_all: bool) -> Self {
        let told = self.agreed_with(server).map_or(0, |agreed| agreed.used);
        let agreed = Agreed {
            server: server.to_owned(),
            revision,
            print: if is_all { print_of(&self.recipe) } else { String::new() },
            used: told,
        };
        Self { agreed: Some(agreed), other: None, ..self.clone() }
    }

    /// With what another browser says, as a file: proposals. `None` where something of what is known here, or what it was
    /// before, found no room.
    fn taking(&self, theirs: &Recipe, at: u64) -> Option<Self> {
        let mut taken = self.clone();
        taken.learn(&self.beside_what_was_sent(theirs), Taught::File, at);
        let is_kept = self.recipe.steps.iter().all(|step| {
            let there = taken.recipe.same_page(step).and_then(|at| taken.recipe.steps.get(at));
            there.is_some_and(|there| step.fields.iter().all(|one| find(there, one).is_some()))
        });
        // Whoever contradicts often enough would push out what a form has taught.
        let is_remembered =
            self.recipe.history.iter().all(|change| taken.recipe.history.contains(change));
        (is_kept && is_remembered).then_some(taken)
    }

    /// What another browser says of a form, without that which would hide what a form that was sent here has taught: by what a
    /// field is known again, how carefully it is handled, and where a page is sent to is what was seen here. What it says a
    /// field takes, and what is not known here, stays.
    fn beside_what_was_sent(&self, theirs: &Recipe) -> Recipe {
        let is_sent = |known: &&Known| !self.unproved.contains(&known.fingerprint);
        // A second field with the words or the name of one that is known makes both of them none.
        let is_alike = |one: &Known, known: &Known| {
            !one.words.is_empty() && one.words == known.words
                || !one.names.is_empty() && one.names == known.names
        };
        let mut said = theirs.clone();
        for their in &mut said.steps {
            let own = self.recipe.same_page(their).and_then(|at| self.recipe.steps.get(at));
            let sent: Vec<&Known> =
                own.into_iter().flat_map(|own| &own.fields).filter(is_sent).collect();
            // What it says of another page would be taken for this one: fields are told apart by their prints.
            their.fields.retain(|one| {
                own.is_some_and(|own| find(own, one).is_some())
                    || !self
                        .recipe
                        .fields()
                        .filter(is_sent)
                        .any(|known| known.fingerprint == one.fingerprint)
                        && !sent.iter().any(|known| is_alike(one, known))
            });
            let Some(own) = own.filter(|_| !sent.is_empty()) else { continue };
            their.signature.clone_from(&own.signature);
            their.submit.clone_from(&own.submit);
            their.repeats.clone_from(&own.repeats);
            for one in &mut their.fields {
                let Some(known) = find(own, one).filter(is_sent) else { continue };
                let used = one.used();
                *one = known.clone();
                used.into_iter().for_each(|used| one.take(used));
            }
        }
        said
    }

    /// With the other one beside it, for the person to decide.
    fn beside(&self, came: &Came, server: &str) -> Arrival {
        let Came { revision, recipe, .. } = came.clone();
        let recipe = recipe.map(|recipe| Recipe { failures: 0, ..recipe });
        let other = Some(Other { server: server.to_owned(), revision, recipe });
        Arrival::Conflict(Box::new(Self { other, ..self.clone() }))
    }
}

/// How much is kept here. Nothing that is known goes for what comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    /// Recipes that are here.
    pub recipes: usize,
    /// Bytes of them.
    pub bytes: usize,
}

impl Room {
    /// Whether there is room for what came, of so many bytes, which is taken then.
    pub fn takes(&mut self, is_new: bool, bytes: usize) -> bool {
        let next = Self {
            recipes: self.recipes + usize::from(is_new),
            bytes: self.bytes.saturating_add(bytes),
        };
        let fits = (!is_new || next.recipes <= MOST) && next.bytes <= MOST_BYTES;
        if fits {
            *self = next;
        }
        fits
    }
}

/// What a server says that has changed; `None` where that is nothing that a server says: more at once than it gives, or
/// numbers that no browser can store.
pub fn changes(body: &str) -> Option<RecipeChanges> {
    let changes: RecipeChanges = answer(body)?;
    let is_sound = changes.recipes.len() <= MOST_AT_ONCE
        && is_revision(changes.cursor)
        && changes.recipes.iter().all(|one| is_revision(one.revision));
    is_sound.then_some(changes)
}

/// The newest of a recipe that a server has, likewise.
pub fn newest(body: &str) -> Option<StoredRecipe> {
    answer::<StoredRecipe>(body).filter(|one| is_revision(one.revision))
}

/// As what a server has stored a recipe, likewise.
pub fn saved_as(body: &str) -> Option<i64> {
    answer::<RecipeSaved>(body).map(|saved| saved.revision).filter(|one| is_revision(*one))
}

fn answer<T: DeserializeOwned>(body: &str) -> Option<T> {
    if body.len() > MOST_OF_ANSWER { None } else { json::from_str(body).ok() }
}

fn is_revision(number: i64) -> bool {
    (0..=MOST_REVISION).contains(&number)
}

/// What is noted of a server, and of a user there.
pub fn server_mark(base: &str, user: &str) -> String {
    look::digest(&[base, user])
}

/// A recipe as a server gets it: what failed in this browser is no part of it.
pub fn outgoing_text(recipe: &Recipe) -> Option<String> {
    let text = write(&Recipe { failures: 0, ..recipe.clone() })?;
    // Whatever is stored, nothing goes out that is no recipe.
    super::read(&text).is_ok().then_some(text)
}

/// A digest of what a recipe says: not of how a field was written, nor of what was said before.
fn print_of(recipe: &Recipe) -> String {
    let said = |known: &Known| Known { way: None, ..known.clone() };
    let step =
        |step: &Step| Step { fields: step.fields.iter().map(said).collect(), ..step.clone() };
    let steps = recipe.steps.iter().map(step).collect();
    let said = Recipe { version: 1, failures: 0, history: Vec::new(), steps, ..recipe.clone() };
    look::digest(&[&write(&said).unwrap_or_default()])
}

fn find<'a>(step: &'a Step, known: &Known) -> Option<&'a Known> {
    step.fields.iter().find(|one| one.fingerprint == known.fingerprint)
}

/// The fields of a recipe, each with the one that another recipe has in its place.
fn pairs<'a>(
    one: &'a Recipe,
    other: &'a Recipe,
) -> impl Iterator<Item = (&'a Known, Option<&'a Known>)> {
    one.steps.iter().flat_map(move |step| {
        let there = other.same_page(step).and_then(|at| other.steps.get(at));
        step.fields.iter().map(move |known| (known, there.and_then(|there| find(there, known))))
    })
}

/// Whether a recipe comes from another one: it knows each of its fields, and each takes the same, or what was corrected
/// since.
fn descends(recipe: &Recipe, from: &Recipe) -> bool {
    let was = |known: &Known| {
        let mut before = recipe.history.iter().map(|change| &change.before);
        before.any(|one| one.fingerprint == known.fingerprint && one.used() == known.used())
    };
    let knows_steps = from.steps.iter().all(|step| recipe.same_page(step).is_some());
    let mut fields = pairs(from, recipe);
    knows_steps
        // Of a field of which nothing is known nothing is lost.
        && fields.all(|(old, new)| {
            new.map_or(old.open, |new| new.used() == old.used() || was(old))
        })
}

/// Whether each field of a recipe takes the same in another one.
fn agree(one: &Recipe, other: &Recipe) -> bool {
    pairs(one, other)
        .all(|(known, there)| there.map_or(known.open, |there| there.used() == known.used()))
}

#[cfg(test)]
mod tests;
