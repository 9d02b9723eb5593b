-- +goose Up

-- The migrations that made this database, each with the hash of its text: a database whose history is another one than the
-- program's is refused when the program starts.
CREATE TABLE schema_migrations (
  version BIGINT PRIMARY KEY,
  name    TEXT NOT NULL,
  sha256  TEXT NOT NULL
);

-- +goose Down
DROP TABLE schema_migrations;
