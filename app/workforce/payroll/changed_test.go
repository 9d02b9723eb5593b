package payroll_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// ledger is a world whose records change by the services alone, with the services that export them.
type ledger struct {
	*timetest.World
	periods *payperiods.Service
	payroll *payroll.Service
	random  *rand.Rand
	holiday *holidaypay.Service
	codes   *bankcodes.Service

	paysHolidays bool // the program computes what is paid for them

	sheets, shifts, deleted, expenses, leave []int64
	done                                     map[int]int64 // exports in force, by the number of the period
}

func newLedger(w *timetest.World, seed uint64) *ledger {
	w.Helper()
	w.Clock = time.Date(2026, 12, 28, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return w.Clock }
	l := &ledger{World: w, random: rand.New(rand.NewPCG(seed, 7)), holiday: holidaypay.NewService(w.DB, now),
		codes: bankcodes.NewService(w.DB, now), done: map[int]int64{}}
	l.restart("1")
	return l
}

// restart starts the services anew, as a version of the program.
func (l *ledger) restart(program string) {
	l.Helper()
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	l.OK(err)
	now := func() time.Time { return l.Clock }
	l.periods = payperiods.NewService(l.DB, now, payperiods.Config{Calendar: calendar, Zone: l.Zone, Program: program, HolidayPay: l.paysHolidays})
	l.payroll = payroll.NewService(l.DB, now, l.Zone, l.periods)
}

// day is one of the periods 2026-22 to 2026-26, in whose last one a statutory holiday is.
func (l *ledger) day() db.Day { return db.MustDay("2026-10-04").Add(l.random.IntN(5 * 14)) }

func (l *ledger) one(ids []int64) int64 {
	if len(ids) == 0 {
		return 0
	}
	return ids[l.random.IntN(len(ids))]
}

func (l *ledger) export(number int) error {
	p, err := l.periods.PeriodByNumber(2026, number)
	l.OK(err)
	e, err := l.payroll.CreateExport(l.Context(), l.Payroll, p, payroll.Options{Format: "csv", Partial: true})
	if err == nil {
		l.done[number] = e.ID
	}
	return err
}

