//! Writes under way: which operation comes next for each, and whether it took.

use shared_types::{
    AgentAction, Private, ProfileKey, RefusalReason, ValueSource, VerificationKind,
    job::OpenCode,
    operation::{OperationKind, OperationResult, TextStrategy},
};

use crate::{
    bind::{self, Bound, Source, Unbindable},
    gate::{self, Kind},
    observe::Page,
};

/// A write and how far it is.
#[derive(Debug, Clone)]
pub(super) struct InFlight {
    /// The action it belongs to, with keys instead of values.
    pub(super) action: AgentAction,
    /// `index` of the field.
    pub(super) field: u32,
    /// Where the value came from, for people.
    pub(super) source: String,
    /// What kind of data it gives away.
    pub(super) kind: Kind,
    bound: Bound,
    role: Option<String>,
    stage: Stage,
    sent: bool,
}

/// The step that is tried now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Text(TextStrategy),
    Plain,
    OpenList { filtered: bool },
    Pick { option: u32 },
    CloseList,
}

/// How a write ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// Read back and found to hold.
    Took {
        /// What worked.
        strategy: String,
    },
    /// Given up.
    Failed {
        /// For a program.
        reason: RefusalReason,
        /// For a person.
        why: String,
    },
}

/// Where the value of a write comes from; `None` for what is no write from a key.
pub(super) fn source_of(action: &AgentAction) -> Option<&ProfileKey> {
    match action {
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. } => Some(key),
        _ => None,
    }
}

/// Whether an action writes into a field.
pub(super) fn is_write(action: &AgentAction) -> bool {
    matches!(
        action,
        AgentAction::Fill { .. }
            | AgentAction::Select { .. }
            | AgentAction::Check { .. }
            | AgentAction::Upload { .. }
    )
}

/// Binds an action to writes. A field that holds what it should already needs none.
pub(super) fn prepare(
    action: &AgentAction,
    index: u32,
    page: &Page,
    source: &Source<'_>,
) -> Result<Vec<InFlight>, Unbindable> {
    let observation = &page.observation;
    if let AgentAction::Check { checked, .. } = action {
        let write = bind::Write { field: index, bound: Bound::Checked(*checked) };
        return Ok(vec![in_flight(action, write, "the plan", page)]);
    }
    let Some(key) = source_of(action) else {
        return Err(Unbindable {
            code: OpenCode::NoValue,
            reason: "it does not say where the value comes from".to_owned(),
        });
    };
    if source.value(key).is_none() {
        return Err(Unbindable {
            code: OpenCode::NoValue,
            reason: format!("the profile has no {key}"),
        });
    }
    let appends = matches!(action, AgentAction::Fill { clear: false, .. });
    let writes = bind::bind(observation, index, key, source)?;
    Ok(writes
        .into_iter()
        .map(|mut write| {
            if appends {
                append(&mut write, page);
            }
            in_flight(action, write, key.as_str(), page)
        })
        .collect())
}

/// `clear: false` adds to what is there.
fn append(write: &mut bind::Write, page: &Page) {
    let before = page.fields.get(write.field as usize).map(|element| element.value.reveal());
    if let (Bound::Text(text), Some(before)) = (&mut write.bound, before) {
        *text = Private::new(format!("{before}{}", text.reveal()));
    }
}

/// Empty fields of a site that take a code of this kind; a password also goes into the field that
/// repeats it.
pub(super) fn code_fields<'a>(
    kind: VerificationKind,
    page: &'a Page,
    origin: &str,
) -> Vec<&'a shared_types::Field> {
    const SECRETS: &[&str] = &["cc-csc", "current-password", "new-password"];
    let empty: Vec<&shared_types::Field> = page
        .observation
        .fields
        .iter()
        .zip(&page.fields)
        .filter(|(field, element)| {
            field.visible != Some(false)
                && !field.disabled
                && !field.readonly
                && element.value.is_empty()
                && element.expect.origin == origin
        })
        .map(|(field, _)| field)
        .collect();
    let with_role = |role: &str| {
        empty
            .iter()
            .copied()
            .filter(|field| field.role.as_deref() == Some(role))
            .collect::<Vec<_>>()
    };
    match kind {
        VerificationKind::Password => SECRETS
            .iter()
            .map(|role| with_role(role))
            .find(|fields| !fields.is_empty())
            .unwrap_or_default(),
        // Several boxes for one code are filled from the first.
        _ => with_role("one-time-code").into_iter().take(1).collect(),
    }
}

