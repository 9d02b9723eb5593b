-- +goose Up
-- old programs: yes
-- For whom and for what the employee works who has clocked in, which their shift gets; NULL: nothing was chosen.
ALTER TABLE clockings ADD COLUMN customer_id BIGINT REFERENCES customers (id);
ALTER TABLE clockings ADD COLUMN activity_id BIGINT REFERENCES activities (id);
CREATE INDEX clockings_customer_id ON clockings (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX clockings_activity_id ON clockings (activity_id) WHERE activity_id IS NOT NULL;

-- +goose Down
DROP INDEX clockings_activity_id;
DROP INDEX clockings_customer_id;
ALTER TABLE clockings DROP COLUMN activity_id;
ALTER TABLE clockings DROP COLUMN customer_id;