// change makes one change of a kind, and returns its error, as when a shift overlaps another one.
func (l *ledger) change(kind string) error {
	ctx, by, r := l.Context(), l.Admin, l.random
	who := []auth.Actor{l.Ann, l.Cid, l.Stranger}[r.IntN(3)]
	span := func() (start, end db.Instant) {
		start = db.InstantOf(l.day().In(l.Zone).Add(8 * time.Hour))
		return start, start.Add(time.Duration(8+24*r.IntN(4)) * time.Hour)
	}
	switch kind {
	case "a timesheet is entered and approved":
		t, err := l.Sheets.Create(ctx, by, timesheets.New{EmployeeID: who.EmployeeID})
		if err != nil {
			return err
		}
		l.sheets = append(l.sheets, t.ID)
		for range 1 + r.IntN(6) {
			if s, err := l.Shifts.Create(ctx, by, l.someShift(t.ID)); err == nil {
				l.shifts = append(l.shifts, s.ID)
			}
		}
		e, err := l.Expenses.Create(ctx, by, expenses.New{TimesheetID: t.ID, BankCodeID: l.Crew.Mileage, Day: l.day(),
			Amount: 1 + int64(r.IntN(9000)), Description: "x"})
		if err != nil {
			return err
		}
		l.expenses = append(l.expenses, e.ID)
		_, err = l.Sheets.Approve(ctx, by, t.ID, nil, timesheets.Approve)
		return err
	case "an approval is withdrawn":
		_, err := l.Sheets.Approve(ctx, by, l.one(l.sheets), nil, timesheets.Decision{})
		return err
	case "a timesheet is approved":
		_, err := l.Sheets.Approve(ctx, by, l.one(l.sheets), nil, timesheets.Approve)
		return err
	case "a timesheet is deleted":
		_, err := l.Sheets.Delete(ctx, by, l.one(l.sheets), nil)
		return err
	case "a timesheet is restored":
		_, err := l.Sheets.Restore(ctx, by, l.one(l.sheets), nil)
		return err
	case "a shift is entered":
		s, err := l.Shifts.Create(ctx, by, l.someShift(l.one(l.sheets)))
		l.shifts = append(l.shifts, s.ID)
		return err
	case "a shift is changed":
		n := l.someShift(l.one(l.sheets))
		_, err := l.Shifts.Update(ctx, by, l.one(l.shifts), nil,
			shifts.Changes{TimesheetID: &n.TimesheetID, BankCodeID: &n.BankCodeID, Day: &n.Day, Start: &n.Start, End: &n.End})
		return err
	case "a shift is deleted":
		s, err := l.Shifts.Delete(ctx, by, l.one(l.shifts), nil)
		if err == nil {
			l.deleted = append(l.deleted, s.ID)
		}
		return err
	case "a shift is restored":
		_, err := l.Shifts.Restore(ctx, by, l.one(l.deleted), nil)
		return err
	case "an expense is changed":
		_, err := l.Expenses.Update(ctx, by, l.one(l.expenses), nil, expenses.Changes{Day: new(l.day()), Amount: new(int64(1 + r.IntN(9000)))})
		return err
	case "an expense is deleted":
		_, err := l.Expenses.Delete(ctx, by, l.one(l.expenses), nil)
		return err
	case "leave is entered":
		start, end := span()
		q, err := l.Leave.Create(ctx, by, leaverequests.New{EmployeeID: who.EmployeeID, BankCodeID: l.Crew.Vacation, LeaveType: "Vacation",
			Start: start, End: end, ApprovalStatus: []string{leaverequests.Approved, leaverequests.Pending}[r.IntN(2)]})
		l.leave = append(l.leave, q.ID)
		return err
	case "leave is decided":
		statuses := []string{leaverequests.Approved, leaverequests.Approved, leaverequests.Cancelled, leaverequests.Refused}
		_, err := l.Leave.Decide(ctx, by, l.one(l.leave), nil, leaverequests.Decision{Status: statuses[r.IntN(4)]})
		return err
	case "a decision about leave is undone, and the leave moved":
		id := l.one(l.leave)
		q, err := l.Leave.Get(ctx, by, id)
		if err != nil {
			return err
		}
		if _, err = l.Leave.UndoDecision(ctx, by, id, q.Version); err != nil {
			return err
		}
		start, end := span()
		_, err = l.Leave.Update(ctx, by, id, nil, leaverequests.Changes{Start: &start, End: &end, ApprovalStatus: new(leaverequests.Approved)})
		return err
	case "leave is deleted":
		_, err := l.Leave.Delete(ctx, by, l.one(l.leave), nil)
		return err
	case "a holiday is paid":
		return l.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			pay := holidaypay.Pay{EmployeeID: who.EmployeeID, BankCodeID: l.Crew.Vacation, Day: db.MustDay("2026-10-12"),
				Minutes: int64(60 * r.IntN(9)), Counted: 1}
			return holidaypay.Store(ctx, tx, []holidaypay.Pay{pay}, db.InstantOf(l.Clock))
		})
	case "a holiday is not paid":
		_, err := l.holiday.Update(ctx, by, 1, nil, holidaypay.Changes{Paid: new(r.IntN(2) == 0)})
		return err
	case "a bank code is for other hours":
		kind := []string{"evening", "regular", "overtime"}[r.IntN(3)]
		_, err := l.codes.Update(ctx, by, l.Crew.Evening, nil, bankcodes.Changes{Type: &kind})
		return err
	case "the newest export is withdrawn":
		number := 0
		for n, id := range l.done {
			if id > l.done[number] {
				number = n
			}
		}
		_, err := l.payroll.Withdraw(ctx, l.Payroll, l.done[number])
		delete(l.done, number)
		return err
	case "a period is exported":
		return l.export(22 + r.IntN(5))
	}
	panic(kind)
}

