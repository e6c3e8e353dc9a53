-- Recipes that a user's browsers exchange: TOML without values. Of one that was deleted the row stays, without its text.
CREATE TABLE recipes (
    user_id  TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    -- Milliseconds since 1970, greater than any before of this user.
    revision INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    -- Seconds since 1970.
    used_at  INTEGER NOT NULL,
    deleted  INTEGER NOT NULL,
    recipe   TEXT    NOT NULL,
    PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX recipes_by_revision ON recipes (user_id, revision);
