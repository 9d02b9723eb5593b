-- +goose Up

-- What staff saved of an event. A row shadows the event of the same id that ships in the program, if there is one (R1).
CREATE TABLE events (
  id             TEXT PRIMARY KEY,                      -- the slug in every link
  state          TEXT NOT NULL CHECK (state IN ('draft','open','closed')), -- full is worked out from the headcount
  starts_at      BIGINT NOT NULL,
  ends_at        BIGINT NOT NULL,
  rsvp_deadline  BIGINT,                                -- NULL: until the event starts
  capacity       BIGINT,                                -- people; NULL: no limit
  palette        TEXT NOT NULL,
  email_template TEXT NOT NULL DEFAULT '',              -- empty: the festive invitation
  title_fr       TEXT NOT NULL,
  intro_fr       TEXT NOT NULL DEFAULT '',
  details_fr     TEXT NOT NULL DEFAULT '',
  address_fr     TEXT NOT NULL DEFAULT '',
  thank_you_fr   TEXT NOT NULL DEFAULT '',
  title_en       TEXT NOT NULL DEFAULT '',              -- empty: the French, field by field
  intro_en       TEXT NOT NULL DEFAULT '',
  details_en     TEXT NOT NULL DEFAULT '',
  address_en     TEXT NOT NULL DEFAULT '',
  thank_you_en   TEXT NOT NULL DEFAULT '',
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  version        BIGINT NOT NULL DEFAULT 1
);

-- What goes along with the invitation: a picture or a PDF by its bytes (R3).
CREATE TABLE event_attachments (
  id         {{.ID}},
  event_id   TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  filename   TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size       BIGINT NOT NULL,
  language   TEXT NOT NULL CHECK (language IN ('fr','en','both')),
  sha256     {{.Bytes}} NOT NULL,
  data       {{.Bytes}} NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX event_attachments_event_id ON event_attachments (event_id);

-- +goose Down
DROP TABLE event_attachments;
DROP TABLE events;
