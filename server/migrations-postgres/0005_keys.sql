-- Each rotation of the master key begins a generation; keys that were rotated away do not come back.
ALTER TABLE first_box ADD COLUMN generation BIGINT NOT NULL DEFAULT 1;

-- Keyed hashes of such keys.
CREATE TABLE retired_keys (
    print BYTEA PRIMARY KEY
);
