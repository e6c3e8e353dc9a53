//! Who fills: a person's neutral facts, by dotted keys, as a profile. One table for all persons; it knows no page.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::figures::part;

/// Facts with a place of their own in a profile.
const PLACES: [(&str, &str); 17] = [
    ("name.legal_first", "firstName"),
    ("name.middle", "middleName"),
    ("name.last", "lastName"),
    ("name.full", "fullName"),
    ("contact.email", "email"),
    ("contact.phone", "phone"),
    ("birth.date", "birthDate"),
    ("eeo.gender", "gender"),
    ("pronouns", "pronouns"),
    ("address.street", "address/street"),
    ("address.city", "address/city"),
    ("address.state", "address/state"),
    ("address.postcode", "address/zipCode"),
    ("address.country", "address/country"),
    ("links.linkedin", "linkedIn"),
    ("links.github", "github"),
    ("links.website", "website"),
];

/// Facts that the profile keeps by name.
const FACTS: [(&str, &str); 62] = [
    ("name.preferred", "preferredName"),
    ("name.previous", "formerName"),
    ("name.title", "title"),
    ("nationality", "nationality"),
    ("citizenship", "citizenship"),
    ("birth.place", "birthPlace"),
    ("contact.phone_type", "phoneType"),
    ("work.authorised.complete", "workPermissionComplete"),
    ("permit.residence", "residencePermit"),
    ("relocate.willing", "relocate"),
    ("relocate.where", "relocateWhere"),
    ("work.mode.preferred", "workMode"),
    ("work.mode.remote", "remoteWork"),
    ("work.mode.hybrid", "hybridWork"),
    ("work.mode.onsite", "onSiteWork"),
    ("travel.max", "travel"),
    ("shifts.weekends", "weekends"),
    ("work.hours_per_week", "hoursPerWeek"),
    ("work.type_sought", "employmentSought"),
    ("notice.period", "noticePeriod"),
    ("start.earliest", "earliestStart"),
    ("availability.until", "availableUntil"),
    ("source.how_heard", "heardFrom"),
    ("source.referral", "referredBy"),
    ("experience.years.total", "experienceYears"),
    ("languages.complete", "languagesComplete"),
    ("education.highest", "highestEducation"),
    ("employment.complete", "jobsComplete"),
    ("student.enrolled", "student"),
    ("student.semester", "studyYear"),
    ("driving.licence", "drivingLicence"),
    ("driving.own_car", "ownCar"),
    ("clearance.current", "clearance"),
    ("military.service", "militaryService"),
    ("agreements.non_compete", "nonCompete"),
    ("background_check.willing", "backgroundCheck"),
    ("criminal.convictions", "convictions"),
    ("eeo.hispanic_latino", "hispanic"),
    ("eeo.race", "race"),
    ("eeo.veteran", "veteran"),
    ("eeo.disability", "disability"),
    ("accommodation.interview", "adjustments"),
    ("eeo.orientation", "orientation"),
    ("eeo.transgender", "transgender"),
    ("eeo.religion", "religion"),
    ("household.marital_status", "maritalStatus"),
    ("household.children", "children"),
    ("household.adults", "adults"),
    ("household.pets", "pets"),
    ("household.smoker", "smoker"),
    ("health.allergies", "allergies"),
    ("insurance.health.provider", "insurer"),
    ("address.since", "addressSince"),
    ("address.type", "housing"),
    ("passport.expiry", "passportExpiry"),
    ("passport.issue_place", "passportPlace"),
    ("travel.visa_refused", "visaRefused"),
    ("housing.landlord.name", "landlord.1.name"),
    ("housing.landlord.phone", "landlord.1.phone"),
    ("income.monthly_net", "incomeMonthly"),
    ("links.portfolio", "link.Portfolio"),
    ("links.behance", "link.Behance"),
];

/// Facts that exist once for each of something: what their keys begin with here and in the profile, and a name behind
/// it that is none of them.
const FAMILIES: [(&str, &str, &str); 6] = [
    ("work.authorised.", "workPermission.", ""),
    ("work.sponsorship.", "sponsorship.", ""),
    (YEARS, "years.", NOTE),
    ("languages.", "language.", "first"),
    ("referee.", "referee.", ""),
    ("emergency.", "emergency.1.", ""),
];
const YEARS: &str = "experience.years.";
const NOTE: &str = "note";
const TOTAL: &str = "total";

/// What is told of a job, and of a school.
const JOB: [(&str, &str); 7] = [
    ("employer", "company"),
    ("title", "title"),
    ("start", "startDate"),
    ("end", "endDate"),
    ("type", "employmentType"),
    ("location", "location"),
    ("reason_for_leaving", "reasonForLeaving"),
];
const SCHOOL: [(&str, &str); 11] = [
    ("school", "school"),
    ("degree", "degree"),
    ("field", "field"),
    ("start", "startDate"),
    ("end", "endDate"),
    ("end_expected", "endDate"),
    ("level", "level"),
    ("completed", "completed"),
    ("grade", "gpa"),
    ("grade_current", "gpa"),
    ("result", "gpa"),
];

