use proptest::prelude::*;
use serde_json::json;
use shared_types::ProfileKey;

use super::*;

fn named(id: &str, name: &str) -> ProfileName {
    ProfileName { id: id.into(), name: name.into() }
}

fn set() -> ProfileSet {
    ProfileSet {
        profiles: vec![named("first", "Main"), named("w", "Work"), named("o", "Oma")],
        sites: [("https://work.example".to_owned(), "w".into())].into(),
        ..ProfileSet::default()
    }
}

fn person(email: &str) -> Profile {
    file::salvage(&json!({ "email": email })).profile
}

fn profiles() -> Profiles {
    Profiles::new(set(), |id| person(&format!("{id}@example.org")))
}

fn add(name: &str) -> ProfileChange {
    ProfileChange::Add { name: name.into(), copy_of: None }
}

fn change(change: &ProfileChange) -> Result<ProfileSet, String> {
    changed(&set(), change, "new".into())
}

#[test]
fn a_page_is_filled_from_its_sites_profile_else_from_the_default() {
    let check = |url: &str, expected: &str| {
        assert_eq!(for_page(&set(), url).as_str(), expected, "{url}");
    };
    check("https://work.example/form?x#y", "w");
    check("https://WORK.example/", "w");
    check("https://work.example:8443/", "first");
    check("http://work.example/", "first");
    check("https://sub.work.example/", "first");
    check("about:blank", "first");
    check("", "first");
    let gone =
        ProfileSet { sites: [("https://work.example".to_owned(), "gone".into())].into(), ..set() };
    assert_eq!(for_page(&gone, "https://work.example/").as_str(), "first");
}

#[test]
fn a_job_fills_from_its_profile_and_of_one_that_is_gone_from_nothing() {
    let profiles = profiles();
    let email = |id: &str| {
        let source = profiles.source(&id.into(), None, None, "");
        assert_eq!(source.others.len(), 3);
        source.value(&ProfileKey::from("email")).map(|value| value.reveal().to_owned())
    };
    assert_eq!(email("w").as_deref(), Some("w@example.org"));
    assert_eq!(email("first").as_deref(), Some("first@example.org"));
    assert_eq!(email("gone"), None);
}

#[test]
fn names_are_short_and_told_apart() {
    let check = |typed: &str, of: Option<&str>, expected: Option<&str>| {
        let of = of.map(ProfileId::from);
        let name = name_for(&set(), typed, of.as_ref()).ok();
        assert_eq!(name.as_ref().map(Private::reveal), expected, "{typed}");
    };
    check("  Aunt   Ida ", None, Some("Aunt Ida"));
    check("", None, None);
    check(" \t ", None, None);
    check(&"x".repeat(40), None, Some(&"x".repeat(40)));
    check(&"ü".repeat(40), None, Some(&"ü".repeat(40)));
    check(&"x".repeat(41), None, None);
    check("work", None, None);
    check("WORK ", Some("o"), None);
    check("work", Some("w"), Some("work"));
    check("Öma", None, Some("Öma"));
    check("工作", None, Some("工作"));
    // What is kept is what is seen, and so is what is compared.
    for alike in ["Work\u{200b}", "Wo\u{ad}rk", "W\u{2060}ork", "\u{202e}Work", "Ｗork"] {
        check(alike, None, None);
    }
    for unseen in ["\u{200b}", "\u{ad} \u{2060}", "\u{202e}"] {
        check(unseen, None, None);
    }
    check("Tax\u{200b}es\u{202c}", None, Some("Taxes"));
    check("Work 2", None, Some("Work 2"));
    check("🏠", None, Some("🏠"));
    let with_accent = changed(&set(), &add("Béa"), "b".into()).unwrap();
    assert!(name_for(&with_accent, "Be\u{301}a", None).is_err(), "the same letter in two signs");
    let with_house = changed(&set(), &add("🏠"), "h".into()).unwrap();
    assert!(
        name_for(&with_house, "🏢", None).is_ok() && name_for(&with_house, "🏠", None).is_err()
    );
}

#[test]
fn profiles_come_and_go() {
    let after = change(&add(" New ")).unwrap();
    assert_eq!(after.profiles.last(), Some(&named("new", "New")));
    let copy = ProfileChange::Add { name: "Copy".into(), copy_of: Some("w".into()) };
    assert_eq!(change(&copy).unwrap().profiles.len(), 4);
    let copy = ProfileChange::Add { name: "Copy".into(), copy_of: Some("gone".into()) };
    assert!(change(&copy).is_err());
    let renamed = change(&ProfileChange::Rename { id: "w".into(), name: "Job".into() }).unwrap();
    assert_eq!(name(&renamed, &"w".into()), "Job");
    assert!(change(&ProfileChange::Rename { id: "w".into(), name: "oma".into() }).is_err());
    assert!(change(&ProfileChange::Rename { id: "gone".into(), name: "x".into() }).is_err());
    let left = change(&ProfileChange::Remove { id: "w".into() }).unwrap();
    assert!(!has(&left, &"w".into()) && left.sites.is_empty());
    assert!(change(&ProfileChange::Remove { id: "first".into() }).is_err(), "the default");
    assert!(change(&ProfileChange::Remove { id: "gone".into() }).is_err());
    let only = ProfileSet::default();
    let remove = ProfileChange::Remove { id: "first".into() };
    assert!(changed(&only, &remove, "new".into()).unwrap_err().contains("only profile"));
    let moved = change(&ProfileChange::MakeDefault { id: "o".into() }).unwrap();
    assert_eq!(moved.default.as_str(), "o");
    assert!(changed(&moved, &remove, "new".into()).is_ok());
    assert!(change(&ProfileChange::MakeDefault { id: "gone".into() }).is_err());
    let mut full = set();
    full.profiles.extend((0..MAX_PROFILES - 3).map(|n| named(&n.to_string(), &n.to_string())));
    assert!(changed(&full, &add("New"), "new".into()).is_err());
}