// someShift is a shift of some length, often on a holiday.
func (l *ledger) someShift(sheet int64) shifts.New {
	day := l.day()
	if l.random.IntN(4) == 0 {
		day = db.MustDay("2026-10-12")
	}
	start := day.In(l.Zone).Add(time.Duration(l.random.IntN(15)) * time.Hour)
	return shifts.New{TimesheetID: sheet, BankCodeID: []int64{l.Crew.Regular, l.Crew.Evening}[l.random.IntN(2)], Day: day,
		Start: db.InstantOf(start), End: db.InstantOf(start.Add(time.Duration(60+l.random.IntN(600)) * time.Minute))}
}

var kinds = []string{"a timesheet is entered and approved", "a timesheet is entered and approved", "an approval is withdrawn",
	"an approval is withdrawn", "an approval is withdrawn", "a timesheet is approved", "a timesheet is approved", "a timesheet is deleted",
	"a timesheet is restored", "a timesheet is restored", "a shift is entered", "a shift is changed", "a shift is changed", "a shift is changed",
	"a shift is deleted", "a shift is deleted", "a shift is restored", "an expense is changed", "an expense is changed", "an expense is deleted",
	"leave is entered", "leave is entered", "leave is decided", "leave is decided", "a decision about leave is undone, and the leave moved",
	"a decision about leave is undone, and the leave moved", "a decision about leave is undone, and the leave moved", "leave is deleted",
	"a holiday is paid", "a holiday is not paid", "a bank code is for other hours", "the newest export is withdrawn", "a period is exported",
	"a period is exported", "a period is exported"}

// Whatever changes after an export, the corrections that are found where something has changed are those of all periods.
func TestService_Corrections_by_chance(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		l := newLedger(w, 1)
		made, corrected, spared := map[string]int{}, 0, 0
		for n := range 400 {
			kind := kinds[l.random.IntN(len(kinds))]
			l.Clock = l.Clock.Add(time.Duration(l.random.IntN(60)) * time.Hour)
			if err := l.change(kind); errs.KindOf(err) == errs.KindInternal && err != nil {
				t.Fatalf("%s: %v", kind, err)
			} else if err == nil {
				made[kind]++
			}
			found, all, read, err := l.payroll.Corrections(t.Context(), l.Payroll)
			l.OK(err)
			if fmt.Sprint(found) != fmt.Sprint(all) {
				t.Fatalf("step %d, %s: found\n%v\nof all\n%v", n, kind, found, all)
			}
			corrected += len(all)
			spared += len(l.done) - read
		}
		for _, kind := range kinds {
			if made[kind] == 0 {
				t.Errorf("never: %s", kind)
			}
		}
		if corrected == 0 || spared == 0 {
			t.Errorf("%d corrections, %d periods were not read", corrected, spared)
		}
	})
}

// at is an hour of a day in the company's zone.
func (l *ledger) at(day db.Day, hour int) db.Instant {
	return db.InstantOf(day.In(l.Zone).Add(time.Duration(hour) * time.Hour))
}

// enter adds a shift of nine hours to a timesheet.
func (l *ledger) enter(sheet, code int64, day db.Day) shifts.Shift {
	l.Helper()
	s, err := l.Shifts.Create(l.Context(), l.Admin,
		shifts.New{TimesheetID: sheet, BankCodeID: code, Day: day, Start: l.at(day, 8), End: l.at(day, 17)})
	l.OK(err)
	return s
}

// ask returns a day of Ann's vacation.
func (l *ledger) ask(day db.Day, status string) leaverequests.New {
	return l.Vacation(func(n *leaverequests.New) { n.Start, n.End, n.ApprovalStatus = l.at(day, 8), l.at(day, 16), status })
}

