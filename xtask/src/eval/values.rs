//! `eval --values DIR`: fills pages from profiles and compares the recognised controls one by one.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, Result};
use harness::Site;
use serde_json::{Map, Value, json};

use super::{
    browsers::{Bench, BrowserWithPopup},
    compare::folded,
    figures::{failures, json_lines, part},
    options::Eval,
};
use crate::fill::fill;

/// How long filling a form may take.
const LONGEST: Duration = Duration::from_secs(30);

/// Autofill tokens and where the profile keeps what they ask for. A token that is not here is a value of
/// the person's own.
const PROFILE_PATHS: [(&str, &str); 25] = [
    ("name", "/fullName"),
    ("given-name", "/firstName"),
    ("additional-name", "/middleName"),
    ("family-name", "/lastName"),
    ("email", "/email"),
    ("tel", "/phone"),
    ("username", "/username"),
    ("bday", "/birthDate"),
    ("sex", "/gender"),
    ("organization", "/company"),
    ("organization-title", "/jobTitle"),
    ("url", "/website"),
    ("address-line1", "/address/street"),
    ("address-line2", "/address/street2"),
    ("address-level3", "/address/district"),
    ("address-level2", "/address/city"),
    ("address-level1", "/address/state"),
    ("postal-code", "/address/zipCode"),
    // The code says more than the name: it stands last and wins.
    ("country-name", "/address/country"),
    ("country", "/address/country"),
    ("cc-name", "/payment/cardName"),
    ("cc-number", "/payment/cardNumber"),
    ("cc-exp-month", "/payment/expMonth"),
    ("cc-exp-year", "/payment/expYear"),
    ("cc-type", "/payment/cardType"),
];

/// A case that was filled: role, expected value, what the control holds, whether it is right.
struct Filled {
    controls: Vec<(String, String, String, bool)>,
}

/// The cases of a folder.
pub(super) const CASES: &str = "cases.jsonl";

pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let outcome = measure(options, bench, dir)?;
    println!("values right {}/{}", outcome.right, outcome.all);
    outcome.failed
}

/// What came of a folder of cases.
pub(super) struct Outcome {
    pub(super) right: usize,
    pub(super) all: usize,
    /// Role, what was expected and what the control holds, for each that is not right.
    pub(super) others: Vec<(String, String, String)>,
    /// Whether some case could not be measured.
    pub(super) failed: Result<()>,
}

/// Fills every page of a folder from its profile.
pub(super) fn measure(options: &Eval, bench: &Bench, dir: &Path) -> Result<Outcome> {
    let cases = json_lines(&dir.join(CASES), options.limit)?;
    let site = Site::serve(&dir.join("pages"))?;
    let results = bench.each(
        &cases,
        || BrowserWithPopup::set_up(bench, true),
        |browser, case| fill_case(browser, &site, case),
    );
    let filled =
        || cases.iter().zip(&results).filter_map(|(case, one)| Some((case, one.as_ref().ok()?)));
    if options.explain {
        for (case, one) in filled() {
            for (role, expected, held, _) in one.controls.iter().filter(|control| !control.3) {
                eprintln!("{} {role}: wanted {expected:?}, holds {held:?}", part(case, "id"));
            }
        }
    }
    let lines: Vec<Value> = filled()
        .map(|(case, one)| {
            let controls = one.controls.iter().map(|(role, expected, held, right)| {
                json!({"role": role, "expect": expected, "held": held, "right": right})
            });
            json!({"id": part(case, "id"), "controls": controls.collect::<Vec<_>>()})
        })
        .collect();
    options.write(&lines)?;
    let controls = || filled().flat_map(|(_, one)| &one.controls);
    let others = controls().filter(|control| !control.3);
    Ok(Outcome {
        right: controls().filter(|control| control.3).count(),
        all: cases.iter().map(|case| strings(case, "expect").len()).sum(),
        others: others
            .map(|(role, want, held, _)| (role.clone(), want.clone(), held.clone()))
            .collect(),
        failed: failures(cases.iter().map(|case| part(case, "id")), &results),
    })
}

fn fill_case(browser: &BrowserWithPopup, site: &Site, case: &Value) -> Result<Filled> {
    let tokens = case.get("profile").and_then(Value::as_object).context("a case has a profile")?;
    browser.vaulty.home().import(&profile(tokens))?;
    browser.tab.page.navigate(&site.url(part(case, "page")))?;
    let roles = strings(case, "roles");
    let before = controls(browser)?;
    let places = places(&roles, &before);
    fill(&browser.popup, None, LONGEST)?;
    let after = controls(browser)?;
    let judge = |((role, expected), place): ((&String, &String), &Option<usize>)| {
        let control = place.and_then(|place| after.get(place)).cloned().unwrap_or_default();
        // A choice that stands at its beginning holds something all the same: it counts as left empty.
        let untouched = || place.and_then(|place| before.get(place)).is_some_and(|b| *b == control);
        let right =
            place.is_some() && (control.holds(expected) || (expected.is_empty() && untouched()));
        (role.clone(), expected.clone(), control.value, right)
    };
    let expected = strings(case, "expect");
    Ok(Filled { controls: roles.iter().zip(&expected).zip(&places).map(judge).collect() })
}

