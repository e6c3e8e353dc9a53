//! What a trace may keep of actions, results and plans: structure, keys and codes; no value, and of
//! clients that send values no text of the page either, since their text may hold them.

use agent_core::site::noted;
use shared_types::{
    ActionResult, AgentAction, Private, ProfileKey, Question, Target, ValueSource,
    api::NextResponse, job::OpenField,
};

/// Keys of answers hold the question itself.
const ANSWERS: &str = "answers.";

/// An action that a client reported.
pub fn action(action: &AgentAction) -> AgentAction {
    let mut action = action.clone();
    match &mut action {
        AgentAction::Fill { target, source, .. } | AgentAction::Select { target, source } => {
            if matches!(source, ValueSource::Literal(_)) {
                *source = ValueSource::Literal(Private::default());
            }
            redact_target(target);
        }
        AgentAction::Check { target, .. }
        | AgentAction::Click { target, .. }
        | AgentAction::WaitFor { target, .. }
        | AgentAction::Upload { target, .. } => redact_target(target),
        AgentAction::Extract { target, .. } => {
            if let Some(target) = target {
                redact_target(target);
            }
        }
        AgentAction::Navigate { url } => *url = noted(url),
        AgentAction::RequestVerification { context, .. } => *context = None,
        AgentAction::AskUser { questions } => {
            for question in questions {
                // What is not named here is not kept, also what a later version adds.
                *question = Question {
                    field: question.field,
                    required: question.required,
                    once: question.once,
                    replaces: question.replaces,
                    kind: question.kind,
                    save_as: without_question(&question.save_as),
                    keep_as: question.keep_as.as_ref().map(without_question),
                    ..Question::default()
                };
            }
        }
        AgentAction::Done { summary } => summary.clear(),
    }
    action
}

/// `answers.How are you?` → `answers.`: what follows is the page's question.
fn without_question(key: &ProfileKey) -> ProfileKey {
    match key.as_str().strip_prefix(ANSWERS) {
        Some(_) => ProfileKey::new(ANSWERS),
        None => key.clone(),
    }
}

/// A text that names an element may quote what is in it; a position or an id does not.
fn redact_target(target: &mut Target) {
    match target {
        Target::Label { text } | Target::Text { text, .. } => text.clear(),
        Target::Css { selector } => selector.clear(),
        Target::Xpath { xpath } => xpath.clear(),
        Target::Role { name, .. } => *name = None,
        Target::Id { .. } | Target::Index { .. } => {}
    }
}

/// A result that a client reported. Its texts are the client's own and may quote a value; the machine-
/// readable reason stays.
pub fn result(result: &ActionResult) -> ActionResult {
    ActionResult {
        ok: result.ok,
        fatal: result.fatal,
        changed: result.changed,
        read_back: result.read_back,
        refusal: result.refusal,
        ..ActionResult::default()
    }
}

/// A plan for a client that sent values.
pub fn plan(response: &NextResponse) -> NextResponse {
    NextResponse {
        action: action(&response.action),
        actions: response.actions.iter().map(action).collect(),
        open: response
            .open
            .iter()
            .map(|open| OpenField { label: String::new(), reason: String::new(), ..open.clone() })
            .collect(),
        force_live: response.force_live,
        planner: response.planner.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(sent: Value) -> Value {
        let sent: AgentAction = serde_json::from_value(sent).unwrap();
        serde_json::to_value(action(&sent)).unwrap()
    }

    #[test]
    fn structure_stays_and_texts_go() {
        let actions = [
            json!({"type": "FILL", "target": {"by": "index", "index": 1}, "value": "canary"}),
            json!({"type": "FILL", "target": {"by": "id", "selector": "#a"}, "valueFrom": "email"}),
            json!({"type": "SELECT", "target": {"by": "label", "text": "canary"}, "value": "canary"}),
            json!({"type": "CHECK", "target": {"by": "css", "selector": "[value=canary]"}, "checked": true}),
            json!({"type": "CLICK", "target": {"by": "text", "text": "canary"}}),
            json!({"type": "NAVIGATE", "url": "https://canary:canary@A.example:81/canary?q=canary"}),
            json!({"type": "WAIT_FOR", "target": {"by": "xpath", "xpath": "//*[.='canary']"}, "timeoutMs": 5}),
            json!({"type": "EXTRACT", "target": {"by": "role", "role": "form", "name": "canary"}, "mode": "html"}),
            json!({"type": "REQUEST_VERIFICATION", "kind": "OTP", "context": "canary"}),
            json!({"type": "UPLOAD", "target": {"by": "index", "index": 2}, "valueFrom": "documents.cv"}),
            json!({"type": "ASK_USER", "questions": [{"field": 1, "question": "canary", "options": ["canary"], "saveAs": "answers.canary", "keepAs": "answers.canary", "suggested": "canary", "origin": "canary", "format": "canary", "complaint": "canary", "accept": "canary"}]}),
            json!({"type": "DONE", "summary": "canary"}),
        ];
        let kept: Vec<Value> = actions.into_iter().map(check).collect();
        assert!(!json!(kept).to_string().contains("canary"));
        insta::assert_json_snapshot!(kept);
    }
}
