-- +goose Up

-- Files of records that a company brings with it. The lines of a file are kept until they are saved or given up, so that they can be
-- looked at and corrected, and for a day after that, so that saving them can be undone.
CREATE TABLE imports (
  id              {{.ID}},
  kind            TEXT NOT NULL,                        -- employees, customers …
  file_name       TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('reading','mapping','checking','checked','applying','applied','undone','dead')),
  headings        TEXT NOT NULL DEFAULT '[]',           -- JSON: the first line of the file
  fields          TEXT NOT NULL DEFAULT '[]',           -- JSON: the field of each column; "" for one that is left out
  line_count      BIGINT NOT NULL DEFAULT 0,
  done_count      BIGINT NOT NULL DEFAULT 0,            -- lines that the check under way has done
  new_count       BIGINT NOT NULL DEFAULT 0,
  changed_count   BIGINT NOT NULL DEFAULT 0,
  unchanged_count BIGINT NOT NULL DEFAULT 0,
  wrong_count     BIGINT NOT NULL DEFAULT 0,
  problem         TEXT NOT NULL DEFAULT '',             -- the code of what ended the last step; empty: nothing
  worker          TEXT NOT NULL DEFAULT '',             -- the lock that the process holds which works on it
  created_at      BIGINT NOT NULL,
  created_by      TEXT NOT NULL,
  created_by_name TEXT NOT NULL,
  applied_at      BIGINT,
  applied_by_name TEXT NOT NULL DEFAULT '',
  undone_at       BIGINT
);
CREATE INDEX imports_worker ON imports (worker) WHERE status IN ('reading','checking','applying');

CREATE TABLE import_rows (
  import_id      BIGINT NOT NULL REFERENCES imports (id),
  line           BIGINT NOT NULL,                       -- in the file, counted from 1
  cells          TEXT NOT NULL,                         -- JSON: as written
  fault          TEXT NOT NULL DEFAULT '',              -- why the line has no cells
  verdict        TEXT NOT NULL DEFAULT '',              -- new, changed, unchanged, wrong; empty: not checked yet
  notes          TEXT NOT NULL DEFAULT '',              -- JSON: what is wrong, or what changes
  record_id      BIGINT NOT NULL DEFAULT 0,             -- that exists, or that was created
  record_version BIGINT NOT NULL DEFAULT 0,             -- when it was checked, or after it was saved
  former         TEXT NOT NULL DEFAULT '',              -- JSON: what undoing needs
  PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_verdict ON import_rows (import_id, verdict, line);

-- The field that people have chosen for a heading, for the next file of that kind; "" for a column that is left out.
CREATE TABLE import_headings (
  kind    TEXT NOT NULL,
  heading TEXT NOT NULL,                                -- as it is compared: letters and digits, folded
  field   TEXT NOT NULL,
  PRIMARY KEY (kind, heading)
);

-- Lines of files are matched with records by the payroll number or the address, a thousand at a time.
CREATE INDEX employees_external_payroll_id ON employees (external_payroll_id);
CREATE INDEX employees_email ON employees (email);
CREATE INDEX customers_email ON customers (email);

-- +goose Down
DROP INDEX customers_email;
DROP INDEX employees_email;
DROP INDEX employees_external_payroll_id;
DROP TABLE import_headings;
DROP TABLE import_rows;
DROP TABLE imports;
