//! The plan of a form as a file: names alone, read as any recipe is, and heard as a proposal for its form.

use super::*;
use crate::memory::recipe::Recipe;

fn plan_of(run: &mut Run) -> Option<String> {
    super::super::sheet::with_job(run, |job, page, ctx| job.plan_file(page, ctx))
}

/// The plan of the form on the sheet, before anything was written.
fn saved() -> (Run, Recipe) {
    let mut run = person(form()).start();
    run.expect(JobStatus::PausedForApproval, "");
    let text = plan_of(&mut run).expect("a plan");
    assert!(!text.contains("anar") && !text.contains(ODD) && !text.contains("First"), "{text}");
    let recipe = read(&text).expect("a recipe");
    (run, recipe)
}

fn uses(recipe: &Recipe) -> Vec<String> {
    let fields = recipe.steps.iter().flat_map(|step| &step.fields);
    fields.filter_map(|known| known.key.as_ref().map(ToString::to_string)).collect()
}

fn with_file(recipe: Recipe) -> Run {
    let mut run = person(form());
    run.recipes = RecipeSet::new(keep(Vec::new(), recipe, Taught::File, 10).into_iter().collect());
    run.start()
}

#[test]
fn a_plan_is_saved_before_and_after_it_was_carried_out() {
    let (mut run, recipe) = saved();
    assert_eq!(
        (recipe.origin.as_str(), uses(&recipe)),
        (SITE, vec!["firstName".into(), "email".into()])
    );
    assert!(recipe.steps[0].submit.is_none() && recipe.history.is_empty());
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    let text = plan_of(&mut run).expect("a plan");
    assert_eq!(uses(&read(&text).unwrap()), ["firstName", "email", "company"]);
    assert!(!text.contains("anar"), "{text}");
}

#[test]
fn a_plan_names_no_secret_nothing_typed_and_nothing_that_holds_a_value() {
    let change = |controls: &mut Vec<Control>| {
        controls[0].field.label = "First name of Canaria".into();
        controls.push(control("text", "Card number", "cc-number"));
        controls.push(control("password", "Password", "new-password"));
    };
    let mut world = form();
    change(&mut world.sheet().controls);
    for (at, control) in world.sheet().controls.iter_mut().enumerate() {
        control.field.fingerprint = Some(format!("{at:016x}"));
    }
    let mut run = person(world);
    let card = shared_types::profile::Payment {
        card_number: "4111111111111111".into(),
        ..Default::default()
    };
    run.profile.payment = Some(card);
    run.profile.password = "canary password".into();
    let mut run = run.start();
    let recipe = read(&plan_of(&mut run).expect("a plan")).unwrap();
    assert_eq!(uses(&recipe), ["email"]);
    // Nothing is planned where the person has nothing.
    let mut run = Run::new(form());
    (run.profile, run.consents) = (Profile::default(), Vec::new());
    assert_eq!(plan_of(&mut run.start()), None);
}

#[test]
fn a_plan_that_was_edited_and_loaded_is_proposed_for_its_form() {
    let (_, mut recipe) = saved();
    let mut odd = recipe.steps[0].fields[0].clone();
    let sent = first_visit("company").learned[0].recipe.clone().unwrap();
    odd.clone_from(sent.steps[0].fields.last().unwrap());
    odd.way = None;
    recipe.steps[0].fields.push(odd);
    let loaded = read(&write(&recipe).unwrap()).expect("it can be edited");
    let mut run = with_file(loaded);
    let shown = odd_row(&mut run);
    let near = shown.near.expect("it is proposed");
    assert_eq!((near.by, near.offer.key.as_str()), (NearBy::File, "company"));
    assert_eq!(shown.state, RowState::Ask, "and filled by nobody else");
    // What the rules fill they fill, with what the file says beside it.
    recipe.steps[0].fields[0].key = Some("facts.preferredName".into());
    let mut run = with_file(recipe.clone());
    run.profile.facts.insert("preferredName".into(), "Nick".into());
    let first = row(&sheet_of(&mut run), "First name").clone();
    assert_eq!((first.state, first.value.reveal()), (RowState::Fill, "Canaria"));
    let near = first.near.map(|near| (near.by, near.offer.key.to_string()));
    assert_eq!(near, Some((NearBy::File, "facts.preferredName".into())));
    // What contradicts them is not even shown.
    recipe.steps[0].fields[0].key = Some("email".into());
    let first = row(&sheet_of(&mut with_file(recipe)), "First name").clone();
    assert_eq!((first.state, first.near), (RowState::Fill, None));
}
