-- Users that were erased: what is still on its way by a token of before, or was begun before, is not written.
CREATE TABLE erased (
    user_id    TEXT    PRIMARY KEY,
    last_token BIGINT  NOT NULL,
    at         BIGINT  NOT NULL,
    done       BOOLEAN NOT NULL
);
