-- Forward only: a change is a further file, this one stays as it is.

-- Bearer tokens. The token itself is never stored, only its SHA-256.
CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY,
    digest     BLOB    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL CHECK (kind IN ('file', 'pairing')),
    created_at INTEGER NOT NULL
) STRICT;

-- The one pairing code that is open, as SHA-256. It goes with its use, its age, or its last try.
CREATE TABLE pairing (
    only_one   INTEGER PRIMARY KEY CHECK (only_one = 1),
    digest     BLOB    NOT NULL,
    expires_at INTEGER NOT NULL,
    tries_left INTEGER NOT NULL
) STRICT;

-- Profiles as JSON, without password, payment and documents. The only table that holds values.
CREATE TABLE profiles (
    user_id  TEXT    PRIMARY KEY,
    profile  TEXT    NOT NULL,
    saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A line for each job that was planned for or logged.
CREATE TABLE jobs (
    job_id     TEXT    PRIMARY KEY,
    origin     TEXT    NOT NULL,
    step       INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_seq   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_by_update ON jobs (updated_at);

-- What happened in a job, without values.
CREATE TABLE trace (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    step   INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    data   TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX trace_of_job ON trace (job_id, seq);
