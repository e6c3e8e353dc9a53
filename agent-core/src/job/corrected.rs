//! What the person's corrections say of single fields: on the review sheet, and in the page before its form is sent. It
//! becomes a lesson, which proposes an entry the next time, or leaves a field alone.
//!
//! That a text is an entry by chance does no harm here: a lesson fills nothing by itself.

use shared_types::{ProfileKey, job::OpenCode};

use super::{
    event::Context,
    recall::{Clean, is_of_page, prints},
    recalled::NotedCorrection,
    sheet::{differs, is_into, value_of},
    state::Job,
};
use crate::{
    bind::Source,
    memory::{
        self, Correction, Lessons,
        recipe::{Use, use_of},
    },
    observe::{self, Page},
    plan::{AskKind, Asked, asked},
    text::fold,
};

/// Corrections that are noted of a job, and fields of a page that are looked at for them.
const MOST: usize = 100;
/// Letters and digits of a text that says which entry it is.
const LEAST: usize = 2;

impl Job {
    /// What leaving a row out says: of a write that was planned that the field is left alone, of a question that what is
    /// offered is not what it asks for. Nothing is said by what the form demands, and by one row of a table.
    pub(super) fn said_by_leaving(
        &self,
        index: u32,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Use> {
        if self.only.is_some() || self.fills_from_record(ctx) {
            return None;
        }
        let all = asked(&page.observation);
        let one = all.iter().find(|one| one.fields.contains(&index))?;
        let is_preset =
            |index: &u32| page.fields.get(*index as usize).is_some_and(|one| one.preset);
        let is_persons = one.filled && !one.fields.iter().all(is_preset);
        if is_persons || one.required {
            return None;
        }
        if self.due().any(|action| is_into(action, one, page)) {
            return Some(Use::Leave);
        }
        (!one.filled).then_some(Use::Open)
    }

    /// What the person's own words in a row say: they speak against what was learned of its field, unless it is the same.
    pub(super) fn said_by_words(
        &self,
        index: u32,
        text: &str,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Use> {
        let used = self.learned_of(index, page, ctx)?;
        let keys = ctx.source.keys();
        let is_same = match used {
            Use::Leave => false,
            used => {
                let key = keys.iter().find(|key| use_of(key) == *used)?;
                let value = value_of(page, index, key, &ctx.source).ok()?;
                fold(value.reveal()) == fold(text)
            }
        };
        (!is_same).then_some(Use::Open)
    }

    /// What lessons say of a field.
    pub(super) fn learned_of<'a>(
        &self,
        index: u32,
        page: &Page,
        ctx: &Context<'a>,
    ) -> Option<&'a Use> {
        let at = index as usize;
        let (field, element) = page.observation.fields.get(at).zip(page.fields.get(at))?;
        ctx.lessons.taken_by(field, element.site(), self.record.profile_id.as_str())
    }

    /// Whether the person left a field out before. What the form demands is not left out for that, and of two that read
    /// alike neither is.
    pub(super) fn was_left_out(&self, one: &Asked, page: &Page, ctx: &Context<'_>) -> bool {
        if !ctx.lessons.leaves_any() || one.required || self.fills_from_record(ctx) {
            return false;
        }
        let Some(field) = page.observation.fields.get(one.field as usize) else { return false };
        let mut others =
            page.observation.fields.iter().filter(|other| !one.fields.contains(&other.index));
        self.learned_of(one.field, page, ctx) == Some(&Use::Leave)
            && !others.any(|other| memory::read_alike(field, other))
    }

    /// The fields that the person left out before and that nothing is in.
    pub(super) fn left_out_before(&self, page: &Page, ctx: &Context<'_>) -> Vec<u32> {
        if !ctx.lessons.leaves_any() {
            return Vec::new();
        }
        let is_left = |open: u32, one: &Asked| {
            one.fields.contains(&open) && self.was_left_out(one, page, ctx)
        };
        let all = asked(&page.observation);
        let open = self.record.open.iter().filter(|open| open.code == OpenCode::PersonOnly);
        let fields = open.map(|open| open.field).filter(|at| !self.is_closed(page, *at));
        fields.filter(|at| all.iter().any(|one| is_left(*at, one))).collect()
    }

