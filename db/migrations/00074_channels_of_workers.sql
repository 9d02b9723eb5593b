-- +goose Up
-- Whether a worker has a channel of each kind, other than the outbox. A program from before these columns sends by any.
ALTER TABLE campaign_workers ADD COLUMN bulk BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE campaign_workers ADD COLUMN mailbox BOOLEAN NOT NULL DEFAULT TRUE;

-- +goose Down
ALTER TABLE campaign_workers DROP COLUMN mailbox;
ALTER TABLE campaign_workers DROP COLUMN bulk;
