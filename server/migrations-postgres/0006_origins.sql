-- Where a token may be used from, of browsers whose extensions have an address of their own in each profile.
ALTER TABLE tokens ADD COLUMN origin TEXT NOT NULL DEFAULT '';
