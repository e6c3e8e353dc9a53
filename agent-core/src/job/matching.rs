//! Columns of a table that the person chose for fields on the sheet of one row: at the rows after it they are chosen as well.
//!
//! Only what they chose themselves teaches anything: that they left a row as it was planned is no choice. It is heard where the
//! same field is asked in the same words at the same address, is empty and was not touched, and only of cells of the row itself.
//! It is a choice and no consent: what nobody agreed to yet is on a card, with the rest.

use shared_types::{AgentAction, Field, ProfileKey, Question, RefusalReason, Tier, job::OpenCode};

use super::{
    card::want,
    event::Context,
    matched::{Matched, Spotted},
    recall::{is_of_page, prints},
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
        let is_written = |prints: &[String], column: &ProfileKey| {
            let mut written = self.record.written.iter();
            written.any(|one| prints.contains(&one.fingerprint) && one.source == column.as_str())
        };
        let decided = self.matching.decided_columns.iter();
        decided
            .filter(|(prints, one)| one.column.as_ref().is_none_or(|key| is_written(prints, key)))
            .map(|(_, one)| one.clone())
            .collect()
    }

    /// Notes what the person made of a row of the sheet.
    pub(super) fn note_column(&mut self, page: &Page, asked: &Asked, choice: &Choice, now: f64) {
        let column = match choice {
            Choice::Take(key) if key.as_str().starts_with("record.") => Some(key.clone()),
            _ => None,
        };
        let at = asked.field as usize;
        let both = page.observation.fields.get(at).zip(page.fields.get(at));
        let spotted = both.and_then(|(field, element)| spotted(page, field, element.site()));
        let Some(field) = spotted.filter(|_| self.record.table.is_some()) else { return };
        let prints = prints(asked, page);
        // As it was planned: that teaches nothing, but nobody changes it any more.
        if *choice == Choice::Fill {
            self.matching.taken_columns.retain(|taken| !prints.contains(taken));
            self.matching.confirmed_columns.extend(prints);
            return;
        }
        self.matching.decided_columns.retain(|(known, _)| *known != prints);
        self.matching.decided_columns.push((prints, Matched { field, column, at: now }));
    }

    /// Chooses columns for fields as at an earlier row. Where the row's cell is empty or does not fit, the field stays open:
    /// what the rules would take instead is not what the person chose.
    pub(super) fn match_columns(&mut self, page: &Page, ctx: &Context<'_>) {
        if self.record.table.is_none() || self.matching.known_columns.is_empty() {
            return;
        }
        let fields = page.observation.fields.iter().zip(&page.fields);
        let seen: Vec<Option<Spotted>> =
            fields.map(|(field, element)| spotted(page, field, element.site())).collect();
        let is_only =
            |one: &Spotted| seen.iter().flatten().filter(|other| *other == one).count() == 1;
        for asked in plan::asked(&page.observation) {
            let spotted = seen.get(asked.field as usize).and_then(Option::as_ref);
            let Some(spotted) = spotted.filter(|spotted| is_only(spotted)) else { continue };
            let known = self.matching.known_columns.iter().find(|one| one.field == *spotted);
            let Some(column) = known.and_then(|known| known.column.clone()) else { continue };
            self.match_column(&asked, &column, page, ctx);
        }
    }

    fn match_column(&mut self, asked: &Asked, column: &ProfileKey, page: &Page, ctx: &Context<'_>) {
        let at = asked.field as usize;
        let both = page.observation.fields.get(at).zip(page.fields.get(at));
        let Some((field, element)) = both else { return };
        let prints = prints(asked, page);
        let Some(print) = field.fingerprint.clone() else { return };
        let is_decided =
            self.matching.decided_columns.iter().any(|(decided, _)| *decided == prints);
        let is_confirmed = self.matching.confirmed_columns.contains(&print);
        if is_decided || is_confirmed || self.is_closed(page, asked.field) {
            return;
        }
        let is_ours = self.record.written.iter().any(|one| prints.contains(&one.fingerprint));
        let is_touched =
            |index: &u32| page.fields.get(*index as usize).is_some_and(|element| element.touched);
        let is_persons = !is_ours && asked.fields.iter().any(is_touched);
        if !self.matching.taken_columns.contains(&print) {
            let is_free = |index: &u32| {
                let field = page.observation.fields.get(*index as usize);
                is_of_page(page, *index) && field.is_some_and(view::is_empty)
            };
            let is_chosen =
                self.permissions.chosen.iter().any(|one| prints.contains(&one.fingerprint));
            let is_free = asked.open_to_advice
                && !asked.filled
                && asked.fields.iter().all(is_free)
                && !is_persons
                && !is_chosen;
            if !is_free {
                return;
            }
            if self.fits(column, asked.field, page, ctx) {
                let chosen = chosen(column, field, element.site());
                if !self.is_let(&chosen, asked.field, page, ctx) {
                    return;
                }
                self.permissions.chosen.push(chosen);
            }
            self.matching.taken_columns.push(print.clone());
        }
        let is_it = |one: &gate::Chosen| one.fingerprint == print && one.key == *column;
        if is_persons || self.was_refused(&prints, column) {
            self.permissions.chosen.retain(|one| !is_it(one));
        }
        if !self.permissions.chosen.iter().any(is_it) && !is_ours {
            self.leave_without_column(asked, is_persons, page);
        }
    }

    /// Takes out what anybody but the person would write there.
    fn leave_without_column(&mut self, asked: &Asked, is_persons: bool, page: &Page) {
        let is_answer = |action: &AgentAction| {
            gate::source_key(action).is_some_and(|key| key.as_str().starts_with("answers."))
        };
        let before = self.plan.pending.len();
        self.plan.pending.retain(|action| {
            !write::is_write(action) || is_answer(action) || !is_into(action, asked, page)
        });
        if self.plan.pending.len() < before && !is_persons {
            let why = msg!("job_its_column_says_nothing_here");
            self.leave_open(page, asked.field, OpenCode::NoValue, &why);
            let field = page.observation.fields.get(asked.field as usize);
            let is_required = field.is_some_and(|field| field.required);
            let question = plan::question(&page.observation, asked.field);
            let question = question.filter(|one| is_required && !self.was_asked(one));
            if let Some(question) = question {
                let writes = self.plan.pending.iter().take_while(|action| write::is_write(action));
                let at = writes.count();
                self.plan.pending.insert(at, AgentAction::AskUser { questions: vec![question] });
            }
        }
    }

    fn was_asked(&self, question: &Question) -> bool {
        self.history.iter().any(|entry| match &entry.action {
            AgentAction::AskUser { questions } => {
                questions.iter().any(|asked| asked.save_as == question.save_as)
            }
            _ => false,
        })
    }

    /// Whether the last try to write a column there failed for good.
    fn was_refused(&self, prints: &[String], column: &ProfileKey) -> bool {
        let mut tries = self.history.iter().rev();
        let last = tries.find(|entry| {
            entry.fingerprint.as_ref().is_some_and(|print| prints.contains(print))
                && gate::source_key(&entry.action) == Some(column)
        });
        // What was in the way only then, or what the page changed meanwhile, is judged anew.
        use RefusalReason as R;
        let is_final = |reason: R| {
            matches!(reason, R::DoesNotFit | R::NoSuchOption | R::NotKept)
                || matches!(reason, R::NoConsent | R::NoProvenance | R::Repeated)
        };
        last.is_some_and(|entry| !entry.result.ok && entry.result.refusal.is_none_or(is_final))
    }

    /// Whether a cell can go there at all, and the form did not refuse it at earlier visits.
    fn fits(&self, column: &ProfileKey, index: u32, page: &Page, ctx: &Context<'_>) -> bool {
        let action = plan::write_of(&page.observation, index, column.clone());
        action.is_some_and(|action| {
            value_of(page, index, column, &ctx.source).is_ok()
                && self.refused_in(&[action], page, ctx.lessons).is_empty()
        })
    }

    /// Whether nothing but consent stands against what would be chosen. A secret is chosen anew at each row.
    fn is_let(&self, chosen: &gate::Chosen, index: u32, page: &Page, ctx: &Context<'_>) -> bool {
        let grants = Grants { chosen: std::slice::from_ref(chosen), ..self.grants(ctx) };
        let action = plan::write_of(&page.observation, index, chosen.key.clone());
        let wanted = action.and_then(|action| want(&action, page, &grants));
        !gate::is_secret_by_name(&chosen.key)
            && wanted.is_some_and(|wanted| wanted.item.tier != Tier::Secret)
    }
}
