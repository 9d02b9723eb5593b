-- +goose Up

-- The events that ship with the program are drafts until staff open them. Those in this table are open as they ship: in a
-- demo, and where an audience, an answer or a send shows that one nobody saved was in use when it still shipped as open.
CREATE TABLE events_open_as_shipped (
  event_id TEXT NOT NULL PRIMARY KEY
);

INSERT INTO events_open_as_shipped (event_id)
  SELECT known.event_id FROM (
    SELECT event_id FROM audience_live UNION SELECT event_id FROM rsvps UNION SELECT event_id FROM campaigns
  ) AS known WHERE known.event_id NOT IN (SELECT id FROM events);

-- +goose Down
DROP TABLE events_open_as_shipped;
