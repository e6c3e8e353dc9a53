//! Rows of small boxes that hold one value together: the digits of a code, the groups of a card number.

use shared_types::{Field, Private};

use super::{
    ask::Ask,
    bound::{Bound, Unbindable, Write},
    phone::Phone,
    source::Datum,
};
use crate::role::Role;

/// Longest box that counts as a part of a row.
const LONGEST_BOX: u32 = 6;

/// Roles whose value may be spread over boxes of several characters.
const SPREAD_ROLES: &[Role] =
    &[Role::CcNumber, Role::OneTimeCode, Role::PostalCode, Role::Tel, Role::TelNational];

/// Fewest boxes of one character that are a row without a role that says so.
const FEWEST_BOXES: usize = 4;

/// The row that the field stands in, if it stands in one.
pub(super) fn row<'a>(ask: &Ask<'a>) -> Option<Vec<&'a Field>> {
    let own = ask.field;
    let length = own.max_length.filter(|length| *length <= LONGEST_BOX)?;
    let alike = |field: &Field| {
        // A single character says nothing of what it is for.
        (field.role == own.role || length == 1)
            && field.kind == own.kind
            && field.max_length.is_some_and(|length| length <= LONGEST_BOX)
            && (length > 1 || field.max_length == Some(1))
    };
    let fields: Vec<&Field> = ask.form().collect();
    let here = fields.iter().position(|field| field.index == own.index)?;
    let before = fields.iter().take(here).rev().take_while(|field| alike(field)).count();
    let row: Vec<&Field> =
        fields.into_iter().skip(here - before).take_while(|field| alike(field)).collect();
    let named = ask.role().is_some_and(|role| SPREAD_ROLES.contains(&role));
    let is_row = if named { row.len() > 1 } else { length == 1 && row.len() >= FEWEST_BOXES };
    is_row.then_some(row)
}

/// Fills the whole row, whichever of its boxes was named.
pub(super) fn spread(
    ask: &Ask<'_>,
    row: &[&Field],
    datum: &Datum,
) -> Result<Vec<Write>, Unbindable> {
    let text = datum.text();
    let is_phone = ask.role().is_some_and(Role::is_phone);
    let phone = if is_phone { Phone::parse(&text, ask.country()) } else { None };
    let text = phone.map_or(text, |phone| phone.digits());
    let characters: Vec<char> =
        text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–')).collect();
    let room: usize =
        row.iter().filter_map(|field| field.max_length).map(|length| length as usize).sum();
    if characters.len() != room {
        return Err(Unbindable::unfit(msg!("bind_the_boxes_take_exactly_characters", room = room)));
    }
    let mut rest = characters.as_slice();
    let mut writes = Vec::new();
    for field in row {
        let length = field.max_length.unwrap_or_default() as usize;
        let Some((part, behind)) = rest.split_at_checked(length) else { break };
        let text: String = part.iter().collect();
        writes.push(Write { field: field.index, bound: Bound::Text(Private::new(text)) });
        rest = behind;
    }
    Ok(writes)
}
