package mytime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/usualweeks"
	"presence/db"
)

// Parts are the features whose records a period consists of.
type Parts struct {
	Periods  *payperiods.Service
	Sheets   *timesheets.Service
	Shifts   *shifts.Service
	Expenses *expenses.Service
}

// Service reads periods, and passes entries on to the services that store them and enforce their rules.
type Service struct {
	Parts
	db   *db.DB
	zone *time.Location
	now  func() time.Time
}

// NewService makes the service; zone is the company's.
func NewService(d *db.DB, now func() time.Time, zone *time.Location, p Parts) *Service {
	return &Service{p, d, zone, now}
}

// Target is where an entry is added: a sheet, or if Sheet is 0 the sheet of the staff pages for the owner and the period, which
// the first entry creates (W6a).
type Target struct {
	Owner  int64 // employee id
	Period payperiods.Period
	Sheet  int64
}

// PeriodView returns the owner's period from one snapshot; NotFound if the owner is not in the actor's scope.
func (s *Service) PeriodView(ctx context.Context, by auth.Actor, ownerID int64, p payperiods.Period) (*PeriodView, error) {
	f := &PeriodView{Period: p, Norm: s.Periods.Norm(), Today: s.Periods.Today(), zone: s.zone, askTaxes: s.Expenses.AskTaxes(),
		needsReceipt: s.Expenses.NeedsReceipt}
	for i := range f.Days {
		f.Days[i].Date = p.Start.Add(i)
	}
	for i := range f.Before {
		f.Before[i].Date = p.Start.Add(i - 7)
	}
	err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
		if f.Owner, err = owner(ctx, q, by, ownerID); err != nil {
			return err
		}
		if f.Codes, err = listCodes(ctx, q); err != nil {
			return err
		}
		if f.Rule, err = s.Shifts.RuleOf(ctx, q, ownerID); err != nil {
			return err
		}
		found, err := usualweeks.Of(ctx, q, []int64{ownerID})
		if f.Usual = found[ownerID]; err != nil {
			return err
		}
		for _, part := range []func(context.Context, db.Queryer, *PeriodView) error{readSheets, readLines, s.readLeave, readJobs, readPlanned} {
			if err := part(ctx, q, f); err != nil {
				return err
			}
		}
		f.Holidays, err = s.holidays(ctx, q, by, f)
		return err
	})
	if err != nil {
		return nil, err
	}
	f.computeWeeks(s.Periods.Overtime())
	return f, nil
}

// holidays lists the statutory holidays of the period on which the owner is employed, each with its indemnity.
func (s *Service) holidays(ctx context.Context, q db.Queryer, by auth.Actor, f *PeriodView) (list []Holiday, err error) {
	pay, _ := f.Norm.Rule(labourstandards.StatutoryHoliday)
	for _, h := range f.Norm.In(f.Period.Start, f.Period.End) {
		if !f.employed(h.Day) {
			continue
		}
		base, err := s.Periods.HolidayBase(ctx, q, by.Visible, f.Owner.ID, h.Day)
		if err != nil {
			return nil, err
		}
		x := Holiday{Holiday: h, Worked: base[f.Owner.ID]}
		x.Indemnity = pay.Indemnity(x.Worked)
		list = append(list, x)
	}
	return list, nil
}

func readSheets(ctx context.Context, q db.Queryer, f *PeriodView) (err error) {
	if f.Sheets, err = listSheets(ctx, q, f.Owner.ID, f.Period); err != nil {
		return err
	}
	for i := range f.Sheets {
		if f.Sheets[i].Changed, err = timesheets.ChangesSinceApproval(ctx, q, f.Sheets[i].ID); err != nil {
			return err
		}
	}
	return nil
}

func readLines(ctx context.Context, q db.Queryer, f *PeriodView) error {
	worked, err := shifts.OfEmployee(ctx, q, f.Owner.ID, f.Before[0].Date, f.Period.End.Add(2))
	if err != nil {
		return err
	}
	for _, x := range worked {
		f.Work = append(f.Work, labourstandards.Span{Start: x.Start, End: x.End})
		if d := f.day(x.Day); d != nil {
			d.Shifts = append(d.Shifts, x)
		}
	}
	if f.Stamped, err = clockings.ByShift(ctx, q, f.Owner.ID, db.InstantOf(f.Period.Start.Add(-1).In(time.UTC))); err != nil {
		return err
	}
	spent, err := expenses.OfEmployee(ctx, q, f.Owner.ID, f.Period.Start, f.Period.End)
	if err != nil {
		return err
	}
	var documented []int64
	for _, x := range spent {
		d := f.day(x.Day)
		if d.Expenses = append(d.Expenses, x); x.Receipts > 0 {
			documented = append(documented, x.ID)
		}
	}
	f.Receipts, err = expenses.ReceiptsByExpense(ctx, q, documented)
	return err
}

