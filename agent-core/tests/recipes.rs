//! Whether a recipe that was learned from a page says the same of that page after it was changed, or nothing: a
//! thousand changed pages.

#![expect(clippy::expect_used, reason = "a page that cannot be read fails the test")]
#![expect(clippy::cast_precision_loss, reason = "counts of fields are small")]

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use agent_core::{
    bind::{Source, keys_of_profile},
    classify,
    memory::recipe::{
        self, Advice, Held, Kept, Recipe, RecipeSet, Refusal, Replay, Seen, Use, Wrote,
    },
    observe::observe,
    plan::{self, PlanInput},
};
use serde_json::json;
use shared_types::{
    AgentAction, Field, JobMode, Observation, Profile, ProfileKey, Target, ValueSource,
    snapshot::FrameSnapshot,
};

const PAGES: usize = 1_000;

fn person() -> Profile {
    serde_json::from_value(json!({
        "firstName": "Canaryfirst", "lastName": "Canarylast", "fullName": "Canaryfirst Canarylast",
        "email": "canary.mail@example.org", "phone": "+44 20 7946 0958",
        "birthDate": "1990-03-14", "gender": "female", "company": "Canary Instruments",
        "jobTitle": "Canaryjob", "linkedIn": "https://linkedin.example/in/canary",
        "website": "https://canary.example",
        "address": {"street": "Canary Row 7", "city": "Canarytown", "state": "Canaryshire",
            "zipCode": "LS1 4AP", "country": "GB"},
        "payment": {"cardNumber": "4111111111111111", "cardName": "Canaryfirst Canarylast",
            "expMonth": "11", "expYear": "2031"},
        "custom": {"canary notice": "3 months"},
    }))
    .expect("a profile")
}

/// A page, what was written there, and the recipe of it.
struct Learned {
    observation: Observation,
    keys: HashMap<u32, ProfileKey>,
    recipe: Recipe,
}

fn learned(folder: &Path) -> Option<Learned> {
    let text = fs::read_to_string(folder.join("snapshot.json")).expect("what was read of the page");
    let frames: Vec<FrameSnapshot> = serde_json::from_str(&text).expect("a snapshot");
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let observation = observe(&frames, &source).observation;
    let keys = keys_of_profile(&profile);
    let plan = plan::plan(&PlanInput {
        observation: &observation,
        keys: &keys,
        history: &[],
        step: 1,
        mode: JobMode::Live,
    });
    let mut written: HashMap<u32, ProfileKey> = HashMap::new();
    for action in &plan.actions {
        let (AgentAction::Fill { target, source, .. } | AgentAction::Select { target, source }) =
            action
        else {
            continue;
        };
        if let (Target::Index { index, .. }, ValueSource::Key(key)) = (target, source) {
            written.insert(*index, key.clone());
        }
    }
    let wrote: Vec<Wrote> = observation
        .fields
        .iter()
        .filter_map(|field| {
            let key = written.get(&field.index)?;
            let fingerprint = field.fingerprint.clone()?;
            Some(Wrote { fingerprint, held: Held::Entry(key.clone()), way: None })
        })
        .collect();
    // The form's own button: a page may have a search before it.
    let forms: Vec<Option<u32>> = observation
        .fields
        .iter()
        .filter(|field| written.contains_key(&field.index))
        .map(|field| field.form)
        .collect();
    let sends = || observation.buttons.iter().filter(|button| button.submits == Some(true));
    let sends = sends().find(|button| forms.contains(&button.form)).or_else(|| sends().next());
    let pressed = sends.and_then(|button| button.fingerprint.as_deref());
    let seen = Seen { observation: &observation, pressed, wrote: &wrote };
    let recipe = recipe::learn(&[seen], |_| true)?;
    Some(Learned { observation, keys: written, recipe })
}

fn all() -> Vec<Learned> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let mut folders: Vec<_> =
        pages.read_dir().expect("pages").map(|entry| entry.expect("a page").path()).collect();
    folders.sort();
    folders.iter().filter_map(|folder| learned(folder)).collect()
}

/// Numbers that are the same at each run (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Renamed,
    Inserted,
    Doubled,
    Reordered,
    Translated,
    Swapped,
    Explained,
    Exchanged,
    LookAlike,
}

const KINDS: [Kind; 9] = [
    Kind::Renamed,
    Kind::Inserted,
    Kind::Doubled,
    Kind::Reordered,
    Kind::Translated,
    Kind::Swapped,
    Kind::Explained,
    Kind::Exchanged,
    Kind::LookAlike,
];

