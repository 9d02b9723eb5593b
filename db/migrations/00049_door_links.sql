-- +goose Up
-- The check-in codes of guests, which lead staff at the door to a registration. Each answer and each message has one of its own.
CREATE TABLE rsvp_codes (
  code_hash {{.Bytes}} PRIMARY KEY,                                  -- SHA-256 of the 128-bit code
  rsvp_id   BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE
){{.ByKey}};
CREATE INDEX rsvp_codes_rsvp_id ON rsvp_codes (rsvp_id);

-- Links with which helpers without an account check in the guests of one event.
CREATE TABLE door_links (
  id         {{.ID}},
  event_id   TEXT NOT NULL,
  name       TEXT NOT NULL,                                          -- stands beside what is counted with the link
  token_hash {{.Bytes}} NOT NULL UNIQUE,                             -- SHA-256 of the 128-bit token
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX door_links_event_id ON door_links (event_id, id);

-- Arrivals that a device counted without a network, and that staff decide about: with them, more of a party would be there than are
-- expected, because another device counted the same party in the meantime.
CREATE TABLE held_arrivals (
  id          {{.ID}},
  event_id    TEXT NOT NULL,
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  people      BIGINT NOT NULL CHECK (people BETWEEN 1 AND 1000),
  tap_key     TEXT NOT NULL,                                         -- as in arrivals
  person_name TEXT NOT NULL,                                         -- who counted, as it was then
  at          BIGINT NOT NULL,
  settled_at  BIGINT                                                 -- NULL: not decided yet
);
CREATE UNIQUE INDEX held_arrivals_tap_key ON held_arrivals (event_id, tap_key);
CREATE INDEX held_arrivals_open ON held_arrivals (event_id, id) WHERE settled_at IS NULL;
CREATE INDEX held_arrivals_rsvp_id ON held_arrivals (rsvp_id);

-- +goose Down
DROP TABLE held_arrivals;
DROP TABLE door_links;
DROP TABLE rsvp_codes;
