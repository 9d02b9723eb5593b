-- +goose Up
-- Parties that want to come to an event without free places, in the order in which places are offered to them. One row for each
-- e-mail address of an event.
CREATE TABLE waiting_parties (
  id            {{.ID}},
  event_id      TEXT NOT NULL,
  position      BIGINT NOT NULL,                        -- smaller ones first; those of an event need not be consecutive
  state         TEXT NOT NULL CHECK (state IN ('waiting','offered','taken','expired','left')),
  name          TEXT NOT NULL,
  email         TEXT NOT NULL,
  email_key     TEXT NOT NULL,
  people        BIGINT NOT NULL CHECK (people BETWEEN 1 AND 20),
  language      TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id   TEXT NOT NULL DEFAULT '',               -- of the personal link with which the party was put on the list
  recipient_id  BIGINT,
  offered_until BIGINT NOT NULL DEFAULT 0,              -- of the latest offer; 0: there was none
  created_at    BIGINT NOT NULL,
  changed_at    BIGINT NOT NULL,                        -- of the latest change of state
  version       BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX waiting_parties_email_key ON waiting_parties (event_id, email_key);
CREATE INDEX waiting_parties_position ON waiting_parties (event_id, position, id);
CREATE INDEX waiting_parties_waiting ON waiting_parties (event_id, position, id, people) WHERE state = 'waiting';
CREATE INDEX waiting_parties_offered ON waiting_parties (event_id, offered_until) WHERE state = 'offered';

ALTER TABLE rsvp_tallies ADD COLUMN held BIGINT NOT NULL DEFAULT 0;    -- people of parties with an open offer: they count as taken
ALTER TABLE rsvp_tallies ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0; -- parties that wait for an offer
ALTER TABLE events ADD COLUMN offer_hold_hours BIGINT NOT NULL DEFAULT 24;  -- how long an offered place is held
ALTER TABLE events ADD COLUMN offer_cutoff_hours BIGINT NOT NULL DEFAULT 3; -- before the start, nothing is offered any more

-- +goose Down
ALTER TABLE events DROP COLUMN offer_cutoff_hours;
ALTER TABLE events DROP COLUMN offer_hold_hours;
ALTER TABLE rsvp_tallies DROP COLUMN waiting;
ALTER TABLE rsvp_tallies DROP COLUMN held;
DROP TABLE waiting_parties;
