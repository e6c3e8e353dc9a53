//! A job that fills one field alone: the same gate, the same consent, no questions in a list of their own and no press.
//!
//! Where the rules know an entry, it is filled like any other; where they know none, the sheet opens with the field's one
//! row, and the person chooses what goes in.

use shared_types::{ConsentRequest, JobRecord, JobStatus, message::FieldTarget};

use super::{
    event::{Context, Effect},
    permissions::Card,
    phase::{About, OpenCard},
    sheet::{differs, is_into, title, value_of},
    state::{Job, OneField},
    view, write,
};
use crate::{
    gate::{self, Row},
    observe::Page,
    plan::{self, Asked, Plan},
    site,
};

impl Job {
    /// Makes it a job about one field. Who knows no element of it says so before.
    pub fn fill_only(&mut self, target: FieldTarget) {
        let element = target.element.unwrap_or_default();
        self.only = Some(OneField { frame: target.frame_id, element, ..OneField::default() });
        self.record.one_field = true;
    }

    /// Makes it a change of one field that a job has filled: from the profile that this filled from.
    pub fn as_change_of(&mut self, form: &JobRecord) {
        self.record.change_of = Some(form.id.clone());
        self.record.profile_id = form.profile_id.clone();
    }

    /// The question of the page that the job is about.
    fn only_asked(&mut self, page: &Page) -> Option<Asked> {
        let only = self.only.as_mut()?;
        if only.fingerprint.is_empty() {
            let mut elements = page.observation.fields.iter().zip(&page.fields);
            let (field, element) = elements.find(|(_, element)| {
                element.frame_id == only.frame && element.element == only.element
            })?;
            only.origin = element.site().to_owned();
            only.fingerprint = field.fingerprint.clone().unwrap_or_default();
        }
        let only = self.only.as_ref()?;
        plan::asked(&page.observation).into_iter().find(|asked| only.is(asked, page))
    }

    /// Whether the job is about this question alone.
    pub(super) fn is_about_only(&self, asked: &Asked, page: &Page) -> bool {
        self.only.as_ref().is_some_and(|only| only.is(asked, page))
    }

    /// Takes of a plan what is about the one field.
    pub(super) fn planned_one(
        &mut self,
        plan: Plan,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(asked) = self.only_asked(page) else {
            return self.fail(&msg!("job_this_is_no_field_that_vaulty_can"));
        };
        let is_its = |index: u32| asked.fields.contains(&index);
        self.record.open = plan.open.into_iter().filter(|open| is_its(open.field)).collect();
        self.plan.pending = plan
            .actions
            .into_iter()
            .filter(|action| write::is_write(action) && is_into(action, &asked, page))
            .collect();
        self.plan.signature = view::signature(page);
        // Whoever asks for a field that holds the entry already has something else in mind.
        if self.holds_what_is_planned(&asked, page, ctx) {
            self.plan.pending.clear();
        }
        self.follow_choices(page);
        let tried = self.only.as_mut().is_some_and(|only| std::mem::replace(&mut only.tried, true));
        match (self.plan.pending.is_empty(), tried) {
            (false, _) => self.advance(ctx),
            (true, false) => self.ask_what_to_fill(&asked, page, ctx),
            (true, true) => {
                let label = page.observation.fields.get(asked.field as usize).map(title);
                let label = label.unwrap_or_default();
                match self.record.written.is_empty() {
                    true => self.done(&msg!("job_nothing_was_filled")),
                    false => self.done(&msg!("job_filled", label = label)),
                }
            }
        }
    }

    fn holds_what_is_planned(&self, asked: &Asked, page: &Page, ctx: &Context<'_>) -> bool {
        let at = asked.field as usize;
        let both = page.observation.fields.get(at).zip(page.fields.get(at));
        let key = self.plan.pending.first().and_then(gate::source_key);
        both.zip(key).is_some_and(|((field, element), key)| {
            let value = value_of(page, asked.field, key, &ctx.source);
            let is_filled = asked.filled || !view::is_empty(field);
            is_filled && value.is_ok_and(|value| !differs(asked, field, element, page, &value))
        })
    }

    /// A card without rows: the person chooses what goes into the field.
    fn ask_what_to_fill(&mut self, asked: &Asked, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let origin = self.only.as_ref().map(|only| only.origin.clone()).unwrap_or_default();
        // A frame of another site is one of the page that shows it.
        let (own, within) = site::parts(&origin);
        if !self.permissions.origins.iter().any(|known| known == within.unwrap_or(own)) {
            return self.fail(&msg!("job_this_field_belongs_to_another_site"));
        }
        let places = sites_of(page, asked.field, &origin).into_iter();
        let elsewhere: Vec<(String, Row)> = places.map(|site| (site, Row::default())).collect();
        let warnings = self.warnings(&origin, &elsewhere, ctx);
        self.permissions.note_places(elsewhere);
        let card = Card { origin: origin.clone(), ..Card::default() };
        self.record.consent = Some(ConsentRequest {
            id: ctx.nonce.to_owned(),
            origin,
            warnings,
            ..ConsentRequest::default()
        });
        let about = About::Consent(OpenCard { card, since: ctx.now });
        self.pause(JobStatus::PausedForApproval, about, &msg!("job_choose_what_to_fill_in_here"))
    }
}

impl OneField {
    /// Whether it is one of the fields of a question.
    fn is(&self, asked: &Asked, page: &Page) -> bool {
        let is_it = |index: &u32| {
            let at = *index as usize;
            page.observation.fields.get(at).zip(page.fields.get(at)).is_some_and(
                |(field, element)| {
                    field.fingerprint.as_deref() == Some(&self.fingerprint)
                        && element.site() == self.origin
                },
            )
        };
        asked.fields.iter().any(is_it)
    }
}

/// Other sites that the form of a field sends to.
pub(super) fn sites_of(page: &Page, index: u32, origin: &str) -> Vec<String> {
    let at = index as usize;
    let Some((field, element)) = page.observation.fields.get(at).zip(page.fields.get(at)) else {
        return Vec::new();
    };
    let buttons = page.observation.buttons.iter();
    let of_form = buttons
        .filter(|button| button.form == field.form && button.submits == Some(true))
        .filter_map(|button| button.form_action.as_deref());
    let places = of_form.chain([element.form_action.as_str()]);
    let (own, _) = site::parts(origin);
    let mut sites: Vec<String> =
        places.filter(|place| gate::leaves(place, own)).map(gate::origin_of).collect();
    sites.sort();
    sites.dedup();
    sites
}
