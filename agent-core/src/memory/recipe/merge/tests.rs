use proptest::{collection::vec, prelude::*, sample::select};

use super::*;
use crate::memory::recipe::{Change, Submit, Use};

const SERVER: &str = "server";
const DAY: u64 = 24 * 60 * 60;

fn print(number: usize) -> String {
    format!("{number:016x}")
}

fn known(number: usize, used: Use) -> Known {
    let (fingerprint, words) = (print(number), print(number + 100));
    let mut known = Known { fingerprint, words, role: "none".to_owned(), ..Known::default() };
    known.take(used);
    known
}

fn key(name: &str) -> Use {
    Use::Key(name.into())
}

fn recipe(version: u32, fields: Vec<Known>) -> Recipe {
    let submit = Some(Submit { fingerprint: print(7), target: print(8) });
    let (path, signature) = ("/apply".to_owned(), print(9));
    let step = Step { path, signature, submit, fields, ..Step::default() };
    let origin = "https://a.example".to_owned();
    Recipe { schema: 1, version, origin, steps: vec![step], ..Recipe::default() }
}

fn sent(recipe: Recipe, at: u64) -> Kept {
    let by = Taught::Sent { profile: "p", held: None };
    crate::memory::recipe::keep(Vec::new(), recipe, by, at).unwrap()
}

fn came(revision: i64, recipe: Recipe) -> Came {
    Came { id: print(1), revision, recipe: Some(recipe) }
}

#[test]
fn what_descends_takes_the_place_and_what_contradicts_is_a_conflict() {
    let check = |ours: &Recipe, theirs: &Recipe, expected: Merge| {
        assert_eq!(merge(ours, theirs), expected);
        let turned = match expected {
            Merge::Theirs => Merge::Ours,
            Merge::Ours => Merge::Theirs,
            other => other,
        };
        assert_eq!(merge(theirs, ours), turned);
    };
    let first = recipe(1, vec![known(1, key("firstName"))]);
    let mut corrected = first.clone();
    corrected.correct(&print(1), key("fullName"), 5);
    let more = recipe(1, vec![known(1, key("firstName")), known(2, key("email"))]);
    let opposite = recipe(1, vec![known(1, key("fullName"))]);
    let otherwise = recipe(1, vec![known(1, key("firstName")), known(3, key("phone"))]);
    check(&first, &first, Merge::Same);
    check(&first, &corrected, Merge::Theirs);
    check(&first, &more, Merge::Theirs);
    check(&first, &opposite, Merge::Conflict);
    check(&more, &otherwise, Merge::Conflict);
    // However they came to say the same.
    check(&opposite, &corrected, Merge::Same);
    // Each has corrected what the other says.
    let mut back = opposite.clone();
    back.correct(&print(1), key("firstName"), 6);
    check(&corrected, &back, Merge::Conflict);
    // How a field was written, what failed, and versions that say nothing new are no difference.
    let mut typed = Recipe { version: 4, failures: 1, ..first.clone() };
    typed.steps[0].fields[0].way = Some(crate::memory::recipe::Way::Typed);
    check(&first, &typed, Merge::Same);
    // The site sends the form elsewhere by now: who has seen more versions is heard.
    let mut moved = Recipe { version: 2, ..first.clone() };
    moved.steps[0].submit = Some(Submit { fingerprint: print(7), target: print(5) });
    check(&first, &moved, Merge::Theirs);
}

