-- Each user has a share of what is kept, and nothing expires all at once.

-- Entries of a job that are kept; `last_seq` counts those that were removed, too.
ALTER TABLE jobs ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
UPDATE jobs SET kept = counted.kept FROM (SELECT user_id, job_id, count(*) AS kept FROM trace
    GROUP BY user_id, job_id) counted WHERE jobs.user_id = counted.user_id AND jobs.job_id = counted.job_id;
CREATE INDEX trace_of_user ON trace (user_id, id);

-- Entries that were removed for their age, by the hour since 1970.
CREATE TABLE expired (
    hour    BIGINT PRIMARY KEY,
    entries BIGINT NOT NULL
);
