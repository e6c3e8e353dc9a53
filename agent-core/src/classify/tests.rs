use proptest::prelude::*;
use shared_types::{Button, Field, FieldOption, Observation, Widget};

use super::{cue::Topic, *};

mod kinds;

/// A field from `key=value` facts: `l` label, `n` name, `i` id, `p` placeholder, `t` type, `a`
/// autocomplete, `m` maxlength, `o` options with `/` between them, `s` section, `g` question.
fn field(facts: &str) -> Field {
    let mut field = Field { tag: "input".into(), kind: "text".into(), ..Field::default() };
    for (key, value) in facts.split(" | ").filter_map(|fact| fact.split_once('=')) {
        let value = value.to_owned();
        match key.trim() {
            "l" => (field.label, field.accessible_name) = (value.clone(), Some(value)),
            "n" => field.name = value,
            "i" => field.id = value,
            "p" => field.placeholder = value,
            "t" => field.kind = value,
            "a" => field.autocomplete = value,
            "m" => field.max_length = value.parse().ok(),
            "keys" => field.input_mode = Some(value),
            "s" => field.section = Some(value),
            "g" => field.group = Some(value),
            "near" => field.nearby = Some(value),
            "o" => {
                field.tag = "select".into();
                field.kind = "select-one".into();
                field.options = Some(value.split('/').map(option).collect());
            }
            other => panic!("no such fact: {other}"),
        }
    }
    match field.kind.as_str() {
        "textarea" => field.tag = "textarea".into(),
        "file" => field.widget = Some(Widget::File),
        _ => {}
    }
    field
}

fn option(text: &str) -> FieldOption {
    FieldOption { value: text.to_owned(), text: text.to_owned(), ..FieldOption::default() }
}

fn page(lang: &str, fields: &[&str], button: &str) -> Observation {
    let mut observation = Observation {
        lang: (!lang.is_empty()).then(|| lang.to_owned()),
        fields: fields.iter().map(|facts| field(facts)).collect(),
        ..Observation::default()
    };
    for (index, field) in (0..).zip(&mut observation.fields) {
        field.index = index;
        field.form = Some(0);
    }
    if !button.is_empty() {
        observation.buttons.push(Button {
            kind: "submit".into(),
            text: button.to_owned(),
            submits: Some(true),
            form: Some(0),
            ..Button::default()
        });
    }
    classify(&mut observation);
    observation
}

fn roles(observation: &Observation) -> Vec<&str> {
    observation.fields.iter().map(|field| field.role.as_deref().unwrap_or("-")).collect()
}

fn check(lang: &str, facts: &str, expected: &str) {
    let observation = page(lang, &[facts], "");
    let field = &observation.fields[0];
    assert_eq!(field.role.as_deref(), Some(expected), "{lang} {facts}: {:?}", field.evidence);
}

fn check_form(fields: &[(&str, &str)], button: &str) {
    let facts: Vec<&str> = fields.iter().map(|(facts, _)| *facts).collect();
    let expected: Vec<&str> = fields.iter().map(|(_, role)| *role).collect();
    let observation = page("en", &facts, button);
    assert_eq!(
        roles(&observation),
        expected,
        "{facts:?} {:#?}",
        observation.fields.iter().map(|f| &f.evidence).collect::<Vec<_>>()
    );
}