/// A form that another browser sent: a proposal here, and what is here already stays as sure as it was.
#[test]
fn what_comes_is_a_proposal_until_a_form_was_sent_here() {
    let theirs = recipe(3, vec![known(1, key("fullName")), known(2, key("email"))]);
    let Arrival::Taken(new) = arrived(None, &came(5, theirs.clone()), SERVER, 9) else {
        panic!("nothing was taken")
    };
    assert_eq!((new.used, new.unproved.clone()), (0, vec![print(1), print(2)]));
    assert_eq!(new.outgoing(SERVER), None, "it is there already");
    assert_eq!(new.outgoing("another"), Some(0));

    let ours = sent(recipe(1, vec![known(1, key("firstName")), known(4, key("phone"))]), 3);
    assert_eq!(ours.unproved, Vec::<String>::new());
    let mut corrected = ours.recipe.clone();
    corrected.correct(&print(1), key("fullName"), 5);
    let Arrival::Taken(taken) = arrived(Some(&ours), &came(6, corrected), SERVER, 9) else {
        panic!("nothing was taken")
    };
    assert_eq!(taken.unproved, [print(1)]);
    assert_eq!((taken.used, taken.left.len()), (ours.used, 0));
    let before = &taken.recipe.history.last().unwrap().before;
    assert_eq!(before.used(), Some(key("firstName")), "it can be put back");
}

#[test]
fn a_server_takes_nothing_away_without_a_word() {
    let mut ours = sent(recipe(1, vec![known(1, key("firstName"))]), 3);
    let gone = |revision| Came { id: print(1), revision, recipe: None };
    assert_eq!(arrived(Some(&ours), &gone(5), SERVER, 9), Arrival::Nothing, "never exchanged");
    ours.sent(&ours.recipe.clone(), SERVER, 5, 3);
    assert_eq!(arrived(Some(&ours), &gone(5), SERVER, 9), Arrival::Nothing, "told before");
    let Arrival::Conflict(asked) = arrived(Some(&ours), &gone(6), SERVER, 9) else {
        panic!("nobody was asked")
    };
    assert_eq!((&asked.recipe, asked.outgoing(SERVER)), (&ours.recipe, None));
    assert_eq!(asked.clone().settled(false, 9), None);
    let kept = asked.settled(true, 9).unwrap();
    assert_eq!((kept.outgoing(SERVER), kept.recipe.version), (Some(6), 2));
    // What came from there, and was never sent here, goes again.
    let theirs = recipe(1, vec![known(1, key("email"))]);
    let Arrival::Taken(new) = arrived(None, &came(7, theirs), SERVER, 9) else { panic!() };
    assert_eq!(arrived(Some(&new), &gone(8), SERVER, 9), Arrival::Forgotten);
    let mut more = new.clone();
    more.learn(&recipe(1, vec![known(2, key("phone"))]), Taught::File, 9);
    let asked = arrived(Some(&more), &gone(8), SERVER, 9);
    assert!(matches!(asked, Arrival::Conflict(_)), "a file has said more since: {asked:?}");
    // One of another site under this name.
    let mut strange = ours.recipe.clone();
    strange.origin = "https://b.example".to_owned();
    assert_eq!(arrived(Some(&ours), &came(9, strange), SERVER, 9), Arrival::Nothing);
}

#[test]
fn a_conflict_lasts_until_it_is_settled() {
    let mut ours = sent(recipe(1, vec![known(1, key("firstName"))]), 3);
    ours.sent(&ours.recipe.clone(), SERVER, 5, 3);
    ours.recipe.correct(&print(1), key("lastName"), 4);
    let mut theirs = recipe(4, vec![known(1, key("fullName")), known(2, key("email"))]);
    theirs.failures = 2;
    let Arrival::Conflict(asked) = arrived(Some(&ours), &came(8, theirs), SERVER, 9) else {
        panic!("nobody was asked")
    };
    let other = asked.other.as_ref().and_then(|other| other.recipe.as_ref());
    assert_eq!(other.map(|other| other.failures), Some(0), "what failed there did not fail here");
    assert_eq!((&asked.recipe, asked.outgoing(SERVER)), (&ours.recipe, None));
    let own = asked.clone().settled(true, 9).unwrap();
    assert_eq!((own.outgoing(SERVER), own.recipe.version), (Some(8), 5));
    assert_eq!(own.recipe.steps, ours.recipe.steps);
    let other = asked.settled(false, 9).unwrap();
    assert_eq!((other.outgoing(SERVER), other.unproved.len()), (None, 2));
    assert_eq!(other.recipe.steps[0].fields[0].used(), Some(key("fullName")));
    assert!(other.recipe.history.iter().any(|one| one.before.used() == Some(key("lastName"))));
}

