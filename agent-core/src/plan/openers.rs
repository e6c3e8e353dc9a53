//! What a button brings up: a part of the form that is closed, and one more entry of a list.

use shared_types::{AgentAction, Button, Observation, ProfileKey, Target};

use super::{
    ask::Ask,
    history::History,
    keys::{Choice, entries, list_of},
    signals,
};
use crate::{classify::history_under, gate::says_add};

/// The next button to press, before anything is asked or sent. Each closed part is opened once.
pub(super) fn next(
    observation: &Observation,
    keys: &[ProfileKey],
    asks: &[Ask<'_>],
    choices: &[Choice],
    history: &History<'_>,
) -> Option<AgentAction> {
    let form = Form { keys, asks, choices, history };
    let pressable = |button: &&Button| {
        button.kind == "button"
            && button.submits != Some(true)
            && button.visible != Some(false)
            && !button.disabled
    };
    let mut buttons = observation.buttons.iter().filter(pressable);
    let button = buttons.find(|button| form.is_closed(button) || form.lacks_entry(button))?;
    Some(AgentAction::Click { target: Target::button(button.index), requires_approval: None })
}

/// The questions of a page, and what answers them.
struct Form<'a> {
    keys: &'a [ProfileKey],
    asks: &'a [Ask<'a>],
    choices: &'a [Choice],
    history: &'a History<'a>,
}

impl Form<'_> {
    /// Whether something is behind a button that is wanted: a question that can be answered or must be.
    fn is_closed(&self, button: &Button) -> bool {
        let Some(opens) = &button.opens else { return false };
        if self.times_pressed(button) > 0 {
            return false;
        }
        if opens.is_empty() {
            // What is not there yet can be anything; but it is in the form.
            return button.form.is_some()
                && self.is_form(button.form)
                && !signals::never(&button.text);
        }
        self.asks.iter().zip(self.choices).any(|(ask, choice)| {
            let wanted = ask.required || matches!(choice, Choice::Key(_));
            wanted
                && ask.first.visible == Some(false)
                && opens.contains(&ask.first.index)
                && !ask.is_filled()
                && self.is_form(ask.first.form)
        })
    }

    /// Whether a form is one that is filled in here; any is, while no question can be seen.
    fn is_form(&self, form: Option<u32>) -> bool {
        let mut seen = self.asks.iter().filter(|ask| ask.is_open_to_people()).peekable();
        seen.peek().is_none() || seen.any(|ask| ask.first.form == form)
    }

    /// Whether a button adds an entry to a list of which the person has more than the page asks for.
    fn lacks_entry(&self, button: &Button) -> bool {
        if !says_add(&button.text) {
            return false;
        }
        let Some(list) = self.list_of(button) else { return false };
        let shown = entries(self.asks, list);
        let next = format!("{list}.{shown}.");
        // A press that brought nothing up is not worth a third one.
        self.keys.iter().any(|key| key.as_str().starts_with(&next))
            && self.times_pressed(button) <= shown
    }

    /// The list that a button adds to: the one that it or its heading names, else that of the question
    /// before it.
    fn list_of(&self, button: &Button) -> Option<&'static str> {
        let before = || {
            let after = button.after?;
            let mut before = self.asks.iter().filter(|ask| ask.first.index < after).rev();
            before.next().and_then(|ask| list_of(ask.role()?))
        };
        let named = |text: &str| list_of(history_under(text)?);
        named(&button.text).or_else(|| named(button.section.as_deref()?)).or_else(before)
    }

    fn times_pressed(&self, button: &Button) -> usize {
        button.fingerprint.as_deref().map_or(0, |print| self.history.times_pressed(print))
    }
}
