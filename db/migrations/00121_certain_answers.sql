-- +goose Up
-- old programs: yes
-- A registration that is kept under a customer, or under the customer's account, is that customer's answer also when the guest has given
-- less since, so that its match is only probable now: the answers of those customers are counted again. No column changes.
DELETE FROM campaign_answers WHERE recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable');
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
    AND (v.confidence <> 'probable' OR v.identity LIKE 'account:%' OR v.identity = 'customer:' || v.customer_id)
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
) m WHERE m.recipient_id IN (
  SELECT r.id FROM rsvps v JOIN campaigns c ON c.event_id = v.event_id
  JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id
  WHERE v.customer_id <> '' AND v.confidence = 'probable')
GROUP BY m.campaign_id, m.recipient_id ON CONFLICT (campaign_id, recipient_id) DO NOTHING;

-- +goose Down
