//! A request in two halves: what may be planned with, and the values that only binding may see.
//!
//! Older clients send current values, and radios without options; both are brought to the form that
//! the extension sends, so that there is one way to plan.

use std::collections::{BTreeSet, HashMap, HashSet};

use agent_core::{bind::Source, exit::Exit, gate, plan::PlanInput};
use shared_types::{
    AgentAction, Field, FieldOption, JobMode, Observation, Private, Profile, ProfileKey, Record,
    Target, ValueSource, ValueState,
    action::Question as AskedQuestion,
    api::{HistoryEntry, LlmChoice, NextRequest, NextResponse},
    target::ElementType,
};

/// What a plan is made from. There is no value in it.
#[derive(Debug, Clone)]
pub struct Question {
    /// The page, classified, without values.
    pub observation: Observation,
    /// What the person has, by name.
    pub keys: Vec<ProfileKey>,
    /// What was done so far, without values.
    pub history: Vec<HistoryEntry>,
    /// The round.
    pub step: u32,
    /// Live or background.
    pub mode: JobMode,
    /// What the person wants done. Untrusted.
    pub goal: Option<String>,
    /// Fields that the person's browser remembers something of.
    pub known: HashSet<u32>,
    /// What the request wishes of models, under the server's policy.
    pub wish: LlmChoice,
    /// Keys that no model gets to know: secrets, by name and, where the client sends them, by value and tier.
    pub secrets: BTreeSet<ProfileKey>,
    /// Whether the client sends values, so that texts of its pages may hold some.
    pub values_sent: bool,
}

impl Question {
    /// What the rules plan from.
    pub fn input(&self) -> PlanInput<'_> {
        PlanInput {
            observation: &self.observation,
            keys: &self.keys,
            history: &self.history,
            step: self.step,
            mode: self.mode,
        }
    }
}

/// What the person has, from the request. It goes to binding and nowhere else.
#[derive(Debug, Clone)]
pub struct Values {
    profile: Profile,
    record: Option<Record>,
    /// Of the page.
    site: String,
}

impl Values {
    /// For binding.
    pub fn source(&self) -> Source<'_> {
        let (profile, record) = (&self.profile, self.record.as_ref());
        Source { profile, record, today: None, others: &[], site: &self.site }
    }
}

/// A request, taken apart.
#[derive(Debug)]
pub struct Prepared {
    /// What may be planned with.
    pub question: Question,
    /// The values, if the client sent any.
    pub values: Option<Values>,
    /// The client's own numbers of fields and buttons, where they are not the positions.
    pub numbers: Numbers,
}

/// Takes a request apart and classifies the page.
pub fn prepare(request: NextRequest) -> Prepared {
    let NextRequest { mut observation, profile, record, profile_keys, record_keys, .. } = request;
    let numbers = Numbers::take(&mut observation);
    let positions = numbers.positions(observation.fields.len());
    let known_fields: HashSet<u32> =
        request.known_fields.iter().filter_map(|number| positions.get(number).copied()).collect();
    for field in &mut observation.fields {
        without_value(field);
    }
    group_by_name(&mut observation.fields);
    agent_core::classify::classify(&mut observation);

    let values = (profile.is_some() || record.is_some()).then(|| Values {
        profile: profile.unwrap_or_default(),
        record,
        site: gate::origin_of(&observation.url),
    });
    let mut keys = values.as_ref().map(|values| values.source().keys()).unwrap_or_default();
    let mut known: BTreeSet<ProfileKey> = keys.iter().cloned().collect();
    let named = profile_keys.into_iter().flatten();
    let of_record =
        record_keys.into_iter().flatten().map(|key| ProfileKey::new(format!("record.{key}")));
    keys.extend(named.chain(of_record).filter(|key| known.insert(key.clone())));

    let secrets = secrets(&keys, values.as_ref(), &observation.url);

    let mut goal = request.goal;
    if let Some(values) = &values {
        let exit = Exit::new(&values.source());
        exit.observation(&mut observation);
        goal = goal.map(|goal| exit.text(&goal));
    }

    let mut history = request.history;
    for entry in &mut history {
        entry.result.data = None;
        if let AgentAction::Fill { source, .. } | AgentAction::Select { source, .. } =
            &mut entry.action
            && matches!(source, ValueSource::Literal(_))
        {
            *source = ValueSource::Literal(Private::default());
        }
    }
    Prepared {
        question: Question {
            observation,
            keys,
            history,
            step: request.step,
            mode: request.mode,
            goal,
            known: known_fields,
            wish: request.llm.unwrap_or_default(),
            secrets,
            values_sent: values.is_some(),
        },
        values,
        numbers,
    }
}

