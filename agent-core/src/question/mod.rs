//! What a page asks beyond what single fields are called: canonical questions of applications and other forms, in any
//! language, with what each is about (a country, a skill, a company).
//!
//! It reads words alone and knows nothing of the person. Which of the person's entries answer a question is said here
//! by their names ([`Question::keys`]); what the answer is, is [`crate::bind`]'s to derive.
//!
//! What is not understood as a whole is not understood: a question says what it asks for in several words, and the one
//! that nobody knows may turn it round.

mod answer;
mod apart;
mod concept;
mod fact;
mod form;
mod intent;
mod keys;
mod region;
mod rules;
mod sentence;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wordings;

use std::collections::BTreeSet;

use shared_types::Field;

use crate::{
    language::{self, List},
    text::{collapse, fold, label_words},
};

pub(crate) use answer::{
    Class, classes, is_answer, is_degree, language_named, languages_in, same_language,
};
use concept::Concept;
pub use fact::{FACTS, Fact, FactKind, fact_of};
pub(crate) use fact::{is_told_as_it_stands, says_who, told_key};
use form::Form;
pub(crate) use intent::Intent;
pub(crate) use region::Region;
use rules::{IDLE, RULES, Rest, Rule};
use sentence::{Sentence, Word};

/// The country that a question is about which names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnnamedCountry {
    /// The one that the person lives in.
    Own,
    /// The one that the form is about.
    OfTheForm,
    /// Several, or one that is not clear.
    Unclear,
}

/// A question as it is understood.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Question {
    /// What is asked.
    pub(crate) intent: Intent,
    /// Countries and groups of countries that it names.
    pub(crate) regions: Vec<Region>,
    /// Whether it is turned into its opposite: "are you not authorised".
    pub(crate) negated: bool,
    /// The words that say what it is about, as they stand there: a skill, a company.
    pub(crate) subject: String,
    /// Which one of several entries is meant, the first is 0: "Referee 2".
    pub(crate) ordinal: usize,
    /// A number in it: "at least 18".
    pub(crate) number: Option<u32>,
    /// All of it that was read.
    pub(crate) text: String,
}

impl Question {
    /// One that is asked by this text, about nothing in particular.
    fn of(intent: Intent, text: &str) -> Self {
        Self {
            intent,
            regions: Vec::new(),
            negated: false,
            subject: String::new(),
            ordinal: 0,
            number: None,
            text: collapse(text),
        }
    }
}

/// Characters of a question that are read.
const MAX_CHARS: usize = 1500;
/// Of so many known words, one unknown one does not speak against them.
const KNOWN_FOR_UNKNOWN: usize = 4;
/// Letters of known words by which a text is of another language than its page, and how many times as many they are.
const CLEAR_WORDS: usize = 12;
const CLEARLY: usize = 2;
/// Choices of a list that is one of levels of a language, at least.
const LEAST_LEVELS: usize = 3;
/// Choices of a list of types of phones at most.
const PHONE_TYPES: usize = 8;
/// Words that a skill has at most, where nothing but its name says that one is asked for.
const MAX_SKILL: usize = 2;
/// Words that a subject has at most.
const MAX_SUBJECT: usize = 6;

/// The question of a field: of its group, else of its label, with the heading above where that says whose it is.
pub(crate) fn of_field(field: &Field) -> Option<Question> {
    let is_choice = matches!(field.kind.as_str(), "radio" | "checkbox");
    let group = field.group.as_deref().filter(|group| !group.trim().is_empty());
    let own = match group {
        Some(group) if is_choice => group,
        _ => field.label.as_str(),
    };
    let accessible = field.accessible_name.as_deref().unwrap_or_default();
    let texts = [own, accessible, field.placeholder.as_str()];
    let text = texts.into_iter().find(|text| !text.trim().is_empty())?;
    let section = field.section.as_deref().unwrap_or_default();
    of_text(text, section, Form::of(field))
        .or_else(|| level_alone(text, field))
        .or_else(|| phone_type_alone(text, field))
}

