//! A small world in memory: pages as data, a driver that runs effects and feeds events back.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;
use serde_json::{Value, json};
use shared_types::{
    AgentAction, Button, Consent, DataKind, Field, FieldOption, JobMode, JobRecord, JobStatus,
    Observation, Private, Profile, ProfileKey, ProfileSet, Question, Record, RefusalReason, Scope,
    Tier, ValueState, VerificationKind, Widget,
    content::Hold,
    job::{ModelUse, OpenCode, ShownGroup, WrittenField},
    operation::{Expect, ListOption, OperationKind, OperationResult, TextStrategy},
    snapshot::FormEntry,
};

use super::{approval, event::*, *};
use crate::memory::{LateAnswers, Lessons, recipe::RecipeSet};
use crate::{
    bind::Source,
    gate::{CodeSource, HashKey},
    observe::{Document, Element, HeldAttempt, HiddenInput, Page, Sends},
    plan::{self, Plan},
};

mod advised;
mod agents;
mod card;
mod corrected;
mod frames;
mod hurdles;
mod lists;
mod matching;
mod one;
mod order;
mod profiles;
mod receipts;
mod recipes;
mod refused;
mod sheet;
mod stored;
mod suggestions;

const SITE: &str = "https://site.example";
const OTHER_SITE: &str = "https://other.example";
const CODE: &str = "482913";

/// What a button does.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Nothing,
    Goes(usize),
    GoesToOtherSite(usize),
    Complains,
    /// Stays where it is, fields and all, and says what the sheet of that number says.
    Says(usize),
}

#[derive(Clone)]
struct Control {
    field: Field,
    value: String,
    /// The way of writing that the page understands.
    keeps: Option<TextStrategy>,
    /// What it says is wrong with any value that holds it.
    refuses: Option<&'static str>,
    /// A list that shows nothing until something is typed.
    needs_filter: bool,
    /// What its list offers once it is open.
    offers: &'static [&'static str],
    gone: bool,
    /// Whether the page came with what it holds, and whether the person has changed it.
    preset: bool,
    touched: bool,
    /// Whether it stands in a frame of [`OTHER_SITE`].
    framed: bool,
}