/// A name decides alone where there is no value: that somebody has a passport is then as secret as its number.
fn secrets(keys: &[ProfileKey], values: Option<&Values>, url: &str) -> BTreeSet<ProfileKey> {
    let held: BTreeSet<ProfileKey> =
        values.map(|values| values.source().keys().into_iter().collect()).unwrap_or_default();
    let told = keys.iter().filter(|key| !held.contains(*key) && gate::is_secret_by_name(key));
    let kept = values.map(|values| gate::kept_home(&values.source(), &gate::origin_of(url)));
    told.cloned().chain(kept.into_iter().flatten()).collect()
}

/// Replaces a field's value by what may be known of it.
fn without_value(field: &mut Field) {
    let value = std::mem::take(&mut field.value);
    let ticks = matches!(field.kind.as_str(), "radio" | "checkbox");
    if field.value_state.is_none() {
        let filled = if ticks {
            field.checked == Some(true)
        } else if let Some(options) = &field.options {
            // A list starts at its first entry; only another one was chosen by somebody.
            !value.is_empty() && options.iter().skip(1).any(|option| option.selected)
        } else {
            !value.is_empty()
        };
        field.value_state = Some(if filled { ValueState::Filled } else { ValueState::Empty });
    }
    if ticks && field.options.is_none() {
        field.options = Some(vec![FieldOption {
            value: value.reveal().to_owned(),
            text: field.label.clone(),
            selected: field.checked == Some(true),
            disabled: field.disabled,
        }]);
    }
}

/// Radios of one name are one question (HTML, "radio button group"); so are checkboxes of one name.
fn group_by_name(fields: &mut [Field]) {
    let ungrouped = |field: &Field| {
        field.group_id.is_none()
            && matches!(field.kind.as_str(), "radio" | "checkbox")
            && !field.name.is_empty()
    };
    let name = |field: &Field| (field.frame, field.form, field.kind.clone(), field.name.clone());
    let mut sizes: HashMap<_, u32> = HashMap::new();
    for field in fields.iter().filter(|field| ungrouped(field)) {
        *sizes.entry(name(field)).or_default() += 1;
    }
    sizes.retain(|_, size| *size > 1);
    if sizes.is_empty() {
        return;
    }
    let mut next = fields.iter().filter_map(|f| f.group_id).max().map_or(0, |id| id + 1);
    let mut ids = HashMap::new();
    for field in fields.iter_mut().filter(|field| ungrouped(field)) {
        if sizes.contains_key(&name(field)) {
            let id = *ids.entry(name(field)).or_insert_with(|| {
                next += 1;
                next - 1
            });
            field.group_id = Some(id);
        }
    }
}

/// The client's numbers of fields and buttons. Inside, the number is the position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbers {
    fields: Option<Vec<u32>>,
    buttons: Option<Vec<u32>>,
}

impl Numbers {
    /// Takes the client's numbers out of a page and puts the positions in their place. Numbers that
    /// are missing or used twice name nothing; then the positions are the numbers.
    fn take(observation: &mut Observation) -> Self {
        Self {
            fields: renumber(observation.fields.iter_mut().map(|field| &mut field.index)),
            buttons: renumber(observation.buttons.iter_mut().map(|button| &mut button.index)),
        }
    }

