//! The second pass: the fields of a form together.

use shared_types::{Field, Observation};

use super::{
    control::Control,
    cue::{Cue, Hint},
    field::Reading,
    form::{Form, forms},
    passwords, weights as w,
};
use crate::{
    question::{self, Intent},
    role::Role,
};

/// Corrects the readings by their neighbours.
pub(super) fn settle(observation: &Observation, readings: &mut [Reading], lang: Option<u8>) {
    for form in forms(&observation.fields) {
        cards(&observation.fields, &form, readings);
        card_holder(&form, readings);
        dates(&form, readings);
        names(&form, readings);
        lone_names(&form, readings);
        phones(&observation.fields, &form, readings);
        addresses(&form, readings);
        further_lines(&form, readings);
        other_people(&form, readings);
        places(&form, readings);
        loyalty_cards(&form, readings);
        gift_cards(&form, readings);
        history(&observation.fields, &form, readings);
        passwords::settle(observation, &form, readings, lang);
    }
}

/// The reading of the field `offset` places further in the form.
fn neighbour<'a>(
    form: &Form,
    readings: &'a [Reading],
    nth: usize,
    offset: isize,
) -> Option<&'a Reading> {
    let at = form.fields.get(nth.checked_add_signed(offset)?)?;
    readings.get(*at)
}

fn settle_at(form: &Form, readings: &mut [Reading], nth: usize, role: Role, why: &'static str) {
    if let Some(reading) = form.fields.get(nth).and_then(|at| readings.get_mut(*at)) {
        reading.settle(role, why);
    }
}

const CARD: &[Role] = &[
    Role::CcNumber,
    Role::CcCsc,
    Role::CcExp,
    Role::CcExpMonth,
    Role::CcExpYear,
    Role::CcName,
    Role::CcType,
];

/// Month, year and name beside a card number are the card's.
fn cards(fields: &[Field], form: &Form, readings: &mut [Reading]) {
    for nth in 0..form.fields.len() {
        let Some(reading) = neighbour(form, readings, nth, 0) else { continue };
        if reading.claimed.is_some() {
            continue;
        }
        if reading.is_any(&[Role::StartDate]) {
            continue;
        }
        let near = (-4..=4).any(|offset| {
            offset != 0
                && neighbour(form, readings, nth, offset)
                    .is_some_and(|r| r.is_any(&[Role::CcNumber, Role::CcCsc]))
        });
        let next = neighbour(form, readings, nth, 1);
        let before = neighbour(form, readings, nth, -1);
        let expiry =
            |r: Option<&Reading>| r.is_some_and(|r| r.is_any(&[Role::CcExp, Role::CcExpMonth]));
        let list = reading.control == Control::List;
        let max = form.fields.get(nth).and_then(|at| fields.get(*at)).and_then(|f| f.max_length);
        let role =
            if reading.options == Some(Hint::Month.into()) && near && !reading.hints(Hint::Birth) {
                Some(Role::CcExpMonth)
            } else if reading.options == Some(Hint::Year.into()) && (near || expiry(before)) {
                Some(Role::CcExpYear)
            } else if reading.is_any(&[Role::CcExp]) && (list || max == Some(2)) {
                if expiry(before) {
                    Some(Role::CcExpYear)
                } else if list || expiry(next) || next.is_some_and(|r| r.hints(Hint::Year)) {
                    Some(Role::CcExpMonth)
                } else {
                    None
                }
            } else if near && reading.role().is_none() && reading.hints(Hint::Month) {
                Some(if reading.hints(Hint::Year) { Role::CcExp } else { Role::CcExpMonth })
            } else if near && reading.role().is_none() && reading.hints(Hint::Year) {
                Some(Role::CcExpYear)
            } else if reading.is_any(&[Role::Name])
                && (reading.hints(Hint::Card) || beside_card(form, readings, nth))
            {
                Some(Role::CcName)
            } else if reading.is_any(&[Role::GivenName, Role::CcName])
                && (reading.hints(Role::CcGivenName)
                    || reading.is_any(&[Role::CcName])
                        && next.is_some_and(|r| r.is_any(&[Role::FamilyName, Role::CcFamilyName])))
            {
                Some(Role::CcGivenName)
            } else if reading.is_any(&[Role::FamilyName])
                && (reading.hints(Role::CcFamilyName)
                    || before.is_some_and(|r| r.is_any(&[Role::CcGivenName])))
            {
                Some(Role::CcFamilyName)
            } else {
                None
            };
        if let Some(role) = role {
            settle_at(form, readings, nth, role, "part of a card");
        }
    }
}

