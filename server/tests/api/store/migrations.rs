//! Databases of every earlier version are brought to this one with what is in them; those of later ones
//! are left alone.

use std::path::Path;

use server::{
    crypto::Vault,
    store::{
        Answered, BEFORE_UPDATE, BeforeUpdate, Pairing, Postgres, Sqlite, Store, StoreError,
        TokenStore as _, backup::restore, before_update,
    },
};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, SqliteConnection,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};

use crate::postgres::Database;

static SQLITE: Migrator = sqlx::migrate!("./migrations");
pub(crate) static POSTGRES: Migrator = sqlx::migrate!("./migrations-postgres");

/// What each version's program wrote, in its own tables: a row of everything that it knew.
pub(crate) const WRITTEN: &[(i64, &str)] = &[
    (
        1,
        "INSERT INTO tokens (digest, kind, created_at) VALUES (zeroblob(32), 'pairing', 5);
         INSERT INTO pairing VALUES (1, x'0101010101010101010101010101010101010101010101010101010101010101', 100, 5);
         INSERT INTO profiles VALUES ('me', '{\"firstName\":\"Ada\"}', 7);
         INSERT INTO jobs VALUES ('j', 'https://a.example', 3, 10, 20, 2);
         INSERT INTO trace (job_id, seq, step, at, kind, data) VALUES
           ('j', 1, 2, 10, 'plan', '\"first\"'), ('j', 2, 3, 20, 'result', '\"second\"');",
    ),
    (
        2,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5);
         INSERT INTO pairing (only_one, digest, user_id, expires_at, tries_left) VALUES
           (1, x'0101010101010101010101010101010101010101010101010101010101010101', 'me', 100, 5);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');",
    ),
    (
        3,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5);
         INSERT INTO pairing_codes (user_id, digest, expires_at, tries_left) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100, 5);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        4,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        5,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        6,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        7,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO retired_keys VALUES (zeroblob(32));
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        8,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked, origin) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1, \
                   'moz-extension://b');
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO retired_keys VALUES (zeroblob(32));
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);",
    ),
    (
        9,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked, origin) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1, \
                   'moz-extension://b');
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO retired_keys VALUES (zeroblob(32));
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);
         INSERT INTO agents (digest, user_id, name, sites, tools, created_at, mark) VALUES
           (zeroblob(32), 'me', 'helper', '[]', '[]', 5, zeroblob(32));
         INSERT INTO agent_calls (user_id, agent, at, tool, site, outcome) VALUES
           ('me', 'helper', 5, 'list_forms', '', 'ok');",
    ),
    (
        10,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked, origin, \
                              for_dashboard, used_at) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1, \
                   'moz-extension://b', 1, 9);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO retired_keys VALUES (zeroblob(32));
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);
         INSERT INTO agents (digest, user_id, name, sites, tools, created_at, mark) VALUES
           (zeroblob(32), 'me', 'helper', '[]', '[]', 5, zeroblob(32));
         INSERT INTO agent_calls (user_id, agent, at, tool, site, outcome) VALUES
           ('me', 'helper', 5, 'list_forms', '', 'ok');",
    ),
    (
        11,
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked, origin, \
                              for_dashboard, used_at) \
           VALUES (zeroblob(32), 'pairing', 'me', 'browser', 5, zeroblob(32), 1, \
                   'moz-extension://b', 1, 9);
         INSERT INTO once VALUES ('tokens marked');
         INSERT INTO pairing_codes (user_id, digest, expires_at) VALUES
           ('me', x'0101010101010101010101010101010101010101010101010101010101010101', 100);
         INSERT INTO jobs VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2, 2);
         INSERT INTO expired VALUES (1, 2);
         INSERT INTO retired_keys VALUES (zeroblob(32));
         INSERT INTO erased VALUES ('eve', 1, 2, 1);
         INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
           ('me', 'j', 1, 2, 10, 'plan', '\"first\"'), ('me', 'j', 2, 3, 20, 'result', '\"second\"');
         INSERT INTO answers VALUES ('me', 'j', 2, zeroblob(32), 1, NULL);
         INSERT INTO agents (digest, user_id, name, sites, tools, created_at, mark) VALUES
           (zeroblob(32), 'me', 'helper', '[]', '[]', 5, zeroblob(32));
         INSERT INTO agent_calls (user_id, agent, at, tool, site, outcome) VALUES
           ('me', 'helper', 5, 'list_forms', '', 'ok');
         INSERT INTO recipes VALUES ('me', '00112233445566aa', 5, 1, 5, 0, 'schema = 1');",
    ),
];

