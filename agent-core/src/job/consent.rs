//! Consent before the first write, and the code that is for one place alone.

use shared_types::{
    ConsentItem, ConsentRequest, JobStatus, RefusalReason, Scope, Tier, VerificationKind,
    api::HistoryEntry,
};

use super::{Context, Effect, Job, Phase, write};
use crate::{
    gate::{self, Allowance, Allowed, Grants},
    observe::Page,
    order,
    resolve::{self, Found},
};

/// The person's reply on the consent card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// For how long.
    pub scope: Scope,
    /// Personal data, too.
    pub personal: bool,
    /// Secrets, by kind.
    pub secrets: Vec<String>,
}

/// A write that the plan wants, judged for consent.
struct Wanted {
    origin: String,
    item: ConsentItem,
    covered: bool,
}

impl Job {
    pub(super) fn grants<'a>(&'a self, ctx: &Context<'a>) -> Grants<'a> {
        Grants {
            origins: &self.origins,
            covers_pages: self.covers_pages,
            allowed: Allowed { here: &self.allowed, kept: ctx.consents },
        }
    }

    /// Pauses when the writes that are due need a consent that was not asked for yet. `None`: they may
    /// go ahead; what is not covered is refused one by one.
    pub(super) fn ask_consent(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let wanted = self.wanted(page, ctx);
        let is_new = |one: &&Wanted| !one.covered && !self.was_asked(&one.origin, &one.item.thing);
        let origin = wanted.iter().find(is_new).map(|one| one.origin.clone());
        let elsewhere = self.goes_elsewhere(page, &wanted);
        let origin = origin.or_else(|| {
            let first = wanted.first().filter(|_| !elsewhere.is_empty())?;
            Some(first.origin.clone())
        })?;
        let known: Vec<&str> = ctx
            .consents
            .iter()
            .filter(|kept| kept.scope != Scope::Never)
            .map(|kept| kept.origin.as_str())
            .collect();
        let mut warnings = gate::warnings(&origin, &known);
        if self.record.origin.as_ref().is_some_and(|began_at| *began_at != origin) {
            let began_at = self.record.origin.as_deref().unwrap_or_default();
            warnings.push(format!("it is not the site that the job began at ({began_at})"));
        }
        for place in &elsewhere {
            warnings.push(format!("the form sends what it holds to another site: {place}"));
        }
        self.shown_places.extend(elsewhere);
        let items: Vec<ConsentItem> =
            wanted.into_iter().filter(|one| one.origin == origin).map(|one| one.item).collect();
        for item in &items {
            let asked = (origin.clone(), item.thing.clone());
            if !self.asked_for.contains(&asked) {
                self.asked_for.push(asked);
            }
        }
        self.record.consent = Some(ConsentRequest { origin, warnings, items });
        self.paused_at = ctx.now;
        Some(self.pause(
            JobStatus::PausedForApproval,
            "May Vaulty fill in on this site? Nothing was written yet.",
        ))
    }

    fn was_asked(&self, origin: &str, thing: &str) -> bool {
        self.asked_for.iter().any(|(site, asked)| site == origin && asked == thing)
    }

    /// The writes at the head of the plan that nothing but consent stands against.
    fn wanted(&self, page: &Page, ctx: &Context<'_>) -> Vec<Wanted> {
        let grants = self.grants(ctx);
        let mut wanted: Vec<Wanted> = Vec::new();
        for action in self.pending.iter().take_while(|action| write::is_write(action)) {
            let Some(Ok(Found::Field(index))) =
                action.target().map(|target| resolve::resolve(target, &page.observation))
            else {
                continue;
            };
            let position = index as usize;
            let (Some(field), Some(element)) =
                (page.observation.fields.get(position), page.fields.get(position))
            else {
                continue;
            };
            let verdict = gate::judge(action, Some(Found::Field(index)), page, &grants);
            let covered = match verdict {
                gate::Verdict::Allow => true,
                gate::Verdict::Refuse(RefusalReason::NoConsent, _) => false,
                _ => continue,
            };
            let Ok(kind) = gate::kind_of_write(action, field) else { continue };
            wanted.push(Wanted {
                origin: element.expect.origin.clone(),
                item: ConsentItem {
                    label: label_of(field),
                    source: write::source_of(action)
                        .map_or_else(|| "a tick".to_owned(), ToString::to_string),
                    tier: kind.tier(),
                    thing: kind.thing().to_owned(),
                },
                covered,
            });
        }
        wanted
    }