func (s *Service) readLeave(ctx context.Context, q db.Queryer, f *PeriodView) error {
	paid := map[db.Day]bool{}
	err := holidaypay.Between(ctx, q, f.Period.Start, f.Period.End, ofOwner(f.Owner.ID), func(p holidaypay.Pay) {
		leave := Leave{Approved: true, Pay: &p}
		if !p.Unpaid {
			paid[p.Day], leave.Minutes = p.Minutes > 0, p.Minutes
			if s.Periods.Overtime().Counts(f.Codes[p.BankCodeID].Kind) {
				leave.Credited = p.Credited()
			}
		}
		if p.Minutes > 0 {
			d := f.day(p.Day)
			d.Leave = append(d.Leave, leave)
		}
	})
	if err != nil {
		return err
	}
	spells, err := listLeave(ctx, q, f.Owner.ID, db.InstantOf(f.Period.Start.In(s.zone)), db.InstantOf(f.Period.End.Add(1).In(s.zone)))
	for _, l := range spells {
		kind := f.Codes[l.code].Kind
		leaverequests.Days(l.start, l.end, s.zone, f.Period.Start, f.Period.End, func(day db.Day, minutes int64) {
			takes := leaverequests.Takes(f.Norm.Holidays, day, kind)
			if l.approved && !takes && paid[day] {
				return // what is paid for the holiday is in its place
			}
			d := f.day(day)
			leave := Leave{Type: l.kind, Approved: l.approved}
			if takes {
				leave.Minutes = minutes
			}
			if s.Periods.Overtime().Counts(kind) {
				leave.Credited = minutes
			}
			d.Leave = append(d.Leave, leave)
		})
	}
	return err
}

// ofOwner returns the scope of one employee.
func ofOwner(id int64) holidaypay.Scope {
	return func(column string, n int) (string, []any) { return fmt.Sprintf("%s = $%d", column, n), []any{id} }
}

// PeriodOf returns the period of a sheet: the one for which the staff pages created it, else that of its latest line, else the
// current one.
func (s *Service) PeriodOf(ctx context.Context, t Sheet) (payperiods.Period, error) {
	if !t.PeriodStart.IsZero() {
		return s.Periods.PeriodOn(t.PeriodStart)
	}
	d, err := lastDay(ctx, s.db, t.ID)
	if err != nil || d.IsZero() {
		return s.Periods.Current(), err
	}
	return s.Periods.PeriodOn(d)
}

// Sheet returns one sheet in the actor's scope, including one that was archived with its period.
func (s *Service) Sheet(ctx context.Context, by auth.Actor, id int64) (Sheet, error) {
	return sheet(ctx, s.db, by, id)
}

// ownerName returns the name of an employee in the actor's scope.
func (s *Service) ownerName(ctx context.Context, by auth.Actor, id int64) (string, error) {
	o, err := owner(ctx, s.db, by, id)
	return o.Name, err
}

// HasSubmitted reports whether the target's sheet is submitted. The caller has already checked that the actor may
// see the owner.
func (s *Service) HasSubmitted(ctx context.Context, t Target) (bool, error) {
	sheets, err := listSheets(ctx, s.db, t.Owner, t.Period)
	return slices.ContainsFunc(sheets, func(x Sheet) bool {
		return x.SubmittedAt != 0 && (x.ID == t.Sheet || t.Sheet == 0 && x.PeriodStart == t.Period.Start)
	}), err
}

// Codes returns all bank codes by id, including archived ones.
func (s *Service) Codes(ctx context.Context) (map[int64]Code, error) { return listCodes(ctx, s.db) }

// AddShift creates a shift on the target's sheet.
func (s *Service) AddShift(ctx context.Context, by auth.Actor, t Target, n shifts.New) (x shifts.Shift, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		n.TimesheetID = sheet
		x, err = s.Shifts.CreateIn(ctx, tx, by, n)
		return err
	})
	return x, err
}

