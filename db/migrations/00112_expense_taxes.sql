-- +goose Up
-- old programs: yes
-- What an expense includes of the goods and services tax and of the Québec sales tax, in cents; 0: nobody said.
ALTER TABLE expenses ADD COLUMN gst BIGINT NOT NULL DEFAULT 0;
ALTER TABLE expenses ADD COLUMN qst BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE expenses DROP COLUMN qst;
ALTER TABLE expenses DROP COLUMN gst;
