//! What the person makes of single rows of the review sheet: left out, another entry, their own words, an answer.
//!
//! A choice is for one field. What was left out, and what was typed into, is written by nobody else in the job; an entry
//! that was chosen takes the place of the one that a plan names.

use shared_types::{
    AgentAction, DataKind, ProfileKey, Question, RowChoice, RowReply, Tier, action::AnswerKind,
    job::OpenCode, profile::Document,
};

use super::{
    card::{Wanted, want, where_it_is},
    event::{Context, Effect},
    given,
    one::sites_of,
    permissions::Closed,
    phase::{About, AskedField, Phase, TypedRows},
    recall::Clean,
    recalled::may_be_learned,
    reply::{Choice, Reply},
    sheet::{chosen, field_of_row, is_into, title},
    state::Job,
    view, write,
};
use crate::{
    gate::{self, Grants},
    memory::{
        Correction, Lessons,
        recipe::{self, Use},
    },
    observe::Page,
    plan::{self, Asked},
};

/// A reply to rows, as far as something of it is kept.
#[derive(Debug, Default)]
pub struct SortedRows {
    /// For the job.
    pub rows: Vec<(String, Choice)>,
    /// To be kept in the profile.
    pub kept: Vec<given::Kept>,
    /// Answers that were taken for questions in other words. What the card does not take teaches nothing.
    pub taken: Vec<(ProfileKey, Question)>,
    /// What is to be known of fields from then on.
    pub taught: Vec<Correction>,
    /// To be kept among the documents.
    pub documents: Vec<(ProfileKey, Document)>,
}

/// Where a choice goes.
struct Spot<'a> {
    index: u32,
    field: &'a shared_types::Field,
    origin: &'a str,
    document: String,
}

impl Job {
    /// Sorts what the person makes of rows by what becomes of it. A secret is kept nowhere.
    ///
    /// # Errors
    /// A row that is not there, or an answer that cannot be one: why, for the person.
    pub fn sort_rows(
        &self,
        page: &Page,
        rows: Vec<RowReply>,
        ctx: &Context<'_>,
    ) -> Result<SortedRows, String> {
        let keys = &ctx.source.keys();
        let clean = Clean::of(page, ctx);
        let mut sorted = SortedRows::default();
        for RowReply { row, choice } in rows {
            let spot = match spot(page, &row) {
                Ok(spot) => spot,
                // What is gone is neither filled nor left; what the page has instead is asked for.
                Err(_) if matches!(choice, RowChoice::Fill | RowChoice::Leave) => continue,
                Err(why) => return Err(why),
            };
            let question = || {
                let asked = plan::question(&page.observation, spot.index)?;
                let mut question = [Question { origin: spot.origin.to_owned(), ..asked }];
                given::join_profile(&mut question, &self.plan_input(page, keys));
                question.into_iter().next()
            };
            // What another site shows in this one says nothing of it.
            let is_its =
                self.record.consent.as_ref().is_some_and(|card| card.origin == spot.origin);
            let said = is_its.then(|| self.said_by(&choice, spot.index, page, ctx)).flatten();
            let of_it =
                said.and_then(|used| Correction::of(spot.field, used, |text| clean.is(text)));
            sorted.taught.extend(of_it);
            let choice = match choice {
                RowChoice::Fill => Choice::Fill,
                RowChoice::Leave => Choice::Leave,
                RowChoice::Take { key } => {
                    if key.as_str().starts_with("answers.") {
                        sorted.taken.extend(question().map(|question| (key.clone(), question)));
                    }
                    Choice::Take(key)
                }
                RowChoice::Write { text, .. } if text.reveal().trim().is_empty() => Choice::Leave,
                RowChoice::Write { text, keep, only_here } => {
                    let why =
                        || msg!("job_nothing_can_be_typed_in_here", field = title(spot.field));
                    let question = question()
                        .filter(|asked| asked.kind != AnswerKind::File)
                        .ok_or_else(why)?;
                    given::check(&question, text.reveal())
                        .map_err(|why| format!("{}: {why}", question.question))?;
                    if keep && !given::is_secret(&question, text.reveal()) {
                        let kept = given::Kept::of(&question, text, only_here);
                        let key = kept.key.clone();
                        sorted.kept.push(kept);
                        Choice::Given(key)
                    } else {
                        Choice::Typed(text)
                    }
                }
                RowChoice::OfAgent { text } => {
                    let question =
                        question().ok_or_else(|| msg!("job_the_agents_answer_is_another"))?;
                    self.may_take_from_agent(&question.save_as, text.reveal())?;
                    Choice::OfAgent(text)
                }
                RowChoice::Attach { document } => {
                    let why = || msg!("job_it_takes_no_file", field = title(spot.field));
                    let question = question()
                        .filter(|asked| asked.kind == AnswerKind::File)
                        .ok_or_else(why)?;
                    given::check_file(&question, &document)
                        .map_err(|why| format!("{}: {why}", question.question))?;
                    sorted.documents.push((question.save_as.clone(), document));
                    Choice::Given(question.save_as)
                }
            };
            sorted.rows.push((row, choice));
        }
        Ok(sorted)
    }

