-- +goose Up
-- Messages around an event (ADR 38). Each that is on has a campaign, which is scheduled until the message is sent.
{{- if .ByKey}}
ALTER TABLE campaigns DROP COLUMN type;
ALTER TABLE campaigns ADD COLUMN type TEXT NOT NULL DEFAULT 'event' CHECK (type IN ('event','message'));
{{- end}}
{{- if not .ByKey}}
ALTER TABLE campaigns DROP CONSTRAINT campaigns_type_check, ADD CONSTRAINT campaigns_type_check CHECK (type IN ('event','message'));
{{- end}}
ALTER TABLE campaigns ADD COLUMN message TEXT NOT NULL DEFAULT '';       -- with the type message: its kind in event_messages
ALTER TABLE campaigns ADD COLUMN follows BIGINT REFERENCES campaigns (id); -- the invitation that it sends to those added to the list since
CREATE INDEX campaigns_follows ON campaigns (follows) WHERE follows IS NOT NULL;
DROP INDEX campaigns_active;
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE type = 'event' AND started_at > 0 AND status IN ('sending','paused');
CREATE TABLE event_messages (
  event_id    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('week_before','day_before','thank_you','declined')),
  days        BIGINT NOT NULL CHECK (days BETWEEN 0 AND 60), -- before the day on which the event starts, or after that on which it ends
  minutes     BIGINT NOT NULL CHECK (minutes BETWEEN 0 AND 1439), -- the time of that day, in minutes after midnight
  subject_fr  TEXT NOT NULL DEFAULT '',                 -- '': the text of the program; likewise the next three
  text_fr     TEXT NOT NULL DEFAULT '',                 -- Markdown
  subject_en  TEXT NOT NULL DEFAULT '',
  text_en     TEXT NOT NULL DEFAULT '',
  campaign_id BIGINT REFERENCES campaigns (id),         -- its latest campaign; NULL: it was never on
  version     BIGINT NOT NULL DEFAULT 1,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, kind)
);

-- +goose Down
DROP TABLE event_messages;
DELETE FROM campaigns WHERE type = 'message';
DROP INDEX campaigns_active;
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE started_at > 0 AND status IN ('sending','paused');
DROP INDEX campaigns_follows;
ALTER TABLE campaigns DROP COLUMN follows;
ALTER TABLE campaigns DROP COLUMN message;