#[test]
fn one_field_in_english() {
    for (facts, role) in [
        ("l=First name", "given-name"),
        ("l=Last name *", "family-name"),
        ("l=Surname | n=sn", "family-name"),
        ("l=Full name", "name"),
        ("l=Your name", "name"),
        ("l=Middle initial", "additional-name"),
        ("l=E-mail address", "email"),
        ("n=userEmail", "email"),
        ("t=email", "email"),
        ("l=Mobile phone number | t=tel", "tel"),
        ("l=ZIP / Postal code", "postal-code"),
        ("n=shipping[postcode]", "postal-code"),
        ("l=City", "address-level2"),
        ("l=Town/City", "address-level2"),
        ("l=State / Province", "address-level1"),
        ("l=Country | o=Germany/France/Italy", "country"),
        ("o=Select…/Germany/France/Italy/Spain", "country"),
        ("l=Apartment, suite, etc. (optional)", "address-line2"),
        ("l=House number", "address-housenumber"),
        ("l=House number | t=number", "address-housenumber"),
        ("l=Company", "organization"),
        ("l=Company | t=number", "none"),
        ("l=Street name", "street-address"),
        ("l=Company name", "organization"),
        ("l=Job title", "organization-title"),
        ("l=Website | t=url", "url"),
        ("l=Date of birth | t=date", "bday"),
        ("l=Gender | o=Male/Female/Other", "sex"),
        ("l=Title | o=Mr/Mrs/Dr", "honorific-prefix"),
        ("l=Card number", "cc-number"),
        ("l=Name on card", "cc-name"),
        ("l=Topic area | o=Painting/Sculpture/Dance", "none"),
        ("l=Area code | o=020/0121/0131", "tel-area-code"),
        ("l=Expiry date (MM/YY)", "cc-exp"),
        ("l=CVC", "cc-csc"),
        ("l=One-time code", "one-time-code"),
        ("l=VAT number", "vat-number"),
        ("l=LinkedIn profile", "x-linkedin"),
        ("l=GitHub URL | t=url", "x-github"),
        ("l=Cover letter | t=textarea", "x-cover-letter"),
        ("l=Upload your CV | t=file", "x-resume"),
        ("l=Profile photo | t=file", "x-photo"),
        ("l=Transcript | t=file", "x-file"),
        ("l=Desired salary", "x-salary"),
        ("l=Notice period", "x-notice-period"),
        ("l=Years of experience | t=number", "x-experience-years"),
        ("l=Highest degree", "x-degree"),
        ("l=Field of study", "x-field-of-study"),
        ("l=University", "x-school"),
        ("l=GPA", "x-gpa"),
        ("l=Pronouns", "x-pronouns"),
        ("l=Search products | t=search", "x-search"),
        ("l=Promo code", "x-coupon"),
        ("l=I agree to the terms and conditions | t=checkbox", "x-consent"),
        ("l=Send me the newsletter | t=checkbox", "x-newsletter"),
        ("l=Leave this field blank", "x-honeypot"),
        ("l=Emergency contact name", "x-other-person"),
        ("l=Friend's email | t=text", "x-other-person"),
        ("l=Quantity", "x-quantity"),
        ("l=Order notes | t=textarea", "x-comment"),
        ("l=Enter the characters you see", "x-captcha"),
        ("l=Age", "x-age"),
    ] {
        check("en", facts, role);
    }
}

#[test]
fn one_field_in_other_languages() {
    for (lang, facts, role) in [
        ("de", "l=Straße", "street-address"),
        ("de", "l=Straße und Hausnummer", "address-line1"),
        ("de", "l=PLZ", "postal-code"),
        ("de", "l=PLZ / Ort", "postal-code-and-city"),
        ("de", "l=Vorname", "given-name"),
        ("de", "l=Gehaltsvorstellung", "x-salary"),
        ("de", "l=Handynummer", "tel"),
        ("de", "l=Passwort vergessen? | t=checkbox", "none"),
        ("pt", "l=Nome", "name"),
        ("fr", "l=Nom", "family-name"),
        ("fr", "l=Prénom", "given-name"),
        ("fr", "l=Complément d’adresse", "address-line2"),
        ("fr", "l=Code postal ou ville", "postal-code-and-city"),
        ("es", "l=Apellidos", "family-name"),
        ("es", "l=Correo electrónico", "email"),
        ("es", "l=Código postal", "postal-code"),
        ("it", "l=Numero civico", "address-housenumber"),
        ("it", "l=Codice fiscale", "id-number"),
        ("pt-BR", "l=CEP", "postal-code"),
        ("pt-BR", "l=Número do cartão", "cc-number"),
        ("nl", "l=Achternaam", "family-name"),
        ("nl", "l=Toevoeging", "address-extra-housesuffix"),
        ("pl", "l=Imię i nazwisko", "name"),
        ("cs", "l=PSČ", "postal-code"),
        ("da", "l=Adgangskode | t=password", "current-password"),
        ("sv", "l=E-postadress", "email"),
        ("nb", "l=Poststed", "address-level2"),
        ("no", "l=Etternavn", "family-name"),
        ("fi", "l=Sähköpostiosoitteesi", "email"),
        ("fi", "l=Postinumero", "postal-code"),
        ("hu", "l=Irányítószám", "postal-code"),
        ("hu", "l=Vezetéknév", "family-name"),
        ("ro", "l=Județ", "address-level1"),
        ("tr", "l=Kart numarası", "cc-number"),
        ("tr", "l=İlçe", "address-level2"),
        ("el", "l=Ταχυδρομικός Κώδικας", "postal-code"),
        ("el", "l=ΟΝΟΜΑΤΕΠΩΝΥΜΟ", "name"),
        ("ru", "l=Фамилия", "family-name"),
        ("ru", "l=Номер телефона", "tel"),
        ("uk", "l=Електронна пошта", "email"),
        ("ja", "l=郵便番号（ハイフンなし）", "postal-code"),
        ("ja", "l=お名前（姓）", "family-name"),
        ("ja", "l=メールアドレス", "email"),
        ("ko", "l=휴대폰 번호", "tel"),
        ("zh", "l=请输入您的手机号码", "tel"),
        ("zh", "l=详细地址", "street-address"),
        ("ar", "l=البريد الإلكتروني", "email"),
        ("ar", "l=رقم\u{200f} الهاتف", "tel"),
        ("he", "l=שם משפחה", "family-name"),
    ] {
        check(lang, facts, role);
    }
}

