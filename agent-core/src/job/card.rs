//! The consent card: what is asked before anything is written, row by row, and the reply to it.

use std::sync::LazyLock;

use shared_types::{
    AgentAction, ConsentItem, ConsentRequest, JobStatus, ProfileId, Question, RefusalReason, Scope,
    Tier, VerificationKind, api::HistoryEntry,
};

use super::{
    event::{Context, Effect, log},
    given,
    permissions::{Card, Place},
    phase::{About, Answers, OpenCard, OpenQuestions, Phase, TypedRows},
    reply::Reply,
    state::Job,
    write::{self, CodePlace},
};
use crate::{
    gate::{self, Grants, Row},
    observe::{self, Page},
    plan,
    resolve::{self, Found},
    site,
};

/// A place that is no web site, as it is kept and compared: in no language of the person's.
const NO_SITE: &str = "no web site";

/// A profile that nobody has, so that no consent that is kept is one of it. What is off stays off for it.
static NOBODY: LazyLock<ProfileId> = LazyLock::new(|| ProfileId::new(""));

/// A write that the plan wants, judged for consent.
pub(super) struct Wanted {
    action: AgentAction,
    origin: String,
    pub(super) item: ConsentItem,
    pub(super) row: Row,
    pub(super) place: Place,
    covered: bool,
}

impl Job {
    pub(super) fn grants<'a>(&'a self, ctx: &Context<'a>) -> Grants<'a> {
        // What an agent asked for is no visit of the person's: nothing that they agreed to before holds for it.
        let of = if self.record.asked_by.is_some() { &*NOBODY } else { &self.record.profile_id };
        self.permissions.grants(of, ctx.consents, ctx.source)
    }

    /// Pauses when the writes that are due need a consent that was not asked for yet. `None`: they may
    /// go ahead; what is not covered is refused one by one.
    pub(super) fn ask_consent(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.compare_with_card(page, ctx);
        let wanted = self.wanted(page, ctx);
        let is_new = |one: &&Wanted| {
            !one.covered && !self.permissions.was_declined(&one.origin, &one.row.kind)
        };
        let new = wanted.iter().find(is_new).map(|one| one.origin.clone());
        let tells = |one: &&Wanted| !self.goes_elsewhere(page, &one.origin, &wanted).is_empty();
        let origin = new.or_else(|| wanted.iter().find(tells).map(|one| one.origin.clone()))?;
        let elsewhere = self.goes_elsewhere(page, &origin, &wanted);
        if !self.permissions.may_show_card(self.record.progress.page) {
            // What is not covered is refused one by one; where it would go is known here alone.
            return (!elsewhere.is_empty()).then(|| {
                let why = msg!("job_the_page_keeps_changing_where_its");
                self.end(JobStatus::Error, &why)
            });
        }
        let within = site::parts(&origin).1;
        let warnings = self.warnings(&origin, &elsewhere, ctx);
        // A form that sends elsewhere is agreed to as a whole; else only what is new is shown.
        let whole = !elsewhere.is_empty();
        self.permissions.note_places(elsewhere);
        let is_part = within.is_some()
            && wanted.iter().any(|one| {
                let declined = || self.permissions.was_declined(&one.origin, &one.row.kind);
                one.origin != origin && (one.covered || !declined())
            });
        let more = !whole && self.grants(ctx).allowed.knows(&origin);
        let rows: Vec<Wanted> = wanted
            .into_iter()
            .filter(|one| one.origin == origin)
            .filter(|one| {
                let was_declined = || self.permissions.was_declined(&origin, &one.row.kind);
                whole || (!one.covered && !was_declined())
            })
            .collect();
        let card = Card {
            origin: origin.clone(),
            rows: rows.iter().map(|one| (one.row.clone(), one.place.clone())).collect(),
            shown: Vec::new(),
            is_part,
        };
        let mut items: Vec<ConsentItem> = Vec::new();
        for one in rows {
            if !items.contains(&one.item) {
                items.push(one.item);
            }
        }
        self.record.consent =
            Some(ConsentRequest { id: ctx.nonce.to_owned(), origin, warnings, items, more });
        Some(self.pause(
            JobStatus::PausedForApproval,
            About::Consent(OpenCard { card, since: ctx.now }),
            &if more {
                msg!("job_the_form_asks_for_more_nothing_of")
            } else {
                msg!("job_fill_this_form_nothing_has_been")
            },
        ))
    }

