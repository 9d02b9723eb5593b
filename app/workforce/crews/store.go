package crews

import "fmt"

// BySupervisor returns the SQL condition for rows of employees whose column with the supervisor's id says that they are in the crew. Its
// placeholder has the number n; args is its value.
func (c Crew) BySupervisor(column string, n int) (cond string, args []any) {
	switch c.kind {
	case reports:
		return fmt.Sprintf("%s = $%d", column, n), []any{c.supervisor}
	case unsupervised:
		return column + " IS NULL", nil
	}
	return "TRUE", nil
}

// Members returns the SQL condition for rows whose column has the id of an employee of the crew. Its placeholder has the number n.
func (c Crew) Members(column string, n int) (cond string, args []any) {
	if c.kind == everyone {
		return "TRUE", nil
	}
	of, args := c.BySupervisor("supervisor_id", n)
	return column + " IN (SELECT id FROM employees WHERE " + of + ")", args
}

// AndBelow is Members with everyone who reports to a member, directly or not.
func (c Crew) AndBelow(column string, n int) (cond string, args []any) {
	if c.kind == everyone {
		return "TRUE", nil
	}
	of, args := c.BySupervisor("supervisor_id", n)
	return column + " IN (WITH RECURSIVE below(id) AS (SELECT id FROM employees WHERE " + of +
		" UNION SELECT e.id FROM employees e JOIN below ON e.supervisor_id = below.id) SELECT id FROM below)", args
}
