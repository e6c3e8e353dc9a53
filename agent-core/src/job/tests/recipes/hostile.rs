//! Pages, frames and files that would have a recipe say more than it knows, or know more than it may.

use super::*;

/// The very words, and beside them, where no markup says so, that somebody else is meant.
#[test]
fn what_stands_beside_a_field_is_part_of_its_words() {
    let nearby = |run: &mut Run| odd(run).field.nearby = Some("Of the person to call".into());
    check_unheard("something else stands beside it", nearby, Some(RowState::Ask));
}

/// Some words differ by a symbol alone, and are told apart as they are for consent that is kept.
#[test]
fn a_symbol_is_part_of_a_field_s_words() {
    let symbol = |run: &mut Run| odd(run).field.label = format!("{ODD} \u{2620}");
    check_unheard("there is a symbol in its label", symbol, Some(RowState::Ask));
    let described = |run: &mut Run| odd(run).field.described_by = Some("\u{1f475}".into());
    check_unheard("a symbol describes it", described, Some(RowState::Ask));
}

/// A page in a sandbox is at the site's address, and not the site's.
#[test]
fn a_page_in_a_sandbox_is_not_the_site_s() {
    let mut run = next_visit(&first_visit("company"), form(), |run| {
        run.world.origin = "null";
        run.world.address = Some(SITE);
    });
    let shown = odd_row(&mut run);
    assert_eq!((shown.state, shown.by), (RowState::Ask, DecidedBy::Rules));
    assert!(shown.near.is_none(), "{shown:?}");
}

/// What a frame of another site shows changes nothing of what is known of the page, and is not part of what is learned.
#[test]
fn a_frame_of_another_site_takes_nothing_from_a_recipe() {
    let with_frame = |label: &str, role: &str| {
        let mut world = form();
        let mut framed = control("text", label, role);
        framed.field.name = world.sheet().controls[2].field.name.clone();
        framed.field.fingerprint = Some("frame".into());
        framed.framed = true;
        world.sheet().controls.push(framed);
        world
    };
    let first = first_visit("company");
    for (label, role) in [(ODD, "none"), ("Card number", "cc-number")] {
        let mut run = next_visit(&first, with_frame(label, role), |_| {});
        let sheet = sheet_of(&mut run);
        let by: Vec<DecidedBy> = sheet.rows.iter().map(|row| row.by).collect();
        assert!(by.contains(&DecidedBy::Memory), "{label}: {sheet:?}");
    }
    let mut run = person(with_frame("Canarybird", "none")).start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    run.oblige();
    let Learned { recipe, pages, .. } = &run.learned[0];
    assert_eq!(*recipe, first.learned[0].recipe);
    assert!(!pages[0].contains("Canarybird"), "{}", pages[0]);
}

/// A file says nothing of forms like its own that a form has taught: it says so.
#[test]
fn a_file_of_another_site_is_no_visit() {
    let mut recipe = first_visit("company").learned[0].recipe.clone().unwrap();
    recipe.origin = OTHER_SITE.into();
    let kept = keep(Vec::new(), recipe, Taught::File, 5).unwrap();
    let mut run = person(form());
    run.recipes = RecipeSet::new(vec![kept]);
    let shown = odd_row(&mut run.start());
    let near = shown.near.expect("it is proposed");
    assert_eq!((near.by, near.offer.key.as_str()), (NearBy::File, "company"));
}

/// What the person typed is in no entry; a page that repeats it elsewhere has it nonetheless.
#[test]
fn what_a_page_repeats_of_what_was_typed_is_not_learned() {
    let mut run = person(form()).start();
    let typed =
        RowChoice::Write { text: "Quirrel Gatehouse".into(), keep: false, only_here: false };
    reply(&mut run, &[(ODD, typed)], &[]).unwrap();
    run.world.sheet().controls[1].field.label = "E-mail of quirrel-gatehouse".into();
    for _ in 0..3 {
        run.oblige();
    }
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    let Learned { recipe, pages, .. } = &run.learned[0];
    let recipe = recipe.as_ref().unwrap();
    assert_eq!(recipe.steps[0].fields.len(), 1, "{recipe:?}");
    assert!(!pages.concat().to_lowercase().contains("quirrel"), "{pages:?}");
}

