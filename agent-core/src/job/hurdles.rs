//! What a form refuses, visit after visit: noted while it is filled, learned once it was sent, and heard at the next visit.
//!
//! Nothing here holds a value. What is heard only changes which way is tried first, or leaves a field to the person, with
//! what would be filled laid beside it: taking it there tries it again.

use std::collections::BTreeMap;

use shared_types::{
    AgentAction, Field, ProfileKey, api::HistoryEntry, job::OpenCode, sheet::NearBy,
};

use super::{
    event::Context,
    recall::{is_of_page, own_part},
    recalled::{Likely, NotedMet},
    state::Job,
    write::{self, InFlight},
};
use crate::{
    gate,
    memory::{
        Lessons, Meeting, Met, Place,
        recipe::{Held, Use, Way, Wrote, signature_of, use_of},
    },
    observe::Page,
    plan,
    resolve::{self, Found},
    site,
};

/// Fields of a job that are noted.
const MOST: usize = 400;

/// The form that a page shows: its site and its fields.
struct Form {
    site: String,
    signature: String,
}

impl Form {
    fn of(page: &Page) -> Option<Self> {
        let own = own_part(page)?;
        Some(Self { site: site::origin_of(&own.url), signature: signature_of(&own) })
    }

    fn place(&self, page: &Page, index: u32, key: &ProfileKey) -> Option<Place> {
        let field = page.observation.fields.get(index as usize)?;
        let is_own = is_of_page(page, index);
        is_own.then(|| Place::of(field, &self.site, &self.signature, key))?
    }
}

fn field_of(action: &AgentAction, page: &Page) -> Option<u32> {
    match resolve::resolve(action.target()?, &page.observation) {
        Ok(Found::Field(index)) => Some(index),
        _ => None,
    }
}

impl Job {
    /// A write of this entry ended, or was undone by the page: notes how the field was met.
    pub(super) fn note_met(&mut self, page: &Page, index: u32, key: &ProfileKey, met: Met) {
        let print = page.observation.fields.get(index as usize);
        let Some(fingerprint) = print.and_then(|field| field.fingerprint.clone()) else { return };
        let noted = &mut self.recall.met;
        let before = noted.iter().position(|one| one.fingerprint == fingerprint);
        if before.is_none() && (met == Met::Nothing || noted.len() >= MOST) {
            return;
        }
        // It was written into the form as it was when it was first met.
        let before = before.map(|at| noted.remove(at).meeting.place);
        let used = use_of(key);
        let place = before
            .filter(|place| place.used == used)
            .or_else(|| Form::of(page)?.place(page, index, key));
        if let Some(place) = place {
            let meeting = Meeting { place, label: String::new(), met };
            noted.push(NotedMet { fingerprint, meeting, is_so: false });
        }
    }

    /// A page is pressed on that was filled so: what holds still of how its fields were met is learned once the form was
    /// sent. `is_clean` says whether a text holds nothing of the person's.
    pub(super) fn settle_met(
        &mut self,
        page: &Page,
        wrote: &[Wrote],
        lessons: &Lessons,
        is_clean: &impl Fn(&str) -> bool,
    ) {
        // Another form of an entry is another text: it is ours for as long as nobody was in the field.
        let written = &self.record.written;
        let is_in_other_form = |field: &Field, used: &Use| {
            let is_untouched =
                page.fields.get(field.index as usize).is_some_and(|element| !element.touched);
            is_untouched
                && written.iter().any(|one| {
                    Some(&one.fingerprint) == field.fingerprint.as_ref()
                        && use_of(&ProfileKey::new(one.source.as_str())) == *used
                })
        };
        let is_kept = |field: &Field, used: &Use| {
            wrote.iter().any(|one| {
                Some(&one.fingerprint) == field.fingerprint.as_ref()
                    && match &one.held {
                        Held::Entry(key) => use_of(key) == *used,
                        Held::Other => is_in_other_form(field, used),
                        Held::Nothing => false,
                    }
            })
        };
        for noted in &mut self.recall.met {
            let fields = page.observation.fields.iter();
            let mut its =
                fields.filter(|one| one.fingerprint.as_deref() == Some(&noted.fingerprint));
            let Some(field) = its.next() else { continue };
            let texts = [Some(&field.label), field.group.as_ref(), field.section.as_ref()];
            let is_kept = is_kept(field, &noted.meeting.place.used);
            let is_plain = texts.into_iter().flatten().all(|text| is_clean(text));
            noted.is_so = is_plain && is_kept != noted.meeting.met.is_left();
            noted.meeting.label.clone_from(&field.label);
        }
        if lessons.has_hurdles() {
            self.note_cleared(page, wrote, lessons);
        }
    }

