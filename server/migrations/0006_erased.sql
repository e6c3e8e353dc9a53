-- Users that were erased: what is still on its way by a token of before, or was begun before, is not written.
CREATE TABLE erased (
    user_id    TEXT    PRIMARY KEY,
    last_token INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    done       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
