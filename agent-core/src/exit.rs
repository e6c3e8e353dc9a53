//! The one exit: everything that leaves the extension's memory goes through here, to the server, into the log,
//! into what is kept of a job, to the console.
//!
//! [`Outgoing`] can be made here alone, and what sends and stores takes nothing else. Each string is named: a new
//! field of what is sent does not compile until it says here what becomes of it; what is kept is walked whole, and
//! a string whose member is not known as one of the program's own is scrubbed. What the person sends on purpose
//! (profile, pairing, a draft's résumé) has its own functions, so that this file lists all that can leave.

mod agents;
mod own;
mod resume;
mod told;

pub(crate) use told::told_page;

use serde::{Serialize, Serializer};
use serde_json::Value;
use shared_types::{
    ActionResult, AgentAction, Button, Field, FieldOption, JobMode, Observation, Private,
    ProfileKey, Question, Target, ValueSource, ValueState, Widget,
    api::{DraftRequest, HistoryEntry, LlmChoice, LogRequest, NextRequest},
    job::OpenField,
    json,
    settings::LogEntry,
};

use crate::{
    bind::{self, Source},
    observe::Scrubber,
    page::{Page, shown_value},
    plan::{Plan, PlanInput},
    role::Role,
};

/// What may leave.
#[derive(Debug, Clone, PartialEq)]
pub struct Outgoing<T>(T);

