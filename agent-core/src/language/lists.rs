//! The lists of a table: what each is for, in which form its phrases are compared, and which of them every
//! language has.

/// Declares the lists: the name in code, the name in tables, and whether every language has it.
macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident = $text:literal $need:ident;)*) => {
        /// A list of phrases that a rule looks for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum List {
            $($(#[$doc])* $name,)*
        }

        impl List {
            /// All of them.
            pub(super) const ALL: &[List] = &[$(List::$name,)*];

            /// The list of this name.
            pub(super) fn named(text: &str) -> Option<Self> {
                Some(match text {
                    $($text => Self::$name,)*
                    _ => return None,
                })
            }

            /// Its name in tables.
            #[cfg(test)]
            pub(super) fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// Whether every language has it, or may lack it.
            #[cfg(test)]
            pub(super) fn need(self) -> Need {
                match self {
                    $(Self::$name => Need::$need,)*
                }
            }
        }
    };
}

/// Which languages have a list.
#[cfg(test)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// All.
    Every,
    /// Those that were met with such words.
    Some,
}

lists! {
    // What buttons say.
    /// Something is sent, ordered, paid or confirmed: beginnings of words, folded.
    Submit = "submit" Every;
    /// The form goes on: whole words, folded.
    Next = "next" Every;
    /// Something is added: whole words, folded.
    Add = "add" Some;
    /// It never takes a form further: whole words, folded.
    Never = "never" Every;
    /// It has a code sent to the person, folded.
    SendsCode = "sends-code" Some;

    // What buttons that are pressed without a yes consist of, in the letters of the language.
    /// The form goes on. One of these is needed.
    GoesOn = "goes-on" Every;
    /// May stand beside it, and says nothing of its own: "to the".
    GoesOnTo = "goes-on-to" Some;
    /// Comes before a number that counts pages of the form.
    Step = "step" Every;
    /// Between such a number and how many there are.
    StepOf = "step-of" Some;
    /// Something is added.
    Adds = "adds" Every;
    /// What is added is one more of what is there.
    AddsMore = "adds-more" Every;
    /// What forms have lists of, at no cost.
    AddsListed = "adds-listed" Every;
    /// Stands in headings beside the words for what is asked.
    Heading = "heading" Every;

    // What buttons of widgets say: words, in lower case.
    /// An address that bills are sent to: beginnings of words, folded.
    AddressBilling = "address-billing" Every;
    /// An address that goods are sent to: beginnings of words, folded.
    AddressDelivery = "address-delivery" Every;
    /// What opens a list or a calendar, and what it is called.
    Opens = "opens" Some;
    /// Among these, what chooses: "select" beside a box may be how one takes what stands there.
    OpensChoosing = "opens-choosing" Some;
    /// Among these, what is said of a list, or of one that is chosen from it.
    OpensOptions = "opens-options" Some;
    /// Among these, what is said of calendars.
    OpensDays = "opens-days" Some;
    /// What turns the pages of a calendar. It counts in a calendar only.
    Turns = "turns" Some;
    /// What makes a number larger.
    StepsUp = "steps-up" Some;
    /// What makes a number smaller.
    StepsDown = "steps-down" Some;
    /// What empties a field. Never pressed.
    Empties = "empties" Some;

    // Money, cards and codes: beginnings of words, folded.
    /// Currencies, as whole words beside a number.
    Money = "money" Every;
    /// What is sold, and where it is laid before it is paid.
    Sold = "sold" Every;
    /// What a payment card is called beside its number.
    Card = "card" Some;
    /// What a code is called, as a word of its own.
    Code = "code" Some;
    /// Of a code that holds from now on, or that lets somebody in later.
    CodeThatLasts = "code-that-lasts" Every;
    /// Of a code of one occasion, whatever else is said.
    CodeForOnce = "code-for-once" Some;
    /// Of what holds from now on, what no word for a single use takes back.
    CodeKept = "code-kept" Some;
    /// Among `code-that-lasts`, what heads pages on which somebody signs in.
    SignIn = "sign-in" Some;

    // What pages say.
    /// A form has arrived, folded.
    Arrived = "arrived" Every;
    /// Announces the number of what has arrived, folded: the number follows it.
    Reference = "reference" Some;
    /// A code came by e-mail, folded.
    ByMail = "by-mail" Some;
    /// A field is required, or not: in lower case.
    Required = "required" Some;
    /// How options begin that ask for a choice instead of being one: in lower case.
    AsksForChoice = "asks-for-choice" Every;
    /// The same, as the first word of an option, folded.
    Invites = "invites" Some;
    /// The same, anywhere in an option, folded.
    InvitesAnywhere = "invites-anywhere" Some;
    /// What a slider calls itself at the end of its name.
    Slider = "slider" Some;
    /// What a box is called that opens a calendar: in lower case.
    DateName = "date-name" Some;
    /// A number ends so, or these are its last digits: beginnings of words.
    EndsIn = "ends-in" Every;

    // Words of labels and of choices, folded.
    /// Does not tell choices apart.
    SmallWord = "small-word" Some;
    /// Carries no meaning in a label.
    LabelFiller = "label-filler" Some;
    /// Before a bare "name" or "title", leaves it the person's.
    BeforeName = "before-name" Some;
    /// A question asks for the same once more.
    AsksAgain = "asks-again" Some;
    /// A line for each meaning: what a phrase is compared as, then the phrases.
    Same = "same" Some;
    /// Ends with a full stop that ends no sentence: in lower case.
    Abbreviation = "abbreviation" Some;
    /// Makes a sentence of words: no recovery phrase has it.
    Sentence = "sentence" Some;

    // Answers, folded.
    /// Yes.
    Yes = "yes" Some;
    /// No.
    No = "no" Some;
    /// Turns a statement into its opposite.
    Not = "not" Some;
    /// Refuses to say, written as one word.
    Declines = "declines" Some;
    /// A gender.
    Male = "male" Some;
    /// A gender.
    Female = "female" Some;
    /// Genders that are neither.
    Diverse = "diverse" Some;
    /// A form of address.
    TitleMr = "title-mr" Some;
    /// A form of address.
    TitleMrs = "title-mrs" Some;
    /// A form of address.
    TitleMs = "title-ms" Some;
    /// A form of address.
    TitleMiss = "title-miss" Some;
    /// A form of address.
    TitleMx = "title-mx" Some;
    /// A form of address.
    TitleDr = "title-dr" Some;
    /// A form of address.
    TitleProf = "title-prof" Some;

    // Languages.
    /// A code (ISO 639-1) and a name, folded: "en english".
    Tongue = "tongue" Some;

    // Choices by which a list is known, folded.
    /// Months.
    ChoiceMonth = "choice-month" Some;
    /// Forms of address.
    ChoiceTitle = "choice-title" Some;
    /// Genders.
    ChoiceSex = "choice-sex" Some;
    /// Countries.
    ChoiceCountry = "choice-country" Some;

    // Dates.
    /// Lines of twelve in order, January first, folded: what a person writes, in full or abbreviated.
    Months = "months" Some;
    /// The same, by which a date is only found in a text: their abbreviations are others' of other months.
    MonthsInText = "months-in-text" Some;
    /// The same, of numerals that are written out.
    MonthsInWords = "months-in-words" Some;
    /// A line of 31 in order, as each begins, written as one word; `/` between ways to say the same.
    DaysInWords = "days-in-words" Some;
    /// What a field for a day is called, or shows, folded.
    DateDay = "date-day" Some;
    /// The same of a month.
    DateMonth = "date-month" Some;
    /// The same of a year.
    DateYear = "date-year" Some;
    /// What a field shows for a year of two digits: in lower case.
    TwoDigitYear = "two-digit-year" Some;
    /// Words in a date that are neither number nor month: in lower case.
    DateFiller = "date-filler" Some;
    /// Follows the number of a month: one character.
    MonthSign = "month-sign" Some;
    /// Follows the number of a day or of a year: one character.
    DayOrYearSign = "day-or-year-sign" Some;
    /// Stands before the number of a week.
    Week = "week" Some;
    /// A line for each: the year before its first, then how it is called.
    Era = "era" Some;

    /// Neither yes nor no.
    Perhaps = "perhaps" Some;
    /// An option for all that is not listed: its first word.
    OtherChoice = "other-choice" Some;
    /// There is none of it.
    NoneOfIt = "none-of-it" Some;
    /// Among reasons why a job ended: it goes on. Words of which one is in the text.
    GoesOnStill = "goes-on-still" Some;

    // Numbers and units, folded.
    /// Pay by the year.
    PayYear = "pay-year" Some;
    /// Pay by the month.
    PayMonth = "pay-month" Some;
    /// Where somebody lives now: within a text, folded.
    LivesThere = "lives-there" Some;
    /// Where somebody will be for a job: within a text, folded.
    WillBeThere = "will-be-there" Some;
    /// Another one than the first: whole words of a label.
    AnotherOne = "another-one" Some;
    /// Pay by the hour.
    PayHour = "pay-hour" Some;
    /// Days.
    UnitDay = "unit-day" Some;
    /// Weeks.
    UnitWeek = "unit-week" Some;
    /// Months.
    UnitMonth = "unit-month" Some;
    /// Years.
    UnitYear = "unit-year" Some;
    /// Currencies beside an amount that is read.
    Amount = "amount" Some;
    /// Counts a thing without changing the number.
    Counted = "counted" Some;
    /// This much or more.
    OrMore = "or-more" Some;
    /// More than this.
    MoreThan = "more-than" Some;
    /// From this on.
    AtLeast = "at-least" Some;
    /// Less than this.
    LessThan = "less-than" Some;
    /// This much at most.
    UpTo = "up-to" Some;
    /// Between the ends of a range.
    Range = "range" Some;

    // Names of people.
    /// Words of a key that say that it is a part of a name.
    NamePart = "name-part" Some;
    /// Opens a family name of several words.
    NameParticle = "name-particle" Some;
    /// Particles that are also written with a capital letter in the middle of a name.
    NameParticleCapital = "name-particle-capital" Some;
    /// Stands before a name and is no part of it: letters alone.
    NameTitle = "name-title" Some;
    /// Stands after a name and is no part of it: letters alone.
    NameSuffix = "name-suffix" Some;
    /// The most frequent family names of one character.
    FamilyCharacter = "family-character" Some;
    /// Family names of two characters.
    FamilyName = "family-name" Some;
    /// A field wants the first letter.
    Initial = "initial" Some;

    // Addresses and phones, folded.
    /// Before or after the number of an apartment.
    BuildingApartment = "building-apartment" Some;
    /// The same of a floor.
    BuildingFloor = "building-floor" Some;
    /// The same of a building.
    BuildingBlock = "building-block" Some;
    /// The same of a staircase.
    BuildingStair = "building-stair" Some;
    /// Follows a number and still belongs to it.
    HouseNumberTail = "house-number-tail" Some;
    /// A line for each kind of street, with how it is abbreviated; lines that begin with the same word are one.
    StreetKind = "street-kind" Some;
    /// Does not tell countries apart.
    CountryFiller = "country-filler" Some;
    /// A key of a record under which the person's country stands.
    CountryKey = "country-key" Some;
    /// Before an extension: in lower case.
    PhoneExtension = "phone-extension" Some;

    // What a CV says, folded: whole lines, or whole words before a colon, unless something else is said.
    /// Heads a CV, and says nothing of the person.
    CvTitle = "cv-title" Some;
    /// Heads the jobs.
    CvWork = "cv-work" Some;
    /// Heads the schools.
    CvEducation = "cv-education" Some;
    /// Heads the skills.
    CvSkills = "cv-skills" Some;
    /// Heads the spoken languages.
    CvLanguages = "cv-languages" Some;
    /// Heads the certificates.
    CvCertificates = "cv-certificates" Some;
    /// Heads a few sentences about the person.
    CvSummary = "cv-summary" Some;
    /// Heads name and ways to reach the person.
    CvContact = "cv-contact" Some;
    /// Heads what a profile has no place for.
    CvOther = "cv-other" Some;
    /// Stands where the last day of a job would, while it goes on.
    CvUntilNow = "cv-until-now" Some;
    /// Stands before the first day of a job that goes on.
    CvSince = "cv-since" Some;
    /// Between the first day of something and the last.
    CvUntil = "cv-until" Some;
    /// Between a job and its employer.
    CvAt = "cv-at" Some;
    /// A word of job titles: words of which one is in the text.
    CvJob = "cv-job" Some;
    /// A word of the names of schools: the same, also at the end of a word.
    CvSchool = "cv-school" Some;
    /// A degree: words that stand in the text.
    CvDegree = "cv-degree" Some;
    /// Before an address.
    CvAddress = "cv-address" Some;
    /// Before a phone number.
    CvPhone = "cv-phone" Some;
    /// Before a name.
    CvName = "cv-name" Some;
    /// Before a date of birth.
    CvBorn = "cv-born" Some;

    // What tells remembered questions apart, as words of labels.
    /// Turns a question round, beside [`Self::Not`].
    Negates = "negates" Some;
    /// Turns round the word that it begins: "Nichtraucher".
    JoinedNegation = "joined-negation" Some;
    /// Opens a question that is not answered by yes or no.
    QuestionWord = "question-word" Some;
    /// A line for words of which a question says one: *why* is not *when*, and *check in* is not *check out*. A question
    /// word counts at the head of a question.
    Opposed = "opposed" Some;
    /// The same of words that count at its end: *flying from*.
    OpposedAtEnd = "opposed-at-end" Some;
    /// A line for each kind of person who is not the one that fills in: what it is compared as, then the words.
    Somebody = "somebody" Some;
    /// The same of units, and of what an amount is by.
    Measure = "measure" Some;
    /// The same of times: before, now, later, first and last day.
    TimeOf = "time-of" Some;
    /// The same of kinds of amount.
    AmountOf = "amount-of" Some;
    /// Stands before the name of an organisation.
    BeforeOrganisation = "before-organisation" Some;
    /// Tells little of what is asked.
    LightWord = "light-word" Some;
    /// What holds a question together and tells nothing of what it asks, as it is written: a stem may be another word's.
    FunctionWord = "function-word" Some;
    /// A line for each meaning: words that ask for the same.
    Alike = "alike" Some;
    /// Ends words that are otherwise the same.
    Ending = "ending" Some;
    /// Numbers from two on, in their order: as [`crate::text::label_words`] leaves them.
    Numeral = "numeral" Some;
    /// How a sentence begins that says first what it is asked for: *so that we can …, what is …?* Beginnings, as
    /// [`crate::text::label_words`] leaves them.
    Preamble = "preamble" Some;
    /// Stands before a trade, a field or a place that somebody worked in, and not before whoever employed them: folded.
    NoEmployer = "no-employer" Some;
    /// Is still to come: folded.
    ToCome = "to-come" Some;
    /// Leaves it open whether something is still to come: folded.
    Either = "either" Some;
}