    /// What is unusual about a site, and about where its forms send.
    pub(super) fn warnings(
        &self,
        origin: &str,
        elsewhere: &[(String, Row)],
        ctx: &Context<'_>,
    ) -> Vec<String> {
        let known: Vec<&str> = ctx
            .consents
            .iter()
            .filter(|kept| kept.scope != Scope::Never)
            .map(|kept| site::parts(&kept.origin).0)
            .collect();
        let (own, within) = site::parts(origin);
        let mut warnings = gate::warnings(own, &known);
        if let Some(page) = within {
            let of_page = gate::warnings(page, &known);
            warnings.extend(of_page);
            warnings.dedup();
            warnings.push(msg!("job_this_part_belongs_to_inside", frame = own, page = page));
        } else if self.record.origin.as_ref().is_some_and(|began_at| began_at != origin) {
            let began_at = self.record.origin.as_deref().unwrap_or_default();
            warnings.push(msg!("job_it_is_not_the_site_that_the_job", began_at = began_at));
        }
        let mut places: Vec<&str> = elsewhere.iter().map(|(place, _)| place.as_str()).collect();
        places.dedup();
        for place in places {
            let place = if place == NO_SITE { msg!("job_no_web_site") } else { place.to_owned() };
            warnings.push(msg!("job_the_form_sends_what_it_holds_to", place = place));
        }
        warnings
    }

    /// Once after a yes: a row that another field stands for now, in another document or in a form that
    /// sends elsewhere, is not the row that was agreed to.
    fn compare_with_card(&mut self, page: &Page, ctx: &Context<'_>) {
        let Some(card) = self.permissions.answered_card.take() else { return };
        let moved: Vec<Row> = self
            .wanted(page, ctx)
            .into_iter()
            .filter(|one| one.origin == card.origin)
            .filter(|one| {
                let mut shown = card.rows.iter().filter(|(row, _)| *row == one.row).peekable();
                shown.peek().is_some() && !shown.any(|(_, place)| *place == one.place)
                    || Self::differs_from_card(&card.shown, &one.action, page, ctx)
            })
            .map(|one| one.row)
            .collect();
        self.permissions.withdraw(&card.origin, &moved);
    }

    /// The writes that nothing but consent stands against: at the head of the plan, and for an endpoint that
    /// names one at a time what the rules would fill on this page.
    fn wanted(&self, page: &Page, ctx: &Context<'_>) -> Vec<Wanted> {
        let grants = self.grants(ctx);
        let due = self.plan.pending.iter().take_while(|action| write::is_write(action));
        let mut wanted: Vec<Wanted> =
            due.filter_map(|action| want(action, page, &grants)).collect();
        if self.planner.single && !wanted.is_empty() {
            let keys = ctx.source.keys();
            let rules = plan::plan(&self.plan_input(page, &keys));
            let expected = rules.actions.iter().filter(|action| write::is_write(action));
            // What the endpoint named is among it: a card shows it once.
            wanted.extend(expected.filter_map(|action| want(action, page, &grants)));
        }
        // What a recipe alone says is shown, whatever consent is kept.
        for one in &mut wanted {
            one.covered &= self.may_go_unseen(&one.origin, &one.place.fingerprint, &one.row);
        }
        wanted
    }

