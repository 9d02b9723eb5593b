-- +goose Up
ALTER TABLE rsvps ADD COLUMN walk_in BOOLEAN NOT NULL DEFAULT FALSE; -- registered at the door

-- Who has arrived at an event. Rows are only added, and those of a registration add up to how many of its party are there, so that
-- two devices never overwrite each other's counts.
CREATE TABLE arrivals (
  id          {{.ID}},
  event_id    TEXT NOT NULL,
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  people      BIGINT NOT NULL CHECK (people <> 0 AND people BETWEEN -1000 AND 1000), -- below 0: taken back
  tap_key     TEXT NOT NULL,                            -- chosen by the device: a tap that is sent again counts once
  person_id   TEXT NOT NULL DEFAULT '',
  person_name TEXT NOT NULL,                            -- as it was then
  at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX arrivals_tap_key ON arrivals (event_id, tap_key);
CREATE INDEX arrivals_rsvp_id ON arrivals (rsvp_id, people);
CREATE INDEX arrivals_event_id ON arrivals (event_id, people);

-- +goose Down
DROP TABLE arrivals;
ALTER TABLE rsvps DROP COLUMN walk_in;