/// A name directly before or after the card's number, with no other card holder around.
fn beside_card(form: &Form, readings: &[Reading], nth: usize) -> bool {
    let beside = |offset| neighbour(form, readings, nth, offset).is_some_and(|r| r.is_any(CARD));
    beside(1) || beside(-1)
}

/// In a form about nothing but a card, names are the card holder's.
fn card_holder(form: &Form, readings: &mut [Reading]) {
    const NAMES: &[Role] = &[Role::Name, Role::GivenName, Role::FamilyName];
    const OF_A_CARD: &[Role] = &[Role::CcGivenName, Role::CcFamilyName];
    let has = |roles: &[Role]| form.positions(|at| is_any(readings, at, roles)).next().is_some();
    let about_else = |at| {
        let role = readings.get(at).and_then(Reading::role);
        role.is_some_and(|role| [CARD, NAMES, OF_A_CARD].iter().all(|list| !list.contains(&role)))
    };
    if !has(&[Role::CcNumber]) || form.positions(about_else).next().is_some() {
        return;
    }
    let both = has(&[Role::GivenName]) && has(&[Role::FamilyName]);
    for at in &form.fields {
        let Some(reading) = readings.get_mut(*at).filter(|r| r.claimed.is_none()) else { continue };
        let role = match reading.role() {
            Some(Role::GivenName) if both => Role::CcGivenName,
            Some(Role::FamilyName) if both => Role::CcFamilyName,
            Some(Role::Name | Role::GivenName | Role::FamilyName) => Role::CcName,
            _ => continue,
        };
        reading.settle(role, "part of a card");
    }
}

fn is_any(readings: &[Reading], at: usize, roles: &[Role]) -> bool {
    readings.get(at).is_some_and(|reading| reading.is_any(roles))
}

/// Day, month and year next to each other are a birth date, unless something else claims them.
fn dates(form: &Form, readings: &mut [Reading]) {
    let part = |reading: &Reading| -> Option<Role> {
        // Each of three boxes may be marked as the date that they are together.
        let is_claimed = reading.claimed.is_some_and(|role| role != Role::Bday);
        if is_claimed || reading.is_any(CARD) {
            return None;
        }
        let parts = [
            (Hint::Day, Role::BdayDay),
            (Hint::Month, Role::BdayMonth),
            (Hint::Year, Role::BdayYear),
        ];
        if let Some(options) = reading.options {
            return match options {
                Cue::Hint(Hint::Day) => Some(Role::BdayDay),
                Cue::Hint(Hint::Month) => Some(Role::BdayMonth),
                Cue::Hint(Hint::Year) | Cue::Role(Role::BdayYear) => Some(Role::BdayYear),
                _ => None,
            };
        }
        parts
            .into_iter()
            .filter(|(hint, role)| reading.hints(*hint) || reading.is_any(&[*role]))
            .max_by(|a, b| reading.score(a.0).total_cmp(&reading.score(b.0)))
            .map(|(_, role)| role)
    };
    for nth in 0..form.fields.len() {
        let trio: Vec<Role> = (0..3)
            .filter_map(|offset| neighbour(form, readings, nth, offset).and_then(part))
            .collect();
        let [a, b, c] = trio.as_slice() else { continue };
        if a == b || b == c || a == c {
            continue;
        }
        for (offset, role) in [*a, *b, *c].into_iter().enumerate() {
            settle_at(form, readings, nth + offset, role, "part of a date");
        }
    }
}

/// A name followed by a last name is a first name.
fn names(form: &Form, readings: &mut [Reading]) {
    for nth in 0..form.fields.len() {
        let Some(reading) = neighbour(form, readings, nth, 0) else { continue };
        if reading.claimed.is_some() || !reading.is_any(&[Role::Name]) {
            continue;
        }
        if let Some(part) = own_part(form, readings, nth) {
            settle_at(form, readings, nth, part, "one of two parts of a name");
            continue;
        }
        let follows = |role| neighbour(form, readings, nth, 1).is_some_and(|r| r.is_any(&[role]));
        let precedes = |role| neighbour(form, readings, nth, -1).is_some_and(|r| r.is_any(&[role]));
        if follows(Role::FamilyName) || precedes(Role::FamilyName) {
            settle_at(form, readings, nth, Role::GivenName, "beside a last name");
        } else if follows(Role::GivenName) || precedes(Role::GivenName) {
            settle_at(form, readings, nth, Role::FamilyName, "beside a first name");
        }
    }
}

