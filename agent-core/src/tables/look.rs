//! What the form of a row asks for, seen before any begins: planned by the rules alone, for the names of what the row and its
//! profile have. It says nothing of what anybody's entries hold; the answers in it are those that the person gives for this
//! table.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use shared_types::{
    AgentAction, AnswerKind, AskedQuestion, Field, Observation, Private, ProfileKey, Question,
    Target, job::OpenCode,
};

use crate::{
    agents::{planned, planned_again},
    gate,
    memory::{self, Answers, Known},
    page::Page,
    plan,
    role::Role,
    site,
    text::collapse,
};

/// Most pages that are looked at side by side.
pub const MOST_LOOKED_AT: usize = 2;
/// Most rows of a table that are looked at.
pub const MOST_LOOKS: usize = 1_000;
/// How long a page may take, in milliseconds.
pub const LOOK_MS: u32 = 15_000;

/// Most questions of a form that are asked beforehand; the rest is asked at the form.
const MOST_MISSING: usize = 20;
/// Most questions that a plan is tried for: each takes a whole plan, and a page may have thousands that fail.
const MOST_TRIED: usize = 2 * MOST_MISSING;
/// Most questions that are named as asked at the form.
const MOST_AT_FORM: usize = 20;
/// Most choices of a question that is asked beforehand, and what they and it may have of letters.
const MOST_OPTIONS: usize = 100;
const MOST_OPTION_BYTES: usize = 4_000;
const MOST_QUESTION_BYTES: usize = 1_000;
/// Questions of a page whose password is not all that it wants.
const LITTLE: usize = 3;
/// Characters that are kept of a title, and of a question that is only named.
const MAX_CHARS: usize = 120;

/// What was seen of a row's form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Seen {
    /// What its page is called, as the page says.
    pub title: String,
    /// Where it is: the host, with its port.
    pub host: String,
    /// How many questions it has.
    pub fields: u32,
    /// What it demands and nothing is known for.
    pub missing: Vec<Missing>,
    /// What else it demands, which is asked at the form and not before: agreements, files, what is secret or personal.
    pub at_form: Vec<String>,
    /// What is wrong with it.
    pub wrong: Option<Wrong>,
}

/// A question that nothing is known for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Missing {
    /// As the form asks it.
    pub asked: AskedQuestion,
    /// What the person answers in this table; empty where they did not.
    pub answer: Private,
}

/// Why nothing can be said of what a form asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Wrong {
    /// There is no form on its page.
    NoForm,
    /// Its page wants a password and little else.
    Login,
    /// The address is of a file that is downloaded, or of nothing that shows.
    NoPage,
    /// The page did not come, or takes no scripts.
    NotLoaded,
    /// The page did not answer in time.
    Silent,
    /// The address leads to another site.
    Elsewhere {
        /// Which.
        host: String,
    },
}

impl Wrong {
    /// In words, for the person.
    pub fn said(&self) -> String {
        match self {
            Self::NoForm => msg!("tables_wrong_no_form"),
            Self::Login => msg!("tables_wrong_login"),
            Self::NoPage => msg!("tables_wrong_no_page"),
            Self::NotLoaded => msg!("tables_wrong_not_loaded"),
            Self::Silent => msg!("tables_wrong_silent"),
            Self::Elsewhere { host } => msg!("tables_wrong_elsewhere", host = host),
        }
    }
}

impl Seen {
    /// Of a page that nothing could be read of.
    pub fn without(place: &str, wrong: Wrong) -> Self {
        Self { host: cut(&host(place)), wrong: Some(wrong), ..Self::default() }
    }

    /// With the answers that the person gave when the form was looked at before.
    pub fn with_answers_of(mut self, before: &Self) -> Self {
        for missing in &mut self.missing {
            let known = before.missing.iter().find(|one| one.asked.text == missing.asked.text);
            if let Some(known) = known {
                missing.answer = known.answer.clone();
            }
        }
        self
    }
}

/// Host and port of an address; empty where it has none.
pub fn host(address: &str) -> String {
    let origin = site::origin_of(address);
    origin.split_once("://").map(|(_, host)| host.to_owned()).unwrap_or_default()
}

