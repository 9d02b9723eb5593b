-- +goose Up
-- The blocks before the last change, if that can be taken back: the message about it is too small to carry them.
ALTER TABLE event_blocks ADD COLUMN before_change TEXT; -- JSON as in document; NULL: there is no way back

-- +goose Down
ALTER TABLE event_blocks DROP COLUMN before_change;