/// The part of a name that the page's own names say, where a field close to it is called the other part: people may
/// read "Name" over both.
fn own_part(form: &Form, readings: &[Reading], nth: usize) -> Option<Role> {
    let called = |reading: &Reading, part: Role, other: Role| {
        reading.score(part) >= w::CLEAR_NUMBER && reading.score(other) <= 0.0
    };
    let is_part = |part: Role, other: Role| {
        let mut around = (-2..=2).filter_map(|offset| neighbour(form, readings, nth, offset));
        neighbour(form, readings, nth, 0).is_some_and(|r| called(r, part, other))
            && around.any(|r| called(r, other, part))
    };
    [(Role::GivenName, Role::FamilyName), (Role::FamilyName, Role::GivenName)]
        .into_iter()
        .find(|(part, other)| is_part(*part, *other))
        .map(|(part, _)| part)
}

/// A word that means both a first and a whole name means the whole one where no last name is asked for.
fn lone_names(form: &Form, readings: &mut [Reading]) {
    const PARTS: &[Role] = &[Role::GivenName, Role::FamilyName];
    let parts: Vec<usize> = form.positions(|at| is_any(readings, at, PARTS)).collect();
    let [only] = parts.as_slice() else { return };
    let Some(reading) = readings.get_mut(*only) else { return };
    if reading.claimed.is_none() && reading.is_read_as(Role::Name) {
        reading.settle(Role::Name, "the only name asked for");
    }
}

/// A phone number in several boxes.
fn phones(fields: &[Field], form: &Form, readings: &mut [Reading]) {
    let max = |nth: usize| {
        form.fields.get(nth).and_then(|at| fields.get(*at)).and_then(|field| field.max_length)
    };
    let phone = |readings: &[Reading], nth: usize| {
        neighbour(form, readings, nth, 0).is_some_and(|r| {
            r.claimed.is_none()
                && r.control.is_typed()
                && r.is_any(&[Role::Tel, Role::TelAreaCode, Role::TelNational])
        })
    };
    for &at in &form.fields {
        let Some(reading) = readings.get_mut(at) else { continue };
        let is_tel = fields.get(at).is_some_and(|field| field.kind == "tel");
        // Nobody comments in numbers.
        let is_bare = reading.is_any(&[Role::Comment]);
        if is_tel && reading.hints(Hint::Number) && (reading.role().is_none() || is_bare) {
            reading.settle(Role::Tel, "a number in a control for phones");
        }
        if let Some(part) = affix_of_phone(reading) {
            reading.settle(part, "part of a phone number");
        }
    }
    let mut nth = 0;
    while nth < form.fields.len() {
        let run = (nth..form.fields.len()).take_while(|&n| phone(readings, n)).count();
        let lengths: Vec<Option<u32>> = (nth..nth + run).map(max).collect();
        let parts: &[Role] = match lengths.as_slice() {
            [Some(3), Some(3), Some(4), Some(_), ..] => {
                &[Role::TelAreaCode, Role::TelLocalPrefix, Role::TelLocalSuffix, Role::TelExtension]
            }
            [Some(3), Some(3), Some(4), ..] => {
                &[Role::TelAreaCode, Role::TelLocalPrefix, Role::TelLocalSuffix]
            }
            [Some(1..=3), Some(3), Some(3), Some(4)] => &[
                Role::TelCountryCode,
                Role::TelAreaCode,
                Role::TelLocalPrefix,
                Role::TelLocalSuffix,
            ],
            [Some(2..=5), Some(2..=5), Some(2..=5), ..] => {
                &[Role::TelAreaCode, Role::TelLocalPrefix, Role::TelLocalSuffix]
            }
            [_, _, _] if are_counted(fields, form, nth) => {
                &[Role::TelAreaCode, Role::TelLocalPrefix, Role::TelLocalSuffix]
            }
            _ => &[],
        };
        for (offset, role) in parts.iter().enumerate() {
            settle_at(form, readings, nth + offset, *role, "part of a phone number");
        }
        nth += run.max(1);
    }
    after_a_prefix(form, readings);
}