/// A code that the person entered, for the field that it was asked for: on that site, and of these
/// fingerprints if the field was there when it was asked.
pub(super) fn prepare_code(
    action: &AgentAction,
    kind: VerificationKind,
    code: &Private,
    page: &Page,
    (origin, asked_for): &(String, Vec<String>),
) -> Result<Vec<InFlight>, String> {
    let mut fields = code_fields(kind, page, origin);
    if !asked_for.is_empty() {
        fields.retain(|field| field.fingerprint.as_ref().is_some_and(|f| asked_for.contains(f)));
    }
    if fields.is_empty() {
        return Err("the field that the code was for is not there any more".to_owned());
    }
    let value = serde_json::Value::String(code.reveal().to_owned());
    let mut writes = Vec::new();
    for field in fields {
        let bound = bind::bind_value(&page.observation, field.index, &value, None)
            .map_err(|error| format!("the code does not fit: {}", error.reason))?;
        writes
            .extend(bound.into_iter().map(|write| in_flight(action, write, "typed by you", page)));
    }
    Ok(writes)
}

fn in_flight(action: &AgentAction, write: bind::Write, source: &str, page: &Page) -> InFlight {
    let field = page.observation.fields.get(write.field as usize);
    let stage = match &write.bound {
        Bound::Text(_) => Stage::Text(TextStrategy::Setter),
        Bound::Choice(_) => Stage::OpenList { filtered: false },
        Bound::Options { .. } | Bound::Checked(_) | Bound::Files(_) => Stage::Plain,
    };
    InFlight {
        action: action.clone(),
        field: write.field,
        source: source.to_owned(),
        kind: field
            .and_then(|field| gate::kind_of_write(action, field).ok())
            .unwrap_or(Kind::Ordinary),
        role: field.and_then(|field| field.role.clone()),
        bound: write.bound,
        stage,
        sent: false,
    }
}

/// The next operations to send: all simple writes at once, then one opened list at a time.
pub(super) fn next_batch(in_flight: &mut [InFlight]) -> Vec<(u32, OperationKind)> {
    let is_list = |write: &InFlight| matches!(write.bound, Bound::Choice(_));
    let only_lists = in_flight.iter().all(is_list);
    let mut batch = Vec::new();
    for write in in_flight.iter_mut() {
        if only_lists || !is_list(write) {
            write.sent = true;
            batch.push((write.field, operation(write)));
            if only_lists {
                break;
            }
        }
    }
    batch
}

fn operation(write: &InFlight) -> OperationKind {
    match (&write.bound, write.stage) {
        (Bound::Text(value), Stage::Text(strategy)) => {
            OperationKind::SetText { value: value.clone(), strategy }
        }
        (Bound::Options { positions, values }, _) => {
            OperationKind::SetOptions { positions: positions.clone(), values: values.clone() }
        }
        (Bound::Checked(checked), _) => OperationKind::SetChecked { checked: *checked },
        (Bound::Files(files), _) => OperationKind::SetFiles { files: files.clone() },
        (Bound::Choice(text), Stage::OpenList { filtered }) => {
            OperationKind::OpenList { filter: filtered.then(|| text.clone()) }
        }
        (_, Stage::Pick { option }) => OperationKind::PickOption { option },
        (_, Stage::CloseList) => OperationKind::CloseList,
        (Bound::Text(_) | Bound::Choice(_), _) => OperationKind::Read,
    }
}

/// Takes the results of the batch that was sent: which writes ended, and how. The others stay in
/// flight with their next step. Writes without a result were not reached.
pub(super) fn take_results(
    in_flight: &mut Vec<InFlight>,
    results: &[OperationResult],
    page: &Page,
) -> Vec<(InFlight, Next)> {
    let mut results = results.iter();
    let mut ended = Vec::new();
    let mut going_on = Vec::new();
    for mut write in in_flight.drain(..) {
        if !write.sent {
            going_on.push(write);
            continue;
        }
        write.sent = false;
        let next = match results.next() {
            Some(result) => step(&mut write, result, page),
            None => Some(Next::Failed {
                reason: RefusalReason::DocumentChanged,
                why: "the page went away before it was written".to_owned(),
            }),
        };
        match next {
            Some(next) => ended.push((write, next)),
            None => going_on.push(write),
        }
    }
    *in_flight = going_on;
    ended
}

