//! May this action run? Allow, Ask or Refuse, each with a reason. The default is Ask.
//!
//! Submitting is decided from the DOM. Words, and a planner's wish, can only raise the gate; nothing a
//! planner or a page says lowers it.

use shared_types::{AgentAction, Button, Field, ProfileKey, RefusalReason, ValueSource};

use crate::{bind::Source, observe::Page, resolve::Found};

mod approval;
mod consent;
mod host;
mod kind;
mod leak;
mod signs;
mod words;

pub use approval::{FormState, HashKey};
pub use consent::{Allowance, Allowed};
pub use host::{leaves, warnings};
pub use kind::{Kind, agree};
pub use leak::carries_value;
pub use signs::signs;
pub use words::{says_add, says_next, says_submit};

/// What the person has consented to in this job.
#[derive(Debug, Clone, Copy)]
pub struct Grants<'a> {
    /// The sites that may be worked on: scheme, host and port.
    pub origins: &'a [String],
    /// Whether an earlier yes covers going on to further pages of this form.
    pub covers_pages: bool,
    /// Which kinds of data may be written where.
    pub allowed: Allowed<'a>,
    /// What the person has: no address may carry it away.
    pub source: Source<'a>,
}

/// What the gate says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may run.
    Allow,
    /// The person must say yes first, for these reasons.
    Ask(Vec<String>),
    /// It must not run.
    Refuse(RefusalReason, String),
}

/// Judges an action on the element that its target was resolved to.
pub fn judge(
    action: &AgentAction,
    found: Option<Found>,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    match action {
        AgentAction::Fill { source, .. } | AgentAction::Select { source, .. } => {
            if let ValueSource::Literal(_) = source {
                return Verdict::Refuse(
                    RefusalReason::NoProvenance,
                    "the planner wrote a value of its own; only what the person has is filled in"
                        .to_owned(),
                );
            }
            judge_write(found, source_key(action), page, grants)
        }
        AgentAction::Check { .. } | AgentAction::Upload { .. } => {
            judge_write(found, source_key(action), page, grants)
        }
        AgentAction::Click { requires_approval, .. } => {
            judge_click(found, *requires_approval == Some(true), page, grants)
        }
        AgentAction::Navigate { url } => judge_navigation(url, grants),
        AgentAction::WaitFor { .. }
        | AgentAction::Extract { .. }
        | AgentAction::RequestVerification { .. }
        | AgentAction::AskUser { .. }
        | AgentAction::Done { .. } => Verdict::Allow,
    }
}

/// Where the value of a write comes from.
pub(crate) fn source_key(action: &AgentAction) -> Option<&ProfileKey> {
    match action {
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. } => Some(key),
        _ => None,
    }
}

/// The kind of data that a write gives away.
///
/// # Errors
/// The field does not plainly ask for it.
pub fn kind_of_write(action: &AgentAction, field: &Field) -> Result<Kind, String> {
    source_key(action).map_or_else(|| Ok(Kind::of_field(field)), |key| agree(key, field))
}

fn judge_write(
    found: Option<Found>,
    key: Option<&ProfileKey>,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    let Some(Found::Field(index)) = found else {
        return Verdict::Refuse(RefusalReason::WrongKind, "this is not a field".to_owned());
    };
    let position = index as usize;
    let (Some(field), Some(element)) =
        (page.observation.fields.get(position), page.fields.get(position))
    else {
        return Verdict::Refuse(RefusalReason::TargetNotFound, "no such field".to_owned());
    };
    if !grants.origins.contains(&element.expect.origin) {
        return Verdict::Refuse(
            RefusalReason::OriginChanged,
            format!("it belongs to another site ({})", element.expect.origin),
        );
    }
    if let Some((reason, words)) = state_of(field) {
        return Verdict::Refuse(reason, words.to_owned());
    }
    if field.submits {
        let why = "choosing it sends or empties the form".to_owned();
        return Verdict::Refuse(RefusalReason::NotJudged, why);
    }
    let kind = match key.map_or_else(|| Ok(Kind::of_field(field)), |key| agree(key, field)) {
        Ok(kind) => kind,
        Err(why) => return Verdict::Refuse(RefusalReason::NoProvenance, why),
    };
    if !grants.allowed.covers(&element.expect.origin, kind) {
        let what = match kind.thing() {
            "" => "anything",
            thing => thing,
        };
        return Verdict::Refuse(
            RefusalReason::NoConsent,
            format!("you have not agreed to giving {what} to {}", element.expect.origin),
        );
    }
    Verdict::Allow
}

