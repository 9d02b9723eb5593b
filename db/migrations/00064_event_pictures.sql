-- +goose Up
-- The cover picture of an event. events names the one that is shown, with its descriptions for people who cannot see it; its bytes are
-- in event_pictures. Earlier pictures of the event are kept there, for the e-mails that show them.
ALTER TABLE events ADD COLUMN picture_hash TEXT NOT NULL DEFAULT '';   -- empty: there is none
ALTER TABLE events ADD COLUMN picture_width BIGINT NOT NULL DEFAULT 0; -- of the large size, in pixels
ALTER TABLE events ADD COLUMN picture_height BIGINT NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN picture_fr TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN picture_en TEXT NOT NULL DEFAULT '';

CREATE TABLE event_pictures (
  event_id   TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,             -- of the large size: the first half of its SHA-256, in hexadecimal
  small      {{.Bytes}} NOT NULL,       -- JPEG without metadata
  large      {{.Bytes}} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (event_id, hash)
);
CREATE INDEX event_pictures_hash ON event_pictures (hash);

-- +goose Down
DROP TABLE event_pictures;
ALTER TABLE events DROP COLUMN picture_en;
ALTER TABLE events DROP COLUMN picture_fr;
ALTER TABLE events DROP COLUMN picture_height;
ALTER TABLE events DROP COLUMN picture_width;
ALTER TABLE events DROP COLUMN picture_hash;
