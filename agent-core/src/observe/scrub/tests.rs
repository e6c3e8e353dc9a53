use proptest::prelude::*;
use serde_json::json;
use shared_types::{Profile, Record};

use super::Scrubber;
use crate::bind::Source;

fn profile() -> Profile {
    serde_json::from_value(json!({
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": "ada@lovelace.example",
        "phone": "+44 20 7946 0958",
        "birthDate": "1983-11-27",
        "gender": "Female",
        "password": "Tr0ub4dor&3",
        "company": "Analytical",
        "jobTitle": "Engineer",
        "website": "https://www.lovelace.example/me",
        "address": {"street": "17 Hollowmere Lane", "city": "London", "zipCode": "TW4 8QZ",
            "country": "United Kingdom"},
        "resume": {"skills": ["Rust"]},
        "custom": {"Steuer-ID": "12 345 678 901", "Yes": "yes", "Pet": "Whiskerino",
            "Passport": "KX55667788Q"},
        "answers": {"Do you live in London?": "Yes", "How did you hear about us?": "Friend"},
        "payment": {"cardNumber": "4929310087654321", "expMonth": "4", "expYear": "2027",
            "cardType": "Visa"},
    }))
    .unwrap()
}

fn with<R>(use_it: impl FnOnce(&Scrubber) -> R) -> R {
    thread_local! {
        static SCRUBBER: Scrubber = {
            let record = Record([("note".to_owned(), "of".into())].into());
            Scrubber::new(&Source { profile: &profile(), record: Some(&record), today: None, others: &[], site: "" })
        };
    }
    SCRUBBER.with(use_it)
}

fn text(given: &str, expected: &str) {
    with(|scrubber| assert_eq!(scrubber.text(given), expected, "{given:?}"));
}

fn label(given: &str, expected: &str) {
    with(|scrubber| assert_eq!(scrubber.label(given), expected, "{given:?}"));
}

fn same(given: &str) {
    label(given, given);
}

/// Which networks, skills or countries a person has entries for is told by no mark.
#[test]
fn a_mark_names_a_family_of_facts_and_not_the_persons_own_name_for_one() {
    let profile: Profile = serde_json::from_value(json!({
        "facts": {"link.Recovery Forum": "https://forum.example/@ada-lovelace"},
    }))
    .unwrap();
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    let found = scrubber.text("Linked: https://forum.example/@ada-lovelace");
    assert_eq!(found, "Linked: {{facts.link}}");
    let state = scrubber.state(&"https://forum.example/@ada-lovelace".into(), "");
    assert!(!format!("{state:?}").contains("Recovery"), "{state:?}");
}

#[test]
fn words_are_found_at_their_bounds() {
    for (given, expected) in [
        ("Hello, ADA!", "Hello, {{firstName}}!"),
        ("Adam and Canada", "Adam and Canada"),
        ("Ada\u{a0} Lovelace", "{{fullName}}"),
        ("to ada@lovelace.example.", "to {{email}}."),
        ("one of two", "one of two"),
        ("ada@lovelace.exampleLog out", "{{email}}Log out"),
        ("Ada LovelaceLog out", "{{fullName}}Log out"),
        ("AdaLovelace", "{{fullName}}"),
        ("Adapter, Ada2", "Adapter, {{firstName}}2"),
        ("the Lovelaces’ house", "the {{lastName}}s’ house"),
        ("", ""),
        ("Rust", "{{resume.skills}}"),
        ("a d a", "a d a"),
        ("love lace", "{{lastName}}"),
        ("glove laces", "glove laces"),
        ("xada@lovelace.examplex", "x{{email}}x"),
        ("xadaatlovelacedotexamplex", "x{{email}}x"),
        ("lovelace.example/meLog in", "{{website}}Log in"),
        ("https://www.lovelace.example/meLog in", "{{website}}Log in"),
        ("ada@lovelace.example4929310087654321", "{{email}}{{payment.cardNumber}}"),
        ("Ada様", "{{firstName}}様"),
        ("eca levol", "{{lastName}}"),
        ("Love{{phone}}lace", "Love{{phone}}lace"),
    ] {
        text(given, expected);
    }
}