/// Whether the names of three fields differ in nothing but 1, 2 and 3 at their ends.
fn are_counted(fields: &[Field], form: &Form, first: usize) -> bool {
    let name = |nth: usize| {
        let field = form.fields.get(nth).and_then(|at| fields.get(*at));
        field.map_or("", |field| {
            if field.name.is_empty() { field.id.as_str() } else { field.name.as_str() }
        })
    };
    let stem = name(first).strip_suffix('1').filter(|stem| !stem.is_empty());
    stem.is_some_and(|stem| {
        let is_next = |nth, count| name(nth).strip_prefix(stem) == Some(count);
        is_next(first + 1, "2") && is_next(first + 2, "3")
    })
}

/// What comes before or after something in a field that speaks of a phone is no person's title.
fn affix_of_phone(reading: &Reading) -> Option<Role> {
    let of_phone = reading.score(Role::Tel) > 0.0 || reading.score(Role::TelCountryCode) > 0.0;
    match reading.role() {
        _ if reading.claimed.is_some() || !of_phone => None,
        Some(Role::HonorificPrefix) => Some(Role::TelCountryCode),
        Some(Role::HonorificSuffix) => Some(Role::TelLocalSuffix),
        _ => None,
    }
}

/// What follows a country or area code is the rest of the number.
fn after_a_prefix(form: &Form, readings: &mut [Reading]) {
    for nth in 1..form.fields.len() {
        let whole = neighbour(form, readings, nth, 0)
            .is_some_and(|r| r.claimed.is_none() && r.control.is_typed() && r.is_any(&[Role::Tel]));
        let Some(before) = neighbour(form, readings, nth, -1).filter(|_| whole) else { continue };
        if before.is_any(&[Role::TelCountryCode]) {
            settle_at(form, readings, nth, Role::TelNational, "after a country code");
        } else if before.is_any(&[Role::TelAreaCode]) {
            settle_at(form, readings, nth, Role::TelLocal, "after an area code");
        }
    }
}

/// Under "Emergency contact" or "References" nothing is asked of the person who fills in.
fn other_people(form: &Form, readings: &mut [Reading]) {
    const OF_A_PERSON: &[Role] = &[
        Role::Name,
        Role::GivenName,
        Role::FamilyName,
        Role::Email,
        Role::Tel,
        Role::TelNational,
        Role::Organization,
        Role::OrganizationTitle,
        Role::Bday,
        Role::BdayDay,
        Role::BdayMonth,
        Role::BdayYear,
    ];
    for &at in &form.fields {
        let Some(reading) = readings.get_mut(at) else { continue };
        if reading.claimed.is_none()
            && reading.is_of_another_person()
            && reading.is_any(OF_A_PERSON)
        {
            reading.settle(Role::OtherPerson, "about another person");
        }
    }
}

/// A district is the place itself where nothing else asks for the city.
fn places(form: &Form, readings: &mut [Reading]) {
    const AROUND: isize = 5;
    for nth in 0..form.fields.len() {
        let district = neighbour(form, readings, nth, 0)
            .is_some_and(|r| r.claimed.is_none() && r.is_any(&[Role::AddressLevel3]));
        let city = |offset| {
            neighbour(form, readings, nth, offset).is_some_and(|r| {
                r.is_any(&[Role::AddressLevel2, Role::PostalCodeAndCity, Role::PostalCodeOrSuburb])
            })
        };
        if district && !(-AROUND..=AROUND).any(city) {
            settle_at(form, readings, nth, Role::AddressLevel2, "the only place asked for");
        }
    }
}

/// The number of a card that nothing else is asked of, in a form about other things, is no payment.
fn loyalty_cards(form: &Form, readings: &mut [Reading]) {
    let count = |roles: &dyn Fn(Role) -> bool| {
        let known = form.fields.iter().filter_map(|at| readings.get(*at)?.role());
        known.filter(|role| roles(*role)).count()
    };
    let parts = count(&|role| CARD.contains(&role) && role != Role::CcNumber);
    if parts > 0 || count(&|role| !CARD.contains(&role)) < 3 {
        return;
    }
    for &at in &form.fields {
        let Some(reading) = readings.get_mut(at) else { continue };
        if reading.claimed.is_none() && reading.is_any(&[Role::CcNumber]) {
            reading.settle(Role::Coupon, "a card without date and code");
        }
    }
}

