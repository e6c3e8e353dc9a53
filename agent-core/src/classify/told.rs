//! What is told of a field to the learned weights ([`super::learned`]): facts about it, and what speaks for a role.
//! No word of a page and no role is among it, so that nothing is learned by heart, and what is learned on pages
//! of shops holds for forms that ask for other things: only which kind of evidence there is, how strong, and
//! whether its neighbours ask for something.

use std::{collections::HashMap, fmt};

use super::{
    control::Control,
    cue::{Cue, Hint},
    field::{Explained, Place, Reading, Source},
    form::Form,
};
use crate::role::Role;

/// How strong evidence is, in six steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Strength(u8);

impl Strength {
    const STEPS: [f32; 5] = [0.30, 0.50, 0.70, 0.84, 0.93];

    fn of(weight: f32) -> Self {
        let steps = Self::STEPS.iter().filter(|step| weight > **step).count();
        Self(u8::try_from(steps).unwrap_or_default())
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..=5).map(Self)
    }
}

/// What stands at a place beside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Beside {
    /// The form's first or last field has nothing there.
    End,
    /// A field that asks for nothing that is known.
    Unknown,
    /// A field with a role of ours.
    Own,
    /// A field with a role that other browsers know, too.
    Known,
}

impl Beside {
    const ALL: [Beside; 4] = [Beside::End, Beside::Unknown, Beside::Own, Beside::Known];

    fn of(role: Option<Option<Role>>) -> Self {
        match role {
            None => Beside::End,
            Some(None) => Beside::Unknown,
            Some(Some(role)) if role.is_standard() => Beside::Known,
            Some(Some(_)) => Beside::Own,
        }
    }
}

/// Something told of a field, whatever it may ask for: it speaks for or against its asking for nothing of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    /// Always told: how often a field asks for nothing of ours.
    Any,
    Control(Control),
    /// Words of the label, nine for more.
    LabelWords(u8),
    /// How much of its words is known to the tables.
    Explained(Place, Explained),
    /// Nobody can see it.
    Unseen,
    /// A word that tells something other than a role.
    Says(Hint),
    /// The field so many places further.
    At(i8, Beside),
    /// The number of fields in its form, in five steps.
    FormSize(u8),
}

/// Something told of one role of a field. What it says is learned once, for all roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Support {
    /// The rules say this role.
    Verdict(Strength),
    /// The field's neighbours decided it.
    Settled,
    /// All that speaks for it.
    Score(Strength),
    /// Nothing else has as much.
    Top,
    /// From how many sources it is said, four for more.
    Sources(u8),
    By(Source, Strength),
    /// A source speaks for other roles and not for this.
    Against(Source),
    /// How many other fields of the form have it, two for more.
    Also(u8),
    /// An earlier field of the form has it.
    Again,
    /// The identifier speaks for it, a label that is there does not.
    LabelSilent,
    /// How much of a place's words is known, and from how many sources the role is said.
    Explained(Place, Explained, u8),
}

const HINTS: [Hint; 4] = [Hint::NotMe, Hint::Fax, Hint::Number, Hint::Card];
const PLACES: [i8; 4] = [-2, -1, 1, 2];
/// Sources whose silence about a role tells something when they speak for others.
const HEARD: [Source; 6] = [
    Source::Visible,
    Source::Identifier,
    Source::Autocomplete,
    Source::Placeholder,
    Source::Options,
    Source::Nearby,
];
const MOST_SOURCES: u8 = 4;
const MOST_LABEL_WORDS: u8 = 9;

impl Fact {
    /// Every fact that can be told.
    pub(super) fn all() -> impl Iterator<Item = Fact> {
        let explained = Place::ALL.into_iter().flat_map(|place| {
            Explained::ALL.into_iter().map(move |known| Fact::Explained(place, known))
        });
        let at = PLACES
            .into_iter()
            .flat_map(|place| Beside::ALL.into_iter().map(move |beside| Fact::At(place, beside)));
        std::iter::once(Fact::Any)
            .chain(Control::ALL.iter().copied().map(Fact::Control))
            .chain((0..=MOST_LABEL_WORDS).map(Fact::LabelWords))
            .chain(explained)
            .chain([Fact::Unseen])
            .chain(HINTS.map(Fact::Says))
            .chain(at)
            .chain((0..5).map(Fact::FormSize))
    }
}

impl Support {
    /// Everything that can be told of a role.
    pub(super) fn all() -> impl Iterator<Item = Support> {
        let by = Source::ALL
            .into_iter()
            .flat_map(|source| Strength::all().map(move |strength| Support::By(source, strength)));
        let explained = Place::ALL.into_iter().flat_map(|place| {
            Explained::ALL.into_iter().flat_map(move |known| {
                (0..=3).map(move |sources| Support::Explained(place, known, sources))
            })
        });
        Strength::all()
            .map(Support::Verdict)
            .chain(Strength::all().map(Support::Score))
            .chain([Support::Settled, Support::Top, Support::Again, Support::LabelSilent])
            .chain((0..=MOST_SOURCES).map(Support::Sources))
            .chain(by)
            .chain(HEARD.map(Support::Against))
            .chain((0..=2).map(Support::Also))
            .chain(explained)
    }
}

/// The roles of a form's fields, by the rules.
pub(super) struct Roles {
    all: Vec<Option<Role>>,
    /// Of each role that a field has: the first that has it, and how many have.
    having: HashMap<Role, (usize, usize)>,
}

