//! The roles a field can have, and the hints that only serve to find them.

/// Declares [`Role`] with its public spelling.
macro_rules! roles {
    ($($name:ident = $text:literal,)*) => {
        /// What a field asks for. Spellings that begin with `~` are hints and with `!` senses: they never
        /// leave this room.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) enum Role { $($name,)* }

        impl Role {
            /// Every role, in the order of declaration.
            pub(super) const ALL: &[Role] = &[$(Role::$name,)*];

            /// The public spelling.
            pub(super) fn as_str(self) -> &'static str {
                match self { $(Role::$name => $text,)* }
            }
        }
    };
}

roles! {
    // WHATWG autofill field names.
    Name = "name",
    HonorificPrefix = "honorific-prefix",
    GivenName = "given-name",
    AdditionalName = "additional-name",
    FamilyName = "family-name",
    HonorificSuffix = "honorific-suffix",
    Nickname = "nickname",
    Username = "username",
    NewPassword = "new-password",
    CurrentPassword = "current-password",
    OneTimeCode = "one-time-code",
    OrganizationTitle = "organization-title",
    Organization = "organization",
    StreetAddress = "street-address",
    AddressLine1 = "address-line1",
    AddressLine2 = "address-line2",
    AddressLine3 = "address-line3",
    AddressLevel4 = "address-level4",
    AddressLevel3 = "address-level3",
    AddressLevel2 = "address-level2",
    AddressLevel1 = "address-level1",
    Country = "country",
    CountryName = "country-name",
    PostalCode = "postal-code",
    CcName = "cc-name",
    CcGivenName = "cc-given-name",
    CcAdditionalName = "cc-additional-name",
    CcFamilyName = "cc-family-name",
    CcNumber = "cc-number",
    CcExp = "cc-exp",
    CcExpMonth = "cc-exp-month",
    CcExpYear = "cc-exp-year",
    CcCsc = "cc-csc",
    CcType = "cc-type",
    TransactionCurrency = "transaction-currency",
    TransactionAmount = "transaction-amount",
    Language = "language",
    Bday = "bday",
    BdayDay = "bday-day",
    BdayMonth = "bday-month",
    BdayYear = "bday-year",
    Sex = "sex",
    Url = "url",
    Photo = "photo",
    Tel = "tel",
    TelCountryCode = "tel-country-code",
    TelNational = "tel-national",
    TelAreaCode = "tel-area-code",
    TelLocal = "tel-local",
    TelLocalPrefix = "tel-local-prefix",
    TelLocalSuffix = "tel-local-suffix",
    TelExtension = "tel-extension",
    Email = "email",
    Impp = "impp",

    // Finer names that browsers use for addresses and names of other countries.
    Street = "street",
    StreetName = "address-streetname",
    HouseNumber = "address-housenumber",
    HouseSuffix = "address-extra-housesuffix",
    Apartment = "apartment",
    Floor = "floor",
    Stair = "stair",
    Building = "building",
    AddressExtra = "address-extra",
    ReferencePoint = "reference-point",
    AddressLookup = "address-lookup",
    PostalCodeAndCity = "postal-code-and-city",
    PostalCodeOrSuburb = "postal-code-or-suburb",
    VatNumber = "vat-number",
    IdNumber = "id-number",
    PhoneticGivenName = "phonetic-given-name",
    PhoneticFamilyName = "phonetic-family-name",

    // Our own.
    LinkedIn = "x-linkedin",
    GitHub = "x-github",
    CoverLetter = "x-cover-letter",
    Resume = "x-resume",
    PhotoFile = "x-photo",
    Bio = "x-bio",
    Skills = "x-skills",
    Languages = "x-languages",
    Certifications = "x-certifications",
    Salary = "x-salary",
    NoticePeriod = "x-notice-period",
    WorkAuthorization = "x-work-authorization",
    School = "x-school",
    Degree = "x-degree",
    FieldOfStudy = "x-field-of-study",
    Gpa = "x-gpa",
    StartDate = "x-start-date",
    EndDate = "x-end-date",
    JobCompany = "x-job-company",
    JobTitle = "x-job-title",
    JobLocation = "x-job-location",
    JobStart = "x-job-start",
    JobEnd = "x-job-end",
    JobCurrent = "x-job-current",
    JobDescription = "x-job-description",
    EducationStart = "x-education-start",
    EducationEnd = "x-education-end",
    ExperienceYears = "x-experience-years",
    Pronouns = "x-pronouns",
    Captcha = "x-captcha",
    Search = "x-search",
    Coupon = "x-coupon",
    Consent = "x-consent",
    Newsletter = "x-newsletter",
    Honeypot = "x-honeypot",
    OtherPerson = "x-other-person",
    Quantity = "x-quantity",
    Comment = "x-comment",
    Age = "x-age",
    File = "x-file",
    Pin = "x-pin",
    SecurityAnswer = "x-security-answer",
    BankAccount = "x-bank-account",
    Occasion = "x-occasion",
    Setting = "x-setting",

    // Hints.
    Password = "~password",
    Repeat = "~repeat",
    NewWord = "~new",
    CurrentWord = "~current",
    Month = "~month",
    Year = "~year",
    Day = "~day",
    Card = "~card",
    Birth = "~birth",
    Number = "~number",
    LoginWords = "~login",
    SignupWords = "~sign-up",
    ResetWords = "~reset",
    Fax = "~fax",
    NotMe = "~not-me",
    JobWords = "~job",
    EducationWords = "~education",
    Description = "~description",

    // Senses: what is said of data and of statements, whatever role a field has ([`super::sense`]).
    SensePassport = "!passport",
    SenseIdCard = "!id-card",
    SensePersonNumber = "!person-number",
    SenseTaxNumber = "!tax-number",
    SenseDrivingLicence = "!driving-licence",
    SenseHealthNumber = "!health-number",
    SenseBank = "!bank",
    SenseCard = "!card",
    SenseCredential = "!credential",
    SenseHealth = "!health",
    SenseSensitive = "!sensitive",
    SenseAgreement = "!agreement",
    SenseSignature = "!signature",
    SenseAssent = "!assent",
    SenseYes = "!yes",
    SenseIdle = "!idle",
}