/// The type of a phone number that stands beside it: "Type", with a mobile among its choices and nothing that is no phone.
fn phone_type_alone(text: &str, field: &Field) -> Option<Question> {
    let choices = field.options.as_deref()?.iter().filter(|option| !option.value.is_empty());
    let choices: Vec<Sentence> = choices.map(|option| Sentence::read(&option.text)).collect();
    let is_phone = |choice: &Sentence| {
        !choice.words.is_empty() && choice.words.iter().all(|word| word.speaks_of(Concept::Phone))
    };
    let others = [Concept::Email, Concept::OtherEmail, Concept::Address];
    let is_other = |choice: &Sentence| others.into_iter().any(|one| choice.speaks_of(one));
    if choices.len() > PHONE_TYPES || choices.iter().filter(|one| is_phone(one)).count() != 1 {
        return None;
    }
    let sentence = Sentence::read(&collapse(text));
    let is_type = |word: &Word| word.speaks_of(Concept::Type) || word.is_idle();
    let is_all = sentence.words.iter().all(is_type) && sentence.speaks_of(Concept::Type);
    (is_all && choices.len() > 1 && !choices.iter().any(is_other))
        .then(|| Question::of(Intent::PhoneType, text))
}

/// The level of a language that stands beside it: "Proficiency", with choices up to a mother tongue. Skills have levels, too,
/// but none of those.
fn level_alone(text: &str, field: &Field) -> Option<Question> {
    let choices =
        field.options.as_deref()?.iter().map(|option| classes(&option.text, Class::Fluency));
    let ranks: Vec<usize> = choices.filter_map(|ranks| ranks.first().copied()).collect();
    let around = [&field.section, &field.group, &field.accessible_name, &field.described_by];
    let names_one = around.into_iter().flatten().any(|text| !languages_in(text).is_empty());
    if ranks.len() < LEAST_LEVELS || !ranks.contains(&Class::MOTHER_TONGUE) || names_one {
        return None;
    }
    let sentence = Sentence::read(&collapse(text));
    let is_level = |word: &Word| {
        word.speaks_of(Concept::Level)
            || word.speaks_of(Concept::Fluent)
            || !classes(&word.text, Class::Fluency).is_empty()
    };
    let is_all = sentence.words.iter().all(|word| is_level(word) || word.is_idle());
    (is_all && sentence.words.iter().any(is_level) && sentence.regions.is_empty())
        .then(|| Question::of(Intent::LanguageLevel, text))
}

/// Whether a text, or a sentence of it, asks for one case alone: what it wants depends on an answer that stands
/// elsewhere.
pub(crate) fn is_for_a_case(text: &str) -> bool {
    let text = collapse(text);
    sentence::split(&text).iter().any(|one| Sentence::read(one).is_for_a_case())
}

/// The question that a text asks under a heading.
pub(crate) fn of_text(text: &str, section: &str, form: Form) -> Option<Question> {
    let text = collapse(text);
    let text = sentence::without_repeat(&text);
    // What is not read may turn round what is.
    if text.chars().count() > MAX_CHARS {
        return None;
    }
    let sentences = sentence::split(text);
    let asking: Vec<&str> = sentences.iter().copied().filter(|one| sentence::asks(one)).collect();
    let asking = if asking.is_empty() { sentences } else { asking };
    let mut found: Option<Question> = None;
    for one in asking {
        let is_asking = sentence::asks(one);
        let Some(question) = of_sentence(one, section, form) else {
            // Asked beside what is understood, it is asked as well, unless it only goes on from the answer.
            if is_asking && !Sentence::read(one).goes_on_from_an_answer() {
                return None;
            }
            continue;
        };
        // Two questions in one field are none that can be answered.
        if found.as_ref().is_some_and(|known| *known != question) {
            return None;
        }
        found = found.or(Some(question));
    }
    let mut found = found?;
    // "A degree is needed. Do you have it?" asks of what stands before.
    if found.intent == Intent::EducationCompleted && sentence::split(text).len() > 1 {
        return None;
    }
    found.text = text.to_owned();
    found.ordinal = region::ordinal(text).or_else(|| region::ordinal(section)).unwrap_or(0);
    Some(found)
}

