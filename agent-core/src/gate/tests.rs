use serde_json::json;
use shared_types::{
    AgentAction, Button, Field, Observation, Profile, ProfileId, ProfileKey, RefusalReason, Target,
    ValueSource, operation::Expect,
};

use super::*;
use crate::{
    bind::Source,
    page::{Element, Page},
    resolve::Found,
};

const SITE: &str = "https://site.example";
/// Another one that the job may work on.
const OTHER: &str = "https://next.example";

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
        ..Default::default()
    }];
    test(&Grants {
        origins: &[SITE.to_owned(), OTHER.to_owned()],
        covers_pages: covers_pages.then_some(SITE),
        allowed: Allowed { here: &[], kept: &kept, profile: &ProfileId::default() },
        chosen: &[],
        source: Source { profile: &profile, record: None, today: None, others: &[], site: "" },
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
    for text in ["Add another", "Weitere hinzufügen", "Add education", "Ajouter une formation"] {
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
    let elsewhere =
        Button { form_action: Some("https://other.example/next".into()), ..button("Next", true) };
    assert!(matches!(click(elsewhere, true), Verdict::Ask(_)));
    // It was given on one site: another one of the job asks for its own.
    assert!(matches!(click_on(button("Next", true), true, OTHER, None), Verdict::Ask(_)));
    let press = page(button("Next", true), Field::default(), OTHER);
    assert!(!with_grants(true, |grants| may_send(0, &press, grants)));
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
fn an_entry_that_was_chosen_counts_as_the_more_careful_of_itself_and_its_field() {
    let kind_in = |key: &str, label: &str| {
        let field = Field {
            label: label.to_owned(),
            kind: "text".to_owned(),
            fingerprint: Some("field".to_owned()),
            ..Field::default()
        };
        let action = json!({"type": "FILL", "valueFrom": key,
            "target": {"by": "index", "elementType": "field", "index": 0}});
        let action: AgentAction = serde_json::from_value(action).unwrap();
        let chosen =
            Chosen { origin: SITE.to_owned(), fingerprint: "field".to_owned(), key: key.into() };
        with_grants(false, |grants| {
            let grants = Grants { chosen: &[chosen], ..*grants };
            let (kind, _) = grants.row(&action, &field, SITE).unwrap();
            (kind, Kind::of_field(&field), Kind::of_key(&key.into(), &grants.source))
        })
    };
    let (kind, asked, held) = kind_in("company", "Passport number");
    assert!(asked.tier() > held.tier(), "{asked:?}, {held:?}");
    assert_eq!(kind, asked);
    let (kind, asked, held) = kind_in("payment.cardNumber", "Passport number");
    assert_eq!(asked.tier(), held.tier());
    assert_ne!(asked, held);
    assert_eq!(kind, held);
}

#[test]
fn a_literal_of_a_planner_is_refused() {
    let action = AgentAction::Fill {
        target: Target::field(0),
        source: ValueSource::Literal("invented".into()),
        clear: true,
    };
    let page = page(button("x", false), Field::default(), SITE);
    let verdict = with_grants(true, |grants| judge(&action, Some(Found::Field(0)), &page, grants));
    assert!(matches!(verdict, Verdict::Refuse(RefusalReason::NoProvenance, _)));
}

#[test]
fn no_address_is_gone_to_on_a_planners_word() {
    for url in ["https://site.example/", "https://other.example/", "javascript:x", ""] {
        let action = AgentAction::Navigate { url: url.into() };
        let verdict = with_grants(true, |grants| judge(&action, None, &Page::default(), grants));
        assert!(matches!(verdict, Verdict::Refuse(RefusalReason::ForeignUrl, _)), "{url}");
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
        ["It isn’t clear what this button does."]
    );
    assert_eq!(
        reasons(press("Next", &["Transfer"], "", true, false)),
        ["It isn’t clear what this button does.", "The button also says “Transfer”."]
    );
    assert_eq!(
        reasons(press("Next", &["Next", "Place order"], "", false, false)),
        ["Its label says that something is sent.", "The button also says “Place order”."]
    );
    assert_eq!(
        reasons(press("Go", &["Next"], "", true, false)),
        ["It isn’t clear what this button does.", "The button also says “Next”."]
    );
    for (covers, submits) in [(false, false), (true, false), (true, true)] {
        let asked = reasons(press("Next", &["Next"], "https://site.example/2", covers, submits));
        assert!(asked.contains(&"This is a link to another page.".to_owned()), "{asked:?}");
    }
    let link = Button { kind: "link".into(), ..button("Next", false) };
    assert_eq!(reasons(click(link, true)), ["This is a link to another page."]);
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
        (Verdict::Ask(vec!["There’s an amount of money next to it.".to_owned()]), false),
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

/// Proves that what is in a frame of another origin is given nothing by a consent for the page, for the frame's origin by
/// itself or for another frame, and nothing where either is switched off.
#[test]
fn a_framed_site_is_one_of_its_own() {
    const FRAME: &str = "https://boards.example";
    let framed = crate::site::framed(FRAME, SITE);
    let consent = |origin: &str, scope: shared_types::Scope| shared_types::Consent {
        origin: origin.into(),
        scope,
        kinds: EVERYDAY
            .iter()
            .map(|kind| shared_types::DataKind { kind: (*kind).to_owned(), ..Default::default() })
            .collect(),
        ..Default::default()
    };
    let always = |origin: &str| consent(origin, shared_types::Scope::Always);
    let never = |origin: &str| consent(origin, shared_types::Scope::Never);
    let judge = |kept: &[shared_types::Consent], origins: &[String]| {
        let mut page = page(button("Next", false), Field::default(), FRAME);
        page.fields[0].framed =
            Some(crate::page::Framed { site: framed.clone(), page: SITE.into() });
        let action = AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Key(ProfileKey::new("email")),
            clear: true,
        };
        let profile = Profile::default();
        let grants = Grants {
            origins,
            covers_pages: None,
            allowed: Allowed { here: &[], kept, profile: &ProfileId::default() },
            chosen: &[],
            source: Source { profile: &profile, record: None, today: None, others: &[], site: "" },
        };
        match judge(&action, Some(Found::Field(0)), &page, &grants) {
            Verdict::Refuse(reason, _) => Some(reason),
            _ => None,
        }
    };
    let here = [SITE.to_owned()];
    assert_eq!(judge(&[always(&framed)], &here), None);
    let others = [SITE.to_owned(), FRAME.to_owned(), crate::site::framed(FRAME, OTHER)];
    for other in others {
        assert_eq!(judge(&[always(&other)], &here), Some(RefusalReason::NoConsent), "{other}");
    }
    for off in [FRAME, &framed] {
        let kept = [always(&framed), never(off)];
        assert_eq!(judge(&kept, &here), Some(RefusalReason::NoConsent), "{off}");
    }
    // The job is at another page, be it the frame's own.
    for elsewhere in [OTHER, FRAME] {
        let origins = [elsewhere.to_owned()];
        assert_eq!(judge(&[always(&framed)], &origins), Some(RefusalReason::OriginChanged));
    }
}

/// Proves that nothing is pressed unasked in a frame in which the person has agreed to nothing: an advertisement's "Next".
#[test]
fn in_a_frame_that_was_not_agreed_to_every_press_asks() {
    let framed = crate::site::framed("https://ads.example", SITE);
    let press = |kept: &str| {
        let mut page = page(button("Next", false), Field::default(), "https://ads.example");
        page.buttons[0].framed =
            Some(crate::page::Framed { site: framed.clone(), page: SITE.into() });
        let kinds = vec![shared_types::DataKind { kind: "name".into(), ..Default::default() }];
        let kept = [shared_types::Consent {
            origin: kept.into(),
            scope: shared_types::Scope::Always,
            kinds,
            ..Default::default()
        }];
        let profile = Profile::default();
        let grants = Grants {
            origins: &[SITE.to_owned()],
            covers_pages: None,
            allowed: Allowed { here: &[], kept: &kept, profile: &ProfileId::default() },
            chosen: &[],
            source: Source { profile: &profile, record: None, today: None, others: &[], site: "" },
        };
        let action = AgentAction::Click { target: Target::button(0), requires_approval: None };
        judge(&action, Some(Found::Button(0)), &page, &grants)
    };
    assert_eq!(press(&framed), Verdict::Allow);
    for other in [SITE, "https://ads.example"] {
        assert!(matches!(press(other), Verdict::Ask(_)), "{other}");
    }
}

/// Proves that what agrees to something, and what takes a one-time code, is filled on the page itself alone, wherever the
/// value comes from.
#[test]
fn no_agreement_and_no_code_goes_into_a_frame() {
    let terms = Field {
        tag: "input".into(),
        kind: "checkbox".into(),
        label: "I accept the terms and conditions".into(),
        ..Field::default()
    };
    let code = Field {
        label: "Verification code".into(),
        role: Some("one-time-code".into()),
        ..Field::default()
    };
    let name = Field { label: "First name".into(), ..Field::default() };
    let framed = crate::site::framed("https://boards.example", SITE);
    for (field, barred) in [(&terms, true), (&code, true), (&name, false)] {
        assert_eq!(is_barred(field, &framed), barred, "{}", field.label);
        assert!(!is_barred(field, SITE), "{}", field.label);
    }
    let action = AgentAction::Select {
        target: Target::field(0),
        source: ValueSource::Key(ProfileKey::new("record.I accept the terms and conditions")),
    };
    with_grants(false, |grants| {
        assert!(grants.row(&action, &terms, SITE).is_ok());
        assert!(grants.row(&action, &terms, &framed).is_err());
    });
}
