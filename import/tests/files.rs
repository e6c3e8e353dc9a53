//! Files of every kind, and what is taken of them.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

mod made;

use std::{collections::BTreeMap, time::Duration};

use agent_core::person::tree;
use profile_import::{ImportError, LIMIT, MAX_ENTRIES, MAX_PROBLEMS, read};
use proptest::prelude::*;
use shared_types::{
    import::{FileFormat, FileFound},
    json,
};

use made::{CV, Heavy, composite_pdf, docx, heavy, locked_pdf, parts, pdf, table, zip_bomb};

/// What is in a profile, by path.
fn texts(found: &FileFound) -> BTreeMap<String, String> {
    let tree = json::to_value(&found.profile);
    let text = |path: &String| match tree::get(&tree, path) {
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let flat = tree::filled_paths(&tree);
    flat.iter().map(|path| (path.clone(), text(path))).collect()
}

/// What is taken of a file is this and no more, and these paths have problems.
fn check(name: &str, bytes: &[u8], format: FileFormat, expected: &[(&str, &str)], wrong: &[&str]) {
    let found = read(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected: BTreeMap<String, String> =
        expected.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    assert_eq!(texts(&found), expected, "{name}: {:?}", found.problems);
    assert_eq!(found.format, format, "{name}");
    let problems: Vec<&str> = found.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(problems, wrong, "{name}: {:?}", found.problems);
}

fn refused(name: &str, bytes: &[u8], expected: ImportError) {
    match read(name, bytes) {
        Ok(found) => panic!("{name} was read: {:?}", texts(&found)),
        Err(error) => assert_eq!(error, expected, "{name}"),
    }
}

/// What the CV of the tests says, whichever kind of file it is in.
const TAKEN: &[(&str, &str)] = &[
    ("address.city", "Leeds"),
    ("address.country", "United Kingdom"),
    ("address.street", "7 Cedar Row"),
    ("address.zipCode", "LS1 4AP"),
    ("email", "ines.okafor@mail.example"),
    ("firstName", "Ines"),
    ("fullName", "Ines Okafor"),
    ("github", "github.com/ines-okafor"),
    ("lastName", "Okafor"),
    ("linkedIn", "linkedin.com/in/ines-okafor"),
    ("phone", "+44 20 7946 0958"),
    ("resume.education.0.degree", "BSc"),
    ("resume.education.0.endDate", "2016"),
    ("resume.education.0.field", "Computer Science"),
    ("resume.education.0.school", "University of Leeds"),
    ("resume.education.0.startDate", "2013"),
    ("resume.experiences.0.company", "Northlight Studio Ltd"),
    ("resume.experiences.0.current", "true"),
    ("resume.experiences.0.description", "Leads a team of four\nBuilt the booking system"),
    ("resume.experiences.0.startDate", "2019-03"),
    ("resume.experiences.0.title", "Senior Developer"),
    ("resume.experiences.1.company", "Brightwater GmbH"),
    ("resume.experiences.1.description", "Wrote tests"),
    ("resume.experiences.1.endDate", "2019-02"),
    ("resume.experiences.1.startDate", "2016-09"),
    ("resume.experiences.1.title", "Junior Developer"),
    ("resume.languages.0", "English (native)"),
    ("resume.languages.1", "German"),
    ("resume.skills.0", "Rust"),
    ("resume.skills.1", "SQL"),
    ("resume.skills.2", "C++"),
    ("resume.summary", "Developer of systems that people book by."),
];

#[test]
fn one_cv_is_read_alike_as_text_docx_and_pdf() {
    check("cv.txt", CV.as_bytes(), FileFormat::Cv, TAKEN, &[]);
    check("cv.docx", &docx(CV), FileFormat::Cv, TAKEN, &[]);
    check("cv.pdf", &pdf(CV), FileFormat::Cv, TAKEN, &[]);
    check("cv.pdf", &composite_pdf(CV), FileFormat::Cv, TAKEN, &[]);
    // What it is goes before what it is called.
    check("cv.txt", &pdf(CV), FileFormat::Cv, TAKEN, &[]);
    check("cv", &docx(CV), FileFormat::Cv, TAKEN, &[]);
}

#[test]
fn cvs_that_are_laid_out_otherwise() {
    check(
        "lebenslauf.txt",
        "Lebenslauf\n\nJörg Müller\nHauptstraße 5\n10115 Berlin\nTelefon: 030 901820\n\
         E-Mail: joerg@mail.example\nGeburtsdatum: 1990-04-05\n\nBerufserfahrung\n\n\
         seit 03/2020\nSoftwareentwickler\nBeispiel GmbH\n\n01/2018 – 02/2020\nPraktikant\nMuster AG\n\n\
         Ausbildung\n2013 – 2017   Hochschule Musterstadt, Bachelor\n\nKenntnisse\nRust; Python\n"
            .as_bytes(),
        FileFormat::Cv,
        &[
            ("address.city", "Berlin"),
            ("address.street", "Hauptstraße 5"),
            ("address.zipCode", "10115"),
            ("birthDate", "1990-04-05"),
            ("email", "joerg@mail.example"),
            ("firstName", "Jörg"),
            ("fullName", "Jörg Müller"),
            ("lastName", "Müller"),
            ("phone", "030 901820"),
            ("resume.education.0.degree", "Bachelor"),
            ("resume.education.0.endDate", "2017"),
            ("resume.education.0.school", "Hochschule Musterstadt"),
            ("resume.education.0.startDate", "2013"),
            ("resume.experiences.0.company", "Beispiel GmbH"),
            ("resume.experiences.0.current", "true"),
            ("resume.experiences.0.startDate", "2020-03"),
            ("resume.experiences.0.title", "Softwareentwickler"),
            ("resume.experiences.1.company", "Muster AG"),
            ("resume.experiences.1.endDate", "2020-02"),
            ("resume.experiences.1.startDate", "2018-01"),
            ("resume.experiences.1.title", "Praktikant"),
            ("resume.skills.0", "Rust"),
            ("resume.skills.1", "Python"),
        ],
        &[],
    );
    check(
        "cv.md",
        b"Ana Maria Lopez Vega\nana@mail.example | +34 600 000 000 | https://ana.example\n\nEXPERIENCE\n\
          Nurse at Hospital Verde, Madrid\nJune 2015 - May 2019\n- Night shifts\n",
        FileFormat::Cv,
        &[
            ("email", "ana@mail.example"),
            ("fullName", "Ana Maria Lopez Vega"),
            ("phone", "+34 600 000 000"),
            ("resume.experiences.0.company", "Hospital Verde"),
            ("resume.experiences.0.description", "Night shifts"),
            ("resume.experiences.0.endDate", "2019-05"),
            ("resume.experiences.0.location", "Madrid"),
            ("resume.experiences.0.startDate", "2015-06"),
            ("resume.experiences.0.title", "Nurse"),
            ("website", "https://ana.example"),
        ],
        &[],
    );
}

#[test]
fn what_is_in_doubt_is_left_out_and_named() {
    check(
        "cv.txt",
        b"Senior Designer\nann@mail.example\nann@other.example\n\nExperience\n2014, 2016 and 2018: various\n\
          Northlight - Brightwater\n2019 - 2021\n",
        FileFormat::Cv,
        &[],
        &["email", "resume.experiences"],
    );
    check(
        "cv.txt",
        b"Ann Lee\n\nWork experience\nDeveloper\tJan 2019 - now\nSome line of prose, which ends here.\n",
        FileFormat::Cv,
        &[("firstName", "Ann"), ("fullName", "Ann Lee"), ("lastName", "Lee")],
        &["resume.experiences"],
    );
}

#[test]
fn a_json_resume() {
    let file = r#"{
        "basics": {"name": "Noor Haddad", "label": "Engineer", "email": "noor@mail.example", "phone": "+31 20 555 0134",
            "url": "https://noor.example", "summary": "Builds bridges.",
            "location": {"address": "Lindeweg 8", "postalCode": "3512 AB", "city": "Utrecht", "countryCode": "NL"},
            "profiles": [{"network": "GitHub", "url": "https://github.com/noor"}, {"network": "Mastodon", "url": "https://social.example/@noor"}]},
        "work": [{"name": "Brightwater", "position": "Engineer", "startDate": "2019-01-01", "summary": "Bridges", "highlights": ["A bridge"]},
                 {"company": "Older", "position": "Intern", "startDate": "2018-02", "endDate": "spring"}],
        "education": [{"institution": "University of Groningen", "area": "Physics", "studyType": "Master", "endDate": "2018", "score": 8}],
        "skills": [{"name": "Code", "keywords": ["Rust", "SQL"]}, {"name": "Welding"}],
        "languages": [{"language": "Dutch", "fluency": "native"}], "certificates": [{"name": "First aid"}],
        "interests": [{"name": "Chess"}], "awards": []
    }"#;
    check(
        "resume.json",
        file.as_bytes(),
        FileFormat::JsonResume,
        &[
            ("address.city", "Utrecht"),
            ("address.country", "NL"),
            ("address.street", "Lindeweg 8"),
            ("address.zipCode", "3512 AB"),
            ("email", "noor@mail.example"),
            ("firstName", "Noor"),
            ("fullName", "Noor Haddad"),
            ("github", "https://github.com/noor"),
            ("jobTitle", "Engineer"),
            ("lastName", "Haddad"),
            ("phone", "+31 20 555 0134"),
            ("resume.certifications.0", "First aid"),
            ("resume.education.0.degree", "Master"),
            ("resume.education.0.endDate", "2018"),
            ("resume.education.0.field", "Physics"),
            ("resume.education.0.gpa", "8"),
            ("resume.education.0.school", "University of Groningen"),
            ("resume.experiences.0.company", "Brightwater"),
            ("resume.experiences.0.current", "true"),
            ("resume.experiences.0.description", "Bridges\nA bridge"),
            ("resume.experiences.0.startDate", "2019-01-01"),
            ("resume.experiences.0.title", "Engineer"),
            ("resume.experiences.1.company", "Older"),
            ("resume.experiences.1.startDate", "2018-02"),
            ("resume.experiences.1.title", "Intern"),
            ("resume.languages.0", "Dutch (native)"),
            ("resume.skills.0", "Rust"),
            ("resume.skills.1", "SQL"),
            ("resume.skills.2", "Welding"),
            ("resume.summary", "Builds bridges."),
            ("website", "https://noor.example"),
        ],
        &["resume.experiences", "interests"],
    );
}

#[test]
fn contacts() {
    let name = [("firstName", "Zoë"), ("fullName", "Zoë Brûlé"), ("lastName", "Brûlé")];
    let latin1 = b"BEGIN:VCARD\r\nVERSION:2.1\r\nN:Br\xfbl\xe9;Zo\xeb\r\nFN:Zo\xeb Br\xfbl\xe9\r\nEND:VCARD\r\n";
    check("a.vcf", latin1, FileFormat::Contact, &name, &[]);
    let quoted = b"BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Br=FBl=E9;Zo=EB\r\n\
        FN;CHARSET=UTF-8;QUOTED-PRINTABLE:Zo=C3=AB Br=\r\n=C3=BBl=C3=A9\r\nEND:VCARD\r\n";
    check("b.vcf", quoted, FileFormat::Contact, &name, &[]);
    let third = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Brûlé;Zoë;;;\r\nFN:Zoë Brûlé\r\nitem1.EMAIL;TYPE=INTERNET,PREF:zoe@mail.exam\r\n ple\r\n\
        TEL;TYPE=CELL:+33 1 55 00 00 00\r\nTEL;TYPE=WORK,FAX:+33 9\r\nTEL;TYPE=WORK,VOICE:+33 1 55 00 00 01\r\nORG:Atelier\\, Paris;Design\r\nTITLE:Designer\r\n\
        ADR;TYPE=HOME:;Apt 4;3 Quai Vert;Paris;;75001;France\r\nBDAY:19900405\r\nURL:https://www.linkedin.com/in/zoe\r\nPHOTO;ENCODING=b:QUJD\r\nEND:VCARD\r\n";
    let more = [
        ("address.city", "Paris"),
        ("address.country", "France"),
        ("address.street", "3 Quai Vert"),
        ("address.street2", "Apt 4"),
        ("address.zipCode", "75001"),
        ("birthDate", "1990-04-05"),
        ("company", "Atelier, Paris"),
        ("email", "zoe@mail.example"),
        ("facts.phone.Work", "+33 1 55 00 00 01"),
        ("jobTitle", "Designer"),
        ("linkedIn", "https://www.linkedin.com/in/zoe"),
        ("phone", "+33 1 55 00 00 00"),
    ];
    // A fact's name has a dot in it, so it is looked up by itself.
    let found = read("c.vcf", third.as_bytes()).expect("a contact");
    assert_eq!(found.profile.facts["phone.Work"].reveal(), "+33 1 55 00 00 01");
    for (path, text) in more.iter().chain(&name).filter(|(path, _)| !path.starts_with("facts")) {
        assert_eq!(texts(&found).get(*path).map(String::as_str), Some(*text), "{path}");
    }
    let fourth = "BEGIN:VCARD\nVERSION:4.0\nFN:Zoë Brûlé\nN:Brûlé;Zoë;;;\nTEL;VALUE=uri;PREF=1:tel:+33155000000\nBDAY:--0405\nGENDER:O;nonbinary\n\
        EMAIL:not an address\nEND:VCARD\n";
    let expected = [&name[..], &[("gender", "nonbinary"), ("phone", "+33155000000")]].concat();
    check("d.vcf", fourth.as_bytes(), FileFormat::Contact, &expected, &["email"]);
    let two = "BEGIN:VCARD\nFN:A B\nEND:VCARD\nBEGIN:VCARD\nFN:C D\nEND:VCARD\n";
    refused("all.vcf", two.as_bytes(), ImportError::SeveralPeople(2));
    refused("none.vcf", b"hello", ImportError::Damaged("VCF"));
}

#[test]
fn tables() {
    let address = [
        ("address.city", "Leeds"),
        ("address.country", "GB"),
        ("address.street", "7 Cedar Row"),
        ("address.zipCode", "LS1 4AP"),
        ("email", "ines@mail.example"),
        ("firstName", "Ines"),
        ("lastName", "Okafor"),
        ("phone", "+44 20 7946 0958"),
    ];
    check(
        "addresses.csv",
        b"given-name,family-name,street-address,address-level2,postal-code,country,tel,email\n\
          Ines,Okafor,7 Cedar Row,Leeds,LS1 4AP,GB,+44 20 7946 0958,ines@mail.example\n",
        FileFormat::Table,
        &address,
        &[],
    );
    check(
        "contacts.csv",
        b"First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Address 1 - Country,Notes\n\
          Ines,Okafor,* Home,ines@mail.example,+44 20 7946 0958 ::: +44 1,7 Cedar Row,Leeds,LS1 4AP,GB,hello\n",
        FileFormat::Table,
        &address,
        &[],
    );
    check(
        "identities.txt",
        "\u{feff}Title;First name;Last name;Address 1;City;Postcode;Country;Phone;E-mail\n\
         Ms;Ines;Okafor;7 Cedar Row;Leeds;LS1 4AP;GB;+44 20 7946 0958;ines@mail.example\n"
            .as_bytes(),
        FileFormat::Table,
        &address,
        &[],
    );
    check(
        "two.csv",
        b"name,street,city,email\nInes Okafor,7 Cedar Row,Leeds,ines@mail.example\nInes Okafor,1 High St,York,ines@mail.example\n",
        FileFormat::Table,
        &[("email", "ines@mail.example"), ("fullName", "Ines Okafor")],
        &["address"],
    );
    refused(
        "p.csv",
        b"name,url,username,password\nx,https://x.example,a,b\n",
        ImportError::Passwords,
    );
    refused("p.txt", b"url,username,password\nhttps://x.example,a,b\n", ImportError::Passwords);
    refused("x.csv", b"colour,size\nred,4\n", ImportError::NoColumns);
    refused("x.csv", b"name,city\nA B,X\nC D,Y\n", ImportError::SeveralPeople(2));
    refused("x.csv", b"name,city\n", ImportError::Nothing("import_a_table"));
}

#[test]
fn what_is_no_such_file_is_refused_and_says_what_to_do() {
    refused("a", b"", ImportError::Empty);
    refused("a.txt", b" \n ", ImportError::Empty);
    refused("me.jpg", b"\xff\xd8\xff\xe0rest", ImportError::Picture);
    refused("me.pdf", b"\x89PNG\r\n\x1a\nrest", ImportError::Picture);
    refused(
        "cv.doc",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        ImportError::OtherDocument("import_documents_of_word_before_2007_doc"),
    );
    refused("cv.rtf", br"{\rtf1 hello}", ImportError::OtherDocument("RTF"));
    refused(
        "cv.html",
        b"<!doctype html><p>x",
        ImportError::OtherDocument("import_web_pages_and_xml"),
    );
    refused("a.bin", b"\0\x01\x02\x03", ImportError::Unknown);
    refused("a.txt", b"just some words", ImportError::Nothing("CV"));
    refused("a.docx", b"PK\x03\x04 damaged", ImportError::Damaged("DOCX"));
    refused("a.pdf", b"%PDF-1.7 damaged", ImportError::Damaged("PDF"));
    refused("scan.pdf", &pdf(""), ImportError::Scan);
    refused("locked.pdf", &locked_pdf(), ImportError::Locked);
    refused("bomb.docx", &zip_bomb(), ImportError::TooMuch);
    let large = vec![b'a'; LIMIT + 1];
    refused("a.txt", &large, ImportError::TooLarge(11));
    assert!(ImportError::TooLarge(11).to_string().contains("11 MB. The limit is 10 MB"));
}

#[test]
fn own_files_are_read_as_ever_whatever_their_size() {
    check(
        "p.json",
        br#"{"profile": {"firstName": "Ada"}}"#,
        FileFormat::Profile,
        &[("firstName", "Ada")],
        &[],
    );
    check(
        "p",
        b"\xef\xbb\xbf{\"firstName\": \"Ada\"}",
        FileFormat::Profile,
        &[("firstName", "Ada")],
        &[],
    );
    // A newer version's part is named, and the rest is taken.
    check(
        "p.json",
        br#"{"firstName": "Ada", "ofANewerVersion": {"x": 1}}"#,
        FileFormat::Profile,
        &[("firstName", "Ada")],
        &["ofANewerVersion"],
    );
    let large =
        format!(r#"{{"firstName": "Ada", "custom": {{"x": "{}"}}}}"#, "a".repeat(2 * LIMIT));
    let found = read("p.json", large.as_bytes()).expect("a profile of 20 MB");
    assert_eq!(found.profile.first_name.reveal(), "Ada");
    let large = format!(r#"{{"basics": {{"name": "{}"}}}}"#, "a".repeat(2 * LIMIT));
    refused("r.json", large.as_bytes(), ImportError::TooLarge(21));
    for (text, part) in [
        ("{\"canary\"", "ends too early"),
        ("[1]", "a list"),
        ("{\"a\": \"canary\"}", "nothing for a profile"),
    ] {
        let error = read("p.json", text.as_bytes()).expect_err(text).to_string();
        assert!(error.contains(part) && !error.contains("canary"), "{error}");
    }
}

/// How much of a processor's time a file may take in an unoptimized build: it is a second where people use it.
const AT_ONCE: Duration = Duration::from_secs(15);

/// The processor's time that this thread has had, whatever else the machine does (Linux, sched-stats: the first number).
fn spent() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or_default())
}

/// What is read of a file at once: that it holds too much, or what a person would expect.
fn at_once(name: &str, bytes: &[u8], expected: Result<(), ImportError>) -> FileFound {
    let began = spent();
    let found = read(name, bytes);
    let took = spent().saturating_sub(began);
    assert!(took < AT_ONCE, "{name} of {} bytes took {took:?}", bytes.len());
    assert_eq!(found.as_ref().err(), expected.as_ref().err(), "{name}");
    found.unwrap_or_default()
}

#[test]
fn a_small_pdf_that_is_much_to_read_ends_at_once() {
    let text = "BT /F1 12 Tf 100 100 Td (Ada Example, Engineer of many things) Tj ET ";
    let too_much = || Err(ImportError::TooMuch);
    let content = text.to_owned();
    // Each range is a width for every code there is.
    let widths = Heavy { pages: 8, fonts: 10, widths: (400, 0), content, ..Heavy::default() };
    at_once("ranges.pdf", &heavy(&widths), Ok(()));
    let widths = Heavy { fonts: 10, widths: (200, 5_000), ..widths };
    at_once("lists.pdf", &heavy(&widths), too_much());
    // All pages together, whatever each of them has.
    let content = text.repeat(60 * 1024);
    at_once("texts.pdf", &heavy(&Heavy { pages: 8, content, ..Heavy::default() }), too_much());
    let content = format!("{text}{}", "q Q ".repeat(500_000));
    at_once("signs.pdf", &heavy(&Heavy { pages: 50, content, ..Heavy::default() }), too_much());
    let content = text.to_owned();
    let links = Heavy { pages: 8, links: 50_000, address: 10_000, content, ..Heavy::default() };
    at_once("links.pdf", &heavy(&links), too_much());
    let content = text.to_owned();
    at_once(
        "fonts.pdf",
        &heavy(&Heavy {
            fonts: 2_000,
            pages: 50,
            content,
            map: format!("{}{}", " ".repeat(50_000), Heavy::default().map),
            ..Heavy::default()
        }),
        too_much(),
    );
    // Codes that stand for long texts, that are far more than a font has, or whose lengths are.
    let of = |map: String| {
        let content = format!("BT /F1 12 Tf ({}) Tj ET", "A".repeat(100_000));
        heavy(&Heavy { content, map: table(&map), ..Heavy::default() })
    };
    let lengths = "1 begincodespacerange <00> <FF> endcodespacerange\n";
    let long = "0041".repeat(250);
    let map = format!("{lengths}1 beginbfchar <41> <{long}> endbfchar\n");
    at_once("code.pdf", &of(map), too_much());
    let map = format!("{lengths}1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange\n");
    at_once("codes.pdf", &of(map), Err(ImportError::Scan));
    let map = format!("{lengths}1 beginbfrange <0000> <FFFF> <{long}> endbfrange\n");
    at_once("texts.pdf", &of(map), too_much());
    let many = "<00000000> <00000000> ".repeat(40_000);
    let map = format!("9 begincodespacerange {many}endcodespacerange\n");
    at_once("lengths.pdf", &of(map), Err(ImportError::Scan));
}

#[test]
fn a_small_docx_that_unpacks_to_much_ends_at_once() {
    let line = |text: &str| format!("<w:p><w:t>{text}</w:t></w:p>");
    let long = line(&"a\t".repeat(7 * 1024 * 1024));
    at_once("line.docx", &parts(&[("word/document.xml", &long)]), Err(ImportError::TooMuch));
    // Each is within bounds.
    let names: Vec<String> = (1..=8).map(|n| format!("word/header{n}.xml")).collect();
    let part = line(&" ".repeat(200 * 1024));
    let all = names.iter().map(|name| (name.as_str(), part.as_str()));
    let all: Vec<(&str, &str)> = all.chain([("word/document.xml", part.as_str())]).collect();
    at_once("texts.docx", &parts(&all), Err(ImportError::TooMuch));
    let part = format!("<!--{}-->", " ".repeat(4 * 1024 * 1024));
    let all = names.iter().map(|name| (name.as_str(), part.as_str()));
    let all: Vec<(&str, &str)> = all.chain([("word/document.xml", part.as_str())]).collect();
    at_once("parts.docx", &parts(&all), Err(ImportError::TooMuch));
}

#[test]
fn a_long_text_ends_at_once() {
    let cv = |unit: &str, bytes: usize| format!("Ada Example\n{}", unit.repeat(bytes / unit.len()));
    for unit in ["a\t", "1|", "a, ", "2019 - "] {
        at_once("a.txt", cv(unit, 250 * 1024).as_bytes(), Ok(()));
        at_once("a.txt", cv(unit, LIMIT - 100).as_bytes(), Err(ImportError::TooMuch));
    }
    let folded = format!("BEGIN:VCARD\nX\n{}FN:Ada Example\nEND:VCARD\n", " a\n".repeat(1_000_000));
    let found = at_once("a.vcf", folded.as_bytes(), Ok(()));
    assert_eq!(found.profile.full_name.reveal(), "Ada Example");
    let text = "x".repeat(500);
    let card = |n: usize| format!("BEGIN:VCARD\nFN:Ada Example\nTITLE:{n}{text}\nEND:VCARD\n");
    let cards: String = (0..9_000).map(card).collect();
    let found = at_once("a.vcf", cards.as_bytes(), Ok(()));
    assert_eq!(found.problems.len(), 1, "the title is another one in each");
}

#[test]
fn as_many_entries_and_problems_are_told_as_a_person_reads() {
    let job = r#"{"startDate": "x"}"#;
    let jobs = |count: usize| {
        let jobs = vec![job; count].join(",");
        let file = format!(r#"{{"basics": {{"name": "Ada Example"}}, "work": [{jobs}]}}"#);
        let mut problems = at_once("r.json", file.as_bytes(), Ok(())).problems;
        (problems.len(), problems.pop().map(|last| last.reason).unwrap_or_default())
    };
    assert_eq!(jobs(100).0, 100);
    assert_eq!(jobs(50_000), (MAX_PROBLEMS + 1, "and 49801 more".to_owned()));
    let own = |count: usize| {
        let custom: Vec<String> = (0..count).map(|n| format!("\"k{n}\": 1")).collect();
        format!(r#"{{"custom": {{{}}}}}"#, custom.join(","))
    };
    at_once("p.json", own(MAX_ENTRIES).as_bytes(), Ok(()));
    at_once("p.json", own(MAX_ENTRIES + 1).as_bytes(), Err(ImportError::TooManyEntries));
    let name = "n".repeat(2 * 1024 * 1024);
    let inside: Vec<String> = (0..2_000).map(|n| format!("\"{n}\": 1")).collect();
    let long = format!(r#"{{"custom": {{"{name}": {{{}}}}}}}"#, inside.join(","));
    at_once("p.json", long.as_bytes(), Err(ImportError::TooManyEntries));
    let one = r#"{"name": "A", "profile": {"firstName": "x"}}"#;
    let file = format!(r#"{{"version": 1, "profiles": [{}]}}"#, vec![one; 21].join(","));
    let Err(ImportError::Profile(why)) = read("p.json", file.as_bytes()) else {
        panic!("it is read")
    };
    assert!(why.contains("20"), "{why}");
}

fn starts() -> impl Strategy<Value = Vec<u8>> {
    prop::sample::select(vec![
        Vec::new(),
        CV.as_bytes().to_vec(),
        docx(CV),
        pdf(CV),
        b"BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:B=C3;A\r\nTEL;TYPE=CELL:1\r\nADR:;;a;b;c;d;e\r\nEND:VCARD".to_vec(),
        b"name,street,city\n\"a,b,c\n".to_vec(),
        br#"{"basics": {"name": "A", "profiles": [{}]}, "work": [{"startDate": 3}]}"#.to_vec(),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn no_bytes_make_it_panic(mut bytes in starts(), damage in prop::collection::vec((any::<u16>(), any::<u8>()), 0..12), cut in any::<u16>()) {
        for (at, byte) in damage {
            let at = usize::from(at) % (bytes.len() + 1);
            if let Some(there) = bytes.get_mut(at) {
                *there = byte;
            }
        }
        if cut % 4 == 0 {
            bytes.truncate(usize::from(cut) % (bytes.len() + 1));
        }
        let _ = read("a", &bytes);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(\\PC|\n|\t| – |2019|Jan |Experience\n|Education\n|, ){0,80}") {
        let _ = read("a.txt", text.as_bytes());
        let _ = read("a.csv", text.as_bytes());
        let _ = read("a.vcf", format!("BEGIN:VCARD\n{text}").as_bytes());
    }
}