/// The state that keeps a field from being written, if there is one.
fn state_of(field: &Field) -> Option<(RefusalReason, &'static str)> {
    if field.visible == Some(false) {
        Some((RefusalReason::NotVisible, "nobody can see it"))
    } else if field.disabled {
        Some((RefusalReason::Disabled, "it is disabled"))
    } else if field.readonly {
        Some((RefusalReason::ReadOnly, "it is read-only"))
    } else {
        None
    }
}

fn judge_click(
    found: Option<Found>,
    planner_asks: bool,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    let position = match found {
        Some(Found::Button(index)) => index as usize,
        Some(Found::Field(_)) => {
            return Verdict::Refuse(
                RefusalReason::WrongKind,
                "fields are filled in or ticked, not clicked".to_owned(),
            );
        }
        None => {
            return Verdict::Refuse(RefusalReason::TargetNotFound, "no such button".to_owned());
        }
    };
    let (Some(button), Some(element)) =
        (page.observation.buttons.get(position), page.buttons.get(position))
    else {
        return Verdict::Refuse(RefusalReason::TargetNotFound, "no such button".to_owned());
    };
    if !grants.origins.contains(&element.expect.origin) {
        return Verdict::Refuse(
            RefusalReason::OriginChanged,
            format!("the button belongs to another site ({})", element.expect.origin),
        );
    }
    if button.disabled {
        return Verdict::Refuse(RefusalReason::Disabled, "the button is disabled".to_owned());
    }
    if button.visible == Some(false) {
        return Verdict::Refuse(RefusalReason::NotVisible, "nobody can see the button".to_owned());
    }
    let mut reasons = reasons_to_ask(button, &element.expect.origin);
    if planner_asks {
        reasons.push("the planner asks for it".to_owned());
    }
    let goes_on = says_next(&button.text) && !says_submit(&button.text);
    let shows_more = button.opens.is_some() || words::adds_an_entry(&button.text);
    if reasons.is_empty() && (goes_on || shows_more) {
        return Verdict::Allow;
    }
    if goes_on && grants.covers_pages && same_place(button, &element.expect.origin) {
        return Verdict::Allow;
    }
    if reasons.is_empty() {
        reasons.push("it is not known what this button does".to_owned());
    }
    Verdict::Ask(reasons)
}

/// Why pressing a button needs a yes. DOM facts first; words come on top.
fn reasons_to_ask(button: &Button, origin: &str) -> Vec<String> {
    let mut reasons = Vec::new();
    if button.submits == Some(true) {
        reasons.push("it sends the form".to_owned());
    }
    if !same_place(button, origin) {
        let place = button.form_action.as_deref().unwrap_or_default();
        reasons.push(format!("the form goes to another site: {}", origin_of(place)));
    }
    if says_submit(&button.text) {
        reasons.push("its text says that something is sent".to_owned());
    }
    if button.kind == "link" {
        reasons.push("it is a link to another page".to_owned());
    }
    reasons
}

fn same_place(button: &Button, origin: &str) -> bool {
    button.form_action.as_deref().is_none_or(|url| url.is_empty() || origin_of(url) == origin)
}

fn judge_navigation(url: &str, grants: &Grants<'_>) -> Verdict {
    let why = if !grants.origins.contains(&origin_of(url)) {
        "the address is outside the site that Start was pressed on"
    } else if carries_value(url, &grants.source) {
        "the address would carry something of yours away"
    } else {
        return Verdict::Allow;
    };
    Verdict::Refuse(RefusalReason::ForeignUrl, why.to_owned())
}

/// Scheme, host and port of a URL (`https://example.org:8443`), or an empty text when it has none.
/// User names, back slashes and control characters make it empty: they are how addresses deceive.
pub fn origin_of(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return String::new();
    };
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return String::new(),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let suspicious = |c: char| c == '@' || c == '\\' || c.is_whitespace() || c.is_control();
    if authority.is_empty() || authority.contains(suspicious) {
        return String::new();
    }
    let host = authority.to_lowercase();
    format!("{scheme}://{}", host.strip_suffix(default_port).unwrap_or(&host))
}

