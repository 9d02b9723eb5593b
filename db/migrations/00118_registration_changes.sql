-- +goose Up
-- old programs: yes
-- When the registration, or how many of its party are there, last changed. An old program sets responded_at alone, so that the greater of
-- both counts.
ALTER TABLE rsvps ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE rsvps SET changed_at = responded_at;
UPDATE rsvps SET changed_at = (SELECT MAX(v.replaced_at) FROM rsvp_revisions v WHERE v.rsvp_id = rsvps.id)
WHERE EXISTS (SELECT 1 FROM rsvp_revisions v WHERE v.rsvp_id = rsvps.id AND v.replaced_at > rsvps.changed_at);
UPDATE rsvps SET changed_at = (SELECT MAX(a.at) FROM arrivals a WHERE a.rsvp_id = rsvps.id)
WHERE EXISTS (SELECT 1 FROM arrivals a WHERE a.rsvp_id = rsvps.id AND a.at > rsvps.changed_at);

-- An answer that only one signal connects with a customer is no longer that customer's: the answers of those recipients are counted again.
DELETE FROM campaign_answers WHERE recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable' AND v.recipient_id IS NULL);
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
    AND (v.confidence <> 'probable' OR v.recipient_id IS NOT NULL)
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
) m WHERE m.recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable' AND v.recipient_id IS NULL)
GROUP BY m.campaign_id, m.recipient_id ON CONFLICT (campaign_id, recipient_id) DO NOTHING;

-- Messages before and after events had links of the customer that a match with the directory named, which shows and changes the answer of
-- that customer: such a link is that of the address alone, unless the registration was made by the link of the customer.
UPDATE rsvp_links SET customer_id = '' WHERE customer_id <> '' AND recipient_id IN (
  SELECT r.id FROM campaigns c JOIN campaign_recipients r ON r.campaign_id = c.id
  WHERE c.type = 'message' AND r.customer_id <> '' AND NOT EXISTS (SELECT 1 FROM rsvps v WHERE v.event_id = c.event_id
    AND v.email_key = r.email_key AND v.customer_id = r.customer_id AND v.recipient_id IS NOT NULL AND v.identity LIKE 'customer:%'));
UPDATE campaign_recipients SET customer_id = '' WHERE customer_id <> '' AND id IN (
  SELECT r.id FROM campaigns c JOIN campaign_recipients r ON r.campaign_id = c.id
  WHERE c.type = 'message' AND r.customer_id <> '' AND NOT EXISTS (SELECT 1 FROM rsvps v WHERE v.event_id = c.event_id
    AND v.email_key = r.email_key AND v.customer_id = r.customer_id AND v.recipient_id IS NOT NULL AND v.identity LIKE 'customer:%'));

-- +goose Down
ALTER TABLE rsvps DROP COLUMN changed_at;
