//! The action that ends a page: ask, go on, send, or say that it is over.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{
    AgentAction, Button, ExtractMode, Observation, ProfileKey, Target, VerificationKind,
    job::OpenCode,
};

use super::{
    ask::{Ask, AskKind},
    history::{History, WhenAsked},
    page::Plan,
    signals,
};
use crate::{
    bind,
    gate::{says_next, says_submit},
    question,
    role::Role,
};

/// Questions in one list.
const MAX_QUESTIONS: usize = 20;

/// Times that a question is asked whose answers the page refuses.
const MAX_ASKED: usize = 2;
/// Times that a code is asked for that the page refuses.
const MAX_CODES: usize = 3;

/// Adds the closing action; one that brings up more of the form goes first. A page whose button wakes up only when it is filled gets none yet.
pub(super) fn close(
    observation: &Observation,
    keys: &[ProfileKey],
    asks: &[Ask<'_>],
    history: &History<'_>,
    opener: Option<AgentAction>,
    plan: &mut Plan,
) {
    let visible: Vec<&Ask<'_>> = asks.iter().filter(|ask| ask.is_open_to_people()).collect();
    let wanted: Vec<&Ask<'_>> = visible.iter().copied().filter(|ask| !asks_nothing(ask)).collect();
    let page = Page {
        observation,
        history,
        complains: visible.iter().any(|ask| ask.fields.iter().any(|field| field.error.is_some())),
        visible,
        wanted,
    };
    if let Some(action) = page.after_click(plan) {
        // A form that was sent is not filled again.
        plan.actions = vec![action];
        return;
    }
    if let Some(opener) = opener {
        plan.actions.push(opener);
        return;
    }
    let writes = !plan.actions.is_empty();
    if page.wanted.is_empty() && !writes && !page.goes_on() {
        plan.actions.push(page.nothing_to_fill());
        return;
    }
    let action = page
        .questions(asks, plan)
        .or_else(|| page.verification(keys))
        .or_else(|| page.press(writes));
    plan.actions.extend(action);
}

/// A page whose writes are planned.
struct Page<'a> {
    observation: &'a Observation,
    history: &'a History<'a>,
    /// What a person could answer now.
    visible: Vec<&'a Ask<'a>>,
    /// Of these, what asks for something of a person.
    wanted: Vec<&'a Ask<'a>>,
    /// Whether the page says that something is wrong.
    complains: bool,
}

