package auth

import (
	"context"
	"fmt"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
)

// Role is what a person may do beyond the own records (C11).
type Role string

// The roles of C11. Supervisor is not a role: it follows from having reports.
const (
	Admin    Role = "admin"    // everything
	Payroll  Role = "payroll"  // all of the workforce half
	Events   Role = "events"   // all of the event half
	Employee Role = "employee" // the own records
)

// Roles lists every role, in the order a person reads them.
var Roles = []Role{Admin, Payroll, Events, Employee}

// Actor is who makes a request. The middleware finds out who it is, and handlers pass it on as an argument; what it may do is
// decided in the services and in their SQL. The zero Actor is an anonymous caller.
type Actor struct {
	PersonID   string // UUID; empty: anonymous
	EmployeeID int64  // 0: no employee record
	Name       string
	Email      string
	Role       Role
	Supervises bool // has at least one live report
	Language   i18n.Lang
	Via        string // "cookie", "bearer" or "command"
	IP         string
	RequestID  string
}

// SignedIn tells a known person from an anonymous caller.
func (a Actor) SignedIn() bool { return a.PersonID != "" }

// SeesAll tells whether every employee's records are in scope (C11: admin, payroll).
func (a Actor) SeesAll() bool { return a.Role == Admin || a.Role == Payroll }

// RunsEvents tells whether the event half is open to the actor (C11: admin, events).
func (a Actor) RunsEvents() bool { return a.Role == Admin || a.Role == Events }

// Approver tells whether there is anyone whose time the actor could approve.
func (a Actor) Approver() bool { return a.SeesAll() || a.Supervises }

// Visible returns the SQL condition that keeps the rows whose column (an employee's id) the actor may see: all, or the own
// record and the subtree below it. Its placeholder has the number n; args is its value.
func (a Actor) Visible(column string, n int) (cond string, args []any) {
	if a.SeesAll() {
		return "TRUE", nil
	}
	return fmt.Sprintf("%s IN (%s)", column, subtree(n, "SELECT id FROM employees WHERE id = $%d")), []any{a.EmployeeID}
}

// Approvable is the SQL condition that keeps the rows of employees whose time the actor may approve: an admin
// everyone's, payroll everyone's but the own, a supervisor the subtree without the own (C11).
func (a Actor) Approvable(column string, n int) (cond string, args []any) {
	switch a.Role {
	case Admin:
		return "TRUE", nil
	case Payroll:
		return fmt.Sprintf("%s <> $%d", column, n), []any{a.EmployeeID}
	default:
		return fmt.Sprintf("(%s IN (%s) AND %[1]s <> $%[3]d)", column, subtree(n, "SELECT id FROM employees WHERE supervisor_id = $%d"), n),
			[]any{a.EmployeeID}
	}
}

// subtree walks down the supervisors' tree from the roots that the query gives. UNION (not UNION ALL) ends even on a cycle.
func subtree(n int, roots string) string {
	return "WITH RECURSIVE tree(id) AS (" + fmt.Sprintf(roots, n) +
		" UNION SELECT e.id FROM employees e JOIN tree ON e.supervisor_id = tree.id) SELECT id FROM tree"
}

// Who is the actor as the audit log keeps it (C12).
func (a Actor) Who() audit.Who {
	return audit.Who{PersonID: a.PersonID, Name: a.Name, Via: a.Via, IP: a.IP, RequestID: a.RequestID}
}

type actorKey struct{}

// With puts the actor into the context of a request. Only the middleware calls it.
func With(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// From returns the actor of a request, for API and page handlers, which pass it on as an argument.
func From(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}
