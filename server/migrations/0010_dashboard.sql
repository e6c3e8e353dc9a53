-- Tokens that open the dashboard alone, and about when each token was last used.
ALTER TABLE tokens ADD COLUMN for_dashboard INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
