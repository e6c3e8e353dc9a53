//! Recipes of strangers and pages that change: nothing is taken for proved that no form has proved, and nothing that is
//! known is lost by it.

use shared_types::{Button, Field, Observation};

use super::*;

const SITE: &str = "https://a.example";

fn field(label: &str) -> Field {
    Field {
        tag: "input".into(),
        kind: "text".into(),
        label: label.into(),
        name: format!("{} field", label.to_lowercase()),
        fingerprint: Some(look::digest(&[label])),
        form: Some(0),
        ..Field::default()
    }
}

fn button(text: &str, to: &str) -> Button {
    Button {
        tag: "button".into(),
        text: text.into(),
        submits: Some(true),
        form: Some(0),
        fingerprint: Some(look::digest(&["button", text])),
        form_action: Some(format!("{SITE}{to}")),
        ..Button::default()
    }
}

fn page(path: &str, labels: &[&str], buttons: &[Button]) -> Observation {
    let fields = (0..).zip(labels).map(|(index, label)| Field { index, ..field(label) });
    Observation {
        url: format!("{SITE}{path}"),
        fields: fields.collect(),
        buttons: buttons.to_vec(),
        ..Observation::default()
    }
}

type Page<'a> = (&'a Observation, &'a [(&'a str, Held)]);

/// What forms teach whose fields took these entries; their first buttons were pressed.
fn taught(pages: &[Page<'_>]) -> Recipe {
    let wrote = |(_, held): &Page<'_>| {
        let wrote = held.iter().map(|(label, held)| Wrote {
            fingerprint: look::digest(&[*label]),
            held: held.clone(),
            way: None,
        });
        wrote.collect::<Vec<_>>()
    };
    let wrote: Vec<Vec<Wrote>> = pages.iter().map(wrote).collect();
    let seen = pages.iter().zip(&wrote).map(|((observation, _), wrote)| Seen {
        observation,
        pressed: observation.buttons.first().and_then(|one| one.fingerprint.as_deref()),
        wrote,
    });
    learn(&seen.collect::<Vec<_>>(), |_| true).unwrap()
}

fn entry(key: &str) -> Held {
    Held::Entry(key.into())
}

const SENT: Taught<'_> = Taught::Sent { profile: "first", held: None };

type Uses = Vec<(u32, Use)>;

/// What is heard of the recipes of a page: field by field what is sure, and what is a proposal.
fn heard(kept: &[&Kept], page: &Observation) -> (Uses, Uses) {
    let set = RecipeSet::new(kept.iter().map(|one| (*one).clone()).collect());
    match set.advice(page, "first") {
        Advice::Says { sure, unproved, .. } => {
            let of = |all: Vec<Decided>| all.into_iter().map(|one| (one.field, one.used)).collect();
            (of(sure), of(unproved))
        }
        Advice::Nothing | Advice::Refused(..) => (Vec::new(), Vec::new()),
    }
}

fn key(name: &str) -> Use {
    Use::Key(name.into())
}

/// A file that says one thing of a page, and of another page something else by the same fingerprint: what a form proves of
/// the second says nothing of the first.
#[test]
fn what_a_form_proves_is_what_it_said() {
    let form = page("/apply", &["Zorblatt", "Call sign"], &[button("Send", "/send")]);
    let honest =
        taught(&[(&form, &[("Zorblatt", entry("birthDate")), ("Call sign", entry("username"))])]);
    let mut file = honest.clone();
    let mut trap = honest.steps[0].clone();
    trap.path = "/*".into();
    trap.fields.retain(|known| known.key == Some("birthDate".into()));
    trap.fields[0].fingerprint = look::digest(&["Call sign"]);
    file.steps[0].fields.retain(|known| known.key == Some("username".into()));
    file.steps.insert(0, trap);
    let file = read(&write(&file).unwrap()).unwrap();
    let kept = keep(Vec::new(), file, Taught::File, 1).unwrap();
    assert_eq!(heard(&[&kept], &form).0, []);
    let sent = taught(&[(&form, &[("Call sign", entry("username"))])]);
    let kept = keep(vec![kept], sent, SENT, 2).unwrap();
    let (sure, _) = heard(&[&kept], &form);
    assert!(!sure.contains(&(0, key("birthDate"))), "no form has proved it: {sure:?}");
}

