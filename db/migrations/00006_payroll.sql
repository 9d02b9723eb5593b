-- +goose Up

-- What payroll has taken over: the files, with who, when and what is in them (W13). A file is kept as it was given.
CREATE TABLE payroll_exports (
  id           {{.ID}},
  number       BIGINT NOT NULL,                         -- 1, 2, 3 …: each is worked out from all those before it
  period_start TEXT NOT NULL,
  made_at      BIGINT NOT NULL,
  made_by      TEXT NOT NULL REFERENCES people (id),
  made_by_name TEXT NOT NULL,
  options      TEXT NOT NULL,                           -- JSON: how the file is written
  line_count   BIGINT NOT NULL,
  corrections  BIGINT NOT NULL,                         -- how many of the lines correct an earlier export
  regular      BIGINT NOT NULL,                         -- minutes, of all lines together
  evening      BIGINT NOT NULL,
  emergency    BIGINT NOT NULL,
  overtime     BIGINT NOT NULL,
  on_leave     BIGINT NOT NULL,
  cents        BIGINT NOT NULL,
  distance     BIGINT NOT NULL,                         -- 1/100 km
  sha256       {{.Bytes}} NOT NULL,
  file         {{.Bytes}} NOT NULL,
  withdrawn_at BIGINT,
  withdrawn_by TEXT REFERENCES people (id)
);
CREATE UNIQUE INDEX payroll_exports_number ON payroll_exports (number);
CREATE UNIQUE INDEX payroll_exports_period_start ON payroll_exports (period_start) WHERE withdrawn_at IS NULL;

-- Their lines. What has been paid for a period is the sum of its lines in all exports that stand.
CREATE TABLE payroll_export_lines (
  export_id           BIGINT NOT NULL REFERENCES payroll_exports (id),
  position            BIGINT NOT NULL,
  corrects            BIGINT REFERENCES payroll_exports (id), -- NULL: a line of the export's own period
  period_start        TEXT NOT NULL,
  employee_id         BIGINT NOT NULL REFERENCES employees (id),
  employee_name       TEXT NOT NULL,
  company_code        BIGINT NOT NULL,
  external_payroll_id BIGINT NOT NULL,
  week                TEXT NOT NULL,
  part                BIGINT NOT NULL,                  -- 0 worked, 1 overtime found, 2 spent, 3 on leave
  bank_code_id        BIGINT NOT NULL,                  -- 0: overtime found without a code for it
  bank_code           TEXT NOT NULL,
  type                TEXT NOT NULL,
  minutes             BIGINT NOT NULL,
  cents               BIGINT NOT NULL,
  distance            BIGINT NOT NULL,
  PRIMARY KEY (export_id, position)
);
CREATE INDEX payroll_export_lines_period_start ON payroll_export_lines (period_start, export_id);

-- +goose Down
DROP TABLE payroll_export_lines;
DROP TABLE payroll_exports;
