//! What memory says of a page's questions, before the rules are heard: corrections, then the form's recipe; and answers to
//! like questions where the rules have none. It names entries; what is out of bounds for any planner is so for memory.

use std::collections::BTreeMap;

use shared_types::{AskedQuestion, Observation, ProfileKey, job::OpenCode};

use super::{
    ask::{Ask, AskKind},
    keys::{self, Choice},
    page::Plan,
};
use crate::{
    memory::{
        self, Answers, Lessons, Proposal,
        recipe::{self, Recipe, Replay, Use},
    },
    site,
};

/// What is remembered, as far as anything is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory<'a> {
    /// What corrections taught.
    pub lessons: Option<&'a Lessons>,
    /// What worked on this form.
    pub recipe: Option<&'a Recipe>,
    /// The person's answers.
    pub answers: Option<&'a Answers>,
}

/// Who decided what a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedBy {
    /// A correction of the person's.
    Lesson,
    /// The form's recipe.
    Recipe,
    /// An answer to the same question.
    Answer,
    /// The rules.
    Rules,
    /// Advice: a model's.
    Advice,
}

/// A plan, and where it comes from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decided {
    /// The plan.
    pub plan: Plan,
    /// Who decided, by the field that stands for a question: of those that take something, or are left alone on purpose.
    pub by: BTreeMap<u32, DecidedBy>,
    /// Answers to like questions, by field, for the person to take or not to take. Never filled by themselves.
    pub proposals: BTreeMap<u32, Vec<Proposal>>,
}

