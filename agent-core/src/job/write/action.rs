//! Which actions write.

use shared_types::AgentAction;

/// Whether an action writes into a field.
pub(in crate::job) fn is_write(action: &AgentAction) -> bool {
    matches!(
        action,
        AgentAction::Fill { .. }
            | AgentAction::Select { .. }
            | AgentAction::Check { .. }
            | AgentAction::Upload { .. }
    )
}
