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

/// The address that a field asks for a part of, of those that have names; none: the person's own.
pub(super) fn asked<'n>(field: &Field, names: &BTreeSet<&'n str>) -> Option<&'n str> {
    if names.is_empty() {
        return None;
    }
    let purposes = purposes_of(field);
    let mut found = names.iter().copied().filter(|name| {
        let own = purposes_in(name);
        if own.is_empty() { is_called(name, field) } else { own == purposes }
    });
    // Of two that fit, the person says which.
    found.next().filter(|_| found.next().is_none())
}

/// Whether a key is of the address that a field's block asks for, or of none at all: no address is made of two, whoever
/// proposes it.
pub(super) fn is_of_its_block(field: &Field, key: &ProfileKey, keys: &[ProfileKey]) -> bool {
    let asked = || asked(field, &names(keys));
    match key.in_named_address() {
        Some((_, name)) => asked() == Some(name),
        None if key.as_str().starts_with("address.") => asked().is_none(),
        None => true,
    }
}

/// The key that stands for a part of the person's address in a named one.
pub(super) fn in_address(key: &ProfileKey, name: &str) -> Option<ProfileKey> {
    let part = key.as_str().strip_prefix("address.")?;
    Some(ProfileKey::new(format!("addresses.{name}.{part}")))
}

/// What the addresses of a block are for. What names two names none: "Billing and delivery address".
fn purposes_of(field: &Field) -> BTreeSet<Purpose> {
    let tokens = field.autocomplete.to_lowercase();
    let told = PURPOSES.iter().filter(|(.., token)| tokens.split_whitespace().any(|t| t == *token));
    let told: BTreeSet<Purpose> = told.map(|(purpose, ..)| *purpose).collect();
    let texts = [Some(field.label.as_str()), field.group.as_deref(), field.section.as_deref()];
    // The nearest text that says something.
    let said = texts.into_iter().flatten().map(purposes_in).find(|said| !said.is_empty());
    let purposes = if told.is_empty() { said.unwrap_or_default() } else { told };
    if purposes.len() > 1 { BTreeSet::new() } else { purposes }
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
        let have = BTreeSet::from(["Billing", "Delivery", "Work", "My parents"]);
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
        ] {
            let field = field(section, label, autocomplete);
            assert_eq!(asked(&field, &have), asked_for, "{section} / {label} / {autocomplete}");
        }
        let keys = ["address.city", "addresses.Work.city", "custom.city"].map(ProfileKey::from);
        let of_block = |section: &str| {
            keys.each_ref().map(|key| is_of_its_block(&field(section, "City", ""), key, &keys))
        };
        assert_eq!(of_block("Work address"), [false, true, true]);
        assert_eq!(of_block("Address"), [true, false, true]);
        let twice = BTreeSet::from(["Billing", "Invoices"]);
        assert_eq!(asked(&field("Billing", "City", ""), &twice), None, "two fit");
    }
}
