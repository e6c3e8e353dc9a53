//! Writes under way: which operation comes next for each, and whether it took.

use shared_types::{
    AgentAction, Private, ProfileKey, RefusalReason, ValueSource, VerificationKind, Widget,
    job::OpenCode,
    operation::{ListOption, OperationKind, OperationResult, TextStrategy},
};

use crate::{
    bind::{self, Bound, Others, Source, Unbindable},
    gate::{self, CodeSource, Kind},
    observe::{self, Page, Tokens},
    role::Role,
    text::fold,
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
    /// What kind of data it gives away, and how a person calls it.
    pub(super) kind: Kind,
    pub(super) thing: String,
    bound: Bound,
    /// What else may be written where this is not kept.
    others: Others,
    tried_as_text: bool,
    /// Parts of the way to a choice that are behind it.
    steps: usize,
    /// Which of a list's several values were chosen, and how often the list was opened for them.
    chosen: Vec<usize>,
    opened: usize,
    /// Whether the list itself says that all of them are chosen.
    listed: bool,
    role: Option<Role>,
    /// What the page said of the value, without it.
    complaint: Option<String>,
    /// Why it fails, once what it opened is closed.
    failure: Option<(RefusalReason, String)>,
    stage: Stage,
    sent: bool,
}

/// The step that is tried now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Text(TextStrategy),
    /// Each entry as a token of its own.
    Tokens,
    Calendar,
    /// The value did not fit: what was there before is put back.
    Restore,
    Plain,
    OpenList {
        filtered: bool,
    },
    /// One step on the way to a choice: its list comes after this option.
    Step {
        option: u32,
    },
    /// `value`: which of several values it is for; `None` takes out what is not wanted.
    Pick {
        option: u32,
        value: Option<usize>,
    },
    /// Typed into a box whose list has no such option: some take any text.
    TypeInstead,
    CloseList {
        done: bool,
    },
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
    let position = index as usize;
    let given = page.observation.fields.get(position).zip(page.fields.get(position));
    let given = given.and_then(|(field, element)| {
        gate::row_of_write(action, field, &element.expect.origin, source).ok()
    });
    let kind = given.map_or(Kind::Ordinary, |(kind, _)| kind);
    Ok(writes
        .into_iter()
        .map(|mut write| {
            if appends {
                append(&mut write, page);
            }
            let others = match &write.bound {
                Bound::Text(text) if write.field == index && !appends => {
                    bind::others(observation, index, key, source, text)
                }
                _ => Others::default(),
            };
            let mut write = InFlight {
                others,
                kind,
                thing: gate::thing_of(key, kind),
                ..in_flight(action, write, key.as_str(), page)
            };
            begin(&mut write, page);
            write
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

impl InFlight {
    /// The page took the last form of the value and dropped it again: begins with another one.
    pub(super) fn try_another_form(&mut self) {
        if matches!(self.stage, Stage::Text(_)) && !self.others.texts.is_empty() {
            self.bound = Bound::Text(self.others.texts.remove(0));
            self.stage = Stage::Text(TextStrategy::InsertText);
        }
    }
}

/// Empty fields of a site that take a code of this kind; a password also goes into the field that
/// repeats it.
pub(super) fn code_fields<'a>(
    kind: VerificationKind,
    page: &'a Page,
    origin: &str,
) -> Vec<&'a shared_types::Field> {
    let fields = page.observation.fields.iter().zip(&page.fields);
    let empty: Vec<&shared_types::Field> = fields
        .filter(|(field, element)| {
            field.visible != Some(false)
                && !field.disabled
                && !field.readonly
                && element.value.is_empty()
                && element.expect.origin == origin
        })
        .map(|(field, _)| field)
        .collect();
    let with_role = |role: &Role| -> Vec<&shared_types::Field> {
        let has_role = |field: &&shared_types::Field| Role::of(field) == Some(*role);
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
pub(super) struct Code {
    pub(super) text: Private,
    pub(super) source: CodeSource,
}

/// A code for the field that it was asked for: on that site, and of these fingerprints if the field was
/// there when it was asked.
pub(super) fn prepare_code(
    action: &AgentAction,
    kind: VerificationKind,
    code: &Code,
    page: &Page,
    (origin, asked_for): &(String, Vec<String>),
    origins: &[String],
) -> Result<Vec<InFlight>, String> {
    let mut fields = code_fields(kind, page, origin);
    if !asked_for.is_empty() {
        fields.retain(|field| field.fingerprint.as_ref().is_some_and(|f| asked_for.contains(f)));
    }
    if fields.is_empty() {
        return Err("the field that the code was for is not there any more".to_owned());
    }
    let mut writes = Vec::new();
    for field in fields {
        let element = page.fields.get(field.index as usize).ok_or("the field is gone")?;
        gate::judge_code(kind, code.text.reveal(), code.source, (field, element), origins)?;
        writes.extend(prepare_typed(action, field.index, &code.text, code.source, page)?);
    }
    Ok(writes)
}

/// What was typed for one field. Errors do not quote it.
pub(super) fn prepare_typed(
    action: &AgentAction,
    index: u32,
    text: &Private,
    source: CodeSource,
    page: &Page,
) -> Result<Vec<InFlight>, String> {
    let value = serde_json::Value::String(text.reveal().to_owned());
    let bound = bind::bind_value(&page.observation, index, &value, None)
        .map_err(|error| format!("it does not fit: {}", error.reason))?;
    Ok(bound.into_iter().map(|write| in_flight(action, write, source.words(), page)).collect())
}

fn in_flight(action: &AgentAction, write: bind::Write, source: &str, page: &Page) -> InFlight {
    let field = page.observation.fields.get(write.field as usize);
    let stage = match &write.bound {
        Bound::Text(_) => Stage::Text(TextStrategy::Setter),
        Bound::Choice(_) | Bound::Choices(_) => Stage::OpenList { filtered: false },
        Bound::Options { .. } | Bound::Checked(_) | Bound::Files(_) => Stage::Plain,
    };
    InFlight {
        action: action.clone(),
        field: write.field,
        source: source.to_owned(),
        kind: field.map_or(Kind::Ordinary, Kind::of_field),
        thing: field.map(|field| Kind::of_field(field).thing().to_owned()).unwrap_or_default(),
        role: field.and_then(Role::of),
        bound: write.bound,
        others: Others::default(),
        tried_as_text: false,
        steps: 0,
        chosen: Vec::new(),
        opened: 0,
        listed: false,
        complaint: None,
        failure: None,
        stage,
        sent: false,
    }
}

/// The next operations to send: all simple writes at once, then one opened list at a time.
pub(super) fn next_batch(in_flight: &mut [InFlight]) -> Vec<(u32, OperationKind)> {
    let is_list = |write: &InFlight| {
        matches!(write.bound, Bound::Choice(_) | Bound::Choices(_))
            || write.stage == Stage::Calendar
    };
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
        (Bound::Choices(entries), Stage::Tokens) => {
            let lines: Vec<&str> = entries.iter().map(Private::reveal).collect();
            let value = Private::new(lines.join("\n"));
            OperationKind::SetText { value, strategy: TextStrategy::Tokens }
        }
        (Bound::Options { positions, values }, _) => {
            OperationKind::SetOptions { positions: positions.clone(), values: values.clone() }
        }
        (Bound::Checked(checked), _) => OperationKind::SetChecked { checked: *checked },
        (Bound::Files(files), _) => OperationKind::SetFiles { files: files.clone() },
        (Bound::Text(_), Stage::Calendar) => match &write.others.date {
            Some(date) => OperationKind::PickDate { date: date.clone() },
            None => OperationKind::Read,
        },
        (Bound::Text(before), Stage::Restore) => {
            OperationKind::SetText { value: before.clone(), strategy: TextStrategy::Setter }
        }
        (Bound::Choice(text), Stage::OpenList { filtered }) => {
            OperationKind::OpenList { filter: filtered.then(|| text.clone()), clear: false }
        }
        (Bound::Choices(texts), Stage::OpenList { filtered }) => {
            let next = (0..).zip(texts).find(|(at, _)| !write.chosen.contains(at));
            OperationKind::OpenList {
                filter: next.filter(|_| filtered).map(|(_, text)| text.clone()),
                clear: write.opened == 0,
            }
        }
        (Bound::Choice(text), Stage::TypeInstead) => {
            OperationKind::SetText { value: text.clone(), strategy: TextStrategy::InsertText }
        }
        (_, Stage::Pick { option, .. } | Stage::Step { option }) => {
            OperationKind::PickOption { option }
        }
        (_, Stage::CloseList { .. }) => OperationKind::CloseList,
        (Bound::Text(_) | Bound::Choice(_) | Bound::Choices(_), _) => OperationKind::Read,
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
        // After the last choice there may be no list any more to say so.
        if write.stage == (Stage::OpenList { filtered: false }) && has_all(write) {
            write.stage = Stage::CloseList { done: true };
            return None;
        }
        let next = match (write.stage, reason) {
            (_, RefusalReason::NotKept | RefusalReason::PageError) => None,
            // A field that opens a calendar need not take text.
            (Stage::Text(_), RefusalReason::ReadOnly) => calendar(write),
            // A list may show nothing until something is typed.
            (Stage::OpenList { filtered: false }, RefusalReason::TimedOut) => {
                Some(Stage::OpenList { filtered: true })
            }
            (Stage::OpenList { filtered: true }, RefusalReason::TimedOut) => {
                Some(tokens_instead(write).unwrap_or_else(|| no_option(write)))
            }
            // Lists are built anew while they are read.
            (Stage::Pick { .. }, RefusalReason::ElementChanged | RefusalReason::NotVisible)
                if write.opened < 4 =>
            {
                Some(Stage::OpenList { filtered: false })
            }
            (Stage::TypeInstead, _) => Some(Stage::CloseList { done: false }),
            // What was opened does not stay open over the rest of the page.
            (Stage::OpenList { .. } | Stage::Pick { .. } | Stage::Step { .. }, _)
                if write.opened > 0 && reason != RefusalReason::Stopped =>
            {
                write.failure = Some((reason, words(reason, &result.detail)));
                Some(Stage::CloseList { done: false })
            }
            _ => return Some(failed(reason, words(reason, &result.detail))),
        };
        if let Some(next) = next {
            write.stage = next;
            return None;
        }
    }
    if let (Stage::Text(_), Some(words)) = (write.stage, refused_value(result)) {
        // The page has seen the value and said what is wrong with it: it does not get it a second time.
        write.complaint = Some(words);
        if write.others.texts.is_empty() {
            return restore(write, result, page);
        }
        write.bound = Bound::Text(write.others.texts.remove(0));
        write.stage = Stage::Text(TextStrategy::InsertText);
        return None;
    }
    let took = result.done && bind::took(&write.bound, result);
    match write.stage {
        Stage::Text(strategy) if took => took_by(strategy_name(strategy)),
        Stage::Text(strategy) => {
            if let Some(next) = next_text(write, strategy, page) {
                write.stage = next;
                return None;
            }
            restore(write, result, page)
        }
        Stage::Tokens if took => took_by("tokens"),
        // Not every box is what its marks say; but a list in it would be no list to the page.
        Stage::Tokens => match &write.bound {
            Bound::Choices(entries) if !write.others.is_list && !write.tried_as_text => {
                write.bound = Bound::Text(entries.first().cloned().unwrap_or_default());
                write.stage = Stage::Text(TextStrategy::Setter);
                None
            }
            _ => Some(failed(RefusalReason::NotKept, "the page made no entries of it")),
        },
        Stage::Calendar if took => took_by("calendar"),
        Stage::Calendar => restore(write, result, page),
        Stage::Restore => Some(not_kept(write)),
        Stage::Plain if took => took_by(plain_name(&write.bound)),
        Stage::Plain => Some(failed(RefusalReason::NotKept, "the page did not keep the choice")),
        Stage::OpenList { filtered } => {
            write.opened += 1;
            let options = result.list.as_deref().unwrap_or_default();
            let next = match &write.bound {
                Bound::Choices(wanted) => next_of_several(write, wanted, options, filtered),
                _ => next_of_one(write, options, filtered),
            };
            // Some boxes only say how many are chosen; their lists say which.
            write.listed = next == Stage::CloseList { done: true }
                && write.chosen.len() <= options.iter().filter(|option| option.selected).count();
            write.stage = skip_missing(write, next);
            None
        }
        Stage::Step { .. } => {
            write.steps += 1;
            write.stage = Stage::OpenList { filtered: false };
            None
        }
        Stage::Pick { value, .. } => match (&write.bound, result.done) {
            (Bound::Choices(wanted), true) => {
                write.chosen.extend(value);
                let shows_all = write.chosen.len() == wanted.len() && took;
                write.stage = match shows_all {
                    true => Stage::CloseList { done: true },
                    false => Stage::OpenList { filtered: false },
                };
                None
            }
            _ if took => took_by("list"),
            _ => Some(failed(RefusalReason::NotKept, "the list did not take the choice")),
        },
        Stage::TypeInstead if took => took_by("typed, no option for it"),
        Stage::TypeInstead => {
            write.stage = Stage::CloseList { done: false };
            None
        }
        Stage::CloseList { done: true } if took || write.listed => took_by("list"),
        Stage::CloseList { done: true } => {
            Some(failed(RefusalReason::NotKept, "the list did not take every choice"))
        }
        Stage::CloseList { done: false } => Some(match write.failure.take() {
            Some((reason, why)) => failed(reason, why),
            None => failed(RefusalReason::NoSuchOption, "no option of the list means the value"),
        }),
    }
}

/// Whether every one of several values was picked.
fn has_all(write: &InFlight) -> bool {
    matches!(&write.bound, Bound::Choices(wanted) if write.chosen.len() == wanted.len())
}

fn took_by(strategy: &str) -> Option<Next> {
    Some(Next::Took { strategy: strategy.to_owned() })
}

fn failed(reason: RefusalReason, why: impl Into<String>) -> Next {
    Next::Failed { reason, why: why.into() }
}

/// The next way to write a text: another strategy, another form of the value, the calendar.
fn next_text(write: &mut InFlight, strategy: TextStrategy, page: &Page) -> Option<Stage> {
    match strategy {
        TextStrategy::Setter if takes_only_setter(write, page) => return None,
        TextStrategy::Setter => return Some(Stage::Text(TextStrategy::InsertText)),
        TextStrategy::InsertText => return Some(Stage::Text(TextStrategy::Keys)),
        TextStrategy::Keys | TextStrategy::Tokens => {}
    }
    write.tried_as_text = true;
    if write.others.texts.is_empty() {
        return match marks_of_tokens(write, page) {
            Tokens::No => calendar(write),
            Tokens::Yes | Tokens::Perhaps => tokens(write),
        };
    }
    write.bound = Bound::Text(write.others.texts.remove(0));
    Some(Stage::Text(TextStrategy::InsertText))
}

/// A box for tokens gets them first.
fn begin(write: &mut InFlight, page: &Page) {
    let begins = match marks_of_tokens(write, page) {
        Tokens::Yes => true,
        Tokens::Perhaps => write.others.is_list,
        Tokens::No => false,
    };
    if begins && let Some(stage) = tokens(write) {
        write.stage = stage;
    }
}

fn marks_of_tokens(write: &InFlight, page: &Page) -> Tokens {
    page.fields.get(write.field as usize).map(|element| element.tokens).unwrap_or_default()
}

/// Entries that are written as tokens, once.
fn tokens(write: &mut InFlight) -> Option<Stage> {
    let entries = std::mem::take(&mut write.others.entries);
    if entries.is_empty() {
        return None;
    }
    write.bound = Bound::Choices(entries);
    Some(Stage::Tokens)
}

fn calendar(write: &mut InFlight) -> Option<Stage> {
    let date = write.others.date.clone()?;
    // What is read back is compared with the date, in whatever form the page writes it.
    write.bound = Bound::Text(date);
    Some(Stage::Calendar)
}

/// A value that the page did not keep is no reason to leave what it made of it.
fn restore(write: &mut InFlight, result: &OperationResult, page: &Page) -> Option<Next> {
    let before = page.fields.get(write.field as usize).map(|element| element.value.clone());
    let changed =
        |before: &Private| result.read.as_ref() != Some(before) && !before.reveal().contains('•');
    let widget = page.observation.fields.get(write.field as usize).and_then(|field| field.widget);
    let is_text = matches!(widget, None | Some(Widget::Native | Widget::DatePicker));
    match before.filter(|before| is_text && changed(before)) {
        Some(before) => {
            write.bound = Bound::Text(before);
            write.stage = Stage::Restore;
            None
        }
        None => Some(not_kept(write)),
    }
}

fn not_kept(write: &InFlight) -> Next {
    match &write.complaint {
        Some(words) => failed(RefusalReason::DoesNotFit, format!("the page says: {words}")),
        None => failed(RefusalReason::NotKept, "the page did not keep what was written"),
    }
}

/// What the page says of a value that it was told and does not want. That something is missing is no such
/// thing: then it has not heard of the value.
fn refused_value(result: &OperationResult) -> Option<String> {
    let words = result.complaint.as_ref().map(Private::reveal).filter(|words| !words.is_empty())?;
    (!observe::marks_as_required(words)).then(|| words.to_owned())
}

/// What comes after a list was opened for one value.
fn next_of_one(write: &InFlight, options: &[ListOption], filtered: bool) -> Stage {
    let Bound::Choice(value) = &write.bound else { return Stage::CloseList { done: false } };
    let whole = find(options, value, write.role);
    let is_spelled = |option: &&ListOption| fold(&option.text) == fold(value.reveal());
    // The first part of a way resembles the whole of it.
    if !whole.as_ref().is_some_and(is_spelled)
        && let Some(stage) = next_step(write, options, value)
    {
        return stage;
    }
    match whole {
        Some(option) => Stage::Pick { option: option.element, value: None },
        // A list that shows little until something is typed.
        None if !filtered => Stage::OpenList { filtered: true },
        None => no_option(write),
    }
}

/// A box that can open a list and has nothing to show for what is typed may take it, entry by entry.
fn tokens_instead(write: &mut InFlight) -> Option<Stage> {
    let is_several = matches!(write.bound, Bound::Choices(_)) && write.chosen.is_empty();
    let first = is_several && !write.tried_as_text;
    write.tried_as_text |= first;
    first.then_some(Stage::Tokens)
}

/// The next option on the way to a choice that is written as a path: `Sales / Europe`.
fn next_step(write: &InFlight, options: &[ListOption], value: &Private) -> Option<Stage> {
    const MARKS: &[char] = &['/', '>', '›', '→', '»'];
    let parts: Vec<&str> = value.reveal().split(MARKS).map(str::trim).collect();
    let part = parts.get(write.steps).filter(|part| parts.len() > 1 && !part.is_empty())?;
    let option = find(options, &Private::new(*part), None)?.element;
    Some(match write.steps + 1 == parts.len() {
        true => Stage::Pick { option, value: None },
        false => Stage::Step { option },
    })
}

/// What comes when no option means the value. What was typed to filter the list may be kept by the page.
fn no_option(write: &InFlight) -> Stage {
    match write.bound {
        Bound::Choice(_) => Stage::TypeInstead,
        _ => Stage::CloseList { done: false },
    }
}

/// What comes after a list was opened for several values: first out with what is not wanted, then in
/// with one value after the other.
fn next_of_several(
    write: &InFlight,
    wanted: &[Private],
    options: &[ListOption],
    filtered: bool,
) -> Stage {
    let role = write.role;
    let is_chosen = |option: &ListOption| option.selected;
    if write.opened > options.len() + 3 * wanted.len() {
        return Stage::CloseList { done: false };
    }
    let unwanted = |option: &&ListOption| {
        let one = std::slice::from_ref(*option);
        is_chosen(option) && wanted.iter().all(|value| find(one, value, role).is_none())
    };
    if let Some(option) = options.iter().find(unwanted) {
        return Stage::Pick { option: option.element, value: None };
    }
    let mut left = (0..).zip(wanted).filter(|(at, _)| !write.chosen.contains(at));
    let next = left.find_map(|(at, value)| match find(options, value, role) {
        Some(option) if is_chosen(option) => None,
        found => Some((at, found)),
    });
    match next {
        Some((at, Some(option))) => Stage::Pick { option: option.element, value: Some(at) },
        Some((_, None)) if !filtered => Stage::OpenList { filtered: true },
        Some((_, None)) => Stage::CloseList { done: false },
        None => Stage::CloseList { done: true },
    }
}

/// A résumé has more skills than a page asks about; any other list is meant as a whole.
fn skip_missing(write: &mut InFlight, next: Stage) -> Stage {
    let (Stage::CloseList { done: false }, Bound::Choices(wanted)) = (next, &mut write.bound)
    else {
        return next;
    };
    let missing = (0..wanted.len()).find(|at| !write.chosen.contains(at));
    let Some(missing) = missing.filter(|_| write.source.starts_with("resume.")) else {
        return next;
    };
    wanted.remove(missing);
    for at in write.chosen.iter_mut().filter(|at| **at > missing) {
        *at -= 1;
    }
    match wanted.len() {
        0 => next,
        all if all == write.chosen.len() => Stage::CloseList { done: true },
        _ => Stage::OpenList { filtered: false },
    }
}

fn find<'a>(
    options: &'a [ListOption],
    value: &Private,
    role: Option<Role>,
) -> Option<&'a ListOption> {
    let enabled: Vec<&ListOption> = options.iter().filter(|option| !option.disabled).collect();
    let texts: Vec<&str> = enabled.iter().map(|option| option.text.as_str()).collect();
    let position = bind::choose(&texts, value, role).ok()?;
    enabled.get(position).copied()
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
        TextStrategy::Tokens => "tokens",
    }
}

