//! Keys that the person named (`record.*`, `answers.*`, `custom.*`), matched to questions by meaning.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use shared_types::{Field, Observation, ProfileKey};

use crate::{
    bind, classify,
    language::{self, List, has},
    question::{self, Question},
    role::Role,
    text::fold,
};

/// The least that counts as the same meaning.
const THRESHOLD: f32 = 0.62;
/// Two keys nearer than this fit equally well.
const MARGIN: f32 = 0.03;
/// A statement that is agreed to must be named nearly word for word.
const STATEMENT: f32 = 0.9;
/// A key that means the same kind of thing by its role, whatever words it uses.
const SAME_ROLE: f32 = 0.8;
/// What somebody else's name, phone or address must be called at least.
const OTHER_PERSON: f32 = 0.85;
/// Telling words that a question may have beyond those of an entry of the same role: "IBAN for the payout".
const MOST_MORE: usize = 2;
/// What asks the same question in other words.
const SAME_QUESTION: f32 = 0.9;
/// Likeness of texts of the same words.
const SAME_WORDS: f32 = 0.96;
/// Characters and words of a label that are looked at.
const MAX_CHARS: usize = 400;
const MAX_WORDS: usize = 40;
/// Letters of a word from which on one wrong letter is a misspelling.
const MISSPELT: usize = 6;
/// Letters that a misspelt word begins or ends with unchanged: of six or more with one wrong, three.
const EDGE: usize = 3;

/// What was found for a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Match {
    /// No key is named like it.
    None,
    /// This one.
    One(ProfileKey),
    /// These fit equally well.
    Ambiguous(Vec<ProfileKey>),
}

/// What a question of the page goes by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wording<'a> {
    /// The field, or a group's first.
    pub(crate) field: &'a Field,
    /// The canonical question that it is, if it is understood as one.
    pub(crate) understood: Option<&'a Question>,
    /// The question as a person reads it.
    pub(crate) question: &'a str,
    pub(crate) is_group: bool,
    pub(crate) is_file: bool,
    pub(crate) answered_by: Answered,
}

/// How a person answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answered {
    /// By a text, or a file.
    Typing,
    /// By one or more of what is offered.
    Choosing,
    /// By ticking a box that stands alone.
    Ticking,
}

impl Wording<'_> {
    fn role(&self) -> Option<Role> {
        Role::of(self.field)
    }
}

/// The person's own keys, ready to be compared.
pub(crate) struct NamedKeys {
    keys: Vec<Named>,
    by_role: HashMap<Role, Vec<usize>>,
    by_whole: HashMap<String, Vec<usize>>,
    vocabulary: Vocabulary,
}

struct Named {
    key: ProfileKey,
    meaning: Meaning,
    is_record: bool,
    /// The words that tell what it is, and the question that it is named after: of an entry that was made for no form
    /// in particular.
    telling: BTreeSet<String>,
    all_telling: BTreeSet<String>,
    asks: Option<Question>,
    /// What a field that is labelled with its name would ask for.
    role: Option<Role>,
    /// Whether every word of it is one that forms ask with.
    is_plain: bool,
}

/// For each key, by position: how well it answers a question, 0 to 1.
type Scores = Vec<f32>;

/// Likenesses of texts that were looked at already, by the text.
type Known = HashMap<String, Vec<(usize, f32)>>;

