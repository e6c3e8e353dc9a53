//! The rule planner: observation + names of what the person has → the whole plan for this page.
//!
//! It never sees a value, never targets a field that holds something, and leaves open what it does not
//! know, with a reason.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{
    AgentAction, AnswerKind, Button, Field, JobMode, Observation, ProfileKey, Question, Target,
    Tier, ValueSource, ValueState, Widget,
    job::{OpenCode, OpenField},
};

mod addresses;
mod advice;
mod ask;
mod blocks;
mod closing;
pub mod elsewhere;
mod history;
mod keys;
mod offers;
mod openers;
mod page;
mod signals;

pub use advice::{Advice, Asked, Hint, asked, contradicts};
pub use ask::AskKind;
pub use blocks::{entries, is_entry};
pub use offers::{Entries, likely, offers};
pub use page::{Plan, PlanInput};

use ask::Ask;
use history::{History, Tries};
use keys::Choice;

use crate::{
    gate::{self, Kind},
    language,
    role::Role,
};

/// Times that a value is written into a field that the page empties again.
const MAX_WRITES: usize = 3;

/// Plans a page.
pub fn plan(input: &PlanInput<'_>) -> Plan {
    plan_with(input, &[])
}

/// Reads the tables that understanding a page needs, by planning a small one: else the first page waits for them.
pub fn prepare() {
    let field = |index: u32, label: &str| Field {
        index,
        label: label.to_owned(),
        kind: "text".to_owned(),
        ..Field::default()
    };
    let labels = ["First name", "Are you willing to relocate?", "Years of experience with Rust"];
    let observation = Observation {
        fields: (0..).zip(labels).map(|(index, label)| field(index, label)).collect(),
        buttons: vec![Button { text: "Next".to_owned(), ..Button::default() }],
        ..Observation::default()
    };
    plan(&PlanInput {
        observation: &observation,
        keys: &["firstName", "facts.relocate", "custom.size"].map(ProfileKey::from),
        history: &[],
        step: 0,
        mode: JobMode::Live,
    });
}

/// Plans a page with the advice of somebody who is not a rule. Advice is heard where the rules know no
/// answer (and elsewhere only if it says so); everything else that holds for a plan holds for it too.
pub fn plan_with(input: &PlanInput<'_>, hints: &[Hint]) -> Plan {
    let classified;
    let observation = if input.observation.fields.iter().all(|field| field.role.is_none()) {
        // Older clients send no roles.
        let mut own = input.observation.clone();
        crate::classify::classify(&mut own);
        classified = own;
        &classified
    } else {
        input.observation
    };
    let asks = ask::asks(observation);
    let history = History::new(input.history);
    let mut choices = keys::choose(&asks, observation, input.keys, &history);
    advice::hear(&asks, &mut choices, input.keys, hints);
    let opener = openers::next(observation, input.keys, &asks, &choices, &history);
    let mut plan = Plan::default();
    for (ask, choice) in asks.iter().zip(choices) {
        match decide(ask, choice, &history.tries(ask)) {
            Step::Write(action) => plan.actions.push(action),
            Step::Leave(open) => plan.open.push(open),
            Step::Nothing => {}
        }
    }
    closing::close(observation, input.keys, &asks, &history, opener, &mut plan);
    advice::propose(&mut plan, hints);
    plan
}

/// The question that a field of a classified page puts to the person. Every word of it is the page's, its
/// key is made from them; nobody else has a say in it.
pub fn question(observation: &Observation, field: u32) -> Option<Question> {
    let asks = ask::asks(observation);
    let is_its = |ask: &&Ask<'_>| ask.fields.iter().any(|own| own.index == field);
    asks.iter().find(is_its).and_then(Ask::to_question)
}

/// The questions of all fields and groups that can be answered in place, by the first field of each: what a page asks is
/// read once.
pub fn questions(observation: &Observation) -> BTreeMap<u32, Question> {
    let asks = ask::asks(observation);
    asks.iter().filter_map(|ask| Some((ask.first.index, ask.to_question()?))).collect()
}

/// Whether one of a question's choices may be proposed: where nothing is agreed to and nothing secret or
/// personal is asked.
pub fn may_be_proposed(observation: &Observation, question: &Question, answer: &str) -> bool {
    let asks = ask::asks(observation);
    asks.iter().find(|ask| ask.first.index == question.field).is_some_and(|ask| {
        matches!(ask.kind, AskKind::Choice | AskKind::Group)
            && ask.fields.iter().all(|field| {
                !gate::is_agreement(field) && Kind::of_field(field).tier() == Tier::Ordinary
            })
            && Kind::of_entry(&question.save_as, None, None).tier() == Tier::Ordinary
            && question.options.iter().flatten().any(|option| option == answer)
    })
}

