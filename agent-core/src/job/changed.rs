//! What a form held that was other than approved when its button was pressed: what is said of it, and what
//! of it is known to change at each press. It decides nothing about sending: every difference asks again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use shared_types::{Private, snapshot::FormEntry};

use crate::{gate, observe::Element};

/// How long before and after now a number of milliseconds or seconds is taken for the time of a press.
const A_DAY_MS: f64 = 86_400_000.0;
/// Digits of the seconds since 1970.
const SECONDS: usize = 10;
/// Fewest characters of a token that somebody drew.
const TOKEN: usize = 16;
/// Names that are remembered.
const MAX_NAMES: usize = 100;

/// What was other than approved, and how often.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Changed {
    /// Since the person was asked last, as the content script and [`FormState::changes`] say it.
    last: Vec<String>,
    /// Names of hidden inputs and entries, and at how many presses they were other than before.
    times: BTreeMap<String, u32>,
    /// Names that the person was shown to change at each press.
    pub(super) varies: Vec<String>,
    /// The document that this is of: the same name says nothing of another one's.
    document: String,
    /// Names of entries that a card listed with a value that says where money goes, and with one that says nothing.
    payees: BTreeSet<String>,
    fleeting: BTreeSet<String>,
}

impl Changed {
    pub(super) fn note(&mut self, changes: &[String]) {
        self.last = changes.to_vec();
        let names: Vec<&str> = changes.iter().filter_map(|change| name_in(change)).collect();
        for name in names {
            if self.times.len() < MAX_NAMES || self.times.contains_key(name) {
                *self.times.entry(name.to_owned()).or_default() += 1;
            }
        }
    }

    /// Begins anew where it is about another document.
    pub(super) fn is_of(&mut self, document: Option<&str>) {
        let document = document.unwrap_or_default();
        if self.document != document {
            let first = self.document.is_empty();
            let last = std::mem::take(&mut self.last);
            let times = if first { std::mem::take(&mut self.times) } else { BTreeMap::new() };
            *self = Self { last, times, document: document.to_owned(), ..Self::default() };
        }
    }

    /// What a card lists besides hidden inputs: whether it is one that may vary is told by its value.
    pub(super) fn look_at(&mut self, entries: &[FormEntry], now: f64) {
        for entry in entries.iter() {
            if names_a_payee(&entry.value) {
                self.payees.insert(entry.name.clone());
            }
            if is_fleeting(&entry.value, now) && self.fleeting.len() < MAX_NAMES {
                self.fleeting.insert(entry.name.clone());
            } else {
                self.fleeting.remove(&entry.name);
            }
        }
    }

    /// Whether something changed that the person was not asked about yet.
    pub(super) fn is_open(&self) -> bool {
        !self.last.is_empty()
    }

    /// Why the person is asked again; and from now on they know what changes at each press: what has twice,
    /// or once where it is plainly a token or the time.
    pub(super) fn reasons(&mut self, element: Option<&Element>, now: f64) -> Vec<String> {
        let hidden = element.map(|element| element.sends.hidden.as_slice()).unwrap_or_default();
        let values = |name: &str| -> Vec<&Private> {
            hidden.iter().filter(|input| input.name == name).map(|input| &input.value).collect()
        };
        let is_fleeting = |name: &str| {
            let values = values(name);
            let is_other = values.iter().any(|value| !is_fleeting(value, now));
            !is_other && (!values.is_empty() || self.fleeting.contains(name))
        };
        let names_a_payee =
            |name: &str| self.payees.contains(name) || values(name).into_iter().any(names_a_payee);
        let varies = self
            .times
            .iter()
            .filter(|(name, times)| (**times > 1 && !names_a_payee(name)) || is_fleeting(name));
        self.varies = varies.map(|(name, _)| name.clone()).collect();
        let mut reasons: Vec<String> = Vec::new();
        for reason in std::mem::take(&mut self.last).iter().map(|change| words(change)) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }
}

/// The name of a hidden input or entry in what is said of a change.
fn name_in(change: &str) -> Option<&str> {
    change.strip_prefix("hidden:").or_else(|| change.strip_prefix("entry:"))
}

