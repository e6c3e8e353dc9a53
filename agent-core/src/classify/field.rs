//! The first pass: what speaks for each role in one field.

use shared_types::{Field, FieldOption};

use super::{
    autocomplete,
    control::{Control, is_in_words},
    cue::{Cue, Hint},
    family::agree,
    matcher::{self, Found, Kind},
    options,
    phrase::{
        both_of_postal_code_and_city, both_of_street_and_number, is_just_a_word, is_numbered,
        is_of_something_else,
    },
    shared::Shared,
    weights as w,
};
use crate::{
    language::{List, has},
    role::Role,
    text::{label_words, word_count},
};

/// Where a claim comes from. Claims of one source don't add up: `name` and `id` say the same twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Autocomplete,
    /// Label and accessible name.
    Visible,
    Placeholder,
    Identifier,
    Question,
    Description,
    Nearby,
    Section,
    Type,
    Options,
    Shape,
    Sequence,
}

impl Source {
    const COUNT: usize = Source::Sequence as usize + 1;

    /// Every source that says something of the field itself.
    pub(super) const ALL: [Source; Self::COUNT - 1] = [
        Source::Autocomplete,
        Source::Visible,
        Source::Placeholder,
        Source::Identifier,
        Source::Question,
        Source::Description,
        Source::Nearby,
        Source::Section,
        Source::Type,
        Source::Options,
        Source::Shape,
    ];
}

/// What a field's name, id or label is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Label,
    Name,
    Id,
}

impl Place {
    pub(super) const ALL: [Place; 3] = [Place::Label, Place::Name, Place::Id];
}

/// Words of so many letters join others, and say nothing of their own.
const SHORT: usize = 3;

/// How much of a text's words is known to the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum Explained {
    /// There is no text.
    #[default]
    Absent,
    None,
    Partly,
    Wholly,
}

impl Explained {
    pub(super) const ALL: [Explained; 4] =
        [Explained::Absent, Explained::None, Explained::Partly, Explained::Wholly];

    /// Of a normalised text in which these words were found.
    fn of(text: &str, found: &[Found<Cue>]) -> Self {
        let mut start = 0;
        let (mut known, mut all) = (0_usize, 0_usize);
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let end = start + word.len();
            let is_found = found.iter().any(|found| found.start <= start && end <= found.end);
            let is_idle =
                has(List::LabelFiller, word) || word.chars().count() <= SHORT && word.is_ascii();
            if is_found || !is_idle {
                known += usize::from(is_found || has(List::Required, word));
                all += 1;
            }
            start = end + 1;
        }
        match known {
            _ if all == 0 => Explained::Absent,
            0 => Explained::None,
            _ if known < all => Explained::Partly,
            _ => Explained::Wholly,
        }
    }
}

/// Something that speaks for a role, or a hint.
#[derive(Debug, Clone)]
struct Claim {
    cue: Cue,
    source: Source,
    weight: f32,
    said: Said,
}

/// What an evidence string shows.
#[derive(Debug, Clone)]
enum Said {
    /// A fact of ours.
    Fact(&'static str),
    /// Words of the page, normalised, behind the name of their place.
    Words(&'static str, String),
}

/// What is known of one field.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// What kind of control it is.
    pub(super) control: Control,
    /// Whether it is a control for numbers alone: what is said in words is not typed there.
    takes_numbers: bool,
    /// The role that `autocomplete` names.
    pub(super) claimed: Option<Role>,
    /// What the options are.
    pub(super) options: Option<Cue>,
    /// It takes one character only.
    pub(super) one_character: bool,
    /// Words of the label.
    pub(super) label_words: u8,
    /// Its label is text that only stands near it: the page itself names the field by nothing.
    is_guessed: bool,
    explained: [Explained; Place::ALL.len()],
    claims: Vec<Claim>,
    scores: [f32; Cue::COUNT],
    /// The role with the most behind it, whatever the threshold.
    leader: Option<(Role, f32)>,
    /// Decided by the second pass.
    settled: Option<(Role, f32)>,
    /// What the learned weights make of it all.
    weighed: Option<(Option<Role>, f32)>,
    is_contradicted: bool,
}

impl Reading {
    /// How much speaks for a role or hint.
    pub(super) fn score(&self, cue: impl Into<Cue>) -> f32 {
        self.scores.get(cue.into().at()).copied().unwrap_or(0.0)
    }