/// A file of the same address and signature, with other fields, is added to what is known: it does not take its place.
#[test]
fn a_file_does_not_take_the_place_of_what_is_known() {
    let send = [button("Send", "/send")];
    let form = page("/apply", &["Zorblatt"], &send);
    let first =
        keep(Vec::new(), taught(&[(&form, &[("Zorblatt", entry("company"))])]), SENT, 1).unwrap();
    let grown = page("/apply", &["Zorblatt", "Call sign"], &send);
    let again =
        taught(&[(&grown, &[("Zorblatt", entry("company")), ("Call sign", entry("username"))])]);
    let known = keep(vec![first.clone()], again, SENT, 2).unwrap();
    assert_eq!(known.id, first.id);
    let mut file = taught(&[(&form, &[("Zorblatt", entry("company"))])]);
    let other = page("/apply", &["Quibbel"], &send);
    file.steps[0].fields =
        taught(&[(&other, &[("Quibbel", entry("birthDate"))])]).steps.remove(0).fields;
    let kept = keep(vec![known.clone()], file, Taught::File, 3).unwrap();
    assert!(
        kept.id != known.id || heard(&[&kept], &grown).0 == heard(&[&known], &grown).0,
        "{kept:?}"
    );
}

/// The pages of a form that has one address alone stay apart, however often it is sent.
#[test]
fn pages_of_one_address_stay_apart() {
    let first = page("/apply", &["Zorblatt"], &[button("Next", "/next")]);
    let second = page("/apply", &["Quibbel"], &[button("Send", "/send")]);
    let visit = || {
        taught(&[
            (&first, &[("Zorblatt", entry("company"))]),
            (&second, &[("Quibbel", entry("username"))]),
        ])
    };
    let once = keep(Vec::new(), visit(), SENT, 1).unwrap();
    let twice = keep(vec![once.clone()], visit(), SENT, 2).unwrap();
    assert_eq!(twice.recipe, once.recipe, "nothing new was taught");
    for (page, expected) in [(&first, key("company")), (&second, key("username"))] {
        assert_eq!(heard(&[&twice], page).0, [(0, expected)]);
    }
}

/// A button that looks like the one that was pressed, hidden or of another form, says nothing of where this form goes.
#[test]
fn a_decoy_does_not_say_where_a_form_goes() {
    let form = page("/apply", &["Zorblatt"], &[button("Send", "/send")]);
    let kept =
        keep(Vec::new(), taught(&[(&form, &[("Zorblatt", entry("company"))])]), SENT, 1).unwrap();
    let check = |decoy: Button, expected: bool| {
        let evil = button("Go on", "/collect");
        let page = Observation { buttons: vec![decoy.clone(), evil], ..form.clone() };
        let sure = heard(&[&kept], &page).0;
        assert_eq!(!sure.is_empty(), expected, "{decoy:?}");
    };
    let plain = button("Send", "/send");
    check(plain.clone(), true);
    check(Button { visible: Some(false), ..plain.clone() }, false);
    check(Button { form: Some(1), ..plain.clone() }, false);
    let renamed = Button { fingerprint: Some(look::digest(&["other"])), ..plain };
    check(renamed.clone(), true);
    check(Button { visible: Some(false), ..renamed.clone() }, false);
    check(Button { form: Some(1), ..renamed }, false);
}

/// A file whose address fits as well, and which has more of the page's fields, is no reason to forget what the person left.
#[test]
fn a_file_does_not_drown_what_a_form_has_taught() {
    let form = page("/apply", &["Zorblatt", "Call sign"], &[button("Send", "/send")]);
    let sent = taught(&[(&form, &[("Zorblatt", Held::Nothing)])]);
    let known = keep(Vec::new(), sent, SENT, 9).unwrap();
    let mut file =
        taught(&[(&form, &[("Zorblatt", entry("company")), ("Call sign", entry("username"))])]);
    file.steps[0].path = "/*".into();
    let other = keep(vec![known.clone()], file, Taught::File, 20).unwrap();
    assert_ne!(other.id, known.id);
    assert_eq!(heard(&[&known, &other], &form).0, [(0, Use::Leave)]);
    assert_eq!(heard(&[&other], &form).1.len(), 2, "alone it is a proposal");
}

