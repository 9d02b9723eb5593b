-- +goose Up
-- A message that came back, or was refused for its address, and one that its reader reported as spam.
ALTER TABLE campaign_recipients ADD COLUMN bounced_at BIGINT NOT NULL DEFAULT 0;    -- of failed ones
ALTER TABLE campaign_recipients ADD COLUMN bounce TEXT NOT NULL DEFAULT '';         -- why: a code (mail.Cause)
ALTER TABLE campaign_recipients ADD COLUMN complained_at BIGINT NOT NULL DEFAULT 0; -- of those sent
ALTER TABLE campaigns ADD COLUMN bounced BIGINT NOT NULL DEFAULT 0;                 -- of those failed
ALTER TABLE campaigns ADD COLUMN complained BIGINT NOT NULL DEFAULT 0;              -- of those sent

-- Why an address is suppressed: a code (mail.Cause), and the line of the mail server.
ALTER TABLE suppressions ADD COLUMN cause TEXT NOT NULL DEFAULT '';
ALTER TABLE suppressions ADD COLUMN diagnostic TEXT NOT NULL DEFAULT '';

UPDATE campaign_recipients SET bounce = 'other', bounced_at =
  (SELECT s.since FROM suppressions s WHERE s.recipient_id = campaign_recipients.id AND s.reason = 'bounced')
WHERE status = 2 AND id IN (SELECT recipient_id FROM suppressions WHERE reason = 'bounced');
UPDATE campaign_recipients SET complained_at =
  (SELECT s.since FROM suppressions s WHERE s.recipient_id = campaign_recipients.id AND s.reason = 'complained')
WHERE status = 1 AND id IN (SELECT recipient_id FROM suppressions WHERE reason = 'complained');
UPDATE campaigns SET
  bounced = (SELECT COUNT(*) FROM suppressions s JOIN campaign_recipients r ON r.id = s.recipient_id
    WHERE r.campaign_id = campaigns.id AND r.bounced_at > 0),
  complained = (SELECT COUNT(*) FROM suppressions s JOIN campaign_recipients r ON r.id = s.recipient_id
    WHERE r.campaign_id = campaigns.id AND r.complained_at > 0);

-- Addresses whose last messages came back for a reason that may pass. After three in a row staff are asked whether to keep them.
CREATE TABLE soft_bounces (
  email_key    TEXT PRIMARY KEY,
  in_a_row     BIGINT NOT NULL,
  campaign_id  BIGINT NOT NULL,                         -- of the last message that came back
  recipient_id BIGINT NOT NULL,
  cause        TEXT NOT NULL,
  diagnostic   TEXT NOT NULL,
  last_at      BIGINT NOT NULL,
  asked_at     BIGINT NOT NULL DEFAULT 0                -- when staff were asked
);
CREATE INDEX soft_bounces_in_a_row ON soft_bounces (email_key) WHERE in_a_row >= 3;

-- How far the mailbox of the bounces has been read. The row changes in the transaction that records what was read.
CREATE TABLE bounce_mailboxes (
  mailbox      TEXT PRIMARY KEY,                        -- user, host and folder
  uid_validity BIGINT NOT NULL,                         -- the UIDs count under this number only (RFC 3501, 2.3.1.1)
  last_uid     BIGINT NOT NULL,
  read_at      BIGINT NOT NULL,
  messages     BIGINT NOT NULL,                         -- how many were read so far, and how many of them were of a campaign
  recorded     BIGINT NOT NULL,
  failure      TEXT NOT NULL DEFAULT ''                 -- of the last attempt, in the words of the server; '' if it worked
);

-- +goose Down
DROP TABLE bounce_mailboxes;
DROP TABLE soft_bounces;
ALTER TABLE suppressions DROP COLUMN diagnostic;
ALTER TABLE suppressions DROP COLUMN cause;
ALTER TABLE campaigns DROP COLUMN complained;
ALTER TABLE campaigns DROP COLUMN bounced;
ALTER TABLE campaign_recipients DROP COLUMN complained_at;
ALTER TABLE campaign_recipients DROP COLUMN bounce;
ALTER TABLE campaign_recipients DROP COLUMN bounced_at;
