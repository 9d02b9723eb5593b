-- +goose Up
-- What a check of an uploaded file has found, and what a sync has found: JSON, the same reasons counted together. Empty: not checked yet.
ALTER TABLE directory_uploads ADD COLUMN findings TEXT NOT NULL DEFAULT '';
ALTER TABLE directory_uploads ADD COLUMN unknown_as_empty BOOLEAN NOT NULL DEFAULT FALSE; -- an unknown type or status does not reject a line
ALTER TABLE directory_syncs ADD COLUMN findings TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE directory_syncs DROP COLUMN findings;
ALTER TABLE directory_uploads DROP COLUMN unknown_as_empty;
ALTER TABLE directory_uploads DROP COLUMN findings;
