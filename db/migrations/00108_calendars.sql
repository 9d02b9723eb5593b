-- +goose Up
-- old programs: yes
-- Secret addresses at which calendar programs read a person's shifts, leave, events and the like.
CREATE TABLE calendars (
  id          {{.ID}},
  person_id   TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,             -- says which program reads it
  contents    TEXT NOT NULL,             -- what it holds, separated by spaces: shifts, leave, team, periods, events
  secret_hash {{.Bytes}} NOT NULL UNIQUE, -- SHA-256 of the 128-bit secret in the address
  created_at  BIGINT NOT NULL,
  read_at     BIGINT NOT NULL DEFAULT 0  -- the last reading, to the hour; 0: never
);
CREATE INDEX calendars_person_id ON calendars (person_id);

-- +goose Down
DROP TABLE calendars;
