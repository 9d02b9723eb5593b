-- +goose Up
-- old programs: yes
-- Who works when, planned ahead: planned_shifts is the draft that planners edit, published_shifts what the employees see of it, under the
-- same ids. A shift is that of an employee, or open to the crew of a supervisor.
CREATE TABLE planned_shifts (
  id            {{.ID}},
  employee_id   BIGINT REFERENCES employees (id),
  supervisor_id BIGINT REFERENCES employees (id), -- of an open shift: whose crew it is open to
  bank_code_id  BIGINT NOT NULL REFERENCES bank_codes (id),
  day           TEXT NOT NULL,                    -- on which it begins, in the company's time zone
  start_at      BIGINT NOT NULL,
  end_at        BIGINT NOT NULL,
  breaks        TEXT,                             -- as they are typed, "30; 15 paid"; empty: none; NULL: by the employee's break rule
  note          TEXT NOT NULL DEFAULT '',
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  version       BIGINT NOT NULL DEFAULT 1,
  cancelled_at  BIGINT,                           -- the shift is not to take place
  CHECK ((employee_id IS NULL) <> (supervisor_id IS NULL)),
  CHECK (start_at < end_at)
);
CREATE INDEX planned_shifts_employee_id ON planned_shifts (employee_id, day);
CREATE INDEX planned_shifts_supervisor_id ON planned_shifts (supervisor_id, day);
CREATE INDEX planned_shifts_bank_code_id ON planned_shifts (bank_code_id);
CREATE TABLE published_shifts (
  id            BIGINT PRIMARY KEY REFERENCES planned_shifts (id),
  employee_id   BIGINT REFERENCES employees (id),
  supervisor_id BIGINT REFERENCES employees (id),
  bank_code_id  BIGINT NOT NULL REFERENCES bank_codes (id),
  day           TEXT NOT NULL,
  start_at      BIGINT NOT NULL,
  end_at        BIGINT NOT NULL,
  breaks        TEXT,
  note          TEXT NOT NULL DEFAULT '',
  updated_at    BIGINT NOT NULL,
  version       BIGINT NOT NULL DEFAULT 1,
  CHECK ((employee_id IS NULL) <> (supervisor_id IS NULL)),
  CHECK (start_at < end_at)
);
CREATE INDEX published_shifts_employee_id ON published_shifts (employee_id, day);
CREATE INDEX published_shifts_supervisor_id ON published_shifts (supervisor_id, day);
CREATE INDEX published_shifts_bank_code_id ON published_shifts (bank_code_id);

-- +goose Down
DROP TABLE published_shifts;
DROP TABLE planned_shifts;
