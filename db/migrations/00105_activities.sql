-- +goose Up
-- old programs: yes
-- What the company's work is told apart by, beside the customer for whom it is done: a list that payroll keeps.
CREATE TABLE activities (
  id              {{.ID}},
  code            TEXT NOT NULL,
  name_fr         TEXT NOT NULL,
  name_en         TEXT NOT NULL,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
);
-- For whom and for what somebody worked or spent money; NULL: nobody said.
ALTER TABLE shifts ADD COLUMN customer_id BIGINT REFERENCES customers (id);
ALTER TABLE shifts ADD COLUMN activity_id BIGINT REFERENCES activities (id);
ALTER TABLE expenses ADD COLUMN customer_id BIGINT REFERENCES customers (id);
ALTER TABLE expenses ADD COLUMN activity_id BIGINT REFERENCES activities (id);
CREATE INDEX shifts_customer_id ON shifts (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX shifts_activity_id ON shifts (activity_id, id) WHERE activity_id IS NOT NULL;
CREATE INDEX expenses_customer_id ON expenses (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX expenses_activity_id ON expenses (activity_id, id) WHERE activity_id IS NOT NULL;
-- All that the report of a time adds up.
CREATE INDEX shifts_job ON shifts (day, customer_id, activity_id, employee_id, bank_code_id, minutes, archived_at)
  WHERE archived_at IS NULL AND (customer_id IS NOT NULL OR activity_id IS NOT NULL);
CREATE INDEX expenses_job ON expenses (day, customer_id, activity_id, employee_id, amount, archived_at)
  WHERE archived_at IS NULL AND (customer_id IS NOT NULL OR activity_id IS NOT NULL);
-- What an hour of an employee costs the company from a day on.
CREATE TABLE hourly_costs (
  employee_id BIGINT NOT NULL REFERENCES employees (id),
  from_day    TEXT NOT NULL,
  cents       BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (employee_id, from_day)
);

-- +goose Down
DROP TABLE hourly_costs;
DROP INDEX expenses_job;
DROP INDEX shifts_job;
DROP INDEX expenses_activity_id;
DROP INDEX expenses_customer_id;
DROP INDEX shifts_activity_id;
DROP INDEX shifts_customer_id;
ALTER TABLE expenses DROP COLUMN activity_id;
ALTER TABLE expenses DROP COLUMN customer_id;
ALTER TABLE shifts DROP COLUMN activity_id;
ALTER TABLE shifts DROP COLUMN customer_id;
DROP TABLE activities;
