//! What a yes is for: one action, on one form, at one origin, in one document, with these values.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::observe::Page;

/// The secret that hashes of form values are keyed with, so that a stored hash tells nothing about
/// the values. Made once by the extension; never leaves it.
#[derive(Clone, Copy)]
pub struct HashKey(pub [u8; 32]);

impl std::fmt::Debug for HashKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HashKey(…)")
    }
}

/// What must be unchanged for a yes to be used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FormState {
    /// Fingerprint of the button.
    pub button: String,
    /// The button's text, as it was shown on the card.
    pub text: String,
    /// Where the form goes.
    pub form_action: String,
    /// Origin of the document that holds the button.
    pub origin: String,
    /// The browser's id of that document.
    pub document_id: String,
    /// Keyed hash over the visible controls (HMAC-SHA-256, RFC 2104).
    pub values: String,
}

impl FormState {
    /// The state that a yes to the button at `index` would be about.
    pub fn of(page: &Page, index: u32, key: &HashKey) -> Option<Self> {
        let button = page.observation.buttons.get(index as usize)?;
        let element = page.buttons.get(index as usize)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).ok()?;
        // Lengths go in before texts, so that no two forms run together into the same bytes.
        let mut part = |text: &str| {
            mac.update(&(text.len() as u64).to_le_bytes());
            mac.update(text.as_bytes());
        };
        for (field, element) in page.observation.fields.iter().zip(&page.fields) {
            if field.visible != Some(false) {
                part(field.fingerprint.as_deref().unwrap_or_default());
                part(element.value.reveal());
                part(if field.checked == Some(true) { "1" } else { "0" });
            }
        }
        // Values that are not read out (passwords, files) are in the documents' own digests.
        for document in &page.documents {
            part(&document.values_digest);
        }
        let values = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Self {
            button: button.fingerprint.clone().unwrap_or_default(),
            text: button.text.clone(),
            form_action: match &button.form_action {
                Some(place) => place.clone(),
                None => element.href.reveal().to_owned(),
            },
            origin: element.expect.origin.clone(),
            document_id: element.document_id.clone(),
            values,
        })
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{Button, Field, Observation, operation::Expect};

    use super::*;
    use crate::observe::{Document, Element};

    fn page() -> Page {
        let element = |value: &str| Element {
            document_id: "doc".into(),
            expect: Expect { origin: "https://site.example".into(), ..Expect::default() },
            value: value.into(),
            ..Element::default()
        };
        let field =
            |fingerprint: &str| Field { fingerprint: Some(fingerprint.into()), ..Field::default() };
        Page {
            observation: Observation {
                fields: vec![field("a"), field("b")],
                buttons: vec![Button {
                    text: "Send".into(),
                    fingerprint: Some("send".into()),
                    ..Button::default()
                }],
                ..Observation::default()
            },
            fields: vec![element("one"), element("two")],
            buttons: vec![element("")],
            documents: vec![Document { values_digest: "7".into(), ..Document::default() }],
            ..Page::default()
        }
    }

    #[test]
    fn any_change_makes_another_state() {
        let key = HashKey([7; 32]);
        let of = |page: &Page| FormState::of(page, 0, &key).unwrap();
        let before = of(&page());
        assert_eq!(of(&page()), before);
        let changes: [fn(&mut Page); 9] = [
            |p| p.fields[0].value = "0ne".into(),
            |p| p.observation.fields[1].checked = Some(true),
            |p| {
                // The same characters, cut elsewhere.
                p.fields[0].value = "on".into();
                p.fields[1].value = "etwo".into();
            },
            |p| p.observation.fields[0].fingerprint = Some("c".into()),
            |p| p.documents[0].values_digest = "8".into(),
            |p| p.buttons[0].document_id = "new".into(),
            |p| p.buttons[0].expect.origin = "https://other.example".into(),
            |p| p.observation.buttons[0].form_action = Some("https://other.example/".into()),
            |p| p.observation.buttons[0].text = "Pay".into(),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut page = page();
            change(&mut page);
            assert_ne!(of(&page), before, "change {number}");
        }
    }

    #[test]
    fn the_hash_is_keyed_and_shows_no_value() {
        let one = FormState::of(&page(), 0, &HashKey([1; 32])).unwrap();
        let other = FormState::of(&page(), 0, &HashKey([2; 32])).unwrap();
        assert_ne!(one.values, other.values);
        assert_eq!(one.values.len(), 64);
        assert!(!format!("{one:?}").contains("two"));
    }

    #[test]
    fn hidden_fields_do_not_count_and_a_missing_button_has_no_state() {
        let key = HashKey([7; 32]);
        let mut hidden = page();
        hidden.observation.fields[1].visible = Some(false);
        let before = FormState::of(&hidden, 0, &key).unwrap();
        hidden.fields[1].value = "token that the page renews".into();
        assert_eq!(FormState::of(&hidden, 0, &key).unwrap(), before);
        assert_eq!(FormState::of(&page(), 5, &key), None);
    }
}
