//! Roles that one field can be meant by, whatever a page calls it.

use super::cue::{Cue, Hint};
use crate::role::Role;

/// Whether what a page claims and what people read can be meant by one field.
pub(super) fn agree(claimed: Role, read: Cue) -> bool {
    family(claimed.into()) == family(read)
}

/// Roles that draw on the same part of a profile, or that people call by each other's names.
fn family(cue: Cue) -> u8 {
    use Role::*;
    let role = match cue {
        Cue::Role(role) => role,
        Cue::Hint(Hint::Login) => return 2,
        Cue::Hint(Hint::Password) => return 3,
        Cue::Hint(_) => return 0,
    };
    match role {
        CcName | CcGivenName | CcAdditionalName | CcFamilyName | Name | GivenName
        | AdditionalName | FamilyName | HonorificPrefix | HonorificSuffix | Nickname
        | PhoneticGivenName | PhoneticFamilyName | OtherPerson => 1,
        Username | Email => 2,
        NewPassword | CurrentPassword => 3,
        StreetAddress | AddressLine1 | AddressLine2 | AddressLine3 | Street | StreetName
        | HouseNumber | HouseSuffix | Apartment | Floor | Stair | Building | AddressExtra
        | ReferencePoint | AddressLookup | AddressLevel4 | AddressLevel3 | AddressLevel2
        | AddressLevel1 | PostalCode | PostalCodeAndCity | PostalCodeOrSuburb | Country
        | CountryName | Organization | Comment => 4,
        CcNumber | CcExp | CcExpMonth | CcExpYear | CcCsc | CcType => 5,
        Bday | BdayDay | BdayMonth | BdayYear => 6,
        Tel | TelCountryCode | TelNational | TelAreaCode | TelLocal | TelLocalPrefix
        | TelLocalSuffix | TelExtension => 7,
        other => 50 + other as u8,
    }
}