impl NamedKeys {
    /// Prepares the keys that have a name of the person's own; each names something.
    pub(crate) fn new<'k>(
        keys: impl IntoIterator<Item = &'k ProfileKey>,
        lang: Option<&str>,
    ) -> Self {
        let named: Vec<(&ProfileKey, bool, String)> = keys
            .into_iter()
            .filter_map(|key| {
                let (space, name) = key.as_str().split_once('.')?;
                let is_named = matches!(space, "record" | "custom" | "answers");
                is_named.then(|| (key, space == "record", readable(name)))
            })
            .collect();
        let mut by_role: HashMap<Role, Vec<usize>> = HashMap::new();
        let roles = roles_of_names(&named, lang);
        for (at, role) in roles.iter().enumerate() {
            if let Some(role) = role {
                by_role.entry(*role).or_default().push(at);
            }
        }
        let mut by_whole: HashMap<String, Vec<usize>> = HashMap::new();
        let mut vocabulary = Vocabulary::default();
        let keys: Vec<Named> = named
            .into_iter()
            .zip(roles)
            .enumerate()
            .map(|(at, ((key, is_record, name), role))| {
                let meaning = Meaning::of(&name);
                by_whole.entry(meaning.whole.clone()).or_default().push(at);
                meaning.words.iter().for_each(|word| vocabulary.add(word, at));
                let telling = telling(&name);
                let all_telling = question::all_telling_words(&name);
                let asks = if is_record { None } else { question::of_name(&name) };
                let is_plain = is_plain(&name);
                Named {
                    key: key.clone(),
                    meaning,
                    is_record,
                    telling,
                    all_telling,
                    asks,
                    role,
                    is_plain,
                }
            })
            .collect();
        Self { keys, by_role, by_whole, vocabulary }
    }

    /// Finds for each question the key that is named like it. A key that names one question better than
    /// another is not used for the other, unless that one only asks for the same again.
    pub(crate) fn assign(&self, asks: &[Wording<'_>]) -> Vec<Match> {
        if self.keys.is_empty() {
            return asks.iter().map(|_| Match::None).collect();
        }
        let mut known = Known::new();
        let scores: Vec<Scores> = asks.iter().map(|ask| self.scores(ask, &mut known)).collect();
        let mut best_of_key = vec![0.0_f32; self.keys.len()];
        for row in &scores {
            for (best, score) in best_of_key.iter_mut().zip(row) {
                *best = best.max(*score);
            }
        }
        asks.iter().zip(&scores).map(|(ask, row)| self.pick(ask, row, &best_of_key)).collect()
    }

    fn pick(&self, ask: &Wording<'_>, scores: &[f32], best_of_key: &[f32]) -> Match {
        let threshold = match ask.role() {
            Some(Role::Consent) => STATEMENT,
            Some(Role::OtherPerson) => OTHER_PERSON,
            _ => THRESHOLD,
        };
        let mut question = None;
        let mut fitting: Vec<(&Named, f32)> = Vec::new();
        for (named, (score, best)) in self.keys.iter().zip(scores.iter().zip(best_of_key)) {
            if *score < threshold {
                continue;
            }
            let fits = score + MARGIN >= *best || {
                let question = question.get_or_insert_with(|| Meaning::of(ask.question));
                named.meaning.is_asked_again_by(question)
            };
            if fits {
                fitting.push((named, *score));
            }
        }
        // The record is this form's data: it goes before what was said elsewhere.
        if fitting.iter().any(|(named, _)| named.is_record) {
            fitting.retain(|(named, _)| named.is_record);
        }
        fitting.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some((first, top)) = fitting.first().map(|(named, score)| (named.key.clone(), *score))
        else {
            return Match::None;
        };
        let equal: Vec<ProfileKey> = fitting
            .iter()
            .take_while(|(_, score)| top - score < MARGIN)
            .map(|(named, _)| named.key.clone())
            .collect();
        if equal.len() > 1 { Match::Ambiguous(equal) } else { Match::One(first) }
    }

    fn scores(&self, ask: &Wording<'_>, known: &mut Known) -> Scores {
        let mut scores = vec![0.0_f32; self.keys.len()];
        let mut raise = |at: usize, score: f32| {
            if let Some(best) = scores.get_mut(at) {
                *best = best.max(score);
            }
        };
        self.raise_own(ask, &mut raise);
        for (text, weight) in texts_of(ask) {
            let folded = fold_short(&text);
            let likeness = known
                .entry(folded)
                .or_insert_with_key(|folded| self.likeness(&Meaning::of_folded(folded)));
            let of_record = likeness.iter().filter(|(at, _)| self.is_record(*at));
            of_record.for_each(|(at, score)| raise(*at, score * weight));
        }
        let tells = |role: &Role| {
            !matches!(role, Role::OtherPerson | Role::Consent | Role::File) && !ask.is_file
        };
        let of_role = |role: Role| Some((role, self.by_role.get(&role)?));
        if let Some((role, keys)) = ask.role().filter(tells).and_then(of_role) {
            let plain = is_plain(ask.question);
            // "Account number (IBAN)" says it in brackets.
            let asked = telling(&ask.question.replace(['(', ')'], " "));
            for at in keys {
                // Both say no more than that; or the question says all that the entry is called, and little
                // else: of accounts and the like, of which people have one.
                let is_whole = self.keys.get(*at).is_some_and(|named| {
                    let is_of_kinds = has_kinds(role);
                    let is_named = is_of_kinds
                        && named.telling.is_subset(&asked)
                        && asked.len() <= named.telling.len() + MOST_MORE;
                    named.is_plain && plain && !is_of_kinds || is_named
                });
                if self.is_record(*at) || is_whole {
                    raise(*at, SAME_ROLE);
                }
            }
        }
        scores
    }

    fn is_record(&self, at: usize) -> bool {
        self.keys.get(at).is_some_and(|named| named.is_record)
    }

    /// An entry that was made for no form in particular answers a question only if its whole meaning is the
    /// question's: the same telling words, or the same canonical question about the same thing. That words overlap
    /// says nothing: an emergency phone is no phone.
    fn raise_own(&self, ask: &Wording<'_>, raise: &mut impl FnMut(usize, f32)) {
        if self.keys.iter().all(|named| named.is_record) {
            return;
        }
        let asked = ask.understood;
        let field = ask.field;
        let mut said: Vec<&str> = vec![ask.question];
        if !ask.is_group {
            said.extend([
                field.label.as_str(),
                field.accessible_name.as_deref().unwrap_or_default(),
            ]);
            // What programmers call it tells where people read nothing.
            if field.label.trim().is_empty() {
                said.extend([field.name.as_str(), field.placeholder.as_str()]);
            }
        }
        said.sort_unstable();
        said.dedup();
        let wholes: Vec<String> = said.iter().map(|text| Meaning::of(text).whole).collect();
        let kind = ask.role().filter(|role| !has_kinds(*role));
        // Nobody chooses a number or their phone from a list, and a lone box is ticked for what it says.
        let choice_of: Vec<_> = said.iter().map(|text| question::all_telling_words(text)).collect();
        let mut texts: Vec<BTreeSet<String>> = said.into_iter().map(telling).collect();
        if asked.is_some_and(|question| question.intent.is_number_of_a_paper()) {
            // An entry called "Passport" holds its number.
            let number = telling("number");
            let bare = |text: &BTreeSet<String>| text.difference(&number).cloned().collect();
            let bare: Vec<BTreeSet<String>> = texts.iter().map(bare).collect();
            texts.extend(bare);
        }
        texts.retain(|text| !text.is_empty());
        for (at, named) in self.keys.iter().enumerate().filter(|(_, named)| !named.is_record) {
            // Where forms ask for it everywhere, or offer what to choose from, the same telling words may mean
            // something else.
            let may_mean_it = match kind {
                Some(role) => named.role == Some(role),
                None => match ask.answered_by {
                    Answered::Typing => true,
                    Answered::Choosing => choice_of.contains(&named.all_telling),
                    Answered::Ticking => false,
                },
            };
            let is_called_so = may_mean_it || wholes.contains(&named.meaning.whole);
            if is_called_so && texts.iter().any(|text| say_the_same(text, &named.telling)) {
                raise(at, SAME_WORDS);
            } else if let (Some(own), Some(asked)) = (&named.asks, asked)
                && own.is_same_as(asked)
            {
                raise(at, SAME_QUESTION);
            }
        }
    }

    /// How like a text each key is that shares a word with it.
    fn likeness(&self, text: &Meaning) -> Vec<(usize, f32)> {
        let mut shared = vec![0_usize; self.keys.len()];
        for key in self.vocabulary.keys_with(&text.words) {
            if let Some(count) = shared.get_mut(key) {
                *count += 1;
            }
        }
        let mut scores: Vec<(usize, f32)> = Vec::new();
        for (at, (named, shared)) in self.keys.iter().zip(shared).enumerate() {
            if shared > 0 {
                scores.push((at, named.meaning.likeness(text, shared)));
            }
        }
        if !text.whole.is_empty() {
            let same = self.by_whole.get(&text.whole).into_iter().flatten();
            scores.extend(same.map(|at| (*at, 1.0)));
        }
        scores
    }
}

