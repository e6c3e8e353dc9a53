//! What the person's corrections teach: rows that are left out, words of their own, and what they change in the page. The
//! next visit proposes it, or leaves the field alone, and fills nothing by it.

use shared_types::{
    RowChoice,
    sheet::{NearBy, RowState, SheetRow},
};

use super::{
    sheet::{reply, row, sheet_of, with_job},
    *,
};
use crate::memory::recipe::{Use, use_of};

const ODD: &str = "Zorblatt";
const LEFT_OUT: &str = "you left it out before";

/// First name and e-mail are known; nobody recognises the third.
fn form() -> World {
    let mut world = World::one_page();
    world.sheet().controls.push(control("text", ODD, "none"));
    for (at, control) in world.sheet().controls.iter_mut().enumerate() {
        control.field.fingerprint = Some(format!("{at:016x}"));
    }
    let button = &mut world.sheet().buttons[0].0;
    button.fingerprint = Some(format!("{:016x}", 99));
    button.form_action = Some(format!("{SITE}/send"));
    world
}

fn visit(lessons: &Lessons, world: World) -> Run {
    let mut run = Run::new(world);
    run.profile.company = "Canary Works".into();
    run.lessons = lessons.clone();
    run.consents.clear();
    run.stored = true;
    run.start()
}

/// A visit at which the person makes this of rows of the sheet.
fn after(lessons: &Lessons, world: World, rows: &[(&str, RowChoice)]) -> Run {
    let mut run = visit(lessons, world);
    reply(&mut run, rows, &[]).unwrap();
    run
}

fn shown(run: &mut Run, label: &str) -> SheetRow {
    row(&sheet_of(run), label).clone()
}

fn taken(key: &str) -> RowChoice {
    RowChoice::Take { key: key.into() }
}

fn typed(text: &str) -> RowChoice {
    RowChoice::Write { text: text.into(), keep: false, only_here: false }
}

/// What is known of a field.
fn known(run: &Run, label: &str) -> Option<Use> {
    let mut controls = run.world.sheets[0].controls.iter();
    let field = &controls.find(|control| control.field.label == label).unwrap().field;
    run.lessons.taken_by(field, SITE, run.job.record.profile_id.as_str()).cloned()
}

#[test]
fn what_was_left_out_is_left_alone_and_one_press_fills_it() {
    let run = after(&Lessons::default(), form(), &[("E-mail", RowChoice::Leave)]);
    assert_eq!(known(&run, "E-mail"), Some(Use::Leave));
    // Whatever was agreed to before.
    let mut always = Run::new(form());
    always.lessons = run.lessons.clone();
    assert_eq!(always.start().count("text E-mail Setter"), 0);

    let mut next = visit(&run.lessons, form());
    let mail = shown(&mut next, "E-mail");
    assert_eq!((mail.state, mail.reason.as_str()), (RowState::Blank, LEFT_OUT));
    let near = mail.near.expect("it can be filled from the sheet");
    assert_eq!((near.by, near.offer.key.as_str()), (NearBy::Rules, "email"));
    reply(&mut next, &[("E-mail", taken("email"))], &[]).unwrap();
    assert_eq!(next.count("text E-mail Setter"), 1, "{:?}", next.trace);
    assert_eq!(known(&next, "E-mail"), Some(use_of(&"email".into())), "that ends it");
    let mut third = visit(&next.lessons, form());
    assert_eq!(shown(&mut third, "E-mail").state, RowState::Fill);
    // Confirmed as they are, rows teach nothing.
    reply(&mut third, &[("E-mail", RowChoice::Fill)], &[]).unwrap();
    assert_eq!(third.lessons, next.lessons);
}

#[test]
fn what_the_form_demands_or_complains_of_is_filled_all_the_same() {
    let run = after(&Lessons::default(), form(), &[("E-mail", RowChoice::Leave)]);
    let changes: [fn(&mut Control); 2] = [
        |control| control.field.required = true,
        |control| control.field.error = Some("This field is required".into()),
    ];
    for change in changes {
        let mut world = form();
        change(&mut world.sheet().controls[1]);
        let mut next = visit(&run.lessons, world);
        assert_eq!(shown(&mut next, "E-mail").state, RowState::Fill);
    }
}