/// A page after a change: its fields with what each was before, none for what was not there.
fn mutate(
    page: &Observation,
    kind: Kind,
    numbers: &mut Numbers,
) -> (Observation, Vec<Option<u32>>) {
    let mut fields: Vec<(Field, Option<u32>)> =
        page.fields.iter().map(|field| (field.clone(), Some(field.index))).collect();
    let mut page = page.clone();
    match kind {
        Kind::Renamed => fields.iter_mut().for_each(|(field, _)| {
            field.id = format!("r{}", numbers.below(100_000));
            field.name = format!("f{}", numbers.below(100_000));
        }),
        Kind::Inserted => {
            for label in ["Referral code of your neighbour", "Name of your spouse", "Other email"] {
                let at = numbers.below(fields.len());
                let field = Field {
                    tag: "input".into(),
                    kind: "text".into(),
                    label: label.into(),
                    name: format!("extra_{at}"),
                    ..Field::default()
                };
                fields.insert(at, (field, None));
            }
        }
        // The same field once more, in a section of its own: a spouse's.
        Kind::Doubled => {
            let at = numbers.below(fields.len());
            if let Some((field, _)) = fields.get(at).cloned() {
                let section = Some("Details of your spouse".to_owned());
                fields.insert(at, (Field { section, ..field }, None));
            }
        }
        Kind::Reordered => {
            let at = numbers.below(fields.len());
            fields.rotate_left(at);
        }
        Kind::Translated => fields.iter_mut().for_each(|(field, _)| {
            let turned = |text: &str| text.chars().rev().collect::<String>();
            field.label = turned(&field.label);
            field.placeholder = turned(&field.placeholder);
            field.group = field.group.as_deref().map(turned);
            field.section = field.section.as_deref().map(turned);
            field.accessible_name = field.accessible_name.as_deref().map(turned);
        }),
        // Two fields say what the other said: their names, and what they hold, are as before.
        Kind::Swapped => {
            let (one, other) = (numbers.below(fields.len()), numbers.below(fields.len()));
            let words = |field: &Field| (field.label.clone(), field.accessible_name.clone());
            let of = |at: usize| fields.get(at).map(|(field, _)| words(field));
            let (first, second) = (of(one), of(other));
            for (at, words) in [(one, second), (other, first)] {
                if let (Some((field, was)), Some((label, name)), true) =
                    (fields.get_mut(at), words, one != other)
                {
                    *was = was.filter(|_| field.label == label);
                    (field.label, field.accessible_name) = (label, name);
                }
            }
        }
        // The same words, and beside them whom they are about.
        Kind::Explained => {
            let at = numbers.below(fields.len());
            if let Some((field, before)) = fields.get_mut(at) {
                field.described_by = Some("Of the person to call in an emergency".into());
                *before = None;
            }
        }
        Kind::Exchanged => {
            let at = numbers.below(fields.len());
            if let Some((field, before)) = fields.get_mut(at) {
                field.label = "Card number".into();
                field.accessible_name = Some("Card number".into());
                field.autocomplete = "cc-number".into();
                (field.tag, field.kind) = ("input".into(), "text".into());
                (field.options, field.group, field.group_id) = (None, None, None);
                (field.widget, field.checked) = (None, None);
                *before = None;
            }
        }
        Kind::LookAlike => {
            for button in page.buttons.iter_mut().filter(|button| button.submits == Some(true)) {
                button.form_action = Some("https://collect.example/take".into());
            }
        }
    }
    let mut known: HashMap<(String, usize), Option<String>> = HashMap::new();
    let base = |field: &Field| {
        let Field { tag, kind, name, id, label, group, .. } = field;
        format!("{tag}|{kind}|{name}|{id}|{label}|{group:?}")
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    for field in &page.fields {
        let ordinal = seen.entry(base(field)).or_default();
        known.insert((base(field), *ordinal), field.fingerprint.clone());
        *ordinal += 1;
    }
    seen.clear();
    for (index, (field, _)) in (0..).zip(&mut fields) {
        let ordinal = seen.entry(base(field)).or_default();
        let before = known.get(&(base(field), *ordinal)).cloned();
        *ordinal += 1;
        // The second of two equal ones counts as another.
        field.fingerprint =
            before.unwrap_or_else(|| Some(format!("{:016x}", numbers.below(1 << 30))));
        (field.index, field.role, field.confidence) = (index, None, None);
    }
    let (fields, before) = fields.into_iter().unzip();
    page.fields = fields;
    classify::classify(&mut page);
    (page, before)
}

#[derive(Debug, Default)]
struct Tally {
    pages: usize,
    refused: usize,
    wrong: usize,
    unharmed: usize,
    replayed: usize,
}

#[test]
fn changed_pages_are_filled_as_before_or_not_at_all() {
    let pages = all();
    assert!(pages.len() > 30, "{} pages", pages.len());
    let mut numbers = Numbers(20_261_122);
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    for (at, kind) in (0..PAGES).zip(KINDS.iter().cycle()) {
        let learned = pages.get(at / KINDS.len() % pages.len()).expect("a page");
        let (page, before) = mutate(&learned.observation, *kind, &mut numbers);
        let tally = tallies.entry(*kind).or_default();
        tally.pages += 1;
        // What is heard of a recipe: at most what a replay says.
        let kept = Kept { recipe: learned.recipe.clone(), ..Kept::default() };
        let set = RecipeSet::new(vec![kept]);
        let decided = match set.advice(&page, "") {
            Advice::Nothing => {
                tally.refused += 1;
                Vec::new()
            }
            Advice::Refused(_, refusal) => {
                tally.refused += 1;
                if *kind == Kind::LookAlike
                    && learned.recipe.steps.iter().any(|one| one.submit.is_some())
                {
                    assert_eq!(refusal, Refusal::OtherTarget);
                }
                Vec::new()
            }
            Advice::Says { sure, .. } => sure,
        };
        for one in &decided {
            let was = before.get(one.field as usize).copied().flatten();
            let key = was.and_then(|was| learned.keys.get(&was)).map(recipe::use_of);
            if key.as_ref() != Some(&one.used) {
                tally.wrong += 1;
                println!("{kind:?}: field {} takes {:?}, was {key:?}", one.field, one.used);
            }
        }
        let known: Vec<u32> = learned
            .recipe
            .steps
            .iter()
            .flat_map(|step| &step.fields)
            .filter_map(|known| {
                let own = |field: &&Field| {
                    field.fingerprint.as_deref() == Some(known.fingerprint.as_str())
                };
                learned.observation.fields.iter().find(own).map(|field| field.index)
            })
            .collect();
        tally.unharmed += before.iter().flatten().filter(|was| known.contains(was)).count();
        tally.replayed += decided.len();
    }
    for (kind, tally) in &tallies {
        println!("{kind:?}: {tally:?} {:.3}", tally.replayed as f64 / tally.unharmed.max(1) as f64);
    }
    let wrong: usize = tallies.values().map(|tally| tally.wrong).sum();
    assert_eq!(wrong, 0, "other meanings");
    let of = |kinds: &[Kind]| {
        let own =
            || tallies.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, tally)| tally);
        let replayed: usize = own().map(|tally| tally.replayed).sum();
        replayed as f64 / own().map(|tally| tally.unharmed).sum::<usize>().max(1) as f64
    };
    assert!(of(&[Kind::Renamed, Kind::Inserted, Kind::Doubled, Kind::Reordered]) >= 0.9);
}

