//! What is bound for a field, made ready to be written.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{
    AgentAction, Field, Private, VerificationKind,
    job::{OpenCode, WrittenField},
};

use crate::{
    bind::{self, Bound, Unbindable},
    gate::{self, CodeSource, Grants, Kind},
    observe::Page,
    role::Role,
};

use super::{
    in_flight::{InFlight, Subject},
    spot::Spot,
    way::Way,
};

/// Binds an action to writes. A field that holds what it should already needs none.
pub(in crate::job) fn prepare(
    action: &AgentAction,
    index: u32,
    page: &Page,
    grants: &Grants<'_>,
) -> Result<Vec<InFlight>, Unbindable> {
    let site = page.site_of(index);
    let source = &grants.source.at(site);
    let observation = &page.observation;
    let Some(key) = gate::source_key(action) else {
        return Err(Unbindable {
            code: OpenCode::NoValue,
            reason: msg!("write_it_does_not_say_where_the_value"),
        });
    };
    if source.value(key).is_none() {
        return Err(Unbindable {
            code: OpenCode::NoValue,
            reason: msg!("write_the_profile_has_no", key = key),
        });
    }
    let appends = matches!(action, AgentAction::Fill { clear: false, .. });
    let writes = bind::bind(observation, index, key, source)?;
    let position = index as usize;
    let given = page.observation.fields.get(position).zip(page.fields.get(position));
    let given = given.and_then(|(field, element)| grants.row(action, field, element.site()).ok());
    let kind = given.map_or(Kind::Ordinary, |(kind, _)| kind);
    let derived = bind::is_derived(observation, index, key, source);
    let prepared = writes.into_iter().map(|write| {
        let subject = Subject {
            action: action.clone(),
            field: write.field,
            source: key.to_string(),
            is_typed: false,
            derived,
            kind,
            thing: gate::thing_of(key, kind),
            met: None,
        };
        let way = match write.bound {
            Bound::Text(text) if appends => {
                first_way(&subject, appended(text, write.field, page), page)
            }
            Bound::Text(text) if write.field == index => {
                let others = bind::others(observation, index, key, source, &text);
                Way::of_text(text, others, Spot::new(index, page))
            }
            bound => first_way(&subject, bound, page),
        };
        InFlight::new(subject, way)
    });
    Ok(prepared.collect())
}

/// `clear: false` adds to what is there.
fn appended(text: Private, field: u32, page: &Page) -> Bound {
    let before = page.fields.get(field as usize).map(|element| element.value.reveal());
    Bound::Text(match before {
        Some(before) => Private::new(format!("{before}{}", text.reveal())),
        None => text,
    })
}

fn first_way(subject: &Subject, bound: Bound, page: &Page) -> Way {
    let field = page.observation.fields.get(subject.field as usize);
    let role = field.and_then(Role::of);
    Way::new(bound, role, subject.source.starts_with("resume."))
}

/// Fields of a site that take a code of this kind and are empty, or hold what was entered for them in this job; a
/// password also goes into the field that repeats it.
pub(in crate::job) fn code_fields<'a>(
    kind: VerificationKind,
    page: &'a Page,
    origin: &str,
    written: &[WrittenField],
) -> Vec<&'a Field> {
    let fields = page.observation.fields.iter().zip(&page.fields);
    let is_ours = |field: &Field| {
        written.iter().any(|one| Some(&one.fingerprint) == field.fingerprint.as_ref())
    };
    let empty: Vec<&Field> = fields
        .filter(|(field, element)| {
            field.visible != Some(false)
                && !field.disabled
                && !field.readonly
                && (element.value.is_empty() || is_ours(field))
                && element.framed.is_none()
                && element.expect.origin == origin
        })
        .map(|(field, _)| field)
        .collect();
    let with_role = |role: &Role| -> Vec<&Field> {
        let has_role = |field: &&Field| Role::of(field) == Some(*role);
        empty.iter().copied().filter(has_role).collect()
    };
    let mut fields = gate::roles_for(kind).iter().map(with_role).find(|fields| !fields.is_empty());
    if let (Some(fields), false) = (&mut fields, kind == VerificationKind::Password) {
        // Several boxes for one code are filled from the first.
        fields.truncate(1);
    }
    fields.unwrap_or_default()
}

/// A code and who gave it.
#[derive(Debug, Clone)]
pub(in crate::job) struct Code {
    pub(in crate::job) text: Private,
    pub(in crate::job) source: CodeSource,
}

/// Where a code goes: the site, and the fingerprints of the fields if they were there when it was asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::job) struct CodePlace {
    pub(in crate::job) origin: String,
    pub(in crate::job) fields: Vec<String>,
}

/// A code for the field that it was asked for: on that site, and of these fingerprints if the field was
/// there when it was asked.
pub(in crate::job) fn prepare_code(
    action: &AgentAction,
    kind: VerificationKind,
    code: &Code,
    page: &Page,
    place: &CodePlace,
    (origins, written): (&[String], &[WrittenField]),
) -> Result<Vec<InFlight>, String> {
    let mut fields = code_fields(kind, page, &place.origin, written);
    if !place.fields.is_empty() {
        let is_its = |field: &&Field| {
            field.fingerprint.as_ref().is_some_and(|print| place.fields.contains(print))
        };
        fields.retain(is_its);
    }
    if fields.is_empty() {
        return Err(msg!("write_the_field_that_the_code_was_for_is"));
    }
    let mut writes = Vec::new();
    for field in fields {
        let element =
            page.fields.get(field.index as usize).ok_or(msg!("write_the_field_is_gone"))?;
        gate::judge_code(kind, code.text.reveal(), &code.source, (field, element), origins)?;
        let text = Value::String(code.text.reveal().to_owned());
        writes.extend(prepare_typed(action, field.index, &text, code.source.words(), page)?);
    }
    Ok(writes)
}

/// What was typed for one field. Errors do not quote it.
pub(in crate::job) fn prepare_typed(
    action: &AgentAction,
    index: u32,
    value: &Value,
    source: String,
    page: &Page,
) -> Result<Vec<InFlight>, String> {
    let bound = bind::bind_value(&page.observation, index, value, None)
        .map_err(|error| msg!("write_it_does_not_fit", reason = error.reason))?;
    let typed = bound.into_iter().map(|write| {
        let field = page.observation.fields.get(write.field as usize);
        let subject = Subject {
            action: action.clone(),
            field: write.field,
            source: source.clone(),
            is_typed: true,
            derived: false,
            kind: field.map_or(Kind::Ordinary, Kind::of_field),
            thing: field.map(|field| Kind::of_field(field).thing().to_owned()).unwrap_or_default(),
            met: None,
        };
        let way = first_way(&subject, write.bound, page);
        InFlight::new(subject, way)
    });
    Ok(typed.collect())
}
