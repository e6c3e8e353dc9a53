//! Facts: what a person may tell about themselves beyond name, address and résumé, by name.
//!
//! They are kept in `Profile::facts`, each a text of the person's own. Those that exist once for each of something (a
//! country, a skill) have its name behind theirs: `years.Rust`. As a key such a family is told as one, `facts.years`:
//! which countries or skills a person has entries for is theirs.

use shared_types::Tier;

use crate::catalogue;

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
    /// The key of what it is called there; see [`Fact::label`].
    label: &'static str,
    /// The key of what a person might write, or that itself; see [`Fact::example`].
    example: &'static str,
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
    fact(ABOUT, "preferredName", key!("fact_preferred_name"), "Sam", Text, Ordinary),
    fact(ABOUT, "formerName", key!("fact_former_name"), key!("answer_none"), Text, Personal),
    fact(ABOUT, "title", key!("fact_title"), "Ms", Text, Ordinary),
    fact(
        ABOUT,
        "nationality",
        key!("fact_nationality"),
        key!("fact_nationality_example"),
        Text,
        Ordinary,
    ),
    fact(
        ABOUT,
        "citizenship",
        key!("fact_citizenship"),
        key!("fact_citizenship_example"),
        Text,
        Ordinary,
    ),
    fact(
        ABOUT,
        "birthPlace",
        key!("fact_birth_place"),
        key!("fact_birth_place_example"),
        Text,
        Personal,
    ),
    fact(
        ABOUT,
        "phoneType",
        key!("fact_phone_type"),
        key!("fact_phone_type_example"),
        Text,
        Ordinary,
    ),
    fact(ABOUT, "otherPhone", key!("fact_other_phone"), "+353 1 555 0100", Text, Ordinary),
    fact(ABOUT, "phone.*", key!("fact_phone"), "+353 1 555 0100", Text, Ordinary),
    fact(ABOUT, "email.*", key!("fact_email"), "ann@work.example", Text, Ordinary),
    fact(
        ABOUT,
        "previousAddress",
        key!("fact_previous_address"),
        "3 Quay Street, Galway",
        Text,
        Personal,
    ),
    fact(ABOUT, "link.*", key!("fact_link"), "https://example.org/me", Text, Ordinary),
    fact(
        WORK,
        "workPermission.*",
        key!("fact_work_permission"),
        key!("answer_yes"),
        YesNo,
        Ordinary,
    ),
    fact(WORK, "sponsorship.*", key!("fact_sponsorship"), key!("answer_no"), YesNo, Ordinary),
    fact(
        WORK,
        "workPermissionComplete",
        key!("fact_work_permission_complete"),
        key!("answer_yes"),
        YesNo,
        Ordinary,
    ),
    fact(
        WORK,
        "residencePermit",
        key!("fact_residence_permit"),
        key!("fact_residence_permit_example"),
        Text,
        Personal,
    ),
    fact(JOB, "relocate", key!("fact_relocate"), key!("answer_yes"), YesNo, Ordinary),
    fact(
        JOB,
        "relocateWhere",
        key!("fact_relocate_where"),
        key!("fact_relocate_where_example"),
        Text,
        Ordinary,
    ),
    fact(JOB, "workMode", key!("fact_work_mode"), key!("fact_work_mode_example"), Text, Ordinary),
    fact(JOB, "remoteWork", key!("fact_remote_work"), key!("answer_yes"), YesNo, Ordinary),
    fact(
        JOB,
        "hybridWork",
        key!("fact_hybrid_work"),
        key!("fact_hybrid_work_example"),
        YesNo,
        Ordinary,
    ),
    fact(JOB, "onSiteWork", key!("fact_on_site_work"), key!("answer_no"), YesNo, Ordinary),
    fact(JOB, "travel", key!("fact_travel"), key!("fact_travel_example"), Text, Ordinary),
    fact(JOB, "weekends", key!("fact_weekends"), key!("answer_yes"), YesNo, Ordinary),
    fact(JOB, "nights", key!("fact_nights"), key!("answer_no"), YesNo, Ordinary),
    fact(JOB, "hoursPerWeek", key!("fact_hours_per_week"), "40", Number, Ordinary),
    fact(
        JOB,
        "employmentSought",
        key!("fact_employment_sought"),
        key!("fact_employment_sought_example"),
        Text,
        Ordinary,
    ),
    fact(
        JOB,
        "noticePeriod",
        key!("fact_notice_period"),
        key!("fact_notice_period_example"),
        Text,
        Ordinary,
    ),
    fact(JOB, "earliestStart", key!("fact_earliest_start"), "2027-01-11", Date, Ordinary),
    fact(JOB, "availableUntil", key!("fact_available_until"), "2027-08-31", Date, Ordinary),
    fact(
        JOB,
        "salaryExpected",
        key!("fact_salary_expected"),
        key!("fact_salary_expected_example"),
        Pay,
        Ordinary,
    ),
    fact(
        JOB,
        "salaryCurrent",
        key!("fact_salary_current"),
        key!("fact_salary_current_example"),
        Pay,
        Personal,
    ),
    fact(
        JOB,
        "incomeMonthly",
        key!("fact_income_monthly"),
        key!("fact_income_monthly_example"),
        Pay,
        Personal,
    ),
    fact(JOB, "heardFrom", key!("fact_heard_from"), "LinkedIn", Text, Ordinary),
    fact(JOB, "referredBy", key!("fact_referred_by"), key!("answer_none"), YesNo, Ordinary),
    fact(DONE, "experienceYears", key!("fact_experience_years"), "9", Number, Ordinary),
    fact(DONE, "years.*", key!("fact_years"), "4", Number, Ordinary),
    fact(DONE, "language.*", key!("fact_language"), key!("fact_language_example"), Text, Ordinary),
    fact(
        DONE,
        "languagesComplete",
        key!("fact_languages_complete"),
        key!("answer_yes"),
        YesNo,
        Ordinary,
    ),
    fact(
        DONE,
        "highestEducation",
        key!("fact_highest_education"),
        key!("fact_highest_education_example"),
        Text,
        Ordinary,
    ),
    fact(DONE, "jobsComplete", key!("fact_jobs_complete"), key!("answer_yes"), YesNo, Ordinary),
    fact(DONE, "student", key!("fact_student"), key!("answer_no"), YesNo, Ordinary),
    fact(
        DONE,
        "studyYear",
        key!("fact_study_year"),
        key!("fact_study_year_example"),
        Text,
        Ordinary,
    ),
    fact(
        DONE,
        "drivingLicence",
        key!("fact_driving_licence"),
        key!("fact_driving_licence_example"),
        YesNo,
        Ordinary,
    ),
    fact(DONE, "ownCar", key!("fact_own_car"), key!("answer_no"), YesNo, Ordinary),
    fact(DONE, "clearance", key!("fact_clearance"), key!("answer_none"), YesNo, Ordinary),
    fact(
        DONE,
        "clearanceEligible",
        key!("fact_clearance_eligible"),
        key!("answer_yes"),
        YesNo,
        Ordinary,
    ),
    fact(
        DONE,
        "militaryService",
        key!("fact_military_service"),
        key!("answer_none"),
        YesNo,
        Personal,
    ),
    fact(DONE, "nonCompete", key!("fact_non_compete"), key!("answer_no"), YesNo, Ordinary),
    fact(
        DONE,
        "backgroundCheck",
        key!("fact_background_check"),
        key!("answer_yes"),
        YesNo,
        Personal,
    ),
    fact(DONE, "drugTest", key!("fact_drug_test"), key!("answer_no"), YesNo, Personal),
    fact(DONE, "convictions", key!("fact_convictions"), key!("answer_none"), YesNo, Personal),
    fact(SELF, "hispanic", key!("fact_hispanic"), key!("answer_not_say"), YesNo, Personal),
    fact(SELF, "race", key!("fact_race"), key!("answer_not_say"), Text, Personal),
    fact(SELF, "veteran", key!("fact_veteran"), key!("answer_no"), YesNo, Personal),
    fact(SELF, "disability", key!("fact_disability"), key!("answer_not_say"), YesNo, Personal),
    fact(SELF, "adjustments", key!("fact_adjustments"), key!("answer_none"), YesNo, Personal),
    fact(SELF, "orientation", key!("fact_orientation"), key!("answer_not_say"), Text, Personal),
    fact(SELF, "transgender", key!("fact_transgender"), key!("answer_not_say"), YesNo, Personal),
    fact(SELF, "religion", key!("fact_religion"), key!("answer_not_say"), Text, Personal),
    fact(
        SELF,
        "maritalStatus",
        key!("fact_marital_status"),
        key!("fact_marital_status_example"),
        Text,
        Personal,
    ),
    fact(SELF, "children", key!("fact_children"), "0", Number, Personal),
    fact(SELF, "adults", key!("fact_adults"), "2", Number, Personal),
    fact(SELF, "pets", key!("fact_pets"), key!("fact_pets_example"), Text, Ordinary),
    fact(SELF, "smoker", key!("fact_smoker"), key!("answer_no"), YesNo, Personal),
    fact(SELF, "allergies", key!("fact_allergies"), key!("answer_none"), YesNo, Personal),
    fact(SELF, "insurer", key!("fact_insurer"), "Vhi", Text, Personal),
    fact(PEOPLE, "referee.N.name", key!("fact_referee_n_name"), "Dana Whitfield", Text, Personal),
    fact(
        PEOPLE,
        "referee.N.title",
        key!("fact_referee_n_title"),
        key!("fact_referee_n_title_example"),
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "referee.N.company",
        key!("fact_referee_n_company"),
        "Harbour Instruments",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "referee.N.email",
        key!("fact_referee_n_email"),
        "dana@example.org",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "referee.N.phone",
        key!("fact_referee_n_phone"),
        "+353 1 555 0188",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "referee.N.relationship",
        key!("fact_referee_n_relationship"),
        key!("fact_referee_n_relationship_example"),
        Text,
        Personal,
    ),
    fact(PEOPLE, "emergency.N.name", key!("fact_emergency_n_name"), "Paul Byrne", Text, Personal),
    fact(
        PEOPLE,
        "emergency.N.phone",
        key!("fact_emergency_n_phone"),
        "+353 1 555 0167",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "emergency.N.email",
        key!("fact_emergency_n_email"),
        "paul@example.org",
        Text,
        Personal,
    ),
    fact(
        PEOPLE,
        "emergency.N.relationship",
        key!("fact_emergency_n_relationship"),
        key!("fact_emergency_n_relationship_example"),
        Text,
        Personal,
    ),
    fact(PEOPLE, "landlord.N.name", key!("fact_landlord_n_name"), "Helena Duarte", Text, Personal),
    fact(
        PEOPLE,
        "landlord.N.phone",
        key!("fact_landlord_n_phone"),
        "+353 1 555 0132",
        Text,
        Personal,
    ),
    fact(HOME, "addressSince", key!("fact_address_since"), "2021-06", Date, Ordinary),
    fact(HOME, "housing", key!("fact_housing"), key!("fact_housing_example"), Text, Ordinary),
    fact(HOME, "passportExpiry", key!("fact_passport_expiry"), "2031-06-14", Date, Personal),
    fact(HOME, "passportPlace", key!("fact_passport_place"), "Dublin", Text, Personal),
    fact(HOME, "visaRefused", key!("fact_visa_refused"), key!("answer_no"), YesNo, Personal),
    fact(PAPERS, "passport.N.number", key!("fact_passport_n_number"), "PX1234567", Text, Secret),
    fact(
        PAPERS,
        "passport.N.country",
        key!("fact_passport_n_country"),
        key!("fact_passport_n_country_example"),
        Text,
        Personal,
    ),
    fact(PAPERS, "passport.N.issued", key!("fact_passport_n_issued"), "2021-06-15", Date, Personal),
    fact(
        PAPERS,
        "passport.N.expires",
        key!("fact_passport_n_expires"),
        "2031-06-14",
        Date,
        Personal,
    ),
    fact(PAPERS, "licence.N.number", key!("fact_licence_n_number"), "D1234567", Text, Secret),
    fact(
        PAPERS,
        "licence.N.country",
        key!("fact_licence_n_country"),
        key!("fact_licence_n_country_example"),
        Text,
        Personal,
    ),
    fact(PAPERS, "licence.N.issued", key!("fact_licence_n_issued"), "2019-03-02", Date, Personal),
    fact(PAPERS, "licence.N.expires", key!("fact_licence_n_expires"), "2029-03-01", Date, Personal),
    fact(PAPERS, "vehicle.N.plate", key!("fact_vehicle_n_plate"), "12-D-3456", Text, Secret),
    fact(PAPERS, "vehicle.N.vin", key!("fact_vehicle_n_vin"), "1HGCM82633A004352", Text, Secret),
    fact(
        PAPERS,
        "vehicle.N.country",
        key!("fact_vehicle_n_country"),
        key!("fact_vehicle_n_country_example"),
        Text,
        Personal,
    ),
    fact(PAPERS, "traveller.N.known", key!("fact_traveller_n_known"), "98765432", Text, Secret),
    fact(
        PAPERS,
        "traveller.N.expires",
        key!("fact_traveller_n_expires"),
        "2030-09-01",
        Date,
        Personal,
    ),
    fact(PAPERS, "traveller.N.redress", key!("fact_traveller_n_redress"), "1234567", Text, Secret),
];

impl Fact {
    /// What it is called on the screen. Of a fact about people: who they are and what is told of them (`Referee: phone`).
    pub fn label(&self) -> String {
        catalogue::text(self.label)
    }

    /// What a person might write.
    pub fn example(&self) -> String {
        catalogue::text(self.example)
    }

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