/// Pay: what its key begins with, and the fact.
const PAY: [(&str, &str); 2] =
    [("salary.expected", "salaryExpected"), ("salary.current", "salaryCurrent")];

/// Jobs or schools by their numbers, the newest first.
type Numbered = BTreeMap<u32, Map<String, Value>>;

/// The profile of a person: `facts` by dotted keys, `remembered` questions with their answers.
pub(super) fn profile(person: &Value) -> Value {
    let none = Map::new();
    let known = person.get("facts").and_then(Value::as_object).unwrap_or(&none);
    let mut profile = json!({"address": {}});
    let (mut facts, mut custom) = (Map::new(), Map::new());
    let (mut jobs, mut schools) = (Numbered::new(), Numbered::new());
    for (key, value) in known {
        if let Some(place) = of(&PLACES, key) {
            put(&mut profile, place, said(value).into());
        } else if let Some(name) = of(&FACTS, key) {
            facts.insert(name.to_owned(), said(value).into());
        } else if let Some((number, what)) = numbered(key, "employment.") {
            job(jobs.entry(number).or_default(), what, value);
        } else if let Some((number, what)) = numbered(key, "education.") {
            school(schools.entry(number).or_default(), what, value);
        } else if let Some(name) = member(key) {
            facts.insert(name, said(value).into());
        } else if !key.starts_with("salary.") {
            custom.insert(key.replace(['.', '_'], " "), said(value).into());
        }
    }
    facts.extend(PAY.iter().filter_map(|(key, name)| Some(((*name).to_owned(), pay(known, key)?))));
    if let Some(newest) = jobs.values().next() {
        put(&mut profile, "company", part_of(newest, "company"));
        put(&mut profile, "jobTitle", part_of(newest, "title"));
    }
    let skills = known.keys().filter_map(|key| key.strip_prefix(YEARS));
    let mut resume = json!({
        "experiences": jobs.into_values().collect::<Vec<_>>(),
        "education": schools.into_values().collect::<Vec<_>>(),
        "skills": skills.filter(|skill| ![TOTAL, NOTE].contains(skill)).collect::<Vec<_>>(),
    });
    if let Some(certificates) = known.get("certifications") {
        put(&mut resume, "certifications", json!([certificates]));
    }
    for (name, part) in [("facts", facts), ("custom", custom), ("answers", answers(person))] {
        put(&mut profile, name, part.into());
    }
    put(&mut profile, "resume", resume);
    profile
}

fn answers(person: &Value) -> Map<String, Value> {
    let remembered = person.get("remembered").and_then(Value::as_array).into_iter().flatten();
    let pair = |one: &Value| {
        (part(one, "question").to_owned(), one.get("answer").cloned().unwrap_or_default())
    };
    remembered.map(pair).collect()
}

fn of<'t>(table: &[(&str, &'t str)], key: &str) -> Option<&'t str> {
    table.iter().find(|(known, _)| *known == key).map(|(_, name)| *name)
}

