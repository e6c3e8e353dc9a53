//! Whole bindings: fields as pages have them, values as people write them.

use proptest::prelude::*;
use serde_json::{Value, json};
use shared_types::{
    Observation, Private, Profile, ProfileKey, Record, job::OpenCode, operation::OperationResult,
};

use super::*;

fn profile() -> Profile {
    serde_json::from_value(json!({
        "firstName": "Johanna", "middleName": "Maria", "lastName": "van der Berg",
        "email": "jo@example.org", "phone": "+44 20 7946 0958", "birthDate": "1990-08-05", "gender": "female",
        "address": {"street": "160 Main St", "street2": "Floor 3, Apartment 306", "city": "Cambridge",
                    "state": "MA", "zipCode": "02139-4307", "country": "US"},
        "addresses": {"St. Ives": {"street": "2 Quay Road", "street2": "Floor 1", "city": "St Ives",
                                   "zipCode": "TR26 1AA", "country": "GB"}},
        "website": "example.org/jo",
        "resume": {
            "skills": ["Rust", "Gardening", "SQL"],
            "experiences": [{"company": "Acme", "title": "Engineer", "startDate": "2020-03", "current": true}]
        },
        "custom": {"District": "North"},
        "answers": {"Are you 18?": true, "Cities": ["Bonn", "Kyiv"]},
        "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "QQ=="}},
        "payment": {"cardNumber": "4111 1111 1111 1111", "expMonth": "4", "expYear": "2031"}
    }))
    .unwrap()
}

fn page(lang: &str, fields: Value) -> Observation {
    let Value::Array(mut fields) = fields else { panic!("fields are a list") };
    for (index, field) in fields.iter_mut().enumerate() {
        field["index"] = json!(index);
        for (name, usual) in [("tag", "input"), ("type", "text")] {
            if field.get(name).is_none() {
                field[name] = json!(usual);
            }
        }
    }
    serde_json::from_value(json!({"url": "https://example.org/", "lang": lang, "fields": fields}))
        .unwrap()
}

/// `0=text`, `0?choice`, `0+` and `0-` for ticking, `0#values`, `0@files`; `!code` for a refusal.
fn shown(result: Result<Vec<Write>, Unbindable>) -> String {
    let one = |write: Write| {
        let what = match write.bound {
            Bound::Text(text) => format!("={}", text.reveal()),
            Bound::Choice(text) => format!("?{}", text.reveal()),
            Bound::Choices(texts) => {
                let texts: Vec<&str> = texts.iter().map(Private::reveal).collect();
                format!("?{}", texts.join(" & "))
            }
            Bound::Checked(true) => "+".to_owned(),
            Bound::Checked(false) => "-".to_owned(),
            Bound::Options { values, .. } => format!("#{}", values.join(",")),
            Bound::Files(files) => format!("@{}", files[0].name),
        };
        format!("{}{what}", write.field)
    };
    match result {
        Ok(writes) => writes.into_iter().map(one).collect::<Vec<_>>().join(" "),
        Err(unbindable) => format!("!{:?}", unbindable.code),
    }
}

#[track_caller]
fn check(fields: Value, key: &str, expected: &str) {
    check_in("en", fields, 0, key, expected);
}

#[track_caller]
fn check_in(lang: &str, fields: Value, at: u32, key: &str, expected: &str) {
    let profile = profile();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let found = bind(&page(lang, fields), at, &ProfileKey::new(key), &source);
    assert_eq!(shown(found), expected, "{key}");
}

/// A value that stands in a record.
#[track_caller]
fn check_value(fields: Value, value: Value, expected: &str) {
    let profile = Profile::default();
    let record: Record = serde_json::from_value(json!({"X": value})).unwrap();
    let source =
        Source { profile: &profile, record: Some(&record), today: None, others: &[], site: "" };
    let found = bind(&page("en", fields.clone()), 0, &ProfileKey::new("record.X"), &source);
    assert_eq!(shown(found), expected, "{value}");
    let literal = bind_value(&page("en", fields), 0, &value, None);
    assert_eq!(shown(literal), expected, "literal {value}");
}

