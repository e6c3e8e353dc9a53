//! Lists of strangers: what is signed is what is read, and everything else is refused with a reason.

use proptest::{collection::vec, prelude::*, sample::select};

use super::*;

const SECRET: [u8; 32] = [7; 32];
const OTHER: [u8; 32] = [8; 32];
const ADDRESS: &str = "https://lists.example/careers";

fn entry(at: usize, key: &str) -> Entry {
    let digest = |what: usize| format!("{what:016x}");
    Entry {
        fingerprint: digest(at),
        words: digest(1_000 + at),
        role: "given-name".to_owned(),
        key: key.into(),
        ..Entry::default()
    }
}

fn form(origin: &str, keys: &[&str]) -> Form {
    let fields = keys.iter().enumerate().map(|(at, key)| entry(at, key)).collect();
    let page = Page { path: "/apply/*".to_owned(), signature: "0".repeat(16), fields };
    Form { origin: origin.to_owned(), steps: vec![page] }
}

fn list(version: u32) -> List {
    let forms = vec![form("https://a.example", &["firstName", "email"])];
    List { schema: SCHEMA, name: "careers".to_owned(), version, forms }
}

/// Signs bytes that no list of ours would be.
fn signed_anyway(body: &str) -> Vec<u8> {
    let secret = SigningKey::from_bytes(&SECRET);
    let signature = hex(&secret.sign(&signed(body.as_bytes())).to_bytes());
    format!("{MARK} {FORMAT} {} {signature}\n{body}", public_key(&SECRET)).into_bytes()
}

fn body_of(list: &List) -> String {
    toml::to_string(list).unwrap()
}

#[test]
fn what_is_signed_is_what_is_read() {
    let file = sign(&list(3), &SECRET).unwrap();
    let signed = open(file.as_bytes()).unwrap();
    assert_eq!((signed.list, signed.key), (list(3), public_key(&SECRET)));
    assert!(is_list(file.as_bytes()) && !is_list(b"schema = 1"));
}

#[test]
fn a_byte_that_is_another_is_refused() {
    let file = sign(&list(3), &SECRET).unwrap().into_bytes();
    for at in 0..file.len() {
        for flip in [1_u8, 0x20, 0x80] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            assert!(open(&damaged).is_err(), "byte {at} ^ {flip}");
        }
    }
    for cut in [0, 1, 20, 100, file.len() - 1] {
        assert!(open(&file[..cut]).is_err(), "{cut} bytes");
    }
    assert_eq!(open(&[file, b"\n".to_vec()].concat()), Err(Refused::WrongSignature));
}

#[test]
fn a_signature_is_of_a_list_by_that_key_alone() {
    let body = body_of(&list(3));
    let head = |key: &str, signature: &str| {
        open(format!("{MARK} {FORMAT} {key} {signature}\n{body}").as_bytes())
    };
    let (own, other) = (SigningKey::from_bytes(&SECRET), SigningKey::from_bytes(&OTHER));
    let key = public_key(&SECRET);
    let good = own.sign(&signed(body.as_bytes())).to_bytes();
    assert!(head(&key, &hex(&good)).is_ok());
    // Of the body without what a list is signed with, by somebody else, with somebody else's key beside it.
    let bare = hex(&own.sign(body.as_bytes()).to_bytes());
    let theirs = hex(&other.sign(&signed(body.as_bytes())).to_bytes());
    // The same signature written otherwise: with the order of the group added to its second half.
    let order: [u8; 32] =
        bytes_of("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").unwrap();
    let mut again = good;
    let mut carry = 0;
    for (byte, add) in again[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        (*byte, carry) = (sum.to_le_bytes()[0], sum >> 8);
    }
    // A weak key, for which a signature of nothing is one of everything.
    let weak = format!("01{}", "0".repeat(62));
    let of_weak = format!("01{}", "0".repeat(126));
    for (key, signature) in [
        (key.as_str(), bare.as_str()),
        (&key, &theirs),
        (&public_key(&OTHER), &hex(&good)),
        (&key, &hex(&again)),
        (&weak, &of_weak),
        (&"f".repeat(64), &hex(&good)),
    ] {
        assert_eq!(head(key, signature), Err(Refused::WrongSignature), "{key} {signature}");
    }
    for (key, signature) in [
        (key.to_uppercase(), hex(&good)),
        (key.clone(), hex(&good[..63])),
        (format!(" {key}"), hex(&good)),
        (key.clone(), format!("{} more", hex(&good))),
    ] {
        assert_eq!(head(&key, &signature), Err(Refused::NoList), "{key} {signature}");
    }
}

