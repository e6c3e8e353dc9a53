//! What a store promises, whichever database it is: each test here runs on SQLite and on Postgres. The
//! tests on Postgres are skipped, and say so, where none is installed.

mod backup;
mod erasure;
pub(crate) mod migrations;
pub(crate) mod several_servers;
mod trouble;

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use server::{
    clock::Clock,
    crypto::{Sealed, Vault},
    store::{
        AgentCall, Answered, Author, BeforeUpdate, Behind, Durability, NewAgent, NewAnswer,
        NewEntry, NewToken, Outcome, Pairing, Part, Postgres, Retention, Rewrapped, Scrubbed,
        Sqlite, Store, StoreError, TokenKind, Unit,
    },
};
use tempfile::TempDir;

use crate::postgres::Database;

/// A database that can be opened again and again.
pub(crate) enum Place {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Place {
    fn sqlite() -> Option<Self> {
        Some(Self::Sqlite(tempfile::tempdir().unwrap()))
    }

    async fn postgres() -> Option<Self> {
        Database::new().await.map(Self::Postgres)
    }

    async fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(folder) => {
                let vault = Vault::open(folder.path(), None).unwrap();
                Arc::new(Sqlite::open(folder.path(), &vault).await.unwrap())
            }
            Self::Postgres(database) => {
                let url = database.url.clone().into();
                Arc::new(Postgres::connect(&url, 4, BeforeUpdate::Copy).await.unwrap())
            }
        }
    }
}

/// Makes a test of each function for each database.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod on_sqlite {
            $(#[tokio::test] async fn $name() {
                if let Some(place) = super::Place::sqlite() { super::$name(place).await; }
            })+
        }
        mod on_postgres {
            $(#[tokio::test] async fn $name() {
                if let Some(place) = super::Place::postgres().await { super::$name(place).await; }
            })+
        }
    };
}

mod recipes;

on_both!(
    tokens_are_kept_and_revoked,
    sessions_of_the_dashboard_are_tokens_of_their_own_kind,
    jobs_are_listed_behind_each_other_and_looked_through,
    a_pairing_code_is_good_once_for_its_user,
    wrong_tries_take_nothing_from_an_open_code,
    tokens_of_before_there_were_marks_are_marked_once,
    profiles_are_kept_sealed_and_erased,
    a_key_that_was_rotated_away_does_not_come_back,
    a_job_is_the_sum_of_its_units,
    a_repeat_is_answered_from_the_store,
    an_idempotency_key_is_tied_for_good,
    writers_at_once_lose_nothing_and_answer_alike,
    what_is_not_to_be_kept_goes,
    not_all_expires_at_once,
    who_has_most_gives_up_what_is_too_much,
    a_user_is_erased_with_everything,
    agents_are_kept_and_revoked,
    what_agents_asked_is_kept_and_bounded,
    what_was_begun_before_an_erasure_is_not_written,
);

/// Who writes: a browser that was paired, and is none of those that a test erases.
const BY: Author = Author { token: Some(1000), admitted_at: 5 };

fn unit(user: &str, job: &str, step: u32, entries: &[&str]) -> Unit {
    Unit {
        user_id: user.to_owned(),
        by: BY,
        job_id: job.to_owned(),
        origin: String::new(),
        step,
        at: i64::from(step) * 1000,
        entries: entries
            .iter()
            .map(|text| NewEntry { kind: "plan", data: format!("{text:?}").into() })
            .collect(),
        answer: None,
        key: None,
        durability: Durability::Program,
    }
}

/// A unit that answers a body.
fn answer(user: &str, job: &str, step: u32, text: &str, body: u8) -> Unit {
    let answer = NewAnswer { fingerprint: [body; 32], sealed: None };
    Unit { answer: Some(answer), ..unit(user, job, step, &[text]) }
}

fn repeat(text: &str) -> Outcome {
    Outcome::Repeat(Answered::Plain(format!("{text:?}").into()))
}

async fn commit(store: &dyn Store, unit: Unit) -> Outcome {
    store.commit(&[unit]).await.unwrap().remove(0)
}

fn agent<'a>(digest: u8, user_id: &'a str, name: &'a str) -> NewAgent<'a> {
    let digest = [digest; 32];
    NewAgent { digest, user_id, name, sites: "[]", tools: "[]", mark: digest }
}