async fn connect(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("vaulty.sqlite3"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// A database as this version's program left it.
pub(crate) async fn left_by(version: i64, written: &str, folder: &Path, vault: &Vault) {
    let mut database = connect(folder).await;
    SQLITE.run_to(version, &mut database).await.unwrap();
    database.execute(AssertSqlSafe(written.to_owned())).await.unwrap();
    if version >= 2 {
        let sealed = vault.seal("me", "{\"firstName\":\"Ada\"}").unwrap();
        sqlx::query("INSERT INTO sealed_profiles VALUES ('me', ?1, ?2, 7)")
            .bind(sealed.user_key)
            .bind(sealed.profile)
            .execute(&mut database)
            .await
            .unwrap();
    }
    database.close().await.unwrap();
}

#[tokio::test]
async fn every_earlier_version_is_brought_to_this_one() {
    let versions: Vec<i64> = SQLITE.iter().map(|migration| migration.version).collect();
    let written: Vec<i64> = WRITTEN.iter().map(|(version, _)| *version).collect();
    assert_eq!(versions, written, "a new version needs a row of everything that it knows");
    for (version, written) in WRITTEN {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        left_by(*version, written, folder.path(), &vault).await;
        // Twice: what was brought up once stays as it is.
        for _ in 0..2 {
            let store = Sqlite::open(folder.path(), &vault).await.unwrap();
            check(&store, &vault, *version).await;
            store.close().await;
        }
        let store = Sqlite::open(folder.path(), &vault).await.unwrap();
        let paired = store.try_pairing([1; 32], 50).await.unwrap();
        // Codes of before there were marks are no longer known; they live for ten minutes.
        let expected = if *version < 4 { Pairing::Wrong } else { Pairing::Right("me".to_owned()) };
        assert_eq!(paired, expected, "{version}");
    }
}

/// The version of a database file, and how many jobs are in it.
async fn kept(file: &Path) -> (i64, i64) {
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    let mut copy = SqliteConnection::connect_with(&options).await.unwrap();
    let both = "SELECT (SELECT max(version) FROM _sqlx_migrations), (SELECT count(*) FROM jobs)";
    sqlx::query_as(both).fetch_one(&mut copy).await.unwrap()
}

const BEFORE: &str = "vaulty.sqlite3.before-update";

/// Proves that the way back from an update is there: the database as the version before left it, for its owner alone.
#[tokio::test]
async fn a_database_is_copied_before_it_is_changed() {
    let newest = SQLITE.iter().last().unwrap().version;
    for (version, written) in WRITTEN {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        left_by(*version, written, folder.path(), &vault).await;
        before_update::open(folder.path(), &vault).await.unwrap().close().await;
        let copy = folder.path().join(BEFORE);
        // The first version's profiles were not sealed: no second copy is made of those.
        assert_eq!(copy.exists(), (2..newest).contains(version), "{version}");
        if copy.exists() {
            assert_eq!(kept(&copy).await, (*version, 1));
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            }
            // What `restore` of this version takes as well.
            let restored = restore(folder.path(), &copy, &vault).await.unwrap();
            assert_eq!((restored.profiles, restored.jobs), (1, 1), "{version}");
        }
    }
}

#[tokio::test]
async fn an_update_that_is_interrupted_keeps_the_copy_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let at = |version: usize| WRITTEN[version - 1];
    let unfinished = folder.path().join("vaulty.sqlite3.updating");
    for (copied, found, expected) in [(5, 7, 5), (7, 7, 7), (8, 7, 7), (7, 9, 7)] {
        let file = folder.path().join("vaulty.sqlite3");
        for version in [copied, found] {
            let (version, written) = at(version);
            if file.exists() {
                std::fs::rename(&file, &unfinished).unwrap();
            }
            left_by(version, written, folder.path(), &vault).await;
        }
        before_update::open(folder.path(), &vault).await.unwrap().close().await;
        assert_eq!(kept(&folder.path().join(BEFORE)).await, (expected, 1), "{copied} {found}");
        assert!(!unfinished.exists());
        std::fs::remove_file(&file).unwrap();
    }
}

#[tokio::test]
async fn what_cannot_be_copied_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let (version, written) = WRITTEN[6];
    left_by(version, written, folder.path(), &vault).await;
    // Nothing can be written where a folder is.
    let in_the_way = folder.path().join("vaulty.sqlite3.updating.part/x");
    std::fs::create_dir_all(&in_the_way).unwrap();
    before_update::open(folder.path(), &vault).await.map(drop).unwrap_err();
    assert_eq!(kept(&folder.path().join("vaulty.sqlite3")).await, (version, 1));
}