#[test]
fn nothing_that_nobody_sees_hides_a_value() {
    for given in [
        "A\u{ad}d\u{200b}a Love\u{2060}lace",
        "\u{202e}Ada Lovelace\u{202c}",
        "Ａｄａ　Ｌｏｖｅｌａｃｅ",
        "ÁDA LÓVELÁCE",
        "A\u{301}da Lo\u{308}velace",
        "Аdа Lovelасе",
        "𝐀𝐝𝐚 Lovelace",
        "Ada\u{0}Lovelace",
        "Ada | Lovelace",
        "Ada\nLovelace",
        "ada_lovelace",
    ] {
        with(|scrubber| {
            let scrubbed = scrubber.text(given);
            assert!(scrubbed.contains("{{fullName}}"), "{given:?}: {scrubbed:?}");
        });
    }
}

#[test]
fn numbers_are_found_by_their_digits() {
    for (given, key) in [
        ("4929 3100 8765 4321", "payment.cardNumber"),
        ("4929-3100-8765-4321", "payment.cardNumber"),
        ("4929.3100.8765.4321", "payment.cardNumber"),
        ("49 2931 0087 6543 21", "payment.cardNumber"),
        ("4929310087654321", "payment.cardNumber"),
        ("x4929310087654321x", "payment.cardNumber"),
        ("٤٩٢٩٣١٠٠٨٧٦٥٤٣٢١", "payment.cardNumber"),
        ("４９２９３１００８７６５４３２１", "payment.cardNumber"),
        ("4929 3100 87", "payment.cardNumber"),
        ("8765 4321", "payment.cardNumber"),
        ("1234567800139294", "payment.cardNumber"),
        ("+442079460958", "phone"),
        ("00 44 20 7946 0958", "phone"),
        ("020 7946 0958", "phone"),
        ("(020) 7946-0958", "phone"),
        ("+44 (0)20 7946 0958", "phone"),
        ("2079460958", "phone"),
        ("7946 0958", "phone"),
        ("8765 - 4321", "payment.cardNumber"),
        ("12345678901", "custom.Steuer-ID"),
        ("12/345/678/901", "custom.Steuer-ID"),
    ] {
        label(
            given,
            &match given.strip_prefix('x') {
                Some(_) => format!("x{{{{{key}}}}}x"),
                None if given.starts_with("(020") => format!("({{{{{key}}}}}"),
                None => format!("{{{{{key}}}}}"),
            },
        );
    }
    for given in ["46 0958", "4929", "2027", "7 777 777", "0800 123 4567", "123456", "8765  - 4321"]
    {
        same(given);
    }
    // What is dialled before a number goes with it, wherever it stands.
    label("Call me at 0044 20 7946 0958", "Call me at {{phone}}");
}

fn of(profile: serde_json::Value) -> Scrubber {
    let profile: Profile = serde_json::from_value(profile).unwrap();
    Scrubber::new(&Source { profile: &profile, record: None, today: None, others: &[], site: "" })
}

