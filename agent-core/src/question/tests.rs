//! Wordings, and what they are understood as.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{concept::Concept, *};
use crate::language::LANGUAGES;

/// What a text is understood as, and what it is about.
fn read(text: &str, form: Form) -> Option<(Intent, String)> {
    of_text(text, "", form).map(|question| (question.intent, question.subject))
}

#[test]
fn wordings_of_yes_and_no_are_understood() {
    use Intent as I;
    for (text, intent) in [
        ("Are you legally entitled to work in Ireland?", I::WorkPermission),
        ("Do you hold a work permit for Switzerland?", I::WorkPermission),
        ("Do you need a visa to work in Norway?", I::PermitNeeded),
        ("Can you work in Spain without sponsorship?", I::WorkPermissionAlone),
        ("Will you now or at any time require our company to sponsor your visa?", I::Sponsorship),
        ("Would you be prepared to relocate for this role?", I::Relocate),
        ("Are you open to working from home?", I::Remote),
        ("Are you happy to work in the office?", I::OnSite),
        ("Are you a citizen of Canada?", I::IsCitizen),
        ("Do you live in France?", I::InPlace),
        ("Have you previously been employed by Harbour Instruments?", I::JobHere),
        ("Are you at least 21 years old?", I::AtLeastAge),
        ("Do you speak Swedish fluently?", I::Fluent),
        ("Do you have at least 5 years of work experience?", I::YearsAtLeast),
        ("Have you at least 3 years of experience?", I::YearsAtLeast),
        ("Do you have a bachelor's degree?", I::HasDegree),
        ("Have you completed a master's degree?", I::HasDegree),
        ("Haben Sie mindestens 5 Jahre Berufserfahrung?", I::YearsAtLeast),
        ("Do you have a driving licence?", I::DrivingLicence),
        ("Do you own a car?", I::OwnCar),
        ("Have you ever been convicted of a criminal offence?", I::Convictions),
        ("Are you bound by a non-compete agreement?", I::NonCompete),
        ("Do you consider yourself to have a disability?", I::Disability),
        ("Are you a veteran?", I::Veteran),
        ("Do you smoke?", I::Smoker),
        ("Do you have any children?", I::Children),
    ] {
        assert_eq!(read(text, Form::YesNo).map(|(intent, _)| intent), Some(intent), "{text}");
    }
}

#[test]
fn pronouns_are_asked_for_in_several_languages() {
    for text in ["Pronouns", "Pronomen", "Pronoms", "Pronombres", "Pronomes", "Pronomi", "Zaimki"] {
        assert_eq!(
            read(text, Form::Choice).map(|(intent, _)| intent),
            Some(Intent::Pronouns),
            "{text}"
        );
    }
}

#[test]
fn days_of_a_week_in_an_office_are_counted() {
    use Intent as I;
    for (text, intent) in [
        ("Can you work in our office two days a week?", Some(I::Hybrid)),
        ("Can you work in our office 3 days a week?", Some(I::Hybrid)),
        ("Can you work in our office five days a week?", Some(I::OnSite)),
        ("Can you work in our office 5 days a week?", None),
        ("Can you work in our office?", Some(I::OnSite)),
        ("Können Sie an 2 Tagen pro Woche im Büro arbeiten?", Some(I::Hybrid)),
        ("How long did you work there?", None),
    ] {
        assert_eq!(read(text, Form::YesNo).map(|(intent, _)| intent), intent, "{text}");
    }
}