async fn agents_are_kept_and_revoked(place: Place) {
    let store = place.open().await;
    for (digest, user, name, added) in [
        (1, "ada", "helper", true),
        (2, "ada", "helper", false),
        (1, "ada", "other", false),
        (3, "eve", "helper", true),
    ] {
        let did = store.add_agent(agent(digest, user, name), 5).await.unwrap();
        assert_eq!(did, added, "{digest} {user} {name}");
    }
    let known = store.agent([1; 32]).await.unwrap().unwrap();
    assert_eq!(
        (known.user_id.as_str(), known.name.as_str(), known.created_at),
        ("ada", "helper", 5)
    );
    assert_eq!(store.agents("ada").await.unwrap(), std::slice::from_ref(&known));
    assert_eq!(store.agent([2; 32]).await.unwrap(), None);
    assert!(!store.revoke_agent("ada", "other").await.unwrap());
    assert!(store.revoke_agent("ada", "helper").await.unwrap());
    assert_eq!(store.agent([1; 32]).await.unwrap(), None);
    assert!(store.agent([3; 32]).await.unwrap().is_some());
    // One of the same name is another one.
    assert!(store.add_agent(agent(4, "ada", "helper"), 6).await.unwrap());
    assert!(store.agent([4; 32]).await.unwrap().unwrap().id > known.id);
}

async fn what_agents_asked_is_kept_and_bounded(place: Place) {
    let store = place.open().await;
    let call = |at: i64| AgentCall {
        agent: "helper".to_owned(),
        at,
        tool: "list_forms".to_owned(),
        site: String::new(),
        outcome: "ok".to_owned(),
    };
    // What an agent began is not washed out of the log by what it asks afterwards, nor what another one asked.
    let began =
        AgentCall { tool: "start_fill".to_owned(), outcome: "working".to_owned(), ..call(0) };
    let others = AgentCall { agent: "other".to_owned(), ..call(0) };
    for line in [&began, &others] {
        store.add_agent_call("ada", line).await.unwrap();
    }
    for at in 1..=1_100 {
        store.add_agent_call("ada", &call(at)).await.unwrap();
    }
    store.add_agent_call("eve", &call(1)).await.unwrap();
    let kept = store.agent_calls("ada", i64::MAX).await.unwrap();
    assert!((202..266).contains(&kept.len()), "{}", kept.len());
    assert_eq!((kept[0].clone(), kept[1].at), (call(1_100), 1_099));
    assert!(kept.contains(&began) && kept.contains(&others));
    assert_eq!(store.agent_calls("ada", 2).await.unwrap().len(), 2);
    assert!(store.add_agent(agent(1, "ada", "helper"), 5).await.unwrap());
    store.begin_erasure("ada", 2_000).await.unwrap();
    assert_eq!(store.agents("ada").await.unwrap(), []);
    store.erase("ada").await.unwrap();
    // What was let in before the erasure began is not written any more.
    store.add_agent_call("ada", &call(2_000)).await.unwrap();
    assert_eq!(store.agent_calls("ada", 9).await.unwrap(), []);
    store.add_agent_call("ada", &call(2_001)).await.unwrap();
    assert_eq!(store.agent_calls("ada", 9).await.unwrap().len(), 1);
    assert_eq!(store.agent_calls("eve", 9).await.unwrap().len(), 1);
}

async fn tokens_are_kept_and_revoked(place: Place) {
    let store = place.open().await;
    let new = |digest: u8, kind, user_id| NewToken {
        digest: [digest; 32],
        kind,
        user_id,
        name: "n",
        origin: "moz-extension://o",
        mark: [digest; 32],
    };
    let file = store.add_token(new(1, TokenKind::File, "me"), 5).await.unwrap();
    let ada = store.add_token(new(2, TokenKind::Pairing, "ada"), 6).await.unwrap();
    assert_eq!(store.add_token(new(2, TokenKind::Pairing, "ada"), 9).await.unwrap(), ada, "once");
    assert_eq!(store.token([2; 32]).await.unwrap(), Some(ada.clone()));
    assert_eq!(store.token([3; 32]).await.unwrap(), None);
    for (user, id, revoked) in [
        ("eve", ada.id, false),
        ("me", file.id, false),
        ("ada", ada.id, true),
        ("ada", ada.id, false),
    ] {
        assert_eq!(store.revoke_token(user, id).await.unwrap(), revoked, "{user} {id}");
    }
    let other = store.add_token(new(4, TokenKind::File, "me"), 7).await.unwrap();
    store.keep_only_file_token([4; 32]).await.unwrap();
    assert_eq!(place.open().await.tokens().await.unwrap(), [other]);
}