async fn check(store: &dyn Store, vault: &Vault, version: i64) {
    let token = store.token([0; 32]).await.unwrap().unwrap();
    assert_eq!((token.user_id.as_str(), token.created_at), ("me", 5), "{version}");
    let sealed = store.profile("me").await.unwrap().unwrap();
    assert_eq!(vault.unseal("me", &sealed).unwrap(), "{\"firstName\":\"Ada\"}", "{version}");
    let job = store.job("me", "j").await.unwrap().unwrap();
    let line = (job.origin.as_str(), job.step, job.started_at, job.updated_at, job.entries);
    assert_eq!(line, ("https://a.example", 3, 10, 20, 2), "{version}");
    let trace = store.trace("me", "j", 0).await.unwrap();
    let texts: Vec<_> = trace.iter().map(|e| (e.seq, e.data.as_str().unwrap())).collect();
    assert_eq!(texts, [(1, "first"), (2, "second")], "{version}");
    let answered = store.before("me", "j", 2, None).await.unwrap().answer;
    let known = (version >= 3).then(|| ([0; 32], Answered::Plain("\"first\"".into())));
    assert_eq!(answered, known, "{version}");
}

const LATER: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                     execution_time) VALUES (999, 'later', true, '', 1)";

/// The error that a later version's database is refused with.
fn refused(opened: Result<(), StoreError>, known: i64) {
    let error = opened.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 999, known: k } if k == known), "{error:?}");
    let told = error.to_string();
    assert!(told.contains("newer vaulty-server") && told.contains("restore a backup"), "{told}");
}

#[tokio::test]
async fn a_later_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    Sqlite::open(folder.path(), &vault).await.unwrap().close().await;
    let mut database = connect(folder.path()).await;
    database.execute(LATER).await.unwrap();
    // With it goes the log, so that the file is all there is.
    database.close().await.unwrap();
    let before = std::fs::read(folder.path().join("vaulty.sqlite3")).unwrap();
    let known = SQLITE.iter().last().unwrap().version;
    refused(Sqlite::open(folder.path(), &vault).await.map(drop), known);
    assert!(std::fs::read(folder.path().join("vaulty.sqlite3")).unwrap() == before);
}

#[tokio::test]
async fn a_later_version_is_refused_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let url = database.url.clone().into();
    Postgres::connect(&url, 2, BeforeUpdate::Copy).await.unwrap().close().await;
    let mut admin = sqlx::PgConnection::connect(&database.url).await.unwrap();
    admin.execute(LATER).await.unwrap();
    let known = POSTGRES.iter().last().unwrap().version;
    refused(Postgres::connect(&url, 2, BeforeUpdate::Copy).await.map(drop), known);
}

/// The way back as HOSTING tells it.
const BACK: &str = "ALTER SCHEMA public RENAME TO vaulty_after_update; \
                    ALTER SCHEMA vaulty_before_update RENAME TO public";

/// A Postgres as an earlier version's program left it, with a job of everybody's and numbers that were given away.
pub(crate) async fn postgres_left_by(version: i64, database: &Database) -> sqlx::PgConnection {
    let mut admin = sqlx::PgConnection::connect(&database.url).await.unwrap();
    POSTGRES.run_to(version, &mut admin).await.unwrap();
    let written = "INSERT INTO jobs (user_id, job_id, origin, step, started_at, updated_at, last_seq) \
                     VALUES ('me', 'j', 'https://a.example', 3, 10, 20, 2);
                   INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) VALUES
                     ('me', 'j', 1, 2, 10, 'plan', 'first'), ('me', 'j', 2, 3, 20, 'result', 'second');
                   INSERT INTO buckets VALUES ('b', 1, 1, now())";
    admin.execute(written).await.unwrap();
    admin
}

/// What is in a schema: each table with its columns, its indexes and how many rows it has.
pub(crate) async fn holds(
    admin: &mut sqlx::PgConnection,
    schema: &str,
) -> Vec<(String, String, String, i64)> {
    let tables = "SELECT t.tablename::text, \
        (SELECT string_agg(concat_ws(' ', column_name, data_type, is_nullable, is_identity), ',' \
           ORDER BY ordinal_position) FROM information_schema.columns \
           WHERE table_schema = t.schemaname AND table_name = t.tablename), \
        (SELECT coalesce(string_agg(regexp_replace(indexdef, '^.* USING', ''), ',' \
           ORDER BY regexp_replace(indexdef, '^.* USING', '')), '') FROM pg_indexes i \
           WHERE i.schemaname = t.schemaname AND i.tablename = t.tablename) \
        FROM pg_tables t WHERE t.schemaname = $1 ORDER BY 1";
    let tables: Vec<(String, String, String)> =
        sqlx::query_as(tables).bind(schema).fetch_all(&mut *admin).await.unwrap();
    let mut held = Vec::new();
    for (table, columns, indexes) in tables {
        let counted = AssertSqlSafe(format!("SELECT count(*) FROM {schema}.{table}"));
        let rows: i64 = sqlx::query_scalar(counted).fetch_one(&mut *admin).await.unwrap();
        held.push((table, columns, indexes, rows));
    }
    held
}

