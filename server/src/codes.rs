//! One-time codes on their way from a person to the extension that waits. In memory only, handed over
//! once, gone after five minutes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use shared_types::Private;
use tokio::{sync::Notify, time::timeout};

use crate::{
    clock::{Clock, millis},
    user::User,
};

/// How long a code is good.
const CODE_LIFE: Duration = Duration::from_secs(5 * 60);
/// How long after its last question for a code a job still counts as waiting.
const POLL_LIFE: Duration = Duration::from_secs(60);
/// How long a job counts as waiting after its plan asked for a code.
const PLAN_LIFE: Duration = Duration::from_secs(30 * 60);
/// Codes that are known to be somebody's.
const TAKEN: usize = 1000;
/// For how long they are: a program finds them until the question is that old.
const TAKEN_LIFE: Duration = Duration::from_secs(10 * 60);
/// Jobs remembered at most.
const JOBS: usize = 1024;

/// The jobs that wait for a code, and the codes that wait for their job.
#[derive(Debug)]
pub struct Codes {
    clock: Clock,
    jobs: Mutex<HashMap<String, Slot>>,
    /// Codes that somebody has: no program's finding is for another job as well.
    taken: Mutex<Vec<Taken>>,
}

/// A code that a job has.
#[derive(Debug)]
struct Taken {
    code: Private,
    slot: String,
    /// How often a program may find it again for this job.
    again: u32,
    end: i64,
}

#[derive(Debug, Default)]
struct Slot {
    /// Until when the job counts as waiting.
    waits_until: i64,
    /// Questions for a code that are open now.
    open: u32,
    /// The newest code and when it ends.
    code: Option<(Private, i64)>,
    /// Wakes the open questions.
    arrived: Arc<Notify>,
    /// When its client began to ask.
    since: i64,
}

impl Slot {
    fn waits(&self, now: i64) -> bool {
        self.open > 0 || self.waits_until > now
    }

    fn is_idle(&self, now: i64) -> bool {
        !self.waits(now) && self.code.as_ref().is_none_or(|(_, end)| *end <= now)
    }
}

/// The name of a job's slot: a job id is good for its own user alone.
pub fn slot_name(user: &User, job_id: &str) -> String {
    format!("{}\n{job_id}", user.name())
}

/// There is no such job, or it asks for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NobodyWaits;

