-- +goose Up

-- Sends to the audience of an event, and reminders of them (R8, R10, R13). The figures are kept in the transactions that
-- change the recipients, so that a report is one row however many there are.
CREATE TABLE campaigns (
  id          {{.ID}},
  event_id    TEXT NOT NULL,
  type        TEXT NOT NULL CHECK (type IN ('event')),
  reminder_of BIGINT REFERENCES campaigns (id),
  status      TEXT NOT NULL CHECK (status IN ('scheduled','sending','paused','interrupted','completed','cancelled')),
  reason      TEXT NOT NULL DEFAULT '',                 -- why it is paused or interrupted, a code
  note        TEXT NOT NULL DEFAULT '',                 -- what the relay said, for staff
  channel     TEXT NOT NULL CHECK (channel IN ('bulk','mailbox')),
  sender      TEXT NOT NULL,                            -- one of the allowed, as it stands in From
  subject     TEXT NOT NULL DEFAULT '',                 -- '' the look's own
  template    TEXT NOT NULL DEFAULT '',                 -- '' the festive invitation
  tracked     BOOLEAN NOT NULL,                         -- its messages tell whether they are opened: decided once, so that each attempt is the same
  salt        {{.Bytes}} NOT NULL,                      -- what its recipients' links are derived from, with the secret
  first_id    BIGINT NOT NULL DEFAULT 0,                -- its recipients' ids lie between these, maybe among others'
  last_id     BIGINT NOT NULL DEFAULT 0,
  total       BIGINT NOT NULL DEFAULT 0,                -- pending + sent + failed + excluded
  pending     BIGINT NOT NULL DEFAULT 0,
  sent        BIGINT NOT NULL DEFAULT 0,
  failed      BIGINT NOT NULL DEFAULT 0,
  excluded    BIGINT NOT NULL DEFAULT 0,
  unconfirmed BIGINT NOT NULL DEFAULT 0,                -- of those pending
  opened      BIGINT NOT NULL DEFAULT 0,
  clicked     BIGINT NOT NULL DEFAULT 0,
  created_at  BIGINT NOT NULL,
  created_by  TEXT NOT NULL DEFAULT '',                 -- a person's id
  started_at  BIGINT NOT NULL DEFAULT 0,
  finished_at BIGINT NOT NULL DEFAULT 0,
  told        BIGINT NOT NULL DEFAULT 0,                -- how much of it staff have been told: 1 that it began, a percentage, 100 that it came to rest
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1,
  CHECK (total = pending + sent + failed + excluded AND unconfirmed <= pending AND pending >= 0 AND unconfirmed >= 0)
);
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE status IN ('scheduled','sending','paused'); -- one send at a time (R8)
CREATE INDEX campaigns_event_id ON campaigns (event_id);

-- One row a guest and campaign: the queue, the state and the report in one (R11). What changes with each message comes
-- first and is all numbers, and no index but that of what waits is touched by a message that goes well.
CREATE TABLE campaign_recipients (
  id          {{.ID}},
  campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  status      BIGINT NOT NULL CHECK (status BETWEEN 0 AND 3),  -- 0 pending, 1 sent, 2 failed, 3 excluded
  phase       BIGINT NOT NULL DEFAULT 0 CHECK (phase BETWEEN 0 AND 3), -- of a pending one: 0 waits, 1 claimed, 2 about to be handed over, 3 handed over and never answered
  lease       BIGINT NOT NULL DEFAULT 0,                -- the worker that claimed it; in phase 3, how many looks at the provider were planned
  attempts    BIGINT NOT NULL DEFAULT 0,
  next_at     BIGINT NOT NULL DEFAULT 0,                -- not before; in phase 3, when the provider is asked
  sent_at     BIGINT NOT NULL DEFAULT 0,
  opened_at   BIGINT NOT NULL DEFAULT 0,                -- the first time, by a person
  clicked_at  BIGINT NOT NULL DEFAULT 0,
  scanned_at  BIGINT NOT NULL DEFAULT 0,                -- the first time that a program looked at its links
  reason      TEXT NOT NULL DEFAULT '',                 -- of a failed or excluded one, and of the last failed attempt
  email       TEXT NOT NULL,
  email_key   TEXT NOT NULL,
  firstname   TEXT NOT NULL,
  lastname    TEXT NOT NULL,
  language    TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id TEXT NOT NULL,
  source_id   BIGINT NOT NULL DEFAULT 0                 -- of a reminder: the recipient of the send that it reminds of
);
CREATE UNIQUE INDEX campaign_recipients_email_key ON campaign_recipients (campaign_id, email_key); -- each guest once
CREATE INDEX campaign_recipients_customer_id ON campaign_recipients (campaign_id, customer_id) WHERE customer_id <> '';
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign_id, next_at, id) WHERE status = 0 AND phase = 0;
CREATE INDEX campaign_recipients_unsent ON campaign_recipients (campaign_id, status, id) WHERE status >= 2;
CREATE INDEX campaign_recipients_unconfirmed ON campaign_recipients (campaign_id, id) WHERE phase = 3;

-- The processes that send. A row outlives its process only when that was killed.
CREATE TABLE campaign_workers (
  id         {{.ID}},
  name       TEXT NOT NULL,                             -- what it holds for as long as it lives
  beat       BIGINT NOT NULL DEFAULT 0,                 -- grows while it moves
  started_at BIGINT NOT NULL
);

-- How many messages a sender may still hand over at a moment (SEND_RATE).
CREATE TABLE send_limits (
  sender    TEXT PRIMARY KEY,
  tokens    BIGINT NOT NULL,                            -- in thousandths of a message
  filled_at BIGINT NOT NULL
);

-- Addresses that nothing is sent to any more.
CREATE TABLE suppressions (
  email_key    TEXT PRIMARY KEY,
  reason       TEXT NOT NULL CHECK (reason IN ('unsubscribed','bounced','complained')),
  since        BIGINT NOT NULL,
  recipient_id BIGINT                                   -- of the message that led to it; NULL: entered by staff
);

-- When somebody last sent a test of an event's invitation, for the checklist before a send (R8).
CREATE TABLE send_trials (
  event_id TEXT NOT NULL,
  person   TEXT NOT NULL,                               -- a person's id
  language TEXT NOT NULL CHECK (language IN ('fr','en')),
  sent_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, person, language)
);

-- What staff decide for all sends. There is one row at most: without it everything is as it ships.
CREATE TABLE send_settings (
  id           BIGINT PRIMARY KEY CHECK (id = 1),
  track_people BOOLEAN NOT NULL                         -- opens and clicks are kept of each person
);

-- +goose Down
DROP TABLE send_settings;
DROP TABLE send_trials;
DROP TABLE suppressions;
DROP TABLE send_limits;
DROP TABLE campaign_workers;
DROP TABLE campaign_recipients;
DROP TABLE campaigns;
