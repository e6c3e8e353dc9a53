-- Tokens, jobs and traces belong to a user; profiles are sealed.

ALTER TABLE tokens ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE pairing ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';

-- A profile as AEAD box, with the key of its user, itself in a box under the server's key. The program
-- moves the rows of `profiles` here when it opens the database, and empties that table.
CREATE TABLE sealed_profiles (
    user_id  TEXT    PRIMARY KEY,
    user_key BLOB    NOT NULL,
    profile  BLOB    NOT NULL,
    saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs_of_users (
    user_id    TEXT    NOT NULL,
    job_id     TEXT    NOT NULL,
    origin     TEXT    NOT NULL,
    step       INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_seq   INTEGER NOT NULL,
    PRIMARY KEY (user_id, job_id)
) STRICT, WITHOUT ROWID;

INSERT INTO jobs_of_users SELECT 'me', job_id, origin, step, started_at, updated_at, last_seq FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_of_users RENAME TO jobs;
CREATE INDEX jobs_by_update ON jobs (updated_at);

ALTER TABLE trace ADD COLUMN user_id TEXT NOT NULL DEFAULT 'me';
DROP INDEX trace_of_job;
CREATE UNIQUE INDEX trace_of_job ON trace (user_id, job_id, seq);
