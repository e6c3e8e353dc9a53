//! What a form refuses on two visits: the third begins with what worked, or leaves it to the person and says so.

use shared_types::{
    RowChoice,
    message::Trouble,
    sheet::{NearBy, RowState},
};

use super::{
    sheet::{reply, row, sheet_of},
    *,
};

/// A form that refuses something, as a change of its controls.
type Change = fn(&mut Vec<Control>);

fn form(change: Change) -> World {
    let mut world = World::one_page();
    let mut country = control("combobox", "Country", "country-name");
    country.field.options = Some(Vec::new());
    world.sheet().controls.push(country);
    change(&mut world.sheet().controls);
    world
}

const TYPES: Change = |controls| controls[1].keeps = Some(TextStrategy::Keys);

const REFUSES: Change = |controls| controls[1].refuses = Some("canary");

const STAYS_SHUT: Change = |controls| controls[2].offers = &[];

/// A visit that ends with the form sent, and what was learned of it.
fn visit(name: &str, lessons: &mut Lessons, world: World) -> Run {
    let mut run = Run::new(world);
    run.lessons = lessons.clone();
    let mut run = run.start();
    run.approve(false).unwrap();
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    run.learned.iter().for_each(|one| lessons.meet(name, one.met.clone(), 1_000.0));
    let kept = serde_json::to_string(&lessons).unwrap();
    assert!(!kept.contains("anary") && !kept.contains("Germany"), "{kept}");
    run
}

fn after_two(change: Change) -> Lessons {
    let mut lessons = Lessons::default();
    for name in ["1", "2"] {
        assert_eq!(lessons.rows(&[]), [], "not after one visit");
        visit(name, &mut lessons, form(change));
    }
    lessons
}

fn into<'a>(run: &'a Run, label: &str) -> Vec<&'a str> {
    run.trace.iter().map(String::as_str).filter(|line| line.contains(label)).collect()
}

#[test]
fn the_way_that_worked_on_two_visits_comes_first_on_the_third() {
    let all = ["text E-mail Setter", "text E-mail InsertText", "text E-mail Keys"];
    let mut lessons = Lessons::default();
    for (name, expected) in [("1", &all[..]), ("2", &all), ("3", &all[2..]), ("4", &all[2..])] {
        let run = visit(name, &mut lessons, form(TYPES));
        assert_eq!(into(&run, "E-mail"), expected, "visit {name}");
    }
    let rows = lessons.rows(&["email".into()]);
    assert_eq!((rows.len(), rows[0].label.as_str()), (1, "E-mail"));
    assert_eq!(
        (rows[0].trouble, rows[0].sites.as_slice()),
        (Some(Trouble::Typed), &[SITE.to_owned()][..])
    );
    // A page that wants it otherwise by now gets it otherwise, and that is learned anew.
    let plain: Change = |controls| controls[1].keeps = Some(TextStrategy::Setter);
    let run = visit("5", &mut lessons, form(plain));
    assert_eq!(into(&run, "E-mail"), ["text E-mail Keys", "text E-mail Setter"]);
    assert_eq!(lessons.rows(&[]), []);
    assert_eq!(into(&visit("6", &mut lessons, form(plain)), "E-mail"), ["text E-mail Setter"]);
}

#[test]
fn the_form_of_an_entry_that_was_taken_on_two_visits_comes_first_on_the_third() {
    let with_phone = || {
        let mut world = form(|_| {});
        let mut phone = control("tel", "Phone", "tel");
        phone.refuses = Some("+");
        world.sheet().controls.push(phone);
        world
    };
    let mut lessons = Lessons::default();
    for (name, refused) in [("1", true), ("2", true), ("3", false), ("4", false)] {
        let mut run = Run::new(with_phone());
        (run.profile.phone, run.lessons) = ("+49 30 901820".into(), lessons.clone());
        let mut run = run.start();
        run.approve(false).unwrap();
        assert_eq!(into(&run, "Phone").len() > 1, refused, "visit {name}: {:?}", run.trace);
        run.learned.iter().for_each(|one| lessons.meet(name, one.met.clone(), 1_000.0));
    }
    assert_eq!(lessons.rows(&[])[0].trouble, Some(Trouble::Format));
    assert!(!serde_json::to_string(&lessons).unwrap().contains("901820"));
}

#[test]
fn what_was_learned_is_revoked() {
    let mut lessons = after_two(TYPES);
    let id = lessons.rows(&[])[0].id;
    assert!(lessons.revoke(id) && !lessons.revoke(id));
    assert_eq!(into(&visit("3", &mut lessons, form(TYPES)), "E-mail").len(), 3);
}

