-- +goose Up

-- When whoever approves sent a sheet back to its owner instead; empty again once it is handed in or approved.
ALTER TABLE timesheets ADD COLUMN returned_at BIGINT;

-- What the approvers' page asks for: sheets that are open, and what was decided lately.
CREATE INDEX timesheets_open ON timesheets (employee_id) WHERE NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheets_decided ON timesheets (approved_at) WHERE is_approved AND archived_at IS NULL;
CREATE INDEX leave_requests_decided ON leave_requests (updated_at) WHERE approval_status IN ('True', 'False', 'Denied') AND archived_at IS NULL;

-- +goose Down
DROP INDEX leave_requests_decided;
DROP INDEX timesheets_decided;
DROP INDEX timesheets_open;
ALTER TABLE timesheets DROP COLUMN returned_at;
