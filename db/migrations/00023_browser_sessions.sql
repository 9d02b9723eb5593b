-- +goose Up

-- A session may be nobody's: a visitor's who has chosen a language or a theme, or a sign-in under way with the provider.
-- Those who are signed in stay so. Sign-ins that are under way while this runs must be begun again.
{{- if .ByKey}}
ALTER TABLE sessions RENAME TO sessions_before;
CREATE TABLE sessions (
  id_hash      {{.Bytes}} PRIMARY KEY,                  -- SHA-256 of the 128-bit id in the cookie, or of a sign-in's state
  person_id    TEXT REFERENCES people (id) ON DELETE CASCADE, -- NULL: nobody is signed in
  data         {{.Bytes}} NOT NULL,                     -- JSON: text, and lists of text, by key; of a sign-in under way sealed
  created_at   BIGINT NOT NULL,
  seen_at      BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  ip           TEXT NOT NULL DEFAULT '',
  user_agent   TEXT NOT NULL DEFAULT '',
  browser_hash {{.Bytes}}                               -- of a sign-in under way: SHA-256 of the id that the browser which began it holds
);
INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent)
  SELECT id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent FROM sessions_before;
DROP TABLE sessions_before;
CREATE INDEX sessions_person_id ON sessions (person_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
{{- end}}
{{- if not .ByKey}}
ALTER TABLE sessions ALTER COLUMN person_id DROP NOT NULL;
ALTER TABLE sessions ADD COLUMN browser_hash {{.Bytes}};
{{- end}}
CREATE INDEX sessions_browser_hash ON sessions (browser_hash) WHERE browser_hash IS NOT NULL;
DROP TABLE oidc_sign_ins;

-- +goose Down
CREATE TABLE oidc_sign_ins (
  state_hash   {{.Bytes}} PRIMARY KEY,
  browser_hash {{.Bytes}} NOT NULL,
  nonce_hash   {{.Bytes}} NOT NULL,
  verifier     {{.Bytes}} NOT NULL,
  program      BOOLEAN NOT NULL,
  next         TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX oidc_sign_ins_expires_at ON oidc_sign_ins (expires_at);
DROP INDEX sessions_browser_hash;
DELETE FROM sessions WHERE person_id IS NULL;
ALTER TABLE sessions DROP COLUMN browser_hash;
