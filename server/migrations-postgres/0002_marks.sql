-- What the servers mark as their own, so that they know it again without looking, or when somebody else wrote it.

-- What is done once in the life of a database.
CREATE TABLE once (
    what TEXT PRIMARY KEY
);

-- A keyed hash of the row: who wrote it had the servers' key. `checked`: the token itself shows that it is real.
ALTER TABLE tokens ADD COLUMN mark BYTEA;
ALTER TABLE tokens ADD COLUMN checked BOOLEAN NOT NULL DEFAULT FALSE;

-- Codes are kept as keyed hashes from now on, and show themselves that they are real, so tries are not counted.
DELETE FROM pairing_codes;
ALTER TABLE pairing_codes DROP COLUMN tries_left;
