//! Facts: what a person may tell about themselves beyond name, address and résumé, by name.
//!
//! They are kept in `Profile::facts`, each a text of the person's own. Those that exist once for each of something (a
//! country, a skill) have its name behind theirs: `years.Rust`. As a key such a family is told as one, `facts.years`:
//! which countries or skills a person has entries for is theirs.

use shared_types::Tier;

/// What kind of text a fact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// Anything.
    Text,
    /// Yes or no, perhaps with a word on it: "No, only in Austin".
    YesNo,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// A number.
    Number,
    /// An amount with its currency and period: `42000 EUR a year`.
    Pay,
}

/// A fact that Vaulty knows how to use.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// Its name in `Profile::facts`; `N` counts people from 1, `*` is a name of the person's.
    pub name: &'static str,
    /// Where it stands on the screen.
    pub group: &'static str,
    /// What it is called there.
    pub label: &'static str,
    /// What a person might write.
    pub example: &'static str,
    /// What kind of text it is.
    pub kind: FactKind,
    /// How carefully it is handled.
    pub tier: Tier,
}

const fn fact(
    group: &'static str,
    name: &'static str,
    label: &'static str,
    example: &'static str,
    kind: FactKind,
    tier: Tier,
) -> Fact {
    Fact { name, group, label, example, kind, tier }
}

use FactKind::{Date, Number, Pay, Text, YesNo};
use Tier::{Ordinary, Personal, Secret};

const ABOUT: &str = "About you";
const WORK: &str = "Leave to work";
const JOB: &str = "The job you want";
const DONE: &str = "What you know and did";
const SELF: &str = "Questions about yourself";
const PEOPLE: &str = "Other people";
const HOME: &str = "Home and travel";
const PAPERS: &str = "Passport, licences and travel numbers";

