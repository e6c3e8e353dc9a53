//! What the forms of a list ask for that nothing is known for, each question once: told before the first form begins.
//! Questions are the same where a remembered answer to one would be filled into the other ([`memory::Meant`]).

use std::collections::{HashMap, hash_map::Entry};

use shared_types::{AnswerKind, AskedQuestion, Private, ProfileKey, Question};

use super::look::{Seen, Wrong};
use crate::{gate, job::given, memory::Meant, text::fold};

/// Most questions, told apart by their words, that are compared with each other.
const MOST_COMPARED: usize = 300;
/// Most questions that are asked at once, and most that are named; the rest is asked at the forms.
const MOST_GROUPS: usize = 100;
const MOST_NAMED: usize = 200;

/// What there is to know before the first form begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Before {
    /// How many forms were seen and can be filled in.
    pub forms: u32,
    /// What they ask for, what most of them want first.
    pub groups: Vec<Group>,
    /// What is asked at the forms, with how many of them ask it.
    pub at_form: Vec<(String, u32)>,
    /// Rows whose forms cannot be filled in as they are, and why.
    pub wrong: Vec<(u32, String, Wrong)>,
}

/// One question of several forms.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// The question, with the kind and the choices that fit all of them.
    pub asked: AskedQuestion,
    /// The rows whose forms ask it, each with the words of its own.
    pub rows: Vec<(u32, String)>,
    /// What the person answered, if they did.
    pub answer: Private,
    /// Whether each of the rows has that answer.
    pub is_answered: bool,
}

/// What is known of the rows that wait. `is_of_one`: all of them are about one person; else what one is answered with says
/// nothing of another, and everything is asked at the forms.
pub fn before<'a>(seen: impl IntoIterator<Item = &'a (u32, Seen)>, is_of_one: bool) -> Before {
    let mut before = Before::default();
    let mut named: HashMap<String, usize> = HashMap::new();
    let mut asked: Vec<Words> = Vec::new();
    for (row, seen) in seen {
        if let Some(wrong) = &seen.wrong {
            let title = if seen.title.is_empty() { &seen.host } else { &seen.title };
            before.wrong.push((*row, title.clone(), wrong.clone()));
            continue;
        }
        before.forms += 1;
        let own = seen.missing.iter().filter(|_| !is_of_one).map(|missing| &missing.asked.text);
        for label in seen.at_form.iter().chain(own) {
            match named.entry(fold(label)) {
                Entry::Occupied(at) => {
                    if let Some((_, count)) = before.at_form.get_mut(*at.get()) {
                        *count += 1;
                    }
                }
                Entry::Vacant(new) if before.at_form.len() < MOST_NAMED => {
                    new.insert(before.at_form.len());
                    before.at_form.push((label.clone(), 1));
                }
                Entry::Vacant(_) => {}
            }
        }
        for missing in seen.missing.iter().filter(|_| is_of_one) {
            let at = Asks { row: *row, text: &missing.asked.text, answer: &missing.answer };
            match asked.iter_mut().find(|one| one.is_to_the_letter(&missing.asked)) {
                Some(known) => known.by.push(at),
                None => asked.push(Words::of(&missing.asked, at, asked.len())),
            }
        }
    }
    before.groups = joined(asked);
    before.groups.sort_by_key(|group| std::cmp::Reverse(group.rows.len()));
    before.groups.truncate(MOST_GROUPS);
    before.at_form.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    before
}

/// A form that asks a question.
struct Asks<'a> {
    row: u32,
    text: &'a str,
    answer: &'a Private,
}

/// A question, and who asks it in these words.
struct Words<'a> {
    asked: AskedQuestion,
    folded: String,
    /// None beyond what is compared.
    meant: Option<Meant>,
    by: Vec<Asks<'a>>,
}

impl<'a> Words<'a> {
    fn of(asked: &AskedQuestion, by: Asks<'a>, at: usize) -> Self {
        let meant = (at < MOST_COMPARED).then(|| Meant::of(asked));
        Self { asked: asked.clone(), folded: fold(&asked.text), meant, by: vec![by] }
    }