fn of_sentence(text: &str, section: &str, form: Form) -> Option<Question> {
    if !is_of_any_rule(text, section) {
        return None;
    }
    let sentence = Sentence::read(text);
    let own = match sentence::without_preamble(text) {
        Some(rest) => understood(&Sentence::read(rest), form),
        None => understood(&sentence, form),
    };
    // Whose it is may stand in the heading alone: "Emergency contact", then "Name".
    let is_short = sentence.words.len() <= SHORT_LABEL;
    let of_other = || {
        let heading = Sentence::read(section);
        let says_more = heading.words.iter().any(|word| word.concepts.is_empty());
        if says_more || heading.words.len() > SHORT_LABEL {
            return None;
        }
        let other = heading.words.iter().find(|word| word.heads_somebody_else())?;
        let mut whole = sentence.clone();
        whole.words.push(other.clone());
        Some(understood(&whole, form))
    };
    // A driver or a traveller of a heading may be the person; a number of theirs is not given on the chance.
    let may_be_of_another =
        || Sentence::read(section).words.iter().any(|word| word.speaks_of(Concept::SomebodyElse));
    match of_other().filter(|_| is_short && !section.is_empty()) {
        Some(question) => question,
        None => own.filter(|own| !own.intent.is_number_of_a_paper() || !may_be_of_another()),
    }
}

/// Whether a text, with the heading above it, speaks of all that some rule needs. Most fields do not, and need no
/// closer reading.
fn is_of_any_rule(text: &str, section: &str) -> bool {
    let mut concepts = concept::all_in(&label_words(text));
    concepts.extend(concept::all_in(&label_words(section)));
    concepts.sort_unstable();
    let has_all = |set: &&[Concept]| set.iter().all(|one| concepts.binary_search(one).is_ok());
    RULES.iter().any(|rule| rule.needs.iter().any(has_all))
}

/// Countries and groups of countries that a text names.
pub(crate) fn regions_in(text: &str) -> Vec<Region> {
    region::take(text).1
}

/// A label of so many words may leave it to the heading whose it is.
const SHORT_LABEL: usize = 5;

/// The rule that accounts for most of a sentence.
fn understood(sentence: &Sentence, form: Form) -> Option<Question> {
    if sentence.is_cut || sentence.asks_in_the_negative {
        return None;
    }
    let mut best: Option<(usize, Question)> = None;
    let mut is_tied = false;
    for rule in RULES.iter().filter(|rule| rule.intent.takes(form)) {
        let Some((weight, subject)) = fits(rule, sentence) else { continue };
        if apart::is_another(rule.intent, sentence, form) {
            continue;
        }
        if !says_how_much(rule.intent, sentence, &subject) {
            continue;
        }
        // A question about a place names one.
        let names_place = !sentence.regions.is_empty() || !subject.is_empty();
        if !names_place && matches!(rule.intent, Intent::InPlace | Intent::IsCitizen) {
            continue;
        }
        let question = Question {
            intent: rule.intent,
            regions: sentence.regions.clone(),
            negated: sentence.negations() % 2 == 1,
            subject,
            ordinal: 0,
            number: sentence.number,
            text: String::new(),
        };
        match &best {
            Some((known, _)) if *known > weight => {}
            Some((known, other)) if *known == weight => is_tied |= other.intent != rule.intent,
            _ => {
                best = Some((weight, question));
                is_tied = false;
            }
        }
    }
    best.filter(|_| !is_tied).map(|(_, question)| question)
}

/// Whether a question that only some amount, rank or thing makes one says which.
fn says_how_much(intent: Intent, sentence: &Sentence, subject: &str) -> bool {
    let names_rank = || {
        let words: Vec<&str> = sentence.words.iter().map(|word| word.text.as_str()).collect();
        classes(&words.join(" "), Class::Education).len() == 1
    };
    match intent {
        Intent::YearsAtLeast | Intent::YearsOfAtLeast => sentence.number.is_some(),
        // "Experience negotiating contracts with suppliers" is a story, and no entry of a list.
        Intent::HasExperience => subject.split(' ').count() <= MAX_SKILL,
        Intent::HasDegree => names_rank(),
        // "Have you completed a master's degree?" asks of no school in particular.
        Intent::EducationCompleted => !names_rank(),
        _ => true,
    }
}

