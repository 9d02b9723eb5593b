-- +goose Up
-- old programs: yes
-- The index of shifts by week has all that is read of the shifts of a period, so that the table itself is not.
DROP INDEX shifts_week;
CREATE INDEX shifts_week ON shifts (week, employee_id, timesheet_id, bank_code_id, minutes, day, start_at, end_at, breaks, archived_at)
  WHERE archived_at IS NULL;

-- +goose Down
DROP INDEX shifts_week;
CREATE INDEX shifts_week ON shifts (week, employee_id, timesheet_id, bank_code_id, minutes, archived_at) WHERE archived_at IS NULL;
