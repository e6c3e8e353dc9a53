//! The answer to a question that no entry spells out: from what the person has, and for what the question is about.
//!
//! What does not follow is not answered. Every rule here says which entries it needs; where one is missing, or says
//! less than the question asks, the question stays open.

mod known;
mod leave;
mod tongues;

use shared_types::{Field, ProfileKey};

use super::{
    ask::{Ask, Control},
    bound::Unbindable,
    dates::Date,
    meaning::{self, polarity},
    pay,
    source::{Datum, Source},
};
use crate::{
    language::{List, has},
    places,
    question::{self, Class, Intent, Question, Region},
    text::{fold, words},
};

/// Answers the question that a field asks from the entry that was chosen for it.
pub(super) fn answer(
    ask: &Ask<'_>,
    source: &Source<'_>,
    plain: Datum,
) -> Result<Datum, Unbindable> {
    let field = as_shown(ask.field, source);
    let found = question::of_field(&field).and_then(|question| {
        let case = Case { question: &question, ask, field: &field, source };
        Some(case.as_observed(case.answer(plain)?))
    });
    found.ok_or_else(|| Unbindable::no_value(msg!("bind_your_entries_do_not_say_what_it")))
}

/// Whether a field asks where somebody studies now, or when they will have ended, and the entry that was chosen for it is of
/// studies that ended.
pub(super) fn is_over(ask: &Ask<'_>, source: &Source<'_>) -> bool {
    let rest = ask.key().strip_prefix("resume.education.");
    let at = rest.and_then(|rest| rest.split('.').next()?.parse::<usize>().ok());
    let entries = &source.profile.resume.education;
    let Some(entry) = at.and_then(|at| entries.get(at)) else { return false };
    let ended = || {
        let end = Date::parse(entry.end_date.reveal(), ask.date_order())?;
        let today = source.today?;
        Some((end.year, end.month.unwrap_or(12)) < (today.year, today.month))
    };
    let label = &ask.field.label;
    let says = |list| words(label).iter().any(|word| has(list, &fold(word)));
    let is_to_come = || says(List::ToCome) && !says(List::Either);
    (question::asks_about_the_present(label) || is_to_come())
        && entry.completed.or_else(ended).unwrap_or(false)
}

/// A field with the words that the page shows: what an observation leaves out for planners, because the person's
/// entries say the same, is there again.
fn as_shown(field: &Field, source: &Source<'_>) -> Field {
    let shown = |text: &String| restored(text.as_str(), source);
    Field {
        label: shown(&field.label),
        group: field.group.as_ref().map(shown),
        section: field.section.as_ref().map(shown),
        described_by: field.described_by.as_ref().map(shown),
        accessible_name: field.accessible_name.as_ref().map(shown),
        placeholder: shown(&field.placeholder),
        nearby: field.nearby.as_ref().map(shown),
        ..field.clone()
    }
}

fn restored(text: &str, source: &Source<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((key, after)) = after.split_once("}}") else { break };
        out.push_str(before);
        let value = source.value(&ProfileKey::new(key));
        out.push_str(value.as_ref().map_or(key, |value| value.reveal()));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A question with all that its answer depends on.
struct Case<'a> {
    question: &'a Question,
    ask: &'a Ask<'a>,
    /// The field as the page shows it.
    field: &'a Field,
    source: &'a Source<'a>,
}