    /// Other sites that forms of this one send what is wanted to, each with what would go there, as far as the
    /// person was not shown that in this job; by site.
    fn goes_elsewhere(&self, page: &Page, origin: &str, wanted: &[Wanted]) -> Vec<(String, Row)> {
        let buttons = page.observation.buttons.iter().zip(&page.buttons);
        let of_buttons: Vec<&str> = buttons
            .filter(|(button, _)| button.submits == Some(true) && button.visible != Some(false))
            .filter(|(_, element)| element.site() == origin)
            .filter_map(|(button, _)| button.form_action.as_deref())
            .collect();
        let mut pairs: Vec<(String, Row)> = Vec::new();
        let is_due = |one: &&Wanted| {
            one.origin == origin
                && (one.covered || !self.permissions.was_declined(origin, &one.row.kind))
        };
        for one in wanted.iter().filter(is_due) {
            let places = one.place.goes_to.iter().map(String::as_str).chain(of_buttons.clone());
            let (own, _) = site::parts(origin);
            for place in places.filter(|place| gate::leaves(place, own)) {
                let origin = gate::origin_of(place);
                let site = if origin.is_empty() { NO_SITE.to_owned() } else { origin };
                let pair = (site, one.row.clone());
                if !self.permissions.knows_place(&pair) && !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        pairs
    }

    /// The person's reply to the consent card.
    pub(super) fn consented(
        &mut self,
        origin: &str,
        reply: &Reply,
        ctx: &Context<'_>,
    ) -> Result<Vec<Effect>, String> {
        let is_paused = matches!(self.phase, Phase::Paused { .. });
        let open = self.record.consent.as_ref().filter(|_| is_paused);
        let request = open.ok_or(msg!("job_nothing_asks_for_this_site_now"))?;
        if request.origin != origin {
            return Err(msg!("job_nothing_asks_for_this_site_now"));
        }
        if reply.scope == Scope::Never {
            return Ok(self.end(JobStatus::Stopped, &msg!("job_vaulty_is_off_on_this_site_from")));
        }
        if reply.card.is_empty() {
            return Err(msg!("job_the_reply_does_not_say_which_card"));
        }
        if request.id != reply.card {
            return Err(msg!("job_this_reply_was_for_an_earlier_card"));
        }
        let mut effects = Vec::new();
        let typed = self.choose(origin, reply, &mut effects, ctx)?;
        self.record.consent = None;
        self.suggestions.clear();
        // The plan goes on if the page is still the one that it was made for.
        let OpenCard { mut card, since } = match std::mem::replace(&mut self.phase, Phase::Settling)
        {
            Phase::Paused { about: About::Consent(open) } => open,
            _ => OpenCard { since: ctx.now, ..OpenCard::default() },
        };
        self.budget.waited_ms += ctx.now - since;
        // What was left out, or is filled otherwise, is not agreed to as it was planned.
        let as_planned = card.rows.iter().filter(|(row, place)| {
            !self.permissions.is_decided(origin, &place.fingerprint, &row.key)
        });
        let (given, kept_back): (Vec<Row>, Vec<Row>) =
            as_planned.map(|(row, _)| row.clone()).partition(|row| reply.covers(&row.kind));
        self.permissions.allow(origin, given);
        for row in kept_back {
            self.permissions.decline(origin, row.kind);
        }
        card.rows.extend(typed.chosen);
        self.permissions.answered_card = Some(card);
        self.record.status = JobStatus::Running;
        self.record.message = msg!("job_reading_the_page");
        if !typed.once.is_empty() {
            let TypedRows { once, fields, of_agents, .. } = typed;
            self.phase = Phase::EnteringAnswers(Answers { once, fields, of_agents });
        }
        effects.push(log("status", msg!("job_you_agreed_to_filling_in_on_this")));
        effects.push(Effect::Observe { settle_ms: 0, delay_ms: 0 });
        Ok(effects)
    }

    /// The person agreed to this for several rows of a table, this one included, or not any more. That answers an open card;
    /// of what else there is nothing is asked for: it stays out of each of them.
    pub(super) fn agreed_in_bulk(
        &mut self,
        agreed: Option<(String, Vec<Row>)>,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        self.permissions.end_bulk();
        let may = self.record.table.is_some() && self.record.asked_by.is_none();
        let Some((origin, rows)) = agreed.filter(|_| may) else { return Vec::new() };
        self.permissions.allow_only(&origin, rows);
        let Phase::Paused { about: About::Consent(open) } = &self.phase else { return Vec::new() };
        let is_plain = open.card.origin == origin
            && self.record.consent.as_ref().is_some_and(|request| request.warnings.is_empty());
        if !is_plain {
            return Vec::new();
        }
        self.budget.waited_ms += ctx.now - open.since;
        self.permissions.answered_card = Some(open.card.clone());
        self.record.consent = None;
        self.suggestions.clear();
        self.phase = Phase::Settling;
        self.record.status = JobStatus::Running;
        self.record.message = msg!("job_reading_the_page");
        vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }]
    }

