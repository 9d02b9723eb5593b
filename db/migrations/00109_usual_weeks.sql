-- +goose Up
-- old programs: yes
-- The week that an employee usually works, or two that alternate.
CREATE TABLE usual_weeks (
  employee_id BIGINT PRIMARY KEY REFERENCES employees (id),
  weeks       BIGINT NOT NULL CHECK (weeks IN (1, 2)),
  first_day   TEXT NOT NULL,            -- a Sunday of the first week, from which the weeks are counted
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE usual_shifts (
  id           {{.ID}},
  employee_id  BIGINT NOT NULL REFERENCES usual_weeks (employee_id) ON DELETE CASCADE,
  week         BIGINT NOT NULL,         -- 1 or 2
  weekday      BIGINT NOT NULL,         -- 0: Sunday
  start_minute BIGINT NOT NULL,         -- after midnight
  end_minute   BIGINT NOT NULL,         -- after the same midnight: more than 1440 on the next day
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  breaks       TEXT,                    -- as they are typed, "30; 15 paid"; empty: none; NULL: by the employee's break rule
  position     BIGINT NOT NULL
);
CREATE INDEX usual_shifts_employee_id ON usual_shifts (employee_id, week, weekday, position);
CREATE INDEX usual_shifts_bank_code_id ON usual_shifts (bank_code_id);

-- +goose Down
DROP TABLE usual_shifts;
DROP TABLE usual_weeks;