#[cfg(test)]
mod tests {
    use shared_types::{Observation, Profile, ProfileKey, Target, operation::Expect};

    use super::*;
    use crate::observe::Element;

    const SITE: &str = "https://site.example";

    /// Grants of a person who agreed to ordinary data on [`SITE`].
    fn with_grants<R>(covers_pages: bool, test: impl FnOnce(&Grants<'_>) -> R) -> R {
        let profile = Profile::default();
        let here = [Allowance { origin: SITE.into(), ..Allowance::default() }];
        test(&Grants {
            origins: &[SITE.to_owned()],
            covers_pages,
            allowed: Allowed { here: &here, kept: &[] },
            source: Source { profile: &profile, record: None },
        })
    }

    fn page(button: Button, field: Field, origin: &str) -> Page {
        let element = Element {
            expect: Expect { origin: origin.into(), ..Expect::default() },
            ..Element::default()
        };
        Page {
            observation: Observation {
                fields: vec![field],
                buttons: vec![button],
                ..Observation::default()
            },
            fields: vec![element.clone()],
            buttons: vec![element],
            ..Page::default()
        }
    }

    fn click(button: Button, covers_pages: bool) -> Verdict {
        click_on(button, covers_pages, SITE, None)
    }

    fn click_on(button: Button, covers: bool, origin: &str, flag: Option<bool>) -> Verdict {
        let action = AgentAction::Click { target: Target::button(0), requires_approval: flag };
        let page = page(button, Field::default(), origin);
        with_grants(covers, |grants| judge(&action, Some(Found::Button(0)), &page, grants))
    }

    fn button(text: &str, submits: bool) -> Button {
        Button {
            text: text.into(),
            kind: if submits { "submit" } else { "button" }.into(),
            submits: Some(submits),
            ..Button::default()
        }
    }

    #[test]
    fn what_the_dom_says_submits_asks_in_any_language() {
        for text in ["Submit", "Siguiente", "→", "", "次へ", "Save draft"] {
            assert!(matches!(click(button(text, true), false), Verdict::Ask(_)), "{text}");
        }
    }

    #[test]
    fn words_and_flags_raise_the_gate_and_never_lower_it() {
        assert!(matches!(click(button("Pay now", false), true), Verdict::Ask(_)));
        assert!(matches!(click(button("Continue and pay", false), true), Verdict::Ask(_)));
        assert_eq!(click(button("Continue", false), false), Verdict::Allow);
        let raised = click_on(button("Continue", false), false, SITE, Some(true));
        assert!(matches!(raised, Verdict::Ask(_)));
        let not_lowered = click_on(button("Send", true), false, SITE, Some(false));
        assert!(matches!(not_lowered, Verdict::Ask(_)));
    }

    #[test]
    fn what_shows_more_of_the_form_goes_on_unless_something_speaks_against_it() {
        let opens =
            |text: &str, submits: bool| Button { opens: Some(vec![0]), ..button(text, submits) };
        assert_eq!(click(opens("Contact", false), false), Verdict::Allow);
        assert!(matches!(click(opens("Contact", true), false), Verdict::Ask(_)));
        assert!(matches!(click(opens("Pay now", false), false), Verdict::Ask(_)));
        for text in ["Add another", "+ Add", "Weitere hinzufügen", "Add education", "Ajouter"] {
            assert_eq!(click(button(text, false), false), Verdict::Allow, "{text}");
            assert!(matches!(click(button(text, true), false), Verdict::Ask(_)), "{text}");
        }
        for text in [
            "Add to basket",
            "Add a card",
            "Add insurance",
            "Add and pay",
            "Another",
            "Add work experience weekend to basket",
        ] {
            assert!(matches!(click(button(text, false), false), Verdict::Ask(_)), "{text}");
        }
    }

    #[test]
    fn what_is_not_known_asks() {
        assert!(matches!(click(button("Wibble", false), true), Verdict::Ask(_)));
        assert!(matches!(click(button("", false), true), Verdict::Ask(_)));
    }

    #[test]
    fn a_yes_for_further_pages_covers_next_but_never_the_final_submit() {
        assert_eq!(click(button("Next", true), true), Verdict::Allow);
        assert!(matches!(click(button("Submit application", true), true), Verdict::Ask(_)));
        let elsewhere = Button {
            form_action: Some("https://other.example/next".into()),
            ..button("Next", true)
        };
        assert!(matches!(click(elsewhere, true), Verdict::Ask(_)));
    }

    #[test]
    fn other_sites_hidden_and_disabled_elements_are_refused() {
        let refused = |verdict: Verdict| match verdict {
            Verdict::Refuse(reason, _) => reason,
            other => panic!("{other:?}"),
        };
        let next = || button("Next", false);
        assert_eq!(
            refused(click_on(next(), true, "https://evil.example", None)),
            RefusalReason::OriginChanged
        );
        let disabled = Button { disabled: true, ..next() };
        assert_eq!(refused(click(disabled, true)), RefusalReason::Disabled);
        let hidden = Button { visible: Some(false), ..next() };
        assert_eq!(refused(click(hidden, true)), RefusalReason::NotVisible);

        let write = |field: Field, origin: &str| {
            let action = AgentAction::Fill {
                target: Target::field(0),
                source: ValueSource::Key(ProfileKey::new("email")),
                clear: true,
            };
            let page = page(next(), field, origin);
            with_grants(false, |grants| judge(&action, Some(Found::Field(0)), &page, grants))
        };
        assert_eq!(write(Field::default(), SITE), Verdict::Allow);
        let hidden = Field { visible: Some(false), ..Field::default() };
        assert_eq!(refused(write(hidden, SITE)), RefusalReason::NotVisible);
        let disabled = Field { disabled: true, ..Field::default() };
        assert_eq!(refused(write(disabled, SITE)), RefusalReason::Disabled);
        let readonly = Field { readonly: true, ..Field::default() };
        assert_eq!(refused(write(readonly, SITE)), RefusalReason::ReadOnly);
        assert_eq!(
            refused(write(Field::default(), "https://frame.example")),
            RefusalReason::OriginChanged
        );
    }

    #[test]
    fn nothing_is_written_without_consent_to_its_kind() {
        let write = |key: &str, role: &str, origin: &str| {
            let field = Field { role: Some(role.into()), ..Field::default() };
            let action = AgentAction::Fill {
                target: Target::field(0),
                source: ValueSource::Key(ProfileKey::new(key)),
                clear: true,
            };
            let page = page(button("x", false), field, origin);
            with_grants(false, |grants| judge(&action, Some(Found::Field(0)), &page, grants))
        };
        let refused = |verdict: Verdict, expected: RefusalReason| match verdict {
            Verdict::Refuse(reason, why) => assert_eq!(reason, expected, "{why}"),
            other => panic!("{other:?}"),
        };
        assert_eq!(write("email", "email", SITE), Verdict::Allow);
        refused(write("birthDate", "bday", SITE), RefusalReason::NoConsent);
        refused(write("payment.cardNumber", "cc-number", SITE), RefusalReason::NoConsent);
        refused(write("payment.cardNumber", "email", SITE), RefusalReason::NoProvenance);
    }

    #[test]
    fn a_literal_of_a_planner_is_refused() {
        let action = AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Literal("invented".into()),
            clear: true,
        };
        let page = page(button("x", false), Field::default(), SITE);
        let verdict =
            with_grants(true, |grants| judge(&action, Some(Found::Field(0)), &page, grants));
        assert!(matches!(verdict, Verdict::Refuse(RefusalReason::NoProvenance, _)));
    }

    #[test]
    fn navigation_stays_on_granted_sites() {
        let go = |url: &str| {
            let action = AgentAction::Navigate { url: url.into() };
            with_grants(false, |grants| judge(&action, None, &Page::default(), grants))
                == Verdict::Allow
        };
        assert!(go("https://site.example/next?x=1"));
        assert!(go("https://SITE.example:443/"));
        for url in [
            "https://other.example/",
            "http://site.example/",
            "https://site.example.evil.test/",
            "https://site.example@evil.test/",
            "https://site.example\\@evil.test/",
            "javascript:alert(1)",
            "data:text/html,x",
            "//site.example/",
            "",
        ] {
            assert!(!go(url), "{url}");
        }
    }
}