/// A form that was sent here, and is at a server as it is.
fn exchanged() -> (Observation, Kept) {
    let form = page("/apply", &["Zorblatt", "Call sign"], &[button("Send", "/send")]);
    let said: [(&str, Held); 2] =
        [("Zorblatt", entry("company")), ("Call sign", entry("username"))];
    let mut known = keep(Vec::new(), taught(&[(&form, &said)]), SENT, 9).unwrap();
    known.sent(&known.recipe.clone(), "server", 5, 9);
    (form, known)
}

/// What is known after an exchange.
fn after(known: &Kept, theirs: Recipe, revision: i64) -> Kept {
    // As any browser reads it.
    let theirs = read(&write(&theirs).unwrap()).unwrap();
    let came = merge::Came { id: known.id.clone(), revision, recipe: Some(theirs) };
    match merge::arrived(Some(known), &came, "server", 20) {
        merge::Arrival::Noted(kept)
        | merge::Arrival::Taken(kept)
        | merge::Arrival::Conflict(kept) => *kept,
        other => panic!("{other:?}"),
    }
}

/// A change of each field of a recipe's first page.
fn fields(with: impl Fn(&mut Known) + Copy) -> impl Fn(&mut Recipe) {
    move |recipe| recipe.steps[0].fields.iter_mut().for_each(with)
}

/// A server whose database was put back from a copy has an older one, by a lower number than was agreed on.
#[test]
fn what_a_server_lost_goes_there_again() {
    let (_, mut known) = exchanged();
    let mut older = Recipe { version: 1, ..known.recipe.clone() };
    older.steps[0].fields.pop();
    let came = merge::Came { id: known.id.clone(), revision: 3, recipe: Some(older.clone()) };
    let arrived = merge::arrived(Some(&known), &came, "server", 20);
    assert!(matches!(arrived, merge::Arrival::Nothing), "what was heard of long ago is nothing");
    known.agreed = None;
    let known = after(&known, older, 3);
    assert_eq!(known.outgoing("server"), Some(3), "it takes the place of what is there");
}

/// A server, or another browser, that says the same of every field and means that none is found, asked of or sent any more.
#[test]
fn another_browser_hides_nothing_that_was_sent_here() {
    let (form, known) = exchanged();
    let expected = vec![(0, key("company")), (1, key("username"))];
    assert_eq!(heard(&[&known], &form), (expected.clone(), Vec::new()));
    let check = |what: &str, with: &dyn Fn(&mut Recipe)| {
        for is_changed in [false, true] {
            let mut ours = known.clone();
            if is_changed {
                ours.recipe.version += 1;
                ours.sent(&Recipe::default(), "server", 5, 9);
            }
            let mut theirs = known.recipe.clone();
            theirs.version = 70;
            with(&mut theirs);
            let after = after(&ours, theirs, 6);
            assert_eq!(heard(&[&after], &form).0, expected, "{what}, {is_changed}");
            assert!(!after.recipe.is_quarantined(), "{what}");
        }
    };
    let other = || look::digest(&["other"]);
    check("words", &fields(|one| one.words = other()));
    check("names", &fields(|one| one.names = other()));
    check("more", &fields(|one| one.more = other()));
    check("a role", &fields(|one| one.role = "email".to_owned()));
    check("a tier", &fields(|one| one.tier = Tier::Personal));
    check("a target", &|recipe| {
        recipe.steps[0].submit = Some(Submit { fingerprint: other(), target: other() });
    });
    check("a signature", &|recipe| recipe.steps[0].signature = other());
    check("failures", &|recipe| recipe.failures = 2);
    check("a double", &|recipe| {
        let double = Known { fingerprint: other(), ..recipe.steps[0].fields[0].clone() };
        recipe.steps[0].fields.push(double);
    });
    check("a page in its place", &|recipe| {
        let step = Step { path: "/*".to_owned(), ..recipe.steps[0].clone() };
        recipe.steps.insert(0, step);
    });
    check("a page without fields in its place", &|recipe| {
        let step = recipe.steps[0].clone();
        recipe.steps.insert(0, Step { path: "/*".to_owned(), fields: Vec::new(), ..step });
    });
    check("its fields elsewhere", &|recipe| {
        let mut step = Step { path: "/elsewhere".to_owned(), ..recipe.steps[0].clone() };
        step.fields.iter_mut().for_each(|one| one.words = other());
        recipe.steps.push(step);
    });
    check("much", &|recipe| {
        let first = recipe.steps[0].fields[0].clone();
        let more = (0..MAX_FIELDS - 4).map(|n| Known {
            fingerprint: look::digest(&[&n.to_string()]),
            words: look::digest(&["w", &n.to_string()]),
            names: String::new(),
            ..first.clone()
        });
        recipe.steps[0].fields.extend(more);
    });
}