fn plain_name(bound: &Bound) -> &'static str {
    match bound {
        Bound::Options { .. } => "option",
        Bound::Checked(_) => "tick",
        Bound::Files(_) => "file",
        Bound::Text(_) | Bound::Choice(_) | Bound::Choices(_) => "read",
    }
}

fn words(reason: RefusalReason, detail: &str) -> String {
    let words = match reason {
        RefusalReason::ElementChanged => "another element stands in its place",
        RefusalReason::WordsChanged => "what is written beside it changed meanwhile",
        RefusalReason::DocumentChanged => "the page is another one by now",
        RefusalReason::OriginChanged => "the page belongs to another site by now",
        RefusalReason::NotVisible => "nobody can see it",
        RefusalReason::Disabled => "it is disabled",
        RefusalReason::ReadOnly => "it is read-only",
        RefusalReason::Covered => "something lies over it",
        RefusalReason::NotJudged => "it can only be filled by pressing something else",
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

#[cfg(test)]
mod tests {
    use shared_types::Field;

    use super::*;
    use crate::observe::Element;

    fn write(bound: Bound) -> InFlight {
        let action = AgentAction::Done { summary: String::new() };
        in_flight(&action, bind::Write { field: 0, bound }, "record.x", &Page::default())
    }

    fn page(tokens: Tokens) -> Page {
        let mut page = Page::default();
        page.observation.fields.push(Field::default());
        page.fields.push(Element { tokens, ..Element::default() });
        page
    }

    fn list(texts: &[&str]) -> OperationResult {
        let option = |(element, text): (u32, &&str)| ListOption {
            element,
            text: (*text).to_owned(),
            ..ListOption::default()
        };
        let list = (10..).zip(texts).map(option).collect();
        OperationResult { done: true, list: Some(list), ..OperationResult::default() }
    }

    #[test]
    fn a_choice_may_be_a_way() {
        let check = |value: &str, lists: &[&[&str]], expected: &[Stage]| {
            let mut write = write(Bound::Choice(value.into()));
            let done = OperationResult { done: true, ..OperationResult::default() };
            let stages: Vec<Stage> = lists
                .iter()
                .map(|texts| {
                    step(&mut write, &list(texts), &Page::default());
                    let stage = write.stage;
                    if matches!(stage, Stage::Step { .. }) {
                        step(&mut write, &done, &Page::default());
                    }
                    stage
                })
                .collect();
            assert_eq!(stages, expected, "{value}");
        };
        let pick = |option: u32| Stage::Pick { option, value: None };
        let way = Stage::Step { option: 11 };
        check("Sales / Europe", &[&["Asia", "Sales"], &["Asia", "Europe"]], &[way, pick(11)]);
        check(
            "Sales > North > Oslo",
            &[&["A", "Sales"], &["B", "North"], &["Oslo"]],
            &[way, way, pick(10)],
        );
        check("Sales / Europe", &[&["Asia", "Sales / Europe"]], &[pick(11)]);
        check("Sales / Europe", &[&["Asia", "Research"]], &[Stage::OpenList { filtered: true }]);
        check("Sales", &[&["Asia", "Research"]], &[Stage::OpenList { filtered: true }]);
    }

    #[test]
    fn a_list_is_closed_before_its_field_is_given_up() {
        let mut write = write(Bound::Choice("Oslo".into()));
        assert_eq!(step(&mut write, &list(&["Oslo"]), &Page::default()), None);
        let covered = OperationResult {
            refusal: Some(RefusalReason::Covered),
            detail: "covered by <div>".to_owned(),
            ..OperationResult::default()
        };
        assert_eq!(step(&mut write, &covered, &Page::default()), None);
        assert_eq!(write.stage, Stage::CloseList { done: false });
        let done = OperationResult { done: true, ..OperationResult::default() };
        let why = "something lies over it (covered by <div>)".to_owned();
        assert_eq!(
            step(&mut write, &done, &Page::default()),
            Some(Next::Failed { reason: RefusalReason::Covered, why })
        );
    }

    #[test]
    fn a_list_that_never_opens_takes_entries_as_they_are_typed() {
        let timed_out = OperationResult {
            refusal: Some(RefusalReason::TimedOut),
            ..OperationResult::default()
        };
        let stages = |bound: Bound| {
            let mut write = write(bound);
            let mut next = || {
                let next = step(&mut write, &timed_out, &Page::default());
                next.is_none().then_some(write.stage)
            };
            [next(), next(), next()]
        };
        let opened = Some(Stage::OpenList { filtered: true });
        let several = stages(Bound::Choices(vec!["Alpha".into(), "Beta".into()]));
        assert_eq!(several, [opened, Some(Stage::Tokens), None]);
        let one = stages(Bound::Choice("Alpha".into()));
        assert_eq!(one[..2], [opened, Some(Stage::TypeInstead)]);
    }

    #[test]
    fn a_value_that_the_page_refuses_is_not_written_again() {
        let refused = |words: &str| OperationResult {
            refusal: Some(RefusalReason::NotKept),
            complaint: Some(words.into()),
            read: Some("Berlin".into()),
            ..OperationResult::default()
        };
        let stages = |words: &str, others: &[&str]| {
            let mut write = write(Bound::Text("Berlin".into()));
            write.others.texts = others.iter().map(|text| (*text).into()).collect();
            let mut seen = Vec::new();
            loop {
                match step(&mut write, &refused(words), &page(Tokens::No)) {
                    None => seen.push(write.stage),
                    Some(Next::Failed { reason, why }) => return (seen, reason, why),
                    Some(Next::Took { strategy }) => panic!("{strategy}"),
                }
            }
        };
        let told = "the page says: We do not deliver there.".to_owned();
        assert_eq!(
            stages("We do not deliver there.", &[]),
            (vec![Stage::Restore], RefusalReason::DoesNotFit, told.clone())
        );
        let other = Stage::Text(TextStrategy::InsertText);
        assert_eq!(
            stages("We do not deliver there.", &["BERLIN"]),
            (vec![other, Stage::Restore], RefusalReason::DoesNotFit, told)
        );
        let (ways, reason, _) = stages("This field is required.", &[]);
        assert_eq!((ways.len(), reason), (3, RefusalReason::NotKept), "it was not heard: {ways:?}");
    }

    #[test]
    fn a_box_of_tokens_gets_each_entry_or_is_left_open() {
        let refused = || OperationResult {
            refusal: Some(RefusalReason::NotKept),
            ..OperationResult::default()
        };
        let entries = |is_list: bool| Others {
            entries: vec!["Alpha".into(), "Beta".into()],
            is_list,
            ..Others::default()
        };
        let check = |tokens: Tokens, is_list: bool, read: Option<&str>, expected: (bool, Stage)| {
            let mut write = write(Bound::Text("Alpha, Beta".into()));
            write.others = entries(is_list);
            begin(&mut write, &page(tokens));
            let result = match read {
                Some(read) => OperationResult {
                    done: true,
                    read: Some(read.into()),
                    ..OperationResult::default()
                },
                None => refused(),
            };
            let next = step(&mut write, &result, &page(tokens));
            let took = matches!(next, Some(Next::Took { .. }));
            assert_eq!((took, write.stage), expected, "{tokens:?} {is_list} {read:?}");
        };
        let text = |strategy: TextStrategy| Stage::Text(strategy);
        check(Tokens::Yes, true, Some("Alpha × Beta ×"), (true, Stage::Tokens));
        check(Tokens::Yes, true, Some("Alpha ×"), (false, Stage::Tokens));
        check(Tokens::Yes, true, None, (false, Stage::Tokens));
        check(Tokens::Yes, false, None, (false, text(TextStrategy::Setter)));
        check(Tokens::Perhaps, true, Some("Beta Alpha"), (true, Stage::Tokens));
        check(Tokens::Perhaps, false, None, (false, text(TextStrategy::InsertText)));
        check(Tokens::No, true, Some("Alpha, Beta"), (true, text(TextStrategy::Setter)));
    }
}
