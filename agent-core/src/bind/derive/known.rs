//! What the person knows and did: languages, skills, employers.

use shared_types::{Field, ProfileKey, ValueState};

use super::{Case, FREELANCE, says_yes};
use crate::{
    bind::{
        inferred::is_inferred,
        numbers::{self, Quantity, Unit},
        pay,
        source::Datum,
    },
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

    /// All languages; in a section that is there once for each of them, the one whose section it is.
    pub(super) fn languages(&self, plain: Datum) -> Option<Datum> {
        let names: Vec<String> = self.known_languages().into_iter().map(|(name, _)| name).collect();
        let Some(at) = self.language_section(self.field.index) else {
            return Some(if names.is_empty() { plain } else { Datum::List(names) });
        };
        let listed =
            || self.source.profile.resume.languages.get(at).map(|name| name.reveal().to_owned());
        let name = if names.is_empty() { listed() } else { names.get(at).cloned() };
        name.map(Datum::Text)
    }

    /// The place of a question for one language among those of its form, if each stands in a section of its own: its level is
    /// asked next, or it is typed and there are several.
    fn language_section(&self, index: u32) -> Option<usize> {
        let asks = |field: &Field, intent: Intent| {
            let question = question::of_field(&super::as_shown(field, self.source));
            question.is_some_and(|question| question.intent == intent)
        };
        let is_one = |field: &&Field| {
            let takes_one = !field.multiple
                && !matches!(field.kind.as_str(), "radio" | "checkbox" | "textarea");
            field.visible != Some(false) && takes_one
        };
        let fields: Vec<&Field> = self.ask.form().filter(is_one).collect();
        let own = fields.iter().find(|field| field.index == index)?;
        let is_same =
            |field: &Field| fold(&field.label) == fold(&own.label) && field.tag == own.tag;
        let sections: Vec<usize> = fields
            .iter()
            .enumerate()
            .filter(|(_, field)| is_same(field) && asks(field, Intent::Languages))
            .map(|(at, _)| at)
            .collect();
        let place =
            sections.iter().position(|at| fields.get(*at).is_some_and(|one| one.index == index))?;
        let next = fields.get(sections.get(place)? + 1);
        let has_level = next.is_some_and(|field| asks(field, Intent::LanguageLevel));
        // Two lists may be the page's own language, once above and once below.
        let are_several = sections.len() > 1 && own.options.is_none();
        (has_level || are_several).then_some(place)
    }

    /// The language whose level is asked in its section, with that level: the field before it asks which, and holds nothing else.
    fn language_of_section(&self) -> Option<(String, String)> {
        let before = self
            .ask
            .form()
            .filter(|field| field.index < self.field.index && field.visible != Some(false));
        let before = before.max_by_key(|field| field.index)?;
        let is_ours = match &before.value_state {
            None | Some(ValueState::Empty) => true,
            Some(ValueState::Matches(key)) => key.as_str().starts_with("facts.language"),
            Some(_) => false,
        };
        let place = self.language_section(before.index).filter(|_| is_ours)?;
        self.known_languages().get(place).cloned()
    }

    /// Languages with the level that the person gave each: from the facts, else from the résumé's "English (C1)".
    pub(super) fn known_languages(&self) -> Vec<(String, String)> {
        let facts = self.source.facts_of("language");
        let known: Vec<(String, String)> =
            facts.map(|(name, level)| (name.to_owned(), level.to_owned())).collect();
        if !known.is_empty() {
            return known;
        }
        let listed = self.source.profile.resume.languages.iter();
        listed
            .filter_map(|entry| {
                let (name, level) = entry.reveal().split_once(['(', ':', '-', '–'])?;
                Some((name.trim().to_owned(), level.trim_matches([')', ' ']).to_owned()))
            })
            .collect()
    }

    /// The level of a language; `None` where it is not known. An empty one: the person does not speak it.
    pub(super) fn level_of(&self, code: &str) -> Option<String> {
        let known = self.known_languages();
        let own = known.into_iter().find(|(name, _)| question::same_language(name, code));
        let is_complete = || says_yes(self.source.fact("languagesComplete")) == Some(true);
        match own {
            Some((_, level)) => Some(level),
            None => is_complete().then(String::new),
        }
    }

    pub(super) fn language_level(&self) -> Option<Datum> {
        let asked = question::languages_in(&self.question.text);
        let level = match asked.as_slice() {
            [code] => self.level_of(code)?,
            [] => self.language_of_section()?.1,
            _ => return None,
        };
        if level.is_empty() {
            let none =
                |choice: &String| question::classes(choice, Class::Fluency).first() == Some(&0);
            return self.choices().into_iter().find(none).map(Datum::Text);
        }
        self.of_rank(&level, Class::Fluency)
    }

    pub(super) fn is_fluent(&self) -> Option<bool> {
        const UPPER_INTERMEDIATE: usize = 3;
        let asked = question::languages_in(&self.question.text);
        let speaks = |code: &&str| -> Option<bool> {
            let level = self.level_of(code)?;
            let rank = question::classes(&level, Class::Fluency).into_iter().max();
            match rank {
                None => level.is_empty().then_some(false),
                // Whoever knows a language well may or may not call it fluent.
                Some(UPPER_INTERMEDIATE) => None,
                Some(rank) => Some(rank > UPPER_INTERMEDIATE),
            }
        };
        let answers: Vec<Option<bool>> = asked.iter().map(speaks).collect();
        if answers.contains(&Some(false)) {
            return Some(false);
        }
        (!answers.is_empty() && answers.iter().all(|answer| *answer == Some(true))).then_some(true)
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
}
