//! Options of a list that was opened.

use shared_types::{Private, operation::ListOption};

use crate::{bind, role::Role};

/// The option that means a value, of those that can be picked. `role` tells what kind of thing is chosen.
pub(super) fn find<'a>(
    options: &'a [ListOption],
    value: &Private,
    role: Option<Role>,
) -> Option<&'a ListOption> {
    let enabled: Vec<&ListOption> = options.iter().filter(|option| !option.disabled).collect();
    let texts: Vec<&str> = enabled.iter().map(|option| option.text.as_str()).collect();
    let position = bind::choose(&texts, value, role).ok()?;
    enabled.get(position).copied()
}