impl Codes {
    /// Nobody waits yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, jobs: Mutex::default(), taken: Mutex::default() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Slot>, i64) -> T) -> T {
        let now = self.clock.now_ms();
        work(&mut self.jobs.lock().unwrap_or_else(PoisonError::into_inner), now)
    }

    /// Remembers whether the newest plan of a job asks for a code.
    pub fn planned(&self, job_id: &str, asks: bool) {
        self.with(|jobs, now| {
            if asks {
                slot(jobs, job_id, now).waits_until = now + millis(PLAN_LIFE);
            } else if let Some(slot) = jobs.get_mut(job_id) {
                slot.waits_until = 0;
            }
        });
    }

    /// Leaves a code for a job that waits. The newest code counts.
    ///
    /// # Errors
    /// No such job waits.
    pub fn give(&self, job_id: &str, code: Private) -> Result<(), NobodyWaits> {
        self.with(|jobs, now| {
            let slot = jobs.get_mut(job_id).filter(|slot| slot.waits(now)).ok_or(NobodyWaits)?;
            slot.code = Some((code.clone(), now + millis(CODE_LIFE)));
            slot.arrived.notify_one();
            Ok(())
        })?;
        // What a person gave, a program need not find once more.
        self.take_up(job_id, &code, 0);
        Ok(())
    }

    /// Takes the code of a job, waiting for it at most this long.
    pub async fn take(&self, job_id: &str, wait: Duration) -> Option<Private> {
        let question = Question::open(self, job_id);
        let waiting = async {
            loop {
                if let Some(code) = self.take_now(job_id) {
                    return code;
                }
                question.arrived.notified().await;
            }
        };
        match timeout(wait, waiting).await {
            Ok(code) => Some(code),
            Err(_) => self.take_now(job_id),
        }
    }

    /// Forgets the codes of a user, and who waits for them.
    pub fn forget(&self, user: &str) {
        let of_user = format!("{user}\n");
        self.with(|jobs, _| jobs.retain(|name, _| !name.starts_with(&of_user)));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|one| !one.slot.starts_with(&of_user));
    }

    /// When the client of a job began to ask for a code, milliseconds since 1970.
    pub fn asked_since(&self, job_id: &str) -> i64 {
        self.with(|jobs, now| jobs.get(job_id).map_or(now, |slot| slot.since))
    }

    /// Whether a code that a program found is for this job: of one user each code is one job's alone, for as long as it may be
    /// found again. A job gets it twice, since its browser may have slept before it was entered; not more often, for then it
    /// is wrong.
    pub fn is_for(&self, job_id: &str, code: &Private) -> bool {
        self.take_up(job_id, code, 1)
    }

    /// Notes that a job has a code. False: somebody has it.
    fn take_up(&self, job_id: &str, code: &Private, again: u32) -> bool {
        let now = self.clock.now_ms();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|one| one.end > now);
        let user = |slot: &str| slot.split('\n').next().unwrap_or_default().to_owned();
        let mut same = taken.iter_mut().filter(|one| one.code == *code);
        if let Some(one) = same.find(|one| user(&one.slot) == user(job_id)) {
            let is_again = one.slot == job_id && one.again > 0;
            one.again = one.again.saturating_sub(u32::from(is_again));
            return is_again;
        }
        // A program that makes codes up fills it, and has nothing taken until some have ended.
        let has_room = taken.len() < TAKEN;
        if has_room {
            let end = now + millis(TAKEN_LIFE);
            taken.push(Taken { code: code.clone(), slot: job_id.to_owned(), again, end });
        }
        has_room
    }

    fn take_now(&self, job_id: &str) -> Option<Private> {
        self.with(|jobs, now| {
            let slot = jobs.get_mut(job_id)?;
            let (code, end) = slot.code.take()?;
            (end > now).then(|| {
                slot.waits_until = 0;
                code
            })
        })
    }
}

/// The slot of a job. When there are too many, idle ones go first, then whoever has waited longest.
fn slot<'a>(jobs: &'a mut HashMap<String, Slot>, job_id: &str, now: i64) -> &'a mut Slot {
    if jobs.len() >= JOBS && !jobs.contains_key(job_id) {
        jobs.retain(|_, slot| !slot.is_idle(now));
        if jobs.len() >= JOBS {
            let oldest = jobs.iter().filter(|(_, slot)| slot.open == 0);
            let oldest = oldest.min_by_key(|(_, slot)| slot.waits_until).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                jobs.remove(&oldest);
            }
        }
    }
    jobs.entry(job_id.to_owned()).or_default()
}

/// An open question for a code; it is counted for as long as the client stays connected.
struct Question<'a> {
    codes: &'a Codes,
    job_id: &'a str,
    arrived: Arc<Notify>,
}