#[test]
fn a_newer_format_is_told_and_what_is_none_is_not_read() {
    let file = sign(&list(3), &SECRET).unwrap();
    let newer = file.replacen(" 1 ", " 2 ", 1);
    assert_eq!(open(newer.as_bytes()), Err(Refused::Newer));
    for text in ["", "\n", "vaulty-recipes\n", "<html>\n", "vaulty-recipes 0 a b\n"] {
        assert_eq!(open(text.as_bytes()), Err(Refused::NoList), "{text:?}");
    }
    assert_eq!(open(&vec![b'a'; LARGEST + 1]), Err(Refused::TooLarge));
    assert_eq!(
        open(&[b"vaulty-recipes \xff 1\n".to_vec(), vec![0xff]].concat()),
        Err(Refused::NoList)
    );
}

/// A body with a line put into its first field, or with something exchanged, is refused in this line.
fn check_refused(what: &str, change: impl FnOnce(String) -> String, line: usize) {
    let body = change(body_of(&list(3)));
    match open(&signed_anyway(&body)) {
        Err(Refused::Faulty(faults)) => {
            assert_eq!(
                faults.first().map(|fault| fault.line),
                Some(line),
                "{what}: {faults:?}\n{body}"
            );
            assert!(faults.iter().all(|fault| !fault.said().contains("Canary")), "{faults:?}");
        }
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn nothing_but_names_of_entries_gets_in() {
    let field = |more: &'static str| {
        move |body: String| {
            body.replacen("key = \"firstName\"", &format!("key = \"firstName\"\n{more}"), 1)
        }
    };
    for more in [
        "value = \"Canary\"",
        "own = \"0000000000000001\"",
        "answer = true",
        "leave = true",
        "open = true",
        "tier = \"secret\"",
        "way = \"typed\"",
        "suggestion = \"Canary\"",
    ] {
        check_refused(more, field(more), 17);
    }
    let page = |more: &'static str| {
        move |body: String| body.replacen("path =", &format!("{more}\npath ="), 1)
    };
    check_refused("a button", page("submit = { fingerprint = \"0\", target = \"0\" }"), 9);
    check_refused("sections", page("repeats = []"), 9);
    for more in ["failures = 1", "history = []", "unproved = []", "address = \"https://b.example\""]
    {
        check_refused(more, |body| format!("{more}\n{body}"), 1);
    }
    for key in [
        "password",
        "payment.cardNumber",
        "payment.expMonth",
        "custom.Canary",
        "answers.Canary",
        "record.a",
        "facts.Canary",
        "documents.Canary",
        "nothing.of.ours",
        "Canary Works",
        "",
    ] {
        let exchange = |body: String| body.replacen("firstName", key, 1);
        check_refused(key, exchange, 15);
    }
    for (what, from, to, line) in [
        ("words that are words", "00000000000003e8", "Canary", 15),
        ("no words", "words = \"00000000000003e8\"\n", "words = \"\"\n", 5),
        ("a role of its own", "given-name", "canary", 15),
        ("a path with a name", "/apply/*", "/apply/Canary", 9),
        ("another scheme", "https://a", "ftp://a", 6),
        ("a site with a path", "a.example", "a.example/Canary", 6),
        ("a site in other letters", "a.example", "а.example", 6),
        ("a newer format", "schema = 1", "schema = 2", 1),
        ("no version", "version = 3", "version = 0", 3),
        ("a name that says something", "careers", "Canary Works", 2),
        ("a fingerprint", "fingerprint = \"0000000000000000\"", "fingerprint = \"Canary\"", 15),
    ] {
        check_refused(what, |body| body.replacen(from, to, 1), line);
    }
}

#[test]
fn giants_are_refused() {
    let many: Vec<&str> = vec!["firstName"; 1_000];
    let mut fields = list(3);
    fields.forms = vec![form("https://a.example", &many)];
    assert!(matches!(sign(&fields, &SECRET), Err(Refused::Faulty(_))), "a thousand fields");
    let mut forms = list(3);
    forms.forms = vec![form("https://a.example", &["firstName"]); MAX_FORMS + 1];
    assert!(matches!(sign(&forms, &SECRET), Err(Refused::Faulty(_))), "501 forms");
    forms.forms.clear();
    assert!(matches!(sign(&forms, &SECRET), Err(Refused::Faulty(_))), "no form");
    let mut steps = list(3);
    let page = steps.forms[0].steps[0].clone();
    steps.forms[0].steps = vec![page; 41];
    assert!(matches!(sign(&steps, &SECRET), Err(Refused::Faulty(_))), "41 pages");
}

