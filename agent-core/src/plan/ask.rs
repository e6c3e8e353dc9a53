//! What a page asks: one entry for each field, and one for each group of radios or checkboxes.

use std::collections::BTreeMap;

use shared_types::{
    AnswerKind, Field, Observation, ProfileKey, Question, Tier, ValueState, Widget,
};

use crate::gate::Kind;
use crate::{classify::says_nothing, gate, question, role::Role};

/// Below this confidence a role is not acted on.
pub(super) const MIN_CONFIDENCE: f32 = 0.5;

/// One thing that the page wants to know.
#[derive(Debug, Clone)]
pub(super) struct Ask<'a> {
    /// Its fields; one, or the choices of a group.
    pub(super) fields: Vec<&'a Field>,
    /// The field that an action targets.
    pub(super) first: &'a Field,
    /// How it is answered.
    pub(super) kind: AskKind,
    /// The question as a person reads it.
    pub(super) question: String,
    /// As `question`, told apart from others that read the same.
    pub(super) title: String,
    /// Whether the form demands an answer.
    pub(super) required: bool,
    /// Of an agreement: the site that it is given on.
    pub(super) place: Option<String>,
    /// The canonical question that it is, if it is understood as one.
    pub(super) understood: Option<question::Question>,
}

/// How a question of the page is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskKind {
    /// By text.
    Text,
    /// By choosing from a list.
    Choice,
    /// By choosing among radios or checkboxes.
    Group,
    /// By ticking one box.
    Tick,
    /// By a file.
    File,
}

impl Ask<'_> {
    /// What it asks for.
    pub(super) fn role(&self) -> Option<Role> {
        Role::of(self.first)
    }

    /// Whether what it asks for is sure enough to be acted on.
    pub(super) fn is_sure(&self) -> bool {
        self.first.confidence.is_none_or(|confidence| confidence >= MIN_CONFIDENCE)
    }

    /// The key that the person's own answer is remembered under.
    pub(super) fn answer_key(&self) -> ProfileKey {
        if self.kind == AskKind::File {
            let known = self.role().and_then(document_of);
            let own = || format!("documents.{}", self.title());
            return ProfileKey::new(known.map_or_else(own, str::to_owned));
        }
        match &self.place {
            // The same statement twice on a page is one statement.
            Some(site) => {
                let name = gate::agreement_name(&self.question, site, &self.first.documents);
                ProfileKey::new(format!("answers.{name}"))
            }
            None => ProfileKey::new(format!("answers.{}", gate::answer_name(self.title()))),
        }
    }

    /// Whether answering it agrees to something, or signs.
    pub(super) fn is_agreement(&self) -> bool {
        self.place.is_some()
    }

    /// The question as it is put to the person.
    pub(super) fn title(&self) -> &str {
        if self.title.is_empty() { self.question.trim() } else { &self.title }
    }

    /// The question as it is put to the person. Its words, choices and key are made from the page alone;
    /// none where the page has no words, and for what no answer can be typed.
    pub(super) fn to_question(&self) -> Option<Question> {
        if self.role() == Some(Role::Captcha) || self.title().is_empty() {
            return None;
        }
        let save_as = self.answer_key();
        let kinds = [Kind::of_field(self.first), Kind::of_entry(&save_as, None, None)];
        let is_secret = kinds.iter().any(|kind| kind.tier() == Tier::Secret);
        Some(Question {
            field: self.first.index,
            question: self.title().to_owned(),
            options: options_of(self),
            required: self.required || self.first.error.is_some(),
            once: is_secret || self.role() == Some(Role::OneTimeCode),
            save_as,
            kind: answered_by(self),
            format: format_of(self),
            complaint: self.fields.iter().find_map(|field| field.error.clone()).unwrap_or_default(),
            accept: self
                .first
                .accept
                .clone()
                .filter(|_| self.kind == AskKind::File)
                .unwrap_or_default(),
            ..Question::default()
        })
    }

    /// Whether something is in it, or chosen.
    pub(super) fn is_filled(&self) -> bool {
        self.fields.iter().any(|field| is_filled(field))
    }

    /// Whether all that is in it was there before anybody touched it, and it is clear what it asks for: among
    /// the choices of a list, or by its words.
    pub(super) fn is_preset(&self) -> bool {
        /// How sure a number's role must be, which no choices bear out.
        const CLEAR: f32 = 0.8;
        let is_clear = self.first.kind == "select-one"
            || self.understood.is_some()
            || self.first.confidence.is_none_or(|confidence| confidence >= CLEAR);
        let mut held = self.fields.iter().filter(|field| is_filled(field));
        // Older clients do not say.
        is_clear && held.all(|field| field.preset.unwrap_or(field.kind == "select-one"))
    }

    /// Whether a person could answer it now.
    pub(super) fn is_open_to_people(&self) -> bool {
        self.first.visible != Some(false) && !self.first.disabled && !self.first.readonly
    }
}

