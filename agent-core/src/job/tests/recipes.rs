//! What a form has taught and what becomes of it at the next visit: advice for empty fields, shown before it is written.

use shared_types::{
    RowChoice,
    job::DecidedBy,
    sheet::{NearBy, RowState, SheetRow},
};

use super::{
    sheet::{reply, row, sheet_of},
    *,
};
use crate::memory::recipe::{Held, Kept, Taught, Use, keep, read, write};

const ODD: &str = "Zorblatt";

/// A form with a field that nobody recognises.
fn form() -> World {
    let mut world = World::one_page();
    let mut odd = control("text", ODD, "none");
    odd.field.required = true;
    world.sheet().controls.push(odd);
    for (at, control) in world.sheet().controls.iter_mut().enumerate() {
        control.field.fingerprint = Some(format!("{at:016x}"));
    }
    let button = &mut world.sheet().buttons[0].0;
    button.fingerprint = Some(format!("{:016x}", 99));
    button.form_action = Some(format!("{SITE}/send"));
    world
}

fn person(world: World) -> Run {
    let mut run = Run::new(world);
    run.profile.company = "Canary Works".into();
    run.consents.clear();
    run.stored = true;
    run
}

/// What is kept after some visits.
fn kept_of(runs: &[&Run]) -> Vec<Kept> {
    let learned = runs.iter().flat_map(|run| &run.learned);
    learned.fold(Vec::new(), |all, one| {
        let by = Taught::Sent { profile: one.profile.as_str(), held: one.held };
        keep(all, one.recipe.clone(), by, 10).into_iter().collect()
    })
}

/// Takes in what a visit has taught, as the driver does.
fn remember(run: &Run) -> Shelf {
    Shelf::new(kept_of(&[run]))
}

/// The first visit: the person chooses an entry for the odd field and sends the form.
fn first_visit(key: &str) -> Run {
    let mut run = person(form()).start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: key.into() })], &[]).unwrap();
    run.oblige();
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    run
}

/// The next visit of the same person, to this form, until something is asked.
fn next_visit(before: &Run, world: World, change: impl FnOnce(&mut Run)) -> Run {
    let mut run = person(world);
    run.recipes = remember(before);
    change(&mut run);
    run.start()
}

fn odd_row(run: &mut Run) -> SheetRow {
    row(&sheet_of(run), ODD).clone()
}

#[test]
fn a_form_that_was_sent_has_taught_names_and_digests_alone() {
    let run = first_visit("company");
    let [Learned { recipe, held, pages, .. }] = run.learned.as_slice() else {
        panic!("{:?}", run.learned)
    };
    assert_eq!((*held, pages.len()), (None, 1));
    assert_eq!((recipe.version, recipe.origin.as_str()), (1, SITE));
    let used: Vec<Option<Use>> = recipe.steps[0].fields.iter().map(|one| one.used()).collect();
    let key = |name: &str| Some(Use::Key(name.into()));
    assert_eq!(used, [key("firstName"), key("email"), key("company")]);
    assert!(recipe.steps[0].submit.is_some());
    let file = write(recipe).unwrap();
    assert!(!file.contains("Canar") && !file.contains(ODD), "{file}");
    assert_eq!(read(&file).as_ref(), Ok(recipe), "a person can edit it");
}

