//! What a field can ask for: the names that HTML gives it, those of other browsers, and our own.
//!
//! A role is a string in two places alone: on the wire ([`Field::role`]), where [`Role::of`] reads it, and in
//! the tables of words. Everywhere else it is this type.

use shared_types::Field;

/// Declares [`Role`] with its public spelling.
macro_rules! roles {
    ($($name:ident = $text:literal,)*) => {
        /// What a field asks for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Role {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Role {
            /// Every role, in the order of declaration.
            pub const ALL: &[Role] = &[$(Role::$name,)*];

            /// The public spelling.
            pub fn as_str(self) -> &'static str {
                match self { $(Role::$name => $text,)* }
            }

            /// The role of this spelling.
            pub fn parse(text: &str) -> Option<Role> {
                match text {
                    $($text => Some(Role::$name),)*
                    _ => None,
                }
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
}

/// On the wire: a field that was looked at and asks for nothing that has a role.
const NONE: &str = "none";

impl Role {
    /// What a field asks for, as classification wrote it down. A spelling that this version does not know is
    /// no role.
    pub fn of(field: &Field) -> Option<Role> {
        field.role.as_deref().and_then(Role::parse)
    }

    /// Whether nothing is said of what a field asks for. A spelling that this version does not know says
    /// something, and is trusted with nothing.
    pub fn is_absent(field: &Field) -> bool {
        matches!(field.role.as_deref(), None | Some("" | NONE))
    }

    /// The spelling on the wire of a role, or of none.
    pub fn spelling(role: Option<Role>) -> &'static str {
        role.map_or(NONE, Role::as_str)
    }

    /// Whether this version writes such a spelling.
    pub fn is_spelling(text: &str) -> bool {
        text == NONE || Role::parse(text).is_some()
    }

    /// The piece of a profile that it draws on, by the role that stands for it: what a person would notice.
    pub fn slot(self) -> Role {
        match self {
            Role::AddressLine1 | Role::Street | Role::StreetName => Role::StreetAddress,
            Role::Apartment
            | Role::Floor
            | Role::Building
            | Role::Stair
            | Role::AddressExtra
            | Role::AddressLine3
            | Role::HouseSuffix => Role::AddressLine2,
            Role::CountryName => Role::Country,
            Role::TelNational | Role::TelLocal => Role::Tel,
            Role::PostalCodeAndCity | Role::PostalCodeOrSuburb => Role::PostalCode,
            Role::CcGivenName | Role::CcFamilyName | Role::CcAdditionalName => Role::CcName,
            Role::CurrentPassword => Role::NewPassword,
            other => other,
        }
    }

    /// Whether it is one of the WHATWG names (they are declared first), or a finer one of its family.
    pub fn is_standard(self) -> bool {
        self < Role::LinkedIn
    }

    /// Whether it is a line of a street address.
    pub fn is_street_line(self) -> bool {
        use Role::*;
        matches!(self, StreetAddress | AddressLine1 | AddressLine2 | AddressLine3)
    }

    /// Whether it is the role of a password box.
    pub fn is_password(self) -> bool {
        matches!(self, Role::NewPassword | Role::CurrentPassword)
    }

    /// Whether it is a phone number or a part of one.
    pub fn is_phone(self) -> bool {
        self == Role::Tel || self.is_part_of_phone()
    }

    /// Whether it is a part of a phone number, or a form of it that is no whole one.
    pub fn is_part_of_phone(self) -> bool {
        use Role::*;
        matches!(
            self,
            TelCountryCode
                | TelNational
                | TelAreaCode
                | TelLocal
                | TelLocalPrefix
                | TelLocalSuffix
                | TelExtension
        )
    }

    /// Whether it asks for nothing that a form is about.
    pub fn asks_nothing(self) -> bool {
        use Role::*;
        matches!(self, Search | Coupon | Newsletter | Honeypot | Captcha)
    }

    /// Whether a field with this role takes a secret: Vaulty is more careful with it than its words alone demand.
    pub fn guards(self) -> bool {
        self.is_password()
            || self.is_of_card()
            || matches!(self, Role::OneTimeCode | Role::IdNumber)
    }

    /// Whether it is on a payment card.
    pub fn is_of_card(self) -> bool {
        use Role::*;
        matches!(
            self,
            CcName
                | CcGivenName
                | CcAdditionalName
                | CcFamilyName
                | CcNumber
                | CcExp
                | CcExpMonth
                | CcExpYear
                | CcCsc
                | CcType
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_read_as_it_is_spelled() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(*role));
            assert!(Role::is_spelling(role.as_str()));
            let spelled = |prefix: &str| role.as_str().starts_with(prefix);
            assert_eq!(role.is_of_card(), spelled("cc-"), "{role:?}");
            assert_eq!(role.is_part_of_phone(), spelled("tel-"), "{role:?}");
            assert_eq!(role.is_password(), role.as_str().ends_with("-password"), "{role:?}");
            assert_eq!(role.is_standard(), !spelled("x-"), "{role:?}");
        }
    }

    #[test]
    fn a_field_has_the_role_that_is_written_down() {
        for (written, role, is_absent) in [
            (Some("given-name"), Some(Role::GivenName), false),
            (Some("none"), None, true),
            (Some(""), None, true),
            (None, None, true),
            (Some("x-new-in-another-version"), None, false),
            (Some("~password"), None, false),
            (Some("Email"), None, false),
        ] {
            let field = Field { role: written.map(str::to_owned), ..Field::default() };
            assert_eq!(
                (Role::of(&field), Role::is_absent(&field)),
                (role, is_absent),
                "{written:?}"
            );
        }
        assert_eq!(Role::spelling(None), "none");
        assert_eq!(Role::spelling(Some(Role::Email)), "email");
    }

    #[test]
    fn known_roles() {
        for (role, known) in [
            ("email", true),
            ("none", true),
            ("x-linkedin", true),
            ("apartment", true),
            ("~password", false),
            ("e-mail", false),
        ] {
            assert_eq!(Role::is_spelling(role), known, "{role}");
        }
    }
}
