-- +goose Up
-- old programs: no
-- The least and the greatest day of each block of 1,000 ids of a table, kept by whoever writes its records, in the same transaction, and
-- only ever widened: a list sorted by id reads only the blocks that can hold a record of some days. Derived, and so without references.
CREATE TABLE day_blocks (
  name      TEXT NOT NULL,                              -- of the table; of timesheets, the days are those of their lines
  block     BIGINT NOT NULL,                            -- its ids from block * 1000 on
  first_day TEXT NOT NULL,
  last_day  TEXT NOT NULL,
  PRIMARY KEY (name, block)
){{.ByKey}};
INSERT INTO day_blocks (name, block, first_day, last_day)
  SELECT 'shifts', id / 1000, MIN(day), MAX(day) FROM shifts GROUP BY id / 1000;
INSERT INTO day_blocks (name, block, first_day, last_day)
  SELECT 'expenses', id / 1000, MIN(day), MAX(day) FROM expenses GROUP BY id / 1000;
INSERT INTO day_blocks (name, block, first_day, last_day)
  SELECT 'timesheets', block, MIN(first), MAX(last) FROM (
    SELECT timesheet_id / 1000 AS block, MIN(day) AS first, MAX(day) AS last FROM shifts GROUP BY timesheet_id / 1000
    UNION ALL SELECT timesheet_id / 1000, MIN(day), MAX(day) FROM expenses GROUP BY timesheet_id / 1000
  ) l GROUP BY block;
INSERT INTO day_blocks (name, block, first_day, last_day)
{{- if .ByKey}}
  SELECT 'leave_requests', id / 1000, MIN(date(start_at / 1000, 'unixepoch')), MAX(date(end_at / 1000, 'unixepoch'))
{{- end}}
{{- if not .ByKey}}
  SELECT 'leave_requests', id / 1000, MIN(to_char(to_timestamp(start_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')),
    MAX(to_char(to_timestamp(end_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
{{- end}}
  FROM leave_requests GROUP BY id / 1000;

-- The ids of shifts and expenses that are approved neither by themselves nor with their sheet, kept by whoever adds or decides about them,
-- in the same transaction. Derived, and so without references.
CREATE TABLE open_lines (
  name TEXT NOT NULL,                                   -- of the table
  id   BIGINT NOT NULL,
  PRIMARY KEY (name, id)
){{.ByKey}};
INSERT INTO open_lines (name, id)
  SELECT 'shifts', l.id FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id WHERE NOT l.is_approved AND NOT t.is_approved;
INSERT INTO open_lines (name, id)
  SELECT 'expenses', l.id FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id WHERE NOT l.is_approved AND NOT t.is_approved;

-- Timesheets that are not approved, in the order of their ids.
CREATE INDEX timesheets_open_id ON timesheets (id) WHERE NOT is_approved AND archived_at IS NULL AND aged_at IS NULL;

-- +goose Down
DROP INDEX timesheets_open_id;
DROP TABLE open_lines;
DROP TABLE day_blocks;