#[test]
fn keys_and_derived_keys() {
    let profile = profile();
    let record: Record = serde_json::from_value(json!({
        "a.b": 1, "courses[]": ["x", "y"], "job": {"title": "Dev", "tags": ["p"]}, "none": null, "list": [{"n": 2}]
    }))
    .unwrap();
    let source =
        Source { profile: &profile, record: Some(&record), today: None, others: &[], site: "" };
    let keys: Vec<String> = source.keys().into_iter().map(|key| key.to_string()).collect();
    insta::assert_snapshot!(keys.join("\n"));
    for (key, value) in [
        ("fullName", Some("Johanna Maria van der Berg")),
        ("payment.cardName", Some("Johanna Maria van der Berg")),
        ("payment.expiry", Some("04/2031")),
        ("resume.skills", Some("Rust, Gardening, SQL")),
        ("resume.skills.1", Some("Gardening")),
        ("answers.Are you 18?", Some("Yes")),
        ("record.a.b", Some("1")),
        ("record.courses[]", Some("x, y")),
        ("record.job.tags", Some("p")),
        ("record.list.0.n", Some("2")),
        ("documents.cv", Some("cv.pdf")),
        ("password", None),
        ("record.none", None),
    ] {
        let found = source.value(&ProfileKey::new(key));
        assert_eq!(found.as_ref().map(Private::reveal), value, "{key}");
    }
    // Every key that is listed can be looked up, and every value that is listed is under its key.
    assert!(source.keys().iter().all(|key| source.value(key).is_some()));
    assert!(source.values().iter().all(|(key, value)| source.value(key).as_ref() == Some(value)));
}

#[test]
fn parts_of_a_whole_name_are_keys() {
    let profile: Profile =
        serde_json::from_value(json!({"fullName": "Ludwig van Beethoven"})).unwrap();
    let keys: Vec<String> =
        keys_of_profile(&profile).into_iter().map(|key| key.to_string()).collect();
    assert_eq!(keys, ["firstName", "lastName", "fullName"].map(str::to_owned));
    let other: Profile =
        serde_json::from_value(json!({"fullName": "Prince Rogers", "lastName": "Nelson"})).unwrap();
    assert!(!keys_of_profile(&other).contains(&ProfileKey::new("firstName")));
}

#[test]
fn placeholders_go_there_and_back() {
    let profile = profile();
    let record: Record = serde_json::from_value(json!({"Loan": 5})).unwrap();
    let keys =
        Source { profile: &profile, record: Some(&record), today: None, others: &[], site: "" }
            .keys();
    let placeholders = placeholder_profile(&keys);
    let source =
        Source { profile: &placeholders, record: None, today: None, others: &[], site: "" };
    for key in &keys {
        let path = key.as_str();
        let without = path.starts_with("documents.")
            || path.ends_with(".current")
            || path.starts_with("resume.skills.")
            || path == CARD_EXPIRY;
        let stored =
            if path.starts_with("record.") { format!("custom.{path}") } else { path.to_owned() };
        let value = source.value(&ProfileKey::new(stored));
        let back = value.as_ref().and_then(|value| placeholder_key(value.reveal()));
        if !without {
            assert_eq!(back.as_ref(), Some(key), "{path}");
        }
    }
    for (text, key) in [
        (" {{address.city}} ", Some("address.city")),
        ("{{a}} {{b}}", None),
        ("Hi {{a}}", None),
        ("{{}}", None),
        ("{{record.Loan Amount ($)}}", Some("record.Loan Amount ($)")),
        ("Berlin", None),
    ] {
        assert_eq!(placeholder_key(text), key.map(ProfileKey::from), "{text}");
    }
    // What a hostile list of keys names is no reason to build anything large.
    let odd = ["resume.experiences.99999999.title", "address", "resume", "resume.skills.5"]
        .map(ProfileKey::from);
    assert!(serde_json::to_string(&placeholder_profile(&odd)).unwrap().len() < 2_000);
}

