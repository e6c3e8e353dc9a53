//! What kind of control a field is, and which roles such a control can have.

use shared_types::{Field, Widget};

use super::cue::Cue;
use crate::role::Role;

/// The kinds that differ in what they can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Control {
    /// One line of text.
    Line,
    /// Several lines of text.
    Area,
    /// A password box.
    Password,
    /// A list of choices.
    List,
    /// One choice of a group.
    Radio,
    /// A tick.
    Tick,
    /// A file.
    File,
    /// A date or time.
    Date,
    /// A month.
    Month,
    /// Slider, colour: nothing that a profile holds.
    Other,
}

impl Control {
    /// Every kind.
    pub(super) const ALL: [Control; 10] = [
        Control::Line,
        Control::Area,
        Control::Password,
        Control::List,
        Control::Radio,
        Control::Tick,
        Control::File,
        Control::Date,
        Control::Month,
        Control::Other,
    ];

    /// The kind of a field.
    pub(super) fn of(field: &Field) -> Control {
        match field.kind.as_str() {
            "password" => return Control::Password,
            "radio" => return Control::Radio,
            "checkbox" => return Control::Tick,
            "file" => return Control::File,
            "month" => return Control::Month,
            "date" | "datetime-local" | "time" | "week" => return Control::Date,
            "range" | "color" => return Control::Other,
            _ => {}
        }
        match field.widget {
            Some(Widget::Radio) => Control::Radio,
            Some(Widget::Checkbox | Widget::Switch) => Control::Tick,
            Some(Widget::File) => Control::File,
            Some(Widget::Slider) => Control::Other,
            Some(Widget::Listbox) => Control::List,
            Some(Widget::ContentEditable) => Control::Area,
            _ if field.tag == "select" => Control::List,
            _ if field.tag == "textarea" => Control::Area,
            _ => Control::Line,
        }
    }

    /// Whether text is typed into it.
    pub(super) fn is_typed(self) -> bool {
        matches!(self, Control::Line | Control::Area | Control::Password)
    }

    /// Whether it can ask for this at all. Hints are words, and stand beside any control.
    pub(super) fn admits(self, cue: Cue) -> bool {
        match cue {
            Cue::Hint(_) => true,
            Cue::Role(role) => self.roles().include(role),
        }
    }

    /// The roles that such a control can have.
    fn roles(self) -> Roles {
        use Role::*;
        match self {
            Control::Line => Roles::AllBut(&[Consent, Newsletter, NewPassword, CurrentPassword]),
            Control::Area => {
                Roles::AllBut(&[Consent, Newsletter, CcNumber, CcCsc, NewPassword, CurrentPassword])
            }
            Control::Password => Roles::Only(IN_PASSWORD_BOXES),
            Control::List => Roles::AllBut(NEVER_LISTED),
            Control::Radio => Roles::Only(OF_ONE_CHOICE),
            Control::Tick => Roles::Only(OF_TICKS),
            Control::File => Roles::Only(&[Resume, CoverLetter, PhotoFile, File, Certifications]),
            Control::Date => {
                Roles::Only(&[Bday, StartDate, EndDate, NoticePeriod, CcExp, Occasion])
            }
            // Of a graduation forms ask for the month; a day is one of a party, a ceremony, a project.
            Control::Month => Roles::Only(&[
                Bday,
                StartDate,
                EndDate,
                EducationEnd,
                NoticePeriod,
                CcExp,
                Occasion,
            ]),
            Control::Other => Roles::Only(&[]),
        }
    }
}

/// Some of the roles.
enum Roles {
    /// These.
    Only(&'static [Role]),
    /// All but these.
    AllBut(&'static [Role]),
}

impl Roles {
    fn include(&self, role: Role) -> bool {
        match self {
            Roles::Only(these) => these.contains(&role),
            Roles::AllBut(these) => !these.contains(&role),
        }
    }
}

/// What is typed unseen.
const IN_PASSWORD_BOXES: &[Role] = &[
    Role::NewPassword,
    Role::CurrentPassword,
    Role::CcCsc,
    Role::OneTimeCode,
    Role::Pin,
    Role::SecurityAnswer,
    Role::CcNumber,
    Role::IdNumber,
];

/// What has more answers than a list could offer.
const NEVER_LISTED: &[Role] = &[
    Role::Name,
    Role::GivenName,
    Role::FamilyName,
    Role::Email,
    Role::Username,
    Role::CcNumber,
    Role::CcName,
    Role::CcCsc,
    Role::Tel,
    Role::TelNational,
    Role::TelLocal,
    Role::Consent,
    Role::Url,
    Role::OneTimeCode,
    Role::Search,
    Role::Coupon,
    Role::Captcha,
    Role::CcGivenName,
    Role::CcFamilyName,
    Role::AddressLine1,
    Role::AddressLine2,
    Role::AddressLine3,
    Role::StreetAddress,
    Role::AddressLookup,
    Role::Comment,
    Role::Nickname,
    Role::PostalCodeAndCity,
];

/// Whether this is said in words, so that a control for numbers cannot take it.
pub(super) fn is_in_words(cue: Cue) -> bool {
    matches!(cue, Cue::Role(role) if IN_WORDS.contains(&role))
}

/// What no number answers.
const IN_WORDS: &[Role] = &[
    Role::Name,
    Role::HonorificPrefix,
    Role::GivenName,
    Role::AdditionalName,
    Role::FamilyName,
    Role::HonorificSuffix,
    Role::Nickname,
    Role::PhoneticGivenName,
    Role::PhoneticFamilyName,
    Role::CcName,
    Role::CcGivenName,
    Role::CcFamilyName,
    Role::Organization,
    Role::OrganizationTitle,
    Role::StreetAddress,
    Role::AddressLine1,
    Role::Street,
    Role::StreetName,
    Role::AddressLevel1,
    Role::AddressLevel2,
    Role::AddressLevel3,
    Role::Country,
    Role::CountryName,
    Role::Email,
    Role::Url,
    Role::School,
    Role::Degree,
    Role::FieldOfStudy,
    Role::JobCompany,
    Role::JobTitle,
    Role::JobLocation,
];

/// What has few answers, of which one is given.
const OF_ONE_CHOICE: &[Role] = &[
    Role::HonorificPrefix,
    Role::Sex,
    Role::CcType,
    Role::WorkAuthorization,
    Role::Degree,
    Role::Age,
    Role::ExperienceYears,
    Role::Pronouns,
    Role::Consent,
    Role::Newsletter,
    Role::Language,
    Role::Occasion,
    Role::Languages,
    Role::Skills,
    Role::Country,
    Role::Quantity,
];

/// What is answered by ticks, each for itself.
const OF_TICKS: &[Role] = &[
    Role::Consent,
    Role::Newsletter,
    Role::WorkAuthorization,
    Role::JobCurrent,
    Role::Languages,
    Role::Skills,
    Role::Sex,
    Role::HonorificPrefix,
];