    /// Other sites that forms with writes send to, and that the person was not shown in this job.
    fn goes_elsewhere(&self, page: &Page, wanted: &[Wanted]) -> Vec<String> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let buttons = page.observation.buttons.iter().zip(&page.buttons);
        let mut places: Vec<String> = buttons
            .filter(|(button, _)| button.submits == Some(true) && button.visible != Some(false))
            .filter_map(|(button, element)| {
                let place = button.form_action.as_deref()?;
                gate::leaves(place, &element.expect.origin).then(|| {
                    let origin = gate::origin_of(place);
                    if origin.is_empty() { "no web site".to_owned() } else { origin }
                })
            })
            .filter(|place| !self.shown_places.contains(place))
            .collect();
        order::sort_by(&mut places, |a, b| a.cmp(b));
        places.dedup();
        places
    }

    /// The person's reply to the consent card.
    pub(super) fn consented(
        &mut self,
        origin: &str,
        reply: Reply,
        ctx: &Context<'_>,
    ) -> Result<Vec<Effect>, String> {
        let open = self
            .record
            .consent
            .take_if(|request| request.origin == origin && self.phase == Phase::Paused);
        if open.is_none() {
            return Err("nothing asks for this site now".to_owned());
        }
        if reply.scope == Scope::Never {
            return Ok(self.end(
                JobStatus::Stopped,
                "Vaulty is off on this site from now on. Nothing was written.",
            ));
        }
        self.waited_ms += ctx.now - self.paused_at;
        self.allowed.retain(|one| one.origin != origin);
        self.allowed.push(Allowance {
            origin: origin.to_owned(),
            personal: reply.personal,
            secrets: reply.secrets,
        });
        self.record.status = JobStatus::Running;
        self.record.message = "Reading the page…".to_owned();
        // The plan goes on if the page is still the one that it was made for.
        self.phase = Phase::Settling;
        Ok(vec![
            super::log("status", "You agreed to filling in on this site.".to_owned()),
            Effect::Observe { settle_ms: 0, delay_ms: 0 },
        ])
    }

    /// Ends the job when the person has switched Vaulty off for the site.
    pub(super) fn check_off(&mut self, origin: &str, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let off = Allowed { here: &[], kept: ctx.consents }.is_off(origin);
        off.then(|| {
            self.end(
                JobStatus::Stopped,
                "Vaulty is off on this site. Settings → Sites has it back.",
            )
        })
    }

    /// Remembers which site, and which fields if they are there already, a code is asked for. The site, and
    /// what the field is called.
    pub(super) fn bind_code(&mut self, kind: VerificationKind, page: &Page) -> (String, String) {
        let origin = page.documents.first().map(|one| one.origin.clone()).unwrap_or_default();
        let fields = write::code_fields(kind, page, &origin);
        let label = fields.first().map(|field| label_of(field)).unwrap_or_default();
        let prints = fields.iter().filter_map(|field| field.fingerprint.clone()).collect();
        self.code_for = Some((origin.clone(), prints));
        (origin, label)
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

/// What a field is called on a card.
pub(super) fn label_of(field: &shared_types::Field) -> String {
    let label = field.group.as_ref().unwrap_or(&field.label);
    if label.is_empty() { field.name.clone() } else { label.clone() }
}
