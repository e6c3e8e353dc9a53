//! What the person was shown of a press, and what the page made of it since: every difference asks again.

use shared_types::{
    AgentAction, Button, RefusalReason, content::ContentReply, job::ShownValue, operation::Expect,
    snapshot::FormEntry,
};

use super::{
    event::{Context, Effect, Reading, log},
    phase::{About, Phase},
    state::Job,
    view,
};
use crate::{
    gate::{FormState, HiddenState, Listed},
    observe::{Element, Page},
};

impl Job {
    /// Puts what changed before the reasons to ask.
    pub(super) fn with_changes(
        &mut self,
        reasons: Vec<String>,
        index: u32,
        page: &Page,
        now: f64,
    ) -> Vec<String> {
        let button = page.buttons.get(index as usize);
        self.presses.changed.is_of(button.map(|element| element.document_id.as_str()));
        let mut all = self.presses.changed.reasons(button, now);
        all.extend(reasons);
        all
    }

    /// Notes what is other than approved.
    pub(super) fn note_changes(&mut self, changes: &[String]) {
        self.presses.changed.note(changes);
    }

    /// What must still be true of what is pressed with a yes, and of all that goes along.
    pub(super) fn approved(
        &self,
        element: &Element,
        page: &Page,
        asked: Option<&FormState>,
    ) -> Expect {
        let document =
            page.documents.iter().find(|document| document.document_id == element.document_id);
        let hidden = element.sends.hidden.iter();
        let listed = asked.and_then(|asked| asked.shown.as_ref());
        // What the card had no row for was not marked on it.
        let is_marked = |name: &&String| {
            listed.is_none_or(|listed| listed.entries.iter().any(|entry| entry.name == **name))
        };
        let varies = self.presses.changed.varies.iter().filter(is_marked).cloned().collect();
        let entries = listed.map(|listed| {
            listed.entries.iter().map(|entry| (entry.name.clone(), entry.value.clone())).collect()
        });
        Expect {
            values_digest: document.map(|document| document.values_digest.clone()),
            way: Some(element.sends.digest.clone()).filter(|digest| !digest.is_empty()),
            hidden: Some(hidden.map(|input| (input.element, input.digest.clone())).collect()),
            entries,
            varies,
            ..element.expect.clone()
        }
    }

    /// What the card lists is what the yes is for: from now on the state that was read for it counts, if
    /// the button, its form's address and the page are still those that were asked about.
    pub(super) fn listed(&mut self, reading: Reading, ctx: &Context<'_>) -> Vec<Effect> {
        let Phase::Paused { about: About::Press(asked) } = &mut self.phase else {
            return Vec::new();
        };
        let page = &reading.page;
        // Fields that came after the question are filled before anything is sent: such a yes is not used.
        let now = (view::signature(page) == self.plan.signature)
            .then(|| {
                let button = view::only_button(page, &asked.button)?;
                FormState::of(page, button.index, ctx.hash_key)
            })
            .flatten();
        let varies = &self.presses.changed.varies;
        if let Some(now) = now
            && !asked.changes(&now, varies).iter().any(|change| change == "way")
        {
            **asked = now;
        }
        self.presses.changed.look_at(&reading.entries, ctx.now);
        let entries = reading.entries.into_iter();
        let entries = entries.map(|entry| HiddenState { name: entry.name, value: entry.digest });
        asked.shown = Some(Listed { id: reading.id, entries: entries.collect() });
        Vec::new()
    }

    /// The button that a yes is, or was a moment ago, asked for, and its form as it was then.
    pub(super) fn asked(&self) -> Option<&FormState> {
        match &self.phase {
            Phase::Paused { about: About::Press(asked) } => Some(asked),
            Phase::Confirming { asked } => asked.as_deref(),
            _ => None,
        }
    }

    /// What the approval card lists of a page that was read for it.
    pub fn card(&self, page: &Page, entries: &[FormEntry]) -> Vec<ShownValue> {
        let button = self.asked().and_then(|asked| view::only_button(page, &asked.button));
        view::card(page, &self.record, button, entries, &self.presses.changed.varies)
    }

    /// The button that the open approval is about: document, and the content script's number.
    pub fn asked_button(&self, page: &Page) -> Option<(String, u32)> {
        let (_, element) = self.asked_for(page)?;
        Some((element.document_id.clone(), element.element))
    }

    /// Whether a page, and what goes along with the press, were read at one state of it: what its fields hold, and how the press
    /// sends, is the same. A page hears of the list that is made, and could be another for that moment.
    pub fn is_of_one_state(&self, page: &Page, sends: &ContentReply) -> bool {
        let Some((_, element)) = self.asked_for(page) else { return false };
        let mut documents = page.documents.iter();
        let document = documents.find(|one| one.document_id == element.document_id);
        let way = &element.sends.digest;
        document.is_some_and(|one| sends.values_digest.as_ref() == Some(&one.values_digest))
            && (way.is_empty() || sends.way_digest.as_ref() == Some(way))
    }

    /// The button that the open approval is about.
    pub(crate) fn asked_for<'p>(&self, page: &'p Page) -> Option<(&'p Button, &'p Element)> {
        let button = view::only_button(page, &self.asked()?.button)?;
        Some((button, page.buttons.get(button.index as usize)?))
    }

    /// Whether the page changed what was approved while it left, and it was kept back: then the person is
    /// asked again.
    pub(super) fn kept_back(
        &mut self,
        button: &str,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let changes: Vec<String> =
            page.documents.iter().flat_map(|document| document.press_changed.clone()).collect();
        if changes.is_empty() {
            return None;
        }
        self.note_changes(&changes);
        self.budget.changed_in_round = true;
        self.presses.dead_click = None;
        self.presses.lost_click = None;
        let is_it = |action: &AgentAction| matches!(action, AgentAction::Click { .. });
        let press = self
            .history
            .iter_mut()
            .rev()
            .find(|entry| is_it(&entry.action) && entry.fingerprint.as_deref() == Some(button));
        if let Some(press) = press {
            press.result.ok = false;
            press.result.refusal = Some(RefusalReason::ApprovalStale);
        }
        let why = msg!("job_the_page_changed_what_it_was_about");
        let mut effects = vec![log("status", why.to_owned())];
        self.plan.pending.clear();
        effects.extend(self.next_round(ctx));
        Some(effects)
    }
}
