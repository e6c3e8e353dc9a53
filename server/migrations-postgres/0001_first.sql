-- Forward only: a change is a further file, this one stays as it is.

-- Bearer tokens. The token itself is never stored, only its SHA-256.
CREATE TABLE tokens (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest     BYTEA  NOT NULL UNIQUE,
    kind       TEXT   NOT NULL CHECK (kind IN ('file', 'pairing')),
    user_id    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- Pairing codes that are open, as SHA-256, one for each user.
CREATE TABLE pairing_codes (
    user_id    TEXT    PRIMARY KEY,
    digest     BYTEA   NOT NULL,
    expires_at BIGINT  NOT NULL,
    tries_left INTEGER NOT NULL
);

-- A profile as AEAD box, with the key of its user, itself in a box under the servers' key.
CREATE TABLE sealed_profiles (
    user_id  TEXT   PRIMARY KEY,
    user_key BYTEA  NOT NULL,
    profile  BYTEA  NOT NULL,
    saved_at BIGINT NOT NULL
);

-- A box that the first server left, for later ones to try their key on.
CREATE TABLE first_box (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    user_key BYTEA   NOT NULL,
    box      BYTEA   NOT NULL
);

-- A line for each job that was planned for or logged.
CREATE TABLE jobs (
    user_id    TEXT    NOT NULL,
    job_id     TEXT    NOT NULL,
    origin     TEXT    NOT NULL,
    step       BIGINT  NOT NULL,
    started_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL,
    last_seq   BIGINT  NOT NULL,
    PRIMARY KEY (user_id, job_id)
);

CREATE INDEX jobs_by_update ON jobs (user_id, updated_at);

-- What happened in a job, without values.
CREATE TABLE trace (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT   NOT NULL,
    job_id  TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    step    BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    data    TEXT   NOT NULL
);

CREATE UNIQUE INDEX trace_of_job ON trace (user_id, job_id, seq);

-- The newest answer of each round. The answer is the trace entry `seq`, word for word, or is sealed.
CREATE TABLE answers (
    user_id     TEXT   NOT NULL,
    job_id      TEXT   NOT NULL,
    step        BIGINT NOT NULL,
    fingerprint BYTEA  NOT NULL,
    seq         BIGINT NOT NULL,
    sealed      BYTEA,
    PRIMARY KEY (user_id, job_id, step)
);

-- Idempotency-Keys, as keyed hashes, and the bodies that they belong to.
CREATE TABLE idempotency (
    user_id     TEXT   NOT NULL,
    key         TEXT   NOT NULL,
    fingerprint BYTEA  NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (user_id, key)
);

CREATE INDEX idempotency_by_age ON idempotency (at);

-- Token buckets of the rate limits. After a crash of the database they are full again.
CREATE UNLOGGED TABLE buckets (
    name    TEXT             PRIMARY KEY,
    tokens  DOUBLE PRECISION NOT NULL,
    granted INTEGER          NOT NULL,
    at      TIMESTAMPTZ      NOT NULL
);