    /// Whether positions and numbers are the same.
    pub fn are_positions(&self) -> bool {
        *self == Self::default()
    }

    /// The positions of so many fields, by their numbers.
    fn positions(&self, count: usize) -> HashMap<u32, u32> {
        let positions = 0..u32::try_from(count).unwrap_or(u32::MAX);
        positions.map(|at| (number(&self.fields, at), at)).collect()
    }

    /// Puts the client's numbers into an answer.
    pub fn put_back(&self, response: &mut NextResponse) {
        if self.are_positions() {
            return;
        }
        for action in response.actions.iter_mut().chain([&mut response.action]) {
            match action {
                AgentAction::AskUser { questions } => {
                    for AskedQuestion { field, .. } in questions {
                        *field = number(&self.fields, *field);
                    }
                }
                other => self.put_back_target(other),
            }
        }
        for open in &mut response.open {
            open.field = number(&self.fields, open.field);
        }
        for decided in &mut response.planner.decided {
            decided.field = number(&self.fields, decided.field);
        }
    }

    fn put_back_target(&self, action: &mut AgentAction) {
        let target = match action {
            AgentAction::Fill { target, .. }
            | AgentAction::Select { target, .. }
            | AgentAction::Check { target, .. }
            | AgentAction::Click { target, .. }
            | AgentAction::WaitFor { target, .. }
            | AgentAction::Upload { target, .. } => Some(target),
            AgentAction::Extract { target, .. } => target.as_mut(),
            _ => None,
        };
        if let Some(Target::Index { index, element_type }) = target {
            let numbers = match element_type {
                ElementType::Field => &self.fields,
                ElementType::Button => &self.buttons,
            };
            *index = number(numbers, *index);
        }
    }
}

fn number(numbers: &Option<Vec<u32>>, position: u32) -> u32 {
    numbers
        .as_ref()
        .and_then(|numbers| numbers.get(usize::try_from(position).ok()?).copied())
        .unwrap_or(position)
}