    fn fills_from_record(&self, ctx: &Context<'_>) -> bool {
        self.record.table.is_some() || ctx.source.record.is_some()
    }

    /// Notes what the person made of fields in the page that is about to be pressed on. It counts once the form was sent.
    /// It is of the form of the button, where that has one.
    pub(super) fn note_corrections(
        &mut self,
        page: &Page,
        form: Option<u32>,
        clean: &Clean,
        ctx: &Context<'_>,
    ) {
        let Some(document) = page.documents.first() else { return };
        if self.fills_from_record(ctx) {
            return;
        }
        let is_touched =
            |index: &u32| page.fields.get(*index as usize).is_some_and(|one| one.touched);
        let all = asked(&page.observation);
        let said: Vec<Correction> = all
            .iter()
            .filter(|one| one.fields.iter().any(is_touched))
            .take(MOST)
            .filter_map(|one| {
                let field = page.observation.fields.get(one.field as usize)?;
                if form.is_some() && field.form != form {
                    return None;
                }
                let used = self.said_in_page(one, page, ctx)?;
                Correction::of(field, used, |text| clean.is(text)).map(Correction::in_page)
            })
            .collect();
        // Pressed on once more, it is the page as it is now that counts.
        let is_here = |noted: &NotedCorrection| {
            let mut fields = page.observation.fields.iter();
            noted.site == document.origin && fields.any(|field| noted.correction.is_of(field))
        };
        let mut noted = std::mem::take(&mut self.recall.corrections);
        noted.retain(|one| !is_here(one));
        let site = || document.origin.clone();
        noted.extend(
            said.into_iter().map(|correction| NotedCorrection { site: site(), correction }),
        );
        noted.truncate(MOST);
        self.recall.corrections = noted;
    }

    /// What the person typed or chose in the page says of its field: which entry it is, if it is just one.
    fn said_in_page(&self, one: &Asked, page: &Page, ctx: &Context<'_>) -> Option<Use> {
        let at = one.field as usize;
        let (field, element) = page.observation.fields.get(at).zip(page.fields.get(at))?;
        let is_own = one.fields.iter().all(|index| is_of_page(page, *index));
        let is_text = matches!(one.kind, AskKind::Text | AskKind::Choice);
        if !is_own || !is_text || !one.open_to_advice || self.is_closed(page, one.field) {
            return None;
        }
        let text = observe::shown_value(field, &element.value);
        let text = fold(text.reveal());
        if text.chars().filter(|c| c.is_alphanumeric()).count() < LEAST {
            return None;
        }
        let profile = Source { record: None, ..ctx.source };
        let prints = prints(one, page);
        let here = self.record.progress.page;
        let mut written = self.record.written.iter().filter(|one| one.page == here);
        let written = written.find(|one| prints.contains(&one.fingerprint));
        if let Some(written) = written {
            let key = ProfileKey::new(written.source.as_str());
            let value = value_of(page, one.field, &key, &profile).ok()?;
            if !differs(one, field, element, page, &value) {
                return None;
            }
        }
        let is_it = |key: &ProfileKey| {
            value_of(page, one.field, key, &profile).is_ok_and(|value| fold(value.reveal()) == text)
        };
        let keys = profile.keys();
        let mut fitting = keys.iter().filter(|key| is_it(key));
        match (fitting.next(), fitting.next()) {
            // An answer is for its own question, and found again by its meaning.
            (Some(key), None) if Lessons::may_name(key, &profile) => Some(use_of(key)),
            _ => self.learned_of(one.field, page, ctx).map(|_| Use::Open),
        }
    }

    /// The corrections on a site whose form was sent.
    pub(super) fn corrections_on(&mut self, origin: &str) -> Vec<Correction> {
        let noted = std::mem::take(&mut self.recall.corrections).into_iter();
        noted.filter(|one| one.site == origin).map(|one| one.correction).collect()
    }
}
