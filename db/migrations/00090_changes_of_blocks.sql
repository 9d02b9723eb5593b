-- +goose Up
-- old programs: no
-- The day of the latest change in each block of ids, in days since 1970-01-01, kept as its days are: a list of what changed reads only the
-- blocks that can hold it. A line of a timesheet counts as changed with its sheet. Blocks of sheets without a line have no days.
ALTER TABLE day_blocks ADD COLUMN last_change BIGINT NOT NULL DEFAULT 0;
INSERT INTO day_blocks (name, block, first_day, last_day)
  SELECT 'timesheets', id / 1000, '9999-12-31', '0001-01-01' FROM timesheets
    WHERE NOT EXISTS (SELECT 1 FROM day_blocks b WHERE b.name = 'timesheets' AND b.block = timesheets.id / 1000) GROUP BY id / 1000;
UPDATE day_blocks SET last_change = COALESCE((SELECT MAX(updated_at) FROM timesheets
  WHERE id BETWEEN block * 1000 AND block * 1000 + 999), 0) / 86400000 WHERE name = 'timesheets';
UPDATE day_blocks SET last_change = COALESCE((SELECT MAX(CASE WHEN t.updated_at > l.updated_at THEN t.updated_at ELSE l.updated_at END)
  FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id
  WHERE l.id BETWEEN block * 1000 AND block * 1000 + 999), 0) / 86400000 WHERE name = 'shifts';
UPDATE day_blocks SET last_change = COALESCE((SELECT MAX(CASE WHEN t.updated_at > l.updated_at THEN t.updated_at ELSE l.updated_at END)
  FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id
  WHERE l.id BETWEEN block * 1000 AND block * 1000 + 999), 0) / 86400000 WHERE name = 'expenses';
UPDATE day_blocks SET last_change = COALESCE((SELECT MAX(updated_at) FROM leave_requests
  WHERE id BETWEEN block * 1000 AND block * 1000 + 999), 0) / 86400000 WHERE name = 'leave_requests';

-- Lists of leave by two of these.
CREATE INDEX leave_requests_code_status ON leave_requests (bank_code_id, approval_status, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_code_type ON leave_requests (bank_code_id, leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_status_type ON leave_requests (approval_status, leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;

-- +goose Down
DROP INDEX leave_requests_code_status;
DROP INDEX leave_requests_code_type;
DROP INDEX leave_requests_status_type;
ALTER TABLE day_blocks DROP COLUMN last_change;
