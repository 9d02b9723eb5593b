-- +goose Up
-- old programs: yes
-- Who stands in for an absent supervisor: in the days from from_day to until_day, both included, or, without days, on each day that approved
-- leave of the supervisor covers.
CREATE TABLE deputies (
  id              {{.ID}},
  supervisor_id   BIGINT NOT NULL REFERENCES employees (id),
  deputy_id       BIGINT NOT NULL REFERENCES employees (id),
  from_day        TEXT,
  until_day       TEXT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT,
  CHECK (supervisor_id <> deputy_id),
  CHECK (from_day IS NULL AND until_day IS NULL OR from_day <= until_day)
);
CREATE INDEX deputies_supervisor_id ON deputies (supervisor_id, id);
CREATE INDEX deputies_deputy_id ON deputies (deputy_id, id);
-- Whom the person stood in for, where only that allowed them the change.
ALTER TABLE audit_log ADD COLUMN acted_for TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE audit_log DROP COLUMN acted_for;
DROP TABLE deputies;
