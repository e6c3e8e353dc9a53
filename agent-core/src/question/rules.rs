//! Which concepts make which question.
//!
//! A question is understood when all its telling words are accounted for: the concepts that it needs are there, the
//! others that are there may stand beside them, and hardly a word is left that nobody knows. What is left speaks
//! against it: a form asks for less than it seems to where it says more than is known.

use super::{
    concept::Concept::{self, *},
    intent::Intent,
};

/// What the words that no concept accounts for may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Nothing: they speak against the question.
    Against,
    /// What the question is about: a skill, a company, a language, a network.
    Subject,
    /// The same, or nothing.
    MaybeSubject,
}

/// What makes a question.
pub(super) struct Rule {
    pub(super) intent: Intent,
    /// One of these sets must be there, whole.
    pub(super) needs: &'static [&'static [Concept]],
    /// What else may be there.
    pub(super) may: &'static [Concept],
    pub(super) rest: Rest,
}

const fn rule(
    intent: Intent,
    needs: &'static [&'static [Concept]],
    may: &'static [Concept],
) -> Rule {
    Rule { intent, needs, may, rest: Rest::Against }
}

const fn about(
    intent: Intent,
    needs: &'static [&'static [Concept]],
    may: &'static [Concept],
) -> Rule {
    Rule { intent, needs, may, rest: Rest::Subject }
}

/// What may stand in any question without changing what it asks for.
pub(super) const IDLE: &[Concept] = &[Filler, Using];

/// What questions about leave to work speak of beside it.
const LEAVE: &[Concept] = &[
    Now,
    Future,
    Need,
    Have,
    Willing,
    Visa,
    VisaKind,
    Work,
    Job,
    Company,
    Here,
    Law,
    Country,
    Valid,
    Authorised,
    Start,
    Reside,
    Where,
    EmploymentType,
    Apply,
    Region,
    Before,
    Eligible,
];
/// What questions about where and how one works speak of beside it.
const MODE: &[Concept] =
    &[Willing, Work, Job, WorkMode, Now, Company, Here, Have, Where, Future, EmploymentType, Type];
/// The same of work that is partly in an office.
const HYBRID: &[Concept] = &[
    Willing,
    Work,
    Job,
    WorkMode,
    Now,
    Company,
    Here,
    Have,
    Where,
    Future,
    EmploymentType,
    Type,
    OnSite,
    PartOfWeek,
    DaysAWeek,
    Remote,
];
/// What self-identification speaks of beside it.
const SELF: &[Concept] = &[Valid, Type, Now, Law, Before, Have];
/// What stands beside what is asked of another person.
const OTHER: &[Concept] = &[Number, Relationship];

const fn perhaps_about(
    intent: Intent,
    needs: &'static [&'static [Concept]],
    may: &'static [Concept],
) -> Rule {
    Rule { intent, needs, may, rest: Rest::MaybeSubject }
}