impl Roles {
    pub(super) fn of(form: &Form, readings: &[Reading]) -> Self {
        let role_of = |at: &usize| readings.get(*at).and_then(Reading::role);
        let all: Vec<Option<Role>> = form.fields.iter().map(role_of).collect();
        let mut having = HashMap::new();
        for (nth, role) in all.iter().enumerate() {
            if let Some(role) = role {
                having.entry(*role).or_insert((nth, 0)).1 += 1;
            }
        }
        Self { all, having }
    }

    /// How many fields have a role, the `nth` aside.
    fn others_with(&self, role: Role, nth: usize) -> usize {
        let having = self.having.get(&role).map_or(0, |(_, count)| *count);
        having - usize::from(self.all.get(nth) == Some(&Some(role)))
    }

    /// Whether a field before the `nth` has a role.
    fn has_before(&self, role: Role, nth: usize) -> bool {
        self.having.get(&role).is_some_and(|(first, _)| *first < nth)
    }
}

/// What is told of one field.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) facts: Vec<Fact>,
    /// Of each role that something speaks for, and of what the rules say; `None` is that it has no role.
    pub(super) support: Vec<(Option<Role>, Vec<Support>)>,
}

impl Told {
    /// What is told of the `nth` field of a form, whose fields have these roles.
    pub(super) fn of(nth: usize, roles: &Roles, reading: &Reading, is_seen: bool) -> Self {
        let (verdict, _) = reading.verdict();
        let mut facts = vec![
            Fact::Any,
            Fact::Control(reading.control),
            Fact::LabelWords(reading.label_words.min(MOST_LABEL_WORDS)),
            Fact::FormSize(match roles.all.len() {
                0 | 1 => 0,
                2 => 1,
                3 | 4 => 2,
                5..=9 => 3,
                _ => 4,
            }),
        ];
        facts.extend(Place::ALL.map(|place| Fact::Explained(place, reading.explained(place))));
        facts.extend((!is_seen).then_some(Fact::Unseen));
        facts.extend(HINTS.into_iter().filter(|hint| reading.score(*hint) > 0.0).map(Fact::Says));
        facts.extend(PLACES.map(|place| {
            let other = nth.checked_add_signed(isize::from(place)).and_then(|n| roles.all.get(n));
            Fact::At(place, Beside::of(other.copied()))
        }));
        let mut wanted: Vec<Option<Role>> = reading.scored().map(Some).collect();
        if !wanted.contains(&verdict) {
            wanted.push(verdict);
        }
        let claims = reading.strongest();
        let support = |role| (role, support_of(role, reading, &claims, nth, roles));
        Self { facts, support: wanted.into_iter().map(support).collect() }
    }
}

/// What speaks for one role of a field, whose form has these roles by the rules.
fn support_of(
    role: Option<Role>,
    reading: &Reading,
    claims: &[(Cue, Source, f32)],
    nth: usize,
    roles: &Roles,
) -> Vec<Support> {
    let (verdict, confidence) = reading.verdict();
    let mut told = Vec::new();
    if role == verdict {
        told.push(Support::Verdict(Strength::of(confidence)));
        told.extend(reading.is_settled().then_some(Support::Settled));
    }
    let Some(role) = role else { return told };
    let mine = || claims.iter().filter(|(cue, ..)| *cue == role);
    let sources = u8::try_from(mine().count()).unwrap_or(u8::MAX);
    let score = reading.score(role);
    told.extend([Support::Score(Strength::of(score)), Support::Sources(sources.min(MOST_SOURCES))]);
    told.extend((score >= reading.best_score()).then_some(Support::Top));
    told.extend(mine().map(|(_, source, weight)| Support::By(*source, Strength::of(*weight))));
    let has = |wanted: Source| mine().any(|(_, source, _)| *source == wanted);
    let says_else = |source: &Source| {
        let says = |(cue, by, _): &(Cue, Source, f32)| by == source && !cue.is_hint();
        !has(*source) && claims.iter().any(says)
    };
    told.extend(HEARD.into_iter().filter(says_else).map(Support::Against));
    told.push(Support::Also(u8::try_from(roles.others_with(role, nth).min(2)).unwrap_or(2)));
    told.extend(roles.has_before(role, nth).then_some(Support::Again));
    let is_silent = has(Source::Identifier) && !has(Source::Visible) && reading.label_words > 0;
    told.extend(is_silent.then_some(Support::LabelSilent));
    told.extend(
        Place::ALL.map(|place| Support::Explained(place, reading.explained(place), sources.min(3))),
    );
    told
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/5", self.0)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Any => f.write_str("any"),
            Fact::Control(control) => write!(f, "control {control:?}"),
            Fact::LabelWords(count) => write!(f, "label of {count} words"),
            Fact::Explained(place, known) => write!(f, "{place:?} {known:?}"),
            Fact::Unseen => f.write_str("unseen"),
            Fact::Says(hint) => write!(f, "says {hint:?}"),
            Fact::At(place, beside) => write!(f, "at {place:+} {beside:?}"),
            Fact::FormSize(size) => write!(f, "form size {size}"),
        }
    }
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Support::Verdict(strength) => write!(f, "rules say it {strength}"),
            Support::Settled => f.write_str("neighbours decided"),
            Support::Score(strength) => write!(f, "score {strength}"),
            Support::Top => f.write_str("top"),
            Support::Sources(count) => write!(f, "sources {count}"),
            Support::By(source, strength) => write!(f, "by {source:?} {strength}"),
            Support::Against(source) => write!(f, "against {source:?}"),
            Support::Also(count) => write!(f, "also {count}"),
            Support::Again => f.write_str("again"),
            Support::LabelSilent => f.write_str("label silent"),
            Support::Explained(place, known, sources) => {
                write!(f, "{place:?} {known:?} with {sources}")
            }
        }
    }
}