// move puts a shift off to a day.
func (l *ledger) move(shift int64, day db.Day) {
	l.Helper()
	_, err := l.Shifts.Update(l.Context(), l.Admin, shift, nil, shifts.Changes{Day: &day, Start: new(l.at(day, 8)), End: new(l.at(day, 17))})
	l.OK(err)
}

// The rare changes one by one, each after an export and the day that follows it: what the records no longer say must be found too.
func TestService_Corrections_of_a_single_change(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var leave leaverequests.LeaveRequest
		var pending shifts.Shift
		var sheet timesheets.Timesheet
		holiday := db.MustDay("2026-10-12")
		var saved []bulk.Saved
		inBulk := func(l *ledger, do func(ctx context.Context, tx *db.Tx, b *leaverequests.Bulk) error) {
			b, err := l.Leave.NewBulk(l.Admin)
			l.OK(err)
			l.OK(l.DB.Write(l.Context(), func(ctx context.Context, tx *db.Tx) error { return do(ctx, tx, b) }))
		}
		first := func(l *ledger) { // four days of nine hours and a holiday in a week are 44 hours; a shift of the holiday waits for approval
			sheet = l.Sheet(l.Ann)
			for n := range 4 {
				l.enter(sheet.ID, l.Crew.Evening, holiday.Add(1+n))
			}
			l.enter(sheet.ID, l.Crew.Regular, holiday.Add(-1))
			l.OK(l.DB.Write(l.Context(), func(ctx context.Context, tx *db.Tx) error {
				pay := holidaypay.Pay{EmployeeID: l.Ann.EmployeeID, BankCodeID: l.Crew.Vacation, Day: holiday, Minutes: 480, Counted: 1}
				return holidaypay.Store(ctx, tx, []holidaypay.Pay{pay}, db.InstantOf(l.Clock))
			}))
			_, err := l.Sheets.Approve(l.Context(), l.Admin, sheet.ID, nil, timesheets.Approve)
			l.OK(err)
		}
		holidayShift := func(l *ledger) { first(l); pending = l.enter(l.Sheet(l.Ann).ID, l.Crew.Regular, holiday) }
		for _, x := range []struct {
			name           string
			before, change func(l *ledger)
		}{
			{"leave is put off to another period", func(l *ledger) {
				var err error
				leave, err = l.Leave.Create(l.Context(), l.Admin, l.ask(holiday.Add(1), leaverequests.Pending))
				l.OK(err)
				leave, err = l.Leave.Decide(l.Context(), l.Admin, leave.ID, nil, leaverequests.Decision{Status: leaverequests.Approved})
				l.OK(err)
			}, func(l *ledger) {
				r, err := l.Leave.UndoDecision(l.Context(), l.Admin, leave.ID, leave.Version)
				l.OK(err)
				n := l.ask(holiday.Add(60), leaverequests.Approved)
				_, err = l.Leave.Update(l.Context(), l.Admin, r.ID, nil,
					leaverequests.Changes{Start: &n.Start, End: &n.End, ApprovalStatus: &n.ApprovalStatus})
				l.OK(err)
			}},
			{"an import of leave is undone", func(l *ledger) {
				inBulk(l, func(ctx context.Context, tx *db.Tx, b *leaverequests.Bulk) (err error) {
					saved, err = b.Save(ctx, tx, []bulk.Line[leaverequests.New]{{Line: 2, EmployeeID: l.Ann.EmployeeID,
						New: l.ask(holiday.Add(1), leaverequests.Approved)}})
					return err
				})
			}, func(l *ledger) {
				inBulk(l, func(ctx context.Context, tx *db.Tx, b *leaverequests.Bulk) error {
					in, err := b.Undo(ctx, tx, saved)
					if len(in) > 0 {
						t.Errorf("in the way: %v", in)
					}
					return err
				})
			}},
			{"a shift that waits for approval is moved away from a holiday", holidayShift, func(l *ledger) {
				l.move(pending.ID, holiday.Add(60))
			}},
			{"a shift that waits for approval on a holiday is deleted", holidayShift, func(l *ledger) {
				_, err := l.Shifts.Delete(l.Context(), l.Admin, pending.ID, nil)
				l.OK(err)
			}},
			{"a shift on a holiday is entered, and waits for approval", first, func(l *ledger) {
				l.enter(l.Sheet(l.Ann).ID, l.Crew.Regular, holiday)
			}},
			{"what is paid for a holiday is not paid", first, func(l *ledger) {
				_, err := l.holiday.Update(l.Context(), l.Admin, 1, nil, holidaypay.Changes{Paid: new(false)})
				l.OK(err)
			}},
			{"a line of an approved timesheet is put off to another period", first, func(l *ledger) {
				_, err := l.Sheets.Approve(l.Context(), l.Admin, sheet.ID, nil, timesheets.Decision{})
				l.OK(err)
				var id int64
				l.OK(l.Shifts.Each(l.Context(), l.Admin, timesheets.LineFilter{TimesheetID: sheet.ID, Rows: 1}, func(s shifts.Shift) error {
					id = s.ID
					return nil
				}))
				l.move(id, holiday.Add(60))
			}},
			{"a bank code is for other hours", first, func(l *ledger) {
				_, err := l.codes.Update(l.Context(), l.Admin, l.Crew.Evening, nil, bankcodes.Changes{Type: new("overtime")})
				l.OK(err)
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				l := newLedger(timetest.New(t, dbtest.Open(t, d.Dialect())), 1)
				l.enter(l.Sheet(l.Cid).ID, l.Crew.Regular, holiday)
				x.before(l)
				other, err := l.Sheets.Create(t.Context(), l.Admin, timesheets.New{EmployeeID: l.Stranger.EmployeeID})
				l.OK(err)
				l.enter(other.ID, l.Crew.Regular, holiday.Add(1))
				_, err = l.Sheets.Approve(t.Context(), l.Admin, other.ID, nil, timesheets.Approve)
				l.OK(err)
				l.Clock = l.Clock.Add(48 * time.Hour)
				l.OK(l.export(22))
				l.Clock = l.Clock.Add(48 * time.Hour)
				x.change(l)
				found, all, _, err := l.payroll.Corrections(t.Context(), l.Payroll)
				if err != nil || len(all) == 0 || fmt.Sprint(found) != fmt.Sprint(all) {
					t.Errorf("found %v, %v; of all %v", found, err, all)
				}
			})
		}
	})
}

