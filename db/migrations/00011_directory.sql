-- +goose Up

-- The mirror of the customer records that are kept elsewhere (R7). A sync writes the next generation beside the one that
-- is read, a little at a time, and swaps by moving one number: readers see all of the old or all of the new.
CREATE TABLE directory_state (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  generation BIGINT NOT NULL,                           -- the one that is read
  last_id    BIGINT NOT NULL                            -- the highest id that a copy of a customer ever had
);
INSERT INTO directory_state (id, generation, last_id) VALUES (1, 0, 0);

CREATE TABLE directory_customers (
  id             {{.ID}},                               -- of this copy, from last_id; a changed customer is a new row
  from_gen       BIGINT NOT NULL,                       -- the first generation it belongs to
  to_gen         BIGINT NOT NULL DEFAULT 9223372036854775807, -- the first it no longer belongs to
  digest         {{.Bytes}} NOT NULL,                   -- of the whole record: an unchanged one is left alone
  customer_id    TEXT NOT NULL,                         -- the number that customers know
  number_key     TEXT NOT NULL,                         -- that number as it is compared: letters and digits, folded
  name           TEXT NOT NULL,
  account_id     TEXT NOT NULL,
  account_name   TEXT NOT NULL,
  account_status TEXT NOT NULL CHECK (account_status IN ('active','resiliated')),
  type           TEXT NOT NULL CHECK (type IN ('Individual','Company')),
  mandatary      TEXT NOT NULL DEFAULT '',
  legacy_contact TEXT NOT NULL DEFAULT '',
  email          TEXT NOT NULL DEFAULT '',              -- the first of its addresses, '' for none
  email_key      TEXT NOT NULL DEFAULT '',              -- that address as it is compared (R5)
  phone          TEXT NOT NULL DEFAULT '',              -- the first, E.164 where it can be
  city           TEXT NOT NULL DEFAULT '',
  language       TEXT NOT NULL DEFAULT '',              -- 'fr', 'en', '' unknown
  subscribed     BOOLEAN NOT NULL,                      -- has an active subscription
  monthly_cents  BIGINT NOT NULL,                       -- what its active subscriptions cost a month, together
  names_folded   TEXT NOT NULL,                         -- its different names without accents and case, a line each, its own first
  city_folded    TEXT NOT NULL
);
CREATE UNIQUE INDEX directory_customers_customer_id ON directory_customers (customer_id, from_gen);
CREATE INDEX directory_customers_number_key ON directory_customers (number_key);
CREATE INDEX directory_customers_to_gen ON directory_customers (to_gen);
CREATE INDEX directory_customers_from_gen ON directory_customers (from_gen);
{{- if not .ByBytes}}
-- All that a filter asks of a customer: SQLite goes over this instead of the customers, which are three times as much.
CREATE INDEX directory_customers_choice ON directory_customers (id, subscribed, type, monthly_cents, account_status, from_gen, to_gen, names_folded, city_folded, email_key);
{{- end}}

CREATE TABLE directory_emails (
  customer  BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  email     TEXT NOT NULL,                              -- as written
  email_key TEXT NOT NULL,                              -- as it is compared (R5)
  PRIMARY KEY (customer, position)
){{.ByKey}};
CREATE INDEX directory_emails_email_key ON directory_emails (email_key);

CREATE TABLE directory_phones (
  customer  BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  phone     TEXT NOT NULL,                              -- as written
  phone_key TEXT NOT NULL,                              -- E.164, or the digits of what is no valid number
  local_key TEXT NOT NULL,                              -- its last seven digits: what people say of a number
  PRIMARY KEY (customer, position)
){{.ByKey}};
CREATE INDEX directory_phones_phone_key ON directory_phones (phone_key);
CREATE INDEX directory_phones_local_key ON directory_phones (local_key);

CREATE TABLE directory_subscriptions (
  customer      BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position      BIGINT NOT NULL,
  status        TEXT NOT NULL,
  monthly_cents BIGINT NOT NULL,
  PRIMARY KEY (customer, position)
){{.ByKey}};

-- The words that a customer is found by: those of its names and of the first parts of its addresses, folded.
CREATE TABLE directory_words (
  customer BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  word     TEXT{{.ByBytes}} NOT NULL,
  PRIMARY KEY (customer, word)
){{.ByKey}};
CREATE INDEX directory_words_word ON directory_words (word, customer);

{{- if .ByBytes}}
-- Beginnings are looked for in the order of bytes, which is the database's own order only on SQLite.
CREATE INDEX directory_customers_number_start ON directory_customers (number_key{{.ByBytes}});
CREATE INDEX directory_emails_email_start ON directory_emails (email_key{{.ByBytes}});
CREATE INDEX directory_phones_phone_start ON directory_phones (phone_key{{.ByBytes}});
CREATE INDEX directory_phones_local_start ON directory_phones (local_key{{.ByBytes}});
{{- end}}

-- The customers as they are read.
CREATE VIEW directory_live AS
  SELECT c.* FROM directory_state s, directory_customers c WHERE c.from_gen <= s.generation AND c.to_gen > s.generation;

-- The runs of the sync: who waits for one sees how far it is, and how fresh the mirror is.
CREATE TABLE directory_syncs (
  id          {{.ID}},
  generation  BIGINT NOT NULL,
  source      TEXT NOT NULL,                            -- the kind of source, without secrets
  started_at  BIGINT NOT NULL,
  seen_at     BIGINT NOT NULL,                          -- the last sign of life
  finished_at BIGINT,
  status      TEXT NOT NULL CHECK (status IN ('running','done','unchanged','failed')),
  read_count  BIGINT NOT NULL DEFAULT 0,
  total       BIGINT,                                   -- NULL: the source does not say
  added       BIGINT NOT NULL DEFAULT 0,
  changed     BIGINT NOT NULL DEFAULT 0,
  removed     BIGINT NOT NULL DEFAULT 0,
  rejected    BIGINT NOT NULL DEFAULT 0,
  problem     TEXT NOT NULL DEFAULT '',                 -- why it failed: a code, and behind a colon what the code leaves open
  mark        TEXT NOT NULL DEFAULT ''                  -- what the source asks to hear next time: an ETag, a time
);
CREATE UNIQUE INDEX directory_syncs_running ON directory_syncs (status) WHERE status = 'running';

-- The records that a run could not take, the first of them.
CREATE TABLE directory_rejects (
  sync        BIGINT NOT NULL REFERENCES directory_syncs (id) ON DELETE CASCADE,
  position    BIGINT NOT NULL,
  place       TEXT NOT NULL,                            -- where it stands in the source: a file and a line, a page and a number
  customer_id TEXT NOT NULL,                            -- '' when it could not be read
  reason      TEXT NOT NULL,                            -- a code
  field       TEXT NOT NULL,                            -- that the reason is about; '' for the whole record
  PRIMARY KEY (sync, position)
){{.ByKey}};

-- +goose Down
DROP TABLE directory_rejects;
DROP TABLE directory_syncs;
DROP VIEW directory_live;
DROP TABLE directory_words;
DROP TABLE directory_subscriptions;
DROP TABLE directory_phones;
DROP TABLE directory_emails;
DROP TABLE directory_customers;
DROP TABLE directory_state;
