//! What was sent, as it is kept: when there is a receipt, what is in it, and that it is known at the next visit.

use super::*;

fn sent(mut world: World, said: &'static str) -> Run {
    let last = world.sheets.len() - 1;
    world.sheets[last].text = said;
    let mut run = Run::new(world).start();
    run.oblige();
    run
}

#[test]
fn what_was_sent_leaves_a_receipt_without_values() {
    let run =
        sent(World::one_page(), "Thank you, we have received it.\nReference number: AB-12345");
    assert_eq!(run.job.record.status, JobStatus::Done);
    let [receipt] = run.sent.as_slice() else { panic!("{:?}", run.sent) };
    assert_eq!(run.job.record.receipt.as_ref(), Some(&receipt.id));
    assert_eq!((receipt.origin.as_str(), receipt.path.as_str()), (SITE, "/0"));
    assert_eq!(receipt.fields, ["First name", "E-mail"]);
    assert_eq!((receipt.number.as_str(), receipt.approvals.len()), ("AB-12345", 1));
    assert_eq!(receipt.said, "Thank you, we have received it.");
    assert_eq!(receipt.approvals, ["Send"]);
    let text = json!(receipt).to_string();
    assert!(!text.contains("Canaria") && !text.contains("canary"), "{text}");
}

#[test]
fn a_step_of_a_form_is_no_receipt_and_its_fields_are_in_the_last() {
    let run = sent(World::tour(), "Thank you, we have received it.");
    let [receipt] = run.sent.as_slice() else { panic!("{:?} {}", run.sent, run.log) };
    assert_eq!(receipt.approvals, ["Next", "Send"]);
    for label in ["First name", "E-mail", "Country", "Permit", "Code"] {
        assert!(receipt.fields.iter().any(|field| field == label), "{label}: {:?}", receipt.fields);
    }
    assert_eq!(receipt.path, "/0", "where it began");
}

#[test]
fn what_was_refused_leaves_none() {
    let mut world = World::one_page();
    world.does.insert("Send", Does::Complains);
    let mut run = Run::new(world).start();
    run.approve(false).unwrap();
    assert_eq!((run.sent.len(), run.job.record.receipt.clone()), (0, None));
    let mut still = World::one_page();
    still.does.insert("Send", Does::Nothing);
    let mut run = Run::new(still).start();
    run.approve(false).unwrap();
    assert_eq!(run.sent.len(), 0);
}

#[test]
fn the_same_form_is_known_again_and_another_is_not() {
    let first = sent(World::one_page(), "Thank you");
    let before = |world: World| {
        let mut run = Run::new(world);
        run.sent = first.sent.clone();
        run.start().job.record.sent_before
    };
    assert_eq!(before(World::one_page()), Some(first.sent[0].date));
    let mut other = World::one_page();
    other.sheets[0].controls.push(control("text", "Country", "country-name"));
    assert_eq!(before(other), None);
    let mut elsewhere = World::one_page();
    elsewhere.origin = OTHER_SITE;
    assert_eq!(before(elsewhere), None);
}
