package auth

import (
	"context"
	"fmt"
	"strings"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/db"
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
	// StandsInFor are the employee ids of the supervisors whom the actor stands in for today, as their deputy; sorted.
	StandsInFor []int64
	Language    i18n.Lang
	Via         string // "cookie", "bearer", "command", "link" or "kiosk"
	Kiosk       string // the name of the kiosk at which an employee stamps; empty: not at one
	KioskID     int64  // id of that kiosk, until an employee has entered a PIN
	SessionKey  string // the Key of the browser's Session; "" without a cookie
	// TokensAfter is that of the person when the caller was authenticated. See RequireSignedIn.
	TokensAfter db.Instant
	// ShortLived: the caller has a bearer token that ends within minutes. With it nothing is made that lasts and lets its holder read.
	ShortLived bool
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

// Approver reports whether the actor may approve the time of others: as admin or payroll, because they have direct reports, or as
// the deputy of a user who has.
func (a Actor) Approver() bool { return a.SeesAll() || a.Supervises || len(a.StandsInFor) > 0 }

// Visible returns the SQL condition for rows whose column (an employee's id) the actor may see: all, or their own record, the employees
// below it, and those below the supervisors whom the actor stands in for. Its placeholders have the numbers from n on; args are their
// values.
func (a Actor) Visible(column string, n int) (cond string, args []any) {
	if a.SeesAll() {
		return "TRUE", nil
	}
	more, heads := a.belowStandsInFor(n + 1)
	cond = fmt.Sprintf("%s IN (%s%s)", column, subtree(n, "SELECT id FROM employees WHERE id = $%d"), more)
	return cond, append([]any{a.EmployeeID}, heads...)
}

// Approvable returns the SQL condition for rows of employees whose time the actor may approve: for an admin everyone, for
// payroll everyone but themselves, for a supervisor the employees below them, and for a deputy those below the supervisors whom they
// stand in for, but never themselves (C11).
func (a Actor) Approvable(column string, n int) (cond string, args []any) {
	switch a.Role {
	case Admin:
		return "TRUE", nil
	case Payroll:
		return fmt.Sprintf("%s <> $%d", column, n), []any{a.EmployeeID}
	default:
		more, heads := a.belowStandsInFor(n + 1)
		return fmt.Sprintf("(%s IN (%s%s) AND %[1]s <> $%[4]d)", column, subtree(n, "SELECT id FROM employees WHERE supervisor_id = $%d"),
			more, n), append([]any{a.EmployeeID}, heads...)
	}
}

// subtree returns a query for the ids of everyone below the employees that the query roots returns. UNION (not UNION ALL) makes
// it end even if the data has a cycle.
func subtree(n int, roots string) string {
	return "WITH RECURSIVE tree(id) AS (" + fmt.Sprintf(roots, n) +
		" UNION SELECT e.id FROM employees e JOIN tree ON e.supervisor_id = tree.id) SELECT id FROM tree"
}

// belowStandsInFor returns the continuation of subtree by everyone, at any depth, below those whom the actor stands in for, whose
// placeholders have the numbers from n on; empty if there are none. Nobody is below themselves, so that the records of the absent
// supervisor are not in it.
func (a Actor) belowStandsInFor(n int) (more string, heads []any) {
	if len(a.StandsInFor) == 0 {
		return "", nil
	}
	var holders []string
	for i, id := range a.StandsInFor {
		holders, heads = append(holders, fmt.Sprintf("$%d", n+i)), append(heads, id)
	}
	return " UNION SELECT id FROM (WITH RECURSIVE crew(head, id) AS (SELECT supervisor_id, id FROM employees WHERE supervisor_id IN (" +
		strings.Join(holders, ", ") + ") UNION SELECT crew.head, e.id FROM employees e JOIN crew ON e.supervisor_id = crew.id) " +
		"SELECT id FROM crew WHERE id <> head) crews", heads
}

// Who returns the actor in the form of the audit log (C12).
func (a Actor) Who() audit.Who {
	return audit.Who{PersonID: a.PersonID, Name: a.Name, Via: a.Via, Kiosk: a.Kiosk, IP: a.IP, RequestID: a.RequestID}
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
