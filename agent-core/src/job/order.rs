//! In which order a page is filled: what decides what else a form asks for comes first.
//!
//! A country exchanges the lists, labels and fields of its address on much of the web. What is chosen from a list that may
//! be another one then is left for the next reading; all else is written in the same breath, and again where the page
//! took it away.

use shared_types::{AgentAction, Field, RefusalReason, Widget, api::HistoryEntry};

use crate::{observe::Page, resolve, resolve::Found, role::Role};

use super::write::{self, InFlight};

const LEVELS: [Role; 4] =
    [Role::AddressLevel1, Role::AddressLevel2, Role::AddressLevel3, Role::AddressLevel4];

/// Puts countries first among the writes that come next.
pub(super) fn arrange(pending: &mut [AgentAction], page: &Page) {
    let writes = pending.iter().take_while(|action| write::is_write(action)).count();
    if let Some(writes) = pending.get_mut(..writes) {
        writes.sort_by_key(|action| !field_of(action, page).is_some_and(decides));
    }
}

/// Whether a write waits for what a country that is among these brings.
pub(super) fn waits(action: &AgentAction, in_flight: &[InFlight], page: &Page) -> bool {
    let Some(field) = field_of(action, page).filter(|field| depends(field)) else { return false };
    let mut others = in_flight
        .iter()
        .filter_map(|write| page.observation.fields.get(write.subject.field as usize));
    others.any(|other| decides(other) && other.frame == field.frame)
}

/// Whether a field is written before the others, also where its list takes several steps.
pub(super) fn leads(field: u32, page: &Page) -> bool {
    page.observation.fields.get(field as usize).is_some_and(decides)
}

/// Takes back that nothing in a list was meant, where the page has other fields or lists now than were planned for: what
/// depends on a country is looked for among the new choices.
pub(super) fn forget_misfits(history: &mut Vec<HistoryEntry>, page: &Page) {
    let depending: Vec<&str> = page
        .observation
        .fields
        .iter()
        .filter(|field| depends(field))
        .filter_map(|field| field.fingerprint.as_deref())
        .collect();
    history.retain(|entry| {
        let is_misfit = matches!(
            entry.result.refusal,
            Some(RefusalReason::DoesNotFit | RefusalReason::NoSuchOption)
        );
        let print = entry.fingerprint.as_deref();
        !is_misfit || !print.is_some_and(|print| depending.contains(&print))
    });
}

fn field_of<'p>(action: &AgentAction, page: &'p Page) -> Option<&'p Field> {
    let Ok(Found::Field(index)) = resolve::resolve(action.target()?, &page.observation) else {
        return None;
    };
    page.observation.fields.get(index as usize)
}

/// Whether what else a form asks for is commonly decided by it.
fn decides(field: &Field) -> bool {
    matches!(Role::of(field), Some(Role::Country | Role::CountryName))
}

/// Whether it is chosen from a list that a country decides.
fn depends(field: &Field) -> bool {
    let is_list = field.options.is_some() || field.widget == Some(Widget::Combobox);
    is_list && Role::of(field).is_some_and(|role| LEVELS.contains(&role))
}
