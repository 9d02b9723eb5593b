-- +goose Up
ALTER TABLE events ADD COLUMN people_limit BIGINT NOT NULL DEFAULT 20 CHECK (people_limit BETWEEN 1 AND 20); -- people of one answer
ALTER TABLE events ADD COLUMN companions TEXT NOT NULL DEFAULT 'no' CHECK (companions IN ('no','asked','required')); -- their names
ALTER TABLE events ADD COLUMN questions TEXT NOT NULL DEFAULT '[]'; -- JSON, in their order, with those that are archived
ALTER TABLE rsvps ADD COLUMN details TEXT NOT NULL DEFAULT '{}';    -- JSON: the names of the companions, the answers to the questions

-- +goose Down
ALTER TABLE rsvps DROP COLUMN details;
ALTER TABLE events DROP COLUMN questions;
ALTER TABLE events DROP COLUMN companions;
ALTER TABLE events DROP COLUMN people_limit;