    /// A no to a frame of another origin is about that part of the page alone, where the rest was agreed to.
    pub(super) fn decline_part(&mut self) -> Option<Vec<Effect>> {
        let request = self.record.consent.as_ref()?;
        let Phase::Paused { about: About::Consent(open) } = &self.phase else { return None };
        let is_part = site::parts(&request.origin).1.is_some()
            && (open.card.is_part
                || self.permissions.has_allowed()
                || !self.record.written.is_empty());
        if !is_part {
            return None;
        }
        self.permissions.leave(self.record.consent.take()?.origin);
        self.phase = Phase::Settling;
        self.record.status = JobStatus::Running;
        self.record.message = msg!("job_reading_the_page");
        Some(vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }])
    }

    /// What the questions that are put to the person are about: whoever answers one that has no answer yet
    /// gives it to this site, in this field.
    pub(super) fn rows_of_questions(&self, page: &Page, ctx: &Context<'_>) -> Vec<Row> {
        let grants = self.grants(ctx);
        let keys = |question: &Question| {
            // It may be kept for this site alone, which is no entry of the profile.
            let own = question.keep_as.is_some().then(|| question.save_as.clone());
            own.into_iter().chain([given::kept_as(question).clone()])
        };
        let questions = self.record.questions.iter();
        let asked = questions.flat_map(|question| keys(question).map(move |key| (question, key)));
        let rows = asked.filter_map(|(question, key)| {
            let position = question.field as usize;
            let field = page.observation.fields.get(position)?;
            let origin = page.fields.get(position)?.site();
            let (key, source) = (&key, ctx.source.at(origin));
            let counts = self.record.origin.as_deref() == Some(origin)
                && source.value(key).is_none()
                && !grants.allowed.is_off(origin);
            let kind = gate::agree(key, field, origin, &source).ok().filter(|_| counts)?;
            Some(Row::of(key, field, kind))
        });
        rows.collect()
    }

    /// The open questions are answered, or skipped: then there is no value to be written.
    pub(super) fn take_questions(&mut self) -> OpenQuestions {
        let Phase::Paused { about: About::Questions(mut asked) } = std::mem::take(&mut self.phase)
        else {
            return OpenQuestions::default();
        };
        let rows = std::mem::take(&mut asked.rows);
        if let Some(origin) = self.record.origin.clone().filter(|_| !rows.is_empty()) {
            self.permissions.allow(&origin, rows);
        }
        asked
    }

    /// A card of an older version cannot be replied to: the page is read again, and asked about anew.
    pub(super) fn drop_old_card(&mut self) {
        let is_old = self.record.consent.as_ref().is_some_and(|request| request.id.is_empty());
        if is_old && self.record.status == JobStatus::PausedForApproval {
            self.record.consent = None;
            self.record.status = JobStatus::Running;
            self.phase = Phase::Observing;
        }
    }

    /// Ends the job when the person has switched Vaulty off for the site.
    pub(super) fn check_off(&mut self, origin: &str, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let off = gate::is_off(ctx.consents, origin);
        off.then(|| self.end(JobStatus::Stopped, &msg!("job_vaulty_is_off_on_this_site")))
    }

    /// Which site, and which fields if they are there already, a code is asked for; and what the field is
    /// called.
    pub(super) fn place_of_code(&self, kind: VerificationKind, page: &Page) -> (CodePlace, String) {
        let origin = page.documents.first().map(|one| one.origin.clone()).unwrap_or_default();
        let fields = write::code_fields(kind, page, &origin, &self.record.written);
        let label = fields.first().map(|field| label_of(field)).unwrap_or_default();
        let fields = fields.iter().filter_map(|field| field.fingerprint.clone()).collect();
        (CodePlace { origin, fields }, label)
    }

    /// Whether data was refused for want of consent: no further try changes that.
    pub(super) fn is_unwanted(entry: &HistoryEntry) -> bool {
        entry.result.refusal == Some(RefusalReason::NoConsent)
    }

    /// Secrets that were written on this page, each once.
    pub(super) fn secrets_here(&self) -> Vec<String> {
        let page = self.record.progress.page;
        let mut secrets: Vec<String> = Vec::new();
        for written in &self.record.written {
            let counts = written.page == page && written.tier == Tier::Secret;
            if counts && !secrets.contains(&written.thing) {
                secrets.push(written.thing.clone());
            }
        }
        secrets
    }
}