#[test]
fn leaving_out_teaches_nothing_of_what_is_demanded_held_or_of_a_record() {
    let check = |why: &str, run: &mut dyn FnMut(&mut Run)| {
        let mut world = Run::new(form());
        world.consents.clear();
        run(&mut world);
        let mut run = world.start();
        reply(&mut run, &[("E-mail", RowChoice::Leave)], &[]).unwrap();
        assert_eq!(run.lessons, Lessons::default(), "{why}");
    };
    let mail = |run: &mut Run, change: fn(&mut Control)| {
        change(&mut run.world.sheet().controls[1]);
    };
    check("it is demanded", &mut |run| mail(run, |control| control.field.required = true));
    check("it fills from a record", &mut |run| {
        run.record = serde_json::from_value(json!({ "Code": "7" })).unwrap();
    });
    check("the person has typed there", &mut |run| {
        mail(run, |control| (control.value, control.touched) = ("me@x.example".into(), true));
    });
    check("its words hold something of theirs", &mut |run| {
        mail(run, |control| control.field.label = "E-mail".into());
        run.profile.company = "E-mail".into();
    });
}

#[test]
fn own_words_where_a_lesson_proposes_an_entry_speak_against_it() {
    let chosen = after(&Lessons::default(), form(), &[(ODD, taken("company"))]);
    let company = Some(use_of(&"company".into()));
    assert_eq!(known(&chosen, ODD), company);
    let same = after(&chosen.lessons, form(), &[(ODD, typed("canary works"))]);
    assert_eq!(same.lessons, chosen.lessons, "they are what is proposed");
    for again in [typed("Quirrel"), RowChoice::Leave] {
        let once = after(&chosen.lessons, form(), &[(ODD, typed("Quirrel"))]);
        assert_eq!(known(&once, ODD), company);
        let twice = after(&once.lessons, form(), &[(ODD, again)]);
        assert_eq!(twice.lessons.listed().len(), 0);
    }
    let nothing = after(&Lessons::default(), form(), &[(ODD, typed("Quirrel"))]);
    assert_eq!(nothing.lessons, Lessons::default());
}

/// A visit at which the person changes the page before it is sent, and what it has taught.
fn sent(lessons: &Lessons, change: impl FnOnce(&mut World)) -> Run {
    let mut run = after(lessons, form(), &[]);
    change(&mut run.world);
    for _ in 0..3 {
        run.oblige();
    }
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    let all = run.learned.iter().flat_map(|one| one.corrections.clone()).collect();
    run.lessons.learn(SITE, "first", all, 1_000.0);
    let kept = json!(run.job).to_string() + &json!(run.lessons).to_string();
    assert!(!kept.contains("anary") && !kept.contains("Quirrel"), "{kept}");
    run
}

fn types(at: usize, text: &'static str) -> impl FnOnce(&mut World) {
    move |world| {
        let control = &mut world.sheet().controls[at];
        (control.value, control.touched) = (text.into(), true);
    }
}

#[test]
fn what_is_typed_in_the_page_and_is_one_entry_is_proposed_the_next_time() {
    let run = sent(&Lessons::default(), types(2, "Canary Works"));
    assert_eq!(known(&run, ODD), Some(use_of(&"company".into())));
    let mut next = visit(&run.lessons, form());
    let odd = shown(&mut next, ODD);
    assert_eq!(odd.near.expect("it is offered").offer.key.as_str(), "company");
    assert_eq!(next.count("text Zorblatt Setter"), 0, "and filled by nobody");
    // Over what was written.
    let run = sent(&Lessons::default(), types(0, "Canary Works"));
    assert_eq!(known(&run, "First name"), Some(use_of(&"company".into())));
}