fn renumber<'a>(indexes: impl Iterator<Item = &'a mut u32>) -> Option<Vec<u32>> {
    let mut sent = Vec::new();
    for (position, index) in (0_u32..).zip(indexes) {
        sent.push(std::mem::replace(index, position));
    }
    let positions = sent.iter().zip(0_u32..).all(|(index, position)| *index == position);
    let distinct = sent.iter().collect::<BTreeSet<_>>().len() == sent.len();
    (!positions && distinct).then_some(sent)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn request(observation: Value, more: Value) -> NextRequest {
        let mut body = json!({"jobId": "j", "step": 1, "observation": observation});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(body).unwrap()
    }

    #[test]
    fn no_value_gets_past() {
        let observation = json!({"url": "https://a.example/", "fields": [
            {"index": 0, "tag": "input", "type": "text", "value": "canary-1"},
            {"index": 1, "tag": "input", "type": "radio", "name": "r", "value": "own", "checked": true},
        ]});
        let more = json!({
            "profile": {"firstName": "canary-2", "custom": {"Pet": "canary-3"}},
            "record": {"Plan": "canary-4"},
            "state": {"x": "canary-5"},
            "history": [{
                "step": 1,
                "action": {"type": "FILL", "target": {"by": "index", "index": 0}, "value": "canary-6"},
                "result": {"ok": true, "data": "canary-7"}
            }],
            "llm": {"provider": "openai", "apiKey": "canary-8"},
        });
        let prepared = prepare(request(observation, more));
        let seen = format!(
            "{:?} {} {}",
            prepared.question,
            serde_json::to_string(&prepared.question.observation).unwrap(),
            serde_json::to_string(&prepared.question.history).unwrap()
        );
        assert!(!seen.contains("canary"), "{seen}");
        assert!(prepared.values.is_some());
        assert!(prepared.question.values_sent);
    }

    #[test]
    fn what_is_known_of_a_value() {
        let first = json!({"value": "a", "selected": true});
        let cases = [
            (json!({"type": "text", "value": ""}), ValueState::Empty),
            (json!({"type": "text", "value": "x"}), ValueState::Filled),
            (json!({"type": "text", "value": "", "valueState": "filled"}), ValueState::Filled),
            (json!({"type": "radio", "value": "own", "checked": false}), ValueState::Empty),
            (json!({"type": "checkbox", "value": "on", "checked": true}), ValueState::Filled),
            (
                json!({"type": "select-one", "value": "a", "options": [first, {"value": "b"}]}),
                ValueState::Empty,
            ),
            (
                json!({"type": "select-one", "value": "b",
                    "options": [{"value": "a"}, {"value": "b", "selected": true}]}),
                ValueState::Filled,
            ),
        ];
        for (field, expected) in cases {
            let observation = json!({"url": "", "fields": [field]});
            let prepared = prepare(request(observation, json!({})));
            let found = &prepared.question.observation.fields[0];
            assert_eq!(found.value_state.as_ref(), Some(&expected), "{field}");
            assert!(found.value.is_empty());
        }
    }

    #[test]
    fn older_radios_become_groups_with_options() {
        let radio = |name: &str, value: &str| json!({"type": "radio", "name": name, "value": value, "label": value.to_uppercase()});
        let observation = json!({"url": "", "fields": [
            radio("size", "s"), radio("size", "l"), radio("colour", "red"), radio("colour", "blue"),
            {"type": "checkbox", "name": "news", "value": "on", "label": "News"},
        ]});
        let prepared = prepare(request(observation, json!({})));
        let fields = &prepared.question.observation.fields;
        let groups: Vec<_> = fields.iter().map(|field| field.group_id).collect();
        assert_eq!(groups, [Some(0), Some(0), Some(1), Some(1), None]);
        let options = fields[1].options.as_ref().unwrap();
        assert_eq!((options[0].value.as_str(), options[0].text.as_str()), ("l", "L"));
    }

    #[test]
    fn keys_come_from_names_and_from_values_once() {
        let more = json!({"profileKeys": ["email", "email"], "recordKeys": ["Plan", "a.b"]});
        let keys = prepare(request(json!({"url": ""}), more)).question.keys;
        let keys: Vec<_> = keys.iter().map(ProfileKey::as_str).collect();
        assert_eq!(keys, ["email", "record.Plan", "record.a.b"]);
    }

    #[test]
    fn a_clients_own_numbers_come_back() {
        let observation =
            json!({"url": "", "fields": [{"index": 4}, {"index": 9}], "buttons": [{"index": 2}]});
        let prepared = prepare(request(observation, json!({})));
        assert_eq!(prepared.question.observation.fields[1].index, 1);
        let mut response: NextResponse = serde_json::from_value(json!({
            "action": {"type": "FILL", "target": {"by": "index", "index": 1}, "valueFrom": "email"},
            "actions": [
                {"type": "FILL", "target": {"by": "index", "index": 1}, "valueFrom": "email"},
                {"type": "CLICK", "target": {"by": "index", "index": 0, "elementType": "button"}},
                {"type": "ASK_USER", "questions": [{"field": 0, "question": "?", "saveAs": "answers.x"}]},
            ],
            "forceLive": false,
            "planner": {},
            "open": [{"field": 1, "reason": "", "code": "no-value"}],
        }))
        .unwrap();
        prepared.numbers.put_back(&mut response);
        insta::assert_json_snapshot!(response);
    }

    #[test]
    fn numbers_that_name_nothing_are_positions() {
        for indexes in [[0, 0], [0, 1], [5, 5]] {
            let fields: Vec<_> = indexes.iter().map(|index| json!({"index": index})).collect();
            let prepared = prepare(request(json!({"url": "", "fields": fields}), json!({})));
            assert!(prepared.numbers.are_positions(), "{indexes:?}");
        }
    }
}