/// A profile from autofill tokens.
fn profile(tokens: &Map<String, Value>) -> Value {
    let mut profile = json!({"address": {}, "payment": {}, "custom": {}});
    let mut set = |path: &str, value: &str| {
        let (parent, key) = path.rsplit_once('/').unwrap_or(("", path));
        if let Some(object) = profile.pointer_mut(parent).and_then(Value::as_object_mut) {
            object.insert(key.to_owned(), value.into());
        }
    };
    for (token, value) in tokens {
        if token == "street-address" {
            let value = text(value);
            let (first, rest) = value.split_once('\n').unwrap_or((&value, ""));
            set("/address/street", first);
            set("/address/street2", rest);
        } else if !PROFILE_PATHS.iter().any(|(known, _)| known == token) {
            set(&format!("/custom/{token}"), &text(value));
        }
    }
    for (token, path) in PROFILE_PATHS {
        if let Some(value) = tokens.get(token).map(text).filter(|value| !value.is_empty()) {
            set(path, &value);
        }
    }
    profile
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn strings(case: &Value, key: &str) -> Vec<String> {
    case.get(key).and_then(Value::as_array).into_iter().flatten().map(text).collect()
}

/// A control of the page, in DOM order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct PageControl {
    value: String,
    /// Text of the chosen option.
    shown: String,
    /// `autocomplete`, `id`, `name`: what tells which role it has, strongest first.
    hints: Vec<String>,
}

impl PageControl {
    fn holds(&self, expected: &str) -> bool {
        let expected = folded(expected);
        expected == folded(&self.value) || (!expected.is_empty() && expected == folded(&self.shown))
    }
}

fn controls(browser: &BrowserWithPopup) -> Result<Vec<PageControl>> {
    let function = "() => [...document.querySelectorAll('input, select, textarea')].map((el) => ({ \
        value: el.value, shown: el.selectedOptions?.[0]?.text ?? '', \
        hints: [el.getAttribute('autocomplete') ?? '', el.id, el.name] }))";
    let found = browser.popup.in_frame(0, function, &[])?;
    let read = |control: &Value| PageControl {
        value: part(control, "value").to_owned(),
        shown: part(control, "shown").to_owned(),
        hints: strings(control, "hints"),
    };
    Ok(found.as_array().into_iter().flatten().map(read).collect())
}

/// Which control has which role. Roles stand in DOM order; where there are more controls than roles, those
/// are meant that say so themselves: the assignment in order with the most, and the strongest, hints.
fn places(roles: &[String], controls: &[PageControl]) -> Vec<Option<usize>> {
    if roles.len() == controls.len() {
        return (0..roles.len()).map(Some).collect();
    }
    // best[c] is the best assignment of the roles so far among the first c controls: score and places.
    let mut best: Vec<(u32, Vec<Option<usize>>)> = vec![(0, Vec::new()); controls.len() + 1];
    for role in roles {
        let without = |so_far: &(u32, Vec<Option<usize>>)| {
            let mut places = so_far.1.clone();
            places.push(None);
            (so_far.0, places)
        };
        let mut next: Vec<(u32, Vec<Option<usize>>)> =
            best.first().map(without).into_iter().collect();
        for (index, control) in controls.iter().enumerate() {
            let here =
                best.get(index).filter(|_| hint(role, control) > 0).map(|(score, places)| {
                    let mut places = places.clone();
                    places.push(Some(index));
                    (score + hint(role, control), places)
                });
            let candidates = here.into_iter().chain(next.last().cloned());
            let skipped = best.get(index + 1).map(without);
            // Of equal scores the first wins: a control that says so over none.
            let chosen = candidates.chain(skipped).reduce(|a, b| if b.0 > a.0 { b } else { a });
            next.extend(chosen);
        }
        best = next;
    }
    best.pop().map(|(_, places)| places).unwrap_or_default()
}

/// How clearly a control says that it has a role.
fn hint(role: &str, control: &PageControl) -> u32 {
    let weights = [4, 2, 1];
    let says = |said: &String| said.split_whitespace().any(|word| word == role);
    let found = control.hints.iter().zip(weights).find(|(said, _)| says(said));
    found.map(|(_, weight)| weight).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(autocomplete: &str, id: &str) -> PageControl {
        PageControl {
            hints: vec![autocomplete.to_owned(), id.to_owned()],
            ..PageControl::default()
        }
    }

    #[test]
    fn roles_find_their_controls() {
        let check = |roles: &[&str], controls: &[PageControl], expected: &[Option<usize>]| {
            let roles: Vec<String> = roles.iter().map(|&role| role.to_owned()).collect();
            assert_eq!(places(&roles, controls), expected);
        };
        let card = [
            control("cc-number", "a"),
            control("cc-name", "b"),
            control("cc-exp", "c"),
            control("cc-type", "d"),
        ];
        check(&["cc-number", "cc-exp", "cc-type"], &card, &[Some(0), Some(2), Some(3)]);
        let twice =
            [control("", "street"), control("", "email"), control("", "x"), control("email", "y")];
        check(&["street", "email"], &twice, &[Some(0), Some(3)]);
        check(&["street", "tel"], &twice, &[Some(0), None]);
        check(&["a", "b"], &[control("", "x"), control("", "y")], &[Some(0), Some(1)]);
    }

    #[test]
    fn tokens_become_a_profile() {
        let tokens = json!({
            "given-name": "Ann", "street-address": "5 Elm St\nFlat 2", "country": "CA",
            "country-name": "Canada", "cc-exp-year": 2030, "address-level3": "Old Town",
            "address-level4": "Mill Lane",
        });
        let made = profile(tokens.as_object().unwrap());
        let expected = json!({
            "firstName": "Ann",
            "address": {"street": "5 Elm St", "street2": "Flat 2", "district": "Old Town",
                        "country": "CA"},
            "payment": {"expYear": "2030"},
            "custom": {"address-level4": "Mill Lane"},
        });
        assert_eq!(made, expected);
    }
}
