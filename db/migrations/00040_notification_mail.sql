-- +goose Up
-- What a notification is about for those who choose how they are notified by e-mail, and whether a message about it waits: now, digest;
-- NULL for none.
ALTER TABLE notifications ADD COLUMN topic TEXT NOT NULL DEFAULT '';
ALTER TABLE notifications ADD COLUMN mail TEXT CHECK (mail IN ('now','digest'));
CREATE INDEX notifications_mail ON notifications (mail, person_id, created_at) WHERE mail IS NOT NULL;

-- What a person has chosen for a topic; without a row the default of the topic holds.
CREATE TABLE notification_preferences (
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  topic      TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode IN ('now','digest','never')),
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (person_id, topic)
){{.ByKey}};

-- +goose Down
DROP TABLE notification_preferences;
DROP INDEX notifications_mail;
ALTER TABLE notifications DROP COLUMN mail;
ALTER TABLE notifications DROP COLUMN topic;
