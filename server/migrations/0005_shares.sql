-- Each user has a share of what is kept, and nothing expires all at once.

-- Entries of a job that are kept; `last_seq` counts those that were removed, too.
ALTER TABLE jobs ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET kept = (SELECT count(*) FROM trace
    WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id);
CREATE INDEX trace_of_user ON trace (user_id, id);

-- Entries that were removed for their age, by the hour since 1970.
CREATE TABLE expired (
    hour    INTEGER PRIMARY KEY,
    entries INTEGER NOT NULL
) STRICT;