#[test]
fn names() {
    check(json!([{"role": "name"}]), "fullName", "0=Johanna Maria van der Berg");
    check(json!([{"role": "name", "maxLength": 22}]), "fullName", "0=Johanna M van der Berg");
    check(json!([{"role": "name", "maxLength": 20}]), "fullName", "0=Johanna van der Berg");
    check(json!([{"role": "name", "maxLength": 10}]), "fullName", "!DoesNotFit");
    check(json!([{"role": "given-name"}]), "firstName", "0=Johanna");
    check(json!([{"role": "given-name"}]), "fullName", "0=Johanna");
    check(json!([{"role": "family-name"}]), "fullName", "0=van der Berg");
    check(json!([{"role": "additional-name", "maxLength": 1}]), "middleName", "0=M");
    check(json!([{"role": "additional-name", "label": "Middle Initial"}]), "middleName", "0=M");
    check(json!([{"role": "cc-family-name"}]), "payment.cardName", "0=van der Berg");
    check(json!([{"role": "honorific-prefix"}]), "fullName", "!NoValue");
    let both = json!([{"role": "given-name"}, {"role": "family-name"}]);
    let profile = Profile::default();
    let record: Record =
        serde_json::from_value(json!({"Applicant": "Alice Zhang", "First name": "Mary Jane"}))
            .unwrap();
    let source =
        Source { profile: &profile, record: Some(&record), today: None, others: &[], site: "" };
    for (key, expected) in [("record.Applicant", "0=Alice"), ("record.First name", "0=Mary Jane")] {
        assert_eq!(shown(bind(&page("en", both.clone()), 0, &key.into(), &source)), expected);
    }
}

#[test]
fn phones() {
    check(json!([{"role": "tel", "type": "tel"}]), "phone", "0=+44 20 7946 0958");
    check(json!([{"role": "tel-national"}]), "phone", "0=020 7946 0958");
    check(json!([{"role": "tel-country-code"}]), "phone", "0=+44");
    check(json!([{"role": "tel-country-code", "maxLength": 2}]), "phone", "0=44");
    check(
        json!([{"role": "tel-area-code", "tag": "select", "type": "select-one", "options": [
            {"value": "", "text": "Choose"}, {"value": "n", "text": "North"}, {"value": "s", "text": "South"}]}]),
        "custom.District",
        "0#n",
    );
    let pair = json!([{"role": "tel-country-code", "tag": "select", "type": "select-one", "options": [
        {"value": "", "text": "Code"}, {"value": "US", "text": "United States (+1)"}, {"value": "GB", "text": "UK (+44)"}]},
        {"role": "tel"}]);
    check_in("en", pair.clone(), 0, "phone", "0#GB");
    check_in("en", pair, 1, "phone", "1=20 7946 0958");
    check(json!([{"role": "tel", "type": "number"}]), "phone", "0=442079460958");
    check(json!([{"role": "tel", "pattern": "[0-9]{11}"}]), "phone", "0=02079460958");
    check(json!([{"role": "tel", "maxLength": 11}]), "phone", "0=02079460958");
    check(json!([{"role": "tel", "maxLength": 5}]), "phone", "!DoesNotFit");
    check(json!([{"role": "tel-extension"}]), "phone", "!NoValue");
    let american =
        |field: Value, expected| check_value(json!([field]), json!("(617) 253-5702 x12"), expected);
    american(json!({"role": "tel"}), "0=(617) 253-5702 x12");
    american(json!({"role": "tel", "pattern": "\\d{3}-\\d{3}-\\d{4}"}), "0=617-253-5702");
    american(json!({"role": "tel-area-code"}), "0=617");
    american(json!({"role": "tel-local-prefix"}), "0=253");
    american(json!({"role": "tel-local-suffix", "maxLength": 4}), "0=5702");
    american(json!({"role": "tel-extension"}), "0=12");
    check_value(
        json!([{"role": "tel", "maxLength": 3}, {"role": "tel", "maxLength": 3}, {"role": "tel", "maxLength": 4}]),
        json!("+1 617 253 5702"),
        "0=617 1=253 2=5702",
    );
    check_value(json!([{"role": "tel-area-code"}]), json!("call me"), "!DoesNotFit");
}

