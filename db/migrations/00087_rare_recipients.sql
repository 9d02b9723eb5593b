-- +goose Up
-- old programs: yes
-- The recipients of a campaign that are few: pages of them are read without those between.
CREATE INDEX campaign_recipients_pending ON campaign_recipients (campaign_id, id) WHERE status = 0;
CREATE INDEX campaign_recipients_bounced ON campaign_recipients (campaign_id, id) WHERE bounced_at > 0;
CREATE INDEX campaign_recipients_complained ON campaign_recipients (campaign_id, id) WHERE complained_at > 0;
-- Those that the counts of a reminder need one by one.
CREATE INDEX campaign_recipients_english ON campaign_recipients (campaign_id) WHERE language = 'en';
CREATE INDEX campaign_recipients_erased ON campaign_recipients (campaign_id, id) WHERE SUBSTR(email_key, 1, 1) = '#';
-- Customers that changed since a time.
CREATE INDEX customers_updated_at ON customers (updated_at, id) WHERE archived_at IS NULL;

-- +goose Down
DROP INDEX customers_updated_at;
DROP INDEX campaign_recipients_erased;
DROP INDEX campaign_recipients_english;
DROP INDEX campaign_recipients_complained;
DROP INDEX campaign_recipients_bounced;
DROP INDEX campaign_recipients_pending;
