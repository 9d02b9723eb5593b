-- +goose Up
-- old programs: yes
-- It is sent even though its event is a draft, which it was when staff sent it.
ALTER TABLE campaigns ADD COLUMN draft BOOLEAN NOT NULL DEFAULT FALSE;

-- An answer that only one signal connects with a customer is that customer's only if it is kept under the customer's own link, not by
-- whichever link it came: the answers of those recipients are counted again.
DELETE FROM campaign_answers WHERE recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable' AND v.recipient_id IS NOT NULL AND v.identity NOT LIKE 'customer:%');
INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at)
SELECT m.campaign_id, m.recipient_id, MAX(m.people), MIN(m.at) FROM (
  SELECT r.campaign_id AS campaign_id, r.id AS recipient_id, v.people AS people, v.responded_at AS at
  FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id JOIN campaign_recipients s ON s.id = v.recipient_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = s.email_key
  UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
  FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND v.email_key <> ''
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = v.email_key
  UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
  FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND v.customer_id <> ''
    AND (v.confidence <> 'probable' OR v.recipient_id IS NOT NULL AND v.identity LIKE 'customer:%')
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
) m WHERE m.recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable' AND v.recipient_id IS NOT NULL AND v.identity NOT LIKE 'customer:%')
GROUP BY m.campaign_id, m.recipient_id ON CONFLICT (campaign_id, recipient_id) DO NOTHING;

-- +goose Down
ALTER TABLE campaigns DROP COLUMN draft;
