//! What the agent's own client shows the person, where it can: that Vaulty waits for them, as an address to open, and an open
//! ordinary question, as a form. By revision 2026-07-28 the call says what is needed and is made again; nothing is held
//! here in between.
//!
//! An address holds no secret and leads to a page that says the same to everybody. What is entered into a form is read by the
//! agent, which the form says, and goes the way of `answer_question`: whoever answers for the person, it is a suggestion.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::http::{header, request::Parts};
use rmcp::{
    RoleServer,
    model::{
        ElicitRequest, ElicitRequestParams, InputRequest, InputRequiredResult, InputResponses,
        ProtocolVersion,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use shared_types::{
    AnswerKind,
    agents::{AgentAnswer, AgentJob, AgentNeed, AgentQuestion, AgentState},
};

/// What the requests to the client are called by.
const LOOK: &str = "look";
const ANSWER: &str = "answer";
/// The page that says where to look.
pub(super) const PAGE: &str = "/look.html";
/// Jobs of which it is remembered what was pointed to.
const MOST: usize = 256;

/// What a client can show its person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shows {
    pub(super) form: bool,
    pub(super) url: bool,
}

impl Shows {
    /// As the request says; nothing before the revision in which a call can be made again.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        let version = context.protocol_version();
        if version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str()) {
            return Self::default();
        }
        let can = context.client_capabilities().and_then(|all| all.elicitation);
        can.map_or_else(Self::default, |can| Self {
            form: can.form.is_some(),
            url: can.url.is_some(),
        })
    }
}

/// A job of an agent's, and what it waits for on which page.
type Pointers = HashMap<(i64, String), (Option<AgentNeed>, u32)>;

/// Where the person was pointed to Vaulty already: once for what a job waits for, however often it is asked about.
#[derive(Debug, Clone, Default)]
pub(super) struct Pointed(Arc<Mutex<Pointers>>);

impl Pointed {
    /// Whether this is new of a job that waits for the person.
    pub(super) fn is_new(&self, agent: i64, answer: &AgentAnswer) -> bool {
        let AgentAnswer::Job(AgentJob { job, state, needs, page, .. }) = answer else {
            return false;
        };
        if *state != AgentState::WaitingForPerson {
            return false;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.clear();
        }
        let now = (*needs, *page);
        all.insert((agent, job.clone()), now) != Some(now)
    }
}

/// Has the client point its person to Vaulty. `in_tls`: whether the server is reached by https alone.
pub(super) fn look(parts: &Parts, in_tls: bool) -> Option<InputRequiredResult> {
    // One of this server's own names: the request was let in by it.
    let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok())?;
    let scheme = if in_tls { "https" } else { "http" };
    let params = ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: "Vaulty waits for you in your browser: open Vaulty's panel beside the form."
            .to_owned(),
        url: format!("{scheme}://{host}{PAGE}"),
        elicitation_id: String::new(),
    };
    Some(required(LOOK, params))
}

/// Has the client put a question to its person.
pub(super) fn form(site: &str, question: &AgentQuestion) -> Option<InputRequiredResult> {
    let asked = match question.kind {
        AnswerKind::Choice => json!({"type": "string", "enum": question.options}),
        AnswerKind::Choices => json!({
            "type": "array", "minItems": 1, "items": {"type": "string", "enum": question.options}
        }),
        AnswerKind::Number => json!({"type": "number"}),
        AnswerKind::Email => json!({"type": "string", "format": "email", "maxLength": 1_000}),
        _ => json!({"type": "string", "maxLength": 1_000}),
    };
    let mut asked = asked;
    asked.as_object_mut()?.insert("title".to_owned(), question.question.clone().into());
    let schema = json!({"type": "object", "properties": {ANSWER: asked}, "required": [ANSWER]});
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!(
            "A form at {site} asks this. Your agent reads what you enter here, and Vaulty shows it to you before it is \
             filled. To keep it from the agent, decline and answer in Vaulty's panel."
        ),
        requested_schema: serde_json::from_value(schema).ok()?,
    };
    Some(required(ANSWER, params))
}

fn required(name: &str, params: ElicitRequestParams) -> InputRequiredResult {
    let request = InputRequest::Elicitation(ElicitRequest::new(params));
    InputRequiredResult::from_input_requests([(name.to_owned(), request)].into())
}

/// What the client says its person entered: none where they did not.
pub(super) fn entered(responses: &InputResponses) -> Option<Value> {
    let said = responses.get(ANSWER)?;
    let is_given = said.get("action").is_some_and(|action| action == "accept");
    said.pointer("/content/answer").filter(|_| is_given).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(needs: AgentNeed, page: u32) -> AgentAnswer {
        let state = AgentState::WaitingForPerson;
        let job = "j".to_owned();
        AgentAnswer::Job(AgentJob { job, state, needs: Some(needs), page, ..AgentJob::default() })
    }

    #[test]
    fn a_person_is_pointed_to_what_is_new() {
        let pointed = Pointed::default();
        assert!(!pointed.is_new(1, &AgentAnswer::Job(AgentJob::default())), "it works");
        assert!(pointed.is_new(1, &waits(AgentNeed::Consent, 1)));
        assert!(!pointed.is_new(1, &waits(AgentNeed::Consent, 1)));
        assert!(pointed.is_new(2, &waits(AgentNeed::Consent, 1)), "of another agent");
        assert!(pointed.is_new(1, &waits(AgentNeed::Approval, 1)));
        assert!(pointed.is_new(1, &waits(AgentNeed::Approval, 2)));
    }

    #[test]
    fn what_was_declined_is_no_answer() {
        for (said, expected) in [
            (json!({"answer": {"action": "accept", "content": {"answer": "a"}}}), Some(json!("a"))),
            (json!({"answer": {"action": "decline", "content": {"answer": "a"}}}), None),
            (json!({"answer": {"action": "cancel"}}), None),
            (json!({"answer": {"content": {"answer": "a"}}}), None),
            (json!({"look": {"action": "accept", "content": {"answer": "a"}}}), None),
        ] {
            let responses: InputResponses = serde_json::from_value(said.clone()).unwrap();
            assert_eq!(entered(&responses), expected, "{said}");
        }
    }
}