/// How well a key of the person's own naming names a field, 0 to 1: by the words of both, or because both
/// mean the same kind of thing.
pub(crate) fn likeness(key: &ProfileKey, field: &Field) -> f32 {
    let named = NamedKeys::new(std::slice::from_ref(key), None);
    let understood = question::of_field(field);
    let score = |question: &str| {
        let ask = Wording {
            field,
            understood: understood.as_ref(),
            question,
            is_group: false,
            is_file: false,
            answered_by: Answered::Typing,
        };
        let scores = named.scores(&ask, &mut Known::new());
        scores.first().copied().unwrap_or_default()
    };
    let group = field.group.as_deref().map_or(0.0, score);
    group.max(score(&field.label))
}

/// Whether people have several of what a role means: identity numbers, accounts.
fn has_kinds(role: Role) -> bool {
    !role.is_standard() || matches!(role, Role::IdNumber | Role::VatNumber)
}

/// The telling words of a text, singular and in the words that they are compared as.
fn telling(text: &str) -> BTreeSet<String> {
    let telling = question::telling_words(text);
    let words: Vec<&str> = telling.iter().map(String::as_str).collect();
    same_words(&words).into_iter().map(stem).collect()
}

/// Whether two sets of telling words are the same, misspellings aside.
fn say_the_same(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let chars = |word: &String| word.chars().collect::<Vec<char>>();
    let has = |set: &BTreeSet<String>, word: &String| {
        set.contains(word) || set.iter().any(|known| nearly_equal(&chars(known), &chars(word)))
    };
    one.len() == other.len()
        && one.iter().all(|word| has(other, word))
        && other.iter().all(|word| has(one, word))
}

