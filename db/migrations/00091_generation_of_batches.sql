-- +goose Up
-- old programs: yes
-- The generation of the directory when a batch was begun, -1 where it is not known. Whom its filters found and who has left since then, left
-- in a later generation.
ALTER TABLE audience_sources ADD COLUMN generation BIGINT NOT NULL DEFAULT -1;

-- +goose Down
ALTER TABLE audience_sources DROP COLUMN generation;
