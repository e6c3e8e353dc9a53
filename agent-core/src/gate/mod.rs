//! May this action run? Allow, Ask or Refuse, each with a reason. The default is Ask.
//!
//! Submitting is decided from the DOM. Words, and a planner's wish, can only raise the gate; nothing a
//! planner or a page says lowers it.

use shared_types::{AgentAction, Button, Field, ProfileKey, RefusalReason, ValueSource};

use crate::{
    bind::Source,
    classify::Sense,
    observe::{Element, Page},
    resolve::Found,
};

mod approval;
mod code;
mod consent;
mod goes_on;
mod host;
mod kind;
mod money;
mod place;
mod secret;
mod shape;
mod signs;
mod statement;
mod words;

pub use approval::{FormState, HashKey};
pub use code::{CodeSource, is_one_time_code, judge_code, may_come_from_server, roles_for};
pub use consent::{Allowance, Allowed, EVERYDAY, Row, shown_label, thing_of};
pub use goes_on::goes_on;
pub use host::{leaves, warnings};
pub use kind::{Kind, agree, kept_home, tier_of_entry};
pub use place::{Place, place};
pub use secret::{is_secret, take_secret_answers};
pub(crate) use shape::luhn;
pub use signs::signs;
pub use statement::{
    agreement_name, is_agreement, is_bare_yes, may_propose, site_of_agreement, split_place,
    statement_around,
};
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
    /// What the person has: a value's shape tells how it is handled.
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
            judge_write(found, action, page, grants)
        }
        AgentAction::Upload { .. } => judge_write(found, action, page, grants),
        // A tick says something in the person's name; by itself it comes from nowhere.
        AgentAction::Check { .. } => Verdict::Refuse(
            RefusalReason::NoProvenance,
            "a box is ticked or cleared only by an entry of yours that names it".to_owned(),
        ),
        AgentAction::Click { requires_approval, .. } => {
            judge_click(found, *requires_approval == Some(true), page, grants)
        }
        // An address is asked for as a link is: see [`place`]. None is gone to on a planner's word.
        AgentAction::Navigate { .. } => Verdict::Refuse(
            RefusalReason::ForeignUrl,
            "an address that neither you nor the page gave".to_owned(),
        ),
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

/// What a write gives away: the kind of data, and the row that a consent must have shown.
///
/// # Errors
/// The field does not plainly ask for it, or the write does not say where its value comes from.
pub fn row_of_write(
    action: &AgentAction,
    field: &Field,
    origin: &str,
    source: &Source<'_>,
) -> Result<(Kind, Row), String> {
    let key = source_key(action).ok_or("it does not say where the value comes from")?;
    let kind = agree(key, field, origin, source)?;
    Ok((kind, Row::of(key, field, kind)))
}

fn judge_write(
    found: Option<Found>,
    action: &AgentAction,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    let Some(Found::Field(index)) = found else {
        return Verdict::Refuse(RefusalReason::WrongKind, "this is not a field".to_owned());
    };
    let (origin, kind, row) = match may_be_given(index, action, page, grants) {
        Ok(given) => given,
        Err(verdict) => return verdict,
    };
    if !grants.allowed.covers(origin, &row) {
        let what = match kind.thing() {
            "" => "this",
            thing => thing,
        };
        return Verdict::Refuse(
            RefusalReason::NoConsent,
            format!("you have not agreed to giving {what} to {origin}"),
        );
    }
    Verdict::Allow
}

/// Whether everything but consent speaks for a write.
fn may_be_given<'p>(
    index: u32,
    action: &AgentAction,
    page: &'p Page,
    grants: &Grants<'_>,
) -> Result<(&'p str, Kind, Row), Verdict> {
    let position = index as usize;
    let (Some(field), Some(element)) =
        (page.observation.fields.get(position), page.fields.get(position))
    else {
        return Err(Verdict::Refuse(RefusalReason::NotResolved, "no such field".to_owned()));
    };
    let origin = &element.expect.origin;
    if !grants.origins.contains(origin) {
        return Err(Verdict::Refuse(
            RefusalReason::OriginChanged,
            format!("it belongs to another site ({origin})"),
        ));
    }
    if let Some((reason, words)) = state_of(field) {
        return Err(Verdict::Refuse(reason, words.to_owned()));
    }
    if field.submits {
        let why = "choosing it sends or empties the form".to_owned();
        return Err(Verdict::Refuse(RefusalReason::NotJudged, why));
    }
    match row_of_write(action, field, origin, &grants.source) {
        Ok((kind, row)) => Ok((origin, kind, row)),
        Err(why) => Err(Verdict::Refuse(RefusalReason::NoProvenance, why)),
    }
}

