-- +goose Up

-- Who a person is at a sign-in provider. One subject of an issuer is one person, and a person is one subject there (A1).
CREATE TABLE identities (
  issuer     TEXT NOT NULL,                             -- as OIDC_ISSUER had it
  subject    TEXT NOT NULL,                             -- what the provider calls the person; never reused there
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX identities_person_id ON identities (person_id, issuer);

-- Sign-ins that were begun with the provider and have not come back. Each is good once. Everything in here is a hash or
-- sealed: a copied database finishes none of them.
CREATE TABLE oidc_sign_ins (
  state_hash   {{.Bytes}} PRIMARY KEY,                  -- SHA-256 of the state that travels through the provider
  browser_hash {{.Bytes}} NOT NULL,                     -- SHA-256 of the cookie of the browser that began it
  nonce_hash   {{.Bytes}} NOT NULL,                     -- SHA-256 of what the ID token must carry
  verifier     {{.Bytes}} NOT NULL,                     -- PKCE's, sealed
  program      BOOLEAN NOT NULL,                        -- begun by a program, which has the state instead of the cookie
  next         TEXT NOT NULL,                           -- local path to go on to
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX oidc_sign_ins_expires_at ON oidc_sign_ins (expires_at);

-- What is left of how often one may fail to sign in, and begin to with the provider (A1, A5). All replicas take from it.
CREATE TABLE sign_in_budgets (
  key     {{.Bytes}} PRIMARY KEY,                       -- of an e-mail, browser or address: a MAC, which names none of them
  full_at BIGINT NOT NULL                               -- when all that was taken has come back
){{.ByKey}};
CREATE INDEX sign_in_budgets_full_at ON sign_in_budgets (full_at);

-- +goose Down
DROP TABLE sign_in_budgets;
DROP TABLE oidc_sign_ins;
DROP TABLE identities;