#[derive(Clone, Default)]
struct Sheet {
    controls: Vec<Control>,
    buttons: Vec<(Button, &'static str)>,
    text: &'static str,
    /// `pageContext`
    context: &'static str,
    /// Text of a link → its address.
    links: BTreeMap<String, String>,
}

/// The code, as the person types it.
fn code() -> Event {
    Event::Code { code: CODE.into(), source: CodeSource::Person }
}

/// The browser.
#[derive(Clone)]
struct World {
    sheets: Vec<Sheet>,
    does: BTreeMap<&'static str, Does>,
    at: usize,
    document: usize,
    origin: &'static str,
    not_ready: usize,
    tab_closed: bool,
    /// The page goes elsewhere at the next write.
    leaves: Option<usize>,
    /// Bodies that the server answers with; none: it cannot be reached.
    answers: VecDeque<String>,
    last_answer: Option<String>,
    now: f64,
    /// What the page tried to send by itself.
    held: Vec<HeldAttempt>,
    /// What the form's one hidden input holds, and what the page makes of it at each press and as it leaves.
    amount: String,
    at_press: VecDeque<&'static str>,
    as_it_leaves: VecDeque<&'static str>,
    /// What the page has in the list of entries in its place.
    tells: Option<&'static str>,
    /// What the content script says of the last press.
    kept_back: Vec<String>,
    /// What appears a moment after the person was asked.
    late: Vec<Control>,
    /// Looks while asking, and after how many of them that appears.
    looks: usize,
    late_after: usize,
    /// From which control on they are in a frame of another origin, and how far from the left that stands.
    framed: Option<(usize, i64)>,
    /// What its address begins with, if that is not its origin: a page in a sandbox.
    address: Option<&'static str>,
    /// The language that it says it is in.
    lang: Option<&'static str>,
}

fn control(kind: &str, label: &str, role: &str) -> Control {
    let choice = kind == "radio" || kind == "checkbox";
    let field = Field {
        tag: "input".into(),
        kind: kind.into(),
        label: label.into(),
        name: label.to_lowercase(),
        role: Some(role.into()),
        confidence: Some(0.9),
        form: Some(0),
        visible: Some(true),
        widget: Some(if kind == "combobox" { Widget::Combobox } else { Widget::Native }),
        checked: choice.then_some(false),
        options: choice.then(|| {
            vec![FieldOption { value: label.into(), text: label.into(), ..FieldOption::default() }]
        }),
        fingerprint: Some(format!("{kind} {label}")),
        ..Field::default()
    };
    Control {
        field,
        value: String::new(),
        keeps: None,
        refuses: None,
        needs_filter: false,
        offers: &["Austria", "Belgium", "Germany"],
        gone: false,
        preset: false,
        touched: false,
        framed: false,
    }
}

fn sheet(controls: Vec<Control>, buttons: &[&'static str]) -> Sheet {
    let buttons = buttons.iter().map(|text| {
        let button = Button {
            tag: "button".into(),
            kind: "submit".into(),
            text: (*text).into(),
            submits: Some(true),
            form: Some(0),
            visible: Some(true),
            fingerprint: Some(format!("button {text}")),
            ..Button::default()
        };
        (button, *text)
    });
    Sheet { controls, buttons: buttons.collect(), ..Sheet::default() }
}

fn thanks() -> Sheet {
    Sheet { text: "Thank you, we have received it.", ..Sheet::default() }
}

impl World {
    fn new(sheets: Vec<Sheet>, does: &[(&'static str, Does)]) -> Self {
        Self {
            sheets,
            does: does.iter().copied().collect(),
            at: 0,
            document: 0,
            origin: SITE,
            not_ready: 0,
            tab_closed: false,
            leaves: None,
            answers: VecDeque::new(),
            last_answer: None,
            now: 1_000.0,
            held: Vec::new(),
            amount: "10".into(),
            at_press: VecDeque::new(),
            as_it_leaves: VecDeque::new(),
            tells: None,
            kept_back: Vec::new(),
            late: Vec::new(),
            looks: 0,
            late_after: 0,
            framed: None,
            address: None,
            lang: None,
        }
    }

    fn hidden(&self) -> HiddenInput {
        HiddenInput {
            element: 900,
            name: "amount".into(),
            value: self.amount.as_str().into(),
            digest: format!("digest of {}", self.amount),
        }
    }

    /// What the content script would find changed right before the click.
    fn changed_at_press(&mut self, expect: &Expect) -> Vec<String> {
        if let Some(amount) = self.at_press.pop_front() {
            self.amount = amount.into();
        }
        let now = vec![(900, self.hidden().digest)];
        let varies = expect.varies.contains(&"amount".to_owned());
        let differs = expect.hidden.as_ref().is_some_and(|then| *then != now) && !varies;
        if differs {
            return vec!["hidden:amount".to_owned()];
        }
        let now = self.entries().into_iter().map(|entry| (entry.name, entry.digest));
        let is_other = expect.entries.as_ref().is_some_and(|then| !now.eq(then.iter().cloned()));
        if is_other && !varies { vec!["entry:amount".to_owned()] } else { Vec::new() }
    }

    /// What its form would send: what the page says that its hidden input holds, or what it says in its place.
    fn entries(&self) -> Vec<FormEntry> {
        let told = self.tells.map_or_else(|| self.amount.clone(), str::to_owned);
        let digest = format!("digest of {told}");
        vec![FormEntry {
            name: "amount".into(),
            value: told.into(),
            digest,
            ..FormEntry::default()
        }]
    }

    fn one_page() -> Self {
        let fields =
            vec![control("text", "First name", "given-name"), control("email", "E-mail", "email")];
        Self::new(vec![sheet(fields, &["Send"]), thanks()], &[("Send", Does::Goes(1))])
    }

    /// Every kind of write, a page in between, and a code.
    fn tour() -> Self {
        let mut stubborn = control("email", "E-mail", "email");
        stubborn.keeps = Some(TextStrategy::Keys);
        let mut list = control("combobox", "Country", "country-name");
        list.needs_filter = true;
        list.field.options = Some(Vec::new());
        let radio = |label: &str| {
            let mut radio = control("radio", label, "none");
            radio.field.group = Some("Permit".into());
            radio.field.group_id = Some(1);
            radio
        };
        let first = vec![
            control("text", "First name", "given-name"),
            stubborn,
            list,
            radio("Yes"),
            radio("No"),
        ];
        let second = vec![control("text", "Code", "one-time-code")];
        Self::new(
            vec![sheet(first, &["Next"]), sheet(second, &["Send"]), thanks()],
            &[("Next", Does::Goes(1)), ("Send", Does::Goes(2))],
        )
    }

    fn sheet(&mut self) -> &mut Sheet {
        let at = self.at;
        &mut self.sheets[at]
    }

    fn go(&mut self, to: usize) {
        self.at = to;
        self.document += 1;
    }

    fn page(&self) -> Page {
        let sheet = &self.sheets[self.at];
        let document_id = format!("document {}", self.document);
        let element = |number: u32, value: &str| Element {
            document_id: document_id.clone(),
            element: number,
            expect: Expect { origin: self.origin.into(), ..Expect::default() },
            value: value.into(),
            ..Element::default()
        };
        let present: Vec<(usize, &Control)> =
            sheet.controls.iter().enumerate().filter(|(_, control)| !control.gone).collect();
        let mut observation = Observation {
            url: format!("{}/{}", self.address.unwrap_or(self.origin), self.at),
            text: sheet.text.into(),
            page_context: sheet.context.into(),
            lang: self.lang.map(str::to_owned),
            ..Observation::default()
        };
        for (index, (_, control)) in present.iter().enumerate() {
            let filled = !control.value.is_empty() && control.field.checked.is_none();
            observation.fields.push(Field {
                index: index as u32,
                checked: control.field.checked.map(|_| control.value == "true"),
                value_state: Some(if filled { ValueState::Filled } else { ValueState::Empty }),
                ..control.field.clone()
            });
        }
        for (index, (button, _)) in sheet.buttons.iter().enumerate() {
            observation.buttons.push(Button { index: index as u32, ..button.clone() });
        }
        let values: Vec<&str> =
            sheet.controls.iter().map(|control| control.value.as_str()).collect();
        Page {
            fields: present
                .iter()
                .map(|(at, control)| {
                    let mut element = element(*at as u32, &control.value);
                    if control.framed || self.framed.is_some_and(|(first, _)| *at >= first) {
                        frames::put_into_a_frame(&mut element, self.origin);
                    }
                    Element { preset: control.preset, touched: control.touched, ..element }
                })
                .collect(),
            buttons: (100..)
                .zip(&sheet.buttons)
                .map(|(number, (button, _))| Element {
                    says: vec![button.text.as_str().into()],
                    sends: Sends { digest: "way".into(), hidden: vec![self.hidden()] },
                    href: sheet.links.get(&button.text).cloned().unwrap_or_default().into(),
                    ..element(number, "")
                })
                .collect(),
            observation,
            documents: std::iter::once(Document {
                document_id: document_id.clone(),
                origin: self.origin.into(),
                values_digest: values.join("|"),
                press_changed: self.kept_back.clone(),
                ..Document::default()
            })
            .chain(self.framed.map(|(_, left)| frames::document(&document_id, left)))
            .collect(),
            held: self.held.clone(),
        }
    }

    fn execute(&mut self, placed: &[Placed], trace: &mut Vec<String>) -> Vec<OperationResult> {
        if let Some(to) = self.leaves.take() {
            self.go(to);
            return Vec::new();
        }
        let document = format!("document {}", self.document);
        let mut results = Vec::new();
        for placed in placed {
            let is_framed = placed.document_id == frames::DOCUMENT;
            let origin = if is_framed { frames::FRAME } else { self.origin };
            assert_eq!(placed.operation.expect.origin, origin, "written elsewhere");
            if placed.document_id != document && !is_framed {
                results.push(refused(RefusalReason::DocumentChanged));
                continue;
            }
            if placed.operation.element >= 100 {
                let at = placed.operation.element as usize - 100;
                let text = self.sheet().buttons[at].1;
                let expect = &placed.operation.expect;
                let changed = self.changed_at_press(expect);
                if !changed.is_empty() {
                    results
                        .push(OperationResult { changed, ..refused(RefusalReason::ApprovalStale) });
                    continue;
                }
                trace.push(format!("click {text}"));
                self.kept_back.clear();
                if let Some(amount) = self.as_it_leaves.pop_front().filter(|it| !it.is_empty()) {
                    self.amount = amount.into();
                    if !expect.varies.contains(&"amount".to_owned()) {
                        self.kept_back = vec!["entry:amount".to_owned()];
                        results.push(OperationResult { done: true, ..OperationResult::default() });
                        continue;
                    }
                }
                match self.does.get(text) {
                    Some(Does::Goes(to)) => {
                        self.go(*to);
                        return results;
                    }
                    Some(Does::GoesToOtherSite(to)) => {
                        self.origin = OTHER_SITE;
                        self.go(*to);
                        return results;
                    }
                    Some(Does::Says(at)) => {
                        let context = self.sheets[*at].context;
                        self.sheet().context = context;
                    }
                    Some(Does::Complains) => {
                        for control in &mut self.sheet().controls {
                            control.field.error = Some("Not valid".into());
                        }
                    }
                    Some(Does::Nothing) | None => {}
                }
                results.push(OperationResult { done: true, ..OperationResult::default() });
                continue;
            }
            results.push(self.operate(placed, trace));
        }
        results
    }

    fn operate(&mut self, placed: &Placed, trace: &mut Vec<String>) -> OperationResult {
        let at = placed.operation.element as usize;
        let controls = &mut self.sheet().controls;
        let label = controls[at].field.label.clone();
        if controls[at].gone {
            return refused(RefusalReason::ElementChanged);
        }
        let offered: Vec<ListOption> = controls[at]
            .offers
            .iter()
            .zip(500..)
            .map(|(text, element)| ListOption {
                element,
                text: (*text).into(),
                ..ListOption::default()
            })
            .collect();
        let mut result = OperationResult { done: true, ..OperationResult::default() };
        match &placed.operation.kind {
            OperationKind::SetText { value, strategy } => {
                trace.push(format!("text {label} {strategy:?}"));
                if controls[at].refuses.is_some_and(|part| value.reveal().contains(part)) {
                    result = refused(RefusalReason::NotKept);
                    result.complaint = Some("Not like that".into());
                    result.read = Some("".into());
                    return result;
                }
                let takes_text = controls[at].field.widget != Some(Widget::Combobox);
                if takes_text && controls[at].keeps.is_none_or(|keeps| keeps == *strategy) {
                    controls[at].value = value.reveal().into();
                }
            }
            OperationKind::SetChecked { checked } => {
                trace.push(format!("tick {label}"));
                controls[at].value = checked.to_string();
            }
            OperationKind::SetFiles { files } => {
                trace.push(format!("files {label}"));
                let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
                controls[at].value = names.join("\n");
            }
            OperationKind::OpenList { filter, .. } => {
                trace.push(format!(
                    "open {label}{}",
                    if filter.is_some() { " filtered" } else { "" }
                ));
                let shown = filter.is_some() || !controls[at].needs_filter;
                result.list = Some(if shown { offered } else { Vec::new() });
            }
            OperationKind::PickOption { option } => {
                trace.push(format!("pick {label}"));
                controls[at].value = offered[*option as usize - 500].text.clone();
            }
            OperationKind::CloseList => trace.push(format!("close {label}")),
            other => panic!("not in this world: {other:?}"),
        }
        result.read = Some(controls[at].value.as_str().into());
        result
    }
}

fn refused(reason: RefusalReason) -> OperationResult {
    OperationResult { refusal: Some(reason), ..OperationResult::default() }
}

/// A person's browser with a job in it.
#[derive(Clone)]
struct Run {
    job: Job,
    world: World,
    profile: Profile,
    record: Option<Record>,
    /// What the job fills from when it is another profile's.
    other: Profile,
    profiles: ProfileSet,
    page: Option<Page>,
    effects: VecDeque<Effect>,
    trace: Vec<String>,
    log: String,
    /// What the planner is told of its actions.
    told: Vec<Value>,
    nonce: u32,
    server: bool,
    consents: Vec<Consent>,
    /// What was sent before, and by this job.
    sent: Vec<shared_types::Receipt>,
    lessons: Lessons,
    /// What the browser's model answers, if it has one, and what it was asked.
    model: Option<VecDeque<String>>,
    asked: Vec<String>,
    /// What forms have taught, and how often a recipe's read-back failed.
    recipes: RecipeSet,
    learned: Vec<Learned>,
    misled: Vec<String>,
    /// Store and load the job between every two events that carry no value.
    stored: bool,
    phases: BTreeSet<String>,
}

/// A consent to all that is no secret and that these tests write.
fn consent(origin: &str, scope: Scope) -> Consent {
    let of = |tier: Tier, kind: &str| DataKind { tier, kind: kind.into() };
    let mut kinds: Vec<DataKind> =
        crate::gate::EVERYDAY.iter().map(|kind| of(Tier::Ordinary, kind)).collect();
    kinds.extend(["custom.Permit", "record.Permit"].map(|key| of(Tier::Ordinary, key)));
    kinds.extend(["date of birth", "gender"].map(|kind| of(Tier::Personal, kind)));
    Consent { origin: origin.into(), scope, kinds, ..Consent::default() }
}

impl Run {
    fn new(world: World) -> Self {
        let profile = serde_json::from_value(json!({
            "firstName": "Canaria", "email": "canary@example.org",
            "address": {"country": "Germany"}, "custom": {"Permit": "Yes"},
        }));
        Self {
            job: Job::new("job".into(), JobMode::Live, Some(7), 1_000.0),
            world,
            profile: profile.unwrap(),
            record: None,
            other: Profile::default(),
            profiles: ProfileSet::default(),
            page: None,
            effects: VecDeque::new(),
            trace: Vec::new(),
            log: String::new(),
            told: Vec::new(),
            nonce: 0,
            server: false,
            consents: vec![consent(SITE, Scope::Always), consent(OTHER_SITE, Scope::Always)],
            sent: Vec::new(),
            lessons: Lessons::default(),
            model: None,
            asked: Vec::new(),
            recipes: RecipeSet::default(),
            learned: Vec::new(),
            misled: Vec::new(),
            stored: false,
            phases: BTreeSet::new(),
        }
    }

    fn with_server(mut self, answers: &[Value]) -> Self {
        self.server = true;
        self.world.answers = answers.iter().map(Value::to_string).collect();
        self
    }

    /// A server that says the same for ever.
    fn with_stubborn_server(mut self, answer: &Value) -> Self {
        self.server = true;
        self.world.last_answer = Some(answer.to_string());
        self
    }

    fn source(&self) -> Source<'_> {
        let is_first = self.job.record.profile_id.is_first();
        let profile = if is_first { &self.profile } else { &self.other };
        Source { profile, record: self.record.as_ref(), today: None, others: &[], site: "" }
    }

    fn handle(&mut self, event: Event) -> Result<Vec<Effect>, String> {
        self.nonce += 1;
        self.world.now += 10.0;
        if self.stored && !self.holds_values() {
            self.reload();
        }
        let hash_key = HashKey([9; 32]);
        let nonce = format!("nonce {}", self.nonce);
        let is_first = self.job.record.profile_id.is_first();
        let profile = if is_first { &self.profile } else { &self.other };
        let answers = LateAnswers::default();
        let ctx = Context {
            now: self.world.now,
            source: Source {
                profile,
                record: self.record.as_ref(),
                today: None,
                others: &[],
                site: "",
            },
            profiles: &self.profiles,
            page: self.page.as_ref(),
            hash_key: &hash_key,
            nonce: &nonce,
            server: self.server,
            consents: &self.consents,
            receipts: &self.sent,
            lessons: &self.lessons,
            answers: &answers,
            model: self.model.is_some(),
            recipes: &self.recipes,
            keeps_pages: true,
        };
        let effects = self.job.handle(event, &ctx)?;
        let phase = serde_json::to_value(&self.job.phase).unwrap();
        self.phases.insert(phase["name"].as_str().unwrap().to_owned());
        for effect in &effects {
            match effect {
                Effect::Log { message, action, .. } => {
                    self.log.push_str(&format!("{message} {}\n", json!(action)));
                }
                Effect::Report(entry) => {
                    self.log.push_str(&json!(entry).to_string());
                    self.told.push(json!(entry));
                }
                Effect::Receipt(receipt) => self.sent.push((**receipt).clone()),
                Effect::Learned(learned) => self.learned.push((**learned).clone()),
                Effect::Misled { recipe } => self.misled.push(recipe.clone()),
                Effect::Plan(request) => self.log.push_str(&json!(request).to_string()),
                Effect::Keep { page, plan } => {
                    self.log.push_str(&format!("{} {}\n", page.get(), plan.get()))
                }
                _ => {}
            }
        }
        // As the driver does: nothing waits for these.
        let silent = |effect: &Effect| {
            matches!(
                effect,
                Effect::Log { .. }
                    | Effect::Report(_)
                    | Effect::Receipt(_)
                    | Effect::Learned(_)
                    | Effect::Misled { .. }
                    | Effect::Keep { .. }
            )
        };
        Ok(effects.into_iter().filter(|effect| !silent(effect)).collect())
    }

    /// Whether the job holds what is not stored.
    fn holds_values(&self) -> bool {
        match &self.job.phase {
            Phase::Writing(writes) => !writes.in_flight.is_empty(),
            Phase::EnteringCode(entry) => entry.code.is_some(),
            Phase::EnteringAnswers(answers) => !answers.once.is_empty(),
            Phase::Paused { about: About::Code { entry } } => entry.is_some(),
            _ => false,
        }
    }

    fn reload(&mut self) {
        let stored = serde_json::to_string(&self.job).unwrap();
        for value in ["Canaria", "canary@", "Germany", CODE] {
            assert!(!stored.contains(value), "{value} is in {stored}");
        }
        self.job = serde_json::from_str(&stored).unwrap();
    }

    /// Delivers an event, then whatever follows from it.
    fn send(&mut self, event: Event) -> Result<(), String> {
        let effects = self.handle(event)?;
        self.effects.extend(effects);
        self.settle();
        Ok(())
    }

    fn settle(&mut self) {
        for _ in 0..2_000 {
            let Some(event) = self.perform() else {
                if self.effects.is_empty() {
                    return;
                }
                continue;
            };
            let effects = self.handle(event).unwrap();
            self.effects.extend(effects);
        }
        panic!("it goes on for ever: {:?} {}", self.job.phase, self.log);
    }

    /// Runs the next effect.
    fn perform(&mut self) -> Option<Event> {
        let effect = self.effects.pop_front()?;
        if self.job.record.status.is_final() && !matches!(effect, Effect::Halt) {
            return None;
        }
        match effect {
            Effect::OpenTab { .. } => Some(Event::TabOpened { tab_id: 7 }),
            Effect::Observe { settle_ms, delay_ms } => {
                self.world.now += f64::from(settle_ms.min(300) + delay_ms);
                if self.world.tab_closed {
                    return Some(Event::ObserveFailed(ObserveFailure::TabClosed));
                }
                if self.world.not_ready > 0 {
                    self.world.not_ready -= 1;
                    self.trace.push(format!("not ready {delay_ms}"));
                    return Some(Event::ObserveFailed(ObserveFailure::NotReady));
                }
                self.page = Some(self.world.page());
                Some(Event::Observed { own_ms: 1.0 })
            }
            Effect::Look { delay_ms } => {
                self.world.now += f64::from(delay_ms);
                if self.world.looks == self.world.late_after {
                    let late = std::mem::take(&mut self.world.late);
                    self.world.sheet().controls.extend(late);
                }
                self.world.looks += 1;
                self.page = Some(self.world.page());
                Some(Event::Looked)
            }
            Effect::AskModel(task) => {
                self.trace.push("ask model".into());
                self.asked.push(task.prompt.clone());
                let answer = self.model.as_mut().and_then(VecDeque::pop_front);
                let answer = answer.as_deref().ok_or_else(|| "it is gone".to_owned());
                Some(Event::advised(&task, answer))
            }
            Effect::Plan(request) => {
                let answer = self.world.answers.pop_front().or(self.world.last_answer.clone());
                let keys = self.source().keys();
                let read =
                    answer.map(|body| answer::read(&body, &keys, &request.get().observation));
                Some(match read {
                    Some(Ok(answer)) => {
                        Event::Planned { plan: answer.plan, note: None, single: answer.single }
                    }
                    Some(Err(note)) => Event::PlanUnavailable { note },
                    None => Event::PlanUnavailable { note: "The server cannot be reached".into() },
                })
            }
            Effect::Execute(placed) => {
                let results = self.world.execute(&placed, &mut self.trace);
                Some(Event::Executed { results, own_ms: 1.0 })
            }
            Effect::Navigate { url } => {
                self.trace.push(format!("navigate {url}"));
                self.world.go(1);
                None
            }
            Effect::Halt => {
                self.trace.push("halt".into());
                None
            }
            Effect::AwaitCode
            | Effect::BringToFront
            | Effect::Log { .. }
            | Effect::Report(_)
            | Effect::Receipt(_)
            | Effect::Learned(_)
            | Effect::Misled { .. }
            | Effect::Keep { .. } => None,
        }
    }

    fn start(mut self) -> Self {
        self.send(Event::Start).unwrap();
        self
    }

    fn approve(&mut self, cover_pages: bool) -> Result<(), String> {
        let approval_id = self.job.record.approval.clone().unwrap_or_default().id;
        self.send(Event::Approve { approval_id, cover_pages, secrets: Vec::new(), shown: None })
    }

    /// The card reads the page and lists it.
    fn list(&mut self) -> String {
        let id = format!("reading {}", self.trace.len());
        let (page, entries) = (self.world.page(), self.world.entries());
        self.send(Event::Listed(Box::new(Reading {
            id: id.clone(),
            page,
            entries,
            ..Reading::default()
        })))
        .unwrap();
        id
    }

    /// Says yes, enters codes and skips questions until the job has ended.
    fn oblige(&mut self) {
        for _ in 0..20 {
            match self.job.record.status {
                JobStatus::PausedForApproval => self.approve(false).unwrap(),
                JobStatus::NeedsVerification => self.send(code()).unwrap(),
                JobStatus::NeedsInput => {
                    self.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap()
                }
                _ => return,
            }
        }
    }

    fn count(&self, what: &str) -> usize {
        self.trace.iter().filter(|line| *line == what).count()
    }

    #[track_caller]
    fn expect(&self, status: JobStatus, trace: &str) {
        let expected: Vec<&str> = trace.split(", ").filter(|line| !line.is_empty()).collect();
        assert_eq!(self.trace, expected, "{}", self.log);
        assert_eq!(self.job.record.status, status, "{}\n{}", self.job.record.message, self.log);
    }
}

const FILLED: &str = "text First name Setter, text E-mail Setter";

#[test]
fn fill_and_approve() {
    let mut run = Run::new(World::one_page()).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(run.job.record.written.len(), 2);
    assert_eq!(run.job.record.approval.as_ref().unwrap().action, "Send");
    let wrong = Event::Approve {
        approval_id: "nonce 0".into(),
        cover_pages: false,
        secrets: Vec::new(),
        shown: None,
    };
    assert!(run.send(wrong).is_err());
    run.expect(JobStatus::PausedForApproval, FILLED);
    let id = run.job.record.approval.clone().unwrap().id;
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
    assert!(
        run.send(Event::Approve {
            approval_id: id,
            cover_pages: false,
            secrets: Vec::new(),
            shown: None
        })
        .is_err(),
        "used up"
    );
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn a_yes_is_for_what_was_shown() {
    let mut run = Run::new(World::one_page()).start();
    let first = run.job.record.approval.clone().unwrap().id;
    run.world.sheet().controls[1].value = "somebody@else.example".into();
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    let again = run.job.record.approval.clone().unwrap();
    assert_ne!(again.id, first);
    assert_eq!(again.reasons, ["The content of a field has changed."]);
    assert!(
        run.send(Event::Approve {
            approval_id: first,
            cover_pages: false,
            secrets: Vec::new(),
            shown: None
        })
        .is_err()
    );
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));

    let mut vanished = Run::new(World::one_page()).start();
    vanished.world.sheet().buttons.clear();
    vanished.approve(false).unwrap();
    vanished.expect(JobStatus::Done, FILLED);

    let mut asleep = Run::new(World::one_page()).start();
    asleep.world.sheet().buttons[0].0.disabled = true;
    asleep.approve(false).unwrap();
    asleep.expect(JobStatus::Done, FILLED);
}

#[test]
fn fields_that_come_after_the_question_are_filled_before_it_is_asked_again() {
    let mut run = Run::new(World::one_page()).start();
    run.world.sheet().controls.push(control("text", "Country", "country-name"));
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Country Setter"));
    run.approve(false).unwrap();
    assert_eq!((run.job.record.status, run.count("click Send")), (JobStatus::Done, 1));
}

#[test]
fn fields_that_come_a_moment_after_the_question_are_filled_unasked() {
    let mut world = World::one_page();
    world.late.push(control("text", "Country", "country-name"));
    let mut run = Run::new(world).start();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Country Setter"));
    let approval = run.job.record.approval.clone().unwrap();
    assert_eq!(approval.reasons[0], "This button sends the form.");
    run.approve(false).unwrap();
    assert_eq!((run.job.record.status, run.count("click Send")), (JobStatus::Done, 1));
    run.send(Event::Looked).unwrap();
    assert_eq!(run.job.record.status, JobStatus::Done, "a late look changes nothing");
}

#[test]
fn a_look_while_asking_takes_no_question_back_without_need() {
    let mut run = Run::new(World::one_page()).start();
    let asked = run.job.record.approval.clone().unwrap().id;
    run.world.sheet().controls[1].value = "somebody@else.example".into();
    run.page = Some(run.world.page());
    run.send(Event::Looked).unwrap();
    assert_eq!(run.job.record.approval.clone().unwrap().id, asked);
    // Where the yes came first, it stands.
    run.world.sheet().controls[1].value = String::new();
    run.world.sheet().controls.push(control("text", "Country", "country-name"));
    let approval_id = asked;
    let effects = run.handle(Event::Approve {
        approval_id,
        cover_pages: false,
        secrets: Vec::new(),
        shown: None,
    });
    assert!(effects.is_ok());
    run.page = Some(run.world.page());
    assert!(run.handle(Event::Looked).unwrap().is_empty());
    assert_eq!(run.job.record.status, JobStatus::Running);
}

#[test]
fn a_page_is_looked_at_a_few_times_while_it_is_asked_about() {
    let mut world = World::one_page();
    world.late_after = 2;
    world.late.push(control("text", "Country", "country-name"));
    let mut run = Run::new(world).start();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Country Setter"));
    assert_eq!(run.world.looks, 3 + 3, "three times, and three times since it was written to");
    assert!(run.handle(Event::Looked).unwrap().is_empty(), "then no more");
}

/// Approves until the form is sent; what the cards gave as first reasons, and how often it was pressed.
fn approve_until_sent(world: World) -> (Vec<String>, usize) {
    let mut run = Run::new(world).start();
    let mut reasons = Vec::new();
    for _ in 0..6 {
        let Some(approval) = run.job.record.approval.clone() else { break };
        reasons.push(approval.reasons[0].clone());
        run.approve(false).unwrap();
    }
    assert_eq!(run.job.record.status, JobStatus::Done, "{reasons:?}");
    (reasons, run.count("click Send"))
}

#[test]
fn what_changes_at_the_press_is_asked_about_again_and_not_for_ever() {
    let usual = approve_until_sent(World::one_page()).0[0].clone();
    let changed = "The page changed its hidden field “amount”.".to_owned();
    let world = |at_press: &[&'static str]| {
        let mut world = World::one_page();
        world.at_press = at_press.iter().copied().collect();
        world
    };
    let once = approve_until_sent(world(&["99", "99"]));
    assert_eq!(once, (vec![usual.clone(), changed.clone()], 1));
    let each = approve_until_sent(world(&["99", "999", "9999", "99999"]));
    assert_eq!(each, (vec![usual.clone(), changed.clone(), changed.clone()], 1));
    let token = approve_until_sent(world(&["0a1b2c3d4e5f6a7b8c9d", "1a1b2c3d4e5f6a7b8c9d"]));
    assert_eq!(token, (vec![usual, changed], 1));
}

#[test]
fn what_changes_as_it_leaves_is_asked_about_again() {
    let changed = "The page changed “amount” as the form was sent.";
    let mut world = World::one_page();
    world.as_it_leaves = VecDeque::from(["99"]);
    let (reasons, presses) = approve_until_sent(world);
    assert_eq!((reasons.len(), reasons[1].as_str(), presses), (2, changed, 2));
    let mut world = World::one_page();
    world.as_it_leaves = VecDeque::from(["99", "999", "9999"]);
    let (reasons, presses) = approve_until_sent(world);
    assert_eq!((reasons.len(), reasons[2].as_str(), presses), (3, changed, 3));
}

#[test]
fn a_yes_is_for_what_the_card_read_last() {
    let mut run = Run::new(World::one_page()).start();
    let asked = run.job.record.approval.clone().unwrap().id;
    run.world.amount = "20".into();
    run.list();
    assert_eq!(run.job.record.approval.clone().unwrap().id, asked, "it is the same question");
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));

