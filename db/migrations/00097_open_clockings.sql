-- +goose Up
-- old programs: yes
-- The clockings that go on, and those to be settled, in the order of their lists.
CREATE INDEX clockings_running_id ON clockings (id) WHERE end_at IS NULL;
CREATE INDEX clockings_refused_id ON clockings (id) WHERE refusal <> '';

-- +goose Down
DROP INDEX clockings_running_id;
DROP INDEX clockings_refused_id;
