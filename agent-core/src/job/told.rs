//! What a planner is told of a page and of what was done: the one exit for both.
//!
//! A planner may know the page and want to know the person. So it hears of its own actions whether they
//! were done, and of those that were not nothing more: a refusal, a miss, an ambiguity and an error of the
//! page are one answer. The reason stays in the person's log. Of fields it hears which entry they hold only
//! where this job wrote that entry: what a page wrote itself may be a guess.

use shared_types::{ActionResult, AgentAction, RefusalReason, api::HistoryEntry};

pub(super) use crate::exit::told_page as observation;

/// What is said of everything that was not done.
const NOT_DONE: &str = "not done";

/// What was done, as a planner is told.
pub(super) fn entry(entry: &HistoryEntry) -> HistoryEntry {
    let HistoryEntry { step, action, result, fingerprint } = entry;
    // A press that the gate refused has none, one that the page did not take has.
    let is_told = result.ok || super::write::is_write(action);
    HistoryEntry {
        step: *step,
        action: action_of(action, result.ok),
        result: self::result(result),
        fingerprint: fingerprint.clone().filter(|_| is_told),
    }
}

fn result(result: &ActionResult) -> ActionResult {
    if result.ok {
        let ActionResult { ok, data, changed, read_back, .. } = result.clone();
        return ActionResult { ok, data, changed, read_back, ..ActionResult::default() };
    }
    ActionResult {
        ok: false,
        error: Some(NOT_DONE.to_owned()),
        refusal: Some(RefusalReason::NotResolved),
        ..ActionResult::default()
    }
}

/// An address that was not gone to is repeated to nobody.
fn action_of(action: &AgentAction, done: bool) -> AgentAction {
    match action {
        AgentAction::Navigate { .. } if !done => without_address(action),
        other => other.clone(),
    }
}

/// A refused address may carry something of the person's: it is not kept.
pub(super) fn without_address(action: &AgentAction) -> AgentAction {
    match action {
        AgentAction::Navigate { .. } => AgentAction::Navigate { url: "(refused)".to_owned() },
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{
        Field, Observation, ProfileKey, Target, ValueSource, ValueState, job::WrittenField,
    };

    use super::*;

    fn fill() -> AgentAction {
        AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Key(ProfileKey::new("email")),
            clear: true,
        }
    }

    #[test]
    fn everything_that_fails_fails_alike() {
        let told = |action: AgentAction, result: ActionResult, fingerprint: Option<&str>| {
            let fingerprint = fingerprint.map(str::to_owned);
            let told = entry(&HistoryEntry { step: 3, action, result, fingerprint });
            serde_json::to_string(&told).unwrap()
        };
        let failed = |reason: RefusalReason, error: &str| ActionResult {
            ok: false,
            fatal: Some(false),
            error: Some(error.to_owned()),
            note: Some("n".to_owned()),
            data: Some("d".into()),
            changed: Some(false),
            read_back: Some(false),
            refusal: Some(reason),
        };
        let reasons = [
            RefusalReason::NotResolved,
            RefusalReason::NoConsent,
            RefusalReason::DoesNotFit,
            RefusalReason::NoSuchOption,
            RefusalReason::NotKept,
            RefusalReason::Covered,
            RefusalReason::PageError,
        ];
        for action in
            [fill(), AgentAction::Click { target: Target::button(0), requires_approval: None }]
        {
            let plain = ActionResult { refusal: None, ..ActionResult::default() };
            let first = told(action.clone(), plain, Some("f"));
            for (at, reason) in reasons.into_iter().enumerate() {
                let result = failed(reason, &format!("why {at}"));
                assert_eq!(told(action.clone(), result, Some("f")), first, "{reason:?}");
            }
        }
        let press = AgentAction::Click { target: Target::button(0), requires_approval: None };
        assert_eq!(
            told(press.clone(), failed(RefusalReason::Covered, "a"), Some("button")),
            told(press, failed(RefusalReason::NeedsApproval, "b"), None),
        );
        let to = |url: &str| AgentAction::Navigate { url: url.to_owned() };
        assert_eq!(
            told(to("https://a.example"), failed(RefusalReason::ForeignUrl, "a"), None),
            told(to("https://b.example"), failed(RefusalReason::NotResolved, "b"), None),
        );
    }

    #[test]
    fn what_was_done_is_told_without_notes() {
        let result = ActionResult {
            ok: true,
            error: Some("e".to_owned()),
            note: Some("n".to_owned()),
            changed: Some(true),
            read_back: Some(true),
            refusal: Some(RefusalReason::NotKept),
            ..ActionResult::default()
        };
        let done = HistoryEntry { step: 1, action: fill(), result, fingerprint: Some("f".into()) };
        let told = entry(&done);
        let expected = ActionResult {
            ok: true,
            changed: Some(true),
            read_back: Some(true),
            ..ActionResult::default()
        };
        assert_eq!(told, HistoryEntry { result: expected, ..done });
        let press = AgentAction::Click { target: Target::button(0), requires_approval: None };
        let pressed = HistoryEntry { action: press, ..told };
        assert_eq!(entry(&pressed), pressed);
    }

    #[test]
    fn a_field_that_holds_an_entry_says_so_only_where_it_was_written() {
        let field = |fingerprint: &str| Field {
            fingerprint: Some(fingerprint.into()),
            value_state: Some(ValueState::Matches(ProfileKey::new("email"))),
            ..Field::default()
        };
        let page = Observation {
            fields: vec![
                field("ours"),
                field("other key"),
                field("the page's"),
                Field { value_state: Some(ValueState::Empty), ..field("ours") },
            ],
            ..Observation::default()
        };
        let written = |fingerprint: &str, source: &str| WrittenField {
            fingerprint: fingerprint.into(),
            source: source.into(),
            ..WrittenField::default()
        };
        let told = observation(&page, &[written("ours", "email"), written("other key", "phone")]);
        let states: Vec<String> = told
            .fields
            .iter()
            .map(|field| serde_json::to_string(&field.value_state).unwrap())
            .collect();
        assert_eq!(states, [r#""matches:email""#, r#""filled""#, r#""filled""#, r#""empty""#]);
    }
}