#[test]
fn the_next_visit_has_it_on_the_sheet_and_fills_it_after_a_yes() {
    let first = first_visit("company");
    let mut run = next_visit(&first, form(), |_| {});
    let shown = odd_row(&mut run);
    assert_eq!((shown.state, shown.by), (RowState::Fill, DecidedBy::Memory));
    assert_eq!((shown.chosen, shown.value.reveal()), (true, "Canary Works"));
    assert_eq!(row(&sheet_of(&mut run), "E-mail").by, DecidedBy::Rules);
    assert_eq!(run.count("text Zorblatt Setter"), 0);
    reply(&mut run, &[], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Zorblatt Setter"));
    let by = |run: &Run| run.job.record.written.iter().map(|one| one.by).collect::<Vec<_>>();
    assert_eq!(by(&run), [DecidedBy::Rules, DecidedBy::Rules, DecidedBy::Memory]);
    // Without a recipe it is asked about.
    let mut run = person(form()).start();
    assert_eq!(odd_row(&mut run).state, RowState::Ask);
}

#[test]
fn what_a_recipe_alone_says_is_shown_whatever_consent_is_kept() {
    let first = first_visit("company");
    let always = |run: &mut Run| run.consents = vec![consent(SITE, Scope::Always)];
    let mut run = next_visit(&first, form(), always);
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.consent.clone().expect("a card");
    assert_eq!(card.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), [ODD]);
    reply(&mut run, &[(ODD, RowChoice::Leave)], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    let mut run = next_visit(&first, form(), always);
    reply(&mut run, &[], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Zorblatt Setter"));
}

/// A change to the form or the person, after which nothing of the recipe may be filled, and what the row is then.
fn check_unheard(what: &str, change: impl FnOnce(&mut Run), expected: Option<RowState>) {
    let first = first_visit("company");
    let mut run = next_visit(&first, form(), change);
    let sheet = sheet_of(&mut run);
    let shown = sheet.rows.iter().find(|row| row.label.contains(ODD));
    assert!(sheet.rows.iter().all(|row| row.by != DecidedBy::Memory), "{what}: {sheet:?}");
    assert_eq!(shown.map(|row| row.state), expected, "{what}");
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(run.count("text Zorblatt Setter"), 0, "{what}: {:?}", run.trace);
}

fn odd(run: &mut Run) -> &mut Control {
    run.world.sheet().controls.last_mut().unwrap()
}

#[test]
fn a_recipe_is_not_heard_where_something_is_otherwise() {
    use RowState::{Ask, Blank};
    let typed = |run: &mut Run| {
        odd(run).value = "mine".into();
        odd(run).touched = true;
    };
    check_unheard("something was typed", typed, Some(Blank));
    let preset = |run: &mut Run| {
        odd(run).value = "theirs".into();
        odd(run).preset = true;
    };
    check_unheard("the page came with something", preset, Some(Blank));
    check_unheard("the person was in it", |run| odd(run).touched = true, Some(Ask));
    let heading = |run: &mut Run| odd(run).field.section = Some("Emergency contact".into());
    check_unheard("it stands under another heading", heading, Some(Ask));
    let label = |run: &mut Run| odd(run).field.label = format!("{ODD} of your mother");
    check_unheard("it is called otherwise", label, Some(Ask));
    let twin = |run: &mut Run| {
        let mut twin = odd(run).clone();
        twin.field.fingerprint = Some("twin".into());
        run.world.sheet().controls.push(twin);
    };
    check_unheard("there are two of it", twin, Some(Ask));
    let action = |run: &mut Run| {
        run.world.sheet().buttons[0].0.form_action = Some(format!("{SITE}/elsewhere"));
    };
    check_unheard("the form goes elsewhere", action, Some(Ask));
    let tier = |run: &mut Run| {
        let control = &mut run.world.sheet().controls[1];
        control.field.role = Some("cc-number".into());
    };
    check_unheard("another field asks for a card now", tier, Some(Ask));
    let of_another = |run: &mut Run| run.profile.company = Private::default();
    check_unheard("this profile has no such entry", of_another, Some(Ask));
    let hidden = |run: &mut Run| odd(run).field.visible = Some(false);
    check_unheard("nobody can see it", hidden, None);
    let locked = |run: &mut Run| odd(run).field.readonly = true;
    check_unheard("it is read-only", locked, Some(Blank));
    let failed = |run: &mut Run| {
        let mut kept = kept_of(&[&first_visit("company")]).remove(0);
        kept.recipe.ended(false);
        kept.recipe.ended(false);
        run.recipes = Shelf::new(vec![kept]);
    };
    check_unheard("it failed twice", failed, Some(Ask));
    let elsewhere = |run: &mut Run| run.world.origin = OTHER_SITE;
    check_elsewhere(elsewhere);
}

/// On another site what was learned is offered, and filled only if the person takes it.
fn check_elsewhere(change: impl FnOnce(&mut Run)) {
    let first = first_visit("company");
    let mut run = next_visit(&first, form(), change);
    let shown = odd_row(&mut run);
    let near = shown.near.expect("it is offered");
    assert!(near.by == NearBy::Elsewhere && near.offer.key.as_str() == "company");
    assert_eq!(shown.state, RowState::Ask);
    assert_eq!(shown.by, DecidedBy::Rules);
}

/// What a recipe file says may be anything: it gives no secret, no agreement, no essay and nothing of a question of fact.
#[test]
fn a_recipe_gives_no_more_than_a_model_may() {
    let check = |change: &dyn Fn(&mut Control), key: &str| {
        let world = || {
            let mut world = form();
            change(world.sheet().controls.last_mut().unwrap());
            world
        };
        let mut first = person(world());
        first.profile.password = "canary password".into();
        let page = first.world.page();
        let text = write(&first_visit("company").learned[0].recipe).unwrap();
        let mut recipe = read(&text).unwrap();
        let print = page.observation.fields[2].fingerprint.clone();
        let wrote = [crate::memory::recipe::Wrote {
            fingerprint: print.unwrap(),
            held: Held::Nothing,
            way: None,
        }];
        let seen = crate::memory::recipe::Seen {
            observation: &page.observation,
            pressed: None,
            wrote: &wrote,
        };
        // As if it had been learned, or written by hand.
        if let Some(own) = crate::memory::recipe::learn(&[seen], |_| true) {
            recipe = own;
        }
        for known in recipe.steps.iter_mut().flat_map(|step| &mut step.fields) {
            (known.leave, known.key) = (false, Some(key.into()));
        }
        first.recipes = Shelf::new(vec![Kept { id: "id".into(), recipe, ..Kept::default() }]);
        let mut run = first.start();
        let sheet = sheet_of(&mut run);
        assert!(sheet.rows.iter().all(|row| row.by != DecidedBy::Memory), "{key}: {sheet:?}");
    };
    check(&|_| {}, "password");
    check(&|control| control.field.kind = "password".into(), "company");
    check(&|control| control.field.role = Some("one-time-code".into()), "company");
    check(&|control| control.field.tag = "textarea".into(), "company");
    check(
        &|control| {
            control.field.label = "I agree to the terms".into();
            control.field.kind = "checkbox".into();
            control.field.checked = Some(false);
        },
        "company",
    );
    check(&|control| control.field.label = "Are you a citizen of France?".into(), "facts.relocate");
    check(&|control| control.field.label = "Your brother's employer".into(), "birthDate");
}

/// The page does not keep what the recipe says: the question is asked, and twice is enough.
#[test]
fn what_the_page_does_not_take_is_asked_and_counts_against_the_recipe() {
    let first = first_visit("company");
    let stubborn = |run: &mut Run| odd(run).keeps = Some(TextStrategy::Tokens);
    let mut run = next_visit(&first, form(), stubborn);
    assert_eq!(odd_row(&mut run).by, DecidedBy::Memory);
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(run.misled.len(), 1, "{}", run.log);
    let open = &run.job.record.open;
    let asked = &run.job.record.questions;
    assert!(
        open.iter().any(|open| open.label == ODD) || asked.iter().any(|one| one.question == ODD),
        "{open:?} {asked:?}"
    );
}

/// What the person emptied before they sent the form is left blank, says why, and is theirs to fill.
#[test]
fn what_was_emptied_before_sending_is_left_blank() {
    let mut run = person(form()).start();
    reply(&mut run, &[(ODD, RowChoice::Leave)], &[]).unwrap();
    let mail = &mut run.world.sheet().controls[1];
    (mail.value, mail.touched) = (String::new(), true);
    for _ in 0..3 {
        run.oblige();
    }
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    let used: Vec<Option<Use>> =
        run.learned[0].recipe.steps[0].fields.iter().map(|one| one.used()).collect();
    assert!(used.contains(&Some(Use::Leave)), "{used:?} {}", run.log);
    let mut next = next_visit(&run, form(), |_| {});
    let shown = row(&sheet_of(&mut next), "E-mail").clone();
    assert_eq!(
        (shown.state, shown.reason.as_str()),
        (RowState::Blank, "you left it blank last time")
    );
    let near = shown.near.expect("it can be filled from the sheet");
    assert_eq!((near.by, near.offer.key.as_str()), (NearBy::Rules, "email"));
    reply(&mut next, &[("E-mail", RowChoice::Take { key: "email".into() })], &[]).unwrap();
    assert_eq!(next.count("text E-mail Setter"), 1, "{:?}", next.trace);
    next.oblige();
    let recipes = kept_of(&[&run, &next]);
    assert_eq!(recipes[0].recipe.version, 2, "a correction is a new version");
}

#[test]
fn what_was_typed_or_not_sent_teaches_nothing() {
    let mut run = person(form()).start();
    let typed = RowChoice::Write { text: "canary words".into(), keep: false };
    reply(&mut run, &[(ODD, typed)], &[]).unwrap();
    assert!(run.learned.is_empty(), "nothing was sent yet");
    run.oblige();
    assert_eq!(run.learned[0].recipe.steps[0].fields.len(), 2, "{:?}", run.learned);
    let mut stopped = person(form()).start();
    reply(&mut stopped, &[], &[]).unwrap();
    stopped.send(Event::Stop).unwrap();
    assert!(stopped.learned.is_empty());
}

/// The fields that a server leaves open are filled from a recipe in the same way.
#[test]
fn a_server_s_plan_is_completed_from_a_recipe() {
    let first = first_visit("company");
    let fill = json!({"type": "FILL", "valueFrom": "email",
        "target": {"by": "index", "index": 1}});
    let open = json!({"field": 2, "code": "not_understood", "reason": "?", "label": ODD});
    let answer = json!({"actions": [fill], "open": [open]});
    let mut run = person(form()).with_stubborn_server(&answer);
    run.recipes = remember(&first);
    run.consents = vec![consent(SITE, Scope::Always)];
    let mut run = run.start();
    assert_eq!(odd_row(&mut run).by, DecidedBy::Memory, "{}", run.log);
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(run.count("text Zorblatt Setter"), 1, "{:?} {}", run.trace, run.log);
}
