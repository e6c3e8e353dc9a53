//! The action that ends a page: ask, go on, send, or say that it is over.

use shared_types::{
    AgentAction, Button, ExtractMode, Observation, ProfileKey, Question, Target, VerificationKind,
    job::OpenCode,
};

use super::{
    Plan, PlanInput,
    ask::{Ask, AskKind},
    words,
};
use crate::gate::{says_next, says_submit};

/// Questions in one list.
const MAX_QUESTIONS: usize = 20;

/// Adds the closing action. A page whose button wakes up only when it is filled gets none yet.
pub(super) fn close(
    observation: &Observation,
    input: &PlanInput<'_>,
    asks: &[Ask<'_>],
    plan: &mut Plan,
) {
    let last = input.history.last();
    let clicked = match last.map(|entry| (&entry.action, entry.result.ok)) {
        Some((AgentAction::Click { .. }, true)) => last.and_then(|entry| entry.fingerprint.clone()),
        _ => None,
    };
    let after_click = clicked.is_some();
    let writes = !plan.actions.is_empty();
    let visible: Vec<&Ask<'_>> = asks.iter().filter(|ask| ask.is_open_to_people()).collect();
    let wanted: Vec<&Ask<'_>> =
        visible.iter().copied().filter(|ask| !asks_nothing(ask)).collect();
    let errors = observation.fields.iter().any(|field| {
        field.error.is_some() && field.visible != Some(false)
    });
    if after_click && !writes && !errors {
        let required_open = plan.open.iter().any(|open| open.required);
        if wanted.is_empty() || (words::confirms(observation) && !required_open) {
            plan.actions.push(done("The form was sent.".to_owned()));
            return;
        }
    }
    if wanted.is_empty() && !writes {
        nothing_to_fill(observation, input, plan);
        return;
    }
    if let Some(action) = questions(observation, input, asks, plan, errors) {
        plan.actions.push(action);
        return;
    }
    if let Some(action) = verification(observation, input, &visible, writes) {
        plan.actions.push(action);
        return;
    }
    match button(observation, &wanted) {
        Some(button) if button.disabled => {
            if !writes {
                plan.actions.push(done(format!(
                    "{} The button “{}” is disabled; the page still misses something.",
                    filled(&wanted),
                    button.text
                )));
            }
        }
        Some(button) => {
            let again = clicked.is_some() && clicked == button.fingerprint;
            if again && !writes {
                plan.actions.push(done(format!(
                    "“{}” was pressed, but the page does not say whether the form was sent. Please look.",
                    button.text
                )));
                return;
            }
            plan.actions.push(AgentAction::Click {
                target: Target::button(button.index),
                requires_approval: (says_submit(&button.text) || button.submits == Some(true))
                    .then_some(true)
                    .filter(|_| !says_next(&button.text) || says_submit(&button.text)),
            });
        }
        None => plan.actions.push(done(if writes {
            "Filled what is known; there is no button to send the form.".to_owned()
        } else {
            format!("{} There is no button to send the form.", filled(&wanted))
        })),
    }
}

fn done(summary: String) -> AgentAction {
    AgentAction::Done { summary }
}

fn filled(wanted: &[&Ask<'_>]) -> String {
    let filled = wanted.iter().filter(|ask| ask.is_filled()).count();
    format!("{filled} of {} fields are filled.", wanted.len())
}

fn nothing_to_fill(observation: &Observation, input: &PlanInput<'_>, plan: &mut Plan) {
    let clicked =
        input.history.iter().any(|entry| matches!(entry.action, AgentAction::Click { .. }));
    if clicked {
        plan.actions.push(done("The form is gone from the page; nothing is left to fill.".to_owned()));
    } else if observation.fields.iter().any(|field| field.visible != Some(false)) {
        plan.actions.push(done("Nothing on this page asks for data of yours.".to_owned()));
    } else {
        // Pages that render late have nothing to show yet.
        plan.actions.push(AgentAction::Extract { target: None, mode: ExtractMode::Fields });
    }
}

fn asks_nothing(ask: &Ask<'_>) -> bool {
    matches!(
        ask.role(),
        "x-search" | "x-coupon" | "x-newsletter" | "x-honeypot" | "x-captcha"
    )
}

/// What the person has to answer before the form can go on: one list, asked once.
fn questions(
    observation: &Observation,
    input: &PlanInput<'_>,
    asks: &[Ask<'_>],
    plan: &Plan,
    errors: bool,
) -> Option<AgentAction> {
    let asked: Vec<&ProfileKey> = input
        .history
        .iter()
        .filter_map(|entry| match &entry.action {
            AgentAction::AskUser { questions } => Some(questions),
            _ => None,
        })
        .flatten()
        .map(|question| &question.save_as)
        .collect();
    let mut required = Vec::new();
    let mut optional = Vec::new();
    for open in &plan.open {
        let Some(ask) = asks.iter().find(|ask| ask.first.index == open.field) else { continue };
        if !is_question(ask, open.code) || open.label.trim().is_empty() {
            continue;
        }
        let save_as = ProfileKey::new(format!("answers.{}", open.label.trim()));
        if asked.contains(&&save_as) && !(errors && ask.first.error.is_some()) {
            continue;
        }
        let question = Question {
            field: open.field,
            question: open.label.trim().to_owned(),
            options: options_of(ask),
            save_as,
            required: ask.required || ask.first.error.is_some(),
        };
        if question.required { required.push(question) } else { optional.push(question) }
    }
    let _ = observation;
    if required.is_empty() {
        return None;
    }
    required.extend(optional);
    required.truncate(MAX_QUESTIONS);
    Some(AgentAction::AskUser { questions: required })
}

fn is_question(ask: &Ask<'_>, code: OpenCode) -> bool {
    let by_code = match code {
        OpenCode::NotUnderstood
        | OpenCode::NoValue
        | OpenCode::Ambiguous
        | OpenCode::DoesNotFit
        | OpenCode::WriteFailed => true,
        OpenCode::PersonOnly => ask.role() == "x-consent",
        OpenCode::AlreadyFilled
        | OpenCode::NotVisible
        | OpenCode::NotEditable
        | OpenCode::ForeignFrame
        | OpenCode::NotPersonal => false,
    };
    by_code && ask.kind != AskKind::File
}

fn options_of(ask: &Ask<'_>) -> Option<Vec<String>> {
    match ask.kind {
        AskKind::Text | AskKind::File => None,
        AskKind::Tick => Some(vec!["Yes".to_owned(), "No".to_owned()]),
        AskKind::Group => Some(ask.fields.iter().map(|field| field.label.clone()).collect()),
        AskKind::Choice => ask.first.options.as_ref().map(|options| {
            let choosable = |option: &&shared_types::FieldOption| {
                !option.value.is_empty() && !option.disabled && !option.text.trim().is_empty()
            };
            options.iter().filter(choosable).map(|option| option.text.clone()).collect()
        }),
    }
}

/// A code, a captcha, a password or a card's security code: what only the person has.
fn verification(
    observation: &Observation,
    input: &PlanInput<'_>,
    visible: &[&Ask<'_>],
    writes: bool,
) -> Option<AgentAction> {
    // Asked a moment ago and left empty: the person wants to go on without.
    let just_asked = !writes
        && matches!(
            input.history.last().map(|entry| &entry.action),
            Some(AgentAction::RequestVerification { .. })
        )
        && observation.fields.iter().all(|field| field.error.is_none());
    if just_asked {
        return None;
    }
    let empty = |role: &str, only_required: bool| {
        visible.iter().copied().find(|ask| {
            ask.role() == role && !ask.is_filled() && (ask.required || !only_required)
        })
    };
    if let Some(ask) = empty("one-time-code", false) {
        let context = words::around(ask.first, observation);
        let kind = if words::by_mail(&context) {
            VerificationKind::EmailCode
        } else {
            VerificationKind::Otp
        };
        return Some(AgentAction::RequestVerification { kind, context: Some(context) });
    }
    let secrets = ["cc-csc", "current-password", "new-password"];
    let offered = |role: &str| {
        role.ends_with("-password") && input.keys.iter().any(|key| key.as_str() == "password")
    };
    for role in secrets {
        // A card's code is wanted whenever a card is; passwords when the form demands them.
        let ask = empty(role, role != "cc-csc").filter(|_| !offered(role));
        if let Some(ask) = ask {
            let context = format!("The page asks for: {}", ask.question);
            let kind = VerificationKind::Password;
            return Some(AgentAction::RequestVerification { kind, context: Some(context) });
        }
    }
    let captcha = empty("x-captcha", true)?;
    Some(AgentAction::RequestVerification {
        kind: VerificationKind::Captcha,
        context: Some(words::around(captcha.first, observation)),
    })
}

/// The button that takes the form further: Next before Submit, in the form that most questions are in.
fn button<'a>(observation: &'a Observation, wanted: &[&Ask<'_>]) -> Option<&'a Button> {
    let form = main_form(wanted);
    let mut best: Option<(&Button, u32)> = None;
    for button in &observation.buttons {
        let score = score(button, form);
        if score > 0 && best.is_none_or(|(_, top)| score > top) {
            best = Some((button, score));
        }
    }
    best.map(|(button, _)| button)
}

fn main_form(wanted: &[&Ask<'_>]) -> Option<u32> {
    let mut counts = std::collections::BTreeMap::new();
    for ask in wanted {
        *counts.entry(ask.first.form).or_insert(0_u32) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).and_then(|(form, _)| form)
}

/// 0: never. Higher is better.
fn score(button: &Button, form: Option<u32>) -> u32 {
    if button.visible == Some(false) || button.kind == "reset" || words::never(&button.text) {
        return 0;
    }
    let submits = button.submits == Some(true);
    let here = button.form == form && form.is_some();
    let nowhere = button.form.is_none();
    let (next, submit) = (says_next(&button.text), says_submit(&button.text));
    let link = button.kind == "link";
    let base = match (here, nowhere) {
        (true, _) if next && !submit => 100,
        (true, _) if submits && submit => 90,
        (true, _) if submits => 80,
        (true, _) if submit && !link => 70,
        (_, true) if next && !submit && !link => 60,
        (_, true) if submit && !link => 50,
        (_, true) if next && link => 20,
        _ => return 0,
    };
    if button.disabled { base - 10 } else { base }
}
