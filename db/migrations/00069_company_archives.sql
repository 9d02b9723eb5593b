-- +goose Up
-- Archives of a company that were uploaded to be imported (ADR 45). The bytes are in chunks, so that any replica can import an archive.
CREATE TABLE company_archives (
  id         TEXT PRIMARY KEY,                          -- random
  state      TEXT NOT NULL CHECK (state IN ('arriving','checked','importing','discarded')), -- discarded: to be deleted
  size       BIGINT NOT NULL DEFAULT 0,                 -- bytes that have arrived
  contents   TEXT NOT NULL DEFAULT '',                  -- JSON: what it contains; empty: it is not checked yet
  claim      TEXT NOT NULL DEFAULT '',                  -- random, of the import under way; empty: none
  saved      BIGINT NOT NULL DEFAULT 0,                 -- rows that the import under way has written so far
  failure    TEXT NOT NULL DEFAULT '',                  -- JSON: why the last import failed; empty: it did not
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,                             -- id of the person, whom the import deletes
  changed_at BIGINT NOT NULL                            -- when the last chunk arrived
);
CREATE TABLE company_archive_chunks (
  archive  TEXT NOT NULL REFERENCES company_archives (id),
  position BIGINT NOT NULL,                             -- counted from 0
  bytes    {{.Bytes}} NOT NULL,                         -- 1 MiB; the last chunk has fewer
  PRIMARY KEY (archive, position)
);

-- +goose Down
DROP TABLE company_archive_chunks;
DROP TABLE company_archives;