/// What language a page is in, by its words and by what it says of itself.
#[test]
fn a_page_is_in_the_language_of_its_words() {
    let check = |named: &str, labels: &[&str], expected: &str| {
        let facts: Vec<String> = labels.iter().map(|label| format!("l={label}")).collect();
        let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
        let spoken = spoken::spoken(&page(named, &facts, ""));
        let tag = spoken.map_or("", |at| tables::LANGUAGES[usize::from(at)].tag);
        assert_eq!(tag, expected, "{named} {labels:?}");
    };
    let german = ["Vorname", "Nachname", "Straße und Hausnummer", "Postleitzahl", "Ort"];
    let french = ["Prénom", "Nom de famille", "Code postal", "Ville", "Adresse e-mail"];
    check("", &german, "de");
    check("de-AT", &german, "de");
    // The program that made the page was English.
    check("en", &german, "de");
    check("en", &french, "fr");
    check("", &["First name", "Last name", "Street address", "City"], "en");
    check("fr", &["First name", "Last name", "Street address", "Postcode"], "en");
    // Too little to say.
    check("", &["Name"], "");
    check("it", &["Name"], "it");
    check("", &[], "");
}

#[test]
fn words_are_whole() {
    for facts in [
        "l=Footprint",
        "n=footprint",
        "l=Velocity",
        "l=Nameplate colour preference of the vehicle",
        "n=hotpot",
        "l=Capacity",
        "l=Product name",
        "l=Paper title",
    ] {
        let observation = page("en", &[facts], "");
        let role = observation.fields[0].role.as_deref().unwrap();
        assert!(role == "none" || role.starts_with("x-"), "{facts}: {role}");
    }
}

/// A door, a room, a block: alone they name a part of an address, among other words they are just words.
#[test]
fn everyday_words_decide_nothing_in_a_question() {
    for (label, role) in [
        ("Door", "apartment"),
        ("Room", "apartment"),
        ("Unit", "apartment"),
        ("Apartment, suite, unit, building, floor, etc.", "address-line2"),
        ("What is written on the door of your office?", "none"),
        ("Would you rather have a room of your own in the house?", "none"),
        ("Which unit did you serve with?", "none"),
        ("At which entrance shall we wait for you?", "none"),
        ("Is there a time block that would suit you best?", "none"),
    ] {
        check("en", &format!("l={label}"), role);
    }
}

#[test]
fn what_contradicts_itself_has_no_role() {
    for facts in [
        "l=Card number | a=name",
        "l=Date of birth | a=postal-code",
        "l=Email address | a=cc-number",
        "l=Password | a=tel",
    ] {
        check("en", facts, "none");
    }
    // Near enough: the attribute is the finer of the two.
    for (facts, role) in [
        ("l=Address | a=shipping address-line1", "address-line1"),
        ("l=Phone | a=section-a tel-national", "tel-national"),
        ("l=E-mail | a=off", "email"),
        ("l=Login | a=username", "username"),
        ("l=House number | a=address-line2", "address-housenumber"),
        ("l=First name | a=new-password", "given-name"),
    ] {
        check("en", facts, role);
    }
}

#[test]
fn evidence_tells_what_decided() {
    let observation = page("en", &["l=E-mail address | a=email | t=email"], "");
    let field = &observation.fields[0];
    assert_eq!(field.evidence, ["autocomplete: email", "label: e mail address", "type=email"]);
    // Measured: of roles that are given with this confidence as good as all are right.
    assert!(field.confidence.unwrap() > 0.95);
}

