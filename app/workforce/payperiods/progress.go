package payperiods

import (
	"context"
	"fmt"
	"math"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// Progress counts how far the approval of a period has come, and the employees whose timesheets its approver awaits.
type Progress struct {
	Period   Period
	Approved int    // employees whose sheets are all approved
	All      int    // employees with something to approve, approved or not
	Waiting  int    // sheets that wait for the approver
	Ready    int    // employees in clean rows
	Sheets   string // the sheets of the clean rows with their versions, as the form of the overview posts them
	Check    []*Row // with waiting sheets, but not clean; the most severe warning first
	Idle     []*Row // with a past working day, and nothing entered in the whole period
	Open     []*Row // with something to submit that is not submitted yet, the viewer's own among them, sorted by name

	// when the first of the sheets of Check was submitted or changed, and of those of the clean rows; 0: none waits
	CheckSince, ReadySince db.Instant
}

// Progress returns the progress of the reviewed employees.
func (b Review) Progress() Progress {
	t := b.totals()
	out := Progress{Period: b.Period, Approved: t.approved, All: t.all, Ready: t.cleanPeople, Sheets: FormatSelection(t.clean),
		Check: viewState{group: toCheck}.filter(b.Rows)}
	for i := range b.Rows {
		r := &b.Rows[i]
		out.Waiting += len(r.SheetsWaiting())
		switch r.group() {
		case toCheck:
			out.CheckSince = r.waitsSince(out.CheckSince)
		case ready:
			out.ReadySince = r.waitsSince(out.ReadySince)
		}
		if !r.Own && slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Kind == NoSheet }) {
			out.Idle = append(out.Idle, r)
		}
		if !r.isSubmitted() && (r.active() || r.isMissing(b.Period)) {
			out.Open = append(out.Open, r)
		}
	}
	return out
}

// ProgressOf returns the progress of a period, of those whom the actor reviews.
func (s *Service) ProgressOf(ctx context.Context, by auth.Actor, p Period) (Progress, error) {
	rows, err := s.rowsIn(ctx, by, p, readOptions{scope: CrewFilter{}.scope(by)})
	return Review{Overview: Overview{p, rows}}.Progress(), err
}

// waitsSince returns the earlier of an instant, 0 for none, and of when the first of the row's waiting sheets was submitted or changed.
func (r *Row) waitsSince(earlier db.Instant) db.Instant {
	for _, s := range r.Sheets {
		if s.AwaitsApproval() && (earlier == 0 || s.Since < earlier) {
			earlier = s.Since
		}
	}
	return earlier
}

// severity returns the position of the row in an order by severity: the kind of its most severe warning, of which smaller kinds are more
// severe, or the largest number if it has none.
func (r *Row) severity() int {
	if len(r.Warnings) == 0 {
		return math.MaxInt
	}
	return int(r.Warnings[0].Kind)
}

// OwnRow returns the actor's own row in a period; NotFound if the actor was neither employed nor has a record in it.
func (s *Service) OwnRow(ctx context.Context, by auth.Actor, p Period) (Row, error) {
	return s.EmployeeRow(ctx, by, by.EmployeeID, p)
}

// EmployeeRow returns the row of one employee in the actor's scope; NotFound as for OwnRow.
func (s *Service) EmployeeRow(ctx context.Context, by auth.Actor, employee int64, p Period) (Row, error) {
	rows, err := s.RowsOf(ctx, by, p, []int64{employee})
	if err == nil && len(rows) == 0 {
		err = errs.NotFound("employee in this period")
	}
	if err != nil {
		return Row{}, err
	}
	return rows[0], nil
}

// RowsOf returns the rows of those of the employees who are in the actor's scope, sorted by name. The number of queries does not
// depend on their number.
func (s *Service) RowsOf(ctx context.Context, by auth.Actor, p Period, employees []int64) (rows []Row, err error) {
	if len(employees) > manyEmployees {
		wanted := make(map[int64]bool, len(employees))
		for _, id := range employees {
			wanted[id] = true
		}
		rows, err = s.rowsIn(ctx, by, p, readOptions{scope: by.Visible})
		return slices.DeleteFunc(rows, func(r Row) bool { return !wanted[r.Employee.ID] }), err
	}
	these := func(column string, n int) (string, []any) {
		visible, args := by.Visible(column, n+1)
		return fmt.Sprintf("%s IN (%s) AND %s", column, s.db.Dialect().IDs(fmt.Sprintf("$%d", n)), visible),
			append([]any{db.IDs(employees)}, args...)
	}
	return s.rowsIn(ctx, by, p, readOptions{scope: these, few: true})
}

// manyEmployees are so many that reading the rows of everybody takes less time than looking each of them up.
const manyEmployees = 500

// rowsIn returns the rows of a period, sorted by name.
func (s *Service) rowsIn(ctx context.Context, by auth.Actor, p Period, r readOptions) (rows []Row, err error) {
	r.daysFrom = s.Today()
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		k, err := readSnapshot(ctx, q, p, s.config, r)
		if err != nil {
			return err
		}
		rows = k.reviewed(by, s.Today()).Rows
		return nil
	})
	return rows, err
}
