-- +goose Up

-- What stands in shifts, added up sheet by sheet: a pay period is read from a third of the rows, a year of a large
-- company from a fifth. Kept by whoever writes shifts, in the same transaction; rows that have come to nothing stay.
-- Derived, and so without references of its own.
DROP TABLE shift_weeks;
CREATE TABLE shift_weeks (
  week         TEXT NOT NULL,
  employee_id  BIGINT NOT NULL,
  timesheet_id BIGINT NOT NULL,
  bank_code_id BIGINT NOT NULL,
  shifts       BIGINT NOT NULL,                         -- how many are not deleted
  minutes      BIGINT NOT NULL,
  PRIMARY KEY (week, employee_id, timesheet_id, bank_code_id)
){{.ByKey}};
INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes)
  SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT) FROM shifts
  WHERE archived_at IS NULL GROUP BY week, employee_id, timesheet_id, bank_code_id;

-- +goose Down
DROP TABLE shift_weeks;
CREATE TABLE shift_weeks (
  week         TEXT NOT NULL,
  employee_id  BIGINT NOT NULL,
  bank_code_id BIGINT NOT NULL,
  shifts       BIGINT NOT NULL,
  minutes      BIGINT NOT NULL,
  PRIMARY KEY (week, employee_id, bank_code_id)
){{.ByKey}};
INSERT INTO shift_weeks (week, employee_id, bank_code_id, shifts, minutes)
  SELECT week, employee_id, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT) FROM shifts
  WHERE archived_at IS NULL GROUP BY week, employee_id, bank_code_id;