    // What was there when it was asked, and is again, was not shown.
    let mut flips = Run::new(World::one_page()).start();
    flips.world.amount = "20".into();
    flips.list();
    flips.world.amount = "10".into();
    flips.approve(false).unwrap();
    flips.expect(JobStatus::PausedForApproval, FILLED);

    let mut other = Run::new(World::one_page()).start();
    other.world.sheet().buttons[0].0.form_action = Some("https://other.example/".into());
    other.list();
    other.approve(false).unwrap();
    other.expect(JobStatus::PausedForApproval, FILLED);
}

#[test]
fn a_yes_is_for_the_entries_that_the_card_listed() {
    // The page has the card list another amount than it sends.
    let mut lies = Run::new(World::one_page()).start();
    lies.world.tells = Some("10");
    lies.world.amount = "99".into();
    lies.list();
    lies.world.tells = None;
    lies.approve(false).unwrap();
    lies.expect(JobStatus::PausedForApproval, FILLED);
    let says = "The page changed “amount” as the form was sent.";
    assert_eq!(lies.job.record.approval.clone().unwrap().reasons[0], says);
    // Asked anew, nothing is listed yet; what is listed then is what the yes is for.
    lies.list();
    lies.approve(false).unwrap();
    lies.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn a_yes_names_the_reading_that_was_looked_at() {
    let mut run = Run::new(World::one_page()).start();
    let approval_id = run.job.record.approval.clone().unwrap().id;
    let yes = |shown: &str| Event::Approve {
        approval_id: approval_id.clone(),
        cover_pages: false,
        secrets: Vec::new(),
        shown: Some(shown.to_owned()),
    };
    assert!(run.send(yes("reading 2")).is_err(), "nothing was listed");
    let looked_at = run.list();
    // Another panel reads the page after the page has changed it.
    run.world.amount = "99".into();
    let other = Reading {
        id: "another".into(),
        page: run.world.page(),
        entries: run.world.entries(),
        ..Reading::default()
    };
    run.send(Event::Listed(Box::new(other))).unwrap();
    assert!(run.send(yes(&looked_at)).is_err());
    run.expect(JobStatus::PausedForApproval, FILLED);
    run.send(yes("another")).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn the_card_lists_all_that_goes_along() {
    let field = |label: &str, visible: bool, form: Option<u32>| Field {
        label: label.into(),
        name: label.to_lowercase(),
        kind: "text".into(),
        form,
        visible: Some(visible),
        value_state: Some(ValueState::Filled),
        fingerprint: Some(label.into()),
        ..Field::default()
    };
    let fields = vec![
        field("Name", true, Some(0)),
        field("Earlier", false, Some(0)),
        field("Search", true, Some(1)),
        field("Elsewhere", false, Some(1)),
        field("", true, None),
    ];
    let element = |number: u32| Element {
        document_id: "d".into(),
        element: number,
        value: format!("value {number}").into(),
        ..Element::default()
    };
    let page = Page {
        fields: (1..6).map(element).collect(),
        buttons: vec![element(9)],
        observation: Observation {
            buttons: vec![Button { form: Some(0), ..Button::default() }],
            fields,
            ..Observation::default()
        },
        ..Page::default()
    };
    let entry = |name: &str, element: Option<u32>| FormEntry {
        name: name.into(),
        value: format!("sent {name}").into(),
        element,
        ..FormEntry::default()
    };
    let entries = [
        entry("name", Some(1)),
        entry("earlier", Some(2)),
        FormEntry { is_hidden: true, ..entry("token", Some(20)) },
        entry("nameless", Some(21)),
        entry("button", None),
        FormEntry { is_changed: true, ..entry("name", Some(1)) },
        FormEntry { value: "".into(), ..entry("empty", Some(22)) },
    ];
    let record = JobRecord {
        written: vec![WrittenField {
            fingerprint: "Name".into(),
            source: "firstName".into(),
            ..WrittenField::default()
        }],
        ..JobRecord::default()
    };
    let shown =
        |button: Option<&Button>, entries: &[FormEntry]| -> Vec<(String, ShownGroup, bool)> {
            super::view::card(&page, &record, button, entries, &["token".to_owned()])
                .into_iter()
                .map(|row| {
                    (
                        format!("{}: {} ({})", row.label, row.value.reveal(), row.source),
                        row.group,
                        row.varies,
                    )
                })
                .collect()
        };
    use ShownGroup::{Added, Current, Hidden, Unseen};
    let row = |text: &str, group: ShownGroup| (text.to_owned(), group, group == Hidden);
    let now = [
        row("Name: value 1 (firstName)", Current),
        row("Search: value 3 (Not filled by Vaulty)", Current),
        row(": value 5 (Not filled by Vaulty)", Current),
    ];
    assert_eq!(shown(None, &[]), now);
    let mut all = now.to_vec();
    all.extend([
        row("Earlier: value 2 (Not filled by Vaulty)", Unseen),
        row("token: sent token (Set by the page)", Hidden),
        row("nameless: sent nameless (Not filled by Vaulty)", Unseen),
        row("button: sent button (Set by the page)", Added),
        row("name: sent name (Set by the page)", Added),
    ]);
    assert_eq!(shown(Some(&page.observation.buttons[0]), &entries), all);
    // What varies has a row that says so, be it of a field that is listed, or empty.
    for value in ["", "sent token"] {
        let listed = FormEntry { value: value.into(), ..entry("token", Some(1)) };
        let marked = shown(Some(&page.observation.buttons[0]), &[listed]);
        let marked: Vec<_> = marked.iter().filter(|(_, _, varies)| *varies).collect();
        assert_eq!(marked.len(), 1, "{marked:?}");
    }
    let formless = Button { index: 0, ..Button::default() };
    let unseen = shown(Some(&formless), &[]);
    assert_eq!(unseen.iter().filter(|(_, group, _)| *group == Unseen).count(), 2);
}

#[test]
fn the_card_says_what_a_person_reads() {
    let mut list = control("select-one", "Watch", "none").field;
    list.tag = "select".into();
    list.value_state = Some(ValueState::Filled);
    list.options = Some(vec![FieldOption {
        value: "m".into(),
        text: "Morning watch".into(),
        ..FieldOption::default()
    }]);
    let page = Page {
        observation: Observation { fields: vec![list], ..Observation::default() },
        fields: vec![Element { value: "m".into(), ..Element::default() }],
        ..Page::default()
    };
    let shown = super::view::card(&page, &JobRecord::default(), None, &[], &[]);
    assert_eq!((shown.len(), shown[0].value.reveal()), (1, "Morning watch"));
}

#[test]
fn a_page_that_gives_no_answer_is_told_of_and_read_again() {
    let mut run = Run::new(World::one_page());
    run.handle(Event::Start).unwrap();
    let again = run.handle(Event::ObserveFailed(ObserveFailure::Silent)).unwrap();
    assert!(matches!(again[..], [Effect::Observe { .. }]), "{again:?}");
    let said = &run.job.record.message;
    assert!(said.contains("does not answer") && said.contains("answer that first"), "{said}");
    let mut tries = 1;
    while run.job.record.status != JobStatus::Error {
        run.handle(Event::ObserveFailed(ObserveFailure::Silent)).unwrap();
        tries += 1;
        assert!(tries < 100, "it is read for ever");
    }
}

#[test]
fn no_is_no() {
    let mut run = Run::new(World::one_page()).start();
    run.send(Event::Deny).unwrap();
    run.expect(JobStatus::Stopped, FILLED);
}

#[test]
fn what_does_not_fit_the_state_is_an_error_and_changes_nothing() {
    let mut run = Run::new(World::one_page()).start();
    for event in [Event::Answered { once: Vec::new(), of_agents: Vec::new() }, code()] {
        assert!(run.send(event).is_err());
    }
    run.expect(JobStatus::PausedForApproval, FILLED);
    let stale = [
        Event::Observed { own_ms: 0.0 },
        Event::ObserveFailed(ObserveFailure::NotReady),
        Event::ObserveFailed(ObserveFailure::Silent),
        Event::TabOpened { tab_id: 9 },
        Event::Executed { results: Vec::new(), own_ms: 0.0 },
        Event::PlanUnavailable { note: "late".into() },
        Event::Start,
        Event::Woken,
    ];
    for event in stale {
        assert!(run.handle(event).unwrap().is_empty());
    }
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(run.job.record.tab_id, Some(7));
    run.send(Event::Deny).unwrap();
    for event in [Event::Deny, Event::Answered { once: Vec::new(), of_agents: Vec::new() }, code()]
    {
        assert!(run.send(event).is_err());
    }
}

/// A run that passes every phase.
fn long_run() -> Run {
    let wait =
        json!({"type": "WAIT_FOR", "target": {"by": "css", "selector": "#none"}, "timeoutMs": 40});
    let fill = json!({"type": "FILL", "target": {"by": "css", "selector": "input[name='first name']"}, "valueFrom": "firstName"});
    let world = World::tour();
    let mut run =
        Run::new(world).with_server(&[json!({"actions": [wait]}), json!({"actions": [fill]})]);
    run.job.start_url = Some(format!("{SITE}/0"));
    run
}

/// The next event of a run, with a person who helps. `None`: it is over.
fn next_event(run: &mut Run) -> Option<Event> {
    while !run.effects.is_empty() {
        if let Some(event) = run.perform() {
            return Some(event);
        }
    }
    match run.job.record.status {
        JobStatus::Idle => Some(Event::Start),
        JobStatus::PausedForApproval => {
            let approval_id = run.job.record.approval.clone().unwrap().id;
            Some(Event::Approve {
                approval_id,
                cover_pages: false,
                secrets: Vec::new(),
                shown: None,
            })
        }
        JobStatus::NeedsVerification => Some(code()),
        JobStatus::NeedsInput => Some(Event::Answered { once: Vec::new(), of_agents: Vec::new() }),
        _ => None,
    }
}

#[test]
fn the_page_is_held_from_the_first_write_until_the_persons_turn() {
    let mut run = long_run();
    let mut held = Hold::Nothing;
    let mut seen = BTreeSet::new();
    run.effects = run.handle(Event::Start).unwrap().into();
    for _ in 0..200 {
        let Some(event) = next_event(&mut run) else { break };
        let writes =
            matches!(event, Event::Executed { .. }) && matches!(run.job.phase, Phase::Writing(_));
        assert!(!writes || held == Hold::Everything, "a write that is not held");
        let effects = run.handle(event).unwrap();
        held = run.job.holds_page().unwrap_or(held);
        let clicks = matches!(run.job.phase, Phase::Clicking { .. });
        let rests = matches!(run.job.phase, Phase::Paused { .. } | Phase::Ended);
        assert!(!rests || held == Hold::Nothing, "{:?}", run.job.phase);
        assert!(!clicks || held != Hold::Everything, "{:?}", run.job.phase);
        // A planner's wait lets go of nothing: the page may send a moment after a write.
        let waits = matches!(run.job.phase, Phase::Waiting { .. });
        assert!(!waits || run.job.holds_page().is_none(), "{:?}", run.job.phase);
        seen.insert((
            json!(run.job.phase)["name"].as_str().unwrap().to_owned(),
            format!("{held:?}"),
        ));
        run.effects.extend(effects);
    }
    for phase in ["writing", "settling"] {
        assert!(seen.contains(&(phase.to_owned(), "Everything".to_owned())), "{seen:?}");
    }
    assert!(seen.iter().any(|(phase, _)| phase == "waiting"), "{seen:?}");
    assert!(seen.contains(&("paused".to_owned(), "Nothing".to_owned())), "{seen:?}");
}

#[test]
fn what_the_page_tried_to_send_is_told_once_and_said_on_the_card() {
    let attempt = |attempt: u32, form: Option<u32>| HeldAttempt {
        document_id: "document 0".into(),
        attempt,
        form,
    };
    let card = |held: Vec<HeldAttempt>| {
        let mut run = Run::new(World { held, ..World::one_page() });
        run.send(Event::Start).unwrap();
        let approval = run.job.record.approval.clone().expect("a card");
        (run.log, approval.reasons.iter().any(|reason| *reason == approval::held()))
    };
    let (log, said) = card(vec![attempt(1, Some(0)), attempt(2, Some(0))]);
    assert!(said);
    assert_eq!(log.matches("tried to send the form without your approval").count(), 1, "{log}");
    let (log, said) = card(vec![attempt(1, None)]);
    assert!(!said, "it was no form");
    assert_eq!(log.matches("tried to open another page by itself").count(), 1, "{log}");
    let (_, said) = card(vec![attempt(1, Some(5))]);
    assert!(!said, "it was another form");
    let (log, said) = card(Vec::new());
    assert!(!said && !log.contains("by itself"), "{log}");
}

#[test]
fn stop_wins_in_every_phase() {
    let mut stopped_in = BTreeSet::new();
    for steps in 0..200 {
        let mut run = long_run();
        let mut late = None;
        for step in 0..=steps {
            late = next_event(&mut run);
            if step < steps
                && let Some(event) = late.take()
            {
                let effects = run.handle(event).unwrap();
                run.effects.extend(effects);
            }
        }
        let Some(late) = late else { break };
        stopped_in.insert(json!(run.job.phase)["name"].as_str().unwrap().to_owned());
        let effects = run.handle(Event::Stop).unwrap();
        assert!(matches!(effects.first(), Some(Effect::Halt)));
        assert_eq!(run.job.record.status, JobStatus::Stopped);
        let before = run.trace.len();
        let after = run.handle(late).unwrap_or_default();
        assert!(after.is_empty(), "{after:?}");
        run.settle();
        assert_eq!(run.trace.len(), before, "nothing is done after Stop");
        assert_eq!(run.job.record.status, JobStatus::Stopped);
    }
    let all = [
        "new",
        "opening",
        "observing",
        "planning",
        "writing",
        "settling",
        "enteringCode",
        "confirming",
        "clicking",
        "outcome",
        "waiting",
        "paused",
    ];
    let missing: Vec<&&str> = all.iter().filter(|phase| !stopped_in.contains(**phase)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_worker_that_dies_anywhere_goes_on_and_clicks_once() {
    for done in [false, true] {
        for steps in 1..200 {
            let mut run = long_run();
            let mut over = false;
            for _ in 0..steps {
                let Some(event) = next_event(&mut run) else {
                    over = true;
                    break;
                };
                let effects = run.handle(event).unwrap();
                run.effects.extend(effects);
            }
            if over {
                break;
            }
            if done && !matches!(run.job.phase, Phase::Paused { .. }) {
                // What was under way happens, and nobody hears of it.
                let _ = run.perform();
            }
            run.effects.clear();
            run.page = None;
            run.reload();
            run.send(Event::Woken).unwrap();
            run.oblige();
            let place = format!("step {steps}, {done}: {}", run.log);
            assert!(run.job.record.status.is_final(), "{place}");
            assert!(run.count("click Send") <= 1 && run.count("click Next") <= 1, "{place}");
            let values: Vec<&str> =
                run.world.sheets[0].controls.iter().map(|control| control.value.as_str()).collect();
            assert_eq!(values, ["Canaria", "canary@example.org", "Germany", "true", ""], "{place}");
        }
    }
}

#[test]
fn a_click_that_may_have_been_lost_is_put_to_the_person() {
    let mut run = Run::new(World::one_page()).start();
    let approval_id = run.job.record.approval.clone().unwrap().id;
    let mut event =
        Some(Event::Approve { approval_id, cover_pages: false, secrets: Vec::new(), shown: None });
    while let Some(now) = event.take() {
        let effects = run.handle(now).unwrap();
        run.effects.extend(effects);
        if matches!(run.job.phase, Phase::Clicking { .. }) {
            break;
        }
        event = run.perform();
    }
    run.effects.clear();
    run.page = None;
    run.reload();
    run.send(Event::Woken).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    let reasons = run.job.record.approval.clone().unwrap().reasons;
    assert!(reasons.iter().any(|reason| reason.contains("pressed already")), "{reasons:?}");
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn a_job_without_its_tab_waits_for_the_page() {
    for steps in 1..200 {
        let mut run = long_run();
        let mut late = None;
        for _ in 0..steps {
            late = next_event(&mut run);
            let Some(event) = late.clone() else { break };
            let effects = run.handle(event).unwrap();
            run.effects.extend(effects);
        }
        let Some(late) = late else { break };
        if run.job.record.status.is_final() {
            break;
        }
        run.effects.clear();
        let place = format!("step {steps}: {:?}", run.job.phase);
        run.send(Event::Detached).unwrap();
        if !run.job.is_detached() {
            assert_eq!(run.job.record.status, JobStatus::Error, "{place}: no page was read yet");
            continue;
        }
        assert!(!run.job.needs_waking(), "{place}");
        run.reload();
        assert!(run.job.is_on(&format!("{}?again#here", run.job.tab.page)), "{place}");
        assert!(!run.job.is_on("https://elsewhere.example/"), "{place}");
        let (trace, message) = (run.trace.len(), run.job.record.message.clone());
        // What is said about a tab that is gone changes nothing, a yes is refused.
        let _ = run.send(late);
        run.send(Event::Woken).unwrap();
        assert!(run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).is_err());
        assert_eq!((run.trace.len(), &run.job.record.message), (trace, &message), "{place}");

        let mut stopped = Run { job: run.job.clone(), ..long_run() };
        stopped.send(Event::Stop).unwrap();
        assert_eq!(stopped.job.record.status, JobStatus::Stopped, "{place}");

        run.page = None;
        run.send(Event::Reattached { tab_id: 9 }).unwrap();
        assert_eq!(run.job.record.tab_id, Some(9));
        assert_ne!(run.job.record.message, message, "{place}");
        run.oblige();
        assert_eq!(run.job.record.status, JobStatus::Done, "{place}: {}", run.log);
        assert!(run.count("click Send") == 1 && run.count("click Next") == 1, "{place}");
    }
}

#[test]
fn a_stored_job_does_the_same() {
    for start in [|| Run::new(World::tour()), long_run] {
        let mut plain = start().start();
        plain.oblige();
        let mut stored = start();
        stored.stored = true;
        let mut stored = stored.start();
        stored.oblige();
        assert_eq!(plain.trace, stored.trace);
        assert_eq!(plain.log, stored.log);
        assert_eq!(json!(plain.job), json!(stored.job));
        assert_eq!(plain.job.record.status, JobStatus::Done);
        for value in ["Canaria", "canary@", CODE] {
            assert!(!plain.log.contains(value), "{value} was logged: {}", plain.log);
            assert!(!format!("{:?}", plain.job).contains(value), "{value} is printed");
        }
    }
}

#[test]
fn every_way_of_writing() {
    let mut run = Run::new(World::tour()).start();
    let first = "text First name Setter, text E-mail Setter, tick Yes, text E-mail InsertText, \
                 text E-mail Keys, open Country, open Country filtered, pick Country";
    run.trace.sort();
    let mut expected: Vec<&str> = first.split(", ").collect();
    expected.sort_unstable();
    assert_eq!(run.trace, expected);
    let why: Vec<&str> = run.job.record.written.iter().map(|w| w.why.as_str()).collect();
    assert!(why.iter().any(|why| why.starts_with("given-name")), "{why:?}");
    let how: Vec<&str> = run.job.record.written.iter().map(|w| w.strategy.as_str()).collect();
    assert_eq!(how, ["list", "setter", "tick", "keys"]);

    let mut deaf = World::one_page();
    deaf.sheets[0].controls[0].keeps = Some(TextStrategy::Setter);
    deaf.sheets[0].controls.truncate(1);
    let mut kept = deaf.clone();
    deaf.sheets[0].controls[0].field.kind = "date".into();
    deaf.sheets[0].controls[0].field.role = Some("bday".into());
    deaf.sheets[0].controls[0].keeps = Some(TextStrategy::Keys);
    let mut dates = Run::new(deaf);
    dates.profile.birth_date = "1990-01-02".into();
    let dates = dates.start();
    dates.expect(JobStatus::PausedForApproval, "text First name Setter, text First name Setter");
    assert_eq!(dates.job.record.open[0].code, OpenCode::WriteFailed);
    assert!(dates.job.record.written.is_empty());
    kept.sheets[0].controls[0].keeps = None;
    Run::new(kept).start().expect(JobStatus::PausedForApproval, "text First name Setter");
}

#[test]
fn a_list_without_the_value_is_closed() {
    let mut world = World::tour();
    world.sheets[0].controls.drain(..2);
    world.sheets[0].controls.truncate(1);
    let mut run = Run::new(world);
    run.profile.address.country = "Japan".into();
    let run = run.start();
    let once = "open Country, open Country filtered, text Country InsertText, close Country";
    run.expect(JobStatus::PausedForApproval, once);
    assert_eq!(run.job.record.open[0].code, OpenCode::WriteFailed);
}

#[test]
fn one_yes_may_cover_going_on_and_never_the_end() {
    let world = || {
        let page =
            |label, buttons: &[&'static str]| sheet(vec![control("text", label, "none")], buttons);
        World::new(
            vec![page("a", &["Next"]), page("b", &["Continue"]), page("c", &["Send"]), thanks()],
            &[("Next", Does::Goes(1)), ("Continue", Does::Goes(2)), ("Send", Does::Goes(3))],
        )
    };
    let mut covered = Run::new(world()).start();
    covered.approve(true).unwrap();
    covered.expect(JobStatus::PausedForApproval, "click Next, click Continue");
    assert_eq!(covered.job.record.approval.as_ref().unwrap().action, "Send");
    assert_eq!(covered.job.record.progress.page, 3);
    covered.approve(true).unwrap();
    covered.expect(JobStatus::Done, "click Next, click Continue, click Send");

    let mut each = Run::new(world()).start();
    each.approve(false).unwrap();
    each.expect(JobStatus::PausedForApproval, "click Next");
}

#[test]
fn a_page_that_changes_under_a_yes_to_further_pages_is_asked_about() {
    let page =
        |label, buttons: &[&'static str]| sheet(vec![control("text", label, "none")], buttons);
    let world = || {
        World::new(
            vec![page("a", &["Next"]), page("b", &["Continue"]), thanks()],
            &[("Next", Does::Goes(1)), ("Continue", Does::Goes(2))],
        )
    };
    let asked = |world: World, pressed: &str, expected: &str| {
        let mut run = Run::new(world).start();
        run.approve(true).unwrap();
        run.expect(JobStatus::PausedForApproval, pressed);
        let approval = run.job.record.approval.as_ref().unwrap();
        assert_eq!((&*approval.action, &*approval.reasons[0]), ("Continue", expected));
    };
    let mut at_press = world();
    at_press.at_press = VecDeque::from(["10", "99"]);
    asked(at_press, "click Next", "The page changed its hidden field “amount”.");
    let mut as_it_leaves = world();
    as_it_leaves.as_it_leaves = VecDeque::from(["", "99"]);
    asked(
        as_it_leaves,
        "click Next, click Continue",
        "The page changed “amount” as the form was sent.",
    );
}

/// What was pressed, whether it might send, and what was held meanwhile.
fn presses_of(mut run: Run, cover_pages: bool) -> Vec<(bool, Hold)> {
    let mut pressed = Vec::new();
    run.effects = run.handle(Event::Start).unwrap().into();
    for _ in 0..200 {
        let Some(mut event) = next_event(&mut run) else { break };
        if let Event::Approve { cover_pages: covers, .. } = &mut event {
            *covers = cover_pages;
        }
        let effects = run.handle(event).unwrap();
        for effect in &effects {
            let Effect::Execute(placed) = effect else { continue };
            let kinds = placed.iter().map(|placed| &placed.operation.kind);
            let may_send = kinds.filter_map(|kind| match kind {
                OperationKind::Click { may_send } => Some(*may_send),
                _ => None,
            });
            let held = run.job.holds_page().expect("a press says what is held");
            pressed.extend(may_send.map(|may_send| (may_send, held)));
        }
        run.effects.extend(effects);
    }
    pressed
}

#[test]
fn what_is_pressed_without_a_yes_may_send_nothing() {
    let world = |submits: bool| {
        let page =
            |label, buttons: &[&'static str]| sheet(vec![control("text", label, "none")], buttons);
        let mut world = World::new(
            vec![page("a", &["Next"]), page("b", &["Continue"]), page("c", &["Send"]), thanks()],
            &[("Next", Does::Goes(1)), ("Continue", Does::Goes(2)), ("Send", Does::Goes(3))],
        );
        for at in 0..2 {
            world.sheets[at].buttons[0].0.submits = Some(submits);
        }
        Run::new(world)
    };
    let (held, let_go) = ((false, Hold::Sends), (true, Hold::Nothing));
    // By itself it goes on; an earlier yes may cover more; what sends is asked for.
    assert_eq!(presses_of(world(false), false), [held, held, let_go]);
    assert_eq!(presses_of(world(true), false), [let_go, let_go, let_go]);
    assert_eq!(presses_of(world(true), true), [let_go, let_go, let_go]);
}

#[test]
fn another_site_needs_a_yes_of_its_own() {
    let mut world = World::one_page();
    world.sheets[1] = sheet(vec![control("email", "E-mail", "email")], &["Send it"]);
    world.does.insert("Send", Does::GoesToOtherSite(1));
    let mut run = Run::new(world).start();
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, click Send"));
    let approval = run.job.record.approval.clone().unwrap();
    assert_eq!((approval.origin.as_str(), approval.may_cover_pages), (OTHER_SITE, false));
    let mut refused = run.clone();
    refused.send(Event::Deny).unwrap();
    refused.expect(JobStatus::Stopped, &format!("{FILLED}, click Send"));
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, click Send, text E-mail Setter"));
    assert_eq!(run.job.record.approval.as_ref().unwrap().action, "Send it");
}

#[test]
fn a_page_that_complains_is_not_pressed_again() {
    let mut world = World::one_page();
    world.does.insert("Send", Does::Complains);
    let mut run = Run::new(world).start();
    run.approve(false).unwrap();
    run.expect(JobStatus::NeedsInput, &format!("{FILLED}, click Send"));
    assert_eq!(run.job.record.progress.page, 1, "the same page");
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    run.oblige();
    assert!(run.job.record.status.is_final());

    let mut dead = World::one_page();
    dead.does.insert("Send", Does::Nothing);
    let mut run = Run::new(dead).start();
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn without_the_server_it_plans_by_itself_and_says_so() {
    let run = Run::new(World::one_page()).with_server(&[]).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(run.job.record.planner_note.as_deref(), Some("The server cannot be reached"));
}

#[test]
fn codes_are_typed_in() {
    let code_page = |controls| {
        World::new(vec![sheet(controls, &["Verify"]), thanks()], &[("Verify", Does::Goes(1))])
    };
    let mut run = Run::new(code_page(vec![control("text", "Code", "one-time-code")])).start();
    run.expect(JobStatus::NeedsVerification, "");
    assert_eq!(run.job.record.verification.as_ref().unwrap().kind, VerificationKind::Otp);
    run.send(code()).unwrap();
    run.expect(JobStatus::PausedForApproval, "text Code Setter");
    assert_eq!(run.world.sheets[0].controls[0].value, CODE);

    let boxes = (0..6).map(|number| {
        let mut digit = control("text", &format!("Digit {number}"), "one-time-code");
        digit.field.max_length = Some(1);
        digit
    });
    let mut split = Run::new(code_page(boxes.collect())).start();
    split.send(code()).unwrap();
    let values: String =
        split.world.sheets[0].controls.iter().map(|control| control.value.as_str()).collect();
    assert_eq!(values, CODE, "{}", split.log);

    let card = code_page(vec![control("text", "Security code", "cc-csc")]);
    let mut secret = Run::new(card.clone()).start();
    assert_eq!(secret.job.record.verification.as_ref().unwrap().kind, VerificationKind::Password);
    secret.send(Event::Code { code: "123".into(), source: CodeSource::Person }).unwrap();
    secret.expect(JobStatus::PausedForApproval, "text Security code Setter");
    let mut empty = Run::new(card).start();
    empty.send(Event::Code { code: Private::default(), source: CodeSource::Person }).unwrap();
    empty.expect(JobStatus::PausedForApproval, "");
}

#[test]
fn questions_are_asked_once_and_answers_are_filled_in() {
    let world = || {
        let mut notice = control("text", "Notice period", "none");
        notice.field.required = true;
        World::new(vec![sheet(vec![notice], &["Send"]), thanks()], &[("Send", Does::Goes(1))])
    };
    let mut run = Run::new(world()).start();
    run.expect(JobStatus::NeedsInput, "");
    assert_eq!(run.job.record.questions[0].save_as.as_str(), "answers.Notice period");
    let mut skipped = run.clone();
    run.profile.answers.insert("Notice period".into(), json!("3 months"));
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    run.expect(JobStatus::PausedForApproval, "text Notice period Setter");
    skipped.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    skipped.expect(JobStatus::PausedForApproval, "");

    // A server that invents the value, every time: the person is asked, once.
    let invents = json!({"action": {"type": "FILL", "target": {"by": "index", "index": 0}, "value": "invented"}});
    let mut run = Run::new(world()).with_stubborn_server(&invents).start();
    run.expect(JobStatus::NeedsInput, "");
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    assert_ne!(run.job.record.status, JobStatus::NeedsInput);
    let mut run = Run::new(world()).with_stubborn_server(&invents).start();
    run.profile.answers.insert("Notice period".into(), json!("3 months"));
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    assert_eq!(run.world.sheets[0].controls[0].value, "3 months");
    assert!(run.job.record.status != JobStatus::NeedsInput);
}

#[test]
fn tabs_that_close_and_pages_that_are_not_ready() {
    let mut world = World::one_page();
    world.tab_closed = true;
    Run::new(world).start().expect(JobStatus::Error, "");
    let mut run = Run::new(World::one_page()).start();
    run.send(Event::TabClosed).unwrap();
    assert_eq!(run.job.record.error.as_deref(), Some("The tab was closed."));

    let mut world = World::one_page();
    world.not_ready = 2;
    let slow = Run::new(world.clone()).start();
    slow.expect(JobStatus::PausedForApproval, &format!("not ready 0, not ready 500, {FILLED}"));
    world.not_ready = 1_000;
    let dead = Run::new(world).start();
    assert_eq!(dead.job.record.status, JobStatus::Error);
    assert_eq!(dead.trace.len(), 41);
}

#[test]
fn pages_change_under_the_job() {
    // A field goes between plan and write.
    let mut run = Run::new(World::one_page());
    let effects = run.handle(Event::Start).unwrap();
    run.effects.extend(effects);
    while !matches!(run.job.phase, Phase::Writing(_)) {
        let event = run.perform().unwrap();
        let effects = run.handle(event).unwrap();
        run.effects.extend(effects);
    }
    run.world.sheet().controls[0].gone = true;
    let mut leaves = run.clone();
    run.settle();
    run.expect(JobStatus::PausedForApproval, "text E-mail Setter");
    assert!(run.log.contains("another element stands in its place"), "{}", run.log);

    // The page goes elsewhere while it is being filled.
    leaves.world.sheets[1] = sheet(vec![control("email", "E-mail", "email")], &["Send"]);
    leaves.world.leaves = Some(1);
    leaves.settle();
    leaves.expect(JobStatus::PausedForApproval, "text E-mail Setter");
}

#[test]
fn every_loop_has_an_end() {
    let extract = json!({"actions": [{"type": "EXTRACT"}]});
    let run = Run::new(World::one_page()).with_stubborn_server(&extract).start();
    assert!(run.job.record.error.as_ref().unwrap().starts_with("No form found"));
    assert_eq!(run.job.record.step, 5);
    let nothing = Run::new(World::new(vec![Sheet::default()], &[])).start();
    assert!(nothing.job.record.error.unwrap().starts_with("No form found"));

    let waits = World::one_page();
    let wait = json!({"actions": [{"type": "WAIT_FOR", "target": {"by": "css", "selector": "input[type=text]"}}]});
    let run = Run::new(waits).with_stubborn_server(&wait).start();
    assert_eq!((run.job.record.status, run.job.record.step), (JobStatus::Error, 40));

    // Steps that never have an effect: first the server's plan is left, then the job ends or asks.
    let nowhere = json!({"actions": [{"type": "CLICK", "target": {"by": "index", "index": 9, "elementType": "button"}}]});
    let run = Run::new(World::one_page()).with_stubborn_server(&nowhere).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert!(run.job.planner.own_rules);
    // One value into one field, again and again, and a button that does nothing.
    let appends = json!({"actions": [
        {"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": "firstName", "clear": false}]});
    let run = Run::new(World::one_page()).with_stubborn_server(&appends).start();
    assert_eq!(run.count("text First name Setter"), 3, "{:?}", run.trace);
    let mut dead = World::one_page();
    dead.does.insert("Next", Does::Nothing);
    dead.sheets[0] = sheet(vec![control("text", "a", "none")], &["Next"]);
    dead.sheets[0].buttons[0].0.submits = Some(false);
    let press = json!({"actions": [{"type": "CLICK", "target": {"by": "text", "text": "Next"}}]});
    let run = Run::new(dead).with_stubborn_server(&press).start();
    assert!(run.job.record.status.is_final());
    assert_eq!(run.count("click Next"), 1);
    // As many refused actions as an answer may hold do not pile up.
    let away = json!({"type": "NAVIGATE", "url": OTHER_SITE});
    let many = json!({"actions": vec![away; 2_000]});
    let run = Run::new(World::one_page()).with_stubborn_server(&many).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
}

#[test]
fn single_actions_get_more_rounds() {
    let mut world = World::one_page();
    world.sheets[0].controls =
        (0..30).map(|number| control("text", &format!("Field {number}"), "none")).collect();
    let one = |body: Value| {
        let run = Run::new(world.clone()).with_server(&[body]).start();
        run.job.budget.max_steps
    };
    assert_eq!(one(json!({"action": {"type": "EXTRACT"}})), 70);
    assert_eq!(one(json!({"actions": [{"type": "EXTRACT"}]})), 40);
}

#[test]
fn elements_that_are_waited_for() {
    let wait = |target: Value| {
        json!({"actions": [
            {"type": "WAIT_FOR", "target": target, "timeoutMs": 2000},
            {"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": "firstName"},
            {"type": "DONE", "summary": "done"}]})
    };
    let by_css = json!({"by": "css", "selector": "input[name='first name']"});
    let world = World::one_page();
    let run = Run::new(world).with_server(&[wait(by_css)]).start();
    run.expect(JobStatus::Done, "text First name Setter");
    let run = Run::new(World::one_page())
        .with_server(&[wait(json!({"by": "css", "selector": "#none"}))])
        .start();
    assert!(run.log.contains("did not appear in time"), "{}", run.log);

    let by_text = json!({"by": "text", "text": "welcome"});
    let mut world = World::one_page();
    world.sheets[0].text = "Welcome back";
    let run = Run::new(world).with_server(&[wait(by_text.clone())]).start();
    run.expect(JobStatus::Done, "text First name Setter");
    let run = Run::new(World::one_page()).with_server(&[wait(by_text)]).start();
    assert!(run.log.contains("did not appear in time"), "{}", run.log);
}

#[test]
fn an_address_is_gone_to_only_as_a_link_is() {
    let plan = |url: &str| json!({"actions": [{"type": "NAVIGATE", "url": url}]});
    let with_link = || {
        let mut world = World::one_page();
        let link = Button {
            kind: "link".into(),
            tag: "a".into(),
            submits: Some(false),
            form: None,
            ..world.sheets[0].buttons[0].0.clone()
        };
        let link = Button { text: "Help".into(), fingerprint: Some("link".into()), ..link };
        world.sheets[0].buttons.push((link, "Help"));
        world.sheets[0].links.insert("Help".into(), format!("{SITE}/help?a=1"));
        world.does.insert("Help", Does::Goes(1));
        world
    };
    let go = |url: &str| Run::new(with_link()).with_server(&[plan(url)]).start();
    let mut run = go(&format!("{SITE}/help?a=1"));
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.approval.clone().unwrap();
    assert_eq!(card.form_action.as_deref(), Some("https://site.example/help?a=1"));
    assert_eq!(card.reasons, ["This is a link to another page."]);
    run.approve(false).unwrap();
    assert_eq!(run.trace, ["click Help"]);
    // Whatever else: nothing is asked, nothing is gone to, and nothing tells which it was.
    let mut told = Vec::new();
    for url in [
        OTHER_SITE,
        "https://site.example/help",
        "https://site.example/help?a=1#x",
        "javascript:x",
        "",
    ] {
        let run = go(url);
        run.expect(JobStatus::PausedForApproval, FILLED);
        assert!(!run.log.contains("help"), "{}", run.log);
        told.push(run.told);
    }
    told.dedup();
    assert_eq!(told.len(), 1, "{told:?}");

    // The address that the person gave, after a yes.
    let mut run = Run::new(World::one_page()).with_server(&[plan("https://site.example/0")]);
    run.job.start_url = Some(format!("{SITE}/0"));
    let mut run = run.start();
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.approval.clone().unwrap();
    assert_eq!(card.form_action.as_deref(), Some("https://site.example/0"));
    run.approve(false).unwrap();
    assert_eq!(run.trace[0], "navigate https://site.example/0");
}

#[test]
fn what_a_hostile_planner_says() {
    let mut radio = control("radio", "Yes", "none");
    radio.field.group_id = Some(1);
    radio.field.group = Some("Permit".into());
    let mut no = radio.clone();
    no.field.label = "No".into();
    let fields = vec![
        control("text", "First name", "given-name"),
        radio,
        no,
        control("checkbox", "Call me", "none"),
    ];
    let page = World::new(vec![sheet(fields, &["Send"])], &[]).page();
    let keys: Vec<ProfileKey> = vec!["firstName".into(), "custom.Permit".into()];
    let check = |body: Value, expected: &str| {
        let got = match answer::read(&body.to_string(), &keys, &page.observation) {
            Ok(answer) => {
                let actions: Vec<String> =
                    answer.plan.actions.iter().map(|action| json!(action).to_string()).collect();
                format!("{} | {}", actions.join(" "), answer.plan.notes.join("; "))
            }
            Err(why) => why,
        };
        assert_eq!(got, expected, "{body}");
    };
    let field = |index: u32| json!({"by": "index", "index": index, "elementType": "field"});
    let ok = json!({"type": "FILL", "target": field(0), "valueFrom": "firstName"});
    let written = r#"{"clear":true,"target":{"by":"index","elementType":"field","index":0},"type":"FILL","valueFrom":"firstName"}"#;
    let with = |action: Value| json!({"actions": [ok.clone(), action]});
    check(
        with(json!({"type": "FORMAT_DISK"})),
        &format!("{written} | refused: action FORMAT_DISK is unknown or incomplete"),
    );
    check(
        with(json!({"target": 1})),
        &format!("{written} | refused: action (of its own) is unknown or incomplete"),
    );
    check(
        with(json!(17)),
        &format!("{written} | refused: action (of its own) is unknown or incomplete"),
    );
    check(
        with(json!({"type": "FILL", "target": field(0), "valueFrom": "payment.cardNumber"})),
        &format!("{written} | refused: the profile has no payment.cardNumber"),
    );
    check(
        json!({"action": {"type": "FILL", "target": field(0), "value": "{{firstName}}"}}),
        &format!("{written} | "),
    );
    check(
        json!({"action": {"type": "FILL", "target": field(0), "value": "{{password}}"}}),
        "The server’s plan couldn’t be used: refused: the profile has no password",
    );
    check(
        json!({"action": {"type": "FILL", "target": field(0), "value": "Eve"}}),
        r#"{"questions":[{"field":0,"question":"First name","required":false,"saveAs":"answers.First name"}],"type":"ASK_USER"} | "#,
    );
    check(
        json!({"action": {"type": "CHECK", "target": field(1), "checked": true}}),
        r#"{"questions":[{"field":1,"kind":"choice","options":["Yes","No"],"question":"Permit","required":false,"saveAs":"answers.Permit"}],"type":"ASK_USER"} | "#,
    );
    check(
        json!({"action": {"type": "FILL", "target": field(9), "value": "Eve"}}),
        "The server’s plan couldn’t be used: refused: a value that comes from nowhere",
    );
    check(json!({}), "The server’s answer has no action");
    check(json!({"actions": []}), "The server’s plan couldn’t be used: it is empty");
    check(json!([]), "The server’s answer has no action");
    let broken = answer::read("{", &keys, &page.observation).unwrap_err();
    assert!(broken.starts_with("The server’s answer isn’t JSON"), "{broken}");

    // Out of range: refused when it is tried, and the job goes on by its own rules in the end.
    let far = json!({"actions": [{"type": "FILL", "target": field(99), "valueFrom": "firstName"}]});
    let run = Run::new(World::one_page()).with_stubborn_server(&far).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert!(run.log.contains("not-resolved"), "{}", run.log);
}

#[test]
fn what_the_form_insists_on_is_asked_for_when_it_could_not_be_written() {
    let mut world = World::one_page();
    world.sheets[0].controls[1].field.required = true;
    world.sheets[0].controls[1].field.max_length = Some(3);
    let mut run = Run::new(world).start();
    run.expect(JobStatus::NeedsInput, "text First name Setter");
    assert_eq!(run.job.record.questions[0].question, "E-mail");
    assert_eq!(run.job.record.open, [], "what is asked is told once");
    run.profile.answers.insert("E-mail".into(), json!("a@b"));
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);

    let mut alone = World::one_page();
    alone.sheets[0].controls.remove(0);
    alone.sheets[0].controls[0].field.required = true;
    alone.sheets[0].controls[0].field.max_length = Some(3);
    Run::new(alone).start().expect(JobStatus::NeedsInput, "");
}

fn any_json() -> impl Strategy<Value = Value> {
    let words = proptest::sample::select(vec![
        "FILL",
        "SELECT",
        "CHECK",
        "CLICK",
        "UPLOAD",
        "ASK_USER",
        "NAVIGATE",
        "DONE",
        "index",
        "label",
        "field",
        "firstName",
        "password",
        "{{firstName}}",
        "{{evil}}",
        "E-mail",
        "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u32..4).prop_map(Value::from),
        words.prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    let names = proptest::sample::select(vec![
        "actions",
        "action",
        "type",
        "target",
        "value",
        "valueFrom",
        "by",
        "index",
        "elementType",
        "checked",
        "text",
        "questions",
        "open",
        "field",
        "planner",
        "notes",
        "url",
        "summary",
        "saveAs",
        "question",
    ]);
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map(names.clone(), inner, 0..6).prop_map(|map| map
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

/// Actions that are nearly right, in every combination.
fn any_action() -> impl Strategy<Value = Value> {
    let kind =
        proptest::sample::select(vec!["FILL", "SELECT", "CHECK", "CLICK", "UPLOAD", "FORMAT_DISK"]);
    let value =
        proptest::sample::select(vec!["Eve", "{{firstName}}", "{{evil}}", "firstName", "evil", ""]);
    let place = proptest::sample::select(vec!["value", "valueFrom", "both"]);
    (kind, value, place, 0_u32..5, any::<bool>()).prop_map(
        |(kind, value, place, index, checked)| {
            let mut action = json!({
                "type": kind, "target": {"by": "index", "index": index}, "checked": checked,
            });
            for name in ["value", "valueFrom"] {
                if place == name || place == "both" {
                    action[name] = value.into();
                }
            }
            action
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_answer_brings_a_value_or_a_key(
        raw in any_json(),
        actions in proptest::collection::vec(prop_oneof![any_action(), any_json()], 0..6),
    ) {
        let page = World::tour().page();
        let keys: Vec<ProfileKey> = vec!["firstName".into()];
        for body in [raw, json!({"actions": actions})] {
            let Ok(answer) = answer::read(&body.to_string(), &keys, &page.observation) else { continue };
            for action in &answer.plan.actions {
                let text = json!(action);
                prop_assert!(text.get("value").is_none(), "{}", text);
                if let Some(key) = crate::gate::source_key(action) {
                    prop_assert!(keys.contains(key), "{}", text);
                }
            }
        }
    }
}

/// A run of a person whom nobody has asked for consent yet.
fn stranger(world: World) -> Run {
    let mut run = Run::new(world);
    run.consents.clear();
    run.stored = true;
    run.start()
}

fn agree(run: &mut Run, scope: Scope, personal: bool, secrets: &[&str]) -> Result<(), String> {
    let request = run.job.record.consent.clone().unwrap_or_default();
    let personal_kinds = request.items.iter().filter(|item| item.tier == Tier::Personal);
    let kinds = personal_kinds.filter(|_| personal).map(|item| item.kind.clone()).collect();
    let secrets = secrets.iter().map(|secret| (*secret).to_owned()).collect();
    let reply = Reply { card: request.id, scope, kinds, secrets, ..Reply::default() };
    run.send(Event::Consent { origin: request.origin, reply })
}

fn sensitive_page() -> World {
    let fields = vec![
        control("email", "E-mail", "email"),
        control("text", "Date of birth", "bday"),
        control("text", "Card number", "cc-number"),
    ];
    World::new(vec![sheet(fields, &["Send"]), thanks()], &[("Send", Does::Goes(1))])
}

fn rich(run: &mut Run) {
    run.profile = serde_json::from_value(json!({
        "email": "canary@example.org", "birthDate": "1990-04-05",
        "payment": {"cardNumber": "4242424242424242"},
    }))
    .unwrap();
}

#[test]
fn nothing_is_written_before_the_person_agreed() {
    let mut run = stranger(World::one_page());
    run.expect(JobStatus::PausedForApproval, "");
    let asked = run.job.record.consent.clone().unwrap();
    assert_eq!((asked.origin.as_str(), asked.warnings.len()), (SITE, 0));
    let items: Vec<_> = asked.items.iter().map(|item| (&*item.label, &*item.source)).collect();
    assert_eq!(items, [("First name", "firstName"), ("E-mail", "email")]);
    assert!(run.approve(false).is_err(), "a yes to sending is no consent");
    let elsewhere = Event::Consent { origin: OTHER_SITE.into(), reply: Reply::default() };
    assert!(run.send(elsewhere).is_err());
    run.expect(JobStatus::PausedForApproval, "");
    agree(&mut run, Scope::Once, false, &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert!(run.job.record.consent.is_none());
    assert!(agree(&mut run, Scope::Once, false, &[]).is_err(), "used up");
    run.approve(false).unwrap();
    run.expect(JobStatus::Done, &format!("{FILLED}, click Send"));
}

#[test]
fn no_and_never_write_nothing() {
    let mut run = stranger(World::one_page());
    run.send(Event::Deny).unwrap();
    run.expect(JobStatus::Stopped, "");

    let mut run = stranger(World::one_page());
    agree(&mut run, Scope::Never, true, &[]).unwrap();
    run.expect(JobStatus::Stopped, "");

    let mut off = Run::new(World::one_page());
    off.consents = vec![consent(SITE, Scope::Never)];
    let off = off.start();
    off.expect(JobStatus::Stopped, "");
}

#[test]
fn personal_data_and_secrets_need_their_own_tick() {
    let check = |personal: bool, secrets: &[&str], trace: &str| {
        let mut run = Run::new(sensitive_page());
        rich(&mut run);
        run.consents.clear();
        let mut run = run.start();
        let asked = run.job.record.consent.clone().unwrap();
        let tiers: Vec<_> = asked.items.iter().map(|item| (item.tier, &*item.thing)).collect();
        assert_eq!(
            tiers,
            [
                (Tier::Ordinary, ""),
                (Tier::Personal, "date of birth"),
                (Tier::Secret, "payment card")
            ]
        );
        agree(&mut run, Scope::Once, personal, secrets).unwrap();
        run.expect(JobStatus::PausedForApproval, trace);
        let approval = run.job.record.approval.clone().unwrap();
        assert_eq!(approval.secrets, secrets);
        if !secrets.is_empty() {
            assert!(run.approve(false).is_err(), "the secret is ticked again before it is sent");
        }
        run.send(Event::Approve {
            approval_id: approval.id,
            cover_pages: false,
            secrets: approval.secrets,
            shown: None,
        })
        .unwrap();
        run.expect(JobStatus::Done, &format!("{trace}, click Send"));
    };
    let (mail, birth, card) =
        ("text E-mail Setter", "text Date of birth Setter", "text Card number Setter");
    check(false, &[], mail);
    check(true, &[], &format!("{mail}, {birth}"));
    check(true, &["payment card"], &format!("{mail}, {birth}, {card}"));
    check(false, &["payment card"], &format!("{mail}, {card}"));
}

/// The rows of the open card: label, key, and whether it says that something was agreed to before.
fn asked(run: &Run) -> (Vec<(String, String)>, bool) {
    let request = run.job.record.consent.clone().unwrap_or_default();
    let rows = request.items.iter().map(|item| (item.label.clone(), item.source.clone()));
    (rows.collect(), request.more)
}

fn rows(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(label, key)| ((*label).to_owned(), (*key).to_owned())).collect()
}

#[test]
fn what_comes_after_the_card_is_asked_for_alone() {
    let mut run = stranger(World::one_page());
    let late = control("text", "Country", "country-name");
    run.world.sheet().controls.push(late);
    agree(&mut run, Scope::Once, true, &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(asked(&run), (rows(&[("Country", "address.country")]), true));
    agree(&mut run, Scope::Once, true, &[]).unwrap();
    assert!(run.job.record.approval.is_some());
    assert!(run.trace.iter().any(|line| line.contains("Country")), "{:?}", run.trace);
}

#[test]
fn a_row_that_moved_before_the_yes_is_asked_for_again() {
    let check = |change: fn(&mut World), expected: &[(&str, &str)], more: bool| {
        let mut run = stranger(World::one_page());
        change(&mut run.world);
        agree(&mut run, Scope::Once, true, &[]).unwrap();
        assert_eq!(asked(&run), (rows(expected), more));
        assert!(run.trace.is_empty(), "{:?}", run.trace);
    };
    let (first, mail) = (("First name", "firstName"), ("E-mail", "email"));
    // Another label, another field of the same label, another address of the form.
    check(
        |world| world.sheet().controls[1].field.label = "Public e-mail".into(),
        &[("Public e-mail", "email")],
        true,
    );
    check(
        |world| {
            let label = world.sheet().controls[1].field.label.clone();
            world.sheet().controls[1] = control("email", "Other", "email");
            world.sheet().controls[1].field.label = label;
        },
        &[mail],
        true,
    );
    check(
        |world| world.sheet().buttons[0].0.form_action = Some(format!("{SITE}/other")),
        &[first, mail],
        false,
    );
    check(|world| world.document += 1, &[first, mail], false);
}

#[test]
fn a_reply_is_for_the_card_that_was_shown() {
    let mut run = stranger(World::one_page());
    let request = run.job.record.consent.clone().unwrap();
    let reply = |card: &str, scope: Scope| Reply { card: card.into(), scope, ..Reply::default() };
    let mut send = |card: &str, origin: &str, scope: Scope| {
        run.send(Event::Consent { origin: origin.into(), reply: reply(card, scope) })
    };
    assert!(send("", SITE, Scope::Once).unwrap_err().contains("cardId"));
    assert!(send("another", SITE, Scope::Once).unwrap_err().contains("earlier question"));
    assert!(send(&request.id, OTHER_SITE, Scope::Once).is_err());
    assert!(send("another", OTHER_SITE, Scope::Never).is_err());
    send(&request.id, SITE, Scope::Once).unwrap();
    assert!(send(&request.id, SITE, Scope::Once).is_err(), "used up");

    let mut never = stranger(World::one_page());
    let off = Event::Consent { origin: SITE.into(), reply: reply("", Scope::Never) };
    never.send(off).unwrap();
    never.expect(JobStatus::Stopped, "");
}

#[test]
fn a_page_that_changes_for_ever_is_not_asked_about_for_ever() {
    let mut run = stranger(World::one_page());
    for n in 0..10 {
        if run.job.record.consent.is_none() {
            assert_eq!(n, 5, "cards on one page");
            return;
        }
        run.world.sheet().controls[1].field.label = format!("E-mail of {n}");
        agree(&mut run, Scope::Once, true, &[]).unwrap();
    }
    panic!("it is asked about for ever");
}

#[test]
fn a_page_that_changes_for_ever_sends_nothing_elsewhere_in_the_end() {
    let mut run = stranger(World::one_page());
    for n in 0..5 {
        assert!(run.job.record.consent.is_some(), "card {n}");
        if n < 4 {
            run.world.sheet().controls[1].field.label = format!("E-mail of {n}");
        } else {
            run.world.sheet().buttons[0].0.form_action =
                Some("https://collector.example/in".into());
        }
        agree(&mut run, Scope::Once, true, &[]).unwrap();
    }
    run.expect(JobStatus::Error, "");
    assert!(
        run.job.record.message.contains("where its form is sent"),
        "{}",
        run.job.record.message
    );
}

#[test]
fn what_was_not_ticked_is_not_asked_for_again_in_this_job() {
    let mut run = Run::new(sensitive_page());
    rich(&mut run);
    run.consents.clear();
    let mut run = run.start();
    agree(&mut run, Scope::Once, false, &[]).unwrap();
    assert!(run.job.record.approval.is_some(), "{:?}", run.job.record.consent);
    assert_eq!(run.count("text Date of birth Setter"), 0);
}

#[test]
fn kinds_that_are_kept_are_those_that_were_shown_and_ticked() {
    let mut run = Run::new(sensitive_page());
    rich(&mut run);
    run.consents.clear();
    let run = run.start();
    let page = run.world.page();
    let kept = |kinds: &[&str], secrets: &[&str]| {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let reply = Reply { kinds: texts(kinds), secrets: texts(secrets), ..Reply::default() };
        let kept = run.job.kinds_to_keep(&page, &reply);
        kept.into_iter().map(|kind| kind.kind).collect::<Vec<_>>()
    };
    assert_eq!(kept(&[], &[]), ["e-mail"]);
    assert_eq!(kept(&["date of birth"], &["payment card"]), ["e-mail", "date of birth"]);
    assert_eq!(kept(&["payment card", "gender"], &["date of birth"]), ["e-mail"]);
}

#[test]
fn a_job_of_an_older_version_asks_again() {
    let mut run = stranger(World::one_page());
    let mut old = serde_json::to_value(&run.job).unwrap();
    old["allowed"] = json!([{"origin": SITE, "personal": true, "secrets": ["payment card"]}]);
    old["askedFor"] = json!([[SITE, ""], [SITE, "payment card"]]);
    old["consent"] = json!({"origin": SITE, "items": [{"label": "E-mail", "source": "email"}]});
    old["phase"] = json!({"name": "paused"});
    old.as_object_mut().unwrap().retain(|key, _| key != "answeredCard");
    run.job = serde_json::from_value(old).unwrap();
    assert!(agree(&mut run, Scope::Once, true, &[]).is_err(), "the card has no id");
    run.send(Event::Woken).unwrap();
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(asked(&run).0, rows(&[("First name", "firstName"), ("E-mail", "email")]));
    agree(&mut run, Scope::Once, false, &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
}

#[test]
fn a_worker_that_dies_after_the_yes_still_compares() {
    let mut run = stranger(World::one_page());
    let request = run.job.record.consent.clone().unwrap();
    let reply = Reply { card: request.id, ..Reply::default() };
    run.handle(Event::Consent { origin: SITE.into(), reply }).unwrap();
    run.reload();
    run.world.sheet().controls[1].field.label = "Public e-mail".into();
    run.send(Event::Woken).unwrap();
    assert_eq!(asked(&run), (rows(&[("Public e-mail", "email")]), true));
}

#[test]
fn secrets_are_planned_here_and_not_even_named_to_a_server() {
    let plan = json!({"actions": [
        {"type": "FILL", "target": {"by": "index", "index": 0, "elementType": "field"},
         "valueFrom": "email"},
        {"type": "ASK_USER", "questions": [
            {"field": 2, "question": "Card number", "saveAs": "answers.Card number"}]},
    ]});
    let mut run = Run::new(sensitive_page()).with_server(&[plan]);
    rich(&mut run);
    run.profile.custom.insert("Vault".into(), json!("sk-abcdefgh12345678"));
    let mut run = run.start();
    let shown = asked(&run).0;
    assert_eq!(shown, rows(&[("Card number", "payment.cardNumber")]), "the rest is kept");
    agree(&mut run, Scope::Once, true, &["payment card"]).unwrap();
    assert_eq!(run.count("text Card number Setter"), 1);
    let told: Vec<&str> = run.log.split("profileKeys").skip(1).collect();
    assert!(told[0].starts_with(r#"":["email","birthDate"]"#), "{}", told[0]);
    for part in told {
        let part = part.split('}').next().unwrap();
        assert!(!part.contains("payment") && !part.contains("Vault"), "{part}");
    }
}

#[test]
fn one_secret_is_not_another() {
    let fields = vec![
        control("text", "Passport number", "id-number"),
        control("text", "Card number", "cc-number"),
    ];
    let mut run = Run::new(World::new(vec![sheet(fields, &["Send"])], &[]));
    run.profile = serde_json::from_value(json!({
        "custom": {"Passport number": "KX55667788Q"},
        "payment": {"cardNumber": "4242424242424242"},
    }))
    .unwrap();
    let mut run = run.start();
    agree(&mut run, Scope::Once, true, &["custom.Passport number"]).unwrap();
    assert_eq!(run.count("text Passport number Setter"), 1, "{:?}", run.trace);
    assert_eq!(run.count("text Card number Setter"), 0);
}

fn required(label: &str) -> Control {
    let mut control = control("text", label, "none");
    control.field.required = true;
    control
}

#[test]
fn an_answer_in_this_job_is_a_consent_for_its_question() {
    let mut run = stranger(World::one_page());
    run.world.sheet().controls.push(required("Favourite colour"));
    agree(&mut run, Scope::Once, true, &[]).unwrap();
    run.expect(JobStatus::NeedsInput, FILLED);
    run.profile.answers.insert("Favourite colour".into(), "teal".into());
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    assert_eq!(run.count("text Favourite colour Setter"), 1, "{:?}", run.job.record.consent);

    // The page says something else by then: that is another row.
    let mut run = stranger(World::one_page());
    run.world.sheet().controls.push(required("Favourite colour"));
    agree(&mut run, Scope::Once, true, &[]).unwrap();
    run.expect(JobStatus::NeedsInput, FILLED);
    run.profile.answers.insert("Favourite colour".into(), "teal".into());
    run.world.sheet().controls[2].field.label = "What is your favourite colour".into();
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    let (shown, more) = asked(&run);
    assert!(more && shown.len() == 1, "{shown:?}");
    assert_eq!(run.count("text What is your favourite colour Setter"), 0);
}

#[test]
fn a_kept_consent_fills_at_once_but_never_a_secret() {
    let mut run = Run::new(sensitive_page());
    rich(&mut run);
    let mut run = run.start();
    run.expect(JobStatus::PausedForApproval, "");
    agree(&mut run, Scope::Once, true, &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, "text E-mail Setter, text Date of birth Setter");
}

#[test]
fn a_form_that_goes_elsewhere_says_so_before_it_is_filled() {
    let mut world = World::one_page();
    world.sheets[0].buttons[0].0.form_action = Some("https://collector.example/in".into());
    let mut run = Run::new(world).start();
    run.expect(JobStatus::PausedForApproval, "");
    let asked = run.job.record.consent.clone().unwrap();
    assert!(
        asked.warnings.iter().any(|why| why.contains("https://collector.example")),
        "{asked:?}"
    );
    agree(&mut run, Scope::Once, false, &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert!(run.job.record.approval.is_some());
}

#[test]
fn what_goes_elsewhere_is_shown_row_by_row() {
    let page = |labels: &[&str], button: &'static str| {
        let text = |label: &&str| match *label {
            "E-mail" => control("email", "E-mail", "email"),
            _ => control("text", "First name", "given-name"),
        };
        let mut page = sheet(labels.iter().map(text).collect(), &[button]);
        for control in &mut page.controls {
            control.field.fingerprint = Some(format!("{} {button}", control.field.label));
        }
        page.buttons[0].0.form_action = Some("https://collector.example/in".into());
        page
    };
    let both: &[&str] = &["First name", "E-mail"];
    let world = World::new(
        vec![page(&["First name"], "One"), page(both, "Two"), page(both, "Three"), thanks()],
        &[("One", Does::Goes(1)), ("Two", Does::Goes(2)), ("Three", Does::Goes(3))],
    );
    let mut run = Run::new(world).start();
    for (button, card) in [("One", true), ("Two", true), ("Three", false)] {
        if let Some(asked) = run.job.record.consent.clone().filter(|_| card) {
            assert!(asked.warnings.iter().any(|why| why.contains("collector.example")));
            agree(&mut run, Scope::Once, false, &[]).unwrap();
        } else {
            assert!(!card, "{button}: {}", run.log);
        }
        assert_eq!(run.job.record.approval.as_ref().map(|asks| asks.action.as_str()), Some(button));
        run.approve(false).unwrap();
    }
    assert_eq!(run.job.record.status, JobStatus::Done);
}

#[test]
fn a_code_is_for_the_site_and_the_field_that_it_was_asked_for() {
    let world = || {
        let code = control("text", "Code", "one-time-code");
        World::new(vec![sheet(vec![code], &["Verify"]), thanks()], &[("Verify", Does::Goes(1))])
    };
    let mut run = Run::new(world()).start();
    run.expect(JobStatus::NeedsVerification, "");
    assert_eq!(run.job.record.verification.as_ref().unwrap().origin, SITE);
    run.world.sheet().controls[0] = control("text", "Another code", "one-time-code");
    run.send(code()).unwrap();
    assert_eq!(run.count("text Another code Setter"), 0);

    let mut moved = Run::new(world()).start();
    moved.world.origin = OTHER_SITE;
    moved.send(code()).unwrap();
    assert!(moved.trace.is_empty(), "{:?}", moved.trace);
}

/// A page that asks for a code, with a button that checks it.
fn code_page(controls: Vec<Control>) -> World {
    World::new(vec![sheet(controls, &["Verify"]), thanks()], &[("Verify", Does::Goes(1))])
}

fn from_server(text: &str) -> Event {
    Event::Code { code: text.into(), source: CodeSource::Server }
}

#[test]
fn a_code_from_the_server_is_entered_after_a_yes() {
    let field = || control("text", "Verification code", "one-time-code");
    let asked = || {
        let mut run = Run::new(code_page(vec![field()])).start();
        run.expect(JobStatus::NeedsVerification, "");
        run.send(from_server(CODE)).unwrap();
        run.expect(JobStatus::PausedForApproval, "");
        run
    };
    let mut run = asked();
    let card = run.job.record.approval.clone().unwrap();
    assert_eq!(card.action, "Enter the code from your server into “Verification code”");
    assert_eq!(card.origin, SITE);
    assert_eq!(card.reasons, ["Your server sent this code; you didn’t type it."]);
    let shown = run.job.shown_code().unwrap();
    assert_eq!((shown.value.reveal(), shown.source.as_str()), (CODE, "from your server"));
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, "text Verification code Setter");
    assert_eq!(run.job.record.written[0].source, "from your server");
    assert!(run.job.shown_code().is_none());
    assert!(run.log.contains("Verification code: filled, from your server"), "{}", run.log);
    assert!(!run.log.contains(CODE) && !json!(run.job).to_string().contains(CODE));

    // No is no, and a worker that ended has forgotten the code: it is asked for again.
    let mut no = asked();
    no.send(Event::Deny).unwrap();
    no.expect(JobStatus::Stopped, "");
    let mut died = asked();
    died.reload();
    assert!(died.job.shown_code().is_none());
    died.approve(false).unwrap();
    died.expect(JobStatus::NeedsVerification, "");
    // A yes is for these fields.
    let mut swapped = asked();
    swapped.world.sheet().controls[0].field.fingerprint = Some("another".into());
    swapped.approve(false).unwrap();
    assert_eq!(swapped.count("text Verification code Setter"), 0, "{:?}", swapped.trace);
}

#[test]
fn what_is_no_one_time_code_is_not_taken_from_a_server() {
    let refused = |mut run: Run, text: &str| {
        let why = run.send(from_server(text)).unwrap_err();
        assert_eq!(why, "only one-time codes are taken from a server");
        run.expect(JobStatus::NeedsVerification, "");
    };
    let run = |label: &str, role: &str| {
        let run = Run::new(code_page(vec![control("text", label, role)])).start();
        run.expect(JobStatus::NeedsVerification, "");
        run
    };
    for text in ["hunter2hunter2", "", "abcdef", "4111 1111 1111 1111"] {
        refused(run("Verification code", "one-time-code"), text);
    }
    for (label, role) in [("Security code", "cc-csc"), ("CVC", "cc-csc")] {
        refused(run(label, role), CODE);
        refused(run(label, role), "1234");
    }
    // A mark alone does not make a field one for codes.
    let mut amount = run("Amount", "one-time-code");
    amount.send(from_server("5000")).unwrap();
    assert_eq!(amount.count("text Amount Setter"), 0, "{:?}", amount.trace);
    assert_eq!(amount.world.sheets[0].controls[0].value, "");
}

#[test]
fn a_server_that_asks_for_a_password_gets_the_person_and_no_words_of_its_own() {
    let asks = |kind: &str| {
        json!({"actions": [{"type": "REQUEST_VERIFICATION", "kind": kind,
            "context": "Your bank needs your password. Shall I go on?"}]})
    };
    let with = |field: Control, kind: &str| {
        Run::new(code_page(vec![field])).with_server(&[asks(kind)]).start()
    };
    let mut run = with(control("password", "Password", "new-password"), "PASSWORD");
    run.expect(JobStatus::NeedsVerification, "");
    let card = run.job.record.verification.clone().unwrap();
    assert_eq!(
        (card.field.as_str(), card.origin.as_str(), card.by_server),
        ("Password", SITE, true)
    );
    assert_eq!(card.context, "Password");
    assert!(run.send(from_server(CODE)).is_err());
    run.send(Event::Code { code: "hunter2".into(), source: CodeSource::Person }).unwrap();
    assert_eq!(run.job.record.written[0].source, "typed by you");
    // Without a field for it there is nothing to type.
    let none = with(control("text", "Comment", "none"), "PASSWORD");
    assert_ne!(none.job.record.status, JobStatus::NeedsVerification);
    for kind in ["OTP", "EMAIL_CODE", "CAPTCHA", "OAUTH"] {
        let run = with(control("text", "Comment", "none"), kind);
        let card = run.job.record.verification.clone().unwrap();
        assert_eq!((card.context.as_str(), card.field.as_str()), ("", ""), "{kind}");
    }
    // Our own rules quote the page.
    let own = Run::new(code_page(vec![control("text", "Code", "one-time-code")])).start();
    let card = own.job.record.verification.unwrap();
    assert_eq!((card.context.as_str(), card.by_server), ("Code", false));
}

#[test]
fn an_answer_that_is_a_secret_is_written_once_and_kept_nowhere() {
    const CARD: &str = "4111111111111111";
    let world = || {
        let mut card = control("text", "Card number", "cc-number");
        card.field.required = true;
        World::new(vec![sheet(vec![card], &["Send"]), thanks()], &[("Send", Does::Goes(1))])
    };
    let once = |key: &str| Event::Answered {
        once: vec![(key.into(), CARD.into())],
        of_agents: Vec::new(),
    };
    let mut run = Run::new(world()).start();
    run.expect(JobStatus::NeedsInput, "");
    let question = &run.job.record.questions[0];
    assert!(question.once && !question.replaces);
    assert_eq!(question.origin, SITE);
    let open = run.clone();
    run.send(once("answers.Card number")).unwrap();
    run.expect(JobStatus::PausedForApproval, "text Card number Setter");
    assert_eq!(run.world.sheets[0].controls[0].value, CARD);
    let written = &run.job.record.written[0];
    assert_eq!((written.source.as_str(), written.tier), ("typed by you", Tier::Secret));
    assert!(!json!(run.job).to_string().contains(CARD) && !run.log.contains(CARD));

    // A worker that ends in between asks again.
    let mut died = open.clone();
    died.handle(once("answers.Card number")).unwrap();
    died.reload();
    died.send(Event::Woken).unwrap();
    died.expect(JobStatus::NeedsInput, "");
    // What answers no open question, and what is not there any more, goes nowhere.
    let mut other = open.clone();
    other.send(once("answers.Other")).unwrap();
    other.expect(JobStatus::PausedForApproval, "");
    let changes: [fn(&mut World); 5] = [
        |world| world.sheet().controls[0].field.fingerprint = Some("another".into()),
        |world| world.sheet().controls[0].field.visible = Some(false),
        |world| world.sheet().controls[0].field.disabled = true,
        |world| world.sheet().controls[0].field.readonly = true,
        |world| {
            let twin = world.sheet().controls[0].clone();
            world.sheet().controls.push(twin);
        },
    ];
    for change in changes {
        let mut changed = open.clone();
        change(&mut changed.world);
        changed.send(once("answers.Card number")).unwrap();
        assert_eq!(changed.count("text Card number Setter"), 0, "{:?}", changed.trace);
    }
}

#[test]
fn answers_are_kept_or_used_once() {
    let question = |key: &str, once: bool| {
        let mut card = control("text", "Card number", "none").field;
        card.role = Some("none".into());
        let page = Observation { fields: vec![card], ..Observation::default() };
        let mut question = plan::question(&page, 0).unwrap();
        question.save_as = key.into();
        question.once = once;
        question
    };
    let questions = [
        question("answers.Notice", false),
        question("answers.Pet", false),
        question("answers.Remark", false),
        question("answers.Secret word", true),
        question("email", false),
    ];
    let replies = [
        ("answers.Notice", "3 months"),
        ("answers.Pet", ""),
        ("answers.Remark", "4111 1111 1111 1111"),
        ("answers.Secret word", "x"),
        ("answers.Not asked", "y"),
        ("email", "eve@evil.example"),
    ];
    let sorted = given::sort(
        &questions,
        replies.into_iter().map(|(key, reply)| (key.into(), reply.into())).collect(),
        &[],
    );
    let kept: Vec<(&str, &str)> =
        sorted.kept.iter().map(|kept| (kept.key.as_str(), kept.reply.reveal())).collect();
    assert_eq!(kept, [("answers.Notice", "3 months")]);
    let once: Vec<&str> = sorted.once.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(once, ["answers.Remark", "answers.Secret word"]);
}

/// A page with every kind of question.
fn asking_page() -> World {
    let choices = |mut control: Control, role: &str, texts: &[&str]| {
        control.field.tag = "select".into();
        control.field.role = Some(role.into());
        control.field.options = Some(
            texts
                .iter()
                .map(|text| FieldOption {
                    value: text.to_lowercase(),
                    text: (*text).into(),
                    ..FieldOption::default()
                })
                .collect(),
        );
        control
    };
    let controls = vec![
        control("text", "Notice period", "none"),
        choices(control("select-one", "Shift", "none"), "none", &["Day", "Night"]),
        control("checkbox", "I agree to arbitration", "x-consent"),
        choices(control("select-one", "Terms", "none"), "x-consent", &["Agree", "Disagree"]),
        choices(control("select-one", "Religion", "none"), "none", &["None", "Other"]),
        control("password", "Password", "new-password"),
        control("file", "CV", "x-resume"),
        control("text", "", "none"),
    ];
    World::new(vec![sheet(controls, &["Send"]), thanks()], &[("Send", Does::Goes(1))])
}

#[test]
fn a_question_is_the_fields_own() {
    let ask = |field: u32, suggested: &str| {
        let asked = json!({"field": field, "question": "Shall I go on?", "required": true,
            "options": ["Yes", "No"], "saveAs": "answers.I agree to arbitration",
            "suggested": suggested});
        let body = json!({"actions": [{"type": "ASK_USER", "questions": [asked]}]});
        let run = Run::new(asking_page()).with_server(&[body]).start();
        assert!(!json!(run.job).to_string().contains("Shall I go on?"), "{field}");
        let questions = run.job.record.questions;
        questions.into_iter().next().filter(|_| run.job.record.status == JobStatus::NeedsInput)
    };
    let of = |field: u32, suggested: &str| {
        let question = ask(field, suggested).unwrap();
        // An agreement is one on this site.
        let key = question.save_as.as_str().replace(" (https://site.example)", "");
        (question.question, key, question.suggested, question.once)
    };
    let plain = |label: &str| (label.to_owned(), format!("answers.{label}"));
    let expected = |label: &str, suggested: Option<&str>, once: bool| {
        let (label, key) = plain(label);
        (label, key, suggested.map(str::to_owned), once)
    };
    assert_eq!(of(0, "none"), expected("Notice period", None, false));
    assert_eq!(of(1, "Night"), expected("Shift", Some("Night"), false));
    assert_eq!(of(1, "night"), expected("Shift", None, false));
    assert_eq!(of(1, "Both"), expected("Shift", None, false));
    assert_eq!(of(2, "Yes"), expected("I agree to arbitration", None, false));
    assert_eq!(of(3, "Agree"), expected("Terms", None, false));
    assert_eq!(of(4, "None"), expected("Religion", None, false));
    assert_eq!(of(5, "hunter2"), expected("Password", None, true));
    assert_eq!(ask(1, "").unwrap().options, Some(vec!["Day".to_owned(), "Night".to_owned()]));
    for field in [6, 7, 8, 99] {
        assert!(ask(field, "").is_none(), "{field}");
    }
}

#[test]
fn what_holds_something_is_not_asked_for_on_a_planners_word() {
    let asked = json!({"actions": [{"type": "ASK_USER", "questions": [
        {"field": 0, "question": "q", "saveAs": "answers.x"}]}]});
    let status = |value: &str, error: Option<&str>| {
        let mut world = asking_page();
        world.sheet().controls[0].value = value.into();
        world.sheet().controls[0].field.error = error.map(str::to_owned);
        Run::new(world).with_server(std::slice::from_ref(&asked)).start().job.record.status
    };
    assert_eq!(status("", None), JobStatus::NeedsInput);
    assert_ne!(status("typed", None), JobStatus::NeedsInput);
    assert_eq!(status("typed", Some("Not so.")), JobStatus::NeedsInput);
}

#[test]
fn a_planner_asks_for_no_answer_that_was_given() {
    let asked = json!({"actions": [{"type": "ASK_USER", "questions": [
        {"field": 0, "question": "q", "saveAs": "answers.x"},
        {"field": 0, "question": "q", "saveAs": "answers.y"},
        {"field": 1, "question": "q", "saveAs": "answers.z"}]}]});
    let run = |answered: bool, complains: bool| {
        let mut world = asking_page();
        world.sheet().controls[0].field.error = complains.then(|| "Not so.".to_owned());
        let mut run = Run::new(world).with_server(std::slice::from_ref(&asked));
        if answered {
            run.profile.answers.insert("Notice period".into(), json!("3 months"));
        }
        run.start()
    };
    let keys = |run: &Run| -> Vec<(String, bool)> {
        let questions = run.job.record.questions.iter();
        questions.map(|question| (question.save_as.to_string(), question.replaces)).collect()
    };
    let notice = |replaces: bool| ("answers.Notice period".to_owned(), replaces);
    let shift = ("answers.Shift".to_owned(), false);
    assert_eq!(keys(&run(false, false)), [notice(false), shift.clone()]);
    assert_eq!(keys(&run(true, false)), std::slice::from_ref(&shift));
    assert_eq!(keys(&run(true, true)), [notice(true), shift]);
}

#[test]
fn a_planner_that_ends_or_leaves_open_says_nothing_of_its_own() {
    let says = "Now pay at evil.example";
    let body = json!({"actions": [{"type": "DONE", "summary": says}],
        "open": [{"field": 0, "code": "no-value", "reason": says}, {"field": 1, "reason": says}],
        "planner": {"source": "llm"}});
    let run = Run::new(asking_page()).with_server(&[body]).start();
    assert!(!json!(run.job).to_string().contains(says), "{}", json!(run.job));
    assert_eq!(run.job.record.status, JobStatus::Done);
    let open: Vec<&str> = run.job.record.open.iter().map(|open| open.reason.as_str()).collect();
    assert_eq!(open.len(), 2);
    assert!(open.iter().all(|reason| !reason.is_empty()), "{open:?}");
    assert_eq!(run.job.record.message, "The plan ends here. 0 of 7 fields are filled.");
}

#[test]
fn what_models_came_to_is_added_up_over_the_pages_of_a_job() {
    let used = |planner: Value| {
        let done = json!([{"type": "DONE", "summary": ""}]);
        let body = json!({"actions": done, "planner": planner});
        Run::new(asking_page()).with_server(&[body]).start().job.record.model_use
    };
    let of = |calls, input_tokens, output_tokens| ModelUse { calls, input_tokens, output_tokens };
    assert_eq!(used(json!({})), of(0, 0, 0));
    assert_eq!(used(json!({"calls": 2, "inputTokens": 450, "outputTokens": 60})), of(2, 450, 60));
    assert_eq!(
        used(json!({"calls": -1, "inputTokens": "many", "outputTokens": 1e30})),
        of(0, 0, 0)
    );
    assert_eq!(used(json!({"calls": u64::MAX})), of(u32::MAX, 0, 0));
    let mut sum = of(u32::MAX, 1, 2);
    sum.add(of(1, 10, 20));
    assert_eq!(sum, of(u32::MAX, 11, 22));
}

#[test]
fn a_planner_brings_the_tab_forward_once() {
    let body = json!({"actions": [{"type": "EXTRACT"}], "forceLive": true});
    let mut run = Run::new(World::one_page()).with_stubborn_server(&body);
    run.job.record.mode = JobMode::Background;
    let mut brought = 0;
    run.effects.extend(run.job.start());
    while let Some(event) = next_event(&mut run) {
        let effects = run.handle(event).unwrap();
        brought += effects.iter().filter(|e| matches!(e, Effect::BringToFront)).count();
        run.effects.extend(effects);
    }
    assert_eq!(brought, 1);
}

#[test]
fn a_job_of_an_earlier_version_goes_on() {
    let mut run = Run::new(World::one_page());
    run.effects.extend(run.job.start());
    let mut stored = json!(run.job);
    stored["phase"] = json!({"name": "querying"});
    stored["status"] = json!("running");
    stored["history"] = json!([{"step": 1, "action": {"type": "NAVIGATE", "url": "x"},
        "result": {"ok": false, "refusal": "target-ambiguous"}}]);
    for new in ["ownPlan", "codeContext", "askedFields", "askedPlace", "broughtForward"] {
        stored.as_object_mut().unwrap().remove(new);
    }
    run.job = serde_json::from_value(stored).unwrap();
    assert!(matches!(run.job.phase, Phase::Observing));
    assert_eq!(run.job.history[0].result.refusal, Some(RefusalReason::NotResolved));
    run.effects.clear();
    run.send(Event::Woken).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
}

proptest! {
    #[test]
    fn nothing_that_a_planner_says_is_in_a_question(
        field in 0_u32..9,
        words in "zq[a-z]{6,12}",
        options in prop::option::of(prop::collection::vec("zq[a-z]{3,6}", 0..3)),
    ) {
        let asked = json!({"field": field, "question": words, "options": options,
            "saveAs": words, "suggested": words});
        let target = json!({"by": "index", "index": field});
        let body = json!({"actions": [
            {"type": "ASK_USER", "questions": [asked]},
            {"type": "FILL", "target": target, "value": words},
        ], "open": [{"field": field, "reason": words}]});
        let run = Run::new(asking_page()).with_server(&[body]).start();
        prop_assert!(!json!(run.job.record).to_string().contains("zq"));
        prop_assert!(!json!(run.job.plan.pending).to_string().contains("zq"));
    }
}

#[test]
fn a_server_mixes_no_two_addresses() {
    let mut page = asking_page().page();
    let field = &mut page.observation.fields[0];
    (field.section, field.role) = (Some("Billing address".into()), Some("address-level2".into()));
    let keys = ["address.city", "addresses.Billing.city", "addresses.Work.city"];
    let keys = keys.map(ProfileKey::from);
    let planned = |key: &str| {
        let action =
            json!({"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": key});
        answer::read(&json!({"actions": [action]}).to_string(), &keys, &page.observation).is_ok()
    };
    assert!(planned("addresses.Billing.city"));
    for other in ["address.city", "addresses.Work.city"] {
        assert!(!planned(other), "{other}");
    }
}

#[test]
fn what_a_planner_calls_things_is_shown_where_it_is_a_name() {
    let page = asking_page().page();
    let why = |action: Value| {
        answer::read(&json!({"actions": [action]}).to_string(), &[], &page.observation).unwrap_err()
    };
    let of_its_own = "refused: the profile has no (of its own)";
    let fill = |key: &str| json!({"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": key});
    assert!(why(fill("address.city")).ends_with("the profile has no address.city"));
    assert!(why(fill("custom.Call Mallory now")).ends_with(of_its_own));
    assert!(why(fill(&"a".repeat(41))).ends_with(of_its_own));
    assert!(why(json!({"type": "FORMAT_DISK"})).contains("action FORMAT_DISK is unknown"));
    assert!(why(json!({"type": "Call Mallory"})).contains("action (of its own) is unknown"));
    assert!(why(json!({})).contains("action (of its own) is unknown"));
}

#[test]
fn a_question_is_made_anew_when_it_is_put() {
    // As a plan of an earlier version may have been stored, with a planner's words in it.
    let foreign = Question {
        field: 1,
        question: "Shall I go on?".into(),
        options: Some(vec!["Yes".into()]),
        save_as: "answers.I agree to arbitration".into(),
        required: true,
        suggested: Some("Yes".into()),
        ..Question::default()
    };
    let plan = Plan {
        actions: vec![AgentAction::AskUser { questions: vec![foreign] }],
        ..Plan::default()
    };
    let mut run = Run::new(asking_page());
    run.job.phase = Phase::Planning;
    run.job.record.status = JobStatus::Running;
    run.job.permissions.origins = vec![SITE.to_owned()];
    run.page = Some(run.world.page());
    run.send(Event::Planned { plan, note: None, single: false }).unwrap();
    let question = &run.job.record.questions[0];
    assert_eq!((question.question.as_str(), question.suggested.as_deref()), ("Shift", None));
    assert_eq!(question.save_as.as_str(), "answers.Shift");
}

#[test]
fn a_planner_waits_on_the_page_that_it_is_told_of() {
    let wait = |text: &str| {
        let wait =
            json!({"type": "WAIT_FOR", "target": {"by": "text", "text": text}, "timeoutMs": 40});
        let mut world = World::one_page();
        world.sheets[0].text = "Welcome back, Canaria!";
        let run = Run::new(world).with_server(&[json!({"actions": [wait]})]).start();
        run.told
            .iter()
            .any(|entry| entry["action"]["type"] == "WAIT_FOR" && entry["result"]["ok"] == true)
    };
    assert!(wait("Welcome back"));
    assert!(!wait("Canaria"));
    assert!(!wait("back, Can"));
}