impl Page<'_> {
    /// The end of the job, if the last click has sent the form.
    fn after_click(&self, plan: &Plan) -> Option<AgentAction> {
        let click = self.history.last_click().filter(|_| !self.complains)?;
        let confirms = signals::confirms(self.observation);
        if click.sends && self.was_emptied() {
            return Some(done(if confirms {
                msg!("plan_the_form_was_sent")
            } else {
                msg!("plan_the_form_was_sent_it_seems_the")
            }));
        }
        if !plan.actions.is_empty() {
            return None;
        }
        let required_open = plan.open.iter().any(|open| open.required);
        let gone = self.wanted.is_empty() && (confirms || click.sends);
        let thanks = confirms && click.sends && !required_open;
        (gone || thanks).then(|| done(msg!("plan_the_form_was_sent")))
    }

    /// Whether nothing that was written is there any more, though its fields are.
    fn was_emptied(&self) -> bool {
        let empty: BTreeSet<&str> = self
            .wanted
            .iter()
            .filter(|ask| !ask.is_filled())
            .flat_map(|ask| &ask.fields)
            .filter_map(|field| field.fingerprint.as_deref())
            .collect();
        let written = self.history.last_page();
        !written.is_empty() && written.is_subset(&empty)
    }

    /// Whether this is a page in between that only wants to be passed: a review before sending.
    fn goes_on(&self) -> bool {
        let amid_form = self.history.last_click().is_some_and(|click| !click.sends);
        amid_form && self.button().is_some_and(|button| !button.disabled)
    }

    fn nothing_to_fill(&self) -> AgentAction {
        let shows_fields = self.observation.fields.iter().any(|field| field.visible != Some(false));
        let shows_nothing = !shows_fields && self.observation.buttons.is_empty();
        let amid_form = self.history.last_click().is_some_and(|click| !click.sends);
        if self.history.has_clicked() && !(amid_form && shows_nothing) {
            done(msg!("plan_the_form_is_gone_from_the_page"))
        } else if shows_fields {
            done(msg!("plan_nothing_on_this_page_asks_for_data"))
        } else {
            // Pages that render late have nothing to show yet.
            AgentAction::Extract { target: None, mode: ExtractMode::Fields }
        }
    }

    /// What the person has to answer before the form can go on: one list, asked once. Questions that
    /// the form does not insist on come along, and are never a reason to ask.
    fn questions(&self, asks: &[Ask<'_>], plan: &Plan) -> Option<AgentAction> {
        let mut open: BTreeMap<u32, OpenCode> = BTreeMap::new();
        open.extend(plan.open.iter().map(|open| (open.field, open.code)));
        let (mut required, mut optional) = (Vec::new(), Vec::new());
        for ask in asks {
            let Some(code) = open.get(&ask.first.index) else { continue };
            let refused = ask.first.error.is_some();
            let save_as = ask.answer_key();
            let limit = if refused { MAX_ASKED } else { 1 };
            let is_missed = self.is_missed(ask);
            if !(is_question(ask, *code) || is_missed)
                || self.history.times_asked(&save_as) >= limit
            {
                continue;
            }
            let Some(mut question) = ask.to_question() else { continue };
            question.required |= is_missed;
            if question.required { required.push(question) } else { optional.push(question) }
        }
        if required.is_empty() {
            return None;
        }
        required.extend(optional);
        required.truncate(MAX_QUESTIONS);
        Some(AgentAction::AskUser { questions: required })
    }

    /// Whether the page says after a press that it wants this file, by its name.
    fn is_missed(&self, ask: &Ask<'_>) -> bool {
        let message = || signals::message(self.observation).map(question::telling_words);
        let shared =
            |said: BTreeSet<String>| !said.is_disjoint(&question::telling_words(ask.title()));
        ask.kind == AskKind::File
            && self.history.has_clicked()
            && !ask.is_filled()
            && message().is_some_and(shared)
    }

    /// A code, a captcha, a password or a card's security code: what only the person has.
    fn verification(&self, keys: &[ProfileKey]) -> Option<AgentAction> {
        let has_password = keys.iter().any(|key| key.as_str() == "password");
        VERIFIED.iter().find_map(|(role, needs)| {
            if has_password && role.is_password() {
                return None;
            }
            let lacks = |ask: &&&Ask<'_>| {
                ask.role() == Some(*role)
                    && (!ask.is_filled() || ask.first.error.is_some() || self.was_refused())
                    && (ask.required || *needs == Needs::Always)
            };
            let ask = self.visible.iter().find(lacks)?;
            self.request(ask)
        })
    }

    /// Asks for it, unless it was left empty on purpose.
    fn request(&self, ask: &Ask<'_>) -> Option<AgentAction> {
        let around = signals::around(ask.first, self.observation);
        let (kind, context) = match ask.role() {
            Some(Role::OneTimeCode) if signals::by_mail(&around) => {
                (VerificationKind::EmailCode, around)
            }
            Some(Role::OneTimeCode) => (VerificationKind::Otp, around),
            Some(Role::Captcha) => (VerificationKind::Captcha, around),
            // Compared with what was asked before, also by a server: no words of a language of ours.
            _ => (VerificationKind::Password, ask.question.trim().to_owned()),
        };
        let asked = self.history.verification_asked(kind, &context);
        let again = self.complains || ask.role() == Some(Role::OneTimeCode);
        let times = self.history.times_verified(kind);
        let ask_now = match asked {
            None => true,
            // A page that looks at a code by itself says so beside it.
            Some(WhenAsked::OnThisPage) => ask.first.error.is_some() && times < MAX_CODES,
            Some(WhenAsked::Earlier) => again && times < MAX_CODES,
        };
        ask_now.then_some(AgentAction::RequestVerification { kind, context: Some(context) })
    }

    /// Whether the page has an answer to what was pressed last, and the form is still there: not what it was pressed for.
    fn was_refused(&self) -> bool {
        self.history.last_click().is_some_and(|click| click.sends)
            && signals::message(self.observation).is_some()
            && !signals::confirms(self.observation)
    }

    /// The button that takes the form further, or why none is pressed. Nothing while a button still
    /// sleeps that what is written now may wake.
    fn press(&self, writes: bool) -> Option<AgentAction> {
        let Some(button) = self.button() else {
            return Some(done(if writes {
                msg!("plan_filled_what_is_known_there_is_no")
            } else {
                msg!("plan_there_is_no_button_to_send_the", filled = self.filled())
            }));
        };
        let pressed = self.history.last_click().and_then(|click| click.button);
        if button.disabled {
            return (!writes).then(|| {
                done(msg!(
                    "plan_the_button_is_disabled_the_page",
                    filled = self.filled(),
                    text = button.text
                ))
            });
        }
        if !writes && pressed.is_some() && pressed == button.fingerprint.as_deref() {
            return Some(done(match signals::message(self.observation) {
                Some(said) => msg!("plan_the_page_says", text = button.text, message = said),
                None => msg!("plan_the_page_does_not_say_whether_the", text = button.text),
            }));
        }
        let sends =
            says_submit(&button.text) || (button.submits == Some(true) && !says_next(&button.text));
        Some(AgentAction::Click {
            target: Target::button(button.index),
            requires_approval: sends.then_some(true),
        })
    }

    fn filled(&self) -> String {
        let filled = self.wanted.iter().filter(|ask| ask.is_filled()).count();
        msg!("plan_of_fields_are_filled", filled = filled, wanted = self.wanted.len())
    }

    /// Next before Submit, in the form that most questions are in.
    fn button(&self) -> Option<&Button> {
        let places =
            if self.wanted.is_empty() { vec![Place::AnyForm] } else { places(&self.wanted) };
        places.into_iter().find_map(|place| self.best_button(place))
    }

    fn best_button(&self, place: Place) -> Option<&Button> {
        let mut best: Option<(&Button, u32)> = None;
        for button in &self.observation.buttons {
            let mut score = score(button, place);
            let pressed =
                button.fingerprint.as_deref().is_some_and(|print| self.history.was_pressed(print));
            if score > 0 && signals::sends_code(&button.text) && !pressed {
                score = CODE_FIRST;
            }
            if score > 0 && best.is_none_or(|(_, top)| score > top) {
                best = Some((button, score));
            }
        }
        best.map(|(button, _)| button)
    }
}