/// All facts, in the order of the screen.
pub const FACTS: &[Fact] = &[
    fact(ABOUT, "preferredName", "Name you want to be called by", "Sam", Text, Ordinary),
    fact(ABOUT, "formerName", "Former names", "None", Text, Personal),
    fact(ABOUT, "title", "Title", "Ms", Text, Ordinary),
    fact(ABOUT, "nationality", "Nationality", "Irish", Text, Ordinary),
    fact(ABOUT, "citizenship", "Citizen of", "Ireland, Canada", Text, Ordinary),
    fact(ABOUT, "birthPlace", "Place of birth", "Cork, Ireland", Text, Personal),
    fact(ABOUT, "phoneType", "Type of phone", "Mobile", Text, Ordinary),
    fact(ABOUT, "otherPhone", "Second phone", "+353 1 555 0100", Text, Ordinary),
    fact(ABOUT, "phone.*", "More phone numbers", "+353 1 555 0100", Text, Ordinary),
    fact(ABOUT, "email.*", "More e-mail addresses", "ann@work.example", Text, Ordinary),
    fact(
        ABOUT,
        "previousAddress",
        "Address before this one",
        "3 Quay Street, Galway",
        Text,
        Personal,
    ),
    fact(ABOUT, "link.*", "Pages on other networks", "https://example.org/me", Text, Ordinary),
    fact(WORK, "workPermission.*", "Countries you may work in", "Yes", YesNo, Ordinary),
    fact(WORK, "sponsorship.*", "Countries where you need sponsorship", "No", YesNo, Ordinary),
    fact(
        WORK,
        "workPermissionComplete",
        "These are all the countries you may work in",
        "Yes",
        YesNo,
        Ordinary,
    ),
    fact(
        WORK,
        "residencePermit",
        "Residence permit",
        "Stamp 4, valid until 2028-02-20",
        Text,
        Personal,
    ),
    fact(JOB, "relocate", "Willing to move", "Yes", YesNo, Ordinary),
    fact(JOB, "relocateWhere", "Where to", "Ireland", Text, Ordinary),
    fact(JOB, "workMode", "Remote, hybrid or on-site", "Remote", Text, Ordinary),
    fact(JOB, "remoteWork", "Would work remotely", "Yes", YesNo, Ordinary),
    fact(
        JOB,
        "hybridWork",
        "Would work partly in an office",
        "Yes, up to 2 days a week",
        YesNo,
        Ordinary,
    ),
    fact(JOB, "onSiteWork", "Would work on-site", "No", YesNo, Ordinary),
    fact(JOB, "travel", "Would travel", "Up to 10%", Text, Ordinary),
    fact(JOB, "weekends", "Would work at weekends", "Yes", YesNo, Ordinary),
    fact(JOB, "nights", "Would work at night", "No", YesNo, Ordinary),
    fact(JOB, "hoursPerWeek", "Hours a week", "40", Number, Ordinary),
    fact(JOB, "employmentSought", "Type of employment", "Full-time, permanent", Text, Ordinary),
    fact(JOB, "noticePeriod", "Notice period", "4 weeks", Text, Ordinary),
    fact(JOB, "earliestStart", "Earliest start", "2027-01-11", Date, Ordinary),
    fact(JOB, "availableUntil", "Available until", "2027-08-31", Date, Ordinary),
    fact(JOB, "salaryExpected", "Expected pay", "52000 EUR a year", Pay, Ordinary),
    fact(JOB, "salaryCurrent", "Current pay", "48000 EUR a year", Pay, Personal),
    fact(JOB, "incomeMonthly", "Monthly income", "2400 EUR net", Pay, Personal),
    fact(JOB, "heardFrom", "Where you found it", "LinkedIn", Text, Ordinary),
    fact(JOB, "referredBy", "Who recommended you", "None", YesNo, Ordinary),
    fact(DONE, "experienceYears", "Years of work experience", "9", Number, Ordinary),
    fact(DONE, "years.*", "Years with a skill", "4", Number, Ordinary),
    fact(DONE, "language.*", "Languages you speak", "Fluent (C1)", Text, Ordinary),
    fact(
        DONE,
        "languagesComplete",
        "These are all the languages you speak",
        "Yes",
        YesNo,
        Ordinary,
    ),
    fact(DONE, "highestEducation", "Highest degree", "Bachelor's degree", Text, Ordinary),
    fact(DONE, "jobsComplete", "Your résumé lists all your jobs", "Yes", YesNo, Ordinary),
    fact(DONE, "student", "Studying now", "No", YesNo, Ordinary),
    fact(DONE, "studyYear", "Year or semester of study", "5th semester", Text, Ordinary),
    fact(DONE, "drivingLicence", "Driving licence", "Yes, class B", YesNo, Ordinary),
    fact(DONE, "ownCar", "Own a car", "No", YesNo, Ordinary),
    fact(DONE, "clearance", "Security clearance", "None", YesNo, Ordinary),
    fact(DONE, "clearanceEligible", "Could get security clearance", "Yes", YesNo, Ordinary),
    fact(DONE, "militaryService", "Military service", "None", YesNo, Personal),
    fact(DONE, "nonCompete", "Bound by a non-compete or the like", "No", YesNo, Ordinary),
    fact(DONE, "backgroundCheck", "Agree to a background check", "Yes", YesNo, Personal),
    fact(DONE, "drugTest", "Agree to a drug test", "No", YesNo, Personal),
    fact(DONE, "convictions", "Criminal convictions", "None", YesNo, Personal),
    fact(SELF, "hispanic", "Hispanic or Latino", "Prefer not to say", YesNo, Personal),
    fact(SELF, "race", "Race or ethnicity", "Prefer not to say", Text, Personal),
    fact(SELF, "veteran", "Veteran", "No", YesNo, Personal),
    fact(SELF, "disability", "Disability", "Prefer not to say", YesNo, Personal),
    fact(SELF, "adjustments", "Adjustments you need at an interview", "None", YesNo, Personal),
    fact(SELF, "orientation", "Sexual orientation", "Prefer not to say", Text, Personal),
    fact(SELF, "transgender", "Transgender", "Prefer not to say", YesNo, Personal),
    fact(SELF, "religion", "Religion", "Prefer not to say", Text, Personal),
    fact(SELF, "maritalStatus", "Marital status", "Single", Text, Personal),
    fact(SELF, "children", "Children", "0", Number, Personal),
    fact(SELF, "adults", "Adults in your household", "2", Number, Personal),
    fact(SELF, "pets", "Pets", "1 cat", Text, Ordinary),
    fact(SELF, "smoker", "Smoker", "No", YesNo, Personal),
    fact(SELF, "allergies", "Allergies", "None", YesNo, Personal),
    fact(SELF, "insurer", "Health insurer", "Vhi", Text, Personal),
    fact(PEOPLE, "referee.N.name", "Referee: name", "Dana Whitfield", Text, Personal),
    fact(PEOPLE, "referee.N.title", "Referee: job title", "Head of Design", Text, Personal),
    fact(PEOPLE, "referee.N.company", "Referee: company", "Harbour Instruments", Text, Personal),
    fact(PEOPLE, "referee.N.email", "Referee: e-mail", "dana@example.org", Text, Personal),
    fact(PEOPLE, "referee.N.phone", "Referee: phone", "+353 1 555 0188", Text, Personal),
    fact(
        PEOPLE,
        "referee.N.relationship",
        "Referee: how you know them",
        "Former manager",
        Text,
        Personal,
    ),
    fact(PEOPLE, "emergency.N.name", "Emergency contact: name", "Paul Byrne", Text, Personal),
    fact(
        PEOPLE,
        "emergency.N.phone",
        "Emergency contact: phone",
        "+353 1 555 0167",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "emergency.N.email",
        "Emergency contact: e-mail",
        "paul@example.org",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "emergency.N.relationship",
        "Emergency contact: who they are",
        "Brother",
        Text,
        Personal,
    ),
    fact(PEOPLE, "landlord.N.name", "Landlord: name", "Helena Duarte", Text, Personal),
    fact(PEOPLE, "landlord.N.phone", "Landlord: phone", "+353 1 555 0132", Text, Personal),
    fact(HOME, "addressSince", "Lived at your address since", "2021-06", Date, Ordinary),
    fact(HOME, "housing", "How you live", "Shared flat, rented", Text, Ordinary),
    fact(HOME, "passportExpiry", "Passport expires", "2031-06-14", Date, Personal),
    fact(HOME, "passportPlace", "Passport issued in", "Dublin", Text, Personal),
    fact(HOME, "visaRefused", "Ever refused a visa or entry", "No", YesNo, Personal),
    fact(PAPERS, "passport.N.number", "Passport: number", "PX1234567", Text, Secret),
    fact(PAPERS, "passport.N.country", "Passport: issuing country", "Ireland", Text, Personal),
    fact(PAPERS, "passport.N.issued", "Passport: issued on", "2021-06-15", Date, Personal),
    fact(PAPERS, "passport.N.expires", "Passport: expires", "2031-06-14", Date, Personal),
    fact(PAPERS, "licence.N.number", "Driving licence: number", "D1234567", Text, Secret),
    fact(PAPERS, "licence.N.country", "Driving licence: issued in", "Ireland", Text, Personal),
    fact(PAPERS, "licence.N.issued", "Driving licence: issued on", "2019-03-02", Date, Personal),
    fact(PAPERS, "licence.N.expires", "Driving licence: expires", "2029-03-01", Date, Personal),
    fact(PAPERS, "vehicle.N.plate", "Vehicle: registration", "12-D-3456", Text, Secret),
    fact(
        PAPERS,
        "vehicle.N.vin",
        "Vehicle: identification number (VIN)",
        "1HGCM82633A004352",
        Text,
        Secret,
    ),
    fact(PAPERS, "vehicle.N.country", "Vehicle: registered in", "Ireland", Text, Personal),
    fact(
        PAPERS,
        "traveller.N.known",
        "Traveller: known traveller number",
        "98765432",
        Text,
        Secret,
    ),
    fact(
        PAPERS,
        "traveller.N.expires",
        "Traveller: membership expires",
        "2030-09-01",
        Date,
        Personal,
    ),
    fact(PAPERS, "traveller.N.redress", "Traveller: redress number", "1234567", Text, Secret),
];

