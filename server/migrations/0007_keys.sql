-- Each rotation of the master key begins a generation; keys that were rotated away do not come back.
ALTER TABLE first_box ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;

-- Keyed hashes of such keys.
CREATE TABLE retired_keys (
    print BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;