/// Whether a text asks for another thing than was asked for elsewhere: "other language".
pub(crate) fn asks_for_another(text: &str) -> bool {
    Sentence::read(text).words.iter().any(|word| word.speaks_of(Concept::Other))
}

/// Whether a text takes something out of what it says: *without*.
pub(crate) fn leaves_out(text: &str) -> bool {
    Sentence::read(text).words.iter().any(|word| word.speaks_of(Concept::Without))
}

/// How well a rule accounts for a sentence, and the words that it is about; `None` where it does not.
fn fits(rule: &Rule, sentence: &Sentence) -> Option<(usize, String)> {
    let has = |concept: &Concept| sentence.words.iter().any(|word| word.speaks_of(*concept));
    let whole = rule.needs.iter().filter(|set| set.iter().all(has));
    let needed = whole.max_by_key(|set| set.len())?;
    let listed = |concept: &Concept| {
        needed.contains(concept)
            || rule.may.contains(concept)
            || IDLE.contains(concept)
            || rule.needs.iter().any(|set| set.contains(concept))
    };
    let is_negation = |word: &Word| word.speaks_of(Concept::Not);
    let mut known = 0;
    let mut rest: Vec<&Word> = Vec::new();
    for word in &sentence.words {
        if word.concepts.is_empty() {
            rest.push(word);
        } else if word.concepts.iter().any(listed) {
            known += usize::from(!word.is_idle());
        } else if !is_negation(word) {
            // It speaks of something that has no place in this question.
            return None;
        }
    }
    // What needs all of a sentence's words says more of it than what needs a few.
    let weight = needed.len() * 4 + known.min(3);
    match rule.rest {
        Rest::Against => {
            let fits = rest.len() * KNOWN_FOR_UNKNOWN <= known;
            (fits && (rest.is_empty() || !rule.intent.binds())).then(|| (weight + 1, String::new()))
        }
        Rest::Subject => {
            let subject: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
            let is_one = !subject.is_empty() && subject.len() <= MAX_SUBJECT;
            is_one.then(|| (weight, subject.join(" ")))
        }
        Rest::MaybeSubject => {
            let subject: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
            (subject.len() <= MAX_SUBJECT).then(|| (weight, subject.join(" ")))
        }
    }
}

/// Whether a text asks about what goes on now: a *current* programme, and not the most recent one.
pub(crate) fn asks_about_the_present(text: &str) -> bool {
    let is_now = |word: &Word| word.speaks_of(Concept::Now) && !word.speaks_of(Concept::Recent);
    Sentence::read(text).words.iter().any(is_now)
}

/// What the texts of a field say beside the question that they ask, however it is put there: in brackets, in a sentence
/// of its own, behind what is read of a question. `None` where that cannot be told.
pub(crate) fn said_beside(question: &Question, texts: &[&str]) -> Option<Vec<String>> {
    let rule_of = |concept: Concept| {
        let own = RULES.iter().filter(|rule| rule.intent == question.intent);
        let mut all = own.flat_map(|rule| rule.needs.iter().copied().chain([rule.may]));
        all.any(|concepts| concepts.contains(&concept))
    };
    // By these a field may ask for a promise as well as for a fact.
    let is_plain = |hits: &[concept::Hit], at: usize| {
        let Some(hit) = hits.get(at) else { return false };
        match hit.topic {
            Concept::Filler | Concept::Willing | Concept::Work => false,
            Concept::Agreement => question.intent == Intent::NonCompete,
            // "Authorised to work", and not "authorise us to work".
            Concept::Authorised => rule_of(hit.topic) && leads_to(hits, at, Concept::Work),
            Concept::Visa => {
                let gives = [Concept::Here, Concept::Company];
                rule_of(hit.topic) && !gives.into_iter().any(|one| leads_to(hits, at, one))
            }
            other => rule_of(other),
        }
    };
    let mut beside = Vec::new();
    for text in texts {
        for reading in crate::text::readings(text) {
            if reading.chars().count() > sentence::MAX_CHARS {
                return None;
            }
            beside.push(concept::without(&reading, is_plain));
        }
    }
    Some(beside)
}

