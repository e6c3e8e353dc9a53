//! What kind of control a field is, and which roles such a control can have.

use shared_types::{Field, Widget};

use super::role::Role;

/// The kinds that differ in what they can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// A date, time or month.
    Date,
    /// Slider, colour: nothing that a profile holds.
    Other,
}

impl Control {
    /// The kind of a field.
    pub(super) fn of(field: &Field) -> Control {
        match field.kind.as_str() {
            "password" => return Control::Password,
            "radio" => return Control::Radio,
            "checkbox" => return Control::Tick,
            "file" => return Control::File,
            "date" | "month" | "datetime-local" | "time" | "week" => return Control::Date,
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

    /// Whether it can ask for this role at all.
    pub(super) fn admits(self, role: Role) -> bool {
        use Role::*;
        if role.is_hint() {
            return true;
        }
        match self {
            Control::Line => !matches!(role, Consent | Newsletter | NewPassword | CurrentPassword),
            Control::Area => !matches!(
                role,
                Consent | Newsletter | CcNumber | CcCsc | NewPassword | CurrentPassword
            ),
            Control::Password => matches!(
                role,
                NewPassword
                    | CurrentPassword
                    | CcCsc
                    | OneTimeCode
                    | Pin
                    | SecurityAnswer
                    | CcNumber
                    | IdNumber
            ),
            Control::List => !matches!(
                role,
                Name | GivenName
                    | FamilyName
                    | Email
                    | Username
                    | CcNumber
                    | CcName
                    | CcCsc
                    | Tel
                    | TelNational
                    | TelLocal
                    | Consent
                    | Url
                    | OneTimeCode
                    | Search
                    | Coupon
                    | Captcha
                    | CcGivenName
                    | CcFamilyName
                    | AddressLine1
                    | AddressLine2
                    | AddressLine3
                    | StreetAddress
                    | AddressLookup
                    | Comment
                    | Nickname
                    | PostalCodeAndCity
            ),
            Control::Radio => matches!(
                role,
                HonorificPrefix
                    | Sex
                    | CcType
                    | WorkAuthorization
                    | Degree
                    | Age
                    | ExperienceYears
                    | Pronouns
                    | Consent
                    | Newsletter
                    | Language
                    | Occasion
                    | Languages
                    | Skills
                    | Country
                    | Quantity
            ),
            Control::Tick => matches!(
                role,
                Consent
                    | Newsletter
                    | WorkAuthorization
                    | JobCurrent
                    | Languages
                    | Skills
                    | Sex
                    | HonorificPrefix
            ),
            Control::File => {
                matches!(role, Resume | CoverLetter | PhotoFile | File | Certifications)
            }
            Control::Date => {
                matches!(role, Bday | StartDate | EndDate | NoticePeriod | CcExp | Occasion)
            }
            Control::Other => false,
        }
    }
}