async fn sessions_of_the_dashboard_are_tokens_of_their_own_kind(place: Place) {
    let store = place.open().await;
    let new = |digest: u8, kind| NewToken {
        digest: [digest; 32],
        kind,
        user_id: "ada",
        name: "n",
        origin: "",
        mark: [digest; 32],
    };
    let session = store.add_token(new(1, TokenKind::Dashboard), 5).await.unwrap();
    let browser = store.add_token(new(2, TokenKind::Pairing), 6).await.unwrap();
    assert_eq!((session.kind, browser.kind), (TokenKind::Dashboard, TokenKind::Pairing));
    assert_eq!((session.used_at, store.token([1; 32]).await.unwrap()), (0, Some(session.clone())));
    for at in [30, 20] {
        store.used_token(session.id, at).await.unwrap();
    }
    store.used_token(9_999, 20).await.unwrap();
    let store = place.open().await;
    assert_eq!(store.token([1; 32]).await.unwrap().unwrap().used_at, 30, "the latest");
    assert_eq!(store.token([2; 32]).await.unwrap().unwrap().used_at, 0);
    assert!(store.revoke_token("ada", browser.id).await.unwrap());
    assert_eq!(
        store.begin_erasure("ada", 50).await.unwrap(),
        [session.id],
        "erased like a browser's"
    );
    assert_eq!(store.tokens().await.unwrap(), []);
}

