-- +goose Up

-- What waits for a decision is found by when it came to wait: a range that is read from the index, however many sheets
-- lie open that nobody has handed in.
DROP INDEX timesheets_waiting;
CREATE INDEX timesheets_submitted_at ON timesheets (submitted_at) WHERE submitted_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheets_returned_at ON timesheets (returned_at) WHERE returned_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheet_approvals_withdrawn ON timesheet_approvals (timesheet_id) WHERE withdrawn_at IS NOT NULL;

-- +goose Down
DROP INDEX timesheet_approvals_withdrawn;
DROP INDEX timesheets_returned_at;
DROP INDEX timesheets_submitted_at;
CREATE INDEX timesheets_waiting ON timesheets (employee_id) WHERE submitted_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