/// Whether what comes next after a phrase, words that only hold the sentence together aside, speaks of something; or the
/// phrase does itself.
fn leads_to(hits: &[concept::Hit], at: usize, concept: Concept) -> bool {
    let Some(own) = hits.get(at) else { return false };
    let is_idle = |hit: &&concept::Hit| {
        use Concept::{Authorised, Filler, Have, Law, Now, Using, Valid};
        matches!(hit.topic, Filler | Using | Authorised | Have | Law | Now | Valid)
    };
    let next = hits.iter().filter(|hit| hit.start >= own.end).find(|hit| !is_idle(hit));
    let starts: Vec<usize> = [Some(own), next].into_iter().flatten().map(|hit| hit.start).collect();
    hits.iter().any(|hit| hit.topic == concept && starts.contains(&hit.start))
}

/// The words of a text that say what it asks for: those, and the numbers and places, that are not only there to ask.
pub(crate) fn telling_words(text: &str) -> BTreeSet<String> {
    let sentence = Sentence::read(text);
    // A passport is asked for by its number.
    let tells = |word: &&Word| !word.is_idle() && !word.speaks_of(Concept::Number);
    let mut words: Vec<&Word> = sentence.words.iter().filter(tells).collect();
    if words.is_empty() {
        words = sentence.words.iter().filter(|word| !word.is_idle()).collect();
    }
    let mut telling: BTreeSet<String> =
        words.into_iter().flat_map(|word| word.text.split(' ')).map(str::to_owned).collect();
    telling.extend(
        text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned),
    );
    telling.extend(sentence.regions.iter().map(|region| format!("{region:?}")));
    telling
}

/// The language of a text, by its tag: the one that its page names, unless its words are clearly another's.
pub(crate) fn language_of(text: &str, named: &str) -> Option<&'static str> {
    let named = named.split(['-', '_']).next().unwrap_or_default();
    let named = language::LANGUAGES.iter().find(|one| one.tag.eq_ignore_ascii_case(named));
    let covered = concept::languages_of(&label_words(text));
    let of = |tag: &str| covered.iter().find(|(one, _)| *one == tag).map_or(0, |(_, sum)| *sum);
    let (best, most) = covered.first().copied().unwrap_or_default();
    match named.map(|one| one.tag) {
        Some(named) if most < CLEAR_WORDS || most < of(named) * CLEARLY => Some(named),
        Some(_) => Some(best),
        None => {
            let second = covered.get(1).map_or(0, |(_, letters)| *letters);
            (most >= CLEAR_WORDS && most > second).then_some(best)
        }
    }
}

/// Whether a text is read by the words of the language that its page names, and not by another's that has some of them:
/// *plat* is a salary in Czech. An unknown language is any.
pub(crate) fn is_read_as(text: &str, named: &str) -> bool {
    let named = named.split(['-', '_']).next().unwrap_or_default();
    if !language::LANGUAGES.iter().any(|one| one.tag.eq_ignore_ascii_case(named)) {
        return true;
    }
    let covered = concept::languages_of(&label_words(text));
    let most = covered.first().map_or(0, |(_, letters)| *letters);
    let own = covered.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(named));
    own.is_some_and(|(_, letters)| *letters == most)
        || language_of(text, named).is_some_and(|clearly| !clearly.eq_ignore_ascii_case(named))
}

