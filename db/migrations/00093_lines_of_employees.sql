-- +goose Up
-- old programs: yes
-- The shifts and expenses of an employee in the order of their lists, so that a page of them costs what it returns.
CREATE INDEX shifts_employee_id ON shifts (employee_id, id) WHERE archived_at IS NULL;
CREATE INDEX expenses_employee_id ON expenses (employee_id, id) WHERE archived_at IS NULL;

-- +goose Down
DROP INDEX shifts_employee_id;
DROP INDEX expenses_employee_id;
