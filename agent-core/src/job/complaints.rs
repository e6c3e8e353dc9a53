//! What a page says is wrong after a press, in its own words: the person is told on every card, until the page says
//! otherwise.

use shared_types::job::PageSays;

use super::{state::Job, view};
use crate::{observe::Page, plan};

/// How many of the page's sentences are told.
const MAX_SAID: usize = 8;

impl Job {
    /// Notes what stands on a page that something is about to be pressed on: what is said later is news.
    pub(super) fn note_messages(&mut self, page: &Page) {
        self.presses.messages = messages(page).map(str::to_owned).collect();
    }

    /// After a press: what the page says against it. Where it leads on to another form, it says nothing against it
    /// but what stands on fields.
    pub(super) fn hear_refusal(&mut self, page: &Page) {
        let before = std::mem::take(&mut self.record.page_says);
        let mut says = on_fields(page);
        if view::signature(page) == self.plan.signature {
            let was_said = |text: &str| before.iter().any(|said| said.text == text);
            let is_old = |text: &str| self.presses.messages.iter().any(|old| old == text);
            for text in messages(page).filter(|text| !is_old(text) || was_said(text)) {
                if !says.iter().any(|said| said.text == text) {
                    says.push(PageSays { text: text.to_owned(), ..PageSays::default() });
                }
            }
        }
        says.truncate(MAX_SAID);
        self.record.page_says = says;
    }

    /// What the page does not say any more is told no longer.
    pub(super) fn forget_what_is_mended(&mut self, page: &Page) {
        if self.record.page_says.is_empty() {
            return;
        }
        let on_fields = on_fields(page);
        self.record.page_says.retain(|said| match said.field {
            Some(_) => on_fields.iter().any(|now| now.label == said.label && now.text == said.text),
            None => messages(page).any(|text| text == said.text),
        });
    }

    /// The first thing that the page says is wrong.
    pub(super) fn complaint(&self) -> Option<&str> {
        self.record.page_says.first().map(|said| said.text.as_str())
    }
}

/// Messages of the page: alerts, status lines, what looks like an error. Its thanks, beside a form that stays where it
/// is, are none.
fn messages(page: &Page) -> impl Iterator<Item = &str> {
    let lines = page.observation.page_context.lines().filter_map(|line| line.strip_prefix("! "));
    lines.filter(|line| !plan::says_arrived(line))
}

/// What the page says beside fields that can be seen; of a group once.
fn on_fields(page: &Page) -> Vec<PageSays> {
    let mut says: Vec<PageSays> = Vec::new();
    for field in page.observation.fields.iter().filter(|field| field.visible != Some(false)) {
        let Some(error) = field.error.as_ref().filter(|error| !error.is_empty()) else { continue };
        let said = PageSays {
            field: Some(field.index),
            label: super::card::label_of(field),
            text: error.clone(),
        };
        if !says.iter().any(|other| other.label == said.label && other.text == said.text) {
            says.push(said);
        }
    }
    says
}
