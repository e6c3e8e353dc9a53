//! One yes for the rows of a table that are left.
//!
//! It is made of forms that the person sent for earlier rows, each with a yes of its own ([`SentForm`]): from two that are alike
//! follows what every further one has to be. The list that they are shown has each row with the values that go into its form;
//! what is kept of the yes is a digest of these for each row ([`BulkApproval`]). When a row's form is ready, what it holds and
//! what would be sent is read and compared with both. Only where nothing is other is its press made with the yes, bound to that
//! very reading as the person's own is to theirs ([`crate::job::Event::Approve`]), and once. Where the page is other, whatever
//! is left of the yes goes.

mod sent;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use shared_types::table::{BulkCard, BulkLeft, BulkRow};

pub use sent::{Other, SentForm, Untouched};

use super::run::{RowState, Run};
use sent::Place;

use crate::{
    bind::Source,
    gate::{HashKey, Row},
    job::Job,
};

/// Most rows that one yes covers: the person looks through them.
pub const MOST_IN_BULK: usize = 500;
/// Forms that were sent which are kept: the latest, of which two have to be alike.
const MOST_SENT: usize = 4;

/// What is kept of a table beside its rows for one yes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Bulk {
    /// Forms that the person sent, the latest last.
    sent: Vec<SentForm>,
    /// The yes.
    yes: Option<BulkApproval>,
}

/// A yes for rows that are left.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct BulkApproval {
    /// The browser's session that it was given in: it is for no other.
    session: String,
    /// The two forms that it was made of.
    like: Like,
    /// Rows that it was not used for yet, with the digest of what each is to hold.
    rows: BTreeMap<u32, String>,
}

/// Two forms that were sent and are alike.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Like {
    form: SentForm,
    other: SentForm,
    /// Hidden fields of the page that differed between the two, and can only be tokens.
    varies: BTreeSet<Place>,
}

/// What the panel is told of it, kept with the table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BulkState {
    /// Whether forms that are alike were sent, so that it can be asked for.
    pub can: bool,
    /// Why not, where forms were sent that are not alike.
    pub why: String,
    /// Rows that the yes was not used for yet.
    pub left: u32,
    /// Why it ended before all its rows were sent.
    pub ended: String,
}

/// What a yes is asked for: what the person is shown, and what is kept if they give it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listing {
    /// What is shown.
    pub card: BulkCard,
    /// What is kept.
    approval: BulkApproval,
}

impl Bulk {
    /// Takes in a form that the person sent for a row.
    pub fn take_in(&mut self, form: Result<SentForm, Other>, state: &mut BulkState) {
        match form {
            Ok(form) => {
                self.sent.push(form);
                let most = self.sent.len().saturating_sub(MOST_SENT);
                self.sent.drain(..most);
                state.why = self.like().err().unwrap_or_default();
            }
            Err(other) => state.why = other.words(),
        }
        state.can = self.like().is_ok();
    }

    /// The latest form that was sent, and an earlier one that is like it. The error says why there is none; it is empty where
    /// there is nothing yet to be compared.
    fn like(&self) -> Result<Like, String> {
        let (last, before) = self.sent.split_last().ok_or_else(String::new)?;
        let mut why = String::new();
        for one in before.iter().rev() {
            match last.is_like(one) {
                Err(Other::Place) => {}
                Ok(varies) => return Ok(Like { form: last.clone(), other: one.clone(), varies }),
                Err(other) if why.is_empty() => why = other.words(),
                Err(_) => {}
            }
        }
        Err(why)
    }

    /// The yes for a row, if there is one of this session that was not used.
    pub fn covers(&self, row: u32, session: &str) -> Option<&Like> {
        let yes = self.yes.as_ref().filter(|yes| yes.session == session);
        yes.filter(|yes| yes.rows.contains_key(&row)).map(|yes| &yes.like)
    }

    /// Keeps a yes that was given to what a listing showed, for the rows of it that are still open.
    pub fn approve(
        &mut self,
        listing: Listing,
        is_open: impl Fn(u32) -> bool,
        state: &mut BulkState,
    ) {
        let mut approval = listing.approval;
        approval.rows.retain(|row, _| is_open(*row));
        state.ended.clear();
        self.yes = Some(approval);
        self.end_if_used();
        self.tell(state);
    }

    /// A row has come to this, with its form where the person has sent it by its own card. A row that was not sent ends what is
    /// left of a yes. Returns whether it has.
    pub fn settled(
        &mut self,
        (row, state): (u32, RowState),
        form: Option<Result<SentForm, Other>>,
        (run, rows): (&Run, u32),
        told: &mut BulkState,
    ) -> bool {
        self.drop_row(row, told);
        let has_ended = self.yes.is_some() && state != RowState::Sent && state != RowState::Skipped;
        if has_ended {
            self.end(msg!("bulk_row_ended", row = row + 1), told);
        }
        if let Some(form) = form.filter(|_| state == RowState::Sent) {
            self.take_in(form, told);
        }
        if run.left(rows) == 0 && run.under_way().is_empty() {
            self.clear(told);
        }
        has_ended
    }

    /// Whether there is a yes that was given in another session of the browser.
    pub fn is_of_another_session(&self, session: &str) -> bool {
        self.yes.as_ref().is_some_and(|yes| yes.session != session)
    }

    /// Nothing of it is kept.
    pub fn clear(&mut self, state: &mut BulkState) {
        *self = Self::default();
        *state = BulkState::default();
    }

