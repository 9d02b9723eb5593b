-- +goose Up
-- Messages to people who have an account: invitations and links to choose a password. Each is written in the transaction of the act
-- that it belongs to, and sent by a worker.
CREATE TABLE outgoing_mail (
  id         {{.ID}},
  reference  TEXT NOT NULL,                               -- random, of the Message-ID; the content is sealed for it
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,                               -- invitation, forgotten_password, …
  recipient  TEXT NOT NULL,                               -- e-mail address
  language   TEXT NOT NULL CHECK (language IN ('fr','en')),
  subject    TEXT NOT NULL,                               -- holds no secret
  content    {{.Bytes}},                                  -- sealed; NULL as soon as nothing more is sent
  state      TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent','refused','expired','unconfirmed','cancelled')),
  reason     TEXT NOT NULL DEFAULT '',                    -- what the mail server answered last
  attempts   BIGINT NOT NULL DEFAULT 0,
  unanswered BIGINT NOT NULL DEFAULT 0,                   -- how often it was handed over without an answer being heard
  lease      BIGINT NOT NULL DEFAULT 0,                   -- of the attempt under way, until next_at; 0: none
  next_at    BIGINT NOT NULL,                             -- of the next attempt
  expires_at BIGINT NOT NULL,                             -- not sent from then on
  created_at BIGINT NOT NULL,
  sent_at    BIGINT
);
CREATE INDEX outgoing_mail_next_at ON outgoing_mail (next_at, id) WHERE state = 'queued';
CREATE INDEX outgoing_mail_person_id ON outgoing_mail (person_id, id);

-- Who says that a password is forgotten. Whether there is such a person is looked up afterwards, so that the answer takes the same
-- time for everyone.
CREATE TABLE password_requests (
  id         {{.ID}},
  reference  TEXT NOT NULL,                               -- random; the content is sealed for it
  content    {{.Bytes}} NOT NULL,                         -- JSON, sealed: the address as typed, and where the request came from
  created_at BIGINT NOT NULL
);

-- NULL: not known, because it was before this.
ALTER TABLE people ADD COLUMN password_set_at BIGINT;
ALTER TABLE people ADD COLUMN signed_in_at BIGINT;

-- +goose Down
ALTER TABLE people DROP COLUMN signed_in_at;
ALTER TABLE people DROP COLUMN password_set_at;
DROP TABLE password_requests;
DROP TABLE outgoing_mail;