    /// What was known to be refused and was kept at once is known no longer.
    fn note_cleared(&mut self, page: &Page, wrote: &[Wrote], lessons: &Lessons) {
        let Some(form) = Form::of(page) else { return };
        for one in wrote {
            let Held::Entry(key) = &one.held else { continue };
            let is_noted = |noted: &NotedMet| noted.fingerprint == one.fingerprint;
            if self.recall.met.iter().any(is_noted) {
                continue;
            }
            let fields = page.observation.fields.iter();
            let mut its =
                fields.filter(|field| field.fingerprint.as_ref() == Some(&one.fingerprint));
            let place = its.next().and_then(|field| form.place(page, field.index, key));
            if let Some(place) = place.filter(|place| lessons.has_met(place)) {
                let meeting = Meeting { place, label: String::new(), met: Met::Nothing };
                let fingerprint = one.fingerprint.clone();
                self.recall.met.push(NotedMet { fingerprint, meeting, is_so: true });
            }
        }
    }

    /// How the fields of a site were met whose form was sent.
    pub(super) fn met_on(&mut self, origin: &str) -> Vec<Meeting> {
        let noted = std::mem::take(&mut self.recall.met).into_iter();
        let held = noted.filter(|one| one.is_so && one.meeting.place.site == origin);
        held.map(|one| one.meeting).collect()
    }

    /// Lets writes of a field begin in another form, where the page dropped the last one, or with what worked on two visits.
    pub(super) fn begin(
        &self,
        writes: &mut [InFlight],
        action: &AgentAction,
        index: u32,
        page: &Page,
        lessons: &Lessons,
    ) {
        if self.was_dropped(page, index) {
            writes.iter_mut().for_each(InFlight::try_another_form);
        } else if let Some((form, way)) = self.begins_with(action, index, page, lessons) {
            let own = writes.iter_mut().filter(|write| write.subject.field == index);
            own.for_each(|write| write.begin_with(form, way));
        }
    }

    /// The form and the way that a write begins with, because the others were refused on two visits.
    fn begins_with(
        &self,
        action: &AgentAction,
        index: u32,
        page: &Page,
        lessons: &Lessons,
    ) -> Option<(u8, Way)> {
        if !lessons.has_hurdles() {
            return None;
        }
        let place = Form::of(page)?.place(page, index, gate::source_key(action)?)?;
        match lessons.met(&place)? {
            Met::Written { form, way } => Some((form, way)),
            _ => None,
        }
    }

    /// Takes out of the plan what this form refused on two visits, and leaves it to the person.
    pub(super) fn leave_what_is_refused(
        &mut self,
        page: &Page,
        ctx: &Context<'_>,
        taken: &mut Vec<HistoryEntry>,
    ) {
        if !ctx.lessons.has_hurdles() {
            return;
        }
        let refused = self.refused_in(&self.plan.pending, page, ctx.lessons);
        for (index, met) in refused {
            let why = match met {
                Met::Unopened => msg!("job_its_list_did_not_open_twice"),
                Met::TakenBack => msg!("job_the_page_removed_it_twice"),
                _ => msg!("job_the_page_refused_it_twice"),
            };
            self.take_out(page, &why, taken, |action| field_of(action, page) == Some(index));
            self.leave_open(page, index, OpenCode::PersonOnly, &why);
        }
    }

    /// Which of these writes go into fields of which it is known that the form refuses just that. What the person chose
    /// for a field, and what is in it already, is theirs to say.
    pub(super) fn refused_in(
        &self,
        actions: &[AgentAction],
        page: &Page,
        lessons: &Lessons,
    ) -> Vec<(u32, Met)> {
        let Some(form) = Form::of(page) else { return Vec::new() };
        let refused = |action: &AgentAction| {
            let index = field_of(action, page).filter(|_| write::is_write(action))?;
            let key = gate::source_key(action)?;
            let met = lessons.met(&form.place(page, index, key)?)?;
            let field = page.observation.fields.get(index as usize)?;
            let print = field.fingerprint.as_deref().unwrap_or_default();
            let is_chosen = self.permissions.chose(&form.site, print, key.as_str());
            let was_written = self.record.written.iter().any(|one| one.fingerprint == print);
            (met.is_left() && !is_chosen && !was_written).then_some((index, met))
        };
        actions.iter().filter_map(refused).collect()
    }

    /// What the rules would fill into such fields: it is laid beside them.
    pub(super) fn refused_before(&self, page: &Page, ctx: &Context<'_>) -> BTreeMap<u32, Likely> {
        let mut all = BTreeMap::new();
        if !ctx.lessons.has_hurdles() {
            return all;
        }
        let keys = ctx.source.keys();
        let rules = plan::plan(&self.plan_input(page, &keys));
        for (index, _) in self.refused_in(&rules.actions, page, ctx.lessons) {
            let mut its = rules
                .actions
                .iter()
                .filter(|action| write::is_write(action) && field_of(action, page) == Some(index));
            if let Some(key) = its.next().and_then(gate::source_key) {
                all.insert(index, Likely::new(use_of(key), NearBy::Refused));
            }
        }
        all
    }
}
