-- +goose Up

-- The settings of the company that administrators have stored, by the names of their environment variables. A row whose value was
-- taken back stays, so that the highest version tells every process of each change.
CREATE TABLE settings (
  name       TEXT PRIMARY KEY,
  value      TEXT,             -- NULL: none is stored, or it is secret
  sealed     {{.Bytes}},       -- a secret value, encrypted; NULL: none is stored, or it is not secret
  version    BIGINT NOT NULL,  -- counts the changes of all rows
  updated_at BIGINT NOT NULL
);
CREATE INDEX settings_version ON settings (version);

-- +goose Down
DROP TABLE settings;
