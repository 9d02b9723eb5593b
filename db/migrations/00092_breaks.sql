-- +goose Up
-- old programs: no
-- The breaks of a shift, as package shifts writes them: the unpaid ones are no minutes of it. A program that does not know them would
-- count them when it changes the shift.
ALTER TABLE shifts ADD COLUMN breaks TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE shifts DROP COLUMN breaks;