/// Whether a write that was allowed for the field at `first` may go into another one as well, because both
/// hold one value together (a group's choices, the boxes of a code): of the same document, in a state to be
/// written, asking for nothing more careful.
pub fn may_join(
    action: &AgentAction,
    first: u32,
    other: u32,
    page: &Page,
    grants: &Grants<'_>,
) -> bool {
    let document = |index: u32| page.fields.get(index as usize).map(|field| &field.document_id);
    let given = |index: u32| may_be_given(index, action, page, grants).ok();
    let (Some((_, kind, _)), Some((_, joined, _))) = (given(first), given(other)) else {
        return false;
    };
    document(first) == document(other) && joined.tier() <= kind.tier()
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
            return Verdict::Refuse(RefusalReason::NotResolved, "no such button".to_owned());
        }
    };
    let (Some(button), Some(element)) =
        (page.observation.buttons.get(position), page.buttons.get(position))
    else {
        return Verdict::Refuse(RefusalReason::NotResolved, "no such button".to_owned());
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
    let mut reasons = reasons_to_ask(button, element);
    if planner_asks {
        reasons.push("the planner asks for it".to_owned());
    }
    let goes_on = says_alone(button, element, goes_on);
    let shows_more = || {
        button.opens.is_some() && says_alone(button, element, goes_on::is_a_heading)
            || adds_to_a_list(button, element)
    };
    if reasons.is_empty() && (goes_on || shows_more()) {
        return Verdict::Allow;
    }
    if grants.covers_pages && is_step(button, element) {
        return Verdict::Allow;
    }
    if reasons.is_empty() {
        reasons.push("it is not known what this button does".to_owned());
    }
    // The card names it by its name; what it shows may be something else.
    if let Some(other) = element.says.iter().find(|text| text.reveal() != button.text) {
        reasons.push(format!("it also says “{}”", crate::resolve::shorten(other.reveal())));
    }
    Verdict::Ask(reasons)
}

/// Whether a button adds one more entry to a list of the form: its own words name it, or the heading that it
/// stands under, or it says that it is one more of what is there. "Add" beside "Travel insurance" adds
/// something else, and so does "Add item" in a basket.
fn adds_to_a_list(button: &Button, element: &Element) -> bool {
    let beside = element.beside.reveal();
    let is_sold = || {
        says_submit(beside)
            || money::sells(beside)
            || crate::classify::senses(beside).contains(&Sense::Agreement)
    };
    says_alone(button, element, goes_on::adds_an_entry)
        && (says_alone(button, element, goes_on::names_what_it_adds)
            || button.section.as_deref().is_some_and(goes_on::heads_a_list)
            || says_alone(button, element, goes_on::adds_one_more) && !is_sold())
}

/// Whether a button does no more than go on with this form on this site: an earlier yes may cover it, but
/// none to what a price stands beside.
fn is_step(button: &Button, element: &Element) -> bool {
    let is_link = button.kind == "link" || !element.href.is_empty();
    says_alone(button, element, goes_on)
        && !is_link
        && !costs(element)
        && same_place(button, &element.expect.origin)
}

/// Whether a price stands beside what is pressed.
fn costs(element: &Element) -> bool {
    money::names_money(element.beside.reveal())
}

/// Whether what is pressed may send what was filled in, because an earlier yes covers it.
pub fn may_send(index: u32, page: &Page, grants: &Grants<'_>) -> bool {
    let position = index as usize;
    let both = page.observation.buttons.get(position).zip(page.buttons.get(position));
    grants.covers_pages && both.is_some_and(|(button, element)| is_step(button, element))
}

