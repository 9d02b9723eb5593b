-- +goose Up
-- old programs: yes
-- What employees stamp with the clock: a stretch of work from clocking in to clocking out. The shift that it became has its rounded times.
CREATE TABLE clockings (
  id           {{.ID}},
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  start_at     BIGINT NOT NULL,            -- by the server's clock, to the second, as all times here
  end_at       BIGINT,                     -- NULL: it goes on
  break_at     BIGINT,                     -- the start of the break that goes on
  breaks       TEXT NOT NULL DEFAULT '',   -- those that ended, as in shifts.breaks
  shift_id     BIGINT REFERENCES shifts (id), -- NULL while it goes on, or if it became none
  refusal      TEXT NOT NULL DEFAULT '',   -- the code of the error that kept it from becoming a shift, until somebody has settled it
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1,
  CHECK (start_at <= end_at)
);
CREATE UNIQUE INDEX clockings_running ON clockings (employee_id) WHERE end_at IS NULL;
CREATE INDEX clockings_refused ON clockings (employee_id, id) WHERE refusal <> '';
CREATE INDEX clockings_employee_id ON clockings (employee_id, id);
CREATE INDEX clockings_start_at ON clockings (employee_id, start_at);
CREATE INDEX clockings_shift_id ON clockings (shift_id);

-- +goose Down
DROP TABLE clockings;