// AddExpense creates an expense on the target's sheet, with its receipts (nil: none).
func (s *Service) AddExpense(ctx context.Context, by auth.Actor, t Target, n expenses.New,
	receipts *expenses.Receipts) (x expenses.Expense, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		n.TimesheetID = sheet
		if x, err = s.Expenses.CreateIn(ctx, tx, by, n); err != nil {
			return err
		}
		_, err = s.Expenses.AttachIn(ctx, tx, by, x, receipts)
		return err
	})
	return x, err
}

// ChangeExpense changes an expense and adds receipts to it (nil: none).
func (s *Service) ChangeExpense(ctx context.Context, by auth.Actor, id int64, expect *int64, c expenses.Changes,
	receipts *expenses.Receipts) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x, err := s.Expenses.Update(ctx, by, id, expect, c)
		if err != nil {
			return err
		}
		_, err = s.Expenses.AttachIn(ctx, tx, by, x, receipts)
		return err
	})
}

// Copy creates the shifts that are valid. It returns them, and the number of those refused (an overlap, an archived bank code).
func (s *Service) Copy(ctx context.Context, by auth.Actor, t Target, list []shifts.New) (made []shifts.Shift, refused int, err error) {
	err = s.onSheet(ctx, by, t, func(tx *db.Tx, sheet int64) error {
		made, refused = nil, 0
		for _, n := range list {
			n.TimesheetID = sheet
			switch x, err := s.Shifts.CreateIn(ctx, tx, by, n); {
			case errs.KindOf(err) == errs.KindInvalid:
				refused++
			case err != nil:
				return err
			default:
				made = append(made, x)
			}
		}
		if len(made) == 0 {
			return errNothing
		}
		return nil
	})
	if errors.Is(err, errNothing) {
		err = nil
	}
	return made, refused, err
}

// TakeBack deletes shifts that Copy has created, each unless it was changed since or is gone, and returns how many it deleted.
func (s *Service) TakeBack(ctx context.Context, by auth.Actor, made []shifts.Shift) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, _ *db.Tx) error {
		n = 0
		for _, x := range made {
			switch now, err := s.Shifts.Get(ctx, by, x.ID); {
			case errs.KindOf(err) == errs.KindNotFound || err == nil && now.Version != x.Version:
				continue
			case err != nil:
				return err
			}
			if _, err := s.Shifts.Delete(ctx, by, x.ID, &x.Version); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}

// errNothing rolls back a transaction that created no shift, and with it the sheet it may have created.
var errNothing = errors.New("nothing to keep")

// onSheet calls keep with the target's sheet, which it creates if needed, in one transaction: after an error no empty sheet remains.
func (s *Service) onSheet(ctx context.Context, by auth.Actor, t Target, keep func(tx *db.Tx, sheet int64) error) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t.Sheet != 0 {
			return keep(tx, t.Sheet)
		}
		sheet, err := timesheets.FindOrCreate(ctx, tx, by, t.Owner, t.Period.Start, db.InstantOf(s.now()))
		if err != nil {
			return err
		}
		return keep(tx, sheet.ID)
	})
}

// IsStamped reports whether the shift was stamped with the clock. The caller has already checked that the actor may see it.
func (s *Service) IsStamped(ctx context.Context, shift int64) (bool, error) {
	return clockings.BecameShift(ctx, s.db, shift)
}

// Submit submits those of the sheets that are not submitted or approved, and returns how many.
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

// Withdraw withdraws those of the sheets that are submitted and not approved, and returns how many.
func (s *Service) Withdraw(ctx context.Context, by auth.Actor, sheets []Sheet) (n int, err error) {
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

// historyLength is the maximum number of entries in the history of a sheet.
const historyLength = 100

// history returns a sheet's history, newest first. The caller has already checked that the actor may see the sheet.
func (s *Service) history(ctx context.Context, sheet int64) ([]audit.Entry, error) {
	return audit.TimesheetHistory(ctx, s.db, sheet, historyLength)
}

// neighbours returns the owner's first sheets of the previous and the next period. The caller has already checked that the
// actor may see the owner.
func (s *Service) neighbours(ctx context.Context, ownerID int64, p payperiods.Period) (map[payperiods.Period]Sheet, error) {
	list := map[payperiods.Period]Sheet{}
	for _, near := range []payperiods.Period{s.Periods.Calendar().Previous(p), s.Periods.Calendar().Next(p)} {
		sheets, err := listSheets(ctx, s.db, ownerID, near)
		if err != nil {
			return nil, err
		}
		if len(sheets) > 0 {
			list[near] = sheets[0]
		}
	}
	return list, nil
}
