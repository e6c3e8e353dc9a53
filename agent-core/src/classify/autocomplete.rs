//! The `autocomplete` attribute (WHATWG HTML, "Autofill").

use crate::role::Role;

/// What the attribute says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Autocomplete {
    /// The field name.
    pub(super) role: Option<Role>,
    /// The last token is `webauthn`.
    pub(super) webauthn: bool,
}

/// Reads the attribute. `on`, `off` and what is not in the standard say nothing. Tokens before the
/// field name (`section-*`, `shipping`, `billing`, `home`, `work`, …) don't change what is asked for.
pub(super) fn parse(attribute: &str) -> Autocomplete {
    let mut found = Autocomplete::default();
    for token in attribute.split_ascii_whitespace().take(8) {
        let token = token.to_ascii_lowercase();
        match token.as_str() {
            "webauthn" => found.webauthn = true,
            other => found.role = field_name(other).or(found.role),
        }
    }
    found
}

/// Whether the attribute holds words of the standard alone. `section-*` is the page's own.
pub(super) fn is_standard(attribute: &str) -> bool {
    let is_known = |token: &str| {
        matches!(
            token,
            "on" | "off"
                | "shipping"
                | "billing"
                | "home"
                | "work"
                | "mobile"
                | "fax"
                | "pager"
                | "webauthn"
        ) || field_name(token).is_some()
    };
    attribute.split_ascii_whitespace().all(|token| is_known(&token.to_ascii_lowercase()))
}

/// A token of the standard, or one that people write in its stead.
fn field_name(token: &str) -> Option<Role> {
    Some(match token {
        "firstname" | "first-name" | "fname" => Role::GivenName,
        "lastname" | "last-name" | "lname" | "surname" => Role::FamilyName,
        "full-name" => Role::Name,
        "e-mail" => Role::Email,
        "phone" | "mobile" => Role::Tel,
        "zip" | "zip-code" | "postcode" => Role::PostalCode,
        "city" => Role::AddressLevel2,
        "state" | "province" => Role::AddressLevel1,
        "region" => Role::AddressLevel1,
        "address" | "street" => Role::StreetAddress,
        "cc-cvc" | "cc-cvv" => Role::CcCsc,
        "cardnumber" => Role::CcNumber,
        standard => Role::parse(standard).filter(|role| role.is_standard())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attribute_names_the_role() {
        for (attribute, expected) in [
            ("email", Some(Role::Email)),
            ("  Section-One shipping STREET-ADDRESS ", Some(Role::StreetAddress)),
            ("billing work tel-national", Some(Role::TelNational)),
            ("username webauthn", Some(Role::Username)),
            ("off", None),
            ("on", None),
            ("new-name", None),
            ("x-resume", None),
            ("none", None),
            ("", None),
        ] {
            assert_eq!(parse(attribute).role, expected, "{attribute}");
        }
        assert!(parse("username webauthn").webauthn);
    }
}