#[test]
fn papers_are_asked_for_in_many_languages() {
    use Intent as I;
    for (text, intent) in [
        ("Passport number", Some(I::PassportNumber)),
        ("Passport expiry date", Some(I::PassportExpiry)),
        ("Passport issuing country", Some(I::PassportCountry)),
        ("Driving licence number", Some(I::LicenceNumber)),
        ("Driver's license expiration date", Some(I::LicenceExpiry)),
        ("Date of issue of your passport", Some(I::PassportIssued)),
        ("License plate number", Some(I::Plate)),
        ("Vehicle identification number (VIN)", Some(I::Vin)),
        ("Known Traveler Number", Some(I::KnownTraveller)),
        ("Redress number", Some(I::Redress)),
        ("Work e-mail", Some(I::OtherEmail)),
        ("Alternative email address", Some(I::OtherEmail)),
        ("E-mail", None),
        ("Numero della carta", None),
        ("Plate", None),
        ("Reisepassnummer", Some(I::PassportNumber)),
        ("Nummer des Reisepasses", Some(I::PassportNumber)),
        ("Kfz-Kennzeichen", Some(I::Plate)),
        ("Fahrgestellnummer", Some(I::Vin)),
        ("Führerscheinnummer", Some(I::LicenceNumber)),
        ("Rijbewijsnummer", Some(I::LicenceNumber)),
        ("Kørekortnummer", Some(I::LicenceNumber)),
        ("Geschäftliche E-Mail", Some(I::OtherEmail)),
        ("Numéro de passeport", Some(I::PassportNumber)),
        ("Plaque d'immatriculation", Some(I::Plate)),
        ("Numéro de permis de conduire", Some(I::LicenceNumber)),
        ("Número de pasaporte", Some(I::PassportNumber)),
        ("Matrícula del vehículo", Some(I::Plate)),
        ("Número do passaporte", Some(I::PassportNumber)),
        ("Placa do veículo", Some(I::Plate)),
        ("Numero di passaporto", Some(I::PassportNumber)),
        ("Targa del veicolo", Some(I::Plate)),
        ("Paspoortnummer", Some(I::PassportNumber)),
        ("Kenteken", Some(I::Plate)),
        ("Numer paszportu", Some(I::PassportNumber)),
        ("Číslo pasu", Some(I::PassportNumber)),
        ("Pasnummer", Some(I::PassportNumber)),
        ("Passnummer", Some(I::PassportNumber)),
        ("Passin numero", Some(I::PassportNumber)),
        ("Útlevél száma", Some(I::PassportNumber)),
        ("Rendszám", Some(I::Plate)),
        ("Număr pașaport", Some(I::PassportNumber)),
        ("Номер паспорта", Some(I::PassportNumber)),
        ("Pasaport numarası", Some(I::PassportNumber)),
        ("Plaka", Some(I::Plate)),
        ("护照号码", Some(I::PassportNumber)),
        ("车牌号", Some(I::Plate)),
        ("パスポート番号", Some(I::PassportNumber)),
        ("여권 번호", Some(I::PassportNumber)),
        ("رقم جواز السفر", Some(I::PassportNumber)),
        ("מספר דרכון", Some(I::PassportNumber)),
        ("Αριθμός διαβατηρίου", Some(I::PassportNumber)),
    ] {
        let found = read(text, Form::Text).map(|(intent, _)| intent);
        assert_eq!(found, intent, "{text}");
    }
    let under = |heading: &str, text: &str| {
        of_text(text, heading, Form::Text).map(|question| question.intent)
    };
    assert_eq!(under("Your vehicle", "License plate"), Some(I::Plate));
    assert_eq!(under("Other driver", "License plate"), None);
    assert_eq!(under("Unfallgegner", "Kennzeichen"), None);
    assert_eq!(under("Passenger", "Passport number"), None);
}

#[test]
fn wordings_that_ask_for_text_are_understood() {
    use Intent as I;
    for (text, intent, subject) in [
        ("What name do you go by?", I::PreferredName, ""),
        ("In which country do you currently live?", I::Country, ""),
        ("Current country of residence", I::Country, ""),
        ("Where are you currently based?", I::Location, ""),
        ("What is your nationality?", I::Nationality, ""),
        ("How much notice do you need to give your current employer?", I::Notice, ""),
        ("What is the earliest date you could start?", I::Start, ""),
        ("What salary do you expect?", I::SalaryExpected, ""),
        ("Current salary", I::SalaryCurrent, ""),
        ("How many years of experience do you have with Rust?", I::YearsOf, "rust"),
        ("Total years of work experience", I::YearsTotal, ""),
        ("What is the highest level of education you have completed?", I::HighestEducation, ""),
        ("How did you find out about this vacancy?", I::Heard, ""),
        ("Current employer", I::Employer, ""),
        ("Previous employer", I::PreviousEmployer, ""),
        ("Reason for leaving", I::Leaving, ""),
        ("Instagram profile", I::Link, "instagram"),
        ("Emergency contact phone", I::EmergencyPhone, ""),
        ("Referee 2: email", I::RefereeEmail, ""),
        ("Name of your landlord", I::LandlordName, ""),
        ("Mother's full name", I::SomebodyElse, ""),
        ("Marital status", I::Marital, ""),
        ("Passport expiry date", I::PassportExpiry, ""),
    ] {
        assert_eq!(read(text, Form::Text), Some((intent, subject.to_owned())), "{text}");
    }
}

/// What says more than is known, or something else, is no question that is answered.
#[test]
fn what_is_not_understood_as_a_whole_is_not_understood() {
    for text in [
        "",
        "Full name",
        "Email",
        "Policy number",
        "Do you have experience negotiating contracts with suppliers?",
        "Why would you like to work for us?",
        "If you need sponsorship, describe your last visa application",
        "Name of the country you were refused a visa for, if any, and why",
        "Do you agree to our terms and to a background check at your own cost?",
        "Are you authorized to bind your company to this contract?",
        "Describe your salary negotiations with your landlord",
    ] {
        for form in [Form::YesNo, Form::Text] {
            assert_eq!(read(text, form), None, "{text}");
        }
    }
}

