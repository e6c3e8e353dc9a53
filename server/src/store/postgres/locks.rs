//! Advisory locks: their numbers, and the order in which everybody takes them.

use crate::{crypto, store::Unit};

/// Those who write for a user do so together, and whoever erases the user waits for them, and they then for
/// the erasure.
pub(super) const SHARED_LOCKS: &str =
    "SELECT pg_advisory_xact_lock_shared(lock) FROM unnest($1::bigint[]) AS lock";
/// The lock of whoever removes what is not to be kept; no job's lock has this number.
pub(super) const PRUNING: i64 = 0;

/// The number of a lock.
pub(super) fn lock(purpose: &str, user: &str, what: &str) -> i64 {
    let digest = crypto::digest(&format!("{purpose}\0{user}\0{what}"));
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    // Never the number of the lock for pruning.
    i64::from_be_bytes(first) | 1
}

/// What the jobs and keys of a batch are locked by, in the one order in which everybody locks.
pub(super) fn locks(units: &[Unit]) -> Vec<i64> {
    let jobs = units.iter().map(|unit| lock("job", &unit.user_id, &unit.job_id));
    let keys =
        units.iter().filter_map(|unit| Some(lock("key", &unit.user_id, &unit.key.as_ref()?.0)));
    let mut locks: Vec<i64> = jobs.chain(keys).collect();
    locks.sort_unstable();
    locks.dedup();
    locks
}