    /// What a choice says of its field.
    fn said_by(
        &self,
        choice: &RowChoice,
        index: u32,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Use> {
        match choice {
            RowChoice::Take { key } if key.as_str().starts_with("answers.") => {
                self.learned_of(index, page, ctx).map(|_| Use::Open)
            }
            RowChoice::Take { key } => {
                let asked = plan::asked(&page.observation);
                let asked = asked.iter().find(|one| one.fields.contains(&index));
                if asked.is_some_and(|asked| !may_be_learned(asked, key, &ctx.source)) {
                    return self.learned_of(index, page, ctx).map(|_| Use::Open);
                }
                Lessons::may_name(key, &ctx.source).then(|| recipe::use_of(key))
            }
            RowChoice::Write { text, .. } if !text.reveal().trim().is_empty() => {
                self.said_by_words(index, text.reveal(), page, ctx)
            }
            RowChoice::Leave | RowChoice::Write { .. } => self.said_by_leaving(index, page, ctx),
            RowChoice::Fill | RowChoice::OfAgent { .. } | RowChoice::Attach { .. } => None,
        }
    }

    /// The kinds that a reply lets be kept beyond the job: what the card showed, was agreed to and was not left out.
    pub fn kinds_to_keep(&self, page: &Page, reply: &Reply) -> Vec<DataKind> {
        let Phase::Paused { about: About::Consent(open) } = &self.phase else { return Vec::new() };
        let left: Vec<&str> = reply
            .rows
            .iter()
            .filter(|(_, choice)| *choice != Choice::Fill)
            .filter_map(|(row, _)| spot(page, row).ok()?.field.fingerprint.as_deref())
            .collect();
        let rows = open.card.rows.iter();
        let agreed = rows.filter(|(_, place)| !left.contains(&place.fingerprint.as_str()));
        let mut kinds: Vec<DataKind> = agreed
            .map(|(row, _)| row.kind.clone())
            .filter(|kind| kind.tier != Tier::Secret && reply.covers(kind))
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }

    /// Takes in what was chosen for single rows. Nothing is taken if one of them cannot be.
    pub(super) fn choose(
        &mut self,
        origin: &str,
        reply: &Reply,
        effects: &mut Vec<Effect>,
        ctx: &Context<'_>,
    ) -> Result<TypedRows, String> {
        if reply.rows.is_empty() {
            return Ok(TypedRows::default());
        }
        let page = ctx.page.ok_or(msg!("job_the_page_was_not_read_yet_look_at"))?;
        let asked = plan::asked(&page.observation);
        let ours = self.ours(page, &asked, ctx);
        let mut typed = TypedRows::default();
        let (mut closed, mut wanted, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
        for (row, choice) in &reply.rows {
            // As planned, or not at all: a row that is gone, or of a site that this card is not about, gets nothing by
            // either, for no yes to it is here.
            let is_plain = matches!(choice, Choice::Fill | Choice::Leave);
            let spot = match spot(page, row) {
                Ok(spot) if spot.origin == origin => spot,
                _ if is_plain => continue,
                Ok(_) => return Err(msg!("job_this_row_belongs_to_another_site")),
                Err(why) => return Err(why),
            };
            let close = |typed: bool| Closed {
                origin: origin.to_owned(),
                fingerprint: spot.field.fingerprint.clone().unwrap_or_default(),
                typed,
            };
            let of_it = |one: &&Asked| one.fields.contains(&spot.index);
            match choice {
                Choice::Leave => {
                    closed.push(close(false));
                    skipped.extend(plan::question(&page.observation, spot.index));
                }
                Choice::Fill => {
                    let one = asked.iter().find(of_it);
                    let action =
                        one.and_then(|one| ours.iter().find(|action| is_into(action, one, page)));
                    let key = action.and_then(gate::source_key);
                    if let Some(key) = key {
                        wanted.push(self.want_chosen(key, &spot, page, Some(reply), ctx)?);
                    }
                }
                Choice::Take(key) => {
                    wanted.push(self.want_chosen(key, &spot, page, Some(reply), ctx)?);
                }
                Choice::Given(key) => {
                    wanted.push(self.want_chosen(key, &spot, page, None, ctx)?);
                }
                Choice::Typed(text) | Choice::OfAgent(text) => {
                    self.may_be_typed(&spot, page)?;
                    let question = plan::question(&page.observation, spot.index)
                        .ok_or_else(|| msg!("job_nothing_can_be_typed_into_this"))?;
                    if matches!(choice, Choice::OfAgent(_)) {
                        let taken = self.taken_from_agent(&question.save_as, text.reveal())?;
                        typed.of_agents.push(taken);
                    }
                    typed.fields.push(AskedField {
                        save_as: question.save_as.clone(),
                        origin: origin.to_owned(),
                        fingerprint: spot.field.fingerprint.clone().unwrap_or_default(),
                        document: spot.document.clone(),
                    });
                    typed.once.push((question, text.clone()));
                    closed.push(close(true));
                }
            }
        }
        typed.chosen = wanted.iter().map(|(_, one)| (one.row.clone(), one.place.clone())).collect();
        self.take_chosen(origin, closed, wanted);
        self.note_columns(origin, reply, page, ctx.now);
        if !skipped.is_empty() {
            self.remember_questions(skipped, effects);
        }
        Ok(typed)
    }

    fn note_columns(&mut self, origin: &str, reply: &Reply, page: &Page, now: f64) {
        let asked = plan::asked(&page.observation);
        for (row, choice) in &reply.rows {
            let Some(spot) = spot(page, row).ok().filter(|spot| spot.origin == origin) else {
                continue;
            };
            if let Some(one) = asked.iter().find(|one| one.fields.contains(&spot.index)) {
                self.note_column(page, one, choice, now);
            }
        }
    }

    fn take_chosen(
        &mut self,
        origin: &str,
        closed: Vec<Closed>,
        wanted: Vec<(gate::Chosen, Wanted)>,
    ) {
        let permissions = &mut self.permissions;
        let is_same =
            |closed: &Closed, print: &str| closed.origin == origin && closed.fingerprint == print;
        for (chosen, wanted) in wanted {
            // The last word counts.
            permissions.closed.retain(|one| !is_same(one, &chosen.fingerprint));
            permissions
                .chosen
                .retain(|one| one.origin != origin || one.fingerprint != chosen.fingerprint);
            permissions.allow(origin, vec![wanted.row.clone()]);
            permissions.chosen.push(chosen);
        }
        for one in closed {
            permissions
                .chosen
                .retain(|chosen| chosen.origin != origin || chosen.fingerprint != one.fingerprint);
            permissions.closed.retain(|other| !is_same(other, &one.fingerprint));
            permissions.closed.push(one);
        }
    }

    /// A write that the person chose, if nothing but consent stands against it. `reply`: its kind must be ticked.
    fn want_chosen(
        &self,
        key: &ProfileKey,
        spot: &Spot<'_>,
        page: &Page,
        reply: Option<&Reply>,
        ctx: &Context<'_>,
    ) -> Result<(gate::Chosen, Wanted), String> {
        let label = title(spot.field);
        if ctx.source.at(spot.origin).value(key).is_none() {
            return Err(msg!("job_this_entry_is_not_in_your_profile", label = label));
        }
        let action = plan::write_of(&page.observation, spot.index, key.clone());
        let chosen = chosen(key, spot.field, spot.origin);
        let one = [chosen.clone()];
        let grants = Grants { chosen: &one, ..self.grants(ctx) };
        let wanted = action.and_then(|action| want(&action, page, &grants));
        let wanted =
            wanted.ok_or_else(|| msg!("job_it_cannot_be_filled_with_this", label = label))?;
        if reply.is_some_and(|reply| !reply.covers(&wanted.row.kind)) {
            let thing = &wanted.item.thing;
            let thing = if thing.is_empty() { &wanted.row.kind.kind } else { thing };
            return Err(msg!(
                "job_tick_to_fill_it_with_this",
                label = label,
                thing = gate::thing_words(thing)
            ));
        }
        Ok((chosen, wanted))
    }

    /// What is typed goes only where the card says that things go.
    fn may_be_typed(&self, spot: &Spot<'_>, page: &Page) -> Result<(), String> {
        let Spot { field, origin, .. } = spot;
        let label = title(field);
        let is_barred = gate::is_barred(field, origin);
        if is_barred || field.visible == Some(false) || field.disabled || field.readonly {
            return Err(msg!("job_it_cannot_be_filled_in_now", label = label));
        }
        for site in sites_of(page, spot.index, origin) {
            if !self.permissions.knows_site(&site) {
                return Err(msg!("job_its_form_sends_to_another_site", label = label, site = site));
            }
        }
        Ok(())
    }

    /// Puts what was chosen for single fields in the place of what the plan says of them.
    pub(super) fn follow_choices(&mut self, page: &Page) {
        let (chosen, closed) = (&self.permissions.chosen, &self.permissions.closed);
        if chosen.is_empty() && closed.is_empty() {
            return;
        }
        let asked = plan::asked(&page.observation);
        let print = |index: &u32| {
            let at = *index as usize;
            let (field, element) = (page.observation.fields.get(at)?, page.fields.get(at)?);
            Some((field.fingerprint.as_deref()?, element.site()))
        };
        let prints =
            |one: &Asked| -> Vec<(&str, &str)> { one.fields.iter().filter_map(print).collect() };
        let mut own: Vec<AgentAction> = Vec::new();
        let mut decided: Vec<u32> = Vec::new();
        let mut left: Vec<u32> = Vec::new();
        for one in &asked {
            let prints = prints(one);
            let of_it = |print: &str, origin: &str| prints.contains(&(print, origin));
            if let Some(closed) = closed.iter().find(|one| of_it(&one.fingerprint, &one.origin)) {
                decided.extend(&one.fields);
                if !closed.typed {
                    left.push(one.field);
                }
            } else if let Some(chosen) =
                chosen.iter().find(|one| of_it(&one.fingerprint, &one.origin))
            {
                decided.extend(&one.fields);
                let is_done = self.history.iter().any(|entry| {
                    let print = entry.fingerprint.as_deref().unwrap_or_default();
                    prints.iter().any(|(own, _)| *own == print)
                        && gate::source_key(&entry.action) == Some(&chosen.key)
                });
                let is_planned = self.plan.pending.iter().any(|action| is_into(action, one, page));
                if !is_done || is_planned {
                    own.extend(plan::write_of(&page.observation, one.field, chosen.key.clone()));
                }
            }
        }
        let is_decided = |action: &AgentAction| {
            write::is_write(action)
                && asked
                    .iter()
                    .any(|one| decided.contains(&one.field) && is_into(action, one, page))
        };
        self.plan.pending.retain(|action| !is_decided(action));
        self.plan.pending.splice(0..0, own);
        for action in &mut self.plan.pending {
            if let AgentAction::AskUser { questions } = action {
                questions.retain(|question| !decided.contains(&question.field));
            }
        }
        self.plan.pending.retain(
            |action| !matches!(action, AgentAction::AskUser { questions } if questions.is_empty()),
        );
        self.record.open.retain(|open| !decided.contains(&open.field));
        for index in left {
            self.leave_open(page, index, OpenCode::PersonOnly, &msg!("job_you_left_it_out"));
        }
    }

    /// Takes out of the plan what would take the place of what the person has put there themselves: a list that holds
    /// something is else filled, because nobody may have touched it.
    pub(super) fn keep_what_was_typed(&mut self, page: &Page) {
        let asked = plan::asked(&page.observation);
        let is_persons = |one: &&Asked| {
            let at = one.field as usize;
            let both = page.observation.fields.get(at).zip(page.fields.get(at));
            both.is_some_and(|(field, element)| {
                let print = field.fingerprint.as_ref();
                let is_ours = |other: &String| Some(other) == print;
                element.touched
                    && !view::is_empty(field)
                    && !self.record.written.iter().any(|written| is_ours(&written.fingerprint))
                    && !self.permissions.chosen.iter().any(|one| is_ours(&one.fingerprint))
            })
        };
        let kept: Vec<&Asked> = asked.iter().filter(is_persons).collect();
        for one in kept {
            let before = self.plan.pending.len();
            self.plan
                .pending
                .retain(|action| !(write::is_write(action) && is_into(action, one, page)));
            if self.plan.pending.len() < before {
                let why = msg!("job_it_holds_something_already");
                self.leave_open(page, one.field, OpenCode::AlreadyFilled, &why);
            }
        }
    }

    /// Whether the person has left a field out, or has typed something into it: nobody else writes there.
    pub(super) fn is_closed(&self, page: &Page, index: u32) -> bool {
        let field = |index: u32| {
            let at = index as usize;
            page.observation.fields.get(at).zip(page.fields.get(at))
        };
        let Some((first, _)) = field(index) else { return false };
        let group = first.group_id;
        let same = page
            .observation
            .fields
            .iter()
            .filter(|other| other.index == index || group.is_some() && other.group_id == group);
        same.filter_map(|other| field(other.index)).any(|(field, element)| {
            self.permissions.closed.iter().any(|closed| {
                field.fingerprint.as_ref() == Some(&closed.fingerprint)
                    && element.site() == closed.origin
            })
        })
    }
}

/// The field that a row stands for.
fn spot<'a>(page: &'a Page, row: &str) -> Result<Spot<'a>, String> {
    let find = || {
        let index = field_of_row(page, row)?;
        let at = index as usize;
        let (field, element) = (page.observation.fields.get(at)?, page.fields.get(at)?);
        let origin = element.site();
        Some(Spot { index, field, origin, document: where_it_is(page, element) })
    };
    find().ok_or_else(|| msg!("job_the_page_has_changed_look_at_the"))
}
