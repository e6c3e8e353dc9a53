//! Receipts: what was sent, decided from the page that a press with a yes led to. Names of fields, never values.
//!
//! A step of a form is no receipt: there is one when the page says that something has arrived, when nothing is left on it
//! that could be filled in, or when it has emptied what was written.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{Observation, ProfileId, ProfileKey, Receipt};

use super::{
    event::{Context, Effect, log},
    form_id::FormId,
    state::Job,
    view,
};
use crate::{
    bind::{Day, Source},
    language::{self, List},
    observe::Page,
    plan,
    question::told_key,
    text::fold,
};

/// Characters of what a page says that are kept.
const MAX_SAID: usize = 200;
/// Characters of a number that a page gives.
const NUMBER: std::ops::RangeInclusive<usize> = 4..=30;

impl Job {
    /// Notes which form a job begins with, and when it was sent before.
    pub(super) fn note_form(&mut self, page: &Page, ctx: &Context<'_>) {
        if self.presses.form.is_some() {
            return;
        }
        self.presses.form = FormId::of(page);
        // The row before was sent a moment ago, which says nothing of this one.
        let form = self.presses.form.as_ref().filter(|_| self.record.table.is_none());
        if let Some(form) = form {
            let own = ctx.receipts.iter().filter(|one| one.profile_id == self.record.profile_id);
            let before = own.filter(|receipt| form.is_of(receipt));
            let newest = before.map(|receipt| receipt.date).max_by(f64::total_cmp);
            self.record.sent_before = newest;
        }
    }

    /// A press with a yes has led on: the receipt, if the form has arrived.
    pub(super) fn receipt(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Effect> {
        if self.presses.is_unasked || !self.record.page_says.is_empty() || !self.has_arrived(page) {
            return None;
        }
        let form = self.presses.form.take()?;
        let since = self.presses.sent_pages;
        self.presses.sent_pages = self.record.progress.page;
        let (mut fields, mut choices) = (Vec::<String>::new(), Vec::<String>::new());
        // What a record held, and what was typed for this form alone, is no entry.
        let profile = Source { record: None, ..ctx.source };
        let mut keys = BTreeSet::new();
        for written in self.record.written.iter().filter(|one| one.page > since) {
            if !fields.contains(&written.label) {
                fields.push(written.label.clone());
                choices.extend(written.is_choice.then(|| written.label.clone()));
            }
            // Whose phone or which document it was may be a name, and is told by no receipt.
            let is_entry = profile.value(&ProfileKey::new(written.source.clone())).is_some();
            if is_entry && !written.source.starts_with("documents.") {
                keys.insert(ProfileKey::new(told_key(&written.source)));
            }
        }
        let (number, said) = confirmation(&page.observation);
        let id = match since {
            0 => self.record.id.clone(),
            page => format!("{}-{page}", self.record.id),
        };
        self.record.receipt = Some(id.clone());
        self.nothing_to_undo();
        Some(Effect::Receipt(Box::new(Receipt {
            id,
            profile_id: self.record.profile_id.clone(),
            origin: form.origin,
            path: form.path,
            title: form.title,
            date: ctx.now,
            form: form.signature,
            fields,
            choices,
            keys: keys.into_iter().collect(),
            number,
            said,
            approvals: std::mem::take(&mut self.presses.approvals),
            asked_by: self.record.asked_by.clone().map(|agent| agent.key).unwrap_or_default(),
            table: self.record.table.clone(),
        })))
    }

    fn has_arrived(&self, page: &Page) -> bool {
        let was_emptied = || {
            let prints: Vec<&str> =
                self.record.written.iter().map(|written| written.fingerprint.as_str()).collect();
            let fields = page.observation.fields.iter();
            let mut ours = fields.filter(|field| {
                field.fingerprint.as_deref().is_some_and(|print| prints.contains(&print))
            });
            ours.clone().next().is_some() && ours.all(view::is_empty)
        };
        plan::confirms(&page.observation)
            || view::progress(&page.observation, 0).total == 0
            || was_emptied()
    }

    /// Tells of a receipt in the log.
    pub(super) fn tell_receipt(receipt: &Effect) -> Option<Effect> {
        let Effect::Receipt(receipt) = receipt else { return None };
        let said = if receipt.number.is_empty() {
            msg!("job_receipt_kept")
        } else {
            msg!("job_receipt_kept_with_number")
        };
        Some(log("status", said))
    }
}

/// On how many forms that were sent each entry of a profile was used, as far as receipts are kept.
pub fn uses(receipts: &[Receipt], of: &ProfileId) -> BTreeMap<ProfileKey, usize> {
    let mut uses = BTreeMap::new();
    for key in receipts.iter().filter(|one| one.profile_id == *of).flat_map(|one| &one.keys) {
        *uses.entry(key.clone()).or_default() += 1;
    }
    uses
}

/// The number that a page gives for what has arrived, and what it says of it: its words, from which values of the
/// person's were taken when it was read.
pub fn confirmation(observation: &Observation) -> (String, String) {
    let lines: Vec<&str> = observation
        .text
        .lines()
        .chain(
            observation.page_context.lines().map(|line| line.trim_start_matches(['!', '#', '>'])),
        )
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let said = lines.iter().find(|line| plan::says_arrived(line)).copied().unwrap_or_default();
    let said: String = said.chars().take(MAX_SAID).collect();
    let numbers = lines.iter().enumerate().filter_map(|(at, line)| {
        let after = after_reference(line)?;
        number_in(after).or_else(|| number_in(lines.get(at + 1).filter(|_| after.is_empty())?))
    });
    (numbers.into_iter().next().unwrap_or_default(), said)
}

/// What stands behind words that announce a number.
fn after_reference(line: &str) -> Option<&str> {
    let ends = line.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([line.len()]).collect();
    ends.reverse();
    let end = ends.into_iter().find(|end| {
        let head = fold(line.get(..*end).unwrap_or_default());
        language::words(List::Reference).iter().any(|phrase| {
            let before = head.strip_suffix(*phrase);
            before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
        })
    })?;
    let rest = line.get(end..).unwrap_or_default();
    Some(rest.trim_start_matches(|c: char| !c.is_alphanumeric()))
}

/// The first word that can be such a number: letters and digits, at least one digit, no date.
fn number_in(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')'));
    let bare = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    bare.take(4)
        .find(|word| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '_' | '.');
            NUMBER.contains(&word.chars().count())
                && word.chars().all(is_part)
                && word.chars().any(|c| c.is_ascii_digit())
                && Day::readings(word).is_empty()
        })
        .map(str::to_owned)
}