impl Case<'_> {
    fn answer(&self, plain: Datum) -> Option<Datum> {
        use Intent as I;
        let text = plain.text();
        match self.question.intent {
            I::Location => self.location(),
            I::InPlace => self.flag(self.is_in_place()?),
            I::WorkPermission => {
                let may = self.may_work()?;
                // Whoever needs no permit has none.
                (!may || !self.question.asks_for_a_permit()).then(|| self.flag(may))?
            }
            I::WorkPermissionAlone => self.flag(self.may_work_alone()?),
            I::PermitNeeded => self.flag(self.needs_permit()?),
            I::Sponsorship => self.flag(self.needs_sponsorship()?),
            I::IsCitizen => self.flag(self.is_citizen()?),
            I::Nationality if !self.choices().is_empty() => self.nationality(&text),
            I::Relocate => self.relocate(&text),
            I::Remote | I::Hybrid | I::OnSite => self.mode(&text),
            I::WorkMode => self.of_class(&text, Class::WorkMode),
            I::Employment | I::JobType => self.of_class(&text, Class::Employment),
            I::Marital => self.of_class(&text, Class::Marital),
            I::HighestEducation => self.of_rank(&text, Class::Education),
            I::SalaryExpected | I::SalaryCurrent | I::Income => self.pay(&text),
            I::YearsTotal => Some(plain),
            I::YearsOf => self.years_of(),
            I::YearsAtLeast | I::YearsOfAtLeast => self.flag(self.has_years(&text)?),
            I::HasExperience => self.flag(self.has_experience()?),
            I::HasDegree => self.flag(self.has_degree(&text)?),
            I::Languages => self.languages(plain),
            I::LanguageLevel => self.language_level(),
            I::Fluent => self.flag(self.is_fluent()?),
            I::JobHere => self.flag(self.worked_there()?),
            I::Leaving => self.leaving(plain),
            // Whoever served may or may not be one.
            I::Veteran if self.ask.key() != "facts.veteran" && says_yes(&text) != Some(false) => {
                None
            }
            I::AtLeastAge => self.at_least_age(),
            // Whoever served once may not serve now, and not every veteran is one that the law protects.
            I::Military if self.question.asks_about_now() && says_yes(&text) != Some(false) => None,
            I::Veteran if self.question.is_narrowed_by_law() && says_yes(&text) == Some(true) => {
                None
            }
            I::Age => Some(Datum::Number(self.age()?.to_string())),
            I::Children | I::Adults | I::Pets => self.count(&text),
            I::Link => self.link(),
            I::AddressSince => self.since(&text),
            I::OtherPhone if self.ask.key() == "facts.phone" => {
                let known = self.source.fact("otherPhone");
                self.labelled("phone").or_else(|| said(known))
            }
            I::OtherEmail => self.labelled("email").or_else(|| {
                // Who tells no address at work is reached there by their own.
                let is_of_place = self.question.is_of_a_place();
                said(self.source.profile.email.reveal()).filter(|_| is_of_place)
            }),
            I::Race | I::Heard | I::Religion | I::Orientation => self.of_words(&text),
            _ if self.is_yes_no_entry() && self.wants_flag() => self.yes_or_no(&text),
            _ => Some(plain),
        }
    }

    /// Yes or no, the way the question puts it. Into a box for text only where the page is in English: nobody's
    /// words are at hand for another.
    fn flag(&self, yes: bool) -> Option<Datum> {
        let said = yes != self.question.negated;
        if self.offers_another_question() {
            return None;
        }
        if let Some(choice) = self.statement(said) {
            return Some(Datum::Text(choice));
        }
        let is_text = self.ask.control() == Control::Text;
        let is_english = self.ask.lang().is_empty() || self.ask.lang().starts_with("en");
        (!is_text || is_english).then_some(Datum::Flag(said))
    }

    /// Whether its choices are statements about something that it does not ask: "I can work without sponsorship" is no
    /// negation of "I may work".
    fn offers_another_question(&self) -> bool {
        use Intent as I;
        let is_asked = matches!(
            self.question.intent,
            I::Sponsorship | I::WorkPermissionAlone | I::PermitNeeded
        );
        let choices = self.choices();
        !is_asked
            && !choices.iter().any(|choice| polarity(choice).is_some())
            && choices.iter().any(|choice| question::leaves_out(choice))
    }

    /// Among statements ("I am not a protected veteran") the one that says so: of those that do not refuse to say, the
    /// only one that is negated, or is not. Only where none of them begins with yes or no.
    fn statement(&self, yes: bool) -> Option<String> {
        let mut choices = self.choices();
        choices.retain(|choice| !meaning::declines(choice));
        if choices.len() < 2 || choices.iter().any(|choice| polarity(choice).is_some()) {
            return None;
        }
        let only = |is_negated: fn(&str) -> bool| {
            let mut meant = choices.iter().filter(|choice| is_negated(choice) != yes);
            let (first, second) = (meant.next()?, meant.next());
            let others = choices.iter().any(|choice| is_negated(choice) == yes);
            (second.is_none() && others).then(|| first.clone())
        };
        // "I am a veteran, just not a protected one" says that I am.
        let in_its_first_part =
            |choice: &str| choice.split(',').next().is_some_and(meaning::is_negated);
        only(meaning::is_negated).or_else(|| only(in_its_first_part))
    }

    /// Whether the entry is one by which people say yes or no.
    fn is_yes_no_entry(&self) -> bool {
        let fact = question::fact_of(self.ask.key());
        fact.is_some_and(|fact| fact.kind == question::FactKind::YesNo)
    }

    /// Whether it offers yes and no, and perhaps more.
    fn wants_flag(&self) -> bool {
        if self.ask.control() == Control::Checkbox && self.choices().len() < 2 {
            return true;
        }
        let choices = self.choices();
        let says = |yes: bool| choices.iter().any(|choice| polarity(choice) == Some(yes));
        let is_statement = |text: &String| meaning::is_negated(text) && !meaning::declines(text);
        says(true) && says(false) || choices.len() <= 4 && choices.iter().any(is_statement)
    }

    /// Texts of what can be chosen, as the page shows them.
    fn choices(&self) -> Vec<String> {
        super::choices::texts(self.ask).iter().map(|text| restored(text, self.source)).collect()
    }

    /// A choice as the observation has it, where that differs.
    fn as_observed(&self, answer: Datum) -> Datum {
        let Datum::Text(text) = &answer else { return answer };
        let observed = super::choices::texts(self.ask);
        let same = observed.into_iter().find(|choice| restored(choice, self.source) == *text);
        same.map_or(answer, Datum::Text)
    }

    /// What a person wrote to be asked for yes or no.
    fn yes_or_no(&self, text: &str) -> Option<Datum> {
        if meaning::declines(text) {
            return Some(Datum::Text(text.to_owned()));
        }
        self.flag(says_yes(text)?)
    }

    /// Of an age that the law names, or none: "at least 5 years" is no question of age.
    fn at_least_age(&self) -> Option<Datum> {
        const AGES: std::ops::RangeInclusive<u32> = 10..=99;
        let least = self.question.number.filter(|number| AGES.contains(number))?;
        self.flag(self.age()? >= least)
    }

    fn age(&self) -> Option<u32> {
        let today = self.source.today?;
        let born = Date::parse(self.source.profile.birth_date.reveal(), self.ask.date_order())?;
        let (month, day) = (born.month?, born.day?);
        let years = u32::from(today.year).checked_sub(u32::from(born.year))?;
        let is_to_come = (today.month, today.day) < (month, day);
        years.checked_sub(u32::from(is_to_come))
    }

    fn location(&self) -> Option<Datum> {
        let address = &self.source.profile.address;
        let parts = [&address.city, &address.state, &address.country];
        let mut said: Vec<&str> = Vec::new();
        for part in parts.map(|part| part.reveal().trim()) {
            if !part.is_empty() && !said.contains(&part) {
                said.push(part);
            }
        }
        (!address.city.is_empty()).then(|| Datum::Text(said.join(", ")))
    }

    fn country(&self) -> Option<&'static str> {
        self.source.country()
    }

    /// Remote, hybrid, on-site: a condition that the person sets is not passed over where the question names a place
    /// or a number of days.
    fn mode(&self, text: &str) -> Option<Datum> {
        let yes = says_yes(text)?;
        let is_conditional = words(text).len() > 1;
        let question = self.question;
        let is_particular =
            !question.regions.is_empty() || question.number.is_some() || question.names_days();
        if yes && is_conditional && is_particular {
            return None;
        }
        self.flag(yes)
    }

    /// The choice of the same class, else the text.
    fn of_class(&self, text: &str, class: Class) -> Option<Datum> {
        let choices = self.choices();
        for wanted in question::classes(text, class) {
            let is_meant = |choice: &&String| question::classes(choice, class).contains(&wanted);
            let mut meant: Vec<&String> = choices.iter().filter(is_meant).collect();
            // Of several the one that says nothing else.
            meant
                .sort_by_key(|choice| question::classes(choice, class).len() + words(choice).len());
            let is_clear = |[one, other]: &[&String; 2]| words(one).len() < words(other).len();
            match meant.as_slice() {
                [one] => return Some(Datum::Text((*one).clone())),
                [one, other, ..] if is_clear(&[one, other]) => {
                    return Some(Datum::Text((*one).clone()));
                }
                _ => {}
            }
        }
        Some(Datum::Text(text.to_owned()))
    }

    /// The choice that says the same in other words: all of the entry's words, or a part of them ("Asian" for "Asian -
    /// Indian"), or what the entry says in brackets.
    fn of_words(&self, text: &str) -> Option<Datum> {
        let plain = Some(Datum::Text(text.to_owned()));
        let choices = self.choices();
        if choices.is_empty() || meaning::declines(text) {
            return plain;
        }
        let own = words(&outside_brackets(text));
        let aside = text.split_once('(').map(|(_, rest)| words(rest)).unwrap_or_default();
        let only = |test: &dyn Fn(&[String]) -> bool| -> Option<Datum> {
            let mut meant = choices.iter().filter(|choice| test(&words(&outside_brackets(choice))));
            let (first, second) = (meant.next()?, meant.next());
            second.is_none().then(|| Datum::Text(first.clone()))
        };
        let holds = |all: &[String], few: &[String]| {
            !few.is_empty() && few.iter().all(|word| all.contains(word))
        };
        only(&|theirs| theirs == own.as_slice())
            .or_else(|| only(&|theirs| holds(theirs, &own)))
            .or_else(|| only(&|theirs| holds(&own, theirs)))
            .or_else(|| only(&|theirs| holds(theirs, &aside)))
            .or_else(|| only(&|theirs| !theirs.is_empty() && theirs.first() == own.first()))
            .or_else(|| self.other().filter(|_| self.question.intent == Intent::Heard))
            .or(plain)
    }

    /// The choice for whatever is not listed.
    fn other(&self) -> Option<Datum> {
        let other = |choice: &String| meaning::is_other(choice);
        self.choices().into_iter().find(other).map(Datum::Text)
    }

    /// Why a job ended: of one that goes on, that it does. The company of one that ended says nothing of why.
    fn leaving(&self, plain: Datum) -> Option<Datum> {
        if self.entry().is_some_and(|job| job.current) {
            return self.still_there();
        }
        self.ask.key().ends_with(".reasonForLeaving").then_some(plain)
    }

    fn still_there(&self) -> Option<Datum> {
        let still = |choice: &String| meaning::goes_on(choice);
        self.choices().into_iter().find(still).map(Datum::Text)
    }

    /// The job of the résumé that the key names.
    fn entry(&self) -> Option<&shared_types::profile::Experience> {
        let rest = self.ask.key().strip_prefix("resume.experiences.")?;
        let at: usize = rest.split('.').next()?.parse().ok()?;
        self.source.profile.resume.experiences.get(at)
    }

    fn count(&self, text: &str) -> Option<Datum> {
        let number = || pay::first(text).or_else(|| says_none(text).then(|| "0".to_owned()));
        if self.wants_flag() {
            let number = number()?;
            return self.flag(number != "0");
        }
        let is_number = self.ask.digits_only() || self.question.asks_how_many();
        if is_number { number().map(Datum::Number) } else { Some(Datum::Text(text.to_owned())) }
    }

    fn link(&self) -> Option<Datum> {
        let subject = fold(&self.question.subject);
        let mut links = self.source.facts_of("link");
        links.find(|(name, _)| fold(name) == subject).map(|(_, link)| Datum::Text(link.to_owned()))
    }

    /// The entry of a family whose label the question says ("Work"), or the only one where it names none: "another
    /// e-mail address".
    fn labelled(&self, family: &str) -> Option<Datum> {
        let asked = words(&self.question.text);
        let known: Vec<(&str, &str)> = self.source.facts_of(family).collect();
        let says = |label: &str| {
            let label = words(label);
            !label.is_empty() && label.iter().all(|word| asked.contains(word))
        };
        let mut named = known.iter().filter(|(label, _)| says(label));
        match (named.next(), named.next(), known.as_slice()) {
            (Some((_, text)), None, _) => said(text),
            (None, None, [(_, text)]) if !self.question.is_of_a_place() => said(text),
            _ => None,
        }
    }

    /// How long ago a month was, in whole years; where that is not asked, the month.
    fn since(&self, text: &str) -> Option<Datum> {
        // Since when one lives in a country is not since when at one's address.
        if !self.question.regions.is_empty() {
            return None;
        }
        let since = Date::parse(text, self.ask.date_order())?;
        if matches!(self.ask.field.kind.as_str(), "date" | "month") {
            return Some(Datum::Text(text.to_owned()));
        }
        let today = self.source.today?;
        let mut years = u32::from(today.year).checked_sub(u32::from(since.year))?;
        years =
            years.checked_sub(u32::from(since.month.is_some_and(|month| today.month < month)))?;
        let is_english = self.ask.lang().is_empty() || self.ask.lang().starts_with("en");
        match years {
            _ if self.ask.digits_only() => Some(Datum::Number(years.to_string())),
            0 => Some(Datum::Text(text.to_owned())),
            1 if is_english => Some(Datum::Text("1 year".to_owned())),
            years if is_english => Some(Datum::Text(format!("{years} years"))),
            _ => Some(Datum::Text(text.to_owned())),
        }
    }
}