/// What an entry looks like decides how it is looked for: a short number in it is none of its own, nor is what it
/// begins with.
#[test]
fn what_is_short_or_common_is_looked_for_as_it_is() {
    let scrubber = of(json!({
        "firstName": "Pat",
        "company": "Studio 54",
        "address": {"street": "3 University Hollowmere Lane"},
        "custom": {"Locker": "B12", "Room": "1234", "Desk": "12345", "Token": "abcdefg1234567",
            "Permit": "KX556677881", "Member": "1234567", "Word": "zorblax", "Boat": "Zorblaxia",
            "Club": "Rowing Friends",
            "Wedding": "27 November 1983", "Enrolled": "17 May 2015"},
        "answers": {"What is it called?": "Quuxly"},
        "resume": {"education": [{"degree": "Plughmaster", "field": "Xyzzyology",
            "startDate": "2001-02-03"}]},
    }));
    for (given, expected) in [
        ("Room 12, 2012", "Room 12, 2012"),
        ("B12", "{{custom.Locker}}"),
        ("the token 1234568", "the token 1234568"),
        ("Studio 54", "{{company}}"),
        ("Studio 543", "Studio 543"),
        ("KX5566778819", "{{custom.Permit}}9"),
        ("tap water", "tap water"),
        ("Rowing FriendsLog out", "{{custom.Club}}Log out"),
        ("Rowing Friendship", "Rowing Friendship"),
        ("University", "University"),
        ("Hollowmere", "{{address.street}}"),
        ("zorblax", "zorblax"),
        ("Zorblaxia", "{{custom.Boat}}"),
        ("Quuxly", "Quuxly"),
        ("Plughmaster", "Plughmaster"),
        ("Xyzzyology", "Xyzzyology"),
        ("27.11.1983", "{{custom.Wedding}}"),
        ("19831127", "{{custom.Wedding}}"),
        ("3 February 2001", "3 February 2001"),
        // Of Taiwan's calendar and of Thailand's.
        ("104/05/17", "{{custom.Enrolled}}"),
        ("17/05/2558", "{{custom.Enrolled}}"),
        // Three digits at least must be hidden.
        ("••••4567", "••••{{custom.Member}}"),
        ("••••34567", "••••34567"),
    ] {
        assert_eq!(scrubber.label(given), expected, "{given}");
    }
    assert_eq!(scrubber.own_label("B12, 1234, 12345"), "{{custom.Locker}}, 1234, {{custom.Desk}}");
    assert_eq!(scrubber.choice("27.11.1983"), "{{custom.Wedding}}");
    // Half of it are digits: they are no number of their own.
    assert_eq!(of(json!({"custom": {"Token": "abcdefg1234567"}})).text("1234567"), "1234567");
    for (code, given) in [("123 45", "Room 123"), ("W1 8QZ", "Zone W1"), ("EC1 8QZ", "EC 1")] {
        let scrubber = of(json!({"address": {"zipCode": code}}));
        assert_eq!(scrubber.text(given), given, "{code}");
    }
}

#[test]
fn parts_of_numbers_are_found_beside_what_says_so() {
    for (given, expected) in [
        ("Card ending in 4321", "Card ending in {{payment.cardNumber}}"),
        ("Ends with 43 21.", "Ends with {{payment.cardNumber}}."),
        ("mobile ending 0958", "mobile ending {{phone}}"),
        ("the last four digits are 0958", "the last four digits are {{phone}}"),
        ("Karte, die auf 4321 endet", "Karte, die auf {{payment.cardNumber}} endet"),
        ("se terminant par 4321", "se terminant par {{payment.cardNumber}}"),
        ("kończąca się na 4321", "kończąca się na {{payment.cardNumber}}"),
        ("заканчивается на 4321", "заканчивается на {{payment.cardNumber}}"),
        ("下4桁は4321", "下4桁は{{payment.cardNumber}}"),
        ("4321로 끝나는", "{{payment.cardNumber}}로 끝나는"),
        ("尾号4321", "尾号{{payment.cardNumber}}"),
        ("•4321", "•{{payment.cardNumber}}"),
        ("**** 4321", "**** {{payment.cardNumber}}"),
        ("xxxx4321", "xxxx{{payment.cardNumber}}"),
        ("XXXX-XXXX-4321", "XXXX-XXXX-{{payment.cardNumber}}"),
        ("4929 31•• ••••", "{{payment.cardNumber}}•• ••••"),
        ("4929********4321", "{{payment.cardNumber}}********{{payment.cardNumber}}"),
        ("Identity card ••••7788Q", "Identity card ••••{{custom.Passport}}"),
        ("12**4321", "12**{{payment.cardNumber}}"),
        ("4929••4321", "{{payment.cardNumber}}••{{payment.cardNumber}}"),
        ("ending in 7788Q", "ending in {{custom.Passport}}"),
        ("KX556***", "{{custom.Passport}}***"),
        ("尾号7788Q", "尾号{{custom.Passport}}"),
        ("7788Q로 끝나는", "{{custom.Passport}}로 끝나는"),
        ("4321 is its ending", "{{payment.cardNumber}} is its ending"),
        ("ending in 7788Q now", "ending in {{custom.Passport}} now"),
        ("xxxx7788Q", "xxxx{{custom.Passport}}"),
        ("4929 31xx xxxx", "{{payment.cardNumber}}xx xxxx"),
        ("49293•1", "{{payment.cardNumber}}•1"),
    ] {
        label(given, expected);
    }
    for given in [
        "4321",
        "*4321",
        "Order 4321",
        "ending in 4322",
        "ending in 21",
        "•••• 4322",
        "•••• 9310",
        "4929 is the first",
        "7788Q",
        "4321 was when the war came to an end",
        "At the end of all that was said and done 4321",
    ] {
        same(given);
    }
}