#[test]
fn a_later_use_is_told_once_a_day() {
    let mut ours = sent(recipe(1, vec![known(1, key("firstName"))]), 10 * DAY);
    ours.sent(&ours.recipe.clone(), SERVER, 5, 10 * DAY);
    for (used, due) in [(10 * DAY, None), (11 * DAY, None), (11 * DAY + 1, Some(5))] {
        ours.used = used;
        assert_eq!(ours.outgoing(SERVER), due, "{used}");
    }
}

#[test]
fn what_failed_here_does_not_go_out() {
    let mut failing = recipe(1, vec![known(1, key("firstName"))]);
    failing.failures = 2;
    let text = outgoing_text(&failing).unwrap();
    assert_eq!(super::super::read(&text).unwrap().failures, 0);
    let Arrival::Taken(new) = arrived(None, &came(5, failing.clone()), SERVER, 9) else { panic!() };
    assert!(!new.recipe.is_quarantined());
    failing.steps[0].fields[0].key = Some("custom.Ann Lee".into());
    assert_eq!(outgoing_text(&failing), None);
}

/// Whatever a server answers, it is a list of what no browser chokes on, or nothing.
#[test]
fn what_a_server_says_is_bounded() {
    let check = |body: &str, expected: bool| {
        assert_eq!(changes(body).is_some(), expected, "{body:.200}");
    };
    let of = |cursor: i64, revision: i64, count: usize| {
        let one = format!(r#"{{"id": "a", "revision": {revision}}}"#);
        format!(r#"{{"cursor": {cursor}, "recipes": [{}]}}"#, vec![one; count].join(","))
    };
    check(&of(5, 5, 1), true);
    check(&of(5, 5, MOST_AT_ONCE), true);
    check(&of(5, 5, MOST_AT_ONCE + 1), false);
    for number in [-1, i64::MAX, MOST_REVISION + 1] {
        check(&of(number, 5, 1), false);
        check(&of(5, number, 1), false);
    }
    check(&of(MOST_REVISION, MOST_REVISION, 1), true);
    // No more than that nothing has changed.
    for body in ["{}", "[]"] {
        assert_eq!(changes(body), Some(RecipeChanges::default()), "{body}");
    }
    for body in ["", "<!doctype html><title>500</title>", "null", "5", "{\"recipes\": 5}"] {
        check(body, false);
    }
}

/// So is what it says of one recipe, and how long each answer is.
#[test]
fn what_a_server_says_of_one_recipe_is_bounded() {
    for (number, expected) in
        [(0, true), (5, true), (MOST_REVISION, true), (MOST_REVISION + 1, false), (-1, false)]
    {
        let body = format!(r#"{{"id": "a", "revision": {number}}}"#);
        assert_eq!(newest(&body).map(|one| one.revision), expected.then_some(number), "{number}");
        assert_eq!(saved_as(&body), expected.then_some(number), "{number}");
    }
    for body in ["", "null", "<!doctype html>", "{\"revision\": \"1\"}"] {
        assert_eq!((newest(body), saved_as(body)), (None, None), "{body}");
    }
    for (count, expected) in [(MOST_OF_ANSWER - 2, true), (MOST_OF_ANSWER - 1, false)] {
        let body = format!("{{{}}}", " ".repeat(count));
        let heard = [changes(&body).is_some(), newest(&body).is_some(), saved_as(&body).is_some()];
        assert_eq!(heard, [expected; 3], "{count}");
    }
}

#[test]
fn another_server_and_another_user_are_told_apart() {
    let mark = server_mark("https://a.example", "ada");
    assert_eq!(mark, server_mark("https://a.example", "ada"));
    for (base, user) in [("https://a.example", "eve"), ("https://b.example", "ada")] {
        assert_ne!(mark, server_mark(base, user));
    }
}

/// Where there is no more room nothing comes, and what is known here may still become something else.
#[test]
fn what_comes_takes_no_more_room_than_there_is() {
    let mut room = Room { recipes: MOST - 1, bytes: 10 };
    assert!(room.takes(true, 5));
    assert_eq!(room, Room { recipes: MOST, bytes: 15 });
    assert!(!room.takes(true, 5), "one too many");
    assert!(room.takes(false, MOST_BYTES - 15), "it is known");
    assert!(!room.takes(false, 1), "too large");
    assert_eq!(room, Room { recipes: MOST, bytes: MOST_BYTES });
}

/// What a browser does to a recipe of its own: a form that was sent, in which some fields take this.
fn visit() -> impl Strategy<Value = Vec<(usize, Use)>> {
    let used = select(vec![key("firstName"), key("fullName"), key("email"), Use::Leave, Use::Open]);
    vec((0..5_usize, used), 1..4)
}

fn visited(known_here: Option<&Kept>, visit: &[(usize, Use)], at: u64) -> Option<Kept> {
    let mut fields: Vec<Known> = Vec::new();
    for (number, used) in visit {
        if fields.iter().all(|one| one.fingerprint != print(*number)) {
            fields.push(known(*number, used.clone()));
        }
    }
    let by = Taught::Sent { profile: "p", held: None };
    let before: Vec<Kept> = known_here.cloned().into_iter().collect();
    crate::memory::recipe::keep(before, recipe(1, fields), by, at)
}

/// Every use that a recipe knows of a field, now or before.
fn uses(kept: &Kept) -> Vec<(String, Use)> {
    let other = kept.other.iter().filter_map(|other| other.recipe.as_ref());
    let recipes = [&kept.recipe].into_iter().chain(other);
    let all = recipes.flat_map(|recipe| {
        let before = recipe.history.iter().map(|change: &Change| &change.before);
        recipe.fields().chain(before).collect::<Vec<_>>()
    });
    all.filter_map(|known| Some((known.fingerprint.clone(), known.used()?)))
        .filter(|(_, used)| *used != Use::Open)
        .collect()
}

/// A server that keeps one line, as the real one does, for one form.
#[derive(Default)]
struct Line {
    revision: i64,
    recipe: Option<Recipe>,
}

impl Line {
    /// What a browser does in an exchange; whether there was a conflict.
    fn exchange(&mut self, browser: &mut Option<Kept>, at: u64) -> bool {
        for _ in 0..3 {
            let stands =
                Came { id: print(1), revision: self.revision, recipe: self.recipe.clone() };
            if self.revision > 0 {
                match arrived(browser.as_ref(), &stands, SERVER, at) {
                    Arrival::Nothing => {}
                    Arrival::Forgotten => *browser = None,
                    Arrival::Conflict(kept) => {
                        *browser = Some(*kept);
                        return true;
                    }
                    Arrival::Noted(kept) | Arrival::Taken(kept) => *browser = Some(*kept),
                }
            }
            let Some(kept) = browser.as_mut() else { return false };
            let Some(base) = kept.outgoing(SERVER) else { return false };
            if self.recipe.is_some() && base != self.revision {
                continue;
            }
            let text = outgoing_text(&kept.recipe).unwrap();
            self.revision += 1;
            self.recipe = Some(super::super::read(&text).unwrap());
            let (recipe, used) = (kept.recipe.clone(), kept.used);
            kept.sent(&recipe, SERVER, self.revision, used);
            return false;
        }
        panic!("it does not end");
    }
}

proptest! {
    /// Whoever asks, the outcome is the same, or both have a conflict.
    #[test]
    fn both_sides_decide_alike(one in vec(visit(), 1..4), other in vec(visit(), 1..4), shared in vec(visit(), 0..3)) {
        let learn = |visits: &[Vec<(usize, Use)>], from: Option<Kept>| {
            visits.iter().fold(from, |kept, visit| visited(kept.as_ref(), visit, 5).or(kept))
        };
        let start = learn(&shared, None);
        let (one, other) = (learn(&one, start.clone()), learn(&other, start));
        if let (Some(one), Some(other)) = (one, other) {
            let turned = match merge(&other.recipe, &one.recipe) {
                Merge::Theirs => Merge::Ours,
                Merge::Ours => Merge::Theirs,
                same => same,
            };
            prop_assert_eq!(merge(&one.recipe, &other.recipe), turned);
        }
    }

    /// Nothing that was known is lost by what comes, what comes is no more than a proposal, and to hear it twice is to
    /// hear it once.
    #[test]
    fn nothing_is_lost_or_sure_by_what_comes(ours in vec(visit(), 1..4), theirs in vec(visit(), 1..4), agreed in any::<bool>()) {
        let learn = |visits: &[Vec<(usize, Use)>]| {
            visits.iter().fold(None, |kept: Option<Kept>, visit| visited(kept.as_ref(), visit, 5).or(kept))
        };
        let (Some(mut ours), Some(theirs)) = (learn(&ours), learn(&theirs)) else { return Ok(()) };
        if agreed {
            ours.sent(&ours.recipe.clone(), SERVER, 1, 5);
        }
        let came = came(2, theirs.recipe.clone());
        let after = match arrived(Some(&ours), &came, SERVER, 9) {
            Arrival::Noted(kept) | Arrival::Taken(kept) | Arrival::Conflict(kept) => *kept,
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        for known in uses(&ours) {
            prop_assert!(uses(&after).contains(&known), "{known:?}");
        }
        for known in after.recipe.fields() {
            let was = ours.recipe.fields().any(|one| one == known);
            prop_assert!(was || after.unproved.contains(&known.fingerprint), "{known:?}");
        }
        prop_assert_eq!(&after.left, &ours.left);
        prop_assert_eq!(arrived(Some(&after), &came, SERVER, 9), Arrival::Nothing);
        // From another server it is the same, once more.
        let twice = match arrived(Some(&after), &came, "another", 9) {
            Arrival::Noted(kept) | Arrival::Taken(kept) | Arrival::Conflict(kept) => *kept,
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        prop_assert_eq!(&twice.recipe, &after.recipe);
        prop_assert_eq!(twice.other.is_some(), after.other.is_some());
    }

    /// Two browsers that learn, exchange and settle in any order: each exchange ends, and once nobody learns anything more
    /// both say the same of every field, with nothing left to send.
    #[test]
    fn browsers_come_to_the_same(steps in vec((0..2_usize, proptest::option::of(visit()), any::<bool>()), 1..16)) {
        let (mut line, mut browsers) = (Line::default(), [None, None]);
        let mut at = 10;
        for (who, visit, ours) in steps {
            at += 1;
            let browser = &mut browsers[who];
            match visit {
                Some(visit) => {
                    let known = browser.clone();
                    *browser = visited(known.as_ref(), &visit, at).or(known);
                }
                None => {
                    if line.exchange(browser, at) {
                        *browser = browser.take().and_then(|kept| kept.settled(ours, at));
                    }
                }
            }
        }
        for _ in 0..3 {
            for browser in &mut browsers {
                if line.exchange(browser, at) {
                    *browser = browser.take().and_then(|kept| kept.settled(true, at));
                    line.exchange(browser, at);
                }
            }
        }
        if let [Some(one), Some(other)] = &browsers {
            prop_assert_eq!((one.outgoing(SERVER), other.outgoing(SERVER)), (None, None));
            for (known, there) in pairs(&one.recipe, &other.recipe) {
                if let Some(there) = there {
                    prop_assert_eq!(there.used(), known.used());
                }
            }
        }
    }
}
