//! Stored answers, found by the questions of a page: by the same words, by the same canonical meaning, and near in
//! meaning.

mod guard;
mod index;
mod lexicon;
mod wording;

use std::cell::OnceCell;

use shared_types::{AnswerNote, AskedQuestion, ProfileKey, Question};

use crate::{bind::Source, gate, question};
use guard::Verdict;
use index::Index;
use wording::Wording;

/// What a near answer must reach, 0 to 1.
const NEAR: f32 = 0.56;
/// The same where each question has a word that the other says nothing like.
const NEAR_WITH_OTHER_WORDS: f32 = 0.7;
/// Wordings of one question that are kept besides the first.
const MAX_WORDINGS: usize = 20;
/// Two that are nearer to each other than this are told apart by nobody but the person.
const MARGIN: f32 = 0.04;

/// Why an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The questions say the same.
    Words,
    /// They are the same canonical question.
    Meaning,
    /// They are like each other.
    Near,
}

/// An answer that may be meant, for the person to take or not to take.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The answer: `answers.Notice period`.
    pub key: ProfileKey,
    /// The question that it was given to.
    pub question: String,
    /// Why.
    pub because: Because,
    /// How near, 0 to 1.
    pub score: f32,
}

/// What is known of a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// The same was asked before: the answer can be filled.
    Same(ProfileKey, Because),
    /// Something like it was: the best first. Never filled without the person.
    Near(Vec<Proposal>),
}

/// The person's answers, ready to be asked.
#[derive(Debug, Default)]
pub struct Answers {
    kept: Vec<Kept>,
    index: Index,
}

/// The answers that hold on a page, made ready when the first question is asked: that takes longer than to find one.
#[derive(Debug, Default)]
pub struct LateAnswers(OnceCell<Answers>);

impl LateAnswers {
    /// Of what the person has here, which is the same for as long as these are kept.
    pub fn of(&self, source: &Source<'_>) -> &Answers {
        self.0.get_or_init(|| Answers::of_source(source))
    }
}

#[derive(Debug)]
struct Kept {
    key: ProfileKey,
    wording: Wording,
    origin: String,
}

impl Answers {
    /// Of the answers that hold here, but for agreements, which hold for a site, and secrets, which are kept nowhere.
    pub fn of_source(source: &Source<'_>) -> Self {
        Self::new(source.answers())
    }

    /// Of names of answers, each with what is known of it. An answer without a note is known by its name.
    pub fn new<'a>(named: impl IntoIterator<Item = (&'a str, Option<&'a AnswerNote>)>) -> Self {
        let mut answers = Self::default();
        for (name, note) in named {
            let key = ProfileKey::new(format!("answers.{name}"));
            if !gate::names_something(&key) || gate::is_secret_by_name(&key) {
                continue;
            }
            let by_name;
            let question = match note {
                Some(note) if !note.question.text.trim().is_empty() => &note.question,
                _ => {
                    by_name =
                        AskedQuestion { text: name.replace('_', " "), ..AskedQuestion::default() };
                    &by_name
                }
            };
            let meaning = match note {
                Some(note) if !note.meaning.is_empty() => Some(note.meaning.clone()),
                _ => meaning_of(question),
            };
            let origin = note.map(|note| note.origin.clone()).unwrap_or_default();
            answers.add(&key, question, meaning, origin);
            for other in note.iter().flat_map(|note| &note.also) {
                answers.add(&key, other, meaning_of(other), String::new());
            }
        }
        answers
    }

    fn add(
        &mut self,
        key: &ProfileKey,
        question: &AskedQuestion,
        meaning: Option<String>,
        origin: String,
    ) {
        let wording = Wording::with_meanings(question);
        self.index.add(self.kept.len(), &wording, meaning);
        self.kept.push(Kept { key: key.clone(), wording, origin });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// What is known of a question that a site asks.
    pub fn find(&self, asked: &AskedQuestion, origin: &str) -> Known {
        if self.is_empty() || asked.text.trim().is_empty() {
            return Known::Nothing;
        }
        let wording = Wording::with_meanings(asked);
        let mut near: Vec<Proposal> = Vec::new();
        let mut same: Vec<(usize, Because)> = Vec::new();
        let by_words = self.index.by_words(&wording).into_iter().map(|at| (at, Because::Words));
        let meaning = meaning_of(asked);
        let by_meaning = meaning.iter().flat_map(|meaning| self.index.by_meaning(meaning));
        for (at, because) in by_words.chain(by_meaning.map(|at| (*at, Because::Meaning))) {
            let Some(kept) = self.kept.get(at) else { continue };
            let is_known = |(known, _): &(usize, Because)| {
                self.kept.get(*known).is_some_and(|known| known.key == kept.key)
            };
            if same.iter().any(is_known) {
                continue;
            }
            let verdict = guard::compare(&kept.wording, &wording)
                .beside(self.site(kept, &wording, origin))
                .beside(words(because, &kept.wording, &wording));
            match verdict {
                Verdict::Same => same.push((at, because)),
                Verdict::Near => near.push(kept.proposal(because, 1.0)),
                Verdict::Apart => {}
            }
        }
        // What was asked in these very words, or here, goes before what only means the same.
        if same.iter().any(|(_, because)| *because == Because::Words) {
            same.retain(|(_, because)| *because == Because::Words);
        }
        let is_of_language =
            |at: &usize| self.kept.get(*at).is_some_and(|kept| kept.wording.lang == wording.lang);
        if same.iter().any(|(at, _)| is_of_language(at)) {
            same.retain(|(at, _)| is_of_language(at));
        }
        let is_here = |at: &usize| self.kept.get(*at).is_some_and(|kept| kept.origin == origin);
        if same.len() > 1 && same.iter().filter(|(at, _)| is_here(at)).count() == 1 {
            same.retain(|(at, _)| is_here(at));
        }
        if let [(at, because)] = same.as_slice()
            && let Some(kept) = self.kept.get(*at)
        {
            return Known::Same(kept.key.clone(), *because);
        }
        let tied = same.iter().filter_map(|(at, because)| Some((self.kept.get(*at)?, because)));
        near.extend(tied.map(|(kept, because)| kept.proposal(*because, 1.0)));
        self.add_near(&wording, origin, &mut near);
        if near.is_empty() { Known::Nothing } else { Known::Near(near) }
    }

    /// Adds what is near in meaning and was not found otherwise; nothing where two are as near as each other.
    fn add_near(&self, asked: &Wording, origin: &str, near: &mut Vec<Proposal>) {
        if !near.is_empty() {
            return;
        }
        let mut found: Vec<(&Kept, f32)> = Vec::new();
        for at in self.index.candidates(asked) {
            let Some(kept) = self.kept.get(at) else { continue };
            let likeness = kept.wording.likeness(asked);
            let least = if likeness.both_say_more { NEAR_WITH_OTHER_WORDS } else { NEAR };
            if likeness.score < least || !kept.wording.is_in_language_of(asked) {
                continue;
            }
            let verdict =
                guard::compare(&kept.wording, asked).beside(self.site(kept, asked, origin));
            if verdict != Verdict::Apart {
                found.push((kept, likeness.score));
            }
        }
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let Some((kept, score)) = found.first() else { return };
        let second = found.iter().find(|(other, _)| other.key != kept.key);
        if score - second.map(|(_, score)| *score).unwrap_or_default() >= MARGIN {
            near.push(kept.proposal(Because::Near, *score));
        }
    }

    /// Whether a question that speaks of the one who asks is asked by the same one.
    fn site(&self, kept: &Kept, asked: &Wording, origin: &str) -> Verdict {
        let is_of_asker = kept.wording.of_asker || asked.of_asker;
        match (is_of_asker, kept.origin.as_str()) {
            (false, _) => Verdict::Same,
            (true, "") => Verdict::Near,
            (true, known) if known == origin => Verdict::Same,
            (true, _) => Verdict::Apart,
        }
    }
}