/// What a page says of a field that is not learned is no part of the page that a recipe is tried on: it may be the person's,
/// and in no entry.
#[test]
fn words_of_what_is_not_learned_are_no_part_of_the_page_that_a_recipe_is_tried_on() {
    let mut world = form();
    let mut other = control("radio", "To 12 Quirrel Road, flat 3", "none");
    other.field.fingerprint = Some(format!("{:016x}", 77));
    world.sheet().controls.push(other);
    world.sheet().buttons[0].0.section = Some("Signed in as q.quirrel".into());
    let mut run = person(world).start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: "company".into() })], &[]).unwrap();
    for _ in 0..3 {
        run.oblige();
    }
    let pages = run.learned[0].pages.concat().to_lowercase();
    assert!(pages.contains("zorblatt") && !pages.contains("quirrel"), "{pages}");
}

/// What is proposed shows a value, and a press on it agrees to its kind: a file, or another form, proposes nothing that the
/// field does not ask for by itself and is handled more carefully than what it asks for.
#[test]
fn nothing_careful_is_proposed_by_a_file_or_another_form() {
    let check = |key: &str, question: &str, is_offered: bool| {
        let mut world = form();
        let list = world.sheet().controls.last_mut().unwrap();
        list.field.label = question.into();
        (list.field.tag, list.field.kind) = ("select".into(), "select-one".into());
        let choice = |text: &str| FieldOption {
            value: text.into(),
            text: text.into(),
            ..FieldOption::default()
        };
        list.field.options = Some(vec![choice(""), choice("Yes"), choice("No")]);
        let with = |run: &mut Run| {
            run.profile.facts.insert("disability".into(), "yes".into());
            run.profile.facts.insert("relocate".into(), "yes".into());
            run.profile.custom.insert("tea".into(), "Yes".into());
        };
        let mut first = person(world.clone());
        with(&mut first);
        let page = first.world.page();
        let wrote = [crate::memory::recipe::Wrote {
            fingerprint: page.observation.fields[2].fingerprint.clone().unwrap(),
            held: Held::Entry(key.into()),
            way: None,
        }];
        let seen = crate::memory::recipe::Seen {
            observation: &page.observation,
            pressed: None,
            wrote: &wrote,
        };
        let own = crate::memory::recipe::learn(&[seen], |_| true).unwrap();
        let mut other = own.clone();
        other.origin = OTHER_SITE.into();
        let file = keep(Vec::new(), own, Taught::File, 5).unwrap();
        let by = Taught::Sent { profile: "first", held: None };
        let sent = keep(Vec::new(), other, by, 5).unwrap();
        for kept in [file, sent] {
            let mut run = person(world.clone());
            with(&mut run);
            run.recipes = RecipeSet::new(vec![kept]);
            let sheet = sheet_of(&mut run.start());
            let near = row(&sheet, question).near.clone();
            assert_eq!(near.is_some(), is_offered, "{key} {question}: {near:?}");
        }
    };
    check("facts.disability", "Zorblatt music", false);
    check("facts.relocate", "Are you fond of Zorblatt?", false);
    check("custom.tea", "Zorblatt music", true);
}

/// A form that was sent without a field once may demand it the next time: it is not left blank for ever.
#[test]
fn what_the_page_complains_of_is_not_left_blank() {
    let mut kept = kept_of(&[&first_visit("company")]).remove(0);
    let print = kept.recipe.steps[0].fields[1].fingerprint.clone();
    assert!(kept.recipe.correct(&print, Use::Leave, 1));
    kept.left = vec![(print, "first".to_owned())];
    let mut world = form();
    world.sheet().controls[1].field.required = true;
    world.does.insert("Send", Does::Complains);
    let mut run = person(world);
    run.recipes = RecipeSet::new(vec![kept]);
    let mut run = run.start();
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(run.count("text E-mail Setter"), 0);
    let open = &run.job.record.open;
    assert!(open.iter().any(|open| open.label == "E-mail" && open.required), "{open:?}");
    run.approve(false).unwrap();
    if run.job.record.consent.is_some() {
        reply(&mut run, &[], &[]).unwrap();
    }
    assert_eq!(run.count("text E-mail Setter"), 1, "{:?} {}", run.trace, run.log);
}

/// What a recipe said and nobody took was not read back: it neither held nor did not.
#[test]
fn what_was_not_written_says_nothing_of_a_recipe() {
    let first = first_visit("company");
    let held = |choice: &[(&str, RowChoice)]| {
        let mut run = next_visit(&first, form(), |_| {});
        reply(&mut run, choice, &[]).unwrap();
        for _ in 0..3 {
            run.oblige();
        }
        assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
        run.learned[0].held
    };
    assert_eq!(held(&[]), Some(true));
    assert_eq!(held(&[(ODD, RowChoice::Leave)]), None);
    assert_eq!(held(&[(ODD, RowChoice::Take { key: "email".into() })]), None);
}
