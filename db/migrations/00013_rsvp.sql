-- +goose Up

-- Personal links (R18): whoever holds the token is the guest of one invitation. Only its hash is kept.
CREATE TABLE rsvp_links (
  token_hash   {{.Bytes}} PRIMARY KEY,
  event_id     TEXT NOT NULL,
  name         TEXT NOT NULL,                           -- what the invitation showed, and no more
  email        TEXT NOT NULL,
  language     TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id  TEXT NOT NULL DEFAULT '',
  recipient_id BIGINT,                                  -- of the campaign that sent it; NULL: made otherwise
  created_at   BIGINT NOT NULL
);
CREATE INDEX rsvp_links_event_id ON rsvp_links (event_id);

-- Answers to invitations, one a customer (R16, R19).
CREATE TABLE rsvps (
  id              {{.ID}},
  event_id        TEXT NOT NULL,
  identity        TEXT NOT NULL,                        -- 'customer:…', 'account:…', 'email:…', 'phone:…' or 'name:…'
  name            TEXT NOT NULL,
  customer_number TEXT NOT NULL DEFAULT '',
  phone           TEXT NOT NULL DEFAULT '',
  phone_key       TEXT NOT NULL DEFAULT '',             -- E.164; '' for what is no valid number
  email           TEXT NOT NULL DEFAULT '',
  email_key       TEXT NOT NULL DEFAULT '',
  people          BIGINT NOT NULL CHECK (people BETWEEN 1 AND 20),
  allergies       TEXT NOT NULL DEFAULT '',
  language        TEXT NOT NULL CHECK (language IN ('fr','en')),
  confidence      TEXT NOT NULL CHECK (confidence IN ('confirmed','probable','none')),
  signals         TEXT NOT NULL DEFAULT '',             -- comma-separated, in the order of R17
  ip              TEXT NOT NULL DEFAULT '',
  customer_id     TEXT NOT NULL DEFAULT '',             -- of the link, or of the match
  account_id      TEXT NOT NULL DEFAULT '',
  name_on_file    TEXT NOT NULL DEFAULT '',
  folded          TEXT NOT NULL DEFAULT '',             -- what a list is searched in: names, address and number, a line each
  recipient_id    BIGINT,                               -- whose personal link it came by
  entered_by      TEXT REFERENCES people (id),          -- staff who answered on the guest's behalf; NULL: the guest
  created_at      BIGINT NOT NULL,
  responded_at    BIGINT NOT NULL,                      -- of the latest answer
  version         BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX rsvps_identity ON rsvps (event_id, identity);
CREATE INDEX rsvps_email_key ON rsvps (event_id, email_key);
CREATE INDEX rsvps_customer_id ON rsvps (event_id, customer_id);
CREATE INDEX rsvps_phone_key ON rsvps (event_id, phone_key) WHERE phone_key <> '';
CREATE INDEX rsvps_account_id ON rsvps (event_id, account_id) WHERE account_id <> '';
CREATE INDEX rsvps_recipient_id ON rsvps (recipient_id) WHERE recipient_id IS NOT NULL;

-- Earlier answers, which staff can bring back.
CREATE TABLE rsvp_revisions (
  id          {{.ID}},
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  version     BIGINT NOT NULL,
  content     TEXT NOT NULL,                            -- JSON: the answer as it was
  replaced_at BIGINT NOT NULL,
  replaced_by TEXT NOT NULL DEFAULT ''                  -- who replaced it; empty: the guest
);
CREATE UNIQUE INDEX rsvp_revisions_rsvp_id ON rsvp_revisions (rsvp_id, version);

-- How many are coming. The row is the lock under which seats are given out.
CREATE TABLE rsvp_tallies (
  id            {{.ID}},                                -- by which notifications know the event
  event_id      TEXT NOT NULL,
  headcount     BIGINT NOT NULL DEFAULT 0,
  registrations BIGINT NOT NULL DEFAULT 0,
  untold        BIGINT NOT NULL DEFAULT 0,              -- answers that staff have not been told of yet
  told_at       BIGINT NOT NULL DEFAULT 0               -- when they last were
);
CREATE UNIQUE INDEX rsvp_tallies_event_id ON rsvp_tallies (event_id);
CREATE INDEX rsvp_tallies_untold ON rsvp_tallies (told_at) WHERE untold > 0;

-- Submissions by address and minute, for the limits of R17, kept ten minutes.
CREATE TABLE rsvp_attempts (
  ip       TEXT NOT NULL,                               -- one address, or the network that one IPv6 customer owns
  minute   BIGINT NOT NULL,                             -- unix minutes
  total    BIGINT NOT NULL,
  linkless BIGINT NOT NULL,
  PRIMARY KEY (ip, minute)
);

-- +goose Down
DROP TABLE rsvp_attempts;
DROP TABLE rsvp_tallies;
DROP TABLE rsvp_revisions;
DROP TABLE rsvps;
DROP TABLE rsvp_links;