/// Whether everything that a button says and shows is so, and it shows something.
fn says_alone(button: &Button, element: &Element, is_so: impl Fn(&str) -> bool) -> bool {
    is_so(&button.text)
        && element.says.iter().all(|text| is_so(text.reveal()))
        && !element.says.is_empty()
}

/// Whether a yes to this button may cover going on to further pages.
pub fn may_cover_pages(button: &Button, element: &Element) -> bool {
    says_alone(button, element, goes_on)
}

/// Why pressing a button needs a yes. DOM facts first; words come on top.
fn reasons_to_ask(button: &Button, element: &Element) -> Vec<String> {
    let origin = element.expect.origin.as_str();
    let mut reasons = Vec::new();
    if button.submits == Some(true) {
        reasons.push("it sends the form".to_owned());
    }
    if button.kind == "reset" {
        reasons.push("it empties the form".to_owned());
    }
    if !same_place(button, origin) {
        let place = button.form_action.as_deref().unwrap_or_default();
        reasons.push(format!("the form goes to another site: {}", origin_of(place)));
    }
    if says_submit(&button.text) || element.says.iter().any(|text| says_submit(text.reveal())) {
        reasons.push("its text says that something is sent".to_owned());
    }
    if button.kind == "link" || !element.href.is_empty() {
        reasons.push("it is a link to another page".to_owned());
    }
    if costs(element) {
        reasons.push("an amount of money stands beside it".to_owned());
    }
    reasons
}

