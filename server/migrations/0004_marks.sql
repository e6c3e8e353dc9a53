-- What the server marks as its own, so that it knows it again without looking, or when somebody else wrote it.

-- A box that the first start left. Later ones try their key on it, and make their marks with the key in it.
CREATE TABLE first_box (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    user_key BLOB    NOT NULL,
    box      BLOB    NOT NULL
) STRICT;

-- What is done once in the life of a database.
CREATE TABLE once (
    what TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- A keyed hash of the row: who wrote it had the server's key. `checked`: the token itself shows that it is real.
ALTER TABLE tokens ADD COLUMN mark BLOB;
ALTER TABLE tokens ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;

-- Codes are kept as keyed hashes from now on, and show themselves that they are real, so tries are not counted.
DELETE FROM pairing_codes;
ALTER TABLE pairing_codes DROP COLUMN tries_left;