#[test]
fn what_is_typed_in_the_page_teaches_nothing_where_it_is_no_entry_or_two() {
    let check = |why: &str, change: &dyn Fn(&mut World)| {
        let run = sent(&Lessons::default(), change);
        assert_eq!(run.lessons, Lessons::default(), "{why}");
    };
    check("it is none", &|world| types(2, "Quirrel")(world));
    check("it is what was written", &|world| types(0, "Canaria")(world));
    check("nobody was in it", &|world| world.sheet().controls[2].value = "Canary Works".into());
    check("it was emptied", &|world| types(1, "")(world));
    check("it stands in a frame", &|world| {
        types(2, "Canary Works")(world);
        world.sheet().controls[2].framed = true;
    });
    check("it is a secret", &|world| {
        types(2, "Canary Works")(world);
        world.sheet().controls[2].field.role = Some("cc-number".into());
    });
    let mut twice = Run::new(form());
    twice.profile.company = "Canary Works".into();
    twice.profile.job_title = "Canary Works".into();
    twice.consents.clear();
    let mut twice = twice.start();
    reply(&mut twice, &[], &[]).unwrap();
    types(2, "Canary Works")(&mut twice.world);
    (0..3).for_each(|_| twice.oblige());
    assert_eq!(twice.learned[0].corrections, []);
}

/// A form of which nothing was filled makes no recipe. What the person typed into it by hand is learned all the same.
#[test]
fn a_form_that_nothing_was_filled_into_teaches_what_was_typed() {
    let leave = |label| (label, RowChoice::Leave);
    let rows = [leave("First name"), leave("E-mail")];
    let mut run = after(&Lessons::default(), form(), &rows);
    types(2, "Canary Works")(&mut run.world);
    (0..3).for_each(|_| run.oblige());
    let learned = &run.learned[0];
    assert_eq!((&learned.recipe, learned.corrections.len()), (&None, 1), "{}", run.log);
    run.lessons.learn(SITE, "first", learned.corrections.clone(), 1_000.0);
    assert_eq!(known(&run, ODD), Some(use_of(&"company".into())));
}

/// Of the page that is pressed on, the form of the button alone is sent; a button of another site's frame sends none of it.
#[test]
fn only_the_form_that_is_pressed_teaches() {
    let noted = |form: Option<u32>, print: u64| {
        let mut run = after(&Lessons::default(), form_of(form), &[]);
        types(2, "Canary Works")(&mut run.world);
        with_job(&mut run, |job, page, ctx| {
            let mut button = page.observation.buttons[0].clone();
            job.note_page(page, &button, ctx);
            let before = job.recall.corrections.len();
            button.fingerprint = Some(format!("{print:016x}"));
            job.note_page(page, &button, ctx);
            (before, job.recall.corrections.len())
        })
    };
    assert_eq!(noted(Some(0), 99), (1, 1));
    assert_eq!(noted(Some(1), 99), (0, 0), "it is of another form");
    assert_eq!(noted(Some(0), 5), (1, 0), "a button that is no part of the page's own");
}

/// The form, its odd field in this one, its button in the first.
fn form_of(odd: Option<u32>) -> World {
    let mut world = form();
    world.sheet().controls[2].field.form = odd;
    world.sheet().buttons[0].0.form = Some(0);
    world
}

#[test]
fn a_page_that_was_not_sent_teaches_nothing() {
    let mut run = after(&Lessons::default(), form(), &[]);
    types(2, "Canary Works")(&mut run.world);
    run.send(Event::Stop).unwrap();
    assert!(run.learned.is_empty());
}

#[test]
fn words_in_the_page_speak_against_a_lesson_once_the_form_was_sent() {
    let chosen = after(&Lessons::default(), form(), &[(ODD, taken("company"))]);
    let once = sent(&chosen.lessons, types(2, "Quirrel"));
    assert_eq!(known(&once, ODD), Some(use_of(&"company".into())));
    assert_eq!(sent(&once.lessons, types(2, "Quirrel")).lessons.listed().len(), 0);
}