impl<T> Outgoing<T> {
    /// What leaves.
    pub fn get(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Outgoing<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Outgoing<NextRequest> {
    /// Adds which model is wished for; the key in it is the person's own and for the server.
    pub fn wishes(&mut self, llm: Option<LlmChoice>) {
        self.0.llm = llm;
    }

    /// Says it as the old contract does: a profile of placeholders in place of names.
    pub fn speak_old(&mut self) {
        let keys = asked_keys(&self.0);
        self.0.profile = Some(bind::placeholder_profile(&keys));
        self.0.profile_keys = None;
    }
}

impl Outgoing<DraftRequest> {
    /// As [`Outgoing::<NextRequest>::wishes`].
    pub fn wishes(&mut self, llm: Option<LlmChoice>) {
        self.0.llm = llm;
    }
}

/// All keys that a request names.
fn asked_keys(request: &NextRequest) -> Vec<ProfileKey> {
    let own = request.profile_keys.iter().flatten().cloned();
    let of_record = request.record_keys.iter().flatten();
    own.chain(of_record.map(|name| ProfileKey::new(format!("{RECORD}{name}")))).collect()
}

const RECORD: &str = "record.";
/// The longest bound of a text that is told.
const MAX_LENGTH: u32 = 9_999;

/// Members of what is kept of a job whose texts are the program's own, or an address that it works at.
const OWN_MEMBERS: &[&str] = &[
    "askedBy",
    "askedPlace",
    "askedSite",
    "asked_for",
    "before",
    "button",
    "by",
    "candidates",
    "code",
    "coversPagesOf",
    "documentId",
    "elementType",
    "fingerprint",
    "id",
    "keepAs",
    "key",
    "keys",
    "kind",
    "learned",
    "lost_click",
    "lostClick",
    "mode",
    "origin",
    "origins",
    "page",
    "profileId",
    "recipe",
    "refusal",
    "saveAs",
    "scope",
    "seal",
    "secrets",
    "signature",
    "source",
    "startUrl",
    "status",
    "strategy",
    "thing",
    "things",
    "tier",
    "type",
    "valueFrom",
    "valueHash",
    "valuesHash",
    "wayHash",
];

/// Takes the person's values out of what leaves: those of the profile that is filled from, and those of all others.
#[derive(Default)]
pub struct Exit {
    scrubber: Scrubber,
    keys: Vec<(ProfileKey, ProfileKey)>,
}

impl Exit {
    /// For what this person has.
    pub fn new(source: &Source<'_>) -> Self {
        Self::with(source, Scrubber::new(source))
    }

    /// As [`Self::new`], and for what was typed or chosen in the fields of this page, whoever did.
    pub fn beside(source: &Source<'_>, page: &Page) -> Self {
        let held = page.fields.iter().zip(&page.observation.fields);
        let held = held.filter(|(element, _)| !element.preset && !element.value.is_empty());
        let held: Vec<Private> =
            held.map(|(element, field)| shown_value(field, &element.value)).collect();
        Self::with(source, Scrubber::beside(source, &held))
    }

    fn with(source: &Source<'_>, scrubber: Scrubber) -> Self {
        let mut keys: Vec<(ProfileKey, ProfileKey)> = Vec::new();
        for key in source.keys() {
            let outside = scrubber.key(&key);
            // Of two keys that are called the same outside, neither could be meant for certain.
            if !keys.iter().any(|(_, known)| *known == outside) {
                keys.push((key, outside));
            }
        }
        Self { scrubber, keys }
    }

    /// What the person has, by the names that it has outside. A name that holds another value lacks it.
    pub fn keys(&self) -> Vec<ProfileKey> {
        self.keys.iter().map(|(_, outside)| outside.clone()).collect()
    }

    /// What a key is called outside. One that the person does not have is a planner's text.
    fn outside(&self, key: &ProfileKey) -> ProfileKey {
        match self.keys.iter().find(|(own, _)| own == key) {
            Some((_, outside)) => outside.clone(),
            None => ProfileKey::new(self.scrubber.label(key.as_str())),
        }
    }

    /// The person's own key of one that came from outside.
    fn own_key(&self, outside: ProfileKey) -> ProfileKey {
        let known = self.keys.iter().find(|(_, known)| *known == outside);
        known.map_or(outside, |(own, _)| own.clone())
    }

    /// A plan that came from outside, with the person's own keys.
    pub fn returned(&self, mut plan: Plan) -> Plan {
        for action in &mut plan.actions {
            match action {
                AgentAction::Fill { source: ValueSource::Key(key), .. }
                | AgentAction::Select { source: ValueSource::Key(key), .. }
                | AgentAction::Upload { value_from: key, .. } => self.own(key),
                AgentAction::AskUser { questions } => {
                    questions.iter_mut().for_each(|question| self.own(&mut question.save_as));
                }
                _ => {}
            }
        }
        plan.open.iter_mut().flat_map(|open| &mut open.candidates).for_each(|key| self.own(key));
        plan
    }

    fn own(&self, key: &mut ProfileKey) {
        *key = self.own_key(std::mem::replace(key, ProfileKey::new("")));
    }

    /// What a planner is asked.
    pub fn request(&self, request: NextRequest) -> Outgoing<NextRequest> {
        let keys: Vec<ProfileKey> = asked_keys(&request)
            .iter()
            .map(|key| self.outside(key))
            .filter(|key| self.keys.iter().any(|(_, known)| known == key))
            .collect();
        let NextRequest {
            job_id,
            step,
            mode,
            mut observation,
            history,
            known_fields,
            goal,
            profile_keys: _,
            record_keys: _,
            profile: _,
            record: _,
            state: _,
            llm: _,
        } = request;
        self.observation(&mut observation);
        let (record_keys, profile_keys): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|key| key.as_str().starts_with(RECORD));
        let record_keys: Vec<String> = record_keys
            .iter()
            .filter_map(|key| key.as_str().strip_prefix(RECORD).map(str::to_owned))
            .collect();
        Outgoing(NextRequest {
            job_id,
            step,
            mode,
            observation,
            profile: None,
            profile_keys: Some(profile_keys),
            history: history.into_iter().map(|entry| self.entry(entry)).collect(),
            record: None,
            record_keys: Some(record_keys).filter(|keys| !keys.is_empty()),
            known_fields,
            goal: goal.map(|goal| self.scrubber.text(&goal)),
            state: None,
            llm: None,
        })
    }

    /// What was done, for the server's trace.
    pub fn report(&self, job_id: String, entry: HistoryEntry) -> Outgoing<LogRequest> {
        let HistoryEntry { step, action, result, fingerprint: _ } = self.entry(entry);
        Outgoing(LogRequest { job_id, step, action, result })
    }

    /// What a draft is asked with: the résumé without what says who the person is.
    pub fn draft(&self, request: DraftRequest, source: &Source<'_>) -> Outgoing<DraftRequest> {
        let DraftRequest { job_id, step, url, question, max_length, opt_in, parts: _, llm: _ } =
            request;
        Outgoing(DraftRequest {
            job_id,
            step,
            url: self.scrubber.whole_url(&url),
            question: self.scrubber.label(&question),
            max_length: max_length.filter(|most| *most <= MAX_LENGTH),
            parts: resume::parts(source),
            opt_in,
            llm: None,
        })
    }

    /// A line of the log, with its action.
    pub fn log(&self, entry: LogEntry, action: Option<AgentAction>) -> Outgoing<LogEntry> {
        let LogEntry {
            id,
            job_id,
            step,
            timestamp,
            kind,
            url,
            message,
            force_live,
            observation: _,
            action: _,
        } = entry;
        Outgoing(LogEntry {
            id,
            job_id,
            step,
            timestamp,
            kind,
            url: self.scrubber.whole_url(&url),
            observation: None,
            action: action.map(|action| json::to_value(&self.action(action))),
            message: self.scrubber.text(&message),
            force_live,
        })
    }

    /// A line of the log with a page that was planned for, and with its plan.
    pub fn log_plan(
        &self,
        entry: LogEntry,
        page: Outgoing<Value>,
        plan: Outgoing<Value>,
    ) -> [Outgoing<LogEntry>; 2] {
        let line = |kind: &str, message: &str| {
            let named =
                LogEntry { kind: kind.to_owned(), message: message.to_owned(), ..entry.clone() };
            self.log(named, None).0
        };
        let of_page = LogEntry {
            observation: Some(page.0),
            ..line("page", &msg!("log_what_the_planner_saw"))
        };
        let of_plan = LogEntry {
            id: format!("{}-plan", entry.id),
            action: Some(plan.0),
            ..line("plan", &msg!("log_what_was_planned"))
        };
        [Outgoing(of_page), Outgoing(of_plan)]
    }

    /// A plan and what it was made from, in the form of a server's trace.
    pub fn trace(&self, input: &PlanInput<'_>, plan: &Plan) -> (Outgoing<Value>, Outgoing<Value>) {
        let mut observation = input.observation.clone();
        self.observation(&mut observation);
        let keys: Vec<ProfileKey> = input.keys.iter().map(|key| self.outside(key)).collect();
        let history: Vec<HistoryEntry> =
            input.history.iter().cloned().map(|entry| self.entry(entry)).collect();
        let actions: Vec<AgentAction> =
            plan.actions.iter().cloned().map(|action| self.action(action)).collect();
        let open: Vec<OpenField> = plan.open.iter().cloned().map(|open| self.open(open)).collect();
        let notes: Vec<String> = plan.notes.iter().map(|note| self.scrubber.text(note)).collect();
        let mode: JobMode = input.mode;
        let object = |parts: [(&str, Value); 4]| {
            parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
        };
        let page = object([
            ("observation", json::to_value(&observation)),
            ("keys", json::to_value(&keys)),
            ("history", json::to_value(&history)),
            ("mode", json::to_value(&mode)),
        ]);
        let plan = object([
            ("actions", json::to_value(&actions)),
            ("open", json::to_value(&open)),
            ("forceLive", plan.force_live.into()),
            ("notes", json::to_value(&notes)),
        ]);
        (Outgoing(page), Outgoing(plan))
    }

    /// A line for the console.
    pub fn line(&self, text: &str) -> Outgoing<String> {
        Outgoing(self.scrubber.text(text))
    }

    /// What is kept of a job: each text that is not one of the program's own without values.
    pub fn kept<T: Serialize>(&self, job: &T) -> Outgoing<Value> {
        let mut job = json::to_value(job);
        self.walk(&mut job, "");
        Outgoing(job)
    }

    fn walk(&self, value: &mut Value, member: &str) {
        match value {
            // What EXTRACT brought is the page once more; nothing reads it later.
            Value::Object(members) => {
                for (name, value) in members {
                    if name == "data" {
                        *value = Value::Null;
                    } else {
                        self.walk(value, name);
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.walk(item, member)),
            // The person names entries, and a page the questions that answers are kept under.
            Value::String(text) if OWN_MEMBERS.contains(&member) && is_named(text) => {
                *text = self.outside(&ProfileKey::new(text.as_str())).as_str().to_owned();
            }
            Value::String(_) if OWN_MEMBERS.contains(&member) => {}
            Value::String(text) => {
                *text = match member {
                    "options" => self.scrubber.choice(text),
                    "url" | "formAction" => self.scrubber.whole_url(text),
                    _ => self.scrubber.label(text),
                };
            }
            _ => {}
        }
    }

    /// What was kept of a job, with the person's own keys again.
    pub fn restored(&self, job: &mut Value) {
        match job {
            Value::Object(members) => members.values_mut().for_each(|value| self.restored(value)),
            Value::Array(items) => items.iter_mut().for_each(|item| self.restored(item)),
            Value::String(text) if is_named(text) => {
                *text = self.own_key(ProfileKey::new(text.as_str())).as_str().to_owned();
            }
            _ => {}
        }
    }

    /// A text of a person's own, such as what a job is for.
    pub fn text(&self, text: &str) -> String {
        self.scrubber.text(text)
    }

    /// Takes the values out of a page.
    pub fn observation(&self, observation: &mut Observation) {
        let Observation { url, title, text, page_context, fields, buttons, lang, omitted: _ } =
            observation;
        *url = self.scrubber.whole_url(url);
        for text in [title, text, page_context] {
            *text = self.scrubber.text(text);
        }
        lang.iter_mut().for_each(|lang| self.scrubber.attribute(lang));
        fields.iter_mut().for_each(|field| self.field(field));
        buttons.iter_mut().for_each(|button| self.button(button));
    }

    fn field(&self, field: &mut Field) {
        self.scrubber.attributes(field);
        let is_ticked = is_ticked(field);
        let Field {
            index: _,
            tag: _,
            kind: _,
            id: _,
            name: _,
            label,
            placeholder,
            required: _,
            disabled: _,
            readonly: _,
            value,
            options,
            checked,
            autocomplete: _,
            pattern: _,
            max_length,
            frame: _,
            role,
            confidence: _,
            evidence,
            group,
            group_id: _,
            form: _,
            section,
            described_by,
            error,
            visible: _,
            widget: _,
            fingerprint,
            value_state,
            accessible_name,
            input_mode: _,
            min,
            max,
            step,
            accept: _,
            multiple: _,
            nearby,
            submits: _,
            classes,
            documents,
            pictured: _,
            preset: _,
        } = field;
        documents.iter_mut().for_each(|url| *url = self.scrubber.whole_url(url));
        classes.iter_mut().for_each(|class| self.scrubber.attribute(class));
        *value = Private::default();
        for text in [Some(label), accessible_name.as_mut()].into_iter().flatten() {
            *text = if is_ticked { self.scrubber.tick(text) } else { self.scrubber.label(text) };
        }
        for text in [Some(placeholder), group.as_mut()].into_iter().flatten().chain(evidence) {
            *text = self.scrubber.label(text);
        }
        for text in [section, described_by, error, nearby].into_iter().flatten() {
            *text = self.scrubber.text(text);
        }
        // What is ticked or chosen is what the field holds: `value_state` says all that may be known of it.
        *checked = None;
        // A number is text, too; one this long bounds nothing.
        *max_length = max_length.filter(|most| *most <= MAX_LENGTH);
        for FieldOption { value, text, selected, disabled: _ } in options.iter_mut().flatten() {
            *selected = false;
            *text = self.scrubber.choice(text);
            *value = self.scrubber.choice(value);
        }
        for bound in [min, max, step].into_iter().flatten() {
            *bound = self.scrubber.choice(bound);
        }
        fingerprint.iter_mut().for_each(|print| self.scrubber.attribute(print));
        if role.as_deref().is_some_and(|role| !Role::is_spelling(role)) {
            *role = None;
        }
        if let Some(ValueState::Matches(key)) = value_state {
            *key = self.outside(key);
        }
    }

    fn button(&self, button: &mut Button) {
        self.scrubber.button_attributes(button);
        let Button {
            index: _,
            tag: _,
            kind: _,
            text,
            id: _,
            disabled: _,
            submits: _,
            frame: _,
            form: _,
            visible: _,
            form_action,
            opens: _,
            after: _,
            section,
            fingerprint,
            classes,
        } = button;
        classes.iter_mut().for_each(|class| self.scrubber.attribute(class));
        *text = self.scrubber.label(text);
        form_action.iter_mut().for_each(|url| *url = self.scrubber.whole_url(url));
        section.iter_mut().for_each(|section| *section = self.scrubber.text(section));
        fingerprint.iter_mut().for_each(|print| self.scrubber.attribute(print));
    }

    fn entry(&self, entry: HistoryEntry) -> HistoryEntry {
        let HistoryEntry { step, action, result, fingerprint } = entry;
        HistoryEntry { step, action: self.action(action), result: self.result(result), fingerprint }
    }

    fn result(&self, result: ActionResult) -> ActionResult {
        let ActionResult { ok, fatal, error, note, data: _, changed, read_back, refusal } = result;
        ActionResult {
            ok,
            fatal,
            error: error.map(|error| self.scrubber.text(&error)),
            note: note.map(|note| self.scrubber.text(&note)),
            data: None,
            changed,
            read_back,
            refusal,
        }
    }

    fn action(&self, action: AgentAction) -> AgentAction {
        match action {
            AgentAction::Fill { target, source, clear } => AgentAction::Fill {
                target: self.target(target),
                source: self.source(source),
                clear,
            },
            AgentAction::Select { target, source } => {
                AgentAction::Select { target: self.target(target), source: self.source(source) }
            }
            AgentAction::Check { target, checked } => {
                AgentAction::Check { target: self.target(target), checked }
            }
            AgentAction::Click { target, requires_approval } => {
                AgentAction::Click { target: self.target(target), requires_approval }
            }
            AgentAction::Navigate { url } => {
                AgentAction::Navigate { url: self.scrubber.whole_url(&url) }
            }
            AgentAction::WaitFor { target, timeout_ms } => {
                AgentAction::WaitFor { target: self.target(target), timeout_ms }
            }
            AgentAction::Extract { target, mode } => {
                AgentAction::Extract { target: target.map(|target| self.target(target)), mode }
            }
            AgentAction::RequestVerification { kind, context } => {
                AgentAction::RequestVerification {
                    kind,
                    context: context.map(|context| self.scrubber.text(&context)),
                }
            }
            AgentAction::Upload { target, value_from } => AgentAction::Upload {
                target: self.target(target),
                value_from: self.outside(&value_from),
            },
            AgentAction::AskUser { questions } => AgentAction::AskUser {
                questions: questions.into_iter().map(|question| self.question(question)).collect(),
            },
            AgentAction::Done { summary } => {
                AgentAction::Done { summary: self.scrubber.text(&summary) }
            }
        }
    }

    fn target(&self, target: Target) -> Target {
        let attribute = |mut text: String| {
            self.scrubber.attribute(&mut text);
            text
        };
        // A planner's words, not the page's: they need not be found again.
        match target {
            Target::Id { selector } => Target::Id { selector: attribute(selector) },
            Target::Label { text } => Target::Label { text: self.scrubber.text(&text) },
            Target::Text { text, exact } => Target::Text { text: self.scrubber.text(&text), exact },
            Target::Css { selector } => Target::Css { selector: attribute(selector) },
            Target::Xpath { xpath } => Target::Xpath { xpath: attribute(xpath) },
            Target::Index { index, element_type } => Target::Index { index, element_type },
            Target::Role { role, name } => Target::Role {
                role: attribute(role),
                name: name.map(|name| self.scrubber.text(&name)),
            },
        }
    }

    fn source(&self, source: ValueSource) -> ValueSource {
        match source {
            ValueSource::Literal(_) => ValueSource::Literal(Private::default()),
            ValueSource::Key(key) => ValueSource::Key(self.outside(&key)),
        }
    }

    fn question(&self, question: Question) -> Question {
        let Question {
            field,
            question,
            options,
            save_as,
            required,
            suggested,
            origin,
            once,
            replaces,
            keep_as,
            kind,
            format,
            complaint,
            accept,
        } = question;
        Question {
            field,
            question: self.scrubber.label(&question),
            options: options.map(|all| all.iter().map(|text| self.scrubber.choice(text)).collect()),
            save_as: self.outside(&save_as),
            required,
            suggested: suggested.map(|text| self.scrubber.text(&text)),
            origin,
            once,
            replaces,
            keep_as: keep_as.map(|key| self.outside(&key)),
            kind,
            format: self.scrubber.text(&format),
            complaint: self.scrubber.text(&complaint),
            accept: self.scrubber.text(&accept),
        }
    }

    fn open(&self, open: OpenField) -> OpenField {
        let OpenField { field, reason, code, label, required, candidates } = open;
        OpenField {
            field,
            reason: self.scrubber.text(&reason),
            code,
            label: self.scrubber.label(&label),
            required,
            candidates: candidates.iter().map(|key| self.outside(key)).collect(),
        }
    }
}

/// Whether a text is a key with a name that nobody chose who wrote this program.
fn is_named(text: &str) -> bool {
    ["addresses.", "documents.", "custom.", "answers.", RECORD]
        .iter()
        .any(|room| text.starts_with(room))
}

/// Whether a field is ticked, so that its label is a choice.
pub(crate) fn is_ticked(field: &Field) -> bool {
    matches!(field.kind.as_str(), "radio" | "checkbox" | "switch")
        || matches!(field.widget, Some(Widget::Checkbox | Widget::Radio | Widget::Switch))
}

#[cfg(test)]
mod tests;
