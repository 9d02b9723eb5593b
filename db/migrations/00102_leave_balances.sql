-- +goose Up
-- old programs: yes
-- How a kind of leave is earned, and what becomes of it at the end of its year. Amounts are minutes; a day of leave is 480.
CREATE TABLE leave_rules (
  leave_type        TEXT PRIMARY KEY CHECK (leave_type IN ('Sick','Vacation','Unpaid','Bereavement','Parental','Legal')),
  from_day          TEXT NOT NULL,              -- the balance counts nothing before it
  earns             TEXT NOT NULL CHECK (earns IN ('none','worked','period','year')),
  rate              BIGINT NOT NULL DEFAULT 0,  -- of the minutes worked, in 1/100 %
  later_rate        BIGINT NOT NULL DEFAULT 0,  -- the rate after later_years of service
  later_years       BIGINT NOT NULL DEFAULT 0,  -- 0: the rate never changes
  minutes           BIGINT NOT NULL DEFAULT 0,  -- earned in each period or year
  paid_minutes      BIGINT NOT NULL DEFAULT 0,  -- the first ones of a year, which are paid; 0: no difference is made
  paid_after_months BIGINT NOT NULL DEFAULT 0,  -- of service
  year_start        TEXT NOT NULL,              -- month and day: 05-01
  carry_limit       BIGINT,                     -- what is kept at the end of a year; NULL: everything
  carry_months      BIGINT NOT NULL DEFAULT 0,  -- after so many months what was carried over expires; 0: never
  refuse_below_zero BOOLEAN NOT NULL DEFAULT FALSE,
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  version           BIGINT NOT NULL DEFAULT 1
);
-- What was earned, has expired, or was entered by payroll. Leave that is taken or asked for is not copied here: it is read from
-- leave_requests.
CREATE TABLE leave_ledger (
  id           {{.ID}},
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  leave_type   TEXT NOT NULL,
  day          TEXT NOT NULL,                   -- the day from which it counts
  entry        TEXT NOT NULL CHECK (entry IN ('opening','earned','expired','adjusted')),
  minutes      BIGINT NOT NULL,                 -- below zero: taken away
  timesheet_id BIGINT REFERENCES timesheets (id), -- whose hours earned it
  cause        TEXT,                            -- what the program posted it for, once: sheet:12, year:2027-05-01; NULL: a person entered it
  note         TEXT NOT NULL DEFAULT '',
  made_by      TEXT NOT NULL DEFAULT '',        -- the person's name, as it was then; empty: the program
  created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX leave_ledger_cause ON leave_ledger (employee_id, leave_type, cause) WHERE cause IS NOT NULL;
CREATE INDEX leave_ledger_balance ON leave_ledger (employee_id, leave_type, day, entry, minutes);
CREATE INDEX leave_ledger_timesheet_id ON leave_ledger (timesheet_id) WHERE timesheet_id IS NOT NULL;
-- How many minutes a request takes without statutory holidays, computed from its version; without a row it is computed when it is read.
CREATE TABLE leave_counts (
  request_id BIGINT PRIMARY KEY REFERENCES leave_requests (id),
  version    BIGINT NOT NULL,
  minutes    BIGINT NOT NULL
);

-- +goose Down
DROP TABLE leave_counts;
DROP TABLE leave_ledger;
DROP TABLE leave_rules;
