-- +goose Up
-- old programs: yes
-- Settings of a server that must be the same on all; empty for programs from before these columns.
ALTER TABLE replicas ADD COLUMN public_url TEXT NOT NULL DEFAULT '';
ALTER TABLE replicas ADD COLUMN zone TEXT NOT NULL DEFAULT '';
-- The request that caused the event: its id, and its W3C traceparent; empty: none.
ALTER TABLE webhook_deliveries ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
ALTER TABLE webhook_deliveries ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
-- When the last backup was made that the program knows of.
CREATE TABLE backups (
  id          BIGINT PRIMARY KEY CHECK (id = 1),
  finished_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE backups;
ALTER TABLE webhook_deliveries DROP COLUMN traceparent;
ALTER TABLE webhook_deliveries DROP COLUMN request_id;
ALTER TABLE replicas DROP COLUMN zone;
ALTER TABLE replicas DROP COLUMN public_url;
