-- +goose Up

-- The batches that an event's main list was built from (R5): one row each time staff added to it.
CREATE TABLE audience_sources (
  id         {{.ID}},
  event_id   TEXT NOT NULL,                             -- also of an event that only ships in the program
  kind       TEXT NOT NULL CHECK (kind IN ('filters','manual','csv')),
  label      TEXT NOT NULL,                             -- JSON: the filters, or the name of the file
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL
);
CREATE INDEX audience_sources_event_id ON audience_sources (event_id);

-- The main list itself: whom the next mass send goes to, each address once.
CREATE TABLE audience_entries (
  id            {{.ID}},
  event_id      TEXT NOT NULL,
  source_id     BIGINT NOT NULL REFERENCES audience_sources (id),
  email         TEXT NOT NULL,                          -- as written
  email_key     TEXT NOT NULL,                          -- as it is compared (R5)
  firstname     TEXT NOT NULL DEFAULT '',
  lastname      TEXT NOT NULL DEFAULT '',
  language      TEXT NOT NULL DEFAULT '',               -- 'fr', 'en', '' unknown: French
  customer_id   TEXT NOT NULL DEFAULT '',
  phone         TEXT NOT NULL DEFAULT '',
  monthly_cents BIGINT,                                 -- NULL: not computed
  subscriptions BIGINT,
  created_at    BIGINT NOT NULL
);
CREATE UNIQUE INDEX audience_entries_email_key ON audience_entries (event_id, email_key);
CREATE INDEX audience_entries_source_id ON audience_entries (source_id);

-- +goose Down
DROP TABLE audience_entries;
DROP TABLE audience_sources;
