//! Pages as small tables, plans as lines of text.

use std::fmt::Write as _;

use proptest::prelude::*;
use shared_types::{
    ActionResult, AgentAction, Button, Field, FieldOption, JobMode, Observation, ProfileKey,
    Target, ValueSource, ValueState, Widget, api::HistoryEntry,
};

use super::*;

/// A page, written down: `kind label flags…`, one field a line; buttons in brackets.
///
/// Flags of a button: `script`, `reset`, `disabled`, `outside`, `opens 1,2`, `§section`. Of a field: `=role`, `*` required, `#filled`, `#disabled`, `#readonly`, `#hidden`, `!error`, `g1` group,
/// `?question` of the group, `[a|b]` options, `on` ticked, `§section`.
fn page(text: &str) -> Observation {
    let mut page =
        Observation { url: "https://site.example/form".into(), ..Observation::default() };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(said) = line.strip_prefix("say ") {
            page.page_context.push_str(said);
        } else if let Some(button) = line.strip_prefix('[') {
            let (text, flags) = button.split_once(']').unwrap();
            let index = page.buttons.len() as u32;
            page.buttons.push(Button {
                index,
                tag: "button".into(),
                kind: if flags.contains("reset") {
                    "reset"
                } else if flags.contains("script") {
                    "button"
                } else {
                    "submit"
                }
                .into(),
                text: text.into(),
                submits: Some(!flags.contains("script")),
                disabled: flags.contains("disabled"),
                form: (!flags.contains("outside")).then_some(0),
                opens: flags.split_once("opens ").map(|(_, fields)| {
                    fields.split(',').filter_map(|field| field.parse().ok()).collect()
                }),
                after: Some(page.fields.len() as u32),
                section: flags.split_once('§').map(|(_, section)| section.into()),
                fingerprint: Some(format!("button {text}")),
                ..Button::default()
            });
        } else {
            let index = page.fields.len() as u32;
            page.fields.push(field(line, index));
        }
    }
    page
}

fn field(line: &str, index: u32) -> Field {
    let mut parts = line.split(" | ");
    let head = parts.next().unwrap();
    let (kind, label) = head.split_once(' ').unwrap();
    let mut field = Field {
        index,
        tag: if kind == "select-one" { "select" } else { "input" }.into(),
        kind: kind.into(),
        label: label.into(),
        name: format!("f{index}"),
        form: Some(0),
        visible: Some(true),
        widget: Some(Widget::Native),
        role: Some("none".into()),
        confidence: Some(0.9),
        value_state: Some(ValueState::Empty),
        fingerprint: Some(format!("{kind} {label}")),
        checked: matches!(kind, "radio" | "checkbox").then_some(false),
        ..Field::default()
    };
    for flag in parts {
        let flag = flag.trim();
        let rest = flag.get(1..).unwrap_or_default();
        match flag {
            "*" => field.required = true,
            "#filled" => field.value_state = Some(ValueState::Filled),
            "#preset" => {
                (field.value_state, field.preset) = (Some(ValueState::Filled), Some(true));
            }
            "#touched" => {
                (field.value_state, field.preset) = (Some(ValueState::Filled), Some(false));
            }
            "unsure" => field.confidence = Some(0.6),
            "#disabled" => field.disabled = true,
            "#readonly" => field.readonly = true,
            "#hidden" => field.visible = Some(false),
            "#other" => field.form = Some(1),
            "on" => field.checked = Some(true),
            _ if flag.starts_with('~') => {
                field.value_state = Some(ValueState::Matches(rest.into()))
            }
            _ if flag.starts_with('=') => field.role = Some(rest.into()),
            _ if flag.starts_with('!') => field.error = Some(rest.into()),
            _ if flag.starts_with('g') => field.group_id = rest.parse().ok(),
            _ if flag.starts_with('?') => field.group = Some(rest.into()),
            _ if flag.starts_with('§') => field.section = Some(flag.replace('§', "")),
            _ if flag.starts_with('(') => field.described_by = Some(flag.into()),
            _ => {
                let list = flag.trim_matches(['[', ']']).split('|');
                let option = |(at, text): (usize, &str)| FieldOption {
                    value: text.into(),
                    text: text.into(),
                    selected: at == 0,
                    disabled: false,
                };
                field.options = Some(list.enumerate().map(option).collect());
            }
        }
    }
    field
}

fn keys(text: &str) -> Vec<ProfileKey> {
    text.split(", ").filter(|key| !key.is_empty()).map(ProfileKey::from).collect()
}

/// What was done before: `ok FILL email fingerprint`, `failed …`, `CLICK text`, `ASKED key`, `CODE kind about`.
fn history(text: &str) -> Vec<HistoryEntry> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (word, rest) = line.split_once(' ').unwrap();
            let entry = |action: AgentAction, ok: bool, print: Option<String>| HistoryEntry {
                step: 1,
                action,
                result: ActionResult { ok, ..ActionResult::default() },
                fingerprint: print,
            };
            match word {
                "ok" | "failed" => {
                    let (key, print) = rest.split_once(' ').unwrap();
                    let source = ValueSource::Key(key.into());
                    let fill = AgentAction::Fill { target: Target::field(0), source, clear: true };
                    entry(fill, word == "ok", Some(print.into()))
                }
                "CLICK" | "NEXT" => {
                    let flag = (word == "CLICK").then_some(true);
                    let target = Target::button(0);
                    let click = AgentAction::Click { target, requires_approval: flag };
                    entry(click, true, Some(format!("button {rest}")))
                }
                "ASKED" => {
                    let question = shared_types::Question {
                        field: 0,
                        question: String::new(),
                        options: None,
                        save_as: rest.into(),
                        required: true,
                        suggested: None,
                        ..shared_types::Question::default()
                    };
                    entry(AgentAction::AskUser { questions: vec![question] }, true, None)
                }
                "CODE" => {
                    let (kind, about) = rest.split_once(' ').unwrap();
                    let kind = serde_json::from_value(kind.into()).unwrap();
                    let context = Some(about.to_owned());
                    entry(AgentAction::RequestVerification { kind, context }, true, None)
                }
                other => panic!("{other}"),
            }
        })
        .collect()
}