/// A value as a person would write it.
fn said(value: &Value) -> String {
    match value {
        Value::Bool(true) => "Yes".to_owned(),
        Value::Bool(false) => "No".to_owned(),
        Value::String(text) if text == "decline" => "Prefer not to say".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Sets a value at a path of one or two parts.
fn put(profile: &mut Value, path: &str, value: Value) {
    let (parent, name) = path.split_once('/').map_or(("", path), |(parent, name)| (parent, name));
    let pointer = if parent.is_empty() { String::new() } else { format!("/{parent}") };
    if let Some(object) = profile.pointer_mut(&pointer).and_then(Value::as_object_mut) {
        object.insert(name.to_owned(), value);
    }
}

/// The number and the rest of `employment.2.title`.
fn numbered<'k>(key: &'k str, family: &str) -> Option<(u32, &'k str)> {
    let (number, what) = key.strip_prefix(family)?.split_once('.')?;
    Some((number.parse().ok()?, what))
}

fn job(job: &mut Map<String, Value>, what: &str, value: &Value) {
    if what == "end" && value == "present" {
        job.insert("current".to_owned(), true.into());
    } else if let Some(name) = of(&JOB, what) {
        job.insert(name.to_owned(), value.clone());
    }
}

fn school(school: &mut Map<String, Value>, what: &str, value: &Value) {
    if let Some(name) = of(&SCHOOL, what) {
        school.insert(name.to_owned(), value.clone());
    }
}

/// The fact of a family under a key.
fn member(key: &str) -> Option<String> {
    FAMILIES.iter().find_map(|(begins, family, other)| {
        let name = key.strip_prefix(begins)?;
        (name != *other).then(|| format!("{family}{name}"))
    })
}

/// An amount with its currency and period.
fn pay(known: &Map<String, Value>, key: &str) -> Option<Value> {
    let part = |what: &str| known.get(&format!("{key}.{what}")).map(said);
    let (amount, currency, period) = (part("amount")?, part("currency")?, part("period")?);
    Some(format!("{amount} {currency} a {period}").into())
}

fn part_of(entry: &Map<String, Value>, name: &str) -> Value {
    entry.get(name).cloned().unwrap_or_else(|| "".into())
}

/// A profile with the own entries and answers of others beside its own, but for those that one of these questions is
/// worded as.
pub(super) fn with_others<'p>(
    own: &Value,
    others: impl Iterator<Item = &'p Value>,
    is_asked: impl Fn(&str) -> bool,
) -> Value {
    let mut profile = own.clone();
    for other in others {
        for name in ["custom", "answers"] {
            let entries = other.get(name).and_then(Value::as_object);
            let Some(into) = profile.get_mut(name).and_then(Value::as_object_mut) else { continue };
            for (entry, value) in
                entries.into_iter().flatten().filter(|(entry, _)| !is_asked(entry))
            {
                into.entry(entry).or_insert_with(|| value.clone());
            }
        }
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_become_a_profile() {
        let person = json!({
            "facts": {
                "name.legal_first": "Ann", "address.city": "Cork", "eeo.gender": "decline",
                "relocate.willing": true, "work.authorised.Ireland": "Yes (citizen)",
                "work.authorised.complete": false, "work.sponsorship.any other country": "Yes",
                "experience.years.total": 9, "experience.years.Rust": 4, "experience.years.note": "about",
                "languages.French": "B2", "languages.first": "Irish", "referee.2.name": "Dana",
                "emergency.phone": "+353 1", "salary.expected.amount": 52000,
                "salary.expected.currency": "EUR", "salary.expected.period": "year (gross)",
                "employment.1.employer": "Harbour", "employment.1.title": "Engineer",
                "employment.1.end": "present", "employment.2.end": "2020-01",
                "education.1.level": "Bachelor", "education.1.completed": true,
                "education.1.country": "Ireland", "certifications": "CPR",
                "travel.us_visa_before": false, "employment.status": "Employed",
            },
            "remembered": [{"question": "Any cats?", "answer": "One"}],
        });
        let expected = json!({
            "firstName": "Ann",
            "gender": "Prefer not to say",
            "company": "Harbour",
            "jobTitle": "Engineer",
            "address": {"city": "Cork"},
            "facts": {
                "relocate": "Yes", "workPermission.Ireland": "Yes (citizen)",
                "workPermissionComplete": "No", "sponsorship.any other country": "Yes",
                "experienceYears": "9", "years.Rust": "4", "language.French": "B2",
                "referee.2.name": "Dana", "emergency.1.phone": "+353 1",
                "salaryExpected": "52000 EUR a year (gross)",
            },
            "custom": {
                "experience years note": "about", "languages first": "Irish",
                "certifications": "CPR", "travel us visa before": "No",
                "employment status": "Employed",
            },
            "answers": {"Any cats?": "One"},
            "resume": {
                "experiences": [
                    {"company": "Harbour", "title": "Engineer", "current": true},
                    {"endDate": "2020-01"},
                ],
                "education": [{"level": "Bachelor", "completed": true}],
                "skills": ["Rust"],
                "certifications": ["CPR"],
            },
        });
        assert_eq!(profile(&person), expected);
    }

    #[test]
    fn every_fact_has_a_name_that_the_profile_knows() {
        let known = include_str!("../../../../agent-core/src/question/fact.rs");
        let names = FACTS.iter().chain(&PAY).map(|(_, name)| (*name).to_owned());
        let families = FAMILIES.iter().map(|(_, family, _)| (*family).to_owned());
        for name in names.chain(families) {
            let counted = name.replace(".1.", ".N.");
            let (first, _) = counted.split_once('.').unwrap_or((&counted, ""));
            let is_known = [counted.clone(), format!("{first}.*"), format!("{first}.N.name")]
                .iter()
                .any(|name| known.contains(&format!("\"{name}\"")));
            assert!(is_known, "{name} is no fact");
        }
    }

    #[test]
    fn others_add_what_is_not_asked_and_not_there() {
        let own = json!({"custom": {"a": "1"}, "answers": {}, "email": "x"});
        let other = json!({"custom": {"a": "2", "b": "3"}, "answers": {"Why us?": "4", "Cats?": "5"}, "email": "y"});
        let made = with_others(&own, [&other].into_iter(), |text| text == "Why us?");
        let expected =
            json!({"custom": {"a": "1", "b": "3"}, "answers": {"Cats?": "5"}, "email": "x"});
        assert_eq!(made, expected);
    }
}
