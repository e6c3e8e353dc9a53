//! What a field for a name, or for a part of one, is given.

use super::{
    ask::Ask,
    bound::Unbindable,
    names::{initials, join, split, title_of},
};
use crate::{
    language::{List, has},
    role::Role,
    text::words,
};

/// What a role of a name wants. Candidates, best first.
pub(super) fn candidates(role: Role, ask: &Ask<'_>, text: &str) -> Result<Vec<String>, Unbindable> {
    let nothing = || Unbindable::no_value(msg!("bind_the_name_has_no_such_part"));
    let part = match role {
        Role::Name | Role::CcName => return Ok(shortened(text)),
        Role::HonorificPrefix => {
            let title =
                if is_whole(role, ask, text) { title_of(text).ok_or_else(nothing)? } else { text };
            return Ok(vec![title.to_owned()]);
        }
        role if is_whole(role, ask, text) => {
            let parts = split(text)
                .ok_or_else(|| Unbindable::unfit(msg!("bind_the_name_cannot_be_divided_with")))?;
            match role {
                Role::GivenName | Role::CcGivenName => parts.given,
                Role::FamilyName | Role::CcFamilyName => parts.family,
                _ => parts.middle,
            }
        }
        _ => text.to_owned(),
    };
    if part.is_empty() {
        return Err(nothing());
    }
    let initial: String = initials(&part).chars().take(1).collect();
    let wants_initial = matches!(role, Role::AdditionalName | Role::CcAdditionalName)
        && words(&ask.field.label).iter().any(|word| has(List::Initial, word));
    Ok(match ask.field.max_length {
        _ if wants_initial => vec![initial],
        Some(1) => vec![part, initial],
        _ => vec![part],
    })
}

/// Whether the value is a whole name for a field that wants a part of one.
fn is_whole(role: Role, ask: &Ask<'_>, text: &str) -> bool {
    match ask.key() {
        "fullName" | "payment.cardName" => true,
        "" | "firstName" | "middleName" | "lastName" => false,
        key => {
            let others: &[Role] = match role {
                Role::GivenName => &[Role::FamilyName],
                Role::FamilyName => &[Role::GivenName],
                Role::CcGivenName => &[Role::CcFamilyName],
                Role::CcFamilyName => &[Role::CcGivenName],
                Role::HonorificPrefix => &[],
                _ => &[Role::GivenName, Role::FamilyName],
            };
            let says_part = words(key).iter().any(|word| has(List::NamePart, word));
            !says_part && ask.near(others) && split(text).is_some()
        }
    }
}

/// The whole name, and without its middle names, which is the same person's.
fn shortened(full: &str) -> Vec<String> {
    let mut forms = vec![full.to_owned()];
    if let Some(parts) = split(full).filter(|parts| !parts.middle.is_empty()) {
        forms.push(join(&parts.given, &initials(&parts.middle), &parts.family));
        forms.push(join(&parts.given, "", &parts.family));
    }
    forms
}