/// Proves that the way back from an update of a Postgres is there, from each earlier version: the tables as that left them,
/// which its program goes on with.
#[tokio::test]
async fn tables_of_a_postgres_are_copied_before_they_are_changed() {
    let newest = POSTGRES.iter().last().unwrap().version;
    for version in POSTGRES.iter().map(|one| one.version) {
        let Some(database) = Database::new().await else { return };
        let mut admin = postgres_left_by(version, &database).await;
        let before = holds(&mut admin, "public").await;
        let url = database.url.clone().into();
        Postgres::connect(&url, 2, BeforeUpdate::Copy).await.unwrap().close().await;
        // Once more: what is of this version is not copied again.
        Postgres::connect(&url, 2, BeforeUpdate::Copy).await.unwrap().close().await;
        let copied = holds(&mut admin, BEFORE_UPDATE).await;
        if version == newest {
            assert_eq!(copied, [], "nothing was changed");
            continue;
        }
        assert_eq!(copied, before, "{version}");
        admin.execute(BACK).await.unwrap();
        assert_eq!(holds(&mut admin, "public").await, before, "{version}");
        let found = "SELECT max(version) FROM _sqlx_migrations";
        let found: i64 = sqlx::query_scalar(found).fetch_one(&mut admin).await.unwrap();
        assert_eq!(found, version);
        // Its program numbers on.
        let next = "INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) \
                    VALUES ('me', 'j', 3, 4, 30, 'plan', 'third') RETURNING id";
        let next: i64 = sqlx::query_scalar(next).fetch_one(&mut admin).await.unwrap();
        assert_eq!(next, 3, "{version}");
    }
}

#[tokio::test]
async fn a_postgres_that_cannot_be_copied_is_not_changed() {
    let Some(database) = Database::new().await else { return };
    let mut admin = postgres_left_by(5, &database).await;
    let before = holds(&mut admin, "public").await;
    // A user that reads and changes these tables, and may make no schema.
    let user = database.url.rsplit('/').next().unwrap().to_owned() + "_small";
    let owned = "SELECT string_agg(format('ALTER TABLE %I OWNER TO OWNER', tablename), ';') \
                 FROM pg_tables WHERE schemaname = 'public'";
    let owned: String = sqlx::query_scalar(owned).fetch_one(&mut admin).await.unwrap();
    admin.execute(AssertSqlSafe(format!("CREATE ROLE {user} LOGIN"))).await.unwrap();
    admin.execute(AssertSqlSafe(owned.replace("TO OWNER", &format!("TO {user}")))).await.unwrap();
    let allowed = format!("GRANT CREATE, USAGE ON SCHEMA public TO {user}");
    admin.execute(AssertSqlSafe(allowed)).await.unwrap();
    let url = database.url.replacen("vaulty@", &format!("{user}@"), 1).into();
    Postgres::connect(&url, 2, BeforeUpdate::Copy).await.map(drop).unwrap_err();
    assert_eq!(holds(&mut admin, "public").await, before);
    Postgres::connect(&url, 2, BeforeUpdate::Nothing).await.unwrap().close().await;
    assert_ne!(holds(&mut admin, "public").await, before, "who takes copies goes on");
    assert_eq!(holds(&mut admin, BEFORE_UPDATE).await, []);
}

/// Proves that servers which start at the same moment make one copy, of before: the second would copy what the first changed.
#[tokio::test]
async fn servers_that_start_together_copy_once() {
    let Some(database) = Database::new().await else { return };
    let mut admin = postgres_left_by(4, &database).await;
    let before = holds(&mut admin, "public").await;
    let url: shared_types::Private = database.url.clone().into();
    let starts = (0..4).map(|_| Postgres::connect(&url, 2, BeforeUpdate::Copy));
    for started in futures_util::future::join_all(starts).await {
        started.unwrap().close().await;
    }
    assert_eq!(holds(&mut admin, BEFORE_UPDATE).await, before);
}

#[tokio::test]
async fn a_schema_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    Sqlite::open(folder.path(), &vault).await.unwrap().close().await;
    let changed = "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2";
    connect(folder.path()).await.execute(changed).await.unwrap();
    let error = Sqlite::open(folder.path(), &vault).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::OtherSchema(2)), "{error:?}");
}
