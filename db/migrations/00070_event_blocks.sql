-- +goose Up
-- The invitation of an event as a list of blocks (ADR 46). An event without a row has the blocks of the festive invitation. Built-in events,
-- which may have no row in events, have blocks too.
CREATE TABLE event_blocks (
  event_id   TEXT PRIMARY KEY,
  document   TEXT NOT NULL,   -- JSON: format, subject, blocks
  version    BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE event_blocks;