async fn jobs_are_listed_behind_each_other_and_looked_through(place: Place) {
    let store = place.open().await;
    let of = |user: &str, job: &str, step, site: &str| Unit {
        origin: site.to_owned(),
        ..unit(user, job, step, &["a", "b"])
    };
    let (one, other) = ("https://one.example", "https://other.example");
    let page = NewEntry { kind: "page", data: "{}".into() };
    let with_page = Unit { entries: vec![page], ..of("ada", "c", 2, one) };
    let units = [
        of("ada", "a", 1, one),
        of("ada", "b", 2, other),
        with_page,
        of("ada", "d", 4, one),
        of("eve", "e", 9, one),
    ];
    store.commit(&units).await.unwrap();
    let ids = async |site: Option<&str>, behind: Option<(i64, &str)>, limit| {
        let behind = behind.map(|(updated_at, job_id)| Behind { updated_at, job_id });
        let jobs = store.jobs_behind("ada", site, behind, limit).await.unwrap();
        jobs.into_iter().map(|job| job.job_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(None, None, 10).await, ["d", "b", "c", "a"]);
    assert_eq!(ids(None, Some((4000, "d")), 2).await, ["b", "c"]);
    assert_eq!(ids(None, Some((2000, "b")), 9).await, ["c", "a"], "of one moment by their names");
    assert_eq!(ids(Some(one), None, 9).await, ["d", "c", "a"]);
    assert_eq!(ids(Some(other), Some((2000, "b")), 9).await, [""; 0]);

    let seen = async |jobs: &[&str], since, most| {
        let jobs: Vec<String> = jobs.iter().map(|job| (*job).to_owned()).collect();
        let mut seen = Vec::new();
        let part = Part { user_id: "ada", jobs: &jobs, since, most };
        let mut see = |noted: server::store::Noted| {
            seen.push(format!("{} {} {} {}", noted.job_id, noted.seq, noted.kind, noted.data));
        };
        store.look_through(&part, &mut see).await.unwrap();
        seen
    };
    let a = ["a 2 plan \"b\"", "a 1 plan \"a\""];
    assert_eq!(seen(&["a"], 0, 10).await, a, "newest first");
    assert_eq!(seen(&[], 0, 10).await.len(), 6, "no pages, nobody else's");
    assert_eq!(seen(&[], 2000, 10).await.len(), 4);
    assert_eq!(seen(&["a", "d", "e"], 0, 10).await.len(), 4);
    assert_eq!(seen(&[], 0, 3).await.len(), 3);
    assert_eq!(seen(&["it's \"odd\""], 0, 10).await.len(), 0);
}

const LIFE: Duration = Duration::from_secs(60);

async fn a_pairing_code_is_good_once_for_its_user(place: Place) {
    let store = place.open().await;
    store.open_pairing([1; 32], "ada", 0, Duration::ZERO).await.unwrap();
    store.open_pairing([2; 32], "eve", 0, LIFE).await.unwrap();
    assert_eq!(store.try_pairing([1; 32], 0).await.unwrap(), Pairing::Wrong, "too old");
    store.open_pairing([1; 32], "ada", 0, LIFE).await.unwrap();
    store.open_pairing([3; 32], "ada", 0, LIFE).await.unwrap();
    assert_eq!(store.try_pairing([1; 32], 0).await.unwrap(), Pairing::Wrong, "replaced");
    let store = place.open().await;
    let tries = join_all((0..8).map(|_| store.try_pairing([3; 32], 0))).await;
    let right = tries.into_iter().filter(|t| t.as_ref().unwrap() == &Pairing::Right("ada".into()));
    assert_eq!(right.count(), 1, "once, also when all try at the same time");
    assert_eq!(store.try_pairing([2; 32], 0).await.unwrap(), Pairing::Right("eve".into()));
}

async fn wrong_tries_take_nothing_from_an_open_code(place: Place) {
    let store = place.open().await;
    store.open_pairing([1; 32], "ada", 0, LIFE).await.unwrap();
    for _ in 0..50 {
        assert_eq!(store.try_pairing([9; 32], 0).await.unwrap(), Pairing::Wrong);
    }
    assert_eq!(store.try_pairing([1; 32], 0).await.unwrap(), Pairing::Right("ada".into()));
}

async fn tokens_of_before_there_were_marks_are_marked_once(place: Place) {
    let store = place.open().await;
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let marks = vault.marks(&store.first_box(&vault.first_box().unwrap()).await.unwrap()).unwrap();
    let kind = TokenKind::Pairing;
    let unmarked = |digest| NewToken {
        digest: [digest; 32],
        kind,
        user_id: "ada",
        name: "",
        origin: "",
        mark: [0; 32],
    };
    let ours = async |digest| store.token([digest; 32]).await.unwrap().unwrap().is_ours(&marks);
    store.add_token(unmarked(1), 5).await.unwrap();
    assert!(!ours(1).await);
    store.mark_tokens(&marks).await.unwrap();
    assert!(ours(1).await);
    store.add_token(unmarked(2), 5).await.unwrap();
    store.mark_tokens(&marks).await.unwrap();
    assert!(!ours(2).await, "written by somebody without the key");
    let new = NewToken::marked([3; 32], kind, "ada", "", &marks);
    assert!(store.add_token(new, 5).await.unwrap().is_ours(&marks));
}

async fn profiles_are_kept_sealed_and_erased(place: Place) {
    let store = place.open().await;
    let folder = tempfile::tempdir().unwrap();
    let old = Vault::open(folder.path(), None).unwrap();
    for (user, text) in [("ada", "1"), ("ada", "2"), ("eve", "3")] {
        store.save_profile(user, &old.seal(user, text).unwrap(), 5, &BY).await.unwrap();
    }
    let both = old.with_new_key().unwrap();
    // A row that no key opens is kept, and keeps nothing from being moved.
    let strange = Sealed { user_key: vec![7; 72], profile: vec![7; 72] };
    store.save_profile("bob", &strange, 5, &BY).await.unwrap();
    assert_eq!(store.rewrap(&both).await.unwrap(), Rewrapped { moved: 2, unreadable: 1 });
    assert_eq!(store.rewrap(&both).await.unwrap(), Rewrapped { moved: 2, unreadable: 1 }, "again");
    assert_eq!(store.profile("bob").await.unwrap(), Some(strange));
    assert_eq!(store.profile_saved_at("bob").await.unwrap(), Some(5));
    assert_eq!(store.profile_saved_at("nobody").await.unwrap(), None);
    let store = place.open().await;
    let read = async |user: &str| {
        let sealed = store.profile(user).await.unwrap()?;
        assert!(old.unseal(user, &sealed).is_err(), "under the new key now");
        both.newest().unseal(user, &sealed).ok()
    };
    assert_eq!(read("ada").await.as_deref(), Some("2"));
    assert_eq!(read("eve").await.as_deref(), Some("3"));
    assert!(store.delete_profile("ada").await.unwrap());
    assert!(!store.delete_profile("ada").await.unwrap());
    assert_eq!(read("ada").await, None);
}

async fn a_key_that_was_rotated_away_does_not_come_back(place: Place) {
    let folder = tempfile::tempdir().unwrap();
    let old = Vault::open(folder.path(), None).unwrap();
    let store = place.open().await;
    store.first_box(&old.first_box().unwrap()).await.unwrap();
    let both = old.with_new_key().unwrap();
    store.rewrap(&both).await.unwrap();
    both.write(folder.path()).unwrap();
    let keys = std::fs::read_to_string(folder.path().join("master.key")).unwrap();
    let (new_key, old_key) = keys.trim().split_once('\n').unwrap();
    let swapped = Vault::open(folder.path(), Some(&format!("{old_key} {new_key}"))).unwrap();
    let refused = store.rewrap(&swapped).await.unwrap_err();
    assert!(matches!(refused, StoreError::RetiredKey), "{refused}");
    let again = Vault::open(folder.path(), Some(&keys)).unwrap();
    store.rewrap(&again).await.unwrap();
    assert_eq!(store.rewrap(&again.newest()).await.unwrap(), Rewrapped::default());
}

async fn a_job_is_the_sum_of_its_units(place: Place) {
    let store = place.open().await;
    assert_eq!(store.commit(&[]).await.unwrap(), []);
    let with_origin =
        Unit { origin: "https://a.example".to_owned(), ..unit("ada", "j", 1, &["llm", "plan"]) };
    let batch = [with_origin, unit("eve", "j", 1, &["e"]), unit("ada", "j", 3, &["r"])];
    let outcomes = store.commit(&batch).await.unwrap();
    let written = |numbers: &[i64]| Outcome::Written(numbers.to_vec());
    assert_eq!(outcomes, [written(&[1, 2]), written(&[1]), written(&[3])]);
    let sure = Unit { durability: Durability::Machine, ..unit("ada", "j", 2, &["late"]) };
    let again = [sure, unit("ada", "other", 1, &["o"])];
    assert_eq!(store.commit(&again).await.unwrap(), [written(&[4]), written(&[1])]);

    let store = place.open().await;
    let job = store.job("ada", "j").await.unwrap().unwrap();
    assert_eq!((job.origin.as_str(), job.step, job.entries), ("https://a.example", 3, 4));
    assert_eq!((job.started_at, job.updated_at), (1000, 3000));
    let trace = store.trace("ada", "j", 1).await.unwrap();
    let seen: Vec<_> = trace.iter().map(|e| (e.seq, e.step, e.data.as_str().unwrap())).collect();
    assert_eq!(seen, [(2, 1, "plan"), (3, 3, "r"), (4, 2, "late")]);
    assert_eq!(store.jobs("ada", 10).await.unwrap().len(), 2);
    assert_eq!(store.jobs("ada", 1).await.unwrap()[0].job_id, "j", "the newest first");
    assert_eq!(store.job("eve", "other").await.unwrap(), None);
}

async fn a_repeat_is_answered_from_the_store(place: Place) {
    let store = place.open().await;
    assert_eq!(store.before("ada", "j", 1, None).await.unwrap().answer, None);
    commit(&*store, answer("ada", "j", 1, "first", 1)).await;
    let store = place.open().await;
    assert_eq!(commit(&*store, answer("ada", "j", 1, "again", 1)).await, repeat("first"));
    let known = store.before("ada", "j", 1, None).await.unwrap().answer;
    assert_eq!(known, Some(([1; 32], Answered::Plain("\"first\"".into()))));
    for (other, what) in [
        (answer("eve", "j", 1, "eve", 1), "another user"),
        (answer("ada", "k", 1, "k", 1), "another job"),
        (answer("ada", "j", 2, "2", 1), "another round"),
        (answer("ada", "j", 1, "newer", 2), "another body"),
    ] {
        assert!(matches!(commit(&*store, other).await, Outcome::Written(_)), "{what}");
    }
    assert_eq!(commit(&*store, answer("ada", "j", 1, "x", 2)).await, repeat("newer"));
    let sealed = NewAnswer { fingerprint: [3; 32], sealed: Some(vec![7, 0, 255]) };
    let sealed = Unit { answer: Some(sealed), ..answer("ada", "j", 1, "redacted", 3) };
    assert!(matches!(commit(&*store, sealed.clone()).await, Outcome::Written(_)));
    let boxed = Outcome::Repeat(Answered::Sealed(vec![7, 0, 255]));
    assert_eq!(commit(&*store, sealed).await, boxed);
    assert_eq!(store.job("ada", "j").await.unwrap().unwrap().entries, 4, "repeats write nothing");
}

async fn an_idempotency_key_is_tied_for_good(place: Place) {
    let keyed = |step, body: u8, key: &str| Unit {
        key: Some((key.to_owned(), [body; 32])),
        ..answer("ada", "j", step, "plan", body)
    };
    let log = |body: u8| Unit { answer: None, ..keyed(9, body, "log") };
    let store = place.open().await;
    assert_eq!(commit(&*store, keyed(1, 1, "k")).await, Outcome::Written(vec![1]));
    assert_eq!(commit(&*store, log(5)).await, Outcome::Written(vec![2]));
    let store = place.open().await;
    assert_eq!(commit(&*store, keyed(1, 1, "k")).await, repeat("plan"));
    assert_eq!(commit(&*store, keyed(2, 2, "k")).await, Outcome::OtherBody);
    assert_eq!(commit(&*store, keyed(1, 1, "second")).await, repeat("plan"));
    assert_eq!(
        commit(&*store, keyed(2, 2, "second")).await,
        Outcome::OtherBody,
        "repeats tie, too"
    );
    assert_eq!(commit(&*store, log(5)).await, Outcome::Written(vec![]), "once, however often");
    assert_eq!(commit(&*store, log(6)).await, Outcome::OtherBody);
    assert_eq!(store.before("ada", "j", 9, Some("k")).await.unwrap().key, Some([1; 32]));
    assert_eq!(store.before("eve", "j", 9, Some("k")).await.unwrap().key, None);
    assert_eq!(store.job("ada", "j").await.unwrap().unwrap().entries, 2);
}

async fn writers_at_once_lose_nothing_and_answer_alike(place: Place) {
    const WRITERS: u32 = 6;
    const ROUNDS: u32 = 15;
    // Two programs on one database, and more writers than either has connections.
    let stores = [place.open().await, place.open().await];
    let write = async |writer: u32| {
        let store = &stores[writer as usize % 2];
        let mut answers = Vec::new();
        for step in 1..=ROUNDS {
            let own = unit("ada", "shared", step, &["own"]);
            let (first, second) = if writer.is_multiple_of(2) { ("a", "b") } else { ("b", "a") };
            let text = format!("by {writer}");
            let batch =
                [own, answer("ada", first, step, &text, 1), answer("ada", second, step, &text, 1)];
            answers.push(store.commit(&batch).await.unwrap());
        }
        answers
    };
    let all = join_all((0..WRITERS).map(write)).await;
    let store = place.open().await;
    let shared = store.trace("ada", "shared", 0).await.unwrap();
    let numbers: Vec<i64> = shared.iter().map(|entry| entry.seq).collect();
    assert_eq!(
        numbers,
        (1..=i64::from(WRITERS * ROUNDS)).collect::<Vec<_>>(),
        "none lost or twice"
    );
    for job in ["a", "b"] {
        assert_eq!(store.job("ada", job).await.unwrap().unwrap().entries, ROUNDS, "each step once");
    }
    let answered = |outcome: &&Outcome| matches!(outcome, Outcome::Written(n) if !n.is_empty());
    let first = all.iter().flatten().flat_map(|batch| &batch[1..]).filter(answered).count();
    assert_eq!(first, 2 * ROUNDS as usize, "one of all writers answers, the others repeat it");
}

async fn what_is_not_to_be_kept_goes(place: Place) {
    let store = place.open().await;
    let now = match store.shared() {
        Some(shared) => shared.now().await.unwrap(),
        None => Clock::system().now_ms(),
    };
    let all = Retention { entries: i64::MAX, age: i64::MAX, bytes: i64::MAX, now };
    let keyed = Unit { key: Some(("k".to_owned(), [1; 32])), ..answer("ada", "old", 1, "a", 1) };
    commit(&*store, keyed).await;
    for step in 1..=20 {
        commit(&*store, answer("ada", "new", 10 + step, "b", 1)).await;
    }
    let entries = async |job: &str| {
        store.job("ada", job).await.unwrap().map(|job| job.entries).unwrap_or_default()
    };
    store.prune(&all).await.unwrap();
    assert_eq!((entries("old").await, entries("new").await), (1, 20), "nothing is too much");
    store.prune(&Retention { age: now - 5_000, ..all }).await.unwrap();
    assert_eq!((entries("old").await, entries("new").await), (0, 20), "too old");
    assert_eq!(store.job("ada", "old").await.unwrap(), None, "a job without entries is gone");
    let before = store.before("ada", "old", 1, Some("k")).await.unwrap();
    assert_eq!((before.answer, before.key), (None, None), "with its answers; its key is old, too");
    store.prune(&Retention { entries: 5, ..all }).await.unwrap();
    assert_eq!(entries("new").await, 5, "too many");
    let trace = store.trace("ada", "new", 0).await.unwrap();
    assert_eq!(trace.last().unwrap().seq, 20, "the newest stay");
    let kept = commit(&*store, answer("ada", "new", 30, "c", 1)).await;
    assert_eq!(kept, repeat("b"), "the newest are still known");
    assert_eq!(commit(&*store, answer("ada", "new", 11, "c", 1)).await, Outcome::Written(vec![21]));
    // The statistics that Postgres counts by are some moments old.
    for _ in 0..100 {
        store.prune(&Retention { bytes: 1, ..all }).await.unwrap();
        if entries("new").await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("too large, and nothing goes");
}

async fn not_all_expires_at_once(place: Place) {
    let store = place.open().await;
    let many: Vec<&str> = vec!["x"; 1000];
    for step in 1..=3 {
        commit(&*store, unit("ada", "j", step, &many)).await;
    }
    let day = 24 * 60 * 60 * 1000;
    let now = Clock::system().now_ms();
    let keep = Retention { entries: i64::MAX, age: 90 * day, bytes: i64::MAX, now };
    // All of them are decades old; an hour takes a share.
    while store.prune(&keep).await.unwrap() {}
    for _ in 0..50 {
        store.prune(&keep).await.unwrap();
    }
    let left = store.job("ada", "j").await.unwrap().unwrap().entries;
    assert_eq!(left, 2500);
    if store.shared().is_some() {
        // What a server's own clock shows counts for nothing where a clock is shared.
        let at = now - day;
        commit(&*store, Unit { at, ..unit("eve", "j", 1, &many) }).await;
        for _ in 0..50 {
            store.prune(&Retention { now: now + 91 * day, ..keep }).await.unwrap();
        }
        assert_eq!(store.job("eve", "j").await.unwrap().unwrap().entries, 1000);
    }
}

async fn who_has_most_gives_up_what_is_too_much(place: Place) {
    let store = place.open().await;
    let key = Some(("k".to_owned(), [1; 32]));
    let now = Clock::system().now_ms();
    let of_ada = Unit { key, at: now, ..answer("ada", "j", 1, "a", 1) };
    commit(&*store, of_ada).await;
    for step in 1..=30 {
        let of_eve = unit("eve", &format!("j{}", step % 3), step, &["x"; 10]);
        commit(&*store, Unit { at: now, ..of_eve }).await;
        commit(&*store, Unit { at: now, ..unit("bob", "j", step, &["y"]) }).await;
    }
    let keep = Retention { entries: 50, age: i64::MAX, bytes: i64::MAX, now };
    while store.prune(&keep).await.unwrap() {}
    for _ in 0..20 {
        store.prune(&keep).await.unwrap();
    }
    let entries = async |user: &str| {
        let jobs = store.jobs(user, 100).await.unwrap();
        jobs.iter().map(|job| job.entries).sum::<u32>()
    };
    let (ada, bob, eve) = (entries("ada").await, entries("bob").await, entries("eve").await);
    assert_eq!((ada, ada + bob + eve), (1, 50), "{bob} {eve}");
    assert!(bob.abs_diff(eve) <= 1 || bob == 30, "shares are even: {bob} {eve}");
    let before = store.before("ada", "j", 1, Some("k")).await.unwrap();
    assert!(before.answer.is_some() && before.key == Some([1; 32]), "what is known of her, too");
    assert_eq!(store.before("eve", "j1", 1, None).await.unwrap(), Default::default());
    // A key is known for its own time, whatever becomes of the trace.
    let soon = now + 23 * 60 * 60 * 1000;
    store.prune(&Retention { entries: 1, now: soon, ..keep }).await.unwrap();
    assert_eq!(store.before("ada", "j", 1, Some("k")).await.unwrap().key, Some([1; 32]));
}

async fn a_user_is_erased_with_everything(place: Place) {
    let store = place.open().await;
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    for (number, user) in [(1, "ada"), (2, "eve")] {
        let key = Some(("k".to_owned(), [1; 32]));
        commit(&*store, Unit { key, ..answer(user, "j", 1, "a", 1) }).await;
        store.save_profile(user, &vault.seal(user, "p").unwrap(), 5, &BY).await.unwrap();
        store.put_recipe(&recipes::recipe(user, "a", 0, Some("text"), 5)).await.unwrap();
        store.open_pairing([number; 32], user, 0, LIFE).await.unwrap();
        let kind = TokenKind::Pairing;
        let new = NewToken {
            digest: [number; 32],
            kind,
            user_id: user,
            name: "",
            origin: "",
            mark: [0; 32],
        };
        store.add_token(new, 5).await.unwrap();
    }
    let ada = store.token([1; 32]).await.unwrap().unwrap();
    assert_eq!(store.begin_erasure("ada", 50).await.unwrap(), [ada.id]);
    assert_eq!(store.erasures().await.unwrap(), ["ada"]);
    store.erase("ada").await.unwrap();
    match store.scrub().await.unwrap() {
        Scrubbed::Clean => assert!(store.shared().is_none()),
        Scrubbed::Elsewhere(what) => assert!(store.shared().is_some() && !what.is_empty()),
        Scrubbed::NotYet => panic!("nobody reads"),
    }
    store.end_erasure("ada").await.unwrap();
    assert_eq!(store.erasures().await.unwrap(), [""; 0]);
    let store = place.open().await;
    for (user, number, left) in [("ada", 1, false), ("eve", 2, true)] {
        assert_eq!(store.job(user, "j").await.unwrap().is_some(), left, "{user}");
        assert_eq!(store.profile(user).await.unwrap().is_some(), left, "{user}");
        assert_eq!(store.recipe(user, "a").await.unwrap().is_some(), left, "{user}");
        assert_eq!(store.token([number; 32]).await.unwrap().is_some(), left, "{user}");
        let before = store.before(user, "j", 1, Some("k")).await.unwrap();
        assert_eq!((before.answer.is_some(), before.key.is_some()), (left, left), "{user}");
        let paired = store.try_pairing([number; 32], 50).await.unwrap() != Pairing::Wrong;
        assert_eq!(paired, left, "{user}");
    }
}

async fn what_was_begun_before_an_erasure_is_not_written(place: Place) {
    let store = place.open().await;
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let kind = TokenKind::Pairing;
    let new = |digest: u8, user_id| NewToken {
        digest: [digest; 32],
        kind,
        user_id,
        name: "",
        origin: "",
        mark: [0; 32],
    };
    let old = store.add_token(new(1, "ada"), 5).await.unwrap();
    store.begin_erasure("ada", 50).await.unwrap();
    let newer = store.add_token(new(2, "ada"), 5).await.unwrap();
    assert!(newer.id > old.id, "no number is given twice");
    for (token, admitted_at, written) in
        [(Some(old.id), 99, false), (Some(newer.id), 1, true), (None, 50, false), (None, 51, true)]
    {
        let by = Author { token, admitted_at };
        let job = format!("{token:?} {admitted_at}");
        let outcome = commit(&*store, Unit { by, ..answer("ada", &job, 1, "a", 1) }).await;
        assert_eq!(outcome == Outcome::Erased, !written, "{by:?}");
        assert_eq!(store.job("ada", &job).await.unwrap().is_some(), written, "{by:?}");
        let sealed = vault.seal("ada", "p").unwrap();
        assert_eq!(store.save_profile("ada", &sealed, 5, &by).await.unwrap(), written, "{by:?}");
        assert_eq!(store.profile("ada").await.unwrap().is_some(), written, "{by:?}");
        store.delete_profile("ada").await.unwrap();
        let other = Unit { by, ..answer("eve", &job, 1, "a", 1) };
        assert!(matches!(commit(&*store, other).await, Outcome::Written(_)), "{by:?}");
    }
    // Another erasure covers what was let in since.
    store.begin_erasure("ada", 60).await.unwrap();
    let by = Author { token: Some(newer.id), admitted_at: 99 };
    assert_eq!(commit(&*store, Unit { by, ..unit("ada", "j", 1, &["a"]) }).await, Outcome::Erased);
}
