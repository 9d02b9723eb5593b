-- +goose Up
-- old programs: yes
-- The servers that use the database, so that a migration which their programs cannot go on with waits until they have ended (ADR 52).
CREATE TABLE replicas (
  id      TEXT PRIMARY KEY,      -- random, one for each start
  version TEXT NOT NULL,         -- of the program
  schema  BIGINT NOT NULL,       -- the last migration that the program knows
  seen_at BIGINT NOT NULL        -- the last heartbeat, by the clock of the database
);
ALTER TABLE schema_migrations ADD COLUMN old_programs BOOLEAN NOT NULL DEFAULT FALSE; -- programs that do not know it can go on

-- +goose Down
ALTER TABLE schema_migrations DROP COLUMN old_programs;
DROP TABLE replicas;
