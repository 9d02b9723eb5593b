-- +goose Up

-- How the company's files for payroll are laid out, where it is not the plain way (W13).
CREATE TABLE payroll_presets (
  id              {{.ID}},
  name            TEXT NOT NULL,
  layout          TEXT NOT NULL,                        -- JSON
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
);
CREATE UNIQUE INDEX payroll_presets_name ON payroll_presets (name) WHERE archived_at IS NULL;

-- +goose Down
DROP TABLE payroll_presets;
