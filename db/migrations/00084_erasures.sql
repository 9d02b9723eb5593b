-- +goose Up
-- old programs: yes
-- What was erased of a person on request, and of whom nothing is taken from lists and the directory any more (ADR 55).
CREATE TABLE erasures (
  id          {{.ID}},
  reason      TEXT NOT NULL,
  person_id   TEXT NOT NULL,                            -- who erased
  person_name TEXT NOT NULL,                            -- as it was then
  created_at  BIGINT NOT NULL,
  subject     {{.Bytes}},                              -- JSON, sealed: the addresses and customer numbers; NULL as soon as it is done
  counts      TEXT NOT NULL DEFAULT '{}',               -- JSON: how many rows of each table
  done_at     BIGINT                                    -- NULL: it is not finished
);
CREATE INDEX erasures_unfinished ON erasures (id) WHERE done_at IS NULL;
CREATE TABLE erased_identities (
  hash       TEXT PRIMARY KEY,                          -- of an address or a customer number: a MAC with a key from SECRET_KEY
  erasure_id BIGINT NOT NULL REFERENCES erasures (id)
);
CREATE INDEX erased_identities_erasure_id ON erased_identities (erasure_id);

-- +goose Down
DROP TABLE erased_identities;
DROP TABLE erasures;