#[test]
fn dates() {
    check(json!([{"type": "date"}]), "birthDate", "0=1990-08-05");
    check(json!([{"type": "month"}]), "birthDate", "0=1990-08");
    check(json!([{"type": "date", "max": "1985-01-01"}]), "birthDate", "!DoesNotFit");
    check(json!([{"type": "date"}]), "resume.experiences.0.startDate", "!DoesNotFit");
    check(json!([{"type": "month"}]), "resume.experiences.0.startDate", "0=2020-03");
    check(json!([{"role": "bday", "placeholder": "MM/DD/YYYY"}]), "birthDate", "0=08/05/1990");
    check(json!([{"role": "bday", "placeholder": "TT.MM.JJJJ"}]), "birthDate", "0=05.08.1990");
    check(json!([{"label": "Date de naissance (jj/mm/aaaa)"}]), "birthDate", "0=05/08/1990");
    check(
        json!([{"role": "bday", "maxLength": 10, "describedBy": "e.g. 31/12/1999"}]),
        "birthDate",
        "0=05/08/1990",
    );
    check(json!([{"role": "bday"}]), "birthDate", "0=1990-08-05");
    check_in("de", json!([{"role": "bday"}]), 0, "birthDate", "0=05.08.1990");
    check_in("en-US", json!([{"role": "bday"}]), 0, "birthDate", "0=08/05/1990");
    check(
        json!([{"role": "bday", "pattern": "\\d{2}\\.\\d{2}\\.\\d{4}"}]),
        "birthDate",
        "0=05.08.1990",
    );
    check(json!([{"role": "bday-day"}]), "birthDate", "0=05");
    check(json!([{"role": "bday-month", "type": "number"}]), "birthDate", "0=08");
    check(json!([{"role": "bday-year", "maxLength": 4}]), "birthDate", "0=1990");
    check(json!([{"role": "bday-year", "maxLength": 2}]), "birthDate", "0=90");
    check(json!([{"placeholder": "DD", "maxLength": 2}]), "birthDate", "0=05");
    let months = json!([{"role": "bday-month", "tag": "select", "type": "select-one", "options": [
        {"value": "", "text": "Monat"}, {"value": "0", "text": "Januar"}, {"value": "7", "text": "August"}]}]);
    check(months, "birthDate", "0#7");
    check(
        json!([{"tag": "select", "type": "select-one", "name": "dob_year", "options": [
        {"value": "", "text": "Year"}, {"value": "a", "text": "1990"}, {"value": "b", "text": "1991"}]}]),
        "birthDate",
        "0#a",
    );
    check_value(json!([{"type": "date"}]), json!("2020/08/29"), "0=2020-08-29");
    check_value(json!([{"type": "date"}]), json!("29 August 2020"), "0=2020-08-29");
    check_value(json!([{"type": "date"}]), json!("03/04/2020"), "!DoesNotFit");
    check_value(json!([{"type": "time"}]), json!("2:30 PM"), "0=14:30");
    check_value(
        json!([{"type": "datetime-local"}]),
        json!("2025-02-02 14:30"),
        "0=2025-02-02T14:30",
    );
    check_value(json!([{"type": "week"}]), json!("2021-01-04"), "0=2021-W01");
    check_value(json!([{"label": "Order"}]), json!("2020/08/29"), "0=2020/08/29");
}

