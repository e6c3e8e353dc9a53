//! Canonical questions, and what holds of each whatever its words are.

use super::form::Form;

/// A canonical question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Intent {
    PreferredName,
    FormerName,
    Country,
    Location,
    InPlace,
    WorkPermission,
    WorkPermissionAlone,
    PermitNeeded,
    Sponsorship,
    IsCitizen,
    Nationality,
    BirthPlace,
    Relocate,
    RelocateWhere,
    Remote,
    Hybrid,
    OnSite,
    WorkMode,
    Travel,
    Weekends,
    Nights,
    Hours,
    Employment,
    JobType,
    Notice,
    Start,
    Until,
    SalaryExpected,
    SalaryCurrent,
    Income,
    YearsTotal,
    YearsOf,
    /// At least so many, in all or of something.
    YearsAtLeast,
    YearsOfAtLeast,
    /// Experience with something, whatever its length.
    HasExperience,
    HighestEducation,
    /// A degree of some rank.
    HasDegree,
    EducationCompleted,
    Languages,
    LanguageLevel,
    Fluent,
    Student,
    StudyYear,
    Employer,
    PreviousEmployer,
    Title,
    JobHere,
    Leaving,
    Heard,
    Referral,
    DrivingLicence,
    OwnCar,
    Clearance,
    ClearanceEligible,
    Gender,
    Pronouns,
    Transgender,
    Hispanic,
    Race,
    Veteran,
    Military,
    Disability,
    Orientation,
    Religion,
    Adjustments,
    NonCompete,
    BackgroundCheck,
    DrugTest,
    Convictions,
    AtLeastAge,
    Age,
    Marital,
    Children,
    Adults,
    Pets,
    Smoker,
    Allergies,
    PassportNumber,
    PassportCountry,
    PassportIssued,
    PassportExpiry,
    PassportPlace,
    LicenceNumber,
    LicenceCountry,
    LicenceIssued,
    LicenceExpiry,
    Plate,
    Vin,
    PlateCountry,
    KnownTraveller,
    KnownTravellerExpiry,
    Redress,
    VisaRefused,
    Link,
    PhoneType,
    Insurer,
    HousingType,
    AddressSince,
    RefereeName,
    RefereeTitle,
    RefereeCompany,
    RefereeEmail,
    RefereePhone,
    RefereeRelationship,
    EmergencyName,
    EmergencyPhone,
    EmergencyEmail,
    EmergencyRelationship,
    LandlordName,
    LandlordPhone,
    OtherPhone,
    OtherEmail,
    PreviousAddress,
    /// Of a document: where or when it was issued, or runs out.
    OfDocument,
    /// What is asked is about somebody of whom the person's entries say nothing.
    SomebodyElse,
}
impl Intent {
    /// Whether a wrong answer to it harms: where a word is left that nobody knows, it may be the one that turns the
    /// question round ("to work outside the UK", "the victim of a crime").
    pub(super) fn binds(self) -> bool {
        use Intent as I;
        matches!(
            self,
            I::WorkPermission
                | I::WorkPermissionAlone
                | I::PermitNeeded
                | I::Sponsorship
                | I::IsCitizen
                | I::NonCompete
                | I::BackgroundCheck
                | I::DrugTest
                | I::Convictions
                | I::VisaRefused
                | I::Clearance
                | I::ClearanceEligible
                | I::AtLeastAge
                | I::YearsAtLeast
                | I::HasDegree
                | I::Veteran
                | I::Military
                | I::Disability
        )
    }

    /// Whether it asks for the number of a passport, a licence, a vehicle or a traveller.
    pub(crate) fn is_number_of_a_paper(self) -> bool {
        use Intent as I;
        matches!(
            self,
            I::PassportNumber
                | I::LicenceNumber
                | I::Plate
                | I::Vin
                | I::KnownTraveller
                | I::Redress
        )
    }

    /// Whether it can be what is asked where it is answered so.
    pub(super) fn takes(self, form: Form) -> bool {
        use Intent as I;
        let is_yes_no = matches!(
            self,
            I::InPlace
                | I::WorkPermission
                | I::WorkPermissionAlone
                | I::PermitNeeded
                | I::Sponsorship
                | I::IsCitizen
                | I::Relocate
                | I::Remote
                | I::Hybrid
                | I::OnSite
                | I::Fluent
                | I::JobHere
                | I::AtLeastAge
                | I::YearsAtLeast
                | I::YearsOfAtLeast
                | I::HasExperience
                | I::HasDegree
                | I::ClearanceEligible
        );
        let is_text = matches!(
            self,
            I::Location
                | I::Country
                | I::PreferredName
                | I::BirthPlace
                | I::RelocateWhere
                | I::WorkMode
                | I::Notice
                | I::Start
                | I::Until
                | I::SalaryExpected
                | I::SalaryCurrent
                | I::YearsTotal
                | I::YearsOf
                | I::HighestEducation
                | I::LanguageLevel
                | I::Languages
                | I::Employer
                | I::PreviousEmployer
                | I::Title
                | I::Age
                | I::Link
                | I::PhoneType
                | I::PassportNumber
                | I::PassportIssued
                | I::LicenceNumber
                | I::LicenceIssued
                | I::Plate
                | I::Vin
                | I::KnownTraveller
                | I::Redress
                | I::OtherEmail
        );
        match form {
            Form::YesNo => !is_text,
            Form::Choice => !matches!(
                self,
                I::InPlace
                    | I::Fluent
                    | I::JobHere
                    | I::AtLeastAge
                    | I::YearsAtLeast
                    | I::YearsOfAtLeast
                    | I::HasExperience
                    | I::HasDegree
                    | I::IsCitizen
            ),
            // "Race" above a box for text is as likely one that is run.
            Form::Text => !is_yes_no && self != I::Race,
            // What it offers tells when it is open ([`crate::bind::meant`]).
            Form::ClosedList => true,
        }
    }
}
