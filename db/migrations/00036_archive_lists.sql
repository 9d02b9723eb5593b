-- +goose Up
-- The lists of the archive: the latest archived first. With the employee a supervisor's team is found without reading the records.
CREATE INDEX timesheets_archived ON timesheets (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX shifts_archived ON shifts (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX expenses_archived ON expenses (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX leave_requests_archived ON leave_requests (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;

-- +goose Down
DROP INDEX leave_requests_archived;
DROP INDEX expenses_archived;
DROP INDEX shifts_archived;
DROP INDEX timesheets_archived;