/// When something that only the person has is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Whenever its field is there and empty.
    Always,
    /// When the form demands it.
    IfRequired,
}

/// What only the person has, in the order in which it is asked for. A card's code is wanted whenever a
/// card is.
const VERIFIED: &[(Role, Needs)] = &[
    (Role::OneTimeCode, Needs::Always),
    (Role::CcCsc, Needs::Always),
    (Role::CurrentPassword, Needs::IfRequired),
    (Role::NewPassword, Needs::IfRequired),
    (Role::Captcha, Needs::IfRequired),
];

fn done(summary: impl Into<String>) -> AgentAction {
    AgentAction::Done { summary: summary.into() }
}

fn asks_nothing(ask: &Ask<'_>) -> bool {
    ask.role().is_some_and(Role::asks_nothing)
}

fn is_question(ask: &Ask<'_>, code: OpenCode) -> bool {
    let by_code = match code {
        OpenCode::NotUnderstood
        | OpenCode::NoValue
        | OpenCode::Ambiguous
        | OpenCode::DoesNotFit
        | OpenCode::WriteFailed => true,
        OpenCode::PersonOnly => ask.is_agreement() && (ask.required || ask.first.error.is_some()),
        OpenCode::AlreadyFilled
        | OpenCode::NotVisible
        | OpenCode::NotEditable
        | OpenCode::ForeignFrame
        | OpenCode::NotPersonal => false,
    };
    // A file is asked for where the form does not go on without it.
    by_code && (ask.kind != AskKind::File || ask.required || ask.first.error.is_some())
}

/// Where the button is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In this form, or outside of all where the questions are in none.
    Form(Option<u32>),
    /// In any.
    AnyForm,
}

/// The forms that the questions are in, the one with most of them first. Questions in a frame or outside
/// of a form are often sent by the button of another form of the page.
fn places(wanted: &[&Ask<'_>]) -> Vec<Place> {
    let mut counts = BTreeMap::new();
    for ask in wanted {
        *counts.entry(ask.first.form).or_insert(0_u32) += 1;
    }
    let mut forms: Vec<(Option<u32>, u32)> = counts.into_iter().collect();
    forms.sort_unstable_by_key(|(form, count)| (std::cmp::Reverse(*count), *form));
    forms.into_iter().map(|(form, _)| Place::Form(form)).collect()
}

/// Before anything is sent: a code that is not there yet cannot be entered.
const CODE_FIRST: u32 = 120;

/// 0: never. Higher is better.
fn score(button: &Button, place: Place) -> u32 {
    if button.visible == Some(false) || button.kind == "reset" || signals::never(&button.text) {
        return 0;
    }
    let submits = button.submits == Some(true);
    let here = match place {
        Place::Form(form) => button.form == form && form.is_some(),
        Place::AnyForm => button.form.is_some(),
    };
    let nowhere = button.form.is_none();
    let (next, submit) = (says_next(&button.text), says_submit(&button.text));
    if next && !submit && bind::speaks_of_calendar(&button.text) {
        return 0;
    }
    let link = button.kind == "link";
    let base = match (here, nowhere) {
        (true, _) if next && !submit => 100,
        (true, _) if submits && submit => 90,
        (true, _) if submits => 80,
        (true, _) if (submit || signals::sends_code(&button.text)) && !link => 70,
        (_, true) if next && !submit && !link => 60,
        (_, true) if (submit || signals::sends_code(&button.text)) && !link => 50,
        (_, true) if next && link => 20,
        _ => return 0,
    };
    if button.disabled { base - 10 } else { base }
}