    /// Whether a role or hint is there, in the field's own words.
    pub(super) fn hints(&self, cue: impl Into<Cue>) -> bool {
        self.score(cue) > w::OWN_HINT
    }

    /// The role as it stands, if it is above the threshold.
    pub(super) fn role(&self) -> Option<Role> {
        self.verdict().0
    }

    /// Whether the role as it stands is one of these.
    pub(super) fn is_any(&self, roles: &[Role]) -> bool {
        self.role().is_some_and(|role| roles.contains(&role))
    }

    /// Role and confidence. Without a role, the confidence that there is none.
    pub(super) fn verdict(&self) -> (Option<Role>, f32) {
        if let Some(weighed) = self.weighed {
            return weighed;
        }
        if let Some((role, confidence)) = self.settled {
            return (Some(role), confidence.clamp(0.0, 1.0));
        }
        match self.leader {
            Some((role, score)) if score >= w::THRESHOLD => (Some(role), score.clamp(0.0, 1.0)),
            Some((_, score)) => (None, (1.0 - score).clamp(0.0, 1.0)),
            None => (None, w::NOTHING_KNOWN),
        }
    }

    /// Takes over what the learned weights make of it.
    pub(super) fn weigh(&mut self, role: Option<Role>, confidence: f32) {
        self.weighed = Some((role, confidence));
    }

    /// Whether the neighbours decided the role.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// Whether what people read contradicts what `autocomplete` says.
    pub(super) fn is_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// How much of the words at a place is known to the tables.
    pub(super) fn explained(&self, place: Place) -> Explained {
        self.explained.get(place as usize).copied().unwrap_or_default()
    }

    /// The roles that something speaks for.
    pub(super) fn scored(&self) -> impl Iterator<Item = Role> {
        Role::ALL.iter().copied().filter(|role| self.score(*role) > 0.0)
    }

    /// How much speaks for the role that most speaks for.
    pub(super) fn best_score(&self) -> f32 {
        self.scored().map(|role| self.score(role)).fold(0.0, f32::max)
    }

    /// The strongest claim of each source for each cue.
    pub(super) fn strongest(&self) -> Vec<(Cue, Source, f32)> {
        let mut all: Vec<(Cue, Source, f32)> = Vec::new();
        for claim in self.claims.iter().filter(|claim| claim.source != Source::Sequence) {
            let same = |one: &&mut (Cue, Source, f32)| (one.0, one.1) == (claim.cue, claim.source);
            match all.iter_mut().find(same) {
                Some(one) => one.2 = one.2.max(claim.weight),
                None => all.push((claim.cue, claim.source, claim.weight)),
            }
        }
        all
    }

    /// Decides the role from the neighbours.
    pub(super) fn settle(&mut self, role: Role, why: &'static str) {
        let known = self.score(role);
        let confidence = known.max(w::SEQUENCE);
        self.settled = Some((role, confidence));
        self.claims.push(Claim {
            cue: role.into(),
            source: Source::Sequence,
            weight: w::SEQUENCE,
            said: Said::Fact(why),
        });
    }

    /// What decided the role, strongest first.
    pub(super) fn evidence(&self, role: Option<Role>, at_most: usize) -> Vec<String> {
        let mut claims: Vec<&Claim> =
            self.claims.iter().filter(|claim| role.is_some_and(|role| claim.cue == role)).collect();
        claims.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let mut told: Vec<String> = Vec::new();
        for claim in claims {
            let line = match &claim.said {
                Said::Fact(fact) => (*fact).to_owned(),
                Said::Words(place, words) => format!("{place}: {words}"),
            };
            if !told.contains(&line) {
                told.push(line);
            }
        }
        told.truncate(at_most);
        told
    }

    /// Whether it, or the heading that it stands under, is about another person.
    pub(super) fn is_of_another_person(&self) -> bool {
        self.score(Hint::NotMe) > 0.0
    }

    /// Whether words that people read speak for a role or hint, however weakly.
    pub(super) fn is_read_as(&self, cue: impl Into<Cue>) -> bool {
        let cue = cue.into();
        let visible = |claim: &Claim| matches!(claim.source, Source::Visible | Source::Placeholder);
        self.claims.iter().any(|claim| claim.cue == cue && visible(claim))
    }