/// What other browsers add to a form leaves room for what is sent here.
#[test]
fn what_came_goes_before_what_was_sent_here() {
    let (form, known) = exchanged();
    let mut theirs = known.recipe.clone();
    let added = (0..MAX_FIELDS - 2).map(|n| Known {
        fingerprint: look::digest(&[&n.to_string()]),
        words: look::digest(&["w", &n.to_string()]),
        names: String::new(),
        ..known.recipe.steps[0].fields[0].clone()
    });
    theirs.steps[0].fields.extend(added);
    let full = after(&known, theirs, 6);
    assert_eq!(full.recipe.fields().count(), MAX_FIELDS);
    let second = page("/more", &["Quibbel"], &[button("Send", "/send")]);
    let sent = taught(&[
        (&form, &[("Zorblatt", entry("company"))]),
        (&second, &[("Quibbel", entry("email"))]),
    ]);
    let kept = keep(vec![full], sent, SENT, 30).unwrap();
    assert_eq!(heard(&[&kept], &form).0, [(0, key("company")), (1, key("username"))]);
    assert_eq!(heard(&[&kept], &second).0, [(0, key("email"))]);
}

/// Where a page goes, by what it is found and what it repeats stays what was seen here.
#[test]
fn another_browser_changes_nothing_of_a_page_that_was_sent_here() {
    let (_, known) = exchanged();
    let other = || look::digest(&["other"]);
    let mut theirs = Recipe { version: 70, ..known.recipe.clone() };
    let step = &mut theirs.steps[0];
    step.signature = other();
    step.submit = Some(Submit { fingerprint: other(), target: other() });
    step.repeats = vec![Repeat { list: "resume.education".to_owned(), blocks: 9 }];
    let after = after(&known, theirs, 6);
    assert_eq!(after.recipe.steps, known.recipe.steps);
}

/// A field beside one that is known, with its words or its name, does not hide that on forms like this one either.
#[test]
fn a_double_hides_nothing_on_forms_like_this_one() {
    let (_, known) = exchanged();
    let like = page("/elsewhere", &["Zorblatt", "Call sign"], &[button("Send", "/send")]);
    let expected: Vec<_> = [(0, (key("company"), false)), (1, (key("username"), false))].into();
    for is_by_words in [true, false] {
        let mut theirs = known.recipe.clone();
        let mut double =
            Known { fingerprint: look::digest(&["other"]), ..theirs.steps[0].fields[0].clone() };
        if is_by_words {
            double.names.clear()
        } else {
            double.words = look::digest(&["other"])
        }
        theirs.steps[0].fields.push(double);
        let set = RecipeSet::new(vec![after(&known, theirs, 6)]);
        assert_eq!(set.relatives(&like).into_iter().collect::<Vec<_>>(), expected);
    }
}

/// A field that another browser knows as less careful than it is has nothing refused that was sent here.
#[test]
fn what_another_browser_adds_refuses_nothing_that_was_sent_here() {
    let labels = ["Zorblatt", "Passport number"];
    let form = page("/apply", &labels, &[button("Send", "/send")]);
    let sent = taught(&[(&form, &[("Zorblatt", entry("company"))])]);
    let mut known = keep(Vec::new(), sent, SENT, 9).unwrap();
    known.sent(&known.recipe.clone(), "server", 5, 9);
    let mut theirs = known.recipe.clone();
    let added = Known {
        fingerprint: look::digest(&["Passport number"]),
        words: look::digest(&["other"]),
        names: String::new(),
        ..theirs.steps[0].fields[0].clone()
    };
    theirs.steps[0].fields.push(added);
    let after = after(&known, theirs, 6);
    assert_eq!(after.recipe.fields().count(), 2);
    assert_eq!(heard(&[&after], &form).0, [(0, key("company"))]);
}