// However many periods were exported, only those are read in which something has changed; all are, if the program is another one.
func TestService_Corrections_read_what_has_changed(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		l := newLedger(w, 1)
		var sheets []int64
		reads := func() int {
			t.Helper()
			_, _, read, err := l.payroll.Corrections(t.Context(), l.Payroll)
			l.OK(err)
			return read
		}
		for number := 1; number <= 12; number++ {
			p, err := l.periods.PeriodByNumber(2026, number)
			l.OK(err)
			sheet := l.Sheet(l.Ann)
			x := l.EightHours(sheet.ID, p.Start.Sub(db.MustDay("2026-11-15"))+1)
			_, err = l.Shifts.Create(t.Context(), l.Admin, x)
			l.OK(err)
			_, err = l.Sheets.Approve(t.Context(), l.Admin, sheet.ID, nil, timesheets.Approve)
			l.OK(err)
			sheets = append(sheets, sheet.ID)
			l.Clock = l.Clock.Add(48 * time.Hour) // what changed in the day before an export is read again
			l.OK(l.export(number))
			if n := reads(); n != 0 {
				t.Errorf("%d of %d periods were read, nothing has changed", n, number)
			}
		}
		_, err := l.Sheets.Approve(t.Context(), l.Admin, sheets[3], nil, timesheets.Decision{})
		l.OK(err)
		if n := reads(); n != 1 {
			t.Errorf("%d periods were read, one has changed", n)
		}
		l.restart("2")
		if n := reads(); n != 12 {
			t.Errorf("%d periods were read by another version of the program", n)
		}
	})
}