/// Whether an entry of the person's own is called just as a text says.
pub(crate) fn is_called(key: &ProfileKey, text: &str) -> bool {
    let name = key.as_str().split_once('.').map(|(_, name)| telling(&readable(name)));
    name.is_some_and(|name| !name.is_empty() && name == telling(text))
}

/// Whether a text has no word but those that forms ask with.
fn is_plain(text: &str) -> bool {
    let words = classify::words_of_forms(text);
    !words.is_empty() && words.iter().all(|(_, is_known)| *is_known)
}

/// A key's name as a label would have it.
fn readable(name: &str) -> String {
    name.replace('_', " ")
}

/// What fields of a page in this language would ask for that are labelled with these names, one beside the other as the
/// entries of a person are.
pub(crate) fn roles_of(names: &[&str], lang: Option<&str>) -> Vec<Option<Role>> {
    let key = ProfileKey::default();
    let named: Vec<_> = names.iter().map(|name| (&key, false, readable(name))).collect();
    roles_of_names(&named, lang)
}

/// A key is a label of its own: what would a field with this label ask for?
fn roles_of_names(named: &[(&ProfileKey, bool, String)], lang: Option<&str>) -> Vec<Option<Role>> {
    // Each stands in a form of its own, so that none tells about another.
    let fields = named.iter().zip(0_u32..).map(|((_, _, name), index)| Field {
        index,
        tag: "input".into(),
        kind: "text".into(),
        label: name.clone(),
        form: Some(index),
        ..Field::default()
    });
    let mut page = Observation {
        lang: lang.map(str::to_owned),
        fields: fields.collect(),
        ..Observation::default()
    };
    crate::classify::classify(&mut page);
    // A name that is a word of the vocabulary itself needs no interpretation.
    let token = |name: &str| Role::parse(name).filter(|_| name.contains('-'));
    let fields = page.fields.into_iter().zip(named);
    let read = |field: &Field| Role::of(field).filter(|role| *role != Role::OtherPerson);
    fields.map(|(field, (_, _, name))| token(name).or(read(&field))).collect()
}

/// The words of all keys, and which keys have each.
#[derive(Default)]
struct Vocabulary {
    ids: HashMap<String, usize>,
    words: Vec<(Vec<char>, Vec<usize>)>,
    /// Long words by their first and by their last letters: a misspelling leaves one of them whole.
    edges: HashMap<(bool, [char; EDGE]), Vec<usize>>,
}

impl Vocabulary {
    fn add(&mut self, word: &str, key: usize) {
        let id = *self.ids.entry(word.to_owned()).or_insert(self.words.len());
        if id == self.words.len() {
            let chars: Vec<char> = word.chars().collect();
            for edge in edges(&chars) {
                self.edges.entry(edge).or_default().push(id);
            }
            self.words.push((chars, Vec::new()));
        }
        if let Some((_, keys)) = self.words.get_mut(id) {
            keys.push(key);
        }
    }