#[test]
fn addresses() {
    let lines = json!([{"role": "address-line1"}, {"role": "address-line2"}]);
    check_in("en", lines.clone(), 0, "address.street", "0=160 Main St");
    check_in("en", lines, 1, "address.street2", "1=Floor 3, Apartment 306");
    check(
        json!([{"role": "address-line1"}]),
        "address.street",
        "0=160 Main St Floor 3, Apartment 306",
    );
    check(json!([{"role": "address-line1", "maxLength": 20}]), "address.street", "0=160 Main St");
    check(
        json!([{"role": "street-address", "tag": "textarea"}]),
        "address.street",
        "0=160 Main St\nFloor 3, Apartment 306",
    );
    check(
        json!([{"role": "street-address"}]),
        "address.street",
        "0=160 Main St Floor 3, Apartment 306",
    );
    check(
        json!([{"role": "street-address", "tag": "textarea"}, {"role": "address-line2"}]),
        "address.street",
        "0=160 Main St\nFloor 3, Apartment 306",
    );
    check(json!([{"role": "apartment"}]), "address.street2", "0=Floor 3, Apartment 306");
    check(json!([{"role": "apartment", "maxLength": 5}]), "address.street2", "0=306");
    check(json!([{"role": "apartment", "type": "number"}]), "address.street2", "0=306");
    let split = json!([{"role": "address-streetname"}, {"role": "address-housenumber"}, {"role": "apartment"}, {"role": "floor"}]);
    for (at, expected) in ["0=Main St", "1=160", "2=306", "3=3"].iter().enumerate() {
        check_in("en", split.clone(), at as u32, "address.street", expected);
    }
    check(json!([{"role": "building"}]), "address.street2", "!NoValue");
    check(
        json!([{"role": "address-line1"}, {"role": "address-housenumber"}, {"role": "address-line2"}]),
        "address.street",
        "0=Main St",
    );
    check(json!([{"role": "postal-code"}]), "address.zipCode", "0=02139-4307");
    // One of several addresses is bound from its own parts.
    check(
        json!([{"tag": "textarea", "role": "street-address"}]),
        "addresses.St. Ives.street",
        "0=2 Quay Road\nFloor 1",
    );
    check(json!([{"role": "floor"}]), "addresses.St. Ives.street2", "0=1");
    check(json!([{"role": "country-name"}]), "addresses.St. Ives.country", "0=United Kingdom");
    check(json!([{"role": "postal-code", "maxLength": 5}]), "address.zipCode", "0=02139");
    check(
        json!([{"role": "postal-code", "pattern": "[0-9]{9}"}]),
        "address.zipCode",
        "0=021394307",
    );
    check(json!([{"role": "country", "autocomplete": "country"}]), "address.country", "0=US");
    check(json!([{"role": "country-name"}]), "address.country", "0=United States");
    check(
        json!([{"role": "country", "maxLength": 3, "pattern": "[A-Z]{3}"}]),
        "address.country",
        "0=USA",
    );
    check(json!([{"role": "country", "widget": "combobox"}]), "address.country", "0?United States");
    check(json!([{"role": "address-level1"}]), "address.state", "0=MA");
    check(
        json!([{"role": "address-level1", "widget": "combobox"}]),
        "address.state",
        "0?Massachusetts",
    );
    check_value(json!([{"role": "address-level1", "maxLength": 2}]), json!("California"), "0=CA");
    check_value(json!([{"role": "address-line2"}]), json!("Apt 4"), "0=Apt 4");
    check_value(
        json!([{"role": "street-address"}]),
        json!("USS Gonzalez\nFPO AE 24907"),
        "0=USS Gonzalez FPO AE 24907",
    );
}

#[test]
fn cards() {
    check(json!([{"role": "cc-number"}]), "payment.cardNumber", "0=4111111111111111");
    check(
        json!([{"role": "cc-number", "pattern": "\\d{4} \\d{4} \\d{4} \\d{4}"}]),
        "payment.cardNumber",
        "0=4111 1111 1111 1111",
    );
    check(json!([{"role": "cc-number", "maxLength": 12}]), "payment.cardNumber", "!DoesNotFit");
    let four: Vec<Value> = (0..4).map(|_| json!({"role": "cc-number", "maxLength": 4})).collect();
    check_in("en", json!(four), 2, "payment.cardNumber", "0=4111 1=1111 2=1111 3=1111");
    check(json!([{"role": "cc-exp"}]), "payment.expiry", "0=04/2031");
    check(json!([{"role": "cc-exp", "maxLength": 5}]), "payment.expMonth", "0=04/31");
    check(json!([{"role": "cc-exp", "placeholder": "MM / YY"}]), "payment.expiry", "0=04 / 31");
    check(json!([{"role": "cc-exp", "placeholder": "MM/JJ"}]), "payment.expYear", "0=04/31");
    check(json!([{"role": "cc-exp", "type": "month"}]), "payment.expiry", "0=2031-04");
    check(json!([{"role": "cc-exp-month"}]), "payment.expMonth", "0=04");
    check(json!([{"role": "cc-exp-year", "placeholder": "YY"}]), "payment.expYear", "0=31");
    check(
        json!([{"role": "cc-exp-year", "tag": "select", "type": "select-one", "options": [
        {"value": "x", "text": "30"}, {"value": "y", "text": "31"}]}]),
        "payment.expYear",
        "0#y",
    );
    check(
        json!([{"role": "cc-type", "tag": "select", "type": "select-one", "options": [
        {"value": "1", "text": "MasterCard"}, {"value": "2", "text": "VISA"}]}]),
        "payment.cardNumber",
        "0#2",
    );
    check_value(json!([{"role": "cc-exp", "placeholder": "MM/YY"}]), json!("2031-04"), "0=04/31");
    check_value(json!([{"role": "cc-exp"}]), json!("soon"), "!DoesNotFit");
}