#[test]
fn streets_and_places_are_found_in_part() {
    for (given, expected) in [
        ("Deliver to Hollowmere Lane", "Deliver to {{address.street}}"),
        ("Lane Hollowmere 17", "{{address.street}} 17"),
        ("Hollowmere Ln. 17", "{{address.street}}. 17"),
        ("17, Hollowmere", "17, {{address.street}}"),
        ("near TW4", "near {{address.zipCode}}"),
        ("Seen at lovelace.example", "Seen at {{website}}"),
        ("https://lovelace.example/shop", "https://{{website}}/shop"),
        ("Lane", "Lane"),
        ("TW48", "TW48"),
        ("STW4", "STW4"),
    ] {
        label(given, expected);
    }
    // What a form offers stays, and labels are planned with as they are.
    with(|scrubber| {
        assert_eq!(scrubber.choice("Hollowmere Lane"), "Hollowmere Lane");
        assert_eq!(scrubber.own_label("Hollowmere"), "Hollowmere");
    });
}

#[test]
fn days_are_found_in_any_order_and_language() {
    for given in [
        "1983-11-27",
        "27.11.1983",
        "11/27/1983",
        "27/11/83",
        "83-11-27",
        "11-27-83",
        "19831127",
        "27111983",
        "11271983",
        "271183",
        "27 November 1983",
        "November 27th, 1983",
        "27th of Nov 1983",
        "27. November 1983",
        "27 novembre 1983",
        "27 de noviembre de 1983",
        "27 ноября 1983 года",
        "27 листопада 1983",
        "27 Νοεμβρίου 1983",
        "1983年11月27日",
        "1983년 11월 27일",
        "27 نوفمبر 1983",
        "٢٧/١١/١٩٨٣",
        "27 marraskuu 1983",
        "27 11 2526",
        "27-Nov-83",
        "1983/11/27",
        "438739200",
        "438739200000",
        "1983-11-27T00:00:00Z",
        "２７．１１．１９８３",
        "27\u{ad}.11.1983",
        "27/XI/1983",
        "27 xi 83",
        "27.Ⅺ.1983",
        "27 ⅺ 1983",
        "一九八三年十一月二十七日",
        "1983年十一月二十七日",
        "1983-W47-7",
        "1983W477",
        "1983, week 47",
        "1983-331",
        "1983331",
        "twenty-seventh of November 1983",
        "November the twenty seventh, 1983",
        "siebenundzwanzigster November 1983",
        "vingt-sept novembre 1983",
        "veintisiete de noviembre de 1983",
        "двадцать седьмого ноября 1983",
        "1983년 십일월 이십칠일",
    ] {
        with(|scrubber| {
            let scrubbed = scrubber.label(given);
            assert!(scrubbed.starts_with("{{birthDate}}"), "{given:?}: {scrubbed:?}");
        });
    }
    for given in [
        "27.11.1984",
        "26.11.1983",
        "27.10.1983",
        "November 1983",
        "27 November",
        "1983",
        "27 people came, 11 left in 1983",
        "27111984",
        "26/XI/1983",
        "27/X/1983",
        "27 Ⅹ 1983",
        "昭和59年11月27日",
        "昭和58年11月26日",
        "58年11月27日",
        "s 27, 58",
        "一九八三年十一月二十六日",
        "一九八四年十一月二十七日",
        "1983-W46-7",
        "1984-W47-7",
        "1983 x 47",
        "1983-330",
        "1983330",
        "twenty-sixth of November 1983",
        "twenty-seventh of October 1983",
        "三人, 二〇二七",
        "11",
        "DD/MM/YYYY",
    ] {
        same(given);
    }
    for (given, expected) in [
        ("昭和58年11月27日", "昭和{{birthDate}}日"),
        ("生年月日昭和５８年１１月２７日", "生年月日昭和{{birthDate}}日"),
        ("S58.11.27", "S{{birthDate}}"),
        ("Shōwa 58, 27 November", "Shōwa {{birthDate}}"),
        ("民國72年11月27日", "民國{{birthDate}}日"),
        ("s27.11.1983", "s{{birthDate}}"),
        ("1983-W47-7 and 1983-W47", "{{birthDate}} and {{birthDate}}"),
    ] {
        label(given, expected);
    }
    label("valid until 04/27", "valid until {{payment.expiry}}");
    label("4/2027", "{{payment.expiry}}");
    label("April 2027", "{{payment.expiry}}");
    same("05/27");
    // A year of two digits is of the Gregorian calendar unless an era is named.
    same("72-11-27");
    // A mark is no word of a date.
    same("27 {{phone}} November 1983");
    label("twenty-seventh of November Shōwa 58", "{{birthDate}}");
    label("27 a a a a a November 1983", "{{birthDate}}");
    same("27 a a a a a a November 1983");
}

