-- Tokens that open the dashboard alone, and about when each token was last used.
ALTER TABLE tokens ADD COLUMN for_dashboard BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tokens ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