/// The document that a role asks for, as it is kept.
fn document_of(role: Role) -> Option<&'static str> {
    match role {
        Role::Resume => Some("documents.cv"),
        Role::CoverLetter => Some("documents.coverLetter"),
        Role::PhotoFile => Some("documents.photo"),
        _ => None,
    }
}

/// What an answer has to be.
fn answered_by(ask: &Ask<'_>) -> AnswerKind {
    let field = ask.first;
    match ask.kind {
        AskKind::File => AnswerKind::File,
        AskKind::Tick => AnswerKind::Choice,
        AskKind::Group if field.kind == "checkbox" || field.widget == Some(Widget::Checkbox) => {
            AnswerKind::Choices
        }
        AskKind::Group => AnswerKind::Choice,
        // A list that shows its choices only when it is opened takes words.
        AskKind::Choice if options_of(ask).is_none_or(|options| options.is_empty()) => {
            AnswerKind::Text
        }
        AskKind::Choice if field.multiple => AnswerKind::Choices,
        AskKind::Choice => AnswerKind::Choice,
        AskKind::Text => match (field.kind.as_str(), ask.role()) {
            ("date", _) | (_, Some(Role::Bday)) => AnswerKind::Date,
            ("month", _) => AnswerKind::Month,
            ("number" | "range", _) => AnswerKind::Number,
            ("email", _) | (_, Some(Role::Email)) => AnswerKind::Email,
            ("tel", _) | (_, Some(Role::Tel)) => AnswerKind::Phone,
            ("url", _) => AnswerKind::Url,
            ("textarea", _) => AnswerKind::LongText,
            _ => AnswerKind::Text,
        },
    }
}

/// How an answer is written, for a person.
fn format_of(ask: &Ask<'_>) -> String {
    let bounds = (ask.first.min.as_deref(), ask.first.max.as_deref());
    match (answered_by(ask), bounds) {
        (AnswerKind::Date, _) => msg!("plan_e_g_date"),
        (AnswerKind::Month, _) => msg!("plan_e_g_month"),
        (AnswerKind::Phone, _) => msg!("plan_e_g_phone"),
        (AnswerKind::Url, _) => msg!("plan_e_g_url"),
        (AnswerKind::Number, (Some(least), Some(most))) => {
            msg!("plan_from_to", least = least, most = most)
        }
        (AnswerKind::Number, (Some(least), None)) => msg!("plan_at_least", least = least),
        (AnswerKind::Number, (None, Some(most))) => msg!("plan_at_most", most = most),
        _ => String::new(),
    }
}

fn is_filled(field: &Field) -> bool {
    if field.checked.is_some() && is_choice(field) {
        // Some pages keep "nothing chosen" as a choice without a value.
        let hollow = field.options.iter().flatten().any(|option| option.value.is_empty());
        return field.checked == Some(true) && !(hollow && field.kind == "radio");
    }
    match &field.value_state {
        Some(state) => *state != ValueState::Empty,
        None => !field.value.is_empty(),
    }
}

fn is_choice(field: &Field) -> bool {
    matches!(field.kind.as_str(), "radio" | "checkbox")
        || matches!(field.widget, Some(Widget::Radio | Widget::Checkbox | Widget::Switch))
}

/// What can be answered, where that is a choice.
pub(super) fn options_of(ask: &Ask<'_>) -> Option<Vec<String>> {
    match ask.kind {
        AskKind::Text | AskKind::File => None,
        AskKind::Tick => Some(vec![msg!("answer_yes"), msg!("answer_no")]),
        AskKind::Group => Some(ask.fields.iter().map(|field| field.label.clone()).collect()),
        AskKind::Choice => ask.first.options.as_ref().map(|options| {
            let choosable = |option: &&shared_types::FieldOption| {
                !option.value.is_empty() && !option.disabled && !option.text.trim().is_empty()
            };
            options.iter().filter(choosable).map(|option| option.text.clone()).collect()
        }),
    }
}

