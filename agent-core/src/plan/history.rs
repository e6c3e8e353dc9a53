//! What was done on this form before, by field and by question.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{AgentAction, ProfileKey, RefusalReason, VerificationKind, api::HistoryEntry};

use super::ask::Ask;
use crate::gate::source_key;

/// Times that a write is tried before its field is left open.
const MAX_TRIES: usize = 2;
/// Times that it is left for the next reading besides, because the words beside the field were others by then.
const MAX_READ_AGAIN: usize = 2;

/// The history, ready to be asked.
#[derive(Debug, Default)]
pub(super) struct History<'a> {
    entries: &'a [HistoryEntry],
    /// Writes by the fingerprint of their field, with their positions in the history.
    writes: BTreeMap<&'a str, Vec<(usize, &'a HistoryEntry)>>,
    /// How often, and where last, a question was asked.
    asked: BTreeMap<&'a ProfileKey, (usize, usize)>,
    last_click: Option<usize>,
    /// Fields that were written between the last two clicks.
    last_page: BTreeSet<&'a str>,
}

/// A click that was the last thing done.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastClick<'a> {
    /// Fingerprint of the button.
    pub(super) button: Option<&'a str>,
    /// Whether it was taken for the one that sends the form.
    pub(super) sends: bool,
}

impl<'a> History<'a> {
    /// Reads a history.
    pub(super) fn new(entries: &'a [HistoryEntry]) -> Self {
        let mut history = Self { entries, ..Self::default() };
        let mut this_page = BTreeSet::new();
        for (at, entry) in entries.iter().enumerate() {
            match &entry.action {
                AgentAction::AskUser { questions } => {
                    for question in questions {
                        let asked = history.asked.entry(&question.save_as).or_insert((0, at));
                        *asked = (asked.0 + 1, at);
                    }
                }
                AgentAction::Click { .. } if entry.result.ok => {
                    history.last_click = Some(at);
                    history.last_page = std::mem::take(&mut this_page);
                }
                action => {
                    if let (Some(_), Some(print)) =
                        (source_key(action), entry.fingerprint.as_deref())
                    {
                        history.writes.entry(print).or_default().push((at, entry));
                        if entry.result.ok && !matches!(action, AgentAction::Upload { .. }) {
                            this_page.insert(print);
                        }
                    }
                }
            }
        }
        history
    }

    /// Whether the person was asked this in this job.
    pub(super) fn was_asked(&self, key: &ProfileKey) -> bool {
        self.asked.contains_key(key)
    }

    /// How often the person was asked this.
    pub(super) fn times_asked(&self, key: &ProfileKey) -> usize {
        self.asked.get(key).map_or(0, |(times, _)| *times)
    }

    /// What was tried on a question's fields, oldest first.
    pub(super) fn tries(&self, ask: &Ask<'_>) -> Tries<'a> {
        let prints = ask.fields.iter().filter_map(|field| field.fingerprint.as_deref());
        let mut entries: Vec<(usize, &HistoryEntry)> =
            prints.filter_map(|print| self.writes.get(print)).flatten().copied().collect();
        entries.sort_by_key(|(at, _)| *at);
        let asked = self.asked.get(&ask.answer_key()).map(|(_, at)| *at);
        Tries { entries, asked }
    }

    /// The click that nothing was done after.
    pub(super) fn last_click(&self) -> Option<LastClick<'a>> {
        let entry = self.entries.last()?;
        match &entry.action {
            AgentAction::Click { requires_approval, .. } if entry.result.ok => Some(LastClick {
                button: entry.fingerprint.as_deref(),
                sends: *requires_approval == Some(true),
            }),
            _ => None,
        }
    }

