//! What the person knows and did: languages, skills, employers.

use shared_types::ProfileKey;

use super::{Case, FREELANCE, says_yes};
use crate::{
    bind::{
        inferred::is_inferred,
        numbers::{self, Quantity, Unit},
        pay,
        source::Datum,
    },
    language::{List, has},
    question::{self, Class, Intent},
    text::{fold, words},
};

impl Case<'_> {
    /// The choice of the same rank; where choices leave ranks out, the nearest.
    pub(super) fn of_rank(&self, text: &str, class: Class) -> Option<Datum> {
        let choices = self.choices();
        let Some(wanted) = question::classes(text, class).first().copied() else {
            return Some(Datum::Text(text.to_owned()));
        };
        if choices.is_empty() {
            return Some(Datum::Text(text.to_owned()));
        }
        let rank = |choice: &String| question::classes(choice, class).first().copied();
        let nearest =
            choices.iter().filter_map(|choice| Some((rank(choice)?.abs_diff(wanted), choice)));
        let near = nearest.clone().map(|(distance, _)| distance).min()?;
        let exact_only = class == Class::Education;
        if near > usize::from(!exact_only) {
            return None;
        }
        let mut found = nearest.filter(|(distance, _)| *distance == near).map(|(_, choice)| choice);
        let (first, second) = (found.next()?, found.next());
        // Between two ranks, the lower one promises less; two of the same rank cannot be told apart.
        let lower = match second {
            None => first,
            Some(second) if rank(second) < rank(first) => second,
            Some(second) if rank(first) < rank(second) => first,
            Some(_) => return None,
        };
        Some(Datum::Text(lower.clone()))
    }

    pub(super) fn years_of(&self) -> Option<Datum> {
        let subject = fold(&self.question.subject);
        let mut known = self.source.facts_of("years");
        let (_, years) = known.find(|(name, _)| fold(name) == subject)?;
        Some(Datum::Number(pay::first(years)?))
    }

    /// Whether the person has the years that are asked for; without a word of more or less, at least those.
    pub(super) fn has_years(&self, total: &str) -> Option<bool> {
        let known = match self.question.intent {
            Intent::YearsAtLeast => numbers::number(&pay::first(total)?)?,
            _ => numbers::number(&self.years_of()?.text())?,
        };
        let asked = numbers::span(&self.question.text)?.or_more();
        Some(asked.holds(Quantity { number: known, unit: Some(Unit::Year) }))
    }

    /// Whether the person says of a skill that they have it. Of one that they don't list nothing is known.
    pub(super) fn has_experience(&self) -> Option<bool> {
        let subject = fold(&self.question.subject);
        let years = self.years_of().map(|years| years.text() != "0");
        let skills = &self.source.profile.resume.skills;
        years.or_else(|| skills.iter().any(|skill| fold(skill.reveal()) == subject).then_some(true))
    }

    /// Whether the person's highest degree is of the rank that is asked for, or above it. A list may leave one out, so that
    /// from it alone nobody is said to have none.
    pub(super) fn has_degree(&self, highest: &str) -> Option<bool> {
        let rank = |text: &str| match question::classes(text, Class::Education).as_slice() {
            [rank] => Some(*rank),
            _ => None,
        };
        let has = rank(highest)? >= rank(&self.question.text)?;
        (has || !is_inferred(&ProfileKey::new(self.ask.key()))).then_some(has)
    }

    pub(super) fn worked_there(&self) -> Option<bool> {
        let subject = words(&self.question.subject);
        let jobs = &self.source.profile.resume.experiences;
        let names = |company: &str| {
            let own = words(company);
            !subject.is_empty() && subject.iter().all(|word| own.contains(word))
                || !own.is_empty() && own.iter().all(|word| subject.contains(word))
        };
        if jobs.iter().any(|job| names(job.company.reveal())) {
            return Some(true);
        }
        if !self.names_an_employer(&subject) {
            return None;
        }
        let is_complete = says_yes(self.source.fact("jobsComplete")) == Some(true);
        // Whoever worked for themselves may have worked for anybody.
        let is_own = |text: &str| question::classes(text, Class::Employment).contains(&FREELANCE);
        let freelance = jobs.iter().any(|job| {
            [&job.employment_type, &job.company, &job.title]
                .iter()
                .any(|part| is_own(part.reveal()))
        });
        (is_complete && !freelance && !subject.is_empty()).then_some(false)
    }

    /// Whether what "have you worked …?" is about may be an employer: a name, as by its capital letter, that no word makes a
    /// field, a trade or a place. "Ever worked in sales?" is no question that a list of employers answers.
    fn names_an_employer(&self, subject: &[String]) -> bool {
        let text = &self.question.text;
        let read: Vec<&str> = text.split_whitespace().collect();
        let of_subject = |word: &str| words(word).iter().any(|word| subject.contains(word));
        let Some(first) = read.iter().position(|word| of_subject(word)) else { return false };
        // An article may stand between.
        let before = read.get(first.saturating_sub(2)..first).unwrap_or_default();
        let is_place = before.iter().any(|word| has(List::NoEmployer, &fold(word)));
        let is_name = |word: &&str| {
            let capital = word.chars().find(|c| c.is_alphanumeric());
            of_subject(word) && capital.is_some_and(|c| !c.is_lowercase())
        };
        !is_place && read.iter().any(is_name)
    }
}