/// A text's words as labels are compared, each with whether it only holds the sentence together in a language.
pub(crate) fn words_of_question(text: &str, lang: Option<&str>) -> Vec<(String, bool)> {
    let text = label_words(text);
    let hits = lang.map_or_else(|| concept::find(&text), |tag| concept::find_of(&text, tag));
    // What it wants to know by its opening word is told by [`wants`].
    let is_idle = |topic: Concept| {
        use Concept::{Filler, HowMuch, Using, When, Where};
        matches!(topic, Filler | Using | HowMuch | Where | When)
    };
    let fillers = || hits.iter().filter(|hit| is_idle(hit.topic));
    let mut start = 0;
    let mut words = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (from, end) = (start, start + word.len());
        start = end + 1;
        words.push((word.to_owned(), fillers().any(|hit| hit.start <= from && end <= hit.end)));
    }
    words
}

/// What a question wants to know by the word that opens it: where, when, how much. `None` where no such word is in it.
pub(crate) fn wants(text: &str, lang: Option<&str>) -> Option<u8> {
    let asked = [Concept::Where, Concept::When, Concept::HowMuch];
    let text = label_words(text);
    let hits = lang.map_or_else(|| concept::find(&text), |tag| concept::find_of(&text, tag));
    (0..).zip(asked).find(|(_, one)| hits.iter().any(|hit| hit.topic == *one)).map(|(at, _)| at)
}

/// Whether a text speaks of the one who asks: "with us", "this company".
pub(crate) fn speaks_of_the_asker(text: &str) -> bool {
    Sentence::read(text).speaks_of(Concept::Here)
}

/// The words of a text that tell what it asks for, those that say *number* among them.
pub(crate) fn all_telling_words(text: &str) -> BTreeSet<String> {
    let sentence = Sentence::read(text);
    let numbers = sentence.words.iter().filter(|word| word.speaks_of(Concept::Number));
    let mut words = telling_words(text);
    words.extend(numbers.map(|word| word.text.clone()));
    words
}

/// What the name of an own entry asks, as far as it is a question: "Name of your present firm".
pub(crate) fn of_name(name: &str) -> Option<Question> {
    [Form::Text, Form::YesNo].into_iter().find_map(|form| of_text(name, "", form))
}

/// The question that was asked in these words, with these choices.
pub(crate) fn of_asked(text: &str, options: &[String]) -> Option<Question> {
    match options {
        [] => of_name(text),
        _ => of_text(text, "", Form::of_choices(options.iter().map(String::as_str))),
    }
}

impl Question {
    /// Keys of the entries that answer it, best first.
    pub(crate) fn keys(&self, ordinal: usize) -> Vec<String> {
        let number = |key: &str| match key.starts_with("facts.") {
            // People count from one.
            true => (self.ordinal + 1).to_string(),
            false => ordinal.to_string(),
        };
        let keys = self.intent.keys().iter();
        keys.map(|key| key.replace(".N.", &format!(".{}.", number(key)))).collect()
    }

    /// Whether an entry may answer it. Of several people the one that is meant.
    pub(crate) fn draws_on(&self, key: &str) -> bool {
        if key.starts_with("facts.") {
            return self.keys(0).iter().any(|own| own == key);
        }
        let plain = |key: &str| -> String {
            let parts = key.split('.');
            let part = |part| if str::parse::<u32>(part).is_ok() { "N" } else { part };
            parts.map(part).collect::<Vec<_>>().join(".")
        };
        self.intent.keys().iter().any(|known| plain(known) == plain(key))
    }

    /// Whether it asks for a document that gives leave, and not for leave: whoever needs none may have none.
    pub(crate) fn asks_for_a_permit(&self) -> bool {
        self.speaks_of(Concept::Visa) && !self.speaks_of(Concept::Authorised)
    }

    /// Whether it asks about something that the law describes more narrowly: a *protected* veteran.
    pub(crate) fn is_narrowed_by_law(&self) -> bool {
        self.speaks_of(Concept::Law)
    }

    /// Whether it asks about this time alone.
    pub(crate) fn asks_about_now(&self) -> bool {
        self.speaks_of(Concept::Now) && !self.speaks_of(Concept::Before)
    }