/// Hears memory on each question.
pub(super) fn hear(
    asks: &[Ask<'_>],
    choices: &mut [Choice],
    observation: &Observation,
    offered: &[ProfileKey],
    memory: &Memory<'_>,
    decided: &mut Decided,
) {
    let origin = site::origin_of(&observation.url);
    let replayed: BTreeMap<u32, Use> =
        match memory.recipe.map(|one| recipe::replay(one, observation)) {
            Some(Replay::Known { decided, .. }) => {
                decided.into_iter().map(|one| (one.field, one.used)).collect()
            }
            Some(Replay::Refused(_)) | None => BTreeMap::new(),
        };
    for (ask, choice) in asks.iter().zip(choices) {
        let field = ask.first.index;
        let taught = memory.lessons.and_then(|lessons| lessons.taken_by(ask.first, &origin));
        let taught = taught.and_then(|used| chosen(ask, used, offered));
        let of_recipe = || {
            let used = ask.fields.iter().find_map(|field| replayed.get(&field.index))?;
            let is_plain = |choice: &Choice| match choice {
                Choice::Key(key) => !keys::contradicts(ask.first, key),
                Choice::Open(..) => true,
            };
            chosen(ask, used, offered).filter(is_plain)
        };
        let by_memory = taught
            .map(|choice| (choice, DecidedBy::Lesson))
            .or_else(|| of_recipe().map(|choice| (choice, DecidedBy::Recipe)));
        if let Some((said, by)) = by_memory {
            *choice = said;
            decided.by.insert(field, by);
            continue;
        }
        if matches!(choice, Choice::Key(_)) {
            decided.by.insert(field, DecidedBy::Rules);
        } else if let Some(answers) = memory.answers {
            answer(ask, choice, answers, (observation, &origin), offered, decided);
        }
    }
}

/// What a question takes by what memory says; `None` where it may not, or where nothing of that name is there.
fn chosen(ask: &Ask<'_>, used: &Use, offered: &[ProfileKey]) -> Option<Choice> {
    let key = match used {
        Use::Leave => {
            // What the form demands is asked.
            let is_free = !ask.required && !ask.is_agreement();
            let why = || msg!("plan_left_alone_before");
            return is_free.then(|| Choice::Open(OpenCode::NoValue, why(), Vec::new()));
        }
        Use::Answer => ask.answer_key(),
        Use::Key(key) => key.clone(),
        Use::Own(_) => offered.iter().find(|key| recipe::use_of(key) == *used)?.clone(),
    };
    keys::may_be_taught(ask, &key, offered).then_some(Choice::Key(key))
}

/// Looks for an answer to a question that the rules leave open.
fn answer(
    ask: &Ask<'_>,
    choice: &mut Choice,
    answers: &Answers,
    (observation, origin): (&Observation, &str),
    offered: &[ProfileKey],
    decided: &mut Decided,
) {
    let is_open = matches!(choice, Choice::Open(OpenCode::NotUnderstood | OpenCode::NoValue, ..));
    let Some(question) = ask.to_question().filter(|question| is_open && !question.once) else {
        return;
    };
    let asked = AskedQuestion {
        text: question.question,
        options: question.options.unwrap_or_default(),
        lang: observation.lang.clone().unwrap_or_default(),
        kind: question.kind,
    };
    let may = |key: &ProfileKey| ask.kind != AskKind::Tick && keys::may_answer(ask, key, offered);
    match answers.find(&asked, origin) {
        memory::Known::Same(key, _) if may(&key) => {
            *choice = Choice::Key(key);
            decided.by.insert(ask.first.index, DecidedBy::Answer);
        }
        memory::Known::Near(mut near) => {
            near.retain(|one| may(&one.key));
            if !near.is_empty() {
                decided.proposals.insert(ask.first.index, near);
            }
        }
        memory::Known::Same(..) | memory::Known::Nothing => {}
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{AnswerNote, Field, JobMode, job::OpenField};

    use super::*;
    use crate::{
        memory::{
            Taught,
            recipe::{Seen, Wrote},
        },
        plan::{Advice, Hint, PlanInput, history::key_of, plan, plan_from},
    };

    const SITE: &str = "https://a.example";

    fn page(labels: &[&str]) -> Observation {
        let field = |(index, label): (u32, &&str)| Field {
            index,
            tag: "input".into(),
            kind: "text".into(),
            label: (*label).to_owned(),
            name: format!("field{label}"),
            fingerprint: Some(format!("{index:016x}")),
            ..Field::default()
        };
        let mut page = Observation {
            url: format!("{SITE}/apply"),
            fields: (0..).zip(labels).map(field).collect(),
            ..Observation::default()
        };
        crate::classify::classify(&mut page);
        page
    }

    fn decide(page: &Observation, keys: &[&str], memory: &Memory<'_>, hints: &[Hint]) -> Decided {
        let keys: Vec<ProfileKey> = keys.iter().map(|key| ProfileKey::from(*key)).collect();
        let input = PlanInput {
            observation: page,
            keys: &keys,
            history: &[],
            step: 1,
            mode: JobMode::Live,
        };
        let decided = plan_from(&input, memory, hints);
        if memory.lessons.is_none()
            && memory.recipe.is_none()
            && memory.answers.is_none()
            && hints.is_empty()
        {
            assert_eq!(decided.plan, plan(&input), "nothing is remembered, nothing changes");
        }
        decided
    }

    fn writes(decided: &Decided) -> Vec<String> {
        decided.plan.actions.iter().filter_map(key_of).map(ToString::to_string).collect()
    }

    #[test]
    fn memory_decides_before_the_rules_and_the_rules_before_advice() {
        let page = page(&["First name", "Call sign", "Berth"]);
        let keys = ["firstName", "username", "custom.cabin"];
        let hint = |field: u32, key: &str| Hint {
            field,
            advice: Advice::Key(key.into()),
            before_rules: true,
        };
        let alone = decide(&page, &keys, &Memory::default(), &[]);
        assert_eq!(writes(&alone), ["firstName"]);
        assert_eq!(alone.by, BTreeMap::from([(0, DecidedBy::Rules)]));

        let wrote =
            [("0000000000000001", Some("username")), ("0000000000000002", Some("custom.cabin"))]
                .map(|(print, key)| Wrote {
                    fingerprint: print.into(),
                    key: key.map(Into::into),
                    way: None,
                });
        let seen = Seen { observation: &page, pressed: None, wrote: &wrote };
        let recipe = recipe::learn(&[seen], |_| true).unwrap();
        let memory = Memory { recipe: Some(&recipe), ..Memory::default() };
        let decided = decide(&page, &keys, &memory, &[hint(1, "firstName")]);
        assert_eq!(writes(&decided), ["firstName", "username", "custom.cabin"]);
        let by = [(0, DecidedBy::Rules), (1, DecidedBy::Recipe), (2, DecidedBy::Recipe)];
        assert_eq!(decided.by, BTreeMap::from(by));

        // A correction goes before the recipe; what the person has not is not taken.
        let mut lessons = Lessons::default();
        let taught = Taught::Takes(Use::Leave);
        assert!(lessons.correct(&page.fields[1], SITE, taught, 1, |_| true));
        let memory = Memory { recipe: Some(&recipe), lessons: Some(&lessons), answers: None };
        let decided = decide(&page, &["firstName", "username"], &memory, &[hint(2, "username")]);
        assert_eq!(writes(&decided), ["firstName", "username"]);
        let by = [(0, DecidedBy::Rules), (1, DecidedBy::Lesson), (2, DecidedBy::Advice)];
        assert_eq!(decided.by, BTreeMap::from(by));
        let left = |open: &&OpenField| open.field == 1;
        assert_eq!(
            decided.plan.open.iter().find(left).unwrap().reason,
            "You left this field alone before."
        );
    }

    #[test]
    fn a_lesson_may_say_otherwise_than_the_rules_and_never_brings_a_secret() {
        let page = page(&["First name", "Berth"]);
        let keys = ["firstName", "username", "password"];
        for (name, expected) in [("username", ["username"]), ("password", ["firstName"])] {
            let mut lessons = Lessons::default();
            let taught = Taught::Takes(Use::Key(name.into()));
            lessons.correct(&page.fields[0], SITE, taught, 1, |_| true);
            let memory = Memory { lessons: Some(&lessons), ..Memory::default() };
            assert_eq!(writes(&decide(&page, &keys, &memory, &[])), expected);
        }
    }

    #[test]
    fn answers_to_the_same_are_filled_and_near_ones_proposed() {
        let page = page(&["Favourite local cheese of yours", "Boat length"]);
        let note = |text: &str| AnswerNote {
            question: AskedQuestion { text: text.into(), ..AskedQuestion::default() },
            ..AnswerNote::default()
        };
        let notes = [("a", note("Favourite cheese")), ("b", note("What is your boat's length?"))];
        let answers = Answers::new(notes.iter().map(|(name, note)| (*name, Some(note))));
        let memory = Memory { answers: Some(&answers), ..Memory::default() };
        let decided = decide(&page, &["answers.a", "answers.b"], &memory, &[]);
        assert!(writes(&decided).iter().all(|key| key != "answers.a"));
        let near: Vec<&str> = decided.proposals[&0].iter().map(|one| one.key.as_str()).collect();
        assert_eq!(near, ["answers.a"]);
        // An answer that the person no longer has is none.
        let decided = decide(&page, &[], &memory, &[]);
        assert!(writes(&decided).is_empty() && decided.proposals.is_empty());
    }
}