#[test]
fn labels_keep_the_words_of_forms() {
    for given in [
        "First name",
        "Company",
        "Engineering",
        "Gender",
        "Female",
        "Visa card number",
        "Country",
        "Rust experience",
        "Yes or no",
        "Friend",
        "Street",
        "Year 2027",
        "Month 4",
        "Phone",
        "Card number",
        "E-mail",
    ] {
        same(given);
    }
    for (given, expected) in [
        ("London", "{{address.city}}"),
        ("London office", "{{address.city}} office"),
        ("Continue as Ada", "Continue as {{firstName}}"),
        ("Ada Lovelace", "{{fullName}}"),
        ("Lovelace", "{{lastName}}"),
        ("Send to ada@lovelace.example", "Send to {{email}}"),
        ("Analytical’s address", "{{company}}’s address"),
        ("Whiskerino’s food", "{{custom.Pet}}’s food"),
        ("United Kingdom resident", "{{address.country}} resident"),
        ("ada at lovelace dot example", "{{email}}"),
        ("lovelace.example/me", "{{website}}"),
        ("TW48QZ", "{{address.zipCode}}"),
        ("tr0ub4dor&3", "{{password}}"),
        ("17, Hollowmere-Lane", "{{address.street}}"),
        ("yelxiuq ecalevol", "yelxiuq {{lastName}}"),
    ] {
        label(given, expected);
    }
}

#[test]
fn what_is_encoded_is_found() {
    for given in [
        "YWRhQGxvdmVsYWNlLmV4YW1wbGU=",
        "xx616461406C6F76656C6163652E6578616D706C65",
        "61646140 6c6f76656c6163652e6578616d706c65",
        "TG92ZWxhY2U",
        "NDkyOTMxMDA4NzY1NDMyMQ==",
    ] {
        with(|scrubber| {
            let scrubbed = scrubber.text(given);
            assert!(scrubbed.contains("{{"), "{given:?}: {scrubbed:?}");
        });
    }
    // Whatever precedes it in its group of three.
    text("YWRhQGxvdmVsYWNlLmV4YW1wbGU=", "{{email}}U=");
    text("eGFkYUBsb3ZlbGFjZS5leGFtcGxl", "eG{{email}}");
    text("eHhhZGFAbG92ZWxhY2UuZXhhbXBsZQ==", "eHh{{email}}Q==");
}

