-- +goose Up
-- The queue of messages to people with an account is used for messages to guests as well, who have none. SQLite cannot change a
-- constraint, so there the table is made again. The next ids stay above those that were given out before.
{{- if not .ByKey}}
ALTER TABLE outgoing_mail ALTER COLUMN person_id DROP NOT NULL;
ALTER TABLE outgoing_mail ADD COLUMN recipient_key TEXT NOT NULL DEFAULT '';
ALTER TABLE outgoing_mail ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE outgoing_mail ADD COLUMN once TEXT;
{{- end}}
{{- if .ByKey}}
CREATE TABLE outgoing_mail_next (
  id            {{.ID}},
  reference     TEXT NOT NULL,                               -- random, of the Message-ID; the content is sealed for it
  person_id     TEXT REFERENCES people (id) ON DELETE CASCADE, -- NULL: the recipient is a guest
  kind          TEXT NOT NULL,                               -- invitation, forgotten_password, …
  recipient     TEXT NOT NULL,                               -- e-mail address
  language      TEXT NOT NULL CHECK (language IN ('fr','en')),
  subject       TEXT NOT NULL,                               -- holds no secret
  content       {{.Bytes}},                                  -- sealed; NULL as soon as nothing more is sent
  state         TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent','refused','expired','unconfirmed','cancelled')),
  reason        TEXT NOT NULL DEFAULT '',                    -- what the mail server answered last
  attempts      BIGINT NOT NULL DEFAULT 0,
  unanswered    BIGINT NOT NULL DEFAULT 0,                   -- how often it was handed over without an answer being heard
  lease         BIGINT NOT NULL DEFAULT 0,                   -- of the attempt under way, until next_at; 0: none
  next_at       BIGINT NOT NULL,                             -- of the next attempt
  expires_at    BIGINT NOT NULL,                             -- not sent from then on
  created_at    BIGINT NOT NULL,
  sent_at       BIGINT,
  recipient_key TEXT NOT NULL DEFAULT '',                    -- the address of a guest in the form by which addresses are compared
  about         TEXT NOT NULL DEFAULT '',                    -- the id of the event that a message to a guest is about
  once          TEXT                                         -- no two messages have the same
);
INSERT INTO outgoing_mail_next (id, reference, person_id, kind, recipient, language, subject, content, state, reason, attempts,
    unanswered, lease, next_at, expires_at, created_at, sent_at)
  SELECT id, reference, person_id, kind, recipient, language, subject, content, state, reason, attempts, unanswered, lease, next_at,
    expires_at, created_at, sent_at FROM outgoing_mail;
DELETE FROM sqlite_sequence WHERE name = 'outgoing_mail_next';
INSERT INTO sqlite_sequence (name, seq) SELECT name || '_next', seq FROM sqlite_sequence WHERE name = 'outgoing_mail';
DROP TABLE outgoing_mail;
ALTER TABLE outgoing_mail_next RENAME TO outgoing_mail;
CREATE INDEX outgoing_mail_next_at ON outgoing_mail (next_at, id) WHERE state = 'queued';
CREATE INDEX outgoing_mail_person_id ON outgoing_mail (person_id, id);
{{- end}}
CREATE INDEX outgoing_mail_recipient_key ON outgoing_mail (recipient_key, created_at) WHERE recipient_key <> '';
CREATE UNIQUE INDEX outgoing_mail_once ON outgoing_mail (once) WHERE once IS NOT NULL;

-- +goose Down
DELETE FROM outgoing_mail WHERE person_id IS NULL;
DROP INDEX outgoing_mail_once;
DROP INDEX outgoing_mail_recipient_key;
ALTER TABLE outgoing_mail DROP COLUMN once;
ALTER TABLE outgoing_mail DROP COLUMN about;
ALTER TABLE outgoing_mail DROP COLUMN recipient_key;
