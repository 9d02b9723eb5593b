-- +goose Up

-- The batches that an event's main list is built from (R5). A batch is written a little at a time and counts from one
-- moment to the next, when its state changes: nobody sees half of it, and nobody waits for it.
CREATE TABLE audience_sources (
  id         {{.ID}},
  event_id   TEXT NOT NULL,                             -- also of an event that only ships in the program
  kind       TEXT NOT NULL CHECK (kind IN ('filters','manual','csv')),
  label      TEXT NOT NULL,                             -- JSON: the filters, or the name of the file
  state      TEXT NOT NULL CHECK (state IN ('staged','live','dead')), -- being written, in the list, or waiting to be removed
  entries    BIGINT NOT NULL DEFAULT 0,                 -- how many are left of it, once it is live
  writer     TEXT NOT NULL DEFAULT '',                  -- while it is staged: the name that its writer holds as long as it lives
  seen_at    BIGINT NOT NULL,                           -- while it is staged: the writer's last sign of life
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL
);
CREATE INDEX audience_sources_event_id ON audience_sources (event_id);
CREATE UNIQUE INDEX audience_sources_staged ON audience_sources (event_id) WHERE state = 'staged'; -- one at a time

-- The entries of all batches. Whom the next mass send goes to is audience_live.
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
  folded        TEXT NOT NULL DEFAULT '',               -- names, address and number as they are searched
  monthly_cents BIGINT,                                 -- NULL: not computed
  subscriptions BIGINT,
  created_at    BIGINT NOT NULL
);
CREATE UNIQUE INDEX audience_entries_email_key ON audience_entries (event_id, email_key);
CREATE INDEX audience_entries_event_id ON audience_entries (event_id, id);
CREATE INDEX audience_entries_source_id ON audience_entries (source_id);

-- The main lists: whom the next mass send goes to, each address once.
CREATE VIEW audience_live AS
  SELECT e.*, s.kind FROM audience_entries e JOIN audience_sources s ON s.id = e.source_id WHERE s.state = 'live';

-- +goose Down
DROP VIEW audience_live;
DROP TABLE audience_entries;
DROP TABLE audience_sources;