#[test]
fn numbers() {
    let number = |extra: Value, value: Value, expected: &str| {
        let mut field = json!({"type": "number"});
        field.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        check_value(json!([field]), value, expected);
    };
    number(json!({}), json!(28521), "0=28521");
    number(json!({}), json!("$4,569.50"), "0=4569.5");
    number(json!({}), json!("007"), "0=007");
    number(json!({}), json!(2868883095u64), "0=2868883095");
    number(json!({}), json!("many"), "!DoesNotFit");
    number(json!({}), json!("3-5"), "!DoesNotFit");
    number(json!({"min": "1", "max": "10"}), json!(11), "!DoesNotFit");
    number(json!({"step": "0.5"}), json!(3.5), "0=3.5");
    number(json!({"step": "5"}), json!(7), "!DoesNotFit");
    number(json!({"label": "Duration (Years)"}), json!("24 months"), "0=2");
    number(json!({"label": "Duration"}), json!("24 months"), "!DoesNotFit");
    check_value(json!([{"label": "Salary"}]), json!("$60,000"), "0=$60,000");
}

#[test]
fn plain_texts() {
    check_value(json!([{"maxLength": 3}]), json!("abcd"), "!DoesNotFit");
    check_value(json!([{"maxLength": 2}]), json!("🙂"), "0=🙂");
    check_value(json!([{"maxLength": 1}]), json!("🙂"), "!DoesNotFit");
    check_value(json!([{"pattern": "[A-Z]{3}"}]), json!("abc"), "!DoesNotFit");
    check_value(json!([{"pattern": "(?=.*x).*"}]), json!("abc"), "0=abc");
    check_value(json!([{"pattern": "\\d{9}"}]), json!("123-45-6789"), "0=123456789");
    check_value(json!([{"type": "url"}]), json!("example.org/jo"), "0=https://example.org/jo");
    check_value(json!([{}]), json!(["a", "b"]), "0=a, b");
    check_value(json!([{}]), json!(true), "0=Yes");
    check_value(json!([{"tag": "textarea", "type": "textarea"}]), json!("a\r\nb"), "0=a\nb");
    check_value(json!([{}]), json!("a\r\nb"), "0=a b");
    check_value(json!([{"type": "hidden"}]), json!("a"), "!NotEditable");
    check_value(
        json!([{"options": [{"value": "Software"}, {"value": "Part-time"}]}]),
        json!("Software Engineer"),
        "0=Software Engineer",
    );
    check_value(
        json!([{"options": [{"value": "Software"}, {"value": "Part-time"}]}]),
        json!("part time"),
        "0=Part-time",
    );
    check(json!([{}]), "record.unknown", "!NoValue");
    check_in("en", json!([{}]), 7, "email", "!NotUnderstood");
}

