-- +goose Up
-- One row that /health and /readyz write, at most once a second and process, to learn whether storage takes writes.
CREATE TABLE storage_probe (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  written_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE storage_probe;
