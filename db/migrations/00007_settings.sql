-- +goose Up

-- Access tokens that people make for their programs. The tokens themselves are not kept: their claims name the row, and
-- without it they are void (A3).
CREATE TABLE api_tokens (
  id         TEXT PRIMARY KEY,                          -- UUID
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,                             -- what it is for, in the person's words
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL DEFAULT 0                  -- when last, to the hour; 0: never
);
CREATE INDEX api_tokens_person_id ON api_tokens (person_id);
CREATE INDEX api_tokens_expires_at ON api_tokens (expires_at);

-- What the log is searched by, the newest first (C12).
CREATE INDEX audit_log_person_id ON audit_log (person_id, id);
CREATE INDEX audit_log_kind ON audit_log (kind, id);
CREATE INDEX audit_log_at ON audit_log (at);

-- +goose Down
DROP INDEX audit_log_at;
DROP INDEX audit_log_kind;
DROP INDEX audit_log_person_id;
DROP TABLE api_tokens;
