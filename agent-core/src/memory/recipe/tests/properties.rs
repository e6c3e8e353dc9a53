//! Files of any kind: what is read is what is written, and nothing brings down who reads.

use proptest::{collection::vec, option, prelude::*, sample::select};

use super::*;

/// Entries that every profile may have.
const KEYS: &[&str] = &[
    "firstName",
    "address.city",
    "resume.experiences.3.title",
    "documents.coverLetter",
    "resume.skills",
    "birthDate",
];

fn digest() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9a-f]{16}", "[0-9a-f]{64}"]
}

fn known() -> impl Strategy<Value = Known> {
    let used = prop_oneof![
        select(KEYS).prop_map(|key| Use::Key(key.into())),
        digest().prop_map(Use::Own),
        select(vec![Use::Answer, Use::Leave, Use::Open]),
    ];
    let print = || prop_oneof![Just(String::new()), digest()];
    let tier = select(vec![Tier::Ordinary, Tier::Personal]);
    let way = option::of(select(vec![Way::Set, Way::Inserted, Way::Typed, Way::Pressed]));
    let role = select(vec!["none", "given-name", "x-salary", "address-level2"])
        .prop_filter("a role", |role| crate::role::Role::is_spelling(role));
    (digest(), [print(), print(), print()], role, tier, used, way).prop_map(
        |(fingerprint, [words, names, more], role, tier, used, way)| {
            let role = role.to_owned();
            let mut known =
                Known { fingerprint, words, names, more, role, tier, way, ..Known::default() };
            known.take(used);
            known
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let submit = option::of(
        (digest(), digest()).prop_map(|(fingerprint, target)| Submit { fingerprint, target }),
    );
    let repeat = (select(vec!["resume.experiences", "resume.education"]), any::<u32>())
        .prop_map(|(list, blocks)| Repeat { list: list.to_owned(), blocks });
    let path = "(/([a-z._-]{1,30}|\\*)){1,5}/?";
    (path, digest(), submit, vec(repeat, 0..3), vec(known(), 0..6)).prop_map(
        |(path, signature, submit, repeats, fields)| Step {
            path,
            signature,
            submit,
            repeats,
            fields,
        },
    )
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let origin =
        select(vec!["https://a.example", "http://127.0.0.1:8080", "https://xn--bcher-kva.example"]);
    let history = vec((any::<u64>().prop_map(|at| at >> 1), known()), 0..6);
    let counts = (0..1_000_u32, 0..5_u32);
    (origin, counts, vec(step(), 0..5), history).prop_map(|(origin, counts, steps, history)| {
        let history: Vec<Change> = (2_u32..)
            .zip(history)
            .map(|(version, (at, before))| Change { version, at, before })
            .collect();
        let last = history.last().map_or(1, |change| change.version);
        Recipe {
            schema: SCHEMA,
            version: last + counts.0,
            origin: origin.to_owned(),
            failures: counts.1,
            steps,
            history,
        }
    })
}

/// A good file with lines taken out, doubled, exchanged, or with other letters in them.
fn damaged(edits: &[(u8, u16, u16, String)]) -> String {
    let mut lines: Vec<String> = FILE.lines().map(str::to_owned).collect();
    for (what, one, other, text) in edits {
        let (one, other) = (usize::from(*one) % lines.len(), usize::from(*other) % lines.len());
        match what % 5 {
            0 if lines.len() > 1 => drop(lines.remove(one)),
            1 => {
                let line = lines[one].clone();
                lines.insert(other, line);
            }
            2 => lines.swap(one, other),
            3 => {
                let name = lines[one].split('=').next().unwrap_or_default().to_owned();
                lines[one] = format!("{name}= {text}");
            }
            _ => lines[one].push_str(text),
        }
    }
    lines.join("\n")
}

/// Whoever reads it is told of it, in lines that there are; what is read can be written and read again.
fn is_read_or_refused(text: &str) -> Result<bool, TestCaseError> {
    match read(text) {
        Ok(recipe) => {
            prop_assert_eq!(read(&write(&recipe).unwrap()), Ok(recipe));
            Ok(true)
        }
        Err(faults) => {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                prop_assert!(fault.line <= text.lines().count().max(1), "{fault:?}");
                prop_assert!(!fault.said().is_empty());
            }
            Ok(false)
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_what_is_read(recipe in recipe()) {
        let text = write(&recipe).unwrap();
        prop_assert_eq!(read(&text), Ok(recipe));
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,400}") {
        is_read_or_refused(&text)?;
    }

    #[test]
    fn damaged_files_are_read_or_refused(edits in vec((any::<u8>(), any::<u16>(), any::<u16>(), "[ -~é\"']{0,12}"), 0..6)) {
        is_read_or_refused(&damaged(&edits))?;
    }

    /// Two files, one after the other: whatever they say, what is kept of them can be written and read.
    #[test]
    fn what_is_kept_of_files_can_be_read(one in recipe(), other in recipe()) {
        let mut set = Vec::new();
        for fresh in [one.clone(), other, one] {
            set.extend(keep(set.clone(), fresh, Taught::File, 7));
        }
        for kept in set {
            prop_assert!(read(&write(&kept.recipe).unwrap()).is_ok());
        }
    }
}
