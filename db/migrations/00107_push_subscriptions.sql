-- +goose Up
-- old programs: yes
-- Devices on which people receive notices: where a push service takes them, and with which keys they are encrypted for the device.
CREATE TABLE push_subscriptions (
  id           {{.ID}},
  person_id    TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  endpoint     TEXT NOT NULL UNIQUE,      -- the device's address at the push service of its browser
  keys         {{.Bytes}} NOT NULL,       -- sealed: the device's public key and its authentication secret
  device       TEXT NOT NULL,             -- browser and system: Chrome · Android
  session_hash {{.Bytes}},                -- sessions.id_hash of the browser when it last signed in; signing it out removes the device
  created_at   BIGINT NOT NULL,
  used_at      BIGINT NOT NULL DEFAULT 0, -- when the push service last accepted a notice; 0: never
  failures     BIGINT NOT NULL DEFAULT 0  -- notices since then that it has not accepted
);
CREATE INDEX push_subscriptions_person_id ON push_subscriptions (person_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_hash) WHERE session_hash IS NOT NULL;
-- Notices that are still to be sent. A row is deleted when its notice was accepted, has become too old, or was read elsewhere.
CREATE TABLE push_messages (
  id              {{.ID}},
  subscription_id BIGINT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  payload         TEXT NOT NULL,             -- JSON: what the device shows, in the language of the person
  attempts        BIGINT NOT NULL DEFAULT 0,
  next_at         BIGINT NOT NULL,           -- of the next attempt; while it is leased: until when
  lease           BIGINT NOT NULL DEFAULT 0, -- of the worker that sends it
  created_at      BIGINT NOT NULL,
  UNIQUE (notification_id, subscription_id)
);
CREATE INDEX push_messages_next_at ON push_messages (next_at, id);
CREATE INDEX push_messages_subscription ON push_messages (subscription_id);
-- NULL: not for a phone; waiting: to be sent to the devices of its person; done: their notices were queued.
ALTER TABLE notifications ADD COLUMN phone TEXT CHECK (phone IN ('waiting', 'done'));
CREATE INDEX notifications_phone ON notifications (id) WHERE phone = 'waiting';
-- Whether the person wants notices of the topic on their devices; NULL: as the topic has it.
ALTER TABLE notification_preferences ADD COLUMN phone BOOLEAN;

-- +goose Down
ALTER TABLE notification_preferences DROP COLUMN phone;
DROP INDEX notifications_phone;
ALTER TABLE notifications DROP COLUMN phone;
DROP TABLE push_messages;
DROP TABLE push_subscriptions;