#[test]
fn what_is_refused_twice_is_left_to_the_person_who_may_try_it_again() {
    for (change, label, trouble, why) in [
        (REFUSES, "E-mail", Trouble::Refused, "the site refused it on your last two visits"),
        (STAYS_SHUT, "Country", Trouble::Unopened, "its list didn’t open on your last two visits"),
    ] {
        let mut lessons = after_two(change);
        let told = lessons.rows(&[])[0].trouble;
        assert_eq!(told, Some(trouble), "{label}");
        let run = visit("3", &mut lessons, form(change));
        assert_eq!(into(&run, label), Vec::<&str>::new(), "nothing is tried");
        // On the sheet it stands with its reason, and what would be filled beside it.
        let mut run = Run::new(form(|_| {}));
        run.lessons = lessons.clone();
        run.consents.clear();
        let mut run = run.start();
        let shown = row(&sheet_of(&mut run), label).clone();
        assert_eq!((shown.state, shown.reason.as_str()), (RowState::Blank, why), "{label}");
        let near = shown.near.unwrap_or_else(|| panic!("{label}: it is offered"));
        assert_eq!(near.by, NearBy::Refused);
        let key = near.offer.key;
        reply(&mut run, &[(label, RowChoice::Take { key })], &[]).unwrap();
        assert!(!into(&run, label).is_empty(), "it is tried: {:?}", run.trace);
        run.oblige();
        // The page takes it by now: what was learned is gone.
        run.learned.iter().for_each(|one| lessons.meet("4", one.met.clone(), 1_000.0));
        assert_eq!(lessons.rows(&[]), [], "{label}");
        assert!(!into(&visit("5", &mut lessons, form(|_| {})), label).is_empty());
    }
}

#[test]
fn a_form_that_stays_once_it_was_sent_is_not_asked_about_again_for_what_was_left() {
    let staying = || {
        let mut world = form(|controls| {
            REFUSES(controls);
            STAYS_SHUT(controls);
        });
        let said = Sheet { context: "! Thank you", ..world.sheets[0].clone() };
        world.sheets.insert(1, said);
        world.does.insert("Send", Does::Says(1));
        world
    };
    let mut lessons = Lessons::default();
    for name in ["1", "2", "3"] {
        let run = visit(name, &mut lessons, staying());
        assert_eq!(into(&run, "E-mail").is_empty(), name == "3", "visit {name}");
        assert_eq!(into(&run, "Country").is_empty(), name == "3", "visit {name}");
        assert_eq!(into(&run, "click Send").len(), 1, "visit {name}");
    }
}

#[test]
fn it_is_of_the_very_form_alone() {
    let mut lessons = after_two(TYPES);
    let longer: Change = |controls| {
        TYPES(controls);
        controls.push(control("text", "Nickname", "none"));
    };
    assert_eq!(into(&visit("3", &mut lessons, form(longer)), "E-mail").len(), 3, "other fields");
    let mut elsewhere = form(TYPES);
    elsewhere.origin = OTHER_SITE;
    assert_eq!(into(&visit("3", &mut lessons, elsewhere), "E-mail").len(), 3, "another site");
    let mut reworded = form(TYPES);
    reworded.sheet().controls[1].field.label = "E-mail address".into();
    assert_eq!(into(&visit("3", &mut lessons, reworded), "address").len(), 3, "other words");
}

#[test]
fn nothing_is_learned_of_a_form_that_was_not_sent_and_of_words_with_values() {
    let learned = |change: Change, ends: fn(&mut Run)| {
        let mut run = Run::new(form(change)).start();
        ends(&mut run);
        run.learned.iter().flat_map(|one| one.met.clone()).count()
    };
    assert_eq!(learned(TYPES, |run| run.approve(false).unwrap()), 1);
    assert_eq!(learned(TYPES, |run| run.send(Event::Stop).unwrap()), 0);
    let quoting: Change = |controls| {
        TYPES(controls);
        controls[1].field.label = "E-mail of Canaria".into();
    };
    assert_eq!(learned(quoting, |run| run.approve(false).unwrap()), 0);
}

#[test]
fn nothing_is_learned_of_what_the_person_typed_for_one_field() {
    let mut run = Run::new(form(REFUSES));
    run.consents.clear();
    let mut run = run.start();
    let typed =
        RowChoice::Write { text: "canary@elsewhere.example".into(), keep: false, only_here: false };
    reply(&mut run, &[("E-mail", typed)], &[]).unwrap();
    assert!(!into(&run, "E-mail").is_empty(), "{:?}", run.trace);
    run.oblige();
    assert_eq!(run.learned[0].met, []);
}

#[test]
fn what_is_noted_survives_the_worker() {
    let mut run = Run::new(form(TYPES));
    run.stored = true;
    let mut run = run.start();
    run.approve(false).unwrap();
    assert_eq!(run.learned[0].met.len(), 1);
}
