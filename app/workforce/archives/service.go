package archives

import (
	"context"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/employees"
	"presence/db"
)

// Service lists archived records in the scope in which their features show live ones, and restores them by their services.
type Service struct {
	Records
	db   *db.DB
	zone *time.Location
}

// NewService makes the service; zone is the company's.
func NewService(d *db.DB, zone *time.Location, from Records) *Service { return &Service{from, d, zone} }

const (
	// maxCount is the number up to which records are counted: old ones pile up by the hundred thousand.
	maxCount = 1000
	// pageRows is the number of records on a page of a list.
	pageRows = 50
	// maxLines and historyLength limit the page of one record.
	maxLines      = 200
	historyLength = 50
)

// Page is one page of a list.
type Page struct {
	List   []Record
	More   bool         // there is another page
	Counts map[Kind]int // that match, of every kind; at most maxCount + 1
	Left   int64        // archived employees that match the name
}

// List returns a page of the records that match the filter. The number of queries does not depend on the number of records.
func (s *Service) List(ctx context.Context, by auth.Actor, f Filter) (p Page, err error) {
	p.Counts = map[Kind]int{}
	f.Rows = pageRows + 1
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if p.List, err = list(ctx, q, by, f); err != nil {
			return err
		}
		for _, k := range Kinds {
			if p.Counts[k], err = count(ctx, q, by, Filter{k, f.Text, f.From, f.Until, nil, maxCount + 1}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	if p.More = len(p.List) > pageRows; p.More {
		p.List = p.List[:pageRows]
	}
	found, err := s.Employees.Search(ctx, by, employees.Search{Text: f.Text, Archive: true, Rows: 1})
	p.Left = found.All
	return p, err
}

// Find returns up to f.Rows records that match the filter.
func (s *Service) Find(ctx context.Context, by auth.Actor, f Filter) ([]Record, error) {
	return list(ctx, s.db, by, f)
}

var auditKinds = map[Kind]string{Timesheets: "timesheet", Shifts: "shift", Expenses: "expense", Leave: "leave_request"}

// Get returns one archived record in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, k Kind, id int64) (d Detail, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if d.Record, err = byID(ctx, q, by, k, id); err != nil {
			return err
		}
		if k != Timesheets {
			d.History, err = audit.History(ctx, q, auditKinds[k], strconv.FormatInt(id, 10), historyLength)
			return err
		}
		for _, kind := range []Kind{Shifts, Expenses} {
			lines, err := linesOf(ctx, q, by, kind, id, maxLines)
			if err != nil {
				return err
			}
			d.Lines = append(d.Lines, lines...)
		}
		slices.SortStableFunc(d.Lines, func(a, b Record) int { return a.Day.Sub(b.Day) })
		d.History, err = audit.TimesheetHistory(ctx, q, id, historyLength)
		return err
	})
	return d, err
}

// Restore restores a record by the service of its feature, and returns its version.
func (s *Service) Restore(ctx context.Context, by auth.Actor, k Kind, id int64, expect *int64) (version int64, err error) {
	switch k {
	case Timesheets:
		t, err := s.Timesheets.Restore(ctx, by, id, expect)
		return t.Version, err
	case Shifts:
		x, err := s.Shifts.Restore(ctx, by, id, expect)
		return x.Version, err
	case Expenses:
		e, err := s.Expenses.Restore(ctx, by, id, expect)
		return e.Version, err
	case Leave:
		r, err := s.Leave.Restore(ctx, by, id, expect)
		return r.Version, err
	}
	return 0, errs.NotFound("record")
}

// Delete deletes a restored record again by the service of its feature.
func (s *Service) Delete(ctx context.Context, by auth.Actor, k Kind, id int64, expect *int64) (err error) {
	switch k {
	case Timesheets:
		_, err = s.Timesheets.Delete(ctx, by, id, expect)
	case Shifts:
		_, err = s.Shifts.Delete(ctx, by, id, expect)
	case Expenses:
		_, err = s.Expenses.Delete(ctx, by, id, expect)
	case Leave:
		_, err = s.Leave.Delete(ctx, by, id, expect)
	default:
		err = errs.NotFound("record")
	}
	return err
}