/// The document of an element, and where the frames stand that it is seen through: one that moves is asked about anew.
pub(super) fn where_it_is(page: &Page, element: &observe::Element) -> String {
    let document = page.documents.iter().find(|one| one.document_id == element.document_id);
    let holders = document.map(|document| document.through.as_slice()).unwrap_or_default();
    let mut place = element.document_id.clone();
    for observe::Holder { document_id, element, place: (left, top, width) } in holders {
        place.push_str(&format!(" in {document_id}/{element} at {left},{top},{width}"));
    }
    place
}

/// What a field is called on a card.
pub(super) fn label_of(field: &shared_types::Field) -> String {
    let label = field.group.as_ref().unwrap_or(&field.label);
    if label.is_empty() { field.name.clone() } else { label.clone() }
}

/// A write as a card would show it, if nothing but consent stands against it.
pub(super) fn want(action: &AgentAction, page: &Page, grants: &Grants<'_>) -> Option<Wanted> {
    let target = action.target()?;
    let Ok(Found::Field(index)) = resolve::resolve(target, &page.observation) else {
        return None;
    };
    let covered = match gate::judge(action, Some(Found::Field(index)), page, grants) {
        gate::Verdict::Allow => true,
        gate::Verdict::Refuse(RefusalReason::NoConsent, _) => false,
        _ => return None,
    };
    let position = index as usize;
    let (field, element) = (page.observation.fields.get(position)?, page.fields.get(position)?);
    let origin = element.site().to_owned();
    let key = gate::source_key(action)?;
    let (kind, row) = grants.row(action, field, &origin).ok()?;
    let buttons = page.observation.buttons.iter();
    let mut goes_to: Vec<String> = buttons
        .filter(|button| button.form == field.form && button.submits == Some(true))
        .filter_map(|button| button.form_action.clone())
        // A script, or Enter, sends it without any of them.
        .chain(Some(element.form_action.clone()).filter(|place| !place.is_empty()))
        .collect();
    goes_to.sort();
    goes_to.dedup();
    Some(Wanted {
        action: action.clone(),
        origin,
        item: ConsentItem {
            label: gate::shown_label(field),
            page_says: observe::preset_text(page, field),
            source: key.to_string(),
            tier: kind.tier(),
            kind: row.kind.kind.clone(),
            thing: gate::thing_of(key, kind),
        },
        row,
        place: Place {
            fingerprint: field.fingerprint.clone().unwrap_or_default(),
            document: where_it_is(page, element),
            goes_to,
        },
        covered,
    })
}
