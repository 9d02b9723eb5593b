-- +goose Up
-- Until now the column lease of an unconfirmed recipient counted these.
ALTER TABLE campaign_recipients ADD COLUMN lookups BIGINT NOT NULL DEFAULT 0; -- of a recipient in phase 3: how often the provider was to be asked
UPDATE campaign_recipients SET lookups = lease, lease = 0 WHERE phase = 3;

-- +goose Down
UPDATE campaign_recipients SET lease = lookups WHERE phase = 3;
ALTER TABLE campaign_recipients DROP COLUMN lookups;
