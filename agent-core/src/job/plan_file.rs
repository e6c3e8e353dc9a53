//! The plan of a form as a file: which fields take which entries, as a recipe says it. Names and digests, never a value.

use shared_types::{ProfileKey, json};

use super::{
    event::Context,
    recall::{Clean, is_of_page, own_part},
    recalled::may_be_learned,
    state::Job,
};
use crate::{
    bind::Source,
    gate,
    memory::recipe::{self, Held, Seen, Step, Wrote},
    observe::Page,
    plan,
    resolve::{self, Found},
    site,
};
impl Job {
    /// What is planned for this page, and was written on it and on the pages of this form before, as a recipe's file.
    /// `None` where nothing of it may be told: secrets, agreements, and fields whose words hold anything of the person's are
    /// left out.
    pub fn plan_file(&self, page: &Page, ctx: &Context<'_>) -> Option<String> {
        let own = own_part(page)?;
        let origin = site::origin_of(&own.url);
        let profile = Source { record: None, ..ctx.source };
        let mut wrote = self.wrote_here(page, ctx);
        let all = plan::asked(&page.observation);
        for action in self.due() {
            let found = action.target().map(|target| resolve::resolve(target, &page.observation));
            let (Some(Ok(Found::Field(index))), Some(key)) = (found, gate::source_key(action))
            else {
                continue;
            };
            if !is_of_page(page, index) || self.is_closed(page, index) {
                continue;
            }
            let field = page.observation.fields.get(index as usize);
            let fingerprint = field.and_then(|field| field.fingerprint.clone());
            let asked = all.iter().find(|one| one.fields.contains(&index));
            let is_entry = |key: &ProfileKey| {
                profile.value(key).is_some()
                    && asked.is_some_and(|asked| may_be_learned(asked, key, &profile))
            };
            if let Some(fingerprint) = fingerprint.filter(|_| is_entry(key)) {
                wrote.retain(|one| one.fingerprint != fingerprint);
                wrote.push(Wrote { fingerprint, held: Held::Entry(key.clone()), way: None });
            }
        }
        let clean = Clean::of(page, ctx);
        let seen = Seen { observation: &own, pressed: None, wrote: &wrote };
        let step = recipe::page_of(&seen, &|text: &str| clean.is(text))?;
        let earlier = self.recall.learned.iter().filter(|one| one.origin == origin);
        let earlier = earlier.filter_map(|one| json::from_str::<Step>(&one.recipe).ok());
        let is_other = |one: &Step| one.path != step.path || one.signature != step.signature;
        let mut steps: Vec<Step> = earlier.filter(is_other).collect();
        steps.push(step);
        steps.retain(|step| !step.fields.is_empty());
        recipe::write(&recipe::of_pages(origin, steps)?)
    }
}