/// Everything that the page asks, in reading order. Of a group the first choice that can be seen
/// stands for it.
pub(super) fn asks(observation: &Observation) -> Vec<Ask<'_>> {
    let mut asks: Vec<Ask<'_>> = Vec::new();
    let mut group_at = BTreeMap::new();
    for field in &observation.fields {
        if !is_choice(field) {
            asks.push(single(field));
            continue;
        }
        let radio = field.kind == "radio" || field.widget == Some(Widget::Radio);
        let kind = if radio { AskKind::Group } else { AskKind::Tick };
        let Some(group) = field.group_id else {
            asks.push(ask(field, kind));
            continue;
        };
        match group_at.get(&(group, radio)) {
            None => {
                group_at.insert((group, radio), asks.len());
                asks.push(ask(field, kind));
            }
            Some(&at) => {
                if let Some(ask) = asks.get_mut(at) {
                    join(ask, field);
                }
            }
        }
    }
    for ask in asks.iter_mut().filter(|ask| ask.kind == AskKind::Group) {
        ask.question = group_question(ask);
    }
    for ask in &mut asks {
        // *Yes* is no question: what it is about stands around it.
        let ticked = matches!(ask.kind, AskKind::Group | AskKind::Tick);
        if ticked
            && says_nothing(&ask.question)
            && let Some(about) = gate::statement_around(ask.first)
        {
            ask.question = about;
        }
    }
    tell_apart(&mut asks);
    let site = gate::origin_of(&observation.url);
    for ask in &mut asks {
        if ask.kind != AskKind::File {
            ask.understood = question::of_field(ask.first);
        }
        let agrees = ask.fields.iter().any(|field| gate::is_agreement(field));
        ask.place = agrees.then(|| site.clone());
    }
    asks
}

/// Questions that read the same get their section, or a number, so that each has an answer of its own.
fn tell_apart(asks: &mut [Ask<'_>]) {
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for ask in asks.iter() {
        *times.entry(ask.question.trim().to_owned()).or_insert(0) += 1;
    }
    // How often each title was given; the number goes on from there, also on a page of equal labels.
    let mut given: BTreeMap<String, u32> = BTreeMap::new();
    for ask in asks {
        let question = ask.question.trim();
        if times.get(question).is_none_or(|times| *times < 2) {
            continue;
        }
        let plain = match ask.first.section.as_deref().map(str::trim) {
            Some(section) if !section.is_empty() => format!("{section}: {question}"),
            _ => question.to_owned(),
        };
        let mut number = given.get(&plain).copied().unwrap_or(0);
        ask.title = loop {
            number += 1;
            let title = if number == 1 { plain.clone() } else { format!("{plain} ({number})") };
            // A page may number its labels in just this way.
            if !given.contains_key(&title) {
                break title;
            }
        };
        given.insert(ask.title.clone(), 1);
        given.insert(plain, number);
    }
}

fn join<'a>(ask: &mut Ask<'a>, field: &'a Field) {
    ask.kind = AskKind::Group;
    ask.required |= field.required;
    ask.fields.push(field);
    if ask.first.visible == Some(false) && field.visible != Some(false) {
        ask.first = field;
    }
}

fn group_question(ask: &Ask<'_>) -> String {
    ask.first.group.clone().filter(|group| !group.is_empty()).unwrap_or_else(|| label_of(ask.first))
}

fn label_of(field: &Field) -> String {
    [&field.label, &field.placeholder, &field.name, &field.id]
        .into_iter()
        .find(|text| !text.trim().is_empty())
        .cloned()
        .unwrap_or_default()
}

fn single(field: &Field) -> Ask<'_> {
    let listed = matches!(field.kind.as_str(), "select-one" | "select-multiple" | "select")
        || field.tag == "select"
        || matches!(field.widget, Some(Widget::Combobox | Widget::Listbox));
    let kind = if field.kind == "file" || field.widget == Some(Widget::File) {
        AskKind::File
    } else if listed {
        AskKind::Choice
    } else {
        AskKind::Text
    };
    ask(field, kind)
}

fn ask(field: &Field, kind: AskKind) -> Ask<'_> {
    Ask {
        fields: vec![field],
        first: field,
        kind,
        question: label_of(field),
        title: String::new(),
        required: field.required,
        place: None,
        understood: None,
    }
}