/// One step further. `None`: there is a next operation.
fn step(write: &mut InFlight, result: &OperationResult, page: &Page) -> Option<Next> {
    if let (false, Some(reason)) = (result.done, result.refusal) {
        let gives_up = !matches!(reason, RefusalReason::NotKept | RefusalReason::PageError);
        if gives_up {
            return Some(Next::Failed { reason, why: words(reason, &result.detail) });
        }
    }
    match write.stage {
        Stage::Text(strategy) => {
            if result.done && bind::took(&write.bound, result) {
                return Some(Next::Took { strategy: strategy_name(strategy).to_owned() });
            }
            let next = match strategy {
                TextStrategy::Setter if takes_only_setter(write, page) => None,
                TextStrategy::Setter => Some(TextStrategy::InsertText),
                TextStrategy::InsertText => Some(TextStrategy::Keys),
                TextStrategy::Keys => None,
            };
            match next {
                Some(next) => {
                    write.stage = Stage::Text(next);
                    None
                }
                None => Some(Next::Failed {
                    reason: RefusalReason::NotKept,
                    why: "the page did not keep what was written".to_owned(),
                }),
            }
        }
        Stage::Plain => Some(if result.done && bind::took(&write.bound, result) {
            Next::Took { strategy: plain_name(&write.bound).to_owned() }
        } else {
            Next::Failed {
                reason: RefusalReason::NotKept,
                why: "the page did not keep the choice".to_owned(),
            }
        }),
        Stage::OpenList { filtered } => {
            let options = result.list.as_deref().unwrap_or_default();
            let texts: Vec<&str> = options
                .iter()
                .filter(|option| !option.disabled)
                .map(|option| option.text.as_str())
                .collect();
            let chosen = match &write.bound {
                Bound::Choice(value) => bind::choose(&texts, value, write.role.as_deref()).ok(),
                _ => None,
            };
            let mut enabled = options.iter().filter(|option| !option.disabled);
            write.stage = match chosen.and_then(|position| enabled.nth(position)) {
                Some(option) => Stage::Pick { option: option.element },
                // A list that shows little until something is typed.
                None if !filtered => Stage::OpenList { filtered: true },
                None => Stage::CloseList,
            };
            None
        }
        Stage::Pick { .. } => Some(if result.done && bind::took(&write.bound, result) {
            Next::Took { strategy: "list".to_owned() }
        } else {
            Next::Failed {
                reason: RefusalReason::NotKept,
                why: "the list did not take the choice".to_owned(),
            }
        }),
        Stage::CloseList => Some(Next::Failed {
            reason: RefusalReason::NoSuchOption,
            why: "no option of the list means the value".to_owned(),
        }),
    }
}

/// Controls that the browser fills by parts (dates, colours, ranges) know no typing as text.
fn takes_only_setter(write: &InFlight, page: &Page) -> bool {
    let kind = page.observation.fields.get(write.field as usize).map(|field| field.kind.as_str());
    matches!(kind, Some("date" | "month" | "week" | "time" | "datetime-local" | "color" | "range"))
}

fn strategy_name(strategy: TextStrategy) -> &'static str {
    match strategy {
        TextStrategy::Setter => "setter",
        TextStrategy::InsertText => "insert text",
        TextStrategy::Keys => "keys",
    }
}

fn plain_name(bound: &Bound) -> &'static str {
    match bound {
        Bound::Options { .. } => "option",
        Bound::Checked(_) => "tick",
        Bound::Files(_) => "file",
        Bound::Text(_) | Bound::Choice(_) => "read",
    }
}

fn words(reason: RefusalReason, detail: &str) -> String {
    let words = match reason {
        RefusalReason::ElementChanged => "another element stands in its place",
        RefusalReason::DocumentChanged => "the page is another one by now",
        RefusalReason::OriginChanged => "the page belongs to another site by now",
        RefusalReason::NotVisible => "nobody can see it",
        RefusalReason::Disabled => "it is disabled",
        RefusalReason::ReadOnly => "it is read-only",
        RefusalReason::Covered => "something lies over it",
        RefusalReason::Stopped => "Stop was pressed",
        RefusalReason::TimedOut => "the page took too long",
        _ => "the page refused it",
    };
    if detail.is_empty() { words.to_owned() } else { format!("{words} ({detail})") }
}

/// A profile key that a plan may name.
pub(super) fn is_known(key: &ProfileKey, keys: &[ProfileKey]) -> bool {
    keys.contains(key)
}