/// A page as it was is filled as it was, whole; and a recipe holds nothing of the person, as a file and read back.
#[test]
fn a_recipe_holds_names_alone() {
    for learned in all() {
        let text = recipe::write(&learned.recipe).expect("a file");
        for canary in ["anary", "4111", "7946", "1990-03-14", "LS1", "3 months"] {
            assert!(!text.contains(canary), "{canary} in {text}");
        }
        assert_eq!(recipe::read(&text).as_ref(), Ok(&learned.recipe), "{text}");
        let Replay::Known { decided, is_exact } =
            recipe::replay(&learned.recipe, &learned.observation)
        else {
            panic!("{} is refused", learned.observation.url);
        };
        assert!(is_exact);
        for one in decided {
            assert_eq!(learned.keys.get(&one.field).map(recipe::use_of), Some(one.used));
        }
    }
}

/// What the person emptied is left alone.
#[test]
fn a_field_that_the_person_emptied_is_left_alone() {
    let learned = all().into_iter().next().expect("a page");
    let mut recipe = learned.recipe;
    let print = recipe
        .steps
        .first()
        .and_then(|step| step.fields.first())
        .expect("a field")
        .fingerprint
        .clone();
    assert!(recipe.correct(&print, Use::Leave, 1));
    let Replay::Known { decided, .. } = recipe::replay(&recipe, &learned.observation) else {
        panic!("it is refused");
    };
    assert!(decided.iter().any(|one| one.used == Use::Leave));
}