fn words(change: &str) -> String {
    match change.split_once(':') {
        Some(("hidden", name)) => msg!("job_the_page_changed_its_hidden_field", name = name),
        Some(("entry", name)) => msg!("job_the_page_changed_as_the_form_was", name = name),
        _ if change == "values" => msg!("job_what_a_field_holds_has_changed"),
        _ if change == "gone" => msg!("job_the_page_removed_a_hidden_field"),
        _ => msg!("job_the_page_changed_the_button_or"),
    }
}

/// Whether a value is one that a page makes anew for each press and that says nothing: a drawn token, or
/// the time. An amount, an account or an address is none.
pub(crate) fn is_fleeting(value: &Private, now: f64) -> bool {
    let value = value.reveal().trim();
    if value.chars().all(|c| c.is_ascii_digit()) {
        let is_now = |ms: f64| (ms - now).abs() < A_DAY_MS;
        let is_time = |number: f64| is_now(number) || is_now(number * 1e3);
        return value.len() >= SECONDS && value.parse().is_ok_and(is_time);
    }
    let is_part =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '/' | '=' | '.');
    let has = |such: fn(&char) -> bool| value.chars().filter(such).count() > 2;
    value.len() >= TOKEN
        && value.chars().all(is_part)
        && has(char::is_ascii_digit)
        && has(char::is_ascii_alphabetic)
        && !looks_like_account(value)
        && !looks_like_wallet(value)
}

/// Whether it is an address that money is sent to: of a digital currency, or an account of a payment service (`acct_…`).
fn looks_like_wallet(value: &str) -> bool {
    gate::is_wallet(value) || value.to_ascii_lowercase().starts_with("acct_")
}

/// Whether it has the shape of where money goes: such a value is compared at each press.
fn names_a_payee(value: &Private) -> bool {
    let value = value.reveal().trim();
    looks_like_account(value) && value.len() >= 15 || looks_like_wallet(value)
}