/// Words that only share their stems may say something else.
fn words(because: Because, known: &Wording, asked: &Wording) -> Verdict {
    let is_same =
        because != Because::Words || known.whole == asked.whole || known.says_in_forms_of(asked);
    if is_same { Verdict::Same } else { Verdict::Near }
}

impl Kept {
    fn proposal(&self, because: Because, score: f32) -> Proposal {
        let question = self.wording.text.clone();
        Proposal { key: self.key.clone(), question, because, score }
    }
}

/// A question, ready to be compared with others that no answer was given to.
#[derive(Debug)]
pub struct Meant {
    wording: Wording,
    saying: Option<String>,
    meaning: Option<String>,
}

impl Meant {
    /// Of a question.
    pub fn of(asked: &AskedQuestion) -> Self {
        let wording = Wording::of(asked);
        Self { saying: wording.saying(), meaning: meaning_of(asked), wording }
    }

    /// Whether the answer to one is the answer to the other, as with an answer that is remembered ([`Known::Same`]). What
    /// speaks of the one who asks is never the same.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let (one, two) = (&self.wording, &other.wording);
        let is_alike = one.whole == two.whole
            || self.saying.is_some() && self.saying == other.saying && one.says_in_forms_of(two)
            || self.meaning.is_some() && self.meaning == other.meaning;
        is_alike && !one.of_asker && !two.of_asker && guard::compare(one, two) == Verdict::Same
    }
}

/// The canonical meaning of a question, as [`AnswerNote::meaning`] keeps it.
pub fn meaning_of(asked: &AskedQuestion) -> Option<String> {
    if !question::is_read_as(&asked.text, &asked.lang) {
        return None;
    }
    question::of_asked(&asked.text, &asked.options)?.meaning()
}

/// A question as it is noted and looked up.
pub fn asked(question: &Question, lang: Option<&str>) -> AskedQuestion {
    AskedQuestion {
        text: question.question.clone(),
        options: question.options.clone().unwrap_or_default(),
        lang: lang.unwrap_or_default().to_owned(),
        kind: question.kind,
    }
}

/// Notes that the person has taken an answer for a question in other words: from then on it is the same question.
pub fn note_also(before: Option<&AnswerNote>, asked: AskedQuestion) -> AnswerNote {
    let mut note = before.cloned().unwrap_or_default();
    note.also.retain(|other| *other != asked);
    if note.also.len() >= MAX_WORDINGS {
        note.also.remove(0);
    }
    note.also.push(asked);
    note
}

/// What is to be noted of an answer that is given to a question now: `before` is what was known of it, `now` is in
/// milliseconds since 1970. `None` for what is not to be remembered by meaning: secrets and agreements.
pub fn note(
    question: &Question,
    lang: Option<&str>,
    origin: &str,
    now: f64,
    before: Option<&AnswerNote>,
) -> Option<AnswerNote> {
    let key = &question.save_as;
    let is_secret = question.once || gate::is_secret_by_name(key);
    if is_secret || gate::site_of_agreement(key).is_some() {
        return None;
    }
    let asked = asked(question, lang);
    let before = before.cloned().unwrap_or_default();
    Some(AnswerNote {
        meaning: meaning_of(&asked).unwrap_or_default(),
        question: asked,
        origin: origin.to_owned(),
        given: now,
        ..before
    })
}

#[cfg(test)]
mod tests;
