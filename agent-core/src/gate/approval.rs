//! What a yes is for: one action, on one form, at one origin, in one document, with these values.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::page::Page;

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
    /// Site of the document that holds the button ([`crate::page::Element::site`]).
    pub origin: String,
    /// The browser's id of that document.
    pub document_id: String,
    /// Keyed hash over the visible controls (HMAC-SHA-256, RFC 2104). Stored, as the other hashes here, under a name that
    /// [`crate::exit`] keeps letter by letter: a hash may spell a name by chance.
    #[serde(rename = "valuesHash")]
    pub values: String,
    /// Keyed hash over how and where to the form is sent, and by which button.
    #[serde(rename = "wayHash")]
    pub way: String,
    /// The hidden inputs of the form, in order.
    pub hidden: Vec<HiddenState>,
    /// What the card listed, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Listed>,
}

/// What an approval card listed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Listed {
    /// Which reading of the page that was.
    pub id: String,
    /// All entries, with the digests of their document's content script.
    pub entries: Vec<HiddenState>,
}

/// A hidden input, or an entry, as it was approved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HiddenState {
    /// Its name.
    pub name: String,
    /// A hash over it with a key.
    #[serde(rename = "valueHash")]
    pub value: String,
}

/// A hash that tells nothing about what went in. Lengths go in before texts, so that no two lists run
/// together into the same bytes.
fn keyed<'a>(key: &HashKey, parts: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).ok()?;
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part.as_bytes());
    }
    Some(mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A hash of what a card shows for a field: it tells nothing about the value to whoever lacks the key.
pub fn seal(key: &HashKey, value: &str) -> Option<String> {
    keyed(key, std::iter::once(value))
}

/// A hash of several texts, one by one.
pub fn seal_all(key: &HashKey, texts: &[&str]) -> Option<String> {
    keyed(key, texts.iter().copied())
}

impl FormState {
    /// The state that a yes to the button at `index` would be about.
    pub fn of(page: &Page, index: u32, key: &HashKey) -> Option<Self> {
        let button = page.observation.buttons.get(index as usize)?;
        let element = page.buttons.get(index as usize)?;
        let fields = page.observation.fields.iter().zip(&page.fields);
        let seen = fields.filter(|(field, _)| field.visible != Some(false));
        let held = seen.flat_map(|(field, element)| {
            let ticked = if field.checked.unwrap_or_default() { "1" } else { "0" };
            [field.fingerprint.as_deref().unwrap_or_default(), element.value.reveal(), ticked]
        });
        // What is not seen, and values that are not read out (passwords, files), are in the documents' own
        // digests.
        let digests = page.documents.iter().map(|document| document.values_digest.as_str());
        let values = keyed(key, held.chain(digests))?;
        let hidden = element.sends.hidden.iter().map(|input| {
            let parts = [input.name.as_str(), input.value.reveal(), &input.digest];
            Some(HiddenState { name: input.name.clone(), value: keyed(key, parts.into_iter())? })
        });
        Some(Self {
            button: button.fingerprint.clone().unwrap_or_default(),
            text: button.text.clone(),
            form_action: match &button.form_action {
                Some(place) => place.clone(),
                None => element.href.reveal().to_owned(),
            },
            origin: element.site().to_owned(),
            document_id: element.document_id.clone(),
            values,
            way: keyed(key, std::iter::once(element.sends.digest.as_str()))?,
            hidden: hidden.collect::<Option<Vec<_>>>()?,
            shown: None,
        })
    }

    /// What is other than here, but for entries that may vary: `values`, `way`, `gone`, `hidden:NAME`, as
    /// the content script says it of a press.
    pub fn changes(&self, now: &Self, varies: &[String]) -> Vec<String> {
        let same_button = self.button == now.button
            && self.text == now.text
            && self.form_action == now.form_action
            && self.origin == now.origin
            && self.document_id == now.document_id
            && self.way == now.way;
        let mut changes = Vec::new();
        if self.values != now.values {
            changes.push("values".to_owned());
        }
        if !same_button {
            changes.push("way".to_owned());
        }
        let may = |input: &&HiddenState| varies.contains(&input.name);
        let (before, after) = (self.hidden.iter(), now.hidden.iter());
        let (mut before, mut after) = (before.filter(|i| !may(i)), after.filter(|i| !may(i)));
        loop {
            match (before.next(), after.next()) {
                (None, None) => return changes,
                (Some(one), Some(other)) if one == other => {}
                (_, Some(other)) => changes.push(format!("hidden:{}", other.name)),
                (Some(_), None) => changes.push("gone".to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{Button, Field, Observation, operation::Expect};

    use super::*;
    use crate::observe::{Document, Element, HiddenInput};

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

    fn hidden(name: &str, value: &str) -> HiddenInput {
        let digest = format!("digest of {value}");
        HiddenInput { element: 4, name: name.into(), value: value.into(), digest }
    }

    #[test]
    fn what_changed_is_named() {
        let key = HashKey([7; 32]);
        let of = |change: &dyn Fn(&mut Page)| {
            let mut page = page();
            page.buttons[0].sends.digest = "way".into();
            page.buttons[0].sends.hidden = vec![hidden("token", "t"), hidden("amount", "10")];
            change(&mut page);
            FormState::of(&page, 0, &key).unwrap()
        };
        let asked = of(&|_| ());
        let token = ["token".to_owned()];
        let check = |change: &dyn Fn(&mut Page), varies: &[String], expected: &[&str]| {
            let now = of(change);
            assert_eq!(asked.changes(&now, varies), expected);
            assert_eq!(now == asked, varies.is_empty() && expected.is_empty() || now == asked);
        };
        check(&|_| (), &[], &[]);
        check(&|p| p.fields[0].value = "x".into(), &[], &["values"]);
        check(&|p| p.documents[0].values_digest = "9".into(), &[], &["values"]);
        check(&|p| p.buttons[0].sends.digest = "other".into(), &[], &["way"]);
        check(&|p| p.observation.buttons[0].text = "Pay".into(), &[], &["way"]);
        check(&|p| p.observation.buttons[0].fingerprint = None, &[], &["way"]);
        check(&|p| p.observation.buttons[0].form_action = Some("/x".into()), &[], &["way"]);
        check(&|p| p.buttons[0].expect.origin = "https://o.example".into(), &[], &["way"]);
        check(&|p| p.buttons[0].document_id = "d".into(), &[], &["way"]);
        let amount = |p: &mut Page| p.buttons[0].sends.hidden[1] = hidden("amount", "99");
        check(&amount, &[], &["hidden:amount"]);
        check(&amount, &token, &["hidden:amount"]);
        check(&|p| p.buttons[0].sends.hidden[0] = hidden("token", "u"), &token, &[]);
        check(&|p| p.buttons[0].sends.hidden[0] = hidden("token", "u"), &[], &["hidden:token"]);
        check(&|p| p.buttons[0].sends.hidden[1].digest = "d".into(), &[], &["hidden:amount"]);
        check(&|p| p.buttons[0].sends.hidden.push(hidden("more", "1")), &[], &["hidden:more"]);
        check(&|p| drop(p.buttons[0].sends.hidden.pop()), &[], &["gone"]);
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

    #[test]
    fn the_key_is_never_printed() {
        assert_eq!(format!("{:?}", HashKey([7; 32])), "HashKey(…)");
    }

    #[test]
    fn a_box_counts_by_whether_it_is_ticked() {
        let with = |checked: Option<bool>| {
            let mut page = page();
            page.observation.fields[1].checked = checked;
            FormState::of(&page, 0, &HashKey([7; 32])).unwrap().values
        };
        assert_ne!(with(Some(true)), with(Some(false)));
        assert_eq!(with(None), with(Some(false)));
        let shown = |visible: Option<bool>| {
            let mut page = page();
            page.observation.fields[1].visible = visible;
            FormState::of(&page, 0, &HashKey([7; 32])).unwrap().values
        };
        assert_eq!(shown(None), shown(Some(true)));
        assert_ne!(shown(None), shown(Some(false)));
    }
}