#[test]
fn radios_and_checkboxes() {
    let radio = |value: &str, text: &str| json!({"type": "radio", "groupId": 1, "label": text, "options": [{"value": value, "text": text}]});
    let formats =
        || json!([radio("1", "Lecture"), radio("2", "Workshop"), radio("3", "Panel Discussion")]);
    check_value(formats(), json!("panel discussion"), "2+");
    check_value(formats(), json!("Keynote"), "!DoesNotFit");
    check_value(formats(), json!(["Lecture", "Workshop"]), "!Ambiguous");
    check_value(json!([radio("1", "Yes"), radio("0", "No")]), json!(false), "1+");
    let stars = |start: u32| {
        json!(
            (0..5).map(|at| radio("x", &format!("M0 0h24v24 {}", start + at))).collect::<Vec<_>>()
        )
    };
    check_value(stars(1), json!("4"), "3+");
    check_value(stars(1), json!("9"), "!DoesNotFit");
    check_value(stars(11), json!("4"), "!DoesNotFit");
    check_value(json!([radio("x", "männlich"), radio("y", "weiblich")]), json!("Female"), "1+");
    check_value(
        json!([{"type": "radio", "name": "a", "label": "Yes"}, {"type": "radio", "name": "a", "label": "No"}]),
        json!("no"),
        "1+",
    );

    let one = || json!([{"type": "checkbox", "label": "I agree to the terms", "options": [{"value": "on", "text": "I agree to the terms"}]}]);
    for (value, expected) in [
        (json!("Yes"), "0+"),
        (json!(true), "0+"),
        (json!("I agree to the terms"), "0+"),
        (json!("No"), "0-"),
        (json!(false), "0-"),
        (json!("perhaps"), "!DoesNotFit"),
    ] {
        check_value(one(), value, expected);
    }

    let course = |value: &str, text: &str, checked: bool| json!({"type": "checkbox", "groupId": 1, "label": text, "checked": checked, "options": [{"value": value, "text": text}]});
    let courses = || {
        json!([
            course("CS101", "CS101 - Introduction", false),
            course("CS102", "CS102 - Databases", true),
            course("CS104", "CS104 - Web", false)
        ])
    };
    check_value(courses(), json!(["CS104", "CS101"]), "0+ 1- 2+");
    check_value(courses(), json!("CS104, CS102"), "1+ 2+");
    check_value(courses(), json!(["CS104", "CS999"]), "!DoesNotFit");
    let consents =
        || json!([course("a", "I accept the terms", false), course("b", "Send me news", false)]);
    check_value(consents(), json!("Yes"), "0+");
    let skills =
        json!([course("r", "Rust", false), course("c", "COBOL", false), course("s", "SQL", false)]);
    check(skills, "resume.skills", "0+ 2+");
}

#[test]
fn selects_and_lists() {
    let options = json!([{"value": "", "text": "Select…"}, {"value": "r", "text": "Rust"}, {"value": "s", "text": "SQL"}, {"value": "c", "text": "COBOL", "disabled": true}]);
    let select = |kind: &str| json!([{"tag": "select", "type": kind, "options": options}]);
    check_value(select("select-one"), json!("rust"), "0#r");
    check_value(select("select-one"), json!("COBOL"), "!DoesNotFit");
    check_value(select("select-one"), json!(""), "!NoValue");
    check_value(select("select-multiple"), json!(["SQL", "Rust"]), "0#r,s");
    check(select("select-multiple"), "resume.skills", "0#r,s");
    check(json!([{"widget": "combobox", "options": options}]), "resume.skills.0", "0?Rust");
    check(
        json!([{"tag": "div", "widget": "listbox", "options": options}]),
        "resume.skills.1",
        "!DoesNotFit",
    );
    check(json!([{"widget": "combobox"}]), "resume.skills.1", "0?Gardening");
    check(
        json!([{"widget": "combobox", "multiple": true}]),
        "resume.skills",
        "0?Rust & Gardening & SQL",
    );
    assert_eq!(
        choose(&["Select…", "Deutschland", "France"], &"DE".into(), Some(Role::Country)).ok(),
        Some(1)
    );
    assert_eq!(choose(&["3–5 years", "6+ years"], &"4".into(), None).ok(), Some(0));
    assert_eq!(choose(&[], &"4".into(), None).map_err(|e| e.code), Err(OpenCode::DoesNotFit));
}

#[test]
fn a_list_is_no_date() {
    let field = |widget: &str| json!([{"label": "Skills", "widget": widget}]);
    check(field("native"), "resume.skills", "0=Rust, Gardening, SQL");
    check(field("date-picker"), "resume.skills", "!DoesNotFit");
}

#[test]
fn files() {
    check(json!([{"type": "file", "accept": ".pdf"}]), "documents.cv", "0@cv.pdf");
    check(json!([{"type": "file", "accept": "image/*"}]), "documents.cv", "!DoesNotFit");
    check(json!([{}]), "documents.cv", "!DoesNotFit");
    check(json!([{"type": "file"}]), "email", "!DoesNotFit");
}

#[test]
fn codes_are_spread_over_their_boxes() {
    let boxes: Vec<Value> = (0..6).map(|_| json!({"maxLength": 1})).collect();
    check_value(json!(boxes), json!("493-051"), "0=4 1=9 2=3 3=0 4=5 5=1");
    check_value(json!(boxes), json!("4930"), "!DoesNotFit");
    check_value(json!([{"role": "one-time-code", "maxLength": 6}]), json!("493051"), "0=493051");
}