#[test]
fn names_of_programs_say_nothing_of_a_person() {
    let attribute = |given: &str, expected: &str| {
        with(|scrubber| {
            let mut text = given.to_owned();
            scrubber.attribute(&mut text);
            assert_eq!(text, expected);
        });
    };
    attribute("row-ada@lovelace.example", "row-…");
    attribute("tel+44 20 7946 0958", "tel…");
    attribute("ada_lovelace", "…");
    attribute("row_lovelace_7", "row_…_7");
    attribute("Loveada@lovelace.examplelace", "…");
    attribute("text", "text");
    attribute("given-name", "given-name");
    attribute("section-lovelace given-name", "section-… given-name");
    attribute("[0-9]{3}", "[0-9]{3}");
    // What HTML itself says is nobody's name, whoever is called so.
    let scrubber = of(json!({"lastName": "Combobox", "firstName": "Impp"}));
    for (given, expected) in [("combobox", "combobox"), ("impp", "impp"), ("row-combobox", "row-…")]
    {
        let mut text = given.to_owned();
        scrubber.attribute(&mut text);
        assert_eq!(text, expected);
    }
}

#[test]
fn addresses_carry_nothing() {
    let url = |given: &str, expected: &str| {
        with(|scrubber| assert_eq!(scrubber.url(given), expected));
    };
    url(
        "https://x.example/a?mail=ada%40lovelace.example&n=1#top",
        "https://x.example/a?mail={{email}}&n=1",
    );
    url(
        "https://x.example/Ada/edit?c=London",
        "https://x.example/{{firstName}}/edit?c={{address.city}}",
    );
    url("https://x.example/edit?q=%C3%A4", "https://x.example/edit?q=%C3%A4");
    url("https://x.example/%254c%256f%2576%2565lace", "https://x.example/{{lastName}}");
    url("https://x.example/27/11/1983", "https://x.example/{{birthDate}}");
    url("https://x.example/Love/lace", "https://x.example/{{lastName}}");
    url("https://ada.example/%zz%", "https://ada.example/%zz%");
    url("https://ada.example", "https://ada.example");
    url("/Lovelace", "/{{lastName}}");
    url("https://x.de/Ada", "https://x.de/{{firstName}}");
    with(|scrubber| {
        assert_eq!(
            scrubber.whole_url("https://lovelace.site.example/a"),
            "https://….site.example/a"
        );
        assert_eq!(
            scrubber.whole_url("https://site.example:8080/a?b=c"),
            "https://site.example:8080/a?b=c"
        );
    });
}

#[test]
fn choices_stay_unless_they_say_who_somebody_is() {
    let choice = |given: &str, expected: &str| {
        with(|scrubber| assert_eq!(scrubber.choice(given), expected, "{given}"));
    };
    for given in [
        "London",
        "Female",
        "United Kingdom",
        "United Kingdom (+44)",
        "London, United Kingdom",
        "Rust",
        "2027",
        "4",
        "Engineer",
        "Visa",
        "1983",
    ] {
        choice(given, given);
    }
    choice("Ada Lovelace", "{{fullName}}");
    choice("ada@lovelace.example", "{{email}}");
    choice("17 Hollowmere Lane", "{{address.street}}");
    choice("1983-11-27", "{{birthDate}}");
    choice("27 November 1983", "{{birthDate}}");
    choice("4929 3100 8765 4321", "{{payment.cardNumber}}");
    choice("Ada Lovelace, London", "{{fullName}}, London");
    choice("Use ada@lovelace.example", "Use {{email}}");
    choice("12345678901", "{{custom.Steuer-ID}}");
    choice("Tr0ub4dor&3", "{{password}}");
    with(|scrubber| {
        assert_eq!(scrubber.own_choice("1983-11-27"), "1983-11-27");
        assert_eq!(scrubber.own_choice("4929310087654321"), "{{payment.cardNumber}}");
        assert_eq!(scrubber.own_choice("•••• 4321"), "•••• {{payment.cardNumber}}");
        assert_eq!(scrubber.own_choice("•••• 0958"), "•••• 0958");
        assert_eq!(scrubber.own_tick("London"), "London");
        assert_eq!(scrubber.own_tick("4929310087654321"), "{{payment.cardNumber}}");
        assert_eq!(scrubber.own_tick("I am Ada Lovelace"), "I am {{fullName}}");
        assert_eq!(scrubber.tick("London"), "London");
        assert_eq!(scrubber.tick("I live in London"), "I live in {{address.city}}");
        assert_eq!(scrubber.tick("1983-11-27"), "{{birthDate}}");
        assert_eq!(scrubber.own_label("London, Ada Lovelace"), "London, {{fullName}}");
    });
}