    /// The same words, choices and kind, and no words that mean another thing at another site.
    fn is_to_the_letter(&self, asked: &AskedQuestion) -> bool {
        let is_of_all = self.meant.as_ref().is_some_and(|meant| meant.is_same_as(meant));
        is_of_all
            && self.asked.kind == asked.kind
            && self.asked.options == asked.options
            && self.asked.lang == asked.lang
            && self.folded == fold(&asked.text)
    }
}

/// Puts together what means the same and can have the same answer.
fn joined(asked: Vec<Words<'_>>) -> Vec<Group> {
    let mut groups: Vec<(Group, Vec<Words<'_>>)> = Vec::new();
    for words in asked {
        let fits = |(group, of_it): &&mut (Group, Vec<Words<'_>>)| {
            let is_same = |one: &Words<'_>| match (&one.meant, &words.meant) {
                (Some(one), Some(other)) => one.is_same_as(other),
                _ => false,
            };
            of_it.iter().all(is_same) && common(&group.asked, &words.asked).is_some()
        };
        match groups.iter_mut().find(fits) {
            Some((group, of_it)) => {
                group.asked = common(&group.asked, &words.asked).unwrap_or_default();
                of_it.push(words);
            }
            None => {
                let group = Group { asked: words.asked.clone(), ..Group::default() };
                groups.push((group, vec![words]));
            }
        }
    }
    groups.into_iter().map(|(group, of_it)| answered(group, &of_it)).collect()
}

fn answered(mut group: Group, of_it: &[Words<'_>]) -> Group {
    let by = || of_it.iter().flat_map(|words| &words.by);
    group.rows = by().map(|asks| (asks.row, asks.text.to_owned())).collect();
    group.answer =
        by().map(|asks| asks.answer).find(|one| !one.is_empty()).cloned().unwrap_or_default();
    group.is_answered = !group.answer.is_empty() && by().all(|asks| *asks.answer == group.answer);
    group
}

/// A question whose answer fits both: where one has choices they are the choices, and of two kinds the stricter one counts.
fn common(one: &AskedQuestion, other: &AskedQuestion) -> Option<AskedQuestion> {
    use AnswerKind as K;
    let folded = |asked: &AskedQuestion| {
        let mut options: Vec<String> = asked.options.iter().map(|option| fold(option)).collect();
        options.sort_unstable();
        options
    };
    let (mine, theirs) = (folded(one), folded(other));
    if !mine.is_empty() && !theirs.is_empty() && mine != theirs {
        return None;
    }
    let is_free = |kind: K| matches!(kind, K::Text | K::LongText);
    let kind = match (one.kind, other.kind) {
        (one, other) if one == other => one,
        (one, other) if is_free(one) && is_free(other) => K::LongText,
        (one, other) if is_free(one) => other,
        (one, other) if is_free(other) => one,
        _ => return None,
    };
    let options = if mine.is_empty() { &other.options } else { &one.options };
    Some(AskedQuestion { kind, options: options.clone(), ..one.clone() })
}

/// Whether a text can be the answer of a table to a question.
///
/// # Errors
/// Why not, for the person. It holds nothing of what they typed.
pub fn check_answer(asked: &AskedQuestion, text: &str) -> Result<(), String> {
    let options = Some(asked.options.clone()).filter(|options| !options.is_empty());
    let question = Question { kind: asked.kind, options, ..Question::default() };
    given::check(&question, text)?;
    if gate::is_more_than_ordinary(&ProfileKey::new(format!("answers.{}", asked.text)), text) {
        return Err(msg!("tables_answer_is_secret"));
    }
    Ok(())
}

/// Keeps the answer to a question of a row's form, where it asks it in these words. An empty answer takes it back.
pub fn answer(seen: &mut Seen, words: &str, reply: &Private) {
    for missing in seen.missing.iter_mut().filter(|missing| missing.asked.text == words) {
        missing.answer = reply.clone();
    }
}
