-- +goose Up
-- The pictures that the blocks of an event's invitation show in place of its cover picture. The blocks name them by their hash. Those that
-- no block names any more are kept, for the e-mails that show them, until the event has too many. Built-in events, which may have no row
-- in events, have pictures too.
CREATE TABLE event_block_pictures (
  event_id   TEXT NOT NULL,
  hash       TEXT NOT NULL,       -- of the large size: the first half of its SHA-256, in hexadecimal
  width      BIGINT NOT NULL,     -- of the large size, in pixels
  height     BIGINT NOT NULL,
  small      {{.Bytes}} NOT NULL, -- JPEG without metadata
  large      {{.Bytes}} NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (event_id, hash)
);
CREATE INDEX event_block_pictures_hash ON event_block_pictures (hash);

-- +goose Down
DROP TABLE event_block_pictures;