/// Proves that facts which name people, or where they live, are no more a list's choices than the person's name is.
#[test]
fn facts_that_say_who_somebody_is_are_no_choices() {
    let profile: Profile = serde_json::from_value(json!({
        "facts": {"formerName": "Orlagh Pemberwick", "previousAddress": "9 Tallowgate Row",
            "referee.1.name": "Ilse Vandermoor", "referee.1.company": "Brackwater Looms",
            "referee.1.title": "Head Weaver", "emergency.2.name": "Paul Quill",
            "landlord.1.name": "Helena Duarte", "religion": "Pastafarian"},
    }))
    .unwrap();
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    for (given, expected) in [
        ("Orlagh Pemberwick", "{{facts.formerName}}"),
        ("9 Tallowgate Row", "{{facts.previousAddress}}"),
        ("Ilse Vandermoor", "{{facts.referee.1.name}}"),
        ("Brackwater Looms", "{{facts.referee.1.company}}"),
        ("Paul Quill", "{{facts.emergency.2.name}}"),
        ("Helena Duarte", "{{facts.landlord.1.name}}"),
        ("Head Weaver", "Head Weaver"),
        ("Pastafarian", "Pastafarian"),
    ] {
        assert_eq!(scrubber.choice(given), expected);
    }
}

/// What forms offer is often what the person told of themselves: another question offers it, too.
#[test]
fn a_fact_that_is_a_word_of_lists_stays_a_choice() {
    let profile: Profile = serde_json::from_value(serde_json::json!({"facts": {
        "relocate": "Yes", "workMode": "Remote", "race": "None", "preferredName": "Zinaida",
        "otherPhone": "+353 1 555 0100",
    }}))
    .unwrap();
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    for (choice, expected) in [
        ("Yes", "Yes"),
        ("Remote", "Remote"),
        ("None", "None"),
        ("Zinaida", "{{facts.preferredName}}"),
        ("+353 1 555 0100", "{{facts.otherPhone}}"),
    ] {
        assert_eq!(scrubber.choice(choice), expected);
    }
    // That a field holds "Yes" says of no entry that it is there.
    let state = |text: &str| scrubber.state(&text.into(), text);
    // A text that says "none" says nothing of the person.
    assert_eq!(scrubber.text("None of these apply"), "None of these apply");
    assert_eq!(state("Yes"), shared_types::ValueState::Filled);
    assert_eq!(state("Remote"), shared_types::ValueState::Matches("facts.workMode".into()));
    // An address says who somebody is, whoever named the entry.
    let scrubber = of(json!({"custom": {"Second mail": "ada@else.example", "Pet": "Whiskerino"}}));
    assert_eq!(scrubber.choice("ada@else.example"), "{{custom.Second mail}}");
    assert_eq!(scrubber.choice("Whiskerino"), "Whiskerino");
}

#[test]
fn names_of_keys_hold_no_other_value() {
    with(|scrubber| {
        let key = |given: &str, expected: &str| {
            assert_eq!(scrubber.key(&given.into()).as_str(), expected);
        };
        key("answers.Do you live in London?", "answers.Do you live in {{address.city}}?");
        key("answers.How did you hear about us?", "answers.How did you hear about us?");
        key("custom.Diabetes since 2012", "custom.Diabetes since 2012");
        key("record.4929 3100 8765 4321", "record.{{payment.cardNumber}}");
        key("custom.Whiskerino’s food", "custom.{{custom}}’s food");
        key("firstName", "firstName");
    });
}

#[test]
fn what_stands_for_a_value_holds_no_other() {
    let mut profile = profile();
    profile.answers.insert("Gift for Lovelace".to_owned(), "a small Teapot".into());
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    assert_eq!(scrubber.text("a small teapot"), "{{answers.Gift for {{lastName}}}}");
}

