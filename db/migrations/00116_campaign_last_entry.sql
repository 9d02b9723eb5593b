-- +goose Up
-- old programs: yes
-- The last entry of the event's main list when the recipients of the campaign were read: whatever was added since is later. 0: not known.
ALTER TABLE campaigns ADD COLUMN last_entry BIGINT NOT NULL DEFAULT 0;
UPDATE campaigns SET last_entry = COALESCE(
  (SELECT MIN(a.id) - 1 FROM audience_live a WHERE a.event_id = campaigns.event_id
    AND NOT EXISTS (SELECT 1 FROM campaign_recipients r WHERE r.email_key = a.email_key
      AND r.campaign_id IN (SELECT k.id FROM campaigns k WHERE k.id = campaigns.id OR k.follows = campaigns.id))
    AND NOT EXISTS (SELECT 1 FROM campaign_recipients r WHERE r.customer_id = a.customer_id AND r.customer_id <> ''
      AND r.campaign_id IN (SELECT k.id FROM campaigns k WHERE k.id = campaigns.id OR k.follows = campaigns.id))),
  (SELECT MAX(a.id) FROM audience_live a WHERE a.event_id = campaigns.event_id), 0)
WHERE type = 'event' AND reminder_of IS NULL AND follows IS NULL AND total > 0;

-- +goose Down
ALTER TABLE campaigns DROP COLUMN last_entry;
