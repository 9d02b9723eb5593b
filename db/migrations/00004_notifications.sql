-- +goose Up

-- What people are told, one row a person (W15). Ids grow in the order of commits, so that a stream goes on after the
-- last one it has sent.
CREATE TABLE notifications (
  id          {{.ID}},
  person_id   TEXT NOT NULL REFERENCES people (id),
  kind        TEXT NOT NULL,                            -- timesheet.submitted, …
  record_kind TEXT NOT NULL,                            -- timesheet, expense, leave_request, pay_period, event, campaign
  record_id   BIGINT NOT NULL,                          -- 0 for a pay period: it is in the data
  data        TEXT NOT NULL,                            -- JSON: what the text needs, in no language
  created_at  BIGINT NOT NULL,
  read_at     BIGINT
);
CREATE INDEX notifications_person_id ON notifications (person_id, id);
CREATE INDEX notifications_unread ON notifications (person_id) WHERE read_at IS NULL;
CREATE INDEX notifications_unread_record ON notifications (record_id, kind) WHERE read_at IS NULL;
CREATE INDEX notifications_created_at ON notifications (created_at);

-- What waits for a decision, which the summary counts.
CREATE INDEX timesheets_waiting ON timesheets (employee_id) WHERE submitted_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
CREATE INDEX leave_requests_waiting ON leave_requests (employee_id) WHERE approval_status IN ('Pending', 'Escalated') AND archived_at IS NULL;

-- +goose Down
DROP INDEX leave_requests_waiting;
DROP INDEX timesheets_waiting;
DROP TABLE notifications;