/// Whether it begins as an IBAN does (ISO 13616): two letters, two digits, then capitals and digits alone.
fn looks_like_account(value: &str) -> bool {
    let mut chars = value.chars();
    let starts = chars
        .by_ref()
        .take(4)
        .enumerate()
        .all(|(at, c)| if at < 2 { c.is_ascii_uppercase() } else { c.is_ascii_digit() });
    starts && value.len() <= 34 && chars.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{HiddenInput, Sends};

    const NOW: f64 = 1_795_000_000_000.0;

    #[test]
    fn tokens_and_times_are_fleeting_and_nothing_else() {
        let check = |value: &str, expected: bool| {
            assert_eq!(is_fleeting(&value.into(), NOW), expected, "{value}");
        };
        check("1795000000000", true);
        check("1795000123", true);
        check("1795086400000", false);
        check("1795086399999", true);
        check("1793000000", false);
        check("10", false);
        check("1000000000000000", false);
        check("", false);
        check("9f8a7c6b5d4e3f2a1b0c", true);
        check("9f8a7c6b5d4e3f2", false);
        check("eyJhbGciOi123.eyJzdWIi-OiIx_x==", true);
        check("ab+cd/ef12345678901", true);
        check("onlylettersinhere", false);
        check("a1b2c3a1b2c3 a1b2", false);
        check("someone@site.example123", false);
        check("https://site.example/1234567", false);
        check("DE89370400440532013000", false);
        check("GB29NWBK60161331926819", false);
        check("GB29NWBK60161331926819x", true);
        check("Gb29NWBK60161331926819", true);
        check("G129NWBK60161331926819", true);
        check("GBA9NWBK60161331926819", true);
        check("GB29NWBK601613319268191234567890123", true);
        check("GB29NWBK60161331926819123456789012", false);
        check("0x52908400098527886E0F7030069857D2E4169EE7", false);
        // A drawn token that has the letters and the length of Bitcoin's, and not their check.
        check("19f8a7c6b5d44e3f92a1b9c8d7e6f5a4", true);
        check("TK3NUQcgsF3La6sfVoQimck34bXVG1iMpj", false);
        check("CMUJD6zBjrPmg6UzncmHV3rJgH6u8fSG4H6fNJxWtCEs", false);
        check("0x52908400098527886E0F7030069857D2E4169EE", true);
        check("0x52908400098527886E0F7030069857D2E4169EZ7", true);
        check("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", false);
        check("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", false);
        check("1A1zP1eP5QGefi2DMPTfTL5S", true);
        check("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNl", true);
        check("2J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", true);
        check("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", false);
        check("xy1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", true);
        check("bc1qar0srrr7xfkvy5l64", true);
        check("acct_1032D82eZvKYlo2C", false);
    }

    #[test]
    fn what_changes_at_each_press_is_known_after_two_or_by_its_looks() {
        let element = |value: &str| {
            let input =
                HiddenInput { name: "x".into(), value: value.into(), ..HiddenInput::default() };
            Element {
                sends: Sends { hidden: vec![input], ..Sends::default() },
                ..Element::default()
            }
        };
        let after = |changes: &[&[&str]], value: &str| {
            let mut changed = Changed::default();
            let mut reasons = Vec::new();
            for change in changes {
                let change: Vec<String> = change.iter().map(|c| (*c).to_owned()).collect();
                changed.note(&change);
                reasons = changed.reasons(Some(&element(value)), NOW);
            }
            (changed.varies, reasons.len())
        };
        let x = vec!["x".to_owned()];
        let none = Vec::<String>::new();
        assert_eq!(after(&[&["hidden:x"]], "99"), (none.clone(), 1));
        assert_eq!(after(&[&["hidden:x"], &["entry:x"]], "99"), (x.clone(), 1));
        for payee in ["DE89370400440532013000", "0x52908400098527886E0F7030069857D2E4169EE7"] {
            assert_eq!(after(&[&["hidden:x"], &["entry:x"]], payee), (none.clone(), 1));
        }
        assert_eq!(after(&[&["hidden:x"], &["entry:x"]], "DE89"), (x.clone(), 1));
        assert_eq!(after(&[&["hidden:x"]], "1795000000000"), (x.clone(), 1));
        assert_eq!(after(&[&["entry:y"]], "1795000000000"), (none.clone(), 1));
        assert_eq!(after(&[&["values", "way", "gone", "way"]], "9"), (none, 3));
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let mut changed = Changed::default();
        let names: Vec<String> = (0..200).map(|n| format!("hidden:{n}")).collect();
        changed.note(&names);
        assert_eq!(changed.times.len(), MAX_NAMES);
        changed.note(&["hidden:0".to_owned()]);
        assert_eq!(changed.times.get("0"), Some(&2));
    }

    #[test]
    fn what_a_card_listed_of_a_payee_never_varies_and_a_token_does_at_once() {
        let listed = |name: &str, value: &str| FormEntry {
            name: name.into(),
            value: value.into(),
            ..FormEntry::default()
        };
        let varies = |value: &str, times: usize| {
            let mut changed = Changed::default();
            changed.is_of(Some("document"));
            changed.look_at(&[listed("to", value)], NOW);
            for _ in 0..times {
                changed.note(&["entry:to".to_owned()]);
                changed.reasons(None, NOW);
            }
            changed.varies == ["to"]
        };
        assert!(!varies("DE89370400440532013000", 5), "an account");
        assert!(varies("0a1b2c3d4e5f6a7b8c9d", 1), "a token");
        assert!(!varies("10", 1));
        assert!(varies("10", 2));
    }

    #[test]
    fn a_name_that_varies_in_one_document_is_compared_in_the_next() {
        let mut changed = Changed::default();
        changed.is_of(Some("one"));
        for _ in 0..2 {
            changed.note(&["entry:amount".to_owned()]);
            changed.reasons(None, NOW);
        }
        assert_eq!(changed.varies, ["amount"]);
        changed.is_of(Some("one"));
        assert_eq!(changed.varies, ["amount"]);
        changed.is_of(Some("two"));
        changed.reasons(None, NOW);
        assert_eq!(changed.varies, Vec::<String>::new());
    }
}