/// A number or code that the page's own names call a gift card's is no payment card's.
fn gift_cards(form: &Form, readings: &mut [Reading]) {
    for &at in &form.fields {
        let Some(reading) = readings.get_mut(at).filter(|r| r.claimed.is_none()) else { continue };
        let is_gift = reading.score(Role::Coupon) > w::DESCRIPTION;
        if is_gift && reading.is_any(&[Role::CcNumber, Role::CcCsc]) {
            reading.settle(Role::Coupon, "of a card that is given");
        }
    }
}

/// What a field belongs to in a list of past jobs or schools.
#[derive(Clone, Copy, PartialEq)]
enum HistoryKind {
    Job,
    School,
}

impl HistoryKind {
    /// What a date asks for: the first day, or the last once that one was asked for.
    fn date(self, has_start: bool) -> Role {
        match (self, has_start) {
            (Self::Job, false) => Role::JobStart,
            (Self::Job, true) => Role::JobEnd,
            (Self::School, false) => Role::EducationStart,
            (Self::School, true) => Role::EducationEnd,
        }
    }
}

/// Under "Work experience" a company is a past employer, a city the place of that job, a date its first or
/// last day; under "Education" a date is that of the school. Without such a heading, dates belong to the
/// school or the job that stands before them.
fn history(fields: &[Field], form: &Form, readings: &mut [Reading]) {
    // Why a job ended, and whether it goes on, are asked of past jobs alone.
    let is_of_past = |at: &usize| {
        let asked = fields.get(*at).and_then(question::of_field);
        asked.is_some_and(|question| question.intent == Intent::Leaving)
            || readings.get(*at).is_some_and(|reading| reading.is_any(&[Role::JobCurrent]))
    };
    let past = form.fields.iter().any(is_of_past).then_some(HistoryKind::Job);
    let has_card = form
        .fields
        .iter()
        .any(|at| readings.get(*at).is_some_and(|reading| reading.is_any(&[Role::CcNumber])));
    let mut before: Option<HistoryKind> = None;
    // Whether its first day was asked for.
    let mut has_start = false;
    for &at in &form.fields {
        let Some(reading) = readings.get_mut(at) else { continue };
        let (job, school) = (reading.score(Hint::Job), reading.score(Hint::Education));
        let under = match (job > 0.0, school > 0.0) {
            (false, false) => None,
            _ => Some(if job >= school { HistoryKind::Job } else { HistoryKind::School }),
        };
        let under = under.or(past.filter(|_| before != Some(HistoryKind::School)));
        let role = reading.role();
        let settled = match (role, under, under.or(before)) {
            (Some(Role::Organization), Some(HistoryKind::Job), _) => Some(Role::JobCompany),
            (Some(Role::OrganizationTitle), Some(HistoryKind::Job), _) => Some(Role::JobTitle),
            (Some(Role::AddressLevel2 | Role::StreetAddress), Some(HistoryKind::Job), _)
                if job > 0.0 =>
            {
                Some(Role::JobLocation)
            }
            (None | Some(Role::JobLocation), Some(HistoryKind::Job), _)
                if job > 0.0 && asks_where(fields.get(at)) =>
            {
                Some(Role::JobLocation)
            }
            // Among past jobs nobody is asked how to be addressed.
            (None | Some(Role::HonorificPrefix), Some(HistoryKind::Job), _)
                if reading.score(Role::HonorificPrefix) > 0.0 =>
            {
                Some(Role::JobTitle)
            }
            // A month and a year where nobody pays: when it began, then when it ended.
            (Some(Role::CcExp), Some(kind), _) if !has_card && (job > 0.0 || school > 0.0) => {
                Some(kind.date(has_start))
            }
            (Some(Role::StartDate), _, Some(HistoryKind::Job)) => Some(Role::JobStart),
            (Some(Role::EndDate), _, Some(HistoryKind::Job)) => Some(Role::JobEnd),
            (Some(Role::StartDate), _, Some(HistoryKind::School)) => Some(Role::EducationStart),
            (Some(Role::EndDate), _, Some(HistoryKind::School)) => Some(Role::EducationEnd),
            (None | Some(Role::Comment | Role::Bio), Some(HistoryKind::Job), _)
                if reading.hints(Hint::Description) =>
            {
                Some(Role::JobDescription)
            }
            _ => None,
        };
        if let Some(role) = settled {
            reading.settle(role, "part of a job or a school");
        }
        has_start = match reading.role() {
            Some(Role::JobStart | Role::EducationStart) => true,
            Some(Role::JobTitle | Role::JobCompany | Role::School | Role::Degree) => false,
            _ => has_start,
        };
        before = match reading.role() {
            Some(Role::JobCompany | Role::JobTitle | Role::JobCurrent) => Some(HistoryKind::Job),
            Some(Role::School | Role::Degree | Role::FieldOfStudy) => Some(HistoryKind::School),
            Some(Role::Organization | Role::OrganizationTitle) if before.is_none() => None,
            None => before,
            Some(role) if !role.is_standard() => before,
            _ => None,
        };
    }
}