#[test]
fn a_list_keeps_its_key_its_name_and_its_order() {
    let of = |list: &List, secret: &[u8; 32]| open(sign(list, secret).unwrap().as_bytes()).unwrap();
    let pinned = accept(&[], &of(&list(3), &SECRET), ADDRESS, 5).unwrap().unwrap();
    assert_eq!((pinned.version, pinned.forms, pinned.at), (3, 1, 5));
    let all = [pinned.clone()];
    let check = |signed: Signed, address: &str| accept(&all, &signed, address, 9);
    assert_eq!(check(of(&list(3), &SECRET), ADDRESS), Ok(None), "it is in use");
    let newer = check(of(&list(4), &SECRET), ADDRESS).unwrap().unwrap();
    assert_eq!((newer.version, newer.key == pinned.key), (4, true));
    // Replayed and rolled back, changed without a version, signed by another, exchanged.
    assert_eq!(check(of(&list(2), &SECRET), ADDRESS), Err(Refused::Older));
    let mut changed = list(3);
    changed.forms[0].steps[0].fields[0].key = "lastName".into();
    assert_eq!(check(of(&changed, &SECRET), ADDRESS), Err(Refused::SameVersion));
    let other_key = Err(Refused::OtherKey("careers".into()));
    assert_eq!(check(of(&list(9), &OTHER), ADDRESS), other_key);
    assert_eq!(check(of(&list(9), &OTHER), "https://b.example/"), other_key);
    let renamed = List { name: "others".into(), ..list(9) };
    for secret in [&SECRET, &OTHER] {
        let refused = Err(Refused::OtherName("careers".into()));
        assert_eq!(check(of(&renamed, secret), ADDRESS), refused);
    }
    // It may move, and others may stand beside it.
    let moved = check(of(&list(3), &SECRET), "https://b.example/").unwrap().unwrap();
    assert_eq!(moved.address, "https://b.example/");
    assert!(check(of(&renamed, &OTHER), "https://b.example/").unwrap().is_some());
    for refused in
        [Refused::Older, Refused::SameVersion, Refused::TooLarge, Refused::WrongSignature]
    {
        assert!(!refused.said().is_empty());
    }
}

#[test]
fn a_key_is_compared_by_a_short_digest() {
    let (own, other) = (public_key(&SECRET), public_key(&OTHER));
    let print = fingerprint(&own);
    assert_eq!((print.len(), print.split(' ').count()), (39, 8));
    assert!(print == fingerprint(&own) && print != fingerprint(&other));
}

/// Recipes of any kind: what is told of them is what others may be told.
fn known() -> impl Strategy<Value = Known> {
    let used = prop_oneof![
        select(vec!["firstName", "address.city", "birthDate", "resume.skills"])
            .prop_map(|key| Use::Key(key.into())),
        "[0-9a-f]{16}".prop_map(Use::Own),
        select(vec![Use::Answer, Use::Leave, Use::Open]),
    ];
    ("[0-9a-f]{16}", prop_oneof![Just(String::new()), "[0-9a-f]{16}"], used).prop_map(
        |(fingerprint, words, used)| {
            let mut known = Known { fingerprint, words, role: "none".into(), ..Known::default() };
            known.way = Some(super::super::Way::Typed);
            known.tier = shared_types::Tier::Personal;
            known.take(used);
            known
        },
    )
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let step = ("(/[a-z]{1,9}){1,3}", vec(known(), 0..6)).prop_map(|(path, fields)| Step {
        path,
        signature: "0".repeat(16),
        submit: Some(super::super::Submit { fingerprint: "1".repeat(16), target: "2".repeat(16) }),
        fields,
        ..Step::default()
    });
    vec(step, 0..4).prop_map(|steps| Recipe {
        schema: SCHEMA,
        version: 9,
        origin: "https://a.example".into(),
        failures: 1,
        steps,
        ..Recipe::default()
    })
}

proptest! {
    #[test]
    fn what_is_told_of_recipes_is_names_by_words(recipes in vec(recipe(), 0..5)) {
        let Some(list) = List::of("careers", 2, &recipes) else { return Ok(()) };
        let file = sign(&list, &SECRET).unwrap();
        let read = open(file.as_bytes()).unwrap().list;
        prop_assert_eq!(&read, &list);
        let known = || recipes.iter().flat_map(Recipe::fields);
        let told = |known: &&Known| matches!(known.used(), Some(Use::Key(_))) && !known.words.is_empty();
        let entries = || read.forms.iter().flat_map(|form| &form.steps).flat_map(|page| &page.fields);
        prop_assert_eq!(entries().count(), known().filter(told).count());
        for recipe in read.forms.iter().map(Form::as_recipe) {
            prop_assert!(recipe.failures == 0 && recipe.history.is_empty());
            prop_assert!(recipe.steps.iter().all(|step| step.submit.is_none() && step.repeats.is_empty()));
            let is_plain = |one: &Known| {
                one.tier == shared_types::Tier::Ordinary && matches!(one.used(), Some(Use::Key(_)))
            };
            prop_assert!(recipe.fields().all(is_plain));
        }
    }

    #[test]
    fn bytes_of_any_kind_are_refused_in_words(bytes in vec(any::<u8>(), 0..300), head in any::<bool>()) {
        let file = if head { signed_anyway(&String::from_utf8_lossy(&bytes)) } else { bytes };
        let refused = open(&file).unwrap_err();
        prop_assert!(!refused.said().is_empty());
    }
}
