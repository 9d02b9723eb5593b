package auth

import (
	"context"
	"fmt"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
)

// Role says what a person may do beyond their own records (C11).
type Role string

// The roles of C11. Supervisor is not a role: a person with direct reports is one.
const (
	Admin    Role = "admin"    // everything
	Payroll  Role = "payroll"  // all of the workforce half
	Events   Role = "events"   // all of the event half
	Employee Role = "employee" // their own records
)

// Roles are all roles, in the order in which they are listed.
var Roles = []Role{Admin, Payroll, Events, Employee}

// Actor is the authenticated caller of a request. The middleware identifies the caller, and handlers pass the Actor on as an
// argument; the services and their SQL decide what it may do. The zero Actor is an anonymous caller.
type Actor struct {
	PersonID   string // UUID; empty: anonymous
	EmployeeID int64  // 0: no employee record
	Name       string
	Email      string
	Role       Role
	Supervises bool // has at least one live report
	Language   i18n.Lang
	Via        string // "cookie", "bearer", "command" or "link"
	SessionKey string // the Key of the browser's Session; "" without a cookie
	HelperOf   string // the event whose guests the caller may check in by a link, doing nothing else; empty: not a helper
	MustEnrol  bool   // a browser that may only set up a second factor, which the person's role must have
	IP         string
	RequestID  string
}

// SignedIn reports whether the caller is a known person, not an anonymous one.
func (a Actor) SignedIn() bool { return a.PersonID != "" }

// SeesAll reports whether every employee's records are in scope (C11: admin, payroll).
func (a Actor) SeesAll() bool { return a.Role == Admin || a.Role == Payroll }

// RunsEvents reports whether the event half is open to the actor (C11: admin, events).
func (a Actor) RunsEvents() bool { return a.Role == Admin || a.Role == Events }

// Approver reports whether the actor may approve the time of others: as admin or payroll, or because they have direct reports.
func (a Actor) Approver() bool { return a.SeesAll() || a.Supervises }

// Visible returns the SQL condition for rows whose column (an employee's id) the actor may see: all, or their own record and
// the employees below it. Its placeholder has the number n; args is its value.
func (a Actor) Visible(column string, n int) (cond string, args []any) {
	if a.SeesAll() {
		return "TRUE", nil
	}
	return fmt.Sprintf("%s IN (%s)", column, subtree(n, "SELECT id FROM employees WHERE id = $%d")), []any{a.EmployeeID}
}

// Approvable returns the SQL condition for rows of employees whose time the actor may approve: for an admin everyone, for
// payroll everyone but themselves, for a supervisor the employees below them (C11).
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

// subtree returns a query for the ids of everyone below the employees that the query roots returns. UNION (not UNION ALL) makes
// it end even if the data has a cycle.
func subtree(n int, roots string) string {
	return "WITH RECURSIVE tree(id) AS (" + fmt.Sprintf(roots, n) +
		" UNION SELECT e.id FROM employees e JOIN tree ON e.supervisor_id = tree.id) SELECT id FROM tree"
}

// Who returns the actor in the form of the audit log (C12).
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