impl Case<'_> {
    /// Pay: only where currency and period, as far as the page says them, are those that the person stated.
    fn pay(&self, text: &str) -> Option<Datum> {
        let own = pay::pay(text)?;
        let choices = self.choices().join(" ");
        let field = self.field;
        let near = [
            field.described_by.as_deref(),
            field.nearby.as_deref(),
            Some(field.placeholder.as_str()),
        ];
        let mut asked = format!("{} {choices}", self.question.text);
        near.into_iter().flatten().for_each(|text| {
            asked.push(' ');
            asked.push_str(text);
        });
        let theirs = pay::terms(&asked);
        let is_other = |own: Option<&str>, theirs: Option<&str>| theirs.is_some() && own != theirs;
        if is_other(own.currency, theirs.currency) || is_other(own.period, theirs.period) {
            return None;
        }
        // A page about another country means that country's money.
        let of_page = self.regions_around();
        let currency_of = |region: &Region| match region {
            Region::Country(code) => places::currency(code),
            Region::Eu => Some("EUR"),
            _ => None,
        };
        let elsewhere = of_page
            .iter()
            .filter_map(currency_of)
            .any(|code| own.currency.is_some_and(|own| own != code));
        if theirs.currency.is_none() && elsewhere {
            return None;
        }
        let is_bare = self.ask.digits_only() || !self.choices().is_empty();
        Some(if is_bare { Datum::Number(own.amount) } else { Datum::Text(text.to_owned()) })
    }
}

/// A text, if there is one.
fn said(text: &str) -> Option<Datum> {
    (!text.trim().is_empty()).then(|| Datum::Text(text.to_owned()))
}

/// A text without what stands in brackets.
fn outside_brackets(text: &str) -> String {
    let outside = text.split('(').enumerate().map(|(at, part)| match at {
        0 => part,
        _ => part.split_once(')').map_or("", |(_, rest)| rest),
    });
    outside.collect()
}

/// The place of freelance work among the kinds of employment.
const FREELANCE: usize = 3;

/// What a person wrote to be asked for yes or no: also "None", "Not a veteran".
fn says_yes(text: &str) -> Option<bool> {
    if text.trim().is_empty() {
        return None;
    }
    polarity(text).or_else(|| (says_none(text) || meaning::begins_negated(text)).then_some(false))
}

fn says_none(text: &str) -> bool {
    meaning::is_none(text)
}

#[cfg(test)]
mod tests;
