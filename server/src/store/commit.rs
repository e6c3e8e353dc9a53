//! What a batch of units comes to, decided before anything is written. Pure; both databases use it.

use std::collections::{BTreeMap, HashMap};

use super::{Answered, Before, Erased, Fingerprint, NewEntry, Outcome, StoreError, Unit};

/// A round of somebody's job.
pub(super) type Round = (String, String, u32);
/// Somebody's job.
pub(super) type Job = (String, String);

/// What the database knew before the batch.
#[derive(Debug, Default)]
pub(super) struct Stored {
    /// Newest answers.
    pub(super) answers: HashMap<Round, (Fingerprint, Answered)>,
    /// Users that were erased.
    pub(super) erased: HashMap<String, Erased>,
    /// Bodies by user and Idempotency-Key.
    pub(super) keys: HashMap<(String, String), Fingerprint>,
}

/// An Idempotency-Key that is used for the first time.
#[derive(Debug)]
pub(super) struct KeyRow<'a> {
    pub(super) user_id: &'a str,
    pub(super) key: &'a str,
    pub(super) fingerprint: &'a Fingerprint,
    pub(super) at: i64,
}

/// A job's line, as the batch leaves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct JobLine {
    pub(super) origin: String,
    pub(super) step: u32,
    pub(super) first_at: i64,
    pub(super) last_at: i64,
    /// Entries that the batch adds.
    pub(super) entries: i64,
}

/// What has to be written, and what every unit comes to.
#[derive(Debug)]
pub(super) struct Decided<'a> {
    /// Units that are written, and their places in the batch.
    pub(super) write: Vec<(usize, &'a Unit)>,
    /// Outcomes of the others, by their places.
    pub(super) others: Vec<(usize, Outcome)>,
    /// Lines of the jobs of what is written.
    pub(super) jobs: BTreeMap<Job, JobLine>,
    /// Keys that are tied to a body from now on, also by repeats.
    pub(super) keys: Vec<KeyRow<'a>>,
}

/// A batch with its places in the database.
#[derive(Debug)]
pub(super) struct Numbered<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) answers: Vec<AnswerRow<'a>>,
    /// What every unit came to, in the batch's order.
    pub(super) outcomes: Vec<Outcome>,
}

/// An entry with its place in the database.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) unit: &'a Unit,
    pub(super) entry: &'a NewEntry,
    pub(super) seq: i64,
}

/// An answer with its place in the database.
#[derive(Debug)]
pub(super) struct AnswerRow<'a> {
    pub(super) unit: &'a Unit,
    pub(super) fingerprint: &'a Fingerprint,
    pub(super) sealed: Option<&'a [u8]>,
    /// The entry that is the answer, or stands for it.
    pub(super) seq: i64,
}

pub(super) fn round(unit: &Unit) -> Round {
    (unit.user_id.clone(), unit.job_id.clone(), unit.step)
}

fn job(unit: &Unit) -> Job {
    (unit.user_id.clone(), unit.job_id.clone())
}

/// Takes repeats and misused keys out of a batch.
pub(super) fn decide(units: &[Unit], mut stored: Stored) -> Decided<'_> {
    let mut decided = Decided {
        write: Vec::with_capacity(units.len()),
        others: Vec::new(),
        jobs: BTreeMap::new(),
        keys: Vec::new(),
    };
    for (place, unit) in units.iter().enumerate() {
        match judge(unit, &mut stored, &mut decided.keys) {
            None => {
                add_line(&mut decided.jobs, unit);
                decided.write.push((place, unit));
            }
            Some(outcome) => decided.others.push((place, outcome)),
        }
    }
    decided
}

