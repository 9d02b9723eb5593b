-- +goose Up
-- Whether the messages of a send were kept in the outbox, since no channel was configured when it began: nobody has
-- received them. Of sends that began before this column nothing is known.
ALTER TABLE campaigns ADD COLUMN kept BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE campaigns DROP COLUMN kept;
