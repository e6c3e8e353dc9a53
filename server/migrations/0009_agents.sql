-- Agents (MCP clients): each has a token of its own, of which only the SHA-256 is kept, and a scope. Ids are used once, so that
-- an agent that was revoked is nobody again.
CREATE TABLE agents (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    digest     BLOB    NOT NULL UNIQUE,
    user_id    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    -- JSON arrays of texts.
    sites      TEXT    NOT NULL,
    tools      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- A keyed hash of the row: who wrote it had the server's key.
    mark       BLOB    NOT NULL,
    UNIQUE (user_id, name)
) STRICT;

-- What agents asked and what came of it, for the person to read. No values, and of pages nothing but their site.
CREATE TABLE agent_calls (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT    NOT NULL,
    agent   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    tool    TEXT    NOT NULL,
    site    TEXT    NOT NULL,
    outcome TEXT    NOT NULL
) STRICT;

CREATE INDEX agent_calls_of_user ON agent_calls (user_id, id);