impl Fact {
    /// The part before the person's own name for it, of a family: `years` of `years.*`.
    pub fn family(&self) -> Option<&'static str> {
        self.name.strip_suffix(".*")
    }

    /// Whether this is the fact that is kept under a name.
    fn is_named(&self, name: &str) -> bool {
        if let Some(family) = self.family() {
            return name == family
                || name.strip_prefix(family).is_some_and(|rest| rest.starts_with('.'));
        }
        let parts = |text: &str| -> Vec<String> { text.split('.').map(str::to_owned).collect() };
        let (own, other) = (parts(self.name), parts(name));
        let same = |(own, other): (&String, &String)| {
            own == other || own == "N" && other.parse::<u32>().is_ok_and(|number| number > 0)
        };
        own.len() == other.len() && own.iter().zip(&other).all(same)
    }
}

/// The fact under a key of a profile (`facts.years.Rust`), or under the key that a family is told by.
pub fn fact_of(key: &str) -> Option<&'static Fact> {
    let name = key.strip_prefix("facts.")?;
    FACTS.iter().find(|fact| fact.is_named(name))
}

/// The key by which a planner hears of a fact: of a family without the person's own name for it.
pub(crate) fn told_key(key: &str) -> String {
    match fact_of(key).and_then(Fact::family) {
        Some(family) => format!("facts.{family}"),
        None => key.to_owned(),
    }
}

/// Whether a fact says who somebody is or where they are found, the person or others: no list of choices has it.
pub(crate) fn says_who(key: &str) -> bool {
    const OWN: &[&str] =
        &["preferredName", "formerName", "otherPhone", "previousAddress", "link.*"];
    const OTHERS: &[&str] = &[".name", ".email", ".phone", ".company"];
    fact_of(key).is_some_and(|fact| {
        let is_theirs = || OTHERS.iter().any(|end| fact.name.ends_with(end));
        OWN.contains(&fact.name) || fact.group == PEOPLE && is_theirs()
    })
}

/// Whether a fact answers by its own text, whatever is asked: no yes or no, nobody else's, none of a family, nothing
/// that a person tells with care.
pub(crate) fn is_told_as_it_stands(key: &str) -> bool {
    fact_of(key).is_some_and(|fact| {
        fact.kind != FactKind::YesNo
            && fact.tier == Tier::Ordinary
            && fact.group != PEOPLE
            && fact.family().is_none()
    })
}