#[test]
fn what_a_question_is_about_is_read() {
    let question = |text: &str| of_text(text, "", Form::YesNo).expect(text);
    let uk = question("Do you have the right to work in the UK?");
    assert_eq!(uk.regions, [Region::Country("GB")]);
    let several = question("Are you located in the US or Canada?");
    assert_eq!(several.regions, [Region::Country("CA"), Region::Country("US")]);
    // The page shows the person's own country; an observation has the key of it instead.
    let own = question("Are you legally authorized to work in the {{address.country}}?");
    assert_eq!(own.regions, [Region::Own]);
    assert!(question("Are you not authorised to work in Italy?").negated);
    assert!(!question("Can you work in Italy without sponsorship?").negated);
    assert_eq!(question("Are you at least 18 years of age?").number, Some(18));
    let second = of_text("Referee 2: phone", "", Form::Text).expect("a referee");
    assert_eq!((second.ordinal, second.keys(0)), (1, vec!["facts.referee.2.phone".to_owned()]));
    assert!(second.draws_on("facts.referee.2.phone") && !second.draws_on("facts.referee.1.phone"));
    let headed = of_text("Phone", "Emergency contact", Form::Text).expect("of the heading");
    assert_eq!(headed.intent, Intent::EmergencyPhone);
    // A heading with words of its own is about something else.
    assert_eq!(of_text("Phone", "Friend of the museum membership", Form::Text), None);
}

#[test]
fn one_text_that_is_there_twice_is_read_once() {
    let twice = "Do you have a driving licence? Do you have a driving licence?";
    assert_eq!(read(twice, Form::YesNo).map(|(intent, _)| intent), Some(Intent::DrivingLicence));
    let two = "Do you have a driving licence? Do you smoke?";
    assert_eq!(read(two, Form::YesNo), None, "two questions in one field");
    let long = "x ".repeat(4000) + "Do you smoke?";
    assert_eq!(read(&long, Form::YesNo), None);
}

#[test]
fn tables_name_concepts_that_exist() {
    for language in LANGUAGES {
        let mut known = BTreeSet::new();
        for (name, phrases) in language.concepts() {
            assert!(
                Concept::spelled(name).is_some(),
                "{}.txt: no concept is called +{name}",
                language.tag
            );
            assert!(known.insert(name), "{}.txt: +{name} is there twice", language.tag);
            let is_empty = |phrase: &str| phrase.trim().trim_matches('*').is_empty();
            assert!(
                !phrases.split(',').any(is_empty),
                "{}.txt: +{name} has an empty phrase",
                language.tag
            );
        }
    }
    let english: BTreeSet<&str> = LANGUAGES
        .first()
        .into_iter()
        .flat_map(|english| english.concepts())
        .map(|(name, _)| name)
        .collect();
    let missing: Vec<&str> = Concept::ALL
        .iter()
        .map(|one| one.as_str())
        .filter(|name| !english.contains(name))
        .collect();
    assert!(missing.is_empty(), "en.txt: no line for {missing:?}");
}

#[test]
fn every_key_of_an_intent_is_an_entry_that_can_be_there() {
    let profile: Vec<&str> = vec![
        "firstName",
        "address.country",
        "address.city",
        "birthDate",
        "gender",
        "pronouns",
        "company",
        "jobTitle",
        "resume.languages",
    ];
    for rule in RULES {
        for key in rule.intent.keys() {
            let numbered = key.replace(".N.", ".1.");
            let known =
                fact_of(&numbered).is_some() || profile.contains(key) || key.starts_with("resume.");
            assert!(known, "{:?} draws on {key}, which is no entry", rule.intent);
        }
    }
    let named: BTreeSet<&str> = FACTS.iter().map(|fact| fact.name).collect();
    assert_eq!(named.len(), FACTS.len(), "a fact is listed twice");
    assert_eq!(told_key("facts.years.Rust"), "facts.years");
    assert_eq!(told_key("facts.referee.2.name"), "facts.referee.2.name");
    assert!(fact_of("facts.referee.0.name").is_none() && fact_of("facts.shoeSize").is_none());
}