/// Why a unit is not written, if it is not; else the batch's later units know of it.
fn judge<'a>(
    unit: &'a Unit,
    stored: &mut Stored,
    new_keys: &mut Vec<KeyRow<'a>>,
) -> Option<Outcome> {
    if stored.erased.get(&unit.user_id).is_some_and(|erased| erased.covers(&unit.by)) {
        return Some(Outcome::Erased);
    }
    if let Some((key, fingerprint)) = &unit.key {
        let tie = (unit.user_id.clone(), key.clone());
        match stored.keys.get(&tie) {
            Some(tied) if tied != fingerprint => return Some(Outcome::OtherBody),
            // What leaves no answer is repeated by its key.
            Some(_) if unit.answer.is_none() => return Some(Outcome::Written(Vec::new())),
            Some(_) => {}
            None => {
                stored.keys.insert(tie, *fingerprint);
                new_keys.push(KeyRow { user_id: &unit.user_id, key, fingerprint, at: unit.at });
            }
        }
    }
    let answer = unit.answer.as_ref()?;
    if let Some((before, text)) = stored.answers.get(&round(unit))
        && *before == answer.fingerprint
    {
        return Some(Outcome::Repeat(text.clone()));
    }
    let text = match (&answer.sealed, unit.entries.last()) {
        (Some(sealed), _) => Answered::Sealed(sealed.clone()),
        (None, Some(last)) => Answered::Plain(last.data.clone()),
        (None, None) => return None,
    };
    stored.answers.insert(round(unit), (answer.fingerprint, text));
    None
}

fn add_line(jobs: &mut BTreeMap<Job, JobLine>, unit: &Unit) {
    let entries = i64::try_from(unit.entries.len()).unwrap_or(i64::MAX);
    let line = jobs.entry(job(unit)).or_insert_with(|| JobLine {
        origin: String::new(),
        step: 0,
        first_at: unit.at,
        last_at: unit.at,
        entries: 0,
    });
    if !unit.origin.is_empty() {
        line.origin.clone_from(&unit.origin);
    }
    line.step = line.step.max(unit.step);
    line.first_at = line.first_at.min(unit.at);
    line.last_at = line.last_at.max(unit.at);
    line.entries += entries;
}

/// Gives every entry its number within its job, from the newest number that each job has afterwards.
pub(super) fn number<'a>(
    decided: &Decided<'a>,
    mut last: HashMap<Job, i64>,
) -> Result<Numbered<'a>, StoreError> {
    for (of, line) in &decided.jobs {
        *last.get_mut(of).ok_or(StoreError::Unreadable { what: "job" })? -= line.entries;
    }
    let mut rows = Vec::new();
    let mut answers: HashMap<Round, AnswerRow<'a>> = HashMap::new();
    let mut outcomes = decided.others.clone();
    for &(place, unit) in &decided.write {
        let next = last.get_mut(&job(unit)).ok_or(StoreError::Unreadable { what: "job" })?;
        let mut numbers = Vec::with_capacity(unit.entries.len());
        for entry in &unit.entries {
            *next += 1;
            numbers.push(*next);
            rows.push(Row { unit, entry, seq: *next });
        }
        if let Some(answer) = &unit.answer {
            let row = AnswerRow {
                unit,
                fingerprint: &answer.fingerprint,
                sealed: answer.sealed.as_deref(),
                seq: *next,
            };
            answers.insert(round(unit), row);
        }
        outcomes.push((place, Outcome::Written(numbers)));
    }
    outcomes.sort_unstable_by_key(|(place, _)| *place);
    let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    Ok(Numbered { rows, answers: answers.into_values().collect(), outcomes })
}

