-- +goose Up
-- old programs: yes
-- What employees stamped on a device without a network, with what became of it: a stamp that is handed over again does nothing.
CREATE TABLE clock_stamps (
  id           {{.ID}},
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  stamp_id     TEXT NOT NULL,                     -- chosen by the device
  act          TEXT NOT NULL,                     -- in, break, back, task or out
  bank_code_id BIGINT REFERENCES bank_codes (id), -- the task that was chosen
  device_at    BIGINT NOT NULL,                   -- by the device's clock, to the second, as all times here but received_at
  stamped_at   BIGINT NOT NULL,                   -- corrected by ahead
  ahead        BIGINT NOT NULL,                   -- seconds by which the device's clock was ahead of the server's; 0: less than a minute
  received_at  BIGINT NOT NULL,
  clocking_id  BIGINT REFERENCES clockings (id),  -- that it began or changed; NULL if it was refused
  refusal      TEXT NOT NULL DEFAULT '',          -- the code of the error that refused it
  settled_at   BIGINT,                            -- when somebody settled the refusal
  UNIQUE (employee_id, stamp_id)
);
CREATE INDEX clock_stamps_employee_id ON clock_stamps (employee_id, id);
CREATE INDEX clock_stamps_received_at ON clock_stamps (employee_id, received_at);
CREATE INDEX clock_stamps_refused ON clock_stamps (employee_id, id) WHERE refusal <> '' AND settled_at IS NULL;
CREATE INDEX clock_stamps_refused_id ON clock_stamps (id) WHERE refusal <> '' AND settled_at IS NULL;
ALTER TABLE clockings ADD COLUMN handed_over_at BIGINT;         -- when stamps of it were handed over last that were made without a network
ALTER TABLE clockings ADD COLUMN ahead BIGINT NOT NULL DEFAULT 0; -- of those stamps, the ahead that differs most from 0

-- +goose Down
ALTER TABLE clockings DROP COLUMN ahead;
ALTER TABLE clockings DROP COLUMN handed_over_at;
DROP TABLE clock_stamps;