    /// Whether people read nothing more than "number" there.
    pub(super) fn is_number_only(&self) -> bool {
        let visible =
            |claim: &&Claim| matches!(claim.source, Source::Visible | Source::Placeholder);
        let mut claims = self.claims.iter().filter(visible).peekable();
        self.score(Hint::Number) >= w::CLEAR_NUMBER
            // A control for phone numbers takes no other.
            && !self.claims.iter().any(|claim| claim.source == Source::Type && claim.cue == Role::Tel)
            && claims.peek().is_some()
            && claims.all(|claim| claim.cue == Hint::Number)
            && self.claimed.is_none_or(Role::is_street_line)
    }

    /// Whether it is a password box, or its words ask for a password.
    pub(super) fn asks_for_password(&self) -> bool {
        self.control == Control::Password
            || self
                .claims
                .iter()
                .any(|claim| claim.cue == Hint::Password && claim.weight > w::OWN_HINT)
    }

    fn explain(&mut self, place: Place, text: &str, found: &[Found<Cue>]) {
        if let Some(explained) = self.explained.get_mut(place as usize) {
            *explained = Explained::of(text, found);
        }
    }

    fn claim(&mut self, cue: impl Into<Cue>, source: Source, weight: f32, said: Said) {
        let cue = cue.into();
        let numeric = self.takes_numbers && is_in_words(cue);
        if self.control.admits(cue) && !numeric && weight > 0.0 {
            self.claims.push(Claim { cue, source, weight, said });
        }
    }

    /// A label that only stands near the field counts less where two kinds of evidence speak for another role, its names and
    /// its `autocomplete` or other text beside it; one that the field before it has as well (`is_again`), and where its names say
    /// that it is to be handled with more care, their word alone is enough.
    fn doubt_guess(&mut self, is_again: bool) {
        let slots = |source: Source| {
            let of = self.claims.iter().filter(move |claim| claim.source == source);
            of.filter_map(|claim| match claim.cue {
                Cue::Role(role) => Some(role.slot()),
                Cue::Hint(_) => None,
            })
        };
        let named: Vec<Role> = slots(Source::Identifier).collect();
        let claimed = self.claimed.map(Role::slot);
        let is_borne_out = slots(Source::Nearby).chain(claimed).any(|slot| named.contains(&slot));
        let is_enough = is_again || is_borne_out || named.iter().any(|role| role.guards());
        let agrees = slots(Source::Visible).any(|slot| named.contains(&slot));
        if !named.is_empty() && !agrees && is_enough {
            for claim in self.claims.iter_mut().filter(|claim| claim.source == Source::Visible) {
                claim.weight *= w::GUESSED_LABEL / w::LABEL;
            }
        } else if slots(Source::Visible).next().is_some() {
            // The label stands, and what else stands there is beside other fields as well; but for what asks for care.
            self.claims.retain(|claim| {
                claim.source != Source::Nearby
                    || claim.cue.is_hint()
                    || matches!(claim.cue, Cue::Role(role) if role.guards())
            });
        }
    }

    /// Claims of different sources add up as independent chances do.
    fn add_up(&mut self) {
        let cues = self.claims.iter().map(|claim| claim.cue);
        let cues: Vec<Cue> = cues.fold(Vec::new(), |mut known, cue| {
            if !known.contains(&cue) {
                known.push(cue);
            }
            known
        });
        for cue in cues {
            let mut doubt = [1.0f32; Source::COUNT];
            for claim in self.claims.iter().filter(|claim| claim.cue == cue) {
                if let Some(slot) = doubt.get_mut(claim.source as usize) {
                    *slot = slot.min(1.0 - claim.weight.clamp(0.0, 0.99));
                }
            }
            if let Some(score) = self.scores.get_mut(cue.at()) {
                *score = 1.0 - doubt.iter().product::<f32>();
            }
        }
        self.find_leader();
    }