#[test]
fn marks_stay_and_what_looks_like_one_does_not() {
    for given in ["{{firstName}}", "{{email}} and {{answers.Do you live in {{address.city}}?}}"] {
        text(given, given);
    }
    text("{{Lovelace}}", "{{{{lastName}}}}");
    text("{{ada@lovelace.example}}", "{{{{email}}}}");
    // A value that is a word of a mark is none in it.
    let scrubber = of(json!({"phone": "+44 20 7946 0958", "company": "Phone"}));
    for (given, expected) in [
        ("Call +44 20 7946 0958", "Call {{phone}}"),
        ("{{phone}}{{phone}} and {{phone}}", "{{phone}}{{phone}} and {{phone}}"),
        ("{{phone}}: Phone", "{{phone}}: {{company}}"),
    ] {
        assert_eq!(scrubber.text(given), expected);
    }
}

#[test]
fn scripts_without_spaces_have_no_bounds() {
    let profile =
        Profile { last_name: "山田".into(), first_name: "민준".into(), ..Profile::default() };
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    assert_eq!(scrubber.text("ようこそ山田様"), "ようこそ{{lastName}}様");
    assert_eq!(scrubber.text("민준님"), "{{firstName}}님");
    assert_eq!(scrubber.label("山田様"), "{{lastName}}様");
}

#[test]
fn umlauts_are_also_two_letters() {
    let profile = Profile { last_name: "Müllerström".into(), ..Profile::default() };
    let scrubber = Scrubber::new(&Source {
        profile: &profile,
        record: None,
        today: None,
        others: &[],
        site: "",
    });
    for given in ["Müllerström", "Muellerstroem", "MULLERSTROM", "Mu\u{308}llerstro\u{308}m"] {
        assert_eq!(scrubber.label(given), "{{lastName}}", "{given}");
    }
}

#[test]
fn nothing_is_looked_for_in_nobodys_texts() {
    let scrubber = Scrubber::default();
    assert_eq!(scrubber.text("Ada Lovelace"), "Ada Lovelace");
}

/// Letters and digits alone: whoever reads can put together what is between them.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn noise() -> impl Strategy<Value = String> {
    "[ -~äß…年]{0,12}"
}

fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "ada@lovelace.example",
        "4929310087654321",
        "442079460958",
        "17 Hollowmere Lane",
        "Lovelace",
    ])
}

proptest! {
    #[test]
    fn scrubbing_leaves_no_value(
        before in noise(),
        after in noise(),
        value in value(),
        gap in prop::sample::select(vec!["", "\u{ad}", "\u{200b}", "\u{2060}", "\u{fe0f}"]),
    ) {
        let hidden: String = value.chars().flat_map(|c| [c.to_string(), gap.to_owned()]).collect();
        with(|scrubber| {
            // A word ends where another begins.
            let scrubbed = scrubber.text(&format!("{before} {hidden} {after}"));
            assert!(!plain(&scrubbed).contains(&plain(value)), "{scrubbed}");
        });
    }

    #[test]
    fn numbers_are_taken_out_of_anything(
        before in noise(),
        after in noise(),
        places in prop::collection::vec(0_usize..5, 16),
    ) {
        let separators = ["", " ", "-", ".", "\u{a0}"];
        let digits = "4929310087654321".chars().zip(places);
        let number: String =
            digits.flat_map(|(c, place)| [c.to_string(), separators[place].to_owned()]).collect();
        with(|scrubber| {
            let mut scrubbed = format!("{before}{number}{after}");
            scrubber.attribute(&mut scrubbed);
            assert!(!plain(&scrubbed).contains("4929310087654321"), "{scrubbed}");
        });
    }

    #[test]
    fn a_second_time_changes_nothing(text in "[ -~äé年0-9]{0,40}") {
        with(|scrubber| {
            let once = scrubber.text(&format!("{text} Ada {text}"));
            assert_eq!(scrubber.text(&once), once);
        });
    }
}

#[test]
fn what_is_chosen_from_lists_tells_nobody_who_somebody_is() {
    let check = |key: &str, text: &str, expected: bool| {
        assert_eq!(super::is_chosen(&key.into(), text), expected, "{key}: {text}");
    };
    check("custom.Pet", "Cat", true);
    check("custom.Page", "see https://ada.example", false);
    check("custom.Mail", "ada@ada.example", false);
    check("custom.Number", "12 345 678 901", false);
    check("gender", "Female", true);
}