fn same_place(button: &Button, origin: &str) -> bool {
    button.form_action.as_deref().is_none_or(|url| url.is_empty() || origin_of(url) == origin)
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

    const SITE: &str = "https://site.example";

    /// Grants of a person who agreed to ordinary data on [`SITE`].
    fn with_grants<R>(covers_pages: bool, test: impl FnOnce(&Grants<'_>) -> R) -> R {
        let profile = Profile::default();
        let kinds = EVERYDAY
            .iter()
            .map(|kind| shared_types::DataKind { kind: (*kind).to_owned(), ..Default::default() });
        let kept = [shared_types::Consent {
            origin: SITE.into(),
            scope: shared_types::Scope::Always,
            kinds: kinds.collect(),
            since: 0.0,
        }];
        test(&Grants {
            origins: &[SITE.to_owned()],
            covers_pages,
            allowed: Allowed { here: &[], kept: &kept },
            source: Source { profile: &profile, record: None },
        })
    }

    fn page(button: Button, field: Field, origin: &str) -> Page {
        let element = Element {
            expect: Expect { origin: origin.into(), ..Expect::default() },
            says: vec![button.text.as_str().into()],
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
        for text in ["Add another", "Weitere hinzufügen", "Add education", "Ajouter une formation"]
        {
            assert_eq!(click(button(text, false), false), Verdict::Allow, "{text}");
            assert!(matches!(click(button(text, true), false), Verdict::Ask(_)), "{text}");
        }
        for text in [
            "+ Add",
            "Ajouter",
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
    fn a_yes_may_cover_what_goes_on_alone() {
        let may = |text: &str, says: &[&str]| {
            let mut page = page(button(text, true), Field::default(), SITE);
            page.buttons[0].says = says.iter().map(|text| (*text).into()).collect();
            may_cover_pages(&page.observation.buttons[0], &page.buttons[0])
        };
        assert!(may("Next", &["Next"]));
        assert!(!may("Send", &["Send"]));
        assert!(!may("Next", &["Next", "Pay"]));
        assert!(!may("Next", &[]));
    }

    #[test]
    fn a_form_without_an_address_stays_where_it_is() {
        let asks = |form_action: Option<&str>| {
            let form_action = form_action.map(str::to_owned);
            let verdict = click(Button { form_action, ..button("Next", false) }, false);
            match verdict {
                Verdict::Ask(reasons) => reasons.iter().any(|why| why.contains("another site")),
                _ => false,
            }
        };
        assert!(!asks(None));
        assert!(!asks(Some("")));
        assert!(!asks(Some("https://site.example/in")));
        assert!(asks(Some("https://other.example/in")));
        assert!(asks(Some("javascript:go()")));
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
        let sends = Field { submits: true, ..Field::default() };
        assert_eq!(refused(write(sends, SITE)), RefusalReason::NotJudged);
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
    fn a_tick_of_a_planner_is_refused() {
        for checked in [true, false] {
            let action = AgentAction::Check { target: Target::field(0), checked };
            let field = Field { kind: "checkbox".into(), ..Field::default() };
            let page = page(button("x", false), field, SITE);
            let verdict =
                with_grants(true, |grants| judge(&action, Some(Found::Field(0)), &page, grants));
            assert!(matches!(verdict, Verdict::Refuse(RefusalReason::NoProvenance, _)));
        }
    }

    #[test]
    fn a_part_of_a_write_goes_nowhere_that_the_whole_may_not() {
        let box_of = |label: &str, role: &str| Field {
            kind: "text".into(),
            label: label.into(),
            role: Some(role.into()),
            ..Field::default()
        };
        let check = |key: &str, other: Field, change: fn(&mut Element), expected: bool| {
            let action = AgentAction::Fill {
                target: Target::field(0),
                source: ValueSource::Key(ProfileKey::new(key)),
                clear: true,
            };
            let mut page = page(button("x", false), box_of("Phone", "tel"), SITE);
            page.observation.fields.push(other.clone());
            page.fields.push(page.fields[0].clone());
            change(&mut page.fields[1]);
            let joined = with_grants(true, |grants| may_join(&action, 0, 1, &page, grants));
            assert_eq!(joined, expected, "{key} {other:?}");
        };
        let same = |_: &mut Element| {};
        check("phone", box_of("Extension", "tel"), same, true);
        check("phone", box_of("Password", "new-password"), same, false);
        let hidden = Field { visible: Some(false), ..box_of("Phone", "tel") };
        check("phone", hidden, same, false);
        check("phone", box_of("Phone", "tel"), |field| field.document_id = "other".into(), false);
        let elsewhere = |field: &mut Element| field.expect.origin = "https://x.example".into();
        check("phone", box_of("Phone", "tel"), elsewhere, false);
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
    fn no_address_is_gone_to_on_a_planners_word() {
        for url in ["https://site.example/", "https://other.example/", "javascript:x", ""] {
            let action = AgentAction::Navigate { url: url.into() };
            let verdict =
                with_grants(true, |grants| judge(&action, None, &Page::default(), grants));
            assert!(matches!(verdict, Verdict::Refuse(RefusalReason::ForeignUrl, _)), "{url}");
        }
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (url, origin) in [
            ("https://site.example/next?x=1", "https://site.example"),
            ("https://SITE.example:443/", "https://site.example"),
            ("http://site.example:80", "http://site.example"),
            ("http://site.example:8080/a", "http://site.example:8080"),
            ("https://site.example.evil.test/", "https://site.example.evil.test"),
            ("https://site.example@evil.test/", ""),
            ("https://site.example\\@evil.test/", ""),
            ("https:// site.example/", ""),
            ("https:///x", ""),
            ("ftp://site.example/", ""),
            ("javascript:alert(1)", ""),
            ("data:text/html,x", ""),
            ("//site.example/", ""),
            ("", ""),
        ] {
            assert_eq!(origin_of(url), origin, "{url}");
        }
    }

    #[test]
    fn everything_that_a_button_says_is_judged() {
        let press = |name: &str, says: &[&str], href: &str, covers: bool, submits: bool| {
            let mut page = page(button(name, submits), Field::default(), SITE);
            page.buttons[0].says = says.iter().map(|text| (*text).into()).collect();
            page.buttons[0].href = href.into();
            let action = AgentAction::Click { target: Target::button(0), requires_approval: None };
            with_grants(covers, |grants| judge(&action, Some(Found::Button(0)), &page, grants))
        };
        let reasons = |verdict: Verdict| match verdict {
            Verdict::Ask(reasons) => reasons,
            other => panic!("{other:?}"),
        };
        assert_eq!(press("Next", &["Next"], "", false, false), Verdict::Allow);
        assert_eq!(press("Next", &["Next", "Next page"], "", false, false), Verdict::Allow);
        assert_eq!(press("Next", &["Next"], "", true, true), Verdict::Allow);
        assert_eq!(
            reasons(press("Next", &[], "", false, false)),
            ["it is not known what this button does"]
        );
        assert_eq!(
            reasons(press("Next", &["Transfer"], "", true, false)),
            ["it is not known what this button does", "it also says “Transfer”"]
        );
        assert_eq!(
            reasons(press("Next", &["Next", "Place order"], "", false, false)),
            ["its text says that something is sent", "it also says “Place order”"]
        );
        assert_eq!(
            reasons(press("Go", &["Next"], "", true, false)),
            ["it is not known what this button does", "it also says “Next”"]
        );
        for (covers, submits) in [(false, false), (true, false), (true, true)] {
            let asked =
                reasons(press("Next", &["Next"], "https://site.example/2", covers, submits));
            assert!(asked.contains(&"it is a link to another page".to_owned()), "{asked:?}");
        }
        let link = Button { kind: "link".into(), ..button("Next", false) };
        assert_eq!(reasons(click(link, true)), ["it is a link to another page"]);
    }

    #[test]
    fn what_a_price_stands_beside_asks() {
        let press = |text: &str, section: &str, beside: &str, covers: bool| {
            let section = Some(section.to_owned()).filter(|section| !section.is_empty());
            let mut page = page(Button { section, ..button(text, false) }, Field::default(), SITE);
            page.buttons[0].beside = beside.into();
            let action = AgentAction::Click { target: Target::button(0), requires_approval: None };
            with_grants(covers, |grants| {
                (judge(&action, Some(Found::Button(0)), &page, grants), may_send(0, &page, grants))
            })
        };
        let allowed = |text: &str, section: &str, beside: &str| {
            press(text, section, beside, false).0 == Verdict::Allow
        };
        for (text, section, beside) in [
            ("Next", "", ""),
            ("Next", "Contact", "Contact"),
            ("Next", "", "Step 2 of 5"),
            ("Add", "Education", "Education"),
            ("Add", "Work experience: Position 2", ""),
            ("Hinzufügen", "Ausbildung", ""),
            ("Add another", "", ""),
            ("Add another", "Children", "Children"),
            ("Add one more", "Education", "Education"),
            ("Add education", "", ""),
        ] {
            assert!(allowed(text, section, beside), "{text} {section} {beside}");
        }
        for (text, section, beside) in [
            ("Next", "", "Donate 50 €"),
            ("Add", "Education", "Education 10 €"),
            ("Add education", "", "10 USD each"),
            ("Add one more", "", "Priority boarding, £ 12 a month"),
            ("Add item", "", "Your basket"),
            ("Add", "", "Travel insurance"),
            ("Add", "Travel insurance", ""),
            ("Add", "", ""),
        ] {
            assert!(!allowed(text, section, beside), "{text} {section} {beside}");
        }
        assert_eq!(
            press("Next", "", "Donate 50 €", true),
            (Verdict::Ask(vec!["an amount of money stands beside it".to_owned()]), false),
            "an earlier yes to pages is none to a price"
        );
        assert_eq!(press("Next", "", "Donate", true), (Verdict::Allow, true));
    }

    #[test]
    fn what_opens_or_adds_says_so_in_words_of_forms() {
        let press = |text: &str, opens: bool, says: &str| {
            let opens = opens.then(|| vec![0]);
            let mut page = page(Button { opens, ..button(text, false) }, Field::default(), SITE);
            page.buttons[0].says = vec![says.into()];
            let action = AgentAction::Click { target: Target::button(0), requires_approval: None };
            with_grants(false, |grants| judge(&action, Some(Found::Button(0)), &page, grants))
                == Verdict::Allow
        };
        assert!(press("Your address", true, "Your address"));
        assert!(!press("Your address", false, "Your address"));
        assert!(!press("Your address", true, "Unlock premium"));
        assert!(!press("Unlock premium", true, "Your address"));
        assert!(press("Add education", false, "Add education"));
        assert!(!press("Add education", false, "Add insurance"));
        assert!(!press("Add insurance", false, "Add education"));
    }
}