/// A page that has grown, with its very fields, takes no place of what was sent here either, and says nothing beside it.
#[test]
fn a_newer_page_of_another_browsers_hides_nothing() {
    let (_, known) = exchanged();
    let labels = ["Zorblatt", "Call sign", "Quibbel"];
    let grown = page("/apply", &labels, &[button("Send", "/send")]);
    let now = taught(&[(&grown, &[("Zorblatt", entry("email"))])]).steps.remove(0);
    let mut theirs = known.recipe.clone();
    theirs.steps.push(Step { path: "/*".to_owned(), ..now });
    theirs.steps[1].fields[0].fingerprint = look::digest(&["other"]);
    let after = after(&known, theirs, 6);
    assert_eq!(after.recipe.steps.len(), 2);
    let expected = vec![(0, key("company")), (1, key("username"))];
    assert_eq!(heard(&[&after], &grown), (expected, Vec::new()));
}

/// What finds no room beside what was sent here takes no place of it: the person is asked.
#[test]
fn what_finds_no_room_is_asked_about() {
    let (_, known) = exchanged();
    let mut theirs = known.recipe.clone();
    let first = theirs.steps[0].fields[0].clone();
    let others = (0..MAX_FIELDS).map(|n| Known {
        fingerprint: look::digest(&[&n.to_string()]),
        words: look::digest(&["w", &n.to_string()]),
        names: String::new(),
        ..first.clone()
    });
    theirs.steps[0].fields = others.collect();
    let after = after(&known, theirs, 6);
    assert_eq!(after.recipe, known.recipe);
    assert!(after.other.is_some(), "the person is asked");
}

/// Whoever contradicts again and again pushes nothing out of the history: the person is asked.
#[test]
fn what_a_form_has_taught_is_not_pushed_out_of_the_history() {
    let (_, known) = exchanged();
    let mut ours = known.clone();
    for n in 0..120 {
        let mut theirs = Recipe { history: Vec::new(), ..ours.recipe.clone() };
        theirs.steps[0].fields[0].take(Use::Own(look::digest(&[&n.to_string()])));
        ours = after(&ours, theirs, 6 + n);
        let was = ours.recipe.history.iter().any(|one| one.before.used() == Some(key("company")));
        assert!(was, "after {n}");
    }
    assert!(ours.other.is_some(), "the person is asked");
}

/// What was put back holds for every profile; what one of them leaves blank afterwards, for that one.
#[test]
fn what_is_put_back_is_left_for_nobody_else() {
    let form = page("/apply", &["Zorblatt"], &[button("Send", "/send")]);
    let visit = |held: Held| taught(&[(&form, &[("Zorblatt", held)])]);
    let mut kept = keep(Vec::new(), visit(entry("company")), SENT, 1).unwrap();
    kept = keep(vec![kept], visit(entry("username")), SENT, 2).unwrap();
    assert!(kept.put_back(2, 3));
    kept = keep(vec![kept], visit(Held::Nothing), SENT, 4).unwrap();
    let leaves = |profile: &str| {
        let set = RecipeSet::new(vec![kept.clone()]);
        matches!(set.advice(&form, profile), Advice::Says { sure, .. } if !sure.is_empty())
    };
    assert_eq!((leaves("first"), leaves("second")), (true, false));
}

/// What nobody's browser would say, and what a person could not tell from another, is in no file.
#[test]
fn a_file_says_nothing_that_a_recipe_could_not() {
    let check = |from: &str, to: &str| {
        assert!(FILE.contains(from), "{from}");
        assert!(read(&FILE.replacen(from, to, 1)).is_err(), "{to}");
    };
    for site in ["https://а.example", "https://a.example\u{202e}", "https://\u{200b}a.example"] {
        check("https://a.example", site);
    }
    check("/apply/*", &format!("/{}", "apply/".repeat(400)));
    check("version = 1", "version = 4294967295");
    check("schema = 1", "\"schema\" = 2");
    check("schema = 1", "schema = 0");
    let change = |version: u32| {
        format!(
            "\n[[history]]\nversion = {version}\nat = 1\nbefore = {{ fingerprint = \"1111111111111111\", \
             role = \"none\", leave = true }}\n"
        )
    };
    let with = |changes: &[u32]| {
        let changes: String = changes.iter().map(|version| change(*version)).collect();
        read(&format!("{}{changes}", FILE.replace("version = 1", "version = 3")))
    };
    assert!(with(&[2, 3]).is_ok());
    for changes in [[2, 2], [3, 2], [2, 4]] {
        assert!(with(&changes).is_err(), "which of them is put back? {changes:?}");
    }
}

