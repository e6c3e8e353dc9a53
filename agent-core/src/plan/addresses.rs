//! Which of a person's addresses a block of a form asks for: the one, or one that they have given a name.
//!
//! A block says so by its heading, by a field's label, or by its `autocomplete` (HTML, autofill detail tokens
//! `shipping` and `billing`). A part that the named address lacks stays open: no address is made of two.

use std::collections::BTreeSet;

use shared_types::{Field, ProfileKey};

use crate::{
    classify,
    language::{List, stands_anywhere, words},
    question,
    role::Role,
    text::fold,
};

/// What an address is for, as far as forms tell addresses apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    Billing,
    Delivery,
}

const PURPOSES: [(Purpose, List, &str); 2] = [
    (Purpose::Billing, List::AddressBilling, "billing"),
    (Purpose::Delivery, List::AddressDelivery, "shipping"),
];

/// The names of the addresses that a person has keys for.
pub(super) fn names<'k>(keys: impl IntoIterator<Item = &'k ProfileKey>) -> BTreeSet<&'k str> {
    let named = keys.into_iter().filter_map(|key| key.as_str().strip_prefix("addresses."));
    named.filter_map(|rest| rest.rsplit_once('.')).map(|(name, _)| name).collect()
}

/// Which address a block asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked<'n> {
    /// The person's own.
    Own,
    /// One that has a name.
    Named(&'n str),
    /// One of these; the person says which.
    Unclear(Vec<&'n str>),
}

impl Asked<'_> {
    /// The key of a part of the person's address in the one that is asked for; other keys stay as they are.
    pub(super) fn key(&self, key: ProfileKey) -> Option<ProfileKey> {
        match (self, key.as_str().strip_prefix("address.")) {
            (Self::Named(name), Some(part)) => Some(in_address(name, part)),
            (Self::Unclear(_), Some(_)) => None,
            _ => Some(key),
        }
    }

    /// As [`Self::key`], of several.
    pub(super) fn keys(&self, keys: Vec<ProfileKey>) -> Vec<ProfileKey> {
        keys.into_iter().filter_map(|key| self.key(key)).collect()
    }

    /// The keys of which the person says which is meant, where some of `keys` are of an address.
    pub(super) fn unclear(&self, keys: &[ProfileKey]) -> Option<Vec<ProfileKey>> {
        let Self::Unclear(names) = self else { return None };
        let part = keys.iter().find_map(|key| key.as_str().strip_prefix("address."))?;
        Some(names.iter().map(|name| in_address(name, part)).collect())
    }
}

fn in_address(name: &str, part: &str) -> ProfileKey {
    ProfileKey::new(format!("addresses.{name}.{part}"))
}

/// The address that a field asks for a part of.
pub(super) fn asked<'n>(field: &Field, names: &BTreeSet<&'n str>) -> Asked<'n> {
    if names.is_empty() {
        return Asked::Own;
    }
    let purposes = purposes_of(field);
    let fits = |name: &&&str| {
        let own = purposes_in(name);
        if own.is_empty() { is_called(name, field) } else { own == purposes }
    };
    let found: Vec<&str> = names.iter().filter(fits).copied().collect();
    match found.as_slice() {
        [] => Asked::Own,
        [name] => Asked::Named(name),
        _ => Asked::Unclear(found),
    }
}

/// Whether a key is of the address that a field's block asks for, or of none at all: no address is made of two, whoever
/// proposes it.
pub(super) fn is_of_its_block(field: &Field, key: &ProfileKey, keys: &[ProfileKey]) -> bool {
    let asked = || asked(field, &names(keys));
    match key.in_named_address() {
        Some((_, name)) => match asked() {
            Asked::Named(own) => own == name,
            Asked::Own | Asked::Unclear(_) => false,
        },
        None => !key.as_str().starts_with("address.") || asked() == Asked::Own,
    }
}

/// What the addresses of a block are for: "Billing and delivery address" is for both.
fn purposes_of(field: &Field) -> BTreeSet<Purpose> {
    let tokens = field.autocomplete.to_lowercase();
    let told = PURPOSES.iter().filter(|(.., token)| tokens.split_whitespace().any(|t| t == *token));
    let told: BTreeSet<Purpose> = told.map(|(purpose, ..)| *purpose).collect();
    let texts = [Some(field.label.as_str()), field.group.as_deref(), field.section.as_deref()];
    // The nearest text that says something.
    let said = texts.into_iter().flatten().map(purposes_in).find(|said| !said.is_empty());
    if told.is_empty() { said.unwrap_or_default() } else { told }
}

