//! What lists of strangers say of a form: laid beside fields of which nobody else says anything, and filled by nobody but
//! the person.

use shared_types::{Observation, Tier};

use super::*;
use crate::memory::{
    Correction,
    recipe::{
        Listed, Recipe,
        list::{Form, List, open, sign},
    },
};

/// What a stranger publishes of the form, signed and read as the panel does.
fn published(change: impl FnOnce(&mut Form)) -> Vec<Listed> {
    let recipe = first_visit("company").learned[0].recipe.clone().unwrap();
    let mut list = List::of("careers", 1, [&recipe]).unwrap();
    change(&mut list.forms[0]);
    let read = open(sign(&list, &[7; 32]).unwrap().as_bytes()).unwrap().list;
    let listed = |form: &Form| Listed { list: "careers".into(), recipe: form.as_recipe() };
    read.forms.iter().map(listed).collect()
}

fn odd_takes(key: &'static str) -> impl FnOnce(&mut Form) {
    move |form| form.steps[0].fields.last_mut().unwrap().key = key.into()
}

/// A visit of somebody who has the list, and what is known of the form beside it.
fn visit(kept: Vec<Kept>, listed: Vec<Listed>, change: impl FnOnce(&mut Run)) -> Run {
    let mut run = person(form());
    run.recipes = RecipeSet::new(kept).with_lists(listed);
    change(&mut run);
    run.start()
}

fn by(run: &mut Run) -> Option<(NearBy, String, String)> {
    let near = odd_row(run).near?;
    Some((near.by, near.list, near.offer.key.to_string()))
}

#[test]
fn what_a_list_says_is_laid_beside_the_field_with_its_name() {
    let mut run = visit(Vec::new(), published(|_| {}), |_| {});
    assert_eq!(by(&mut run), Some((NearBy::List, "careers".into(), "company".into())));
    assert_eq!(odd_row(&mut run).state, RowState::Ask);
    // Nobody fills it, whatever consent is kept.
    let always = |run: &mut Run| run.consents = vec![consent(SITE, Scope::Always)];
    let mut run = visit(Vec::new(), published(|_| {}), always);
    run.oblige();
    assert_eq!(run.count("text Zorblatt Setter"), 0, "{:?}", run.trace);
    assert!(run.job.record.written.iter().all(|one| one.by != DecidedBy::Memory));
    // The person takes it: then it is theirs.
    let mut run = visit(Vec::new(), published(|_| {}), |_| {});
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    assert_eq!(run.count("text Zorblatt Setter"), 1, "{:?}", run.trace);
}

#[test]
fn all_that_the_person_and_their_forms_have_taught_stands_above_a_list() {
    let other = || published(odd_takes("jobTitle"));
    let with_title = |run: &mut Run| run.profile.job_title = "Canary tester".into();
    let own = || kept_of(&[&first_visit("company")]);
    let near = |kept: Vec<Kept>, change: &dyn Fn(&mut Run)| {
        let mut run = visit(kept, other(), |run| {
            with_title(run);
            change(run);
        });
        by(&mut run)
    };
    let listed = Some((NearBy::List, "careers".into(), "jobTitle".into()));
    assert_eq!(near(Vec::new(), &|_| {}), listed);
    // A form that was sent, be it that it knows of no entry; one of a file; one of a relative.
    assert_eq!(near(own(), &|_| {}), None, "it is filled as on the last visit");
    let mut open = own();
    for known in open[0].recipe.steps.iter_mut().flat_map(|step| &mut step.fields) {
        (known.key, known.open) = (None, true);
    }
    assert_eq!(near(open, &|_| {}), None, "it is the person's to say");
    let recipe = own()[0].recipe.clone();
    let of_file: Vec<Kept> = keep(Vec::new(), recipe, Taught::File, 1).into_iter().collect();
    assert_eq!(near(of_file, &|_| {}).map(|near| near.0), Some(NearBy::File));
    let mut relative = own();
    relative[0].recipe.origin = OTHER_SITE.into();
    assert_eq!(near(relative, &|_| {}).map(|near| near.0), Some(NearBy::Elsewhere));
    // One that must not be used here: then nobody of strangers is heard either.
    let mut failed = own();
    failed[0].recipe.ended(false);
    failed[0].recipe.ended(false);
    assert_eq!(near(failed, &|_| {}), None, "quarantined");
    // What the person chose for such a field before.
    let chosen = |run: &mut Run| {
        let field = run.world.page().observation.fields[2].clone();
        let one = Correction::of(&field, Use::Key("company".into()), |_| true);
        run.lessons.learn(SITE, "first", one.into_iter().collect(), 1_000.0);
    };
    assert_eq!(near(Vec::new(), &chosen).map(|near| near.0), Some(NearBy::Before));
}