#[test]
fn a_site_has_a_profile_of_its_own_until_that_is_taken_back() {
    let at = |origin: &str, id: Option<&str>| ProfileChange::UseOnSite {
        origin: origin.to_owned(),
        id: id.map(ProfileId::from),
    };
    let chosen = change(&at("https://shop.example/pay", Some("o"))).unwrap();
    assert_eq!(for_page(&chosen, "https://shop.example/").as_str(), "o");
    assert!(change(&at("https://work.example", None)).unwrap().sites.is_empty());
    assert!(change(&at("https://shop.example", Some("gone"))).is_err());
    assert!(change(&at("about:blank", Some("o"))).is_err());
}

#[test]
fn profiles_of_a_file_come_in_beside_those_that_are_there() {
    let found =
        |name: &str, email: &str| NamedProfile { name: name.into(), profile: person(email) };
    let take = |stored: &Profiles, files: Vec<NamedProfile>| {
        let mut count = 0;
        let next = || {
            count += 1;
            ProfileId::new(format!("new {count}"))
        };
        let (set, new) = with_imported(stored, files, next).unwrap();
        let names: Vec<String> =
            set.profiles.iter().map(|one| one.name.reveal().to_owned()).collect();
        (names, new.into_iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>())
    };
    let all = vec![found("Work", "w@example.org"), found("work", "other"), found("", "x")];
    let (names, new) = take(&profiles(), all);
    assert_eq!(names, ["Main", "Work", "Oma", "work 2", "Profile"]);
    assert_eq!(new, ["new 1", "new 2"], "what is there already is left out");
    let (names, new) = take(&Profiles::default(), vec![found("Work", "w"), found("Oma", "o")]);
    assert_eq!(names, ["Work", "Oma"], "nothing was entered yet");
    assert_eq!(new, ["first", "new 1"]);
    let many = (0..MAX_PROFILES).map(|n| found(&n.to_string(), &n.to_string())).collect();
    assert!(with_imported(&profiles(), many, || "new".into()).is_err());
}

#[test]
fn all_profiles_are_written_to_a_file_and_read_from_it() {
    let stored = Profiles::new(ProfileSet { default: "w".into(), ..set() }, |id| {
        person(&format!("{id}@example.org"))
    });
    let file = json::to_value(&to_file(&stored));
    let (named, problems) = of_file(&file).unwrap().unwrap();
    let names: Vec<&str> = named.iter().map(|one| one.name.reveal()).collect();
    assert_eq!(names, ["Work", "Main", "Oma"]);
    assert!(named[0].profile == person("w@example.org") && problems.is_empty());
    assert_eq!(of_file(&json!({"profile": {"firstName": "Ada"}})), None, "it holds one");
    assert!(
        of_file(&json!({"version": 2, "profiles": []})).unwrap().unwrap_err().contains("newer")
    );
    assert!(of_file(&json!({"profiles": [{"name": "x", "profile": {}}]})).unwrap().is_err());
    let half =
        json!({"profiles": [{"name": "x", "profile": {"firstName": "Ada", "address": "y"}}, 7]});
    let (named, problems) = of_file(&half).unwrap().unwrap();
    assert_eq!(named.len(), 1);
    assert_eq!(problems[0].path, "profiles.0.address");
}

#[test]
fn profiles_of_a_file_bring_neither_less_care_nor_drafts() {
    let one = json!({"firstName": "Ada", "allowDrafts": true, "custom": {"Passport number": "X1", "Diary": "x"},
        "tiers": {"custom.Passport number": {"tier": "ordinary", "despite": "identity number"},
                  "custom.Diary": {"tier": "secret"}}});
    let file = json!({"version": 1, "profiles": [{"name": "Main", "profile": one}]});
    let (named, problems) = of_file(&file).unwrap().unwrap();
    let told: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(told, ["profiles.0.allowDrafts", "profiles.0.tiers.custom.Passport number"]);
    let whole = NamedProfile { name: "Main".into(), profile: file::salvage(&one).profile };
    for found in [named, vec![whole.clone()]] {
        let (_, new) = with_imported(&Profiles::default(), found, || "n".into()).unwrap();
        let profile = &new[0].1;
        assert!(!profile.allow_drafts);
        assert_eq!(profile.tiers.keys().collect::<Vec<_>>(), ["custom.Diary"]);
        // The export of what is there already brings nothing new.
        let stored = Profiles::new(first_set(), |_| whole.profile.clone());
        assert!(with_imported(&stored, vec![whole.clone()], || "n".into()).unwrap().1.is_empty());
    }
}

