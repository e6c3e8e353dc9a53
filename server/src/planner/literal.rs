//! For clients that sent values: keys become literals, through the same binding as in the extension.

use std::collections::BTreeSet;

use agent_core::bind::{Bound, bind};
use shared_types::{
    AgentAction, Observation, ProfileKey, Target, ValueSource, api::NextResponse, job::OpenField,
    target::ElementType,
};

use super::{assemble::assemble, intake::Values};

/// Replaces each key that the request held a value for. What does not fit a field is left open.
pub fn with_literals(
    response: NextResponse,
    observation: &Observation,
    values: &Values,
) -> NextResponse {
    let source = values.source();
    let held: BTreeSet<ProfileKey> = source.keys().into_iter().collect();
    let mut open = response.open;
    let mut actions = Vec::with_capacity(response.actions.len());
    for action in response.actions {
        let Some((index, key)) = key_of(&action).filter(|(_, key)| held.contains(*key)) else {
            actions.push(action);
            continue;
        };
        match bind(observation, index, key, &source) {
            Ok(writes) => {
                for write in writes {
                    actions.extend(literals(write.field, write.bound, &action));
                }
            }
            Err(unbindable) => open.push(OpenField {
                field: index,
                reason: unbindable.reason,
                code: unbindable.code,
                ..OpenField::default()
            }),
        }
    }
    assemble(actions, response.force_live, response.planner, open)
}

/// The field and the key of a write that is bound by position.
fn key_of(action: &AgentAction) -> Option<(u32, &ProfileKey)> {
    match action {
        AgentAction::Fill {
            target: Target::Index { index, element_type: ElementType::Field },
            source: ValueSource::Key(key),
            ..
        }
        | AgentAction::Select {
            target: Target::Index { index, element_type: ElementType::Field },
            source: ValueSource::Key(key),
        } => Some((*index, key)),
        _ => None,
    }
}

/// One write as actions of the older contract. Files stay with the client, which holds them.
fn literals(field: u32, bound: Bound, planned: &AgentAction) -> Vec<AgentAction> {
    let target = Target::field(field);
    match bound {
        Bound::Text(text) => {
            let clear = !matches!(planned, AgentAction::Fill { clear: false, .. });
            vec![AgentAction::Fill { target, source: ValueSource::Literal(text), clear }]
        }
        Bound::Choice(text) => {
            vec![AgentAction::Select { target, source: ValueSource::Literal(text) }]
        }
        Bound::Choices(texts) => texts
            .into_iter()
            .map(|text| AgentAction::Select {
                target: target.clone(),
                source: ValueSource::Literal(text),
            })
            .collect(),
        Bound::Options { values, .. } => values
            .into_iter()
            .map(|value| AgentAction::Select {
                target: target.clone(),
                source: ValueSource::Literal(value.into()),
            })
            .collect(),
        Bound::Checked(checked) => vec![AgentAction::Check { target, checked }],
        Bound::Files(_) => vec![planned.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_write_has_its_action() {
        let planned = AgentAction::Fill {
            target: Target::field(3),
            source: ValueSource::Key("email".into()),
            clear: false,
        };
        let options =
            Bound::Options { positions: vec![1, 2], values: vec!["a".into(), "b".into()] };
        let cases = [
            (Bound::Text("x".into()), vec!["FILL"]),
            (Bound::Choice("x".into()), vec!["SELECT"]),
            (options, vec!["SELECT", "SELECT"]),
            (Bound::Choices(vec!["x".into(), "y".into()]), vec!["SELECT", "SELECT"]),
            (Bound::Checked(true), vec!["CHECK"]),
            (Bound::Files(Vec::new()), vec!["FILL"]),
        ];
        for (bound, expected) in cases {
            let actions = literals(3, bound, &planned);
            let kinds: Vec<_> = actions.iter().map(AgentAction::kind).collect();
            assert_eq!(kinds, expected);
        }
        let text = literals(3, Bound::Text("x".into()), &planned);
        assert!(matches!(text.as_slice(), [AgentAction::Fill { clear: false, .. }]));
    }
}