    /// For each word of a key that is among these, or nearly: the key.
    fn keys_with(&self, words: &BTreeSet<String>) -> impl Iterator<Item = usize> {
        let mut found: Vec<usize> = Vec::new();
        for word in words {
            found.extend(self.ids.get(word));
            let chars: Vec<char> = word.chars().collect();
            for id in edges(&chars).iter().filter_map(|edge| self.edges.get(edge)).flatten() {
                let near = |(own, _): &(Vec<char>, Vec<usize>)| nearly_equal(own, &chars);
                if self.words.get(*id).is_some_and(near) {
                    found.push(*id);
                }
            }
        }
        found.sort_by_key(|id| *id);
        found.dedup();
        found.into_iter().filter_map(|id| self.words.get(id)).flat_map(|(_, keys)| keys).copied()
    }
}

/// First and last letters of a word that is long enough to be misspelt.
fn edges(word: &[char]) -> Vec<(bool, [char; EDGE])> {
    if word.len() < MISSPELT {
        return Vec::new();
    }
    let first = word.first_chunk::<EDGE>().map(|edge| (true, *edge));
    let last = word.last_chunk::<EDGE>().map(|edge| (false, *edge));
    first.into_iter().chain(last).collect()
}

/// The texts that say what a question is about, with the weight that each has.
fn texts_of(ask: &Wording<'_>) -> Vec<(String, f32)> {
    let field = ask.field;
    let mut texts: Vec<(String, f32)> = Vec::new();
    let mut add = |text: &str, weight: f32| {
        let text = text.trim();
        if !text.is_empty() && !texts.iter().any(|(known, _)| known == text) {
            texts.push((text.to_owned(), weight));
        }
    };
    add(ask.question, 1.0);
    if ask.is_group {
        add(&field.name, 1.0);
        return texts;
    }
    add(&field.label, 1.0);
    add(field.accessible_name.as_deref().unwrap_or_default(), 1.0);
    add(&field.name, 1.0);
    add(&field.id, 0.97);
    add(&field.placeholder, 0.85);
    if let (Some(section), false) = (&field.section, field.label.is_empty()) {
        add(&format!("{section} {}", field.label), 0.95);
        // Day, month and year are parts of what stands above them.
        if bind::is_date_part(field) {
            add(section, 1.0);
        }
    }
    texts
}

fn fold_short(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => fold(text.get(..end).unwrap_or_default()),
        None => fold(text),
    }
}

/// A text, ready to be compared by meaning.
#[derive(Debug, Clone, PartialEq)]
struct Meaning {
    /// All letters and digits in a row.
    whole: String,
    words: BTreeSet<String>,
}

impl Meaning {
    fn of(text: &str) -> Self {
        Self::of_folded(&fold_short(text))
    }

    fn of_folded(folded: &str) -> Self {
        let plain: Vec<&str> =
            folded.split(' ').filter(|word| !word.is_empty()).take(MAX_WORDS).collect();
        // Twice: what a phrase is compared as may belong to a longer phrase.
        let all: Vec<String> = same_words(&same_words(&plain)).into_iter().map(stem).collect();
        let meaningful: BTreeSet<String> =
            all.iter().filter(|word| !has(List::LabelFiller, word)).cloned().collect();
        let words = if meaningful.is_empty() { all.into_iter().collect() } else { meaningful };
        Self { whole: folded.replace(' ', ""), words }
    }

    /// Whether a question asks for this and nothing else, perhaps once more.
    fn is_asked_again_by(&self, question: &Self) -> bool {
        let adds = |word: &&String| !has(List::AsksAgain, word) && !self.words.contains(*word);
        !question.words.is_empty() && question.words.iter().find(adds).is_none()
    }

    /// Whether both are numbered, and differently: "address line 1" is not "address line 2".
    fn counts_otherwise(&self, other: &Self) -> bool {
        let numbers = |meaning: &Self| -> Vec<String> {
            let runs = meaning.whole.split(|c: char| !c.is_ascii_digit());
            runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
        };
        let (own, others) = (numbers(self), numbers(other));
        !own.is_empty() && !others.is_empty() && own != others
    }