/// A plan as lines: actions, then what stays open.
fn lines(plan: &Plan) -> String {
    let mut text = String::new();
    for action in &plan.actions {
        let at = match action.target() {
            Some(Target::Index { index, .. }) => index.to_string(),
            _ => String::new(),
        };
        let kind = action.kind();
        let line = match action {
            AgentAction::Fill { source: ValueSource::Key(key), .. }
            | AgentAction::Select { source: ValueSource::Key(key), .. }
            | AgentAction::Upload { value_from: key, .. } => format!("{kind} {at} {key}"),
            AgentAction::Click { requires_approval, .. } => {
                format!("{kind} {at}{}", if *requires_approval == Some(true) { " !" } else { "" })
            }
            AgentAction::AskUser { questions } => {
                let asked: Vec<String> = questions
                    .iter()
                    .map(|q| format!("{}{}", q.save_as, if q.required { "*" } else { "" }))
                    .collect();
                format!("{kind} {}", asked.join("; "))
            }
            AgentAction::RequestVerification { kind: wanted, .. } => {
                format!("{kind} {}", serde_json::to_value(wanted).unwrap().as_str().unwrap())
            }
            AgentAction::Done { summary } => format!("{kind} {summary}"),
            other => other.kind().to_owned(),
        };
        writeln!(text, "{line}").unwrap();
    }
    for open in &plan.open {
        let code = serde_json::to_value(open.code).unwrap();
        let names: Vec<&str> = open.candidates.iter().map(ProfileKey::as_str).collect();
        let line = format!("open {} {} {}", open.field, code.as_str().unwrap(), names.join(" "));
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

fn plan_of(observation: &Observation, keys: &[ProfileKey], history: &[HistoryEntry]) -> Plan {
    plan(&PlanInput { observation, keys, history, step: 1, mode: JobMode::Live })
}

fn check(name: &str, form: &str, offered: &str, past: &str, expected: &str) {
    let got = lines(&plan_of(&page(form), &keys(offered), &history(past)));
    let expected: String = expected
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(got, expected, "{name}");
}

#[test]
fn one_page() {
    check(
        "fields, then the button that sends",
        "text First name | =given-name | *
         email E-mail | =email | *
         text City | =address-level2
         [Send application]",
        "firstName, email",
        "",
        "FILL 0 firstName
         FILL 1 email
         CLICK 0 !
         open 2 no-value",
    );
    check(
        "what holds something, cannot be written or cannot be seen is left alone",
        "text First name | =given-name | #filled
         text Last name | =family-name | #disabled
         text City | =address-level2 | #readonly
         text Nobody sees | =email | #hidden
         text E-mail | =email | ~email
         [Send]",
        "firstName, lastName, email, address.city",
        "",
        "CLICK 0 !
         open 0 already-filled
         open 1 not-editable
         open 2 not-editable",
    );
    check(
        "a role that is not sure is not acted on",
        "text Something | =none
         [Send]",
        "firstName",
        "",
        "CLICK 0 !
         open 0 not-understood",
    );
    check("nothing there", "", "email", "", "EXTRACT");
    check(
        "nothing of the person's is asked",
        "search Search | =x-search
         [Search]",
        "email",
        "",
        "DONE Nothing on this page asks for your data.
         open 0 not-personal",
    );
    check(
        "no button",
        "email E-mail | =email",
        "email",
        "",
        "FILL 0 email
         DONE What is known is filled; there is no button to send the form.",
    );
}

#[test]
fn a_user_name_beside_an_e_mail_address_is_something_else() {
    let of = |form: &str, offered: &str, expected: &str| check(form, form, offered, "", expected);
    let sign_up = "text Login | =username\nemail E-mail | =email\n[Join]";
    of(sign_up, "email", "FILL 1 email\nCLICK 0 !\nopen 0 no-value");
    of(sign_up, "username, email", "FILL 0 username\nFILL 1 email\nCLICK 0 !");
    of("text Login | =username\n[Sign in]", "email", "FILL 0 email\nCLICK 0 !");
    // Another form on the page says nothing of this one.
    let apart = "text Login | =username\nemail E-mail | =email | #other\n[Sign in]";
    of(apart, "email", "FILL 0 email\nFILL 1 email\nCLICK 0 !");
}

#[test]
fn lists_that_show_a_default() {
    let form = "select-one Country | =country | #filled | [Austria|Belgium]
                [Send]";
    check(
        "a default is no answer",
        form,
        "address.country",
        "",
        "SELECT 0 address.country\nCLICK 0 !",
    );
    check("without a key it stays", form, "", "", "CLICK 0 !\nopen 0 already-filled");
    check(
        "once is enough",
        form,
        "address.country",
        "ok address.country select-one Country",
        "CLICK 0 !",
    );
    check(
        "a default that happens to read like something else",
        "select-one Diet | ~record.Allergies | [None|Vegan]
         [Send]",
        "record.Diet, record.Allergies",
        "",
        "SELECT 0 record.Diet\nCLICK 0 !",
    );
    check(
        "a default that is right already",
        "select-one Diet | ~record.Diet | [None|Vegan]
         [Send]",
        "record.Diet",
        "",
        "CLICK 0 !",
    );
}

#[test]
fn what_the_page_preset_is_no_answer_and_what_was_touched_is() {
    let left = "CLICK 0 !\nopen 0 already-filled";
    let of = |flag: &str, expected: &str| {
        let form = format!("number Guests | {flag}\n[Send]");
        check(&form, &form, "custom.Guests", "", expected);
    };
    of("#preset", "FILL 0 custom.Guests\nCLICK 0 !");
    of("#touched", left);
    // A client that does not say: only its lists are taken for untouched.
    of("#filled", left);
    // What it asks for is not clear.
    of("#preset | unsure", left);
    let of = |kind: &str, flags: &str, expected: &str| {
        let form = format!("{kind} Country | =country | {flags} | [Austria|Belgium]\n[Send]");
        check(&form, &form, "address.country", "", expected);
    };
    of("select-one", "#touched", left);
    of("select-one", "#preset", "SELECT 0 address.country\nCLICK 0 !");
    let radios = |first: &str, second: &str, expected: &str| {
        let form = format!(
            "radio Red | g1 | ?Colour | {first}\nradio Blue | g1 | ?Colour | {second}\n[Send]"
        );
        check(&form, &form, "custom.Colour", "", expected);
    };
    radios("#preset | on", "off", "SELECT 0 custom.Colour\nCLICK 0 !");
    radios("#touched | on", "off", left);
    radios("off", "#touched | on", left);
}

#[test]
fn buttons_in_many_languages() {
    let one = |buttons: &str, expected: &str| {
        check(
            buttons,
            &format!("email E-mail | =email | ~email\n{buttons}"),
            "email",
            "",
            expected,
        );
    };
    for next in [
        "Next",
        "Continue",
        "Weiter",
        "Suivant",
        "Siguiente",
        "Avanti",
        "Próximo",
        "Volgende",
        "Dalej",
        "次へ",
        "Далее",
    ] {
        one(&format!("[{next}]script\n[Send]"), "CLICK 0");
    }
    for send in
        ["Absenden", "Envoyer", "Enviar", "Invia", "Verzenden", "Wyślij", "送信", "Отправить"]
    {
        one(&format!("[Abbrechen]\n[{send}]"), "CLICK 1 !");
    }
    for never in [
        "Back",
        "Zurück",
        "Annuler",
        "Cancelar",
        "Reset",
        "Save draft",
        "Sign in with Google",
        "キャンセル",
    ] {
        one(
            &format!("[{never}]"),
            "DONE 1 of 1 fields are filled. There is no button to send the form.",
        );
    }
    one("[]", "CLICK 0 !");
    one("[Reset]reset\n[Send]", "CLICK 1 !");
}

#[test]
fn groups() {
    check(
        "a group is answered once, at its first choice",
        "radio Yes | g1 | ?Do you have a permit?
         radio No | g1 | ?Do you have a permit?
         checkbox Rust | g2 | ?Languages you know
         checkbox Perl | g2 | ?Languages you know
         [Send]",
        "answers.Do you have a permit?, record.languages you know",
        "",
        "SELECT 0 answers.Do you have a permit?
         SELECT 2 record.languages you know
         CLICK 0 !",
    );
    check(
        "a group where something is chosen is answered",
        "radio Yes | g1 | ?Permit
         radio No | g1 | ?Permit | on
         [Send]",
        "record.Permit",
        "",
        "CLICK 0 !
         open 0 already-filled",
    );
    check(
        "the first choice that can be seen stands for the group",
        "radio Yes | g1 | ?Permit | #hidden
         radio No | g1 | ?Permit
         [Send]",
        "record.Permit",
        "",
        "SELECT 1 record.Permit
         CLICK 0 !",
    );
}

#[test]
fn keys_that_the_person_named() {
    check(
        "by name, in other words, misspelt, and as a list",
        "text Paper Title
         text Date of Birth
         text Employer
         text Certifications
         text Ocupation
         [Send]",
        "record.paper_title, record.dob, record.company_name, custom.certification, answers.Occupation",
        "",
        "FILL 0 record.paper_title
         FILL 1 record.dob
         FILL 2 record.company_name
         FILL 3 custom.certification
         FILL 4 answers.Occupation
         CLICK 0 !",
    );
    check(
        "a key that is a field name of the autofill vocabulary asks for that alone",
        "text City | =address-level2
         text Neighbourhood | =address-level3
         [Send]",
        "address.city, custom.address-level3",
        "",
        "FILL 0 address.city
         FILL 1 custom.address-level3
         CLICK 0 !",
    );
    check(
        "the record goes before the profile",
        "email E-mail | =email
         [Send]",
        "email, record.email",
        "",
        "FILL 0 record.email
         CLICK 0 !",
    );
    check(
        "two that fit equally are no answer",
        "text Budget | *
         [Send]",
        "record.budget, record.Budget",
        "",
        "ASK_USER answers.Budget*
         open 0 ambiguous record.budget record.Budget",
    );
    check(
        "an answer settles it",
        "text Budget | *
         [Send]",
        "record.budget, record.Budget, answers.Budget",
        "ASKED answers.Budget",
        "FILL 0 answers.Budget
         CLICK 0 !",
    );
    check(
        "the name of one question is not used for another that resembles it",
        "email E-mail | =email
         email Confirm e-mail | =email
         email Reference e-mail | =email
         [Send]",
        "record.email",
        "",
        "FILL 0 record.email
         FILL 1 record.email
         CLICK 0 !
         open 2 no-value",
    );
}

#[test]
fn consent_is_given_by_the_very_statement_alone() {
    let form = "checkbox I agree to the terms of use | =x-consent | *
                [Register]";
    let here = "answers.I agree to the terms of use (https://site.example)";
    let asked = format!("ASK_USER {here}*\nopen 0 person-only");
    for (name, offered) in [
        ("nothing says so", "custom.terms"),
        ("something near says so", "record.I agree to be mailed"),
        ("it was said elsewhere", "answers.I agree to the terms of use (https://other.example)"),
        ("nobody knows where it was said", "answers.I agree to the terms of use"),
        ("it was said of no form", "custom.I agree to the terms of use"),
    ] {
        check(name, form, offered, "", &asked);
    }
    let said = |key: &str| format!("SELECT 0 {key}\nCLICK 0 !");
    let record = "record.I agree to the terms of use";
    check("the statement says so", form, record, "", &said(record));
    check("it was said here", form, here, "", &said(here));
}

#[test]
fn a_bare_yes_is_asked_about_with_what_it_is_about() {
    let ticked = |label: &str, nearby: Option<&str>| Field {
        tag: "input".into(),
        kind: "checkbox".into(),
        label: label.into(),
        nearby: nearby.map(str::to_owned),
        checked: Some(false),
        role: Some("none".into()),
        ..Field::default()
    };
    for (field, expected) in [
        (
            ticked("Yes", Some("Do you accept arbitration?")),
            "answers.Do you accept arbitration? (https://site.example)",
        ),
        (ticked("Yes", Some("Do you smoke?")), "answers.Do you smoke?"),
        (ticked("I like cats", Some("Do you smoke?")), "answers.I like cats"),
        (ticked("I agree", None), "answers.I agree (https://site.example)"),
    ] {
        let mut page = page("");
        page.fields.push(field);
        assert_eq!(answer_key(&page, 0).unwrap().as_str(), expected);
    }
}

#[test]
fn a_yes_is_planned_for_nothing() {
    let keys = [ProfileKey::new("custom.Yes"), ProfileKey::new("custom.Pets")];
    let named = keys.each_ref().map(gate::names_something);
    assert_eq!(named, [false, true]);
    let pets = Field { label: "Pets".into(), ..Field::default() };
    assert!(crate::named::likeness(&keys[1], &pets) > 0.9);
    let plan = lines(&plan_of(&page("text Yes\n text Pets"), &keys, &[]));
    assert!(plan.contains("FILL 1 custom.Pets") && !plan.contains("FILL 0"), "{plan}");
}

#[test]
fn an_agreement_is_one_whatever_its_role() {
    let check_open = |line: &str, expected: &str| {
        check(line, &format!("{line}\n[Register]"), "custom.Yes", "", expected);
    };
    for line in [
        "checkbox Yes, add travel insurance",
        "checkbox I waive my right to a trial",
        "checkbox Meine Daten an Partner weitergeben",
        "checkbox Quiero recibir ofertas",
        "text Signature",
        "text Type your full name to sign",
    ] {
        check_open(line, "CLICK 0 !\nopen 0 person-only");
    }
    check_open("checkbox I like cats", "CLICK 0 !\nopen 0 not-understood");
}

#[test]
fn other_people_are_not_the_person() {
    check(
        "only a key that names them",
        "text Emergency contact name | =x-other-person
         text Referee phone | =x-other-person
         [Send]",
        "fullName, phone, record.emergency_contact_name, record.phone",
        "",
        "FILL 0 record.emergency_contact_name
         CLICK 0 !
         open 1 no-value",
    );
}

#[test]
fn an_answer_told_elsewhere_is_for_the_same_kind_of_field() {
    let answers = |field: &str, answer: &str| {
        let page = page(field);
        let key = ProfileKey::new(format!("answers.{answer}"));
        let writes = plan_of(&page, std::slice::from_ref(&key), &[]).actions;
        writes.iter().any(|action| crate::gate::source_key(action) == Some(&key))
    };
    let line = "text Billing Address 2 | =address-line2";
    assert!(answers(line, "Billing address 2"), "called the same");
    assert!(answers(line, "Address line 2"), "of the same kind");
    assert!(!answers(line, "Indirizzo: Indirizzo: Line 2"), "of no kind");
    assert!(!answers("text Nr. | =address-level3", "Number"), "a number of something");
    let codes = "select Phone number | =tel-country-code | [+1|+44]";
    assert!(!answers(codes, "Mobile number Mobile number"), "a whole number");
    let cards = "radio Visa | g1 | ?Cards\nradio On account | g1 | ?Cards";
    assert!(!answers(cards, "Card number"), "nobody chooses a number");
    assert!(!answers("select Phone number | [home|work]", "Mobile number"), "nor a phone");
    assert!(answers("select Phone type | [home|work]", "Type of phone"), "the same words");
    // A lone box says what it is ticked for.
    assert!(!answers("checkbox Email", "E-mail (your login)"));
    // Of identity numbers people have several: what tells is which.
    assert!(answers("text Passport number | =id-number", "Passport"), "the same paper");
    assert!(!answers("text Passport number | =id-number", "Licence"), "another paper");
    // What is of no kind that forms ask for everywhere is asked for in other words, too.
    assert!(answers("text Which watch would you stand?", "Watch that you would stand"));
}

#[test]
fn a_block_for_bills_gets_the_address_for_bills() {
    check(
        "two blocks; no address is made of two",
        "text Street | =address-line1 | *
         text Flat | =address-line2
         text City | =address-level2 | *
         text Street | =address-line1 | * | §Billing address
         text Flat | =address-line2 | §Billing address
         text City | =address-level2 | * | §Billing address
         text Country of residence | * | §Billing address
         [Send]",
        "address.street, address.street2, address.city, address.country, addresses.Billing.street, \
         addresses.Billing.city, addresses.Work.street",
        "",
        "FILL 0 address.street
         FILL 1 address.street2
         FILL 2 address.city
         FILL 3 addresses.Billing.street
         FILL 5 addresses.Billing.city
         ASK_USER answers.Country of residence*; answers.Billing address: Flat
         open 4 no-value
         open 6 no-value",
    );
}

#[test]
fn where_two_addresses_fit_the_person_says_which() {
    check(
        "a block for bills, and two addresses for them",
        "text City | =address-level2 | §Billing address",
        "address.city, addresses.Billing.city, addresses.Invoices.city",
        "",
        "DONE 0 of 1 fields are filled. There is no button to send the form.
         open 0 ambiguous addresses.Billing.city addresses.Invoices.city",
    );
}

#[test]
fn a_district_is_of_its_address() {
    check(
        "the person's own",
        "text Street | =street-address
         text Bairro | =address-level3
         [Send]",
        "address.street, address.district, addresses.Billing.district",
        "",
        "FILL 0 address.street
         FILL 1 address.district
         CLICK 0 !",
    );
    check(
        "of the block for bills",
        "text Street | =street-address | §Billing address
         text Bairro | =address-level3 | §Billing address
         [Send]",
        "address.street, address.district, addresses.Billing.street, addresses.Billing.district",
        "",
        "FILL 0 addresses.Billing.street
         FILL 1 addresses.Billing.district
         CLICK 0 !",
    );
}

#[test]
fn a_district_without_an_address_may_be_anything() {
    check(
        "a ward of a hospital",
        "text Ward | =address-level3
         text City | =address-level2
         [Send]",
        "address.district, address.city",
        "",
        "FILL 1 address.city
         CLICK 0 !
         open 0 not-understood",
    );
}

#[test]
fn what_only_the_person_has() {
    check(
        "a code by text message",
        "text Code | =one-time-code
         [Verify]",
        "email",
        "",
        "REQUEST_VERIFICATION OTP
         open 0 person-only",
    );
    check(
        "a code by e-mail",
        "text Code | =one-time-code | (We sent it to your e-mail)
         [Verify]",
        "email",
        "",
        "REQUEST_VERIFICATION EMAIL_CODE
         open 0 person-only",
    );
    check(
        "a captcha",
        "text Type the letters | =x-captcha | *
         email E-mail | =email
         [Send]",
        "email",
        "",
        "FILL 1 email
         REQUEST_VERIFICATION CAPTCHA
         open 0 person-only",
    );
    let card = "text Card number | =cc-number
                text Security code | =cc-csc
                [Pay]";
    check(
        "a card's code, whenever a card is there",
        card,
        "payment.cardNumber",
        "",
        "FILL 0 payment.cardNumber
         REQUEST_VERIFICATION PASSWORD
         open 1 person-only",
    );
    check(
        "left empty, it is not asked for again",
        card,
        "payment.cardNumber",
        "CODE PASSWORD The page asks for: Security code",
        "FILL 0 payment.cardNumber
         CLICK 0 !
         open 1 person-only",
    );
    check(
        "asked for one secret, the other is still asked for",
        "password Password | =new-password | *
         text Security code | =cc-csc
         [Pay]",
        "",
        "CODE PASSWORD The page asks for: Security code",
        "REQUEST_VERIFICATION PASSWORD
         open 0 person-only
         open 1 person-only",
    );
    check(
        "a wrong code is asked for again",
        "text Code | =one-time-code | !Wrong code | #filled
         [Verify]",
        "",
        "CODE OTP Code
         CLICK Verify",
        "REQUEST_VERIFICATION OTP
         open 0 already-filled",
    );
    check(
        "a password that nobody demands",
        "password Password | =new-password
         email E-mail | =email | ~email
         [Send]",
        "email",
        "",
        "CLICK 0 !
         open 0 person-only",
    );
}

#[test]
fn after_the_button() {
    check("the form is gone", "", "email", "CLICK Send", "DONE The form was sent.");
    check(
        "the page says thank you, a newsletter box stays",
        "say Thank you for your order
         email Newsletter | =x-newsletter
         [Subscribe]",
        "email",
        "CLICK Send",
        "DONE The form was sent.
         open 0 not-personal",
    );
    check(
        "the form stands there, emptied: it is not filled again",
        "say Thank you!
         email E-mail | =email
         [Send]",
        "email",
        "ok email email E-mail
         CLICK Send",
        "DONE The form was sent.",
    );
    check(
        "nothing changed: the button is not pressed twice",
        "email E-mail | =email | ~email
         [Send]",
        "email",
        "ok email email E-mail
         CLICK Send",
        "DONE “Send” was pressed, but the page does not say whether the form was sent. Please check.",
    );
    check(
        "nothing changed but what the page says of it",
        "say ! It could not be saved.
         email E-mail | =email | ~email
         [Send]",
        "email",
        "ok email email E-mail
         CLICK Send",
        "DONE “Send” was pressed; please check. The page says: “It could not be saved.”",
    );
    check(
        "the page complains: the person is asked",
        "email E-mail | =email | ~email | !Not valid
         [Send]",
        "email",
        "ok email email E-mail
         CLICK Send",
        "ASK_USER answers.E-mail*
         open 0 does-not-fit",
    );
    check(
        "the answer is written over what the page refused",
        "email E-mail | =email | ~email | !Not valid
         [Send]",
        "email, answers.E-mail",
        "ok email email E-mail
         CLICK Send
         ASKED answers.E-mail",
        "FILL 0 answers.E-mail
         CLICK 0 !",
    );
    check(
        "questions come to an end",
        "email E-mail | =email | #filled | !Not valid
         [Send]",
        "email, answers.E-mail",
        "ok email email E-mail
         ASKED answers.E-mail
         ok answers.E-mail email E-mail
         ASKED answers.E-mail
         ok answers.E-mail email E-mail
         CLICK Send",
        "DONE “Send” was pressed, but the page does not say whether the form was sent. Please check.
         open 0 does-not-fit",
    );
    check(
        "the second page",
        "text City | =address-level2
         [Back]
         [Submit]",
        "email, address.city",
        "ok email email E-mail
         NEXT Next",
        "FILL 0 address.city
         CLICK 1 !",
    );
    check(
        "a review without fields is passed",
        "[Edit]
         [Submit application]",
        "email",
        "NEXT Next",
        "CLICK 1 !",
    );
    check("a page that is not there yet", "", "email", "NEXT Next", "EXTRACT");
}

#[test]
fn nothing_is_repeated_for_ever() {
    let form = "email E-mail | =email\n[Send]";
    check(
        "once more after a failure",
        form,
        "email",
        "failed email email E-mail",
        "FILL 0 email\nCLICK 0 !",
    );
    check(
        "not a third time",
        form,
        "email",
        "failed email email E-mail\nfailed email email E-mail",
        "CLICK 0 !\nopen 0 write-failed",
    );
    check(
        "a page that empties it again and again",
        form,
        "email",
        "ok email email E-mail\nok email email E-mail\nok email email E-mail",
        "CLICK 0 !\nopen 0 write-failed",
    );
    check(
        "a file is taken once, though its input is empty afterwards",
        "file CV | =x-resume\n[Send]",
        "documents.cv",
        "ok documents.cv file CV",
        "CLICK 0 !",
    );
}

#[test]
fn a_sleeping_button() {
    let form = "email E-mail | =email\n[Send]disabled";
    check("filling may wake it", form, "email", "", "FILL 0 email");
    check(
        "it stays asleep",
        "email E-mail | =email | ~email\n[Send]disabled",
        "email",
        "",
        "DONE 1 of 1 fields are filled. The button “Send” is disabled; something is still missing on the page.",
    );
}

#[test]
fn questions() {
    let form = "text Notice period | *
                text Hobbies
                select-one Size | * | [S|M]
                [Send]";
    check(
        "once, in one list, what is optional behind",
        form,
        "",
        "",
        "ASK_USER answers.Notice period*; answers.Size*; answers.Hobbies
         open 0 no-value
         open 1 not-understood
         open 2 not-understood",
    );
    check(
        "then it goes on, with or without answers",
        form,
        "answers.Notice period",
        "ASKED answers.Notice period
         ASKED answers.Size
         ASKED answers.Hobbies",
        "FILL 0 answers.Notice period
         CLICK 0 !
         open 1 not-understood
         open 2 not-understood",
    );
    check(
        "what is optional is no reason to ask",
        "text Hobbies\n[Send]",
        "",
        "",
        "CLICK 0 !\nopen 0 not-understood",
    );
    check(
        "questions that read the same are told apart",
        "text Height | * | §Box 1
         text Height | * | §Box 2
         [Send]",
        "",
        "",
        "ASK_USER answers.Box 1: Height*; answers.Box 2: Height*
         open 0 not-understood
         open 1 not-understood",
    );
}

#[test]
fn entries_of_a_resume_by_their_order() {
    check(
        "first school, first entry",
        "text School | =x-school
         text Degree | =x-degree
         text School | =x-school | #hidden
         text School | =x-school
         file Résumé | =x-resume
         [Send]",
        "resume.education.0.school, resume.education.0.degree, resume.education.1.school, documents.cv",
        "",
        "FILL 0 resume.education.0.school
         FILL 1 resume.education.0.degree
         FILL 3 resume.education.1.school
         UPLOAD 4 documents.cv
         CLICK 0 !",
    );
    check(
        "jobs, each with a date in two boxes",
        "text Company | =x-job-company
         text Month | =x-job-start
         text Year | =x-job-start
         checkbox I work here now | =x-job-current
         text Company | =x-job-company
         text Description | =x-job-description
         [Send]",
        "resume.experiences.0.company, resume.experiences.0.startDate, resume.experiences.0.current, \
         resume.experiences.1.company, resume.experiences.1.description, company",
        "",
        "FILL 0 resume.experiences.0.company
         FILL 1 resume.experiences.0.startDate
         FILL 2 resume.experiences.0.startDate
         SELECT 3 resume.experiences.0.current
         FILL 4 resume.experiences.1.company
         FILL 5 resume.experiences.1.description
         CLICK 0 !",
    );
}

#[test]
fn what_follows_from_a_resume_comes_last() {
    let highest = "resume.highestEducation, resume.education.0.degree";
    let question =
        "select-one Highest level of education | [Choose|High school|Bachelor's degree]\n[Send]";
    check(
        "the highest of the schools",
        question,
        highest,
        "",
        "SELECT 0 resume.highestEducation\nCLICK 0 !",
    );
    check(
        "what the person said goes before it",
        question,
        &format!("{highest}, facts.highestEducation"),
        "",
        "SELECT 0 facts.highestEducation\nCLICK 0 !",
    );
    check(
        "so does what they answered",
        question,
        &format!("{highest}, answers.Highest level of education"),
        "",
        "SELECT 0 answers.Highest level of education\nCLICK 0 !",
    );
    check(
        "where schools are asked for one by one, a level is one school's",
        &format!("{question}\ntext School | =x-school"),
        &format!("{highest}, resume.education.0.school"),
        "",
        "FILL 1 resume.education.0.school
         CLICK 0 !\nopen 0 no-value",
    );
    let job =
        "text Company | =x-job-company\ncheckbox I currently work here | =x-job-current\n[Send]";
    let goes_on = "resume.experiences.0.company, resume.experiences.0.goesOn";
    check(
        "a job without an end",
        job,
        goes_on,
        "",
        "FILL 0 resume.experiences.0.company
         SELECT 1 resume.experiences.0.goesOn\nCLICK 0 !",
    );
    check(
        "the person answered otherwise",
        job,
        &format!("{goes_on}, answers.I currently work here"),
        "",
        "FILL 0 resume.experiences.0.company
         SELECT 1 answers.I currently work here\nCLICK 0 !",
    );
}

#[test]
fn closed_parts_that_are_wanted_are_opened_once() {
    let form = "text First name | =given-name
         [Contact] script opens 1,2
         email E-mail | =email | #hidden
         text Fax | =none | #hidden
         [Voucher] script opens 3
         text Voucher | =x-coupon | #hidden
         [Send]";
    check("before it is sent", form, "firstName, email", "", "FILL 0 firstName\nCLICK 0");
    check(
        "once",
        form,
        "firstName, email",
        "ok firstName text First name
         NEXT Contact",
        "FILL 0 firstName
         CLICK 2 !",
    );
    check("only for what is known", form, "firstName", "", "FILL 0 firstName\nCLICK 2 !");
    let required = form.replace("=none | #hidden", "=none | #hidden | *");
    check("or demanded", &required, "firstName", "", "FILL 0 firstName\nCLICK 0");
    check(
        "not another form, not what holds something",
        "text First name | =given-name
         [Log in] outside script opens 1
         email E-mail | =email | #hidden | #other
         [More] script opens 2
         text City | =address-level2 | #hidden | #filled
         [Send]",
        "firstName, email, address.city",
        "",
        "FILL 0 firstName
         CLICK 2 !",
    );
    check(
        "the first of a form that is all closed",
        "[Contact] script opens 0
         email E-mail | =email | #hidden
         [Address] script opens 1
         text City | =address-level2 | #hidden
         [Send]",
        "email, address.city",
        "",
        "CLICK 0",
    );
    check(
        "a part that is not there yet",
        "text First name | =given-name
         [Questions] outside script opens -
         [Contact] script opens -
         [Send]",
        "firstName",
        "",
        "FILL 0 firstName
         CLICK 1",
    );
}

#[test]
fn lists_get_as_many_entries_as_the_person_has() {
    let jobs = "resume.experiences.0.company, resume.experiences.1.company";
    let one = "text Company | =x-job-company
         [Add another] script §Work experience
         [Send]";
    check("one more", one, jobs, "", "FILL 0 resume.experiences.0.company\nCLICK 0");
    check(
        "and no more than that",
        "text Company | =x-job-company
         text Company | =x-job-company
         [Add another] script §Work experience
         [Send]",
        jobs,
        "ok resume.experiences.0.company text Company
         NEXT Add another",
        "FILL 0 resume.experiences.0.company
         FILL 1 resume.experiences.1.company
         CLICK 1 !",
    );
    check(
        "a button that does nothing is not pressed for ever",
        one,
        jobs,
        "NEXT Add another
         NEXT Add another",
        "FILL 0 resume.experiences.0.company
         CLICK 1 !",
    );
    check(
        "the list of the question before it",
        "text School | =x-school
         text Company | =x-job-company
         [+ Add] script
         [Send]",
        jobs,
        "",
        "FILL 1 resume.experiences.0.company
         CLICK 0
         open 0 no-value",
    );
    check(
        "a list without entries yet, named by its button",
        "text First name | =given-name
         [Add education] script
         [Send]",
        "firstName, resume.education.0.school",
        "",
        "FILL 0 firstName
         CLICK 0",
    );
    check(
        "nothing of a list",
        "text Company | =organization
         [Add to cart] script
         [Send]",
        "company, resume.experiences.0.company",
        "",
        "FILL 0 company
         CLICK 1 !",
    );
}

#[test]
fn pages_without_roles_are_classified_here() {
    let mut old = page("email E-mail\n[Send]");
    for field in &mut old.fields {
        (field.role, field.confidence, field.visible) = (None, None, None);
    }
    assert_eq!(lines(&plan_of(&old, &keys("email"), &[])), "FILL 0 email\nCLICK 0 !\n");
}

const KINDS: &[&str] =
    &["text", "email", "radio", "checkbox", "select-one", "file", "password", "textarea"];
const ROLES: &[&str] = &[
    "none",
    "email",
    "given-name",
    "x-consent",
    "x-other-person",
    "one-time-code",
    "cc-csc",
    "x-captcha",
    "x-search",
    "x-school",
    "country",
    "x-resume",
    "new-password",
];
const KEYS: &[&str] = &[
    "email",
    "firstName",
    "address.country",
    "documents.cv",
    "record.Email",
    "record.E-mail",
    "answers.Size",
    "custom.terms",
    "resume.education.0.school",
    "record.a.b",
    "record.",
];

fn any_field() -> impl Strategy<Value = Field> {
    let text =
        prop_oneof![Just(String::new()), "[A-Za-z*? ]{0,20}", "\\PC{0,12}", Just("E-mail".into())];
    let state = prop_oneof![
        Just(None),
        Just(Some(ValueState::Empty)),
        Just(Some(ValueState::Filled)),
        proptest::sample::select(KEYS).prop_map(|key| Some(ValueState::Matches(key.into()))),
    ];
    let flags =
        (any::<[bool; 6]>(), proptest::option::of(0_u32..3), proptest::option::of(0_u32..2));
    (
        proptest::sample::select(KINDS),
        proptest::sample::select(ROLES),
        text.clone(),
        text,
        state,
        flags,
    )
        .prop_map(
            |(
                kind,
                role,
                label,
                group,
                value_state,
                ([hidden, disabled, readonly, required, error, on], gid, form),
            )| {
                let choice = matches!(kind, "radio" | "checkbox");
                Field {
                    tag: if kind == "select-one" { "select" } else { "input" }.into(),
                    kind: kind.into(),
                    role: Some(role.into()),
                    fingerprint: (!label.is_empty()).then(|| label.clone()),
                    label,
                    group: Some(group),
                    group_id: gid.filter(|_| choice),
                    form,
                    visible: Some(!hidden),
                    disabled,
                    readonly,
                    required,
                    error: error.then(|| "wrong".to_owned()),
                    checked: choice.then_some(on),
                    value_state,
                    ..Field::default()
                }
            },
        )
}

fn any_page() -> impl Strategy<Value = Observation> {
    let button = ("(Next|Send|Back|\\PC{0,6})", any::<[bool; 3]>(), proptest::option::of(0_u32..2))
        .prop_map(|(text, [submits, disabled, hidden], form)| Button {
            text: text.clone(),
            fingerprint: Some(text),
            submits: Some(submits),
            disabled,
            visible: Some(!hidden),
            form,
            ..Button::default()
        });
    let fields = proptest::collection::vec(any_field(), 0..12);
    (fields, proptest::collection::vec(button, 0..4), "\\PC{0,30}").prop_map(
        |(fields, buttons, text)| {
            let mut page = Observation { fields, buttons, text, ..Observation::default() };
            page.fields.iter_mut().zip(0..).for_each(|(field, index)| field.index = index);
            page.buttons.iter_mut().zip(0..).for_each(|(button, index)| button.index = index);
            page
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_plan_never_breaks_its_promises(
        page in any_page(),
        offered in proptest::sample::subsequence(KEYS, 0..KEYS.len()),
        rounds in 1_usize..4,
    ) {
        let offered: Vec<ProfileKey> = offered.into_iter().map(ProfileKey::from).collect();
        let mut history: Vec<HistoryEntry> = Vec::new();
        for round in 0..rounds {
            let made = plan_of(&page, &offered, &history);
            prop_assert_eq!(&made, &plan_of(&page, &offered, &history), "the same twice");
            let writes = made.actions.iter().take_while(|action| {
                matches!(action, AgentAction::Fill { .. } | AgentAction::Select { .. } | AgentAction::Upload { .. })
            });
            let closing = made.actions.len() - writes.clone().count();
            prop_assert!(closing <= 1, "one closing action at most, behind the writes");
            for action in writes {
                let Some(Target::Index { index, .. }) = action.target() else { panic!("by index") };
                let field = &page.fields[*index as usize];
                prop_assert!(field.visible != Some(false) && !field.disabled && !field.readonly);
                let select = field.kind == "select-one";
                let refused = field.error.is_some();
                let filled = match field.checked {
                    Some(on) => on,
                    None => !matches!(field.value_state, None | Some(ValueState::Empty)),
                };
                prop_assert!(!filled || select || refused, "{:?}", field);
                let key = match action {
                    AgentAction::Fill { source: ValueSource::Key(key), .. }
                    | AgentAction::Select { source: ValueSource::Key(key), .. }
                    | AgentAction::Upload { value_from: key, .. } => key,
                    other => panic!("a literal: {other:?}"),
                };
                prop_assert!(offered.contains(key));
                prop_assert_eq!(matches!(action, AgentAction::Upload { .. }), field.kind == "file");
                prop_assert!(!matches!(field.role.as_deref(), Some("one-time-code" | "cc-csc" | "x-captcha")));
            }
            history.extend(made.actions.into_iter().map(|action| HistoryEntry {
                step: round as u32,
                fingerprint: match action.target() {
                    Some(Target::Index { index, .. }) => {
                        page.fields.get(*index as usize).and_then(|field| field.fingerprint.clone())
                    }
                    _ => None,
                },
                action,
                result: ActionResult { ok: round % 2 == 0, ..ActionResult::default() },
            }));
        }
    }
}

fn check_advised(
    name: &str,
    form: &str,
    offered: &str,
    past: &str,
    hints: &[Hint],
    expected: &str,
) {
    let (observation, keys, history) = (page(form), keys(offered), history(past));
    let input = PlanInput {
        observation: &observation,
        keys: &keys,
        history: &history,
        step: 1,
        mode: JobMode::Live,
    };
    let got = lines(&plan_with(&input, hints));
    let expected: String = expected.lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(got, expected, "{name}");
}

fn advised(field: u32, key: &str) -> Hint {
    Hint { field, advice: Advice::Key(key.into()), before_rules: false }
}

#[test]
fn advice_is_heard_where_the_rules_know_nothing() {
    let form = "text First name | =given-name
                text How soon could you begin | *
                [Send]";
    let keys = "firstName, custom.notice";
    check_advised(
        "an open question gets the advised key, and the form goes on",
        form,
        keys,
        "",
        &[advised(1, "custom.notice")],
        "FILL 0 firstName
         FILL 1 custom.notice
         CLICK 0 !",
    );
    check_advised(
        "what failed from this key is not written again",
        form,
        keys,
        "failed custom.notice text How soon could you begin
         failed custom.notice text How soon could you begin",
        &[advised(1, "custom.notice")],
        "FILL 0 firstName
         ASK_USER answers.How soon could you begin*
         open 1 write-failed",
    );
    for (why, hint) in [
        ("keys that the person does not have", advised(1, "custom.Other")),
        ("fields that are not there", advised(9, "firstName")),
    ] {
        check_advised(
            why,
            form,
            keys,
            "",
            &[hint],
            "FILL 0 firstName
             ASK_USER answers.How soon could you begin*
             open 1 no-value",
        );
    }
}

#[test]
fn advice_has_bounds() {
    let form = "text First name | =given-name
                text Middle name | =additional-name
                checkbox I agree | =x-consent
                text Code | =one-time-code
                text Search | =x-search
                text Their name | =x-other-person
                text Card | =cc-number
                text Held | #filled
                text Unseen | #hidden
                [Send]";
    let without = lines(&plan_of(&page(form), &keys("firstName, custom.x"), &[]));
    for field in 0..9 {
        check_advised(
            &format!("field {field}"),
            form,
            "firstName, custom.x",
            "",
            &[advised(field, "firstName")],
            without.trim_end(),
        );
    }
    let over = Hint { before_rules: true, ..advised(0, "custom.x") };
    check_advised(
        "before the rules only if it says so",
        "text First name | =given-name\n[Send]",
        "firstName, custom.x",
        "",
        &[over],
        "FILL 0 custom.x\nCLICK 0 !",
    );
}

/// Two voyages: odd words, two dates each, and what is said of each.
fn voyages(second: &str) -> Observation {
    let mut fields = Vec::new();
    for section in ["First voyage", second] {
        for (label, kind) in [("Ship", "text"), ("Cast off", "date"), ("Made fast", "date")] {
            fields.push(serde_json::json!({"index": fields.len(), "tag": "input", "type": kind,
                "label": label, "section": section, "required": true, "form": 0}));
        }
    }
    let page = serde_json::json!({"url": "https://a.example/", "fields": fields});
    let mut page = serde_json::from_value(page).unwrap();
    crate::classify::classify(&mut page);
    page
}

#[test]
fn a_block_is_filled_from_the_entry_that_it_asks_for() {
    let have = "resume.experiences.0.company, resume.experiences.0.startDate, \
                resume.experiences.0.endDate, resume.experiences.1.startDate, \
                resume.experiences.1.endDate, resume.education.0.startDate";
    let have = keys(have);
    let check = |why: &str, second: &str, hints: &[(u32, &str)], expected: &[&str]| {
        let observation = voyages(second);
        let hints: Vec<Hint> = hints.iter().map(|(field, key)| advised(*field, key)).collect();
        let input = PlanInput {
            observation: &observation,
            keys: &have,
            history: &[],
            step: 1,
            mode: JobMode::Live,
        };
        let got = lines(&plan_with(&input, &hints));
        let got: Vec<&str> = got.lines().filter(|line| line.starts_with("FILL")).collect();
        assert_eq!(got, expected, "{why}");
    };
    let (latest, before) = ("resume.experiences.0", "resume.experiences.1");
    let second = "Second voyage";
    check("nobody says anything", second, &[], &[]);
    check(
        "the dates of the entry, by their place",
        second,
        &[(0, before)],
        &["FILL 1 resume.experiences.1.startDate", "FILL 2 resume.experiences.1.endDate"],
    );
    check(
        "each block its own",
        second,
        &[(0, "resume.experiences.0.company"), (1, latest), (3, before)],
        &[
            "FILL 0 resume.experiences.0.company",
            "FILL 1 resume.experiences.0.startDate",
            "FILL 2 resume.experiences.0.endDate",
            "FILL 4 resume.experiences.1.startDate",
            "FILL 5 resume.experiences.1.endDate",
        ],
    );
    check(
        "an entry has one block",
        second,
        &[(0, latest), (3, latest)],
        &["FILL 1 resume.experiences.0.startDate", "FILL 2 resume.experiences.0.endDate"],
    );
    check(
        "a block is of one entry",
        second,
        &[(0, "resume.experiences.0.company"), (1, before)],
        &["FILL 0 resume.experiences.0.company"],
    );
    check(
        "what the entry does not have stays open",
        second,
        &[(3, "resume.education.0")],
        &["FILL 4 resume.education.0.startDate"],
    );
    check("an entry that nobody has", second, &[(0, "resume.experiences.7")], &[]);
    check("a section that is there once is no block", "First voyage", &[(0, latest)], &[]);
    let observation = voyages(second);
    let entries = Entries::new(&have);
    let offered = |field: usize| offers(&observation, &asked(&observation)[field], &entries, 99);
    assert!(offered(0).contains(&latest.into()) && offered(1).contains(&before.into()));
    let once = voyages("First voyage");
    assert!(!offers(&once, &asked(&once)[0], &entries, 99).contains(&latest.into()));
}

#[test]
fn what_is_the_persons_alone_is_not_put_to_a_model() {
    let asked = |field: serde_json::Value| {
        let mut whole = serde_json::json!({"index": 0, "tag": "input", "type": "text"});
        whole.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
        let fields = [whole];
        let page = serde_json::json!({"url": "https://a.example/", "fields": fields});
        let mut page: Observation = serde_json::from_value(page).unwrap();
        crate::classify::classify(&mut page);
        asked(&page).remove(0).open_to_advice
    };
    use serde_json::json;
    assert!(asked(json!({"label": "On whose payroll will we find you?"})));
    for only_theirs in [
        json!({"label": "If you have relatives who work here, who are they?"}),
        json!({"label": "Do you know anybody here? If yes, name them."}),
        json!({"label": "Why do you want this job?", "tag": "textarea", "type": "textarea"}),
        json!({"label": "Social security number"}),
        json!({"label": "Mother's maiden name"}),
        json!({"label": "I agree to the terms", "type": "checkbox", "checked": false}),
        json!({"label": "Your CV", "type": "file"}),
    ] {
        assert!(!asked(only_theirs.clone()), "{only_theirs}");
    }
}

#[test]
fn proposals_go_to_the_person() {
    let observation =
        page("text Begin | *\nradio Yes | g1 | ?Alone | *\nradio No | g1 | ?Alone\n[Send]");
    let advice = Advice::Propose("No".to_owned());
    let hints = [Hint { field: 1, advice, before_rules: false }];
    let input = PlanInput {
        observation: &observation,
        keys: &[],
        history: &[],
        step: 1,
        mode: JobMode::Live,
    };
    let plan = plan_with(&input, &hints);
    let Some(AgentAction::AskUser { questions }) = plan.actions.last() else {
        panic!("{:?}", plan.actions)
    };
    let shown: Vec<_> =
        questions.iter().map(|q| (q.save_as.as_str(), q.suggested.as_deref())).collect();
    assert_eq!(shown, [("answers.Begin", None), ("answers.Alone", Some("No"))]);
}

/// What was read of the pages in `tests/pages`, classified.
fn saved_pages() -> Vec<(String, Observation)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(path.join("snapshot.json")).unwrap();
        let frames: Vec<shared_types::snapshot::FrameSnapshot> =
            serde_json::from_str(&text).unwrap();
        let nobody = shared_types::Profile::default();
        let source = crate::bind::Source {
            profile: &nobody,
            record: None,
            today: None,
            others: &[],
            site: "",
        };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        pages.push((name, crate::observe::observe(&frames, &source).observation));
    }
    pages
}

/// What a person told about other forms changes nothing on a form that does not ask for it: with questions of all other
/// pages as remembered answers and as entries of the person's own, as far as their meaning is no role and no question of this
/// page, and with entries that say whose they are, the same fields are filled from the same entries.
#[test]
fn what_is_told_elsewhere_never_harms() {
    /// Of so many questions of other pages one is told.
    const SHARE: usize = 20;
    let own = keys(
        "firstName, lastName, fullName, email, phone, birthDate, company, jobTitle, address.street, \
        address.city, address.zipCode, address.country, facts.years, facts.noticePeriod",
    );
    let pages = saved_pages();
    assert!(pages.len() >= 40, "{}", pages.len());
    let mut told: Vec<String> = Vec::new();
    for (_, page) in &pages {
        told.extend(elsewhere::questions(page));
    }
    told.sort();
    told.dedup();
    let mut tried = 0;
    for (at, (name, page)) in pages.iter().enumerate() {
        // All together would take long; each page gets others.
        let some = told.iter().skip(at % SHARE).step_by(SHARE).map(String::as_str);
        let changed = elsewhere::changed(page, &own, &some.collect::<Vec<_>>());
        tried += changed.told;
        assert_eq!(changed.writes, Vec::<String>::new(), "{name}");
    }
    assert!(tried > 1_000, "{tried}");
}
