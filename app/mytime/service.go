package mytime

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"presence/app/audit"
	"presence/app/auth"
	"presence/app/errs"
	"presence/app/expenses"
	"presence/app/leaverequests"
	"presence/app/payperiods"
	"presence/app/shifts"
	"presence/app/timesheets"
	"presence/db"
)

// Parts are the features whose records a fortnight is made of.
type Parts struct {
	Periods  *payperiods.Service
	Sheets   *timesheets.Service
	Shifts   *shifts.Service
	Expenses *expenses.Service
	Leave    *leaverequests.Service
}

// Service reads fortnights and passes what is entered on to the features that keep it; their rules hold.
type Service struct {
	Parts
	db   *db.DB
	zone *time.Location
	now  func() time.Time
}

// NewService wires the service; zone is the company's.
func NewService(d *db.DB, zone *time.Location, now func() time.Time, p Parts) *Service {
	return &Service{p, d, zone, now}
}

// Target is where an entry goes: a sheet, or with Sheet 0 the one that the pages keep for the owner and the period,
// which the first entry makes (W6a).
type Target struct {
	Owner  int64 // employee id
	Period payperiods.Period
	Sheet  int64
}

// plenty is more than a person can enter in three weeks.
const plenty = 10_000

// Fortnight is the owner's period as the actor may see it; an owner out of scope is missing.
func (s *Service) Fortnight(ctx context.Context, by auth.Actor, ownerID int64, p payperiods.Period) (*Fortnight, error) {
	f := &Fortnight{Period: p, Today: s.Periods.Today()}
	for i := range f.Days {
		f.Days[i].Date = p.Start.Add(i)
	}
	for i := range f.Before {
		f.Before[i].Date = p.Start.Add(i - 7)
	}
	steps := []func(context.Context, auth.Actor, *Fortnight) error{s.readSheets, s.readLines, s.readLeave}
	var err error
	if f.Owner, err = owner(ctx, s.db, by, ownerID); err != nil {
		return nil, err
	}
	if f.Codes, err = allCodes(ctx, s.db); err != nil {
		return nil, err
	}
	if f.LastCode, err = lastCode(ctx, s.db, ownerID); err != nil {
		return nil, err
	}
	for _, step := range steps {
		if err := step(ctx, by, f); err != nil {
			return nil, err
		}
	}
	f.settle(s.Periods.Threshold())
	return f, nil
}

func (s *Service) readSheets(ctx context.Context, _ auth.Actor, f *Fortnight) (err error) {
	if f.Sheets, err = sheetsIn(ctx, s.db, f.Owner.ID, f.Period); err != nil {
		return err
	}
	for i := range f.Sheets {
		if f.Sheets[i].Changed, err = timesheets.ChangedSince(ctx, s.db, f.Sheets[i].ID); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) readLines(ctx context.Context, by auth.Actor, f *Fortnight) error {
	from := f.Period.Start.Add(-7)
	err := s.Shifts.Each(ctx, by, shifts.Filter{EmployeeID: f.Owner.ID, From: from, To: f.Period.End, Rows: plenty}, func(x shifts.Shift) error {
		d := f.day(x.Day)
		d.Shifts = append(d.Shifts, x)
		return nil
	})
	if err != nil {
		return err
	}
	for i := range f.Days {
		slices.SortFunc(f.Days[i].Shifts, func(a, b shifts.Shift) int { return cmp.Compare(a.Start, b.Start) })
	}
	return s.Expenses.Each(ctx, by, expenses.Filter{EmployeeID: f.Owner.ID, From: f.Period.Start, To: f.Period.End, Rows: plenty}, func(x expenses.Expense) error {
		d := f.day(x.Day)
		d.Expenses = append(d.Expenses, x)
		return nil
	})
}

func (s *Service) readLeave(ctx context.Context, by auth.Actor, f *Fortnight) error {
	filter := leaverequests.Filter{EmployeeID: f.Owner.ID, From: db.InstantOf(f.Period.Start.In(s.zone)), To: db.InstantOf(f.Period.End.Add(1).In(s.zone))}
	return s.Leave.Each(ctx, by, filter, func(l leaverequests.LeaveRequest) error {
		approved := l.ApprovalStatus == leaverequests.Approved
		if !approved && l.ApprovalStatus != leaverequests.Pending && l.ApprovalStatus != leaverequests.Escalated {
			return nil
		}
		credited := payperiods.CreditsThreshold(f.Codes[l.BankCodeID].Kind)
		leaverequests.Days(l.Start, l.End, s.zone, f.Period.Start, f.Period.End, func(day db.Day, minutes int64) {
			d := f.day(day)
			d.Leave = append(d.Leave, Leave{l.LeaveType, approved, minutes, credited})
		})
		return nil
	})
}

// PeriodOf is the period that a sheet belongs to: the one the pages keep it for, else that of its latest line, else the
// one under way.
func (s *Service) PeriodOf(ctx context.Context, t timesheets.Timesheet) (payperiods.Period, error) {
	if !t.PeriodStart.IsZero() {
		return s.Periods.On(t.PeriodStart)
	}
	d, err := lastDay(ctx, s.db, t.ID)
	if err != nil || d.IsZero() {
		return s.Periods.Current(), err
	}
	return s.Periods.On(d)
}

// AddShift keeps a shift; n's sheet is the target's.
func (s *Service) AddShift(ctx context.Context, by auth.Actor, t Target, n shifts.New) (x shifts.Shift, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		n.TimesheetID = sheet
		x, err = s.Shifts.CreateIn(ctx, tx, by, n)
		return err
	})
	return x, err
}