#[test]
fn passwords_by_the_form() {
    // "Name" before a password is the account's where the page itself calls it so.
    check_form(
        &[("l=Name | n=formusername", "username"), ("l=Password | t=password", "new-password")],
        "Sign up",
    );
    check_form(&[("l=E-mail | t=email | i=username", "username")], "Continue");
    check_form(&[("l=Your e-mail | t=email", "username")], "Reset password");
    check_form(&[("l=Security answer | t=password", "x-security-answer")], "Continue");
    check_form(
        &[("l=Username", "username"), ("l=Password | t=password", "current-password")],
        "Log in",
    );
    check_form(
        &[("l=E-mail", "username"), ("l=Password | t=password", "current-password")],
        "Sign in",
    );
    check_form(
        &[("l=E-mail", "email"), ("l=Password | t=password", "new-password")],
        "Create account",
    );
    check_form(
        &[
            ("l=Name", "name"),
            ("l=E-mail", "email"),
            ("l=Password | t=password", "new-password"),
            ("l=Repeat password | t=password", "new-password"),
        ],
        "OK",
    );
    check_form(
        &[
            ("l=Old password | t=password", "current-password"),
            ("l=New password | t=password", "new-password"),
            ("l=Confirm password | t=password", "new-password"),
        ],
        "Save",
    );
    check_form(
        &[
            ("l=Password | t=password", "current-password"),
            ("l=Password | t=password", "new-password"),
            ("l=Password | t=password", "new-password"),
        ],
        "Change password",
    );
    check_form(&[("l=E-mail", "username")], "Log in");
    check_form(&[("l=E-mail", "email")], "Subscribe");
    check_form(
        &[("l=Employee code", "username"), ("l=Password | t=password", "current-password")],
        "Log in",
    );
    check_form(&[("l=Card number", "cc-number"), ("l=CVV | t=password", "cc-csc")], "Pay");
}

#[test]
fn a_log_in_by_email_can_be_told() {
    let login = page("en", &["l=E-mail", "l=Password | t=password"], "Sign in");
    assert!(identifies_by_email(&login.fields[0]));
    let login = page("en", &["l=Username", "l=Password | t=password"], "Sign in");
    assert!(!identifies_by_email(&login.fields[0]));
}

#[test]
fn names_and_phones_in_sequence() {
    check_form(&[("l=Name", "given-name"), ("l=Surname", "family-name")], "");
    check_form(
        &[
            ("l=Phone | m=3", "tel-area-code"),
            ("n=phone2 | m=3", "tel-local-prefix"),
            ("n=phone3 | m=4", "tel-local-suffix"),
        ],
        "",
    );
    check_form(
        &[("o=+49/+33/+44 | n=prefix", "tel-country-code"), ("l=Phone | t=tel", "tel-national")],
        "",
    );
    check_form(&[("l=Area code", "tel-area-code"), ("l=Phone | t=tel", "tel-local")], "");
}

#[test]
fn jobs_and_schools() {
    check_form(
        &[
            ("l=Company | s=Work experience", "x-job-company"),
            ("l=Job title | s=Work experience", "x-job-title"),
            ("l=City | s=Work experience", "x-job-location"),
            ("l=Start date | s=Work experience", "x-job-start"),
            ("l=End date | s=Work experience", "x-job-end"),
            ("l=I currently work here | t=checkbox | s=Work experience", "x-job-current"),
            ("l=Description of duties | t=textarea | s=Work experience", "x-job-description"),
            ("l=School | s=Education", "x-school"),
            ("l=Start date | s=Education", "x-education-start"),
            ("l=Graduation date | s=Education", "x-education-end"),
        ],
        "Next",
    );
    // Without headings, dates go with what stands before them; a company alone is today's.
    check_form(
        &[
            ("l=Company", "organization"),
            ("l=Start date", "x-start-date"),
            ("l=University", "x-school"),
            ("l=Start date", "x-education-start"),
            ("l=Description", "x-comment"),
        ],
        "Next",
    );
}

#[test]
fn people_who_are_not_asked_about_themselves() {
    check_form(
        &[
            ("l=Name | s=Your details", "name"),
            ("l=Name | s=Emergency contact", "x-other-person"),
            ("l=Phone | s=Emergency contact", "x-other-person"),
            ("l=Spouse's email", "x-other-person"),
        ],
        "",
    );
}

#[test]
fn addresses_in_sequence() {
    check_form(
        &[
            ("l=Address", "address-line1"),
            ("l=Address line 2", "address-line2"),
            ("l=City", "address-level2"),
        ],
        "",
    );
    check_form(
        &[
            ("l=Street", "address-streetname"),
            ("l=Number", "address-housenumber"),
            ("l=District", "address-level3"),
            ("l=City", "address-level2"),
        ],
        "",
    );
    check_form(&[("l=Address", "street-address"), ("l=Suburb", "address-level2")], "");
}

