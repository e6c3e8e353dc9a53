-- Recipes that a user's browsers exchange: TOML without values. Of one that was deleted the row stays, without its text.
CREATE TABLE recipes (
    user_id  TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    -- Milliseconds since 1970, greater than any before of this user.
    revision BIGINT  NOT NULL,
    version  BIGINT  NOT NULL,
    -- Seconds since 1970.
    used_at  BIGINT  NOT NULL,
    deleted  BOOLEAN NOT NULL,
    recipe   TEXT    NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX recipes_by_revision ON recipes (user_id, revision);
