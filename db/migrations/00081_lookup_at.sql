-- +goose Up
-- old programs: no
-- Until now next_at of an unconfirmed recipient was the time of its next lookup.
ALTER TABLE campaign_recipients ADD COLUMN lookup_at BIGINT NOT NULL DEFAULT 0; -- of a recipient in phase 3: when the provider is asked; 0: no lookup is planned
UPDATE campaign_recipients SET lookup_at = next_at, next_at = 0 WHERE status = 0 AND phase = 3 AND lookups > 0;

-- +goose Down
UPDATE campaign_recipients SET next_at = lookup_at WHERE status = 0 AND phase = 3 AND lookups > 0;
ALTER TABLE campaign_recipients DROP COLUMN lookup_at;
