//! Columns of a table that the person chose for fields on the sheet of one row: at the rows after it they are chosen as well.
//!
//! Only what they chose themselves teaches anything: that they left a row as it was planned is no choice. It is heard where the
//! same field is asked in the same words at the same address, is empty and was not touched, and only of cells of the row itself.
//! It is a choice and no consent: what nobody agreed to yet is on a card, with the rest.

use shared_types::{Field, ProfileKey, Tier, job::OpenCode};

use super::{
    card::want,
    event::Context,
    matched::{Matched, Spotted},
    recall::is_of_page,
    reply::Choice,
    sheet::{chosen, is_into, value_of},
    state::Job,
    view, write,
};
use crate::{
    gate::{self, Grants},
    memory::recipe,
    observe::Page,
    plan::{self, Asked},
};

/// A field as it is known again; `None` where nothing is read of it that tells it from others.
fn spotted(page: &Page, field: &Field, origin: &str) -> Option<Spotted> {
    let look = recipe::look_of(field)?;
    Some(Spotted { origin: origin.to_owned(), path: recipe::place_of(&page.observation.url), look })
}

impl Job {
    /// Begins with the columns that were chosen at earlier rows of its table.
    pub fn with_columns(mut self, known: Vec<Matched>) -> Self {
        self.matching.known_columns = known;
        self
    }

    /// What the person decided at this row of columns, as far as it was written.
    pub fn columns_decided(&self) -> Vec<Matched> {
        let is_written = |print: &str, column: &ProfileKey| {
            let mut written = self.record.written.iter();
            written.any(|one| one.fingerprint == print && one.source == column.as_str())
        };
        let decided = self.matching.decided_columns.iter();
        decided
            .filter(|(print, one)| one.column.as_ref().is_none_or(|key| is_written(print, key)))
            .map(|(_, one)| one.clone())
            .collect()
    }

    /// Notes what the person made of a row of the sheet.
    pub(super) fn note_column(
        &mut self,
        page: &Page,
        field: &Field,
        origin: &str,
        choice: &Choice,
    ) {
        let column = match choice {
            // As it was planned.
            Choice::Fill => return,
            Choice::Take(key) if key.as_str().starts_with("record.") => Some(key.clone()),
            _ => None,
        };
        let print = field.fingerprint.clone().unwrap_or_default();
        let spotted = spotted(page, field, origin).filter(|_| self.record.table.is_some());
        if let Some(field) = spotted {
            self.matching.decided_columns.retain(|(known, _)| *known != print);
            self.matching.decided_columns.push((print, Matched { field, column }));
        }
    }

    /// Chooses columns for fields as at an earlier row.
    pub(super) fn match_columns(&mut self, page: &Page, ctx: &Context<'_>) {
        if self.record.table.is_none() || self.matching.known_columns.is_empty() {
            return;
        }
        let all = plan::asked(&page.observation);
        self.give_columns_back(&all, page);
        let fields = page.observation.fields.iter().zip(&page.fields);
        let seen: Vec<Option<Spotted>> =
            fields.map(|(field, element)| spotted(page, field, element.site())).collect();
        let is_only =
            |one: &Spotted| seen.iter().flatten().filter(|other| *other == one).count() == 1;
        for one in &all {
            let at = one.field as usize;
            let (Some(field), Some(element)) =
                (page.observation.fields.get(at), page.fields.get(at))
            else {
                continue;
            };
            let origin = element.site();
            let spotted = seen.get(at).and_then(Option::as_ref).filter(|spotted| is_only(spotted));
            let Some(spotted) = spotted else { continue };
            let known = self.matching.known_columns.iter().find(|one| one.field == *spotted);
            let Some(column) = known.and_then(|known| known.column.clone()) else { continue };
            if self.may_be_matched(one, field, origin, page)
                && self.is_let(&column, field, one.field, origin, page, ctx)
            {
                let chosen = chosen(&column, field, origin);
                self.matching.taken_columns.push(chosen.fingerprint.clone());
                self.permissions.chosen.push(chosen);
            }
        }
    }

    /// Whether nobody has decided anything of a question yet.
    fn may_be_matched(&self, asked: &Asked, field: &Field, origin: &str, page: &Page) -> bool {
        let Some(print) = field.fingerprint.as_deref() else { return false };
        let is_it = |known_origin: &str, known: &str| known_origin == origin && known == print;
        let is_free = |index: &u32| {
            let at = *index as usize;
            let both = page.observation.fields.get(at).zip(page.fields.get(at));
            both.is_some_and(|(field, element)| view::is_empty(field) && !element.touched)
        };
        // The person left it blank before, or the form refused what was written there.
        let is_left = |open: &shared_types::job::OpenField| {
            open.field == asked.field && open.code == OpenCode::PersonOnly
        };
        asked.open_to_advice
            && !asked.filled
            && asked.fields.iter().all(|index| is_of_page(page, *index) && is_free(index))
            && !self.is_closed(page, asked.field)
            && !self.record.open.iter().any(is_left)
            && !self.permissions.chosen.iter().any(|one| is_it(&one.origin, &one.fingerprint))
            && !self.matching.taken_columns.iter().any(|taken| taken == print)
    }

    /// Whether a cell fits there, and nothing but consent stands against it. A secret is chosen anew at each row.
    fn is_let(
        &self,
        column: &ProfileKey,
        field: &Field,
        index: u32,
        origin: &str,
        page: &Page,
        ctx: &Context<'_>,
    ) -> bool {
        let Some(action) = plan::write_of(&page.observation, index, column.clone()) else {
            return false;
        };
        let one = [chosen(column, field, origin)];
        let grants = Grants { chosen: &one, ..self.grants(ctx) };
        !gate::is_secret_by_name(column)
            && value_of(page, index, column, &ctx.source).is_ok()
            && want(&action, page, &grants).is_some_and(|wanted| wanted.item.tier != Tier::Secret)
    }

    /// Where the person was in a field by now, or it did not take its cell, nothing is chosen for it any more.
    fn give_columns_back(&mut self, all: &[Asked], page: &Page) {
        let print = |index: &u32| page.observation.fields.get(*index as usize)?.fingerprint.clone();
        let is_ours =
            |print: &String| self.record.written.iter().any(|one| one.fingerprint == *print);
        let is_touched =
            |index: &u32| page.fields.get(*index as usize).is_some_and(|element| element.touched);
        let was_refused = |print: &String| {
            let mut tries = self.history.iter().rev();
            let last = tries.find(|entry| entry.fingerprint.as_ref() == Some(print));
            last.is_some_and(|entry| !entry.result.ok)
        };
        let taken = &self.matching.taken_columns;
        let back: Vec<(String, &Asked)> = all
            .iter()
            .filter_map(|one| Some((print(&one.field).filter(|print| taken.contains(print))?, one)))
            .filter(|(first, one)| {
                let prints: Vec<String> = one.fields.iter().filter_map(print).collect();
                let is_persons = !prints.iter().any(is_ours) && one.fields.iter().any(is_touched);
                is_persons || was_refused(first)
            })
            .collect();
        let of_them = |print: &String| back.iter().any(|(back, _)| back == print);
        self.permissions.chosen.retain(|one| !of_them(&one.fingerprint));
        self.plan.pending.retain(|action| {
            !(write::is_write(action) && back.iter().any(|(_, one)| is_into(action, one, page)))
        });
    }
}
