-- +goose Up

-- Whom the company serves. Each belongs to one person (W17).
CREATE TABLE customers (
  id              {{.ID}},
  user_id         TEXT NOT NULL REFERENCES people (id),
  first_name      TEXT NOT NULL,
  last_name       TEXT NOT NULL,
  email           TEXT NOT NULL,
  phone_number    BIGINT NOT NULL,
  residence       TEXT,
  invoice_id      BIGINT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
);
CREATE UNIQUE INDEX customers_user_id ON customers (user_id) WHERE archived_at IS NULL;

-- Access that people have been given at other services. The tokens are sealed with a key that is not in here (A4).
CREATE TABLE oauth_sessions (
  id                   TEXT PRIMARY KEY,                -- UUID
  user_id              TEXT NOT NULL REFERENCES people (id),
  application          TEXT NOT NULL,                   -- URL that the access token is for
  access_token         {{.Bytes}} NOT NULL,
  refresh_token        {{.Bytes}} NOT NULL,
  access_token_expiry  BIGINT NOT NULL,
  refresh_token_expiry BIGINT,
  scopes               TEXT NOT NULL,                   -- JSON: an array of strings
  created_at           BIGINT NOT NULL,
  updated_at           BIGINT NOT NULL,
  version              BIGINT NOT NULL DEFAULT 1,
  archived_at          BIGINT,
  archived_reason      TEXT
);
CREATE INDEX oauth_sessions_user_id ON oauth_sessions (user_id, id);

-- What was answered to a POST with an Idempotency-Key, written in the transaction of what it made (C8).
CREATE TABLE idempotency_keys (
  person_id   TEXT NOT NULL,                            -- empty: an anonymous caller
  path        TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint {{.Bytes}} NOT NULL,                      -- SHA-256 of what was sent
  answer      TEXT NOT NULL,                            -- JSON: headers and body
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (person_id, path, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- When a record went to the archive because its period is long closed (W11). It has left the lists, but it still counts
-- in its period: totals ask for archived_at alone, which is for what was deleted.
ALTER TABLE timesheets ADD COLUMN aged_at BIGINT;
ALTER TABLE shifts ADD COLUMN aged_at BIGINT;
ALTER TABLE expenses ADD COLUMN aged_at BIGINT;
ALTER TABLE leave_requests ADD COLUMN aged_at BIGINT;

-- +goose Down
ALTER TABLE leave_requests DROP COLUMN aged_at;
ALTER TABLE expenses DROP COLUMN aged_at;
ALTER TABLE shifts DROP COLUMN aged_at;
ALTER TABLE timesheets DROP COLUMN aged_at;
DROP TABLE idempotency_keys;
DROP TABLE oauth_sessions;
DROP TABLE customers;