#[test]
fn a_profile_of_an_older_version_is_taken_in_once_and_none_is_lost() {
    let old = json!({"firstName": "Ada", "updatedAt": "2026-01-01"});
    let check = |set: Option<&ProfileSet>, old: Option<&Value>| older(set, old, "new".into());
    assert_eq!(check(None, None), Older::Nothing);
    assert_eq!(check(Some(&set()), Some(&Value::Null)), Older::Nothing);
    let Older::First(set) = check(None, Some(&old)) else { panic!("it comes in") };
    assert_eq!((set.profiles.len(), set.default.is_first()), (1, true));
    assert_eq!(check(Some(&set), Some(&old)), Older::Known, "its old place was not cleared");
    let newer = json!({"firstName": "Ada", "updatedAt": "2026-02-02"});
    let Older::Beside(set, id) = check(Some(&set), Some(&newer)) else { panic!("it comes in") };
    assert_eq!(name(&set, &id), msg!("profiles_from_older"));
    assert!(set.default.is_first());
    assert_eq!(check(Some(&set), Some(&newer)), Older::Known);
    assert!(matches!(check(None, Some(&json!("broken"))), Older::First(_)));
    // One that bears no time, or the same, is another one all the same.
    for (first, other) in [
        (json!({"firstName": "Ada"}), json!({"firstName": "Grace"})),
        (old.clone(), json!({"firstName": "Grace", "updatedAt": "2026-01-01"})),
        (json!("broken"), json!("broken otherwise")),
    ] {
        let Older::First(set) = check(None, Some(&first)) else { panic!("it comes in") };
        assert_eq!(check(Some(&set), Some(&first)), Older::Known);
        assert!(matches!(check(Some(&set), Some(&other)), Older::Beside(..)));
    }
    let stamped = ProfileSet { took_in: Some("2026-01-01".to_owned()), ..set.clone() };
    assert!(matches!(check(Some(&stamped), Some(&old)), Older::Beside(..)), "a stamp says little");
    let mut full = set;
    while let Older::Beside(set, _) = older(
        Some(&full),
        Some(&json!(full.profiles.len())),
        full.profiles.len().to_string().as_str().into(),
    ) {
        full = set;
    }
    assert_eq!(full.profiles.len(), MAX_PROFILES);
    assert_eq!(check(Some(&full), Some(&old)), Older::NoRoom);
}

#[test]
fn a_set_of_a_newer_version_or_a_broken_one_is_refused() {
    assert_eq!(readable(set()), Ok(set()));
    assert_eq!(readable(ProfileSet { version: 2, ..set() }).unwrap_err(), newer());
    let broken =
        [ProfileSet { profiles: vec![], ..set() }, ProfileSet { default: "x".into(), ..set() }];
    for broken in broken {
        assert_eq!(readable(broken).unwrap_err(), unreadable());
    }
    assert_eq!(failure("VersionError"), newer());
    assert!(failure("QuotaExceededError").contains("Free some disk space"));
    assert!(failure("UnknownError").contains("Restart the browser"));
}

fn any_change() -> impl Strategy<Value = ProfileChange> {
    let id = || "[abc]".prop_map(ProfileId::new);
    prop_oneof![
        ("[a-d]{1,2}", proptest::option::of(id()))
            .prop_map(|(name, copy_of)| ProfileChange::Add { name: name.into(), copy_of }),
        (id(), "[a-d]{1,2}").prop_map(|(id, name)| ProfileChange::Rename { id, name: name.into() }),
        id().prop_map(|id| ProfileChange::Remove { id }),
        id().prop_map(|id| ProfileChange::MakeDefault { id }),
        ("[xy]", proptest::option::of(id())).prop_map(|(host, id)| ProfileChange::UseOnSite {
            origin: format!("https://{host}.example"),
            id
        }),
    ]
}

proptest! {
    /// After any changes there is a profile, the default is one of them, sites name none that is gone, and no two are
    /// called the same.
    #[test]
    fn a_set_stays_whole(changes in proptest::collection::vec(any_change(), 0..40)) {
        let mut set = ProfileSet::default();
        for (n, change) in changes.iter().enumerate() {
            let id = ["a", "b", "c"].into_iter().find(|id| !has(&set, &(*id).into()));
            let id = id.map_or_else(|| ProfileId::new(n.to_string()), ProfileId::from);
            if let Ok(after) = changed(&set, change, id) {
                set = after;
            }
            prop_assert_eq!(readable(set.clone()), Ok(set.clone()));
            prop_assert!(set.sites.values().all(|id| has(&set, id)));
            let mut names: Vec<String> =
                set.profiles.iter().map(|one| one.name.reveal().to_lowercase()).collect();
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), set.profiles.len());
        }
    }
}
