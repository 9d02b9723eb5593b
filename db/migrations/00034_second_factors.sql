-- +goose Up

-- Passkeys: what a person signs in with instead of a password and a code. There is nothing secret in a row: the private key never
-- leaves the person's device.
CREATE TABLE passkeys (
  id            {{.ID}},
  credential_id {{.Bytes}} NOT NULL,                    -- the authenticator's name for it
  person_id     TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name          TEXT NOT NULL,                          -- in the person's words
  credential    {{.Bytes}} NOT NULL,                    -- JSON of webauthn.Credential: the public key, the counter, the attestation
  created_at    BIGINT NOT NULL,
  used_at       BIGINT NOT NULL DEFAULT 0               -- 0: never
);
CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (credential_id);
CREATE INDEX passkeys_person_id ON passkeys (person_id);

-- The app with which a person makes one-time codes (RFC 6238).
CREATE TABLE code_apps (
  person_id  TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  secret     {{.Bytes}} NOT NULL,                       -- sealed
  last_step  BIGINT NOT NULL,                           -- of the code that was used last: none up to it is taken again
  created_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL DEFAULT 0                  -- 0: never
);

-- Recovery codes that have not been used.
CREATE TABLE recovery_codes (
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  code_hash {{.Bytes}} NOT NULL,                        -- a MAC with a key from SECRET_KEY
  PRIMARY KEY (person_id, code_hash)
){{.ByKey}};

-- The roles whose people must have a second factor.
CREATE TABLE second_factor_roles (
  role TEXT PRIMARY KEY
){{.ByKey}};

-- +goose Down
DROP TABLE second_factor_roles;
DROP TABLE recovery_codes;
DROP TABLE code_apps;
DROP TABLE passkeys;