/// Roles that ask for no more of a person than an ordinary question in words of its own does.
const OF_QUESTIONS: &[Role] = &[
    Role::Comment,
    Role::Quantity,
    Role::Salary,
    Role::NoticePeriod,
    Role::ExperienceYears,
    Role::StartDate,
];

/// Whether an agent may suggest an answer to a question: nothing is agreed to, signed or ticked by it, nothing secret or
/// personal is asked, it asks for no entry of a profile, and the page is in a language that this can be read in. What is not
/// known to be so is the person's alone.
pub fn may_be_answered_by_agents(observation: &Observation, question: &Question) -> bool {
    let is_read = observation.lang.as_deref().is_some_and(language::is_known);
    let asks = ask::asks(observation);
    let found = asks.iter().find(|ask| ask.first.index == question.field);
    // The person's own are entries of a profile; those of a referee are not.
    let is_contact = matches!(question.kind, AnswerKind::Email | AnswerKind::Phone);
    is_read
        && !question.once
        && question.keep_as.is_none()
        && question.kind != AnswerKind::File
        && Kind::of_entry(&question.save_as, None, None).tier() == Tier::Ordinary
        && found.is_some_and(|ask| {
            matches!(ask.kind, AskKind::Text | AskKind::Choice | AskKind::Group)
                && ask.is_open_to_people()
                && ask.fields.iter().all(|field| {
                    Role::of(field).is_none_or(|role| {
                        OF_QUESTIONS.contains(&role) || is_contact && role == Role::OtherPerson
                    }) && !gate::is_agreement(field)
                        && Kind::of_field(field).tier() == Tier::Ordinary
                        && said_beside(field).into_iter().all(is_ordinary)
                })
        })
}

/// The first fields of the questions by which nothing is agreed to or signed, and nothing secret or personal is asked, also
/// not by what stands around them.
pub fn ordinary(observation: &Observation) -> BTreeSet<u32> {
    let is_plain = |field: &&Field| {
        !gate::is_agreement(field)
            && Kind::of_field(field).tier() == Tier::Ordinary
            && said_beside(field).into_iter().all(is_ordinary)
    };
    let is_asked = |ask: &&Ask<'_>| {
        !ask.is_agreement()
            && Kind::of_entry(&ask.answer_key(), None, None).tier() == Tier::Ordinary
            && ask.fields.iter().all(is_plain)
    };
    ask::asks(observation).iter().filter(is_asked).map(|ask| ask.first.index).collect()
}

/// What stands around a field and may say what is really asked.
pub fn said_beside(field: &Field) -> [&str; 5] {
    [
        field.described_by.as_deref().unwrap_or_default(),
        field.section.as_deref().unwrap_or_default(),
        field.error.as_deref().unwrap_or_default(),
        field.accessible_name.as_deref().unwrap_or_default(),
        &field.placeholder,
    ]
}

/// Whether an entry that was called so would be an ordinary one.
fn is_ordinary(text: &str) -> bool {
    text.is_empty()
        || Kind::of_entry(&ProfileKey::new(format!("answers.{text}")), None, None).tier()
            == Tier::Ordinary
}

/// The write of an entry into the field, or group, that this field is of.
pub fn write_of(observation: &Observation, field: u32, key: ProfileKey) -> Option<AgentAction> {
    let asks = ask::asks(observation);
    let is_its = |ask: &&Ask<'_>| ask.fields.iter().any(|own| own.index == field);
    asks.iter().find(is_its).map(|ask| write(ask, key))
}

/// Whether a page says that a form has arrived.
pub(crate) fn confirms(observation: &Observation) -> bool {
    signals::confirms(observation)
}

/// Whether a text says that a form has arrived.
pub(crate) fn says_arrived(text: &str) -> bool {
    signals::says_arrived(text)
}

/// What stands around a field: what a page says of a code that it asks for.
pub fn around(field: &shared_types::Field, observation: &Observation) -> String {
    signals::around(field, observation)
}

/// The key under which the person's own answer about a field of this page is remembered: its question's, and
/// of an agreement the site's.
pub fn answer_key(observation: &Observation, index: u32) -> Option<ProfileKey> {
    let asks = ask::asks(observation);
    let of_field = |ask: &&Ask<'_>| ask.fields.iter().any(|field| field.index == index);
    asks.iter().find(of_field).map(Ask::answer_key)
}

