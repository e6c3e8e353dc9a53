//! Languages that the person speaks: all of them, the level of one, and a section of a form for each.

use shared_types::{Field, FieldOption, ValueState};

use super::{Case, says_yes};
use crate::{
    bind::source::Datum,
    question::{self, Class, Intent},
};

/// A question for one language whose level is asked next.
struct Section {
    index: u32,
    /// The index of the question for its level.
    level: u32,
    /// Whether it holds nothing.
    is_empty: bool,
    /// Whether it holds what the page did not preset.
    is_held: bool,
    /// The languages that can be chosen; `None` where one types.
    offers: Option<Vec<&'static str>>,
    /// The language that its list shows (ISO 639-1).
    shown: Option<&'static str>,
    /// Which one it says that it is, from 0; 0 also where it says nothing.
    ordinal: usize,
    /// Whether it asks for another one than was asked for elsewhere.
    is_other: bool,
}

impl Case<'_> {
    /// All languages; in a section for one, the one whose section it is.
    pub(super) fn languages(&self, plain: Datum) -> Option<Datum> {
        let sections = self.sections();
        let Some(at) = sections.iter().position(|one| one.index == self.field.index) else {
            let known = self.known_languages();
            let names: Vec<String> = known.into_iter().map(|(name, _)| name).collect();
            return Some(if names.is_empty() { plain } else { Datum::List(names) });
        };
        self.of_section(&sections, at).map(Datum::Text)
    }

    pub(super) fn language_level(&self) -> Option<Datum> {
        let asked = question::languages_in(&self.question.text);
        let code = match asked.as_slice() {
            [code] => code,
            [] => self.language_beside()?,
            _ => return None,
        };
        let level = self.level_of(code)?;
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

    /// Languages with the level that the person gave each: from the facts, else from the résumé's "English (C1)".
    fn known_languages(&self) -> Vec<(String, String)> {
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
    fn level_of(&self, code: &str) -> Option<String> {
        let known = self.known_languages();
        let own = known.into_iter().find(|(name, _)| question::same_language(name, code));
        let is_complete = || says_yes(self.source.fact("languagesComplete")) == Some(true);
        match own {
            Some((_, level)) => Some(level),
            None => is_complete().then(String::new),
        }
    }

    /// The sections of its form for one language each. A list without a level may be the page's own language.
    fn sections(&self) -> Vec<Section> {
        let fields: Vec<&Field> =
            self.ask.form().filter(|field| field.visible != Some(false)).collect();
        let question_of = |field: &Field| question::of_field(&super::as_shown(field, self.source));
        let section = |pair: &[&Field]| {
            let [field, next] = pair else { return None };
            let level = question_of(next).filter(|level| level.intent == Intent::LanguageLevel)?;
            let is_level = question::languages_in(&level.text).is_empty();
            let takes_one = !field.multiple
                && !matches!(field.kind.as_str(), "radio" | "checkbox" | "textarea");
            let own = question_of(field).filter(|own| own.intent == Intent::Languages)?;
            let holds = !matches!(field.value_state, None | Some(ValueState::Empty));
            let named = |option: &FieldOption| question::language_named(&option.text);
            let offers = field.options.as_ref().map(|all| all.iter().filter_map(named).collect());
            let chosen = field.options.iter().flatten().find(|option| option.selected);
            let shown = chosen.and_then(named);
            (is_level && takes_one).then(|| Section {
                index: field.index,
                level: next.index,
                is_empty: !holds,
                offers,
                is_held: holds && field.preset != Some(true),
                shown,
                ordinal: own.ordinal,
                is_other: question::asks_for_another(&own.text),
            })
        };
        fields.windows(2).filter_map(section).collect()
    }

    /// The language of a section: those that no section holds yet go into the others, in their order.
    fn of_section(&self, sections: &[Section], at: usize) -> Option<String> {
        let own = sections.get(at)?;
        let is_elsewhere = own.ordinal != 0 && own.ordinal != at || own.is_other && at == 0;
        let listed = self.source.profile.resume.languages.iter();
        let mut names: Vec<String> =
            self.known_languages().into_iter().map(|(name, _)| name).collect();
        if names.is_empty() {
            names = listed.map(|name| name.reveal().to_owned()).collect();
        }
        if own.is_held {
            let shown = own.shown?;
            return names.into_iter().find(|name| question::same_language(name, shown));
        }
        for held in sections.iter().filter(|section| section.is_held) {
            let shown = held.shown?;
            names.retain(|name| !question::same_language(name, shown));
        }
        let before = sections.iter().take(at).filter(|section| !section.is_held).count();
        names.into_iter().nth(before).filter(|_| !is_elsewhere)
    }

    /// The language whose level is asked: the one that its section shows; of an empty one the one that goes there now. Where a
    /// record may say which that is, and of what the page preset, nobody knows yet.
    fn language_beside(&self) -> Option<&'static str> {
        let sections = self.sections();
        let at = sections.iter().position(|section| section.level == self.field.index)?;
        let section = sections.get(at)?;
        if section.is_held {
            return section.shown;
        }
        let name = self.of_section(&sections, at).filter(|_| self.source.record.is_none())?;
        let code = question::language_named(&name)?;
        let is_offered = section.offers.as_ref().is_none_or(|offers| offers.contains(&code));
        (is_offered && section.is_empty).then_some(code)
    }
}