    /// Of roles with the same score the one declared first leads.
    fn find_leader(&mut self) {
        let scored = Role::ALL.iter().map(|role| (*role, self.score(*role)));
        let real = scored.filter(|(_, score)| *score > 0.0);
        self.leader = real.reduce(|best, next| if next.1 > best.1 { next } else { best });
    }
}

/// Reads one field. `is_again`: the field before it on the page has the same label.
pub(super) fn read(field: &Field, is_again: bool, shared: &Shared, lang: Option<u8>) -> Reading {
    let mut reading = Reading {
        control: Control::of(field),
        takes_numbers: takes_numbers(field),
        claimed: autocomplete::parse(&field.autocomplete).role,
        options: field.options.as_deref().and_then(options::kind),
        one_character: field.max_length == Some(1),
        label_words: 0,
        is_guessed: has_no_name(field),
        explained: [Explained::Absent; Place::ALL.len()],
        claims: Vec::new(),
        scores: [0.0; Cue::COUNT],
        leader: None,
        settled: None,
        weighed: None,
        is_contradicted: false,
    };
    if matches!(reading.control, Control::Radio | Control::Tick) {
        reading.options = None;
    }
    words_of(field, shared, lang, &mut reading);
    if reading.is_guessed {
        reading.doubt_guess(is_again);
    }
    let keeps_out = reading.claimed.is_some_and(Role::is_password) && !reading.asks_for_password();
    if keeps_out {
        // A common way to keep browsers from filling a field; it says nothing about it.
        reading.claimed = None;
    }
    if let Some(role) = reading.claimed {
        reading.claim(
            role,
            Source::Autocomplete,
            w::AUTOCOMPLETE,
            Said::Words("autocomplete", role.as_str().to_owned()),
        );
    }
    type_of(field, &mut reading);
    options_of(&mut reading);
    numbers_in(field, &mut reading);
    reading.add_up();
    contradict(&mut reading);
    reading
}

/// Whether only numbers are typed into it: by its type, or by the keyboard that it wants on a phone (HTML, "Input
/// modalities: the inputmode attribute").
fn takes_numbers(field: &Field) -> bool {
    matches!(field.kind.as_str(), "number" | "tel")
        || matches!(field.input_mode.as_deref(), Some("numeric" | "decimal" | "tel"))
}

/// Whether the page gives a field no name: what is taken for its label only stands near it.
fn has_no_name(field: &Field) -> bool {
    field.accessible_name.as_deref().is_none_or(str::is_empty)
}

/// Places as evidence names them.
const LABEL: &str = "label";
const NAME: &str = "name";

/// The field's texts, each with its place and weight.
fn words_of(field: &Field, shared: &Shared, lang: Option<u8>, reading: &mut Reading) {
    let choice = matches!(reading.control, Control::Radio);
    let is_guessed = reading.is_guessed;
    let is_heading = is_guessed && field.section.as_deref() == Some(field.label.as_str());
    let label_weight = if choice || is_heading { w::SECTION } else { w::LABEL };
    let optional = |text: &'_ Option<String>| text.clone().unwrap_or_default();
    let accessible = optional(&field.accessible_name);
    let mut labelled = prose(reading, LABEL, Source::Visible, &field.label, label_weight, lang);
    if accessible != field.label {
        labelled |= prose(
            reading,
            "accessible name",
            Source::Visible,
            &accessible,
            w::ACCESSIBLE_NAME,
            lang,
        );
    }
    labelled |= prose(
        reading,
        "placeholder",
        Source::Placeholder,
        &field.placeholder,
        w::PLACEHOLDER,
        lang,
    );
    identifier(reading, NAME, &field.name, shared.of(&field.name), lang);
    if field.id != field.name {
        identifier(reading, "id", &field.id, shared.of(&field.id), lang);
    }
    prose(reading, "question", Source::Question, &optional(&field.group), w::QUESTION, lang);
    if !labelled || is_guessed {
        prose(reading, "beside it", Source::Nearby, &optional(&field.nearby), w::NEARBY, lang);
    }
    prose(
        reading,
        "description",
        Source::Description,
        &optional(&field.described_by),
        w::DESCRIPTION,
        lang,
    );
    hints_only(reading, &optional(&field.section), lang);
}

/// Words for a person. True when there were any that mean something.
fn prose(
    reading: &mut Reading,
    place: &'static str,
    source: Source,
    raw: &str,
    weight: f32,
    lang: Option<u8>,
) -> bool {
    if raw.is_empty() {
        return false;
    }
    let text = label_words(raw);
    let found = matcher::find(&text, Kind::Prose, lang);
    let total = word_count(&text).max(1.0);
    let known: f32 = found.iter().map(|word| word.words).sum();
    if place == LABEL {
        let words = text.split(' ').filter(|word| !word.is_empty()).count();
        reading.label_words = u8::try_from(words).unwrap_or(u8::MAX);
        reading.explain(Place::Label, &text, &found);
    }
    let is_line = total <= w::SENTENCE && both_of_street_and_number(raw, &found, lang);
    if is_line {
        reading.claim(Role::Street, source, weight, Said::Words(place, text.clone()));
    }
    let mut first = true;
    let is_left_out = |word: &&Found<Cue>| {
        is_line && word.topic == Role::HouseNumber || is_numbered(word, &found)
    };
    for word in found.iter().filter(|word| !is_left_out(word)) {
        let share = (word.words / total).min(1.0);
        let coverage = w::COVERAGE_FLOOR + (1.0 - w::COVERAGE_FLOOR) * share;
        let place_factor = if is_of_something_else(&text, word, &found) {
            w::BARE_NAME
        } else if total > w::SENTENCE || is_just_a_word(word.topic, total, known) {
            w::IN_SENTENCE
        } else if first || word.topic.is_hint() {
            1.0
        } else {
            w::NOT_HEAD
        };
        claim_words(reading, place, source, &text, word, weight * coverage * place_factor);
        first &= word.topic.is_hint() || word.topic == Role::File;
    }
    if both_of_postal_code_and_city(&found) && total <= w::SENTENCE {
        let said = Said::Words(place, text.clone());
        reading.claim(Role::PostalCodeAndCity, source, weight, said);
    }
    found.iter().any(|word| !word.topic.is_hint())
}

/// A name that a programmer gave: its last word says what it is.
/// What it has in common with the names of others (`shared`) says what they all belong to.
fn identifier(
    reading: &mut Reading,
    place: &'static str,
    raw: &str,
    shared: &str,
    lang: Option<u8>,
) {
    if raw.is_empty() {
        return;
    }
    let text = label_words(raw);
    let found = matcher::find(&text, Kind::Identifier, lang);
    let total = word_count(&text);
    reading.explain(if place == NAME { Place::Name } else { Place::Id }, &text, &found);
    let last = found.iter().rev().find(|word| !word.topic.is_hint()).map_or(0, |word| word.end);
    let shared = if shared.is_empty() { 0 } else { label_words(shared).len() };
    for word in found.iter().filter(|word| !is_numbered(word, &found)) {
        let bare = word.topic == Role::Name && word.words < 2.0 && total > 1.0;
        // What may be a card's stays a card's.
        let is_shared = matches!(word.topic, Cue::Role(role) if !role.guards());
        let factor = if word.end <= shared && is_shared {
            w::SHARED
        } else if word.end < last {
            w::NOT_HEAD * w::NOT_HEAD
        } else if bare {
            w::BARE_NAME
        } else {
            1.0
        };
        claim_words(reading, place, Source::Identifier, &text, word, w::IDENTIFIER * factor);
    }
}

/// The heading above: it tells what the fields are about, not what each asks for.
fn hints_only(reading: &mut Reading, raw: &str, lang: Option<u8>) {
    let text = label_words(raw);
    for word in matcher::find(&text, Kind::Prose, lang) {
        if word.topic.is_hint() {
            claim_words(reading, "section", Source::Section, &text, &word, w::SECTION);
        }
    }
}

fn claim_words(
    reading: &mut Reading,
    place: &'static str,
    source: Source,
    text: &str,
    word: &Found<Cue>,
    weight: f32,
) {
    let words = text.get(word.start..word.end).unwrap_or_default().to_owned();
    reading.claim(word.topic, source, weight * word.strength, Said::Words(place, words));
}

fn type_of(field: &Field, reading: &mut Reading) {
    let claim: Option<(Cue, f32, &str)> = match (field.kind.as_str(), reading.control) {
        ("email", _) => Some((Role::Email.into(), w::TYPE, "type=email")),
        ("tel", _) => Some((Role::Tel.into(), w::BROAD_TYPE, "type=tel")),
        ("url", _) => Some((Role::Url.into(), w::BROAD_TYPE, "type=url")),
        ("search", _) => Some((Role::Search.into(), w::BROAD_TYPE, "type=search")),
        (_, Control::Password) => Some((Hint::Password.into(), w::TYPE, "type=password")),
        (_, Control::File) => Some((Role::File.into(), w::ANY_FILE, "type=file")),
        _ => None,
    };
    if let Some((cue, weight, fact)) = claim {
        reading.claim(cue, Source::Type, weight, Said::Fact(fact));
    }
    if field.input_mode.as_deref() == Some("email") {
        reading.claim(Role::Email, Source::Shape, w::SHAPE, Said::Fact("inputmode=email"));
    }
}

fn options_of(reading: &mut Reading) {
    let Some(kind) = reading.options else { return };
    // The box to search in a list of choices asks for the choice.
    reading.claims.retain(|claim| claim.cue != Role::Search);
    reading.claim(kind, Source::Options, w::OPTIONS, Said::Fact("options"));
}

/// A list in which nothing has a digit offers no part of a phone number.
fn numbers_in(field: &Field, reading: &mut Reading) {
    const NUMBERS: &[Role] =
        &[Role::Tel, Role::TelCountryCode, Role::TelNational, Role::TelAreaCode, Role::TelLocal];
    let digit = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    // The values of choices may be numbers of anything.
    let offers = |option: &FieldOption| {
        digit(if option.text.trim().is_empty() { &option.value } else { &option.text })
    };
    let options = field.options.as_deref().unwrap_or_default();
    if options.len() > 1 && !options.iter().any(offers) && reading.options.is_none() {
        reading.claims.retain(|claim| !NUMBERS.iter().any(|role| claim.cue == *role));
    }
}

/// Whether nothing but `autocomplete` says what it says, and what people read is said by another kind of evidence, too.
fn is_outvoted(reading: &Reading, claimed: Role, read: Cue) -> bool {
    let said = |cue: Cue, sources: &[Source]| {
        reading.claims.iter().any(|claim| claim.cue == cue && sources.contains(&claim.source))
    };
    let others = [Source::Visible, Source::Placeholder, Source::Identifier, Source::Nearby];
    !read.is_hint()
        && said(read, &[Source::Identifier, Source::Type, Source::Options])
        && !said(claimed.into(), &others)
}

/// What people read against what `autocomplete` says: then nothing is sure enough.
fn contradict(reading: &mut Reading) {
    let Some(claimed) = reading.claimed else { return };
    let visible = reading
        .claims
        .iter()
        .filter(|claim| matches!(claim.source, Source::Visible))
        .filter(|claim| !claim.cue.is_hint() || claim.cue == Hint::Password)
        .max_by(|a, b| a.weight.total_cmp(&b.weight));
    let guards = |cue: Cue| matches!(cue, Cue::Role(role) if role.guards());
    let is_clear = |claim: &&Claim| {
        let careful = claimed.guards() || guards(claim.cue) || claim.cue == Hint::Password;
        let least = match careful || claim.cue == Role::HouseNumber {
            true if reading.is_guessed => w::CLEAR_GUESS,
            _ => w::CLEAR_LABEL,
        };
        claim.weight >= least
    };
    let Some(visible) = visible.filter(is_clear) else { return };
    if visible.cue == Role::HouseNumber && claimed.is_street_line() {
        // The standard has no name for it; pages that ask for it apart make do with another.
        reading.settle(Role::HouseNumber, "a house number apart");
        return;
    }
    if agree(claimed, visible.cue)
        || reading.claims.iter().any(|claim| {
            matches!(claim.source, Source::Visible | Source::Placeholder)
                && agree(claimed, claim.cue)
        })
    {
        return;
    }
    if !claimed.guards() && !guards(visible.cue) && is_outvoted(reading, claimed, visible.cue) {
        reading.claimed = None;
        reading.claims.retain(|claim| claim.source != Source::Autocomplete);
        reading.scores = [0.0; Cue::COUNT];
        reading.add_up();
        return;
    }
    reading.is_contradicted = true;
    for score in &mut reading.scores {
        *score *= w::CONTRADICTED;
    }
    reading.find_leader();
}