const ROLES: &[&str] = &[
    "",
    "name",
    "given-name",
    "family-name",
    "additional-name",
    "tel",
    "tel-national",
    "tel-area-code",
    "tel-country-code",
    "tel-local-suffix",
    "tel-extension",
    "bday",
    "bday-day",
    "bday-month",
    "bday-year",
    "street-address",
    "address-line1",
    "address-line2",
    "address-housenumber",
    "apartment",
    "floor",
    "postal-code",
    "country",
    "country-name",
    "address-level1",
    "cc-number",
    "cc-exp",
    "cc-exp-month",
    "cc-exp-year",
    "cc-type",
    "one-time-code",
    "sex",
    "honorific-prefix",
];

const KINDS: &[&str] = &[
    "text",
    "tel",
    "number",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "url",
    "email",
    "select-one",
    "select-multiple",
    "radio",
    "checkbox",
    "textarea",
    "file",
    "range",
];

fn any_field() -> impl Strategy<Value = Value> {
    (
        prop::sample::select(ROLES),
        prop::sample::select(KINDS),
        prop::option::of(0u32..12),
        prop::collection::vec(("[a-z0-9 ]{0,6}", "[A-Za-z0-9 +–-]{0,12}"), 0..5),
        prop::sample::select(&["", "MM/DD/YYYY", "YY", "###", "jj/mm/aaaa", "5"][..]),
        prop::sample::select(&["", "[0-9]+", "(((", "\\d{3}-\\d{4}", "[^"][..]),
    )
        .prop_map(|(role, kind, limit, options, placeholder, pattern)| {
            let tag = if kind.starts_with("select") { "select" } else { "input" };
            let options: Vec<Value> =
                options.into_iter().map(|(value, text)| json!({"value": value, "text": text})).collect();
            json!({
                "tag": tag, "type": kind, "role": role, "maxLength": limit, "options": options, "groupId": 1,
                "placeholder": placeholder, "pattern": pattern, "name": "n"
            })
        })
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "\\PC{0,24}".prop_map(Value::from),
        "[0-9 +()./x-]{0,20}".prop_map(Value::from),
        "[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}".prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        prop::collection::vec("\\PC{0,8}".prop_map(Value::from), 0..4).prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn whatever_comes_a_binding_is_possible_or_refused(
        fields in prop::collection::vec(any_field(), 1..6),
        value in any_value(),
        at in 0u32..6,
    ) {
        let observation = page("en", json!(fields));
        let Ok(writes) = bind_value(&observation, at, &value, None) else { return Ok(()) };
        prop_assert!(!writes.is_empty());
        for write in writes {
            let field = &observation.fields[write.field as usize];
            let dated = ["date", "month", "week", "time", "datetime-local"].contains(&field.kind.as_str());
            match write.bound {
                Bound::Text(text) if !dated => {
                    let limit = field.max_length.unwrap_or(u32::MAX) as usize;
                    prop_assert!(text.reveal().encode_utf16().count() <= limit);
                }
                Bound::Options { positions, values } => {
                    let options = field.options.as_ref().unwrap();
                    let named: Vec<&String> = positions.iter().map(|at| &options[*at as usize].value).collect();
                    prop_assert_eq!(named, values.iter().collect::<Vec<_>>());
                }
                _ => {}
            }
        }
    }

    #[test]
    fn no_reason_names_the_value(fields in prop::collection::vec(any_field(), 1..4), tail in "[a-z]{6}") {
        let secret = format!("Zq{tail}");
        let observation = page("en", json!(fields));
        if let Err(unbindable) = bind_value(&observation, 0, &json!(secret), None) {
            prop_assert!(!unbindable.reason.contains(&secret) && !unbindable.reason.is_empty());
        }
    }

    #[test]
    fn reading_back_never_fails(written in "\\PC{0,20}", read in "\\PC{0,20}") {
        let result = OperationResult { done: true, read: Some(read.as_str().into()), ..Default::default() };
        let kept = read_back(&Bound::Text(written.as_str().into()), &result);
        prop_assert!(kept || written != read);
        read_back(&Bound::Choice(written.as_str().into()), &result);
    }
}