    /// Fingerprints of the fields that were written on the page that the last click was on.
    pub(super) fn last_page(&self) -> &BTreeSet<&'a str> {
        &self.last_page
    }

    /// Whether anything was ever clicked.
    pub(super) fn has_clicked(&self) -> bool {
        self.last_click.is_some()
    }

    /// Whether a button was pressed before.
    pub(super) fn was_pressed(&self, fingerprint: &str) -> bool {
        self.entries.iter().any(|entry| {
            matches!(entry.action, AgentAction::Click { .. })
                && entry.result.ok
                && entry.fingerprint.as_deref() == Some(fingerprint)
        })
    }

    /// How often a button was pressed before.
    pub(super) fn times_pressed(&self, fingerprint: &str) -> usize {
        let pressed = |entry: &&HistoryEntry| {
            matches!(entry.action, AgentAction::Click { .. })
                && entry.fingerprint.as_deref() == Some(fingerprint)
        };
        self.entries.iter().filter(pressed).count()
    }

    /// How often a code of this kind was asked for.
    pub(super) fn times_verified(&self, wanted: VerificationKind) -> usize {
        let same = |entry: &&HistoryEntry| matches!(&entry.action, AgentAction::RequestVerification { kind, .. } if *kind == wanted);
        self.entries.iter().filter(same).count()
    }

    /// Whether this was asked for, and whether that was after the last click.
    pub(super) fn verification_asked(
        &self,
        wanted: VerificationKind,
        about: &str,
    ) -> Option<WhenAsked> {
        let same = |entry: &HistoryEntry| {
            matches!(&entry.action, AgentAction::RequestVerification { kind, context }
                if *kind == wanted && context.as_deref().is_none_or(|context| without_words(context) == about))
        };
        let at = self.entries.iter().rposition(same)?;
        let since_click = self.last_click.is_none_or(|click| click < at);
        Some(if since_click { WhenAsked::OnThisPage } else { WhenAsked::Earlier })
    }
}

/// What was asked for, without the words that older versions had before it.
fn without_words(context: &str) -> &str {
    context.strip_prefix("The page asks for: ").unwrap_or(context)
}

/// When a code was asked for last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WhenAsked {
    /// After the last click.
    OnThisPage,
    /// Before it.
    Earlier,
}

/// What happened to a field before.
pub(super) struct Tries<'a> {
    entries: Vec<(usize, &'a HistoryEntry)>,
    asked: Option<usize>,
}

impl Tries<'_> {
    /// Whether it holds, or held, what was written last.
    pub(super) fn written(&self) -> bool {
        self.entries.last().is_some_and(|(_, entry)| entry.result.ok)
    }

    /// Whether this key may bring something else than what was written last.
    pub(super) fn is_news(&self, key: &ProfileKey) -> bool {
        self.entries.last().is_none_or(|(at, entry)| {
            source_key(&entry.action) != Some(key) || self.asked.is_some_and(|asked| asked > *at)
        })
    }

    /// Whether writing from this key failed since the person was asked, so often or in such a way that
    /// it will not succeed.
    pub(super) fn is_hopeless(&self, key: &ProfileKey) -> bool {
        let never = |entry: &HistoryEntry| {
            matches!(
                entry.result.refusal,
                Some(RefusalReason::DoesNotFit | RefusalReason::NoSuchOption)
            )
        };
        let failures = || self.from(key).filter(|entry| !entry.result.ok);
        // Nothing was written where the words were others: the page was only read again.
        let is_read_again =
            |entry: &&HistoryEntry| entry.result.refusal == Some(RefusalReason::WordsChanged);
        let tries = failures().filter(|entry| !is_read_again(entry)).count();
        tries >= MAX_TRIES
            || failures().count() >= MAX_TRIES + MAX_READ_AGAIN
            || failures().any(never)
    }

    /// Times that writing from this key took.
    pub(super) fn done(&self, key: &ProfileKey) -> usize {
        self.from(key).filter(|entry| entry.result.ok).count()
    }

    /// Why it failed last.
    pub(super) fn last_error(&self) -> Option<String> {
        self.entries.iter().rev().find_map(|(_, entry)| entry.result.error.clone())
    }

    fn from(&self, key: &ProfileKey) -> impl Iterator<Item = &HistoryEntry> {
        let entries = self.entries.iter().filter(move |(at, entry)| {
            source_key(&entry.action) == Some(key) && self.asked.is_none_or(|asked| asked < *at)
        });
        entries.map(|(_, entry)| *entry)
    }
}