impl Before {
    /// What came of looking up.
    pub(super) fn found(answer: Option<(Fingerprint, Answered)>, key: Option<Vec<u8>>) -> Self {
        Self { answer, key: key.and_then(|key| Fingerprint::try_from(key.as_slice()).ok()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Author, Durability, NewAnswer};

    /// A unit of job `j`, step 1: entries, body, key.
    fn unit(entries: &[&'static str], body: Option<u8>, key: Option<(&str, u8)>) -> Unit {
        Unit {
            user_id: "ada".to_owned(),
            by: Author { token: Some(1), admitted_at: 5 },
            job_id: "j".to_owned(),
            origin: String::new(),
            step: 1,
            at: 5,
            entries: entries
                .iter()
                .map(|text| NewEntry { kind: "plan", data: text.as_bytes().into() })
                .collect(),
            answer: body.map(|body| NewAnswer { fingerprint: [body; 32], sealed: None }),
            key: key.map(|(key, body)| (key.to_owned(), [body; 32])),
            durability: Durability::Program,
        }
    }

    /// Outcomes in short, the numbers given to entries, and the keys that are tied.
    fn check(stored: Stored, units: &[Unit], last: i64) -> (Vec<String>, Vec<i64>, usize) {
        let decided = decide(units, stored);
        let keys = decided.keys.len();
        let last = decided.jobs.keys().map(|job| (job.clone(), last)).collect();
        let Numbered { rows, outcomes, .. } = number(&decided, last).unwrap();
        let shown = outcomes.iter().map(|outcome| match outcome {
            Outcome::Written(numbers) => format!("written {numbers:?}"),
            Outcome::Repeat(Answered::Plain(text)) => {
                format!("repeat {}", String::from_utf8_lossy(text))
            }
            Outcome::Repeat(Answered::Sealed(_)) => "repeat sealed".to_owned(),
            Outcome::OtherBody => "other body".to_owned(),
            Outcome::Erased => "erased".to_owned(),
        });
        (shown.collect(), rows.iter().map(|row| row.seq).collect(), keys)
    }

    #[test]
    fn entries_are_numbered_in_their_order() {
        let units = [unit(&["a", "b"], None, None), unit(&["c"], None, None)];
        let (outcomes, numbers, _) = check(Stored::default(), &units, 9);
        assert_eq!(outcomes, ["written [7, 8]", "written [9]"]);
        assert_eq!(numbers, [7, 8, 9]);
    }

    #[test]
    fn repeats_are_noticed_before_and_within_a_batch() {
        let units = [
            unit(&["old"], Some(1), None),
            unit(&["new"], Some(2), None),
            unit(&["newer"], Some(2), None),
            unit(&["back"], Some(1), None),
        ];
        let mut stored = Stored::default();
        stored.answers.insert(round(&units[0]), ([1; 32], Answered::Sealed(vec![7])));
        let (outcomes, numbers, _) = check(stored, &units, 2);
        assert_eq!(outcomes, ["repeat sealed", "written [1]", "repeat new", "written [2]"]);
        assert_eq!(numbers, [1, 2]);
    }

    #[test]
    fn what_was_begun_before_an_erasure_is_not_written() {
        let by = |token, admitted_at| Unit {
            by: Author { token, admitted_at },
            ..unit(&["a"], Some(1), Some(("k", 1)))
        };
        for (token, admitted_at, written) in [
            (Some(6), 9, false),
            (Some(7), 99, false),
            (Some(8), 9, true),
            (None, 9, false),
            (None, 10, false),
            (None, 11, true),
        ] {
            for (erased, written) in [("ada", written), ("eve", true)] {
                let mut stored = Stored::default();
                stored.erased.insert(erased.to_owned(), Erased { last_token: 7, at: 10 });
                let (outcomes, _, keys) = check(stored, &[by(token, admitted_at)], 1);
                let expected = if written { "written [1]" } else { "erased" };
                assert_eq!(outcomes, [expected], "{token:?} {admitted_at} {erased}");
                assert_eq!(keys, usize::from(written), "{token:?} {admitted_at} {erased}");
            }
        }
    }

    #[test]
    fn a_key_belongs_to_one_body() {
        let units = [
            unit(&["a"], Some(1), Some(("k", 1))),
            unit(&["a"], Some(1), Some(("k", 1))),
            unit(&["b"], Some(2), Some(("k", 2))),
            unit(&["a"], Some(1), Some(("repeated", 1))),
            unit(&["c"], None, Some(("log", 3))),
            unit(&["c"], None, Some(("log", 3))),
        ];
        let (outcomes, _, keys) = check(Stored::default(), &units, 2);
        let expected =
            ["written [1]", "repeat a", "other body", "repeat a", "written [2]", "written []"];
        assert_eq!((outcomes, keys), (expected.map(str::to_owned).to_vec(), 3));
    }
}