impl<'a> Question<'a> {
    fn open(codes: &'a Codes, job_id: &'a str) -> Self {
        let arrived = codes.with(|jobs, now| {
            let slot = slot(jobs, job_id, now);
            if !slot.waits(now) || slot.since == 0 {
                slot.since = now;
            }
            slot.open += 1;
            slot.arrived.clone()
        });
        Self { codes, job_id, arrived }
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.codes.with(|jobs, now| {
            if let Some(slot) = jobs.get_mut(self.job_id) {
                slot.open = slot.open.saturating_sub(1);
                slot.waits_until = slot.waits_until.max(now + millis(POLL_LIFE));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn codes() -> (Codes, Clock) {
        let clock = Clock::system();
        (Codes::new(clock.clone()), clock)
    }

    #[tokio::test]
    async fn a_code_is_one_jobs_and_the_time_of_asking_is_kept() {
        let (codes, clock) = codes();
        let check = |slot: &str, code: &str, expected: bool| {
            assert_eq!(codes.is_for(slot, &code.into()), expected, "{slot:?} {code}");
        };
        check("me\na", "1234", true);
        check("me\nb", "1234", false);
        check("you\na", "1234", true);
        check("me\na", "1234", true);
        check("me\na", "1234", false);
        // What a person gave is known.
        codes.planned("me\na", true);
        codes.give("me\na", "5678".into()).unwrap();
        check("me\na", "5678", false);
        check("me\nb", "5678", false);
        // One that makes codes up comes to an end.
        let made_up =
            (0..TAKEN * 2).filter(|n| codes.is_for("me\nc", &n.to_string().as_str().into()));
        assert!(made_up.count() < TAKEN);
        clock.advance(TAKEN_LIFE);
        check("me\nb", "1234", true);
        codes.take("me\nt", NOW).await;
        let since = codes.asked_since("me\nt");
        clock.advance(Duration::from_secs(30));
        codes.take("me\nt", NOW).await;
        assert_eq!(codes.asked_since("me\nt"), since, "it is one wait");
        clock.advance(POLL_LIFE * 2);
        codes.take("me\nt", NOW).await;
        assert!(codes.asked_since("me\nt") > since, "it is another one");
    }

    #[tokio::test]
    async fn a_code_is_handed_over_once() {
        let (codes, _) = codes();
        assert_eq!(codes.give("j", "123456".into()), Err(NobodyWaits));
        codes.planned("j", true);
        assert_eq!(codes.give("other", "123456".into()), Err(NobodyWaits));
        assert_eq!(codes.give("j", "111111".into()), Ok(()));
        assert_eq!(codes.give("j", "123456".into()), Ok(()), "the newest counts");
        assert_eq!(codes.take("j", NOW).await, Some("123456".into()));
        assert_eq!(codes.take("j", NOW).await, None);
    }

    #[tokio::test]
    async fn a_code_ends_after_five_minutes() {
        let (codes, clock) = codes();
        codes.planned("j", true);
        codes.give("j", "123456".into()).unwrap();
        clock.advance(CODE_LIFE);
        assert_eq!(codes.take("j", NOW).await, None);
    }

    #[tokio::test]
    async fn a_job_waits_a_minute_after_its_last_question() {
        let (codes, clock) = codes();
        assert_eq!(codes.take("j", NOW).await, None);
        clock.advance(POLL_LIFE - Duration::from_secs(1));
        assert_eq!(codes.give("j", "1".into()), Ok(()));
        clock.advance(Duration::from_secs(2));
        assert_eq!(codes.give("j", "1".into()), Err(NobodyWaits));
    }

    #[tokio::test]
    async fn a_plan_without_the_question_ends_the_waiting() {
        let (codes, _) = codes();
        codes.planned("j", true);
        codes.planned("j", false);
        assert_eq!(codes.give("j", "1".into()), Err(NobodyWaits));
    }

    #[tokio::test]
    async fn an_open_question_is_answered_at_once() {
        let (codes, _) = codes();
        let wait = Duration::from_secs(20);
        let (code, ()) = tokio::join!(codes.take("j", wait), async {
            while codes.give("j", "123456".into()).is_err() {
                tokio::task::yield_now().await;
            }
        });
        assert_eq!(code, Some("123456".into()));
    }

    #[tokio::test]
    async fn a_client_that_leaves_is_counted_out() {
        let (codes, clock) = codes();
        let left =
            timeout(Duration::from_millis(5), codes.take("j", Duration::from_secs(20))).await;
        assert!(left.is_err());
        clock.advance(POLL_LIFE + Duration::from_secs(1));
        assert_eq!(codes.give("j", "1".into()), Err(NobodyWaits));
    }

    #[tokio::test]
    async fn a_users_codes_are_forgotten() {
        let (codes, _) = codes();
        let slots = ["ada", "adam"].map(|name| slot_name(&User::new(name, false), "j"));
        for slot in &slots {
            codes.planned(slot, true);
            codes.give(slot, "1".into()).unwrap();
        }
        codes.forget("ada");
        assert_eq!(codes.take(&slots[0], NOW).await, None);
        assert_eq!(codes.take(&slots[1], NOW).await, Some("1".into()));
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let (codes, _) = codes();
        for number in 0..JOBS + 10 {
            codes.planned(&format!("j{number}"), true);
        }
        assert_eq!(codes.jobs.lock().unwrap().len(), JOBS);
        assert_eq!(codes.give(&format!("j{}", JOBS + 9), "1".into()), Ok(()));
    }
}