/// Whether an address is, by its name, of a file that the browser would download or show without a form.
pub fn is_file(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.split_once("://").and_then(|(_, rest)| rest.rsplit_once('/'));
    let ending = name.and_then(|(_, name)| name.rsplit_once('.')).map(|(_, ending)| ending);
    ending.is_some_and(|ending| FILES.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Endings of files that are no pages.
const FILES: &[&str] = &[
    "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "zip", "gz",
    "7z", "rar", "tar", "exe", "msi", "dmg", "pkg", "deb", "rpm", "apk", "iso", "jpg", "jpeg",
    "png", "gif", "webp", "svg", "mp3", "mp4", "mov", "avi", "webm", "ics",
];

/// Which of the waiting pages is opened next, by its place in the list: never two of one host at the same time, and no more
/// than [`MOST_LOOKED_AT`]. `hosts` are those of the waiting pages, `open` of those that are open.
pub fn next_look<'a>(hosts: impl IntoIterator<Item = &'a str>, open: &[String]) -> Option<usize> {
    if open.len() >= MOST_LOOKED_AT {
        return None;
    }
    hosts.into_iter().position(|host| !open.iter().any(|one| one == host))
}

/// What a form asks for of somebody who has these entries and gave these answers.
pub fn look(page: &Page, place: &str, keys: &[ProfileKey], answers: &Answers) -> Seen {
    let (observation, plan) = planned(page, keys);
    let (own, seen_at) = (host(place), host(&observation.url));
    let mut seen = Seen { title: cut(&observation.title), host: cut(&seen_at), ..Seen::default() };
    if !is_one_site(&own, &seen_at) {
        seen.wrong = Some(Wrong::Elsewhere { host: cut(&seen_at) });
        return seen;
    }
    let mut questions = plan::questions(&observation);
    questions.retain(|index, _| field(&observation, *index).is_some_and(asks));
    let fields: Vec<&Field> =
        questions.keys().filter_map(|index| field(&observation, *index)).collect();
    seen.fields = u32::try_from(fields.len()).unwrap_or(u32::MAX);
    if fields.is_empty() {
        seen.wrong = Some(Wrong::NoForm);
        return seen;
    }
    if is_login(&fields) {
        seen.wrong = Some(Wrong::Login);
        return seen;
    }
    let ordinary = plan::ordinary(&observation);
    let lang = observation.lang.as_deref();
    let origin = site::origin_of(&observation.url);
    let mut tried = 0;
    for open in plan.open.iter().filter(|open| open.required && may_be_given(open.code)) {
        let Some(question) = questions.get(&open.field) else {
            seen.name(&open.label);
            continue;
        };
        let asked = memory::asked(question, lang);
        if matches!(answers.find(&asked, &origin), Known::Same(..)) {
            continue;
        }
        let is_tried = seen.missing.len() < MOST_MISSING
            && tried < MOST_TRIED
            && ordinary.contains(&open.field)
            && is_of_one_line(question);
        tried += usize::from(is_tried);
        if is_tried && is_filled_by_name(&observation, keys, &plan.actions, question) {
            seen.missing.push(Missing { asked, answer: Private::default() });
        } else {
            seen.name(&question.question);
        }
    }
    seen
}

impl Seen {
    /// Names something that is asked at the form.
    fn name(&mut self, label: &str) {
        let label = cut(label);
        let has_room = self.at_form.len() < MOST_AT_FORM;
        if has_room && !label.is_empty() && !self.at_form.contains(&label) {
            self.at_form.push(label);
        }
    }
}

fn cut(text: &str) -> String {
    collapse(text).chars().take(MAX_CHARS).collect()
}

fn field(observation: &Observation, index: u32) -> Option<&Field> {
    observation.fields.get(usize::try_from(index).ok()?)
}

/// Whether a field asks something of a person who sees it.
fn asks(field: &Field) -> bool {
    field.visible != Some(false) && !Role::of(field).is_some_and(Role::asks_nothing)
}

/// The same host, one with `www.`, or one below the other.
pub(super) fn is_one_site(one: &str, other: &str) -> bool {
    // A pasted name may be in its own letters; a page's is as it is sent.
    let bare = |host: &str| gate::decoded(host.strip_prefix("www.").unwrap_or(host));
    let (one, other) = (bare(one), bare(other));
    let is_below = |low: &str, high: &str| low.ends_with(&format!(".{high}"));
    one == other || is_below(&one, &other) || is_below(&other, &one)
}

/// The name of an address's host, without its port and the dot that a name may end with.
pub(super) fn name_of_host(address: &str) -> String {
    let host = host(address);
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => &host,
    };
    name.trim_end_matches('.').to_owned()
}

/// A password that is known somewhere, and little else. Where a new one is chosen, it is a form.
fn is_login(fields: &[&Field]) -> bool {
    let has = |role: Role| fields.iter().any(|field| Role::of(field) == Some(role));
    let has_password =
        has(Role::CurrentPassword) || fields.iter().any(|field| field.kind == "password");
    has_password && !has(Role::NewPassword) && fields.len() <= LITTLE
}

/// Whether what is open could be given, by the person or by an entry.
fn may_be_given(code: OpenCode) -> bool {
    match code {
        OpenCode::NotUnderstood
        | OpenCode::NoValue
        | OpenCode::Ambiguous
        | OpenCode::DoesNotFit
        | OpenCode::PersonOnly => true,
        OpenCode::AlreadyFilled
        | OpenCode::NotVisible
        | OpenCode::NotEditable
        | OpenCode::ForeignFrame
        | OpenCode::WriteFailed
        | OpenCode::NotPersonal => false,
    }
}

/// Whether a question is answered by one text or one choice.
fn is_of_one_line(question: &Question) -> bool {
    let is_single = !matches!(question.kind, AnswerKind::File | AnswerKind::Choices);
    let options = question.options.as_deref().unwrap_or_default();
    let bytes: usize = options.iter().map(String::len).sum();
    let is_short = bytes <= MOST_OPTION_BYTES && question.question.len() <= MOST_QUESTION_BYTES;
    !question.once && is_single && options.len() <= MOST_OPTIONS && is_short
}

/// Whether an entry of the row that is called as the question asks would fill its field, and change nothing else.
fn is_filled_by_name(
    observation: &Observation,
    keys: &[ProfileKey],
    before: &[AgentAction],
    question: &Question,
) -> bool {
    let key = ProfileKey::new(format!("record.{}", question.question));
    let mut keys = keys.to_vec();
    if keys.contains(&key) {
        return false;
    }
    keys.push(key.clone());
    let writes = |actions: &[AgentAction]| -> BTreeSet<String> {
        let writes = actions.iter().filter(|action| gate::source_key(action).is_some());
        writes.map(|action| format!("{action:?}")).collect()
    };
    let after = planned_again(observation, &keys).actions;
    let (known, all) = (writes(before), writes(&after));
    let fills = after.iter().any(|action| {
        gate::source_key(action) == Some(&key)
            && action.target() == Some(&Target::field(question.field))
    });
    fills && known.is_subset(&all) && all.len() == known.len() + 1
}
