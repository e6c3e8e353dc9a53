-- What was answered outlives the program; pairing codes are open for each user.

-- The newest answer of each round. The answer is the trace entry `seq`, word for word, or is sealed.
CREATE TABLE answers (
    user_id     TEXT    NOT NULL,
    job_id      TEXT    NOT NULL,
    step        INTEGER NOT NULL,
    fingerprint BLOB    NOT NULL,
    seq         INTEGER NOT NULL,
    sealed      BLOB,
    PRIMARY KEY (user_id, job_id, step)
) STRICT, WITHOUT ROWID;

-- Idempotency-Keys, as keyed hashes, and the bodies that they belong to.
CREATE TABLE idempotency (
    user_id     TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_age ON idempotency (at);

-- Pairing codes that are open, as SHA-256, one for each user. A code goes with its use, its age, or its
-- last try.
CREATE TABLE pairing_codes (
    user_id    TEXT    PRIMARY KEY,
    digest     BLOB    NOT NULL,
    expires_at INTEGER NOT NULL,
    tries_left INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO pairing_codes SELECT user_id, digest, expires_at, tries_left FROM pairing;
DROP TABLE pairing;
