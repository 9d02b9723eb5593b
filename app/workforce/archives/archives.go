// Package archives shows what has left the lists: deleted records, people who have left, and what has aged (W11). It
// keeps nothing itself: each feature reads its own archive, in the scope that it gives live records.
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
