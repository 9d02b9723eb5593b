-- +goose Up
-- How the dates of a file are read that can mean two days: unknown, day_first, month_first; '' if there are none.
ALTER TABLE imports ADD COLUMN day_order TEXT NOT NULL DEFAULT '';
-- The company of new employees, if the file has no column for it; 0 if it has one.
ALTER TABLE imports ADD COLUMN company_code BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE imports DROP COLUMN company_code;
ALTER TABLE imports DROP COLUMN day_order;