// worksBeforeChristmas returns a ledger at noon of a day, whose program pays holidays, with two approved shifts of Ann's in the week before.
func worksBeforeChristmas(w *timetest.World, today string) *ledger {
	w.Helper()
	l := newLedger(w, 1)
	l.paysHolidays = true
	l.restart("1")
	_, err := l.codes.Create(l.Context(), l.Payroll, bankcodes.New{Type: "statutory_holiday", Category: bankcodes.ForLeave, Code: "FER",
		Modifier: bankcodes.ModifierOf(1)})
	l.OK(err)
	l.Clock = db.MustDay(today).In(l.Zone).Add(12 * time.Hour)
	sheet := l.Sheet(l.Ann).ID
	l.enter(sheet, l.Crew.Regular, db.MustDay("2026-12-14"))
	l.enter(sheet, l.Crew.Regular, db.MustDay("2026-12-15"))
	_, err = l.Sheets.Approve(l.Context(), l.Admin, sheet, nil, timesheets.Approve)
	l.OK(err)
	return l
}

// exportChristmas exports the period of Christmas, which runs from 2026-12-13 to 2026-12-26, and returns the minutes for holidays in the file.
func (l *ledger) exportChristmas() int64 {
	l.Helper()
	p, err := l.periods.PeriodOn(db.MustDay("2026-12-25"))
	l.OK(err)
	e, err := l.payroll.CreateExport(l.Context(), l.Payroll, p, payroll.Options{Format: "csv", Partial: true})
	l.OK(err)
	diff, err := l.payroll.DiffExport(l.Context(), l.Payroll, e.ID)
	l.OK(err)
	return forHolidays(diff.Entries)
}

// forHolidays adds up the minutes of the lines for statutory holidays.
func forHolidays(list []payroll.Entry) (minutes int64) {
	for _, e := range list {
		if e.Line.Type == "statutory_holiday" {
			minutes += e.Line.Minutes
		}
	}
	return minutes
}

// The amount of a holiday is computed from its Sunday on: a file of the running period that was made before has none, and the next file has it.
func TestService_CreateExport_before_the_week_of_a_holiday(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		l := worksBeforeChristmas(w, "2026-12-18") // the Friday before
		l.OK(l.periods.KeepHolidayPay(t.Context()))
		if n := l.exportChristmas(); n != 0 {
			t.Errorf("the file has %d minutes", n)
		}
		l.Clock = l.Clock.Add(48 * time.Hour)
		l.OK(l.periods.KeepHolidayPay(t.Context()))
		found, all, _, err := l.payroll.Corrections(t.Context(), l.Payroll)
		l.OK(err)
		if a, b := forHolidays(found), forHolidays(all); a != 54 || b != 54 { // a twentieth of two shifts of nine hours
			t.Errorf("the next file corrects %d minutes, of all periods %d", a, b)
		}
	})
}

// An export ends the changes of what is paid for a holiday: it has the amount of the moment, also before the program has computed it again.
func TestService_CreateExport_computes_the_holiday_pay(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		l := worksBeforeChristmas(w, "2026-12-28")
		l.OK(l.periods.KeepHolidayPay(t.Context()))
		sheet := l.Sheet(l.Ann).ID
		l.enter(sheet, l.Crew.Regular, db.MustDay("2026-12-16"))
		_, err := l.Sheets.Approve(t.Context(), l.Admin, sheet, nil, timesheets.Approve)
		l.OK(err)
		if n := l.exportChristmas(); n != 81 { // a twentieth of three shifts of nine hours
			t.Errorf("the file has %d minutes for holidays", n)
		}
	})
}
