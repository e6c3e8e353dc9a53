//! What may be known of a page's fields outside: of which entry one holds only what was written into it. What a page put there
//! itself may be a guess.

use shared_types::{Observation, ValueState, job::WrittenField};

/// The page, as a planner or an agent is told.
pub(crate) fn told_page(observation: &Observation, written: &[WrittenField]) -> Observation {
    let mut told = observation.clone();
    for field in &mut told.fields {
        let Some(ValueState::Matches(key)) = &field.value_state else { continue };
        let is_ours = written.iter().any(|written| {
            field.fingerprint.as_ref() == Some(&written.fingerprint)
                && written.source == key.as_str()
        });
        if !is_ours {
            field.value_state = Some(ValueState::Filled);
        }
    }
    told
}