/// Whether all words that are looked for stand in a receipt.
pub fn is_found(receipt: &Receipt, search: &str) -> bool {
    let texts = [&receipt.origin, &receipt.path, &receipt.title, &receipt.number, &receipt.said];
    let all = texts.into_iter().chain(&receipt.fields).map(|text| fold(text));
    let all = all.collect::<Vec<_>>().join(" ");
    search.split_whitespace().map(fold).all(|word| all.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_number_is_found_where_it_is_announced() {
        let check = |text: &str, number: &str, said: &str| {
            let observation = Observation { text: text.to_owned(), ..Observation::default() };
            let found = confirmation(&observation);
            assert_eq!((found.0.as_str(), found.1.as_str()), (number, said), "{text}");
        };
        check("Thank you!\nYour reference number is AB-12345.", "AB-12345", "Thank you!");
        let line = "Confirmation number: 4711-0815";
        check(line, "4711-0815", line);
        check("Case number: 4711-0815", "4711-0815", "");
        check("Ticket number\n100200300", "100200300", "");
        let line = "Thank you. Booking reference: XK4P2Q";
        check(line, "XK4P2Q", line);
        check("Vielen Dank!\nIhre Vorgangsnummer lautet 2026/0042", "2026/0042", "Vielen Dank!");
        let line = "Merci. Numéro de dossier : F123456";
        check(line, "F123456", line);
        check("We have 12345 customers", "", "");
        check("Case number: 03/05/2026", "", "");
        check("Case number: see your e-mail", "", "");
        check("", "", "");
    }

    #[test]
    fn receipts_are_found_by_words() {
        let receipt = Receipt {
            origin: "https://ferry.example".into(),
            title: "Crew application".into(),
            fields: vec!["First name".into()],
            number: "AB-12345".into(),
            ..Receipt::default()
        };
        for (search, expected) in [
            ("", true),
            ("ferry", true),
            ("CREW ferry", true),
            ("ab-123", true),
            ("first", true),
            ("train", false),
            ("ferry train", false),
        ] {
            assert_eq!(is_found(&receipt, search), expected, "{search}");
        }
    }
}
