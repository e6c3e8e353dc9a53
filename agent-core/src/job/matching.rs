//! Columns of a table that the person chose for fields on the sheet of one row: at the rows after it they are chosen as well.
//!
//! What was chosen is heard where the same field is asked in the same words on the same site, is empty and was not touched, and
//! only of cells of the row itself. It is a choice and no consent: what nobody agreed to yet is on a card, with the rest.

use serde::{Deserialize, Serialize};
use shared_types::{Field, ProfileKey, Tier};

use super::{
    card::want,
    event::Context,
    recall::is_of_page,
    sheet::{chosen, is_into},
    state::Job,
    view, write,
};
use crate::{
    gate::{self, Grants},
    memory::recipe,
    observe::Page,
    plan::{self, Asked},
};

/// Fields that are known of one table.
const MOST: usize = 400;

/// A field and the column that the person chose for it. It holds no value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Matched {
    /// Scheme, host and port of the page.
    pub origin: String,
    /// A digest of all that is read of the field ([`recipe::look_of`]).
    pub look: String,
    /// The column, as a key: `record.Charge code`.
    pub column: ProfileKey,
}

impl Matched {
    fn is_for(&self, other: &Self) -> bool {
        self.origin == other.origin && self.look == other.look
    }
}

/// What a row's job knows of columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Matching {
    /// What was chosen at earlier rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known_columns: Vec<Matched>,
    /// What the person chose at this one: the field, and what is known of it from then on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chosen_columns: Vec<(String, Matched)>,
    /// Fields of this page that were chosen for by what is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken_columns: Vec<String>,
}

/// Takes in what was chosen at a row: the last word counts.
pub fn learn(known: &mut Vec<Matched>, chosen: Vec<Matched>) {
    for one in chosen {
        known.retain(|other| !other.is_for(&one));
        known.push(one);
    }
    let most = known.len().saturating_sub(MOST);
    known.drain(..most);
}

impl Job {
    /// Begins with the columns that were chosen at earlier rows of its table.
    pub fn with_columns(mut self, known: Vec<Matched>) -> Self {
        self.matching.known_columns = known;
        self
    }

    /// The columns that the person chose at this row, for fields that they were written into.
    pub fn columns_chosen(&self) -> Vec<Matched> {
        let is_written = |print: &str, column: &ProfileKey| {
            let mut written = self.record.written.iter();
            written.any(|one| one.fingerprint == print && one.source == column.as_str())
        };
        let own = self.matching.chosen_columns.iter();
        own.filter(|(print, one)| is_written(print, &one.column))
            .map(|(_, one)| one.clone())
            .collect()
    }

    /// Notes which columns the person has chosen by now, on the page as it is.
    pub(super) fn note_columns(&mut self, page: &Page) {
        if self.record.table.is_none() {
            return;
        }
        let (permissions, matching) = (&self.permissions, &mut self.matching);
        let fields = page.observation.fields.iter().zip(&page.fields);
        for (field, element) in fields {
            let Some(print) = field.fingerprint.as_deref() else { continue };
            matching.chosen_columns.retain(|(known, _)| known != print);
            let of_it = |one: &&gate::Chosen| {
                one.fingerprint == print
                    && one.origin == element.site()
                    && one.key.as_str().starts_with("record.")
            };
            let Some(one) = permissions.chosen.iter().find(of_it) else { continue };
            matching.chosen_columns.push((
                print.to_owned(),
                Matched {
                    origin: one.origin.clone(),
                    look: recipe::look_of(field),
                    column: one.key.clone(),
                },
            ));
        }
    }

    /// Chooses columns for fields as at an earlier row.
    pub(super) fn match_columns(&mut self, page: &Page, ctx: &Context<'_>) {
        if self.record.table.is_none() || self.matching.known_columns.is_empty() {
            return;
        }
        self.give_back_what_was_typed(page);
        let all = plan::asked(&page.observation);
        let looks: Vec<String> = page.observation.fields.iter().map(recipe::look_of).collect();
        let is_only = |look: &String| looks.iter().filter(|other| *other == look).count() == 1;
        for one in &all {
            let at = one.field as usize;
            let (Some(field), Some(element)) =
                (page.observation.fields.get(at), page.fields.get(at))
            else {
                continue;
            };
            let origin = element.site();
            let Some(look) = looks.get(at).filter(|look| is_only(look)) else { continue };
            let known = self
                .matching
                .known_columns
                .iter()
                .find(|one| one.origin == origin && one.look == *look);
            let Some(column) = known.map(|known| known.column.clone()) else { continue };
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
        asked.open_to_advice
            && !asked.filled
            && asked.fields.iter().all(|index| is_of_page(page, *index) && is_free(index))
            && !self.is_closed(page, asked.field)
            && !self.permissions.chosen.iter().any(|one| is_it(&one.origin, &one.fingerprint))
            && !self.matching.taken_columns.iter().any(|taken| taken == print)
    }

    /// Whether nothing but consent stands against a column there: a secret is chosen anew at each row.
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
            && want(&action, page, &grants).is_some_and(|wanted| wanted.item.tier != Tier::Secret)
    }

    /// Where the person has typed something by now, theirs stays.
    fn give_back_what_was_typed(&mut self, page: &Page) {
        let is_typed = |print: &str| {
            let fields = page.observation.fields.iter().zip(&page.fields);
            let mut same = fields.filter(|(field, _)| field.fingerprint.as_deref() == Some(print));
            same.any(|(field, element)| element.touched && !view::is_empty(field))
        };
        let is_ours =
            |print: &str| self.record.written.iter().any(|written| written.fingerprint == print);
        let typed: Vec<String> = self
            .matching
            .taken_columns
            .iter()
            .filter(|print| is_typed(print) && !is_ours(print))
            .cloned()
            .collect();
        if typed.is_empty() {
            return;
        }
        self.permissions.chosen.retain(|one| !typed.contains(&one.fingerprint));
        let asked = plan::asked(&page.observation);
        let is_of = |one: &Asked| {
            let field = page.observation.fields.get(one.field as usize);
            let print = field.and_then(|field| field.fingerprint.as_ref());
            print.is_some_and(|print| typed.contains(print))
        };
        let theirs: Vec<&Asked> = asked.iter().filter(|one| is_of(one)).collect();
        self.plan.pending.retain(|action| {
            !(write::is_write(action) && theirs.iter().any(|one| is_into(action, one, page)))
        });
    }
}
