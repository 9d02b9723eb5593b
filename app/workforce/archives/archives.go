// Package archives has the routes for archived records: deleted ones, those of people who have left, and old ones (W11). It stores
// nothing: each feature reads its own archive, in the same scope as its live records. Package archival has what those features share.
package archives

import (
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
)

// Records are the features whose archives are shown.
type Records struct {
	Employees  *employees.Service
	Expenses   *expenses.Service
	Leave      *leaverequests.Service
	Shifts     *shifts.Service
	Timesheets *timesheets.Service
}