pub(super) const RULES: &[Rule] = &[
    rule(
        Intent::PreferredName,
        &[&[PreferredName], &[CallYou], &[Prefer, Name]],
        &[Name, Apply, Prefer, Work, Here],
    ),
    rule(Intent::FormerName, &[&[FormerName]], &[Name, Have, Other, Before]),
    rule(
        Intent::Country,
        &[&[Reside, Country], &[Where, Country, Reside]],
        &[Now, Where, Work, Address],
    ),
    rule(Intent::Location, &[&[Reside, Where], &[Reside, Now]], &[Now, Region, Where, Work]),
    perhaps_about(Intent::InPlace, &[&[Reside]], &[Now, Region, Where, Country]),
    rule(
        Intent::WorkPermission,
        &[&[Authorised, Work], &[Visa, Have, Work], &[Visa, Have], &[Visa, Work]],
        LEAVE,
    ),
    rule(
        Intent::WorkPermissionAlone,
        &[
            &[Authorised, Work, Without, Sponsor],
            &[Work, Without, Sponsor],
            &[Authorised, Without, Sponsor],
            &[Start, Without, Sponsor],
            &[Job, Without, Sponsor],
        ],
        LEAVE,
    ),
    rule(Intent::PermitNeeded, &[&[Visa, Need, Work], &[Visa, Need]], LEAVE),
    rule(
        Intent::Sponsorship,
        &[&[Sponsor, Need], &[Sponsor, Visa], &[Sponsor, Work]],
        &[
            Now,
            Future,
            Need,
            Visa,
            VisaKind,
            Work,
            Job,
            Company,
            Here,
            Law,
            Country,
            Valid,
            Authorised,
            Start,
            Reside,
            Where,
            EmploymentType,
            Apply,
            Region,
            Without,
            Eligible,
        ],
    ),
    rule(Intent::IsCitizen, &[&[Citizen]], &[Now, Country, Valid, Have]),
    rule(
        Intent::Nationality,
        &[&[Nationality], &[Country, Citizen], &[Citizen]],
        &[Now, Country, Have, Citizen, Where],
    ),
    rule(
        Intent::BirthPlace,
        &[&[Born, Where], &[Born, Country], &[Born, Region]],
        &[Country, Region, Reside],
    ),
    perhaps_about(
        Intent::Relocate,
        &[&[Relocate]],
        &[
            Willing, Job, Work, Company, Here, Have, Region, Country, Reside, Now, Future, Where,
            Start,
        ],
    ),
    rule(
        Intent::RelocateWhere,
        &[
            &[Prefer, Work, Region],
            &[Where, Prefer, Work],
            &[Where, Willing, Work],
            &[Willing, Reside, Region],
            &[Willing, Work, Region],
            &[Prefer, Region],
            &[Prefer, Work, Reside],
            &[Prefer, Job, Reside],
            &[Prefer, Reside],
        ],
        &[WorkMode, Job, Where, Company, Region, Work, Reside, Willing, Prefer],
    ),
    rule(Intent::Remote, &[&[Remote]], MODE),
    // "In our office two days a week".
    rule(Intent::Hybrid, &[&[Hybrid], &[OnSite, PartOfWeek], &[OnSite, DaysAWeek]], HYBRID),
    rule(Intent::OnSite, &[&[OnSite], &[OnSite, WholeWeek]], MODE),
    rule(
        Intent::WorkMode,
        &[
            &[WorkMode],
            &[Remote, Hybrid, OnSite],
            &[Remote, OnSite, Prefer],
            &[Remote, OnSite, Willing],
            &[Remote, OnSite, Where],
            &[Prefer, WorkMode],
            &[Prefer, Remote],
            &[Prefer, Hybrid, OnSite],
            &[WorkMode, Type],
        ],
        &[Remote, Hybrid, OnSite, Work, Job, Type, Where, WorkMode, Prefer, Willing, Company],
    ),
    rule(
        Intent::Travel,
        &[&[Travel]],
        &[Willing, Job, Work, HowMuch, Need, Have, Future, Company, Available],
    ),
    rule(Intent::Weekends, &[&[Weekend]], &[Willing, Work, Job, Have, Available]),
    rule(Intent::Nights, &[&[Night]], &[Willing, Work, Job, Have, Available]),
    rule(
        Intent::Hours,
        &[&[Hours, HowMuch], &[Hours, Prefer], &[Hours, Available], &[Hours, Willing]],
        &[Willing, Work, Job, Available, Prefer, Expect, Number, HowMuch, Have],
    ),
    rule(
        Intent::Employment,
        &[
            &[EmploymentType, Prefer],
            &[EmploymentType, Type],
            &[Type, Work],
            &[EmploymentType, Expect],
            &[Type, Job, Prefer],
        ],
        &[Work, Job, Prefer, Expect, Apply, Where, Type],
    ),
    rule(
        Intent::Notice,
        &[&[Notice]],
        &[Now, HowMuch, Long, Need, Have, Work, Job, Company, Leaving, Month, Number],
    ),
    rule(
        Intent::Start,
        &[
            &[Start, When],
            &[Start, Date, Job],
            &[Start, Date, Work],
            &[Start, Earliest],
            &[Available, Date],
            &[Available, When],
            &[Earliest, Available],
            &[Earliest, Date],
        ],
        &[Job, Work, Company, Here, Earliest, Available, When, Now, Apply, Date, Have, Willing],
    ),
    rule(
        Intent::Until,
        &[&[Latest, Date], &[Available, Latest], &[Latest, Willing]],
        &[Available, Work, Job, Leaving, Here, Company, When, Date, Willing, Apply],
    ),
    rule(
        Intent::SalaryExpected,
        &[&[Salary, Expect], &[Salary, Prefer]],
        &[
            Job,
            Work,
            Company,
            Year,
            Monthly,
            Hourly,
            HowMuch,
            Now,
            Total,
            Type,
            EmploymentType,
            Remote,
            Level,
            Number,
            Willing,
        ],
    ),
    rule(
        Intent::SalaryCurrent,
        &[&[Salary, Now]],
        &[Job, Work, Year, Monthly, HowMuch, Total, Type],
    ),
    rule(Intent::Income, &[&[Salary, Monthly]], &[HowMuch, Now, Total]),
    rule(
        Intent::YearsTotal,
        &[&[Year, Experience], &[Experience, Long], &[Experience, Total], &[Experience, HowMuch]],
        &[HowMuch, Total, Work, Have, Number, Long, Year],
    ),
    about(
        Intent::YearsOf,
        &[&[Year, Experience], &[Experience, Long], &[HowMuch, Year, Work], &[Work, Long]],
        &[HowMuch, Total, Work, Have, Number, Long, Year, Job, AtLeast, Before],
    ),
    rule(
        Intent::YearsAtLeast,
        &[&[Year, Experience], &[AtLeast, Year, Experience]],
        &[Work, Have, Number, Total, Job, Company],
    ),
    about(
        Intent::YearsOfAtLeast,
        &[&[Year, Experience], &[AtLeast, Year, Experience], &[AtLeast, Year, Work]],
        &[Work, Have, Number, Total],
    ),
    // "Worked with Excel" is of a tool, "worked for Excel Ltd" of a company.
    about(
        Intent::HasExperience,
        &[&[Have, Experience], &[Experience], &[Using, Work], &[Using, Experience]],
        &[Work, Before, Have, Total, Now],
    ),
    rule(
        Intent::HasDegree,
        &[&[Have, Degree], &[Completed, Degree]],
        &[AtLeast, Level, Have, Completed, School, Education],
    ),
    rule(
        Intent::HighestEducation,
        &[
            &[Highest, Education],
            &[Highest, Degree],
            &[Level, Education],
            &[Highest, School],
            &[Degree, Level],
        ],
        &[Completed, Level, Have, Degree, School, Education, Now, Type],
    ),
    rule(
        Intent::EducationCompleted,
        &[&[Completed, Degree], &[Completed, Education], &[Completed]],
        &[School, Have],
    ),
    rule(
        Intent::Languages,
        &[&[Language, Fluent], &[Language]],
        &[Have, Other, Level, HowMuch, Work],
    ),
    rule(
        Intent::LanguageLevel,
        &[&[Level, Language], &[Level, Fluent, Language]],
        &[Have, Now, Fluent],
    ),
    rule(Intent::Fluent, &[&[Fluent, Language]], &[Have, Level, Willing]),
    rule(Intent::Student, &[&[Student]], &[Now, Have, School, Education, Degree, Valid]),
    rule(
        Intent::StudyYear,
        &[&[StudyYear], &[Year, Education], &[Year, Student], &[Year, School]],
        &[Now, School, Year, Student, Education, Degree],
    ),
    rule(Intent::Employer, &[&[Now, Company], &[Company, Latest]], &[Name, Work, Job, Where]),
    rule(
        Intent::PreviousEmployer,
        &[&[Before, Company], &[Second, Company], &[Second]],
        &[Name, Work, Job],
    ),
    rule(Intent::Title, &[&[Now, Title], &[Now, Job]], &[Title, Job, Work, Name]),
    about(
        Intent::JobHere,
        &[&[Before, Work], &[Before, Work, Company], &[Before, Work, Here]],
        &[Now, Have, Company, Here, Job, EmploymentType, Not],
    ),
    rule(
        Intent::Leaving,
        &[
            &[Leaving],
            &[Quitting, Job],
            &[Quitting, Work],
            &[Quitting, Company],
            &[Quitting, Title],
        ],
        &[Work, Job, Company, Type, Before, Recent, Second, Now, Prefer, Have, Title, Quitting],
    ),
    rule(Intent::JobType, &[&[EmploymentType]], &[Work, Job, Type]),
    rule(Intent::Heard, &[&[Heard]], &[Job, Company, Here, Apply, Work, Now, Have, Future, Where]),
    rule(Intent::Referral, &[&[Referral]], &[Name, Company, Here, Have, Work, Before, Apply, Job]),
    rule(Intent::DrivingLicence, &[&[DrivingLicence]], &[Have, Now, Valid, Type]),
    rule(Intent::OwnCar, &[&[Car]], &[Have]),
    rule(
        Intent::Clearance,
        &[&[Clearance]],
        &[Have, Now, Valid, Level, Type, Highest, ClearanceLevel],
    ),
    rule(
        Intent::ClearanceEligible,
        &[&[Clearance, Eligible]],
        &[Have, Valid, Level, Type, Need, Future, Citizen, Willing, ClearanceLevel],
    ),
    rule(Intent::Gender, &[&[Gender]], SELF),
    rule(Intent::Pronouns, &[&[Pronouns]], &[Prefer, CallYou, Company, Apply, Here]),
    rule(Intent::Transgender, &[&[Transgender]], SELF),
    rule(Intent::Hispanic, &[&[Hispanic]], &[Race, Valid, Type, Have]),
    rule(Intent::Race, &[&[Race]], SELF),
    rule(Intent::Veteran, &[&[Veteran]], &[Valid, Type, Now, Law, Military, Have, Before]),
    rule(Intent::Military, &[&[Military]], &[Before, Have, Now, Work, Valid, Law]),
    rule(Intent::Disability, &[&[Disability]], &[Valid, Type, Now, Have, Before, Law]),
    rule(Intent::Orientation, &[&[Orientation]], SELF),
    rule(Intent::Religion, &[&[Religion]], SELF),
    rule(
        Intent::Adjustments,
        &[&[Adjustments]],
        &[Need, Apply, Have, Job, Work, Here, Company, Future, Type],
    ),
    rule(
        Intent::NonCompete,
        &[&[Agreement, NonCompete], &[NonCompete, Work], &[NonCompete, Company]],
        &[Agreement, Work, Company, Now, Before, Have, Other, Job, Future, Here],
    ),
    rule(
        Intent::BackgroundCheck,
        &[&[BackgroundCheck]],
        &[Willing, Work, Before, Company, Job, Apply, Law, Need, Future, Start],
    ),
    rule(
        Intent::DrugTest,
        &[&[DrugTest]],
        &[Willing, Work, Before, Company, Job, Apply, Law, Need, Future, Start],
    ),
    rule(Intent::Convictions, &[&[Crime]], &[Before, Have, Law, Now, Other]),
    rule(
        Intent::AtLeastAge,
        &[&[AtLeast, Age], &[AtLeast, Year, Age]],
        &[Year, Law, Work, Have, Willing],
    ),
    // "Have you worked for at least 5 years?" is no question of age.
    rule(Intent::AtLeastAge, &[&[AtLeast, Year]], &[Law]),
    rule(Intent::Age, &[&[Age]], &[Year, HowMuch, Now]),
    rule(Intent::Marital, &[&[Marital]], &[Valid, Now]),
    rule(Intent::Children, &[&[Children]], &[HowMuch, Have, Number]),
    rule(Intent::Adults, &[&[Adults]], &[HowMuch, Have, Number, Housing, Reside]),
    rule(Intent::Pets, &[&[Pets]], &[HowMuch, Have, Number]),
    rule(Intent::Smoker, &[&[Smoke]], &[Have, Now]),
    rule(Intent::Allergies, &[&[Allergy]], &[Have, Now, Other]),
    rule(Intent::PassportNumber, &[&[Passport, Number], &[PassportNumber]], &[Valid, Now]),
    rule(
        Intent::PassportCountry,
        &[&[Passport, Country], &[Passport, Issue, Country]],
        &[Issue, Where],
    ),
    rule(
        Intent::PassportIssued,
        &[&[Passport, Issue, Date], &[Passport, Issue, When]],
        &[Date, When],
    ),
    rule(Intent::PassportExpiry, &[&[Passport, Expire]], &[Date, When, Now, Valid]),
    rule(
        Intent::PassportPlace,
        &[&[Passport, Issue, Where], &[Passport, Issue, Reside]],
        &[Where, Reside, Region],
    ),
    rule(Intent::LicenceNumber, &[&[DrivingLicence, Number], &[LicenceNumber]], &[Valid, Now]),
    rule(
        Intent::LicenceCountry,
        &[
            &[DrivingLicence, Country],
            &[DrivingLicence, Issue, Country],
            &[DrivingLicence, Issue, Where],
        ],
        &[Issue, Where],
    ),
    rule(
        Intent::LicenceIssued,
        &[&[DrivingLicence, Issue, Date], &[DrivingLicence, Issue, When]],
        &[Date, When],
    ),
    rule(Intent::LicenceExpiry, &[&[DrivingLicence, Expire]], &[Date, When, Now, Valid]),
    rule(Intent::Plate, &[&[Plate]], &[Number, Car]),
    rule(Intent::Vin, &[&[Vin]], &[Number, Car]),
    rule(Intent::PlateCountry, &[&[Plate, Country]], &[Car, Issue, Where]),
    rule(Intent::KnownTraveller, &[&[KnownTraveller]], &[Number]),
    rule(Intent::KnownTravellerExpiry, &[&[KnownTraveller, Expire]], &[Date, When, Valid, Number]),
    rule(Intent::Redress, &[&[Redress]], &[Number]),
    rule(
        Intent::VisaRefused,
        &[&[Visa, Refused]],
        &[Before, Have, Country, Other, Apply, VisaKind],
    ),
    about(Intent::Link, &[&[Link]], &[Name]),
    rule(Intent::PhoneType, &[&[Phone, Type]], &[Number]),
    rule(
        Intent::Insurer,
        &[&[Insurer, Name], &[Insurer, Company], &[Insurer]],
        &[Name, Company, Now],
    ),
    rule(
        Intent::HousingType,
        &[&[Housing, Type], &[Housing, Valid], &[Reside, Housing]],
        &[Now, Valid, Reside, Type, Other],
    ),
    rule(
        Intent::AddressSince,
        &[&[Address, Long], &[Reside, Long], &[Address, Year, HowMuch]],
        &[Now, Have, Year, Month, Reside, HowMuch],
    ),
    // A reference number is no referee.
    rule(Intent::RefereeName, &[&[Referee, Name]], &[Relationship]),
    rule(
        Intent::RefereeTitle,
        &[&[Referee, Title], &[Referee, Job]],
        &[Number, Relationship, Title, Job],
    ),
    rule(Intent::RefereeCompany, &[&[Referee, Company]], &[Number, Name]),
    rule(Intent::RefereeEmail, &[&[Referee, Email]], OTHER),
    rule(Intent::RefereePhone, &[&[Referee, Phone]], OTHER),
    rule(Intent::RefereeRelationship, &[&[Referee, Relationship]], &[Number]),
    rule(Intent::EmergencyName, &[&[Emergency, Name], &[Emergency]], OTHER),
    rule(Intent::EmergencyPhone, &[&[Emergency, Phone], &[Emergency, Number]], OTHER),
    rule(Intent::EmergencyEmail, &[&[Emergency, Email]], OTHER),
    rule(Intent::EmergencyRelationship, &[&[Emergency, Relationship]], &[Number]),
    rule(Intent::LandlordName, &[&[Landlord, Name], &[Landlord]], OTHER),
    rule(Intent::LandlordPhone, &[&[Landlord, Phone]], OTHER),
    rule(Intent::OtherPhone, &[&[OtherPhone]], &[Number]),
    rule(Intent::OtherEmail, &[&[OtherEmail]], &[Email, Address]),
    rule(Intent::PreviousAddress, &[&[Before, Address]], &[Other]),
    rule(
        Intent::OfDocument,
        &[&[Issue], &[Expire]],
        &[Date, Where, When, Region, Country, Visa, DrivingLicence, Valid, Number],
    ),
    rule(
        Intent::SomebodyElse,
        &[&[SomebodyElse], &[Supervisor]],
        &[Name, Phone, Email, Title, Job, Company, Number, Relationship, Address, Now, Work],
    ),
];
