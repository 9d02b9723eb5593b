-- +goose Up
-- people = 0 is the answer of a guest who is not coming. SQLite cannot change a constraint, so there the table is made again, and with it
-- the one that refers to it. The next ids stay above those that were given out before.
{{- if not .ByKey}}
ALTER TABLE rsvps DROP CONSTRAINT rsvps_people_check, ADD CONSTRAINT rsvps_people_check CHECK (people BETWEEN 0 AND 20);
{{- end}}
{{- if .ByKey}}
CREATE TABLE rsvps_next (
  id              {{.ID}},
  event_id        TEXT NOT NULL,
  identity        TEXT NOT NULL,                        -- 'customer:…', 'account:…', 'email:…', 'phone:…' or 'name:…'
  name            TEXT NOT NULL,
  customer_number TEXT NOT NULL DEFAULT '',
  phone           TEXT NOT NULL DEFAULT '',
  phone_key       TEXT NOT NULL DEFAULT '',             -- E.164; '' for what is no valid number
  email           TEXT NOT NULL DEFAULT '',
  email_key       TEXT NOT NULL DEFAULT '',
  people          BIGINT NOT NULL CHECK (people BETWEEN 0 AND 20), -- 0: the guest is not coming
  allergies       TEXT NOT NULL DEFAULT '',
  language        TEXT NOT NULL CHECK (language IN ('fr','en')),
  confidence      TEXT NOT NULL CHECK (confidence IN ('confirmed','probable','none')),
  signals         TEXT NOT NULL DEFAULT '',             -- comma-separated, in the order of R17
  ip              TEXT NOT NULL DEFAULT '',
  customer_id     TEXT NOT NULL DEFAULT '',             -- of the link, or of the match
  account_id      TEXT NOT NULL DEFAULT '',
  name_on_file    TEXT NOT NULL DEFAULT '',
  folded          TEXT NOT NULL DEFAULT '',             -- text that a list is searched in: names, address and number, a line each
  recipient_id    BIGINT,                               -- the recipient whose personal link was used
  entered_by      TEXT REFERENCES people (id),          -- person of staff who answered for the guest; NULL: the guest did
  created_at      BIGINT NOT NULL,
  responded_at    BIGINT NOT NULL,                      -- of the latest answer
  version         BIGINT NOT NULL DEFAULT 1
);
INSERT INTO rsvps_next (id, event_id, identity, name, customer_number, phone, phone_key, email, email_key, people, allergies, language,
    confidence, signals, ip, customer_id, account_id, name_on_file, folded, recipient_id, entered_by, created_at, responded_at, version)
  SELECT id, event_id, identity, name, customer_number, phone, phone_key, email, email_key, people, allergies, language, confidence,
    signals, ip, customer_id, account_id, name_on_file, folded, recipient_id, entered_by, created_at, responded_at, version FROM rsvps;
CREATE TABLE rsvp_revisions_next (
  id          {{.ID}},
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps_next (id) ON DELETE CASCADE,
  version     BIGINT NOT NULL,
  content     TEXT NOT NULL,                            -- JSON: the answer as it was
  replaced_at BIGINT NOT NULL,
  replaced_by TEXT NOT NULL DEFAULT ''                  -- id of the person of staff; empty: the guest
);
INSERT INTO rsvp_revisions_next (id, rsvp_id, version, content, replaced_at, replaced_by)
  SELECT id, rsvp_id, version, content, replaced_at, replaced_by FROM rsvp_revisions;
DELETE FROM sqlite_sequence WHERE name IN ('rsvps_next', 'rsvp_revisions_next');
INSERT INTO sqlite_sequence (name, seq)
  SELECT name || '_next', seq FROM sqlite_sequence WHERE name IN ('rsvps', 'rsvp_revisions');
DROP TABLE rsvp_revisions;
DROP TABLE rsvps;
ALTER TABLE rsvps_next RENAME TO rsvps;
ALTER TABLE rsvp_revisions_next RENAME TO rsvp_revisions;
CREATE UNIQUE INDEX rsvps_identity ON rsvps (event_id, identity);
CREATE INDEX rsvps_email_key ON rsvps (event_id, email_key);
CREATE INDEX rsvps_customer_id ON rsvps (event_id, customer_id);
CREATE INDEX rsvps_phone_key ON rsvps (event_id, phone_key) WHERE phone_key <> '';
CREATE INDEX rsvps_recipient_id ON rsvps (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX rsvps_account_id ON rsvps (event_id, account_id);
CREATE UNIQUE INDEX rsvp_revisions_rsvp_id ON rsvp_revisions (rsvp_id, version);
{{- end}}
ALTER TABLE rsvp_tallies ADD COLUMN declined BIGINT NOT NULL DEFAULT 0; -- registrations of guests who are not coming

-- +goose Down
DELETE FROM rsvps WHERE people = 0;
ALTER TABLE rsvp_tallies DROP COLUMN declined;