fn asks_where(field: Option<&Field>) -> bool {
    let asked = field.and_then(question::of_field);
    asked.is_some_and(|question| question.intent == Intent::Location)
}

const STREET: &[Role] = &[Role::StreetAddress, Role::AddressLine1, Role::Street, Role::StreetName];

/// Whether the field before this one is a street that `autocomplete` does not name.
fn street_unclaimed(form: &Form, readings: &[Reading], nth: usize) -> bool {
    neighbour(form, readings, nth, -1).is_some_and(|r| r.claimed.is_none() && r.is_any(STREET))
}

/// Lines of an address; street and number apart.
fn addresses(form: &Form, readings: &mut [Reading]) {
    for nth in 0..form.fields.len() {
        let Some(reading) = neighbour(form, readings, nth, 0) else { continue };
        let street =
            |offset| neighbour(form, readings, nth, offset).is_some_and(|r| r.is_any(STREET));
        if reading.is_number_only() && (street(-1) || street(1)) {
            settle_at(form, readings, nth, Role::HouseNumber, "a number beside a street");
            if let Some(before) =
                nth.checked_sub(1).filter(|_| street_unclaimed(form, readings, nth))
            {
                settle_at(form, readings, before, Role::StreetName, "before a house number");
            }
            continue;
        }
        if reading.claimed.is_some() || !reading.is_any(STREET) {
            continue;
        }
        let follows = |roles: &[Role], within: isize| {
            (1..=within).any(|offset| {
                neighbour(form, readings, nth, offset).is_some_and(|r| r.is_any(roles))
            })
        };
        let precedes =
            |roles: &[Role]| neighbour(form, readings, nth, -1).is_some_and(|r| r.is_any(roles));
        let typed = reading.control.is_typed();
        let searches = reading.score(Role::AddressLookup) >= w::CLEAR_NUMBER;
        let role = if !typed {
            None
        } else if searches && follows(STREET, 3) {
            Some(Role::AddressLookup)
        } else if follows(&[Role::HouseNumber], 2) || precedes(&[Role::HouseNumber]) {
            Some(Role::StreetName)
        } else if precedes(&[Role::AddressLine1]) && !reading.is_any(&[Role::AddressLine1]) {
            Some(Role::AddressLine2)
        } else if follows(&[Role::AddressLine2, Role::AddressLine3, Role::StreetAddress], 1) {
            Some(Role::AddressLine1)
        } else if reading.is_any(&[Role::StreetName]) {
            Some(Role::StreetAddress)
        } else {
            None
        };
        if let Some(role) = role {
            settle_at(form, readings, nth, role, "lines of an address");
        }
    }
}

/// "Additional information" right after a street, on one line, is the address's.
fn further_lines(form: &Form, readings: &mut [Reading]) {
    const BEFORE: &[Role] = &[
        Role::StreetAddress,
        Role::AddressLine1,
        Role::Street,
        Role::StreetName,
        Role::HouseNumber,
        Role::AddressLine2,
    ];
    for nth in 1..form.fields.len() {
        let is_further = neighbour(form, readings, nth, 0).is_some_and(|r| {
            r.claimed.is_none()
                && r.control == Control::Line
                && r.is_any(&[Role::Comment])
                && r.hints(Hint::Further)
        });
        let mut before = (-2..0).filter_map(|offset| neighbour(form, readings, nth, offset));
        if is_further && before.any(|r| r.is_any(BEFORE)) {
            settle_at(form, readings, nth, Role::AddressExtra, "more of an address");
        }
    }
}