impl Role {
    /// Number of roles, hints included.
    pub(super) const COUNT: usize = Self::ALL.len();

    /// Position in tables.
    pub(super) fn at(self) -> usize {
        self as usize
    }

    /// Whether this only helps to find a role.
    pub(super) fn is_hint(self) -> bool {
        self.at() >= Role::Password.at()
    }

    /// Whether it speaks of data and statements instead of fields.
    pub(super) fn is_sense(self) -> bool {
        self.at() >= Role::SensePassport.at()
    }

    /// Whether it lists words by which one agrees, or which say nothing, instead of a thing to be found.
    pub(super) fn is_of_answers(self) -> bool {
        self.at() >= Role::SenseAssent.at()
    }

    /// Whether it is one of the WHATWG names (they are declared first), or a finer one of its family.
    pub(super) fn is_standard(self) -> bool {
        self.at() < Role::LinkedIn.at()
    }

    /// Whether it is a line of a street address.
    pub(super) fn is_street_line(self) -> bool {
        use Role::*;
        matches!(self, StreetAddress | AddressLine1 | AddressLine2 | AddressLine3)
    }

    /// Whether it is the role of a password box.
    pub(super) fn is_password(self) -> bool {
        matches!(self, Role::NewPassword | Role::CurrentPassword)
    }

    /// The role that a token of the public vocabulary names.
    pub(super) fn parse(token: &str) -> Option<Role> {
        Self::spelled(token).filter(|role| !role.is_hint())
    }

    /// The role or hint of this spelling.
    pub(super) fn spelled(text: &str) -> Option<Role> {
        Self::ALL.iter().copied().find(|role| role.as_str() == text)
    }
}