    /// 0 to 1: how much of the meaning is shared, when `shared` of the own words are the other's too.
    fn likeness(&self, other: &Self, shared: usize) -> f32 {
        if shared == 0 || self.counts_otherwise(other) {
            return 0.0;
        }
        let all = shared >= self.words.len() && shared >= other.words.len();
        if all && self.words == other.words {
            return SAME_WORDS;
        }
        let (few, many) = ordered(self.words.len(), other.words.len());
        // What all words of the shorter text say, the longer one says too; the less it adds, the better.
        let part = ratio(shared, few);
        let whole = ratio(2 * shared, self.words.len() + other.words.len());
        if shared >= few { (0.3 + 0.65 * ratio(few, many)).min(0.93) } else { part * whole }
    }
}

/// A phrase's words, and the words that it is compared as.
type Phrase = (Vec<&'static str>, Vec<&'static str>);

/// The phrases of [`List::Same`] by their first words.
static PHRASES: LazyLock<HashMap<&str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<Phrase>> = HashMap::new();
    for row in language::rows(List::Same) {
        let Some((same, listed)) = row.split_first() else { continue };
        for phrase in listed {
            let words: Vec<&str> = phrase.split(' ').collect();
            if let Some(first) = words.first().copied() {
                phrases.entry(first).or_default().push((words, same.split(' ').collect()));
            }
        }
    }
    for list in phrases.values_mut() {
        list.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }
    phrases
});

/// Words with each phrase of [`List::Same`] replaced, the longest first.
fn same_words<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut replaced = Vec::with_capacity(words.len());
    let mut rest = words;
    while let Some((first, after)) = rest.split_first() {
        let listed = PHRASES.get(first).into_iter().flatten();
        match listed.into_iter().find(|(phrase, _)| rest.starts_with(phrase)) {
            Some((phrase, same)) => {
                replaced.extend(same);
                rest = rest.get(phrase.len()..).unwrap_or_default();
            }
            None => {
                replaced.push(*first);
                rest = after;
            }
        }
    }
    replaced
}

fn ordered(a: usize, b: usize) -> (usize, usize) {
    if a < b { (a, b) } else { (b, a) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
fn ratio(a: usize, b: usize) -> f32 {
    a as f32 / b.max(1) as f32
}

/// Plural and possessive endings do not count.
fn stem(word: &str) -> String {
    let long = word.chars().count() > 3;
    let stripped = word.strip_suffix("ies").map(|stem| format!("{stem}y")).or_else(|| {
        let plain = word.strip_suffix('s')?;
        (!plain.ends_with('s') && !plain.ends_with('u')).then(|| plain.to_owned())
    });
    match stripped {
        Some(stem) if long => stem,
        _ => word.to_owned(),
    }
}

/// One letter more, less or other, in words long enough that this is a misspelling.
fn nearly_equal(a: &[char], b: &[char]) -> bool {
    if a.len() < MISSPELT || b.len() < MISSPELT || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let front = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    front + back + 1 >= a.len().max(b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(key: &str, label: &str) -> f32 {
        let keys = [ProfileKey::new(format!("record.{key}"))];
        let named = NamedKeys::new(&keys, None);
        let scores = named.likeness(&Meaning::of(label));
        scores.iter().map(|(_, score)| *score).fold(0.0, f32::max)
    }

    #[test]
    fn meaning_survives_wording() {
        let check = |key: &str, label: &str, at_least: f32| {
            let score = likeness(key, label);
            assert!(score >= at_least, "{key} / {label}: {score}");
        };
        check("author_name", "Author Name", 1.0);
        check("email", "Email Address *", 0.95);
        check("Date of Birth", "dateOfBirth", 0.95);
        check("phone", "Phone Number", 0.95);
        check("Tax ID/EIN", "Tax ID / EIN", 0.95);
        check("current_role", "Current Role/Position", 0.62);
        check("Notice period", "What is your notice period?", 0.95);
        check("Certifications", "Certification", 0.95);
        check("Occupation", "Ocupation", 0.62);
    }

    #[test]
    fn different_things_stay_apart() {
        let check = |key: &str, label: &str| {
            let score = likeness(key, label);
            assert!(score < THRESHOLD, "{key} / {label}: {score}");
        };
        check("Full Name", "Emergency Contact Name");
        check("founder_email", "founder_phone");
        check("First name", "Last name");
        check("start date", "end date");
        check("Party Name", "Party Type");
        check("address-line2", "Address line 1");
        check("referee 1 phone", "Referee 2 phone");
        check("email", "");
    }
}