    fn speaks_of(&self, concept: Concept) -> bool {
        Sentence::read(&self.text).words.iter().any(|word| word.speaks_of(concept))
    }

    /// Whether it asks about where the person is: "your current location".
    pub(crate) fn asks_about_here(&self) -> bool {
        self.speaks_of(Concept::Reside)
            && self.speaks_of(Concept::Now)
            && !self.speaks_of(Concept::Job)
            && !self.speaks_of(Concept::Country)
    }

    /// Which country is meant where it names none. The person's own only if one country and one place to live are spoken
    /// of, in the words for where somebody lives now: a job is located somewhere, too, and "where you would be based" is
    /// where the job is.
    pub(crate) fn unnamed_country(&self) -> UnnamedCountry {
        let sentence = Sentence::read(&self.text);
        let count = |concept| sentence.words.iter().filter(|word| word.speaks_of(concept)).count();
        let text = format!(" {} ", fold(&self.text));
        let says = |list: List| {
            language::words(list).iter().any(|phrase| text.contains(&format!(" {phrase} ")))
        };
        let countries = count(Concept::Country);
        let homes = count(Concept::Reside);
        let speaks_of_job = count(Concept::Job) > 0;
        if countries == 0 || homes == 0 {
            UnnamedCountry::OfTheForm
        } else if says(List::LivesThere) {
            let is_alone = countries == 1 && homes == 1 && !speaks_of_job && !self.negated;
            if is_alone { UnnamedCountry::Own } else { UnnamedCountry::Unclear }
        } else if speaks_of_job || says(List::WillBeThere) {
            UnnamedCountry::OfTheForm
        } else {
            UnnamedCountry::Unclear
        }
    }

    /// Whether it names how many days of a week.
    pub(crate) fn names_days(&self) -> bool {
        self.speaks_of(Concept::PartOfWeek) || self.speaks_of(Concept::DaysAWeek)
    }

    /// Whether it asks for what reaches the person at a place (at work, at home) and not for just another.
    pub(crate) fn is_of_a_place(&self) -> bool {
        let text = format!(" {} ", label_words(&self.text));
        let others = language::words(List::AnotherOne);
        !others.iter().any(|phrase| text.contains(&format!(" {phrase} ")))
    }

    /// Whether it asks for a number.
    pub(crate) fn asks_how_many(&self) -> bool {
        self.speaks_of(Concept::HowMuch) || self.speaks_of(Concept::Number)
    }

    /// What it means, spelled so that two of the same meaning are spelled alike; `None` where it says too little, or
    /// means a country or a company that only the page names.
    pub(crate) fn meaning(&self) -> Option<String> {
        use Intent as I;
        let is_vague = matches!(self.intent, I::SomebodyElse | I::OfDocument);
        let needs_place = matches!(
            self.intent,
            I::WorkPermission
                | I::WorkPermissionAlone
                | I::PermitNeeded
                | I::Sponsorship
                | I::InPlace
                | I::IsCitizen
                | I::JobHere
        );
        let names_none = self.regions.is_empty() && self.subject.is_empty();
        let is_of_the_asker =
            self.speaks_of(Concept::Here) && !matches!(self.intent, I::Heard | I::Referral);
        if is_vague || needs_place && names_none || is_of_the_asker {
            return None;
        }
        let (regions, subject) = (&self.regions, fold(&self.subject));
        let turned = if self.negated { "not " } else { "" };
        let mut meaning = format!("{turned}{:?} {subject} {}", self.intent, self.ordinal);
        regions.iter().for_each(|region| meaning.push_str(&format!(" {region:?}")));
        self.number.iter().for_each(|number| meaning.push_str(&format!(" {number}")));
        Some(meaning)
    }

    /// Whether it asks for the same as another.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        // Of these the question says too little to be the same as another.
        !matches!(self.intent, Intent::SomebodyElse | Intent::OfDocument)
            && self.intent == other.intent
            && self.regions == other.regions
            && self.negated == other.negated
            && self.ordinal == other.ordinal
            && self.number == other.number
            && fold(&self.subject) == fold(&other.subject)
    }
}