#[test]
fn cards_in_sequence() {
    check_form(&[("l=Card number", "cc-number"), ("l=First name", "cc-name")], "Pay");
    check_form(
        &[
            ("l=Card number", "cc-number"),
            ("l=First name", "cc-given-name"),
            ("l=Last name", "cc-family-name"),
        ],
        "Pay",
    );
    check_form(
        &[
            ("l=E-mail", "email"),
            ("l=First name", "given-name"),
            ("l=Last name", "family-name"),
            ("l=Card number", "cc-number"),
            ("l=Valid until", "cc-exp"),
        ],
        "Pay",
    );
    check_form(
        &[
            ("l=Name", "cc-name"),
            ("l=Card number", "cc-number"),
            ("l=Month | o=01/02/03/04/05/06/07/08/09/10/11/12", "cc-exp-month"),
            ("l=Year | o=2026/2027/2028/2029/2030", "cc-exp-year"),
            ("l=Security code", "cc-csc"),
        ],
        "",
    );
    check_form(
        &[
            ("l=Card number", "cc-number"),
            ("l=MM | m=2", "cc-exp-month"),
            ("l=YY | m=2", "cc-exp-year"),
        ],
        "",
    );
    check_form(
        &[
            ("l=Name", "name"),
            ("l=E-mail", "email"),
            ("l=Phone", "tel"),
            ("l=Bonus club card number", "x-coupon"),
        ],
        "",
    );
}

#[test]
fn birth_dates_in_sequence() {
    let days = (1..=31).map(|n| n.to_string()).collect::<Vec<_>>().join("/");
    let years = (1920..=2010).map(|n| n.to_string()).collect::<Vec<_>>().join("/");
    let day = format!("n=d | o={days}");
    let year = format!("n=y | o={years}");
    check_form(
        &[
            (&day, "bday-day"),
            ("n=m | o=January/February/March/April/May/June", "bday-month"),
            (&year, "bday-year"),
        ],
        "",
    );
}

#[test]
fn a_new_language_needs_only_its_table() {
    let mut tags: Vec<&str> = tables::LANGUAGES.iter().map(|language| language.tag).collect();
    assert_eq!(tags[0], "en");
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), tables::LANGUAGES.len(), "a language is listed twice");
    // Without these a form of any kind cannot be filled in.
    let needed: [Cue; 13] = [
        Role::Email.into(),
        Role::Tel.into(),
        Role::FamilyName.into(),
        Role::GivenName.into(),
        Role::PostalCode.into(),
        Role::Country.into(),
        Role::AddressLevel2.into(),
        Role::StreetAddress.into(),
        Hint::Password.into(),
        Role::CcNumber.into(),
        Hint::Login.into(),
        Hint::SignUp.into(),
        Role::Consent.into(),
    ];
    for language in tables::LANGUAGES {
        for (name, phrases) in language.roles() {
            assert!(
                Topic::spelled(name).is_some(),
                "{}.txt: no role is called {name}",
                language.tag
            );
            assert!(
                !phrases.contains(':') && !phrases.contains(",,"),
                "{}: {phrases}",
                language.tag
            );
            // Marks elsewhere than in front would be lost without a word.
            for phrase in phrases.split(',').map(str::trim) {
                assert!(
                    !phrase.trim_start_matches('?').contains('?'),
                    "{}: {phrase}",
                    language.tag
                );
            }
        }
        // Where a language says it in English, the English table is enough.
        let says = [language, &tables::LANGUAGES[0]];
        let listed = |cue: &Cue| {
            says.iter().any(|l| l.rows().any(|(topic, _)| topic == Some(Topic::Cue(*cue))))
        };
        let lacks: Vec<Cue> = needed.into_iter().filter(|cue| !listed(cue)).collect();
        assert!(lacks.is_empty(), "{}.txt: no line for {lacks:?}", language.tag);
        assert!(language.rows().count() > 40, "{}.txt has too few lines", language.tag);
    }
}