// AddExpense keeps an expense; n's sheet is the target's.
func (s *Service) AddExpense(ctx context.Context, by auth.Actor, t Target, n expenses.New) (x expenses.Expense, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		n.TimesheetID = sheet
		x, err = s.Expenses.CreateIn(ctx, tx, by, n)
		return err
	})
	return x, err
}

// Copy keeps those of the shifts that fit, and counts those that do not (an overlap, a code that is gone).
func (s *Service) Copy(ctx context.Context, by auth.Actor, t Target, list []shifts.New) (made, refused int, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		made, refused = 0, 0
		for _, n := range list {
			n.TimesheetID = sheet
			switch _, err := s.Shifts.CreateIn(ctx, tx, by, n); {
			case errs.KindOf(err) == errs.Invalid:
				refused++
			case err != nil:
				return err
			default:
				made++
			}
		}
		if made == 0 {
			return errNothing
		}
		return nil
	})
	if errors.Is(err, errNothing) {
		err = nil
	}
	return made, refused, err
}

// errNothing undoes a transaction that kept nothing, and with it the sheet it may have made.
var errNothing = errors.New("nothing to keep")

// onSheet gives keep the target's sheet in one transaction, which a refusal undoes: no empty sheet stays behind.
func (s *Service) onSheet(ctx context.Context, by auth.Actor, t Target, keep func(tx *db.Tx, sheet int64) error) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if t.Sheet != 0 {
			return keep(tx, t.Sheet)
		}
		sheet, err := timesheets.ForPeriod(ctx, tx, by, t.Owner, t.Period.Start, db.InstantOf(s.now()))
		if err != nil {
			return err
		}
		return keep(tx, sheet.ID)
	})
}

// Submit hands in those of the sheets that are not yet, and tells how many.
func (s *Service) Submit(ctx context.Context, by auth.Actor, sheets []Sheet) (n int, err error) {
	for _, x := range sheets {
		if x.Approved || x.SubmittedAt != 0 {
			continue
		}
		if _, err := s.Sheets.Submit(ctx, by, x.ID, nil); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// TakeBack withdraws those of the sheets that are handed in and not approved, and tells how many.
func (s *Service) TakeBack(ctx context.Context, by auth.Actor, sheets []Sheet) (n int, err error) {
	for _, x := range sheets {
		if x.Approved || x.SubmittedAt == 0 {
			continue
		}
		if _, err := s.Sheets.Withdraw(ctx, by, x.ID, nil); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// trailLength is how many entries of its history a sheet shows.
const trailLength = 100

// trail is a sheet's history, newest first. Whether the caller may see the sheet was settled before.
func (s *Service) trail(ctx context.Context, sheet int64) ([]audit.Entry, error) {
	return audit.SheetTrail(ctx, s.db, sheet, trailLength)
}

// beside are the owner's first sheets of the periods before and after. Whether the caller may see the owner was settled
// before.
func (s *Service) beside(ctx context.Context, ownerID int64, p payperiods.Period) (map[payperiods.Period]Sheet, error) {
	list := map[payperiods.Period]Sheet{}
	for _, near := range []payperiods.Period{s.Periods.Calendar().Previous(p), s.Periods.Calendar().Next(p)} {
		sheets, err := sheetsIn(ctx, s.db, ownerID, near)
		if err != nil {
			return nil, err
		}
		if len(sheets) > 0 {
			list[near] = sheets[0]
		}
	}
	return list, nil
}
