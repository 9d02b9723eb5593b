-- +goose Up
-- old programs: yes
-- What an employee is paid for a statutory holiday, which the program computes until the period is exported.
CREATE TABLE holiday_pay (
  id           {{.ID}},
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  day          TEXT NOT NULL,
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  minutes      BIGINT NOT NULL,                -- what is paid
  counted      BIGINT NOT NULL,                -- the minutes of the weeks before, of which it is a part
  unpaid       BOOLEAN NOT NULL DEFAULT FALSE, -- payroll does not pay it
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX holiday_pay_employee_id ON holiday_pay (employee_id, day);
CREATE INDEX holiday_pay_day ON holiday_pay (day);
CREATE INDEX holiday_pay_bank_code_id ON holiday_pay (bank_code_id);

-- +goose Down
DROP TABLE holiday_pay;
