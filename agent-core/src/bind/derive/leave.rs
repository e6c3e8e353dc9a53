//! Where the person lives and may work, and what is asked about other countries.

use super::{Case, as_shown, restored, says_yes};
use crate::{
    bind::{meaning, source::Datum},
    places::{self, countries},
    question::{self, Intent, Question, Region, UnnamedCountry},
    text::fold,
};

/// Fields before a question that are looked at for what it is about.
const MOST_BEFORE: usize = 40;

impl Case<'_> {
    /// The countries that it is about: those that it names, else the person's own or the form's. None where it is not clear.
    pub(super) fn regions(&self) -> Vec<Region> {
        if !self.question.regions.is_empty() {
            return self.question.regions.clone();
        }
        match self.question.unnamed_country() {
            UnnamedCountry::Own => self.country().map(Region::Country).into_iter().collect(),
            UnnamedCountry::OfTheForm => self.regions_around(),
            UnnamedCountry::Unclear => Vec::new(),
        }
    }

    /// What the page says it is about, if that is one country.
    pub(super) fn regions_around(&self) -> Vec<Region> {
        let page = self.ask.observation;
        let field = self.field;
        let near =
            [field.described_by.as_deref(), field.section.as_deref(), field.nearby.as_deref()];
        let of = |texts: &[&str]| -> Vec<Region> {
            let mut regions: Vec<Region> =
                texts.iter().flat_map(|text| question::regions_in(text)).collect();
            regions.sort_unstable();
            regions.dedup();
            regions
        };
        let near: Vec<&str> = near.into_iter().flatten().collect();
        let regions = of(&near);
        if !regions.is_empty() {
            return regions;
        }
        let regions = self.regions_before();
        if !regions.is_empty() {
            return regions;
        }
        let around = [&page.title, &page.page_context].map(|text| restored(text, self.source));
        let regions = of(&around.each_ref().map(String::as_str));
        if regions.len() == 1 { regions } else { Vec::new() }
    }

    /// Of questions about leave to work, the countries of the one before: "Do you have the right to work in the UK?",
    /// then "Will you require sponsorship?".
    pub(super) fn regions_before(&self) -> Vec<Region> {
        use Intent as I;
        let is_leave = |intent: Intent| {
            matches!(
                intent,
                I::WorkPermission | I::WorkPermissionAlone | I::PermitNeeded | I::Sponsorship
            )
        };
        if !is_leave(self.question.intent) {
            return Vec::new();
        }
        let before = self.ask.form().filter(|other| other.index < self.ask.field.index);
        // A page may have any number of them.
        let mut before: Vec<_> = before.collect();
        let before = before.split_off(before.len().saturating_sub(MOST_BEFORE)).into_iter();
        let asked = before.filter_map(|other| question::of_field(&as_shown(other, self.source)));
        let leave =
            asked.filter(|question| is_leave(question.intent) && !question.regions.is_empty());
        let mut named: Vec<Vec<Region>> = leave.map(|question| question.regions).collect();
        named.dedup();
        // A page that asks about several countries says nothing of the one that it does not name.
        match named.as_slice() {
            [one] => one.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn is_in_place(&self) -> Option<bool> {
        let subject = &self.question.subject;
        let own = self.country()?;
        if subject.is_empty() {
            let regions = &self.question.regions;
            return (!regions.is_empty()).then(|| regions.iter().any(|region| region.has(own)));
        }
        if !self.question.regions.is_empty() {
            return None;
        }
        let address = &self.source.profile.address;
        let is = |part: &str| !part.is_empty() && fold(part) == fold(subject);
        let is_own = Region::named(subject).is_some_and(|region| region.has(own));
        if is_own || is(address.city.reveal()) || is(address.state.reveal()) {
            return Some(true);
        }
        // The place is in the country that the form is about, and the person is in another.
        let around = self.regions_around();
        if !around.is_empty() && around.iter().all(|region| !region.has(own)) {
            return Some(false);
        }
        // A state is known to be another one; a city or a region may hold the person's.
        let theirs = places::states(subject, None);
        let mine = places::states(address.state.reveal(), Some(own));
        (!theirs.is_empty()
            && (!mine.is_empty() || theirs.iter().all(|(country, _)| *country != own)))
        .then(|| theirs.iter().any(|state| mine.contains(state)))
    }

    /// What is written under a family of facts by country, for all regions that are asked about.
    pub(super) fn by_region(&self, family: &str) -> Option<bool> {
        let regions = self.regions();
        let known: Vec<(Region, &str)> = self
            .source
            .facts_of(family)
            .filter_map(|(name, value)| Some((Region::named(name)?, value)))
            .collect();
        let of = |region: &Region| -> Option<bool> {
            let exact = known.iter().find(|(own, _)| own == region);
            let within = known.iter().find(|(own, _)| match region {
                Region::Country(code) => own.has(code),
                _ => false,
            });
            says_yes(exact.or(within)?.1)
        };
        let answers: Vec<Option<bool>> = regions.iter().map(of).collect();
        let (first, rest) = answers.split_first()?;
        rest.iter().all(|other| other == first).then_some(*first)?
    }

    pub(super) fn may_work(&self) -> Option<bool> {
        // Of a name that is not known it cannot be told whether it is the country that is asked about.
        let is_known = || {
            let mut named = self.source.facts_of("workPermission");
            named.all(|(name, _)| Region::named(name).is_some())
        };
        let is_complete =
            || says_yes(self.source.fact("workPermissionComplete")) == Some(true) && is_known();
        let unknown = || (!self.regions().is_empty() && is_complete()).then_some(false);
        self.by_region("workPermission").or_else(unknown)
    }

    /// Whoever may not work there needs a permit; whoever may is sure to need none only as a citizen.
    pub(super) fn needs_permit(&self) -> Option<bool> {
        if !self.may_work()? {
            return Some(true);
        }
        let own = self.citizenships();
        let regions = self.regions();
        let is_citizen = |region: &Region| own.iter().any(|code| region.has(code));
        (!regions.is_empty() && regions.iter().all(is_citizen)).then_some(false)
    }

    pub(super) fn may_work_alone(&self) -> Option<bool> {
        // "… without sponsorship" is no negation of the question.
        if !self.may_work()? {
            return Some(false);
        }
        Some(!self.sponsorship_there()?)
    }

    pub(super) fn sponsorship_there(&self) -> Option<bool> {
        let other = || {
            let mut named = self.source.facts_of("sponsorship");
            // "Any other country"; another name that is not known may be the very country.
            let is_known =
                |name: &str| Region::named(name).is_some() || meaning::names_others(name);
            if self.regions().is_empty() || !named.clone().all(|(name, _)| is_known(name)) {
                return None;
            }
            let (_, value) = named.find(|(name, _)| Region::named(name).is_none())?;
            says_yes(value)
        };
        self.by_region("sponsorship").or_else(other)
    }

    pub(super) fn needs_sponsorship(&self) -> Option<bool> {
        let here = self.question.asks_about_here() && self.question.regions.is_empty();
        if here {
            // "… to remain in your current location": where the person lives.
            let own = Region::Country(self.country()?);
            let question = Question { regions: vec![own], ..self.question.clone() };
            return Case { question: &question, ..*self }.sponsorship_there();
        }
        self.sponsorship_there()
    }

    pub(super) fn is_citizen(&self) -> Option<bool> {
        let own: Vec<&'static str> = self.citizenships();
        let regions = &self.question.regions;
        let is_one = |region: &Region| own.iter().any(|code| region.has(code));
        let count = regions.iter().filter(|region| is_one(region)).count();
        // Of several countries it may ask for each or for one; groups of countries stand for one another.
        let is_clear = count == 0
            || count == regions.len()
            || regions.iter().any(|region| !matches!(region, Region::Country(_)));
        (!own.is_empty() && !regions.is_empty() && is_clear).then_some(count > 0)
    }

    pub(super) fn citizenships(&self) -> Vec<&'static str> {
        let text = self.source.fact("citizenship");
        let parts = text.split([',', ';', '/', '(']).map(str::trim);
        parts.filter_map(|part| countries().code(part)).collect()
    }

    /// From a list of countries the country, from one of nationalities what the person calls theirs.
    pub(super) fn nationality(&self, text: &str) -> Option<Datum> {
        let choices = self.choices();
        let is_country = |choice: &&String| countries().code_in_option(choice).is_some();
        if choices.iter().filter(is_country).count() * 2 > choices.len() {
            let own = self.citizenships();
            let [only] = own.as_slice() else { return None };
            return countries().name(only).map(|name| Datum::Text(name.to_owned()));
        }
        Some(Datum::Text(text.to_owned()))
    }

    pub(super) fn relocate(&self, text: &str) -> Option<Datum> {
        let named = !self.question.regions.is_empty() || !self.question.subject.is_empty();
        match says_yes(text) {
            Some(false) => self.flag(false),
            Some(true) if !named => self.flag(true),
            Some(true) => {
                let wanted = Region::named(self.source.fact("relocateWhere"))?;
                let meant = self.question.regions.contains(&wanted);
                meant.then(|| self.flag(true)).flatten()
            }
            // "Only within Portugal": not to another country, and perhaps within it.
            None => {
                let within = question::regions_in(text);
                let away = !within.is_empty()
                    && !self.question.regions.is_empty()
                    && self.question.regions.iter().all(|region| !within.contains(region));
                if away {
                    return self.flag(false);
                }
                let maybe =
                    self.choices().into_iter().find(|choice| meaning::is_perhaps(choice))?;
                Some(Datum::Text(maybe))
            }
        }
    }
}
