use super::*;

mod hostile;
mod properties;

const FILE: &str = r#"schema = 1
version = 1
origin = "https://a.example"

[[steps]]
path = "/apply/*"
signature = "00112233445566aa"

[steps.submit]
fingerprint = "0011223344556677"
target = "0011223344556688"

[[steps.repeats]]
list = "resume.experiences"
blocks = 2

[[steps.fields]]
fingerprint = "1111111111111111"
words = "2222222222222222"
role = "given-name"
key = "firstName"
way = "typed"

[[steps.fields]]
fingerprint = "3333333333333333"
role = "none"
answer = true
way = "pressed"
"#;

#[test]
fn a_file_is_read_and_written() {
    let recipe = read(FILE).unwrap();
    assert_eq!(read(&write(&recipe).unwrap()), Ok(recipe));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let check = |from: &str, to: &str, line: usize, reason: &Reason| {
        assert!(FILE.contains(from), "{from}");
        let faults = read(&FILE.replace(from, to)).unwrap_err();
        let found = faults.iter().map(|fault| (fault.line, &fault.reason)).collect::<Vec<_>>();
        assert_eq!(found, [(line, reason)], "{to}");
    };
    check("schema = 1", "schema = 2", 1, &Reason::Newer);
    check("version = 1", "version = 0", 2, &Reason::NoNumber);
    check("https://a.example", "https://a.example/apply", 3, &Reason::NoSite);
    check("/apply/*", "/apply/Ann.Lee@a", 6, &Reason::NoPath);
    check("/apply/*", "/apply/4711", 6, &Reason::NoPath);
    check("00112233445566aa", "Ann Lee", 7, &Reason::NoFingerprint);
    check("0011223344556688", "https://b.example", 11, &Reason::NoFingerprint);
    check("resume.experiences", "resume.Ann", 14, &Reason::NoKey);
    check("given-name", "Ann", 20, &Reason::NoRole);
    // A literal, a value as the name of an own entry, secrets, parts that there are not.
    for key in [
        "Ann",
        "custom.Ann Lee",
        "answers.Ann",
        "addresses.Ann.city",
        "payment.cardNumber",
        "password",
        "resume.experiences.x.title",
        "address.nowhere",
        "facts.nothing",
        "documents.Ann",
        "address",
    ] {
        check("firstName", key, 20, &Reason::NoKey);
    }
    check("key = \"firstName\"", "key = \"firstName\"\ntier = \"secret\"", 20, &Reason::NoKey);
    check("answer = true", "answer = true\nleave = true", 26, &Reason::OneUse);
    check("answer = true\n", "", 26, &Reason::OneUse);
    let of_line = |text: &str| {
        let faults = read(text).unwrap_err();
        faults.into_iter().map(|fault| (fault.line, fault.said())).collect::<Vec<_>>()
    };
    // What nobody knows, and what is no TOML: told without what stands there.
    let unknown = of_line(&FILE.replace("answer = true", "value = \"Ann Lee\""));
    assert_eq!(unknown[0].0, 27);
    assert!(!unknown[0].1.contains("Ann"), "{unknown:?}");
    assert_eq!(of_line(&FILE.replace("answer = true", "answer = Ann Lee"))[0].0, 27);
    assert_eq!(of_line(&FILE.replace("\"pressed\"", "\"Ann Lee\""))[0].0, 28);
}

#[test]
fn what_is_too_much_is_not_read() {
    let large = format!("{FILE}#{}", "x".repeat(50 * 1024 * 1024));
    assert_eq!(read(&large).unwrap_err()[0].reason, Reason::TooLarge);
    let field = |at: usize| {
        format!("\n[[steps.fields]]\nfingerprint = \"{at:016x}\"\nrole = \"none\"\nleave = true\n")
    };
    let many: String = (0..MAX_FIELDS).map(field).collect();
    assert_eq!(read(&format!("{FILE}{many}")).unwrap_err()[0].reason, Reason::TooMany);
}

