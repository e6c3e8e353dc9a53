//! What is removed, and how much of it at once. Pure; both databases use it.

use std::collections::BTreeMap;

use super::Retention;

/// Milliseconds of an hour.
pub(super) const HOUR: i64 = 60 * 60 * 1000;
/// Idempotency-Keys are known for this long, whatever becomes of the trace.
pub(super) const KEY_LIFE: i64 = 24 * HOUR;
/// In an hour at most this part of all entries goes for its age: a clock that is wrong shows before all
/// is gone.
const PART_AN_HOUR: f64 = 0.01;
/// Or this many times what goes in an hour when each hour brings as much as any other.
const TIMES_STEADY: f64 = 2.0;
/// Or so many.
const LEAST_AN_HOUR: i64 = 500;

/// How many entries may go for their age now, when so many are there and so many went in this hour.
pub(super) fn may_expire(keep: &Retention, entries: i64, gone_this_hour: i64) -> i64 {
    let hours = (keep.age as f64 / HOUR as f64).max(1.0);
    let part = (TIMES_STEADY / hours).clamp(PART_AN_HOUR, 1.0);
    let most = ((entries.saturating_add(gone_this_hour)) as f64 * part) as i64;
    most.max(LEAST_AN_HOUR).saturating_sub(gone_this_hour).max(0)
}

/// How many entries of whoever has most are too many now: one user's many never cost another one's few.
pub(super) fn too_many(keep: &Retention, all: i64, bytes: i64, at_once: i64) -> i64 {
    if bytes > keep.bytes {
        return at_once;
    }
    all.saturating_sub(keep.entries).clamp(0, at_once)
}

/// Entries that go, and how many of each job.
#[derive(Debug, Default)]
pub(super) struct Gone {
    pub(super) ids: Vec<i64>,
    /// User, job and number of each, in the same order.
    pub(super) of: Vec<(String, String, i64)>,
}

impl Gone {
    /// How many go of each job, in the order in which everybody locks jobs.
    pub(super) fn by_job(&self) -> BTreeMap<(&str, &str), i64> {
        let mut jobs = BTreeMap::new();
        for (user, job, _) in &self.of {
            *jobs.entry((user.as_str(), job.as_str())).or_default() += 1;
        }
        jobs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * HOUR;

    fn keep(age: i64) -> Retention {
        Retention { entries: 100, age, bytes: 1000, now: 0 }
    }

    #[test]
    fn an_hour_takes_a_share() {
        for (age, entries, gone, expected) in [
            (90 * DAY, 0, 0, 500),
            (90 * DAY, 100, 0, 500),
            (90 * DAY, 1_000_000, 0, 10_000),
            (90 * DAY, 990_000, 10_000, 0),
            (90 * DAY, 995_000, 5_000, 5_000),
            (90 * DAY, 0, 900, 0),
            (DAY, 120_000, 0, 10_000),
            (HOUR, 1000, 0, 1000),
            (1, 1000, 0, 1000),
            (i64::MAX, 1_000_000, 0, 10_000),
        ] {
            assert_eq!(may_expire(&keep(age), entries, gone), expected, "{age} {entries} {gone}");
        }
        // In a steady state an hour's share is more than an hour's due, whatever the age.
        for days in [1, 2, 14, 90, 3650] {
            let due = 24_000_000 / (24 * days);
            assert!(may_expire(&keep(days * DAY), 24_000_000, 0) > due, "{days}");
        }
    }

    #[test]
    fn what_is_beyond_a_bound_is_too_much() {
        for (all, bytes, expected) in
            [(50, 10, 0), (100, 1000, 0), (101, 10, 1), (1000, 10, 64), (50, 1001, 64)]
        {
            assert_eq!(too_many(&keep(DAY), all, bytes, 64), expected, "{all} {bytes}");
        }
    }
}
