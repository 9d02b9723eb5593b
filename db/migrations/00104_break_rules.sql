-- +goose Up
-- old programs: yes
-- The own break rule of an employee, as package breakrules writes it: 'none' for no breaks; empty for the company's rule.
ALTER TABLE employees ADD COLUMN default_breaks TEXT NOT NULL DEFAULT '';
-- The breaks that the shift got by a break rule because none was stamped, as in shifts.breaks.
ALTER TABLE clockings ADD COLUMN rule_breaks TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE clockings DROP COLUMN rule_breaks;
ALTER TABLE employees DROP COLUMN default_breaks;
