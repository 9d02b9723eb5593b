-- +goose Up
-- Messages that are due leave in the order of their priority: a link for a password does not wait for thousands of event updates. A
-- program of the version before, beside which this one may run during an update, leaves the column out.
ALTER TABLE outgoing_mail ADD COLUMN priority BIGINT NOT NULL DEFAULT 2; -- 1 leaves first, 3 last: see package outgoingmail
UPDATE outgoing_mail SET priority = CASE WHEN kind IN ('invitation', 'forgotten_password') THEN 1 ELSE 3 END
  WHERE state = 'queued' AND kind IN ('invitation', 'forgotten_password', 'digest', 'event_update');
CREATE INDEX outgoing_mail_priority ON outgoing_mail (priority, next_at, id) WHERE state = 'queued';

-- +goose Down
DROP INDEX outgoing_mail_priority;
ALTER TABLE outgoing_mail DROP COLUMN priority;
