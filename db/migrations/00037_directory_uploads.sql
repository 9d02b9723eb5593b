-- +goose Up

-- Files of customers that staff upload where no other system keeps them. A file is kept in parts, so that any replica can read it.
CREATE TABLE directory_uploads (
  id              {{.ID}},
  file_name       TEXT NOT NULL,
  headings        TEXT NOT NULL,                        -- JSON: the first line of the file
  fields          TEXT NOT NULL,                        -- JSON: the field of each column; "" for one that is left out
  line_count      BIGINT NOT NULL,
  whole           BOOLEAN NOT NULL DEFAULT FALSE,       -- all parts are stored
  created_at      BIGINT NOT NULL,
  created_by_name TEXT NOT NULL
);
CREATE TABLE directory_upload_parts (
  upload   BIGINT NOT NULL REFERENCES directory_uploads (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,                             -- counted from 0
  bytes    {{.Bytes}} NOT NULL,
  PRIMARY KEY (upload, position)
);

-- The generation that was read before an upload was published stays until undo_until, so that staff can return to it.
ALTER TABLE directory_syncs ADD COLUMN previous BIGINT NOT NULL DEFAULT 0;    -- the generation that was read before
ALTER TABLE directory_syncs ADD COLUMN upload BIGINT NOT NULL DEFAULT 0;      -- the file that was read; 0: the source of the settings
ALTER TABLE directory_syncs ADD COLUMN undo_until BIGINT NOT NULL DEFAULT 0;  -- 0: it cannot be undone
ALTER TABLE directory_syncs ADD COLUMN undone_at BIGINT NOT NULL DEFAULT 0;   -- 0: never

-- +goose Down
ALTER TABLE directory_syncs DROP COLUMN undone_at;
ALTER TABLE directory_syncs DROP COLUMN undo_until;
ALTER TABLE directory_syncs DROP COLUMN upload;
ALTER TABLE directory_syncs DROP COLUMN previous;
DROP TABLE directory_upload_parts;
DROP TABLE directory_uploads;