    /// A row has ended: there is no yes for it any more, whatever becomes of it.
    pub fn drop_row(&mut self, row: u32, state: &mut BulkState) {
        if let Some(yes) = &mut self.yes {
            yes.rows.remove(&row);
        }
        self.end_if_used();
        self.tell(state);
    }

    fn end_if_used(&mut self) {
        if self.yes.as_ref().is_some_and(|yes| yes.rows.is_empty()) {
            self.yes = None;
        }
    }

    /// Ends the yes. `why` is told; empty where the person took it back.
    pub fn end(&mut self, why: String, state: &mut BulkState) {
        if self.yes.take().is_some() {
            state.ended = why;
        }
        self.tell(state);
    }

    /// Whether the yes holds for a row whose form is this.
    ///
    /// # Errors
    /// What is other than the person agreed to.
    pub fn check(
        &self,
        row: u32,
        form: &Result<SentForm, Other>,
        (key, session): (&HashKey, &str),
    ) -> Result<(), Other> {
        let yes = self.yes.as_ref().filter(|yes| yes.session == session);
        let yes = yes.and_then(|yes| Some((&yes.like, yes.rows.get(&row)?)));
        let Some((like, seal)) = yes else {
            return Err(Other::Row(msg!("bulk_no_yes_is_left_for_it")));
        };
        like.fits(form.as_ref().map_err(Clone::clone)?, seal, key, row)
    }

    /// Uses the yes for a row whose form is this, or says what is other. Either way the row has none any more, and where the
    /// page is other no row has.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn use_for(
        &mut self,
        row: u32,
        form: &Result<SentForm, Other>,
        of: (&HashKey, &str),
        state: &mut BulkState,
    ) -> Result<(), Other> {
        let checked = self.check(row, form, of);
        if let (Err(other @ (Other::Page(_) | Other::Place)), true) = (&checked, self.yes.is_some())
        {
            let why = other.clone().words();
            let why = msg!("bulk_ended_at_row", row = row + 1, why = why);
            self.end(why, state);
            // What the page was says nothing of what it is.
            self.sent.clear();
            state.can = false;
        }
        self.drop_row(row, state);
        checked
    }

    fn tell(&self, state: &mut BulkState) {
        let left = self.yes.as_ref().map_or(0, |yes| yes.rows.len());
        state.left = u32::try_from(left).unwrap_or(u32::MAX);
    }

    /// What a yes for these rows would cover: of each its number, where its form is, and what that is filled from.
    ///
    /// # Errors
    /// No forms were sent that are alike, or no row is left that a yes could cover; why, for the person.
    pub fn list<'a>(
        &self,
        (card, session): (String, String),
        rows: impl Iterator<Item = (u32, &'a str, Source<'a>)>,
        key: &HashKey,
    ) -> Result<Listing, String> {
        let like = self.like().map_err(|why| msg!("bulk_not_alike", why = why))?;
        let mut listing = Listing::default();
        let (mut left, mut more) = (Vec::new(), 0);
        for (row, place, source) in rows {
            if listing.card.rows.len() >= MOST_IN_BULK {
                more += 1;
                continue;
            }
            let is_like = like.form.is_at(place);
            let is_like = is_like.and_then(|()| like.form.knows_cells(&like.other, &source));
            let listed = is_like.and_then(|()| like.form.bind_row(&source));
            let listed = listed.and_then(|held| {
                let values = like.form.shown(&held)?;
                let seal = like.form.seal(&held, key, row);
                Ok((values, seal.ok_or_else(|| msg!("bulk_other_page"))?))
            });
            match listed {
                Ok((values, seal)) => {
                    listing.card.rows.push(BulkRow { row, values });
                    listing.approval.rows.insert(row, seal);
                }
                Err(why) => left.push(BulkLeft { row, why }),
            }
        }
        if listing.card.rows.is_empty() {
            let why = left.first().map(|one| one.why.clone()).unwrap_or_default();
            return Err(msg!("bulk_nothing_to_cover", why = why));
        }
        let form = &like.form;
        listing.card = BulkCard {
            origin: form.origin().to_owned(),
            button: form.button_text().to_owned(),
            columns: form.labels(),
            same: form.same(),
            by_page: form.by_page(&like.varies),
            left,
            more,
            id: card,
            ..listing.card
        };
        listing.approval.session = session;
        listing.approval.like = like;
        Ok(listing)
    }
}

impl Like {
    /// What is agreed to be written into a page that nothing was written into yet, as a consent shows it: origin and rows.
    /// None where it is not the page that the forms were which were sent.
    pub fn agrees_to(&self, page: &Untouched) -> Option<(String, Vec<Row>)> {
        self.form.began_as(page).then(|| self.form.agrees_to())
    }

    fn fits(&self, form: &SentForm, seal: &str, key: &HashKey, row: u32) -> Result<(), Other> {
        let varies = form.is_like(&self.form)?;
        if let Some(place) = varies.difference(&self.varies).next() {
            return Err(Other::Page(msg!("bulk_hidden_differs", name = form.name_at(*place))));
        }
        match form.seal(form.held(), key, row) {
            Some(now) if now == *seal => Ok(()),
            _ => Err(Other::Row(msg!("bulk_other_values"))),
        }
    }
}

/// Whether a job waits with the card of a press that a yes for its row could be for: one that is begun for a row, asked of
/// nobody else, and whose form needs no further ticks.
pub fn may_be_covered(job: &Job) -> bool {
    job.record.table.is_some()
        && job.record.asked_by.is_none()
        && job.asks_about_press()
        && job.has_pressed_nothing()
}