/// A page whose address is endless is not learned: its file could not be read.
#[test]
fn what_is_learned_can_be_read() {
    let long = "/apply".repeat(60_000);
    let form = page(&long, &["Zorblatt"], &[button("Send", "/send")]);
    let wrote =
        [Wrote { fingerprint: look::digest(&["Zorblatt"]), held: Held::Nothing, way: None }];
    let seen = Seen { observation: &form, pressed: None, wrote: &wrote };
    assert!(page_of(&seen, &|_: &str| true).is_none());
}

/// The choices of a list are the page's, and may be the person's: addresses, accounts and cards that are kept there.
#[test]
fn choices_are_no_part_of_the_page_that_a_recipe_is_tried_on() {
    let mut form = page("/apply", &["Zorblatt"], &[button("Send", "/send")]);
    let choice = shared_types::FieldOption { text: "12 Quirrel Road".into(), ..Default::default() };
    form.fields[0].options = Some(vec![choice]);
    let recipe = taught(&[(&form, &[("Zorblatt", Held::Nothing)])]);
    let text = test_page(&form, &recipe.steps[0], &|_: &str| true).unwrap();
    assert!(text.contains("Zorblatt") && !text.contains("Quirrel"), "{text}");
    let page: Observation = serde_json::from_str(&text).unwrap();
    assert!(matches!(replay(&recipe, &page), Replay::Known { is_exact: true, .. }));
}

/// A small file that is deep, or has much of one name, is refused as any other.
#[test]
fn a_deep_file_is_refused() {
    let deep = 60_000;
    for text in [
        format!("{FILE}\nx = {}{}\n", "[".repeat(deep), "]".repeat(deep)),
        format!("{}{}\n", "x={".repeat(deep), "}".repeat(deep)),
        format!("x{} = 1\n", ".x".repeat(deep)),
        format!("[x{}]\n", ".x".repeat(deep)),
        format!("[[x{}]]\n", ".x".repeat(deep)),
        format!("{FILE}{}", "\n[[x.y]]".repeat(25_000)),
    ] {
        assert!(read(&text).is_err());
    }
}

/// An address or a number in what a page says of a field is somebody's, whether or not it is in a profile: an example in
/// the field is nobody's.
#[test]
fn what_names_somebody_is_not_learned() {
    let check = |change: &dyn Fn(&mut Field), is_learned: bool| {
        let mut form = page("/apply", &["Zorblatt", "Call sign"], &[button("Send", "/send")]);
        change(&mut form.fields[0]);
        let wrote = ["Zorblatt", "Call sign"].map(|label| Wrote {
            fingerprint: look::digest(&[label]),
            held: Held::Nothing,
            way: None,
        });
        let seen = Seen { observation: &form, pressed: None, wrote: &wrote };
        let recipe = learn(&[seen], |_| true).unwrap();
        assert_eq!(recipe.fields().count() == 2, is_learned, "{:?}", form.fields[0]);
    };
    check(&|_| {}, true);
    check(&|field| field.placeholder = "you@mail.example".into(), true);
    check(&|field| field.id = "q-120934857".into(), true);
    check(&|field| field.label = "In the year 2024-2025".into(), true);
    check(&|field| field.label = "Write to @vaulty".into(), true);
    check(&|field| field.id = "q-jane.doe@mail.example".into(), false);
    check(&|field| field.name = "jane@mail.example[zip]".into(), false);
    check(&|field| field.label = "Other than jane@mail.example".into(), false);
    check(&|field| field.section = Some("Welcome back, jane@mail.example".into()), false);
    check(&|field| field.group = Some("Account 4711 0815 33".into()), false);
}