#[test]
fn corrections_make_versions_that_can_be_put_back() {
    let mut recipe = read(FILE).unwrap();
    let print = "1111111111111111";
    let used = |recipe: &Recipe| recipe.steps[0].fields[0].used();
    assert!(recipe.correct(print, Use::Key("fullName".into()), 10));
    assert!(recipe.correct(print, Use::Key("fullName".into()), 11), "nothing new");
    assert!(recipe.correct(print, Use::Leave, 12));
    assert!(!recipe.correct("4444444444444444", Use::Leave, 13));
    assert_eq!((recipe.version, recipe.history.len()), (3, 2));
    assert!(recipe.put_back(3, 14) && !recipe.put_back(9, 14));
    assert_eq!((used(&recipe), recipe.version), (Some(Use::Key("fullName".into())), 4));
    assert!(recipe.put_back(2, 15));
    assert_eq!(used(&recipe), Some(Use::Key("firstName".into())));
    assert_eq!(read(&write(&recipe).unwrap()), Ok(recipe));
}

#[test]
fn two_failures_in_a_row_quarantine() {
    let mut recipe = read(FILE).unwrap();
    for (held, quarantined) in [(false, false), (true, false), (false, false), (false, true)] {
        recipe.ended(held);
        assert_eq!(recipe.is_quarantined(), quarantined);
    }
    let page = shared_types::Observation::default();
    assert_eq!(replay(&recipe, &page), Replay::Refused(Refusal::Quarantined));
    recipe.correct("1111111111111111", Use::Leave, 1);
    assert!(!recipe.is_quarantined());
    assert_eq!(replay(&recipe, &page), Replay::Refused(Refusal::OtherSite));
}

#[test]
fn paths_keep_words_alone() {
    for (path, pattern) in [
        ("/apply/step-one?id=1#x", "/apply/step-one"),
        ("/jobs/4711/Ann", "/jobs/*/*"),
        ("/u/ann@a.example/", "/u/*/"),
        ("", "/"),
    ] {
        assert_eq!(look::pattern(path), pattern);
    }
}

/// Wherever something stands in a file, also a number, somebody's name in its stead is refused, and not repeated.
#[test]
fn a_value_is_refused_wherever_it_stands() {
    let mut tried = 0;
    for (at, line) in FILE.lines().enumerate() {
        let Some((name, _)) = line.split_once(" = ") else { continue };
        let text = FILE.replacen(line, &format!("{name} = \"Ann Lee\""), 1);
        for fault in read(&text).unwrap_err() {
            assert!(!fault.said().contains("Ann"), "{}", fault.said());
            tried += 1;
        }
        let more = FILE.replacen(line, &format!("{line}\nvalue = \"Ann Lee\""), 1);
        assert_eq!(read(&more).unwrap_err()[0].line, at + 2);
    }
    assert!(tried >= 16, "{tried}");
}

/// Of a field whose words hold something of the person's nothing is kept, not even a digest: whoever tries names would find
/// it. Of an address such parts are stars.
#[test]
fn words_with_values_leave_no_digest() {
    let field = |label: &str| shared_types::Field {
        tag: "input".into(),
        label: label.into(),
        name: "call_sign".into(),
        fingerprint: Some("0123456789abcdef".into()),
        ..shared_types::Field::default()
    };
    let learned = |field: shared_types::Field, path: &str| {
        let observation = shared_types::Observation {
            url: format!("https://a.example{path}"),
            fields: vec![field],
            ..shared_types::Observation::default()
        };
        let wrote =
            [Wrote { fingerprint: "0123456789abcdef".into(), held: Held::Nothing, way: None }];
        let seen = Seen { observation: &observation, pressed: None, wrote: &wrote };
        learn(&[seen], |text| !text.to_lowercase().contains("canary"))
    };
    let recipe = learned(field("Call sign"), "/u/canary-7/apply/canary").unwrap();
    assert_eq!(recipe.steps[0].path, "/u/*/apply/*");
    assert_eq!(learned(field("Call sign of Canary"), "/apply"), None);
    let described = || Some("As Canary is called".to_owned());
    for unclean in [
        shared_types::Field { described_by: described(), ..field("Call sign") },
        shared_types::Field { section: described(), ..field("Call sign") },
        shared_types::Field { placeholder: "Canary".into(), ..field("Call sign") },
        shared_types::Field { id: "canary".into(), ..field("Call sign") },
    ] {
        assert_eq!(learned(unclean, "/apply"), None);
    }
}