#[test]
fn odd_pages_are_read_without_harm() {
    for (facts, role) in [
        // Zero-width and direction marks, mixed scripts, emoji.
        ("l=\u{200b}E\u{200d}-\u{2060}mail \u{202b}", "email"),
        ("l=📧 E-mail ✨", "email"),
        ("l=Имя / First name", "given-name"),
        ("l=الاسم الأول (First name)", "given-name"),
        // No text at all.
        ("l=", "none"),
        ("l=🙂🙂🙂", "none"),
        // What people read goes before what the page tells browsers: nothing is filled.
        ("l=Card number | a=name", "none"),
        ("l=First name | a=cc-number", "none"),
        ("l=Password | a=email", "none"),
    ] {
        check("en", facts, role);
    }
    let long = format!("l={}", "please tell us your story in full ".repeat(3_000));
    check("en", &long, "none");
    let many: Vec<&str> = vec!["l=First name"; 100];
    assert!(roles(&page("en", &many, "")).iter().all(|role| *role == "given-name"));
    let options = (0..10_000).map(|n| format!("Choice {n}")).collect::<Vec<_>>().join("/");
    check("en", &format!("l=Favourite | o={options}"), "none");
}

proptest! {
    #[test]
    fn any_page_is_classified_the_same_way_twice(
        texts in proptest::collection::vec((".{0,40}", "[a-zA-Z0-9_\\[\\].-]{0,30}", 0..7usize), 0..12),
        lang in "[a-z]{0,3}",
        button in ".{0,20}",
    ) {
        let kinds = ["text", "password", "tel", "checkbox", "file", "date", "select-one"];
        let mut first = Observation { lang: Some(lang), ..Observation::default() };
        for (label, name, kind) in texts {
            first.fields.push(Field {
                label: label.clone(),
                placeholder: label,
                name: name.clone(),
                autocomplete: name,
                kind: kinds[kind].to_owned(),
                ..Field::default()
            });
        }
        first.buttons.push(Button { text: button, submits: Some(true), ..Button::default() });
        let mut second = first.clone();
        classify(&mut first);
        classify(&mut second);
        prop_assert_eq!(&first, &second);
        for field in &first.fields {
            let confidence = field.confidence.unwrap();
            prop_assert!((0.0..=1.0).contains(&confidence), "{}", confidence);
            prop_assert!(Role::is_spelling(field.role.as_deref().unwrap()));
        }
        // A second look at a classified page changes nothing.
        classify(&mut second);
        prop_assert_eq!(first, second);
    }
}

/// By such a role a planner is kept from the field, and a code is asked for where it belongs: however thin what speaks
/// for it is, the weights leave it.
#[test]
fn what_guards_a_field_is_never_doubted_away() {
    let mut guarded = 0;
    for words in [
        "Card number",
        "Security code",
        "Card expiry",
        "One-time code",
        "Verification code",
        "Passport number",
        "National ID",
        "Kartennummer",
        "Code de vérification",
        "Codice fiscale",
    ] {
        for facts in [
            format!("l={words}"),
            format!("p={words}"),
            format!("near={words}"),
            format!("n={}", words.replace([' ', '-'], "_")),
            format!("l=Please give us the {words} of the person we met | n=q17"),
            format!("l=Digit 1 of 6 | s={words} | n={}", words.replace([' ', '-'], "_")),
        ] {
            for around in [&["l=Where did you hear of us?"][..], &[], &["l=E-mail", "l=City"]] {
                let fields: Vec<&str> = around.iter().copied().chain([facts.as_str()]).collect();
                let observation = page("en", &fields, "Send");
                let by_rules = read(&observation).last().and_then(Reading::role);
                let role = observation.fields.last().and_then(Role::of);
                if by_rules.is_some_and(Role::guards) {
                    guarded += 1;
                    assert_eq!(role, by_rules, "{facts}");
                }
            }
        }
    }
    assert!(guarded > 60, "{guarded}");
}

#[test]
fn a_block_of_a_past_job_asks_of_that_job() {
    const BLOCK: &str = "s=Work experience 1";
    let block = |facts: &str| field(&format!("{facts} | {BLOCK}"));
    let mut page = Observation {
        fields: vec![
            block("l=Title"),
            block("l=Company"),
            block("l=Location"),
            block("l=I currently work here | t=checkbox"),
            block("l=From* | p=MM/YYYY"),
            block("l=To* | p=MM/YYYY"),
        ],
        ..Observation::default()
    };
    for (index, field) in (0..).zip(&mut page.fields) {
        field.index = index;
    }
    classify(&mut page);
    let roles: Vec<_> = page.fields.iter().map(|field| field.role.as_deref()).collect();
    let expected = [
        "x-job-title",
        "x-job-company",
        "x-job-location",
        "x-job-current",
        "x-job-start",
        "x-job-end",
    ];
    assert_eq!(roles, expected.map(Some));
}
