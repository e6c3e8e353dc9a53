//! What a form has taught and what becomes of it at the next visit: advice for empty fields, shown before it is written.

use shared_types::{
    RowChoice,
    job::DecidedBy,
    sheet::{NearBy, RowState, SheetRow},
};

use super::{
    sheet::{reply, row, sheet_of, with_job},
    *,
};
use crate::memory::recipe::{Held, Kept, Taught, Use, keep, read, write};

mod files;
mod hostile;
mod lists;

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
        keep(all, one.recipe.clone().unwrap(), by, 10).into_iter().collect()
    })
}

/// Takes in what a visit has taught, as the driver does.
fn remember(run: &Run) -> RecipeSet {
    RecipeSet::new(kept_of(&[run]))
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
    let recipe = recipe.as_ref().unwrap();
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

/// Somebody with an own entry called "format" who chooses it for a question and sends the form.
fn chose(entry: &str, world: World, question: &str) -> Run {
    let mut run = person(world);
    run.profile.custom.insert("format".into(), json!(entry));
    let mut run = run.start();
    reply(&mut run, &[(question, RowChoice::Take { key: "custom.format".into() })], &[]).unwrap();
    run.oblige();
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    run
}

#[test]
fn a_box_that_stands_alone_tells_nothing_of_whoever_ticked_it() {
    let boxes = |label: &str| {
        let mut world = form();
        world.sheet().controls.pop();
        let mut tick = control("checkbox", label, "none");
        tick.field.name = "format".into();
        tick.field.fingerprint = Some(format!("{:016x}", 20));
        world.sheet().controls.push(tick);
        world
    };
    let kept = |run: &Run| {
        let [Learned { recipe, pages, corrections, .. }] = run.learned.as_slice() else {
            panic!("{:?}", run.learned)
        };
        let recipe = recipe.clone().unwrap();
        (recipe.steps[0].fields.len(), recipe, pages.clone(), corrections.clone())
    };
    // Ticked because it is called what the entry says, or nearly.
    for (entry, label) in
        [("Lecture", "Lecture"), ("Multiple sclerosis, relapsing", "Multiple sclerosis")]
    {
        let run = chose(entry, boxes(label), label);
        assert_eq!(run.count(&format!("tick {label}")), 1, "{:?}", run.trace);
        let (fields, .., corrections) = kept(&run);
        assert_eq!((fields, corrections), (2, Vec::new()), "{entry}");
    }
    // So does a plan that is saved before it is filled.
    let (entry, label) = ("Multiple sclerosis, relapsing", "Multiple sclerosis");
    let saved = |says: &str, label: &str| {
        let mut run = person(boxes(label));
        run.profile.custom.insert(label.into(), json!(says));
        let mut run = run.start();
        assert_eq!(row(&sheet_of(&mut run), label).state, RowState::Fill, "{label}");
        with_job(&mut run, |job, page, ctx| job.plan_file(page, ctx)).unwrap()
    };
    assert!(saved("Yes", "In that format").contains("own = "));
    assert!(!saved(entry, label).contains("own = "));
    // A yes and a no are kept alike.
    let [yes, no] =
        ["Yes", "No"].map(|says| kept(&chose(says, boxes("In that format"), "In that format")));
    assert_eq!(yes.0, 3, "it is known again");
    assert_eq!(yes, no);
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
        run.recipes = RecipeSet::new(vec![kept]);
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
        let text = write(first_visit("company").learned[0].recipe.as_ref().unwrap()).unwrap();
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
        first.recipes = RecipeSet::new(vec![Kept { id: "id".into(), recipe, ..Kept::default() }]);
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
    let used: Vec<Option<Use>> = run.learned[0].recipe.as_ref().unwrap().steps[0]
        .fields
        .iter()
        .map(|one| one.used())
        .collect();
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
    let typed = RowChoice::Write { text: "canary words".into(), keep: false, only_here: false };
    reply(&mut run, &[(ODD, typed)], &[]).unwrap();
    assert!(run.learned.is_empty(), "nothing was sent yet");
    run.oblige();
    assert_eq!(
        run.learned[0].recipe.as_ref().unwrap().steps[0].fields.len(),
        2,
        "{:?}",
        run.learned
    );
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

/// A recipe is of a page's own site: what another site shows in a frame there gets nothing by it, and teaches it nothing.
#[test]
fn a_frame_of_another_site_hears_nothing_of_a_recipe() {
    check_unheard("it stands in a frame now", |run| odd(run).framed = true, Some(RowState::Ask));
    let first = first_visit("company");
    let mut run = next_visit(&first, form(), |run| odd(run).framed = true);
    assert!(odd_row(&mut run).near.is_none(), "nor is it laid there");
}

/// The very words, and beside them that somebody else is meant; a form that a script alone sends.
#[test]
fn a_form_that_only_looks_like_it_hears_nothing() {
    let described = |run: &mut Run| {
        odd(run).field.described_by = Some("Of the person to call in an emergency".into());
    };
    check_unheard("it is explained otherwise", described, Some(RowState::Ask));
    let placeholder = |run: &mut Run| odd(run).field.placeholder = "Of your mother".into();
    check_unheard("something else stands in it", placeholder, Some(RowState::Ask));
    let script = |run: &mut Run| {
        let button = &mut run.world.sheet().buttons[0].0;
        (button.form_action, button.fingerprint) = (None, Some("another".into()));
    };
    check_unheard("a script sends it", script, Some(RowState::Ask));
}

/// What was left blank with one profile is filled with another.
#[test]
fn what_was_left_blank_with_one_profile_is_not_with_another() {
    let mut kept = kept_of(&[&first_visit("company")]).remove(0);
    let print = kept.recipe.steps[0].fields[1].fingerprint.clone();
    assert!(kept.recipe.correct(&print, Use::Leave, 1));
    for (by, expected) in [("first", RowState::Blank), ("w", RowState::Fill), ("", RowState::Blank)]
    {
        kept.left = vec![(print.clone(), by.to_owned())];
        let mut run = person(form());
        run.recipes = RecipeSet::new(vec![kept.clone()]);
        let mut run = run.start();
        assert_eq!(row(&sheet_of(&mut run), "E-mail").state, expected, "{by:?}");
    }
}

/// A file is laid beside fields as a proposal until a form was sent with it, whatever it changes: what fields take, which
/// fields are meant, where the form goes. What it leaves blank is filled.
#[test]
fn what_a_file_says_is_a_proposal_until_a_form_was_sent_with_it() {
    let first = first_visit("company");
    let known = kept_of(&[&first]).remove(0);
    let shown = |of_site: Vec<Kept>, file: &str| {
        let kept = keep(of_site, read(file).unwrap(), Taught::File, 5).unwrap();
        let mut run = person(form());
        run.recipes = RecipeSet::new(vec![kept.clone()]);
        let mut run = run.start();
        let sheet = sheet_of(&mut run);
        (kept, row(&sheet, ODD).clone(), row(&sheet, "E-mail").clone(), run)
    };
    let file = write(&known.recipe).unwrap();
    let (kept, odd_one, mail, mut run) = shown(Vec::new(), &file);
    let near = odd_one.near.expect("it is proposed");
    assert_eq!((odd_one.state, near.by), (RowState::Ask, NearBy::File));
    assert_eq!((near.offer.key.as_str(), mail.state), ("company", RowState::Fill));
    let taken = RowChoice::Take { key: near.offer.key };
    reply(&mut run, &[(ODD, taken)], &[]).unwrap();
    run.oblige();
    let sent = &run.learned[0];
    let by = Taught::Sent { profile: "first", held: sent.held };
    let proved = keep(vec![kept], sent.recipe.clone().unwrap(), by, 6).unwrap();
    assert_eq!(proved.unproved, Vec::<String>::new());

    let (kept, odd_one, ..) = shown(vec![known.clone()], &file);
    assert_eq!((kept.unproved.len(), odd_one.by), (0, DecidedBy::Memory), "it says nothing new");
    for other in [
        file.replace("\"company\"", "\"birthDate\""),
        file.replace(&known.recipe.steps[0].fields[2].names, "0123456789abcdef"),
        file.replace(&known.recipe.steps[0].submit.as_ref().unwrap().target, "0123456789abcdef"),
    ] {
        assert_ne!(other, file);
        let (kept, odd_one, ..) = shown(vec![known.clone()], &other);
        assert!(!kept.unproved.is_empty(), "{other}");
        assert_eq!(odd_one.by, DecidedBy::Rules, "{other}");
        assert_ne!(odd_one.state, RowState::Fill, "{other}");
    }
    let (_, _, mail, _) = shown(Vec::new(), &file.replace("key = \"email\"", "leave = true"));
    assert_eq!(mail.state, RowState::Fill, "a file leaves nothing blank");
}

/// Whether an answer holds is said by the rules for answers alone, whatever a recipe says.
#[test]
fn a_recipe_says_nothing_of_answers() {
    let file = write(first_visit("company").learned[0].recipe.as_ref().unwrap()).unwrap();
    let recipe = read(&file.replace("key = \"company\"", "answer = true")).unwrap();
    for has_answer in [true, false] {
        let mut run = person(form());
        if has_answer {
            run.profile.answers.insert(ODD.into(), "canary answer".into());
        }
        let kept = Kept { id: "id".into(), recipe: recipe.clone(), ..Kept::default() };
        run.recipes = RecipeSet::new(vec![kept]);
        let shown = odd_row(&mut run.start());
        let expected = if has_answer { RowState::Fill } else { RowState::Ask };
        assert_eq!((shown.by, shown.state), (DecidedBy::Rules, expected));
    }
}

/// What the person wrote over is theirs to say from then on, as a new version that can be put back.
#[test]
fn what_was_written_over_is_said_by_nobody() {
    let first = first_visit("company");
    let mut next = next_visit(&first, form(), |_| {});
    reply(&mut next, &[], &[]).unwrap();
    let over = odd(&mut next);
    // By chance it is another entry's.
    (over.value, over.touched) = ("Canary".into(), true);
    for _ in 0..3 {
        next.oblige();
    }
    assert_eq!(next.job.record.status, JobStatus::Done, "{}", next.log);
    let mut kept = kept_of(&[&first, &next]).remove(0);
    let used = |kept: &Kept| kept.recipe.steps[0].fields[2].used();
    assert_eq!((used(&kept), kept.recipe.version), (Some(Use::Open), 2));
    assert_eq!(read(&write(&kept.recipe).unwrap()).as_ref(), Ok(&kept.recipe));
    let mut run = person(form());
    run.recipes = RecipeSet::new(vec![kept.clone()]);
    assert_eq!(odd_row(&mut run.start()).state, RowState::Ask);
    assert!(kept.put_back(2, 9));
    assert_eq!(used(&kept), Some(Use::Key("company".into())));
}

/// A form that was sent by hand says nothing of whether a recipe that was not heard would work.
#[test]
fn a_quarantine_lasts_until_a_correction() {
    let first = first_visit("company");
    let mut kept = kept_of(&[&first]).remove(0);
    kept.recipe.ended(false);
    kept.recipe.ended(false);
    let mut run = person(form());
    run.recipes = RecipeSet::new(vec![kept.clone()]);
    let mut run = run.start();
    assert!(run.log.contains("failed twice"), "{}", run.log);
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    run.oblige();
    let sent = &run.learned[0];
    let by = Taught::Sent { profile: "first", held: sent.held };
    let after = keep(vec![kept.clone()], sent.recipe.clone().unwrap(), by, 6).unwrap();
    assert!(after.recipe.is_quarantined());
    let print = kept.recipe.steps[0].fields[2].fingerprint.clone();
    kept.recipe.correct(&print, Use::Leave, 7);
    assert!(!kept.recipe.is_quarantined());
}

/// A page that goes with a recipe as its test holds no value, and the recipe holds of it.
#[test]
fn the_page_that_a_recipe_is_tried_on_holds_no_value() {
    let mut world = form();
    world.sheet().controls[2].field.section = Some("Welcome back, Canary Works".into());
    let mut run = person(world).start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    run.oblige();
    let Learned { recipe, pages, .. } = &run.learned[0];
    assert!(!pages[0].to_lowercase().contains("canar"), "{}", pages[0]);
    let recipe = recipe.as_ref().unwrap();
    assert_eq!(recipe.steps[0].fields.len(), 2, "what stands under a name is not learned");
    let page: shared_types::Observation = serde_json::from_str(&pages[0]).unwrap();
    let replayed = crate::memory::recipe::replay(recipe, &page);
    let crate::memory::recipe::Replay::Known { decided, is_exact } = replayed else {
        panic!("{replayed:?}")
    };
    assert_eq!((decided.len(), is_exact), (2, true));
}

#[test]
fn a_model_is_not_asked_what_a_recipe_knows_and_takes_nothing_from_it() {
    let first = first_visit("company");
    let mut world = form();
    let mut other = control("text", "Quibbel", "none");
    other.field.required = true;
    other.field.fingerprint = Some(format!("{:016x}", 77));
    world.sheet().controls.push(other);
    let mut run = next_visit(&first, world, |run| {
        run.model = Some([r#"{"3 Quibbel":"first name","2":"e-mail address"}"#.to_owned()].into());
    });
    for _ in 0..3 {
        if run.job.record.consent.is_some() {
            reply(&mut run, &[], &[]).unwrap();
        }
    }
    let asked = run.asked.concat();
    assert!(asked.contains("Quibbel") && !asked.contains(ODD), "{asked}");
    let mut again = next_visit(&first, form(), |_| {});
    let request = with_job(&mut again, |job, page, ctx| job.request_to_server(page, ctx));
    let odd = request.observation.fields.iter().position(|field| field.label == ODD).unwrap();
    assert!(request.known_fields.contains(&(odd as u32)), "a server's model is not asked either");
    assert_eq!(run.count("ask model"), 1, "{:?}", run.trace);
    let of = |label: &str| {
        run.job.record.written.iter().find(|one| one.label == label).map(|one| one.source.clone())
    };
    assert_eq!(of(ODD).as_deref(), Some("company"), "{}", run.log);
    assert_eq!(of("Quibbel").as_deref(), Some("firstName"), "{}", run.log);
}