fn purposes_in(text: &str) -> BTreeSet<Purpose> {
    let text = format!(" {}", fold(text));
    let has = |list: List| {
        words(list).iter().any(|phrase| match stands_anywhere(phrase) {
            true => text.contains(phrase),
            false => text.contains(&format!(" {phrase}")),
        })
    };
    PURPOSES.iter().filter(|(_, list, _)| has(*list)).map(|(purpose, ..)| *purpose).collect()
}

/// Whether the block of a field is called as an address is: "Work", "Work address".
fn is_called(name: &str, field: &Field) -> bool {
    let own = question::telling_words(name);
    // A name that says nothing, or is a number, is called for by no heading: "2. Address".
    if !own.iter().any(|word| word.chars().any(char::is_alphabetic)) {
        return false;
    }
    let blocks = [field.group.as_deref(), field.section.as_deref()].into_iter().flatten();
    blocks.into_iter().any(|text| {
        let words = question::telling_words(text);
        let more: Vec<&str> = words.difference(&own).map(String::as_str).collect();
        let is_address =
            || classify::role_of(&more.join(" "), None).is_some_and(Role::is_street_line);
        own.is_subset(&words) && (more.is_empty() || is_address())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(section: &str, label: &str, autocomplete: &str) -> Field {
        Field {
            section: Some(section.to_owned()),
            label: label.to_owned(),
            autocomplete: autocomplete.to_owned(),
            ..Field::default()
        }
    }

    #[test]
    fn a_block_says_which_address_it_asks_for() {
        let have =
            BTreeSet::from(["Billing", "Delivery", "Work", "My parents", "🏠", "Info", "", "2"]);
        for (section, label, autocomplete, asked_for) in [
            ("Billing address", "City", "", Some("Billing")),
            ("2. Rechnungsadresse", "Ort", "", Some("Billing")),
            ("Lieferadresse", "Ort", "", Some("Delivery")),
            ("配送先住所", "市区町村", "", Some("Delivery")),
            ("Your details", "City", "section-a shipping address-level2", Some("Delivery")),
            ("Your details", "Billing ZIP code", "", Some("Billing")),
            // The nearer text counts.
            ("Delivery", "Billing ZIP code", "", Some("Billing")),
            ("Delivery", "City", "billing address-level2", Some("Billing")),
            ("Billing and delivery address", "City", "", None),
            ("Work address", "City", "", Some("Work")),
            ("Work", "City", "", Some("Work")),
            ("Work experience", "City", "", None),
            ("Address of my parents", "City", "", Some("My parents")),
            ("Address", "City", "address-level2", None),
            ("2. Address", "City", "", None),
            ("2. Billing address", "City", "", Some("Billing")),
        ] {
            let field = field(section, label, autocomplete);
            let asked_for = asked_for.map_or(Asked::Own, Asked::Named);
            assert_eq!(asked(&field, &have), asked_for, "{section} / {label} / {autocomplete}");
        }
        let keys = ["address.city", "addresses.Work.city", "custom.city"].map(ProfileKey::from);
        let of_block = |section: &str| {
            keys.each_ref().map(|key| is_of_its_block(&field(section, "City", ""), key, &keys))
        };
        assert_eq!(of_block("Work address"), [false, true, true]);
        assert_eq!(of_block("Address"), [true, false, true]);
        let twice = ["addresses.Billing.city", "addresses.Invoices.city"].map(ProfileKey::from);
        let block = field("Billing", "City", "");
        let unclear = Asked::Unclear(vec!["Billing", "Invoices"]);
        assert_eq!(asked(&block, &names(&twice)), unclear, "the person says which");
        assert!(!is_of_its_block(&block, &"address.city".into(), &twice));
        let both = BTreeSet::from(["Billing and delivery", "Billing"]);
        let block = field("Billing and delivery address", "City", "");
        assert_eq!(asked(&block, &both), Asked::Named("Billing and delivery"));
    }
}
