-- +goose Up
-- Campaigns that begin later (ADR 38). Earlier versions left no campaign scheduled for longer than its transaction.
ALTER TABLE campaigns ADD COLUMN starts_at BIGINT NOT NULL DEFAULT 0;    -- when it begins by itself; 0: it begins when it is created
ALTER TABLE campaigns ADD COLUMN frozen BOOLEAN NOT NULL DEFAULT FALSE;  -- with starts_at: recipients and texts are those of its creation
ALTER TABLE campaigns ADD COLUMN late BOOLEAN NOT NULL DEFAULT FALSE;    -- with starts_at: staff agreed that the event has begun by then
UPDATE campaigns SET started_at = created_at WHERE started_at = 0 AND status IN ('scheduled','sending','paused');
UPDATE campaigns SET status = 'sending' WHERE status = 'scheduled';

-- Of the campaigns of an event that have begun, one at a time is being sent or paused (R8); any number may be scheduled.
DROP INDEX campaigns_active;
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE started_at > 0 AND status IN ('sending','paused');
CREATE INDEX campaigns_starts_at ON campaigns (starts_at) WHERE status = 'scheduled';

-- What the messages of a frozen campaign are composed from.
CREATE TABLE campaign_looks (
  campaign_id BIGINT PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  content     TEXT NOT NULL                             -- JSON: the event, the template and the attachments
);

-- +goose Down
DROP TABLE campaign_looks;
UPDATE campaigns SET status = 'cancelled' WHERE status = 'scheduled' OR (status = 'paused' AND started_at = 0);
DROP INDEX campaigns_starts_at;
DROP INDEX campaigns_active;
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE status IN ('scheduled','sending','paused');
ALTER TABLE campaigns DROP COLUMN late;
ALTER TABLE campaigns DROP COLUMN frozen;
ALTER TABLE campaigns DROP COLUMN starts_at;