proptest! {
    /// Whatever a page says, reading it ends, and a question that was read can be read again.
    #[test]
    fn any_text_can_be_read(text in ".{0,300}", heading in ".{0,40}") {
        for form in [Form::YesNo, Form::Choice, Form::Text] {
            if let Some(question) = of_text(&text, &heading, form) {
                prop_assert!(question.is_same_as(&question) || question.keys(0).is_empty());
            }
        }
        telling_words(&text);
    }
}

#[test]
fn numbers_in_words_are_read_where_they_are_of_one_word() {
    let number =
        |text: &str| of_text(text, "", form::Form::YesNo).and_then(|question| question.number);
    assert_eq!(number("Do you have at least five years of work experience?"), Some(5));
    for text in ["Are you at least twenty-one years old?", "Avez-vous au moins vingt et un ans ?"] {
        assert_eq!(number(text), None, "{text}");
    }
}

#[test]
fn the_type_of_a_phone_is_known_by_its_choices() {
    let intent = |label: &str, choices: &[&str]| {
        let options: Vec<_> =
            choices.iter().map(|one| serde_json::json!({"value": one, "text": one})).collect();
        let field = serde_json::json!({"tag": "select", "type": "select-one", "label": label, "options": options});
        let field: Field = serde_json::from_value(field).expect("a field");
        super::of_field(&field).map(|question| question.intent)
    };
    assert_eq!(intent("Type", &["Mobile", "Home", "Work"]), Some(Intent::PhoneType));
    assert_eq!(intent("Typ", &["Privat", "Mobiltelefon"]), Some(Intent::PhoneType));
    assert_eq!(intent("Type", &["Phone", "E-mail"]), None, "a way to be reached");
    assert_eq!(intent("Type", &["Home", "Work"]), None, "of an address, perhaps");
    assert_eq!(intent("Street type", &["Mobile", "Home", "Work"]), None);
    assert_eq!(intent("Type", &["Mobile"]), None, "no choice");
}

/// A word that nobody knows, a second question, an aside or an opposite may turn a question round: where a wrong answer
/// harms, it is none then.
#[test]
fn what_may_turn_a_question_round_is_not_passed_over() {
    for text in [
        "Are you currently legally authorised to work outside the United Kingdom?",
        "Are you currently legally authorised to work full time in germany?",
        "Were you the victim of a criminal offence in the past, a federal crime or felony?",
        "Do you consent to a background check as required by law before starting work for our company?",
        "Are you authorised to work in Ireland? And do you waive all claims?",
        "Are you authorised to work in the UK? Are you authorised to work in the US?",
        "Aren't you authorised to work in Italy?",
        "You are authorised to work in Italy, aren't you?",
        "Is it false that you are authorised to work in Ireland?",
        "Do you object to a background check?",
        "Would you object to relocating?",
        "Haben Sie etwas gegen einen Umzug?",
        "您介意出差吗?",
        "Have you ever been arrested?",
        "Have you worked for at least 5 years?",
        "Do you have at least 5 years of work?",
        "Are you a citizen or resident of Canada?",
        "Are you willing to be bound by our company's remote work agreement?",
        "Are you authorised to work in Ireland (and do you waive all claims",
    ] {
        assert_eq!(read(text, Form::YesNo), None, "{text}");
    }
    assert_eq!(read("Reference number", Form::Text), None, "a number is no referee");
    // Whatever stands behind what is read of a sentence.
    let late = format!("Are you authorised to work{} without sponsorship?", " please".repeat(60));
    assert_eq!(read(&late, Form::YesNo), None);
    for (text, negated) in [
        ("Are you authorised to work in the UK or not?", false),
        ("Please indicate whether or not you are legally authorised to work in the UK", false),
        ("Sind Sie berechtigt oder nicht, in Deutschland zu arbeiten?", false),
        ("Do you have no right to work in Ireland?", true),
        ("Are you (not) authorised to work in Ireland?", true),
        ("Have you no criminal convictions?", true),
    ] {
        assert_eq!(of_text(text, "", Form::YesNo).map(|one| one.negated), Some(negated), "{text}");
    }
    for text in [
        "Are you legally authorised to work in the United States (without sponsorship)?",
        "Can you start this position without visa sponsorship?",
    ] {
        let intent = read(text, Form::YesNo).map(|(intent, _)| intent);
        assert_eq!(intent, Some(Intent::WorkPermissionAlone), "{text}");
    }
    let excluding = "Excluding the transfer of a currently valid H1B visa, will you require sponsorship for this position?";
    let intent = read(excluding, Form::YesNo).map(|(intent, _)| intent);
    assert_eq!(intent, Some(Intent::Sponsorship));
    // What goes on from the answer does not.
    assert!(read("Have you ever worked for Acme? If yes, when?", Form::YesNo).is_some());
}