#[test]
fn what_rules_say_otherwise_and_what_is_careful_is_not_even_shown() {
    let none = |what: &str, listed: Vec<Listed>, change: &dyn Fn(&mut Run)| {
        let mut run = visit(Vec::new(), listed, |run| {
            run.profile.birth_date = "1990-05-03".into();
            change(run);
        });
        let sheet = sheet_of(&mut run);
        let of_lists = sheet.rows.iter().filter_map(|row| row.near.as_ref());
        assert_eq!(of_lists.filter(|near| near.by == NearBy::List).count(), 0, "{what}");
        sheet
    };
    // The rules fill it: the list is not heard.
    let first = |form: &mut Form| {
        form.steps[0].fields.truncate(1);
        form.steps[0].fields[0].key = "email".into();
    };
    let sheet = none("the rules know it", published(first), &|_| {});
    assert_eq!(row(&sheet, "First name").value.reveal(), "Canaria");
    // Without an entry of that, another one is no answer.
    let nameless = |run: &mut Run| run.profile.first_name = Private::default();
    none("it asks for something else", published(first), &nameless);
    none("it is handled more carefully", published(odd_takes("birthDate")), &|_| {});
    none("another site", published(|form| form.origin = OTHER_SITE.into()), &|_| {});
    none("another address", published(|form| form.steps[0].path = "/elsewhere".into()), &|_| {});
    let contradicts = || {
        let both = [published(|_| {}), published(odd_takes("jobTitle"))];
        both.concat()
    };
    let titled = |run: &mut Run| run.profile.job_title = "Canary tester".into();
    none("two say otherwise", contradicts(), &titled);
    let framed = |run: &mut Run| run.world.framed = Some((2, 0));
    none("it stands in a frame of another site", published(|_| {}), &framed);
    let sandbox = |run: &mut Run| run.world.address = Some(OTHER_SITE);
    none("the page is not its address's", published(|_| {}), &sandbox);
}

#[test]
fn fields_for_secrets_and_consents_get_nothing_from_a_list() {
    let card = Field { role: Some("cc-number".into()), ..control("text", ODD, "none").field };
    let tick = control("checkbox", "I agree to the terms", "none").field;
    let code =
        Field { role: Some("one-time-code".into()), ..control("text", "Code", "none").field };
    let login = control("password", "Password", "current-password").field;
    for field in [card, tick, code, login] {
        // A list that was made for this very page, as far as one can be.
        let mut world = form();
        odd_of(&mut world).field = Field { fingerprint: Some("2".repeat(16)), ..field.clone() };
        let seen: Observation = world.page().observation;
        let known = crate::memory::recipe::Known {
            fingerprint: "2".repeat(16),
            words: words(&seen.fields[2]),
            more: String::new(),
            role: "none".into(),
            key: Some("company".into()),
            tier: Tier::Ordinary,
            ..Default::default()
        };
        let step = crate::memory::recipe::Step {
            path: "/*".into(),
            signature: "0".repeat(16),
            fields: vec![known],
            ..Default::default()
        };
        let recipe = Recipe {
            schema: 1,
            version: 1,
            origin: SITE.into(),
            steps: vec![step],
            ..Recipe::default()
        };
        let mut run = person(world);
        run.recipes =
            RecipeSet::new(Vec::new()).with_lists(vec![Listed { list: "careers".into(), recipe }]);
        let mut run = run.start();
        let sheet = sheet_of(&mut run);
        assert!(sheet.rows.iter().all(|row| row.near.is_none()), "{}: {sheet:?}", field.label);
        assert!(sheet.rows.iter().all(|row| row.value.reveal() != "Canary Works"));
    }
}

/// The digest of a field's words, as a form that was sent teaches it.
fn words(field: &Field) -> String {
    let print = field.fingerprint.clone().unwrap();
    let wrote = crate::memory::recipe::Wrote {
        fingerprint: print,
        held: crate::memory::recipe::Held::Entry("company".into()),
        way: None,
    };
    let plain = Field { role: None, kind: field.kind.clone(), checked: None, ..field.clone() };
    let observation =
        Observation { url: format!("{SITE}/0"), fields: vec![plain], ..Observation::default() };
    let seen =
        crate::memory::recipe::Seen { observation: &observation, pressed: None, wrote: &[wrote] };
    let step = crate::memory::recipe::page_of(&seen, &|_: &str| true).unwrap();
    step.fields.first().map_or_else(|| "0".repeat(16), |known| known.words.clone())
}

fn odd_of(world: &mut World) -> &mut Control {
    world.sheet().controls.last_mut().unwrap()
}
