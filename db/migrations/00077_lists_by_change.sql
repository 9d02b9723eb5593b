-- +goose Up
-- Lists narrowed by when a record changed, by its day or its bank code begin at these.
CREATE INDEX shifts_updated_at ON shifts (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX shifts_day ON shifts (day, id, timesheet_id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX shifts_bank_code_id ON shifts (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_updated_at ON expenses (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_day ON expenses (day, id, timesheet_id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_bank_code_id ON expenses (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX timesheets_updated_at ON timesheets (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_updated_at ON leave_requests (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_bank_code_id ON leave_requests (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_status ON leave_requests (approval_status, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_type ON leave_requests (leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;

-- +goose Down
DROP INDEX leave_requests_bank_code_id;
DROP INDEX leave_requests_status;
DROP INDEX leave_requests_type;
DROP INDEX shifts_updated_at;
DROP INDEX shifts_day;
DROP INDEX shifts_bank_code_id;
DROP INDEX expenses_updated_at;
DROP INDEX expenses_day;
DROP INDEX expenses_bank_code_id;
DROP INDEX timesheets_updated_at;
DROP INDEX leave_requests_updated_at;
