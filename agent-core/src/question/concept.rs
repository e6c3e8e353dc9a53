//! What the words of a question speak of, by the tables of [`crate::language`]: the lines that begin with `+`.

use std::sync::LazyLock;

use crate::language::{
    LANGUAGES,
    find::{Found, Kind, Matcher},
};

/// Declares [`Concept`] with its spelling in tables.
macro_rules! concepts {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What a word or phrase of a question speaks of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Concept { $($(#[$doc])* $name,)* }

        impl Concept {
            /// The concept of this spelling.
            pub(super) fn spelled(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Its spelling.
            #[cfg(test)]
            pub(super) fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// All of them.
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

concepts! {
    // How something is asked.
    /// Says nothing of what is asked: *please*, *the*, *do you*.
    Filler = "filler",
    /// Turns a question into its opposite: *not*.
    Not = "not",
    /// Takes something out of it: *other than*, *without*.
    Without = "without",
    /// Asks only in some case: *if*, *when applicable*.
    If = "if",
    /// At this time.
    Now = "now",
    /// The last of several, whether or not it goes on.
    Recent = "recent",
    /// At any time to come.
    Future = "future",
    /// At any time before now.
    Before = "before",
    /// Before the last one.
    Second = "second-last",
    /// How much, how many.
    HowMuch = "how-much",
    /// At least so much.
    AtLeast = "at-least",
    /// Where.
    Where = "where",
    /// At what time.
    When = "when",
    /// As early as can be.
    Earliest = "earliest",
    /// As late as can be.
    Latest = "latest",
    /// Which one is liked.
    Prefer = "prefer",
    /// Ready to do something: *willing*, *comfortable*, *open to*.
    Willing = "willing",
    /// Needs something.
    Need = "need",
    /// Has something.
    Have = "have",
    /// Whole, as of years.
    Total = "total",
    /// The highest, the last reached.
    Highest = "highest",
    /// How far something goes: *level*, *fluency*.
    Level = "level",
    /// A day.
    Date = "date",
    /// A month.
    Month = "month",
    /// A year, or years.
    Year = "year",
    /// What something is worth, or like: *valid*, *current status*.
    Valid = "valid",
    /// The kind of something.
    Type = "type",
    /// Number of something.
    Number = "number",
    /// Another one than those before.
    Other = "other",
    /// How long.
    Long = "how-long",
    /// By which means: *with*, which makes a tool of what follows.
    Using = "using",

    // The form and what it is for.
    /// A place of work that is applied for: *position*, *role*, *job*.
    Job = "job",
    /// Whoever employs: *company*, *employer*, *firm*.
    Company = "company",
    /// Here, with the one who asks: *with us*, *this company*.
    Here = "here",
    /// Applying, and the interviews that follow.
    Apply = "apply",
    /// Working, being employed.
    Work = "work",
    /// What the law says.
    Law = "law",

    // Names and people.
    /// A name.
    Name = "name",
    /// By which somebody is called.
    CallYou = "call-you",
    /// A name that was borne before.
    FormerName = "former-name",
    /// A nickname, a preferred name, in one phrase.
    PreferredName = "preferred-name",
    /// A referee.
    Referee = "referee",
    /// Whom to call in an emergency.
    Emergency = "emergency",
    /// A landlord.
    Landlord = "landlord",
    /// The person one reports to.
    Supervisor = "supervisor",
    /// Anybody else, of whom nothing is known here.
    SomebodyElse = "somebody-else",
    /// How somebody is related.
    Relationship = "relationship",
    /// An e-mail address.
    Email = "e-mail",
    /// A telephone.
    Phone = "telephone",
    /// Another phone than the one that one is reached by: at home, at work.
    OtherPhone = "other-phone",
    /// Another e-mail address than the one that one is reached by: at work, for emergencies.
    OtherEmail = "other-e-mail",
    /// A postal address.
    Address = "postal-address",

    // Places.
    /// Living, being somewhere.
    Reside = "reside",
    /// A country.
    Country = "a-country",
    /// A state, a city, a region.
    Region = "a-region",
    /// Being born.
    Born = "born",
    /// Being a citizen.
    Citizen = "citizen",
    /// Being a citizen, as a noun of its own: *nationality*.
    Nationality = "nationality",
    /// A part of the world that is no country: the EU.
    TimeZone = "time-zone",

    // Leave to work.
    /// Being allowed.
    Authorised = "authorised",
    /// Sponsorship.
    Sponsor = "sponsor",
    /// A visa or a work permit.
    Visa = "visa",
    /// Kinds of visa, and what is done with them.
    VisaKind = "visa-kind",

    // What one is ready for.
    /// Moving.
    Relocate = "relocate",
    /// Away from an office.
    Remote = "remote",
    /// Partly so.
    Hybrid = "hybrid",
    /// So many days of a week that some are left: *two days a week*.
    PartOfWeek = "part-of-week",
    /// Days of a week, whose number stands apart.
    DaysAWeek = "days-a-week",
    /// All of them.
    WholeWeek = "whole-week",
    /// In an office.
    OnSite = "on-site",
    /// Where and how one works.
    WorkMode = "work-mode",
    /// Travelling for work.
    Travel = "travel",
    /// At weekends.
    Weekend = "weekend",
    /// At night.
    Night = "night",
    /// Hours of a week.
    Hours = "hours-a-week",
    /// Beginning to work.
    Start = "start",
    /// Time before one can leave a job.
    Notice = "notice",
    /// Until when somebody is there.
    Available = "available",
    /// Pay.
    Salary = "salary",
    /// What is hoped for.
    Expect = "expect",
    /// By the hour.
    Hourly = "hourly",
    /// By the month.
    Monthly = "monthly",
    /// Full-time, part-time, and what else there is.
    EmploymentType = "employment-type",

    // What one knows and did.
    /// Experience.
    Experience = "experience",
    /// A title, a post that is held.
    Title = "job-title",
    /// Why a job ended.
    Leaving = "leaving",
    /// Going away from something, which a job has to be named for: a gym asks as well.
    Quitting = "quitting",
    /// Schooling.
    Education = "education",
    /// A degree.
    Degree = "degree",
    /// A school.
    School = "school",
    /// Having finished.
    Completed = "completed",
    /// A language.
    Language = "a-language",
    /// Speaking well.
    Fluent = "fluent",
    /// Being a student.
    Student = "student",
    /// How far somebody got with studying: *year of study*.
    StudyYear = "study-year",
    /// A driving licence.
    DrivingLicence = "driving-licence",
    /// A car of one's own.
    Car = "car",
    /// A security clearance.
    Clearance = "clearance",
    /// What such a clearance is called: *secret*.
    ClearanceLevel = "clearance-level",
    /// Being fit to get something.
    Eligible = "eligible",

    // Of oneself.
    /// Gender.
    Gender = "a-gender",
    /// Pronouns.
    Pronouns = "pronouns",
    /// Transgender.
    Transgender = "transgender",
    /// Hispanic or Latino.
    Hispanic = "hispanic",
    /// Race, ethnicity.
    Race = "race",
    /// Veteran.
    Veteran = "veteran",
    /// Service in the armed forces.
    Military = "military",
    /// Disability.
    Disability = "disability",
    /// Sexual orientation.
    Orientation = "orientation",
    /// Religion.
    Religion = "religion",
    /// Adjustments that somebody needs.
    Adjustments = "adjustments",
    /// Age.
    Age = "an-age",
    /// Being married, or not.
    Marital = "marital",
    /// Children.
    Children = "children",
    /// Adults.
    Adults = "adults",
    /// Animals.
    Pets = "pets",
    /// Smoking.
    Smoke = "smoke",
    /// Allergies.
    Allergy = "allergy",

    // Promises and the law.
    /// What keeps somebody from changing the employer.
    NonCompete = "non-compete",
    /// A contract.
    Agreement = "an-agreement",
    /// A background check.
    BackgroundCheck = "background-check",
    /// A drug test.
    DrugTest = "drug-test",
    /// Crimes.
    Crime = "crime",
    /// Having been refused.
    Refused = "refused",

    // The rest.
    /// Where somebody heard of it.
    Heard = "heard",
    /// Who recommended it.
    Referral = "referral",
    /// A page on a network.
    Link = "a-link",
    /// A passport.
    Passport = "a-passport",
    /// What stands on a car's plate.
    Plate = "plate",
    /// The number that a car was made with.
    Vin = "vin",
    /// Membership of a programme of trusted travellers.
    KnownTraveller = "known-traveller",
    /// What somebody is given who was taken for another at a border.
    Redress = "redress",
    /// Passport and number in one word.
    PassportNumber = "passport-number",
    /// Licence and number in one word.
    LicenceNumber = "licence-number",
    /// Running out.
    Expire = "expire",
    /// Being given out.
    Issue = "issue",
    /// A code.
    Code = "a-code",
    /// Health insurance.
    Insurer = "insurer",
    /// A dwelling.
    Housing = "housing",

    // What answers say.
    FullTime = "full-time",
    PartTime = "part-time",
    Permanent = "permanent",
    Temporary = "temporary",
    Internship = "internship",
    Freelance = "freelance",
    Volunteer = "volunteer",
    Single = "single",
    Married = "married",
    Cohabiting = "cohabiting",
    Divorced = "divorced",
    Widowed = "widowed",
    NoSkill = "no-skill",
    Basic = "basic",
    Intermediate = "intermediate",
    UpperIntermediate = "upper-intermediate",
    Advanced = "advanced",
    FluentLevel = "fluent-level",
    Native = "native",
    HighSchool = "high-school",
    Associate = "associate",
    Bachelor = "bachelor",
    Master = "master",
    Doctorate = "doctorate",
}

static PHRASES: LazyLock<Matcher<Concept>> = LazyLock::new(|| {
    let lines = (0..).zip(LANGUAGES).flat_map(|(place, language)| {
        let lines = language.concepts();
        lines.filter_map(move |(name, phrases)| Some((place, Concept::spelled(name)?, phrases)))
    });
    Matcher::new(lines)
});

/// The concepts in a normalised text, in its order, by the words of its own language: a word that two languages have
/// means what it means in the one that the rest is in. Of phrases that overlap the longest counts.
pub(super) fn find(text: &str) -> Vec<Hit> {
    PHRASES.find_in_its_language(text)
}

/// All that a text may speak of, in any language.
pub(super) fn all_in(text: &str) -> Vec<Concept> {
    PHRASES.all(text).map(|hit| hit.topic).collect()
}

/// How much of a normalised text the phrases of each language cover, in letters, by its tag: the most first.
pub(super) fn languages_of(text: &str) -> Vec<(&'static str, usize)> {
    let mut covered = PHRASES.covered(text);
    covered.sort_by_key(|(_, letters)| std::cmp::Reverse(*letters));
    let tag = |place: u8| LANGUAGES.get(usize::from(place)).map(|language| language.tag);
    covered.into_iter().filter_map(|(place, letters)| Some((tag(place)?, letters))).collect()
}

/// The concepts in a normalised text by the words of the language with this tag.
pub(super) fn find_of(text: &str, tag: &str) -> Vec<Hit> {
    let place = (0..).zip(LANGUAGES).find(|(_, language)| language.tag == tag);
    place.map_or_else(|| find(text), |(place, _)| PHRASES.find_of(text, place))
}

/// The same in whatever language, for texts of one or two words.
pub(super) fn find_in_any(text: &str) -> Vec<Hit> {
    PHRASES.find(text, Kind::Prose)
}

/// A normalised text without the phrases that speak of what is told, by the words of its own language.
pub(super) fn without(text: &str, is_told: impl Fn(&[Hit], usize) -> bool) -> String {
    let text = crate::text::label_words(text);
    let mut rest = String::with_capacity(text.len());
    let mut from = 0;
    let hits = find(&text);
    for (_, hit) in hits.iter().enumerate().filter(|(at, _)| is_told(&hits, *at)) {
        rest.push_str(text.get(from..hit.start).unwrap_or_default());
        rest.push(' ');
        from = from.max(hit.end);
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    rest
}

/// A concept found.
pub(super) type Hit = Found<Concept>;
