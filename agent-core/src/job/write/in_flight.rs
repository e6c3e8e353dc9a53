//! Writes under way: what is sent next, and what became of it.

use shared_types::{
    AgentAction, Private, RefusalReason,
    operation::{ListOption, OperationKind, OperationResult},
};

use crate::{
    gate::Kind,
    memory::{Met, recipe},
    observe::Page,
};

use super::{spot::Spot, turn::Ended, way::Way};

/// What is written where, for the log and the cards.
#[derive(Debug, Clone)]
pub(in crate::job) struct Subject {
    /// The action it belongs to, with keys instead of values.
    pub(in crate::job) action: AgentAction,
    /// `index` of the field.
    pub(in crate::job) field: u32,
    /// Where the value came from, for people.
    pub(in crate::job) source: String,
    /// Whether it was given for this field alone and is no entry.
    pub(in crate::job) is_typed: bool,
    /// Whether the value follows from that and is not that itself.
    pub(in crate::job) derived: bool,
    /// What kind of data it gives away, and how a person calls it.
    pub(in crate::job) kind: Kind,
    pub(in crate::job) thing: String,
    /// How its field was met, once it ended.
    pub(in crate::job) met: Option<Met>,
}

/// A write and how far it is. Holds the value: it is never stored.
#[derive(Debug, Clone)]
pub(in crate::job) struct InFlight {
    pub(in crate::job) subject: Subject,
    way: Way,
    sent: bool,
    /// Whether its list showed something.
    has_shown: bool,
}

impl InFlight {
    pub(super) fn new(subject: Subject, way: Way) -> Self {
        Self { subject, way, sent: false, has_shown: false }
    }

    /// Begins as it worked on two visits before.
    pub(in crate::job) fn begin_with(&mut self, form: u8, way: recipe::Way) {
        self.way.begin_with(form, way);
    }

    /// It ended.
    fn ended(mut self, ended: Ended) -> (Subject, Ended) {
        self.subject.met = self.way.met(&ended, self.has_shown);
        (self.subject, ended)
    }

    /// The page took the last form of the value and dropped it again: begins with another one.
    pub(in crate::job) fn try_another_form(&mut self) {
        if let Way::Text(text) = &mut self.way {
            text.try_another_form();
        }
    }
}

/// The next operations to send: a list that leads, all simple writes at once, then one opened list at a time.
pub(in crate::job) fn next_batch(
    in_flight: &mut [InFlight],
    leads: impl Fn(u32) -> bool,
) -> Vec<(u32, OperationKind)> {
    let is_first = |write: &&mut InFlight| write.way.opens() && leads(write.subject.field);
    if let Some(first) = in_flight.iter_mut().find(is_first) {
        first.sent = true;
        return vec![(first.subject.field, first.way.operation())];
    }
    let only_lists = in_flight.iter().all(|write| write.way.opens());
    let mut batch = Vec::new();
    for write in in_flight.iter_mut() {
        if only_lists || !write.way.opens() {
            write.sent = true;
            batch.push((write.subject.field, write.way.operation()));
            if only_lists {
                break;
            }
        }
    }
    batch
}

/// What a list offers, once it shows it, is looked at like what stands on the page: the choice that answers the
/// field's question, if it puts one, or why nothing in it may be chosen.
pub(in crate::job) type Look<'a> =
    dyn Fn(&Subject, &[ListOption]) -> Result<Option<Private>, Ended> + 'a;

/// Takes the results of the batch that was sent: which writes ended, and how. The others stay in
/// flight with their next step. Writes without a result were not reached.
pub(in crate::job) fn take_results(
    in_flight: &mut Vec<InFlight>,
    results: &[OperationResult],
    page: &Page,
    look: &Look<'_>,
) -> Vec<(Subject, Ended)> {
    let mut results = results.iter();
    let mut ended_writes = Vec::new();
    let mut going_on = Vec::new();
    for mut write in in_flight.drain(..) {
        if !write.sent {
            going_on.push(write);
            continue;
        }
        write.sent = false;
        let end = match results.next() {
            Some(result) => {
                let shown = result.list.as_deref().filter(|shown| !shown.is_empty());
                write.has_shown |= shown.is_some();
                match shown.filter(|_| write.way.opens()).map(|shown| look(&write.subject, shown)) {
                    Some(Err(ended)) => {
                        match write.way.gives_up(ended) {
                            Some(end) => ended_writes.push(write.ended(end)),
                            None => going_on.push(write),
                        }
                        continue;
                    }
                    Some(Ok(Some(text))) => write.way.is_answered_by(text),
                    Some(Ok(None)) | None => {}
                }
                write.way.step(result, Spot::new(write.subject.field, page))
            }
            None => Some(Ended::failed(
                RefusalReason::DocumentChanged,
                msg!("write_the_page_went_away_before_it_was"),
            )),
        };
        match end {
            Some(end) => ended_writes.push(write.ended(end)),
            None => going_on.push(write),
        }
    }
    *in_flight = going_on;
    ended_writes
}