/// The profile's entry that a field asks for as a whole, by what it was taken for: the answer to it joins the profile
/// there. None where that is not sure, and for parts of an entry.
pub fn entry_of(input: &PlanInput<'_>, field: u32) -> Option<ProfileKey> {
    let field = input.observation.fields.get(usize::try_from(field).ok()?)?;
    let sure = field.confidence.is_none_or(|confidence| confidence >= ask::MIN_CONFIDENCE);
    let key = Role::of(field).filter(|_| sure).and_then(keys::entry_of)?;
    addresses::asked(field, &addresses::names(input.keys)).key(key)
}

/// Whether an entry is of the address that a field's block asks for, or of none: no address is made of two, whoever
/// proposes it.
pub fn is_of_its_block(field: &shared_types::Field, key: &ProfileKey, keys: &[ProfileKey]) -> bool {
    addresses::is_of_its_block(field, key, keys)
}

enum Step {
    Write(AgentAction),
    Leave(OpenField),
    Nothing,
}

fn decide(ask: &Ask<'_>, choice: Choice, tries: &Tries<'_>) -> Step {
    let field = ask.first;
    let leave = |code: OpenCode, reason: String, candidates: Vec<ProfileKey>| {
        Step::Leave(OpenField {
            field: field.index,
            reason,
            code,
            label: ask.question.clone(),
            required: ask.required,
            candidates,
        })
    };
    if field.visible == Some(false) {
        return Step::Nothing;
    }
    // A date that cannot be typed is chosen from a calendar that opens.
    let opens = field.readonly
        && field.tag == "input"
        && matches!(Role::of(field), Some(Role::StartDate | Role::EndDate | Role::Bday));
    if field.disabled || field.readonly && !opens {
        let why =
            if field.disabled { msg!("plan_it_is_disabled") } else { msg!("plan_it_is_read_only") };
        return leave(OpenCode::NotEditable, why.to_owned(), Vec::new());
    }
    let key = match &choice {
        Choice::Key(key) => Some(key),
        Choice::Open(..) => None,
    };
    let complaint = field.error.as_ref().filter(|_| tries.written());
    if let Some(error) = complaint {
        // What the page refused is not written again; a new answer of the person is.
        if !key.is_some_and(|key| tries.is_news(key)) {
            return leave(
                OpenCode::DoesNotFit,
                msg!("plan_the_page_says_2", error = error),
                Vec::new(),
            );
        }
    } else if ask.is_filled() {
        // What a list or a number shows before anybody has touched it is no answer.
        let is_default = ask.is_preset() && key.is_some();
        let held = match &field.value_state {
            Some(ValueState::Matches(held)) => Some(held),
            _ => None,
        };
        let ours = tries.written() || held.is_some_and(|held| !is_default || key == Some(held));
        if ours || ask.kind == AskKind::Tick {
            return Step::Nothing;
        }
        if !is_default {
            return leave(
                OpenCode::AlreadyFilled,
                msg!("plan_it_holds_something_already"),
                Vec::new(),
            );
        }
    }
    match choice {
        Choice::Open(code, reason, candidates) => leave(code, reason, candidates),
        Choice::Key(key) if tries.is_hopeless(&key) => {
            let why = tries.last_error().unwrap_or_else(|| msg!("plan_writing_it_failed"));
            leave(OpenCode::WriteFailed, why, Vec::new())
        }
        // Upload widgets take a file and empty their input; boxes show a choice beside theirs.
        Choice::Key(key)
            if (ask.kind == AskKind::File || field.widget == Some(Widget::Combobox))
                && tries.done(&key) > 0 =>
        {
            Step::Nothing
        }
        Choice::Key(key) if tries.done(&key) >= MAX_WRITES => {
            leave(OpenCode::WriteFailed, msg!("plan_the_page_empties_it_again"), Vec::new())
        }
        Choice::Key(key) => Step::Write(write(ask, key)),
    }
}

fn write(ask: &Ask<'_>, key: ProfileKey) -> AgentAction {
    let target = Target::field(ask.first.index);
    match ask.kind {
        AskKind::Text => AgentAction::Fill { target, source: ValueSource::Key(key), clear: true },
        AskKind::Choice | AskKind::Group | AskKind::Tick => {
            AgentAction::Select { target, source: ValueSource::Key(key) }
        }
        AskKind::File => AgentAction::Upload { target, value_from: key },
    }
}

#[cfg(test)]
mod tests;
